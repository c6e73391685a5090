"""A mechanical system: what a model declares, and what every formalism starts from.

A model says which frames turn on which, where points are, which bodies and efforts there are, and
with which speeds the motion is described. No equation is entered by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from rewrite import (
    Linear,
    Matrix,
    Quaternion,
    Scalar,
    Vector,
    coefficient,
    diff,
    normal,
    time,
    zero,
)

from .bodies import NO_INERTIA, Body, Principal
from .carried import must_be_parallel
from .checks import (
    must_be,
    must_be_axis,
    must_be_in,
    must_be_massive,
    must_be_moving,
    must_be_new,
    must_have_that_potential,
    must_place,
)
from .choice import must_determine
from .efforts import Force, JointEffort, Torque
from .errors import ModelError
from .frames import Frame
from .joints import Ball, Free, Freedom, Joint
from .kinematics import Kinematics
from .points import Point


class System:
    """Frames, points, bodies, joints and efforts.

    >>> from rewrite import scalar
    >>> from mechanics.frames import X, Y, Z
    >>> m, l, g, q = *(scalar(n, constant=True) for n in "mlg"), scalar("q", time=True)
    >>> pendulum = System("pendulum")
    >>> rod, hinge = pendulum.hinge("A", pendulum.origin, pendulum.ground, Z, q)
    >>> bob = pendulum.point_mass("bob", hinge.placed("P", rod, -l*Y), m)
    >>> pendulum.gravity(-g*Y)
    >>> pendulum.speeds
    (q',)
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.ground = Frame("R0")
        self.origin = Point("O", self.ground)
        self.bodies: list[Body] = []
        self.joints: list[Freedom] = []
        self.forces: list[Force] = []
        self.torques: list[Torque] = []
        self.weight: Vector = zero(Vector)
        self._chosen: tuple[tuple[Any, ...], dict[Scalar, Scalar]] | None = None

    # -- what moves -------------------------------------------------------------------------------

    def hinge(
        self,
        name: str,
        on: Point,
        frame: Frame,
        axis: Vector,
        angle: Scalar,
        *efforts: JointEffort,
        less: Scalar | None = None,
    ) -> tuple[Frame, Point]:
        """A frame that turns against `frame` about an axis through a point, and the point there.

        The efforts work on the angle, or on the angle `less` another: where angles are measured
        from one frame, the joint of two links turns by their difference.
        """
        self._must_join(name, on, frame, axis, angle)
        turned = frame.turned(f"R{name}", axis, angle)
        stretch = angle if less is None else angle - less
        if less is not None:
            must_be_parallel(self, name, turned, axis, less)
        pivot = on.placed(name, turned)
        self._join(Joint(name, "hinge", pivot, axis, turned, angle, stretch, efforts))
        return turned, pivot

    def slider(
        self, name: str, on: Point, frame: Frame, axis: Vector, by: Scalar, *efforts: JointEffort
    ) -> Point:
        """A point that slides from another along an axis of a frame."""
        self._must_join(name, on, frame, axis, by)
        end = on.placed(name, frame, by * axis)
        self._join(Joint(name, "slider", end, axis, frame, by, by, efforts))
        return end

    def free(
        self,
        name: str,
        rotation: Matrix | Quaternion,
        position: Vector,
        coordinates: Sequence[Scalar],
        spin: Vector,
        velocity: Vector,
    ) -> tuple[Frame, Point]:
        """A frame and a point that nothing holds; spin and velocity are symbols, in that frame."""
        must_be_new("joint", name, (j.name for j in self.joints))
        must_place(f"free body {name}", position, coordinates)
        must_be_moving(f"free body {name}: its spin", spin, Vector)
        must_be_moving(f"free body {name}: its velocity", velocity, Vector)
        frame = self.ground.rotated(f"R{name}", rotation, spin)
        point = self.origin.moving(f"G{name}", self.ground, position, velocity, frame)
        self.joints.append(Free(name, frame, point, tuple(coordinates), spin, velocity))
        return frame, point

    def ball(
        self, name: str, on: Point, frame: Frame, rotation: Matrix | Quaternion
    ) -> tuple[Frame, Point]:
        """A frame that turns freely about a point; its speed is the symbol of its spin.

        The rotation is a symbol that depends on time and brings its angular velocity with it.
        """
        must_be_new("joint", name, (j.name for j in self.joints))
        must_be_in(self.ground, f"ball {name}", on, frame)
        turned = frame.rotated(f"R{name}", rotation)
        if not turned.spin.is_symbol:
            raise ModelError(
                f"ball {name}: its rotation must be a symbol with time=True, not {rotation}"
            )
        pivot = on.placed(name, turned)
        self.joints.append(Ball(name, turned, pivot, turned.spin))
        return turned, pivot

    # -- what has mass, and what acts -------------------------------------------------------------

    def body(
        self,
        name: str,
        frame: Frame,
        centre: Point,
        mass: Scalar,
        inertia: Matrix | Principal = NO_INERTIA,
    ) -> Body:
        """A rigid body, with its inertia about the mass centre in coordinates of the frame."""
        must_be_new("body", name, (b.name for b in self.bodies))
        must_be_in(self.ground, f"body {name}", frame, centre)
        must_be_massive(f"body {name}", mass, inertia)
        self.bodies.append(Body(name, frame, centre, mass, inertia))
        return self.bodies[-1]

    def point_mass(self, name: str, at: Point, mass: Scalar) -> Body:
        """A body with no inertia of its own."""
        return self.body(name, at.frame, at, mass)

    def force(self, name: str, vector: Vector, seen_in: Frame, at: Point) -> None:
        """A force at a point, in coordinates of a frame."""
        self._must_act("force", name, vector, seen_in, at)
        self.forces.append(Force(name, vector, seen_in, at))

    def torque(self, name: str, vector: Vector, seen_in: Frame, on: Frame | Body) -> None:
        """A torque on a frame or on a body, in coordinates of a frame."""
        frame, body = (on.frame, on) if isinstance(on, Body) else (on, None)
        self._must_act("torque", name, vector, seen_in, frame)
        self.torques.append(Torque(name, vector, seen_in, frame, body))

    def gravity(self, acceleration: Vector) -> None:
        """The acceleration of free fall, in inertial coordinates."""
        must_be("gravity", acceleration, Vector)
        self.weight = normal(self.weight + acceleration)

    # -- what is refused --------------------------------------------------------------------------

    def _must_join(self, name: str, on: Point, frame: Frame, axis: Vector, by: Scalar) -> None:
        must_be_new("joint", name, (j.name for j in self.joints))
        must_be_in(self.ground, f"joint {name}", on, frame)
        must_be_axis(f"joint {name}: its axis", axis)
        must_be_moving(f"joint {name}: its coordinate", by, Scalar)
        must_be_new("coordinate", str(by), map(str, self.coordinates))

    def _join(self, joint: Joint) -> None:
        for effort in joint.efforts:
            must_have_that_potential(joint.name, effort, joint.stretch)
        self.joints.append(joint)

    def _must_act(self, kind: str, name: str, vector: Vector, *where: Frame | Point) -> None:
        must_be_new(kind, name, [f.name for f in self.forces] + [t.name for t in self.torques])
        must_be(f"{kind} {name}", vector, Vector)
        must_be_in(self.ground, f"{kind} {name}", *where)

    # -- coordinates and speeds -------------------------------------------------------------------

    @property
    def coordinates(self) -> tuple[Scalar, ...]:
        """The scalar coordinates, in the order of the joints."""
        return tuple(q for j in self.joints for q in j.coordinates)

    @property
    def speeds(self) -> tuple[Any, ...]:
        """The generalised speeds: those of free bodies, and the rates of coordinates or what was
        chosen in their place."""
        if self._chosen is not None:
            return self._chosen[0]
        return self._own_speeds

    @property
    def _own_speeds(self) -> tuple[Any, ...]:
        return tuple(u for j in self.joints for u in j.speeds)

    @property
    def accelerations(self) -> tuple[Any, ...]:
        """The rates of the speeds: the unknowns of the equations of motion."""
        return tuple(diff(u, time) for u in self.speeds)

    def choose(self, speeds: Sequence[Linear], rates: Mapping[Scalar, Scalar]) -> None:
        """Describe the motion by other speeds: say what the rates of coordinates are in them."""
        must_determine(self._own_speeds, self.coordinates, speeds, rates)
        self._chosen = tuple(speeds), dict(rates)
        self.__dict__.pop("kinematics", None)

    @cached_property
    def kinematics(self) -> Kinematics:
        """How everything moves, in terms of the chosen speeds."""
        return Kinematics(self._chosen[1] if self._chosen else None, self.accelerations)

    # -- the whole --------------------------------------------------------------------------------

    def along(self, joint: Joint) -> Scalar:
        """What acts along a joint: its efforts, less those of joints that measure from it."""
        rate, total = diff(joint.coordinate, time), zero(Scalar)
        for j in self.joints:
            if isinstance(j, Joint):
                by = coefficient(diff(j.stretch, time), rate)
                total = total + j.effort * by
        return self.kinematics.in_speeds(total)

    @property
    def mass(self) -> Scalar:
        """The mass of the whole."""
        total: Scalar = sum((b.mass for b in self.bodies), zero(Scalar))
        return normal(total)
