"""The steps that lead from one form of a term to another, each as a named strategy.

They are strategies so that a derivation can show them and replay them.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

from ..core.context import Context
from ..core.hooks import hooks
from ..core.linear import LINEAR_OPERATORS, add, neg
from ..core.operators import NUMBER, zero_of
from ..core.terms import ROOT, Term, has_none_of, operators_in, postorder
from ..deadline import OutOfTimeError
from ..errors import LimitError
from ..kernel.polynomials import Kernel, expanded, expanded_by
from ..kernel.tables import product_of
from ..kernel.word_rules import NO_RULES, WordRules, compiled
from ..matching.scalar_products import Monomial, scaled
from ..normalform.walk import Normaliser
from ..rewriting.rule import Rewrite, Rule
from ..rewriting.ruleset import RuleSet
from ..rewriting.run import Run, Strategy, size
from ..rewriting.strategies import bottom_up, exhaust
from .alternating import in_one_product
from .common_factors import Gatherer
from .cost import Prices
from .few_signs import with_few_signs
from .powers_of_one import with_powers_factored
from .quadratic_forms import in_squares
from .quotients import factorised
from .relations import comparable, relations
from .shapes import is_plain_word
from .squared_functions import has_squares_of_two, relations_of, with_fewer_squares

LEAST_OPENED, OPENED_PER_NODE, MOST_OPENED = 100, 4, 20_000
"""The most monomials of an expanded form: at least the first, and more for a larger term."""
MOST_MORE = 2
"""A term is not expanded if a part of it was too long with at least half as many monomials allowed.
In equations of arms no such term became short, and expanding them took a third of the time."""
MOST_RELATED = 1_000
"""The largest sum whose monomials are searched for linear relations. In the equations of models,
relations made sums of up to 100 nodes cheaper and no larger one, and took a tenth of the time."""
MAX_ROUNDS = 100
"""At most this often a term is expanded by words and rewritten by other rules in turn."""
Remembered = WeakKeyDictionary[Normaliser, dict[Term, Term]]
"""The results for sub-terms, for every walk."""
SUMS, SIGNED = frozenset((add,)), frozenset((neg, NUMBER))
"""Operators of sums, and those with which signs are written."""


def most_opened(t: Term) -> int:
    """The most monomials into which a term may be expanded."""
    return min(MOST_OPENED, max(LEAST_OPENED, OPENED_PER_NODE * size(t)))


class Expand(Strategy):
    """Distribute everything, and apply rules about neighbouring letters to words."""

    def __init__(self, rules: WordRules = NO_RULES, name: str = "expand") -> None:
        self.rules, self.name = rules, name
        self.too_long: WeakKeyDictionary[Normaliser, dict[Term, int]] = WeakKeyDictionary()
        """Terms that are too long when expanded, with the most monomials allowed then."""

    def apply(self, t: Term, run: Run) -> Term | None:
        most, too_long = most_opened(t), self.too_long.setdefault(run.walk, {})
        if too_long and any(most <= MOST_MORE * too_long.get(s, 0) for s in postorder(t)):
            run.stop(f"size {run.limits.size}")
            return None
        try:
            found, used = expanded_by(t, run.walk, self.rules, most, room=run.largest)
        except OutOfTimeError:
            raise
        except LimitError:
            found, used = t, []
            run.stop(f"size {run.limits.size}")
        if found is t or not run.allowed(found):
            if run.stopped is not None:
                too_long[t] = most
            return None
        if run.trace is not None and not (t.op is add and self._reported(t, found, most, run)):
            self._record(t, found, used, run)
        return found

    def _reported(self, t: Term, found: Term, most: int, run: Run) -> bool:
        """Record a sum summand by summand, so that a reader sees what cancels at the end."""
        made = [expanded_by(a, run.walk, self.rules, most) for a in t.args]
        parts = [
            a if run.walk.run(a) is part else part
            for a, (part, _) in zip(t.args, made, strict=True)
        ]
        whole = add.build(tuple(parts))
        if run.walk.run(whole) is not found:
            return False
        for i, (before, after) in enumerate(zip(t.args, parts, strict=True)):
            if after is not before:
                run.path.append(i)
                self._record(before, after, made[i][1], run)
                run.path.pop()
        run.normal(whole)
        return True

    def _record(self, t: Term, found: Term, used: Sequence[Any], run: Run) -> None:
        """Record the distribution, and then the effect of each rule."""
        current = t
        for k in range(len(used) + 1):
            some = self.rules.only(used[:k])
            after = expanded(current, run.walk, some)
            if after is not current:
                run.record(Expand(some, used[k - 1].name if k else "expand"), {}, current, after)
                current = after
        if current is not found:
            names = ", ".join(rule.name for rule in used)
            run.record(Expand(self.rules, names or "expand"), {}, current, found)


class Open(Strategy):
    """Distribute everything and rewrite by rules in turn, until neither changes anything.

    With `only`, terms without any operator of these rules' left sides are left alone.
    """

    def __init__(self, rules: RuleSet, name: str = "open", only: RuleSet | None = None) -> None:
        self.name, self.rules = name, rules
        self.heads = None if only is None else _heads(only)

    def is_begun_at(self, t: Term) -> bool:
        """Whether one of `only` these rules may apply to a term; axes are written with numbers."""
        return t.op in (self.heads or ()) and not all(a.op is NUMBER for a in t.args)

    @cached_property
    def expand(self) -> Expand:
        return Expand(compiled(self.rules.rules, Kernel))

    @cached_property
    def rest(self) -> RuleSet:
        return RuleSet(self.expand.rules.rest)

    @cached_property
    def reduce(self) -> Strategy:
        return exhaust(bottom_up(self.rest))

    def is_idle_on(self, t: Term) -> bool:
        if self.heads is not None and not any(map(self.is_begun_at, postorder(t))):
            return True
        return is_plain_word(t) and self.rules.is_idle_on(t)

    def apply(self, t: Term, run: Run) -> Term | None:
        if self.is_idle_on(t):
            return None
        current, met = self.expand.on(t, run), set[Term]()
        for _ in range(MAX_ROUNDS):
            found = self.reduce.apply(current, run) if self.rest else None
            if run.stopped is not None:
                return None
            if found is None or found in met:  # words may expand to what the rules began with
                return current if current is not t else None
            met.add(found)
            current = self.expand.on(found, run)
        return None


class Unfold(Strategy):
    """Rewrite by rules and distribute the result in turn, until nothing changes.

    With `halves`, only terms with a function of half an operand are changed.
    """

    def __init__(self, rules: RuleSet, name: str, halves: bool = False) -> None:
        self.name, self.reduce = name, exhaust(bottom_up(rules))
        self.heads, self.halves = _heads(rules), halves

    def is_idle_on(self, t: Term) -> bool:
        return bool(self.heads) and has_none_of(t, self.heads)

    def apply(self, t: Term, run: Run) -> Term | None:
        if self.halves and not any(s.op in self.heads and _of_half(s) for s in postorder(t)):
            return None
        current = t
        for _ in range(MAX_ROUNDS):
            found = self.reduce.apply(current, run)
            if run.stopped is not None:
                return None
            if found is None:
                return current if current is not t else None
            current = EXPAND.on(found, run)
        return None


def given_products(context: Context) -> RuleSet:
    """The equations of a context between products and their values, as rules."""
    sides = enumerate(context.products.items(), 1)
    return RuleSet(
        *[Rule(f"given_{i}", f"{x} = {y}.", Rewrite(x, y), "", x, y) for i, (x, y) in sides]
    )


class ForSums(Strategy):
    """A step that changes nothing in a term without sums."""

    def is_idle_on(self, t: Term) -> bool:
        return has_none_of(t, SUMS)


class Multiply(ForSums):
    """Distribute only scalars: the operands of other operators stay as they are."""

    name = "multiply out"

    def apply(self, t: Term, run: Run) -> Term | None:
        most = most_opened(t)
        return noted(self, t, expanded(t, run.walk, most=most, deep=False), run)


class Gather(Strategy):
    """Take out common factors wherever that pays."""

    name = "factor"

    def __init__(self, letters: bool = True) -> None:
        self.letters = letters
        self.gatherers: WeakKeyDictionary[Normaliser, Gatherer] = WeakKeyDictionary()

    def is_idle_on(self, t: Term) -> bool:
        """Without sums, only repeated parts of words are written as powers."""
        if not has_none_of(t, SUMS):
            return False
        return not self.letters or not any(map(product_of, operators_in(t) - {ROOT}))

    def apply(self, t: Term, run: Run) -> Term | None:
        gatherer = self.gatherers.get(run.walk)
        # one gatherer for the whole run, because outer terms use inner results again
        if gatherer is None:
            gatherer = Gatherer(run.context, walk=run.walk, letters=self.letters)
            self.gatherers[run.walk] = gatherer
        return noted(self, t, gatherer.run(t), run)


class RepeatedWords(Gather):
    """Write a word of symbols as a power, if it repeats a shorter one."""

    name = "repeated words"

    def is_idle_on(self, t: Term) -> bool:
        return not is_plain_word(t)


class Factorise(ForSums):
    """Bring scalars to one fraction, cancel, and factor them as polynomials.

    Sums of powers of one matrix or quaternion are factored as well.
    """

    def __init__(self, rules: RuleSet, name: str = "factor polynomials") -> None:
        self.known: Remembered = WeakKeyDictionary()
        self.rules, self.name = rules, name

    def apply(self, t: Term, run: Run) -> Term | None:
        known = self.known.setdefault(run.walk, {})
        scalars = factorised(t, run.walk, known, relations_of(self.rules), short=True)
        by = self
        if run.trace is not None and factorised(t, run.walk, short=True) is not scalars:
            by = Factorise(self.rules, f"{FewerSquares.name}, {self.name}")
        return noted(by, t, with_powers_factored(scalars, run.walk), run)


class Square(ForSums):
    """Complete squares: x² + 2 x y + y², and the same for vectors, quadratic forms and cross
    products."""

    name = "complete squares"

    def __init__(self) -> None:
        self.done: Remembered = WeakKeyDictionary()

    def apply(self, t: Term, run: Run) -> Term | None:
        done = self.done.setdefault(run.walk, {})
        found = in_one_product(in_squares(t, run.walk, done), run.walk)
        return noted(self, t, found, run)


class FewerSquares(ForSums):
    """Write one of the squares of two functions that add up to a number by the other."""

    name = "squares that add up"

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules

    def apply(self, t: Term, run: Run) -> Term | None:
        if t.op is not add or not has_squares_of_two(t):
            return None
        return noted(self, t, with_fewer_squares(t, run.walk, relations_of(self.rules)), run)


class FewSigns(Strategy):
    """Signs placed where they are fewest. The result is no normal form."""

    name = "fewer signs"

    def is_idle_on(self, t: Term) -> bool:
        return has_none_of(t, SIGNED)

    def apply(self, t: Term, run: Run) -> Term | None:
        return noted(self, t, with_few_signs(t), run)


class Relate(ForSums):
    """Write monomials of a sum by cheaper ones, if they are linearly dependent.

    The relation is found at random points, and used only if exact components prove it.
    """

    name = "linear relation"

    def apply(self, t: Term, run: Run) -> Term | None:
        if t.op is not add or size(t) > MOST_RELATED:
            return None
        prices = Prices(run.context)
        parts: list[Term] = []
        changed = False
        for group in comparable(t.args, run.context):
            found = relations(group, run.context) if len(group) > 1 else None
            if found is not None:  # so that the cheaper ones stay
                terms = sorted(group, key=lambda a: prices.of(a).total)
                found = found if terms == group else relations(terms, run.context)
            if found is None:
                parts += group
                continue
            total = [sum((row.get(k, 0) for row in found), Fraction(0)) for k in range(len(terms))]
            parts += [scaled(c, {}, x) for c, x in zip(total, terms, strict=True) if c]
            changed = changed or any(c != 1 for c in total)
        if not changed:
            return None
        zero = zero_of(t.sort, t.shape)
        made = run.walk.run(add.build((*parts, zero)) if parts else zero)
        if made is t or not hooks.proved(t, made, run.context):
            return None
        return noted(self, t, made, run)


def _heads(rules: RuleSet) -> frozenset[Any]:
    """The operators in the left sides of rules, except sums, multiples and powers."""
    parts = [s for rule in rules.rules for s in postorder(rule.left) if s.args]
    return frozenset(s.op for s in parts if s.op not in LINEAR_OPERATORS)


def _of_half(t: Term) -> bool:
    return type(Monomial.of(t.args[0]).c) is not int


def noted(by: Strategy, t: Term, found: Term, run: Run) -> Term | None:
    """Record the result of a step and return it; None if it is the term itself or too large."""
    if found is t or not run.allowed(found):
        return None
    if run.trace is not None:
        run.record(by, {}, t, found)
    return found


EXPAND, MULTIPLY, RELATE = Expand(), Multiply(), Relate()
COLLECT, GATHER, REPEATED = Gather(letters=False), Gather(), RepeatedWords()
SQUARE, FEW_SIGNS = Square(), FewSigns()
