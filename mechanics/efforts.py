"""Efforts: forces at points, torques on frames, gravity, and what acts along the axis of a joint.

An effort says in which frame its coordinates are given. What acts along a joint acts on both sides
of it. One that has a potential says which; without one it cannot enter a Hamiltonian.
"""

from __future__ import annotations

from dataclasses import dataclass

from rewrite import Linear, Scalar, Vector, diff, time, zero

from .bodies import Body
from .frames import Frame
from .points import Point


@dataclass(frozen=True, eq=False)
class Force:
    """A force at a point, in coordinates of a frame."""

    name: str
    vector: Vector
    seen_in: Frame
    point: Point


@dataclass(frozen=True, eq=False)
class Torque:
    """A torque on a frame, in coordinates of a frame; and on a body, where it matters which."""

    name: str
    vector: Vector
    seen_in: Frame
    frame: Frame
    body: Body | None = None


@dataclass(frozen=True)
class JointEffort:
    """An effort along a coordinate of a joint: a torque at a hinge, a force at a slider.

    `rate` is the velocity on which it does work; a joint with one coordinate knows that by itself.
    `dissipation` is its part of Rayleigh's function: half of the power that it takes away.
    """

    name: str
    value: Scalar
    potential: Scalar | None = None
    rate: Scalar | None = None
    dissipation: Scalar | None = None


def actuator(name: str, value: Scalar, coordinate: Scalar) -> JointEffort:
    """A given effort; if it is constant, it has the potential -value · coordinate.

    >>> from rewrite import scalars
    >>> C, q = scalars("C q")
    >>> actuator("motor", C, q).potential
    -(C*q)
    """
    potential = -(value * coordinate) if is_steady(value) else None
    return JointEffort(name, value, potential, diff(coordinate, time))


def spring(name: str, stiffness: Scalar, stretch: Scalar) -> JointEffort:
    """A linear spring: -k s, where the stretch s is a coordinate less its value at rest.

    >>> from rewrite import scalars
    >>> k, q = scalars("k q")
    >>> spring("spring", k, q - 1).value
    -(k*(q - 1))
    """
    potential = stiffness * stretch**2 / 2
    return JointEffort(name, -(stiffness * stretch), potential, diff(stretch, time))


def damper(name: str, damping: Scalar, rate: Scalar) -> JointEffort:
    """A linear damper: -c q'; it has no potential."""
    lost = damping * rate**2 / 2
    return JointEffort(name, -(damping * rate), rate=rate, dissipation=lost)


def is_steady(t: Linear) -> bool:
    """Whether a term does not depend on time."""
    return diff(t, time) is zero(like=t)
