"""Partial velocities: the coefficients of the speeds in the velocity of a point or a frame.

A velocity is J₁ u₁ + … + Jₙ uₙ plus a part that depends on no speed. For a scalar speed J is a
vector, for a vector speed a matrix. Accelerations are J₁ u₁' + … + Jₙ uₙ' plus a bias.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rewrite import Matrix, Scalar, Vector, linear_in, normal, zero

from ..kinematics.kinematics import minus, plus
from ..parts.frames import Frame
from ..parts.points import Point
from ..system import System


@dataclass(frozen=True)
class Partials:
    """The partial velocities, velocity and bias of a point or a frame, in `seen_in` coordinates."""

    by_speed: tuple[Any, ...]
    velocity: Vector
    bias: Vector
    seen_in: Frame


@dataclass(frozen=True)
class Load:
    """The contribution of a point: mass, weight per mass, forces less bias forces."""

    partials: Partials
    mass: Any
    fall: Vector
    force: Vector


@dataclass(frozen=True)
class Turn:
    """The contribution of a frame: inertia, torques less bias torques, and partials."""

    partials: Partials
    inertia: Matrix
    torque: Vector


def of_point(system: System, point: Point) -> Partials:
    """The partial velocities of a point, in coordinates of its base."""
    motion = system.kinematics.motion(point)
    by_speed, _ = linear_in(motion.velocity, system.speeds)
    return Partials(by_speed, motion.velocity, motion.bias, system.kinematics.base(point))


def of_frame(system: System, frame: Frame) -> Partials:
    """The partial angular velocities of a frame, in its own coordinates."""
    spin = system.kinematics.spin(frame)
    by_speed, _ = linear_in(spin.velocity, system.speeds)
    return Partials(by_speed, spin.velocity, spin.bias, frame)


Change = Callable[[Partials], Partials]
"""A function that converts partials by the speeds of the system to those by other speeds."""


def loads(system: System, change: Change) -> list[Load]:
    """The contributions of points with a mass or a force."""
    points = [b.centre for b in system.bodies] + [f.point for f in system.forces]
    return [_load(system, p, change(of_point(system, p))) for p in dict.fromkeys(points)]


def _load(system: System, point: Point, partials: Partials) -> Load:
    base = partials.seen_in
    mass = normal(sum((b.mass for b in system.bodies if b.centre is point), zero(Scalar)))
    fall = normal(system.ground.turn_to(base) @ system.weight)
    force: Any = zero(Vector)
    for f in system.forces:
        if f.point is point:
            seen = f.seen_in.turn_to(base) @ f.vector
            force = plus(force, system.kinematics.in_speeds(seen))
    if partials.bias is not zero(Vector) and mass is not zero(Scalar):
        force = minus(force, mass * partials.bias)
    return Load(partials, mass, fall, force)


def turns(system: System, change: Change) -> list[Turn]:
    """The contributions of frames with an inertia or a torque."""
    frames = [b.frame for b in system.bodies if b.inertia is not zero((3, 3))]
    frames += [t.frame for t in system.torques]
    return [_turn(system, f, change(of_frame(system, f))) for f in dict.fromkeys(frames)]


def _turn(system: System, frame: Frame, partials: Partials) -> Turn:
    inertia: Any = zero((3, 3))
    torque: Any = zero(Vector)
    for t in system.torques:
        if t.frame is frame:
            seen = t.seen_in.turn_to(frame) @ t.vector
            torque = plus(torque, system.kinematics.in_speeds(seen))
    for b in system.bodies:
        if b.frame is frame:
            inertia = inertia + b.inertia
            torque = minus(torque, normal(b.inertia @ partials.bias))
            torque = minus(torque, b.gyroscopic(partials.velocity))
    return Turn(partials, normal(inertia), torque)
