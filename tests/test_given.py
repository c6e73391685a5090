"""Models take Python numbers, lists and arrays wherever they take terms."""

import numpy as np
import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st
from profiles import examples

from mechanics import (
    ModelError,
    Principal,
    System,
    Z,
    actuator,
    damper,
    friction,
    kane,
    spring,
)
from mechanics.parts.given import given
from rewrite import Matrix, Scalar, Vector, column, number, scalar

q = scalar("q", time=True)


def pendulum(plain: bool) -> System:
    """One pendulum, written with numbers or with terms."""
    n = (lambda x: x) if plain else (lambda x: number(str(x)))
    v = (lambda *x: list(x)) if plain else (lambda *x: column(*map(n, x)))
    system = System("pendulum")
    axis = v(0, 0.6, 0.8)
    efforts = (spring(n(3), rest=n(0.25)), damper(n(0.5)), actuator(n(2)))
    rod, hinge = system.hinge("A", system.origin, system.ground, axis, q, *efforts)
    tip = hinge.placed("P", rod, v(0, -1.5, 0))
    system.body("rod", rod, tip, n(2), Principal(n(1), n(2), n(3)))
    system.point_mass("bob", tip, n(0.5))
    system.force("wind", v(1, 0, 0), system.ground, tip)
    system.torque("drive", v(0, 0, 1), system.ground, rod)
    system.strut("cable", system.origin.placed("Q", system.ground, v(2, 0, 0)), tip, stiffness=n(7))
    system.rotor("A", n(0.1), n(50))
    system.gravity(v(0, -9.81, 0))
    return system


def test_numbers_and_lists_make_the_same_equations_as_terms():
    assert str(kane(pendulum(True)).simplified()) == str(kane(pendulum(False)).simplified())


def test_floats_are_read_as_they_are_written():
    assert given("the mass", 0.2, Scalar) is number("0.2")
    assert given("the axis", np.array([0, 0.6, 0.8]), Vector) is column(
        0, number("0.6"), number("0.8")
    )


@drawn(st.floats(allow_nan=False, allow_infinity=False))
def test_floats_read_so_are_the_same_floats(x):
    assert float(given("the thing", x, Scalar).value) == x


def test_an_inertia_may_be_an_array():
    system = System("plate")
    frame, hinge = system.hinge("A", system.origin, system.ground, Z, q, friction(1, slow=0.01))
    body = system.body("plate", frame, hinge, 1, np.diag([1.0, 2.0, 3.0]))
    assert body.inertia == given("inertia", [[1, 0, 0], [0, 2, 0], [0, 0, 3]], Matrix)


@examples(30)
@drawn(
    st.one_of(st.text(max_size=3), st.booleans(), st.none(), st.lists(st.integers(), max_size=2))
)
def test_anything_else_is_refused_with_its_name(value):
    for sort in (Scalar, Vector, Matrix):
        with pytest.raises(ModelError, match="the thing must be a"):
            given("the thing", value, sort)


def test_numbers_that_are_none_are_refused():
    for value in (float("nan"), float("inf"), 1j):
        with pytest.raises(ModelError, match="the mass must be a Scalar"):
            given("the mass", value, Scalar)
