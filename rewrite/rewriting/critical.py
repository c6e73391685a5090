"""Critical pairs: terms that two rules rewrite differently, where their left sides overlap.

Overlaps are found by unification (see `unification`), modulo the laws that only move operands:

- a whole left side with the sub-terms of another, in every order if an operator commutes; also with
  itself, since a pattern may match one term in several ways: h(x + y) in h(a + b);
- letters of words, the end of one against the beginning of another, and one inside the other;
- multisets of operands of an associative and commutative operator, each with others beside it;
- summands of sums, and factors of products of scalars, that two rules have in common: the rest of
  each left side stands beside the result of the other rule (see `overlaps`).

Laws that remove operators (units, idempotence, involutions) count as rules here: see `LawRule` and
`critical_pairs_with`. Omissions are counted in `LeftOut`. Matrices of unknown size are taken to be
3×3.

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
from itertools import count
from time import monotonic
from typing import Any, cast

from ..core.facts import Fact
from ..core.operators import VARIABLE
from ..core.sorts import Linear, is_unknown
from ..core.substitution import replaced
from ..core.terms import Term, postorder, rebuild
from ..core.variables import Bindings, instance, variable, variables_of
from ..deadline import check_time, glance_at_time
from ..errors import RewriteError
from ..matching.letters import joined, letters, product_of
from ..matching.unification import Effort, all_unified, is_word, settled, unified
from ..normalform.walk import normal
from .beside import Beside, besides, overlapping
from .conditions import Condition, FreeOf, Precedes
from .overlaps import clash, is_compound, key_of, monomial_overlaps
from .rule import Rule
from .run import size

__all__ = [
    "CriticalPair",
    "LawRule",
    "LeftOut",
    "critical_pairs",
    "critical_pairs_with",
    "settled",
    "unified",
]


@dataclass(frozen=True)
class LawRule:
    """A law of an operator as the rule that `normal` applies, or a special case of a rule."""

    name: str
    left: Term
    right: Term
    conditions: tuple[Condition, ...] = ()


Sides = Rule | LawRule
NO_TIME = "or more beyond the limit of time"


@dataclass(frozen=True)
class CriticalPair:
    """A term, what two rules make of it, and the conditions of both."""

    first: Sides
    second: Sides
    peak: Term
    left: Term
    right: Term
    conditions: tuple[Condition, ...] = ()

    def __str__(self) -> str:
        names = f"{self.first.name} and {self.second.name}"
        return f"{names} make {self.left} and {self.right} of {self.peak}"


@dataclass
class LeftOut:
    """Counts of overlaps that were left out, by reason; `largest` bounds their nodes."""

    out: Counter[str] = field(default_factory=Counter)
    largest: int | None = None
    deadline: float | None = None

    def late(self) -> bool:
        """Whether time is up; if so, that is counted as an omission."""
        if self.deadline is None or monotonic() < self.deadline:
            return False
        self.out[NO_TIME] = 1
        return True


def critical_pairs(rules: Sequence[Sides], left: LeftOut | None = None) -> Iterator[CriticalPair]:
    """The critical pairs of rules, each with each and with itself.

    Overlaps that are left out are counted in `left`.
    """
    left = left or LeftOut()
    first, second = ([_Renamed(r, suffix) for r in rules] for suffix in ("", "_"))
    filed = _Filed(second)
    for i, own in enumerate(first):
        for j in filed.candidates(own):
            if left.late():
                return
            yield from _Overlap(own, second[j], left, root=i <= j, same=i == j).pairs()


def critical_pairs_with(
    rules: Sequence[Sides], laws: Sequence[Sides], left: LeftOut | None = None
) -> Iterator[CriticalPair]:
    """The critical pairs of rules with laws, without those of two rules or of two laws."""
    left = left or LeftOut()
    for first, second, root in ((rules, laws, True), (laws, rules, False)):
        others = [_Renamed(r, "_") for r in second]
        filed = _Filed(others)
        for own in (_Renamed(r, "") for r in first):
            for j in filed.candidates(own):
                if left.late():
                    return
                yield from _Overlap(own, others[j], left, root=root, same=False, raw=True).pairs()


class _Renamed:
    """A rule with renamed variables and powers of words spelled out, and its sub-terms."""

    def __init__(self, rule: Sides, suffix: str) -> None:
        check_time()
        self.rule, self.name = rule, rule.name
        self.bindings = _renaming(rule, suffix)
        self.left, self.right = (
            spelled(instance(t, self.bindings)) for t in (rule.left, rule.right)
        )
        self.key = key_of(self.left)
        self.compound = is_compound(self.left)
        self.places = [(p, t, key_of(t)) for p, t in positions(self.left) if t.op is not VARIABLE]

    @property
    def conditions(self) -> list[Condition]:
        return [with_values(c, self.bindings) for c in self.rule.conditions]


class _Filed:
    """An index of left sides by their heads and sorts."""

    def __init__(self, rules: Sequence[_Renamed]) -> None:
        self.by_key: dict[Any, list[int]] = {}
        self.linear: dict[Any, list[int]] = {}
        self.compound: dict[Any, list[int]] = {}
        for j, r in enumerate(rules):
            self.by_key.setdefault(r.key, []).append(j)
            if issubclass(r.left.sort, Linear):
                self.linear.setdefault(r.left.sort, []).append(j)
                if r.compound:
                    self.compound.setdefault(r.left.sort, []).append(j)

    def candidates(self, own: _Renamed) -> list[int]:
        """The rules that may overlap with one, in their order."""
        found = {j for _, _, key in own.places for j in self.by_key.get(key, ())}
        found.update((self.linear if own.compound else self.compound).get(own.left.sort, ()))
        return sorted(found)


class _Overlap:
    """Two rules without common variables."""

    def __init__(
        self,
        first: _Renamed,
        second: _Renamed,
        out: LeftOut,
        root: bool,
        same: bool,
        raw: bool = False,
    ) -> None:
        self.first, self.second, self.left_out = first, second, out
        self.root, self.same, self.raw = root, same, raw
        self.effort = Effort(deadline=out.deadline)
        self.met: set[Any] = set()

    def pairs(self) -> Iterator[CriticalPair]:
        ours, theirs = self.first, self.second
        for position, part, key in ours.places:
            here = position or (self.root and not ours.compound)
            if here and key == theirs.key and not clash(part, theirs.left):
                yield from self.at(position, part)
        if self.root and (ours.compound or theirs.compound):
            for s, peak, one, other in monomial_overlaps(
                ours.left, ours.right, theirs.left, theirs.right, self.left_out.out
            ):
                yield from self.pair(s, peak, one, other)
        self.left_out.out.update(list(self.effort.left_out))

    def at(self, position: tuple[int, ...], part: Term) -> Iterator[CriticalPair]:
        """The second left side unified with a part of the first, with possible operands beside
        both."""
        op = part.op
        if is_word(op) and (op.params[0] is None or _without_variables(part, self.second.left)):
            yield from self.aligned(position, part)
            return
        for beside in besides(op, not position, self.same):
            mine, other = beside.around(op, part, first=True), beside.around(op, self.second.left)
            for s, sign in unified(mine, other, {}, self.effort):
                if overlapping(beside, op, part, self.second.left, s):
                    yield from self.beside(position, part, beside, sign, s)

    def beside(
        self, position: tuple[int, ...], part: Term, beside: Beside, sign: int, s: Bindings
    ) -> Iterator[CriticalPair]:
        op, made, right = part.op, self.first.right, self.second.right
        right = right if sign > 0 else cast(Term, -cast(Any, right))
        if position:
            yield from self.placed(position, beside.around(op, right), s)
        else:
            peak = beside.around(op, part, first=True)
            one, other = beside.around(op, made, first=True), beside.around(op, right)
            yield from self.pair(s, peak, one, other)

    def placed(self, position: tuple[int, ...], value: Term, s: Bindings) -> Iterator[CriticalPair]:
        try:  # under the substitution, which determines the shapes
            peak, value = settled(self.first.left, s), settled(value, s)
            other = replaced(peak, position, value) if position else value
        except RewriteError:
            self.left_out.out["overlaps without a meaning"] += 1
            return
        yield from self.pair(s, peak, self.first.right, other)

    def aligned(self, position: tuple[int, ...], part: Term) -> Iterator[CriticalPair]:
        """Overlaps of two words without variables as letters, for every shift of the second."""
        op, theirs = part.op, self.second
        mine, other = letters(op, part), letters(op, theirs.left)
        for start in range(0 if position or self.same else 1 - len(other), len(mine)):
            end = start + len(other)
            inside = start >= 0 and end <= len(mine)
            if position and not inside:
                continue
            shared = range(max(start, 0), min(end, len(mine)))
            pairs = [(mine[k], other[k - start]) for k in shared]
            for s, _ in all_unified(pairs, {}, self.effort):
                if inside:
                    rest = [*mine[:start], theirs.right, *mine[end:]]
                    yield from self.placed(position, self.word(op, rest, s), s)
                    continue
                before, after = other[: max(-start, 0)], other[len(mine) - start :]
                peak = [*before, *mine, *after]
                one = [*before, self.first.right, *after]
                two = [*mine[: max(start, 0)], theirs.right, *mine[end:]]
                yield from self.pair(s, *(self.word(op, word, s) for word in (peak, one, two)))

    def word(self, op: Any, word: list[Term], s: Bindings) -> Term:
        """Letters as one term, under the substitution, which determines their shapes."""
        return joined(op, [settled(letter, s) for letter in word])

    def pair(self, s: Bindings, peak: Term, one: Term, other: Term) -> Iterator[CriticalPair]:
        """The pair under a substitution, if it has a meaning."""
        conditions = self.first.conditions + self.second.conditions
        most = self.left_out.largest
        try:
            whole = settled(peak, s)
            names = self.plain_names(whole)
            whole = instance(whole, names) if self.raw else normal(instance(whole, names))
            if most is not None and size(whole) > most:
                self.left_out.out[f"overlaps of more than {most} nodes"] += 1
                return
            both = (normal(instance(settled(t, s), names)) for t in (one, other))
            found = [whole, *both]
            when = tuple(dict.fromkeys(_settled(c, s, names) for c in conditions))
        except (RewriteError, ArithmeticError):
            self.left_out.out["overlaps without a meaning"] += 1
            return
        key = (*found, when)
        if key not in self.met and not (self.same and found[1] is found[2]):
            self.met.add(key)
            first, second = self.first.rule, self.second.rule
            yield CriticalPair(first, second, found[0], found[1], found[2], when)

    def plain_names(self, peak: Term) -> Bindings:
        """Names for new variables in order of occurrence, so that equal pairs are recognised."""
        own = {*self.first.bindings.values(), *self.second.bindings.values()}
        new = [v for v in postorder(peak) if v.op is VARIABLE and v not in own]
        taken = {v.name for v in own if isinstance(v, Term)}
        names = (name for name in (f"z{i}" for i in count(1)) if name not in taken)
        return {v: variable(next(names), v.sort, v.shape) for v in dict.fromkeys(new)}


def _without_variables(*words: Term) -> bool:
    """Whether no letter of words is a variable."""
    return not any(a.op is VARIABLE for word in words for a in word.args)


def spelled(t: Term) -> Term:
    """A term in which powers of words are written letter by letter."""
    done: dict[Term, Term] = {}
    for s in postorder(t):
        made = rebuild(s, tuple(done[a] for a in s.args)) if s.args else s
        op = product_of(made) if s.args else None
        done[s] = made if op is None else joined(op, letters(op, made))
    return done[t]


def with_values(c: Condition, bindings: Bindings) -> Condition:
    """A condition with values for its variables."""
    terms = tuple(instance(t, bindings) for t in c.terms)
    return Fact(c.name, terms) if isinstance(c, Fact) else type(c)(*terms)


def _settled(c: Condition, s: Bindings, names: Bindings) -> Condition:
    terms = tuple(normal(instance(settled(t, s), names)) for t in c.terms)
    if isinstance(c, Precedes | FreeOf):
        return type(c)(*terms)
    return Fact(c.name, terms)


def _renaming(rule: Sides, suffix: str) -> Bindings:
    """New variables in place of a rule's own; unknown sizes become 3."""
    variables = variables_of(rule.left) | variables_of(rule.right)
    found: Bindings = {n: 3 for v in variables for n in v.shape if is_unknown(n)}
    for v in variables:
        shape = tuple(found.get(n, n) for n in v.shape)
        found[v] = variable(f"{v.name}{suffix}", v.sort, shape)
    return found


def positions(root: Term) -> Iterator[tuple[tuple[int, ...], Term]]:
    """The sub-terms of a term, with the position of each."""
    stack: list[tuple[tuple[int, ...], Term]] = [((), root)]
    while stack:
        position, t = stack.pop()
        glance_at_time()  # a small graph may stand for an enormous tree
        yield position, t
        stack += [((*position, i), a) for i, a in enumerate(t.args)]
