"""Interpretations: every head becomes a function of natural numbers, under which no rule grows.

The function of a head is a polynomial in its operands with small natural coefficients, linear or
with products of two operands, or a linear function of vectors with matrices as coefficients. A term
becomes a polynomial (or vector) in its variables; s is at least t if no coefficient of s is below
that of t, and above t if its constant is also larger. Since all coefficients are natural numbers,
"at least" is preserved in every context; "above" is preserved if every operand counts, that is, if
its linear coefficient is 1 or more.

"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from .plain import Plain

Slot = Any
"""Which coefficient of a head: the operands it multiplies, and for matrices the row and column."""
SHOWN = 12
"""At most this many functions are shown in a report."""
Coefficients = Mapping[tuple[str, Slot], int]
Value = dict[Any, int]
"""Coefficients by the variables of a monomial (and the place in a matrix)."""


@dataclass(frozen=True)
class Interpretation:
    """The coefficients of all heads; `dimension` 1 means numbers, more means vectors."""

    coefficients: tuple[tuple[tuple[str, Slot], int], ...]
    dimension: int = 1

    def value(self, t: Plain) -> Value:
        return evaluate(t, dict(self.coefficients), self.dimension)

    def at_least(self, s: Plain, t: Plain) -> bool:
        return not grows(self.value(s), self.value(t))

    def above(self, s: Plain, t: Plain) -> bool:
        mine, other = self.value(s), self.value(t)
        return not grows(mine, other) and is_above(mine, other, self.dimension)

    def __str__(self) -> str:
        if self.dimension > 1:
            return f"matrices of {self.dimension} rows"
        slots: dict[str, dict[Slot, int]] = {}
        for (h, s), n in self.coefficients:
            slots.setdefault(h, {})[s] = n
        reported = [_function(h, own) for h, own in islice(slots.items(), SHOWN)]
        return ", ".join([*reported, *(["…"] if len(slots) > SHOWN else [])])


def _function(head: str, slots: Mapping[Slot, int]) -> str:
    names = "xyzuvw" if max((i for s in slots for i in s), default=0) < 6 else ""
    arity = len({i for s in slots for i in s})
    if not names:
        return f"{head} = …"
    parts = [
        (str(n) if n > 1 or not s else "") + "*".join(names[i] for i in s)
        for s, n in sorted(slots.items(), key=lambda both: (not both[0], -len(both[0]), both[0]))
        if n
    ]
    called = f"{head}({', '.join(names[:arity])})" if arity else head
    return f"{called} = {' + '.join(parts) or '0'}"


# -- values ---------------------------------------------------------------------------------------


def evaluate(t: Plain, known: Coefficients, dimension: int = 1) -> Value:
    """The value of a term as a polynomial or a vector in its variables."""
    return _vector(t, known, dimension) if dimension > 1 else _polynomial(t, known)


def _polynomial(t: Plain, known: Coefficients) -> Value:
    if isinstance(t, str):
        return {(t,): 1}
    args = [_polynomial(a, known) for a in t[1:]]
    if len(args) > 2 and (t[0], (2,)) not in known:  # an associative head, written flat
        total = args[-1]
        for a in reversed(args[:-1]):
            total = _applied(t[0], [a, total], known)
        return total
    return _applied(t[0], args, known)


def _applied(head: str, args: Sequence[Value], known: Coefficients) -> Value:
    total: Value = {(): known[head, ()]}
    for i, a in enumerate(args):
        _add(total, a, known[head, (i,)])
    for i, a in enumerate(args):
        for j in range(i, len(args)):
            factor = known.get((head, (i, j)), 0)
            if factor:
                _add(total, _times(a, args[j]), factor)
    return total


def _add(total: Value, some: Value, factor: int) -> None:
    if factor:
        for m, n in some.items():
            total[m] = total.get(m, 0) + factor * n


def _times(p: Value, q: Value) -> Value:
    found: Value = {}
    for m, a in p.items():
        if a:
            for n, b in q.items():
                if b:
                    key = tuple(sorted(m + n))
                    found[key] = found.get(key, 0) + a * b
    return found


def _vector(t: Plain, known: Coefficients, d: int) -> Value:
    """Keys are (variable, row, column), and (None, row, 0) for the constant."""
    if isinstance(t, str):
        return {(t, i, i): 1 for i in range(d)}
    total: Value = {(None, i, 0): known[t[0], ((), i)] for i in range(d)}
    for at, arg in enumerate(t[1:]):
        for (v, k, j), n in _vector(arg, known, d).items():
            if n:
                for i in range(d):
                    factor = known[t[0], (at, i, k)]
                    if factor:
                        total[v, i, j] = total.get((v, i, j), 0) + factor * n
    return total


def grows(mine: Value, other: Value) -> bool:
    """Whether some coefficient of the second is above that of the first."""
    return any(n > mine.get(m, 0) for m, n in other.items())


def is_above(mine: Value, other: Value, dimension: int = 1) -> bool:
    at: Any = (None, 0, 0) if dimension > 1 else ()
    return mine.get(at, 0) > other.get(at, 0)
