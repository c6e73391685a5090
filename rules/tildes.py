"""The tilde ã of a vector a, the matrix of a × ·.

The laws cover: tilde of scalings, ãᵀ = −ã, ã a = 0, aᵀ ã = 0, tilde(vee(K)) = K for an
antisymmetric K. Products of tildes as outer products are in `products`.

`TILDE_EXPANSION` expands tildes of compound vectors, `TILDE_CONTRACTION` combines tildes.
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
    det,
    dot,
    rotation,
    rule,
    tilde,
    trace,
    triple,
    vee,
)

from .products import outer_difference
from .vees import VEES

Square = Annotated[Matrix, (3, 3)]

# -- expansion ------------------------------------------------------------------------------------


@rule
def tilde_of_cross(a: Vector, b: Vector) -> Rewrite[Matrix]:
    """(a × b)~ = ã b̃ − b̃ ã."""
    return tilde(cross(a, b)) >> tilde(a) @ tilde(b) - tilde(b) @ tilde(a)


@rule
def tilde_of_rotated(R: Matrix, a: Vector) -> Rewrite[Matrix]:
    """(R a)~ = R ã Rᵀ for a rotation."""
    return (tilde(R @ a) >> R @ tilde(a) @ R.T).when(rotation(R))


@rule
def tilde_of_vee(A: Square) -> Rewrite[Matrix]:
    """tilde(vee(A)) = (A − Aᵀ)/2."""
    return tilde(vee(A)) >> (A - A.T) / 2


# -- contraction ----------------------------------------------------------------------------------


@rule
def commutator_of_tildes(a: Vector, b: Vector) -> Rewrite[Matrix]:
    """ã b̃ − b̃ ã = (a × b)~."""
    return tilde(a) @ tilde(b) - tilde(b) @ tilde(a) >> tilde(cross(a, b))


@rule
def tilde_between_tildes(a: Vector, b: Vector) -> Rewrite[Matrix]:
    """ã b̃ ã = −(a·b) ã; ã³ = −(a·a) ã."""
    return tilde(a) @ tilde(b) @ tilde(a) >> -dot(a, b) * tilde(a)


@rule
def tilde_turned(R: Matrix, a: Vector) -> Rewrite[Matrix]:
    """R ã Rᵀ = (R a)~ for a rotation."""
    return (R @ tilde(a) @ R.T >> tilde(R @ a)).when(rotation(R))


@rule
def tilde_turned_back(R: Matrix, a: Vector) -> Rewrite[Matrix]:
    """Rᵀ ã R = (Rᵀ a)~ for a rotation."""
    return (R.T @ tilde(a) @ R >> tilde(R.T @ a)).when(rotation(R))


@rule
def tilde_of_image_between(A: Matrix, a: Vector) -> Rewrite[Matrix]:
    """Aᵀ (A a)~ A = det(A) ã for any A."""
    return A.T @ tilde(A @ a) @ A >> det(A) * tilde(a)


@rule
def tilde_with_trace(A: Matrix, a: Vector) -> Rewrite[Matrix]:
    """Aᵀ ã + ã A + (A a)~ = tr(A) ã for any A; S ã + ã S + (S a)~ for a symmetric S."""
    return A.T @ tilde(a) + tilde(a) @ A + tilde(A @ a) >> trace(A) * tilde(a)


@rule
def cross_with_trace(A: Matrix, a: Vector, b: Vector) -> Rewrite[Vector]:
    """Aᵀ (a × b) + a × (A b) + (A a) × b = tr(A) a × b for any A."""
    return A.T @ cross(a, b) + cross(a, A @ b) + cross(A @ a, b) >> trace(A) * cross(a, b)


@rule
def triple_with_trace(A: Square, a: Vector, b: Vector, c: Vector) -> Rewrite[Scalar]:
    """[A a, b, c] + [a, A b, c] + [a, b, A c] = tr(A) [a, b, c] for any A."""
    left = triple(A @ a, b, c) + triple(a, A @ b, c) + triple(a, b, A @ c)
    return left >> trace(A) * triple(a, b, c)


@rule
def tilde_between_transposes(A: Square, a: Vector) -> Rewrite[Matrix]:
    """Aᵀ ã + ã A = (tr(A) a − A a)~ for any A."""
    return A.T @ tilde(a) + tilde(a) @ A >> tilde(trace(A) * a - A @ a)


@rule
def cross_between_transposes(A: Square, a: Vector, b: Vector) -> Rewrite[Vector]:
    """Aᵀ (a × b) + a × (A b) = (tr(A) a − A a) × b for any A."""
    return A.T @ cross(a, b) + cross(a, A @ b) >> cross(trace(A) * a - A @ a, b)


TILDE_EXPANSION = RuleSet(tilde_of_cross, tilde_of_rotated, tilde_of_vee, name="TILDE_EXPANSION")
"""Tildes of compound vectors in terms of those of their parts."""

TILDE_CONTRACTION = RuleSet(
    tilde_of_image_between,
    tilde_turned,
    tilde_turned_back,
    tilde_between_tildes,
    commutator_of_tildes,
    outer_difference,
    tilde_with_trace,
    cross_with_trace,
    triple_with_trace,
    tilde_between_transposes,
    cross_between_transposes,
    VEES,
    name="TILDE_CONTRACTION",
)
"""The opposite direction: one tilde for several."""

EXCEPTIONS = {
    ("TILDE_CONTRACTION", "termination"): (
        "a product of tildes becomes a tilde of a product, which is the same word; tested on "
        "random terms"
    ),
    ("TILDE_CONTRACTION", "confluence"): (
        "products of several tildes can be combined in several ways"
    ),
    ("commutator_of_tildes", "redundant"): (
        "a short cut, found without the trace of a matrix that is itself a tilde"
    ),
}
"""Findings of `penelope check` that are accepted here, with the reasons."""
