"""Determinants.

The laws cover: det(x A) = xⁿ det(A), det(Id) = 1, det(0) = 0, det(R) = 1 for a rotation. Sizes are
free unless a rule says 3×3.
"""

from __future__ import annotations

from typing import Annotated

from rewrite import (
    Matrix,
    Rewrite,
    RuleSet,
    Scalar,
    Vector,
    antisymmetric,
    det,
    dot,
    identity,
    orthogonal,
    rule,
    symmetric,
    tilde,
)

Square = Annotated[Matrix, (3, 3)]


@rule
def determinant_of_product(A: Matrix, B: Matrix) -> Rewrite[Scalar]:
    """det(A B) = det(A) det(B) for square factors   (Cauchy)."""
    return det(A @ B) >> det(A) * det(B)


@rule
def determinant_of_transpose(A: Matrix) -> Rewrite[Scalar]:
    """det(Aᵀ) = det(A)."""
    return det(A.T) >> det(A)


@rule
def determinant_of_transpose_and_symmetric(A: Matrix, S: Matrix) -> Rewrite[Scalar]:
    """det(Aᵀ + S) = det(A + S) for a symmetric S."""
    return (det(A.T + S) >> det(A + S)).when(symmetric(S))


@rule
def determinant_of_transpose_and_antisymmetric(A: Matrix, K: Matrix) -> Rewrite[Scalar]:
    """det(Aᵀ + K) = det(A − K) for an antisymmetric K."""
    return (det(A.T + K) >> det(A - K)).when(antisymmetric(K))


@rule
def determinant_of_inverse(A: Matrix) -> Rewrite[Scalar]:
    """det(A⁻¹) = 1/det(A)."""
    return det(A.inv) >> 1 / det(A)


@rule
def determinant_of_orthogonal_squared(R: Matrix) -> Rewrite[Scalar]:
    """det(R)² = 1 for an orthogonal R."""
    return (det(R) ** 2 >> 1).when(orthogonal(R))


@rule
def determinant_of_orthogonal_inverted(R: Matrix) -> Rewrite[Scalar]:
    """1/det(R) = det(R) for an orthogonal R."""
    return (1 / det(R) >> det(R)).when(orthogonal(R))


@rule
def determinant_of_antisymmetric(K: Square) -> Rewrite[Scalar]:
    """det(K) = 0 for an antisymmetric 3×3 matrix; so det(ã) = 0   (Jacobi)."""
    return (det(K) >> 0).when(antisymmetric(K))


@rule
def determinant_of_outer(a: Vector, b: Vector) -> Rewrite[Scalar]:
    """det(a bᵀ) = 0."""
    return det(a @ b.T) >> 0


@rule
def determinant_of_one_and_outer(x: Scalar, a: Vector, b: Vector) -> Rewrite[Scalar]:
    """det(Id + x a bᵀ) = 1 + x a·b   (Sylvester)."""
    return det(identity(3) + x * (a @ b.T)) >> 1 + x * dot(a, b)


@rule
def determinant_of_one_and_tilde(x: Scalar, a: Vector) -> Rewrite[Scalar]:
    """det(Id + x ã) = 1 + x² a·a."""
    return det(identity(3) + x * tilde(a)) >> 1 + x**2 * dot(a, a)


DETERMINANTS = RuleSet(
    determinant_of_antisymmetric,
    determinant_of_outer,
    determinant_of_product,
    determinant_of_transpose,
    determinant_of_transpose_and_symmetric,
    determinant_of_transpose_and_antisymmetric,
    determinant_of_inverse,
    determinant_of_orthogonal_squared,
    determinant_of_orthogonal_inverted,
    determinant_of_one_and_outer,
    determinant_of_one_and_tilde,
    name="DETERMINANTS",
)
"""Determinants of products by those of the factors, and those of special matrices."""

EXCEPTIONS = {
    ("DETERMINANTS", "termination"): (
        "transposes pass through products, and the measure modulo that does not count their "
        "removal; tested on random terms"
    ),
    ("DETERMINANTS", "confluence"): (
        "what is known of a product, that it is orthogonal or antisymmetric, is lost when it "
        "is opened"
    ),
    ("determinant_of_transpose", "redundant"): (
        "the case of a zero summand of the rule about sums, and found faster"
    ),
}
"""Findings of `penelope check` that are accepted here, with the reasons."""
