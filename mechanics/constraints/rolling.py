"""Rolling: a disc or a sphere that touches a plane or a sphere, and slips or does not.

The contact is at C + c, where C is the centre of the disc or sphere. The material points of both
bodies that meet there have the same velocity: v + ω × c of the one is that of the other. Along the
normal this is the rate of the distance between the surfaces, so that one of the three equations is
holonomic. With slip, it is the only one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from rewrite import (
    Scalar,
    Vector,
    column,
    dot,
    identity,
    normal,
    simplify,
    tilde,
    x_of,
    y_of,
    z_of,
    zero,
)

from ..frames import Frame, X, Y, Z
from ..joints.axes import across
from ..kinematics import Motion, crossed, plus, turned
from ..lines import Line
from ..points import Point
from .constraint import Constraint
from .perfect_squares import root
from .row import Closure, Push, Row, Setting


@dataclass(frozen=True, eq=False)
class Surface:
    """What is rolled on, fixed in the frame of a point: a plane through it, or a sphere about it.

    A plane has a normal in that frame; a sphere has a radius, negative for a bowl that is rolled on
    from inside.
    """

    point: Point
    normal: Vector | None = None
    radius: Scalar | None = None

    @property
    def frame(self) -> Frame:
        return self.point.frame


@dataclass(frozen=True)
class Contact:
    """Where two surfaces touch, in coordinates of the one that is rolled on.

    `arm` goes from the centre of the roller to the contact and changes by `arm_rate`; the gap
    between the surfaces is measured along `normal`.
    """

    normal: Vector
    arm: Vector
    arm_rate: Vector
    gap: Scalar


@dataclass(frozen=True, eq=False)
class Rolling(Constraint):
    """A disc about an axis, or a sphere, that touches a surface.

    The disc is thin. `axis` is in coordinates of `frame`; without one it is a sphere.
    """

    name: str
    frame: Frame
    centre: Point
    radius: Scalar
    axis: Vector | None
    on: Surface
    slip: bool

    @property
    def what(self) -> str:
        shape = "sphere" if self.axis is None else "disc"
        surface = "plane" if self.on.normal is not None else "sphere"
        touch = "slides" if self.slip else "rolls"
        return f"{shape} about {self.centre} that {touch} on the {surface} at {self.on.point}"

    @cached_property
    def line(self) -> Line:
        return Line(f"rolling {self.name}", self.on.point, self.centre)

    # -- rows --------------------------------------------------------------------------------------

    def rows(self, setting: Setting) -> list[Row]:
        k = setting.kinematics
        turn, moved = self.frame.turn_to(self.on.frame), self.line.seen_from(self.on.frame, k)
        spin = k.spin(self.frame, self.on.frame)
        w, dw = turned(turn, spin.velocity), turned(turn, spin.bias)
        touch = self._contact(moved, setting)
        velocity = plus(moved.velocity, crossed(w, touch.arm))
        bias = plus(moved.bias, plus(crossed(dw, touch.arm), crossed(w, touch.arm_rate)))
        pushes = self._pushes(normal(moved.position + touch.arm), touch.arm)
        n = touch.normal
        if self.slip:
            along = tuple(push.along(n) for push in pushes)
            bias = plus(dot(n, bias), self._bending(n, velocity, setting))
            return [Row(self.name, dot(n, velocity), bias, touch.gap, pushes=along)]
        axes = (*across(n), n) if self.on.normal is not None else (X, Y, Z)
        return [Row(self.name, velocity, bias, touch.gap * n, axes, pushes)]

    def _bending(self, n: Vector, velocity: Vector, setting: Setting) -> Scalar:
        """What a normal that turns adds to the rate of the velocity along it."""
        return dot(setting.rate(n), velocity)

    def closures(self, setting: Setting) -> list[Closure]:
        (row,) = self.rows(setting)
        if self.slip:
            return [Closure(self.name, row.position, row.velocity)]
        touch = self._contact(self.line.seen_from(self.on.frame, setting.kinematics), setting)
        return [Closure(self.name, touch.gap, dot(touch.normal, row.velocity))]

    def _pushes(self, place: Vector, arm: Vector) -> tuple[Push, ...]:
        """A force at the contact, which is at `place` from the point of the surface."""
        one, seen_in = identity(), self.on.frame
        return (
            Push(one, seen_in, self.centre),
            Push(tilde(arm), seen_in, frame=self.frame),
            Push(-one, seen_in, self.on.point),
            Push(-tilde(place), seen_in, frame=self.on.frame),
        )

    # -- where they touch --------------------------------------------------------------------------

    def _contact(self, moved: Motion, setting: Setting) -> Contact:
        if self.on.normal is None:
            return self._on_sphere(moved)
        n = self.on.normal
        if self.axis is None:
            arm = normal(-self.radius * n)
            return Contact(n, arm, zero(Vector), dot(n, moved.position) - self.radius)
        return self._of_disc(n, self.axis, moved, setting)

    def _on_sphere(self, moved: Motion) -> Contact:
        """Where the spheres touch, the distance of their centres is the sum of the radii."""
        r, total = self.radius, self.radius + self.on.radius
        n = moved.position / total
        gap = (dot(moved.position, moved.position) / total - total) / 2
        return Contact(n, -r * n, (-r / total) * moved.velocity, gap)

    def _of_disc(self, n: Vector, axis: Vector, moved: Motion, setting: Setting) -> Contact:
        """The lowest point of a disc: from its centre across its axis, downwards.

        It is given in a frame in which the axis is fixed and that does not spin about it, so that
        an arm that is steady there stays short.
        """
        seen_in, k = self._leaning, setting.kinematics
        seen = normal(self.on.frame.turn_to(seen_in) @ n)
        down, height = steepest(seen, axis)
        arm, turn = normal(-self.radius * down), seen_in.turn_to(self.on.frame)
        spin = k.spin(seen_in, self.on.frame).velocity
        rate = plus(setting.rate(arm), crossed(spin, arm))
        gap = dot(n, moved.position) - self.radius * height
        return Contact(n, turned(turn, arm), turned(turn, rate), gap)

    @cached_property
    def _leaning(self) -> Frame:
        """The last frame on the way to that of the surface in which the axis of the disc is fixed
        and has the same coordinates."""
        found, axis = self.frame, normal(self.axis)
        shared = self.frame.shared_with(self.on.frame)
        for f in self.frame.ancestors[1 : self.frame.ancestors.index(shared) + 1]:
            seen = normal(self.frame.turn_to(f) @ axis)
            if seen is not axis:
                break
            found = f
        return found


def steepest(n: Vector, axis: Vector) -> tuple[Vector, Scalar]:
    """The unit vector across an axis that is nearest to n, and what n is along it.

    Where that is a square, its root is taken with the sign that it is written with: a disc that
    leans by φ has cos φ, which is positive while it is upright.

    >>> from mechanics.frames import Y, Z
    >>> from rewrite import rot, scalar
    >>> steepest(rot(X, scalar("φ")).T @ Z, Y)
    (column(0, 0, 1), cos(φ))
    """
    across_axis = n - dot(n, axis) * axis
    x, y, z = (simplify(of(across_axis)) for of in (x_of, y_of, z_of))
    square = simplify(x * x + y * y + z * z)
    height = root(square)
    return normal(column(*(simplify(c / height) for c in (x, y, z)))), height
