"""The revolute joint, or hinge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from rewrite import Matrix, Scalar, Vector, dot, normal, simplify

from ..errors import ModelError
from ..parts.checks import unit_axis
from ..parts.frames import Frame
from .about_axis import AboutAxis
from .axes import keeping, vanishing
from .joint import Joint


@dataclass(frozen=True, eq=False)
class Revolute(AboutAxis):
    """It turns by an angle about an axis that both frames share.

    Efforts act on the angle, or on the angle `less` another one: if angles of several links are
    measured from one frame, a joint between two links turns by their difference.

    >>> from mechanics import Z
    >>> from rewrite import rotation, vector
    >>> [len(Revolute(Z).closure(rotation("R"), vector("p"))), Revolute.degrees]
    [5, 1]
    """

    label = "hinge"
    degrees = 1

    axis: Vector
    angle: Any = None
    less: Scalar | None = None

    def checked(self, what: str) -> Revolute:
        return replace(self, axis=unit_axis(f"{what}: its axis", self.axis))

    def must_fit(self, what: str, inner: Frame, others: Sequence[Joint]) -> None:
        """Refuse a difference of angles that is not the angle between two links."""
        if self.less is None:
            return
        other = next((j for j in others if self.less in j.coordinates), None)
        if other is None or not isinstance(other.type, Revolute):
            raise ModelError(f"{what}: less={self.less} is not the angle of an earlier hinge")
        # an axis is the same on both sides of its hinge, so compare axes in the frames before it
        seen = normal(inner.turn_to(other.inner_frame) @ self.axis)
        first = normal(other.type.axis)
        if seen is not first and simplify(seen) is not first:
            raise ModelError(
                f"{what}: its axis is not parallel to that of {other.name}, so its link does not "
                f"turn relative to that of {other.name} by a difference with {self.less}; measure "
                f"the angle from {other.frame.name}"
            )

    @property
    def coordinates(self) -> tuple[Scalar, ...]:
        return (self.angle,)

    @property
    def stretches(self) -> tuple[Scalar, ...]:
        return (self.angle if self.less is None else self.angle - self.less,)

    def closure(self, R: Matrix, p: Vector) -> list[Scalar]:
        return [*vanishing(p), *keeping(self.axis, R)]

    def upright(self, R: Matrix) -> list[Scalar]:
        return [dot(self.axis, R @ self.axis)]
