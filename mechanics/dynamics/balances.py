"""Balances of forces and of moments in terms of names, and the meanings of the names.

A balance is for some of the bodies of a system, in coordinates of one frame. It is written at the
level of names; `meaning` collects, level by level, what each name stands for.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rewrite import (
    Scalar,
    Term,
    Vector,
    cross,
    diff,
    dot,
    identity,
    matrix,
    normal,
    rotation,
    time,
    vector,
    zero,
)

from ..equations.equations import Level
from ..errors import ModelError
from ..joints import Direction, Joint
from ..kinematics.kinematics import NONE, Motion, plus
from ..parts.bodies import NO_INERTIA, Body
from ..parts.frames import Frame
from ..parts.points import Point, same_place
from ..system import System
from .carried import Part, beyond, levers, turning_with
from .names import acc, arm, fresh, given_symbols, identifier, moving_symbols, place, solid, turning
from .reactions import reaction_along
from .rotors import resistance


class Balance:
    """Efforts on some bodies and their inertial terms, in coordinates of one frame."""

    def __init__(self, system: System, seen_in: Frame) -> None:
        self.system, self.seen_in = system, seen_in
        self._given = given_symbols(system)
        self._taken = {s.name for s in self._given | moving_symbols(system)}
        self._known: dict[Any, object] = {}
        self._turned: dict[Any, Any] = {}
        self.meaning: dict[Level, dict[Term, Term]] = {"vector": {}, "parameters": {}}

    # -- sides of equations, in names -------------------------------------------------------------

    def inertia_forces(self, part: Part) -> Any:
        """Σ m acc(G)."""
        return _sum(b.mass * self.acceleration(b.centre) for b in part.bodies if _has_mass(b))

    def forces(self, part: Part) -> Any:
        """Σ F."""
        return _sum(force for force, _ in self.acting(part))

    def inertia_moments(self, part: Part, about: Point) -> Any:
        """Σ arm × m acc(G) + turning."""
        found = []
        for b in part.bodies:
            if _has_mass(b) and not same_place(b.centre, about):
                found.append(cross(self.arm(about, b.centre), b.mass * self.acceleration(b.centre)))
            if b.inertia is not NO_INERTIA:
                found.append(self.turning(b))
        return _sum(found)

    def moments(self, part: Part, about: Point) -> Any:
        """Σ arm × F + C."""
        acting = self.acting(part)
        found = [
            cross(self.arm(about, at), force) for force, at in acting if not same_place(at, about)
        ]
        return _sum([*found, *self.torques(part)])

    def torques(self, part: Part) -> list[Any]:
        """Each C."""
        return [self.seen(t.name, t.vector, t.seen_in) for t in part.torques]

    def acting(self, part: Part) -> list[tuple[Any, Point]]:
        """Each F, weights among them, and the point where it acts."""
        found: list[tuple[Any, Point]] = [
            (self.seen(f.name, f.vector, f.seen_in), f.point) for f in part.forces
        ]
        if self.system.weight is not zero(Vector):
            fall = self.seen("gravity", self.system.weight, self.system.ground)
            found += [(b.mass * fall, b.centre) for b in part.bodies if _has_mass(b)]
        return found

    # -- moments on everything that a joint turns -------------------------------------------------

    def turned_inertia(self, joint: Joint, about: Point) -> Any:
        """Σ lever × m acc(G) + turning, for all that a joint turns."""
        carried, turned = beyond(self.system, joint), turning_with(self.system, joint)
        found = []
        for b in self.system.bodies:
            arm = self.lever(b.centre, joint, about) if b in carried.bodies else NONE
            if _has_mass(b) and arm is not NONE:
                found.append(cross(arm, b.mass * self.acceleration(b.centre)))
            if b in turned.bodies and b.inertia is not NO_INERTIA:
                found.append(self.turning(b))
        return _sum(found)

    def turned_moments(self, joint: Joint, about: Point) -> Any:
        """Σ lever × F + C, for all that a joint turns."""
        carried, turned = beyond(self.system, joint), turning_with(self.system, joint)
        acting = [(self.lever(at, joint, about), F) for F, at in self.acting(carried)]
        found = [cross(arm, F) for arm, F in acting if arm is not NONE]
        return _sum([*found, *self.torques(turned)])

    def lever(self, point: Point, joint: Joint, about: Point) -> Any:
        """The vector to a point that turns with a joint; it starts at the joint or elsewhere."""
        stretches = levers(point, joint)
        if about is not joint.point:
            at_once = stretches and stretches[0][0] is joint.point
            first = (about, stretches[0][1] if at_once else joint.point)
            stretches = [first, *stretches[1:]] if at_once else [first, *stretches]
        return _sum(self.arm(start, end) for start, end in stretches if not same_place(start, end))

    # -- names and their meanings -----------------------------------------------------------------

    def name(self, name: Any, thing: object) -> Any:
        """A name for one thing; a name that is used for another thing is refused."""
        if self._known.setdefault(name, thing) is not thing:
            raise ModelError(
                f"{self.system.name}: {name} would stand for two things; give points, bodies and "
                "efforts names that differ"
            )
        return fresh(self.system, name, self._given)

    def acceleration(self, point: Point) -> Any:
        """acc(G), by the transport theorem from the base of the point."""
        name = acc(self.name(place(point), point))
        motion = self.system.kinematics.carried(point, self.named(point))
        turn = self.system.kinematics.base(point).turn_to(self.seen_in)
        self.meaning["vector"][name] = normal(turn @ motion.acceleration)
        return name

    def arm(self, start: Point, end: Point) -> Any:
        """The vector between two points."""
        name = arm(self.name(place(start), start), self.name(place(end), end))
        home = self.system.kinematics.home
        where = self.position if home(start) is home(end) else self.far_position
        self.meaning["vector"][name] = normal(where(end) - where(start))
        return name

    def position(self, point: Point) -> Any:
        """The position of a point from its home (`Kinematics.home`), in coordinates of this
        balance."""
        turn = self.system.kinematics.base(point).turn_to(self.seen_in)
        return turn @ self.named(point).position

    def far_position(self, point: Point) -> Any:
        """The position from the inertial origin, from home to home."""
        home = self.system.kinematics.home(point)
        total = self.position(point)
        while home is not None:
            start: Point | None = home
            if home.declared_velocity is not None:
                start = home.origin
                total = total + self.seen(f"{start}{home}", home.offset, home.frame)
            if start is None:
                break
            total = total + self.position(start)
            home = self.system.kinematics.home(start)
        return total

    def named(self, point: Point) -> Motion:
        """The motion of a point relative to its base: a vector with a name, and its derivatives."""
        k = self.system.kinematics
        home, base = k.home(point), k.base(point)
        true = k.relative(point, home, base)
        if true.position is zero(Vector):
            return true
        start = home or list(point.chain)[-1]
        r = self.name(vector(identifier(f"{start.name}{point.name}"), time=True), point)
        dr, ddr = diff(r, time), diff(r, time, 2)
        steady = true.velocity is zero(Vector)
        meaning: dict[Term, Term] = {r: true.position, dr: true.velocity, ddr: true.acceleration}
        self.meaning["parameters"].update(meaning)
        return Motion(r) if steady else Motion(r, dr, ddr)

    def turning(self, body: Body) -> Any:
        """I ω' + ω × I ω of a body."""
        name = turning(solid(body))
        inertia: Any = body.inertia
        if not inertia.is_symbol:
            inertia = self.name(
                matrix(identifier(f"I{body.name}"), symmetric=True, constant=True), body
            )
            self.meaning["parameters"][inertia] = body.inertia
        turn, w, dw = self._attitude(body.frame)
        moment = inertia @ dw + cross(w, inertia @ w)
        self.meaning["vector"][name] = normal(turn @ moment)
        return name

    def _attitude(self, frame: Frame) -> tuple[Any, Any, Any]:
        """The turn of a frame into coordinates of this balance, its angular velocity ω in its own
        axes, and ω'. They get names, so that I ω' + ω × I ω is readable, unless ω has one."""
        turn, spin = frame.turn_to(self.seen_in), self.system.kinematics.spin(frame)
        if spin.velocity.is_symbol or not spin.velocity.args:
            return turn, spin.velocity, spin.acceleration
        w = vector(self._unused(f"omega_{frame.name}"), time=True)
        dw = diff(w, time)
        self.meaning["parameters"].update({w: spin.velocity, dw: spin.acceleration})
        if turn is not identity() and not turn.is_symbol:
            turned = turn
            turn = rotation(self._unused(frame.name), time=True)
            self.meaning["parameters"][turn] = turned
        return turn, w, dw

    def _unused(self, name: str) -> str:
        """A name with this prefix that no symbol of the model has."""
        found = identifier(name)
        while found in self._taken:
            found += "_"
        return found

    # -- along a free direction -------------------------------------------------------------------

    def along(self, d: Direction, forces: Any, moments: Any) -> Any:
        """The forces and moments along a free direction of a joint."""
        found = []
        if d.slides and forces is not zero(Vector):
            name = "slide" if d.turns else "axis"
            found.append(self._projected(f"{name}{d.name}", d.slide, d.slide_in, forces))
        if d.turns and moments is not zero(Vector):
            found.append(self._projected(f"axis{d.name}", d.turn, d.turn_in, moments))
        if not found:
            return zero((d.speed.shape[0], 1))
        return found[0] if len(found) == 1 else found[0] + found[1]

    def _projected(self, name: str, partial: Any, seen_in: Frame, v: Any) -> Any:
        """The component of v along a partial velocity: a vector, or a matrix for a vector speed."""
        if isinstance(partial, Vector):
            return dot(self._axis(name, partial, seen_in), v)
        if partial is identity():
            return v
        turn = seen_in.turn_to(self.seen_in)
        return normal(turn @ partial.T @ turn.T) @ v

    def _axis(self, name: str, given: Any, seen_in: Frame) -> Any:
        """The axis of a joint. A symbol may be the axis of several joints, so the axis gets its own
        name unless it is in coordinates of this balance."""
        turned = normal(seen_in.turn_to(self.seen_in) @ given)
        if turned is given and given.is_symbol:
            return given
        symbol = self.name(vector(identifier(name), time=True), given)
        self.meaning["parameters"][symbol] = turned
        return symbol

    def effort(self, joint: Joint, d: Direction) -> Any:
        """The component along a free direction of efforts, and of constraints given as terms; a
        vector is in coordinates of this balance.
        """
        held = reaction_along(self.system, d.speed)
        found = plus(self.system.along(joint, d.speed), held)
        found = plus(found, resistance(self.system, d.speed))
        if not isinstance(found, Vector) or found is zero(Vector):
            return found
        seen_in = d.turn_in if d.turns else d.slide_in
        return normal(seen_in.turn_to(self.seen_in) @ found)

    def seen(self, name: str, given: Any, seen_in: Frame) -> Any:
        """A given vector; its coordinates are turned into those of this balance."""
        turned = normal(seen_in.turn_to(self.seen_in) @ given)
        symbol = given
        if not given.is_symbol or self._turned.setdefault(given, turned) is not turned:
            symbol = self.name(vector(identifier(name), time=True), given)
        if turned is not symbol:
            self.meaning["parameters"][symbol] = turned
        return symbol


def _sum(terms: Iterable[Any]) -> Any:
    total: Any = None
    for t in terms:
        total = t if total is None else total + t
    return zero(Vector) if total is None else total


def _has_mass(body: Body) -> bool:
    return body.mass is not zero(Scalar)
