"""Motion of points and frames: the transport theorem, applied once for each frame of the chain.

A motion ρ, ρ', ρ'' in coordinates of a frame that turns with ω is, in coordinates of its parent,

    r = R ρ,   r' = R ρ' + ω × r,   r'' = R ρ'' + ω' × r + ω × (2 R ρ' + ω × r).

Products are not expanded and sums stay nested, since this form has the fewest operations: the part
that one point shares with the next is one term.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from rewrite import (
    Linear,
    Matrix,
    Scalar,
    Vector,
    add,
    cross,
    diff,
    identity,
    normal,
    subs,
    time,
    zero,
)

from ..errors import ModelError
from ..parts.frames import Frame
from ..parts.points import Point

L = TypeVar("L", bound=Linear)
NONE: Vector = zero(Vector)


@dataclass(frozen=True)
class Motion:
    """Position, velocity, acceleration and bias, all in coordinates of one frame.

    The bias is the acceleration while the speeds do not change.
    """

    position: Vector = NONE
    velocity: Vector = NONE
    acceleration: Vector = NONE
    bias: Vector = NONE

    def __add__(self, other: Motion) -> Motion:
        return Motion(
            plus(self.position, other.position),
            plus(self.velocity, other.velocity),
            plus(self.acceleration, other.acceleration),
            plus(self.bias, other.bias),
        )

    def turned(self, turn: Matrix) -> Motion:
        """The same motion in other coordinates, multiplied by the matrix that leads to them."""
        return Motion(
            turned(turn, self.position),
            turned(turn, self.velocity),
            turned(turn, self.acceleration),
            turned(turn, self.bias),
        )


@dataclass(frozen=True)
class Spin:
    """Angular velocity, angular acceleration and its bias, in coordinates of one frame."""

    velocity: Vector = NONE
    acceleration: Vector = NONE
    bias: Vector = NONE


class Kinematics:
    """How points and frames move, for one choice of generalised speeds.

    `rates` gives rates of coordinates in terms of the speeds; for a coordinate that is not in it,
    its rate is a speed. `accelerations` are the rates of the speeds.

    >>> from rewrite import scalar
    >>> from mechanics import X, Z
    >>> ground, l, q = Frame("R0"), scalar("l"), scalar("q", time=True)
    >>> arm = ground.turned("R1", Z, q)
    >>> tip = Point("O", ground).placed("P", arm, l*X)
    >>> m = Kinematics().motion(tip)
    >>> m.velocity
    cross(q'*column(0, 0, 1), rot(column(0, 0, 1), q) @ (l*column(1, 0, 0)))
    """

    def __init__(
        self,
        rates: Mapping[Scalar, Scalar] | None = None,
        accelerations: Sequence[Linear] = (),
    ) -> None:
        self.rates = dict(rates or {})
        self.still = {u: zero(like=u) for u in accelerations}
        self._relative: dict[tuple[Point, Point | None, Frame], Motion] = {}
        self._motions: dict[Point, Motion] = {}
        self._spins: dict[tuple[Frame, Frame], Spin] = {}

    def rate(self, t: L) -> L:
        """The derivative by time of coordinates, with the rates in terms of the speeds."""
        return self.in_speeds(diff(t, time))

    def in_speeds(self, t: L) -> L:
        """A term with the rates of coordinates replaced by their values in the speeds."""
        return normal(subs(t, self.rates)) if self.rates else normal(t)

    def at_steady_speeds(self, t: L) -> L:
        """A term with the rates of all speeds zero."""
        return normal(subs(t, self.still))

    # -- frames -----------------------------------------------------------------------------------

    def spin(self, frame: Frame, against: Frame | None = None) -> Spin:
        """Angular velocity and acceleration relative to another frame, by default the inertial one,
        in coordinates of the frame itself."""
        key = frame, against or frame.ancestors[-1]
        if key not in self._spins:
            self._spins[key] = self._spin(*key)
        return self._spins[key]

    def _spin(self, frame: Frame, against: Frame) -> Spin:
        if frame is against:
            return Spin()
        if frame.parent is None or not frame.is_under(against):
            return self._spin_across(frame, against)
        own, above = self.in_speeds(frame.spin), self.spin(frame.parent, against)
        back, growing = frame.rotation.T, self.rate(own)
        carried = normal(back @ above.velocity)
        across = cross(carried, own)
        return Spin(
            normal(carried + own),
            normal(back @ above.acceleration + growing + across),
            normal(back @ above.bias + self.at_steady_speeds(growing) + across),
        )

    def _spin_across(self, frame: Frame, against: Frame) -> Spin:
        """Relative to a frame from which this one does not descend, through their shared frame."""
        shared = frame.shared_with(against)
        here, there = self.spin(frame, shared), self.spin(against, shared)
        turn = against.turn_to(frame)
        carried = normal(turn @ there.velocity)
        w = normal(here.velocity - carried)
        across = cross(w, carried)
        return Spin(
            w,
            normal(here.acceleration - turn @ there.acceleration + across),
            normal(here.bias - turn @ there.bias + across),
        )

    # -- points -----------------------------------------------------------------------------------

    def motion(self, point: Point) -> Motion:
        """The position of a point from its home, and its velocity and acceleration relative to the
        inertial frame, all in coordinates of the base of the point's frame."""
        if point not in self._motions:
            moved = self.relative(point, self.home(point), self.base(point))
            self._motions[point] = self.carried(point, moved)
        return self._motions[point]

    def carried(self, point: Point, moved: Motion) -> Motion:
        """The motion relative to the inertial frame, from that relative to the base of a point."""
        base, home = self.base(point), self.home(point)
        if home is None:
            return _transported(moved, self.spin(base))
        if home.declared_velocity is not None and home.velocity_in is base:
            v = home.declared_velocity
            dv = self.rate(v)
            start = Motion(NONE, v, dv, self.at_steady_speeds(dv))
            return start + _transported(moved, self.spin(base), v)
        far = self.motion(home).turned(self.base(home).turn_to(base))
        far = Motion(NONE, far.velocity, far.acceleration, far.bias)
        return far + _transported(moved, self.spin(base))

    def base(self, point: Point) -> Frame:
        """The frame in whose coordinates the motion of a point is given."""
        return point.velocity_in or point.frame.base

    def home(self, point: Point) -> Point | None:
        """The point from which the base of a point starts: the first that does not turn with it."""
        base = self.base(point)
        for p in point.chain:
            if p.declared_velocity is not None or not p.frame.is_under(base):
                return p
            if p.frame.base is not base:
                raise ModelError(
                    f"{point.name} is placed from {p.name}, which turns with {p.frame.base.name}"
                    f" beyond {base.name}: place {point.name} from a point of {base.name}"
                )
        return None

    def relative(self, point: Point, start: Point | None, frame: Frame) -> Motion:
        """The motion of a point from another on its chain, relative to and in a frame."""
        if point is start:
            return Motion()
        key = (point, start, frame)
        if key not in self._relative:
            self._relative[key] = self._moved(point, start, frame)
        return self._relative[key]

    def _moved(self, point: Point, start: Point | None, frame: Frame) -> Motion:
        if point.frame is frame:
            slope = self.rate(point.offset)
            bend = self.rate(slope)
            own = Motion(point.offset, slope, bend, self.at_steady_speeds(bend))
            stop = point.origin
        else:
            child = frame.child_towards(point.frame)
            stop = next((p for p in point.chain if p is start or not p.frame.is_under(child)), None)
            own = self._lifted(self.relative(point, stop, child), child)
        return own if stop is None else self.relative(stop, start, frame) + own

    def _lifted(self, m: Motion, child: Frame) -> Motion:
        """A motion given in coordinates of a frame, in coordinates of the parent of that frame."""
        w = self.in_speeds(child.spin_in_parent)
        dw = self.rate(w)
        return _transported(m.turned(child.rotation), Spin(w, dw, self.at_steady_speeds(dw)))


def _transported(m: Motion, spin: Spin, carried: Vector | None = None) -> Motion:
    """The transport theorem; the velocity of the carrying frame shares its product with ω.

    2 ρ' + ω × r is ρ' plus the velocity, which is already known unless another velocity is added.
    """
    w, r = spin.velocity, m.position
    turning = crossed(w, r)
    velocity = plus(m.velocity, turning)
    if carried is None:
        inner = plus(m.velocity, velocity)
    else:
        inner = plus(carried, plus(twice(m.velocity), turning))
    across = crossed(w, inner)
    return Motion(
        r,
        velocity,
        plus(plus(m.acceleration, crossed(spin.acceleration, r)), across),
        plus(plus(m.bias, crossed(spin.bias, r)), across),
    )


# -- sums and products that are not simplified, except for zeros ----------------------------------


def plus(a: L, b: L) -> L:
    """A sum of two terms. Both stay whole, because other terms may share them."""
    none = zero(like=a)
    return b if a is none else a if b is none else add(a, b)


def minus(a: L, b: L) -> L:
    """A difference of two terms."""
    none = zero(like=a)
    return a if b is none else -b if a is none else a - b


def crossed(a: Vector, b: Vector) -> Vector:
    return NONE if NONE in (a, b) else cross(a, b)


def turned(turn: Matrix, v: Vector) -> Vector:
    return v if v is NONE or turn is identity() else turn @ v


def twice(v: Vector) -> Vector:
    return v if v is NONE else 2 * v
