"""Efforts along the speeds from springs, dampers and motors of joints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rewrite import Scalar, Vector, linear_in, normal, one, x_of, y_of, z_of, zero

from ..dynamics.rotors import rotors
from ..kinematics.kinematics import plus
from ..system import System

NOTHING: Scalar = zero(Scalar)


def size_of(system: System) -> int:
    """How many scalar speeds there are."""
    return sum(3 if isinstance(u, Vector) else 1 for u in system.speeds)


def joint_efforts(system: System) -> list[Scalar]:
    """The efforts of all joints along each scalar speed, without struts, which are forces.

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


@dataclass(frozen=True)
class RotorAlong:
    """A rotor with the coefficients of the scalar speeds in its rate, by index; see `Spinning`."""

    inertia: Scalar
    rate: Scalar
    by_place: dict[int, Scalar]
    bias: Scalar

    def effort(self, i: int, rates: Sequence[Scalar]) -> Scalar:
        """The effort it needs along a speed, for rates of all speeds, or at constant speeds."""
        total = self.bias
        for k, by in self.by_place.items():
            total = plus(total, normal(by * rates[k])) if rates else total
        return NOTHING if total is NOTHING else normal(self.inertia * self.by_place[i]) * total


def rotors_along(system: System) -> list[RotorAlong]:
    """The rotors of a system."""
    found = []
    for r in rotors(system):
        scalars = [s for by in r.by_speed for s in in_coordinates(_column(by))]
        by_place = {i: s for i, s in enumerate(scalars) if s is not NOTHING}
        found.append(RotorAlong(r.inertia, r.rate, by_place, r.bias))
    return found


def single_rotors(some: Sequence[RotorAlong]) -> dict[int, Scalar] | None:
    """The inertias by the indices of speeds, if the rate of each rotor is one speed."""
    found: dict[int, Scalar] = {}
    for r in some:
        places = [i for i, by in r.by_place.items() if by is one(Scalar)]
        if len(r.by_place) != 1 or not places or r.bias is not NOTHING:
            return None
        found[places[0]] = plus(found.get(places[0], NOTHING), r.inertia)
    return found


def _column(by: Any) -> Any:
    return by.T if by.shape == (1, 3) else by


def in_coordinates(t: Any) -> tuple[Any, ...]:
    """The coordinates of a vector, or the scalar itself."""
    if not isinstance(t, Vector):
        return (t,)
    if t is zero(Vector):
        return (zero(Scalar),) * 3
    return x_of(t), y_of(t), z_of(t)
