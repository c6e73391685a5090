"""Dot, cross and triple products, outer products, and products of tildes.

The laws cover: signs and order of dot, cross and triple products, a × a = 0, [a, a, b] = 0, scalars
moved out, (A a)·b = a·(Aᵀ b), ã b = a × b, aᵀ b = a·b, a·(b × c) = [a, b, c],
[a, b, c × d] = (a × b)·(c × d), (a bᵀ) c = (b·c) a.

`TO_DOTS` expands: after it no cross product is an operand of a cross, dot or outer product, no two
tildes are neighbours, and no monomial has two of triple, cross product and tilde. `FROM_DOTS` goes
back. Identities between sums of double cross products are in `jacobi`.
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
    rule,
    tilde,
    triple,
)

# -- to dot products ------------------------------------------------------------------------------


@rule
def double_cross(a: Vector, b: Vector, c: Vector) -> Rewrite[Vector]:
    """a × (b × c) = (a·c) b − (a·b) c   (Lagrange)."""
    return cross(a, cross(b, c)) >> dot(a, c) * b - dot(a, b) * c


@rule
def binet_cauchy(a: Vector, b: Vector, c: Vector, d: Vector) -> Rewrite[Scalar]:
    """(a × b)·(c × d) = (a·c)(b·d) − (a·d)(b·c)   (Binet, Cauchy; Lagrange for a = c, b = d)."""
    return dot(cross(a, b), cross(c, d)) >> dot(a, c) * dot(b, d) - dot(a, d) * dot(b, c)


@rule
def tilde_of_cross_as_outer(a: Vector, b: Vector) -> Rewrite[Matrix]:
    """(a × b)~ = b aᵀ − a bᵀ."""
    return tilde(cross(a, b)) >> b @ a.T - a @ b.T


@rule
def product_of_tildes(a: Vector, b: Vector) -> Rewrite[Matrix]:
    """ã b̃ = b aᵀ − (a·b) Id."""
    return tilde(a) @ tilde(b) >> b @ a.T - dot(a, b) * identity(3)


@rule
def outer_of_crosses(a: Vector, b: Vector, c: Vector, d: Vector) -> Rewrite[Matrix]:
    """(a × b)(c × d)ᵀ = |a·c a·d aᵀ; b·c b·d bᵀ; c d Id|, a determinant."""
    return cross(a, b) @ cross(c, d).T >> (
        dot(a, d) * (c @ b.T)
        - dot(b, d) * (c @ a.T)
        - dot(a, c) * (d @ b.T)
        + dot(b, c) * (d @ a.T)
        + (dot(a, c) * dot(b, d) - dot(a, d) * dot(b, c)) * identity(3)
    )


@rule
def product_of_triples(
    a: Vector, b: Vector, c: Vector, d: Vector, e: Vector, f: Vector
) -> Rewrite[Scalar]:
    """[a, b, c] [d, e, f] = det of the nine dot products   (Gram)."""
    return triple(a, b, c) * triple(d, e, f) >> (
        dot(a, d) * (dot(b, e) * dot(c, f) - dot(b, f) * dot(c, e))
        - dot(a, e) * (dot(b, d) * dot(c, f) - dot(b, f) * dot(c, d))
        + dot(a, f) * (dot(b, d) * dot(c, e) - dot(b, e) * dot(c, d))
    )


@rule
def triple_times_cross(a: Vector, b: Vector, c: Vector, d: Vector, e: Vector) -> Rewrite[Vector]:
    """[a, b, c] (d × e) = ((b × c)·(d × e)) a + ((c × a)·(d × e)) b + ((a × b)·(d × e)) c."""
    return triple(a, b, c) * cross(d, e) >> (
        (dot(b, d) * dot(c, e) - dot(b, e) * dot(c, d)) * a
        + (dot(c, d) * dot(a, e) - dot(c, e) * dot(a, d)) * b
        + (dot(a, d) * dot(b, e) - dot(a, e) * dot(b, d)) * c
    )


@rule
def triple_times_tilde(a: Vector, b: Vector, c: Vector, d: Vector) -> Rewrite[Matrix]:
    """[a, b, c] d̃ = (a·d)(c bᵀ − b cᵀ) + (b·d)(a cᵀ − c aᵀ) + (c·d)(b aᵀ − a bᵀ)."""
    return triple(a, b, c) * tilde(d) >> (
        dot(a, d) * (c @ b.T - b @ c.T)
        + dot(b, d) * (a @ c.T - c @ a.T)
        + dot(c, d) * (b @ a.T - a @ b.T)
    )


@rule
def triple_times_cross_outer(
    a: Vector, b: Vector, c: Vector, d: Vector, e: Vector, f: Vector
) -> Rewrite[Matrix]:
    """[a, b, c] (d × e) fᵀ, as [a, b, c] (d × e)."""
    return triple(a, b, c) * (cross(d, e) @ f.T) >> (
        (dot(b, d) * dot(c, e) - dot(b, e) * dot(c, d)) * (a @ f.T)
        + (dot(c, d) * dot(a, e) - dot(c, e) * dot(a, d)) * (b @ f.T)
        + (dot(a, d) * dot(b, e) - dot(a, e) * dot(b, d)) * (c @ f.T)
    )


@rule
def triple_times_outer_cross(
    a: Vector, b: Vector, c: Vector, d: Vector, e: Vector, f: Vector
) -> Rewrite[Matrix]:
    """[a, b, c] f (d × e)ᵀ, as [a, b, c] (d × e)."""
    return triple(a, b, c) * (f @ cross(d, e).T) >> (
        (dot(b, d) * dot(c, e) - dot(b, e) * dot(c, d)) * (f @ a.T)
        + (dot(c, d) * dot(a, e) - dot(c, e) * dot(a, d)) * (f @ b.T)
        + (dot(a, d) * dot(b, e) - dot(a, e) * dot(b, d)) * (f @ c.T)
    )


@rule
def triple_times_outer(a: Vector, b: Vector, c: Vector, d: Vector, e: Vector) -> Rewrite[Matrix]:
    """[a, b, c] d eᵀ = ((a·d) b × c + (b·d) c × a + (c·d) a × b) eᵀ; d and e no cross products."""
    return triple(a, b, c) * (d @ e.T) >> (
        dot(a, d) * (cross(b, c) @ e.T)
        + dot(b, d) * (cross(c, a) @ e.T)
        + dot(c, d) * (cross(a, b) @ e.T)
    )


# -- from dot products ----------------------------------------------------------------------------


@rule
def double_cross_gathered(a: Vector, b: Vector, c: Vector) -> Rewrite[Vector]:
    """(a·c) b − (a·b) c = a × (b × c)   (Lagrange)."""
    return dot(a, c) * b - dot(a, b) * c >> cross(a, cross(b, c))


@rule
def binet_cauchy_gathered(a: Vector, b: Vector, c: Vector, d: Vector) -> Rewrite[Scalar]:
    """(a·c)(b·d) − (a·d)(b·c) = (a × b)·(c × d)   (Binet, Cauchy)."""
    return dot(a, c) * dot(b, d) - dot(a, d) * dot(b, c) >> dot(cross(a, b), cross(c, d))


@rule
def outer_difference(a: Vector, b: Vector) -> Rewrite[Matrix]:
    """b aᵀ − a bᵀ = (a × b)~."""
    return b @ a.T - a @ b.T >> tilde(cross(a, b))


@rule
def product_of_tildes_gathered(a: Vector, b: Vector) -> Rewrite[Matrix]:
    """b aᵀ − (a·b) Id = ã b̃."""
    return b @ a.T - dot(a, b) * identity(3) >> tilde(a) @ tilde(b)


@rule
def gram_determinant(a: Vector, b: Vector, c: Vector) -> Rewrite[Scalar]:
    """aa bb cc + 2 ab bc ca − aa bc² − bb ca² − cc ab² = [a, b, c]², where ab is a·b   (Gram)."""
    return (
        dot(a, a) * dot(b, b) * dot(c, c)
        + 2 * dot(a, b) * dot(b, c) * dot(c, a)
        - dot(a, a) * dot(b, c) ** 2
        - dot(b, b) * dot(c, a) ** 2
        - dot(c, c) * dot(a, b) ** 2
        >> triple(a, b, c) ** 2
    )


TO_DOTS = RuleSet(
    double_cross,
    binet_cauchy,
    tilde_of_cross_as_outer,
    product_of_tildes,
    outer_of_crosses,
    product_of_triples,
    triple_times_cross,
    triple_times_tilde,
    triple_times_cross_outer,
    triple_times_outer_cross,
    triple_times_outer,
    name="TO_DOTS",
)
"""Everything in dot products, with at most one triple or cross product or tilde in a monomial."""

FROM_DOTS = RuleSet(
    gram_determinant,
    double_cross_gathered,
    binet_cauchy_gathered,
    outer_difference,
    product_of_tildes_gathered,
    name="FROM_DOTS",
)
"""The reverse of `TO_DOTS`, to fewer products."""

EXCEPTIONS = {
    ("TO_DOTS", "termination"): (
        "a triple times an outer product becomes four others of the same operators; earlier rules "
        "remove terms to which it could apply again; tested on random terms"
    ),
    ("TO_DOTS", "confluence"): (
        "u × (v × (w × x)) expands in two ways, equal only because four vectors are dependent; "
        "canonical decides there"
    ),
    ("FROM_DOTS", "termination"): (
        "fewer terms with more operators, which the measure does not count; tested on random terms"
    ),
    ("FROM_DOTS", "confluence"): (
        "dot products can be contracted into cross products in several ways"
    ),
}
"""Findings of `penelope check` that are accepted here, with the reasons."""
