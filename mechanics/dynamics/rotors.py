"""Rotors of motors: inertias that act only on the rate of a joint, through its gear.

A rotor with moment of inertia I about its axis, behind a gear of ratio n, turns n times as fast as
its joint, and adds the inertia n² I to it. The effects of its turning with the link that carries it
are small and left out, as usual; where they matter, declare a body on its own frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rewrite import Matrix, Scalar, coefficient, diff, linear_in, normal, time, zero

from ..kinematics.kinematics import plus
from ..system import System


@dataclass(frozen=True)
class Spinning:
    """A rotor in terms of the speeds: its inertia, its rate, the coefficients of the speeds in the
    rate, and the rate of the rate while the speeds do not change."""

    inertia: Scalar
    rate: Scalar
    by_speed: tuple[Any, ...]
    bias: Scalar


def rotors(system: System) -> list[Spinning]:
    """The rotors of a system.

    >>> from mechanics.models import plane_pendulum
    >>> from rewrite import scalar
    >>> system = plane_pendulum(2)
    >>> system.rotor(system.joints[1], scalar("I", constant=True), 100)
    >>> [r.rate for r in rotors(system)]
    [-q1' + q2']
    """
    found = []
    for inertia, own in _rates(system):
        k = system.kinematics
        rate = k.in_speeds(system.by_own_speeds(own))
        partials, _ = linear_in(rate, system.speeds)
        found.append(Spinning(inertia, rate, tuple(partials), k.at_steady_speeds(k.rate(rate))))
    return found


def _rates(system: System) -> list[tuple[Scalar, Scalar]]:
    """Inertias, and the rates of the joints on which they act."""
    return [
        (system.rotors[j.name], diff(j.type.stretches[0], time))
        for j in system.joints
        if j.name in system.rotors
    ]


def rotor_energy(system: System) -> Scalar:
    """½ Σ I q'²."""
    total: Scalar = zero(Scalar)
    for r in rotors(system):
        total = plus(total, r.inertia * r.rate**2 / 2)
    return total


def rotor_mass(some: Sequence[Spinning], i: int, j: int) -> Any:
    """The part of rotors in a block of the mass matrix, or None."""
    total: Any = None
    for r in some:
        one, other = r.by_speed[i], r.by_speed[j]
        if zero(like=one) is not one and zero(like=other) is not other:
            block = normal(r.inertia * _product(one, other))
            total = block if total is None else plus(total, block)
    return total


def rotor_effort(some: Sequence[Spinning], i: int) -> Any:
    """The effort of rotors along a speed while the speeds do not change, or None."""
    total: Any = None
    for r in some:
        one = r.by_speed[i]
        if zero(like=one) is not one and r.bias is not zero(Scalar):
            effort = normal(-r.inertia * r.bias * one.T)
            total = effort if total is None else plus(total, effort)
    return total


def _product(one: Any, other: Any) -> Any:
    return one.T @ other if isinstance(one, Matrix) or isinstance(other, Matrix) else one * other


def resistance(system: System, speed: Any) -> Any:
    """The effort of all rotors along a speed of a joint: -I q'' for those that it turns."""
    total: Any = zero((speed.shape[0], 1))
    for inertia, own in _rates(system):
        by = coefficient(system.by_own_speeds(own), speed)
        if by is not zero(like=by):
            rate = system.kinematics.in_speeds(system.by_own_speeds(own))
            total = plus(total, normal(-inertia * system.kinematics.rate(rate) * by.T))
    return total
