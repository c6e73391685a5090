"""A body on a base whose motion is prescribed, about a point that is not its mass centre."""

from __future__ import annotations

from rewrite import rotation, vector

from ..parts.bodies import inertia
from ..system import System
from .parts import moving_vectors, parameters


def moving_base() -> System:
    """A body on a ball joint A of a base; base and A move as prescribed.

    The base turns by B with the angular velocity wb, in its axes, and A, at p, moves with the
    velocity vb, in axes of the base. The body turns relative to the base by R; its speed is R_w,
    the angular velocity relative to the base in axes of the body. Its mass centre is at c from A,
    and its inertia I about it is any symmetric matrix. A force F acts at the mass centre, in
    inertial axes.

    >>> moving_base().speeds
    (R_w,)
    """
    system = System("body on a moving base")
    (m,) = parameters("m")
    wb, vb, p, F = moving_vectors("wb vb p F")
    base = system.ground.rotated("RB", rotation("B", time=True), wb)
    A = system.origin.moving("A", system.ground, p, vb, base)
    R = rotation("R", time=True)
    body, pivot = system.ball("J", A, base, R)
    G = pivot.placed("G", body, vector("c", constant=True))
    system.body("1", body, G, m, inertia("I"))
    system.force("F", F, system.ground, G)
    return system
