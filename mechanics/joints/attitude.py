"""Attitudes: a rotation given by angles, a unit quaternion or a matrix, and its rates in terms of
its angular velocity."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rewrite import (
    Matrix,
    Quaternion,
    Scalar,
    Vector,
    angular_velocity,
    cross,
    diff,
    dot,
    linear_in,
    normal,
    quat,
    scalar_part,
    tilde,
    time,
    triple,
    vector_part,
)

from ..errors import ModelError
from ..parts.checks import must_be_moving, must_be_rotation
from ..parts.frames import as_matrix
from ..parts.given import given


@dataclass(frozen=True, eq=False)
class Attitude:
    """A rotation with three angles as coordinates, or a symbol without coordinates.

    `spin` is a symbol for its angular velocity in outer coordinates. Without one, the speeds are
    the rates of the angles, or the angular velocity that comes with the symbol.
    """

    rotation: Matrix | Quaternion
    angles: tuple[Scalar, ...] = ()
    spin: Vector | None = None

    def must_be_whole(self, what: str) -> None:
        """Refuse an attitude that has no speeds."""
        must_be_rotation(f"{what}: its rotation", self.rotation)
        for a in self.angles:
            must_be_moving(f"{what}: a coordinate", a, Scalar)
        if self.spin is not None:
            must_be_moving(f"{what}: its spin", self.spin, Vector)
        elif not self.angles and not self.own_spin.is_symbol:
            raise ModelError(
                f"{what}: its rotation must be a symbol with time=True, not {self.rotation}, or "
                "its three angles must be given"
            )
        if len(self.angles) not in (0, 3):
            raise ModelError(f"{what}: a rotation has three angles, or none if it is a symbol")

    @cached_property
    def own_spin(self) -> Vector:
        """The angular velocity that follows from the rotation, in outer coordinates."""
        return angular_velocity(given("an attitude", self.matrix, Matrix), "body")

    @cached_property
    def matrix(self) -> Matrix:
        return as_matrix(self.rotation)

    @property
    def speeds(self) -> tuple[Any, ...]:
        if self.spin is not None:
            return (self.spin,)
        if self.angles:
            return tuple(diff(a, time) for a in self.angles)
        return (self.own_spin,)

    @property
    def configuration(self) -> tuple[Any, ...]:
        """The angles, or the symbol of the rotation or quaternion."""
        return self.angles or (self.symbol,)

    @property
    def symbol(self) -> Any:
        """The symbol by which an attitude without angles is described."""
        if self.matrix.is_symbol:
            return self.matrix
        if len(self.matrix.args) == 1 and isinstance(self.matrix.args[0], Quaternion):
            return self.matrix.args[0]
        raise ModelError(
            f"the attitude {self.rotation} has no scalar coordinates and is not a symbol"
        )

    def rates(self) -> dict[Any, Any]:
        """The rates of the angles in terms of the speeds, or that of the rotation or quaternion.

        The rates of three angles follow from an angular velocity by Cramer's rule for vectors;
        there is no solution where the axes of their turns are in one plane.
        """
        if not self.angles:
            w = self.own_spin if self.spin is None else self.spin
            symbol = self.symbol
            of_matrix = symbol is self.matrix
            return {symbol: symbol @ tilde(w) if of_matrix else _of_quaternion(symbol, w)}
        if self.spin is None:
            return {rate: rate for rate in self.speeds}
        return self._by_cramer(self.spin)

    def _by_cramer(self, w: Vector) -> dict[Any, Any]:
        rates = [diff(q, time) for q in self.angles]
        (a, b, c), _ = linear_in(self.own_spin, rates)
        volume = triple(a, b, c)
        solutions = (triple(w, b, c), triple(a, w, c), triple(a, b, w))
        return {rate: normal(x / volume) for rate, x in zip(rates, solutions, strict=True)}

    def speeds_by_rates(self) -> dict[Any, Any]:
        """The declared angular velocity in terms of the rates of the angles."""
        return {} if self.spin is None else {self.spin: self.own_spin}


def _of_quaternion(q: Quaternion, w: Any) -> Quaternion:
    """q' = ½ q (0, ω): scalar part and vector part of the rate."""
    s, v = scalar_part(q), vector_part(q)
    return quat(-dot(v, w) / 2, (s * w + cross(v, w)) / 2)
