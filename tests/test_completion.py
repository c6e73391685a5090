"""Completion finishes what is known to finish: groups and their relatives, and groups of words."""

from __future__ import annotations

from functools import cache

import pytest

from rewrite import (
    Associative,
    Commutative,
    Neutral,
    Rewrite,
    RuleSet,
    Term,
    bottom_up,
    exhaust,
    normal,
    operator,
    symbol,
)
from rewrite.check.completion import completed
from rewrite.check.confluence.confluence import joined
from rewrite.check.termination.termination import terminates
from rewrite.core.variables import variable
from rewrite.rewriting.defining import made_rule


class Turn(Term):
    """An element of a group."""


ONE = symbol("one_turn", Turn)
X, Y, Z = (variable(n, Turn) for n in "xyz")


@cache
def parts(kind: str):
    laws = {"": [], "A": [Associative()], "AC": [Associative(), Commutative()]}[kind]
    m = operator(f"m{kind}", Turn, Turn, result=Turn, laws=laws)
    return m, operator(f"i{kind}", Turn, result=Turn)


def axioms(kind: str, unit: str, inverse: str) -> RuleSet:
    """Associativity (as a law or as a rule), a unit and inverses on one side."""
    m, i = parts(kind)
    units = {"l": m(ONE, X), "r": m(X, ONE)}
    inverses = {"l": m(i(X), X), "r": m(X, i(X))}
    pairs = [(units[unit], X), (inverses[inverse], ONE)]
    pairs += [] if kind else [(m(m(X, Y), Z), m(X, m(Y, Z)))]
    made = [made_rule(f"a{n}", "An axiom.", Rewrite(*p)) for n, p in enumerate(pairs)]
    return RuleSet(made, name="AXIOMS")


def finished(rules: RuleSet) -> RuleSet:
    """The completed set, which ends and is confluent."""
    whole, _ = completed(rules, lambda proposal: proposal.ends is True, time_limit=200)
    assert terminates(whole).terminates is True
    assert joined(whole).complete
    return whole


@pytest.mark.parametrize(
    ("unit", "inverse", "size"),
    [pytest.param("l", "l", 10, marks=pytest.mark.slow), ("l", "r", 9)],
)
def test_groups_and_their_relatives(unit, inverse, size):
    """Left unit and left inverse make a group; with a right inverse there is more than groups."""
    assert len(finished(axioms("", unit, inverse))) == size


def test_abelian_groups():
    m, i = parts("AC")
    whole = finished(axioms("AC", "l", "l"))
    a, b = symbol("a", Turn), symbol("b", Turn)
    assert exhaust(bottom_up(whole))(m(i(m(a, b)), b, a)) is ONE


@pytest.mark.slow
def test_groups_with_an_associative_operator():
    m, i = parts("A")
    whole = finished(axioms("A", "l", "l"))
    a, b = symbol("a", Turn), symbol("b", Turn)
    assert exhaust(bottom_up(whole))(m(a, b, i(m(a, b)))) is ONE


class Word(Term):
    """A word of letters."""


EMPTY = symbol("empty", Word)
word = operator("letters", Word, Word, result=Word, laws=[Associative(), Neutral(EMPTY)])


def spelt(text: str) -> Term:
    letters = [symbol(f"l{c}", Word) for c in text]
    return word(*letters) if len(letters) > 1 else letters[0] if letters else EMPTY


@pytest.mark.parametrize(
    ("relations", "order"),
    [("aaaa= bb= baba=", 8), ("aaaa= bb=aa bab=a", 8), ("aa= bb= ababab=", 6)],
    ids=["D4", "Q8", "S3"],
)
def test_groups_of_words_have_as_many_normal_words_as_elements(relations, order):
    both = [tuple(map(spelt, r.split("="))) for r in relations.split()]
    rules = [made_rule(f"w{n}", "A relation.", Rewrite(*p)) for n, p in enumerate(both)]
    reduce = exhaust(bottom_up(finished(RuleSet(rules, name="WORDS"))))
    found, new = {EMPTY}, {EMPTY}
    while new:
        made = {normal(word(w, spelt(c))) for w in new for c in "ab"}
        new = {w if (t := reduce(w)) is None else t for w in made} - found
        found |= new
    assert len(found) == order
