"""The helical joint, or screw."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rewrite import Matrix, Scalar, Vector, dot, normal

from ..parts.checks import must_be_moving, steady, unit_axis
from .about_axis import AboutAxis
from .axes import across
from .cylindrical import Cylindrical


@dataclass(frozen=True, eq=False)
class Helical(AboutAxis):
    """It turns by an angle about an axis, and slides along it by the pitch per radian.

    A loop that it closes needs its angle as a coordinate: the slide depends on the number of full
    turns, which a rotation matrix does not contain.
    """

    label = "screw"
    degrees = 1

    axis: Vector
    pitch: Scalar
    angle: Any = None

    def checked(self, what: str) -> Helical:
        pitch = steady(f"{what}: its pitch", self.pitch, Scalar)
        return replace(self, axis=unit_axis(f"{what}: its axis", self.axis), pitch=pitch)

    @property
    def coordinates(self) -> tuple[Scalar, ...]:
        return (self.angle,)

    @property
    def translation(self) -> Vector:
        found: Vector = (self.pitch * self.angle) * self.axis
        return found

    @property
    def closing_coordinates(self) -> tuple[Scalar, ...]:
        return self.coordinates

    def closure(self, R: Matrix, p: Vector) -> list[Scalar]:
        """The closure of a cylindrical joint, and equations for its slide and its angle."""
        must_be_moving("a helical joint that closes a loop: its angle", self.angle, Scalar)
        first, second = across(self.axis)
        slid = dot(self.axis, p) - self.pitch * self.angle
        turned = dot(second, self.rotation.T @ (R @ first))
        return [*Cylindrical(self.axis).closure(R, p), slid, turned]

    def upright(self, R: Matrix) -> list[Scalar]:
        first, _ = across(self.axis)
        return [dot(self.axis, R @ self.axis), dot(first, self.rotation.T @ (R @ first))]

    def closing_rates(self, w: Vector, v: Vector) -> list[Scalar]:
        return [dot(self.axis, w)]

    def closure_rates(self, R: Matrix, p: Vector, w: Vector, v: Vector) -> list[Scalar]:
        """The rates without that of the angle: those of a cylindrical joint, and of its slide."""
        held = Cylindrical(self.axis).closure_rates(R, p, w, v)
        return [*held, normal(dot(self.axis, v) - self.pitch * dot(self.axis, w))]
