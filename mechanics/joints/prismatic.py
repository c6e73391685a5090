"""The prismatic joint, or slider."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rewrite import Matrix, Scalar, Vector

from ..parts.checks import unit_axis
from .axes import along, nearly_unturned, not_turning
from .joint import JointType


@dataclass(frozen=True, eq=False)
class Prismatic(JointType):
    """It slides by a distance along an axis and does not turn."""

    label = "slider"
    degrees = 1

    axis: Vector
    distance: Any = None

    def checked(self, what: str) -> Prismatic:
        return replace(self, axis=unit_axis(f"{what}: its axis", self.axis))

    @property
    def coordinates(self) -> tuple[Scalar, ...]:
        return (self.distance,)

    @property
    def translation(self) -> Vector:
        found: Vector = self.distance * self.axis
        return found

    def closure(self, R: Matrix, p: Vector) -> list[Scalar]:
        return [*along(self.axis, p), *not_turning(R)]

    def upright(self, R: Matrix) -> list[Scalar]:
        return nearly_unturned(R)
