"""`write`: a system as text of LSD, which reads back to the same equations.

Every symbol keeps its name. Bodies and joints are written in the order of the tree, so that they
are numbered breadth-first when they are read. A system that the language cannot express is refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from rewrite import Matrix, Scalar, Vector, dot, identity, simplify, time_limited, zero

from ..constraints.closing import Closing
from ..constraints.condition import Condition
from ..constraints.rolling import Rolling
from ..dynamics.carried import joint_of, turning_joint
from ..dynamics.tree import Link, Placement, links
from ..errors import ModelError
from ..parts.bodies import Body, Principal, inertia
from ..parts.frames import Frame, X, Y, Z
from ..parts.points import Point
from ..system import System
from .joint_text import JointText
from .lsd_error import LsdError, Place
from .term_text import WORDS, TermText

NONE: Vector = zero(Vector)


@time_limited
def write(system: System, *, time_limit: float | None = None) -> str:
    """The text of a system.
    After `time_limit` seconds it stops with a LimitError.

    >>> from mechanics.models import plane_pendulum
    >>> print(write(plane_pendulum(1)))
    (* plane pendulum of 1 links *)
    <BLANKLINE>
    let bob_1 = body mass = ?m1, iframe = [0, -?l1, 0], inertia = 0 end;
    <BLANKLINE>
    join earth and bob_1.frame with link(?q1) dof = ?q1 || [0, 0, 1] end;
    <BLANKLINE>
    gravity [0, -?g, 0];
    """
    try:
        return _Writing(system).text()
    except LsdError:
        raise
    except ModelError as error:
        raise LsdError(Place(system.name, 1, 1), str(error)) from None


@dataclass
class _Writing:
    system: System
    lines: list[str] = field(default_factory=list)

    def text(self) -> str:
        system = self.system
        self._refuse()
        coordinates = [str(q) for q in (*system.coordinates, *system.closing_coordinates)]
        coordinates += [str(u) for u in system.speeds if isinstance(u, Scalar)]
        self.terms = TermText(coordinates)
        self.joints = JointText(self.terms)
        self.tree = links(system)
        self.names = self._named()
        self.lines = [f"(* {system.name.replace('*)', ')')} *)", ""]
        parts = (self._bodies, self._joints, self._constraints, self._efforts, self._assembly)
        for part in (*parts, self._speeds):
            part()
            if self.lines[-1]:
                self.lines.append("")
        return "\n".join(self.lines).rstrip("\n")

    def _refuse(self) -> None:
        system = self.system
        if system.rotors:
            raise ModelError(
                f"{system.name}: the rotor of joint {next(iter(system.rotors))} cannot be written "
                "in LSD; model it as a link"
            )
        if system.struts:
            raise ModelError(
                f"{system.name}: the strut {system.struts[0].name} cannot be written in LSD; join "
                "its ends by a link with a spring"
            )

    # -- bodies -----------------------------------------------------------------------------------

    def _named(self) -> dict[int, str]:
        """The name of the body of each link: that of its first body, if it has one."""
        found: dict[int, str] = {}
        for i, link in enumerate(self.tree):
            name = "earth"
            if i:
                own = link.bodies[0][0].name if link.bodies else f"link_{link.name}"
                name = _identifier(own, set(found.values()))
            found[id(link)] = name
        return found

    def _bodies(self) -> None:
        self.extra: list[tuple[Link, str]] = []
        for link in self.tree:
            bodies = link.bodies
            if link.joint is not None:
                first, bodies = bodies[:1], bodies[1:]
                self._let(self.names[id(link)], first[0] if first else None)
            for body in bodies:  # others on the same link are fixed to it
                taken = {*self.names.values(), *(name for _, name in self.extra)}
                name = _identifier(body[0].name, taken)
                self._let(name, body)
                self.extra.append((link, name))

    def _let(self, name: str, body: tuple[Body, Placement] | None) -> None:
        if body is None:
            self.lines.append(f"let {name} = body mass = 0, inertia = 0 end;")
            return
        given, placement = body
        at = self.terms.displacement(placement.offset, placement.rotation)
        mass, inertia = self.terms.scalar(given.mass), self._inertia(given)
        self.lines.append(
            f"let {name} = body mass = {mass}, iframe = {at}, inertia = {inertia} end;"
        )

    def _inertia(self, body: Body) -> str:
        given: Any = body.given_inertia
        if isinstance(given, Principal):
            return f"[{', '.join(self.terms.scalar(x) for x in (given.Ix, given.Iy, given.Iz))}]"
        if given is zero((3, 3)):
            return "0"
        if given.is_symbol and given == inertia(str(given)):
            return f"symmetric(?{given})"
        if given.is_symbol:
            raise ModelError(
                f"body {body.name}: the inertia {given} has facts that LSD cannot express; "
                "give principal moments with Principal"
            )
        axes = (X, Y, Z)
        rows = [[self.terms.scalar(simplify(dot(a, given @ b))) for b in axes] for a in axes]
        listed = [f"[{', '.join(row)}]" for row in rows]
        return f"[{', '.join(listed)}]"

    # -- joints and constraints -------------------------------------------------------------------

    def _joints(self) -> None:
        for link in self.tree:
            if link.joint is None or link.parent is None or link.placement is None:
                continue
            start = self._frame(self.names[id(link.parent)], link.placement)
            text = self.joints.of(link.joint)
            self.lines.append(f"join {start} and {self.names[id(link)]}.frame with {text};")
        for link, name in self.extra:
            start = "earth" if link.joint is None else f"{self.names[id(link)]}.frame"
            self.lines.append(f"join {start} and {name}.frame with link end;")

    def _frame(self, body: str, at: Placement) -> str:
        if at.offset is NONE and at.rotation is identity():
            return body if body == "earth" else f"{body}.frame"
        if at.rotation is identity():
            return f"{self.terms.vector(at.offset)} @ {body}"
        return f"{self.terms.displacement(at.offset, at.rotation)} @ {body}"

    def _placed(self, frame: Frame, point: Point) -> str:
        """A frame and a point as a frame of the body that carries the point."""
        link = self._carrier(point)
        return self._frame(self.names[id(link)], link.placed(frame, point))

    def _carrier(self, point: Point) -> Link:
        joint = joint_of(self.system, point)
        return next(link for link in self.tree if link.joint is joint)

    def _constraints(self) -> None:
        for c in self.system.constraints:
            if isinstance(c, Closing):
                first = self._placed(c.frame_a, c.point_a)
                second = self._placed(c.frame_b, c.point_b)
                self.lines.append(f"close {first} and {second} with {self.joints.closing(c.type)};")
            elif isinstance(c, Rolling):
                self._roll(c)
            elif isinstance(c, Condition):
                self._condition(c)
            else:
                raise ModelError(f"the constraint {c} cannot be written in LSD")

    def _condition(self, c: Condition) -> None:
        terms = [c.term] if not isinstance(c.term, Vector) else [dot(e, c.term) for e in (X, Y, Z)]
        for t in terms:
            self.lines.append(f"constrain {self.terms.scalar(simplify(t))} = 0;")

    def _roll(self, c: Rolling) -> None:
        wheel, ground = self._placed(c.frame, c.centre), self._placed(c.on.frame, c.on.point)
        fields = [f"radius = {self.terms.scalar(c.radius)}"]
        if c.axis is not None:
            fields.append(f"axis = {self.terms.vector(c.axis)}")
        if c.on.normal is not None:
            fields.append(f"normal = {self.terms.vector(c.on.normal)}")
        if c.on.radius is not None:
            fields.append(f"on_radius = {self.terms.scalar(c.on.radius)}")
        if c.on.axis is not None:
            fields.append(f"on_axis = {self.terms.vector(c.on.axis)}")
        if c.slip:
            fields.append("slip = 1")
        self.lines.append(f"roll {wheel} on {ground} with contact {', '.join(fields)} end;")

    # -- efforts ----------------------------------------------------------------------------------

    def _efforts(self) -> None:
        for force in self.system.forces:
            link = self._carrier(force.point)
            at = link.placed(link.frame, force.point)
            value = self._value(force.vector, force.seen_in, link)
            self.lines.append(
                f"apply force {value} end on {self._frame(self.names[id(link)], at)};"
            )
        for torque in self.system.torques:
            joint = turning_joint(self.system, torque.frame)
            if torque.body is not None:
                joint = joint_of(self.system, torque.body.centre)
            link = next(x for x in self.tree if x.joint is joint)
            value = self._value(torque.vector, torque.seen_in, link)
            self.lines.append(f"apply torque {value} end on {self.names[id(link)]};")
        if self.system.weight is not NONE:
            self.lines.append(f"gravity {self.terms.vector(self.system.weight)};")

    def _value(self, vector: Vector, seen_in: Frame, on: Link) -> str:
        """A vector with the body in whose axes it is written."""
        axes = next((x for x in self.tree if x.frame is seen_in), None)
        if axes is None:
            axes, turn = on, seen_in.turn_to(on.frame)
            vector = simplify(_turned(turn, vector))
        name = self.names[id(axes)]
        text = self.terms.vector(vector)
        return f"value = {text}" if name == "earth" else f"value = {text}, body = {name}"

    def _assembly(self) -> None:
        for t in self.system.relations:
            self.lines.append(f"constrain {self.terms.scalar(t)} = 0;")
        given = {**self.system.values, **self.system.near}
        settings = [f"?{name} = {value}" for name, value in given.items()]
        if settings:
            self.lines.append(f"assemble {', '.join(settings)};")

    def _speeds(self) -> None:
        if not self.system.chosen_rates:
            return
        speeds = ", ".join(f"?{u}" for u in self.system.speeds)
        rates = [f"?{q} = {self.terms.scalar(t)}" for q, t in self.system.chosen_rates.items()]
        self.lines.append(f"speeds {speeds} with {', '.join(rates)};")


def _turned(R: Matrix, v: Vector) -> Vector:
    return R @ v


def _identifier(name: str, taken: set[str]) -> str:
    """A name that the language allows and that is not taken."""
    plain = re.sub(r"\W+", "_", name).strip("_")
    if not plain or plain[0].isdigit() or plain in WORDS:
        plain = f"body{plain}"
    found, count = plain, 1
    while found in taken:
        count += 1
        found = f"{plain}_{count}"
    return found
