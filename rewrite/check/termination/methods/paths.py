"""Recursive path orders: a precedence of heads; operands are compared as multisets or
lexicographically.

f(s₁, …) is above t in three cases: some sᵢ is t or above t; or t = g(t₁, …), f comes before g, and
f(s₁, …) is above all tⱼ; or f = g, f(s₁, …) is above all tⱼ, and the operands of the one are above
those of the other, in the order that is chosen for f: as multisets, or lexicographically from the
left or from the right (Dershowitz 1982, Kamin and Lévy 1980).

The precedence is not guessed: it starts empty, and each comparison adds what it needs, with all
alternatives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from .plain import Plain, PlainRule

BAG, LEFT, RIGHT = "bag", "left to right", "right to left"
STEPS = 20_000
"""The most comparisons in one search."""


@dataclass(frozen=True)
class PathOrder:
    """A precedence (for every head, the heads below it), and how operands are compared."""

    below: Mapping[str, frozenset[str]] = field(default_factory=dict)
    status: Mapping[str, str] = field(default_factory=dict)

    def before(self, f: str, g: str) -> PathOrder | None:
        """The order with f before g; None if that contradicts it."""
        if g in self.below.get(f, ()):
            return self
        if f == g or f in self.below.get(g, ()):
            return None
        new = frozenset((g,)) | self.below.get(g, frozenset())
        below = dict(self.below)
        for h in {f, *(h for h, after in below.items() if f in after)}:
            below[h] = below.get(h, frozenset()) | new
        return PathOrder(below, self.status)

    def comparing(self, f: str, how: str) -> PathOrder | None:
        if self.status.get(f, how) != how:
            return None
        return self if f in self.status else PathOrder(self.below, {**self.status, f: how})

    def above(self, s: Plain, t: Plain) -> bool:
        """Whether s is above t in this order, without additions to it."""
        try:
            orders = _Comparing(STEPS).above(s, t, self)
            return any(found == self for found in orders)
        except TooLongError:
            return False

    def at_least(self, s: Plain, t: Plain) -> bool:
        return bool(s == t) or self.above(s, t)

    def __str__(self) -> str:
        names = sorted(self.below, key=lambda h: (-len(self.below[h]), h))
        reported = [f"{h} > {', '.join(sorted(self.below[h]))}" for h in names if self.below[h]]
        reported += [f"{h} {how}" for h, how in sorted(self.status.items()) if how != BAG]
        return "; ".join(reported)


def one_after_another(
    asked: Sequence[Callable[[PathOrder], Iterator[PathOrder]]], order: PathOrder
) -> Iterator[PathOrder]:
    """The orders in which all comparisons hold; without recursion, since there may be many
    rules."""
    if not asked:
        yield order
        return
    stack = [asked[0](order)]
    while stack:
        found = next(stack[-1], None)
        if found is None:
            stack.pop()
        elif len(stack) == len(asked):
            yield found
        else:
            stack.append(asked[len(stack)](found))


class TooLongError(Exception):
    """The search has used up its steps or its time."""


def found_order(
    strict: Sequence[PlainRule],
    kept: Sequence[PlainRule] = (),
    start: PathOrder | None = None,
    steps: int = STEPS,
    passed: Callable[[], bool] = lambda: False,
) -> PathOrder | None:
    """An order in which all rules of the first kind go down and none of the second goes up."""
    comparing = _Comparing(steps, passed)
    try:
        return next(comparing.all(strict, kept, start or PathOrder()), None)
    except TooLongError:
        return None


class _Comparing:
    """Comparisons, each of which yields all orders in which it holds; one limit for all
    together."""

    def __init__(self, steps: int, passed: Callable[[], bool] = lambda: False) -> None:
        self.left, self.passed = steps, passed

    def all(
        self, strict: Sequence[PlainRule], kept: Sequence[PlainRule], order: PathOrder
    ) -> Iterator[PathOrder]:
        some = [partial(self.above, *rule) for rule in strict]
        return one_after_another([*some, *(partial(self.at_least, *rule) for rule in kept)], order)

    def at_least(self, s: Plain, t: Plain, order: PathOrder) -> Iterator[PathOrder]:
        if s == t:
            yield order
        else:
            yield from self.above(s, t, order)

    def above(self, s: Plain, t: Plain, order: PathOrder) -> Iterator[PathOrder]:
        self.left -= 1
        if self.left < 0 or (self.left % 256 == 0 and self.passed()):
            raise TooLongError
        if isinstance(s, str) or s == t:
            return
        for a in s[1:]:
            if a == t:
                yield order  # this adds nothing to the order, so no alternative is tried
                return
        for a in s[1:]:
            yield from self.above(a, t, order)
        if isinstance(t, str):
            return
        if s[0] == t[0]:
            yield from self.operands(s, t, order)
        else:
            found = order.before(s[0], t[0])
            if found is not None:
                yield from self.above_all(s, t[1:], found)

    def above_all(self, s: Plain, terms: Sequence[Plain], order: PathOrder) -> Iterator[PathOrder]:
        if not terms:
            yield order
            return
        for found in self.above(s, terms[0], order):
            yield from self.above_all(s, terms[1:], found)

    def operands(self, s: Plain, t: Plain, order: PathOrder) -> Iterator[PathOrder]:
        for how in (BAG, LEFT, RIGHT) if len(s) > 2 else (BAG,):
            found = order.comparing(s[0], how)
            if found is None:
                continue
            if how == BAG:
                yield from self.bags(s[1:], t[1:], found)
            else:
                yield from self.words(s, t, found, how)

    def words(self, s: Plain, t: Plain, order: PathOrder, how: str) -> Iterator[PathOrder]:
        mine, other = s[1:], t[1:]
        if how == RIGHT:
            mine, other = mine[::-1], other[::-1]
        for i, (a, b) in enumerate(zip(mine, other, strict=False)):
            if a != b:
                for found in self.above(a, b, order):
                    yield from self.above_all(s, other[i + 1 :], found)
                return

    def bags(
        self, some: Sequence[Plain], others: Sequence[Plain], order: PathOrder
    ) -> Iterator[PathOrder]:
        mine, other = Counter(some), Counter(others)
        gone, new = list(mine - other), list(other - mine)
        if gone:
            yield from self.dominated(gone, new, order)

    def dominated(
        self, gone: Sequence[Plain], new: Sequence[Plain], order: PathOrder
    ) -> Iterator[PathOrder]:
        if not new:
            yield order
            return
        for a in gone:
            for found in self.above(a, new[0], order):
                yield from self.dominated(gone, new[1:], found)
