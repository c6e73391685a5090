"""Joints: what each type says of itself, and what all formalisms make of it."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest
import sympy
import sympy.physics.mechanics as me
from hypothesis import given
from hypothesis import strategies as st
from jointed import TYPES, PinInSlot, axes, chained, with_joint
from mechanical import (
    by_hamilton,
    exact_state,
    rows_of,
    solved,
    speeds_from_coordinates,
)
from mechanisms import one
from profiles import examples
from taylor import PITCH, SIZES, Link, virtual_power

from mechanics import (
    JOINTS,
    Cylindrical,
    Fixed,
    Free,
    Helical,
    ModelError,
    Planar,
    Principal,
    Revolute,
    Spherical,
    System,
    Universal,
    X,
    Y,
    Z,
    actuator,
    dalembert,
    hamilton,
    isolated,
    kane,
    kinematic_equations,
    kinetic_energy,
    lagrange,
    newton_euler,
    newton_euler_isolated,
)
from mechanics.dynamics.energy import has_coordinates, works
from mechanics.joints.axes import across
from mechanics.models.parts import moving
from mechanics.parts.frames import as_matrix
from rewrite import (
    Evaluation,
    Scalar,
    Vector,
    angular_velocity,
    column,
    cos,
    diff,
    dot,
    euler,
    evaluate,
    linear_in,
    matrix,
    mul,
    number,
    random_assignment,
    rotation,
    simplify,
    sin,
    subs,
    time,
    vector,
    zero,
)

AXES = axes()
GENERAL = {AXES[-1]: (Fraction(-2, 3), Fraction(1, 3), Fraction(2, 3))}
"""A value for the axis that is a symbol; directions across it exist unless it is -Z."""
FORMALISMS = {
    "Kane": kane,
    "Newton-Euler": newton_euler,
    "isolated": newton_euler_isolated,
    "d'Alembert": lambda s: dalembert(s, s.bodies[-1].centre),
}


# -- what a type says of itself -------------------------------------------------------------------


def _values(terms: list[Any], seed: int) -> list[Any]:
    point = {**random_assignment(terms, random=seed), **GENERAL}
    return [*map(Evaluation(point), terms)]


@pytest.mark.parametrize("name", TYPES)
@pytest.mark.parametrize("axis", AXES, ids=str)
def test_a_joint_is_closed_along_all_that_it_allows(name: str, axis: Any) -> None:
    type = TYPES[name]("1", axis).checked("joint")
    R, p = as_matrix(type.rotation), type.translation
    found = type.closure(R, p)
    assert len(found) == 6 - type.degrees + len(type.closing_coordinates)
    for seed in range(4):
        assert not any(_values(found, seed))


def _rank(rows: list[list[Any]]) -> int:
    rank = 0
    rows = [list(r) for r in rows]
    for k in range(6):
        pivot = next((i for i in range(rank, len(rows)) if rows[i][k]), None)
        if pivot is None:
            continue
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        for i in range(rank + 1, len(rows)):
            by = rows[i][k] / rows[rank][k]
            rows[i] = [x - by * y for x, y in zip(rows[i], rows[rank], strict=True)]
        rank += 1
    return rank


@pytest.mark.parametrize("name", TYPES)
@pytest.mark.parametrize("axis", AXES, ids=str)
def test_a_joint_forbids_all_that_it_does_not_allow(name: str, axis: Any) -> None:
    """Rates of the closure have full rank, and vanish on the free directions."""
    system = System("s")
    joint = system.join("J", system.origin, system.ground, TYPES[name]("1", axis))
    w, v = vector("w_"), vector("v_")
    R, p = joint.rotation, joint.translation
    rows = joint.type.closure_rates(R, p, w, v)
    assert len(rows) == 6 - joint.type.degrees
    partials = [c for row in rows for c in linear_in(row, [w, v])[0]]
    point = {**random_assignment([*partials, R], random=2), **GENERAL}
    at = Evaluation(point)
    flat = [x for c in partials for x in _entries(at(c))]
    assert _rank([flat[i : i + 6] for i in range(0, len(flat), 6)]) == 6 - joint.type.degrees
    velocity = joint.type.velocity
    move = diff(p, time) if velocity is None else R @ velocity
    moved = [subs(row, {w: joint.spin, v: move}) for row in rows]
    for seed in range(2):
        assert not any(_values(moved, seed))


def _entries(value: Any) -> list[Fraction]:
    if not isinstance(value, tuple):
        return [Fraction(value)]
    return [x for part in value for x in _entries(part)]


def test_rates_of_closure_are_its_derivatives() -> None:
    R, p = rotation("R", time=True), vector("p", time=True)
    w = angular_velocity(R, "body")
    for make in TYPES.values():
        type = make("1", AXES[1]).checked("joint")
        if not type.closing_coordinates:
            rates = type.closure_rates(R, p, w, diff(p, time))
            for g, rate in zip(type.closure(R, p), rates, strict=True):
                first, second = _values([diff(g, time), rate], 1)
                assert first == second


def test_every_type_is_in_the_table() -> None:
    assert set(JOINTS) >= {
        "revolute", "prismatic", "helical", "cylindrical", "spherical", "planar", "universal",
        "free", "fixed",
    }  # fmt: skip
    made = {type(make("1", Z)) for make in TYPES.values()}
    assert made > set(JOINTS.values())


# -- what formalisms make of it -------------------------------------------------------------------


def agree(system: System, seed: int = 1) -> None:
    """All formalisms give the same accelerations, in order; power is balanced."""
    rows = {name: rows_of(form(system)) for name, form in FORMALISMS.items()}
    by_coordinates = has_coordinates(system)
    if by_coordinates:
        rows["Lagrange"] = rows_of(lagrange(system))
    power = [(dot if isinstance(v, Vector) else mul)(F, v) for F, v in works(system)]
    change = diff(kinetic_energy(system), time)
    rates = kinematic_equations(system)
    terms = [t for found in rows.values() for cs, right in found for t in (*cs, right)]
    terms += [*power, change, *rates.values()]
    state = exact_state(system, terms, seed)
    found = {name: solved(r, state) for name, r in rows.items()}
    if by_coordinates:
        found["Lagrange"] = speeds_from_coordinates(system, state, found["Lagrange"])
    assert all(x == found["Kane"] for x in found.values()), found
    for rate, value in rates.items():
        if rate in state and rate.shape == (1, 1):
            assert evaluate(value, state) == state[rate]
    moved = {**state, **_accelerations(system, found["Kane"])}
    assert evaluate(change, moved) == sum(map(Evaluation(state), power))


def _accelerations(system: System, values: list[Fraction]) -> dict[Any, Any]:
    found, rest = {}, list(values)
    for u in system.accelerations:
        width = 3 if isinstance(u, Vector) else 1
        found[u] = tuple(rest[:width]) if width == 3 else rest[0]
        rest = rest[width:]
    return found


BY_ANGLES = {"free", "spherical by angles"}
"""Their equations are long; they are quickly compared in `test_robots_dynamics`."""


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.slow) if n in BY_ANGLES else n for n in TYPES]
)
def test_all_formalisms_agree_on_every_type(name: str) -> None:
    agree(with_joint(TYPES[name], AXES[3]))


@pytest.mark.parametrize("axis", AXES, ids=str)
def test_all_formalisms_agree_about_every_axis(axis: Any) -> None:
    agree(with_joint(TYPES["cylindrical"], axis))


CHAINS = st.lists(st.tuples(st.sampled_from(sorted(TYPES)), st.sampled_from(AXES)), max_size=3)


@given(CHAINS)
@examples(5)
def test_all_formalisms_agree_on_random_chains(chain: list[tuple[str, Any]]) -> None:
    agree_on_chain(chain)


@pytest.mark.hunt
@given(CHAINS)
@examples(100)
def test_all_formalisms_agree_on_many_chains(chain: list[tuple[str, Any]]) -> None:
    agree_on_chain(chain)


def agree_on_chain(chain: list[tuple[str, Any]]) -> None:
    s = System("chain")
    frame, at = s.ground, s.origin
    for i, (name, axis) in enumerate([*chain, ("revolute", AXES[1])], 1):
        frame, at = chained(s, str(i), TYPES[name](str(i), axis), at, frame)
    s.gravity(-one("g") * Z)
    agree(s, len(chain))


def test_equations_are_in_the_order_of_the_joints() -> None:
    s = with_joint(TYPES["cylindrical"], AXES[1])
    assert [str(u) for u in s.speeds] == ["q1'", "q2'", "x2'", "q3'"]
    assert [str(q) for q in s.coordinates] == ["q1", "q2", "x2", "q3"]
    names = ["hinge J1", "cylinder J2, q2'", "cylinder J2, x2'", "hinge J3"]
    for form in (newton_euler, newton_euler_isolated, lambda s: dalembert(s, s.origin)):
        assert [e.name for e in form(s)] == names
    assert [e.name for e in isolated(s)[::2]] == ["forces on J1", "forces on J2", "forces on J3"]
    assert kane(s).unknowns == s.accelerations
    assert [e.name for e in lagrange(s)] == ["q1", "q2", "x2", "q3"]


def test_hamilton_takes_every_joint_with_coordinates() -> None:
    for name in ("helical", "universal", "spherical with a spin"):
        s = with_joint(TYPES[name], AXES[1])
        rows = rows_of(kane(s))
        momenta = hamilton(s, forces=True).at("parameters")
        terms = [t for e in momenta for t in (diff(e.left, time), e.right)]
        terms += [t for cs, right in rows for t in (*cs, right)]
        state = exact_state(s, terms, 1)
        second = by_hamilton(s, state)
        assert speeds_from_coordinates(s, state, second) == solved(rows, state)


# -- an independent model -------------------------------------------------------------------------

NUMBERS = [
    [Fraction(1), Fraction(0), Fraction(0)],
    [Fraction(0), Fraction(0), Fraction(-1)],
    [Fraction(3, 5), Fraction(0), Fraction(4, 5)],
    [Fraction(2, 7), Fraction(-3, 7), Fraction(6, 7)],
]


def _column(x: Any) -> Any:
    return column(*(number(Fraction(y)) for y in x))


def _floats(t: Any) -> Any:
    return np.array([float(x) for x in evaluate(t, {})])


@st.composite
def trees(draw: Any) -> list[Link]:
    found: list[Link] = []
    small = st.integers(-4, 4).map(lambda n: Fraction(n, 2))
    for i in range(draw(st.integers(1, 4))):
        kind = draw(st.sampled_from(sorted(SIZES))) if i else "revolute"
        n = draw(st.sampled_from(NUMBERS))
        ends = [Fraction(0), Fraction(1), Fraction(0)] if kind == "universal" else None
        parts = [n, ends or n]
        if kind == "planar":
            parts = [n, *(evaluate(e, {}) for e in across(_column(n)))]
        offset, centre = ([draw(small) for _ in range(3)] for _ in range(2))
        diagonal = [Fraction(draw(st.integers(3, 5))) for _ in range(3)]
        parent = draw(st.integers(0, i - 1)) if i else -1
        mass = Fraction(draw(st.integers(1, 3)))
        found.append(Link(parent, kind, parts, offset, mass, centre, diagonal))
    return found


def _typed(link: Link, i: int) -> Any:
    if link.kind == "helical":
        return Helical(_column(link.axes[0]), number(Fraction(PITCH)), *moving(f"q{i}"))
    if link.kind == "universal":
        axes = (_column(x) for x in link.axes)
        return Universal(*axes, moving(f"q{i} r{i}"))  # type: ignore[call-arg, arg-type]
    return Fixed() if link.kind == "fixed" else TYPES[link.kind](str(i), _column(link.axes[0]))


def _system(tree: list[Link]) -> System:
    s = System("tree")
    made: list[Any] = []
    for i, link in enumerate(tree):
        on, frame = s.origin, s.ground
        if link.parent >= 0:
            on, frame = made[link.parent].point, made[link.parent].frame
        at = on.placed(f"O{i}", frame, _column(link.offset))
        made.append(s.join(f"J{i}", at, frame, _typed(link, i)))
        centre = made[-1].point.placed(f"G{i}", made[-1].frame, _column(link.centre))
        moments = Principal(*(number(x) for x in link.inertia))
        s.body(f"{i}", made[-1].frame, centre, number(link.mass), moments)
    s.gravity(_column([1, -2, 9]))
    return s


def _plain(link: Link) -> Link:
    """The same in floating point."""
    vectors = [np.array([float(x) for x in v]) for v in (*link.axes, link.offset, link.centre)]
    *parts, offset, centre = vectors
    inertia = np.diag([float(x) for x in link.inertia])
    return Link(link.parent, link.kind, parts, offset, float(link.mass), centre, inertia)


@given(trees(), st.integers(0, 99))
@examples(10)
def test_trees_move_as_virtual_power_says(tree: list[Link], seed: int) -> None:
    move_as_virtual_power_says(tree, seed)


@pytest.mark.hunt
@given(trees(), st.integers(0, 99))
@examples(150)
def test_many_trees_move_as_virtual_power_says(tree: list[Link], seed: int) -> None:
    move_as_virtual_power_says(tree, seed)


def move_as_virtual_power_says(tree: list[Link], seed: int) -> None:
    system, draw = _system(tree), Random(seed)
    made = kane(system).code("python")
    rates = [diff(q, time) for q in system.coordinates]
    state = {s: draw.uniform(-1, 1) for s in (*system.coordinates, *rates)}
    given = [state[a.symbol] for a in made.program.arguments]
    second = _solved(list(np.atleast_1d(made.function(*given))), len(rates))
    q = [state[x] for x in system.coordinates]
    moved = [_plain(link) for link in tree], q, [state[r] for r in rates]
    gravity = np.array([1.0, -2.0, 9.0])
    needed = virtual_power(*moved, second, gravity)
    held = virtual_power(*moved, 0 * second, gravity)
    assert np.abs(needed).max() < 1e-8 * (1 + np.abs(held).max())


def _solved(values: list[float], n: int) -> Any:
    """Accelerations from the upper triangle of M, row by row, and f."""
    M = np.zeros((n, n))
    M[np.triu_indices(n)] = values[: n * (n + 1) // 2]
    return np.linalg.solve(M + np.triu(M, 1).T, values[n * (n + 1) // 2 :])


# -- sympy ----------------------------------------------------------------------------------------


def _by_sympy() -> list[float]:
    """The second derivatives for a cylinder and a ball by angles, from sympy's joints."""
    S, q, u = sympy.Rational, me.dynamicsymbols("q1:6"), me.dynamicsymbols("u1:6")
    before = ground = me.RigidBody("N")
    joints: list[Any] = []
    for i in (1, 2):
        frame, centre = me.ReferenceFrame(f"B{i}"), me.Point(f"G{i}")
        body = me.RigidBody(f"b{i}", centre, frame, i, (me.inertia(frame, 3, 4, 5), centre))
        offset = 2 * before.y + before.x if i > 1 else 0 * before.x
        on = before.masscenter.locatenew(f"O{i}", offset)
        at = {"parent_point": on, "child_point": centre.locatenew(f"E{i}", -2 * frame.y)}
        axis = S(3, 5) * before.x + S(4, 5) * before.z
        if i == 1:
            given = (q[0], q[1], u[0], u[1])
            joints.append(me.CylindricalJoint("1", before, body, *given, joint_axis=axis, **at))
        else:
            joints.append(me.SphericalJoint("2", before, body, q[2:], u[2:], **at))
        before = body
    method = me.KanesMethod(ground.frame, q, u, [e for j in joints for e in j.kdes])
    bodies = [j.child for j in joints]
    method.kanes_equations(bodies, [(b.masscenter, -9 * b.mass * ground.z) for b in bodies])
    made = sympy.lambdify([*q, *u], [method.mass_matrix, method.forcing], cse=True)
    M, f = made(*(float(Fraction(x)) for x in _STATE))
    return [float(x) for x in np.linalg.solve(M, f).ravel()]


_STATE = [f"{n}/7" for n in (1, 2, 3, 4, 5, -3, 2, 4, -1, 5)]


def test_joints_as_sympy_has_them() -> None:
    s = System("as sympy has it")
    axis = number(3) / 5 * X + number(4) / 5 * Z
    q, x, *angles = moving("q x a b c")
    types = Cylindrical(axis, q, x), Spherical(euler("xyz", angles), angles)
    at, frame = s.origin, s.ground
    for i, type in enumerate(types, 1):
        joint = s.join(f"{i}", at, frame, type)
        frame, centre = joint.frame, joint.point.placed(f"G{i}", joint.frame, 2 * Y)
        s.body(f"{i}", frame, centre, number(i), Principal(number(3), number(4), number(5)))
        at = centre.placed(f"O{i}", frame, 2 * Y + X)
    s.gravity(-9 * Z)
    made = kane(s).code("python")
    symbols = [*s.coordinates, *s.speeds]
    state = dict(zip(symbols, map(Fraction, _STATE), strict=True))
    values = made.function(*(float(state[a.symbol]) for a in made.program.arguments))
    assert _solved(list(values), 5) == pytest.approx(_by_sympy(), rel=1e-9)


# -- joints of somebody else, and what is refused -------------------------------------------------


def test_a_new_type_is_one_class() -> None:
    s = System("slot")
    x, q = moving("x q")
    joint = s.join("P", s.origin, s.ground, PinInSlot(X, Z, x, q))
    s.point_mass("1", joint.point.placed("E", joint.frame, one("l") * X), one("m"))
    s.gravity(-one("g") * Y)
    agree(s)
    m, length, rate = one("m"), one("l"), diff(q, time)
    assert simplify(kane(s).right[0] - m * length * cos(q) * rate**2) is zero(Scalar)
    assert simplify(kane(s).mass(0, 1) + m * length * sin(q)) is zero(Scalar)
    assert kinematic_equations(s) == {diff(x, time): diff(x, time), diff(q, time): diff(q, time)}


q, r, x = moving("q r x")
REFUSED = [
    (Revolute(number(2) * Z, q), r"axis must be a unit vector.*square is 4.*Divide it by its"),
    (Revolute(vector("v", constant=True), q), r"square is dot\(v, v\)"),
    (Revolute(Z), "its coordinate must be a Scalar, not None"),
    (Helical(Z, q, r), "its pitch must not depend on time"),
    (Planar(Z, q, r, x, ahead=number(3) / 5 * X + number(4) / 5 * Z), "must be perpendicular"),
    (Universal(Z, -Z, (q, r)), "its axes are parallel"),
    (Spherical(matrix("A")), "its rotation must be a rotation"),
    (Spherical(rotation("A")), "must be a symbol with time=True"),
    (Spherical(euler("xyz", (q, r, x)), (q, r)), "three angles"),
    (Fixed(rotation("A", time=True)), "its rotation must not depend on time"),
    (Fixed(None, q * X), "its offset must not depend on time"),
    (Free(rotation("A", time=True), (q, r)), "three of its position"),
    (Free(euler("xyz", moving("a b c")), (*moving("a b c"), q, r, x), vector("w", time=True)),
     "both its spin and its velocity"),
]  # fmt: skip


@pytest.mark.parametrize(("type", "reason"), REFUSED)
def test_wrong_types_are_refused(type: Any, reason: str) -> None:
    s = System("s")
    with pytest.raises(ModelError, match=reason):
        s.join("A", s.origin, s.ground, type)


def test_efforts_work_on_a_coordinate_of_their_joint() -> None:
    s = System("s")
    with pytest.raises(ModelError, match="must act on one of its coordinates, q, r"):
        s.cylinder("A", s.origin, s.ground, Z, q, r, actuator("C", one("C"), x))
    with pytest.raises(ModelError, match="a type of joint such as"):
        s.join("A", s.origin, s.ground, "revolute")  # type: ignore[arg-type]


def test_a_helical_joint_closes_a_loop_by_its_angle() -> None:
    R, p = rotation("R"), vector("p")
    with pytest.raises(ModelError, match="closes a loop: its angle"):
        Helical(Z, one("h")).closure(R, p)
    assert len(Helical(Z, one("h")).closure_rates(R, p, vector("w"), vector("v"))) == 5


def test_a_velocity_of_its_own_is_against_the_ground() -> None:
    s = System("s")
    frame, at = s.hinge("A", s.origin, s.ground, Z, q)
    v, w = (vector(n, time=True) for n in "vw")
    place = moving("x1 y1 z1")
    with pytest.raises(ModelError, match="which moves; give no spin and no velocity"):
        s.free("B", rotation("Q", time=True), column(*place), place, w, v, on=at, frame=frame)
