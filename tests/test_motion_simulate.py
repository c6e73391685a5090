"""Simulations: invariants are kept, closed formulas are met, events, limits and refusals."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from in_motion import cart_pole, free_rotor
from profiles import examples

from mechanics import (
    Event,
    ModelError,
    NoPotentialError,
    Principal,
    StoppedWarning,
    System,
    X,
    Z,
    actuator,
    damper,
    energy,
    friction,
    kane,
    kinetic_energy,
    models,
    potential,
    simulate,
    spring,
)
from rewrite import LimitError, cos, diff, dot, equal, function, number, pi, scalar, scalars, time

pytest.importorskip("scipy")
pytestmark = pytest.mark.filterwarnings("ignore::mechanics.errors.RedundancyWarning")
CLOSED = {"q2": 0.5, "q3": 1}
PENDULUM = {"g": 9.81, "l1": 1.0, "m1": 1.0, "l2": 0.7, "m2": 0.5}
TIGHT: dict[str, Any] = {"rtol": 1e-11, "atol": 1e-13}
FOUR_BAR = {"l1": 1, "l2": 3, "l3": 2, "d": 3, "g": 9.81} | {
    f"{x}{i}": 1 for x in "mJ" for i in (1, 2, 3)
}


@examples(8)
@given(st.floats(-2, 2), st.floats(-2, 2), st.floats(-3, 3))
def test_a_double_pendulum_keeps_its_energy(a: float, b: float, u: float) -> None:
    start = {"q1": a, "q2": b, "q1'": u}
    run = simulate(models.plane_pendulum(2), start, 3.0, parameters=PENDULUM, **TIGHT)
    assert run.complete
    assert run.energy_drift is not None
    assert run.energy_drift < 1e-8 or run["kinetic energy"].max() < 1e-6


def test_a_free_body_keeps_its_energy_and_angular_momentum() -> None:
    system = free_rotor()
    p = {"A": 1.0, "B": 2.0, "C": 3.5, "m": 1.0}
    run = simulate(system, {"p_w": [0.01, 2.0, 0.02]}, 20.0, parameters=p, **TIGHT)
    assert run.energy_drift is not None
    assert run.energy_drift < 1e-8
    turn = run.rotation(system.bodies[0].frame)
    momentum = np.einsum("tij,j,tj->ti", turn, [1.0, 2.0, 3.5], run["p_w"])
    assert np.abs(momentum - momentum[0]).max() < 1e-8 * np.abs(momentum[0]).max()
    assert np.abs(np.linalg.norm(run["p"], axis=1) - 1).max() < 1e-12


@pytest.mark.parametrize("stabilise", ["projection", "baumgarte"])
def test_a_four_bar_keeps_its_constraints_and_energy(stabilise: str) -> None:
    run = simulate(
        models.four_bar(), {"q1": 1, "q1'": 2}, 3.0, parameters=FOUR_BAR,
        near={"q2": 0.5, "q3": 1}, stabilise=stabilise, **TIGHT,
    )  # fmt: skip
    assert run.energy_drift is not None
    assert run.energy_drift < 1e-8
    assert run.constraint_drift is not None
    assert run.constraint_drift < 1e-8
    assert "found from the constraints: q2" in run.report()


def test_independent_speeds_give_the_same_motion() -> None:
    runs = [
        simulate(
            e, {"q1": 1, "q1'": 2}, 2.0, parameters=FOUR_BAR, near={"q2": 0.5, "q3": 1}, **TIGHT
        )
        for e in (kane(models.four_bar()), kane(models.four_bar(), independent=True))
    ]
    assert np.allclose(runs[0].y, runs[1].y, atol=1e-8)


def test_damped_and_driven_the_work_is_counted() -> None:
    """A driven oscillator beside its closed formula, and T less the work of all efforts is kept."""
    system = System("oscillator")
    m, c, k = scalars("m c k", constant=True)
    x, F = scalar("x", time=True), scalar("F", time=True)
    efforts = (spring("s", k, x), damper("d", c, diff(x, time)), actuator("F", F, x))
    system.point_mass("b", system.slider("A", system.origin, system.ground, X, x, *efforts), m)
    run = simulate(
        system, {"x": 1.0}, 4.0, parameters={"m": 1, "c": 0.4, "k": 4},
        inputs={"F": lambda t: 3 * math.cos(t)}, **TIGHT,
    )  # fmt: skip
    w, z = math.sqrt(4 - 0.04), 0.2
    a, b = 3 * 3 / (9 + 0.16), 3 * 0.4 / (9 + 0.16)
    A, B = 1 - a, (z * (1 - a) - b) / w
    exact = a * np.cos(run.t) + b * np.sin(run.t)
    exact += np.exp(-z * run.t) * (A * np.cos(w * run.t) + B * np.sin(w * run.t))
    assert np.abs(run["x"] - exact).max() < 1e-9
    assert run.energy_drift is not None
    assert run.energy_drift < 1e-8
    assert "T less the work" in str(run)


def test_inputs_as_terms_close_a_loop_of_control() -> None:
    x, q = scalar("x", time=True), scalar("q", time=True)
    law = 2 * x + 3 * diff(x, time) - 60 * q - 15 * diff(q, time)
    p = {"M": 1.0, "g": 9.81, "l": 1.0, "m": 0.1}
    run = simulate(cart_pole(), {"q": 0.1}, 15.0, parameters=p, inputs={"F": law}, **TIGHT)
    assert abs(run["q"][-1]) < 1e-2 < abs(run["q"][0])
    assert np.allclose(run["F"], run[law])
    assert run.energy_drift is not None
    assert run.energy_drift < 1e-7


def test_results_by_name_and_by_term() -> None:
    run = simulate(models.plane_pendulum(2), {"q1": 0.5}, 1.0, parameters=PENDULUM)
    q1 = scalar("q1", time=True)
    assert np.allclose(run[cos(q1)], np.cos(run["q1"]))
    assert np.allclose(run["l1*cos(q1)"], np.cos(run["q1"]))
    step = run.t[1] - run.t[0]
    inner = np.gradient(run["q1'"], step)[5:-5]
    assert np.allclose(run[diff(q1, time, 2)][5:-5], inner, rtol=1e-2, atol=1e-2)
    total = run["energy"] - run["kinetic energy"] - run["potential energy"]
    assert np.allclose(total, 0)
    end = run.system.bodies[-1].centre
    v = run.system.kinematics.motion(end).velocity
    assert run.position(end).shape == (201, 3)
    assert np.all(run[dot(v, v)] >= 0)
    with pytest.raises(ModelError, match=r"'q3' is neither a name nor a term .*; there are q1"):
        run["q3"]
    with pytest.raises(ModelError, match=r"; did you mean 'energy'\? there are"):
        run["enrgy"]
    with pytest.raises(ModelError, match=r"unknown function 'coss'; .* at column 4\)"):
        run["l1*coss(q1)"]
    with pytest.raises(ModelError, match="position takes a Point of the system, not 'P1'"):
        run.position("P1")  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="rotation takes a Frame of the system, not 'A'"):
        run.rotation("A")  # type: ignore[arg-type]


def test_events_are_found_where_they_are() -> None:
    """A stone thrown upwards: highest at v/g, and back after 2 v/g."""
    system = System("stone")
    m, g, z = *scalars("m g", constant=True), scalar("z", time=True)
    system.point_mass("b", system.slider("A", system.origin, system.ground, Z, z), m)
    system.gravity(-g * Z)
    run = simulate(
        system, {"z'": 5.0, "z": 0.0}, 9.0, parameters={"m": 1, "g": 10},
        events={
            "top": diff(z, time),
            "ground": Event(z, direction=-1, stop=True),
            "never": lambda t, y: 100.0,
        },
    )  # fmt: skip
    assert abs(run.events["top"][0].time - 0.5) < 1e-12
    assert abs(run.t[-1] - 1.0) < 1e-12
    assert abs(run["z"][-1]) < 1e-11
    assert not run.complete
    assert "event ground" in run.stopped
    assert "event never: never" in run.report()
    with pytest.raises(ModelError, match="event e: a scalar term"):
        simulate(system, {}, 1.0, parameters={"m": 1, "g": 1}, events={"e": 3})


def test_limits_stop_and_say_so() -> None:
    args: Any = (models.plane_pendulum(2), {"q1": 1.0}, 1e6)
    with pytest.warns(StoppedWarning, match="limit of 500 evaluations"):
        run = simulate(*args, parameters=PENDULUM, evaluations=500)
    assert not run.complete
    assert run.t[-1] < 1e6
    with pytest.warns(StoppedWarning, match="s of time was reached"):
        simulate(*args, parameters=PENDULUM, time_limit=3.0, language="python")
    with pytest.raises(LimitError):
        simulate(*args, parameters=PENDULUM, time_limit=1e-9)


def test_a_singular_mass_matrix_is_reported() -> None:
    with pytest.warns(StoppedWarning):
        run = simulate(models.plane_pendulum(2), {"q1": 1.0}, 1.0, parameters=PENDULUM | {"m2": 0})
    assert not run.complete


def test_progress_is_reported() -> None:
    seen: list[float] = []
    simulate(
        models.plane_pendulum(1), {"q1": 1}, 2.0, parameters={"g": 1, "l1": 1, "m1": 1},
        progress=seen.append,
    )  # fmt: skip
    assert seen == sorted(seen)
    assert seen[-1] == 1


def test_refusals_name_the_remedy() -> None:
    system = models.plane_pendulum(1)
    p = {"g": 9.81, "l1": 1, "m1": 1}
    cases: list[tuple[Any, dict[str, Any], str]] = [
        ({}, {"parameters": {"g": 1}}, "values are missing: parameters={'l1': …, 'm1': …}"),
        ({}, {"parameters": p | {"L": 1}}, "L is neither a parameter nor an input"),
        ({}, {"parameters": p | {"q1": 1}}, "q1 is a state"),
        ({"q9": 1}, {"parameters": p}, "q9 is not in the state"),
        ({}, {"parameters": p, "method": "Euler"}, "method is one of DOP853"),
        ({}, {"parameters": p, "formalism": "magic"}, "formalism is one of"),
        ({}, {"parameters": p, "samples": 1}, "at least 2 samples"),
        ({}, {"parameters": p, "start": 2.0}, "times must increase"),
        (
            {},
            {"parameters": p, "stabilise": "projection", "method": "BDF"},
            "is a multistep method",
        ),
    ]
    for state, options, message in cases:
        with pytest.raises(ModelError, match=message.replace("{", r"\{").replace("}", r"\}")):
            simulate(system, state, 1.0, **options)
    with pytest.raises(ModelError, match="F changes with time and is not a state"):
        simulate(cart_pole(), {}, 1.0, parameters={"M": 1, "m": 1, "l": 1, "g": 1})
    with pytest.raises(ModelError, match="takes a System"):
        simulate("pendulum", {}, 1.0)  # type: ignore[arg-type]


def test_a_state_against_the_constraints_is_refused_or_moved() -> None:
    start = {"q1": 1, "q2": 0.5, "q3": 1}
    with pytest.raises(ModelError, match=r"does not satisfy the constraints.*adjust=True"):
        simulate(models.four_bar(), start, 1.0, parameters=FOUR_BAR)
    run = simulate(models.four_bar(), start, 0.1, parameters=FOUR_BAR, adjust=True)
    assert "moved to satisfy the constraints: q1 from 1" in run.report()


@pytest.mark.parametrize("method", ["RK45", "Radau", "BDF", "LSODA"])
def test_other_methods(method: str) -> None:
    run = simulate(
        models.four_bar(), {"q1": 1, "q1'": 2}, 0.3, parameters=FOUR_BAR,
        near={"q2": 0.5, "q3": 1}, method=method, rtol=1e-7, atol=1e-8,
    )  # fmt: skip
    assert run.complete
    assert run.constraint_drift is not None
    assert run.constraint_drift < 1e-5


# -- efforts that the joint completes -------------------------------------------------------------


def test_efforts_take_their_coordinate_from_the_joint() -> None:
    """The same equations, whether the coordinate is repeated or not."""
    made = []
    for short in (True, False):
        system = System("oscillator")
        m, c, k, x0 = scalars("m c k x0", constant=True)
        x, F = scalar("x", time=True), scalar("F", time=True)
        if short:
            efforts: Any = (spring(k, rest=x0), damper(c), actuator(F))
        else:
            rate = diff(x, time)
            efforts = (spring("s", k, x - x0), damper("d", c, rate), actuator("F", F, x))
        system.point_mass("b", system.slider("A", system.origin, system.ground, X, x, *efforts), m)
        made.append(kane(system).right[0])
    assert equal(*made).proved
    system = System("two coordinates")
    a, b, tau = scalar("a", time=True), scalar("b", time=True), scalar("tau", time=True)
    with pytest.raises(ModelError, match=r"acts on one of its coordinates, a, b.*on=a"):
        system.universal("U", system.origin, system.ground, X, Z, (a, b), actuator(tau))
    motor = actuator(tau, on=b)
    frame, at = system.universal("U", system.origin, system.ground, X, Z, (a, b), motor)
    moments = Principal(*scalars("A B C", constant=True))
    system.body("1", frame, at, scalar("m", constant=True), moments)
    assert [diff(t, tau) for t in kane(system).right] == [number(0), number(1)]


def test_dry_friction_brings_a_block_to_rest() -> None:
    """A block that slides stops after v²/(2 a); friction takes exactly the energy that is lost."""
    system = System("block")
    m, mu, v0, x = *scalars("m mu v0", constant=True), scalar("x", time=True)
    at = system.slider("A", system.origin, system.ground, X, x, friction(mu, slow=v0))
    system.point_mass("b", at, m)
    p = {"m": 2.0, "mu": 6.0, "v0": 1e-4}
    run = simulate(system, {"x'": 3.0}, 2.0, parameters=p, method="Radau", rtol=1e-8, atol=1e-10)
    assert abs(run["x"][-1] - 9 / (2 * 3)) < 1e-3
    assert abs(run["x'"][-1]) < 1e-3
    assert run.energy_drift is not None
    assert run.energy_drift < 1e-5


def test_energy_with_motors_present() -> None:
    system = cart_pole()
    assert equal(energy(system), kinetic_energy(system) + potential(system, partly=True)).proved
    with pytest.raises(NoPotentialError, match=r"potential\(system, partly=True\)"):
        potential(system)


def test_arguments_of_the_wrong_form_are_refused() -> None:
    system = models.plane_pendulum(1)
    p = {"g": 9.81, "l1": 1, "m1": 1}
    cases: list[tuple[tuple[Any, Any], dict[str, Any], str]] = [
        (([1, 2], 1), {}, "state is a mapping"),
        (({}, 1), {"parameters": [1, 2, 3]}, "parameters is a mapping"),
        (({}, "x"), {}, "start and until are times"),
        (({}, 1), {"rtol": -1}, "rtol is a positive number"),
        (({}, 1), {"events": {"e": scalar("zz")}}, "no value for zz"),
    ]
    for (state, until), options, message in cases:
        with pytest.raises(ModelError, match=message):
            simulate(system, state, until, **{"parameters": p, **options})
    for language in ("c", "numpy", "python"):
        f = kane(system).rhs(language)
        for y in ([1.0], [1.0, 2.0, 3.0]):
            with pytest.raises(ModelError, match="the state has 2 entries"):
                f(0.0, y, p)
        with pytest.raises(ModelError, match="give a mapping from names"):
            f(0.0, [1.0, 2.0], "abc")
    assert simulate(system, {"q1": pi / 3}, 0.1, parameters=p)["q1"][0] == pytest.approx(
        math.pi / 3
    )


def test_functions_known_by_name_are_given_in_python() -> None:
    """A motor whose torque is a function of the angle that the model only names."""
    torque, q = function("torque"), scalar("q", time=True)
    system = System("motor")
    frame, at = system.hinge("A", system.origin, system.ground, Z, q, actuator("T", torque(q), q))
    J = scalar("J", constant=True)
    system.body("rotor", frame, at, number(1), Principal(J, J, J))
    with pytest.raises(ModelError, match="torque is a function without a definition"):
        simulate(system, {}, 1.0, parameters={"J": 2})
    run = simulate(
        system, {"q": 1.0}, 1.0, parameters={"J": 2}, functions={"torque": lambda x: -8 * x}
    )
    assert abs(run["q"] - np.cos(2 * run.t)).max() < 1e-7
