"""Joints: what gives a system its freedoms, and what acts along them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rewrite import Linear, Scalar, Vector, diff, normal, time, zero

from .efforts import JointEffort
from .frames import Frame
from .points import Point


@dataclass(frozen=True, eq=False)
class Joint:
    """One freedom: what lies beyond `point` turns about an axis, or slides along it.

    `stretch` is the coordinate on which the efforts of the joint do work.
    """

    name: str
    kind: Literal["hinge", "slider"]
    point: Point
    axis: Vector
    seen_in: Frame
    coordinate: Scalar
    stretch: Scalar
    efforts: tuple[JointEffort, ...] = ()

    @property
    def frame(self) -> Frame:
        """The frame of what the joint carries."""
        return self.seen_in

    @property
    def coordinates(self) -> tuple[Scalar, ...]:
        return (self.coordinate,)

    @property
    def speeds(self) -> tuple[Linear, ...]:
        return (diff(self.coordinate, time),)

    @property
    def effort(self) -> Scalar:
        """The sum of what acts along the axis."""
        total: Scalar = sum((e.value for e in self.efforts), zero(Scalar))
        return normal(total)


@dataclass(frozen=True, eq=False)
class Free:
    """Six freedoms: a frame and a point that nothing holds, with speeds of their own."""

    name: str
    frame: Frame
    point: Point
    coordinates: tuple[Scalar, ...]
    spin: Vector
    velocity: Vector

    @property
    def speeds(self) -> tuple[Linear, ...]:
        return self.velocity, self.spin


@dataclass(frozen=True, eq=False)
class Ball:
    """Three freedoms: a frame that turns as it likes about a point; its speed is its spin."""

    name: str
    frame: Frame
    point: Point
    spin: Vector
    coordinates: tuple[Scalar, ...] = ()

    @property
    def speeds(self) -> tuple[Linear, ...]:
        return (self.spin,)


Freedom = Joint | Free | Ball
