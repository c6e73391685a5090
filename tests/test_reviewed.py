"""Mistakes that a review of the rule engine found; no other test would notice them."""

from __future__ import annotations

import pickle

import pytest

from rewrite import (
    Associative,
    Linear,
    Matrix,
    Rewrite,
    RuleSet,
    Scalar,
    bottom_up,
    cos,
    exhaust,
    identity,
    match,
    matrices,
    matrix,
    normal,
    operator,
    replay,
    rule,
    scalars,
    sin,
    symbol,
    tan,
    top_down,
    variable,
)

x, y, z = scalars("x y z")
A, B = matrices("A B")
sq = operator("sq", Scalar, result=Scalar)
f2 = operator("f2", Scalar, Scalar, result=Scalar)


@rule
def to_tangent(x: Scalar) -> Rewrite[Scalar]:
    """sin x = tan x cos x."""
    return sin(x) >> tan(x) * cos(x)


@rule
def grows(p: Scalar) -> Rewrite[Scalar]:
    """Its result holds what it was made of."""
    return sin(p) >> cos(sin(p) + 1)


def test_a_derivation_of_shared_terms_ends():
    t = x
    for _ in range(30):
        t = sin(t) * cos(t) + 1
    outcome = exhaust(bottom_up(to_tangent)).run(t, steps=5, trace=True)
    assert outcome.reason != "fixed point"
    assert outcome.derivation is not None
    assert replay(outcome.derivation) is outcome.term


def test_a_result_that_contains_its_origin_is_rewritten_again():
    way = top_down(grows)
    assert way(sin(x)) is not None
    assert way(cos(sin(x) + 1)) is top_down(grows)(cos(sin(x) + 1)) is not None
    assert exhaust(top_down(grows)).run(sin(x), steps=20).reason == "20 steps"


def test_variables_of_products_take_what_is_there():
    @rule
    def joined(p: Scalar, q: Scalar) -> Rewrite[Scalar]:
        """A product by another name."""
        return p * q >> f2(p, q)

    @rule
    def squared(q: Scalar) -> Rewrite[Scalar]:
        """A square by another name."""
        return q * q >> sq(q)

    assert exhaust(joined)(x * y) is f2(x, y)
    assert squared(x * y) is None
    assert squared(x**2 * y) is normal(sq(x) * y)


def test_where_an_instance_has_no_meaning_there_is_no_match():
    @rule
    def divided(p: Scalar) -> Rewrite[Scalar]:
        """Its left side may divide by zero."""
        return sq(p) + 1 / p >> p

    assert divided(sq(x - x) + y) is None
    assert not match(divided, sq(x - x) + y)


def test_an_identity_of_open_size_beside_a_variable():
    @rule
    def turned(P: Matrix) -> Rewrite[Matrix]:
        """P + I."""
        return P + identity(like=P) >> P.T

    D = matrix("D", 2, 2)
    assert turned(D + identity(2)) is D.T


def test_powers_that_are_not_expanded_are_reported():
    P = variable("P", Matrix, (3, 3))
    found = match(P @ P, A**100)
    assert list(found) == []
    assert found.complete is False


def test_a_right_neutral_element_inside_a_word():
    class Word(Linear):
        pass

    a, b, e = (symbol(n, Word) for n in ("aa", "bb", "ee"))
    from rewrite import Neutral

    h = operator("hh", Word, Word, result=Word, laws=[Associative(), Neutral(e, side="right")])
    v = variable("v", Word)
    assert [m["v"] for m in match(h(a, v, b), h(a, b))] == [e]


def test_rules_survive_a_pickle():
    some = RuleSet(to_tangent, grows, name="some")
    copy = pickle.loads(pickle.dumps(some))
    assert copy == some
    assert (copy - to_tangent).names == ("grows",)
    assert copy["grows"](sin(x)) is grows(sin(x))
    with pytest.raises(AttributeError):
        some.rules = ()  # type: ignore[misc]
