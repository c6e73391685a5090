"""Joints: a type describes how a joint moves, and `Joint` is a joint in a system.

A joint type is one class in one file. It gives its coordinates and speeds, how it turns and moves
its link, how the rates of its coordinates follow from its speeds, and which motions it forbids.
Everything else, in every formalism, is derived from that.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from rewrite import (
    Linear,
    Matrix,
    Scalar,
    Vector,
    angular_velocity,
    diff,
    identity,
    linear_in,
    normal,
    rotation,
    subs,
    time,
    vector,
    zero,
)

from ..parts.efforts import JointEffort
from ..parts.frames import Frame
from ..parts.points import NOWHERE, Point

NONE: Vector = zero(Vector)


class JointType(ABC):
    """How a joint moves its link: the *outer* frame and point relative to the *inner* ones.

    The outer point is at `translation` from the inner one, in coordinates of the inner frame; the
    outer frame is turned from the inner one by `rotation`. A new type gives `label`, `degrees`,
    `coordinates`, `rotation` and `translation` where it has them, and `closure`; the rest follows.
    """

    label: ClassVar[str]
    """The name of the equations of such a joint."""
    degrees: ClassVar[int]
    """How many freedoms it leaves."""

    # -- how it moves -----------------------------------------------------------------------------

    @property
    def coordinates(self) -> tuple[Scalar, ...]:
        """The scalar coordinates, in the order of their equations."""
        return ()

    @property
    def rotation(self) -> Any:
        """The rotation that takes outer to inner coordinates, a matrix or a unit quaternion."""
        return identity()

    @property
    def translation(self) -> Vector:
        """From the inner to the outer point, in inner coordinates."""
        return NOWHERE

    def turned(self, inner: Frame, name: str) -> Frame:
        """The outer frame; the inner one itself if the joint does not turn."""
        return inner if self.rotation is identity() else inner.rotated(name, self.rotation)

    def placed(self, inner: Frame, on: Point, frame: str, point: str) -> tuple[Frame, Point]:
        """The outer frame and point, with names for both."""
        outer = self.turned(inner, frame)
        if self.translation is NOWHERE:
            return outer, on.placed(point, outer)
        if outer is inner:
            return outer, on.placed(point, inner, self.translation)
        return outer, on.placed(f"{point}_moved", inner, self.translation).placed(point, outer)

    # -- speeds -----------------------------------------------------------------------------------

    @property
    def speeds(self) -> tuple[Any, ...]:
        """The generalised speeds, scalars or vectors: the rates of the coordinates, or others."""
        return tuple(diff(q, time) for q in self.coordinates)

    @property
    def velocity(self) -> Vector | None:
        """The velocity of the outer point in outer coordinates, if it is a declared speed."""
        return None

    @property
    def stretches(self) -> tuple[Scalar, ...]:
        """The coordinates on which efforts along the joint do work."""
        return self.coordinates

    @property
    def configuration(self) -> tuple[Linear, ...]:
        """The symbols of its configuration: coordinates, and a quaternion or a rotation."""
        return self.coordinates

    def rates(self) -> dict[Any, Any]:
        """The rate of each coordinate in terms of the speeds: the kinematic equations."""
        return {rate: rate for rate in (diff(q, time) for q in self.coordinates)}

    def speeds_by_rates(self) -> dict[Any, Any]:
        """The speeds that are not rates of coordinates, in terms of those rates."""
        return {}

    # -- what it forbids --------------------------------------------------------------------------

    def checked(self, what: str) -> JointType:
        """The type with its axes as unit vectors of numbers or symbols; wrong ones are refused."""
        return self

    def must_fit(self, what: str, inner: Frame, others: Sequence[Joint]) -> None:
        """Refuse a joint that does not fit the frame that carries it, or earlier joints."""
        return

    @abstractmethod
    def closure(self, R: Matrix, p: Vector) -> list[Scalar]:
        """Scalars that vanish if a frame and a point, turned by R and moved by p in coordinates of
        another frame, are held on it by such a joint: 6 less `degrees` of them.

        They also vanish for some isolated other assemblies, for example with an axis reversed. A
        joint that needs its own coordinates for this has them in `closing_coordinates`, and one
        more scalar for each of them, at the end, which determines it.
        """

    def upright(self, R: Matrix) -> list[Scalar]:
        """Scalars that are positive in the intended assembly, and not in the others for which
        `closure` vanishes too."""
        return []

    @property
    def closing_coordinates(self) -> tuple[Scalar, ...]:
        """Its own coordinates that occur in `closure`."""
        return ()

    def closing_rates(self, w: Vector, v: Vector) -> list[Scalar]:
        """The rates of `closing_coordinates`, by w and v as in `closure_rates`."""
        return []

    def closure_rates(self, R: Matrix, p: Vector, w: Vector, v: Vector) -> list[Scalar]:
        """The derivatives of the first 6 less `degrees` scalars of `closure` by time.

        w is the angular velocity of the moved frame relative to the other, in its own coordinates;
        v is the rate of p. The derivatives are linear in both, and their coefficients are the
        directions of the forces and moments that the joint transmits.
        """
        turn, move = rotation("R_closing", time=True), vector("p_closing", time=True)
        known: dict[Any, Any] = {turn: R, move: p, angular_velocity(turn): w, diff(move, time): v}
        own = zip(self.closing_coordinates, self.closing_rates(w, v), strict=True)
        known |= {diff(q, time): rate for q, rate in own}
        held = self.closure(turn, move)[: 6 - self.degrees]
        return [normal(subs(diff(g, time), known)) for g in held]


@dataclass(frozen=True, eq=False)
class Direction:
    """A free direction of a joint: how one of its speeds moves its link.

    `turn` is the partial angular velocity of the outer frame, `slide` the partial velocity of the
    outer point; a vector for a scalar speed, a matrix for a vector speed. Each is in coordinates of
    its frame.
    """

    name: str
    speed: Any
    turn: Any
    turn_in: Frame
    slide: Any
    slide_in: Frame

    @property
    def turns(self) -> bool:
        return self.turn is not zero(like=self.turn)

    @property
    def slides(self) -> bool:
        return self.slide is not zero(like=self.slide)


@dataclass(frozen=True, eq=False)
class Joint:
    """A joint of a system: its type, and its frames and points.

    It holds `frame` and `point`, the outer ones, on `inner_frame` and `inner_point`.
    """

    name: str
    type: JointType
    inner_frame: Frame
    inner_point: Point
    frame: Frame
    point: Point
    efforts: tuple[JointEffort, ...] = ()

    @cached_property
    def coordinates(self) -> tuple[Scalar, ...]:
        return self.type.coordinates

    @cached_property
    def speeds(self) -> tuple[Any, ...]:
        return self.type.speeds

    @cached_property
    def dependent_rates(self) -> frozenset[Any]:
        """The rates of its coordinates that are not speeds, but follow from speeds."""
        return frozenset(diff(q, time) for q in self.coordinates) - set(self.speeds)

    @property
    def label(self) -> str:
        """The name of its equations."""
        return f"{self.type.label} {self.name}"

    @property
    def turns(self) -> bool:
        """Whether the outer frame differs from the inner one."""
        return self.frame is not self.inner_frame

    @property
    def slides(self) -> bool:
        """Whether the outer point differs from the inner one."""
        return self.translation is not NOWHERE

    @property
    def transmits(self) -> bool:
        """Whether it transmits a force or a moment: it constrains something, or has efforts."""
        return self.type.degrees < 6 or bool(self.efforts)

    @cached_property
    def rotation(self) -> Matrix:
        """The rotation that takes outer to inner coordinates."""
        return self.frame.turn_to(self.inner_frame)

    @cached_property
    def translation(self) -> Vector:
        """From the inner to the outer point, in inner coordinates."""
        return self.type.translation

    @cached_property
    def spin(self) -> Vector:
        """The angular velocity of the outer relative to the inner frame, in outer coordinates."""
        return self.frame.angular_velocity(self.inner_frame)

    @cached_property
    def directions(self) -> tuple[Direction, ...]:
        """The free directions, one for each speed."""
        velocity, seen_in = self.type.velocity, self.frame
        if velocity is None:
            velocity, seen_in = diff(self.translation, time), self.inner_frame
        turns, slides = (linear_in(v, self.speeds)[0] for v in (self.spin, velocity))
        names = self._names(self.speeds)
        return tuple(
            Direction(name, u, turn, self.frame, slide, seen_in)
            for name, u, turn, slide in zip(names, self.speeds, turns, slides, strict=True)
        )

    def _names(self, speeds: Sequence[Any]) -> list[str]:
        """The name of the joint, with a number if it has several directions."""
        if len(speeds) == 1:
            return [self.name]
        return [f"{self.name}{i}" for i in range(1, len(speeds) + 1)]

    def works(self) -> list[tuple[Scalar, Scalar]]:
        """The efforts along the joint, with the rates on which they do work."""
        found: dict[Any, Scalar] = {}
        stretches = self.type.stretches
        for e in self.efforts:
            rate = diff(stretches[0], time) if len(stretches) == 1 else e.rate
            found[rate] = found[rate] + e.value if rate in found else e.value
        return [(normal(value), rate) for rate, value in found.items()]

    def __repr__(self) -> str:
        return f"{self.name} ({type(self.type).__name__})"
