"""No joint at all: six freedoms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rewrite import Matrix, Quaternion, Scalar, Vector, column, diff, normal, time, x_of, y_of, z_of

from ..errors import ModelError
from ..parts.checks import must_be_moving, must_place
from ..parts.frames import Frame
from ..parts.points import Point
from .attitude import Attitude
from .joint import JointType


@dataclass(frozen=True, eq=False)
class Free(JointType):
    """It constrains nothing: the outer frame and point move freely.

    Coordinates: three angles, or none for a quaternion or a rotation symbol, and then the three of
    the position. Speeds: symbols for the velocity and for the spin, both in outer coordinates, in
    this order; or, without them, the rates of the position and the speeds of the attitude.
    """

    label = "free body"
    degrees = 6

    given: Matrix | Quaternion
    given_coordinates: Sequence[Scalar]
    spin: Vector | None = None
    given_velocity: Vector | None = None

    @cached_property
    def attitude(self) -> Attitude:
        return Attitude(self.given, tuple(self.given_coordinates[:-3]), self.spin)

    def checked(self, what: str) -> Free:
        must_place(what, self.given_coordinates)
        if (self.spin is None) != (self.given_velocity is None):
            raise ModelError(f"{what}: give symbols for both its spin and its velocity, or none")
        self.attitude.must_be_whole(what)
        if self.given_velocity is not None:
            must_be_moving(f"{what}: its velocity", self.given_velocity, Vector)
        return self

    # -- how it moves -----------------------------------------------------------------------------

    @property
    def coordinates(self) -> tuple[Scalar, ...]:
        return tuple(self.given_coordinates)

    @property
    def position(self) -> tuple[Scalar, ...]:
        """The coordinates of the outer point."""
        return self.coordinates[-3:]

    @property
    def rotation(self) -> Any:
        return self.given

    @property
    def translation(self) -> Vector:
        return column(*self.position)

    def turned(self, inner: Frame, name: str) -> Frame:
        return inner.rotated(name, self.rotation, self.spin)

    def placed(self, inner: Frame, on: Point, frame: str, point: str) -> tuple[Frame, Point]:
        if self.given_velocity is None:
            return super().placed(inner, on, frame, point)
        if inner.parent is not None:
            raise ModelError(
                f"free body {point}: its velocity is relative to {inner.name}, which moves; give "
                "no spin and no velocity, so that the rates of its coordinates are its speeds"
            )
        outer = self.turned(inner, frame)
        return outer, on.moving(point, inner, self.translation, self.given_velocity, outer)

    # -- speeds -----------------------------------------------------------------------------------

    @property
    def velocity(self) -> Vector | None:
        return self.given_velocity

    @property
    def speeds(self) -> tuple[Any, ...]:
        if self.given_velocity is not None:
            return self.given_velocity, *self.attitude.speeds
        rates = tuple(diff(q, time) for q in self.position)
        turning = self.attitude.speeds
        return (*turning, *rates) if self.attitude.angles else (*rates, *turning)

    @property
    def configuration(self) -> tuple[Any, ...]:
        return (*self.attitude.configuration, *self.position)

    def rates(self) -> dict[Any, Any]:
        rates = [diff(q, time) for q in self.position]
        found: list[Any] = rates
        if self.given_velocity is not None:
            velocity = self.attitude.matrix @ self.given_velocity
            found = [of(velocity) for of in (x_of, y_of, z_of)]
        return self.attitude.rates() | dict(zip(rates, found, strict=True))

    def speeds_by_rates(self) -> dict[Any, Any]:
        if self.given_velocity is None:
            return {}
        velocity = normal(self.attitude.matrix.T @ diff(self.translation, time))
        return self.attitude.speeds_by_rates() | {self.given_velocity: velocity}

    # -- what it forbids --------------------------------------------------------------------------

    def closure(self, R: Matrix, p: Vector) -> list[Scalar]:
        return []
