"""Which standard joint a link is: found from its displacements.

A link that closes a loop needs as few equations as its joint takes freedoms away, and no
coordinates. Its displacements are taken apart into moves and turns. Constant ones at the beginning
and at the end belong to the frames that are joined; what is left between them is compared with the
standard types.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import rewrite as rw
from rewrite import Matrix, Scalar, Vector, cross, diff, dot, identity, normal, rot, simplify, zero

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
from .links import Link

NONE: Vector = zero(Vector)


@dataclass(frozen=True)
class Part:
    """A move, or a turn about an axis, with the coordinates that it depends on."""

    coordinates: tuple[Scalar, ...]
    move: Vector | None = None
    axis: Vector | None = None
    angle: Scalar | None = None

    @property
    def rotation(self) -> Matrix:
        return identity(3) if self.axis is None else rot(self.axis, self.angle)


@dataclass(frozen=True)
class ClosingType:
    """A standard joint between constant displacements: translation and rotation before and after."""

    before: tuple[Vector, Matrix]
    type: JointType | None
    """None if it holds nothing."""
    after: tuple[Vector, Matrix]


# -- joints of the tree ---------------------------------------------------------------------------


def joint_type(link: Link) -> JointType:
    """The joint of a link, with its coordinates: a standard type if it is one as it is written."""
    coordinates = tuple(link.coordinates.values())
    if not coordinates:
        move, turn = _total(_parts(link))
        return Fixed(None if turn is identity(3) else turn, None if move is NONE else move)
    found = _standard(_parts(link), coordinates)
    if found is not None and found.coordinates == coordinates:
        return found
    steps: list[Displacement] = []
    for step in link.steps:
        d = step.displacement
        move = None if normal(d.translation) is NONE else d.translation
        first, *rest = d.rotation.turns or (None,)
        steps.append(Displacement(move, first and first.axis, first and first.angle))
        steps += [Displacement(None, turn.axis, turn.angle) for turn in rest if turn is not None]
    return Composed(tuple(steps), coordinates)


def _standard(parts: Sequence[Part], coordinates: tuple[Scalar, ...]) -> JointType | None:
    """A hinge, slider, screw, cylinder or universal joint by exactly these coordinates."""
    moves = [p for p in parts if p.move is not None]
    turns = [p for p in parts if p.axis is not None]
    plain = all(t.angle in coordinates for t in turns) and all(
        len(p.coordinates) == 1 for p in parts
    )
    if not plain or len(moves) > 1 or len(turns) > 2 or not all(map(_is_steady_axis, turns)):
        return None
    if not moves and len(turns) == 1:
        return Revolute(turns[0].axis, turns[0].angle)  # type: ignore[arg-type]
    if not moves and len(turns) == 2 and not _parallel(turns[0].axis, turns[1].axis):
        return Universal(turns[0].axis, turns[1].axis, (turns[0].angle, turns[1].angle))  # type: ignore[arg-type]
    if len(moves) != 1 or len(turns) > 1:
        return None
    q = moves[0].coordinates[0]
    along = _slope(moves[0].move, q)
    if along is None or not _vanishes(moves[0].move - q * along):
        return None
    if not turns:
        return Prismatic(along, q) if _is_unit(along) else None
    axis, angle = turns[0].axis, turns[0].angle
    if not _parallel(along, axis):
        return None
    if q is angle:
        return Helical(axis, simplify(dot(axis, along)), angle)  # type: ignore[arg-type]
    return Cylindrical(along, angle, q) if _is_same(along, axis) else None


def _is_steady_axis(p: Part) -> bool:
    return p.axis is not None and diff(p.axis, rw.time) is NONE


# -- joints that close loops ----------------------------------------------------------------------


def closing_type(link: Link) -> ClosingType | None:
    """The standard joint that a link is, up to constant displacements; None if it is no such."""
    parts = _parts(link)
    first = next((i for i, p in enumerate(parts) if p.coordinates), len(parts))
    last = next((i for i in range(len(parts), 0, -1) if parts[i - 1].coordinates), first)
    middle, twist = _without_twists(parts[first:last])
    if middle is None:
        return None
    found = _closing(middle)
    if found is None:
        return None
    offset, type = found
    move, turn = _total(parts[:first])
    end = _total(parts[last:])
    after = normal(twist @ end[0]), normal(twist @ end[1])
    return ClosingType((normal(move + turn @ offset), turn), type, after)


def _parts(link: Link) -> list[Part]:
    """Moves and turns in their order; moves that follow each other are one."""
    found: list[Part] = []
    for step in link.steps:
        move = normal(step.displacement.translation)
        if move is not NONE:
            if found and found[-1].move is not None:
                move = normal(found.pop().move + move)
            found.append(Part(_moving(link, move), move))
        for turn in step.displacement.rotation.turns:
            moving = tuple(dict.fromkeys((*_moving(link, turn.angle), *_moving(link, turn.axis))))
            found.append(Part(moving, None, turn.axis, turn.angle))
    return found


def _moving(link: Link, t: Scalar | Vector) -> tuple[Scalar, ...]:
    there = rw.free_symbols(t)
    return tuple(q for q in link.coordinates.values() if q in there)


def _total(parts: Sequence[Part]) -> tuple[Vector, Matrix]:
    """Constant displacements as one translation and one rotation after it."""
    move, turn = NONE, identity(3)
    for p in parts:
        if p.move is not None:
            move = move + turn @ p.move
        turn = turn @ p.rotation
    return normal(move), normal(turn)


def _without_twists(parts: Sequence[Part]) -> tuple[list[Part] | None, Matrix]:
    """The parts with constant turns moved to the end, and their product: C Rot(a) = Rot(C a) C.
    None if a constant move stands between turns, or an axis moves."""
    twist, found = identity(3), []
    for p in parts:
        if p.axis is not None and diff(p.axis, rw.time) is not NONE:
            return None, twist
        if not p.coordinates and p.move is not None:
            return None, twist
        if not p.coordinates:
            twist = normal(twist @ p.rotation)
            continue
        move = None if p.move is None else simplify(twist @ p.move)
        axis = None if p.axis is None else simplify(twist @ p.axis)
        found.append(Part(p.coordinates, move, axis, p.angle))
    return found, twist


def _closing(parts: list[Part]) -> tuple[Vector, JointType | None] | None:
    """The standard joint of parts that all move, and a constant translation before it."""
    moves = [p for p in parts if p.move is not None]
    turns = [p for p in parts if p.axis is not None]
    used = [q for p in parts for q in p.coordinates]
    if len(moves) > 1 or any(len(t.coordinates) != 1 for t in turns):
        return None
    if len(moves) == 1 and len(turns) == 1 and len(used) == 2 and used[0] is used[1]:
        return _screw(moves[0], turns[0], parts)
    if len(set(used)) < len(used):
        return None
    offset, slopes = _slopes(moves[0]) if moves else (NONE, [])
    if slopes is None or (offset is not NONE and parts[0].move is None):
        return None
    for fits in _TYPES.get((len(slopes), len(turns)), ()):
        type = fits(slopes, [t.axis for t in turns if t.axis is not None])
        if type is not None:
            return offset, None if isinstance(type, Free) else type
    return None


def _screw(move: Part, turn: Part, parts: list[Part]) -> tuple[Vector, JointType] | None:
    """A turn and a slide along its axis by the same coordinate, in a constant ratio."""
    (q,), axis = turn.coordinates, turn.axis
    assert axis is not None and turn.angle is not None
    offset, slopes = _slopes(move)
    by = simplify(diff(turn.angle, q))
    if slopes is None or len(slopes) != 1 or diff(by, rw.time) != 0 or by == 0:
        return None
    if not _parallel(slopes[0], axis) or (offset is not NONE and parts[0] is not move):
        return None
    angle = normal(turn.angle - by * q)
    if angle != 0 or by != 1:
        return None
    return offset, Helical(axis, simplify(dot(axis, slopes[0])), q)


def _slopes(move: Part) -> tuple[Vector, list[Vector] | None]:
    """A move as offset + Σ slope · coordinate; no slopes if it is not linear."""
    assert move.move is not None
    offset, slopes = move.move, []
    for q in move.coordinates:
        along = _slope(move.move, q)
        if along is None:
            return NONE, None
        slopes.append(along)
        offset = offset - q * along
    return NONE if _vanishes(offset) else simplify(offset), slopes


def _slope(move: Vector | None, q: Scalar) -> Vector | None:
    assert move is not None
    along = simplify(diff(move, q))
    return along if diff(along, rw.time) is NONE else None


def _planar(slopes: list[Vector], axes: list[Vector]) -> JointType | None:
    flat = all(simplify(dot(s, axes[0])) == 0 for s in slopes)
    return Planar(axes[0]) if flat and not _parallel(*slopes) else None


def _ball(slopes: list[Vector], axes: list[Vector]) -> JointType | None:
    first, second, third = axes
    return None if _parallel(first, second) or _parallel(second, third) else Spherical()


def _free(slopes: list[Vector], axes: list[Vector]) -> JointType | None:
    spans = simplify(rw.triple(*slopes)) != 0
    free: JointType = Free(identity(3), ())
    return free if spans and _ball([], axes) is not None else None


_TYPES: dict[tuple[int, int], list[Callable[[list[Vector], list[Vector]], JointType | None]]] = {
    (0, 0): [lambda s, a: Fixed()],
    (0, 1): [lambda s, a: Revolute(a[0])],
    (1, 0): [lambda s, a: Prismatic(_unit(s[0]))],
    (1, 1): [lambda s, a: Cylindrical(a[0]) if _parallel(s[0], a[0]) else None],
    (2, 1): [_planar],
    (0, 2): [lambda s, a: None if _parallel(*a) else Universal(*a)],
    (0, 3): [_ball],
    (3, 3): [_free],
}
"""By how many coordinates move and turn."""


def _parallel(a: Vector | None, b: Vector | None) -> bool:
    assert a is not None and b is not None
    return _vanishes(cross(a, b))


def _is_same(a: Vector, b: Vector | None) -> bool:
    return b is not None and _vanishes(a - b)


def _vanishes(v: Vector) -> bool:
    return all(simplify(of(v)) == 0 for of in (rw.x_of, rw.y_of, rw.z_of))


def _is_unit(a: Vector) -> bool:
    return bool(simplify(dot(a, a)) == 1)


def _unit(a: Vector) -> Vector:
    return a if _is_unit(a) else normal(a / rw.norm(a))
