"""Bags: matching modulo associativity and commutativity.

First the operands of the pattern without variables are removed from the subject. Then each pattern
with a head of its own chooses an operand, variables with values remove these, and the other
variables share the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from ..core.laws.base import is_element
from ..core.linear import neg
from ..core.terms import Term
from ..core.variables import Bindings, instance
from .letters import Product, joined, letters
from .patterns import (
    Compile,
    Demanded,
    Found,
    Ground,
    Op,
    Pattern,
    Place,
    Plain,
    Search,
    Variable,
    lets_signs_out,
    neutral_for,
)

Counts = dict[Term, int]


class Bag(Product):
    """An associative and commutative operator."""

    def __init__(self, term: Term, op: Op, compiled: Compile) -> None:
        super().__init__(term, op)
        items = [compiled(a) for a in letters(op, term)]
        self.ground = [p.term for p in items if isinstance(p, Ground)]
        self.shapes = [p for p in items if not isinstance(p, Ground | Variable)]
        self.taken: dict[Term, int] = {}
        for p in items:
            if isinstance(p, Variable):
                self.taken[p.term] = self.taken.get(p.term, 0) + 1
        self.by_variable = {p.term: p for p in items if isinstance(p, Variable)}

    def parts(self) -> Iterable[Pattern]:
        return (*self.shapes, *self.by_variable.values())

    def settle(self, solid: frozenset[Term], demanded: Demanded) -> None:
        super().settle(solid, demanded)
        if all(v.solid for v in self.by_variable.values()):
            self.neutral = None

    def matched(self, t: Term, s: Bindings, search: Search) -> Iterator[Found]:
        for found, sign, _ in self.dealt(Operands(letters(self.op, t)), s, search, whole=True):
            yield found, sign

    def places(self, t: Term, search: Search) -> Iterator[Place]:
        operands = Operands(letters(self.op, t))
        for found, sign, used in self.dealt(operands, {}, search, whole=False):
            yield Place(found, sign, partial(self.put, operands, used))

    def put(self, operands: Operands, used: Counts, t: Term) -> Term:
        return joined(self.op, [t, *listed(operands.without(used))])

    def dealt(
        self, operands: Operands, s: Bindings, search: Search, whole: bool
    ) -> Iterator[tuple[Bindings, int, Counts]]:
        """Ways to deal out the operands, with the sign and the operands used."""
        search.spend()
        used: Counts = {}
        for ground in self.ground:
            used = plus(used, ground)
            if not operands.has(ground, used[ground]):
                return
        for found, sign, more in self.chosen(0, operands, used, s, search):
            for bindings, taken in self.shared(operands, more, found, search, whole):
                yield bindings, sign, taken

    def chosen(
        self, at: int, operands: Operands, used: Counts, s: Bindings, search: Search
    ) -> Iterator[tuple[Bindings, int, Counts]]:
        """A different operand for every pattern that is neither ground nor a variable."""
        if at == len(self.shapes):
            yield s, 1, used
            return
        item = self.shapes[at]
        for t in self.candidates(item, operands, s, search):
            search.spend()
            if not operands.has(t, used.get(t, 0) + 1):
                continue
            for found, sign in item.match(t, s, search):
                if sign > 0 or lets_signs_out(self.op, 0, t):
                    more = self.chosen(at + 1, operands, plus(used, t), found, search)
                    for rest, other, taken in more:
                        yield rest, sign * other, taken

    def candidates(
        self, item: Pattern, operands: Operands, s: Bindings, search: Search
    ) -> Iterable[Term]:
        """The operands that may be instances of a pattern: a single value if its variables have
        values, otherwise those with its operator."""
        if not isinstance(item, Plain) or item.neutral is not None:
            return list(operands.counts)
        signed = operands.by_operator.get(neg, ())
        if at_once(item, s):
            value = search.value(instance(item.term, s))
            return [t for t in (value, *signed) if t is not None and t in operands.counts]
        return [*operands.by_operator.get(item.op, ()), *signed]

    def shared(
        self, operands: Operands, used: Counts, s: Bindings, search: Search, whole: bool
    ) -> Iterator[tuple[Bindings, Counts]]:
        """The remaining operands, distributed among the variables."""
        free: list[tuple[Term, int]] = []
        for v, times in self.taken.items():
            known = s.get(v)
            if known is None:
                free.append((v, times))
                continue
            if not (self.neutral is not None and is_element(known, self.neutral.e)):
                for letter in letters(self.op, known):
                    used = plus(used, letter, times)
                    if not operands.has(letter, used[letter]):
                        return
        if free or whole:
            yield from self.distributed(free, operands.without(used), used, s, search, whole)
        else:
            yield s, used

    def distributed(
        self,
        free: list[tuple[Term, int]],
        left: Counts,
        used: Counts,
        s: Bindings,
        search: Search,
        whole: bool,
    ) -> Iterator[tuple[Bindings, Counts]]:
        if not free:
            if not whole or not left:
                yield s, used
            return
        (v, times), others = free[0], free[1:]
        for part in sub_bags(left, times, everything=whole and not others):
            search.spend()
            value = self.value(part, v, s, search, whole)
            found = None if value is None else self.by_variable[v].bound(value, s)
            if found is not None:
                over, more = left, used
                for letter, n in part.items():
                    over = plus(over, letter, -n * times)
                    more = plus(more, letter, n * times)
                yield from self.distributed(others, over, more, found, search, whole)

    def value(self, part: Counts, v: Term, s: Bindings, search: Search, whole: bool) -> Term | None:
        if part:
            return search.normal(joined(self.op, listed(part)))
        if self.neutral is None or not whole or self.by_variable[v].solid:
            return None
        return neutral_for(self.neutral, v, s)


class Operands:
    """The operands of a bag, counted and indexed by operator."""

    __slots__ = ("by_operator", "counts")

    def __init__(self, terms: Iterable[Term]) -> None:
        self.counts: Counts = {}
        self.by_operator: dict[Op, dict[Term, None]] = {}
        for t in terms:
            self.add(t)

    def add(self, t: Term) -> None:
        n = self.counts.get(t, 0)
        self.counts[t] = n + 1
        if not n:
            self.by_operator.setdefault(t.op, {})[t] = None

    def remove(self, used: Counts) -> None:
        for t, n in used.items():
            left = self.counts[t] - n
            if left:
                self.counts[t] = left
            else:
                del self.counts[t], self.by_operator[t.op][t]

    def has(self, t: Term, times: int) -> bool:
        return self.counts.get(t, 0) >= times

    def without(self, used: Counts) -> Counts:
        left = {t: n - used.get(t, 0) for t, n in self.counts.items()}
        return {t: n for t, n in left.items() if n}


def at_once(item: Pattern, s: Bindings) -> bool:
    """Whether all variables of a pattern have values."""
    return all(v in s for v in item.variables)


def listed(counts: Counts) -> list[Term]:
    return [t for t, n in counts.items() for _ in range(n)]


def plus(counts: Counts, t: Term, times: int = 1) -> Counts:
    """A bag with an operand added, or removed if `times` is negative."""
    found = {**counts, t: counts.get(t, 0) + times}
    if not found[t]:
        del found[t]
    return found


def sub_bags(counts: Counts, times: int, everything: bool) -> Iterator[Counts]:
    """The bags that fit `times` times into another, small ones first and the empty one last; or the
    one that fills it."""
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
