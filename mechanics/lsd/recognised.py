"""Find which standard joint a link is, from its displacements.

A standard joint that closes a loop needs no coordinates, and only one equation for each freedom
that it removes. Constant displacements at its start and end belong to the joined frames; the
displacements between them are compared with the standard types.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import rewrite as rw
from rewrite import Matrix, Scalar, Vector, diff, dot, identity, normal, simplify

from ..joints import (
    Cylindrical,
    Fixed,
    Free,
    Helical,
    JointType,
    Planar,
    Prismatic,
    Revolute,
    Spherical,
    Universal,
)
from ..joints.composed import Composed, Displacement
from .link_parts import NONE, Part, Slide, Spin, is_unit, parallel, parts_of, total, unit, vanishes
from .links import Link
from .lsd_error import LsdError

# -- joints of the tree ---------------------------------------------------------------------------


def joint_type(link: Link) -> JointType:
    """The joint of a link, with its coordinates: a standard type if its displacements are one."""
    coordinates = tuple(link.coordinates.values())
    if link.has_symbols:
        return _with_symbols(link, coordinates)
    if not coordinates and not _depends_on_time(link):
        move, turn = total(parts_of(link))
        return Fixed(None if turn is identity(3) else turn, None if move is NONE else move)
    found = _standard(parts_of(link), coordinates)
    if found is not None and found.coordinates == coordinates:
        return found
    return Composed(tuple(_displacements(link)), coordinates)


def _with_symbols(link: Link, coordinates: tuple[Scalar, ...]) -> JointType:
    """A free body or a ball joint whose attitude or speeds are symbols."""
    move, turn = total(parts_of(link))
    is_free = move is not NONE
    angles = coordinates[:-3] if is_free else coordinates
    whole = (not is_free or move is normal(rw.column(*coordinates[-3:]))) and (
        turn is identity(3) and not angles if link.attitude is not None else len(angles) == 3
    )
    if not whole:
        raise LsdError(
            link.place,
            "attitude, rotation, spin and velocity need a free body or a ball joint",
            "write link(x, y, z) dof = [x, y, z], attitude = ?q, spin = ?w, velocity = ?v end; a "
            "ball has no dof and no velocity; angles come before x, y, z in the brackets",
        )
    attitude = turn if link.attitude is None else link.attitude
    if is_free:
        return Free(attitude, coordinates, link.spin, link.velocity)
    if link.velocity is not None:
        raise LsdError(link.place, "a ball has no velocity", "leave velocity out")
    return Spherical(attitude, angles, link.spin)


def _depends_on_time(link: Link) -> bool:
    """Whether given functions of time move a link that has no coordinates."""
    move, turn = total(parts_of(link))
    return diff(move, rw.time) is not NONE or diff(turn, rw.time) is not rw.zero((3, 3))


def _displacements(link: Link) -> list[Displacement]:
    found: list[Displacement] = []
    for step in link.steps:
        move, turns = step.displacement.translation, step.displacement.rotation.turns
        if not vanishes(move):
            found.append(Displacement(move))
        found += [Displacement(None, turn.axis, turn.angle) for turn in turns]
    return found


def _standard(parts: Sequence[Part], coordinates: tuple[Scalar, ...]) -> JointType | None:
    """A hinge, slider, screw, cylinder or universal joint with exactly these coordinates."""
    slides = [p for p in parts if isinstance(p, Slide)]
    spins = [p for p in parts if isinstance(p, Spin)]
    if not all(s.angle in coordinates and s.is_steady for s in spins):
        return None
    if not slides and len(spins) == 1:
        return Revolute(spins[0].axis, spins[0].angle)
    if not slides and len(spins) == 2 and not parallel(spins[0].axis, spins[1].axis):
        return Universal(spins[0].axis, spins[1].axis, (spins[0].angle, spins[1].angle))
    if len(slides) != 1 or len(slides[0].coordinates) != 1 or len(spins) > 1:
        return None
    return _sliding(slides[0], spins[0] if spins else None)


def _sliding(slide: Slide, spin: Spin | None) -> JointType | None:
    """A slider, a screw or a cylinder."""
    (q,), linear = slide.coordinates, slide.slopes()
    if linear is None or linear[0] is not NONE:
        return None
    along = linear[1][0]
    if spin is None:
        return Prismatic(along, q) if is_unit(along) else None
    if not parallel(along, spin.axis):
        return None
    if q is spin.angle:
        return Helical(spin.axis, simplify(dot(spin.axis, along)), q)
    return Cylindrical(along, spin.angle, q) if vanishes(along - spin.axis) else None


# -- joints that close loops ----------------------------------------------------------------------


@dataclass(frozen=True)
class ClosingType:
    """A standard joint between constant displacements, each a translation and a rotation."""

    before: tuple[Vector, Matrix]
    type: JointType | None
    """None if the joint constrains nothing."""
    after: tuple[Vector, Matrix]


def closing_type(link: Link) -> ClosingType | None:
    """The standard joint that a link is, up to constant displacements; None if it is not one."""
    parts = parts_of(link)
    if not link.coordinates and _depends_on_time(link):
        return None
    first = next((i for i, p in enumerate(parts) if p.coordinates), len(parts))
    last = next((i for i in range(len(parts), 0, -1) if parts[i - 1].coordinates), first)
    straight = _without_twists(parts[first:last])
    found = None if straight is None else _closing(straight[0])
    if straight is None or found is None:
        return None
    (offset, type), twist = found, straight[1]
    move, turn = total(parts[:first])
    end = total(parts[last:])
    after = normal(twist @ end[0]), normal(twist @ end[1])
    return ClosingType((normal(move + turn @ offset), turn), type, after)


def _without_twists(parts: Sequence[Part]) -> tuple[list[Part], Matrix] | None:
    """The parts with constant turns moved to the end, and their product: C Rot(a) = Rot(C a) C.
    None if a constant translation is between turns, or an axis moves."""
    twist, found = identity(3), list[Part]()
    for p in parts:
        if isinstance(p, Slide):
            if not p.coordinates:
                return None
            found.append(Slide(p.coordinates, simplify(twist @ p.move)))
        elif not p.is_steady:
            return None
        elif p.coordinates:
            found.append(Spin(p.coordinates, simplify(twist @ p.axis), p.angle))
        else:
            twist = normal(twist @ p.rotation)
    return found, twist


def _closing(parts: list[Part]) -> tuple[Vector, JointType | None] | None:
    """The standard joint of parts that all move, and the constant translation before it."""
    slides = [p for p in parts if isinstance(p, Slide)]
    spins = [p for p in parts if isinstance(p, Spin)]
    linear = (NONE, list[Vector]()) if not slides else slides[0].slopes()
    if len(slides) > 1 or linear is None or any(len(s.coordinates) != 1 for s in spins):
        return None
    offset, slopes = linear
    if offset is not NONE and not isinstance(parts[0], Slide):
        return None
    used = [q for p in parts for q in p.coordinates]
    if len(set(used)) == len(used):
        fits = _TYPES.get((len(slopes), len(spins)))
        type = None if fits is None else fits(slopes, [s.axis for s in spins])
    else:
        type = _screw(slopes, spins, used)
    if type is None:
        return None
    return offset, None if isinstance(type, Free) else type


def _screw(slopes: list[Vector], spins: list[Spin], used: list[Scalar]) -> JointType | None:
    """A turn by a coordinate, and a slide along its axis by the same coordinate."""
    if len(slopes) != 1 or len(spins) != 1 or spins[0].angle is not used[0]:
        return None
    axis, q = spins[0].axis, spins[0].angle
    return Helical(axis, simplify(dot(axis, slopes[0])), q) if parallel(slopes[0], axis) else None


def _planar(slopes: list[Vector], axes: list[Vector]) -> JointType | None:
    flat = all(simplify(dot(s, axes[0])) == 0 for s in slopes)
    return Planar(axes[0]) if flat and not parallel(*slopes) else None


def _ball(slopes: list[Vector], axes: list[Vector]) -> JointType | None:
    first, second, third = axes
    return None if parallel(first, second) or parallel(second, third) else Spherical()


def _free(slopes: list[Vector], axes: list[Vector]) -> JointType | None:
    spans = simplify(rw.triple(*slopes)) != 0
    return Free(identity(3), ()) if spans and _ball([], axes) is not None else None


_TYPES: dict[tuple[int, int], Callable[[list[Vector], list[Vector]], JointType | None]] = {
    (0, 0): lambda s, a: Fixed(),
    (0, 1): lambda s, a: Revolute(a[0]),
    (1, 0): lambda s, a: Prismatic(unit(s[0])),
    (1, 1): lambda s, a: Cylindrical(a[0]) if parallel(s[0], a[0]) else None,
    (2, 1): _planar,
    (0, 2): lambda s, a: None if parallel(a[0], a[1]) else Universal(a[0], a[1]),
    (0, 3): _ball,
    (3, 3): _free,
}
"""Keyed by the numbers of coordinates that slide and turn."""
