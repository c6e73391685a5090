"""The Stewart platform: six legs that can be lengthened carry a platform."""

from __future__ import annotations

from rewrite import quaternion, vector

from ..joints import Spherical
from ..parts.bodies import Body, Principal
from ..parts.efforts import actuator
from ..parts.frames import Frame, X, Y, Z
from ..parts.points import Point
from ..system import System
from .parts import moving, moving_vectors, parameters, place


def stewart_platform(legs: int = 6) -> System:
    """A platform on six legs, each with a universal joint below, a slider with a motor, and a ball.

    The platform's mass centre is at (x, y, z), its attitude a unit quaternion q; its velocity v and
    angular velocity w are in its axes. Leg i stands on the point bi of the ground, a constant
    vector, turns by pi about x and ri about y, is si long, and a ball Ci holds it on the point ci
    of the platform. Motors push by Fi. The platform has mass M and inertia Jx, Jy, Jz, each piston
    a point mass m at its upper end; the cylinders have no mass. 24 speeds and 18 equations leave
    six freedoms.

    >>> stewart_platform().speeds[:5]
    (v, w, p1', r1', s1')
    """
    system = System("Stewart platform")
    M, Jx, Jy, Jz, g = parameters("M Jx Jy Jz g")
    v, w = moving_vectors("v w")
    position = moving("x y z")
    q = quaternion("q", unit=True, time=True)
    frame, G = system.free("0", q, place(position), position, w, v)
    system.body("platform", frame, G, M, Principal(Jx, Jy, Jz))
    for i in range(1, legs + 1):
        _leg(system, i, frame, G)
    system.gravity(-g * Z)
    return system


def _leg(system: System, i: int, platform: Frame, G: Point) -> Body:
    (m,), (p, r, s, F) = parameters("m"), moving(f"p{i} r{i} s{i} F{i}")
    foot = system.origin.placed(f"B{i}", system.ground, vector(f"b{i}", constant=True))
    leg, foot = system.universal(f"U{i}", foot, system.ground, X, Y, (p, r))
    top = system.slider(f"S{i}", foot, leg, Z, s, actuator(f"F{i}", F, s))
    held = G.placed(f"C{i}", platform, vector(f"c{i}", constant=True))
    system.close(f"C{i}", Spherical(), platform, held, leg, top)
    return system.point_mass(f"piston {i}", top, m)
