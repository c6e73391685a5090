"""Joints as links of the language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rewrite import Quaternion, Scalar, Vector, diff, free_symbols, normal, number, simplify, time

from ..errors import ModelError
from ..joints import (
    Cylindrical,
    Fixed,
    Free,
    Helical,
    Joint,
    JointType,
    Planar,
    Prismatic,
    Revolute,
    Spherical,
    Universal,
)
from ..joints.axes import across
from ..joints.composed import Composed
from ..parts.efforts import JointEffort
from ..parts.frames import X, Y, Z, as_matrix
from .term_text import TermText, turns_of

Displacements = list[tuple[str, tuple[Scalar, ...]]]
"""Displacements as text, each with the coordinates that it depends on."""


class JointText:
    """Links for joints of a tree, with their coordinates by name, and for joints of loops."""

    def __init__(self, terms: TermText) -> None:
        self.terms = terms

    # -- joints of the tree -----------------------------------------------------------------------

    def of(self, joint: Joint) -> str:
        """The link of a joint, with the efforts along it."""
        make = self._makers.get(type(joint.type))
        symbols = self._symbols(joint.type)
        if make is None or (not symbols and not self._has_rates(joint.type)):
            raise ModelError(f"joint {joint.name}: a {joint.type.label} cannot be written in LSD")
        displacements: Displacements = make(self, joint.type)
        fields = self._fields(displacements, self._efforts(joint, displacements)) + symbols
        names = ", ".join(f"?{q}" for q in joint.coordinates)
        return f"link{f'({names})' if names else ''} {', '.join(fields)} end".replace("  ", " ")

    def _symbols(self, given: JointType) -> list[str]:
        """The fields for an attitude and for speeds that are symbols."""
        if not isinstance(given, Spherical | Free):
            return []
        attitude, found = given.attitude, []
        if not attitude.angles:
            kind = "attitude" if isinstance(attitude.symbol, Quaternion) else "rotation"
            found.append(f"{kind} = ?{attitude.symbol}")
        if given.spin is not None:
            found.append(f"spin = ?{given.spin}")
        velocity = given.given_velocity if isinstance(given, Free) else None
        if velocity is not None:
            found.append(f"velocity = ?{velocity}")
        return found

    def _has_rates(self, given: JointType) -> bool:
        return given.speeds == tuple(diff(q, time) for q in given.coordinates)

    def _fields(self, displacements: Displacements, efforts: dict[int, list[str]]) -> list[str]:
        if len(displacements) == 1:
            return [f"dof = {displacements[0][0]}", *efforts.get(0, [])]
        found = []
        for i, (text, _) in enumerate(displacements):
            found.append(f"dof{i + 1} = {text}")
            for effort in efforts.get(i, []):
                name, value = effort.split(" = ", 1)
                found.append(f"{name}{i + 1} = {value}")
        return found

    def _turned(self, axis: Vector, q: Scalar) -> tuple[str, tuple[Scalar, ...]]:
        return self.terms.turn(axis, q), (q,)

    def _slid(self, axis: Vector, q: Scalar) -> tuple[str, tuple[Scalar, ...]]:
        return f"{self.terms.scalar(q)}*{self.terms.vector(axis)}", (q,)

    def _revolute(self, j: Revolute) -> Displacements:
        return [self._turned(j.axis, j.angle)]

    def _prismatic(self, j: Prismatic) -> Displacements:
        return [self._slid(j.axis, j.distance)]

    def _helical(self, j: Helical) -> Displacements:
        move = f"{self.terms.scalar(j.pitch, 2)}*{self._slid(j.axis, j.angle)[0]}"
        return [(f"{move} ++ ({self.terms.turn(j.axis, j.angle)})", (j.angle,))]

    def _cylindrical(self, j: Cylindrical) -> Displacements:
        return [self._turned(j.axis, j.angle), self._slid(j.axis, j.distance)]

    def _planar(self, j: Planar) -> Displacements:
        first, second = j.in_plane
        x, y = self._slid(first, j.x)[0], self._slid(second, j.y)[0]
        return [(f"{x} + {y}", (j.x, j.y)), self._turned(j.normal, j.angle)]

    def _universal(self, j: Universal) -> Displacements:
        return [self._turned(j.first, j.angles[0]), self._turned(j.second, j.angles[1])]

    def _attitude(self, j: Spherical | Free) -> Displacements:
        if not j.attitude.angles:
            return []
        turns = turns_of(as_matrix(j.rotation))
        return [(self.terms.turn(axis, angle), (angle,)) for axis, angle in turns]

    def _free(self, j: Free) -> Displacements:
        place = ", ".join(self.terms.scalar(q) for q in j.position)
        return [(f"[{place}]", tuple(j.position)), *self._attitude(j)]

    def _fixed(self, j: Fixed) -> Displacements:
        if j.offset is None and j.given_rotation is None:
            return []
        at = self.terms.displacement(j.translation, as_matrix(j.rotation))
        return [(at, ())]

    def _composed(self, j: Composed) -> Displacements:
        found: Displacements = []
        for d in j.displacements:
            turn = None if d.axis is None or d.angle is None else self.terms.turn(d.axis, d.angle)
            move = None if d.move is None else self.terms.vector(d.move)
            text = f"{move} ++ ({turn})" if move and turn else move or turn or "0"
            found.append((text, tuple(q for q in j.coordinates if _depends(d, q))))
        if len(found) > 6:
            raise ModelError("a link has at most six displacements")
        return found

    _makers: dict[type, Callable[[Any, Any], Displacements]] = {
        Revolute: _revolute,
        Prismatic: _prismatic,
        Helical: _helical,
        Cylindrical: _cylindrical,
        Planar: _planar,
        Universal: _universal,
        Spherical: _attitude,
        Free: _free,
        Fixed: _fixed,
        Composed: _composed,
    }

    # -- efforts ----------------------------------------------------------------------------------

    def _efforts(self, joint: Joint, displacements: Displacements) -> dict[int, list[str]]:
        """The fields for the efforts along a joint, by the number of the displacement."""
        if joint.efforts and joint.type.stretches != joint.coordinates:
            raise ModelError(
                f"joint {joint.name}: its efforts act on a difference of angles; measure its "
                "angle from the link before"
            )
        found: dict[int, list[str]] = {}
        for q in joint.coordinates:
            efforts = [e for e in joint.efforts if self._rate(joint, e) is diff(q, time)]
            if not efforts:
                continue
            at = next((i for i, (_, by) in enumerate(displacements) if by == (q,)), None)
            if at is None:
                raise ModelError(
                    f"joint {joint.name}: the effort along {q} cannot be written, because no "
                    f"displacement depends on {q} alone"
                )
            found[at] = self._along(q, efforts)
        return found

    def _rate(self, joint: Joint, e: JointEffort) -> Any:
        return e.rate if e.rate is not None else diff(joint.coordinates[0], time)

    def _along(self, q: Scalar, efforts: list[JointEffort]) -> list[str]:
        """One spring, one damper, and all other efforts as a motor."""
        fields: dict[str, str] = {}
        rest = number(0)
        for e in efforts:
            stiffness = None if e.potential is None else simplify(diff(diff(e.potential, q), q))
            if e.dissipation is not None and "damper" not in fields:
                rate = diff(q, time)
                damping = simplify(diff(diff(e.dissipation, rate), rate))
                fields["damper"] = self.terms.scalar(damping)
            elif stiffness is not None and stiffness != 0 and "spring" not in fields:
                fields["spring"] = self.terms.scalar(stiffness)
                still = simplify(q + e.value / stiffness)
                if still != 0:
                    fields["rest"] = self.terms.scalar(still)
            else:
                rest = rest + e.value
        if normal(rest) != 0:
            fields["motor"] = self.terms.scalar(normal(rest))
        return [f"{name} = {text}" for name, text in fields.items()]

    # -- joints of loops --------------------------------------------------------------------------

    def closing(self, given: JointType) -> str:
        """The link of a joint that closes a loop; the names of its coordinates do not matter."""
        if isinstance(given, Fixed):
            return f"link {', '.join(self._fields(self._fixed(given), {}))} end".replace("  ", " ")
        make = self._closings.get(type(given))
        if make is None:
            raise ModelError(f"a {given.label} that closes a loop cannot be written in LSD")
        found: str = make(self, given)
        return found

    def _about(self, *axes: Vector) -> str:
        names = "abc"[: len(axes)]
        turns = [f"{n} || {self.terms.vector(a)}" for n, a in zip(names, axes, strict=True)]
        fields = self._fields([(turn, ()) for turn in turns], {})
        return f"link({', '.join(names)}) {', '.join(fields)} end"

    def _in_plane(self, j: Planar) -> str:
        first, second = map(self.terms.vector, across(j.normal))
        turn = f"a || {self.terms.vector(j.normal)}"
        return f"link(x, y, a) dof1 = x*{first} + y*{second}, dof2 = {turn} end"

    def _along_axis(self, j: Cylindrical) -> str:
        axis = self.terms.vector(j.axis)
        return f"link(a, d) dof1 = a || {axis}, dof2 = d*{axis} end"

    def _screw(self, j: Helical) -> str:
        return f"link(?{j.angle}) dof = {self._helical(j)[0][0]} end"

    _closings: dict[type, Callable[[Any, Any], str]] = {
        Revolute: lambda self, j: self._about(j.axis),
        Universal: lambda self, j: self._about(j.first, j.second),
        Spherical: lambda self, j: self._about(X, Y, Z),
        Prismatic: lambda self, j: f"link(d) dof = d*{self.terms.vector(j.axis)} end",
        Cylindrical: _along_axis,
        Planar: _in_plane,
        Helical: _screw,
    }


def _depends(d: Any, q: Scalar) -> bool:
    terms = [t for t in (d.move, d.axis, d.angle) if t is not None]
    return any(q in free_symbols(t) for t in terms)
