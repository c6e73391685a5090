"""Rules about adjacent letters of a word, matched as terms.

A rule such as rot(v, x) rot(v, y) = rot(v, x + y) is about a product of letters that are more than
maps of variables. It is matched, as a term, on the product of as many letters as its left side has.
The result is found once for each such product, however often the letters occur.

A rule with a sum on its right side, such as that of Rodrigues, is used only where the result is a
single product: the dot product of two axes is 0, and a quarter turn of an axis is another axis.
Elsewhere the sum would be expanded before other rules have shortened the word.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from weakref import WeakKeyDictionary

from ..core.linear import LINEAR_OPERATORS, add, neg
from ..core.operators import VARIABLE
from ..core.terms import Term
from ..matching.patterns import BUDGET, OutOfBudget, Search
from ..normalform.walk import Normaliser
from ..rewriting.rule import Rule
from ..rewriting.ruleset import RuleSet
from .tables import Map, Op, Word, product_of, role_of

MOST_LETTERS = 3
"""The most letters that a left side may have."""
Found = tuple[Rule, Term] | None
"""A rule and its result on some letters."""


class Neighbours:
    """Rules about products of letters, with a table of their results so far."""

    def __init__(self, rules: Sequence[Rule] = ()) -> None:
        self.rules = RuleSet(*rules)
        self.lengths = sorted({_letters(rule.left) for rule in rules})
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
            core = t.args[0] if t.op is neg else t
            found = None if core.op in LINEAR_OPERATORS else self._rewritten(core, walk)
            if found is not None and core is not t:
                found = found[0], neg.build((found[1],))
            known[letters] = found
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


def is_single(rule: Rule) -> bool:
    """Whether the right side of a rule is one product for all values of its variables."""
    return rule.right.op is not add


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
    """Whether the left side of a rule is a product of a few letters, without sums or numbers."""
    left = rule.left
    if not 1 < _letters(left) <= MOST_LETTERS or all(a.op is VARIABLE for a in left.args):
        return False
    return not any(a.op in LINEAR_OPERATORS for a in left.args)


def _letters(left: Term) -> int:
    """How many letters a left side has as a word; 0 if it is none."""
    if product_of(left.op) is not None:
        return len(left.args)
    role = role_of(left.op, tuple([(a.sort, a.shape) for a in left.args]))
    return len(role.letters) if isinstance(role, Word) else 0
