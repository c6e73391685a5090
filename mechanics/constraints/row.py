"""Rows of constraints: equations between speeds, scalar or vector, and what follows from them.

A row says that `velocity` vanishes, which is linear in the speeds: Δ u + τ = 0. Its rate is
Δ u' + bias = 0, so γ = -bias. A row that can be integrated also has a `position`, which vanishes
too and whose rate is the velocity.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from rewrite import Scalar, Vector, dot, linear_in, normal, scalar, vector, zero

from ..kinematics.kinematics import Kinematics
from ..parts.frames import Frame, X, Y, Z
from ..parts.points import Point


@dataclass(frozen=True, eq=False)
class Setting:
    """The kinematics of a system, and the speeds in which it is expressed."""

    kinematics: Kinematics
    speeds: tuple[Any, ...]
    by_speeds: Callable[[Any], Any]
    """A term with the rates of coordinates in terms of the speeds."""
    known: dict[Any, Any] = field(default_factory=dict, repr=False)
    """The rows of constraints in this setting, found once."""

    def rate(self, t: Any) -> Any:
        """The derivative of a term by time, in terms of the speeds and their rates."""
        return self.by_speeds(self.kinematics.rate(t))

    def bias(self, t: Any) -> Any:
        """The part of the rate of a velocity that remains while the speeds do not change."""
        return self.kinematics.at_steady_speeds(self.rate(t))


@dataclass(frozen=True)
class Push:
    """The effect of a multiplier: a force at a point, or a moment on a frame.

    It is `by` times the multiplier, in coordinates of `seen_in`: a matrix for a vector multiplier,
    a vector for a scalar one.
    """

    by: Any
    seen_in: Frame
    point: Point | None = None
    frame: Frame | None = None
    on_outer: bool = True
    """Whether it acts on the second of the two bodies of a joint."""

    def of(self, multiplier: Any) -> Any:
        """The force or moment."""
        product = self.by @ multiplier if isinstance(multiplier, Vector) else multiplier * self.by
        return normal(product)

    def along(self, axis: Vector) -> Push:
        """The effect of one coordinate of the multiplier."""
        return replace(self, by=normal(self.by @ axis))


@dataclass(frozen=True, eq=False)
class Closure:
    """An equation between coordinates: a scalar that vanishes, and the blocks of its rate."""

    name: str
    position: Any
    by: dict[Any, Any]
    """Coefficients of the speeds, and of the rates of coordinates that the constraint adds."""


@dataclass(frozen=True, eq=False)
class Row:
    """velocity = 0, with its bias, its position if it has one, and its multiplier.

    `axes` are the unit vectors along which a vector row is split; `pushes` are the effects of the
    multiplier on the bodies. If these are not known, the multiplier acts only along speeds.
    """

    name: str
    speeds: tuple[Any, ...]
    velocity: Any
    bias: Any
    position: Any | None = None
    axes: tuple[Vector, ...] = (X, Y, Z)
    pushes: tuple[Push, ...] = ()
    given_blocks: tuple[tuple[Any, ...], Any] | None = None

    @property
    def is_vector(self) -> bool:
        return isinstance(self.velocity, Vector)

    @property
    def is_holonomic(self) -> bool:
        return self.position is not None

    @property
    def multiplier(self) -> Any:
        """The symbol of its reaction: a force, a moment, or an effort along coordinates."""
        name = "reaction_" + "".join(c if c.isalnum() else "_" for c in self.name)
        return (vector if self.is_vector else scalar)(name, time=True)

    @cached_property
    def blocks(self) -> tuple[tuple[Any, ...], Any]:
        """The coefficients of the speeds, and the prescribed part: Δ and τ."""
        return self.given_blocks or linear_in(self.velocity, self.speeds)

    @property
    def delta(self) -> tuple[Any, ...]:
        return self.blocks[0]

    @property
    def tau(self) -> Any:
        return self.blocks[1]

    @property
    def closures(self) -> tuple[Closure, ...]:
        """Its equations between coordinates, in scalars."""
        return tuple(
            Closure(part.name, part.position, dict(zip(part.speeds, part.delta, strict=True)))
            for part in self.parts
            if part.position is not None
        )

    @cached_property
    def parts(self) -> tuple[Row, ...]:
        """This row as scalar rows, one along each axis."""
        if not self.is_vector:
            return (self,)
        return tuple(self._along(e, x) for e, x in zip(self.axes, "xyz", strict=True))

    def _along(self, axis: Vector, suffix: str) -> Row:
        position = None if self.position is None else normal(dot(axis, self.position))
        blocks = tuple(normal(axis.T @ b) for b in self.delta), normal(dot(axis, self.tau))
        return Row(
            f"{self.name}_{suffix}",
            self.speeds,
            dot(axis, self.velocity),
            dot(axis, self.bias),
            None if position is zero(Scalar) else position,
            pushes=tuple(push.along(axis) for push in self.pushes),
            given_blocks=blocks,
        )

    def __repr__(self) -> str:
        return f"{self.name}: {self.velocity} = 0"
