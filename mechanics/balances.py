"""Balances of forces and of moments, by names, and what the names stand for.

A balance is of some of the bodies of a system, seen from one frame. It is written at the level of
names; `meaning` collects, level by level, what each name stands for.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rewrite import Scalar, Term, Vector, cross, diff, matrix, normal, time, vector, zero

from .bodies import NO_INERTIA, Body
from .equations import Level
from .frames import Frame
from .joints import Joint
from .kinematics import Motion
from .names import acc, arm, place, solid, turning
from .points import Point
from .system import Part, System


class Balance:
    """What acts on some bodies and how they resist, in coordinates of one frame."""

    def __init__(self, system: System, seen_in: Frame) -> None:
        self.system, self.seen_in = system, seen_in
        self.meaning: dict[Level, dict[Term, Term]] = {"vector": {}, "parameters": {}}

    # -- sides of equations, in names -------------------------------------------------------------

    def inertia_forces(self, part: Part) -> Any:
        """Σ m acc(G)."""
        return _sum(b.mass * self.acceleration(b.centre) for b in part.bodies if _has_mass(b))

    def inertia_moments(self, part: Part, about: Point) -> Any:
        """Σ arm × m acc(G) + turning."""
        found = []
        for b in part.bodies:
            if _has_mass(b) and b.centre is not about:
                found.append(cross(self.arm(about, b.centre), b.mass * self.acceleration(b.centre)))
            if b.inertia is not NO_INERTIA:
                found.append(self.turning(b))
        return _sum(found)

    def forces(self, part: Part) -> Any:
        """Σ F."""
        return _sum(force for force, _ in self._acting(part))

    def moments(self, part: Part, about: Point) -> Any:
        """Σ arm × F + C."""
        acting = self._acting(part)
        found = [cross(self.arm(about, at), force) for force, at in acting if at is not about]
        found += [self.seen(t.name, t.vector, t.seen_in) for t in part.torques]
        return _sum(found)

    def _acting(self, part: Part) -> list[tuple[Any, Point]]:
        found: list[tuple[Any, Point]] = [
            (self.seen(f.name, f.vector, f.seen_in), f.point) for f in part.forces
        ]
        if self.system.weight is not zero(Vector):
            fall = self.seen("gravity", self.system.weight, self.system.ground)
            found += [(b.mass * fall, b.centre) for b in part.bodies if _has_mass(b)]
        return found

    # -- names, and what they stand for -----------------------------------------------------------

    def acceleration(self, point: Point) -> Any:
        """acc(G): by the transport theorem, from the base of the point."""
        name = acc(place(point))
        motion = self.system.kinematics.carried(point, self.named(point))
        turn = self.system.kinematics.base(point).turn_to(self.seen_in)
        self.meaning["vector"][name] = normal(turn @ motion.acceleration)
        return name

    def arm(self, start: Point, end: Point) -> Any:
        """The vector between two points."""
        name = arm(place(start), place(end))
        self.meaning["vector"][name] = normal(self.position(end) - self.position(start))
        return name

    def position(self, point: Point) -> Any:
        """From the home of a point, in coordinates of this balance."""
        turn = self.system.kinematics.base(point).turn_to(self.seen_in)
        return turn @ self.named(point).position

    def named(self, point: Point) -> Motion:
        """The motion of a point against its base, as a vector with a name and its derivatives."""
        k = self.system.kinematics
        home, base = k.home(point), k.base(point)
        true = k.relative(point, home, base)
        if true.position is zero(Vector):
            return true
        start = home or list(point.chain)[-1]
        r = vector(f"{start.name}{point.name}", time=True)
        dr, ddr = diff(r, time), diff(r, time, 2)
        steady = true.velocity is zero(Vector)
        meaning: dict[Term, Term] = {r: true.position, dr: true.velocity, ddr: true.acceleration}
        self.meaning["parameters"].update(meaning)
        return Motion(r) if steady else Motion(r, dr, ddr)

    def turning(self, body: Body) -> Any:
        """I ω' + ω × I ω of a body."""
        name, spin = turning(solid(body)), self.system.kinematics.spin(body.frame)
        inertia: Any = body.inertia
        if not inertia.is_symbol:
            inertia = matrix(f"I{body.name}", symmetric=True, constant=True)
            self.meaning["parameters"][inertia] = body.inertia
        w, dw = spin.velocity, spin.acceleration
        moment = inertia @ dw + cross(w, inertia @ w)
        self.meaning["vector"][name] = normal(body.frame.turn_to(self.seen_in) @ moment)
        return name

    def axis(self, joint: Joint) -> Any:
        """The axis of a joint."""
        return self.seen(f"axis{joint.name}", joint.axis, joint.seen_in)

    def seen(self, name: str, given: Any, seen_in: Frame) -> Any:
        """A given vector; its coordinates are turned into those of this balance."""
        symbol = given if given.is_symbol else vector(name, time=True)
        turned = normal(seen_in.turn_to(self.seen_in) @ given)
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
