"""Jacobians of points and frames: their velocities as linear functions of the speeds.

Velocities are propagated outwards from frame to frame, so that every frame is visited once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from rewrite import Vector, linear_in, normal, x_of, y_of, z_of, zero

from ..errors import ModelError
from ..parts.frames import Frame, X, Y, Z
from ..parts.points import NOWHERE, Point
from ..results.results import Result
from .kinematics import Kinematics, crossed, plus, turned, twice

NONE: Vector = zero(Vector)


class Jacobian(Result):
    """The velocity of a point, or the angular velocity of a frame: J u plus a part without speeds.

    `columns` are the partial velocities, one for each speed: a vector for a scalar speed, a matrix
    for a vector. `velocity` is the velocity, and `bias` the acceleration while the speeds do not
    change: the rate of J times the speeds. All are in coordinates of `seen_in`.
    """

    def __init__(
        self,
        speeds: Sequence[Any],
        columns: Sequence[Any],
        velocity: Vector,
        bias: Vector,
        seen_in: Frame,
    ) -> None:
        self.speeds, self.columns, self.velocity = tuple(speeds), tuple(columns), velocity
        self.bias, self.seen_in = bias, seen_in
        terms = {
            f"J_{of}_{k}": entry(column)
            for k, column in enumerate(self.scalar_columns, 1)
            for of, entry in (("x", x_of), ("y", y_of), ("z", z_of))
        }
        super().__init__("Jacobian", "link frames", terms, arguments=self.speeds)

    @property
    def scalar_columns(self) -> list[Vector]:
        """The columns of the matrix: three for a vector speed."""
        found: list[Any] = []
        for u, column in zip(self.speeds, self.columns, strict=True):
            if not isinstance(u, Vector):
                found.append(column)
            else:
                none = column is zero((3, 3))
                found += [NONE if none else column @ axis for axis in (X, Y, Z)]
        return found

    @property
    def rate_times_speeds(self) -> Result:
        """The rate of J times the speeds, as a separate result."""
        return Result("rate of the Jacobian times the speeds", self.method, {"bias": self.bias})


def jacobian_of(
    k: Kinematics, speeds: Sequence[Any], of: Point | Frame, ground: Frame, seen_in: Frame
) -> Jacobian:
    """The Jacobian of a point or a frame, in coordinates of a frame."""
    carried = _Carried(k, ground)
    if isinstance(of, Frame):
        frame, (velocity, bias) = of, carried.spin(of)
    elif isinstance(of, Point):
        frame, velocity, bias = carried.point(of)
    else:
        raise ModelError(f"a Jacobian needs a Point or a Frame, not {of!r}")
    turn = frame.turn_to(seen_in)
    columns, _ = linear_in(velocity, speeds)
    seen = [normal(turn @ c) if c is not zero(like=c) else c for c in columns]
    return Jacobian(speeds, seen, turned(turn, velocity), turned(turn, bias), seen_in)


class _Carried:
    """Velocities and biases, each in coordinates of the frame in which it is computed."""

    def __init__(self, k: Kinematics, ground: Frame) -> None:
        self.k, self.ground = k, ground
        self.spin = cache(self._spin)

    def _spin(self, frame: Frame) -> tuple[Vector, Vector]:
        """Angular velocity relative to the ground, and its bias, in coordinates of the frame."""
        w = dw = NONE
        for f in reversed(frame.ancestors[: frame.ancestors.index(self.ground)]):
            back, own = f.rotation.T, self.k.in_speeds(f.spin)
            before = turned(back, w)
            rate = self.k.at_steady_speeds(self.k.rate(own))
            dw = plus(plus(turned(back, dw), rate), crossed(before, own))
            w = plus(before, own)
        return w, dw

    def point(self, point: Point) -> tuple[Frame, Vector, Vector]:
        """A frame, and the velocity and the bias of a point in coordinates of that frame."""
        frame, v, a = self.ground, NONE, NONE
        for p in reversed([*point.chain]):
            if p.declared_velocity is not None:
                motion = self.k.motion(p)
                frame, v, a = self.k.base(p), motion.velocity, motion.bias
            elif p.offset is not NOWHERE:
                turn = frame.turn_to(p.frame)
                frame, v, a = self._moved(p, turned(turn, v), turned(turn, a))
        return frame, v, a

    def _moved(self, p: Point, v: Vector, a: Vector) -> tuple[Frame, Vector, Vector]:
        """v + ω × r + r', and its bias."""
        (w, dw), r = self.spin(p.frame), p.offset
        slide = self.k.rate(r)
        bend = self.k.at_steady_speeds(self.k.rate(slide))
        across = crossed(w, r)
        v = plus(v, plus(across, slide))
        a = plus(a, plus(crossed(dw, r), bend))
        return p.frame, v, plus(a, crossed(w, plus(across, twice(slide))))
