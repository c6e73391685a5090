"""The fixed joint: no freedom, but a reaction."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rewrite import Linear, Matrix, Quaternion, Scalar, Vector, identity

from ..parts.checks import must_be_rotation, steady
from ..parts.frames import as_matrix
from ..parts.points import NOWHERE
from .axes import nearly_unturned, not_turning, vanishing
from .joint import JointType


@dataclass(frozen=True, eq=False)
class Fixed(JointType):
    """It holds the link at an offset, turned by a rotation; neither depends on time."""

    label = "fixed joint"
    degrees = 0

    given_rotation: Matrix | Quaternion | None = None
    offset: Vector | None = None

    def checked(self, what: str) -> Fixed:
        if self.given_rotation is not None:
            must_be_rotation(f"{what}: its rotation", self.given_rotation)
            steady(f"{what}: its rotation", self.given_rotation, Linear)
        if self.offset is None:
            return self
        return replace(self, offset=steady(f"{what}: its offset", self.offset, Vector))

    @property
    def rotation(self) -> Any:
        return identity() if self.given_rotation is None else self.given_rotation

    @property
    def translation(self) -> Vector:
        return NOWHERE if self.offset is None else self.offset

    def closure(self, R: Matrix, p: Vector) -> list[Scalar]:
        return [*vanishing(p - self.translation), *not_turning(as_matrix(self.rotation).T @ R)]

    def upright(self, R: Matrix) -> list[Scalar]:
        return nearly_unturned(as_matrix(self.rotation).T @ R)
