"""The algebra of screws and displacements; its operators and rules are in `rules`."""

from __future__ import annotations

from typing import Any

from rewrite import Scalar, Vector, column, zero
from rules.screw_theory.displacements import (
    Ad,
    Displacement,
    compose,
    displacement,
    inverse,
    move,
    orientation,
    position,
    translation,
    turning,
)
from rules.screw_theory.exponentials import dexp, exp, rotation_by, stumpff
from rules.screw_theory.screw_algebra import (
    Screw,
    act,
    ad,
    blocks,
    bracket,
    coad,
    klein,
    moment,
    moment_at,
    reduced_at,
    resultant,
    screw,
)

__all__ = [
    "ALGEBRA",
    "AXES",
    "ROTATIONS",
    "TRANSLATIONS",
    "Ad",
    "Displacement",
    "Screw",
    "act",
    "ad",
    "blocks",
    "bracket",
    "coad",
    "compose",
    "dexp",
    "displacement",
    "exp",
    "inverse",
    "klein",
    "moment",
    "moment_at",
    "move",
    "orientation",
    "position",
    "reduced_at",
    "resultant",
    "rotation_by",
    "screw",
    "screw_of",
    "stumpff",
    "translation",
    "turning",
]

ALGEBRA: tuple[Any, ...] = (
    Screw, Displacement, screw, moment, resultant, bracket, klein, act, ad, coad, blocks, compose,
    inverse, displacement, position, orientation, move, Ad, stumpff, rotation_by, exp, dexp,
)  # fmt: skip
"""The sorts and operators, as declarations for `parse` and `from_json`."""

AXES: tuple[Vector, Vector, Vector] = (column(1, 0, 0), column(0, 1, 0), column(0, 0, 1))  # type: ignore[arg-type]
"""The axes of a frame, in its own coordinates."""
TRANSLATIONS = tuple(screw(axis, zero(Vector)) for axis in AXES)
"""i, j, k: the unit translations along the axes of a frame."""
ROTATIONS = tuple(screw(zero(Vector), axis) for axis in AXES)
"""ξ, η, ζ: the unit rotations about the axes of a frame."""


def screw_of(*coordinates: Scalar | int) -> Screw:
    """The screw with six given coordinates.

    >>> from rewrite import scalars
    >>> screw_of(*scalars("x y z"), 0, 0, 1)
    screw(column(x, y, z), column(0, 0, 1))
    """
    x, y, z, a, b, c = coordinates
    return screw(column(x, y, z), column(a, b, c))  # type: ignore[arg-type]
