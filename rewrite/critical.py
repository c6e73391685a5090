"""Critical pairs: terms that two rules rewrite differently, where their left sides overlap.

Overlaps are found by unification: of whole left sides with the sub-terms of each other, in every
order where an operator commutes, and of the letters of words, end against beginning and one inside
the other. A variable among the letters of a word is taken for one letter; sums and products of
scalars are unified operand by operand. What is beyond that is not found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any, cast

from .laws import Anticommutative, Associative, Commutative
from .matching.bags import Bag
from .matching.patterns import shaped
from .matching.words import Word, joined, letters
from .operators import VARIABLE
from .rule import Rule
from .sorts import is_unknown, unknown_size
from .strategies import replaced
from .terms import Term, postorder
from .variables import Bindings, instance, variable, variables_of


@dataclass(frozen=True)
class CriticalPair:
    """A term, and what two rules make of it."""

    first: Rule
    second: Rule
    peak: Term
    left: Term
    right: Term

    def __str__(self) -> str:
        names = f"{self.first.name} and {self.second.name}"
        return f"{names} make {self.left} and {self.right} of {self.peak}"


def critical_pairs(rules: Sequence[Rule]) -> Iterator[CriticalPair]:
    """The critical pairs of rules, each with each and with itself."""
    for i, first in enumerate(rules):
        for j, second in enumerate(rules):
            yield from _overlaps(first, second, i == j, i < j)


def _overlaps(first: Rule, second: Rule, same: bool, at_head: bool) -> Iterator[CriticalPair]:
    renamed = _renaming(second)
    left, right = instance(second.left, renamed), instance(second.right, renamed)
    for position, part in _positions(first.left):
        if part.op is VARIABLE or (not position and not at_head):
            continue
        for s, sign in unified(part, left, {}):
            value = right if sign > 0 else cast(Term, -cast(Any, right))
            other = replaced(first.left, position, value) if position else value
            yield _pair(first, second, s, first.left, first.right, other)
    if isinstance(first.pattern, Word) and isinstance(second.pattern, Word):
        yield from _word_overlaps(first, second, left, right, same)
    if isinstance(first.pattern, Bag) and isinstance(second.pattern, Bag):
        yield from _bag_overlaps(first, second, left, right)


def _word_overlaps(
    first: Rule, second: Rule, left: Term, right: Term, same: bool
) -> Iterator[CriticalPair]:
    op = cast(Word, first.pattern).op
    if cast(Word, second.pattern).op is not op:
        return
    ours, theirs = letters(op, first.left), letters(op, left)
    for shared in range(1, min(len(ours), len(theirs)) + (0 if same else 1)):
        for s in _each(ours[-shared:], theirs[:shared], {}):
            peak = joined(op, [*ours, *theirs[shared:]])
            one = joined(op, [first.right, *theirs[shared:]])
            yield _pair(first, second, s, peak, one, joined(op, [*ours[:-shared], right]))
    for start in range(len(ours) - len(theirs) + 1):
        if len(theirs) < len(ours):
            for s in _each(ours[start : start + len(theirs)], theirs, {}):
                rest = [*ours[:start], right, *ours[start + len(theirs) :]]
                yield _pair(first, second, s, joined(op, ours), first.right, joined(op, rest))


def _bag_overlaps(first: Rule, second: Rule, left: Term, right: Term) -> Iterator[CriticalPair]:
    """Bags that have some operands in common: the others stand beside what a rule makes."""
    op = cast(Bag, first.pattern).op
    if cast(Bag, second.pattern).op is not op:
        return
    ours, theirs = letters(op, first.left), letters(op, left)
    for count in range(1, min(len(ours), len(theirs)) + 1):
        for mine in combinations(range(len(ours)), count):
            for other in permutations(range(len(theirs)), count):
                for s in _each([ours[i] for i in mine], [theirs[j] for j in other], {}):
                    here = [x for i, x in enumerate(ours) if i not in mine]
                    there = [x for j, x in enumerate(theirs) if j not in other]
                    peak = joined(op, [*ours, *there])
                    one, two = joined(op, [first.right, *there]), joined(op, [right, *here])
                    yield _pair(first, second, s, peak, one, two)


def _pair(
    first: Rule, second: Rule, s: Bindings, peak: Term, one: Term, other: Term
) -> CriticalPair:
    return CriticalPair(first, second, *(settled(t, s) for t in (peak, one, other)))


def _renaming(rule: Rule) -> Bindings:
    """New variables in the place of a rule's own."""
    found: Bindings = {}
    sizes = {n for v in rule.variables for n in v.shape if is_unknown(n)}
    found |= {n: unknown_size(10**6 + n) for n in sizes}
    for v in variables_of(rule.left):
        shape = tuple(found.get(n, n) for n in v.shape)
        found[v] = variable(f"{v.name}_", v.sort, shape)
    return found


def _positions(root: Term) -> Iterator[tuple[tuple[int, ...], Term]]:
    stack: list[tuple[tuple[int, ...], Term]] = [((), root)]
    while stack:
        position, t = stack.pop()
        yield position, t
        stack += [((*position, i), a) for i, a in enumerate(t.args)]


# -- unification -------------------------------------------------------------------------------


def unified(p: Term, q: Term, s: Bindings) -> Iterator[tuple[Bindings, int]]:
    """Substitutions, and signs, that make two patterns the same."""
    p, q = _walked(p, s), _walked(q, s)
    if p is q:
        yield s, 1
    elif p.op is VARIABLE or q.op is VARIABLE:
        if p.op is not VARIABLE:
            p, q = q, p
        found = _assigned(p, q, s)
        if found is not None:
            yield found, 1
    elif p.op is q.op and len(p.args) == len(q.args) and p.args:
        for order, sign in _orders(q):
            for found in _each(p.args, order, s):
                yield found, sign


def _each(ps: Sequence[Term], qs: Sequence[Term], s: Bindings) -> Iterator[Bindings]:
    if not ps:
        yield s
        return
    for found, sign in unified(ps[0], qs[0], s):
        if sign > 0:
            yield from _each(ps[1:], qs[1:], found)


def _orders(t: Term) -> Iterator[tuple[Sequence[Term], int]]:
    signed = t.op.law(Anticommutative) is not None
    if (not signed and t.op.law(Commutative) is None) or (
        t.op.law(Associative) is not None and len(t.args) > 6
    ):
        yield t.args, 1
    else:
        for order in permutations(range(len(t.args))):
            swaps = sum(x > y for i, x in enumerate(order) for y in order[i + 1 :])
            yield [t.args[i] for i in order], -1 if signed and swaps % 2 else 1


def _walked(t: Term, s: Bindings) -> Term:
    while t.op is VARIABLE and t in s:
        t = s[t]
    return t


def _assigned(v: Term, t: Term, s: Bindings) -> Bindings | None:
    if v.sort is not t.sort or any(x is v for x in postorder(settled(t, s))):
        return None
    sizes = shaped(v.shape, t.shape, s)
    return None if sizes is None else {**sizes, v: t}


def settled(t: Term, s: Bindings) -> Term:
    """A term under a substitution whose values may themselves have variables."""
    for _ in range(len(s) + 1):
        more = instance(t, s)
        if more is t:
            break
        t = more
    return t
