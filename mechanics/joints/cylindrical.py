"""The cylindrical joint."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rewrite import Matrix, Scalar, Vector, dot

from ..parts.checks import unit_axis
from .about_axis import AboutAxis
from .axes import along, keeping


@dataclass(frozen=True, eq=False)
class Cylindrical(AboutAxis):
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
    def translation(self) -> Vector:
        found: Vector = self.distance * self.axis
        return found

    def closure(self, R: Matrix, p: Vector) -> list[Scalar]:
        return [*along(self.axis, p), *keeping(self.axis, R)]

    def upright(self, R: Matrix) -> list[Scalar]:
        return [dot(self.axis, R @ self.axis)]
