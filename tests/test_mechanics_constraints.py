"""Constraints and loops: every formalism, every type of joint, every model, and what is refused."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from constrained import (
    LEANING,
    LOOPS,
    TILTED,
    by_equations,
    consistent_state,
    looped,
    scalars_of,
    solved,
    values_of,
    with_accelerations,
)
from constrained_cases import CASES, skate_with_chosen_speeds

from bench import sympy_constraints
from mechanics import (
    ContradictionError,
    ModelError,
    Principal,
    RedundancyWarning,
    Revolute,
    System,
    X,
    Y,
    Z,
    constraint_report,
    dalembert,
    hamilton,
    kane,
    lagrange,
    models,
    motion_code,
    newton_euler,
    newton_euler_isolated,
    reaction,
)
from mechanics.dependence.numbers import Numbers
from mechanics.models.parts import moving, moving_vectors, parameters
from rewrite import column, diff, number, quaternion, scalar, time, x_of, y_of

pytestmark = pytest.mark.filterwarnings("ignore::mechanics.errors.RedundancyWarning")

MODELS: dict[str, Callable[[], System]] = {
    "disc": models.rolling_disc,
    "sliding disc": lambda: models.rolling_disc(slip=True),
    "sphere": models.rolling_sphere,
    "sphere on a turntable": lambda: models.rolling_sphere(turntable=True),
    "knife edge": models.knife_edge,
    "four bar": models.four_bar,
    "five bar": models.five_bar,
    "chain": lambda: models.held_chain(4),
    "crank and slider": models.crank_slider,
    "Bennett": models.bennett,
    "salt shaker": models.salt_shaker,
    "constant-velocity joint": models.constant_velocity_joint,
    "Stewart": models.stewart_platform,
    "antenna": models.antenna_mesh,
}

FREEDOMS = {
    "disc": 3, "sliding disc": 5, "sphere": 3, "sphere on a turntable": 3, "knife edge": 2,
    "four bar": 1, "five bar": 2, "chain": 2, "crank and slider": 1, "Bennett": 1,
    "salt shaker": 1, "constant-velocity joint": 1, "Stewart": 6, "antenna": 4,
}  # fmt: skip


def has_angles(system: System) -> bool:
    return all(u is diff(q, time) for u, q in zip(system.speeds, system.coordinates, strict=False))


def all_agree(system: System, seed: int = 0) -> None:
    """Every formalism gives the same accelerations and multipliers."""
    e = kane(system)
    state = consistent_state(system, scalars_of(e), seed)
    found = solved(e, state)
    others = [newton_euler(system), newton_euler_isolated(system)]
    others.append(dalembert(system, about=system.bodies[-1].centre))
    if has_angles(system):
        others.append(lagrange(system))
    for equations in others:
        again = by_equations(equations, state)
        assert np.allclose(again, found, rtol=1e-8, atol=1e-9), equations.formalism
    reduced = kane(system, independent=True)
    there = with_accelerations(system, state, found)
    assert np.allclose(
        values_of(reduced.unknowns, there), solved(reduced, state), rtol=1e-6, atol=1e-7
    )
    for speed, (_, by) in reduced.dependent.items():
        want = values_of([diff(speed, time)], there)
        assert np.allclose(values_of([by], there), want, rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("name", [n for n in MODELS if n not in ("Stewart", "antenna")])
def test_all_formalisms_agree_on_models(name: str) -> None:
    all_agree(MODELS[name]())


@pytest.mark.parametrize("name", CASES)
def test_all_formalisms_agree_on_other_mechanisms(name: str) -> None:
    all_agree(CASES[name](), seed=1)


def test_constraints_in_chosen_speeds_are_for_kane() -> None:
    system = skate_with_chosen_speeds()
    e, reduced = kane(system), kane(system, independent=True)
    state = consistent_state(system, scalars_of(e), 1)
    there = with_accelerations(system, state, solved(e, state))
    assert np.allclose(values_of(reduced.unknowns, there), solved(reduced, state), atol=1e-9)
    with pytest.raises(ModelError, match="written in the chosen speed aside"):
        newton_euler(system)


@pytest.mark.parametrize("name", ["Stewart", "antenna"])
def test_multipliers_and_independent_speeds_agree_on_large_models(name: str) -> None:
    system = MODELS[name]()
    e, reduced = kane(system), kane(system, independent=True)
    state = consistent_state(system, scalars_of(e))
    found = with_accelerations(system, state, solved(e, state))
    assert np.allclose(values_of(reduced.unknowns, found), solved(reduced, state), atol=1e-7)


@pytest.mark.parametrize("name", MODELS)
def test_mobility_of_models(name: str) -> None:
    assert constraint_report(MODELS[name]()).mobility == FREEDOMS[name]


@pytest.mark.parametrize("name", LOOPS)
def test_all_formalisms_agree_on_loops_of_every_type(name: str) -> None:
    system = looped(LOOPS[name])
    report = constraint_report(system)
    assert report.equations == report.rank == 6 - LOOPS[name].degrees
    all_agree(system, seed=2)


@pytest.mark.slow
@pytest.mark.parametrize("name", LOOPS)
def test_loops_by_angles(name: str) -> None:
    all_agree(looped(LOOPS[name], angles=True), seed=2)


@pytest.mark.parametrize("name", LOOPS)
def test_velocities_are_the_rates_of_closure(name: str) -> None:
    """By finite differences along a motion: no formula is shared with the rows."""
    system = looped(LOOPS[name])
    e = kane(system)
    state = consistent_state(system, scalars_of(e), 3)
    numbers = Numbers(system)
    gaps, slopes = numbers.positions(state)
    step, h = np.random.default_rng(3).normal(size=slopes.shape[1]), 1e-5
    ahead, behind = (numbers.positions(numbers.stepped(state, s * h * step))[0] for s in (1, -1))
    assert np.abs(gaps).max() < 1e-9
    assert np.allclose((ahead - behind) / (2 * h), slopes @ step, atol=1e-5)


# -- the bicycle -----------------------------------------------------------------------------------


def bicycle_eigenvalues(v: float) -> Any:
    """Of roll and steer near straight motion, by differences of high order."""
    system = models.bicycle()
    run = motion_code(kane(system)).mechanism({k: float(x) for k, x in system.values.items()})
    names = ("roll", "steer")
    rear = -v / 0.3

    def bent(x: Any) -> Any:
        given = dict(zip(("roll", "steer", "roll'", "steer'"), x, strict=True))
        y = run.state({"z": -0.3, "rear'": rear, "front'": -v / 0.35, "x'": v} | given)
        held = ["x", "y", "yaw", "roll", "rear", "steer", "front"]
        y = run.velocities(run.positions(y, held), ["roll", "rear", "steer"])
        found, _ = run.accelerations(0.0, y)
        return found[[[n for n, _ in run.layout.speeds].index(f"{n}'") for n in names]]

    h, columns = 0.02, []
    for e in np.eye(4):
        weights = {1: 3 / 4, 2: -3 / 20, 3: 1 / 60}
        slope = sum(c * (bent(k * h * e) - bent(-k * h * e)) for k, c in weights.items()) / h
        columns.append(slope)
    right = np.array(columns).T
    matrix = np.vstack([np.hstack([np.zeros((2, 2)), np.eye(2)]), right])
    return np.array(sorted(np.linalg.eigvals(matrix), key=lambda x: (round(x.real, 6), x.imag)))


@pytest.mark.slow
def test_eigenvalues_of_the_bicycle_at_rest() -> None:
    want = [-5.53094372, -3.13164325, 3.13164325, 5.53094372]
    assert np.allclose(bicycle_eigenvalues(0.0), want, atol=6e-9)


def test_eigenvalues_of_the_bicycle_at_5_metres_per_second() -> None:
    pair = -0.77534188 + 4.46486771j
    want = [-14.07838969, pair.conjugate(), pair, -0.32286643]
    assert np.allclose(bicycle_eigenvalues(5.0), want, atol=6e-9)


# -- formulas by hand ------------------------------------------------------------------------------


def test_a_sphere_on_a_turntable_circles() -> None:
    """Its centre accelerates across its velocity, by J/(J + m r²) of the turntable's rate."""
    system = models.rolling_sphere(turntable=True)
    e = kane(system)
    state = consistent_state(system, scalars_of(e), 4)
    turn = moving("turn")[0]
    F = next(s for s in state if str(s) == "F")
    state |= {F: np.zeros(3), diff(turn, time, 2): 0.0}
    there = with_accelerations(system, state, solved(e, state))
    m, r, J = (state[p] for p in parameters("m r J"))
    motion = system.kinematics.motion(system.bodies[0].centre)
    turned = system.kinematics.base(system.bodies[0].centre).turn_to(system.ground)
    v, a = (values_of([turned @ t], there) for t in (motion.velocity, motion.acceleration))
    by = J / (J + m * r**2) * state[diff(turn, time)]
    assert np.allclose(a, by * np.array([-v[1], v[0], 0.0]), atol=1e-9)


def test_the_reduced_equation_of_the_four_bar_is_that_of_lagrange_by_hand() -> None:
    """M(q) of the crank is Σ m v² + J ω² for a unit rate, by rates from the closed triangle."""
    system = models.four_bar()
    e = kane(system, independent=[diff(moving("q1")[0], time)])
    state = consistent_state(system, scalars_of(e), 5)
    q = [state[x] for x in moving("q1 q2 q3")]
    lengths, m, J = ([state[p] for p in parameters(f"{x}1 {x}2 {x}3")] for x in "lmJ")
    n2 = -lengths[0] / lengths[1] * np.sin(q[0] - q[2]) / np.sin(q[1] - q[2])
    n3 = lengths[0] / lengths[2] * np.sin(q[0] - q[1]) / np.sin(q[2] - q[1])
    kinetic = (
        (m[0] / 4 + m[1]) * lengths[0] ** 2 + J[0] + (m[1] / 4 * lengths[1] ** 2 + J[1]) * n2**2
    )
    kinetic += m[1] * lengths[0] * lengths[1] * np.cos(q[0] - q[1]) * n2
    kinetic += (m[2] / 4 * lengths[2] ** 2 + J[2]) * n3**2
    assert np.allclose(values_of([e.entries[0][0]], state), kinetic)


def test_a_pendulum_by_a_constraint_pulls_its_rod() -> None:
    """m g cos q + m l q'² is what holds a point mass on a circle."""
    system, (x, y) = System("bead on a circle"), moving("x y")
    m, l, g = parameters("m l g")  # noqa: E741
    at = system.slider("A", system.origin, system.ground, X, x)
    at = system.slider("B", at, system.ground, Y, y)
    system.point_mass("bead", at, m)
    system.gravity(-g * Y)
    system.constrain("rod", (x**2 + y**2 - l**2) / (2 * l))
    e = kane(system)
    state = consistent_state(system, scalars_of(e), 6)
    found = solved(e, state)
    speed2 = state[diff(x, time)] ** 2 + state[diff(y, time)] ** 2
    pull = state[m] * (speed2 / state[l] - state[g] * state[y] / state[l])
    assert np.allclose(found[2], -pull)


# -- reactions -------------------------------------------------------------------------------------


def test_reactions_of_a_tree_and_of_its_loop_agree() -> None:
    """The same hinge in the tree, or closing the loop of a chain cut elsewhere."""
    whole, cut = System("crank"), models.crank_slider()
    l1, l2, m1, m2, m3, J1, J2, g = parameters("l1 l2 m1 m2 m3 J1 J2 g")
    a1, b, x3 = moving("a1 b x3")
    crank, A = whole.hinge("A1", whole.origin, whole.ground, Z, a1)
    whole.body("rod 1", crank, A.placed("G1", crank, l1 / 2 * X), m1, Principal(J1, J1, J1))
    slider = whole.slider("S", whole.origin, whole.ground, X, x3)
    whole.point_mass("slider", slider, m3)
    rod, H = whole.hinge("H", slider, whole.ground, Z, b)
    whole.body("rod 2", rod, H.placed("G2", rod, -l2 / 2 * X), m2, Principal(J2, J2, J2))
    ends = A.placed("B1", crank, l1 * X), H.placed("B2", rod, -l2 * X)
    whole.close("C", Revolute(Z), crank, ends[0], rod, ends[1])
    whole.gravity(-g * Y)
    state = consistent_state(cut, scalars_of(kane(cut)), 7)
    angle, rate = moving("a12")[0], diff(moving("a12")[0], time)
    state |= {b: state[a1] + state[angle], diff(b, time): state[diff(a1, time)] + state[rate]}
    forces = []
    for system, name in ((cut, "A2"), (whole, "C")):
        e = kane(system)
        found = solved(e, state)
        there = with_accelerations(system, state, found)
        n = e.size
        for symbol, value in zip(e.multipliers, found[n:], strict=True):
            there[symbol] = value
        forces.append(values_of([reaction(system, name, seen_in=system.ground).force], there))
    assert np.allclose(*forces, atol=1e-9)


def test_a_tree_transmits_weight() -> None:
    system = models.plane_pendulum(2)
    found = reaction(system, "A1")
    zeros = {diff(q, time, k): 0.0 for q in system.coordinates for k in (0, 1, 2)}
    state = zeros | dict.fromkeys(parameters("m1 m2 l1 l2 g"), 2.0)
    assert np.allclose(values_of([found.force, found.moment], state), [0, 8, 0, 0, 0, 0])
    assert list(found.code().outputs) == list(found.named())


# -- what is refused, and what is warned of --------------------------------------------------------


def bead() -> tuple[System, Any, Any]:
    system, (x, y) = System("bead"), moving("x y")
    at = system.slider("A", system.origin, system.ground, X, x)
    at = system.slider("B", at, system.ground, Y, y)
    system.point_mass("bead", at, parameters("m")[0])
    return system, x, y


def test_contradictory_constraints_are_refused_by_name() -> None:
    system, x, y = bead()
    system.constrain("low", y - x)
    system.constrain("high", y - x - 1)
    with pytest.raises(ContradictionError, match="low, high"):
        kane(system)


def test_contradictory_speeds_are_refused_by_name() -> None:
    system, x, y = bead()
    dx, dy = diff(x, time), diff(y, time)
    system.constrain("slow", dx + dy, equals=number(1))
    system.constrain("fast", 2 * (dx + dy), equals=number(3))
    with pytest.raises(ContradictionError, match="slow, fast"):
        kane(system)


def test_loops_that_cannot_be_closed_are_refused() -> None:
    system = models.four_bar()
    lengths = {parameters(n)[0]: v for n, v in (("l1", 1), ("l2", 1), ("l3", 1), ("d", 9))}
    system.assembled(values=lengths)
    with pytest.raises(ContradictionError, match="cannot be met"):
        kane(system)


def test_accelerations_in_constraints_are_refused() -> None:
    system, x, _ = bead()
    with pytest.raises(ModelError, match="acceleration x''"):
        system.constrain("c", diff(x, time, 2) - x)


def test_constraints_not_linear_in_speeds_are_refused() -> None:
    system, x, y = bead()
    with pytest.raises(ModelError, match="linear in the speeds"):
        system.constrain("c", diff(x, time) ** 2 + diff(y, time))


def test_constraints_on_nothing_are_refused() -> None:
    system, *_ = bead()
    with pytest.raises(ModelError, match="does not depend"):
        system.constrain("c", scalar("z", time=True))


def test_names_are_used_once() -> None:
    system, x, y = bead()
    system.constrain("c", x - y)
    with pytest.raises(ModelError, match="c"):
        system.constrain("c", x + y)


def test_redundant_constraints_are_named() -> None:
    system, x, y = bead()
    system.constrain("first", x - y)
    system.constrain("again", 2 * x - 2 * y)
    with pytest.warns(RedundancyWarning, match="again follows from first"):
        report = constraint_report(system)
    assert report.redundant == {"again": ("first",)}
    assert kane(system).multipliers == kane(system).multipliers[:1]


@pytest.mark.parametrize("power", [2, 4])
def test_a_square_binds_no_speed(power: int) -> None:
    """Where (x - y)² vanishes its slope does too: refused, while x² - y² is a constraint."""
    system, x, y = bead()
    system.constrain("line", (x - y) ** power)
    with pytest.raises(ModelError, match="slope of the constraint line vanishes"):
        kane(system)
    system, x, y = bead()
    system.constrain("lines", x**2 - y**2)
    assert constraint_report(system).rank == 1
    assert "(evidence)" in str(constraint_report(system))


def test_a_loop_of_coordinates_is_refused() -> None:
    system = models.four_bar()
    (q,) = moving("extra")
    frames = [j.frame for j in system.joints]
    points = [j.point for j in system.joints]
    with pytest.raises(ModelError, match="no coordinates of its own"):
        system.close("D", Revolute(Z, q), frames[0], points[0], frames[1], points[1])


def test_wrong_choices_of_independent_speeds_are_refused() -> None:
    system = models.four_bar()
    q1, q2, _ = (diff(q, time) for q in moving("q1 q2 q3"))
    with pytest.raises(ModelError, match="leaves 2 speeds independent, but there are 1"):
        kane(system, independent=[q1, q2])
    with pytest.raises(ModelError, match="not a speed"):
        kane(system, independent=[scalar("z")])
    with pytest.raises(ModelError, match="no constraints"):
        kane(models.plane_pendulum(2), independent=True)


# -- details ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("axis", [LEANING, TILTED])
def test_axes_in_general_directions_work(axis: Any) -> None:
    system = System("leaning")
    (q,), (m, length, J) = moving("q"), parameters("m l J")
    frame, A = system.hinge("A", system.origin, system.ground, axis, q)
    system.body("rod", frame, A.placed("G", frame, length * Y), m, Principal(J, J, J))
    e = kane(system)
    state = dict.fromkeys(parameters("m l J lam"), 0.7) | {q: 0.3, diff(q, time): 0.2}
    assert np.allclose(values_of([e.entries[0][0]], state), 0.7 + 0.7**3)


def test_speeds_may_be_prescribed() -> None:
    system, x, y = bead()
    pace = scalar("pace", time=True)
    system.constrain("motor", diff(x, time), equals=pace)
    state = {parameters("m")[0]: 2.0, pace: 3.0, diff(pace, time): 5.0, y: 0.0, x: 0.0}
    found = solved(kane(system), state | {diff(x, time): 3.0, diff(y, time): 0.0})
    assert np.allclose(found, [5, 0, 10])


def test_users_choose_dependent_speeds() -> None:
    system = models.rolling_disc()
    dx, dy, dz = (diff(q, time) for q in moving("x y z"))
    e = kane(system, dependent=[dx, dy, dz])
    assert e.unknowns == tuple(diff(q, time, 2) for q in moving("q1 q2 q3"))
    assert set(e.dependent) == {dx, dy, dz}


def test_coordinates_of_vector_speeds_may_be_dependent() -> None:
    system = models.rolling_sphere()
    v, w = system.speeds
    e, reduced = kane(system), kane(system, independent=[x_of(v), y_of(v), y_of(w)])
    state = consistent_state(system, scalars_of(e), 8)
    there = with_accelerations(system, state, solved(e, state))
    assert np.allclose(values_of(reduced.unknowns, there), solved(reduced, state), atol=1e-6)


def test_hamilton_has_the_reactions() -> None:
    """p' by the chain rule from p = ∂T/∂q' is what the second set says with the multipliers."""
    system = models.four_bar()
    e, n = kane(system), len(system.coordinates)
    state = consistent_state(system, scalars_of(e), 9)
    found = solved(e, state)
    there = with_accelerations(system, state, found)
    equations = hamilton(system).at("parameters")
    for momentum, change in zip(equations[:n], equations[n : 2 * n], strict=True):
        given = there | dict(zip(e.multipliers, found[e.size :], strict=True))
        want = values_of([diff(momentum.left, time)], there)
        assert np.allclose(values_of([change.right], given), want)
    for held in equations[2 * n :]:
        assert np.allclose(values_of([held.left - held.right], state), 0, atol=1e-9)


def test_a_vector_may_be_constrained() -> None:
    system, x, y = bead()
    system.constrain("point", x * X + y * Y - X)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert constraint_report(system).rank == 2


def test_a_sphere_rolls_in_a_bowl_and_on_a_ball() -> None:
    """The distance of the centres stays R - r or R + r, and the contact does not slip."""
    for sign in (-1, 1):
        system, (x, y, z) = System("ball"), moving("x y z")
        m, r, J, R, g = parameters("m r J R g")
        (v, w), q = moving_vectors("v w"), quaternion("q", unit=True, time=True)
        frame, G = system.free("1", q, column(x, y, z), (x, y, z), w, v)
        ball = system.body("ball", frame, G, m, Principal(J, J, J))
        system.rolls("bowl", ball, system.origin, radius=r, on_radius=sign * R)
        system.gravity(-g * Z)
        system.assembled(values={R: 3, r: 1})
        all_agree(system, seed=1)
        state = consistent_state(system, scalars_of(kane(system)), 1)
        at = np.array([state[c] for c in (x, y, z)])
        assert np.isclose(np.linalg.norm(at), 3 + sign)
        turned = frame.turn_to(system.ground)
        speed, spin = values_of([turned @ v], state), values_of([turned @ w], state)
        arm = -at / (3 + sign) * sign  # towards the other surface
        assert np.allclose(speed + np.cross(spin, arm), 0, atol=1e-8)


@pytest.mark.parametrize("sign", [1, -1])
def test_a_disc_rolls_on_a_ball_and_in_a_bowl(sign: int) -> None:
    """The nearest (in a bowl the farthest) point of the rim is at the distance R, and at rest."""
    system, (x, y, z), (a, b, c) = System("disc"), moving("x y z"), moving("a b c")
    m, r, J, R, g = parameters("m r J R g")
    frame, at = system.ground, system.origin
    for q, axis in zip((x, y, z), (X, Y, Z), strict=True):
        at = system.slider(f"{q}", at, system.ground, axis, q)
    for q, axis in zip((a, b, c), (Z, X, Y), strict=True):
        frame, at = system.hinge(f"{q}", at, frame, axis, q)
    disc = system.body("disc", frame, at, m, Principal(J, 2 * J, J))
    system.rolls("ball", disc, system.origin, radius=r, axis=Y, on_radius=sign * R)
    system.gravity(-g * Z)
    near = {x: 0.1, y: 0.2, z: 4.0 if sign > 0 else -2.0, b: 0.1}
    system.assembled(near=near, values={R: 3, r: 1})
    all_agree(system, seed=2)
    state = consistent_state(system, scalars_of(kane(system)), 2)
    centre = np.array([state[s] for s in (x, y, z)])
    turn = values_of([frame.turn_to(system.ground)], state).reshape(3, 3)
    rim = [centre + turn @ [np.cos(t), 0, np.sin(t)] for t in np.linspace(0, 2 * np.pi, 20001)]
    sizes = np.linalg.norm(rim, axis=1)
    touching = rim[int(np.argmin(sizes * sign))]
    assert np.isclose(np.linalg.norm(touching), 3, atol=1e-6)
    speed = np.array([state[diff(s, time)] for s in (x, y, z)])
    spin = values_of([system.kinematics.spin(frame, system.ground).velocity], state).ravel()
    assert np.allclose(speed + np.cross(turn @ spin, touching - centre), 0, atol=2e-3)


def test_a_ball_rolls_on_a_cylinder_that_turns() -> None:
    """A ball on a drum: the contact moves as the drum does there."""
    system, (x, y, z, t) = System("drum"), moving("x y z t")
    m, r, J, R, g, D = parameters("m r J R g D")
    drum, A = system.hinge("A", system.origin, system.ground, X, t)
    roller = system.body("drum", drum, A, m, Principal(D, D, D))
    (v, w), q = moving_vectors("v w"), quaternion("q", unit=True, time=True)
    frame, G = system.free("1", q, column(x, y, z), (x, y, z), w, v)
    ball = system.body("ball", frame, G, m, Principal(J, J, J))
    system.rolls("drum", ball, roller, radius=r, on_radius=R, on_axis=X)
    system.gravity(-g * Z)
    system.assembled(near={z: 4}, values={R: 3, r: 1})
    all_agree(system, seed=3)
    state = consistent_state(system, scalars_of(kane(system)), 3)
    up = np.array([0, state[y], state[z]])
    assert np.isclose(np.linalg.norm(up), 4)
    turned = frame.turn_to(system.ground)
    speed, spin = (values_of([turned @ u], state).ravel() for u in (v, w))
    of_drum = np.cross([state[diff(t, time)], 0, 0], 3 * up / 4)
    assert np.allclose(speed + np.cross(spin, -up / 4), of_drum, atol=1e-8)
    with pytest.raises(ModelError, match="a disc on a cylinder"):
        system.rolls("c", ball, roller, radius=r, axis=Y, on_radius=R, on_axis=X)
    with pytest.raises(ModelError, match="needs on_radius"):
        system.rolls("c", ball, roller, radius=r, on_axis=X)


# -- sympy -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["rolling disc", "four bar", pytest.param("bicycle", marks=pytest.mark.slow)]
)
def test_accelerations_are_those_of_sympy(name: str) -> None:
    """Kane's method of sympy with dependent speeds, at a state that satisfies the constraints."""
    family = name.replace(" ", "_")
    system = getattr(models, family)()
    e = kane(system)
    state = consistent_state(system, scalars_of(e), 1)
    method = getattr(sympy_constraints, family)()
    theirs = sympy_constraints.solved(method, {str(s): x for s, x in state.items()})
    found = solved(e, state)[: e.size]
    assert np.allclose(found, [theirs[str(u).removesuffix("'")] for u in system.speeds], atol=1e-8)
