"""Springs and dampers between points, potentials beside motors, and the tree of links."""

from __future__ import annotations

from typing import Any

import pytest
from jointed import TYPES, with_joint
from mechanical import exact_state, rows_of, solved
from mechanisms import one, principal

from mechanics import (
    Fixed,
    Link,
    ModelError,
    NoPotentialError,
    Placement,
    Revolute,
    System,
    X,
    Y,
    Z,
    actuator,
    damper,
    dissipation,
    hamilton,
    inertia,
    kane,
    kinetic_energy,
    lagrange,
    links,
    newton_euler,
    newton_euler_isolated,
    potential,
    spring,
)
from mechanics.models import plane_pendulum, satellite
from mechanics.models.parts import moving, moving_vectors, parameters, place
from rewrite import (
    Angle,
    Scalar,
    Vector,
    code,
    cos,
    diff,
    euler,
    evaluate,
    free_symbols,
    identity,
    normal,
    random_assignment,
    simplify,
    sqrt,
    subs,
    time,
    zero,
)

FORMALISMS = (kane, newton_euler, newton_euler_isolated)
k, c, L, m, g = parameters("k c L m g")


def two_links(**strut: Any) -> System:
    """Two links, and a strut from the base to the end of the second."""
    s = System("two links")
    q1, q2 = moving("q1 q2")
    R1, A = s.hinge("A", s.origin, s.ground, Z, q1)
    s.body("1", R1, A.placed("G1", R1, one("a") * X), m, inertia("J"))
    R2, B = s.hinge("B", A.placed("E", R1, one("l") * X), R1, X, q2)
    end = B.placed("G2", R2, one("b") * Y)
    s.body("2", R2, end, one("m2"), principal("I"))
    s.strut("s", s.origin.placed("W", s.ground, one("h") * Z), end, **strut)
    s.gravity(-g * Y)
    return s


def free_with_strut(**strut: Any) -> System:
    """A free body with an arm; struts from the ground to the arm and from the body to the arm."""
    s = System("free body with a strut")
    angles, position, (v, w) = moving("q1 q2 q3"), moving("q4 q5 q6"), moving_vectors("v w")
    R, G = s.free("1", euler("zxz", angles), place(position), (*angles, *position), w, v)
    s.body("1", R, G, m, inertia("J"))
    (q,) = moving("q")
    arm, A = s.hinge("A", G.placed("E", R, one("l") * X), R, Y, q)
    end = A.placed("P", arm, one("b") * Z)
    s.point_mass("2", end, one("m2"))
    s.strut("s", s.origin, end, **strut)
    s.strut("t", G.placed("H", R, one("h") * Y), end, **strut)
    return s


POLYNOMIAL = [{"stiffness": k}, {"damping": c}, {"stiffness": k, "damping": c}]


@pytest.mark.parametrize("make", [two_links, free_with_strut])
@pytest.mark.parametrize("strut", POLYNOMIAL, ids=str)
def test_all_formalisms_agree_on_struts(make: Any, strut: Any) -> None:
    system = make(**strut)
    rows = [rows_of(form(system)) for form in FORMALISMS]
    terms = [t for r in rows for cs, right in r for t in (*cs, right)]
    state = exact_state(system, terms, 1)
    first, *others = (solved(r, state) for r in rows)
    assert all(x == first for x in others)
    assert any(first)


WITH_LENGTH = [{"stiffness": k, "rest": L}, {"push": one("P")}, {"push": moving("P")[0]},
               {"stiffness": k, "rest": L, "damping": c, "push": one("P")}]  # fmt: skip


def _float(value: Any) -> Any:
    if isinstance(value, Angle):
        return float(value.value)
    return [_float(x) for x in value] if isinstance(value, tuple) else float(value)


def _values(system: System, terms: dict[str, Any], seed: int = 3) -> dict[str, float]:
    """Floating point values, at a state in which declared speeds follow from the rates."""
    state = exact_state(system, list(terms.values()), seed)
    made = code(terms, "python")
    given = [_float(state[a.symbol]) for a in made.program.arguments]
    found = made.function(*given)
    return dict(zip(terms, found if isinstance(found, tuple) else (found,), strict=True))


@pytest.mark.parametrize("strut", WITH_LENGTH, ids=str)
def test_struts_with_a_length_are_forces_at_two_points(strut: Any) -> None:
    """Kane and Lagrange take them along their line, Newton-Euler as forces: the same motion."""
    system = two_links(**strut)
    by_kane = {f"f{i}": t for i, t in enumerate(kane(system).right)}
    outer = {f"n{i}": -e.residual for i, e in enumerate(newton_euler(system).at("parameters"))}
    still = {diff(q, time, 2): zero(Scalar) for q in system.coordinates}
    lag = {f"l{i}": -e.residual for i, e in enumerate(lagrange(system).at("parameters"))}
    terms = by_kane | {n: subs(t, still) for n, t in (outer | lag).items()}
    found = _values(system, terms)
    for i in range(2):
        assert found[f"n{i}"] == pytest.approx(found[f"f{i}"])
        assert found[f"l{i}"] == pytest.approx(found[f"f{i}"])


def test_a_spring_pulls_as_its_potential_says() -> None:
    system = two_links(stiffness=k, rest=L, push=one("P"))
    by_potential = hamilton(system).at("parameters")[2:]
    by_forces = hamilton(system, forces=True).at("parameters")[2:]
    terms = {f"{n}{i}": e.right for n, es in (("p", by_potential), ("f", by_forces))
             for i, e in enumerate(es)}  # fmt: skip
    found = _values(system, terms)
    for i in range(2):
        assert found[f"p{i}"] == pytest.approx(found[f"f{i}"])


def test_a_spring_by_hand() -> None:
    """A mass on a line, and a spring to a point beside it: -k (1 - L/r) x, r² = x² + h²."""
    s = System("beside")
    (x,), h = moving("x"), one("h")
    end = s.slider("A", s.origin, s.ground, X, x)
    s.point_mass("1", end, m)
    s.spring("s", s.origin.placed("W", s.ground, h * Y), end, k, L)
    r = sqrt(x**2 + h**2)
    found = _values(s, {"ours": kane(s).right[0], "hand": -k * (1 - L / r) * x,
                        "V": potential(s), "W": k * (r - L) ** 2 / 2})  # fmt: skip
    assert found["ours"] == pytest.approx(found["hand"])
    assert found["V"] == pytest.approx(found["W"])


def test_lines_are_seen_from_the_nearest_frame() -> None:
    """A strut within one mechanism does not see how the whole turns."""
    system = free_with_strut(stiffness=k)
    line = system.struts[1].line(system.kinematics)
    assert {str(x) for x in free_symbols(line)} == {"q", "b", "h", "l"}


def test_the_power_of_dampers_is_twice_their_dissipation() -> None:
    for system in (
        two_links(damping=c),
        free_with_strut(damping=c),
        plane_pendulum(2, dampers=True),
    ):
        D = dissipation(system)
        power = [value * system.kinematics.in_speeds(rate) for value, rate in system.works()]
        total: Any = sum(power, zero(Scalar))
        point = random_assignment([D, total], random=5)
        assert evaluate(total, point) == -2 * evaluate(D, point)


def test_potentials_beside_motors() -> None:
    s = System("motor")
    q, C = moving("q C")
    efforts = actuator("C", C, q), spring("k", k, q), damper("c", c, diff(q, time))
    R, A = s.hinge("A", s.origin, s.ground, Z, q, *efforts)
    s.point_mass("1", A.placed("P", R, -one("l") * Y), m)
    s.gravity(-g * Y)
    s.damper("t", s.origin.placed("W", s.ground, X), s.bodies[0].centre, c)
    with pytest.raises(NoPotentialError, match="the effort C at joint A has no potential"):
        potential(s)
    expected = k * q**2 / 2 - m * g * one("l") * cos(q)
    assert simplify(potential(s, partly=True) - expected) is zero(Scalar)
    other = System("other")
    end = other.slider("A", other.origin, other.ground, X, q)
    other.point_mass("1", end, m)
    other.damper("t", other.origin.placed("W", other.ground, Y), end, c)
    with pytest.raises(NoPotentialError, match="the strut t, with its damper or its push, has no"):
        potential(other)


def test_energy_changes_by_what_motors_and_dampers_do() -> None:
    system = two_links(stiffness=k, damping=c)
    energy = kinetic_energy(system) + potential(system, partly=True)
    rows = rows_of(kane(system))
    change, D = diff(energy, time), dissipation(system)
    terms = [t for cs, right in rows for t in (*cs, right)]
    state = exact_state(system, [*terms, change, D], 4)
    state |= dict(zip(system.accelerations, solved(rows, state), strict=True))
    assert evaluate(change, state) == -2 * evaluate(D, state)


def test_wrong_struts_are_refused() -> None:
    s = two_links(stiffness=k)
    end, (q,) = s.bodies[1].centre, moving("q")
    for act, reason in (
        (lambda: s.spring("s", s.origin, end, k), "there already is one of that name"),
        (lambda: s.spring("t", end, end, k), "are the same point"),
        (lambda: s.spring("t", s.origin, end, q), "its stiffness must not depend on time"),
        (lambda: s.damper("t", s.origin, end, "2"), "its damping must be a Scalar, not 2"),
        (lambda: s.spring("t", System("o").origin, end, k), "a frame of another system"),
        (lambda: s.strut("t", s.origin, end, push=X), "its push must be a Scalar"),
    ):
        with pytest.raises(ModelError, match=reason):
            act()


# -- the tree of links ----------------------------------------------------------------------------


def placement_of(link: Link) -> Placement:
    assert link.placement is not None
    return link.placement


def test_links_carry_bodies_and_efforts() -> None:
    s = with_joint(TYPES["cylindrical"], Z)
    ground, first, second, third = links(s)
    assert [x.name for x in links(s)] == ["ground", "J1", "J2", "J3"]
    assert [x.parent for x in (first, second, third)] == [ground, first, second]
    assert second.children == [third]
    assert [b.name for b, _ in second.bodies] == ["2", "lump"]
    assert all(placement.is_fixed for x in (first, second, third) for _, placement in x.bodies)
    assert placement_of(third).is_fixed
    assert placement_of(third).offset is normal(one("l2") * X)
    assert [f.name for f, _ in third.forces] == ["F", "s_E3"]
    assert [t.name for t, _ in third.torques] == ["C"]
    assert [f.name for f, _ in ground.forces] == ["s_W"]


def test_placements_make_up_the_positions() -> None:
    """From link to link by placements and displacements: where each body is, by points alone."""
    for name in TYPES:
        s = with_joint(TYPES[name], Z)
        where: dict[Any, Any] = {}
        for link in links(s):
            R, p = identity(), zero(Vector)
            if link.joint is not None:
                R, p = where[link.parent]
                p = p + R @ placement_of(link).offset
                R = R @ placement_of(link).rotation
                p, R = p + R @ link.joint.translation, R @ link.joint.rotation
            where[link] = R, p
            for body, at in link.bodies:
                true = body.frame.turn_to(s.ground)
                there: Any = zero(Vector)
                for x in body.centre.chain:
                    there = there + x.frame.turn_to(s.ground) @ x.offset
                point = random_assignment(
                    [R @ at.rotation, p + R @ at.offset, true, there], random=1
                )
                assert evaluate(R @ at.rotation, point) == evaluate(true, point)
                assert evaluate(p + R @ at.offset, point) == evaluate(there, point)


def test_placements_of_angles_from_the_ground_move() -> None:
    *_, last = links(plane_pendulum(2))
    assert not placement_of(last).is_fixed
    *_, last = links(satellite())
    assert placement_of(last).is_fixed


def test_bodies_that_are_fixed_to_each_other_move_as_one() -> None:
    def arm(fixed: bool) -> System:
        s = System("arm")
        (q,) = moving("q")
        joint = s.join("A", s.origin, s.ground, Revolute(Y, q))
        frame, at = joint.frame, joint.point
        s.body("1", frame, at.placed("G1", frame, one("a") * X), m, inertia("J"))
        if fixed:
            held = s.join("K", at, frame, Fixed(None, one("b") * Z))
            s.body("2", held.frame, held.point, one("m2"), principal("I"))
        else:
            s.body("2", frame, at.placed("G2", frame, one("b") * Z), one("m2"), principal("I"))
        s.gravity(-g * Z)
        return s

    rows = [rows_of(form(arm(fixed))) for form in FORMALISMS for fixed in (True, False)]
    state = exact_state(arm(True), [t for r in rows for cs, f in r for t in (*cs, f)], 2)
    assert len({tuple(solved(r, state)) for r in rows}) == 1
    assert arm(True).speeds == arm(False).speeds
