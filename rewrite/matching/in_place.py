"""Fields: the operands of a word, a bag or a sum while many rules are applied to it in turn.

A step at the head of a long sum or product changes a few operands and leaves the others as they
are. A field holds the operands in a form that can be changed in place, so that the cost of a step
depends on what it changes and not on the length. It is used if no law of the operator acts on
adjacent operands. When a step makes something that the field cannot hold, the field returns the
whole term and is done.

The order of search is the same as without a field: in words the leftmost position, and there the
first rule; elsewhere the first rule, and its first match.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, cast

from ..core.laws import (
    AlsoWritten,
    Associative,
    Commutative,
    Homogeneous,
    Morphism,
    Neutral,
    ReadsAs,
)
from ..core.linear import add
from ..core.sorts import Linear
from ..core.terms import Term, size
from ..core.variables import instance
from ..errors import LimitError
from ..normalform.monomials import Number, is_negative_sum, split, tidy
from .bags import Bag, Operands, listed
from .letters import joined, letters
from .patterns import Op, OutOfBudget, Search
from .scalar_products import Monomial, scaled
from .sums import Key, Sum, Summands, key_of
from .words import Word

if TYPE_CHECKING:
    from ..rewriting.rule import Rule
    from ..rewriting.run import Run
    from .index import Index

_SILENT = (Associative, Commutative, Homogeneous, Morphism, ReadsAs, AlsoWritten)
LEAST = 4
"""The least number of operands for which a field pays."""


def field_of(t: Term, index: Index, run: Run) -> Field | None:
    """The field of a normal term, if its operator allows one and some rule may apply."""
    if len(t.args) < LEAST or t.op not in index.by_head:
        return None
    if t.op is add:
        return SumField(t, index, run)
    if not _silent(t.op):
        return None
    return BagField(t, index, run) if t.op.law(Commutative) else WordField(t, index, run)


def _silent(op: Op) -> bool:
    """Whether no law of an associative operator acts on adjacent operands."""
    if op.law(Associative) is None:
        return False
    return all(
        isinstance(law, _SILENT) or (isinstance(law, Neutral) and law.side == "both")
        for law in op.laws
    )


class Field:
    """Operands that are changed in place."""

    def __init__(self, t: Term, index: Index, run: Run) -> None:
        self.start, self.index, self.run = t, index, run
        self.op = t.op
        self.size = size(t)
        self.whole: Term | None = None
        """The term, once a step has made something that a field cannot hold."""

    def exhausted(self) -> Term | None:
        """The normal term when no rule applies any more or a limit is reached; None if none
        applied."""
        run, steps = self.run, 0
        snapshot, due = self.state(), 1
        before = self.start
        while run.stopped is None and self.whole is None:
            try:
                hit = self.step()
            except LimitError as error:
                run.stop(str(error))
                break
            if hit is None:
                break
            steps += 1
            if run.trace is not None:
                after = self.term()
                run.record(hit[0], hit[1], before, after)
                before = after
            if self.is_at(snapshot):
                break  # the rules run in a cycle, which the caller will notice
            if steps == due:
                snapshot, due = self.state(), 2 * due
        try:
            return self.term() if steps else None
        except LimitError as error:
            run.stop(str(error))
            return self.built()

    def step(self) -> tuple[Rule, dict[Any, Any]] | None:
        """Apply one rule, and return it with its bindings; None if none applies."""
        raise NotImplementedError

    def state(self) -> Any:
        """The operands at this moment, to be recognised when they return."""
        raise NotImplementedError

    def is_at(self, state: Any) -> bool:
        """Whether the operands are again as they were."""
        raise NotImplementedError

    def built(self) -> Term:
        """The operands as a term, not normalised."""
        raise NotImplementedError

    def term(self) -> Term:
        return self.whole if self.whole is not None else self.run.walk.run(self.built())

    # For subclasses ----------------------------------------------------------------------------

    def value(self, rule: Rule, s: dict[Any, Any], sign: int, search: Search) -> Term | None:
        """The right side of a rule, normal; None if it has no meaning."""
        try:
            value = instance(rule.right, s)
            return search.normal(cast(Term, -cast(Any, value)) if sign < 0 else value)
        except (TypeError, ArithmeticError):
            return None

    def cut(self) -> None:
        """Record that a search was incomplete."""
        self.run.complete = False
        self.run.cuts += 1

    def plain_letters(self, value: Term) -> list[Term] | None:
        """A value as operands, or None if it has a factor or a sign besides."""
        if issubclass(value.sort, Linear) and self.op.law(Homogeneous) is not None:
            c, rope, _ = split(value)
            if c != 1 or rope is not None or (value.op is add and is_negative_sum(value)):
                return None
        return letters(self.op, value)


class WordField(Field):
    """The letters of a word, scanned from the left; after a step, scanning resumes just before
    it."""

    def __init__(self, t: Term, index: Index, run: Run) -> None:
        super().__init__(t, index, run)
        self.letters = letters(self.op, t)
        self.rules = index.words(self.op)
        self.search = run.search()
        self.at = 0

    def step(self) -> tuple[Rule, dict[Any, Any]] | None:
        word = self.letters
        while self.at < len(word):
            for rule in self.rules.starting(word[self.at]):
                hit = self.tried(rule)
                if hit is not None:
                    return hit
                if self.run.stopped is not None:
                    return None
            self.at += 1
        return None

    def tried(self, rule: Rule) -> tuple[Rule, dict[Any, Any]] | None:
        pattern, word, start = cast(Word, rule.pattern), self.letters, self.at
        search = self.search
        search.budget = self.run.limits.budget
        try:
            for s, sign, end in pattern.prefixes(word, start, 0, {}, search, None, whole=False):
                if not rule.allows(s, search):
                    continue
                value = self.value(rule, s, sign, search)
                if value is not None and self.replaced(start, end, value):
                    return rule, s
                if self.run.stopped is not None:
                    return None
        except OutOfBudget:
            self.cut()
        return None

    def replaced(self, start: int, end: int, value: Term) -> bool:
        word = self.letters
        new = self.plain_letters(value)
        if new == word[start:end]:
            return False
        grown = size(value) - sum(size(x) for x in word[start:end])
        if not self.run.permits(self.size + grown):
            return False
        self.size += grown
        if new is None or len(word) - (end - start) + len(new) < 2:
            self.whole = self.run.walk.run(joined(self.op, [*word[:start], value, *word[end:]]))
            return True
        word[start:end] = new
        self.at = 0 if self.rules.longest is None else max(0, start - self.rules.longest + 1)
        return True

    def state(self) -> Any:
        return list(self.letters)

    def is_at(self, state: Any) -> bool:
        return bool(self.letters == state)

    def built(self) -> Term:
        return joined(self.op, self.letters)


class BagField(Field):
    """The operands of a bag.

    The search for a rule continues where it was after its last step. A rule that finds nothing is
    tried again when a new operand may concern it.
    """

    def __init__(self, t: Term, index: Index, run: Run) -> None:
        super().__init__(t, index, run)
        self.waiting = dict(index.entries(t))
        self.searches: dict[int, tuple[Search, Iterator[Any]]] = {}
        self.hash = 0
        self.filled(t)

    def filled(self, t: Term) -> None:
        self.operands = Operands(letters(self.op, t))
        self.hash = sum(hash(x) * n for x, n in self.operands.counts.items())

    def step(self) -> tuple[Rule, dict[Any, Any]] | None:
        while self.waiting:
            place = min(self.waiting)
            hit = self.tried(place, self.waiting[place])
            if hit is not None or self.run.stopped is not None:
                return hit
            self.finished(place)
        return None

    def finished(self, place: int) -> None:
        """Record that a rule finds nothing any more."""
        del self.waiting[place]
        self.searches.pop(place, None)

    def tried(self, place: int, rule: Rule) -> tuple[Rule, dict[Any, Any]] | None:
        if place not in self.searches:
            search = self.run.search()
            self.searches[place] = search, self.found(place, rule, search)
        search, ways = self.searches[place]
        search.budget = self.run.limits.budget
        try:
            for s, sign, used in ways:
                if self.holds(used) and rule.allows(s, search):
                    value = self.value(rule, s, sign, search)
                    if value is not None and self.replaced(used, value):
                        return rule, s
                    if self.run.stopped is not None:
                        return None
        except OutOfBudget:
            self.cut()
        return None

    def found(self, place: int, rule: Rule, search: Search) -> Iterator[tuple[Any, int, Any]]:
        """Ways in which a rule applies: substitution, sign, and the operands that it replaces."""
        return cast(Bag, rule.pattern).dealt(self.operands, {}, search, whole=False)

    def holds(self, used: Any) -> bool:
        """Whether the operands that a match uses are still there."""
        return all(self.operands.has(t, n) for t, n in used.items())

    def replaced(self, used: Any, value: Term) -> bool:
        """Replace the operands that a rule uses by its value, unless that changes nothing."""
        new = self.plain_letters(value)
        if new is not None and Operands(new).counts == used:
            return False
        grown = size(value) - sum(size(x) * n for x, n in used.items())
        if not self.run.permits(self.size + grown):
            return False
        if new is None or len(self.operands.counts) - len(used) + len(new) < 2:
            rest = listed(self.operands.without(used))
            self.whole = self.run.walk.run(joined(self.op, [value, *rest]))
            return True
        self.size += grown
        self.operands.remove(used)
        self.hash -= sum(hash(t) * n for t, n in used.items())
        for t in new:
            self.operands.add(t)
            self.hash += hash(t)
        self.wake(new)
        return True

    def wake(self, new: Sequence[Term]) -> None:
        """Try the rules again that new operands may concern."""
        woken = self.index.woken(self.op, new)
        self.waiting.update(woken)
        for place in woken:
            self.searches.pop(place, None)

    def state(self) -> Any:
        return self.hash, self.numbers()

    def is_at(self, state: Any) -> bool:
        """The numbers are compared only if their hash agrees: -1 and -2 have the same hash, and
        so have 1/2 and 1/2^62."""
        return bool(self.hash == state[0] and self.numbers() == state[1])

    def numbers(self) -> dict[Any, Any]:
        """How often each operand occurs."""
        return dict(self.operands.counts)

    def built(self) -> Term:
        return joined(self.op, listed(self.operands.counts))


class SumField(BagField):
    """The monomials of a sum.

    A rule that found nothing is only tried again on summands of which at least one is new, and the
    others are looked at only where a new one fits.
    """

    def filled(self, t: Term) -> None:
        self.summands = Summands.of(t)
        self.changed: list[Key] = []
        self.tried_on: dict[int, int] = {}
        """How many of the changes each rule was tried on, besides the first summands."""
        self.hash = sum(hash((key, m.c)) for key, m in self.summands.by_key.items())

    def found(self, place: int, rule: Rule, search: Search) -> Iterator[tuple[Any, int, Any]]:
        pattern = cast(Sum, rule.pattern)
        sized = pattern.sized(self.start, {})
        before = self.tried_on.get(place)
        self.tried_on[place] = len(self.changed)
        new = None if before is None else dict.fromkeys(self.changed[before:])
        if sized is None:
            return
        for s, factors, chosen in pattern.somewhere(self.summands, sized, search, new):
            yield s, 1, (factors, chosen)

    def finished(self, place: int) -> None:
        self.searches.pop(place, None)
        if self.tried_on.get(place, len(self.changed)) == len(self.changed):
            del self.waiting[place]

    def tried(self, place: int, rule: Rule) -> tuple[Rule, dict[Any, Any]] | None:
        if not cast(Sum, rule.pattern).takers:
            return super().tried(place, rule)
        t, search = self.term(), self.run.search()  # a variable may take any part of the whole
        try:
            for way in rule.places(t, search):
                found = rule.result(way, search)
                if found is not None and found is not t and self.run.allowed(found):
                    self.whole = found
                    return rule, way.bindings
                if self.run.stopped is not None:
                    return None
        except OutOfBudget:
            self.cut()
        return None

    def holds(self, used: Any) -> bool:
        summands = self.summands.by_key
        return all(x.key in summands and summands[x.key].c == x.c for x in used[1])

    def replaced(self, used: Any, value: Term) -> bool:
        factors, chosen = used
        least = min(abs(Fraction(x.ratio)) for x in chosen)
        times = least if chosen[0].ratio > 0 else -least
        result = self.run.walk.run(scaled(times, factors, value))
        parts = [p for p in (result.args if result.op is add else (result,)) if split(p)[0] != 0]
        new = {key_of(m): m for m in map(Monomial.of, parts)}
        change: dict[Key, Number] = {x.key: -x.c * least / abs(Fraction(x.ratio)) for x in chosen}
        for key, m in new.items():
            change[key] = change.get(key, 0) + m.c
        change = {k: tidy(c) for k, c in change.items() if c}
        if not change or not self.run.permits(self.size + size(result)):
            return False
        self.size += size(result)
        have = self.summands.by_key
        self.hash -= sum(hash((k, have[k].c)) for k in change if k in have)
        self.summands.change(change, new)
        self.hash += sum(hash((k, have[k].c)) for k in change if k in have)
        if len(have) < 2 or any(_is_sum(have[k]) for k in change if k in have):
            self.whole = self.run.walk.run(self.built())
        else:
            self.changed += change
            self.wake(parts)
        return True

    def wake(self, new: Sequence[Term]) -> None:
        self.waiting.update(self.index.woken(self.op, new))

    def numbers(self) -> dict[Any, Any]:
        return {key: m.c for key, m in self.summands.by_key.items()}

    def built(self) -> Term:
        return self.summands.total()


def _is_sum(m: Monomial) -> bool:
    """Whether a monomial is a number times a sum, which merges into the sum around it."""
    if m.core is not None:
        return m.core.op is add and not m.factors
    return len(m.factors) == 1 and next(iter(m.factors)).op is add
