"""Pendulums of n links with point masses at the ends of massless rods."""

from __future__ import annotations

from ..parts.efforts import damper, spring
from ..parts.frames import X, Y, Z
from ..system import System
from .parts import moving, parameters


def plane_pendulum(n: int, *, springs: bool = False, dampers: bool = False) -> System:
    """n links in a vertical plane, their angles q1 … qn measured from the downward vertical.

    Springs and dampers act at the joints, between a link and the one before.

    >>> plane_pendulum(3).speeds
    (q1', q2', q3')
    """
    system = System(f"plane pendulum of {n} links")
    (g,) = parameters("g")
    at, before, rate_before = system.origin, None, None
    for i in range(1, n + 1):
        m, length, k, c = parameters(f"m{i} l{i} k{i} c{i}")
        q, rate = *moving(f"q{i}"), *moving(f"q{i}'")
        turned_by = q if before is None else q - before
        turning_by = rate if rate_before is None else rate - rate_before
        efforts = [spring(f"spring {i}", k, turned_by)] if springs else []
        efforts += [damper(f"damper {i}", c, turning_by)] if dampers else []
        rod, pivot = system.hinge(f"A{i}", at, system.ground, Z, q, *efforts, less=before)
        at = pivot.placed(f"P{i}", rod, -length * Y)
        system.point_mass(f"bob {i}", at, m)
        before, rate_before = q, rate
    system.gravity(-g * Y)
    return system


def spherical_pendulum(n: int = 1) -> System:
    """n links that swing in space: each turns by a about x, and then by b about its own y.

    >>> spherical_pendulum(1).speeds
    (a1', b1')
    """
    system = System(f"spherical pendulum of {n} links")
    (g,) = parameters("g")
    at = system.origin
    for i in range(1, n + 1):
        m, length = parameters(f"m{i} l{i}")
        a, b = moving(f"a{i} b{i}")
        fork, _ = system.hinge(f"A{i}", at, system.ground, X, a)
        at = system.joints[-1].point
        rod, pivot = system.hinge(f"B{i}", at, fork, Y, b)
        at = pivot.placed(f"P{i}", rod, -length * Z)
        system.point_mass(f"bob {i}", at, m)
    system.gravity(-g * Z)
    return system


def plane_chain(n: int) -> System:
    """n links in a vertical plane with point masses at their ends; each angle is measured from the
    link before, as the joints of robots are.

    >>> plane_chain(3).speeds
    (q1', q2', q3')
    """
    system = System(f"plane chain of {n} links")
    (g,) = parameters("g")
    at, frame = system.origin, system.ground
    for i in range(1, n + 1):
        m, length = parameters(f"m{i} l{i}")
        (q,) = moving(f"q{i}")
        frame, pivot = system.hinge(f"A{i}", at, frame, Z, q)
        at = pivot.placed(f"P{i}", frame, -length * Y)
        system.point_mass(f"bob {i}", at, m)
    system.gravity(-g * Y)
    return system
