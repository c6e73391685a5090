"""Efforts along the speeds from springs, dampers and motors of joints."""

from __future__ import annotations

from typing import Any

from rewrite import Scalar, Vector, linear_in, normal, x_of, y_of, z_of, zero

from ..kinematics import plus
from ..system import System


def size_of(system: System) -> int:
    """How many scalar speeds there are."""
    return sum(3 if isinstance(u, Vector) else 1 for u in system.speeds)


def joint_efforts(system: System) -> list[Scalar]:
    """The efforts of all joints along each scalar speed; struts are forces, and not among them.

    >>> from mechanics.models import plane_pendulum
    >>> joint_efforts(plane_pendulum(2, dampers=True))
    [-c1*q1' + (-c2)*(q1' - q2'), c2*(q1' - q2')]
    """
    totals: list[Any] = [zero((u.shape[0], 1)) for u in system.speeds]
    in_speeds = system.kinematics.in_speeds
    for joint in system.joints:
        for value, rate in joint.works():
            if value is zero(Scalar):
                continue
            partials, _ = linear_in(in_speeds(system.by_own_speeds(rate)), system.speeds)
            for i, partial in enumerate(partials):
                if partial is not zero(like=partial):
                    totals[i] = plus(totals[i], normal(in_speeds(value) * partial.T))
    return [s for total in totals for s in in_coordinates(total)]


def rotor_inertias(system: System) -> dict[int, Scalar]:
    """Inertias that resist the rate of one scalar speed alone, by its place: rotors of motors."""
    found: dict[int, Scalar] = {}
    by_joint, index = getattr(system, "rotors", {}), 0
    for joint in system.joints:
        if joint.name in by_joint:
            found[index] = by_joint[joint.name]
        index += sum(3 if isinstance(u, Vector) else 1 for u in joint.speeds)
    return found


def in_coordinates(t: Any) -> tuple[Any, ...]:
    """The coordinates of a vector, or a scalar alone."""
    if not isinstance(t, Vector):
        return (t,)
    if t is zero(Vector):
        return (zero(Scalar),) * 3
    return x_of(t), y_of(t), z_of(t)
