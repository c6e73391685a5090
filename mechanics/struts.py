"""Struts: springs, dampers and pushing forces along the line between two points."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, reduce

from rewrite import Scalar, Vector, dot, norm, normal, zero

from .efforts import Force, is_steady
from .errors import ModelError
from .frames import Frame
from .kinematics import Kinematics, minus
from .points import Point

NOTHING: Scalar = zero(Scalar)


@dataclass(frozen=True, eq=False)
class Strut:
    """It pushes two points apart by push - k (L - rest) - c L', where L is their distance.

    With a length at rest, a push or a damping it is singular where the points meet.
    """

    name: str
    start: Point
    end: Point
    push: Scalar = NOTHING
    stiffness: Scalar = NOTHING
    rest: Scalar = NOTHING
    damping: Scalar = NOTHING

    # -- where it is ------------------------------------------------------------------------------

    @cached_property
    def common(self) -> Point:
        """The nearest point from which both ends are placed."""
        found = next((p for p in self.start.chain if self.end.hangs_on(p)), None)
        if found is None:
            raise ModelError(
                f"{self.name}: {self.start} and {self.end} are not placed from a common point; "
                "place both from system.origin"
            )
        return found

    @cached_property
    def path(self) -> list[Point]:
        """The points on the way from one end to the other, without the common one."""
        common, found = self.common, []
        for end in (self.start, self.end):
            for p in end.chain:
                if p is common:
                    break
                found.append(p)
        return found

    @cached_property
    def seen_in(self) -> Frame:
        """The frame in whose coordinates the line is given: as little as possible lies between."""
        return reduce(Frame.shared_with, (p.frame for p in self.path), self.path[0].frame)

    def line(self, k: Kinematics) -> Vector:
        """From start to end."""
        start, end = (k.relative(p, self.common, self.seen_in) for p in (self.start, self.end))
        return minus(end.position, start.position)

    def line_rate(self, k: Kinematics) -> Vector:
        """The rate of the line, seen from any frame: they differ by what is across the line."""
        if self._has_own_speeds():
            start, end = (
                k.base(p).turn_to(self.seen_in) @ k.motion(p).velocity
                for p in (self.start, self.end)
            )
            return normal(end - start)
        start, end = (
            k.relative(p, self.common, self.seen_in).velocity for p in (self.start, self.end)
        )
        return minus(end, start)

    def _has_own_speeds(self) -> bool:
        """Whether a velocity or a spin on the way is declared, and no rate of coordinates."""
        shared = self.seen_in
        for p in self.path:
            frames = p.frame.ancestors[: p.frame.ancestors.index(shared)]
            if p.declared_velocity is not None or any(f.declared_spin is not None for f in frames):
                return True
        return False

    # -- what it does -----------------------------------------------------------------------------

    def work(self, k: Kinematics) -> tuple[Scalar, Scalar]:
        """The force for each length and r·r', whose product is the power of the strut."""
        r = self.line(k)
        along: Scalar = dot(r, self.line_rate(k))
        total: Scalar = -self.stiffness
        fixed = self.push + self.stiffness * self.rest
        if normal(fixed) is not NOTHING:
            total = total + fixed / norm(r)
        if self.damping is not NOTHING:
            total = total - self.damping * along / dot(r, r)
        return normal(total), along

    def forces(self, k: Kinematics) -> tuple[Force, Force]:
        """What it does to both points."""
        density, _ = self.work(k)
        force = density * self.line(k)
        return (
            Force(f"{self.name}_{self.start}", -force, self.seen_in, self.start),
            Force(f"{self.name}_{self.end}", force, self.seen_in, self.end),
        )

    # -- energy -----------------------------------------------------------------------------------

    @property
    def has_potential(self) -> bool:
        return self.damping is NOTHING and is_steady(self.push)

    def potential(self, k: Kinematics) -> Scalar:
        """½ k (L - rest)², and -push L of a constant push."""
        r = self.line(k)
        if self.rest is NOTHING:
            total: Scalar = self.stiffness * dot(r, r) / 2
        else:
            total = self.stiffness * (norm(r) - self.rest) ** 2 / 2
        if self.push is not NOTHING and is_steady(self.push):
            total = total - self.push * norm(r)
        return total

    def dissipation(self, k: Kinematics) -> Scalar:
        """½ c L'²."""
        if self.damping is NOTHING:
            return NOTHING
        r = self.line(k)
        return self.damping * dot(r, self.line_rate(k)) ** 2 / (2 * dot(r, r))
