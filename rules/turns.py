"""Elementary rotations rot(v, x), by an angle x about a vector v.

rot(v, x) stands for cos x Id + sin x ṽ + (1 − cos x) v vᵀ, which is a rotation if v is unit; the
laws of rotations apply to it. With Context(triad(x, y, z)) `RODRIGUES` gives the nine products of
rotations about the axes with the axes.
"""

from __future__ import annotations

from rewrite import (
    Matrix,
    Rewrite,
    RuleSet,
    Scalar,
    Vector,
    cos,
    cross,
    dot,
    identity,
    number,
    orthogonal,
    rot,
    rotation,
    rule,
    sin,
    tilde,
    unit,
)


@rule
def no_turn(v: Vector) -> Rewrite[Matrix]:
    """rot(v, 0) = Id."""
    return rot(v, number(0)) >> identity(3)


@rule
def turn_about_opposite_axis(v: Vector, x: Scalar) -> Rewrite[Matrix]:
    """rot(−v, x) = rot(v, x)ᵀ."""
    return rot(-v, x) >> rot(v, x).T


@rule
def turn_backwards(v: Vector, x: Scalar) -> Rewrite[Matrix]:
    """rot(v, −x) = rot(v, x)ᵀ."""
    return rot(v, -x) >> rot(v, x).T


@rule
def axis_stays(v: Vector, x: Scalar) -> Rewrite[Vector]:
    """rot(v, x) v = v for a unit v."""
    return (rot(v, x) @ v >> v).when(unit(v))


@rule
def axis_stays_turned_back(v: Vector, x: Scalar) -> Rewrite[Vector]:
    """rot(v, x)ᵀ v = v for a unit v."""
    return (rot(v, x).T @ v >> v).when(unit(v))


@rule
def axis_row_stays(v: Vector, x: Scalar) -> Rewrite[Matrix]:
    """vᵀ rot(v, x) = vᵀ for a unit v."""
    return (v.T @ rot(v, x) >> v.T).when(unit(v))


@rule
def axis_row_stays_turned_back(v: Vector, x: Scalar) -> Rewrite[Matrix]:
    """vᵀ rot(v, x)ᵀ = vᵀ for a unit v."""
    return (v.T @ rot(v, x).T >> v.T).when(unit(v))


@rule
def turns_about_one_axis(v: Vector, x: Scalar, y: Scalar) -> Rewrite[Matrix]:
    """rot(v, x) rot(v, y) = rot(v, x + y) for a unit v."""
    return (rot(v, x) @ rot(v, y) >> rot(v, x + y)).when(unit(v))


@rule
def turn_and_back(v: Vector, x: Scalar, y: Scalar) -> Rewrite[Matrix]:
    """rot(v, x) rot(v, y)ᵀ = rot(v, x − y) for a unit v."""
    return (rot(v, x) @ rot(v, y).T >> rot(v, x - y)).when(unit(v))


@rule
def back_and_turn(v: Vector, x: Scalar, y: Scalar) -> Rewrite[Matrix]:
    """rot(v, x)ᵀ rot(v, y) = rot(v, y − x) for a unit v."""
    return (rot(v, x).T @ rot(v, y) >> rot(v, y - x)).when(unit(v))


@rule
def turns_back_about_one_axis(v: Vector, x: Scalar, y: Scalar) -> Rewrite[Matrix]:
    """rot(v, x)ᵀ rot(v, y)ᵀ = rot(v, x + y)ᵀ for a unit v."""
    return (rot(v, x).T @ rot(v, y).T >> rot(v, x + y).T).when(unit(v))


@rule
def turns_around_tilde(v: Vector, x: Scalar, y: Scalar) -> Rewrite[Matrix]:
    """rot(v, x) ṽ rot(v, y) = ṽ rot(v, x + y) for a unit v."""
    return (rot(v, x) @ tilde(v) @ rot(v, y) >> tilde(v) @ rot(v, x + y)).when(unit(v))


@rule
def turn_and_back_around_tilde(v: Vector, x: Scalar, y: Scalar) -> Rewrite[Matrix]:
    """rot(v, x) ṽ rot(v, y)ᵀ = ṽ rot(v, x − y) for a unit v."""
    return (rot(v, x) @ tilde(v) @ rot(v, y).T >> tilde(v) @ rot(v, x - y)).when(unit(v))


@rule
def back_and_turn_around_tilde(v: Vector, x: Scalar, y: Scalar) -> Rewrite[Matrix]:
    """rot(v, x)ᵀ ṽ rot(v, y) = ṽ rot(v, y − x) for a unit v."""
    return (rot(v, x).T @ tilde(v) @ rot(v, y) >> tilde(v) @ rot(v, y - x)).when(unit(v))


@rule
def turns_back_around_tilde(v: Vector, x: Scalar, y: Scalar) -> Rewrite[Matrix]:
    """rot(v, x)ᵀ ṽ rot(v, y)ᵀ = ṽ rot(v, x + y)ᵀ for a unit v."""
    return (rot(v, x).T @ tilde(v) @ rot(v, y).T >> tilde(v) @ rot(v, x + y).T).when(unit(v))


@rule
def tilde_before_turn(v: Vector, x: Scalar) -> Rewrite[Matrix]:
    """ṽ rot(v, x) = rot(v, x) ṽ."""
    return tilde(v) @ rot(v, x) >> rot(v, x) @ tilde(v)


@rule
def tilde_before_turn_back(v: Vector, x: Scalar) -> Rewrite[Matrix]:
    """ṽ rot(v, x)ᵀ = rot(v, x)ᵀ ṽ."""
    return tilde(v) @ rot(v, x).T >> rot(v, x).T @ tilde(v)


# -- Rodrigues ------------------------------------------------------------------------------------


@rule
def turn_of_orthogonal(v: Vector, b: Vector, x: Scalar) -> Rewrite[Vector]:
    """rot(v, x) b = cos x b + sin x v × b if v and b are orthogonal."""
    return (rot(v, x) @ b >> cos(x) * b + sin(x) * cross(v, b)).when(orthogonal(v, b))


@rule
def turn_back_of_orthogonal(v: Vector, b: Vector, x: Scalar) -> Rewrite[Vector]:
    """rot(v, x)ᵀ b = cos x b − sin x v × b if v and b are orthogonal."""
    return (rot(v, x).T @ b >> cos(x) * b - sin(x) * cross(v, b)).when(orthogonal(v, b))


@rule
def rodrigues(v: Vector, b: Vector, x: Scalar) -> Rewrite[Vector]:
    """rot(v, x) b = cos x b + sin x v × b + (1 − cos x)(v·b) v   (Rodrigues)."""
    right = cos(x) * b + sin(x) * cross(v, b) + (1 - cos(x)) * dot(v, b) * v
    return rot(v, x) @ b >> right


@rule
def rodrigues_back(v: Vector, b: Vector, x: Scalar) -> Rewrite[Vector]:
    """rot(v, x)ᵀ b = cos x b − sin x v × b + (1 − cos x)(v·b) v   (Rodrigues)."""
    right = cos(x) * b - sin(x) * cross(v, b) + (1 - cos(x)) * dot(v, b) * v
    return rot(v, x).T @ b >> right


@rule
def rodrigues_of_row(v: Vector, b: Vector, x: Scalar) -> Rewrite[Matrix]:
    """bᵀ rot(v, x) = (cos x b − sin x v × b + (1 − cos x)(v·b) v)ᵀ   (Rodrigues)."""
    right = cos(x) * b - sin(x) * cross(v, b) + (1 - cos(x)) * dot(v, b) * v
    return b.T @ rot(v, x) >> right.T


@rule
def rodrigues_back_of_row(v: Vector, b: Vector, x: Scalar) -> Rewrite[Matrix]:
    """bᵀ rot(v, x)ᵀ = (cos x b + sin x v × b + (1 − cos x)(v·b) v)ᵀ   (Rodrigues)."""
    right = cos(x) * b + sin(x) * cross(v, b) + (1 - cos(x)) * dot(v, b) * v
    return b.T @ rot(v, x).T >> right.T


@rule
def turn_as_sum(v: Vector, x: Scalar) -> Rewrite[Matrix]:
    """rot(v, x) = cos x Id + sin x ṽ + (1 − cos x) v vᵀ   (Rodrigues)."""
    return rot(v, x) >> cos(x) * identity(3) + sin(x) * tilde(v) + (1 - cos(x)) * (v @ v.T)


# -- Rodrigues, read from right to left -----------------------------------------------------------


@rule
def sum_as_turn(v: Vector, x: Scalar) -> Rewrite[Matrix]:
    """cos x Id + sin x ṽ + v vᵀ − cos x v vᵀ = rot(v, x)   (Rodrigues)."""
    left = cos(x) * identity(3) + sin(x) * tilde(v) + v @ v.T - cos(x) * (v @ v.T)
    return left >> rot(v, x)


@rule
def sum_as_turned_back(v: Vector, x: Scalar) -> Rewrite[Matrix]:
    """cos x Id − sin x ṽ + v vᵀ − cos x v vᵀ = rot(v, x)ᵀ   (Rodrigues)."""
    left = cos(x) * identity(3) - sin(x) * tilde(v) + v @ v.T - cos(x) * (v @ v.T)
    return left >> rot(v, x).T


@rule
def sum_as_turned(v: Vector, b: Vector, x: Scalar) -> Rewrite[Vector]:
    """cos x b + sin x v × b + (v·b) v − cos x (v·b) v = rot(v, x) b   (Rodrigues)."""
    along = dot(v, b) * v
    return cos(x) * b + sin(x) * cross(v, b) + along - cos(x) * along >> rot(v, x) @ b


@rule
def turned_axis(R: Matrix, v: Vector, x: Scalar) -> Rewrite[Matrix]:
    """R rot(v, x) Rᵀ = rot(R v, x) for a rotation R."""
    return (R @ rot(v, x) @ R.T >> rot(R @ v, x)).when(rotation(R))


@rule
def axis_turned_back(R: Matrix, v: Vector, x: Scalar) -> Rewrite[Matrix]:
    """Rᵀ rot(v, x) R = rot(Rᵀ v, x) for a rotation R."""
    return (R.T @ rot(v, x) @ R >> rot(R.T @ v, x)).when(rotation(R))


@rule
def turn_about_turned_axis(R: Matrix, v: Vector, x: Scalar) -> Rewrite[Matrix]:
    """rot(R v, x) R = R rot(v, x) for a rotation R."""
    return (rot(R @ v, x) @ R >> R @ rot(v, x)).when(rotation(R))


@rule
def turn_about_axis_turned_back(R: Matrix, v: Vector, x: Scalar) -> Rewrite[Matrix]:
    """Rᵀ rot(R v, x) = rot(v, x) Rᵀ for a rotation R."""
    return (R.T @ rot(R @ v, x) >> rot(v, x) @ R.T).when(rotation(R))


@rule
def turn_less_turned_back(v: Vector, x: Scalar) -> Rewrite[Matrix]:
    """rot(v, x) − rot(v, x)ᵀ = 2 sin x ṽ."""
    return rot(v, x) - rot(v, x).T >> 2 * sin(x) * tilde(v)


@rule
def turn_and_turned_back(v: Vector, x: Scalar) -> Rewrite[Matrix]:
    """rot(v, x) + rot(v, x)ᵀ = 2 cos x Id + 2 (1 − cos x) v vᵀ."""
    right = 2 * cos(x) * identity(3) + 2 * (1 - cos(x)) * (v @ v.T)
    return rot(v, x) + rot(v, x).T >> right


TURNS_IN_PARTS = RuleSet(turn_less_turned_back, turn_and_turned_back, name="TURNS_IN_PARTS")
"""The symmetric and antisymmetric parts of elementary rotations."""

TURNS_ABOUT_AN_AXIS = RuleSet(
    no_turn,
    turn_about_opposite_axis,
    turn_backwards,
    axis_stays,
    axis_stays_turned_back,
    axis_row_stays,
    axis_row_stays_turned_back,
    turns_about_one_axis,
    turn_and_back,
    back_and_turn,
    turns_back_about_one_axis,
    name="TURNS_ABOUT_AN_AXIS",
)
"""Elementary rotations."""

TURNS_AROUND_TILDES = RuleSet(
    turns_around_tilde,
    turn_and_back_around_tilde,
    back_and_turn_around_tilde,
    turns_back_around_tilde,
    name="TURNS_AROUND_TILDES",
)
"""Elementary rotations on both sides of the tilde of their axis, which they commute with."""

TILDES_PAST_TURNS = RuleSet(tilde_before_turn, tilde_before_turn_back, name="TILDES_PAST_TURNS")
"""Tildes moved past elementary rotations about their vector, to what stands on the right."""

RODRIGUES = RuleSet(
    axis_stays,
    axis_stays_turned_back,
    turn_of_orthogonal,
    turn_back_of_orthogonal,
    rodrigues,
    rodrigues_back,
    axis_row_stays,
    axis_row_stays_turned_back,
    rodrigues_of_row,
    rodrigues_back_of_row,
    name="RODRIGUES",
)
"""Elementary rotations of vectors, in terms of sines and cosines."""

TURNS_AS_SUMS = RuleSet(turn_as_sum, name="TURNS_AS_SUMS")
"""Elementary rotations as matrices of sines and cosines."""

TURNS_FROM_SUMS = RuleSet(sum_as_turn, sum_as_turned_back, sum_as_turned, name="TURNS_FROM_SUMS")
"""Sums of sines and cosines as elementary rotations."""

TURNS_ABOUT_TURNED_AXES = RuleSet(
    turn_about_turned_axis, turn_about_axis_turned_back, name="TURNS_ABOUT_TURNED_AXES"
)
"""Elementary rotations about turned axes, beside the rotation that turns the axis."""

TURNED_AXES = RuleSet(turned_axis, axis_turned_back, name="TURNED_AXES")
"""Elementary rotations between a rotation and its transpose."""

EXCEPTIONS = {
    ("TURNS_ABOUT_AN_AXIS", "termination"): (
        "angles are added, which the measure counts as growth, and transposes are not counted; "
        "tested on random terms"
    ),
    ("TURNS_AROUND_TILDES", "termination"): (
        "angles are added, which the measure counts as growth; each step removes a letter"
    ),
    ("TURNS_AROUND_TILDES", "confluence"): (
        "of three turns around two tildes, either pair may be combined first"
    ),
    ("TILDES_PAST_TURNS", "termination"): (
        "each step moves a tilde past one rotation more, and makes no new ones"
    ),
    ("TURNS_ABOUT_TURNED_AXES", "confluence"): (
        "a rotation between two turns, whose axes it turns, may pass either"
    ),
    ("TURNS_FROM_SUMS", "termination"): (
        "a sum of four becomes one summand, but rotations are new, of which the measure knows "
        "nothing"
    ),
    ("TURNED_AXES", "termination"): (
        "two letters of a word are removed, and the axis gets one, which counts as growth"
    ),
    (
        "TURNED_AXES",
        "confluence",
    ): "of two turns that share a rotation between them, either may take it",
    ("TURNS_FROM_SUMS", "confluence"): "if two sums share summands, either may be contracted first",
    ("turn_of_orthogonal", "redundant"): ("one step instead of two, and it needs no cancellation"),
    ("turn_back_of_orthogonal", "redundant"): (
        "one step instead of two, and it needs no cancellation"
    ),
}
"""Findings of `penelope check` that are accepted here, with the reasons."""
