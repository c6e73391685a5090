"""Mechanisms that are not among the models: what a mechanician might try next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mechanics import Principal, System, X, Y, Z, actuator, damper, inertia, spring
from mechanics.models.parts import moving, moving_vectors, parameters, place
from rewrite import column, diff, euler, quaternion, rotation, time, vector, zero


def one(name: str) -> Any:
    return parameters(name)[0]


def principal(name: str) -> Principal:
    Ix, Iy, Iz = parameters(f"{name}x {name}y {name}z")
    return Principal(Ix, Iy, Iz)


def rigid_links() -> System:
    """Two rigid links in a plane, the second measured from the first."""
    s = System("rigid links")
    q1, q2 = moving("q1 q2")
    R1, A = s.hinge("A", s.origin, s.ground, Z, q1)
    s.body("1", R1, A.placed("G1", R1, one("a") * X), one("m1"), inertia("J"))
    R2, B = s.hinge("B", A.placed("E", R1, one("l") * X), R1, Z, q2)
    s.body("2", R2, B.placed("G2", R2, one("b") * X), one("m2"), principal("I"))
    s.gravity(-one("g") * Y)
    return s


def robot() -> System:
    """An arm of three hinges with motors."""
    s = System("robot")
    at, frame = s.origin, s.ground
    for i, (axis, along) in enumerate([(Z, Z), (Y, X), (Y, X)], 1):
        (q, C), (length, c, m) = moving(f"q{i} C{i}"), parameters(f"l{i} c{i} m{i}")
        frame, pivot = s.hinge(f"J{i}", at, frame, axis, q, actuator(f"C{i}", C, q))
        s.body(f"{i}", frame, pivot.placed(f"G{i}", frame, c * along), m, principal(f"I{i}"))
        at = pivot.placed(f"E{i}", frame, length * along)
    s.gravity(-one("g") * Z)
    return s


def gyroscope(*, centred: bool = False) -> System:
    """A rotor in two gimbals; the mass centres may all be the inertial origin itself."""
    s = System("gyroscope")
    at, frame = s.origin, s.ground
    for i, axis in enumerate([Z, X, Z]):
        (q,) = moving(f"q{i}")
        frame, at = s.hinge(f"J{i}", at, frame, axis, q)
        s.body(f"{i}", frame, s.origin if centred else at, one(f"m{i}"), principal(f"I{i}"))
    s.torque("C", moving_vectors("C")[0], s.ground, frame)
    return s


def cart() -> System:
    """A cart with a spring and a damper, and a rod on it."""
    s = System("cart")
    x, q = moving("x q")
    efforts = spring("spring", one("k"), x - one("x0")), damper("damper", one("c"), diff(x, time))
    C = s.slider("C", s.origin, s.ground, X, x, *efforts)
    s.body("cart", s.ground, C, one("M"))
    R, A = s.hinge("A", C, s.ground, Z, q)
    s.body("rod", R, A.placed("G", R, -one("l") * Y), one("m"), inertia("J"))
    s.force("F", moving_vectors("F")[0], s.ground, C)
    s.gravity(-one("g") * Y)
    return s


def turntable() -> System:
    """A pendulum on a table that turns by a prescribed angle."""
    s = System("turntable")
    turn, q = moving("turn q")
    table = s.ground.turned("T", Z, turn)
    R, A = s.hinge("A", s.origin.placed("E", table, one("r") * X), table, Y, q)
    s.body("1", R, A.placed("G", R, -one("l") * Z), one("m"), inertia("J"))
    s.gravity(-one("g") * Z)
    return s


def telescope() -> System:
    """A slider on a hinge; a torque acts on the frame that both share."""
    s = System("telescope")
    q, x = moving("q x")
    R, A = s.hinge("A", s.origin, s.ground, Z, q)
    s.body("1", R, A, one("m1"), inertia("J1"))
    end = s.slider("S", A, R, X, x, spring("spring", one("k"), x))
    s.body("2", R, end, one("m2"), inertia("J2"))
    s.torque("C", moving_vectors("C")[0], R, R)
    s.gravity(-one("g") * Y)
    return s


def two_arms() -> System:
    """Two arms on a free body."""
    s = System("two arms")
    angles, position, (v, w) = moving("q1 q2 q3"), moving("q4 q5 q6"), moving_vectors("v w")
    R, G = s.free("1", euler("zxz", angles), place(position), (*angles, *position), w, v)
    s.body("1", R, G, one("m"), inertia("J"))
    for name, along, axis in (("a", X, Z), ("b", Y, X)):
        (q,), (r, m, length) = moving(f"q{name}"), parameters(f"r{name} m{name} l{name}")
        friction = damper(f"damper {name}", one(f"c{name}"), diff(q, time))
        arm, A = s.hinge(f"H{name}", G.placed(f"E{name}", R, r * along), R, axis, q, friction)
        s.body(name, arm, A.placed(f"G{name}", arm, length * Y), m, principal(f"I{name}"))
    s.gravity(-one("g") * Z)
    return s


def tree() -> System:
    """Two point masses on a massless link."""
    s = System("tree")
    q, a, b = moving("q a b")
    R, A = s.hinge("A", s.origin, s.ground, Z, q)
    end = A.placed("E", R, one("l") * X)
    for name, angle, axis in (("1", a, X), ("2", b, Y)):
        branch, B = s.hinge(f"B{name}", end, R, axis, angle)
        offset = column(*parameters(f"x{name} y{name} z{name}"))
        s.point_mass(name, B.placed(f"P{name}", branch, offset), one(f"m{name}"))
    s.gravity(-one("g") * Z)
    return s


def ball(attitude: str = "quaternion") -> System:
    """A body on a ball joint, and a link on it."""
    s = System("ball")
    Q: Any = rotation("Q", time=True)
    if attitude == "quaternion":
        Q = quaternion("p", unit=True, time=True)
    R, A = s.ball("J", s.origin, s.ground, Q)
    s.body("1", R, A.placed("G1", R, vector("c", constant=True)), one("m1"), inertia("I"))
    (q,) = moving("q")
    R2, B = s.hinge("B", A.placed("E", R, one("l") * X), R, X, q)
    s.body("2", R2, B.placed("G2", R2, one("b") * Y), one("m2"), principal("B"))
    s.gravity(-one("g") * Z)
    return s


def from_the_ground(*, skew: bool, efforts: str = "", solid: bool = True) -> System:
    """Two links, the second measured from the ground about an axis that may not be parallel."""
    s = System("two angles from the ground")
    q1, q2, C1, C2 = moving("q1 q2 C1 C2")
    first, second = actuator("C1", C1, q1), actuator("C2", C2, q2)
    between = q1 if efforts == "between" else None
    nothing: Any = zero((3, 3))
    R1, A = s.hinge("A", s.origin, s.ground, Z, q1, *([first] if efforts else []))
    s.body(
        "1", R1, A.placed("G1", R1, one("a") * X), one("m1"), inertia("J1") if solid else nothing
    )
    R2, B = s.hinge(
        "B", A.placed("E", R1, one("l") * X), s.ground, X if skew else Z, q2,
        *([second] if efforts else []), less=between,
    )  # fmt: skip
    s.body(
        "2", R2, B.placed("G2", R2, one("b") * Y), one("m2"), inertia("J2") if solid else nothing
    )
    s.gravity(-one("g") * Y)
    return s


def tool() -> System:
    """A torque on a frame that is fixed on a link, turned by a constant rotation."""
    s = System("tool")
    (q,) = moving("q")
    R, A = s.hinge("A", s.origin, s.ground, Z, q)
    s.body("1", R, A.placed("G", R, one("l") * X), one("m"), inertia("J"))
    held = R.rotated("T", rotation("K", constant=True))
    s.torque("C", moving_vectors("C")[0], held, held)
    return s


def slider_from_the_ground() -> System:
    """A slider at the end of a link that does not turn with the link."""
    s = System("slider from the ground")
    q, x = moving("q x")
    R, A = s.hinge("A", s.origin, s.ground, Z, q)
    s.body("1", R, A.placed("G", R, one("a") * X), one("m1"), inertia("J"))
    end = s.slider("S", A.placed("E", R, one("l") * X), s.ground, X, x)
    s.point_mass("2", end.placed("P", s.ground, one("h") * Y), one("m2"))
    s.gravity(-one("g") * Y)
    return s


def two_free_bodies() -> System:
    """Two bodies that nothing holds, each with a pendulum."""
    s = System("two free bodies")
    for i in "12":
        (v, w), angles = moving_vectors(f"v{i} w{i}"), moving(f"a{i} b{i} c{i}")
        position = moving(f"x{i} y{i} z{i}")
        R, G = s.free(i, euler("xyz", angles), place(position), (*angles, *position), w, v)
        s.body(i, R, G, one(f"m{i}"), inertia(f"J{i}"))
        (q,) = moving(f"q{i}")
        arm, B = s.hinge(f"H{i}", G.placed(f"E{i}", R, X), R, Y, q)
        s.point_mass(f"p{i}", B.placed(f"P{i}", arm, one(f"l{i}") * Z), one(f"n{i}"))
    s.gravity(-one("g") * Z)
    return s


def deep() -> System:
    """Frames three levels deep, one of them turned by constant angles, and a force in the last."""
    s = System("deep")
    q1, q2, q3 = moving("q1 q2 q3")
    R1, A = s.hinge("A", s.origin, s.ground, Z, q1)
    held = R1.rotated("K", euler("xyz", parameters("e1 e2 e3")))
    R2, B = s.hinge("B", A.placed("E", held, one("l") * X), held, X, q2)
    end = s.slider("S", B, R2, Y, q3)
    s.body("1", R2, end.placed("G", R2, one("b") * Z), one("m"), principal("I"))
    s.force("F", moving_vectors("F")[0], R2, end)
    s.gravity(-one("g") * Z)
    return s


def symbolic_axes() -> System:
    """A hinge and a slider along axes that are symbols."""
    s = System("symbolic axes")
    q, x = moving("q x")
    n, k = (vector(name, unit=True, constant=True) for name in "nk")
    R, A = s.hinge("A", s.origin, s.ground, n, q)
    end = s.slider("S", A, R, k, x)
    s.body("1", R, end.placed("G", R, vector("c", constant=True)), one("m"), inertia("I"))
    s.gravity(vector("g", constant=True))
    return s


def ball_on_a_free_body() -> System:
    """A free body by a quaternion, a ball joint on it, and a hinge with a spring on that."""
    s = System("ball on a free body")
    position, (v, w, C) = moving("x y z"), moving_vectors("v w C")
    p = quaternion("p", unit=True, time=True)
    R, G = s.free("1", p, place(position), position, w, v)
    s.body("1", R, G, one("m1"), inertia("J1"))
    R2, B = s.ball("B", G.placed("E", R, one("l") * X), R, rotation("Q", time=True))
    s.body("2", R2, B.placed("G2", R2, one("b") * Y), one("m2"), inertia("J2"))
    (q,) = moving("q")
    R3, H = s.hinge("H", B.placed("E2", R2, X), R2, Z, q, spring("spring", one("k"), q))
    s.point_mass("3", H.placed("P", R3, Y), one("m3"))
    s.torque("C", C, R3, R3)
    s.gravity(-one("g") * Z)
    return s


def base_on_a_link() -> System:
    """A base on a link turns against it as prescribed, by a declared spin, and carries a hinge."""
    s = System("base on a link")
    q1, q2 = moving("q1 q2")
    R, A = s.hinge("A", s.origin, s.ground, Z, q1)
    s.body("1", R, A.placed("G1", R, X), one("m1"), inertia("J1"))
    base = R.rotated("T", rotation("B", time=True), moving_vectors("wb")[0])
    top = A.placed("E", R, one("l") * X).placed("H", base, one("h") * Y)
    R2, C = s.hinge("C", top, base, X, q2)
    s.body("2", R2, C.placed("G2", R2, one("b") * Y), one("m2"), inertia("J2"))
    s.gravity(-one("g") * Z)
    return s


MECHANISMS: dict[str, Callable[[], System]] = {
    "rigid links": rigid_links,
    "robot": robot,
    "gyroscope": gyroscope,
    "gyroscope, centred": lambda: gyroscope(centred=True),
    "cart": cart,
    "turntable": turntable,
    "telescope": telescope,
    "two arms": two_arms,
    "tree": tree,
    "ball": ball,
    "ball by a rotation": lambda: ball("rotation"),
    "parallel": lambda: from_the_ground(skew=False, efforts="ground"),
    "parallel, between": lambda: from_the_ground(skew=False, efforts="between"),
    "skew": lambda: from_the_ground(skew=True, efforts="ground"),
    "skew, point masses": lambda: from_the_ground(skew=True, solid=False),
    "tool": tool,
    "slider from the ground": slider_from_the_ground,
    "two free bodies": two_free_bodies,
    "deep": deep,
    "symbolic axes": symbolic_axes,
    "base on a link": base_on_a_link,
    "ball on a free body": ball_on_a_free_body,
}
