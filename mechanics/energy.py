"""Energies: kinetic energy as a term in the speeds, potentials where efforts have one."""

from __future__ import annotations

from typing import Any

from rewrite import (
    Scalar,
    Vector,
    angular_velocity,
    diff,
    dot,
    linear_in,
    mul,
    normal,
    subs,
    time,
    zero,
)

from .efforts import is_steady
from .errors import NoPotentialError
from .joints import Ball, Free, Joint
from .points import Point
from .system import System


def kinetic_energy(system: System) -> Scalar:
    """½ Σ m v² + ω · I ω, in the generalised speeds.

    >>> from rewrite import simplify
    >>> from mechanics.models import plane_pendulum
    >>> simplify(kinetic_energy(plane_pendulum(1)))
    1/2*m1*l1**2*q1'**2
    """
    total: Scalar = zero(Scalar)
    for b in system.bodies:
        v = system.kinematics.motion(b.centre).velocity
        w = system.kinematics.spin(b.frame).velocity
        total = total + b.mass * dot(v, v) / 2 + dot(w, b.inertia @ w) / 2
    return normal(total)


def speeds_by_rates(system: System) -> dict[Any, Any]:
    """What the declared speeds of free bodies are in terms of the rates of coordinates."""
    found: dict[Any, Any] = {}
    for j in system.joints:
        if isinstance(j, Free) and j.frame.declared_spin is not None:
            found[j.spin] = angular_velocity(j.frame.rotation, "body")
            found[j.velocity] = normal(j.frame.rotation.T @ diff(j.point.offset, time))
    return found


def in_rates(system: System, t: Any) -> Any:
    """A term in the speeds, by the rates of coordinates."""
    return normal(subs(t, speeds_by_rates(system)))


def as_declared(system: System, t: Any) -> Any:
    """A term in which the spins of prescribed rotations are those that were declared for them.

    The derivative of a rotation symbol brings a symbol for its angular velocity; where a frame
    declares its spin, that is the same quantity.
    """
    frames = {f for b in system.bodies for f in b.frame.ancestors if f.declared_spin is not None}
    spins = {angular_velocity(f.rotation, "body"): f.declared_spin for f in frames}
    return normal(subs(t, {w: spin for w, spin in spins.items() if w.is_symbol}))


def position(system: System, point: Point) -> Vector:
    """From the inertial origin to a point, in inertial coordinates."""
    total: Vector = zero(Vector)
    for p in point.chain:
        total = total + p.frame.turn_to(system.ground) @ p.offset
    return normal(total)


def potential(system: System) -> Scalar:
    """The potential of all efforts.

    It exists if torques are absent, forces are steady in the inertial frame, and every effort along
    a joint has one; else the effort that has none is named.
    """
    total: Scalar = zero(Scalar)
    for b in system.bodies:
        total = total - b.mass * dot(system.weight, position(system, b.centre))
    for t in system.torques:
        raise NoPotentialError(
            f"{system.name}: the torque {t.name} has no potential; use Kane, Lagrange or "
            "Newton-Euler, or Hamilton's equations with generalised forces"
        )
    for f in system.forces:
        why = None
        if f.seen_in is not system.ground:
            why = f"turns with the frame {f.seen_in.name}"
        elif not is_steady(f.vector):
            why = "depends on time"
        if why is not None:
            raise NoPotentialError(
                f"{system.name}: the force {f.name} {why}, so it has no potential; use Kane, "
                "Lagrange or Newton-Euler, or Hamilton's equations with generalised forces"
            )
        total = total - dot(f.vector, position(system, f.point))
    return normal(total + _of_joints(system))


def _of_joints(system: System) -> Scalar:
    total: Scalar = zero(Scalar)
    for joint in system.joints:
        for effort in joint.efforts if isinstance(joint, Joint) else ():
            if effort.potential is None:
                raise NoPotentialError(
                    f"{system.name}: the effort {effort.name} at joint {joint.name} has no "
                    "potential; use Kane, Lagrange or Newton-Euler, or Hamilton's equations with "
                    "generalised forces"
                )
            total = total + effort.potential
    return total


def works(system: System) -> list[tuple[Any, Any]]:
    """Every effort with the velocity on which it does work, both scalars or both vectors."""
    k = system.kinematics
    found: list[tuple[Any, Any]] = []
    for b in system.bodies:
        fall = system.ground.turn_to(k.base(b.centre)) @ system.weight
        found.append((b.mass * fall, k.motion(b.centre).velocity))
    for f in system.forces:
        seen = f.seen_in.turn_to(k.base(f.point)) @ f.vector
        found.append((seen, k.motion(f.point).velocity))
    for t in system.torques:
        found.append((t.seen_in.turn_to(t.frame) @ t.vector, k.spin(t.frame).velocity))
    for j in system.joints:
        if isinstance(j, Joint):
            found.append((j.effort, k.rate(j.stretch)))
    return found


def generalised_forces(system: System) -> list[Scalar]:
    """What each coordinate feels of all efforts: ∂v/∂q' · F, summed.

    >>> from rewrite import simplify
    >>> from mechanics.models import plane_pendulum
    >>> [simplify(Q) for Q in generalised_forces(plane_pendulum(1))]
    [-g*l1*m1*sin(q1)]
    """
    rates = [diff(q, time) for q in system.coordinates]
    totals: list[Any] = [zero(Scalar) for _ in rates]
    for effort, velocity in works(system):
        partials, _ = linear_in(in_rates(system, velocity), rates)
        for i, partial in enumerate(partials):
            product = dot if isinstance(partial, Vector) else mul
            totals[i] = totals[i] + product(partial, effort)
    return [in_rates(system, total) for total in totals]


def has_coordinates(system: System) -> bool:
    """Whether every freedom has scalar coordinates: a ball joint, or an attitude by a quaternion,
    has none."""
    if any(isinstance(j, Ball) for j in system.joints):
        return False
    return all(len(j.coordinates) == 6 for j in system.joints if isinstance(j, Free))
