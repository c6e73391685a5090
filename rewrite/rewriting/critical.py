"""Critical pairs: terms that two rules rewrite differently, where their left sides overlap.

Overlaps are found by unification (see `unification`):

- a whole left side with the sub-terms of another, in every order where an operator commutes;
- letters of words, the end of one against the beginning of another, and one inside the other;
- bags of an operator that associates and commutes, each with other operands beside it;
- summands of sums, and factors of products of scalars, that two rules have in common: the rest of
  each stands beside what the other rule makes (see `overlaps`).

A variable among the letters of a word is taken for one letter, and one among the factors of a
product is not overlapped at all, since it stands for any number of them; `Left.out` counts these.
Matrices whose size is open are taken 3×3.

>>> from rewrite import Scalar, cos, rule, sin
>>> @rule
... def pythagoras(x: Scalar):
...     "sin² + cos² = 1"
...     return sin(x)**2 + cos(x)**2 >> 1
>>> @rule
... def other_way(x: Scalar):
...     "1 − sin² = cos²"
...     return 1 - sin(x)**2 >> cos(x)**2
>>> for pair in critical_pairs([pythagoras, other_way]):
...     print(pair.peak, "|", pair.left, "|", pair.right)
sin(x_)**2 + cos(x_)**2 - 1 | 0 | 0
-sin(x)**2 - sin(x_)**2 + 1 | cos(x)**2 - sin(x_)**2 | -sin(x)**2 + cos(x_)**2
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from ..core.facts import Fact
from ..core.operators import VARIABLE
from ..core.sorts import is_unknown
from ..core.substitution import replaced
from ..core.terms import Term
from ..core.variables import Bindings, instance, variable, variables_of
from ..errors import RewriteError
from ..matching.bags import Bag
from ..matching.unification import each, operands, partial, settled, unified, unified_bags
from ..matching.words import Word, joined, letters
from ..normalform.walk import normal
from .conditions import Condition, FreeOf, Precedes
from .overlaps import monomial_overlaps
from .rule import Rule
from .run import size

__all__ = ["CriticalPair", "Left", "critical_pairs", "settled", "unified"]


OPERANDS = 6
"""How many operands two bags may have together for all their overlaps to be found."""


@dataclass(frozen=True)
class CriticalPair:
    """A term, what two rules make of it, and the conditions of both."""

    first: Rule
    second: Rule
    peak: Term
    left: Term
    right: Term
    conditions: tuple[Condition, ...] = ()

    def __str__(self) -> str:
        names = f"{self.first.name} and {self.second.name}"
        return f"{names} make {self.left} and {self.right} of {self.peak}"


@dataclass
class Left:
    """What was left out, by the reason; overlaps of more nodes than `largest` are."""

    out: Counter[str] = field(default_factory=Counter)
    largest: int | None = None


def critical_pairs(rules: Sequence[Rule], left: Left | None = None) -> Iterator[CriticalPair]:
    """The critical pairs of rules, each with each and with itself.

    What is left out is counted in `left`.
    """
    left = left or Left()
    for i, first in enumerate(rules):
        for j, second in enumerate(rules):
            yield from _Overlap(first, second, i, j, left).pairs()


class _Overlap:
    """Two rules, the variables of the second renamed."""

    def __init__(self, first: Rule, second: Rule, i: int, j: int, out: Left) -> None:
        self.first, self.second, self.left_out = first, second, out
        self.same, self.before = i == j, i < j
        self.own, self.renamed = _renaming(first, ""), _renaming(second, "_")
        self.ours, self.made = (instance(t, self.own) for t in (first.left, first.right))
        self.left, self.right = (instance(t, self.renamed) for t in (second.left, second.right))
        self.met: set[Any] = set()

    def pairs(self) -> Iterator[CriticalPair]:
        yield from self.inside()
        first, second = self.first.pattern, self.second.pattern
        if isinstance(first, Word) and isinstance(second, Word) and first.op is second.op:
            yield from self.words(first.op)
        if isinstance(first, Bag) and isinstance(second, Bag) and first.op is second.op:
            yield from self.bags(first.op)
        if self.before or self.same:
            for s, peak, one, other in monomial_overlaps(
                self.ours, self.made, self.left, self.right, self.left_out.out
            ):
                yield from self.pair(s, peak, one, other)
        if (self.before or self.same) and (partial(self.ours) or partial(self.left)):
            self.left_out.out["variables of words that take several letters"] += 1

    def inside(self) -> Iterator[CriticalPair]:
        """The second left side as a sub-term of the first, or a word inside one of its words."""
        for position, part in _positions(self.ours):
            if part.op is VARIABLE:
                continue
            if position or self.before:
                for s, sign in unified(part, self.left, {}):
                    yield from self.placed(position, self.signed(sign), s)
            if position and isinstance(self.second.pattern, Word):
                yield from self.within(position, part, self.second.pattern.op)
            if position and isinstance(self.second.pattern, Bag):
                yield from self.among(position, part, self.second.pattern.op)

    def placed(self, position: tuple[int, ...], value: Term, s: Bindings) -> Iterator[CriticalPair]:
        try:  # under the substitution, which settles the shapes
            peak, value = settled(self.ours, s), settled(value, s)
            other = replaced(peak, position, value) if position else value
        except RewriteError:
            self.left_out.out["overlaps without a meaning"] += 1
            return
        yield from self.pair(s, peak, self.made, other)

    def within(self, position: tuple[int, ...], part: Term, op: Any) -> Iterator[CriticalPair]:
        if part.op is not op:
            return
        ours, theirs = letters(op, part), letters(op, self.left)
        for start in range(len(ours) - len(theirs) + 1):
            if len(theirs) < len(ours):
                for s in each(ours[start : start + len(theirs)], theirs, {}):
                    rest = [*ours[:start], self.right, *ours[start + len(theirs) :]]
                    yield from self.placed(position, self.word(op, rest, s), s)

    def among(self, position: tuple[int, ...], part: Term, op: Any) -> Iterator[CriticalPair]:
        """A bag among the operands of one inside the first left side."""
        if part.op is op:
            ours, theirs = letters(op, part), letters(op, self.left)
            y = variable("y_beside", ours[0].sort, ours[0].shape)
            for s in unified_bags(op, ours, [*theirs, y], {}):
                yield from self.placed(position, joined(op, [self.right, y]), s)

    def words(self, op: Any) -> Iterator[CriticalPair]:
        """Words that overlap at their ends, and one inside the other."""
        ours, theirs = letters(op, self.ours), letters(op, self.left)
        for shared in range(1, min(len(ours), len(theirs)) + (0 if self.same else 1)):
            for s in each(ours[-shared:], theirs[:shared], {}):
                words = [
                    [*ours, *theirs[shared:]],
                    [self.made, *theirs[shared:]],
                    [*ours[:-shared], self.right],
                ]
                yield from self.pair(s, *(self.word(op, word, s) for word in words))
        for start in range(len(ours) - len(theirs) + 1):
            if len(theirs) < len(ours):
                for s in each(ours[start : start + len(theirs)], theirs, {}):
                    rest = [*ours[:start], self.right, *ours[start + len(theirs) :]]
                    two = self.word(op, rest, s)
                    yield from self.pair(s, self.word(op, ours, s), self.made, two)

    def word(self, op: Any, word: list[Term], s: Bindings) -> Term:
        """Letters as one term, under the substitution, which settles their shapes."""
        return joined(op, [settled(letter, s) for letter in word])

    def bags(self, op: Any) -> Iterator[CriticalPair]:
        """Bags with operands in common: f(l₁, X) and f(l₂, Y), with X, Y or neither."""
        if not (self.before or self.same):
            return
        ours, theirs = letters(op, self.ours), letters(op, self.left)
        if len(ours) + len(theirs) > OPERANDS:
            self.left_out.out["bags of many operands, of which some overlaps are left out"] += 1
        kind = ours[0].sort, ours[0].shape
        x, y = variable("x_beside", *kind), variable("y_beside", *kind)
        for mine in ((), (x,)):
            for other in ((), (y,)):
                if not mine and not other:
                    continue  # found at the head
                for s in unified_bags(op, [*ours, *mine], [*theirs, *other], {}):
                    if _shared(op, s, ours, theirs, [*ours, *mine]):
                        one = joined(op, [self.made, *mine])
                        two = joined(op, [self.right, *other])
                        yield from self.pair(s, joined(op, [*ours, *mine]), one, two)

    def signed(self, sign: int) -> Term:
        return self.right if sign > 0 else cast(Term, -cast(Any, self.right))

    def pair(self, s: Bindings, peak: Term, one: Term, other: Term) -> Iterator[CriticalPair]:
        """The pair under a substitution, if it has a meaning."""
        conditions = [_changed(c, self.own) for c in self.first.conditions]
        conditions += [_changed(c, self.renamed) for c in self.second.conditions]
        most = self.left_out.largest
        try:
            whole = normal(settled(peak, s))
            if most is not None and size(whole) > most:
                self.left_out.out[f"overlaps of more than {most} nodes"] += 1
                return
            found = [whole, *(normal(settled(t, s)) for t in (one, other))]
            when = tuple(dict.fromkeys(_settled(c, s) for c in conditions))
        except (RewriteError, ArithmeticError):
            self.left_out.out["overlaps without a meaning"] += 1
            return
        key = (*found, when)
        if key not in self.met and not (self.same and found[1] is found[2]):
            self.met.add(key)
            yield CriticalPair(self.first, self.second, found[0], found[1], found[2], when)


def _shared(op: Any, s: Bindings, ours: list[Term], theirs: list[Term], peak: list[Term]) -> bool:
    """Whether two bags have operands in common, and do not just stand side by side."""
    bags = [Counter(settled(t, s) for t in operands(op, ts, s)) for ts in (ours, theirs, peak)]
    return not bags[0] + bags[1] <= bags[2]


def _changed(c: Condition, bindings: Bindings) -> Condition:
    terms = tuple(instance(t, bindings) for t in c.terms)
    return Fact(c.name, terms) if isinstance(c, Fact) else type(c)(*terms)


def _settled(c: Condition, s: Bindings) -> Condition:
    terms = tuple(normal(settled(t, s)) for t in c.terms)
    if isinstance(c, Precedes | FreeOf):
        return type(c)(*terms)
    return Fact(c.name, terms)


def _renaming(rule: Rule, suffix: str) -> Bindings:
    """New variables in the place of a rule's own; sizes that are open become 3."""
    found: Bindings = {n: 3 for v in rule.variables for n in v.shape if is_unknown(n)}
    for v in variables_of(rule.left):
        shape = tuple(found.get(n, n) for n in v.shape)
        found[v] = variable(f"{v.name}{suffix}", v.sort, shape)
    return found


def _positions(root: Term) -> Iterator[tuple[tuple[int, ...], Term]]:
    stack: list[tuple[tuple[int, ...], Term]] = [((), root)]
    while stack:
        position, t = stack.pop()
        yield position, t
        stack += [((*position, i), a) for i, a in enumerate(t.args)]
