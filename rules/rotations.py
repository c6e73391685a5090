"""Rotations and orthogonal matrices, moved through products of vectors.

The laws cover: Rᵀ R = R Rᵀ = Id, R⁻¹ = Rᵀ, (R a)·(R b) = a·b for every orthogonal R, that products
and powers of rotations are rotations, det R = 1 for a rotation. Elementary rotations are in
`turns`, rotations moved through tildes in `tildes`.
"""

from __future__ import annotations

from rewrite import (
    Matrix,
    Rewrite,
    RuleSet,
    Scalar,
    Vector,
    cross,
    det,
    orthogonal,
    rotation,
    rule,
    tilde,
    triple,
)

from .tildes import tilde_turned, tilde_turned_back
from .turns import TURNS_ABOUT_AN_AXIS, TURNS_ABOUT_TURNED_AXES, TURNS_AROUND_TILDES
from .vees import vee_of_turned, vee_of_turned_back


@rule
def cross_of_rotated(R: Matrix, a: Vector, b: Vector) -> Rewrite[Vector]:
    """(R a) × (R b) = R (a × b) for a rotation."""
    return (cross(R @ a, R @ b) >> R @ cross(a, b)).when(rotation(R))


@rule
def cross_rotated_once(R: Matrix, a: Vector, b: Vector) -> Rewrite[Vector]:
    """R (a × (Rᵀ b)) = (R a) × b for a rotation."""
    return (R @ cross(a, R.T @ b) >> cross(R @ a, b)).when(rotation(R))


@rule
def cross_rotated_once_back(R: Matrix, a: Vector, b: Vector) -> Rewrite[Vector]:
    """Rᵀ (a × (R b)) = (Rᵀ a) × b for a rotation."""
    return (R.T @ cross(a, R @ b) >> cross(R.T @ a, b)).when(rotation(R))


@rule
def triple_of_rotated(R: Matrix, a: Vector, b: Vector, c: Vector) -> Rewrite[Scalar]:
    """[R a, R b, c] = [a, b, Rᵀ c] for a rotation; [R a, R b, R c] = [a, b, c]."""
    return (triple(R @ a, R @ b, c) >> triple(a, b, R.T @ c)).when(rotation(R))


@rule
def triple_of_images(A: Matrix, a: Vector, b: Vector, c: Vector) -> Rewrite[Scalar]:
    """[A a, A b, A c] = det(A) [a, b, c] for any A."""
    return triple(A @ a, A @ b, A @ c) >> det(A) * triple(a, b, c)


@rule
def cross_of_mirrored(R: Matrix, a: Vector, b: Vector) -> Rewrite[Vector]:
    """(R a) × (R b) = det(R) R (a × b) for any orthogonal R."""
    return (cross(R @ a, R @ b) >> det(R) * (R @ cross(a, b))).when(orthogonal(R))


@rule
def tilde_of_mirrored(R: Matrix, a: Vector) -> Rewrite[Matrix]:
    """R ã Rᵀ = det(R) (R a)~ for any orthogonal R."""
    return (R @ tilde(a) @ R.T >> det(R) * tilde(R @ a)).when(orthogonal(R))


@rule
def tilde_of_mirrored_back(R: Matrix, a: Vector) -> Rewrite[Matrix]:
    """Rᵀ ã R = det(R) (Rᵀ a)~ for any orthogonal R."""
    return (R.T @ tilde(a) @ R >> det(R) * tilde(R.T @ a)).when(orthogonal(R))


ROTATED_PRODUCTS = RuleSet(
    cross_of_rotated,
    cross_rotated_once,
    cross_rotated_once_back,
    triple_of_rotated,
    triple_of_images,
    name="ROTATED_PRODUCTS",
)
"""Rotations moved out of cross and triple products."""

ROTATIONS = RuleSet(
    TURNS_ABOUT_AN_AXIS,
    TURNS_AROUND_TILDES,
    TURNS_ABOUT_TURNED_AXES,
    ROTATED_PRODUCTS,
    tilde_turned,
    tilde_turned_back,
    vee_of_turned,
    vee_of_turned_back,
    name="ROTATIONS",
)
"""Rotations moved out of products and tildes, and elementary rotations combined."""

ORTHOGONAL = RuleSet(
    cross_of_mirrored, tilde_of_mirrored, tilde_of_mirrored_back, name="ORTHOGONAL"
)
"""Rules for all orthogonal matrices: those of determinant −1 change a sign."""

EXCEPTIONS = {
    ("ROTATED_PRODUCTS", "termination"): (
        "determinants are new, and rotations become transposes; tested on random terms"
    ),
    ("ROTATED_PRODUCTS", "confluence"): (
        "a rotation may be moved to one vector or the other, depending on the first step"
    ),
    ("ROTATIONS", "termination"): (
        "angles are added, which the measure counts as growth, and transposes are not counted; "
        "tested on random terms"
    ),
    ("ROTATIONS", "confluence"): (
        "a rotation may be moved to one vector or the other, depending on the first step"
    ),
    ("ROTATIONS", "redundant"): (
        "the rules about tildes read cross products as words; these match them directly"
    ),
    ("ORTHOGONAL", "termination"): (
        "determinants are new; a rotation moves out of a product and never in; tested on "
        "random terms"
    ),
    ("ORTHOGONAL", "confluence"): (
        "a matrix may be moved to one vector or the other, depending on the first step"
    ),
}
"""Findings of `penelope check` that are accepted here, with the reasons."""
