"""Rolling: a disc or a sphere that touches a plane, a sphere or a cylinder, and may slip.

The contact is at C + c, where C is the centre of the disc or sphere. The material points of both
bodies there have the same velocity, which is v + ω × c for the roller. Along the normal this is the
rate of the distance between the surfaces, so one of the three equations is holonomic. With slip, it
is the only one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from rewrite import (
    Matrix,
    RewriteError,
    Scalar,
    Vector,
    column,
    dot,
    evaluate,
    free_symbols,
    identity,
    normal,
    number,
    random_assignment,
    rot,
    sqrt,
    tilde,
    zero,
)

from ..joints.axes import across
from ..kinematics.kinematics import Motion, crossed, plus, turned
from ..kinematics.lines import Line
from ..parts.frames import Frame, X, Y, Z
from ..parts.points import Point
from .constraint import Constraint
from .perfect_squares import root
from .row import Closure, Push, Row, Setting


@dataclass(frozen=True, eq=False)
class Surface:
    """A surface to roll on, fixed in the frame of a point: a plane through it, a sphere about it or
    a cylinder about an axis through it.

    A plane has a normal in that frame; a sphere and a cylinder have a radius, which is negative if
    the roller is inside, as in a bowl or a tube.
    """

    point: Point
    normal: Vector | None = None
    radius: Scalar | None = None
    axis: Vector | None = None

    @property
    def what(self) -> str:
        if self.normal is not None:
            return "plane"
        return "sphere" if self.axis is None else "cylinder"

    @property
    def frame(self) -> Frame:
        return self.point.frame


@dataclass(frozen=True)
class Contact:
    """The contact of two surfaces, in coordinates of the one that is rolled on.

    `arm` goes from the centre of the roller to the contact and changes by `arm_rate`; the gap
    between the surfaces is measured along `normal`.
    """

    normal: Vector
    arm: Vector
    arm_rate: Vector
    gap: Scalar


@dataclass(frozen=True, eq=False, repr=False)
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
        touch = "slides" if self.slip else "rolls"
        return f"{shape} about {self.centre} that {touch} on the {self.on.what} at {self.on.point}"

    @cached_property
    def line(self) -> Line:
        return Line(f"rolling {self.name}", self.on.point, self.centre)

    # -- rows --------------------------------------------------------------------------------------

    def formed(self, setting: Setting) -> list[Row]:
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
            rest = plus(dot(n, bias), self._bending(n, velocity, setting))
            v = dot(n, velocity)
            return [Row(self.name, setting.speeds, v, rest, touch.gap, pushes=along)]
        axes = (*across(n), n) if self.on.normal is not None else (X, Y, Z)
        return [Row(self.name, setting.speeds, velocity, bias, touch.gap * n, axes, pushes)]

    def _bending(self, n: Vector, velocity: Vector, setting: Setting) -> Scalar:
        """The part of the rate of the normal velocity that comes from the turning of the normal."""
        return dot(setting.rate(n), velocity)

    def closures(self, setting: Setting) -> list[Closure]:
        (row,) = self.rows(setting)
        if self.slip:
            return list(row.closures)
        touch = self._contact(self.line.seen_from(self.on.frame, setting.kinematics), setting)
        by = {u: touch.normal.T @ b for u, b in zip(row.speeds, row.delta, strict=True)}
        return [Closure(self.name, touch.gap, by)]

    def _pushes(self, place: Vector, arm: Vector) -> tuple[Push, ...]:
        """A force at the contact, which is at `place` from the point of the surface."""
        one, seen_in = identity(), self.on.frame
        return (
            Push(one, seen_in, self.centre),
            Push(tilde(arm), seen_in, frame=self.frame),
            Push(-one, seen_in, self.on.point),
            Push(-tilde(place), seen_in, frame=self.on.frame),
        )

    # -- the contact -------------------------------------------------------------------------------

    def _contact(self, moved: Motion, setting: Setting) -> Contact:
        if self.on.normal is None:
            round_ = self._on_sphere if self.axis is None else self._disc_on_sphere
            return round_(moved, setting)
        n = self.on.normal
        if self.axis is None:
            arm = normal(-self.radius * n)
            return Contact(n, arm, zero(Vector), dot(n, moved.position) - self.radius)
        return self._of_disc(n, self.axis, moved, setting)

    def _on_sphere(self, moved: Motion, setting: Setting) -> Contact:
        """The contact of two spheres, whose centres are apart by the sum of the radii; for a
        cylinder it is the distance from the axis."""
        assert self.on.radius is not None
        r, total = self.radius, self.radius + self.on.radius
        d, rate = self._from_axis(moved.position), self._from_axis(moved.velocity)
        gap = (dot(d, d) / total - total) / 2
        return Contact(d / total, -(r / total) * d, (-r / total) * rate, gap)

    def _from_axis(self, v: Vector) -> Vector:
        """The part of a vector perpendicular to the axis of a cylinder; for a sphere all of it."""
        k = self.on.axis
        return v if k is None else normal(v - dot(k, v) * k)

    def _disc_on_sphere(self, moved: Motion, setting: Setting) -> Contact:
        """The point of the rim that is nearest to the centre of the sphere, or farthest in a bowl.

        From the centre of the disc it is in the direction of p, the part of the vector to the
        centre of the sphere that is perpendicular to the axis; the rim touches the sphere there.
        """
        assert self.axis is not None
        assert self.on.radius is not None
        turn = self.frame.turn_to(self.on.frame)
        spin = turned(turn, setting.kinematics.spin(self.frame, self.on.frame).velocity)
        a, d = turned(turn, self.axis), moved.position
        rate_a, rate_d = crossed(spin, a), moved.velocity
        p = d - dot(a, d) * a
        rate = rate_d - (dot(rate_a, d) + dot(a, rate_d)) * a - dot(a, d) * rate_a
        size, r = sqrt(dot(p, p)), -self.radius if _is_outside(self.on.radius) else self.radius
        arm = (r / size) * p
        arm_rate = (r / size) * (rate - (dot(p, rate) / dot(p, p)) * p)
        reach, radius = d + arm, self.on.radius
        gap = (dot(reach, reach) / radius - radius) / 2
        return Contact(reach / radius, arm, arm_rate, gap)

    def _of_disc(self, n: Vector, axis: Vector, moved: Motion, setting: Setting) -> Contact:
        """The lowest point of a disc: from its centre, perpendicular to its axis, downwards.

        It is given in a frame in which the axis is fixed and which does not spin about it, so that
        a constant arm in that frame stays short.
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
        """The last frame on the path to that of the surface that turns about the axis of the disc;
        the axis is fixed in it and has the same coordinates."""
        shared = self.frame.shared_with(self.on.frame)
        found = self.frame
        while found is not shared and found.parent is not None and self._keeps(found.rotation):
            found = found.parent
        return found

    def _keeps(self, turn: Matrix) -> bool:
        """Whether a rotation is written as one about the axis of the disc."""
        axis = self.axis
        if turn is identity() or axis is None:
            return turn is identity()
        return turn.op is rot and turn.args[0] in (axis, -axis)


def steepest(n: Vector, axis: Vector) -> tuple[Vector, Scalar]:
    """The unit vector perpendicular to an axis that is nearest to n, and n's component along it.

    If n stays in a plane with the axis, it is a constant vector, on the side where n is when all
    angles vanish. A disc that leans by φ is upright while cos φ is positive.

    >>> from mechanics import Y, Z
    >>> from rewrite import rot, scalar
    >>> steepest(rot(X, scalar("φ")).T @ Z, Y)
    (column(0, 0, 1), dot(rot(column(1, 0, 0), φ).T @ column(0, 0, 1), column(0, 0, 1)))
    """
    constant = _constant_direction(n - dot(n, axis) * axis)
    if constant is not None:
        return constant, dot(n, constant)
    height = sqrt(1 - dot(n, axis) ** 2)
    return (n - dot(n, axis) * axis) / height, height


def _constant_direction(v: Vector) -> Vector | None:
    """The constant unit vector of numbers along a vector, judged at random points, or None."""
    try:
        drawn = [evaluate(v, random_assignment([v], random=seed)) for seed in range(DRAWS)]
    except RewriteError:
        return None
    first = next((x for x in drawn if any(x)), None)
    if first is None:
        return None
    square = sum(x * x for x in first)
    parallel = all(sum(a * b for a, b in zip(first, x, strict=True)) ** 2
                   == square * sum(b * b for b in x) for x in drawn)  # fmt: skip
    size = root(number(square))
    if not parallel or size.op.name != "number":
        return None
    unit = column(*(number(x) / size for x in first))
    ahead = _at_zero(dot(v, unit))
    return None if not ahead else normal(unit if ahead > 0 else -unit)


def _is_outside(radius: Scalar) -> bool:
    """Whether a radius is positive if all its symbols are: a ball, not a bowl."""
    return float(evaluate(radius, dict.fromkeys(free_symbols(radius), 1), "float")) > 0


def _at_zero(t: Scalar) -> float:
    """The value of a term if all coordinates and parameters are zero; 0 if it is undefined."""
    try:
        value = float(evaluate(t, dict.fromkeys(free_symbols(t), 0), "float"))
    except RewriteError:
        return 0.0
    return value if abs(value) > 1e-9 else 0.0


DRAWS = 4
"""At how many random points a direction must be the same."""
