"""The line between two points, and how it moves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, reduce

from rewrite import Vector, normal

from ..errors import ModelError
from ..parts.frames import Frame
from ..parts.points import Point
from .kinematics import Kinematics, Motion, crossed, minus, plus, twice


@dataclass(frozen=True, eq=False)
class Line:
    """The line from one point to another; `what` names it in messages."""

    what: str
    start: Point
    end: Point

    @cached_property
    def common(self) -> Point:
        """The nearest point from which both ends are placed."""
        found = next((p for p in self.start.chain if self.end.hangs_on(p)), None)
        if found is None:
            raise ModelError(
                f"{self.what}: {self.start} and {self.end} are not placed from a common point; "
                "place both from system.origin"
            )
        return found

    @cached_property
    def path(self) -> list[Point]:
        """The points between the two ends, without the common one."""
        common, found = self.common, []
        for end in (self.start, self.end):
            for p in end.chain:
                if p is common:
                    break
                found.append(p)
        return found

    @cached_property
    def seen_in(self) -> Frame:
        """The frame in whose coordinates the line is given: the nearest common ancestor."""
        frames = [p.frame for p in self.path] or [self.start.frame]
        return reduce(Frame.shared_with, frames)

    @cached_property
    def has_own_speeds(self) -> bool:
        """Whether the velocity of a point of the path is declared."""
        return any(p.declared_velocity is not None for p in self.path)

    def position(self, k: Kinematics) -> Vector:
        """The vector from start to end, in coordinates of `seen_in`."""
        return self.motion(k).position

    def velocity(self, k: Kinematics) -> Vector:
        """The rate of the vector; rates relative to two frames differ only perpendicular to it."""
        return self.motion(k).velocity

    def motion(self, k: Kinematics, seen_in: Frame | None = None) -> Motion:
        """Position, velocity and bias, in coordinates of a frame from which both ends descend.

        The rates are relative to that frame; if a velocity on the path is declared, to the ground.
        """
        frame, ends = seen_in or self.seen_in, (self.start, self.end)
        start, end = (k.relative(p, self.common, frame) for p in ends)
        r = minus(end.position, start.position)
        if self.has_own_speeds:
            start, end = (k.motion(p).turned(k.base(p).turn_to(frame)) for p in ends)
            return Motion(
                r, normal(end.velocity - start.velocity), bias=normal(end.bias - start.bias)
            )
        return Motion(r, minus(end.velocity, start.velocity), bias=minus(end.bias, start.bias))

    def seen_from(self, frame: Frame, k: Kinematics) -> Motion:
        """The same motion relative to any frame, in its coordinates.

        With the line r and the angular velocity ω of this frame relative to the previous one, it is
        v - ω × r, and b - ω' × r - ω × (2 (v - ω × r) + ω × r).
        """
        shared = self.seen_in.shared_with(frame)
        m = self.motion(k, shared).turned(shared.turn_to(frame))
        spin = k.spin(frame, None if self.has_own_speeds else shared)
        turning = crossed(spin.velocity, m.position)
        v = minus(m.velocity, turning)
        across = crossed(spin.velocity, plus(twice(v), turning))
        return Motion(
            m.position, v, bias=minus(minus(m.bias, crossed(spin.bias, m.position)), across)
        )
