"""Joints whose outer frame turns by an angle about an axis."""

from __future__ import annotations

from rewrite import Matrix, Scalar, Vector, rot

from ..parts.frames import Frame
from .joint import JointType


class AboutAxis(JointType):
    """A joint with the fields `axis` and `angle`: its rotation follows from them."""

    axis: Vector
    angle: Scalar

    @property
    def rotation(self) -> Matrix:
        return rot(self.axis, self.angle)

    def turned(self, inner: Frame, name: str) -> Frame:
        return inner.turned(name, self.axis, self.angle)
