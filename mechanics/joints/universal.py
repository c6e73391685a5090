"""The universal joint, or Cardan joint."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rewrite import Matrix, Scalar, Vector, dot, normal, rot

from ..errors import ModelError
from ..parts.checks import unit_axis
from ..parts.frames import Frame
from .axes import vanishing
from .joint import JointType


@dataclass(frozen=True, eq=False)
class Universal(JointType):
    """Two hinges at one point: about the axis `first` of the inner frame, and then about `second`.

    The second axis is in coordinates of the outer frame. The axes are often perpendicular; they
    must not be parallel. If the cross between them has mass, use two hinges.
    """

    label = "universal joint"
    degrees = 2

    first: Vector
    second: Vector
    angles: tuple[Any, Any] = (None, None)

    def checked(self, what: str) -> Universal:
        first = unit_axis(f"{what}: its first axis", self.first)
        second = unit_axis(f"{what}: its second axis", self.second)
        if normal(first) in (normal(second), normal(-second)):
            raise ModelError(f"{what}: its axes are parallel, so it is a hinge; use hinge")
        return replace(self, first=first, second=second, angles=tuple(self.angles))

    @property
    def coordinates(self) -> tuple[Scalar, ...]:
        return self.angles

    @property
    def rotation(self) -> Matrix:
        a, b = self.angles
        return rot(self.first, a) @ rot(self.second, b)

    def turned(self, inner: Frame, name: str) -> Frame:
        a, b = self.angles
        return inner.turned(f"{name}_cross", self.first, a).turned(name, self.second, b)

    def closure(self, R: Matrix, p: Vector) -> list[Scalar]:
        """The points coincide, and the angle between both axes is constant."""
        between = dot(self.first, R @ self.second) - normal(dot(self.first, self.second))
        return [*vanishing(p), between]
