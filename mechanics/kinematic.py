"""Kinematic equations: the rates of coordinates from the generalised speeds."""

from __future__ import annotations

from typing import Any

from rewrite import (
    Quaternion,
    angular_velocity,
    cross,
    diff,
    dot,
    linear_in,
    normal,
    quat,
    scalar_part,
    tilde,
    time,
    triple,
    vector_part,
    x_of,
    y_of,
    z_of,
)

from .errors import ModelError
from .joints import Ball, Free
from .system import System


def kinematic_equations(system: System) -> dict[Any, Any]:
    """What the rate of each coordinate is, in terms of coordinates and speeds.

    Three angles follow an angular velocity by Cramer's rule for vectors; it has no solution where
    the axes of their turns are in one plane. A unit quaternion, by its four coordinates, has rates
    everywhere.

    >>> from rewrite import simplify
    >>> from mechanics.models import free_body
    >>> rates = kinematic_equations(free_body())
    >>> q1, *_ = rates
    >>> q1, simplify(rates[q1])
    (q1', cos(q2)**-1*(cos(q3)*dot(w, column(1, 0, 0)) - sin(q3)*dot(w, column(0, 1, 0))))
    """
    found: dict[Any, Any] = {}
    for joint in system.joints:
        if isinstance(joint, Free):
            found |= _attitude(joint) | _position(system, joint)
        elif isinstance(joint, Ball):
            found |= _of_symbol(joint)
        else:
            rate = diff(joint.coordinate, time)
            found[rate] = system.kinematics.in_speeds(rate)
    return found


def _attitude(joint: Free) -> dict[Any, Any]:
    rotation: Any = joint.frame.rotation
    inner = rotation.args[0] if rotation.args else None
    if isinstance(inner, Quaternion) and inner.is_symbol:
        return _of_quaternion(inner, joint.spin)
    angles = joint.coordinates[:-3]
    if len(angles) != 3:
        raise ModelError(f"{joint.name}: its attitude has {len(angles)} scalar coordinates, not 3")
    rates = [diff(a, time) for a in angles]
    (a, b, c), _ = linear_in(_spin_by_rates(joint), rates)
    volume, w = triple(a, b, c), joint.spin
    solutions = (triple(w, b, c), triple(a, w, c), triple(a, b, w))
    return {rate: normal(x / volume) for rate, x in zip(rates, solutions, strict=True)}


def _spin_by_rates(joint: Free) -> Any:
    """The angular velocity of a free body by the rates of its angles."""
    return angular_velocity(joint.frame.rotation, "body")


def _of_quaternion(q: Quaternion, w: Any) -> dict[Any, Any]:
    """q' = ½ q (0, ω): scalar part and vector part of the rate."""
    s, v = scalar_part(q), vector_part(q)
    rate = quat(-dot(v, w) / 2, (s * w + cross(v, w)) / 2)
    return {q: rate}


def _of_symbol(joint: Ball) -> dict[Any, Any]:
    """A rotation matrix follows the angular velocity by Q' = Q ω×, a quaternion as above."""
    rotation: Any = joint.frame.rotation
    if rotation.is_symbol:
        return {rotation: rotation @ tilde(joint.spin)}
    return _of_quaternion(rotation.args[0], joint.spin)


def _position(system: System, joint: Free) -> dict[Any, Any]:
    turn = joint.frame.turn_to(system.ground)
    velocity = turn @ joint.velocity
    rates = [diff(q, time) for q in joint.coordinates[-3:]]
    return dict(zip(rates, (of(velocity) for of in (x_of, y_of, z_of)), strict=True))
