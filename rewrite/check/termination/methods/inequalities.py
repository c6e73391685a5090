"""Inequalities between polynomials in small natural numbers, solved by choosing values one by one.

An inequality says that a sum of products of unknowns, with integer factors, is at least a number.
Unknowns are chosen in groups, each from a list of values. Unknowns still open lie between two
bounds, and so does every sum: a choice is given up as soon as some inequality cannot hold any more.
The next unknown is taken from an inequality that may still fail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

Monomial = tuple[int, ...]
"""The indices of unknowns, in order."""
Polynomial = dict[Monomial, int]
Group = tuple[tuple[int, ...], Sequence[tuple[int, ...]]]
"""Unknowns that are chosen together, and the values to try."""


@dataclass(frozen=True)
class Inequality:
    """Terms with positive factors, terms with negative factors (without the sign), and the least
    value of the sum."""

    more: tuple[tuple[int, Monomial], ...]
    less: tuple[tuple[int, Monomial], ...]
    least: int


def inequality(difference: Polynomial, least: int) -> Inequality:
    more = tuple((n, m) for m, n in difference.items() if n > 0)
    less = tuple((-n, m) for m, n in difference.items() if n < 0)
    return Inequality(more, less, least)


def solutions(
    groups: Sequence[Group],
    wanted: Sequence[Inequality],
    nodes: int,
    passed: Callable[[], bool],
) -> Iterator[list[int]]:
    """Values of all unknowns for which every inequality holds, as far as they are found within the
    limits."""
    return _Solver(groups, wanted).found(nodes, passed)


class _Solver:
    def __init__(self, groups: Sequence[Group], wanted: Sequence[Inequality]) -> None:
        self.groups, self.wanted = groups, wanted
        count = 1 + max((i for some, _ in groups for i in some), default=-1)
        self.low, self.high = [0] * count, [0] * count
        self.group_of = {i: g for g, (some, _) in enumerate(groups) for i in some}
        for g in range(len(groups)):
            self.open(g)
        self.about: list[list[Inequality]] = [[] for _ in groups]
        for w in wanted:
            inside = {i for _, m in (*w.more, *w.less) for i in m}
            for g in {self.group_of[i] for i in inside}:
                self.about[g].append(w)

    def open(self, g: int) -> None:
        some, values = self.groups[g]
        for at, i in enumerate(some):
            self.low[i] = min(v[at] for v in values)
            self.high[i] = max(v[at] for v in values)

    def choose(self, g: int, value: tuple[int, ...]) -> None:
        for i, n in zip(self.groups[g][0], value, strict=True):
            self.low[i] = self.high[i] = n

    def found(self, nodes: int, passed: Callable[[], bool]) -> Iterator[list[int]]:
        if not all(map(self.possible, self.wanted)):
            return
        first = self.next_group()
        if first is None:
            yield list(self.low)
            return
        stack = [(first, iter(self.groups[first][1]))]
        for _ in range(nodes):
            if not stack or passed():
                return
            g, values = stack[-1]
            value = next(values, None)
            if value is None:
                stack.pop()
                self.open(g)
                continue
            self.choose(g, value)
            if self.fits(g):
                after = self.next_group()
                if after is None:
                    yield list(self.low)
                else:
                    stack.append((after, iter(self.groups[after][1])))

    def fits(self, g: int) -> bool:
        """Whether all inequalities of a group may still hold; a failing one moves to the front."""
        some = self.about[g]
        for i, w in enumerate(some):
            if not self.possible(w):
                if i:
                    some.insert(0, some.pop(i))
                return False
        return True

    def possible(self, w: Inequality) -> bool:
        return _sum(w.more, self.high) - _sum(w.less, self.low) >= w.least

    def next_group(self) -> int | None:
        """An open group of an inequality that does not yet hold for all remaining values."""
        low, high = self.low, self.high
        for w in self.wanted:
            if _sum(w.more, low) - _sum(w.less, high) < w.least:
                for _, m in (*w.less, *w.more):
                    for i in m:
                        if low[i] != high[i]:
                            return self.group_of[i]
        return None


def _sum(terms: Sequence[tuple[int, Monomial]], values: Sequence[int]) -> int:
    total = 0
    for n, m in terms:
        for i in m:
            n *= values[i]
        total += n
    return total
