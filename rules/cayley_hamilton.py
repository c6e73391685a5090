"""The cubic equation that a 3×3 matrix satisfies.

No law covers it. The sums are recognised after expand, and with the factor of A collected.
"""

from __future__ import annotations

from typing import Annotated

from rewrite import Matrix, Rewrite, RuleSet, Scalar, det, identity, invertible, rule, trace, zero

Square = Annotated[Matrix, (3, 3)]
Two = Annotated[Matrix, (2, 2)]


@rule
def cayley_hamilton(A: Square) -> Rewrite[Matrix]:
    """A³ − tr(A) A² + ½ (tr(A)² − tr(A²)) A − det(A) Id = 0   (Cayley, Hamilton)."""
    left = A**3 - trace(A) * A**2 + trace(A) ** 2 / 2 * A - trace(A**2) / 2 * A
    return left - det(A) * identity(3) >> zero(like=A)


@rule
def cayley_hamilton_gathered(A: Square) -> Rewrite[Matrix]:
    """A³ − tr(A) A² + ½ (tr(A)² − tr(A²)) A − det(A) Id = 0, with the factor of A collected."""
    left = A**3 - trace(A) * A**2 + (trace(A) ** 2 - trace(A**2)) / 2 * A
    return left - det(A) * identity(3) >> zero(like=A)


@rule
def cube_of_matrix(A: Square) -> Rewrite[Matrix]:
    """A³ = tr(A) A² − ½ (tr(A)² − tr(A²)) A + det(A) Id   (Cayley, Hamilton)."""
    linear = (trace(A) ** 2 - trace(A**2)) / 2 * A
    return A**3 >> trace(A) * A**2 - linear + det(A) * identity(3)


@rule
def inverse_by_determinant(A: Square) -> Rewrite[Matrix]:
    """A² − tr(A) A + ½ (tr(A)² − tr(A²)) Id = det(A) A⁻¹   (Cayley, Hamilton)."""
    left = A**2 - trace(A) * A + trace(A) ** 2 / 2 * identity(3) - trace(A**2) / 2 * identity(3)
    return (left >> det(A) * A.inv).when(invertible(A))


@rule
def square_of_two(A: Two) -> Rewrite[Matrix]:
    """A² − tr(A) A = −det(A) Id for a 2×2 matrix   (Cayley, Hamilton)."""
    return A**2 - trace(A) * A >> -det(A) * identity(2)


@rule
def determinant_of_two(A: Two) -> Rewrite[Scalar]:
    """tr(A)² − tr(A²) = 2 det(A) for a 2×2 matrix."""
    return trace(A) ** 2 - trace(A**2) >> 2 * det(A)


CAYLEY_HAMILTON = RuleSet(cube_of_matrix, name="CAYLEY_HAMILTON")
"""Powers of a matrix from the third on, in terms of the first two."""

SQUARES_OF_TWO = RuleSet(square_of_two, determinant_of_two, name="SQUARES_OF_TWO")
"""The quadratic equation that a 2×2 matrix satisfies, and its trace."""

EXCEPTIONS = {
    ("inverse_by_determinant", "condition"): (
        "without it the rule would introduce an inverse into terms that need none"
    ),
    ("SQUARES_OF_TWO", "termination"): (
        "two summands become one, but a determinant is new, which the measure does not count"
    ),
    ("SQUARES_OF_TWO", "confluence"): "of three summands, two different pairs may be combined",
    ("CAYLEY_HAMILTON", "termination"): (
        "the new powers are lower, but the measure counts letters and not powers; tested on "
        "random terms"
    ),
}
"""Findings of `penelope check` that are accepted here, with the reasons."""
