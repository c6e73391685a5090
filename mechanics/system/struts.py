"""Struts: springs, dampers and pushing forces along the line between two points."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from rewrite import Scalar, Vector, dot, norm, normal, zero

from ..kinematics.kinematics import Kinematics
from ..kinematics.lines import Line
from ..parts.efforts import Force, is_steady
from ..parts.frames import Frame
from ..parts.points import Point

NOTHING: Scalar = zero(Scalar)


@dataclass(frozen=True, eq=False)
class Strut:
    """A force push - k (L - rest) - c L' that pushes two points apart, where L is their distance.

    With a rest length, a push or damping it is singular where the points coincide.
    """

    name: str
    start: Point
    end: Point
    push: Scalar = NOTHING
    stiffness: Scalar = NOTHING
    rest: Scalar = NOTHING
    damping: Scalar = NOTHING

    @cached_property
    def between(self) -> Line:
        """The line along which it acts."""
        return Line(self.name, self.start, self.end)

    @property
    def seen_in(self) -> Frame:
        """The frame in whose coordinates its line and its forces are given."""
        return self.between.seen_in

    def line(self, k: Kinematics) -> Vector:
        """The vector from start to end."""
        return self.between.position(k)

    def line_rate(self, k: Kinematics) -> Vector:
        """The rate of the line."""
        return self.between.velocity(k)

    # -- forces and power -------------------------------------------------------------------------

    def work(self, k: Kinematics) -> tuple[Scalar, Scalar]:
        """The force divided by the length, and r·r'; their product is the power of the strut."""
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
        """The forces on both points."""
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
        """½ k (L - rest)², and -push L for a constant push."""
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
