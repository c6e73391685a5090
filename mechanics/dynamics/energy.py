"""Energies: kinetic energy as a term in the speeds, potentials where efforts have one."""

from __future__ import annotations

from collections.abc import Iterator
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
    time_limited,
    zero,
)

from ..errors import NoPotentialError
from ..parts.efforts import is_steady
from ..parts.points import Point
from ..system import System
from .rotors import rotor_energy


@time_limited
def kinetic_energy(system: System, *, time_limit: float | None = None) -> Scalar:
    """½ Σ m v² + ω · I ω, and that of rotors, in the generalised speeds.

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
    return normal(total + rotor_energy(system))


def speeds_by_rates(system: System) -> dict[Any, Any]:
    """The declared speeds of free bodies in terms of the rates of coordinates."""
    found: dict[Any, Any] = {}
    for j in system.joints:
        found |= j.type.speeds_by_rates()
    return found


def in_rates(system: System, t: Any) -> Any:
    """A term in which the speeds are replaced by the rates of coordinates."""
    return normal(subs(t, speeds_by_rates(system)))


def as_declared(system: System, t: Any) -> Any:
    """A term in which spins of prescribed rotations are replaced by their declared symbols.

    The derivative of a rotation symbol introduces a symbol for its angular velocity. If a frame
    declares its spin, both are the same quantity.
    """
    frames = {f for b in system.bodies for f in b.frame.ancestors if f.declared_spin is not None}
    spins = {angular_velocity(f.rotation, "body"): f.declared_spin for f in frames}
    return normal(subs(t, {w: spin for w, spin in spins.items() if w.is_symbol}))


def position(system: System, point: Point) -> Vector:
    """The vector from the inertial origin to a point, in inertial coordinates."""
    total: Vector = zero(Vector)
    for p in point.chain:
        total = total + p.frame.turn_to(system.ground) @ p.offset
    return normal(total)


@time_limited
def potential(system: System, *, partly: bool = False, time_limit: float | None = None) -> Scalar:
    """The potential of all efforts, or with `partly` of those that have one.

    Gravity has one, and so have forces that are constant in the inertial frame, springs, and
    constant efforts along joints and struts. Without `partly`, an effort without one is refused.

    >>> from mechanics.models import plane_pendulum
    >>> from rewrite import simplify
    >>> simplify(potential(plane_pendulum(1, springs=True, dampers=True), partly=True))
    1/2*k1*q1**2 - g*l1*m1*cos(q1)
    """
    total: Scalar = zero(Scalar)
    for b in system.bodies:
        total = total - b.mass * dot(system.weight, position(system, b.centre))
    for what, found in _potentials(system):
        if found is not None:
            total = total + found
        elif not partly:
            raise NoPotentialError(
                f"{system.name}: {what} no potential. Leave such efforts out with "
                "potential(system, partly=True), or see energy(system); use Kane, Lagrange or "
                "Newton-Euler, or Hamilton's equations with generalised forces"
            )
    return normal(total)


@time_limited
def energy(system: System, *, time_limit: float | None = None) -> Scalar:
    """T + V, with the potential of all efforts that have one; motors, dampers and other forces
    change it by their work.

    >>> from rewrite import simplify
    >>> from mechanics.models import plane_pendulum
    >>> simplify(energy(plane_pendulum(1, dampers=True)))
    l1*m1*(1/2*l1*q1'**2 - g*cos(q1))
    """
    return normal(kinetic_energy(system) + potential(system, partly=True))


def _potentials(system: System) -> Iterator[tuple[str, Scalar | None]]:
    """Every effort with the start of a message, and its potential or None."""
    for t in system.torques:
        yield f"the torque {t.name} has", None
    for f in system.forces:
        if f.seen_in is not system.ground:
            yield f"the force {f.name} turns with the frame {f.seen_in.name}, so it has", None
        elif not is_steady(f.vector):
            yield f"the force {f.name} depends on time, so it has", None
        else:
            yield f"the force {f.name} has", -dot(f.vector, position(system, f.point))
    for joint in system.joints:
        for effort in joint.efforts:
            yield f"the effort {effort.name} at joint {joint.name} has", effort.potential
    for strut in system.struts:
        # a strut with a damper or a motor still has the potential of its spring
        yield f"the strut {strut.name} has", strut.potential(system.kinematics)
        if not strut.has_potential:
            yield f"the strut {strut.name}, with its damper or its push, has", None


@time_limited
def dissipation(system: System, *, time_limit: float | None = None) -> Scalar:
    """Rayleigh's function of all dampers: half of the power that they dissipate.

    >>> from mechanics.models import plane_pendulum
    >>> dissipation(plane_pendulum(1, dampers=True))
    1/2*c1*q1'**2
    """
    found = [e.dissipation for j in system.joints for e in j.efforts]
    found += [strut.dissipation(system.kinematics) for strut in system.struts]
    total: Scalar = sum((d for d in found if d is not None), zero(Scalar))
    return system.kinematics.in_speeds(total)


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
    return found + [(effort, k.in_speeds(rate)) for effort, rate in system.works()]


def generalised_forces(system: System) -> list[Scalar]:
    """The generalised force along each coordinate: ∂v/∂q' · F, summed over all efforts.

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
    """Whether every freedom has scalar coordinates; an attitude that is a quaternion or a matrix
    symbol has none."""
    return all(len(j.coordinates) == j.type.degrees for j in system.joints)
