"""Points: each is placed from another by a vector in coordinates of a frame."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rewrite import Vector, zero

from ..errors import ModelError
from .frames import Frame
from .given import given

NOWHERE: Vector = zero(Vector)
"""The offset of a point that coincides with its origin."""


@dataclass(frozen=True, eq=False)
class Point:
    """A point at `offset` from its origin, in coordinates of `frame`; without an origin, fixed.

    Its velocity follows from that, or is declared in coordinates of the frame `velocity_in`; then
    kinematic equations give the rate of the offset.

    >>> from rewrite import scalar
    >>> from mechanics import X, Z
    >>> ground, l = Frame("R0"), scalar("l")
    >>> arm = ground.turned("R1", Z, scalar("a", time=True))
    >>> tip = Point("O", ground).placed("P", arm, l*X)
    >>> [p.name for p in tip.chain]
    ['P', 'O']
    """

    name: str
    frame: Frame
    origin: Point | None = None
    offset: Vector = NOWHERE
    declared_velocity: Vector | None = None
    velocity_in: Frame | None = None

    def placed(
        self, name: str, frame: Frame, offset: Vector | Sequence[Any] | None = None
    ) -> Point:
        """A point at an offset from this one, in coordinates of a frame."""
        if offset is None:
            return Point(name, frame, self)
        return Point(name, frame, self, given(f"point {name}: its offset", offset, Vector))

    def moving(
        self, name: str, frame: Frame, offset: Vector, velocity: Vector, seen_in: Frame
    ) -> Point:
        """A point with a declared velocity: the absolute one, in coordinates of a frame.

        The frame must be one whose spin is declared too, or inertial: other points may then be
        placed from it.
        """
        if seen_in.base is not seen_in:
            raise ModelError(
                f"{name}: a velocity must be declared in coordinates of an inertial frame or of "
                f"one with a declared spin, and {seen_in.name} has none"
            )
        return Point(name, frame, self, offset, velocity, seen_in)

    @property
    def chain(self) -> Iterator[Point]:
        """This point, its origin and so on."""
        point: Point | None = self
        while point is not None:
            yield point
            point = point.origin

    def hangs_on(self, other: Point) -> bool:
        """Whether this point moves with another, which is on its chain."""
        return any(p is other for p in self.chain)

    def __repr__(self) -> str:
        return self.name


def same_place(one: Point, other: Point) -> bool:
    """Whether two points coincide because there is no offset between them."""
    return _without_offset(one) is _without_offset(other)


def _without_offset(point: Point) -> Point:
    """The furthest point on the chain of a point that coincides with it."""
    while point.offset is NOWHERE and point.origin is not None:
        point = point.origin
    return point
