"""Frames: a tree of axes, each turned relative to its parent.

A frame has the rotation that takes coordinates in it to coordinates in its parent, as a term: a
symbol, `rot(axis, angle)`, `euler("xyz", …)` or `rotation_matrix(q)`. Its spin is the angular
velocity relative to the parent. It follows from the rotation, or is declared as a generalised speed
or a prescribed motion; then kinematic equations give the rates of the parameters of the rotation.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, reduce
from typing import Literal

from rewrite import (
    Matrix,
    Quaternion,
    Scalar,
    Vector,
    angular_velocity,
    column,
    diff,
    identity,
    normal,
    number,
    rot,
    rotation_matrix,
    time,
    zero,
)

from ..errors import ModelError

_0, _1 = number(0), number(1)
X, Y, Z = column(_1, _0, _0), column(_0, _1, _0), column(_0, _0, _1)
"""The axes of any frame, in its own coordinates."""


@dataclass(frozen=True, eq=False)
class Frame:
    """A frame, turned relative to its parent; without a parent it is inertial.

    >>> from rewrite import scalar
    >>> ground = Frame("R0")
    >>> a, b = scalar("a", time=True), scalar("b", time=True)
    >>> arm = ground.turned("R1", Z, a)
    >>> hand = arm.turned("R2", X, b)
    >>> hand.angular_velocity(arm), hand.angular_velocity(ground)
    (b'*column(1, 0, 0), b'*column(1, 0, 0) + a'*(rot(column(1, 0, 0), b).T @ column(0, 0, 1)))
    """

    name: str
    parent: Frame | None = None
    rotation: Matrix = field(default_factory=identity)
    declared_spin: Vector | None = None
    spin_about_axis: Vector | None = None
    """The angular velocity that follows from a turn about an axis that both frames share."""

    # -- making frames ----------------------------------------------------------------------------

    def turned(self, name: str, axis: Vector, angle: Scalar, spin: Vector | None = None) -> Frame:
        """A frame turned by an angle about an axis that both frames share."""
        steady = diff(axis, time) is zero(Vector)
        about = normal(diff(angle, time) * axis) if steady else None
        return Frame(name, self, rot(axis, angle), spin, about)

    def rotated(
        self, name: str, rotation: Matrix | Quaternion, spin: Vector | None = None
    ) -> Frame:
        """A frame turned by any rotation, a matrix or a unit quaternion."""
        return Frame(name, self, as_matrix(rotation), spin)

    # -- the tree ---------------------------------------------------------------------------------

    @cached_property
    def ancestors(self) -> tuple[Frame, ...]:
        """This frame, its parent and so on up to the inertial one."""
        return (self,) if self.parent is None else (self, *self.parent.ancestors)

    @cached_property
    def base(self) -> Frame:
        """The nearest frame whose motion is declared, or the inertial one."""
        declared = (f for f in self.ancestors if f.declared_spin is not None or f.parent is None)
        return next(declared)

    def is_under(self, other: Frame) -> bool:
        return other in self.ancestors

    def child_towards(self, other: Frame) -> Frame:
        """The child of this frame from which `other` descends."""
        line = other.ancestors
        return line[line.index(self) - 1]

    def shared_with(self, other: Frame) -> Frame:
        """The nearest frame from which both descend."""
        found = next((f for f in self.ancestors if f in other.ancestors), None)
        if found is None:
            raise ModelError(
                f"the frames {self.name} and {other.name} are not related: "
                "make both from one inertial frame with turned or rotated"
            )
        return found

    # -- rotations and angular velocities ---------------------------------------------------------

    def turn_to(self, other: Frame) -> Matrix:
        """The matrix that takes coordinates in this frame to coordinates in another."""
        shared = self.shared_with(other)
        up, down = self._up_to(shared), other._up_to(shared)
        return normal(down.T @ up)

    def _up_to(self, ancestor: Frame) -> Matrix:
        line = self.ancestors[: self.ancestors.index(ancestor)]
        return reduce(lambda total, f: f.rotation @ total, line, identity())

    @cached_property
    def spin(self) -> Vector:
        """The angular velocity relative to the parent, in coordinates of this frame."""
        if self.parent is None:
            return zero(Vector)
        if self.declared_spin is not None:
            return self.declared_spin
        return self._own_spin("body")

    @cached_property
    def spin_in_parent(self) -> Vector:
        """The angular velocity relative to the parent, in coordinates of the parent."""
        if self.declared_spin is not None:
            return normal(self.rotation @ self.declared_spin)
        return self._own_spin("space")

    def _own_spin(self, axes: Literal["body", "space"]) -> Vector:
        """The angular velocity that follows from the rotation."""
        if self.spin_about_axis is not None:
            return self.spin_about_axis
        if diff(self.rotation, time) is zero((3, 3)):
            return zero(Vector)
        return angular_velocity(self.rotation, axes)

    def angular_velocity(self, against: Frame, seen_in: Frame | None = None) -> Vector:
        """The angular velocity relative to another frame: the sum of the spins between them.

        It is given in coordinates of this frame, or of the frame `seen_in`.
        """
        shared, seen = self.shared_with(against), seen_in or self
        total: Vector = zero(Vector)
        for f in self.ancestors[: self.ancestors.index(shared)]:
            total = total + f.turn_to(seen) @ f.spin
        for f in against.ancestors[: against.ancestors.index(shared)]:
            total = total - f.turn_to(seen) @ f.spin
        return normal(total)

    def __repr__(self) -> str:
        return self.name


def as_matrix(rotation: Matrix | Quaternion) -> Matrix:
    """A rotation as a matrix, from a matrix or a unit quaternion."""
    return rotation_matrix(rotation) if isinstance(rotation, Quaternion) else rotation
