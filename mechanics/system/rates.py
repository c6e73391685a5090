"""Kinematic equations: the rates of coordinates from the generalised speeds."""

from __future__ import annotations

from typing import Any

from rewrite import time_limited

from .system import System


@time_limited
def kinematic_equations(system: System, *, time_limit: float | None = None) -> dict[Any, Any]:
    """The rate of each coordinate in terms of coordinates and speeds.

    The rates of three angles follow from an angular velocity by Cramer's rule for vectors; there is
    no solution where the axes of their turns are in one plane. The four coordinates of a unit
    quaternion have rates everywhere.

    >>> from rewrite import simplify
    >>> from mechanics.models import free_body
    >>> rates = kinematic_equations(free_body())
    >>> q1, *_ = rates
    >>> q1, simplify(rates[q1])
    (q1', (cos(q3)*x_of(w) - sin(q3)*y_of(w))/cos(q2))
    """
    found: dict[Any, Any] = {}
    for joint in system.joints:
        for rate, value in joint.type.rates().items():
            found[rate] = system.kinematics.in_speeds(rate) if value is rate else value
    return found
