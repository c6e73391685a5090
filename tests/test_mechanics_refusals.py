"""Models that are none: each is refused where it is declared, with the reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from mechanisms import from_the_ground, one, rigid_links

from mechanics import (
    Frame,
    JointEffort,
    ModelError,
    NoPotentialError,
    Point,
    System,
    X,
    Y,
    Z,
    actuator,
    dalembert,
    hamilton,
    isolated,
    kane,
    lagrange,
    newton_euler,
    newton_euler_isolated,
)
from mechanics.models import plane_pendulum, satellite
from mechanics.models.parts import moving, moving_vectors, parameters
from rewrite import column, diff, euler, matrix, number, time, vector, zero

(m, length), (q, r), (F,) = parameters("m l"), moving("q r"), moving_vectors("F")


def pendulum(**changes: Any) -> System:
    """A pendulum of which something may be changed for the worse."""
    s = System("s")
    axis, angle = changes.get("axis", Z), changes.get("angle", q)
    R, A = s.hinge("A", s.origin, s.ground, axis, angle, *changes.get("efforts", ()))
    end = A.placed("P", R, changes.get("offset", length * X))
    s.body("1", R, end, changes.get("mass", m), changes.get("inertia", zero((3, 3))))
    if "force" in changes:
        s.force("F", changes["force"], R, end)
    if "torque" in changes:
        s.torque("C", changes["torque"], R, R)
    if "gravity" in changes:
        s.gravity(changes["gravity"])
    return s


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"axis": 2 * X}, "axis must be a unit vector.*its square is 4"),
    ({"axis": vector("n", unit=True, time=True)}, "axis must not depend on time"),
    ({"axis": length}, "axis must be a Vector, not l"),
    ({"axis": (0, 1)}, r"axis must be a Vector.*write .* column\(x, y, z\)"),
    ({"axis": (0, 0, 2)}, "axis must be a unit vector"),
    ({"offset": length}, "point P: its offset must be a Vector, not l .*write"),
    ({"angle": 2 * q}, r"coordinate must be a symbol with time=True, not 2\*q"),
    ({"angle": length}, "coordinate must be a symbol with time=True, not l"),
    ({"angle": F}, "coordinate must be a Scalar, not F"),
    ({"mass": "2"}, r"mass must be a Scalar, not 2 \(str\)"),
    ({"mass": q}, "must not depend on time"),
    ({"inertia": matrix("K")}, "K is not known to be symmetric"),
    ({"inertia": F}, "inertia must be a Matrix, not F"),
    ({"force": length}, r"force F must be a Vector, not l \(Scalar\)"),
    ({"force": [1, 2, 3, 4]}, "force F must be a Vector"),
    ({"torque": length}, "torque C must be a Vector"),
    ({"gravity": number(9)}, "gravity must be a Vector"),
    ({"efforts": [length]}, "made with actuator, spring or damper"),
    ({"efforts": [JointEffort("C", F)]}, "effort C must be a Scalar"),
    ({"efforts": [actuator("C", m, r)]}, "effort C does not act on q"),
]


@pytest.mark.parametrize(("changes", "reason"), WRONG)
def test_wrong_sorts_are_refused_where_they_are_declared(
    changes: dict[str, Any], reason: str
) -> None:
    with pytest.raises(ModelError, match=reason):
        pendulum(**changes)


def test_frames_and_points_of_others_are_refused() -> None:
    s, other = pendulum(), System("other")
    for act in (
        lambda: s.hinge("B", other.origin, s.ground, Z, r),
        lambda: s.slider("B", s.origin, other.ground, X, r),
        lambda: s.point_mass("2", other.origin, m),
        lambda: s.body("2", Frame("N"), s.origin, m),
        lambda: s.force("F", F, Frame("N"), s.origin),
        lambda: s.torque("C", F, s.ground, Frame("N")),
        lambda: dalembert(s, Point("N", Frame("N"))),
    ):
        with pytest.raises(ModelError, match="is a frame of another system"):
            act()
    with pytest.raises(ModelError, match="'A' is not a Frame or Point"):
        dalembert(s, "A")  # type: ignore[arg-type]


def test_names_and_coordinates_are_used_once() -> None:
    s = pendulum(force=F)
    end = s.bodies[0].centre
    for act in (
        lambda: s.hinge("A", end, end.frame, Z, r),
        lambda: s.hinge("B", end, end.frame, Z, q),
        lambda: s.point_mass("1", end, m),
        lambda: s.torque("F", F, s.ground, end.frame),
    ):
        with pytest.raises(ModelError, match="there already is one of that name"):
            act()


def test_names_of_points_and_symbols_do_not_mix() -> None:
    s = pendulum()
    s.point_mass("2", s.joints[0].point.placed("P", s.bodies[0].frame, length * Y), m)
    with pytest.raises(ModelError, match="P would stand for two things"):
        newton_euler(s)
    assert kane(s).size == 1
    with pytest.raises(ModelError, match="the equations need the name OP"):
        newton_euler(pendulum(force=vector("OP", time=True)))
    with pytest.raises(ModelError, match="the name Q_q"):
        lagrange(pendulum(force=moving("Q_q")[0] * X))


@pytest.mark.parametrize(
    "form",
    [kane, newton_euler, isolated, newton_euler_isolated, lagrange, hamilton,
     lambda s: dalembert(s, s.origin)],
)  # fmt: skip
def test_systems_that_do_not_move(form: Callable[[System], object]) -> None:
    s = System("s")
    with pytest.raises(ModelError, match="s has no bodies"):
        form(s)
    s.point_mass("1", s.origin, m)
    with pytest.raises(ModelError, match="s has no freedoms"):
        form(s)
    s = pendulum()
    s.hinge("B", s.bodies[0].centre, s.bodies[0].frame, Z, r)
    with pytest.raises(ModelError, match="joint B moves nothing that has mass"):
        form(s)


a, b = moving("q1 q2")
u, w = moving("u w")
da, db = diff(a, time), diff(b, time)


@pytest.mark.parametrize(
    ("speeds", "rates", "reason"),
    [
        ([u], {da: u}, "do not determine q2'"),
        ([u, w], {da: u + w, db: u + w}, "the rates are dependent"),
        ([u, w], {da: u, diff(q, time): w}, "q' is not the rate of a coordinate here"),
        ([u, w], {da: u * w, db: w}, "must be linear in the speeds"),
        ([u, u], {da: u, db: u}, "each listed once"),
        ([u, w], {da: u + db, db: w}, "must be in terms of speeds"),
        ([a, w], {da: a, db: w}, "q1 is a coordinate"),
        ([one("l"), w], {da: one("l"), db: w}, "time=True"),
    ],
)
def test_speeds_must_determine_the_rates(speeds: Any, rates: Any, reason: str) -> None:
    with pytest.raises(ModelError, match=reason):
        rigid_links().choose(speeds, rates)


def test_differences_of_angles_need_parallel_axes() -> None:
    with pytest.raises(ModelError, match="not parallel to that of A"):
        from_the_ground(skew=True, efforts="between")
    s = System("s")
    with pytest.raises(ModelError, match="not the angle of an earlier hinge"):
        s.hinge("A", s.origin, s.ground, Z, q, less=r)


def test_free_bodies_are_described_whole() -> None:
    angles, place, (v, spin) = moving("a b c"), moving("x y z"), moving_vectors("v w")
    at, turn, all_six = column(*place), euler("xyz", moving("a b c")), (*angles, *place)
    for position, coordinates, given, reason in (
        (at, angles, spin, "must be column"),
        (2 * at, all_six, spin, "must be column"),
        (at, all_six, q, "spin must be a Vector"),
        (at, all_six, vector("w"), "spin must be a symbol with time=True"),
    ):
        with pytest.raises(ModelError, match=reason):
            System("s").free("1", turn, position, coordinates, given, v)  # type: ignore[arg-type]


def test_refusals_of_hamilton_are_refusals_of_a_model() -> None:
    with pytest.raises(ModelError, match="damper 1 at joint A1"):
        hamilton(plane_pendulum(1, dampers=True))
    assert issubclass(NoPotentialError, ModelError)
    with pytest.raises(ModelError, match="no level 'nonsense'"):
        newton_euler(satellite()).at("nonsense")  # type: ignore[arg-type]
