"""Lengths of vectors.

The laws cover: norm(c a) = |c| norm(a) for a number c, norm(a) = 1 for a unit a, norm2(a) = a·a.
"""

from __future__ import annotations

from typing import Annotated

from rewrite import (
    Matrix,
    Quaternion,
    Rewrite,
    RuleSet,
    Scalar,
    Vector,
    cross,
    dot,
    norm,
    orthogonal,
    rotate,
    rule,
    sqrt,
    unit,
)
from rewrite import abs as size

Square = Annotated[Matrix, (3, 3)]


@rule
def length_squared(a: Vector) -> Rewrite[Scalar]:
    """‖a‖² = a·a."""
    return norm(a) ** 2 >> dot(a, a)


@rule
def length_squared_below(a: Vector) -> Rewrite[Scalar]:
    """1/‖a‖² = 1/(a·a)."""
    return 1 / norm(a) ** 2 >> 1 / dot(a, a)


@rule
def root_of_square(a: Vector) -> Rewrite[Scalar]:
    """√(a·a) = ‖a‖."""
    return sqrt(dot(a, a)) >> norm(a)


@rule
def length_of_image(R: Square, a: Vector) -> Rewrite[Scalar]:
    """‖R a‖ = ‖a‖ for an orthogonal R."""
    return (norm(R @ a) >> norm(a)).when(orthogonal(R))


@rule
def length_of_rotated(q: Quaternion, a: Vector) -> Rewrite[Scalar]:
    """‖q a‖ = ‖a‖ for a unit q."""
    return (norm(rotate(q, a)) >> norm(a)).when(unit(q))


@rule
def length_of_scaled(x: Scalar, a: Vector) -> Rewrite[Scalar]:
    """‖x a‖ = |x| ‖a‖."""
    return norm(x * a) >> size(x) * norm(a)


@rule
def length_of_cross_with_unit(u: Vector, a: Vector) -> Rewrite[Scalar]:
    """‖u × a‖ = ‖a‖ for a unit u orthogonal to a."""
    return (norm(cross(u, a)) >> norm(a)).when(unit(u), orthogonal(u, a))


@rule
def square_over_length(a: Vector) -> Rewrite[Scalar]:
    """(a·a)/‖a‖ = ‖a‖."""
    return dot(a, a) / norm(a) >> norm(a)


@rule
def length_over_square(a: Vector) -> Rewrite[Scalar]:
    """‖a‖/(a·a) = 1/‖a‖."""
    return norm(a) / dot(a, a) >> 1 / norm(a)


@rule
def length_of_multiple(a: Vector, b: Vector) -> Rewrite[Scalar]:
    """‖ ‖b‖ a ‖ = ‖a‖ ‖b‖."""
    return norm(norm(b) * a) >> norm(b) * norm(a)


@rule
def length_of_multiple_by_square(x: Scalar, a: Vector) -> Rewrite[Scalar]:
    """‖x² a‖ = x² ‖a‖."""
    return norm(x**2 * a) >> x**2 * norm(a)


@rule
def length_of_multiple_by_dot(a: Vector, b: Vector) -> Rewrite[Scalar]:
    """‖(b·b) a‖ = (b·b) ‖a‖."""
    return norm(dot(b, b) * a) >> dot(b, b) * norm(a)


@rule
def length_of_quotient(a: Vector, b: Vector) -> Rewrite[Scalar]:
    """‖ a/‖b‖ ‖ = ‖a‖/‖b‖."""
    return norm(a / norm(b)) >> norm(a) / norm(b)


@rule
def length_as_root(a: Vector) -> Rewrite[Scalar]:
    """‖a‖ = √(a·a)."""
    return norm(a) >> sqrt(dot(a, a))


NORMS = RuleSet(
    length_squared,
    length_squared_below,
    root_of_square,
    length_of_image,
    length_of_rotated,
    length_of_cross_with_unit,
    square_over_length,
    length_over_square,
    length_of_multiple,
    length_of_multiple_by_square,
    length_of_multiple_by_dot,
    length_of_quotient,
    name="NORMS",
)
"""Lengths in terms of dot products, and lengths of rotated vectors."""

LENGTHS_OF_MULTIPLES = RuleSet(length_of_scaled, name="LENGTHS_OF_MULTIPLES")
"""Scalars moved out of lengths, so that they can cancel."""

LENGTHS_AS_ROOTS = RuleSet(length_as_root, name="LENGTHS_AS_ROOTS")
"""Lengths by dot products, which may be known or cancel."""

EXCEPTIONS = {
    ("NORMS", "termination"): (
        "a root becomes a norm and the square of a norm a dot product: they undo each other "
        "only inside roots of squares, which normal forms do not have; tested on random terms"
    ),
    ("NORMS", "confluence"): ("the square of a length that a relation gives may be expanded first"),
}
"""Findings of `penelope check` that are accepted here, with the reasons."""
