"""A link split into slides and turns, with the coordinates that each depends on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import rewrite as rw
from rewrite import Matrix, Scalar, Vector, cross, diff, dot, identity, normal, rot, simplify, zero

from .links import Link

NONE: Vector = zero(Vector)


@dataclass(frozen=True)
class Slide:
    """A translation."""

    coordinates: tuple[Scalar, ...]
    move: Vector

    def slopes(self) -> tuple[Vector, list[Vector]] | None:
        """The translation as offset + Σ slope · coordinate; None if it is not linear."""
        offset, slopes = self.move, []
        for q in self.coordinates:
            along = simplify(diff(self.move, q))
            if diff(along, rw.time) is not NONE:
                return None
            slopes.append(along)
            offset = offset - q * along
        return (NONE if vanishes(offset) else simplify(offset)), slopes


@dataclass(frozen=True)
class Spin:
    """A turn about an axis."""

    coordinates: tuple[Scalar, ...]
    axis: Vector
    angle: Scalar

    @property
    def rotation(self) -> Matrix:
        return rot(self.axis, self.angle)

    @property
    def is_steady(self) -> bool:
        """Whether the axis does not move."""
        return diff(self.axis, rw.time) is NONE


Part = Slide | Spin


def parts_of(link: Link) -> list[Part]:
    """The parts of a link in their order; consecutive slides are merged."""
    found: list[Part] = []
    for step in link.steps:
        move = normal(step.displacement.translation)
        if not vanishes(move):
            last = found[-1] if found else None
            if isinstance(last, Slide):
                move = normal(last.move + move)
                found.pop()
            found.append(Slide(_moving(link, move), move))
        for turn in step.displacement.rotation.turns:
            found.append(Spin(_moving(link, turn.angle, turn.axis), turn.axis, turn.angle))
    return found


def _moving(link: Link, *terms: Scalar | Vector) -> tuple[Scalar, ...]:
    """The coordinates of a link on which terms depend."""
    there = {s for t in terms for s in rw.free_symbols(t)}
    return tuple(q for q in link.coordinates.values() if q in there)


def total(parts: Sequence[Part]) -> tuple[Vector, Matrix]:
    """Successive displacements as one translation followed by one rotation."""
    move, turn = NONE, identity(3)
    for p in parts:
        if isinstance(p, Slide):
            move = move + turn @ p.move
        else:
            turn = turn @ p.rotation
    return normal(move), normal(turn)


# -- directions -----------------------------------------------------------------------------------


def vanishes(v: Vector) -> bool:
    return all(simplify(of(v)) == 0 for of in (rw.x_of, rw.y_of, rw.z_of))


def parallel(a: Vector, b: Vector) -> bool:
    return vanishes(cross(a, b))


def is_unit(a: Vector) -> bool:
    return bool(simplify(dot(a, a)) == 1)


def unit(a: Vector) -> Vector:
    """A constant vector, divided by its length."""
    return a if is_unit(a) else normal(a / rw.norm(a))
