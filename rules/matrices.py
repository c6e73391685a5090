"""Transposes, inverses and symmetry of matrices of any size.

The laws cover: (A B)ᵀ = Bᵀ Aᵀ, (A B)⁻¹ = B⁻¹ A⁻¹ for square factors, Aᵀᵀ = A, A⁻¹⁻¹ = A,
A⁻¹ A = A A⁻¹ = Id, Sᵀ = S, Kᵀ = −K, uᵀ K u = 0, uᵀ A v = vᵀ Aᵀ u, the symmetry of A + Aᵀ, Aᵀ S A,
the antisymmetry of A − Aᵀ, Aᵀ K A.
"""

from __future__ import annotations

from rewrite import (
    Matrix,
    Rewrite,
    RuleSet,
    Scalar,
    Vector,
    antisymmetric,
    dot,
    identity,
    rule,
    symmetric,
    triple,
    vee,
)

# -- transposes -----------------------------------------------------------------------------------


@rule
def transpose_of_sum_with_transpose(A: Matrix, B: Matrix) -> Rewrite[Matrix]:
    """(Aᵀ + B)ᵀ = A + Bᵀ."""
    return (A.T + B).T >> A + B.T


@rule
def transpose_of_sum_with_symmetric(S: Matrix, A: Matrix) -> Rewrite[Matrix]:
    """(S + A)ᵀ = S + Aᵀ for a symmetric S."""
    return ((S + A).T >> S + A.T).when(symmetric(S))


@rule
def transpose_of_sum_with_antisymmetric(K: Matrix, A: Matrix) -> Rewrite[Matrix]:
    """(K + A)ᵀ = Aᵀ − K for an antisymmetric K."""
    return ((K + A).T >> A.T - K).when(antisymmetric(K))


# -- inverses -------------------------------------------------------------------------------------


@rule
def inverse_of_sum_on_the_left(A: Matrix, B: Matrix) -> Rewrite[Matrix]:
    """(A + B)⁻¹ A + (A + B)⁻¹ B = Id."""
    return (A + B).inv @ A + (A + B).inv @ B >> identity(like=A)


@rule
def inverse_of_sum_on_the_right(A: Matrix, B: Matrix) -> Rewrite[Matrix]:
    """A (A + B)⁻¹ + B (A + B)⁻¹ = Id."""
    return A @ (A + B).inv + B @ (A + B).inv >> identity(like=A)


@rule
def inverse_with_one_on_the_left(A: Matrix) -> Rewrite[Matrix]:
    """(Id + A)⁻¹ A = Id − (Id + A)⁻¹."""
    return (identity(like=A) + A).inv @ A >> identity(like=A) - (identity(like=A) + A).inv


@rule
def inverse_with_one_on_the_right(A: Matrix) -> Rewrite[Matrix]:
    """A (Id + A)⁻¹ = Id − (Id + A)⁻¹."""
    return A @ (identity(like=A) + A).inv >> identity(like=A) - (identity(like=A) + A).inv


@rule
def inverse_less_one_on_the_left(A: Matrix) -> Rewrite[Matrix]:
    """(Id − A)⁻¹ A = (Id − A)⁻¹ − Id."""
    return (identity(like=A) - A).inv @ A >> (identity(like=A) - A).inv - identity(like=A)


@rule
def inverse_less_one_on_the_right(A: Matrix) -> Rewrite[Matrix]:
    """A (Id − A)⁻¹ = (Id − A)⁻¹ − Id."""
    return A @ (identity(like=A) - A).inv >> (identity(like=A) - A).inv - identity(like=A)


@rule
def inverse_of_one_and_outer(x: Scalar, a: Vector, b: Vector) -> Rewrite[Matrix]:
    """(Id + x a bᵀ)⁻¹ = Id − x/(1 + x a·b) a bᵀ   (Sherman, Morrison)."""
    return (identity(3) + x * (a @ b.T)).inv >> identity(3) - x / (1 + x * dot(a, b)) * (a @ b.T)


# -- symmetry -------------------------------------------------------------------------------------


@rule
def antisymmetric_part_between(A: Matrix, a: Vector, b: Vector) -> Rewrite[Scalar]:
    """a·(A b) − b·(A a) = 2 [a, vee(A), b]."""
    return dot(a, A @ b) - dot(b, A @ a) >> 2 * triple(a, vee(A), b)


TRANSPOSES = RuleSet(
    transpose_of_sum_with_transpose,
    transpose_of_sum_with_symmetric,
    transpose_of_sum_with_antisymmetric,
    name="TRANSPOSES",
)
"""Transposes of sums that cost no more when they are distributed."""

INVERSES = RuleSet(
    inverse_of_sum_on_the_left,
    inverse_of_sum_on_the_right,
    inverse_with_one_on_the_left,
    inverse_with_one_on_the_right,
    inverse_less_one_on_the_left,
    inverse_less_one_on_the_right,
    inverse_of_one_and_outer,
    name="INVERSES",
)
"""Products with the inverse of a sum."""

SYMMETRY = RuleSet(antisymmetric_part_between, name="SYMMETRY")
"""Terms that depend only on the antisymmetric part of a matrix."""

EXCEPTIONS = {
    ("TRANSPOSES", "termination"): (
        "a transpose of a sum becomes one of a summand, but the measure does not count "
        "transposes; tested on random terms"
    ),
    ("TRANSPOSES", "confluence"): (
        "only summands known to be symmetric are moved out of a sum that is symmetric as a whole"
    ),
    ("INVERSES", "termination"): (
        "an inverse of a sum becomes a fraction of scalars, which the measure counts like an "
        "inverse; tested on random terms"
    ),
    ("INVERSES", "confluence"): (
        "inverses of two sums that commute stay in the order in which they were written"
    ),
    ("SYMMETRY", "termination"): (
        "two terms become one with two more operators; tested on random terms"
    ),
    ("SYMMETRY", "confluence"): ("with unequal numbers, either of the two terms may remain"),
}
"""Findings of `penelope check` that are accepted here, with the reasons."""
