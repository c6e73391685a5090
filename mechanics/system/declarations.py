"""Shorthands for declaring joints, springs and dampers.

Each is `join` with a type of joint, or `strut` with some of its quantities.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from rewrite import Matrix, Quaternion, Scalar, Vector

from ..joints import (
    Cylindrical,
    Fixed,
    Free,
    Helical,
    Joint,
    JointType,
    Planar,
    Prismatic,
    Revolute,
    Spherical,
    Universal,
)
from ..parts.checks import must_place
from ..parts.efforts import Effort
from ..parts.frames import Frame
from ..parts.points import Point
from .struts import NOTHING, Strut


class Declarations(ABC):
    """Shorthands for `join` and `strut`."""

    ground: Frame
    origin: Point

    @abstractmethod
    def join(
        self,
        name: str,
        on: Point,
        frame: Frame,
        type: JointType,
        *efforts: Effort,
        point: str | None = None,
    ) -> Joint:
        """A joint of any type."""

    @abstractmethod
    def strut(
        self,
        name: str,
        start: Point,
        end: Point,
        *,
        push: Scalar = NOTHING,
        stiffness: Scalar = NOTHING,
        rest: Scalar = NOTHING,
        damping: Scalar = NOTHING,
    ) -> Strut:
        """A force along the line between two points."""

    # -- joints -----------------------------------------------------------------------------------

    def hinge(
        self,
        name: str,
        on: Point,
        frame: Frame,
        axis: Vector,
        angle: Scalar,
        *efforts: Effort,
        less: Scalar | None = None,
    ) -> tuple[Frame, Point]:
        """A frame that turns relative to `frame` about an axis through a point, and that point.

        The efforts act on the angle, or on the angle `less` another one: if angles of several links
        are measured from one frame, a joint between two links turns by their difference.
        """
        return _ends(self.join(name, on, frame, Revolute(axis, angle, less), *efforts))

    def slider(
        self, name: str, on: Point, frame: Frame, axis: Vector, by: Scalar, *efforts: Effort
    ) -> Point:
        """A point that slides from another along an axis of a frame."""
        return self.join(name, on, frame, Prismatic(axis, by), *efforts).point

    def screw(
        self,
        name: str,
        on: Point,
        frame: Frame,
        axis: Vector,
        angle: Scalar,
        pitch: Scalar,
        *efforts: Effort,
    ) -> tuple[Frame, Point]:
        """A frame and a point that turn about an axis and slide along it by `pitch` per radian."""
        return _ends(self.join(name, on, frame, Helical(axis, pitch, angle), *efforts))

    def cylinder(
        self,
        name: str,
        on: Point,
        frame: Frame,
        axis: Vector,
        angle: Scalar,
        by: Scalar,
        *efforts: Effort,
    ) -> tuple[Frame, Point]:
        """A frame and a point that turn about an axis and slide along it."""
        return _ends(self.join(name, on, frame, Cylindrical(axis, angle, by), *efforts))

    def plane(
        self,
        name: str,
        on: Point,
        frame: Frame,
        normal: Vector,
        coordinates: Sequence[Scalar],
        *efforts: Effort,
        ahead: Vector | None = None,
    ) -> tuple[Frame, Point]:
        """A frame and a point that slide by x and y in a plane and turn about its normal.

        The coordinates are x, y and the angle; x is measured along the unit vector `ahead`.
        """
        x, y, angle = coordinates
        return _ends(self.join(name, on, frame, Planar(normal, x, y, angle, ahead), *efforts))

    def universal(
        self,
        name: str,
        on: Point,
        frame: Frame,
        first: Vector,
        second: Vector,
        angles: Sequence[Scalar],
        *efforts: Effort,
    ) -> tuple[Frame, Point]:
        """A frame that turns about an axis of `frame`, and then about one of its own axes."""
        a, b = angles
        return _ends(self.join(name, on, frame, Universal(first, second, (a, b)), *efforts))

    def ball(
        self,
        name: str,
        on: Point,
        frame: Frame,
        rotation: Matrix | Quaternion,
        *efforts: Effort,
        angles: Sequence[Scalar] = (),
        spin: Vector | None = None,
    ) -> tuple[Frame, Point]:
        """A frame that turns freely about a point; its speed is the symbol of its spin.

        The rotation is a symbol that depends on time and comes with its angular velocity, or it is
        made of three `angles`, whose rates are the speeds. The symbol `spin`, an angular velocity
        in the turning frame, replaces these speeds in both cases.
        """
        type = Spherical(rotation, tuple(angles), spin)
        return _ends(self.join(name, on, frame, type, *efforts))

    def free(
        self,
        name: str,
        rotation: Matrix | Quaternion,
        position: Vector,
        coordinates: Sequence[Scalar],
        spin: Vector | None = None,
        velocity: Vector | None = None,
        *efforts: Effort,
        on: Point | None = None,
        frame: Frame | None = None,
    ) -> tuple[Frame, Point]:
        """A frame and a point that move freely; spin and velocity are symbols, in that frame.

        Without these, the rates of the coordinates are the speeds. The position is measured from
        the point `on`, in `frame`, by default from the origin.
        """
        must_place(f"joint {name}", coordinates, position)
        type = Free(rotation, tuple(coordinates), spin, velocity)
        on, frame = on or self.origin, frame or self.ground
        return _ends(self.join(name, on, frame, type, *efforts, point=f"G{name}"))

    def fixed(
        self,
        name: str,
        on: Point,
        frame: Frame,
        rotation: Matrix | Quaternion | None = None,
        offset: Vector | None = None,
    ) -> tuple[Frame, Point]:
        """A frame and a point that are fixed to others; the joint has a reaction."""
        return _ends(self.join(name, on, frame, Fixed(rotation, offset)))

    # -- struts -----------------------------------------------------------------------------------

    def spring(
        self, name: str, start: Point, end: Point, stiffness: Scalar, rest: Scalar = NOTHING
    ) -> Strut:
        """A linear spring between two points; `rest` is its length without a force.

        >>> from rewrite import scalars, scalar, simplify
        >>> from mechanics import System, X, kane
        >>> k, l, m = scalars("k l m", constant=True)
        >>> system, x = System("s"), scalar("x", time=True)
        >>> end = system.slider("A", system.origin, system.ground, X, x)
        >>> bob, s = system.point_mass("bob", end, m), system.spring("s", system.origin, end, k)
        >>> simplify(kane(system).right[0])
        -k*x
        """
        return self.strut(name, start, end, stiffness=stiffness, rest=rest)

    def damper(self, name: str, start: Point, end: Point, damping: Scalar) -> Strut:
        """A linear damper between two points."""
        return self.strut(name, start, end, damping=damping)


def _ends(joint: Joint) -> tuple[Frame, Point]:
    return joint.frame, joint.point
