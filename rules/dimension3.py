"""Identities that hold only in three dimensions: four vectors are dependent. No law covers them.
The sums are recognised after expand: every product is a summand.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from math import prod

from rewrite import (
    Matrix,
    Rewrite,
    RuleSet,
    Scalar,
    Vector,
    cross,
    dot,
    identity,
    rule,
    triple,
    zero,
)

from .cayley_hamilton import cayley_hamilton, cayley_hamilton_gathered, inverse_by_determinant


@rule
def four_vectors(a: Vector, b: Vector, c: Vector, d: Vector) -> Rewrite[Vector]:
    """[b, c, d] a − [a, c, d] b + [a, b, d] c − [a, b, c] d = 0."""
    left = triple(b, c, d) * a - triple(a, c, d) * b + triple(a, b, d) * c
    return left - triple(a, b, c) * d >> zero(Vector)


@rule
def three_of_four_vectors(a: Vector, b: Vector, c: Vector, d: Vector) -> Rewrite[Vector]:
    """[b, c, d] a − [a, c, d] b + [a, b, d] c = [a, b, c] d."""
    left = triple(b, c, d) * a - triple(a, c, d) * b + triple(a, b, d) * c
    return left >> triple(a, b, c) * d


@rule
def four_vectors_and_fifth(
    a: Vector, b: Vector, c: Vector, d: Vector, e: Vector
) -> Rewrite[Scalar]:
    """(a·e)[b, c, d] − (b·e)[a, c, d] + (c·e)[a, b, d] − (d·e)[a, b, c] = 0."""
    left = dot(a, e) * triple(b, c, d) - dot(b, e) * triple(a, c, d) + dot(c, e) * triple(a, b, d)
    return left - dot(d, e) * triple(a, b, c) >> 0


@rule
def three_of_four_vectors_and_fifth(
    a: Vector, b: Vector, c: Vector, d: Vector, e: Vector
) -> Rewrite[Scalar]:
    """(a·e)[b, c, d] − (b·e)[a, c, d] + (c·e)[a, b, d] = (d·e)[a, b, c]."""
    left = dot(a, e) * triple(b, c, d) - dot(b, e) * triple(a, c, d) + dot(c, e) * triple(a, b, d)
    return left >> dot(d, e) * triple(a, b, c)


@rule
def plucker(a: Vector, b: Vector, c: Vector, d: Vector, e: Vector) -> Rewrite[Scalar]:
    """[a, b, c][a, d, e] − [a, b, d][a, c, e] = [a, b, e][a, d, c]   (Grassmann, Plücker)."""
    left = triple(a, b, c) * triple(a, d, e) - triple(a, b, d) * triple(a, c, e)
    return left >> triple(a, b, e) * triple(a, d, c)


@rule
def components_along_crosses(a: Vector, b: Vector, c: Vector, d: Vector) -> Rewrite[Vector]:
    """(a·d) b × c + (b·d) c × a + (c·d) a × b = [a, b, c] d."""
    left = dot(a, d) * cross(b, c) + dot(b, d) * cross(c, a) + dot(c, d) * cross(a, b)
    return left >> triple(a, b, c) * d


@rule
def outer_products_with_crosses(a: Vector, b: Vector, c: Vector) -> Rewrite[Matrix]:
    """(b × c) aᵀ + (c × a) bᵀ + (a × b) cᵀ = [a, b, c] Id."""
    left = cross(b, c) @ a.T + cross(c, a) @ b.T + cross(a, b) @ c.T
    return left >> triple(a, b, c) * identity(3)


@rule
def cross_of_crosses(a: Vector, b: Vector, c: Vector) -> Rewrite[Vector]:
    """(a × b) × (a × c) = [a, b, c] a."""
    return cross(cross(a, b), cross(a, c)) >> triple(a, b, c) * a


def gram(rows: Sequence[Vector], columns: Sequence[Vector]) -> Scalar:
    """The determinant of the dot products of some vectors with others, multiplied out."""
    products = []
    for order in permutations(range(len(rows))):
        first, *others = (dot(row, columns[i]) for row, i in zip(rows, order, strict=True))
        odd = sum(i > j for i, j in combinations(order, 2)) % 2
        products.append(prod(others, start=-first if odd else first))
    return sum(products[1:], start=products[0])


@rule
def gram_of_four(a: Vector, b: Vector, c: Vector, d: Vector) -> Rewrite[Scalar]:
    """The determinant of the sixteen dot products of a, b, c, d is 0   (Gram)."""
    return gram((a, b, c, d), (a, b, c, d)) >> 0


@rule
def gram_of_four_and_four(
    a: Vector, b: Vector, c: Vector, d: Vector, e: Vector, f: Vector, g: Vector, h: Vector
) -> Rewrite[Scalar]:
    """The determinant of the dot products of a, b, c, d with e, f, g, h is 0   (Gram)."""
    return gram((a, b, c, d), (e, f, g, h)) >> 0


DIMENSION_3 = RuleSet(
    four_vectors,
    three_of_four_vectors,
    four_vectors_and_fifth,
    three_of_four_vectors_and_fifth,
    plucker,
    components_along_crosses,
    outer_products_with_crosses,
    cross_of_crosses,
    gram_of_four,
    gram_of_four_and_four,
    cayley_hamilton,
    cayley_hamilton_gathered,
    inverse_by_determinant,
    name="DIMENSION_3",
)
"""Sums that vanish or get shorter because there are three dimensions."""

EXCEPTIONS = {
    ("DIMENSION_3", "termination"): (
        "three terms become one of the same operators, which the measure does not distinguish; "
        "tested on random terms"
    ),
    ("DIMENSION_3", "confluence"): (
        "any four vectors are dependent in several ways, and none of these is preferred"
    ),
    ("four_vectors", "redundant"): (
        "found in one step, where the rule about three of four leaves a remainder to cancel"
    ),
    ("four_vectors_and_fifth", "redundant"): (
        "found in one step, where the rule about three of four leaves a remainder to cancel"
    ),
}
"""Findings of `penelope check` that are accepted here, with the reasons."""
