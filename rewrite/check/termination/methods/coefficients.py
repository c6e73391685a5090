"""The search for interpretations: rules become inequalities between unknown coefficients."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from .inequalities import Group, Inequality, Polynomial, inequality, solutions
from .numbers import Interpretation, Slot
from .plain import Plain, PlainRule, heads_of

ONE: Polynomial = {(): 1}
LARGEST = 3_000
"""The most products of coefficients that one value may have."""
Symbolic = dict[Any, Polynomial]
"""A Value as in `numbers`, with polynomials in the unknowns in place of numbers."""


@dataclass(frozen=True)
class Space:
    """The coefficients to try: groups of slots with their values, for a head and its arity.

    The slots of a group are chosen together: the values of a group are tuples.
    """

    groups: Callable[[str, int], Iterable[tuple[tuple[Slot, ...], Sequence[tuple[int, ...]]]]]
    dimension: int = 1
    nodes: int = 3_000


@dataclass(frozen=True)
class Wanted:
    """Rules that must not grow, and rules of which at least one must become smaller."""

    kept: Sequence[PlainRule]
    lowered: Sequence[PlainRule]


class TooLargeError(Exception):
    """A value has too many products of coefficients, or takes too long."""


def found_interpretation(
    wanted: Wanted, space: Space, passed: Callable[[], bool]
) -> Interpretation | None:
    """An interpretation under which nothing grows and something gets smaller, if one is found."""
    try:
        search = Search(wanted.kept, space, passed)
    except TooLargeError:
        return None
    for target in wanted.lowered:
        found = next(search.solutions(target), None)
        if found is not None:
            return found
        if passed():
            break
    return None


class Search:
    """The inequalities of some rules between the coefficients of their heads."""

    def __init__(self, kept: Sequence[PlainRule], space: Space, passed: Callable[[], bool]) -> None:
        self.space, self.passed = space, passed
        self.slots: dict[tuple[str, Slot], Polynomial] = {}
        self.names: list[tuple[str, Slot]] = []
        self.fixed: dict[tuple[str, Slot], int] = {}
        self.groups: list[Group] = []
        for h, n in heads_of(*(t for r in kept for t in r)).items():
            for slots, values in space.groups(h, n):
                self.declare(h, slots, values)
        self.differences: dict[PlainRule, Symbolic] = {}
        for r in kept:
            if passed():
                raise TooLargeError
            self.differences[r] = self.difference(*r)
        self.kept = [inequality(p, 0) for d in self.differences.values() for p in d.values() if p]

    def declare(self, h: str, slots: Sequence[Slot], values: Sequence[tuple[int, ...]]) -> None:
        open_ = []
        for at, slot in enumerate(slots):
            some = {v[at] for v in values}
            if len(some) == 1:
                self.fixed[h, slot] = n = some.pop()
                self.slots[h, slot] = {(): n} if n else {}
            else:
                self.slots[h, slot] = {(len(self.names),): 1}
                open_.append((len(self.names), at))
                self.names.append((h, slot))
        if open_:
            own = list(dict.fromkeys(tuple(v[at] for _, at in open_) for v in values))
            self.groups.append((tuple(i for i, _ in open_), own))

    def solutions(self, target: PlainRule | None = None) -> Iterator[Interpretation]:
        """Interpretations under which nothing grows and the target gets smaller."""
        asked: list[Inequality] = []
        if target is not None:
            at: Any = (None, 0, 0) if self.space.dimension > 1 else ()
            asked = [inequality(self.differences.get(target, {}).get(at, {}), 1)]
        for found in solutions(self.groups, [*asked, *self.kept], self.space.nodes, self.passed):
            chosen = dict(zip(self.names, found, strict=True))
            yield Interpretation(tuple({**self.fixed, **chosen}.items()), self.space.dimension)

    def difference(self, left: Plain, right: Plain) -> Symbolic:
        """The left side less the right side, for each monomial of variables."""
        found = self.value(left)
        for key, p in self.value(right).items():
            total = found.setdefault(key, {})
            for m, n in p.items():
                total[m] = total.get(m, 0) - n
        return {key: {m: n for m, n in p.items() if n} for key, p in found.items()}

    def value(self, t: Plain) -> Symbolic:
        if self.space.dimension > 1:
            return self.vector(t)
        if isinstance(t, str):
            return {(t,): dict(ONE)}
        args = [self.value(a) for a in t[1:]]
        if len(args) > 2 and (t[0], (2,)) not in self.slots:  # an associative head, written flat
            total = args[-1]
            for a in reversed(args[:-1]):
                total = self.applied(t[0], [a, total])
            return total
        return self.applied(t[0], args)

    def applied(self, head: str, args: Sequence[Symbolic]) -> Symbolic:
        total: Symbolic = {(): dict(self.slots[head, ()])}
        for i, a in enumerate(args):
            for key, p in a.items():
                self.add(total, key, self.slots[head, (i,)], p)
            for j in range(i, len(args)):
                factor = self.slots.get((head, (i, j)))
                if factor:
                    for k, p in a.items():
                        for m, q in args[j].items():
                            self.add(total, tuple(sorted(k + m)), factor, self.times(p, q))
        return total

    def vector(self, t: Plain) -> Symbolic:
        d = self.space.dimension
        if isinstance(t, str):
            return {(t, i, i): dict(ONE) for i in range(d)}
        total: Symbolic = {(None, i, 0): dict(self.slots[t[0], ((), i)]) for i in range(d)}
        for at, arg in enumerate(t[1:]):
            for (v, k, j), p in self.vector(arg).items():
                for i in range(d):
                    self.add(total, (v, i, j), self.slots[t[0], (at, i, k)], p)
        return total

    def add(self, total: Symbolic, key: Any, factor: Polynomial, p: Polynomial) -> None:
        if factor and p:
            mine = total.setdefault(key, {})
            for m, n in self.times(factor, p).items():
                mine[m] = mine.get(m, 0) + n

    def times(self, p: Polynomial, q: Polynomial) -> Polynomial:
        """The product of two polynomials; TooLargeError if it is too long or time is up."""
        found: Polynomial = {}
        for m, a in p.items():
            for n, b in q.items():
                key = tuple(sorted(m + n)) if m and n else m or n
                found[key] = found.get(key, 0) + a * b
            if len(found) > LARGEST or self.passed():
                raise TooLargeError
        return found
