"""Cofactor matrices.

The laws cover, for every size n: cof(x A) = xⁿ⁻¹ cof(A), cof(Id) = Id, cof(0) = 0,
cof(Aᵀ) = cof(A)ᵀ, cof(A⁻¹) = cof(A)⁻¹, cof(Aᵏ) = cof(A)ᵏ, cof(R) = R for a rotation,
cof(cof(A)) = det(A)ⁿ⁻² A, det(cof(A)) = det(A)ⁿ⁻¹, the symmetry of cof(S), and, by expand,
cof(A B) = cof(A) cof(B). Sizes are free where nothing else is said. Aᵀ (A a)~ A is in `tildes`.
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
    cof,
    cross,
    det,
    dot,
    identity,
    invertible,
    orthogonal,
    rule,
    symmetric,
    tilde,
    trace,
    vee,
    zero,
)

Square = Annotated[Matrix, (3, 3)]
Two = Annotated[Matrix, (2, 2)]


# -- products with the matrix itself --------------------------------------------------------------


@rule
def cofactors_turned_times_matrix(A: Matrix) -> Rewrite[Matrix]:
    """cof(A)ᵀ A = det(A) Id   (Laplace)."""
    return cof(A).T @ A >> det(A) * identity(like=A)


@rule
def matrix_times_cofactors_turned(A: Matrix) -> Rewrite[Matrix]:
    """A cof(A)ᵀ = det(A) Id   (Laplace)."""
    return A @ cof(A).T >> det(A) * identity(like=A)


@rule
def cofactors_times_matrix_turned(A: Matrix) -> Rewrite[Matrix]:
    """cof(A) Aᵀ = det(A) Id   (Laplace)."""
    return cof(A) @ A.T >> det(A) * identity(like=A)


@rule
def matrix_turned_times_cofactors(A: Matrix) -> Rewrite[Matrix]:
    """Aᵀ cof(A) = det(A) Id   (Laplace)."""
    return A.T @ cof(A) >> det(A) * identity(like=A)


@rule
def cofactors_times_symmetric(S: Matrix) -> Rewrite[Matrix]:
    """cof(S) S = det(S) Id for a symmetric S."""
    return (cof(S) @ S >> det(S) * identity(like=S)).when(symmetric(S))


@rule
def symmetric_times_cofactors(S: Matrix) -> Rewrite[Matrix]:
    """S cof(S) = det(S) Id for a symmetric S."""
    return (S @ cof(S) >> det(S) * identity(like=S)).when(symmetric(S))


# -- cross products and tildes --------------------------------------------------------------------


@rule
def image_of_cross(A: Matrix, a: Vector, b: Vector) -> Rewrite[Vector]:
    """cof(A) (a × b) = (A a) × (A b)."""
    return cof(A) @ cross(a, b) >> cross(A @ a, A @ b)


@rule
def cofactors_times_tilde(A: Matrix, a: Vector) -> Rewrite[Matrix]:
    """cof(A) ã = (A a)~ A."""
    return cof(A) @ tilde(a) >> tilde(A @ a) @ A


@rule
def tilde_times_cofactors_turned(A: Matrix, a: Vector) -> Rewrite[Matrix]:
    """ã cof(A)ᵀ = Aᵀ (A a)~."""
    return tilde(a) @ cof(A).T >> A.T @ tilde(A @ a)


@rule
def tilde_of_cofactors(A: Matrix, a: Vector) -> Rewrite[Matrix]:
    """(cof(A) a)~ = A ã Aᵀ."""
    return tilde(cof(A) @ a) >> A @ tilde(a) @ A.T


# -- contracted -----------------------------------------------------------------------------------


@rule
def product_of_cofactors(A: Matrix, B: Matrix) -> Rewrite[Matrix]:
    """cof(A) cof(B) = cof(A B)   (Cauchy, Binet)."""
    return cof(A) @ cof(B) >> cof(A @ B)


@rule
def inverse_turned_by_determinant(A: Matrix) -> Rewrite[Matrix]:
    """det(A) A⁻ᵀ = cof(A)."""
    return det(A) * A.inv.T >> cof(A)


@rule
def inverse_by_cofactors(A: Matrix) -> Rewrite[Matrix]:
    """det(A) A⁻¹ = cof(A)ᵀ."""
    return det(A) * A.inv >> cof(A).T


@rule
def image_by_inverse_turned(A: Matrix, B: Matrix) -> Rewrite[Matrix]:
    """det(A) A⁻ᵀ B = cof(A) B."""
    return det(A) * (A.inv.T @ B) >> cof(A) @ B


@rule
def image_by_inverse(A: Matrix, B: Matrix) -> Rewrite[Matrix]:
    """det(A) A⁻¹ B = cof(A)ᵀ B."""
    return det(A) * (A.inv @ B) >> cof(A).T @ B


@rule
def vector_by_inverse_turned(A: Matrix, b: Vector) -> Rewrite[Vector]:
    """det(A) A⁻ᵀ b = cof(A) b."""
    return det(A) * (A.inv.T @ b) >> cof(A) @ b


@rule
def vector_by_inverse(A: Matrix, b: Vector) -> Rewrite[Vector]:
    """det(A) A⁻¹ b = cof(A)ᵀ b."""
    return det(A) * (A.inv @ b) >> cof(A).T @ b


@rule
def inverse_behind(A: Matrix, B: Matrix) -> Rewrite[Matrix]:
    """det(A) B A⁻¹ = B cof(A)ᵀ."""
    return det(A) * (B @ A.inv) >> B @ cof(A).T


@rule
def inverse_turned_behind(A: Matrix, B: Matrix) -> Rewrite[Matrix]:
    """det(A) B A⁻ᵀ = B cof(A)."""
    return det(A) * (B @ A.inv.T) >> B @ cof(A)


@rule
def trace_by_inverse(A: Matrix, B: Matrix) -> Rewrite[Scalar]:
    """det(A) tr(A⁻¹ B) = tr(cof(A)ᵀ B); B may be Id."""
    return det(A) * trace(A.inv @ B) >> trace(cof(A).T @ B)


@rule
def form_by_inverse(A: Matrix, a: Vector, b: Vector) -> Rewrite[Scalar]:
    """det(A) a·(A⁻¹ b) = a·(cof(A)ᵀ b)."""
    return det(A) * dot(a, A.inv @ b) >> dot(a, cof(A).T @ b)


@rule
def cofactors_by_determinant(A: Matrix) -> Rewrite[Matrix]:
    """cof(A)ᵀ/det(A) = A⁻¹."""
    return cof(A).T / det(A) >> A.inv


@rule
def inverse_of_cofactors(A: Matrix) -> Rewrite[Matrix]:
    """cof(A)⁻¹ = Aᵀ/det(A)."""
    return cof(A).inv >> A.T / det(A)


# -- special matrices -----------------------------------------------------------------------------


@rule
def cofactors_of_orthogonal(R: Matrix) -> Rewrite[Matrix]:
    """cof(R) = det(R) R for an orthogonal R."""
    return (cof(R) >> det(R) * R).when(orthogonal(R))


@rule
def cofactors_of_antisymmetric(K: Square) -> Rewrite[Matrix]:
    """cof(K) = a aᵀ for an antisymmetric 3×3 matrix, with a = vee(K); so cof(ã) = a aᵀ."""
    return (cof(K) >> vee(K) @ vee(K).T).when(antisymmetric(K))


@rule
def cofactors_of_outer(a: Vector, b: Vector) -> Rewrite[Matrix]:
    """cof(a bᵀ) = 0."""
    return cof(a @ b.T) >> zero(like=a @ b.T)


@rule
def cofactors_of_one_and_outer(x: Scalar, a: Vector, b: Vector) -> Rewrite[Matrix]:
    """cof(Id + x a bᵀ) = (1 + x a·b) Id − x b aᵀ   (Sherman, Morrison)."""
    return cof(identity(3) + x * (a @ b.T)) >> (1 + x * dot(a, b)) * identity(3) - x * (b @ a.T)


@rule
def cofactors_of_one_and_tilde(x: Scalar, a: Vector) -> Rewrite[Matrix]:
    """cof(Id + x ã) = Id + x ã + x² a aᵀ."""
    return cof(identity(3) + x * tilde(a)) >> identity(3) + x * tilde(a) + x**2 * (a @ a.T)


# -- traces ---------------------------------------------------------------------------------------


@rule
def half_trace_identity(A: Square) -> Rewrite[Scalar]:
    """tr(A)² − tr(A²) = 2 tr(cof(A)) for a 3×3 matrix."""
    return trace(A) ** 2 - trace(A**2) >> 2 * trace(cof(A))


@rule
def cayley_hamilton_by_cofactors(A: Square) -> Rewrite[Matrix]:
    """A² − tr(A) A + tr(cof(A)) Id = cof(A)ᵀ for a 3×3 matrix   (Cayley, Hamilton)."""
    return A**2 - trace(A) * A + trace(cof(A)) * identity(3) >> cof(A).T


# -- expanded -------------------------------------------------------------------------------------


@rule
def cross_of_images(A: Matrix, a: Vector, b: Vector) -> Rewrite[Vector]:
    """(A a) × (A b) = cof(A) (a × b)."""
    return cross(A @ a, A @ b) >> cof(A) @ cross(a, b)


@rule
def cofactors_by_inverse(A: Matrix) -> Rewrite[Matrix]:
    """cof(A) = det(A) A⁻ᵀ for an invertible A."""
    return (cof(A) >> det(A) * A.inv.T).when(invertible(A))


@rule
def cofactors_by_powers(A: Square) -> Rewrite[Matrix]:
    """cof(A)ᵀ = A² − tr(A) A + ½ (tr(A)² − tr(A²)) Id for a 3×3 matrix   (Cayley, Hamilton)."""
    linear = (trace(A) ** 2 - trace(A**2)) / 2 * identity(3)
    return cof(A) >> (A.T) ** 2 - trace(A) * A.T + linear


@rule
def cofactors_of_two(A: Two) -> Rewrite[Matrix]:
    """cof(A) = tr(A) Id − Aᵀ for a 2×2 matrix   (Cayley, Hamilton)."""
    return cof(A) >> trace(A) * identity(2) - A.T


COFACTORS = RuleSet(
    cofactors_turned_times_matrix,
    matrix_times_cofactors_turned,
    cofactors_times_matrix_turned,
    matrix_turned_times_cofactors,
    cofactors_times_symmetric,
    symmetric_times_cofactors,
    image_of_cross,
    cofactors_times_tilde,
    tilde_times_cofactors_turned,
    tilde_of_cofactors,
    cofactors_of_orthogonal,
    cofactors_of_antisymmetric,
    cofactors_of_outer,
    cofactors_of_one_and_outer,
    cofactors_of_one_and_tilde,
    inverse_of_cofactors,
    cofactors_by_determinant,
    name="COFACTORS",
)
"""Products of cofactors with the matrix and with cross products, and those of special matrices."""

TO_COFACTORS = RuleSet(
    product_of_cofactors,
    inverse_turned_by_determinant,
    inverse_by_cofactors,
    image_by_inverse_turned,
    image_by_inverse,
    vector_by_inverse_turned,
    vector_by_inverse,
    inverse_behind,
    inverse_turned_behind,
    trace_by_inverse,
    form_by_inverse,
    half_trace_identity,
    cayley_hamilton_by_cofactors,
    name="TO_COFACTORS",
)
"""Terms that are cheaper as a matrix of cofactors: determinants with inverses, and powers."""

FROM_CROSSES = RuleSet(cross_of_images, name="FROM_CROSSES")
"""A matrix moved out of a cross product, as its cofactors."""

COFACTORS_BY_INVERSES = RuleSet(cofactors_by_inverse, name="COFACTORS_BY_INVERSES")
"""Cofactors by determinant and inverse, if the inverse is known to exist."""

COFACTORS_BY_POWERS = RuleSet(cofactors_by_powers, cofactors_of_two, name="COFACTORS_BY_POWERS")
"""Cofactors of small matrices by traces and powers."""

EXCEPTIONS = {
    ("cofactors_by_inverse", "condition"): (
        "without it the rule would introduce an inverse into terms that need none"
    ),
    ("COFACTORS", "confluence"): "determinants that vanish are left to DETERMINANTS",
    ("image_of_cross", "redundant"): "found without reading the cross product as a word of tildes",
    ("inverse_turned_by_determinant", "redundant"): "found without a second matrix that is Id",
    ("inverse_by_cofactors", "redundant"): "found without a second matrix that is Id",
    ("TO_COFACTORS", "termination"): (
        "cofactors are new, which the measure does not count; tested on random terms"
    ),
    ("TO_COFACTORS", "confluence"): (
        "det(Aᵀ) is left to DETERMINANTS; any of several traces or matrices may be contracted first"
    ),
    ("FROM_CROSSES", "termination"): (
        "a matrix leaves two operands and comes back as cofactors; tested on random terms"
    ),
}
"""Findings of `penelope check` that are accepted here, with the reasons."""
