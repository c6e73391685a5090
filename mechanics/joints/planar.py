"""The planar joint."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rewrite import Matrix, Scalar, Vector, cross, dot, normal, rot

from ..parts.checks import must_be_perpendicular, unit_axis
from ..parts.frames import Frame
from .axes import across, keeping
from .joint import JointType


@dataclass(frozen=True, eq=False)
class Planar(JointType):
    """It slides by x and y in a plane, and turns by an angle about its normal.

    x is measured along the unit vector `ahead` in the plane, y perpendicular to it; without `ahead`
    they are along the vectors that `across` gives: X and Y for the normal Z.
    """

    label = "plane"
    degrees = 3

    normal: Vector
    x: Any = None
    y: Any = None
    angle: Any = None
    ahead: Vector | None = None

    def checked(self, what: str) -> Planar:
        axis = unit_axis(f"{what}: its normal", self.normal)
        if self.ahead is None:
            return replace(self, normal=axis)
        ahead = unit_axis(f"{what}: ahead", self.ahead)
        must_be_perpendicular(what, axis, ahead)
        return replace(self, normal=axis, ahead=ahead)

    @property
    def in_plane(self) -> tuple[Vector, Vector]:
        """The unit vectors along which x and y are measured."""
        if self.ahead is None:
            return across(self.normal)
        return self.ahead, normal(cross(self.normal, self.ahead))

    @property
    def coordinates(self) -> tuple[Scalar, ...]:
        return self.x, self.y, self.angle

    @property
    def rotation(self) -> Matrix:
        return rot(self.normal, self.angle)

    def turned(self, inner: Frame, name: str) -> Frame:
        return inner.turned(name, self.normal, self.angle)

    @property
    def translation(self) -> Vector:
        first, second = self.in_plane
        found: Vector = self.x * first + self.y * second
        return found

    def closure(self, R: Matrix, p: Vector) -> list[Scalar]:
        return [dot(self.normal, p), *keeping(self.normal, R)]

    def upright(self, R: Matrix) -> list[Scalar]:
        return [dot(self.normal, R @ self.normal)]
