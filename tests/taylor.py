"""An independent model of trees of joints: Taylor polynomials in time, and virtual power.

Nothing here knows `mechanics` or `rewrite`. A position is a polynomial in t up to t²; velocity and
acceleration are its coefficients, and partial velocities are those of a unit rate alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

Jet = Any  # three numbers: the coefficients of 1, t and t²


def jet(x: float, rate: float = 0.0, second: float = 0.0) -> Jet:
    return np.array([x, rate, second / 2])


def sine_and_cosine(a: Jet) -> tuple[Jet, Jet]:
    s, c = math.sin(a[0]), math.cos(a[0])
    return (
        np.array([s, c * a[1], c * a[2] - s * a[1] ** 2 / 2]),
        np.array([c, -s * a[1], -s * a[2] - c * a[1] ** 2 / 2]),
    )


def product(A: Any, B: Any) -> Any:
    """Products of polynomials of matrices, whose first index is the power of t."""
    return np.array(
        [A[0] @ B[0], A[0] @ B[1] + A[1] @ B[0], A[0] @ B[2] + A[1] @ B[1] + A[2] @ B[0]]
    )


def constant(A: Any) -> Any:
    A = np.asarray(A, dtype=float)
    return np.array([A, 0 * A, 0 * A])


def turn(n: Any, a: Jet) -> Any:
    """The rotation about a unit vector, by Rodrigues."""
    x, y, z = n
    N = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    s, c = sine_and_cosine(a)
    versine = constant(1.0) - c
    return constant(np.eye(3)) + s[:, None, None] * N + versine[:, None, None] * (N @ N)


def moved(n: Any, x: Jet) -> Any:
    return x[:, None] * np.asarray(n, dtype=float)


@dataclass
class Link:
    """A link, its joint by (kind, axes, pitch), and where its joint is on the parent."""

    parent: int
    kind: str
    axes: Sequence[Any]
    offset: Any
    mass: float
    centre: Any
    inertia: Any

    @property
    def size(self) -> int:
        return SIZES[self.kind]


SIZES = {
    "revolute": 1, "prismatic": 1, "helical": 1, "cylindrical": 2, "planar": 3, "universal": 2,
    "spherical by angles": 3, "free": 6, "fixed": 0,
}  # fmt: skip
PITCH = 0.75


def displacement(link: Link, q: Sequence[Jet]) -> tuple[Any, Any]:
    """The rotation and the translation of a joint, from the definitions of the types."""
    n, still, nowhere = link.axes[0], constant(np.eye(3)), constant(np.zeros(3))
    if link.kind == "revolute":
        return turn(n, q[0]), nowhere
    if link.kind == "prismatic":
        return still, moved(n, q[0])
    if link.kind == "helical":
        return turn(n, q[0]), moved(n, PITCH * q[0])
    if link.kind == "cylindrical":
        return turn(n, q[0]), moved(n, q[1])
    if link.kind == "planar":
        return turn(n, q[2]), moved(link.axes[1], q[0]) + moved(link.axes[2], q[1])
    if link.kind == "universal":
        return product(turn(n, q[0]), turn(link.axes[1], q[1])), nowhere
    if link.kind == "fixed":
        return still, nowhere
    turned = still
    for axis, a in zip(np.eye(3), q, strict=False):
        turned = product(turned, turn(axis, a))
    if link.kind == "spherical by angles":
        return turned, nowhere
    return turned, sum(moved(e, x) for e, x in zip(np.eye(3), q[3:], strict=True))


def placed(links: Sequence[Link], q: Sequence[Jet]) -> list[tuple[Any, Any]]:
    """The rotation of each link and the position of its mass centre."""
    found: list[tuple[Any, Any, Any]] = []
    at = 0
    for link in links:
        R, p = constant(np.eye(3)), constant(np.zeros(3))
        if link.parent >= 0:
            R, p, _ = found[link.parent]
        own, move = displacement(link, q[at : at + link.size])
        at += link.size
        p = p + product(R, constant(link.offset)) + product(R, move)
        R = product(R, own)
        found.append((R, p, p + product(R, constant(link.centre))))
    return [(R, G) for R, _, G in found]


def vee(A: Any) -> Any:
    return np.array([A[2, 1] - A[1, 2], A[0, 2] - A[2, 0], A[1, 0] - A[0, 1]]) / 2


def spin(R: Any) -> tuple[Any, Any]:
    """Angular velocity and acceleration in inertial coordinates."""
    return vee(R[1] @ R[0].T), vee(2 * R[2] @ R[0].T + R[1] @ R[1].T)


def virtual_power(
    links: Sequence[Link],
    q: Sequence[float],
    rates: Sequence[float],
    second: Sequence[float],
    gravity: Any,
) -> Any:
    """For each coordinate the power of inertia less that of weight, at a unit rate: the efforts
    that the motion needs along the coordinates."""
    true = placed(links, [jet(*x) for x in zip(q, rates, second, strict=True)])
    found = []
    for i in range(len(q)):
        virtual = placed(links, [jet(x, float(i == k)) for k, x in enumerate(q)])
        total = 0.0
        for link, (R, G), (V, g) in zip(links, true, virtual, strict=True):
            J = R[0] @ link.inertia @ R[0].T
            w, dw = spin(R)
            total += link.mass * (2 * G[2] - gravity) @ g[1]
            total += (J @ dw + np.cross(w, J @ w)) @ spin(V)[0]
        found.append(total)
    return np.array(found)
