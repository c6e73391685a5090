"""The cylindrical joint."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rewrite import Matrix, Scalar, Vector, dot, rot

from ..parts.checks import unit_axis
from ..parts.frames import Frame
from .axes import along, keeping
from .joint import JointType


@dataclass(frozen=True, eq=False)
class Cylindrical(JointType):
    """It turns by an angle about an axis, and slides along it by a distance."""

    label = "cylinder"
    degrees = 2

    axis: Vector
    angle: Any = None
    distance: Any = None

    def checked(self, what: str) -> Cylindrical:
        return replace(self, axis=unit_axis(f"{what}: its axis", self.axis))

    @property
    def coordinates(self) -> tuple[Scalar, ...]:
        return self.angle, self.distance

    @property
    def rotation(self) -> Matrix:
        return rot(self.axis, self.angle)

    def turned(self, inner: Frame, name: str) -> Frame:
        return inner.turned(name, self.axis, self.angle)

    @property
    def translation(self) -> Vector:
        found: Vector = self.distance * self.axis
        return found

    def closure(self, R: Matrix, p: Vector) -> list[Scalar]:
        return [*along(self.axis, p), *keeping(self.axis, R)]

    def upright(self, R: Matrix) -> list[Scalar]:
        return [dot(self.axis, R @ self.axis)]
