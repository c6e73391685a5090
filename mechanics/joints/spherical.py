"""The spherical joint, or ball."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rewrite import Matrix, Quaternion, Scalar, Vector

from ..parts.frames import Frame
from .attitude import Attitude
from .axes import vanishing
from .joint import JointType


@dataclass(frozen=True, eq=False)
class Spherical(JointType):
    """It turns freely about a point.

    The rotation is a symbol for a unit quaternion or a matrix, whose angular velocity is the speed;
    or it is made of three `angles`, as in `euler("zxz", …)`, whose rates are the speeds. A symbol
    `spin` for the angular velocity, in outer coordinates, replaces these speeds.
    """

    label = "ball"
    degrees = 3

    given: Matrix | Quaternion | None = None
    angles: Sequence[Scalar] = ()
    spin: Vector | None = None

    @cached_property
    def attitude(self) -> Attitude:
        given: Any = self.given
        return Attitude(given, tuple(self.angles), self.spin)

    def checked(self, what: str) -> Spherical:
        if self.given is not None:
            self.attitude.must_be_whole(what)
        return self

    @property
    def coordinates(self) -> tuple[Scalar, ...]:
        return self.attitude.angles

    @property
    def rotation(self) -> Any:
        return self.given

    def turned(self, inner: Frame, name: str) -> Frame:
        return inner.rotated(name, self.rotation, self.spin)

    @property
    def speeds(self) -> tuple[Any, ...]:
        return self.attitude.speeds

    @property
    def configuration(self) -> tuple[Any, ...]:
        return self.attitude.configuration

    def rates(self) -> dict[Any, Any]:
        return self.attitude.rates()

    def speeds_by_rates(self) -> dict[Any, Any]:
        return self.attitude.speeds_by_rates()

    def closure(self, R: Matrix, p: Vector) -> list[Scalar]:
        return vanishing(p)
