"""Orthonormal right-handed triads, declared in a context: Context(triad(x, y, z)).

The laws cover, in such a context: the nine dot and the nine cross products of the triad and its
triple product. Elementary rotations about its axes are in `rotations` (`RODRIGUES`).
"""

from __future__ import annotations

from rewrite import (
    Matrix,
    Rewrite,
    RuleSet,
    Scalar,
    Vector,
    cross,
    dot,
    identity,
    orthogonal,
    rule,
    triad,
    unit,
)


@rule
def sum_of_axes(x: Vector, y: Vector, z: Vector) -> Rewrite[Matrix]:
    """x xᵀ + y yᵀ + z zᵀ = Id for a triad."""
    return (x @ x.T + y @ y.T + z @ z.T >> identity(3)).when(triad(x, y, z))


@rule
def two_axes(x: Vector, y: Vector) -> Rewrite[Matrix]:
    """x xᵀ + y yᵀ = Id − z zᵀ with z = x × y, for orthogonal unit vectors."""
    z = cross(x, y)
    return (x @ x.T + y @ y.T >> identity(3) - z @ z.T).when(unit(x), unit(y), orthogonal(x, y))


@rule
def sum_of_components(m: Scalar, a: Vector, x: Vector, y: Vector, z: Vector) -> Rewrite[Vector]:
    """m (a·x) x + m (a·y) y + m (a·z) z = m a for a triad."""
    left = m * dot(a, x) * x + m * dot(a, y) * y + m * dot(a, z) * z
    return (left >> m * a).when(triad(x, y, z))


@rule
def two_components(m: Scalar, a: Vector, x: Vector, y: Vector) -> Rewrite[Vector]:
    """m (a·x) x + m (a·y) y = m a − m (a·z) z with z = x × y, for orthogonal unit vectors."""
    z = cross(x, y)
    left = m * dot(a, x) * x + m * dot(a, y) * y
    return (left >> m * a - m * dot(a, z) * z).when(unit(x), unit(y), orthogonal(x, y))


@rule
def dot_by_components(a: Vector, b: Vector, x: Vector, y: Vector, z: Vector) -> Rewrite[Scalar]:
    """(a·x)(b·x) + (a·y)(b·y) + (a·z)(b·z) = a·b for a triad."""
    left = dot(a, x) * dot(b, x) + dot(a, y) * dot(b, y) + dot(a, z) * dot(b, z)
    return (left >> dot(a, b)).when(triad(x, y, z))


TRIADS = RuleSet(sum_of_axes, sum_of_components, dot_by_components, name="TRIADS")
"""Sums over the axes of a triad."""

TWO_AXES = RuleSet(two_axes, two_components, name="TWO_AXES")
"""Two axes in terms of the third."""

EXCEPTIONS = {
    ("TWO_AXES", "termination"): "cross products are new, and in a triad they are its axes",
    (
        "TWO_AXES",
        "confluence",
    ): "of three axes that are orthogonal in pairs, any two may be combined",
    ("TRIADS", "confluence"): (
        "two triads with an axis in common compete for it; the results are equal by what the "
        "triads are"
    ),
}
"""Findings of `penelope check` that are accepted here, with the reasons."""
