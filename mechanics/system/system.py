"""A mechanical system: the declarations of a model, from which every formalism starts.

A model declares frames and how they turn, points, bodies, efforts, and the speeds that describe the
motion. No equation is entered by hand.

Joints are in the order in which they are declared, so that each comes after the one that carries
it. Coordinates, speeds, equations and the rows of a mass matrix follow that order in all
formalisms, and within a joint the order that its type states.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from rewrite import (
    Linear,
    Matrix,
    Scalar,
    Vector,
    angular_velocity,
    coefficient,
    diff,
    free_symbols,
    normal,
    subs,
    time,
    time_limited,
    zero,
)

from ..constraints import Constraint, Row, Setting
from ..errors import ModelError
from ..joints import Joint, JointType
from ..kinematics.jacobian import Jacobian, jacobian_of
from ..kinematics.kinematics import Kinematics, plus
from ..parts.bodies import NO_INERTIA, Body, Principal
from ..parts.checks import (
    must_be_in,
    must_be_massive,
    must_be_moving,
    must_be_new,
    must_work,
    steady,
)
from ..parts.efforts import AlongJoint, Effort, Force, JointEffort, Torque
from ..parts.frames import Frame
from ..parts.given import given
from ..parts.points import Point, same_place
from .choice import must_determine
from .constraint_declarations import Constrained
from .struts import NOTHING, Strut


class System(Constrained):
    """Frames, points, bodies, joints and efforts.

    Other generators may rely on the methods, and on these attributes:

    - `ground`, `origin`: the inertial frame and a point of it;
    - `joints`: in the order of declaration, each after the one that carries it, with `type`,
      `inner_frame`, `inner_point`, `frame`, `point`, `rotation`, `translation`, `coordinates`,
      `speeds`, `directions` and `efforts`; `links(system)` is the tree that they make;
    - `bodies`: any number on a frame, with `frame`, `centre`, `mass` and `inertia`;
    - `forces`, `torques`, `struts`, `weight`: the efforts; `acting_forces` are the forces including
      those of struts, and `works()` the efforts along joints and struts, with their rates;
    - `coordinates`, `speeds`, `accelerations`: in the order of the joints; `kinematics`: how points
      and frames move.

    >>> from rewrite import scalar
    >>> from mechanics import X, Y, Z
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
        self.joints: list[Joint] = []
        self.forces: list[Force] = []
        self.torques: list[Torque] = []
        self.struts: list[Strut] = []
        self.rotors: dict[str, Scalar] = {}
        """The inertias of rotors, as felt at their joints, by the names of the joints."""
        self.constraints: list[Constraint] = []
        self.near: dict[Any, Any] = {}
        self.values: dict[Any, Any] = {}
        self.relations: list[Scalar] = []
        self.weight: Vector = zero(Vector)
        self._chosen: tuple[tuple[Any, ...], dict[Scalar, Scalar]] | None = None

    # -- joints -----------------------------------------------------------------------------------

    def join(
        self,
        name: str,
        on: Point,
        frame: Frame,
        type: JointType,
        *efforts: Effort,
        point: str | None = None,
    ) -> Joint:
        """A joint of any type, between an existing frame and point and new ones that it makes.

        It makes `joint.point`, which has the name of the joint or the name `point`, and, if it
        turns, `joint.frame`, which is named R followed by the name of the joint.

        >>> from rewrite import scalar
        >>> from mechanics import Revolute, Z
        >>> system = System("s")
        >>> q = scalar("q", time=True)
        >>> joint = system.join("A", system.origin, system.ground, Revolute(Z, q))
        >>> joint.frame, joint.point, joint.speeds
        (RA, A, (q',))
        """
        bound = _bound(efforts, type, name)
        type = self._checked(name, on, frame, type, bound)
        outer, at = type.placed(frame, on, f"R{name}", point or name)
        self.joints.append(Joint(name, type, frame, on, outer, at, bound))
        self.forget()
        return self.joints[-1]

    # -- bodies and efforts -----------------------------------------------------------------------

    def body(
        self,
        name: str,
        frame: Frame,
        centre: Point,
        mass: Scalar | float,
        inertia: Matrix | Principal | Sequence[Any] = NO_INERTIA,
    ) -> Body:
        """A rigid body, with its inertia about the mass centre in coordinates of the frame.

        Masses, inertias, forces and all other quantities may be numbers, or lists of numbers.
        """
        must_be_new("body", name, (b.name for b in self.bodies))
        must_be_in(self.ground, f"body {name}", frame, centre)
        mass = given(f"body {name}: the mass", mass, Scalar)
        if not isinstance(inertia, Principal):
            inertia = given(f"body {name}: the inertia", inertia, Matrix)
        must_be_massive(f"body {name}", mass, inertia)
        self.bodies.append(Body(name, frame, centre, mass, inertia))
        return self.bodies[-1]

    def point_mass(self, name: str, at: Point, mass: Scalar | float) -> Body:
        """A body with no inertia of its own."""
        return self.body(name, at.frame, at, mass)

    def force(self, name: str, vector: Vector | Sequence[Any], seen_in: Frame, at: Point) -> None:
        """A force at a point, in coordinates of a frame."""
        vector = self._acting("force", name, vector, seen_in, at)
        self.forces.append(Force(name, vector, seen_in, at))

    def torque(
        self, name: str, vector: Vector | Sequence[Any], seen_in: Frame, on: Frame | Body
    ) -> None:
        """A torque on a frame or on a body, in coordinates of a frame."""
        frame, body = (on.frame, on) if isinstance(on, Body) else (on, None)
        vector = self._acting("torque", name, vector, seen_in, frame)
        self.torques.append(Torque(name, vector, seen_in, frame, body))

    def strut(
        self,
        name: str,
        start: Point,
        end: Point,
        *,
        push: Scalar | float = NOTHING,
        stiffness: Scalar | float = NOTHING,
        rest: Scalar | float = NOTHING,
        damping: Scalar | float = NOTHING,
    ) -> Strut:
        """A strut along the line between two points, which pushes them apart by push - stiffness (L
        - rest) - damping L', where L is their distance.
        """
        must_be_new("strut", name, self._names_of_efforts())
        must_be_in(self.ground, f"strut {name}", start, end)
        push = given(f"strut {name}: its push", push, Scalar)
        stiffness = steady(f"strut {name}: its stiffness", stiffness, Scalar)
        rest = steady(f"strut {name}: its rest", rest, Scalar)
        damping = steady(f"strut {name}: its damping", damping, Scalar)
        if same_place(start, end):
            raise ModelError(f"strut {name}: {start} and {end} are the same point")
        found = Strut(name, start, end, push, stiffness, rest, damping)
        found.between.common  # noqa: B018  refuse points without a common origin now
        self.struts.append(found)
        self.forget()
        return found

    def rotor(self, joint: Joint | str, inertia: Scalar | float, ratio: Scalar | float = 1) -> None:
        """The rotor of the motor of a joint with one freedom, behind a gear: it turns `ratio`
        times as fast as the joint, and adds inertia · ratio² to the inertia of the joint."""
        found = next((j for j in self.joints if joint in (j, j.name)), None)
        if found is None:
            raise ModelError(f"{self.name} has no joint {joint} to put a rotor on")
        what = f"the rotor of joint {found.name}"
        if len(found.type.stretches) != 1 or len(found.speeds) != 1:
            raise ModelError(
                f"{what}: the joint must have one freedom, and has {found.type.degrees}"
            )
        inertia = steady(f"{what}: its inertia", inertia, Scalar)
        ratio = steady(f"{what}: its gear", ratio, Scalar)
        must_be_new("rotor of joint", found.name, self.rotors)
        self.rotors[found.name] = normal(inertia * ratio**2)
        self.forget()

    def gravity(self, acceleration: Vector | Sequence[Any]) -> None:
        """The acceleration of free fall, in inertial coordinates."""
        self.weight = normal(self.weight + given("gravity", acceleration, Vector))

    # -- checks -----------------------------------------------------------------------------------

    def _checked(
        self, name: str, on: Point, frame: Frame, type: JointType, efforts: Sequence[JointEffort]
    ) -> JointType:
        """The type of a new joint with its axes checked; one that does not fit is refused."""
        what = f"joint {name}"
        must_be_new("joint", name, (j.name for j in self.joints))
        must_be_in(self.ground, what, on, frame)
        if not isinstance(type, JointType):
            raise ModelError(
                f"{what}: a type of joint such as Revolute(axis, angle) is needed, not {type!r}"
            )
        type = type.checked(what)
        for q in type.coordinates:
            must_be_moving(f"{what}: its coordinate", q, Scalar)
            must_be_new("coordinate", str(q), map(str, self.coordinates))
        for u in (u for u in type.speeds if isinstance(u, Vector)):
            must_be_new("speed", str(u), map(str, self.own_speeds))
        type.must_fit(what, frame, self.joints)
        for effort in efforts:
            must_work(name, effort, type.stretches, type.coordinates)
        return type

    def _names_of_efforts(self) -> list[str]:
        forces, torques = (f.name for f in self.forces), (t.name for t in self.torques)
        return [*forces, *torques, *(s.name for s in self.struts)]

    def _acting(self, kind: str, name: str, vector: Any, *where: Frame | Point) -> Vector:
        must_be_new(kind, name, self._names_of_efforts())
        must_be_in(self.ground, f"{kind} {name}", *where)
        return given(f"{kind} {name}", vector, Vector)

    # -- coordinates and speeds -------------------------------------------------------------------

    @property
    def coordinates(self) -> tuple[Scalar, ...]:
        """The scalar coordinates, in the order of the joints."""
        return tuple(q for j in self.joints for q in j.coordinates)

    @property
    def speeds(self) -> tuple[Any, ...]:
        """The generalised speeds: those of free bodies, and the rates of coordinates or the speeds
        chosen instead."""
        if self._chosen is not None:
            return self._chosen[0]
        return self.own_speeds

    @property
    def own_speeds(self) -> tuple[Any, ...]:
        """The default speeds of the joints."""
        return tuple(u for j in self.joints for u in j.speeds)

    @property
    def accelerations(self) -> tuple[Any, ...]:
        """The rates of the speeds: the unknowns of the equations of motion."""
        return tuple(diff(u, time) for u in self.speeds)

    def choose(self, speeds: Sequence[Linear], rates: Mapping[Scalar, Scalar]) -> None:
        """Describe the motion by other speeds; `rates` gives rates of coordinates by them."""
        must_determine(self.own_speeds, self.coordinates, speeds, rates)
        self._chosen = tuple(speeds), dict(rates)
        self.forget()

    @property
    def chosen_rates(self) -> Mapping[Scalar, Scalar]:
        """The rates of coordinates in terms of chosen speeds; empty if none were chosen."""
        return self._chosen[1] if self._chosen is not None else {}

    @cached_property
    def kinematics(self) -> Kinematics:
        """How everything moves, in terms of the chosen speeds."""
        return Kinematics(self._chosen[1] if self._chosen else None, self.accelerations)

    @time_limited
    def jacobian(
        self, of: Point | Frame, seen_in: Frame | None = None, *, time_limit: float | None = None
    ) -> Jacobian:
        """The velocity of a point, or the angular velocity of a frame, as a function of the speeds.

        It is in coordinates of a frame, by default the inertial one.
        After `time_limit` seconds it stops with a LimitError.

        >>> from mechanics.models import plane_chain
        >>> from rewrite import simplify
        >>> arm = plane_chain(2)
        >>> simplify(arm.jacobian(arm.bodies[0].centre).columns[0])
        l1*(rot(column(0, 0, 1), q1) @ column(1, 0, 0))
        """
        must_be_in(self.ground, "jacobian", of, seen_in or self.ground)
        return jacobian_of(self.kinematics, self.speeds, of, self.ground, seen_in or self.ground)

    @cached_property
    def setting(self) -> Setting:
        """How everything moves, for constraints."""
        return Setting(self.kinematics, self.speeds, self.by_speeds)

    @cached_property
    def own_rows(self) -> list[Row]:
        """The rows of all constraints in terms of the default speeds of the joints."""
        if self._chosen is None:
            return self.constraint_rows
        k = Kinematics(None, [diff(u, time) for u in self.own_speeds])
        setting = Setting(k, self.own_speeds, self.by_own_speeds)
        return [row for c in self.constraints for row in c.rows(setting)]

    def by_speeds(self, t: Any) -> Any:
        """A term with all rates of coordinates in terms of the speeds."""
        frames = [j.frame for j in self.joints if j.frame.declared_spin is not None]
        spins = {angular_velocity(f.rotation, "body"): f.declared_spin for f in frames}
        declared = {w: spin for w, spin in spins.items() if w.is_symbol}
        return self.kinematics.in_speeds(self.by_own_speeds(subs(t, declared) if declared else t))

    @property
    def velocities(self) -> frozenset[Any]:
        """All symbols that are speeds, or rates of coordinates."""
        rates = (diff(q, time) for q in (*self.coordinates, *self.closing_coordinates))
        attitudes = (angular_velocity(s) for s in self.configuration if not isinstance(s, Scalar))
        return frozenset((*rates, *self.speeds, *self.own_speeds, *attitudes))

    @property
    def configuration(self) -> tuple[Any, ...]:
        """All symbols of the configuration: coordinates, quaternions and rotations."""
        return tuple(s for j in self.joints for s in j.type.configuration)

    # -- efforts and totals -----------------------------------------------------------------------

    def works(self) -> list[tuple[Scalar, Scalar]]:
        """The efforts along joints and struts, each with the rate on which it does work."""
        k = self.kinematics
        return [*(w for j in self.joints for w in j.works()), *(s.work(k) for s in self.struts)]

    def along(self, joint: Joint, speed: Any = None) -> Any:
        """The efforts of joints along a speed of a joint, by default its first: its own efforts,
        less those of joints that measure from it.
        """
        speed = joint.speeds[0] if speed is None else speed
        total: Any = zero((speed.shape[0], 1))
        for j in self.joints:
            for effort, rate in j.works():
                by = coefficient(self.by_own_speeds(rate), speed)
                if by is not zero(like=by):
                    total = plus(total, normal(effort * by.T))
        return self.kinematics.in_speeds(total)

    def by_own_speeds(self, t: Any) -> Any:
        """A term in which rates of coordinates that depend on speeds are replaced by these."""
        known: dict[Any, Any] = {}
        there = free_symbols(t)
        for j in self.joints:
            if not there.isdisjoint(j.dependent_rates):
                # the rate of a quaternion or a rotation has the symbol itself for a key
                known |= {r: t for r, t in j.type.rates().items() if r in j.dependent_rates}
        return normal(subs(t, known)) if known else t

    @property
    def acting_forces(self) -> list[Force]:
        """The forces that were given, and those of struts."""
        return self.forces + self._strut_forces

    @cached_property
    def _strut_forces(self) -> list[Force]:
        return [f for s in self.struts for f in s.forces(self.kinematics)]

    @cached_property
    def joint_by_point(self) -> dict[Point, Joint]:
        """The joints by the points that they move."""
        return {j.point: j for j in self.joints}

    @cached_property
    def joint_by_frame(self) -> dict[Frame, Joint]:
        """The joints that turn, by the frames that they turn."""
        return {j.frame: j for j in self.joints if j.turns}

    def forget(self) -> None:
        """Drop what was derived from a description that has changed."""
        derived = ("kinematics", "setting", "_strut_forces", "joint_by_point", "joint_by_frame")
        for name in derived:
            self.__dict__.pop(name, None)
        self.forget_rows()

    @property
    def mass(self) -> Scalar:
        """The total mass."""
        total: Scalar = sum((b.mass for b in self.bodies), zero(Scalar))
        return normal(total)


def _bound(efforts: Sequence[Effort], type: Any, name: str) -> tuple[JointEffort, ...]:
    """The efforts of a joint, with its coordinate for those that were given without one."""
    if not any(isinstance(e, AlongJoint) for e in efforts) or not isinstance(type, JointType):
        return tuple(efforts)  # type: ignore[arg-type]  # refused later, with the name of the joint
    stretches = type.stretches
    return tuple(e.bound(stretches, name) if isinstance(e, AlongJoint) else e for e in efforts)
