"""vee, the vector of the antisymmetric part of a 3×3 matrix.

The laws cover: vee of scalings, vee(ã) = a. `expand` distributes vee over sums.
"""

from __future__ import annotations

from typing import Annotated

from rewrite import (
    Matrix,
    Rewrite,
    RuleSet,
    Scalar,
    Vector,
    cross,
    rotation,
    rule,
    symmetric,
    tilde,
    vee,
    zero,
)

Square = Annotated[Matrix, (3, 3)]


@rule
def vee_of_outer(a: Vector, b: Vector) -> Rewrite[Vector]:
    """vee(a bᵀ) = (b × a)/2."""
    return vee(a @ b.T) >> cross(b, a) / 2


@rule
def vee_of_tildes(a: Vector, b: Vector) -> Rewrite[Vector]:
    """vee(ã b̃) = (a × b)/2."""
    return vee(tilde(a) @ tilde(b)) >> cross(a, b) / 2


@rule
def vee_of_symmetric(S: Square) -> Rewrite[Vector]:
    """vee(S) = 0 for a symmetric S."""
    return (vee(S) >> zero(Vector)).when(symmetric(S))


@rule
def vee_of_transpose(A: Square) -> Rewrite[Vector]:
    """vee(Aᵀ) = −vee(A)."""
    return vee(A.T) >> -vee(A)


@rule
def vee_of_difference(x: Scalar, A: Square) -> Rewrite[Vector]:
    """vee(x A − x Aᵀ) = 2 x vee(A)."""
    return vee(x * A - x * A.T) >> 2 * x * vee(A)


@rule
def vee_of_turned(R: Matrix, A: Matrix) -> Rewrite[Vector]:
    """vee(R A Rᵀ) = R vee(A) for a rotation."""
    return (vee(R @ A @ R.T) >> R @ vee(A)).when(rotation(R))


@rule
def vee_of_turned_back(R: Matrix, A: Matrix) -> Rewrite[Vector]:
    """vee(Rᵀ A R) = Rᵀ vee(A) for a rotation."""
    return (vee(R.T @ A @ R) >> R.T @ vee(A)).when(rotation(R))


VEES = RuleSet(
    vee_of_symmetric,
    vee_of_outer,
    vee_of_tildes,
    vee_of_transpose,
    vee_of_difference,
    vee_of_turned,
    vee_of_turned_back,
    name="VEES",
)
"""Values of vee for special matrices."""

EXCEPTIONS = {
    ("VEES", "termination"): (
        "a transpose is removed, which the measure does not count; tested on random terms"
    ),
    ("VEES", "confluence"): (
        "a product that is known to be symmetric loses that fact when it is expanded"
    ),
}
"""Findings of `penelope check` that are accepted here, with the reasons."""
