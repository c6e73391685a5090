"""How a system declares constraints, and what it derives from them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from rewrite import (
    Linear,
    NotLinearError,
    Scalar,
    Term,
    Vector,
    diff,
    free_symbols,
    normal,
    time,
    zero,
)

from ..constraints.closing import Closing
from ..constraints.condition import Condition
from ..constraints.constraint import Constraint
from ..constraints.rolling import Rolling, Surface
from ..constraints.row import Row, Setting
from ..errors import ModelError
from ..joints import Joint, JointType
from ..parts.bodies import Body
from ..parts.checks import must_be_in, must_be_moving, must_be_new, steady, unit_axis
from ..parts.efforts import is_steady
from ..parts.frames import Frame, Z
from ..parts.given import given
from ..parts.points import Point
from .declarations import Declarations


class Constrained(Declarations):
    """A system with constraints: `constrain`, `rolls` and `close` declare them.

    `constraints` are in the order of declaration, and so are their rows and multipliers.
    """

    name: str
    joints: list[Joint]
    constraints: list[Constraint]
    near: dict[Any, Any]
    values: dict[Any, Any]
    relations: list[Scalar]

    @property
    @abstractmethod
    def setting(self) -> Setting:
        """How it moves, in terms of its speeds."""

    @property
    @abstractmethod
    def velocities(self) -> frozenset[Any]:
        """All symbols that are speeds, or rates of coordinates."""

    @property
    @abstractmethod
    def configuration(self) -> tuple[Any, ...]:
        """All symbols of the configuration: coordinates, quaternions and rotations."""

    def forget_rows(self) -> None:
        """Drop what was derived from constraints that have changed."""
        for name in ("constraint_rows", "own_rows"):
            self.__dict__.pop(name, None)

    # -- declarations -----------------------------------------------------------------------------

    def constrain(self, name: str, term: Any, equals: Any = None) -> Constraint:
        """A scalar or vector term that stays zero, or equal to the term `equals`.

        A term of coordinates is a holonomic constraint. A term that is linear in speeds, or in
        rates of coordinates, is one between speeds. Either may depend on prescribed functions of
        time: symbols with `time=True` that are not coordinates; the result lists them.

        >>> from rewrite import scalar, scalars, simplify
        >>> from mechanics import System, X, Y, kane
        >>> system, (x, y) = System("bead on a line"), scalars("x y", time=True)
        >>> at = system.slider("A", system.origin, system.ground, X, x)
        >>> at = system.slider("B", at, system.ground, Y, y)
        >>> bead = system.point_mass("bead", at, scalar("m", constant=True))
        >>> system.constrain("line", y - 2*x)
        line (holonomic: y - 2*x = 0)
        >>> print(kane(system).simplified())
        m*x'' = -2*reaction_line
        m*y'' = reaction_line
        -2*x'' + y'' = 0
        """
        what = f"constraint {name}"
        if not isinstance(term, Scalar | Vector):
            term = given(what, term, Vector if isinstance(term, list | tuple) else Scalar)
        if equals is not None:
            term = term - given(f"{what}: what it equals", equals, type(term))
        self._must_be_new_constraint(name)
        found = Condition(name, term, self._is_holonomic(what, term), self._prescribed(term))
        self._must_bind(what, found)
        return self._added(found)

    def rolls(
        self,
        name: str,
        body: Body,
        on: Frame | Point | Body,
        slip: bool = False,
        *,
        radius: Scalar,
        axis: Vector | None = None,
        normal: Vector = Z,
        centre: Point | None = None,
        on_radius: Scalar | None = None,
        on_axis: Vector | None = None,
    ) -> Constraint:
        """A wheel, a disc or a sphere that touches a plane, a sphere or a cylinder; it may slip.

        `body` is a thin disc of this `radius` about its `axis`, a unit vector of its frame; without
        an axis it is a sphere. The disc or sphere is about the mass centre, or about `centre`, a
        point of the body.

        `on` is what it touches: a plane through a point, fixed in the frame of the point, with the
        unit vector `normal` of that frame on the side of the roller. The ground stands for the
        plane through its origin, and a body for the one through its mass centre, fixed in its
        frame. With `on_radius` it is a sphere about that point instead, and with `on_axis` too a
        cylinder about that unit vector; a negative radius (`-R`) is that of a bowl or a tube in
        which something smaller rolls.

        The constraint maintains the contact, which is holonomic, and makes the two velocities there
        equal, which is not; with `slip` it only maintains the contact. Its multiplier is the force
        of the surface on the roller, in the frame of the surface.

        >>> from rewrite import quaternion, scalar, scalars, simplify, vectors
        >>> from mechanics import Principal, System
        >>> m, r, J = scalars("m r J", constant=True)
        >>> system, (x, y, z) = System("ball"), scalars("x y z", time=True)
        >>> q, (v, w) = quaternion("q", unit=True, time=True), vectors("v w", time=True)
        >>> from rewrite import column
        >>> frame, G = system.free("1", q, column(x, y, z), (x, y, z), w, v)
        >>> ball = system.body("ball", frame, G, m, Principal(J, J, J))
        >>> system.rolls("floor", ball, system.ground, radius=r)
        floor (sphere about G1 that rolls on the plane at O)
        """
        what = f"rolling {name}"
        self._must_be_new_constraint(name)
        if not isinstance(body, Body):
            raise ModelError(f"{what}: {body!r} is not a body; make one with system.body")
        radius = steady(f"{what}: its radius", radius, Scalar)
        axis = None if axis is None else unit_axis(f"{what}: its axis", axis)
        at = body.centre if centre is None else centre
        must_be_in(self.ground, what, at)
        surface = self._surface(what, on, normal, on_radius, on_axis)
        if surface.axis is not None and axis is not None:
            raise ModelError(
                f"{what}: a disc on a cylinder has no known point of contact; give a sphere (no "
                "axis) or write the constraint with constrain"
            )
        found = Rolling(name, body.frame, at, radius, axis, surface, slip)
        self._must_bind(what, found)
        return self._added(found)

    def close(
        self,
        name: str,
        joint: JointType,
        frame_a: Frame,
        point_a: Point,
        frame_b: Frame,
        point_b: Point,
    ) -> Constraint:
        """Close a loop: a joint that holds frame b and point b on frame a and point a.

        All are in the tree already. The type of joint needs no coordinates, as in `Revolute(Z)`;
        its axes have the same coordinates in frame a and in frame b. Only a screw has its angle,
        which becomes a coordinate. There is one scalar equation for each freedom that the joint
        removes. If the points coincide, the first three are one vector equation, and its multiplier
        is the force on b at point b.

        >>> from rewrite import scalars
        >>> from mechanics import Revolute, System, X, Z
        >>> a, b, d = scalars("a b d", constant=True)
        >>> p, q = scalars("p q", time=True)
        >>> system = System("triangle")
        >>> crank, A = system.hinge("A", system.origin, system.ground, Z, p)
        >>> rod, B = system.hinge("B", A.placed("E", crank, a*X), crank, Z, q)
        >>> wall = system.origin.placed("W", system.ground, d*X)
        >>> system.close("C", Revolute(Z), system.ground, wall, rod, B.placed("F", rod, b*X))
        C (hinge that holds F of RB on W of R0)
        """
        what = f"loop {name}"
        self._must_be_new_constraint(name)
        must_be_in(self.ground, what, frame_a, point_a, frame_b, point_b)
        if not isinstance(joint, JointType):
            raise ModelError(
                f"{what}: a type of joint such as Revolute(axis) is needed, not {joint!r}"
            )
        type = joint.checked(what)
        self._must_close(what, type)
        found = Closing(name, type, frame_a, point_a, frame_b, point_b)
        self._must_bind(what, found)
        return self._added(found)

    def assembled(
        self,
        near: Mapping[Any, Any] | None = None,
        values: Mapping[Any, Any] | None = None,
        relations: Sequence[Scalar] = (),
    ) -> None:
        """Declare a configuration near which the system is assembled, and values of parameters.

        Equations stay in symbols. The dependence of constraints is examined there, and `freedom`
        starts from there. `relations` are terms of parameters that vanish.
        """
        self.near |= dict(near or {})
        self.values |= dict(values or {})
        self.relations += relations
        self.forget_rows()

    # -- rows and closure equations ---------------------------------------------------------------

    @cached_property
    def constraint_rows(self) -> list[Row]:
        """The rows of all constraints, in terms of the speeds."""
        return [row for c in self.constraints for row in c.rows(self.setting)]

    @property
    def closing_coordinates(self) -> tuple[Scalar, ...]:
        """The coordinates of joints that close loops."""
        return tuple(q for c in self.constraints for q in c.coordinates)

    @property
    def closure_equations(self) -> dict[str, Any]:
        """The equations between coordinates, by name; `freedom` starts from them."""
        closures = [g for c in self.constraints for g in c.closures(self.setting)]
        return {g.name: g.position for g in closures}

    @property
    def closure_unknowns(self) -> tuple[Any, ...]:
        """The unknowns of the closure equations."""
        return (*self.configuration, *self.closing_coordinates)

    @property
    def closure_positive(self) -> list[Scalar]:
        """Terms that are positive where no loop is closed with an axis reversed."""
        return [t for c in self.constraints for t in c.upright(self.setting)]

    @property
    def closure_relations(self) -> list[Scalar]:
        """Relations between parameters."""
        return self.relations

    @property
    def closure_values(self) -> dict[Any, Any]:
        """Numbers for parameters."""
        return self.values

    @property
    def closure_start(self) -> dict[Any, Any]:
        """A configuration near which the system is assembled."""
        return self.near

    # -- checks -----------------------------------------------------------------------------------

    def _added(self, found: Constraint) -> Constraint:
        self.constraints.append(found)
        self.forget_rows()
        return found

    def _must_be_new_constraint(self, name: str) -> None:
        taken = [c.name for c in self.constraints] + [j.name for j in self.joints]
        must_be_new("constraint", name, taken)

    def _is_holonomic(self, what: str, term: Term) -> bool:
        """Whether a term has no speed in it; accelerations are refused."""
        symbols, speeds = free_symbols(term), self.velocities
        beyond = [s for s in symbols if any(s is diff(u, time, k) for u in speeds for k in (1, 2))]
        if beyond:
            raise ModelError(
                f"{what}: it depends on the acceleration {beyond[0]}; a constraint is a term of "
                "coordinates and time, or one that is linear in the speeds"
            )
        return symbols.isdisjoint(speeds)

    def _prescribed(self, term: Term) -> tuple[Any, ...]:
        """The symbols of a term that move and are neither coordinates nor speeds."""
        known = {*self.velocities, *self.configuration, *self.closing_coordinates}
        moving = [
            s
            for s in free_symbols(term)
            if isinstance(s, Linear) and not is_steady(s) and s not in known
        ]
        return tuple(sorted(moving, key=str))

    def _must_bind(self, what: str, found: Constraint) -> None:
        """Refuse a constraint that is not linear in the speeds, or does not depend on them."""
        bound = False
        for row in found.rows(self.setting):
            try:
                blocks = row.delta
            except NotLinearError as e:
                raise ModelError(f"{what}: it must be linear in the speeds: {e}") from e
            bound = bound or any(normal(b) is not zero(like=b) for b in blocks)
        if not bound:
            raise ModelError(
                f"{what} does not depend on the coordinates or speeds of {self.name}; a constraint "
                "is written with the same symbols as the joints"
            )

    def _must_close(self, what: str, type: JointType) -> None:
        if type.degrees == 6:
            raise ModelError(f"{what}: a {type.label} constrains nothing, so it closes no loop")
        own = type.closing_coordinates
        for q in own:
            must_be_moving(f"{what}: its coordinate", q, Scalar)
            must_be_new("coordinate", str(q), map(str, self.closure_unknowns))
        if not own and any(q is not None for q in _given(type)):
            raise ModelError(
                f"{what}: a joint that closes a loop has no coordinates of its own; its position "
                f"follows from the others. Leave out {', '.join(map(str, _given(type)))}"
            )

    def _surface(
        self, what: str, on: Any, normal: Vector, radius: Scalar | None, axis: Vector | None
    ) -> Surface:
        if isinstance(on, Body):
            on = on.centre.placed(f"{on.centre.name}_{on.name}", on.frame)
        elif on is self.ground:
            on = self.origin
        if not isinstance(on, Point):
            raise ModelError(
                f"{what}: it must be on the ground, a point (with its frame) or a body, not on "
                f"{on!r}"
            )
        must_be_in(self.ground, what, on)
        if radius is None:
            if axis is not None:
                raise ModelError(f"{what}: on_axis makes a cylinder, which needs on_radius")
            return Surface(on, unit_axis(f"{what}: the normal", normal))
        radius = steady(f"{what}: on_radius", radius, Scalar)
        along = None if axis is None else unit_axis(f"{what}: on_axis", axis)
        return Surface(on, radius=radius, axis=along)


def _given(type: JointType) -> list[Any]:
    """The coordinates with which a type of joint was made, if it was."""
    try:
        return [q for q in type.coordinates if q is not None]
    except AttributeError:
        return []
