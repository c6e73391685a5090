"""A free rigid body."""

from __future__ import annotations

from typing import Any, Literal

from rewrite import euler, quaternion

from ..parts.bodies import Principal
from ..system import System
from .parts import moving, moving_vectors, parameters, place


def free_body(attitude: Literal["bryant", "quaternion"] = "bryant") -> System:
    """A body with principal inertia, a force at its mass centre and a torque, both in its axes.

    Speeds: the velocity v of the mass centre and the angular velocity w, in its axes. Attitude:
    Bryant angles, Rx(q1) Ry(q2) Rz(q3), or a unit quaternion q.

    >>> free_body().speeds, free_body("quaternion").coordinates
    ((v, w), (q4, q5, q6))
    """
    system = System("free body")
    m, Ix, Iy, Iz = parameters("m Ix Iy Iz")
    v, w, F, C = moving_vectors("v w F C")
    angles, position = moving("q1 q2 q3"), moving("q4 q5 q6")
    rotation: Any
    if attitude == "bryant":
        rotation, coordinates = euler("xyz", angles), (*angles, *position)
    else:
        rotation, coordinates = quaternion("q", unit=True, time=True), position
    frame, centre = system.free("1", rotation, place(position), coordinates, w, v)
    system.body("1", frame, centre, m, Principal(Ix, Iy, Iz))
    system.force("F", F, frame, centre)
    system.torque("C", C, frame, frame)
    return system
