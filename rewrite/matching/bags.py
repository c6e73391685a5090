"""Bags: matching modulo associativity and commutativity.

What has no variables is taken out of the subject first, then shaped patterns choose an operand
each, then variables that have a value take it out, and the others share what is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from ..laws import Neutral
from ..laws.base import is_element
from ..terms import Term
from ..theory.linear import neg
from ..variables import Bindings
from .patterns import (
    Found,
    Ground,
    Op,
    Pattern,
    Place,
    Search,
    Variable,
    compiled,
    lets_signs_out,
    neutral_for,
)
from .words import joined, letters, product_of

Counts = dict[Term, int]


class Bag(Pattern):
    """An operator that associates and commutes."""

    def __init__(self, term: Term, op: Op) -> None:
        super().__init__(term)
        self.op = op
        self.neutral: Neutral | None = op.law(Neutral)
        items = [compiled(a) for a in letters(op, term)]
        self.ground = [p.term for p in items if isinstance(p, Ground)]
        self.shapes = [p for p in items if not isinstance(p, Ground | Variable)]
        self.taken: dict[Term, int] = {}
        for p in items:
            if isinstance(p, Variable):
                self.taken[p.term] = self.taken.get(p.term, 0) + 1
        self.by_variable = {p.term: p for p in items if isinstance(p, Variable)}

    def match(self, t: Term, s: Bindings, search: Search) -> Iterator[Found]:
        if t.op is neg:
            for found, sign in self.match(t.args[0], s, search):
                yield found, -sign
            return
        if t.op is not self.op and self.neutral is None and product_of(t) is not self.op:
            return
        for found, sign, _ in self.dealt(counted(letters(self.op, t)), s, search, whole=True):
            yield found, sign

    def places(self, t: Term, search: Search) -> Iterator[Place]:
        for found, sign, rest in self.dealt(counted(letters(self.op, t)), {}, search, whole=False):
            yield Place(found, sign, partial(self.put, rest))

    def put(self, rest: Counts, t: Term) -> Term:
        return joined(self.op, [t, *listed(rest)])

    def dealt(
        self, counts: Counts, s: Bindings, search: Search, whole: bool
    ) -> Iterator[tuple[Bindings, int, Counts]]:
        """Ways to deal the operands out, with their sign, and what is then left."""
        search.spend()
        for ground in self.ground:
            counts = without(counts, ground)
            if counts.get(ground, 0) < 0:
                return
        for found, sign, left in self.chosen(self.shapes, counts, s, search):
            for more, rest in self.shared(left, found, search, whole):
                yield more, sign, rest

    def chosen(
        self, shapes: Sequence[Pattern], counts: Counts, s: Bindings, search: Search
    ) -> Iterator[tuple[Bindings, int, Counts]]:
        """A different operand for every shaped pattern."""
        if not shapes:
            yield s, 1, counts
            return
        for t in counts:
            search.spend()
            for found, sign in shapes[0].match(t, s, search):
                if sign > 0 or lets_signs_out(self.op, 0, t):
                    more = self.chosen(shapes[1:], without(counts, t), found, search)
                    for rest, other, left in more:
                        yield rest, sign * other, left

    def shared(
        self, counts: Counts, s: Bindings, search: Search, whole: bool
    ) -> Iterator[tuple[Bindings, Counts]]:
        """What is left, shared out among the variables."""
        free: list[tuple[Term, int]] = []
        for v, times in self.taken.items():
            known = s.get(v)
            if known is None:
                free.append((v, times))
                continue
            if not (self.neutral is not None and is_element(known, self.neutral.e)):
                for letter in letters(self.op, known):
                    counts = without(counts, letter, times)
                    if counts.get(letter, 0) < 0:
                        return
        yield from self.hands(free, counts, s, search, whole)

    def hands(
        self,
        free: list[tuple[Term, int]],
        counts: Counts,
        s: Bindings,
        search: Search,
        whole: bool,
    ) -> Iterator[tuple[Bindings, Counts]]:
        if not free:
            if not whole or not counts:
                yield s, counts
            return
        (v, times), others = free[0], free[1:]
        for hand in sub_bags(counts, times, everything=whole and not others):
            search.spend()
            value = self.value(hand, v, s, search, whole)
            found = None if value is None else self.by_variable[v].bound(value, s)
            if found is not None:
                left = counts
                for letter, n in hand.items():
                    left = without(left, letter, n * times)
                yield from self.hands(others, left, found, search, whole)

    def value(self, hand: Counts, v: Term, s: Bindings, search: Search, whole: bool) -> Term | None:
        if hand:
            return search.normal(joined(self.op, listed(hand)))
        if self.neutral is None or not whole:
            return None
        return neutral_for(self.neutral, v, s)


def counted(terms: Sequence[Term]) -> Counts:
    counts: Counts = {}
    for t in terms:
        counts[t] = counts.get(t, 0) + 1
    return counts


def listed(counts: Counts) -> list[Term]:
    return [t for t, n in counts.items() for _ in range(n)]


def without(counts: Counts, t: Term, times: int = 1) -> Counts:
    """A bag with an operand taken out; negative if it was not there."""
    left = {**counts, t: counts.get(t, 0) - times}
    if left[t] == 0:
        del left[t]
    return left


def sub_bags(counts: Counts, times: int, everything: bool) -> Iterator[Counts]:
    """The bags that fit `times` over into another, small ones first and none last; or the one
    that fills it."""
    if everything:
        if all(n % times == 0 for n in counts.values()):
            yield {t: n // times for t, n in counts.items()}
        return
    most = {t: n // times for t, n in counts.items() if n >= times}
    for size in range(1, sum(most.values()) + 1):
        yield from _of_size(list(most.items()), size)
    yield {}


def _of_size(most: list[tuple[Term, int]], size: int) -> Iterator[Counts]:
    if size == 0:
        yield {}
        return
    for i, (t, n) in enumerate(most):
        for k in range(min(n, size), 0, -1):
            for rest in _of_size(most[i + 1 :], size - k):
                yield {t: k, **rest}
