"""Constrained systems that are not among the models: what a mechanician might try next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from constrained import LEANING

from mechanics import Principal, Revolute, Spherical, System, Universal, X, Y, Z
from mechanics.models.parts import moving, moving_vectors, parameters, place
from rewrite import cos, diff, dot, quaternion, scalar, sin, time


def free_body(s: System, name: str = "F") -> Any:
    (v, w), position = moving_vectors(f"v{name} w{name}"), moving(f"x{name} y{name} z{name}")
    attitude = quaternion(f"q{name}", unit=True, time=True)
    return s.free(name, attitude, place(position), position, w, v)


def skate_with_chosen_speeds() -> System:
    """A blade described by its forward and sideways speed."""
    s = System("skate")
    m, J, a = parameters("m J a")
    x, y, q = moving("x y q")
    ahead, aside, turn = (scalar(n, time=True) for n in ("ahead", "aside", "turn"))
    frame, E = s.plane("blade", s.origin, s.ground, Z, (x, y, q))
    s.body("blade", frame, E.placed("G", frame, a * X), m, Principal(J, J, J))
    s.choose(
        [ahead, aside, turn],
        {
            diff(x, time): cos(q) * ahead - sin(q) * aside,
            diff(y, time): sin(q) * ahead + cos(q) * aside,
            diff(q, time): turn,
        },
    )
    s.constrain("edge", aside)
    s.gravity(parameters("g")[0] * X)
    return s


def skate_on_a_free_body() -> System:
    """A free body that does not slip along one of its axes: a constraint on a vector speed."""
    s = System("free skate")
    m, Jx, Jy, Jz, g = parameters("m Jx Jy Jz g")
    frame, G = free_body(s)
    s.body("body", frame, G, m, Principal(Jx, Jy, Jz))
    s.constrain("edge", dot(moving_vectors("vF")[0], Y))
    s.gravity(-g * Z)
    return s


def disc_on_a_slope() -> System:
    """A free disc on an inclined plane, its attitude by a quaternion."""
    s = System("disc on a slope")
    m, r, J, K, g = parameters("m r J K g")
    frame, G = free_body(s)
    disc = s.body("disc", frame, G, m, Principal(J, K, J))
    s.rolls("slope", disc, s.ground, radius=r, axis=Y, normal=LEANING)
    s.gravity(-g * Z)
    return s


def ball_on_a_cart() -> System:
    """A ball on a plate that slides and tilts."""
    s = System("ball on a cart")
    M, m, r, J, g, h = parameters("M m r J g h")
    x, tilt = moving("x tilt")
    C = s.slider("C", s.origin, s.ground, X, x)
    plate, P = s.hinge("P", C, s.ground, Y, tilt)
    base = s.body("plate", plate, P, M, Principal(J, J, J))
    frame, G = free_body(s)
    ball = s.body("ball", frame, G, m, Principal(h, h, h))
    s.rolls("contact", ball, base, radius=r)
    s.gravity(-g * Z)
    return s


def two_loops() -> System:
    """Two loops in space that share a link, closed by a ball and a universal joint."""
    s = System("two loops")
    a, b, c, m, J, g = parameters("a b c m J g")
    frame, at = s.ground, s.origin
    for i, axis in enumerate((Z, X, LEANING, Y), 1):
        frame, at = s.hinge(f"A{i}", at, frame, axis, moving(f"q{i}")[0])
        s.body(f"link {i}", frame, at.placed(f"G{i}", frame, a * X), m, Principal(J, J, J))
        at = at.placed(f"E{i}", frame, b * X + c * Y)
    R, G = free_body(s)
    s.body("middle", R, G, m, Principal(J, J, J))
    s.close("ball", Spherical(), frame, at, R, G.placed("P", R, c * Z))
    foot = s.origin.placed("W", s.ground, a * X + b * Y)
    s.close("cross", Universal(X, Y), s.ground, foot, R, G.placed("Q", R, -c * Z))
    s.gravity(-g * Z)
    return s


def massless_coupler() -> System:
    """A four-bar linkage whose coupler has no mass."""
    s = System("massless coupler")
    l1, l2, l3, d, m, g = parameters("l1 l2 l3 d m g")
    q1, q2, q3 = moving("q1 q2 q3")
    R1, A = s.hinge("A", s.origin, s.ground, Z, q1)
    E = A.placed("E", R1, l1 * X)
    s.point_mass("crank", E, m)
    R2, B = s.hinge("B", E, R1, Z, q2)
    R3, C = s.hinge("C", s.origin.placed("D", s.ground, d * X), s.ground, Z, q3)
    F = C.placed("F", R3, l3 * X)
    s.point_mass("rocker", F, m)
    s.close("loop", Revolute(Z), R2, B.placed("H", R2, l2 * X), R3, F)
    s.gravity(-g * Y)
    return s


CASES: dict[str, Callable[[], System]] = {
    "skate on a free body": skate_on_a_free_body,
    "disc on a slope": disc_on_a_slope,
    "ball on a cart": ball_on_a_cart,
    "two loops": two_loops,
    "massless coupler": massless_coupler,
}
