"""Rules about adjacent letters of a word, matched as terms.

A rule such as rot(v, x) rot(v, y) = rot(v, x + y) is about a product of letters that are more than
maps of variables. It is matched, as a term, on the product of as many letters as its left side has.
The result is found once for each such product, however often the letters occur.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from weakref import WeakKeyDictionary

from ..core.linear import LINEAR_OPERATORS, add
from ..core.operators import VARIABLE
from ..core.terms import Term
from ..matching.patterns import BUDGET, OutOfBudget, Search
from ..normalform.walk import Normaliser
from ..rewriting.rule import Rule
from ..rewriting.ruleset import RuleSet
from .tables import Map, Op, product_of, role_of

MOST_LETTERS = 3
"""The most letters that a left side may have."""
Found = tuple[Rule, Term] | None
"""A rule and its result on some letters."""


class Neighbours:
    """Rules about products of letters, with a table of their results so far."""

    def __init__(self, rules: Sequence[Rule] = ()) -> None:
        self.rules = RuleSet(*rules)
        self.lengths = sorted({len(rule.left.args) for rule in rules})
        self.found: WeakKeyDictionary[Normaliser, dict[tuple[Term, ...], Found]]
        self.found = WeakKeyDictionary()

    def __bool__(self) -> bool:
        return bool(self.rules)

    @cached_property
    def needs(self) -> list[frozenset[Op]]:
        """For each rule, the operators that letters must have to match it."""
        found = {frozenset(filter(None, map(_needed, rule.left.args))) for rule in self.rules}
        return [need for need in found if not any(other < need for other in found)]

    @cached_property
    def marks(self) -> frozenset[Op]:
        """The operators that some rule needs."""
        return frozenset().union(*self.needs)

    def may_rewrite(self, marks: frozenset[Op]) -> bool:
        """Whether letters with these operators may match a rule."""
        return any(need <= marks for need in self.needs)

    def rewritten(self, product: Op, letters: tuple[Term, ...], walk: Normaliser) -> Found:
        """The first rule that changes a product of letters, and its result."""
        known = self.found.setdefault(walk, {})
        if letters not in known:
            t = walk.run(product.build(letters))
            known[letters] = None if t.op in LINEAR_OPERATORS else self._rewritten(t, walk)
        return known[letters]

    def _rewritten(self, t: Term, walk: Normaliser) -> Found:
        for rule in self.rules.index.candidates(t):
            search = Search(walk.context, BUDGET, walk)
            try:
                for place in rule.places(t, search):
                    found = rule.result(place, search)
                    if found is not None and found is not t:
                        return rule, found
            except OutOfBudget:
                continue
        return None


NO_NEIGHBOURS = Neighbours()


def marks_of(letter: Term) -> frozenset[Op]:
    """The operators of a letter, from the outermost to the first that is not unary."""
    found = [letter.op]
    while len(letter.args) == 1:
        letter = letter.args[0]
        found.append(letter.op)
    return frozenset(found)


def _needed(pattern: Term) -> Op | None:
    """The operator inside the maps of a letter of a left side; None if it has no operands."""
    while isinstance(role_of(pattern.op, tuple([(a.sort, a.shape) for a in pattern.args])), Map):
        (pattern,) = pattern.args
    return pattern.op if pattern.args else None


def is_about_neighbours(rule: Rule) -> bool:
    """Whether the left side of a rule is a product of a few letters, without sums or numbers, and
    the right side is not a sum: sums would expand before other rules have shortened them."""
    left = rule.left
    if rule.right.op is add:
        return False
    if product_of(left.op) is None or not 1 < len(left.args) <= MOST_LETTERS:
        return False
    if all(a.op is VARIABLE for a in left.args):
        return False
    return not any(a.op in LINEAR_OPERATORS for a in left.args)
