"""Right-hand sides: C, NumPy and Python agree with each other and with the program of
`motion_code`, which solves the same equations in another way; names and refusals."""

from __future__ import annotations

import math
import shutil
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from constrained import LOOPS, consistent_state, looped, scalars_of
from hypothesis import given
from hypothesis import strategies as st
from in_motion import cart_pole, free_rotor
from profiles import examples

from mechanics import (
    ModelError,
    System,
    X,
    Y,
    Z,
    actuator,
    forward_dynamics,
    hamilton,
    kane,
    lagrange,
    models,
    motion_code,
    newton_euler,
    recursive,
)
from mechanics.numerics import c_compiler
from rewrite import diff, function, scalar, scalars, sin, time

pytestmark = pytest.mark.filterwarnings("ignore::mechanics.errors.RedundancyWarning")
HAS_C = any(map(shutil.which, ("cc", "gcc", "clang")))

CASES: dict[str, Callable[[], System]] = {
    "double pendulum": lambda: models.plane_pendulum(2),
    "satellite with wheels": models.satellite_with_wheels,
    "body on a moving base": models.moving_base,
    "disc": models.rolling_disc,
    "sphere": models.rolling_sphere,
    "four bar": models.four_bar,
    "crank and slider": models.crank_slider,
    "screw": lambda: looped(LOOPS["screw"]),
    "chain": lambda: models.held_chain(3),
}


def at_random(system: System, e: Any, seed: int = 1) -> dict[str, Any]:
    """Values of all symbols that are true to the constraints, by name."""
    given = consistent_state(system, scalars_of(e), seed)
    found = {str(s): x for s, x in given.items()}
    for s in e.rhs().pieces.symbols:
        found.setdefault(str(s), np.ones(s.shape).squeeze())
    return found


@pytest.mark.parametrize("reduced", [False, True], ids=["all", "independent"])
@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.slow) if n == "screw" else n for n in CASES]
)
def test_all_languages_agree_with_the_program_of_motion_code(name: str, reduced: bool) -> None:
    system = CASES[name]()
    if reduced and not system.constraints:
        pytest.skip("no constraint, no dependent speed")
    e = kane(system, independent=True) if reduced else kane(system)
    values = at_random(system, e)
    run = motion_code(e, stabilised="none").mechanism(values)
    y = run.state(values)
    expected = run.rhs(0.0, y)
    for language in ("numpy", "python", "c"):
        f = e.rhs(language, stabilise="none")
        p = {n: values[n] for n in [*map(str, f.pieces.symbols)]}
        packed = f.pack({str(s): values[str(s)] for s in f.pieces.state.symbols})
        assert np.allclose(packed, y)
        found = f(0.0, packed, p)
        assert np.allclose(found, expected, rtol=1e-9, atol=1e-9), language
        if language == "numpy":
            many = np.stack([packed, packed], axis=1)
            assert np.allclose(f(0.0, many, p), np.stack([expected, expected], axis=1))


# -- closed formulas ------------------------------------------------------------------------------

angle = st.floats(-3, 3)
length = st.floats(0.3, 3)


@examples(30)
@given(angle, angle, angle, angle, length, length, length, length)
def test_double_pendulum_as_textbooks_have_it(
    a: float, b: float, u: float, v: float, l1: float, l2: float, m1: float, m2: float
) -> None:
    f = kane(models.plane_pendulum(2)).rhs("numpy")
    g, s, c = 9.81, math.sin(a - b), math.cos(a - b)
    D = m1 + m2 * s * s
    first = -(
        m2 * s * (l1 * u * u * c + l2 * v * v)
        + g * ((m1 + m2) * math.sin(a) - m2 * math.sin(b) * c)
    ) / (l1 * D)
    second = (
        s * ((m1 + m2) * l1 * u * u + m2 * l2 * v * v * c)
        + g * (m1 + m2) * (math.sin(a) * c - math.sin(b))
    ) / (l2 * D)
    found = f(0.0, [a, b, u, v], {"g": g, "l1": l1, "l2": l2, "m1": m1, "m2": m2})
    assert np.allclose(found, [u, v, first, second], rtol=1e-8, atol=1e-8)


@examples(25)
@given(st.tuples(angle, angle, angle), st.tuples(length, angle, angle, angle))
def test_quaternions_follow_euler_and_their_norm_does_not_matter(w: Any, q: Any) -> None:
    f = kane(free_rotor()).rhs("c")
    p = {"A": 1.0, "B": 2.0, "C": 3.5}
    rates = f(0.0, [*q, *w], p)
    x, y, z = w
    assert np.allclose(rates[4:], [-1.5 * y * z, 2.5 * z * x / 2, -x * y / 3.5])
    half = np.array([
        -q[1] * x - q[2] * y - q[3] * z,
        q[0] * x + q[2] * z - q[3] * y,
        q[0] * y + q[3] * x - q[1] * z,
        q[0] * z + q[1] * y - q[2] * x,
    ]) / 2  # fmt: skip
    assert np.allclose(rates[:4], half)
    assert abs(np.dot(rates[:4], q)) < 1e-12 * (1 + np.dot(q, q))


def test_forward_dynamics_and_recursion_give_the_same() -> None:
    system = models.plane_chain(3)
    forms = [kane(system).rhs("c"), recursive(system).rhs("c"), forward_dynamics(system).rhs("c")]
    y = np.linspace(-1, 1, len(forms[0].state))
    values = {n: 1.0 + 0.1 * i for i, n in enumerate(forms[0].parameters + forms[0].inputs)}
    efforts = dict.fromkeys(forms[2].inputs, 0.0)
    wanted = [forms[0](0, y, values), forms[1](0, y, values), forms[2](0, y, values | efforts)]
    assert np.allclose(wanted[0], wanted[1])
    assert np.allclose(wanted[0], wanted[2])


def test_solve_ivp_takes_it_as_it_is() -> None:
    scipy = pytest.importorskip("scipy.integrate")
    f = kane(models.plane_pendulum(1)).rhs("c")
    p = {"g": 9.81, "l1": 1, "m1": 1}
    found = scipy.solve_ivp(f, (0, 1), f.pack({"q1": 0.01}), args=(p,), rtol=1e-10, atol=1e-12)
    assert abs(found.y[0, -1] - 0.01 * math.cos(math.sqrt(9.81))) < 1e-6
    many = kane(models.plane_pendulum(1)).rhs("numpy")
    assert many.unpack(found.y)["q1'"].shape == found.t.shape


# -- names, inputs and refusals -------------------------------------------------------------------


def test_inputs_are_numbers_functions_or_terms() -> None:
    motion = kane(cart_pole())
    x = scalar("x", time=True)
    p, y = {"M": 1.0, "g": 9.81, "l": 1.0, "m": 0.1}, [0.2, 0.1, 0.3, 0.4]
    force = 3 * 0.2 + 2 * 0.3 + math.sin(1.5)
    f = motion.rhs("c")
    assert (f.parameters, f.inputs) == (["M", "g", "l", "m"], ["F"])
    expected = f(1.5, y, p | {"F": force})
    by_time = f(1.5, y, p | {"F": lambda t: force})
    by_state = f(1.5, y, p | {"F": lambda t, y: 3 * y[0] + 2 * y[2] + math.sin(t)})
    term = 3 * x + 2 * diff(x, time) + sin(time)
    by_term = motion.rhs("c", inputs={scalar("F", time=True): term})
    assert not by_term.inputs
    in_order = f(1.5, y, [1.0, 9.81, 1.0, 0.1, force])
    for found in (by_time, by_state, by_term(1.5, y, p), in_order):
        assert np.allclose(found, expected)


def test_a_prescribed_motion_brings_its_rates() -> None:
    """A pendulum on a point that moves by z: θ'' = -(g + z'')/l sin θ."""
    system = System("shaken pendulum")
    m, length, g = scalars("m l g", constant=True)
    z, q = scalar("z", time=True), scalar("q", time=True)
    pin = system.origin.placed("A", system.ground, z * Y)
    rod, at = system.hinge("A", pin, system.ground, Z, q)
    system.point_mass("bob", at.placed("P", rod, -length * Y), m)
    system.gravity(-g * Y)
    motion = kane(system)
    assert motion.rhs().inputs == ["z''"]
    f = motion.rhs("c", inputs={z: sin(3 * time) / 5})
    found = f(0.7, [0.4, 0.0], {"g": 9.81, "l": 2.0, "m": 1.0})
    lift = -9 * math.sin(2.1) / 5
    assert np.allclose(found, [0.0, -(9.81 + lift) / 2 * math.sin(0.4)])


def test_wrong_values_are_named() -> None:
    motion = kane(cart_pole())
    f = motion.rhs("numpy")
    p = {"M": 1.0, "g": 9.81, "l": 1.0, "m": 0.1, "F": 0.0}
    cases: list[tuple[Any, str]] = [
        ({k: v for k, v in p.items() if k != "l"}, "l: no value in the parameters"),
        (p | {"mass": 1}, "mass is not in the parameters and inputs"),
        (p | {"l": "long"}, "l = 'long': a number is needed"),
        (p | {"l": math.nan}, "l = nan: a finite number"),
        (p | {"l": lambda t: t}, "l is a parameter, which stays constant"),
        (p | {"F": scalar("x", time=True)}, "give terms for inputs when the function is made"),
        ([1.0, 2.0], "have 5 entries"),
    ]
    for given_p, message in cases:
        with pytest.raises(ModelError, match=message):
            f(0.0, [0, 0, 0, 0], given_p)
    with pytest.raises(ModelError, match="q1 is not in the state"):
        f.pack({"q1": 1})
    with pytest.raises(ModelError, match="no language 'fortran'"):
        motion.rhs("fortran")
    with pytest.raises(ModelError, match="stabilise is 'baumgarte' or 'none'"):
        kane(models.four_bar()).rhs(stabilise="hope")
    with pytest.raises(ModelError, match="depends on accelerations"):
        motion.rhs(inputs={scalar("F", time=True): diff(scalar("x", time=True), time, 2)})


def test_facts_of_parameters_are_kept() -> None:
    f = kane(models.moving_base()).rhs()
    still = {str(s): np.ones(s.shape).squeeze() for s in f.pieces.symbols}
    still |= {"B": np.eye(3), "I": [[1, 2, 3], [0, 1, 0], [0, 0, 1]]}
    with pytest.raises(ModelError, match="I was declared symmetric"):
        f(0.0, f.pack({}), still)


def test_without_a_compiler_numpy_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(c_compiler, "compiler", lambda: None)
    c_compiler.library.cache_clear()
    f = kane(models.plane_pendulum(1)).rhs("c")
    assert np.allclose(f(0.0, [0.0, 2.0], [9.81, 1, 1])[0], 2.0)
    assert not f.compiled
    assert "no C compiler" in f.note
    c_compiler.library.cache_clear()


def test_functions_known_by_name_run_in_numpy() -> None:
    system = System("ball")
    m, z = scalar("m", constant=True), scalar("z", time=True)
    drag = function("drag")
    at = system.slider("A", system.origin, system.ground, Z, z, actuator("air", drag(z), z))
    system.point_mass("ball", at, m)
    f = kane(system).rhs("c", functions={"drag": lambda x: 2 * x})
    assert np.allclose(f(0.0, [3.0, 0.0], [2.0]), [0.0, 3.0])
    assert not f.compiled


@pytest.mark.skipif(not HAS_C, reason="there is no C compiler")
def test_names_of_c_and_of_the_text_do_no_harm() -> None:
    system = System("names")
    y, t, m0 = scalar("y", time=True), scalar("t", constant=True), scalar("m0_0_1", constant=True)
    at = system.slider("A", system.origin, system.ground, X, y, actuator("k", -t * y, y))
    system.point_mass("b", at, m0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        f = kane(system).rhs("c")
        assert np.allclose(f(9.0, [2.0, 1.0], {"t": 3.0, "m0_0_1": 2.0}), [1.0, -3.0])
    assert f.compiled


@pytest.mark.parametrize("name", ["double pendulum", "four bar", "crank and slider", "chain"])
def test_other_formalisms_give_the_same_rates(name: str) -> None:
    system = CASES[name]()
    forms = [kane(system), lagrange(system), newton_euler(system)]
    values = at_random(system, forms[0])
    found = []
    for e in forms:
        f = e.rhs("c", **({"stabilise": "none"} if e is forms[0] else {}))
        y = f.pack({str(s): values[str(s)] for s in f.pieces.state.symbols})
        found.append(f(0.0, y, {str(s): values[str(s)] for s in f.pieces.symbols}))
    assert np.allclose(found[0], found[1])
    assert np.allclose(found[0], found[2])


def test_equations_without_accelerations_are_refused() -> None:
    with pytest.raises(ModelError, match="Hamilton"):
        hamilton(models.plane_pendulum(1)).rhs()
