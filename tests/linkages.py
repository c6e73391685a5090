"""Closure equations of linkages, written as products of joints and links."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from mechanics import X, Y, Z
from rewrite import (
    Scalar,
    Vector,
    column,
    cos,
    identity,
    norm2,
    pi,
    rot,
    scalar,
    scalars,
    sin,
    sqrt,
    zero,
)

Part = tuple[Any, Any]


def turn(axis: Any, angle: Any) -> Part:
    """A rotation about an axis through the point that the chain has reached."""
    return rot(axis, angle), None


def shift(by: Any) -> Part:
    """A translation in the axes that the chain has reached."""
    return None, by


def chain(parts: Iterable[Part]) -> tuple[Any, Any]:
    """The rotation and the position that a chain of displacements leads to."""
    R: Any = identity(3)
    p: Any = zero(Vector)
    for turned, by in parts:
        if by is not None:
            p = p + R @ by
        if turned is not None:
            R = R @ turned
    return R, p


def loop(parts: Iterable[Part], name: str = "loop") -> dict[str, Any]:
    """The equations of a closed chain: its position and its rotation."""
    R, p = chain(parts)
    return {f"{name} position": p, f"{name} rotation": R - identity(3)}


def unknowns(names: str) -> tuple[Scalar, ...]:
    return scalars(names)


def constants(names: str) -> tuple[Scalar, ...]:
    return tuple(scalar(n, constant=True) for n in names.split())


def revolutes(angles: Iterable[Any], links: Iterable[tuple[Any, Any, Any]]) -> list[Part]:
    """A chain of revolutes by Denavit's and Hartenberg's parameters: length, twist, offset."""
    parts: list[Part] = []
    for angle, (length, twist, offset) in zip(angles, links, strict=True):
        parts += [turn(Z, angle), shift(length * X + offset * Z), turn(X, twist)]
    return parts


# -- plane ----------------------------------------------------------------------------------------


def polygon(lengths: Iterable[Any], angles: Iterable[Any]) -> list[Any]:
    """Σ l (cos α, sin α) = 0."""
    pairs = list(zip(lengths, angles, strict=True))
    across: Any = zero(Scalar)
    up: Any = zero(Scalar)
    for length, angle in pairs:
        across, up = across + length * cos(angle), up + length * sin(angle)
    return [across, up]


def four_bar() -> tuple[list[Any], Any]:
    a, b, c, d = constants("a b c d")
    angles = unknowns("α β γ")
    return polygon((a, b, c, d), (*angles, 0 * angles[0])), angles


def crank_slider(equal: bool = False) -> tuple[list[Any], Any]:
    a, b, x = unknowns("α1 α12 x3")
    l1, l2 = constants("λ1 λ2")
    if equal:
        l2 = l1
    return [l1 * cos(a) + l2 * cos(a + b) - x, l1 * sin(a) + l2 * sin(a + b)], (a, b, x)


def three_bar() -> tuple[list[Any], Any]:
    x, y, *angles = unknowns("x y α1 α2 α3")
    lengths = constants("λ1 λ2 λ3")
    return polygon(lengths, angles), (x, y, *angles)


def parallelogram(cranks: int = 2) -> tuple[list[Any], Any]:
    """Equal cranks on one coupler; every crank after the second is redundant."""
    (length,) = constants("r")
    distances = constants(" ".join(f"d{k}" for k in range(1, cranks)))
    coupler, *angles = unknowns("φ " + " ".join(f"α{k}" for k in range(cranks)))
    equations: list[Any] = []
    for d, angle in zip(distances, angles[1:], strict=True):
        equations += polygon((length, d, -length, -d), (angles[0], coupler, angle, 0 * coupler))
    return equations, (coupler, *angles)


# -- space ----------------------------------------------------------------------------------------


def salt_shaker() -> tuple[list[Any], Any]:
    a1, a2, a3 = unknowns("α1 α2 α3")
    return [cos(a2) - cos(a3), sin(a1) * sin(a2), cos(a1) * sin(a2) - sin(a3)], (a1, a2, a3)


def constant_velocity_joint() -> tuple[list[Any], Any]:
    a1, b2, g2, a4, z = unknowns("α1 β2 γ2 α4 z")
    x, y, length = constants("x y l")
    return [
        length * (cos(a1) * sin(b2) * cos(g2) - sin(a1) * sin(g2)) - x,
        length * (sin(a1) * sin(b2) * cos(g2) + cos(a1) * sin(g2)) - y,
        length * cos(b2) * cos(g2) - z,
        sin(a1 - a4) * cos(b2),
    ], (a1, b2, g2, a4, z)


def knee(a: Any, b: Any, c: Any, length: Any) -> list[Part]:
    """Two rods between two posts, with three parallel horizontal axes."""
    return [turn(Y, a), shift(length * X), turn(Y, b), shift(length * X), turn(Y, c)]


def antenna_mesh(levels: int = 1) -> tuple[dict[str, Any], Any]:
    """Three posts joined two by two by knees, on one level or more."""
    length, height = constants("L h")
    angles = [
        [unknowns(f"a{i}{k} b{i}{k} c{i}{k}") for i in (1, 2, 3)] for k in range(1, levels + 1)
    ]
    third = turn(Z, 2 * pi / 3)
    around = [p for i in range(3) for p in (*knee(*angles[0][i], length), third)]
    equations = loop(around, "around")
    for k in range(1, levels):
        for i in range(3):
            lower, upper = angles[k - 1][i], angles[k][i]
            (Ra, pa), (Rb, pb) = (
                chain([*knee(*lower, length), shift(height * Z)]),
                chain([shift(height * Z), *knee(*upper, length)]),
            )
            equations[f"level {k} side {i} position"] = pa - pb
            equations[f"level {k} side {i} rotation"] = Ra - Rb
    return equations, [x for level in angles for side in level for x in side]


def bennett() -> tuple[dict[str, Any], Any, Any]:
    """Four revolutes, opposite links equal; and the relation that lets it move."""
    angles = unknowns("θ1 θ2 θ3 θ4")
    a, b, alpha, beta = constants("a b α β")
    links = [(a, alpha, 0 * a), (b, beta, 0 * a)] * 2
    return loop(revolutes(angles, links)), angles, [a * sin(beta) - b * sin(alpha)]


def sarrus() -> tuple[dict[str, Any], Any]:
    """Two triples of parallel revolutes that keep a platform level."""
    angles = unknowns("a1 a2 a3 b1 b2 b3")
    m, k, w, d = constants("l k w d")
    first = [turn(Y, angles[0]), shift(m * X), turn(Y, angles[1]), shift(k * X), turn(Y, angles[2])]
    second = [
        turn(X, angles[3]),
        shift(k * Y),
        turn(X, angles[4]),
        shift(m * Y),
        turn(X, angles[5]),
    ]
    Ra, pa = chain([*first, shift(w * X)])
    Rb, pb = chain([shift(d * X), *second, shift(d * Y)])
    return {"position": pa - pb, "rotation": Ra - Rb}, angles


def stewart_platform() -> tuple[dict[str, Any], Any]:
    """Six legs, each by two angles and a length, between ball joints; the pose is free."""
    pose = unknowns("x y z ψ θ φ")
    R = rot(Z, pose[3]) @ rot(X, pose[4]) @ rot(Z, pose[5])
    names = list(pose)
    equations: dict[str, Any] = {}
    for i in range(1, 7):
        a, b, length = unknowns(f"a{i} b{i} l{i}")
        u, v, p, q = constants(f"u{i} v{i} p{i} q{i}")
        tip = column(*pose[:3]) + R @ column(p, q, 0)
        leg = rot(Z, a) @ rot(Y, b) @ (length * Z)
        equations[f"leg {i}"] = tip - column(u, v, 0) - leg
        names += [a, b, length]
    return equations, names


def goldberg() -> tuple[dict[str, Any], Any]:
    """Five revolutes: two of Bennett's linkages with a common link that is left out."""
    angles = unknowns("θ1 θ2 θ3 θ4 θ5")
    alpha, beta, gamma, k = constants("α β γ k")
    a, b, c = k * sin(alpha), k * sin(beta), k * sin(gamma)
    lengths, twists = (a, b, a + c, b, c), (alpha, beta, alpha + gamma, beta, gamma)
    return loop(
        revolutes(angles, [(x, w, 0 * k) for x, w in zip(lengths, twists, strict=True)])
    ), angles


def orthogonal_bricard(lengths: Iterable[Any]) -> tuple[dict[str, Any], Any]:
    """Six revolutes, each at right angles to the next."""
    angles = unknowns("θ1 θ2 θ3 θ4 θ5 θ6")
    links = [(x, w, 0) for x, w in zip(lengths, (pi / 2, 3 * pi / 2) * 3, strict=True)]
    return loop(revolutes(angles, links)), angles


def generic_loop(n: int) -> tuple[dict[str, Any], Any]:
    """A loop of n revolutes with generic lengths, twists and offsets."""
    angles = unknowns(" ".join(f"θ{k}" for k in range(1, n + 1)))
    links = [constants(f"a{k} w{k} d{k}") for k in range(1, n + 1)]
    return loop(revolutes(angles, links)), angles  # type: ignore[arg-type]


def spherical(n: int) -> tuple[dict[str, Any], Any]:
    """A loop of n revolutes whose axes meet in a point."""
    angles = unknowns(" ".join(f"θ{k}" for k in range(1, n + 1)))
    twists = constants(" ".join(f"w{k}" for k in range(1, n + 1)))
    parts = [p for t, w in zip(angles, twists, strict=True) for p in (turn(Z, t), turn(X, w))]
    return loop(parts), angles


def ball_and_rod(idle: bool) -> tuple[list[Any], Any]:
    """Two cranks joined by a rod with a ball at either end, as a distance or with its own turn."""
    t, s, a, b, c = unknowns("t s a b c")
    gap = column(5 - 2 * cos(t), 3 * cos(s) - 2 * sin(t), 1 + 3 * sin(s))
    if not idle:
        return [norm2(gap) - 30], (t, s)
    rod = rot(Z, a) @ rot(Y, b) @ rot(Z, c) @ (sqrt(30) * Z)
    return [gap - rod], (t, s, a, b, c)


def sarrus_with(legs: int) -> tuple[dict[str, Any], Any]:
    """A platform that legs of three parallel revolutes, around a vertical axis, keep level."""
    angles: list[Any] = []
    ends = []
    for k in range(legs):
        a, b, c = unknowns(f"a{k} b{k} c{k}")
        angles += [a, b, c]
        around = rot(Z, 2 * pi * k / legs)
        leg = [turn(Y, a), shift(2 * X), turn(Y, b), shift(3 * X), turn(Y, c), shift(-2 * X)]
        ends.append(chain([(around, None), shift(5 * X), *leg, (around.T, None)]))
    equations: dict[str, Any] = {}
    for k, (R, p) in enumerate(ends[1:], 1):
        equations |= {f"position {k}": p - ends[0][1], f"rotation {k}": R - ends[0][0]}
    return equations, angles


def framework(
    points: dict[str, Any], rods: Iterable[str], pinned: str
) -> tuple[dict[str, Any], Any, dict[Any, Any]]:
    """Points in a plane or in space with rods between them, and where the points are."""
    places: dict[str, Any] = {}
    at: dict[Any, Any] = {}
    for name, where in points.items():
        coordinates: Any = where
        if name not in pinned:
            coordinates = unknowns(" ".join(f"{name}{x}" for x in "xyz"[: len(where)]))
            at |= dict(zip(coordinates, where, strict=True))
        places[name] = column(*coordinates, *(0,) * (3 - len(where)))
    equations = {}
    for a, b in rods:
        square = sum(
            (Fraction(x) - Fraction(y)) ** 2 for x, y in zip(points[a], points[b], strict=True)
        )
        equations[a + b] = norm2(places[a] - places[b]) - square
    return equations, list(at), at
