"""Weights: a number for every term, linear in the numbers of its operands.

An operator f weighs c + a₁x₁ + … + aₙxₙ for operands of weights x₁, …; all aᵢ are at least 1 and
all symbols weigh 1, so that a lighter operand makes the whole lighter. An associative operator has
a₁ = a₂ = 1; sums, signs, numbers and scalings add up and weigh nothing themselves. The weights
found are checked against every equation of the operators' laws (see `termination`).

They are used only for rules without sums: a rule that matches under a common factor would carry the
factor into every summand of its right side, and its weight is not bounded.

>>> from rewrite import Term, operator, variable
>>> class Thing(Term):
...     "Some thing."
>>> f, g = operator("f", Thing, result=Thing), operator("g", Thing, result=Thing)
>>> x = variable("x", Thing)
>>> weights = Weights({f: (0, (2,)), g: (1, (1,))})
>>> weights.above(f(g(x)), g(f(x))), weights.above(g(f(x)), f(g(x)))
(True, False)
>>> print(weights)
f(x) = 2x, g(x) = x + 1
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from ...core.laws import Associative, Op
from ...core.linear import add, div, neg, power, scale, times
from ...core.operators import NUMBER, ONE, VARIABLE, ZERO
from ...core.terms import Term, postorder
from ...deadline import check_time

Line = dict[Any, int]
"""A linear form: a number for every variable, and for None the constant."""
Shape = tuple[int, tuple[int, ...]]

NEUTRAL = (add, neg, scale, times, div)
LIMIT = 6_000
"""At most this many choices of weights are tried."""


@dataclass(frozen=True)
class Weights:
    """The constant and the coefficients of every operator; others add up their operands and 1."""

    of: Mapping[Op, Shape]

    def line(self, t: Term) -> Line:
        """The weight of a term as a linear form in those of its variables."""
        found: dict[Term, Line] = {}
        for s in postorder(t):
            if s.op is VARIABLE:
                found[s] = {s: 1}
            elif not s.args:
                found[s] = {None: 0 if s.op in (NUMBER, ZERO, ONE) else 1}
            else:
                found[s] = self._applied(s, [found[a] for a in s.args])
        return found[t]

    def _applied(self, t: Term, args: Sequence[Line]) -> Line:
        if t.op is power and t.args[1].op is NUMBER:
            return _combined(0, [abs(int(t.args[1].value)) or 1], args[:1])
        c, slopes = (0, ()) if t.op in NEUTRAL else self.of.get(t.op, (1, ()))
        count = len(args) - 1 if t.op.variadic else 1
        return _combined(c * count, slopes if len(slopes) == len(args) else [1] * len(args), args)

    def above(self, s: Term, t: Term) -> bool:
        """Whether s is heavier than t for all values of the variables."""
        return _least(self.line(s), self.line(t)) > 0

    def at_least(self, s: Term, t: Term) -> bool:
        check_time()
        return _least(self.line(s), self.line(t)) >= 0

    def __str__(self) -> str:
        return ", ".join(f"{op}({_names(s)}) = {_sum(c, s)}" for op, (c, s) in self.of.items())


def _combined(c: int, slopes: Sequence[int], args: Sequence[Line]) -> Line:
    total: Line = {None: c}
    for a, line in zip(slopes, args, strict=True):
        for v, n in line.items():
            total[v] = total.get(v, 0) + a * n
    return total


def _least(left: Line, right: Line) -> int:
    """The least amount by which the first exceeds the second; a variable weighs 0 or more."""
    gaps = {v: left.get(v, 0) - right.get(v, 0) for v in {*left, *right, None}}
    if any(gap < 0 for v, gap in gaps.items() if v is not None):
        return -1
    return gaps[None]


def _names(slopes: Sequence[int]) -> str:
    return ", ".join("xyzuvw"[: len(slopes)])


def _sum(c: int, slopes: Sequence[int]) -> str:
    parts = [f"{a if a > 1 else ''}{v}" for a, v in zip(slopes, "xyzuvw", strict=False)]
    return " + ".join([*parts, *([str(c)] if c else [])])


def found_weights(
    pairs: Sequence[tuple[Term, Term]], ops: Sequence[Op], kept: Sequence[tuple[Term, Term]]
) -> Weights | None:
    """Weights under which no pair grows, at least one shrinks, and no pair in `kept` grows.

    Small constants and small coefficients come first.
    """
    free = [op for op in ops if op not in NEUTRAL and op is not power]
    choices = [_shapes(op) for op in free]
    wanted = [*kept, *pairs]
    for count, shapes in enumerate(product(*choices)):
        if count >= LIMIT:
            return None
        weights = Weights(dict(zip(free, shapes, strict=True)))
        failing = next((i for i, p in enumerate(wanted) if not weights.at_least(*p)), None)
        if failing is None and any(weights.above(*p) for p in pairs):
            return weights
        if failing:  # a pair that failed is likely to fail again, so it goes first
            wanted.insert(0, wanted.pop(failing))
    return None


def _shapes(op: Op) -> list[Shape]:
    n = len(op.params)
    if op.law(Associative) is not None:
        return [(c, (1, 1)) for c in (1, 0, 2)]
    slopes = [(1,) * n, (2,) * n, (2, *(1,) * (n - 1)), (*(1,) * (n - 1), 2), (3,) * n]
    return [(c, s) for s in dict.fromkeys(slopes) for c in (1, 0, 2, 3)]
