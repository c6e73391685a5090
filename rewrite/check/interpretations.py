"""Linear functions of natural numbers for operators, under which calls and rules do not grow.

f(x, y) is a + b x + c y with small a, b, c, which may be zero: an operand that does not matter is
left out. The operators that head calls have functions of their own. They are chosen one after
another, and a choice is given up as soon as something that is settled by it grows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, TypeVar

from ..core.operators import VARIABLE
from ..core.terms import Term, postorder
from .time_shares import Deadline

Sides = tuple[Term, Term]
P = TypeVar("P", bound=Sides)
Function = tuple[int, ...]
"""A constant, and a factor for each operand."""
Line = dict[Term | None, int]
STEPS = 4_000
"""How many choices are tried for one call to become smaller."""
RANGES = ((1, 1), (2, 2))
"""The largest factor and the largest constant, at first and if that was not enough."""


def found_interpretation(
    calls: Sequence[P], rules: Sequence[Sides], deadline: Deadline
) -> Iterator[P]:
    """The calls that become smaller, if there are functions under which no other becomes larger."""
    for factor, constant in RANGES:
        for call in calls:
            chosen = _Choice(calls, rules, call, factor, constant, deadline).functions()
            if chosen is not None:
                yield from (c for c in calls if _least(_line(c, chosen, True)) > 0)
                return


class _Choice:
    """Functions chosen one by one, for one call that must become smaller."""

    def __init__(
        self,
        calls: Sequence[Sides],
        rules: Sequence[Sides],
        strict: Sides,
        factor: int,
        constant: int,
        deadline: Deadline,
    ) -> None:
        marked = [
            (strict, True, 1),
            *((c, True, 0) for c in calls),
            *((r, False, 0) for r in rules),
        ]
        self.wanted = [(both, head, least, _keys(both, head)) for both, head, least in marked]
        self.keys = list(dict.fromkeys(k for *_, keys in self.wanted for k in keys))
        self.factor, self.constant, self.deadline = factor, constant, deadline

    def functions(self) -> Mapping[Any, Function] | None:
        """The first choice that fits; None if there is none, or it was not found soon enough."""
        chosen: dict[Any, Function] = {}
        stack = [self.domain(self.keys[0])]
        for _ in range(STEPS):
            if not stack or self.deadline.passed:
                return None
            at = self.keys[len(stack) - 1]
            function = next(stack[-1], None)
            if function is None:
                stack.pop()
                chosen.pop(at, None)
                continue
            chosen[at] = function
            if self.fits(at, chosen):
                if len(chosen) == len(self.keys):
                    return chosen
                stack.append(self.domain(self.keys[len(stack)]))
        return None

    def domain(self, key: Any) -> Iterator[Function]:
        """The functions of an operator: those that forget nothing and add nothing come first."""
        n = key[2]
        every = product(range(self.factor + 1), repeat=n)
        factors = sorted(every, key=lambda f: (max(f, default=0), -sum(f)))
        return ((c, *f) for f in factors for c in range(self.constant + 1))

    def fits(self, last: Any, chosen: Mapping[Any, Function]) -> bool:
        """Whether nothing grows that the last choice has settled."""
        for both, head, least, keys in self.wanted:
            settled = last in keys and all(k in chosen for k in keys)
            if settled and _least(_line(both, chosen, head)) < least:
                return False
        return True


def _key(t: Term, marked: bool) -> Any:
    return (t.op if t.args else t), marked, len(t.args)


def _keys(both: Sides, marked: bool) -> list[Any]:
    found: dict[Any, None] = {}
    for t in both:
        for s in postorder(t):
            if s.op is not VARIABLE and not (marked and s is t):
                found[_key(s, False)] = None
        found |= {_key(t, True): None} if marked else {}
    return list(found)


def _line(both: Sides, chosen: Mapping[Any, Function], marked: bool) -> Line:
    """What the first of two terms exceeds the second by: a constant, and a factor of each
    variable."""
    total: Line = {None: 0}
    for t, sign in zip(both, (1, -1), strict=True):
        for v, n in _value(t, chosen, marked).items():
            total[v] = total.get(v, 0) + sign * n
    return total


def _value(t: Term, chosen: Mapping[Any, Function], marked: bool) -> Line:
    found: dict[Term, Line] = {}
    for s in postorder(t):
        if s.op is VARIABLE:
            found[s] = {s: 1, None: 0}
        else:
            constant, *factors = chosen[_key(s, marked and s is t)]
            found[s] = _sum(constant, zip(factors, (found[a] for a in s.args), strict=True))
    return found[t]


def _sum(constant: int, parts: Iterable[tuple[int, Line]]) -> Line:
    total: Line = {None: constant}
    for factor, line in parts:
        for v, n in line.items():
            total[v] = total.get(v, 0) + factor * n
    return total


def _least(line: Line) -> int:
    """The least value of a line; less than any if a variable makes it smaller."""
    return -1 if any(n < 0 for n in line.values()) else line[None]
