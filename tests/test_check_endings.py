"""Sets that go on for ever, and look as if they did not: nothing of the kind is said to end."""

from __future__ import annotations

import pytest

from rewrite import (
    Associative,
    Homogeneous,
    Linear,
    Neutral,
    Rewrite,
    Rule,
    RuleError,
    RuleSet,
    Scalar,
    Term,
    bottom_up,
    exhaust,
    match,
    operator,
    rule,
    scalars,
    simplify,
    sin,
    symbol,
    zero,
)
from rewrite.check.termination.termination import terminates
from rewrite.core.variables import variable
from rewrite.rewriting.defining import made_rule


class Push(Linear):
    """Something with sums."""

    dimension = 1


class Cog(Term):
    """Something without."""


c, k, y = scalars("c k y")
p = symbol("p", Push)
nothing, one_cog, two_cog = (symbol(n, Cog) for n in ("nothing", "one_cog", "two_cog"))
f = operator("f_ends", Scalar, result=Scalar)
aim = operator("aim", Push, result=Push, laws=[Homogeneous(0)])
turned = operator("turned", Push, result=Push)
joint = operator("joint", Cog, Cog, result=Cog, laws=[Associative(), Neutral(nothing)])
tooth = operator("tooth", Cog, result=Cog)
stretched = operator("stretched", Push, result=Push, laws=[Homogeneous()])
glued = operator("glued", Push, Push, result=Push, laws=[Associative()])
pair = operator("pair_of_cogs", Cog, Cog, result=Cog)


@rule
def inside_a_direction(x: Push):
    """What a direction is of does not show in it."""
    return turned(x) >> aim(turned(x))


@rule
def factor_down(x: Scalar):
    """k becomes c."""
    return sin(x) * k >> sin(x) * c


@rule
def factor_up(x: Scalar):
    """c becomes k, where there are many."""
    return sin(x) * c**65 >> sin(x) * c**64 * k


@rule
def merged(x: Scalar):
    """3 c is 2 c + c, and becomes 4 c."""
    return f(x + c) >> f(2 * x)


@rule
def shared_out(x: Scalar, y: Scalar, z: Scalar, w: Scalar, v: Scalar):
    """With ones for all but one there is always another."""
    return f(x * y * z * w * v) >> f(x) + f(y) + f(z) + f(w) + f(v)


@rule
def six_sums(x: Scalar, y: Scalar, z: Scalar, w: Scalar, v: Scalar, u: Scalar):
    """With zeros for all but one there is always another."""
    return f(x + y + z + w + v + u) >> f(x) + f(y) + f(z) + f(w) + f(v) + f(u) + f(0)


@rule
def four_parts(x: Cog, y: Cog, z: Cog, w: Cog):
    """With nothing for all but one there is always another."""
    return tooth(joint(x, y, z, w)) >> pair(pair(tooth(x), tooth(y)), pair(tooth(z), tooth(w)))


@rule
def beside_zero():
    """No law says that a zero takes what is beside it away."""
    return stretched(p) >> glued(stretched(p), zero(Push))


ENDLESS = [
    ((beside_zero,), stretched(stretched(p))),
    ((inside_a_direction,), turned(p)),
    ((factor_down, factor_up), sin(y) * c**65),
    ((merged,), f(3 * c)),
    ((shared_out,), f(y * c)),
    ((six_sums,), f(y + c)),
    pytest.param((four_parts,), tooth(joint(one_cog, two_cog)), marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("rules", "t"), ENDLESS, ids=lambda x: "")
def test_sets_that_go_on_for_ever_are_never_said_to_terminate(rules, t):
    outcome = exhaust(bottom_up(RuleSet(*rules))).run(t, steps=40, size=2_000)
    assert outcome.reason != "fixed point", "the example is meant to go on"
    assert terminates(RuleSet(*rules)).terminates is not True


def deep(t, n=3_000):
    for _ in range(n):
        t = tooth(t)
    return t


def test_a_left_side_that_is_nested_too_deep_to_be_matched_is_refused():
    x = variable("x", Cog)
    with pytest.raises(RuleError, match=r"nested 3001 operators deep.*declare an operator"):
        Rule("deep", "Deep.", Rewrite(deep(x), x), "here", deep(x), x)
    with pytest.raises(RuleError, match="the pattern is nested 3001 operators deep"):
        match(deep(x), deep(one_cog))


def test_a_deep_left_side_without_variables_is_only_compared():
    r = made_rule("deep", "Deep.", Rewrite(deep(one_cog), one_cog))
    assert not terminates(RuleSet(r)).loop
    assert simplify(tooth(deep(one_cog)), rules=RuleSet(r)) is tooth(one_cog)
