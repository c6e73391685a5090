"""Jacobi's identity: sums of double cross products that vanish or get shorter, without expansion.

No law covers it. The paired double products a × (b × (b × a)) + b × (a × (a × b)) are a case of it.
"""

from __future__ import annotations

from rewrite import Matrix, Rewrite, RuleSet, Scalar, Vector, cross, dot, rule, tilde, zero


@rule
def jacobi(a: Vector, b: Vector, c: Vector) -> Rewrite[Vector]:
    """a × (b × c) + b × (c × a) + c × (a × b) = 0   (Jacobi)."""
    return cross(a, cross(b, c)) + cross(b, cross(c, a)) + cross(c, cross(a, b)) >> zero(Vector)


@rule
def jacobi_two_terms(a: Vector, b: Vector, c: Vector) -> Rewrite[Vector]:
    """a × (b × c) − b × (a × c) = (a × b) × c   (Jacobi); for c = a × b it is zero."""
    return cross(a, cross(b, c)) - cross(b, cross(a, c)) >> cross(cross(a, b), c)


@rule
def jacobi_under_matrix(A: Matrix, a: Vector, b: Vector, c: Vector) -> Rewrite[Vector]:
    """A (a × (b × c)) − A (b × (a × c)) = A ((a × b) × c)   (Jacobi)."""
    return A @ cross(a, cross(b, c)) - A @ cross(b, cross(a, c)) >> A @ cross(cross(a, b), c)


@rule
def jacobi_of_dots(a: Vector, b: Vector, c: Vector, d: Vector) -> Rewrite[Scalar]:
    """(a × b)·(c × d) − (a × c)·(b × d) = (a × d)·(c × b)   (Jacobi, times a vector)."""
    left = dot(cross(a, b), cross(c, d)) - dot(cross(a, c), cross(b, d))
    return left >> dot(cross(a, d), cross(c, b))


@rule
def jacobi_of_tildes(a: Vector, b: Vector, c: Vector) -> Rewrite[Matrix]:
    """(a × (b × c))~ − (b × (a × c))~ = ((a × b) × c)~   (Jacobi, as commutators)."""
    left = tilde(cross(a, cross(b, c))) - tilde(cross(b, cross(a, c)))
    return left >> tilde(cross(cross(a, b), c))


JACOBI = RuleSet(
    jacobi,
    jacobi_two_terms,
    jacobi_under_matrix,
    jacobi_of_dots,
    jacobi_of_tildes,
    name="JACOBI",
)
"""Sums of double cross products that vanish or get shorter."""

EXCEPTIONS = {
    ("JACOBI", "termination"): (
        "two double products become one, which the measure does not distinguish from either if "
        "their numbers differ; tested on random terms"
    ),
    ("JACOBI", "confluence"): (
        "which two of three double products are combined depends on the order of names"
    ),
    ("jacobi", "redundant"): (
        "found in one step, where the rule about two terms leaves a remainder to cancel"
    ),
    ("jacobi_two_terms", "redundant"): (
        "the case of the rule under a matrix that has no matrix, and it matches faster"
    ),
}
"""Findings of `penelope check` that are accepted here, with the reasons."""
