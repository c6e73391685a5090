"""Whipple's bicycle, with the numbers of the benchmark of Meijaard and others (2007)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rewrite import Matrix, Scalar, cos, outer, sin

from ..parts.bodies import Body, Principal
from ..parts.frames import Frame, X, Y, Z
from ..parts.points import Point
from ..system import System
from .parts import moving, parameters

BENCHMARK: dict[str, Any] = {
    "w": "1.02", "c": "0.08", "g": "9.81", "rR": "0.3", "mR": "2", "IRxx": "0.0603",
    "IRyy": "0.12", "xB": "0.3", "zB": "-0.9", "mB": "85", "IBxx": "9.2", "IBxz": "2.4",
    "IByy": "11", "IBzz": "2.8", "xH": "0.9", "zH": "-0.7", "mH": "4", "IHxx": "0.05892",
    "IHxz": "-0.00756", "IHyy": "0.06", "IHzz": "0.00708", "rF": "0.35", "mF": "3",
    "IFxx": "0.1405", "IFyy": "0.28",
}  # fmt: skip


def bicycle() -> System:
    """A bicycle with a rigid rider: four bodies, two wheels that roll on a plane.

    Axes as in the benchmark: x ahead, y to the right, z downwards. The rear wheel's centre is at
    (x, y, z); the rear frame B is turned by yaw, roll and pitch, the handlebar H by steer about an
    axis that leans back by lam, and the wheels by rear and front. Parameters: wheelbase w, trail c,
    radii rR and rF, masses and inertias of the four bodies, places (xB, zB) and (xH, zH) of mass
    centres from the rear contact of the upright bicycle. `system.values` are the numbers of the
    benchmark. Nine speeds and six equations leave three freedoms.

    >>> bicycle().speeds
    (x', y', z', yaw', roll', pitch', rear', steer', front')
    """
    system = System("bicycle")
    w, c, lam, g, rR, rF = parameters("w c lam g rR rF")
    x, y, z, yaw, roll, pitch, rear, steer, front = moving("x y z yaw roll pitch rear steer front")
    at, frame = system.origin, system.ground
    for q, axis in ((x, X), (y, Y), (z, Z)):
        at = system.slider(f"{q}", at, frame, axis, q)
    for q, axis in ((yaw, Z), (roll, X), (pitch, Y)):
        frame, at = system.hinge(f"{q}", at, frame, axis, q)
    xB, zB, xH, zH = parameters("xB zB xH zH")
    system.body("B", frame, at.placed("B", frame, xB * X + (zB + rR) * Z), *_inertia("B"))
    rear_wheel = _wheel(system, "R", at, frame, rear)
    crown = at.placed("S", frame, (w + c) * X + rR * Z)
    fork, crown = system.hinge("steer", crown, frame, sin(lam) * X + cos(lam) * Z, steer)
    system.body("H", fork, crown.placed("H", fork, (xH - w - c) * X + zH * Z), *_inertia("H"))
    hub = crown.placed("hub", fork, -c * X - rF * Z)
    front_wheel = _wheel(system, "F", hub, fork, front)
    system.rolls("rear", rear_wheel, system.ground, radius=rR, axis=Y, normal=-Z)
    system.rolls("front", front_wheel, system.ground, radius=rF, axis=Y, normal=-Z)
    system.gravity(g * Z)
    upright = dict.fromkeys((x, y, yaw, roll, pitch, rear, steer, front), 0)
    values = {parameters(name)[0]: Fraction(value) for name, value in BENCHMARK.items()}
    system.assembled({**upright, z: -values[rR]}, {**values, lam: _TILT})
    return system


_TILT = Fraction("0.314159265358979323846")
"""π/10."""


def _inertia(name: str) -> tuple[Scalar, Matrix]:
    """The mass of a body and its inertia, with its x-z plane as plane of symmetry."""
    m, Ixx, Ixz, Iyy, Izz = parameters(f"m{name} I{name}xx I{name}xz I{name}yy I{name}zz")
    crossed = Ixz * (outer(X, Z) + outer(Z, X))
    return m, Ixx * outer(X, X) + Iyy * outer(Y, Y) + Izz * outer(Z, Z) + crossed


def _wheel(system: System, name: str, hub: Point, frame: Frame, angle: Scalar) -> Body:
    m, Ixx, Iyy = parameters(f"m{name} I{name}xx I{name}yy")
    spinning, hub = system.hinge(f"wheel_{name}", hub, frame, Y, angle)
    return system.body(name, spinning, hub, m, Principal(Ixx, Iyy, Ixx))
