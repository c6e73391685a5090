"""A humanoid: a free trunk with legs, arms and a head, a tree of thirty joints."""

from __future__ import annotations

from rewrite import Vector, column, quaternion

from ..parts.bodies import Principal
from ..parts.frames import Frame, X, Y, Z
from ..parts.points import Point
from ..system import System
from .parts import moving, moving_vectors, parameters

LEG = (
    ("hip_z", Z, 0),
    ("hip_x", X, 0),
    ("hip_y", Y, 1),
    ("knee", Y, 1),
    ("ankle_y", Y, 0),
    ("ankle_x", X, 1),
)
ARM = (
    ("shoulder_y", Y, 0),
    ("shoulder_x", X, 0),
    ("shoulder_z", Z, 1),
    ("elbow", Y, 1),
    ("wrist_z", Z, 0),
    ("wrist_y", Y, 0),
    ("wrist_x", X, 1),
)
"""Joints of a limb from the trunk: name, axis, and whether the link is long."""


def humanoid(*, free: bool = True) -> System:
    """A trunk with two legs of six hinges, two arms of seven, a waist of two and a head of two.

    The pelvis is free, with the speeds v and w in its axes and a quaternion for its attitude; or
    it is held. Every link has a mass, a mass centre off the axes and principal moments.

    >>> system = humanoid()
    >>> len(system.joints), len(system.bodies)
    (31, 31)
    """
    system = System("humanoid")
    frame, at = system.ground, system.origin
    if free:
        position, (v, w) = moving("x y z"), moving_vectors("v w")
        attitude = quaternion("p", unit=True, time=True)
        frame, at = system.free("pelvis", attitude, column(*position), position, w, v)
    _body(system, "pelvis", frame, at)
    for side, sign in (("left", 1), ("right", -1)):
        hip = at.placed(f"{side}_hip", frame, sign * parameters("hip_width")[0] * Y)
        _limb(system, f"{side}_", LEG, hip, frame, -Z)
    trunk, chest = _limb(system, "", (("waist_z", Z, 0), ("waist_y", Y, 1)), at, frame, Z)
    for side, sign in (("left", 1), ("right", -1)):
        shoulder = chest.placed(f"{side}_arm", trunk, sign * parameters("shoulder_width")[0] * Y)
        _limb(system, f"{side}_", ARM, shoulder, trunk, -Z)
    _limb(system, "", (("neck_z", Z, 0), ("neck_y", Y, 1)), chest, trunk, Z)
    system.gravity(-parameters("g")[0] * Z)
    return system


def _limb(
    system: System,
    prefix: str,
    joints: tuple[tuple[str, Vector, int], ...],
    at: Point,
    frame: Frame,
    along: Vector,
) -> tuple[Frame, Point]:
    """A chain of hinges with a body on each link; return its end."""
    for name, axis, long in joints:
        joint = f"{prefix}{name}"
        (q,) = moving(f"q_{joint}")
        frame, at = system.hinge(joint, at, frame, axis, q)
        _body(system, joint, frame, at)
        if long:
            at = at.placed(f"{joint}_end", frame, parameters(f"l_{joint}")[0] * along)
    return frame, at


def _body(system: System, name: str, frame: Frame, at: Point) -> None:
    m, cx, cz, Ix, Iy, Iz = parameters(
        f"m_{name} cx_{name} cz_{name} Ix_{name} Iy_{name} Iz_{name}"
    )
    centre = at.placed(f"G_{name}", frame, cx * X + cz * Z)
    system.body(name, frame, centre, m, Principal(Ix, Iy, Iz))
