"""Small motions, stability, equilibria and first integrals, beside closed formulas and numbers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from in_motion import cart_pole, free_rotor
from profiles import examples

from mechanics import (
    ModelError,
    NotSteadyError,
    Principal,
    System,
    X,
    Y,
    Z,
    actuator,
    equilibria,
    first_integrals,
    kane,
    linearised,
    models,
    modes,
    stability,
)
from mechanics.analysis.stability import hurwitz
from mechanics.simulation.starting import Start
from rewrite import diff, equal, euler, scalar, scalars, sin, tanh, time, to_sympy

pytestmark = pytest.mark.filterwarnings("ignore::mechanics.errors.RedundancyWarning")
FOUR_BAR = {"l1": 1, "l2": 3, "l3": 2, "d": 3, "g": 9.81} | {
    f"{x}{i}": 1 for x in "mJ" for i in (1, 2, 3)
}


def hoop() -> System:
    """A bead on a hoop that turns with a steady speed."""
    system = System("bead on a turning hoop")
    m, r, g, omega = scalars("m r g Omega", constant=True)
    ring = system.ground.turned("ring", Z, omega * time)
    arm, at = system.hinge("A", system.origin, ring, Y, scalar("q", time=True))
    system.point_mass("bead", at.placed("P", arm, -r * Z), m)
    system.gravity(-g * Z)
    return system


# -- small motions --------------------------------------------------------------------------------


def test_a_double_pendulum_as_textbooks_have_it() -> None:
    model = linearised(models.plane_pendulum(2))
    g, l1, l2, m1, m2 = (to_sympy(s) for s in scalars("g l1 l2 m1 m2", constant=True))
    mass = sympy.Matrix([[(m1 + m2) * l1**2, m2 * l1 * l2], [m2 * l1 * l2, m2 * l2**2]])
    stiffness = sympy.diag((m1 + m2) * g * l1, m2 * g * l2)
    assert sympy.simplify(model.mass.sympy() - mass) == sympy.zeros(2, 2)
    assert sympy.simplify(model.stiffness.sympy() - stiffness) == sympy.zeros(2, 2)
    assert sympy.simplify(model.A.sympy()[2:, :2] + mass.inv() * stiffness) == sympy.zeros(2, 2)
    assert model.damping.sympy() == sympy.zeros(2, 2)


def test_a_cart_pole_with_its_input_and_outputs() -> None:
    x = scalar("x", time=True)
    model = linearised(cart_pole(), outputs={"x": x, "shove": diff(x, time, 2)})
    assert (model.states, model.inputs) == (["x", "q", "x'", "q'"], ["F"])
    p = {"m": 0.3, "M": 2.0, "l": 0.7, "g": 9.81}
    found = model.numbers(p)
    A = np.zeros((4, 4))
    A[0, 2] = A[1, 3] = 1
    A[2, 1], A[3, 1] = 0.3 * 9.81 / 2, 2.3 * 9.81 / (2 * 0.7)
    assert np.allclose(found.A, A)
    assert np.allclose(found.B.ravel(), [0, 0, 0.5, 0.5 / 0.7])
    assert np.allclose(found.C, [[1, 0, 0, 0], A[2]])
    assert np.allclose(found.feedthrough.ravel(), [0, 0.5])
    assert model.B.shape == (4, 1)


@examples(10)
@given(st.floats(0.5, 2), st.floats(0.5, 2), st.floats(0.3, 2))
def test_numbers_are_slopes_of_the_right_hand_side(m: float, length: float, spin: float) -> None:
    """About a steady motion of a spherical pendulum, by central differences."""
    system = System("conical pendulum")
    a, b = scalar("a", time=True), scalar("b", time=True)
    mass, rod, g = scalars("m l g", constant=True)
    outer, at = system.hinge("A", system.origin, system.ground, Z, a)
    inner, at = system.hinge("B", at, outer, Y, b)
    system.point_mass("bob", at.placed("P", inner, -rod * Z), mass)
    system.gravity(-g * Z)
    tilt = spin
    w = math.sqrt(9.81 / (length * math.cos(min(tilt, 1.4))))
    state = {"b": min(tilt, 1.4), "a'": w}
    p = {"m": m, "l": length, "g": 9.81}
    model = linearised(system, at=state, parameters=p)
    assert model.states == ["b", "a'", "b'"]
    f = kane(system).rhs("python").bind(p)
    y = np.array([0.0, state["b"], w, 0.0])
    h = 1e-6
    slopes = np.array([(f(0, y + h * e) - f(0, y - h * e)) / (2 * h) for e in np.eye(4)]).T
    assert np.allclose(model.numbers().A, slopes[1:, 1:], atol=1e-5 * (1 + w * w))


def test_the_bicycle_of_the_benchmark() -> None:
    system, v = models.bicycle(), 5.0
    values = {str(s): x for s, x in system.values.items()}
    state = {"z": -0.3, "x'": v, "rear'": -v / 0.3, "front'": -v / 0.35}
    model = linearised(system, at=state, parameters=values, independent=["roll", "steer"])
    found = sorted(np.linalg.eigvals(model.numbers().A), key=lambda x: (x.real, x.imag))
    expected = [-14.07838969, -0.77534188 - 4.46486771j, -0.77534188 + 4.46486771j, -0.32286643, 0]
    assert np.allclose(found, expected, atol=1e-7)
    assert model.coordinates == ["roll", "steer"]


def test_loops_are_linearised_by_independent_coordinates() -> None:
    """A four bar about its equilibrium, beside the rates of a motion nearby."""
    system = models.four_bar()
    at = equilibria(system, FOUR_BAR)[0].values
    model = linearised(system, at=at, parameters=FOUR_BAR, independent=["q1"])
    assert model.states == ["q1", "q1'"]
    squared = -model.numbers().A[1, 0]
    e = kane(system, independent=[diff(scalar("q1", time=True), time)])
    closed = Start(kane(system), FOUR_BAR)
    f = e.rhs("python").bind({k: v for k, v in FOUR_BAR.items() if k != "d"})
    slopes = []
    for h in (1e-4, -1e-4):
        y = np.array([at["q1"] + h, at["q2"], at["q3"], 0, 0, 0])
        y = closed.mechanism.positions(y, ["q1"])
        slopes.append(f(0.0, y)[3] / h)
    assert np.isclose(-np.mean(slopes), squared, rtol=1e-5)


def test_attitudes_deviate_by_small_turns() -> None:
    """A body that spins about a principal axis: λ² = -(C - B)(C - A)/(A B) w²."""
    model = linearised(free_rotor(), at={"p_w": [0, 0, 2]})
    found = model.numbers({"A": 1.0, "B": 2.0, "C": 3.5})
    expected = 1j * 2 * math.sqrt(1.5 * 2.5 / 2)
    assert min(abs(np.linalg.eigvals(found.A) - expected)) < 1e-9


def test_states_that_are_not_steady_are_refused() -> None:
    with pytest.raises(NotSteadyError, match=r"effort along q'.*sin\(1\)"):
        linearised(cart_pole(), at={"q": 1})
    assert linearised(cart_pole(), at={"q": 1}, check=False).mass.shape == (2, 2)
    with pytest.raises(NotSteadyError, match="gap"):
        linearised(models.four_bar(), at={"q1": 1}, parameters=FOUR_BAR)
    with pytest.raises(ModelError, match="phi is not in the state"):
        linearised(cart_pole(), at={"phi": 1})
    with pytest.raises(ModelError, match="values are missing: 'M'"):
        linearised(cart_pole()).numbers({"g": 1, "l": 1, "m": 1})
    with pytest.raises(ModelError, match="k is not a parameter"):
        linearised(cart_pole(), parameters={"k": 1})


def test_equations_that_change_with_time_are_refused() -> None:
    """A body with three moments that turns about no principal axis does not turn steadily, and
    gravity across the axis of a turning hoop is not steady."""
    with pytest.raises(NotSteadyError):
        linearised(free_rotor(), at={"p_w": [1, 1, 0]})
    system = hoop()
    system.gravity(scalar("h", constant=True) * Y)
    with pytest.raises(NotSteadyError, match="change along this motion"):
        linearised(system)


# -- modes and stability --------------------------------------------------------------------------


def test_modes_of_two_equal_pendulums() -> None:
    """ω² = g/l (2 ± √2) for two equal links."""
    values = {"g": 9.81, "l1": 1, "l2": 1, "m1": 1, "m2": 1}
    found = sorted({round(m.frequency, 9) for m in modes(models.plane_pendulum(2), values)})
    expected = [math.sqrt(9.81 * (2 - math.sqrt(2))), math.sqrt(9.81 * (2 + math.sqrt(2)))]
    assert np.allclose(found, expected)
    first = modes(models.plane_pendulum(2), values)[0]
    assert abs(first.damping_ratio or 0.0) < 1e-9
    assert max(abs(x) for x in first.shape.values()) == pytest.approx(1)


def test_conditions_of_routh_and_hurwitz() -> None:
    found = stability(models.plane_pendulum(1, dampers=True))
    g, l1, m1, c1 = scalars("g l1 m1 c1", constant=True)
    assert equal(found.polynomial[1], c1 / (m1 * l1**2)).proved
    assert equal(found.polynomial[2], g / l1).proved
    assert found.verdict == "depends on parameters"
    values = {"g": 9.81, "l1": 1, "m1": 1, "c1": 0.1}
    assert stability(models.plane_pendulum(1, dampers=True), values).verdict == (
        "asymptotically stable"
    )
    upside = stability(linearised(models.plane_pendulum(1, dampers=True), at={"q1": math.pi},
                                  parameters=values))  # fmt: skip
    assert upside.verdict == "unstable"
    assert stability(models.plane_pendulum(1), {"g": 1, "l1": 1, "m1": 1}).verdict.startswith("not")


@examples(60)
@given(st.lists(st.integers(-3, 2), min_size=1, max_size=5))
def test_hurwitz_judges_as_the_roots_do(roots: list[int]) -> None:
    polynomial = np.poly(roots).round().astype(int).tolist()
    minors = hurwitz(polynomial)
    assert all(m > 0 for m in minors) == all(r < 0 for r in roots)


# -- equilibria -----------------------------------------------------------------------------------


def test_a_bead_on_a_turning_hoop() -> None:
    found = equilibria(hoop())
    assert found.complete
    assert len(found) == 4
    tilted = next(e for e in found if e.conditions)
    assert tilted.conditions == ("(g/(Omega**2*r))**2 <= 1",)
    model = linearised(hoop(), at={"q": tilted["q"]})
    m, r, g, w = (to_sympy(s) for s in scalars("m r g Omega", constant=True))
    expected = m * (r * r * w * w - g * g / (w * w))
    assert sympy.simplify(model.stiffness.sympy()[0] - expected) == 0
    assert "acos(g/(Omega**2*r))" in str(found)


def test_equilibria_in_numbers_satisfy_the_equations() -> None:
    system = models.four_bar()
    found = equilibria(system, FOUR_BAR)
    assert not found.complete
    assert len(found) >= 2
    for e in found:
        model = linearised(system, at=e.values, parameters=FOUR_BAR)
        assert model.numbers().A.shape == (2, 2)
    with pytest.raises(ModelError, match="needs values for J1"):
        equilibria(system)
    with pytest.raises(ModelError, match="three angles"):
        equilibria(free_rotor())


def test_two_places_on_a_line_are_not_the_same_because_a_turn_lies_between_them() -> None:
    system = System("a slider between two soft stops")
    x, far = scalar("x", time=True), scalar("far", constant=True)
    push = tanh(x) * (x - far) * (x + sin(x) + 40)
    at = system.slider("S", system.origin, system.ground, X, x, actuator("F", push, x))
    system.point_mass("P", at, scalar("m", constant=True))
    found = equilibria(system, {"far": 2 * math.pi, "m": 1})
    assert not found.complete
    places = {round(float(e["x"]), 3) for e in found}
    assert {0.0, 6.283} <= places


def test_all_four_of_a_double_pendulum() -> None:
    found = equilibria(models.plane_pendulum(2))
    places = {(str(e["q1"]), str(e["q2"])) for e in found}
    assert places == {("0", "0"), ("0", "pi"), ("pi", "0"), ("pi", "pi")}


# -- first integrals ------------------------------------------------------------------------------


def test_energy_and_momenta_are_proved() -> None:
    found = first_integrals(models.plane_pendulum(2))
    assert [x.name for x in found] == ["energy"]
    assert found[0].verdict.proved
    assert found.rejected == ["momentum of q1", "momentum of q2"]
    names = [x.name for x in first_integrals(free_rotor())]
    assert names == ["energy", *(f"angular momentum about {a}" for a in "xyz")]


def test_cyclic_coordinates_and_painleves_integral() -> None:
    """A heavy top by angles: two cyclic angles; a bead on a turning hoop has no energy."""
    system = System("spherical pendulum")
    a, b = scalar("a", time=True), scalar("b", time=True)
    mass, rod, g = scalars("m l g", constant=True)
    outer, at = system.hinge("A", system.origin, system.ground, Z, a)
    inner, at = system.hinge("B", at, outer, Y, b)
    system.point_mass("bob", at.placed("P", inner, -rod * Z), mass)
    system.gravity(-g * Z)
    found = first_integrals(system)
    assert [x.name for x in found] == ["energy", "momentum of a"]
    assert found.rejected == ["momentum of b"]
    turning = first_integrals(hoop())
    assert [x.name for x in turning] == ["Painlevé's integral"]


def test_driven_and_damped_systems_have_no_energy_integral() -> None:
    damped: Any = first_integrals(models.plane_pendulum(1, dampers=True))
    assert not len(damped)
    driven = first_integrals(cart_pole())
    assert not len(driven)
    assert driven.rejected == ["momentum of x", "momentum of q"]


def test_a_heavy_top_by_angles() -> None:
    """Two angles are free; the top hangs or stands; Euler angles are singular there."""
    system = System("heavy top")
    a, b, c = (scalar(n, time=True) for n in "abc")
    A, C, m, length, g = scalars("A C m l g", constant=True)
    turn = euler("zxz", (a, b, c))
    frame, at = system.ball("J", system.origin, system.ground, turn, angles=(a, b, c))
    system.body("top", frame, at.placed("G", frame, length * Z), m, Principal(A, A, C))
    system.gravity(-g * Z)
    found = equilibria(system)
    assert {str(e["b"]) for e in found} == {"0", "pi"}
    assert found[0].free == ("a", "c")
    names = [x.name for x in first_integrals(system)]
    assert names == ["energy", "momentum of a", "momentum of c"]
    with pytest.raises(ModelError, match="coordinates are singular"):
        linearised(system, at={"c'": 5})
    values = {"A": 1, "C": 0.5, "m": 1, "l": 1, "g": 9.81}
    spin, tilt = 20.0, math.pi / 2  # the axis lies level, and precesses with m g l/(C spin)
    model = linearised(system, at={"b": tilt, "a'": 9.81 / (0.5 * spin), "c'": spin},
                       parameters=values)  # fmt: skip
    f = kane(system).rhs("python").bind(values)
    y = np.array([0.0, tilt, 0.0, 9.81 / (0.5 * spin), 0.0, spin])
    h = 1e-6
    slopes = np.array([(f(0, y + h * e) - f(0, y - h * e)) / (2 * h) for e in np.eye(6)]).T
    kept = [1, 3, 4, 5]
    assert np.allclose(model.numbers().A, slopes[np.ix_(kept, kept)], atol=1e-4)


def test_zeros_of_a_sine_are_all_only_where_a_full_turn_changes_nothing() -> None:
    """-k x sin x vanishes at every multiple of π, and on a slider these are different places."""
    x, k, m = scalar("x", time=True), scalar("k", constant=True), scalar("m", constant=True)
    system = System("line")
    at = system.slider("S", system.origin, system.ground, X, x, actuator("f", -k * x * sin(x), x))
    system.point_mass("bead", at, m)
    found = equilibria(system)
    assert not found.complete
    assert len(found) == len({str(e) for e in found})
