"""Sines and cosines of x + k π."""

import math
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from rewrite import (
    Scalar,
    add,
    cos,
    evaluate,
    normal,
    number,
    pi,
    postorder,
    scalars,
    simplify,
    sin,
)

x, y = scalars("x y")
parts = st.fractions(min_value=-5, max_value=5, max_denominator=12)


@given(parts, st.sampled_from([0, x, -x, 2 * x - y]), st.sampled_from([sin, cos]))
def test_parts_of_a_turn_keep_the_value_and_are_reduced(k, other, wave):
    t = wave(number(k) * pi + other)
    found = normal(t)
    at = {x: 0.7, y: 0.4}
    assert math.isclose(evaluate(t, at, "float"), evaluate(found, at, "float"), abs_tol=1e-12)
    assert normal(found) is found
    for s in postorder(found):
        if s.op in (sin, cos):
            most = Fraction(1, 2) if s.args[0].op is add else Fraction(1, 4)
            assert all(abs(k) <= most for k in turns(s.args[0]))


def turns(angle: Scalar):
    """The rational multiples of π in an angle."""
    for t in angle.args if angle.op is add else (angle,):
        k = normal(t / pi)
        if isinstance(k.value, int | Fraction):
            yield k.value


def test_values_that_are_rational_are_found():
    assert normal(cos(2 * pi / 3)) is normal(number(-1) / 2)
    assert normal(sin(7 * pi / 6)) is normal(number(-1) / 2)
    assert normal(sin(x + pi) + sin(x)) is number(0)
    assert normal(cos(x - pi / 2)) is sin(x)
    assert normal(sin(pi / 4) - cos(pi / 4)) is number(0)
    assert simplify(cos(x + pi) ** 2 + sin(x) ** 2) is number(1)
