"""Traces.

The laws cover: traces of scalings and of identities, tr(x) = x for a scalar, tr(Aᵀ) = tr(A),
tr(A B) = tr(B A) for words of any length, tr(a bᵀ) = a·b, tr(K) = 0 and tr(S K) = 0 for a symmetric
S and an antisymmetric K such as ã. `expand` distributes traces over sums.
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
    cos,
    dot,
    rot,
    rule,
    tilde,
    trace,
    triple,
    unit,
    vee,
)

Square = Annotated[Matrix, (3, 3)]


@rule
def trace_of_two_tildes(a: Vector, b: Vector) -> Rewrite[Scalar]:
    """tr(ã b̃) = −2 a·b."""
    return trace(tilde(a) @ tilde(b)) >> -2 * dot(a, b)


@rule
def trace_of_three_tildes(a: Vector, b: Vector, c: Vector) -> Rewrite[Scalar]:
    """tr(ã b̃ c̃) = −[a, b, c]."""
    return trace(tilde(a) @ tilde(b) @ tilde(c)) >> -triple(a, b, c)


@rule
def trace_with_antisymmetric_first(A: Square, B: Square) -> Rewrite[Scalar]:
    """tr(A B) = −2 vee(A)·vee(B) for an antisymmetric A; tr(ã B) = −2 a·vee(B)."""
    return (trace(A @ B) >> -2 * dot(vee(A), vee(B))).when(antisymmetric(A))


@rule
def trace_with_antisymmetric_last(A: Square, B: Square) -> Rewrite[Scalar]:
    """tr(A B) = −2 vee(A)·vee(B) for an antisymmetric B; tr(A b̃) = −2 vee(A)·b."""
    return (trace(A @ B) >> -2 * dot(vee(A), vee(B))).when(antisymmetric(B))


@rule
def trace_with_antisymmetric_inside(A: Square, B: Square, C: Square) -> Rewrite[Scalar]:
    """tr(A B C) = −2 vee(B)·vee(C A) for an antisymmetric B."""
    return (trace(A @ B @ C) >> -2 * dot(vee(B), vee(C @ A))).when(antisymmetric(B))


@rule
def trace_of_turn(v: Vector, x: Scalar) -> Rewrite[Scalar]:
    """tr rot(v, x) = 1 + 2 cos x for a unit v."""
    return (trace(rot(v, x)) >> 1 + 2 * cos(x)).when(unit(v))


TRACES = RuleSet(
    trace_of_two_tildes,
    trace_of_three_tildes,
    trace_with_antisymmetric_first,
    trace_with_antisymmetric_last,
    trace_with_antisymmetric_inside,
    trace_of_turn,
    name="TRACES",
)
"""Traces as dot and triple products: in a product with an antisymmetric factor, only the
antisymmetric part of the rest contributes."""

EXCEPTIONS = {
    ("TRACES", "confluence"): (
        "a trace of three tildes is a triple product; read as one with an antisymmetric matrix it "
        "needs the rules about vees, which STANDARD has"
    ),
    ("trace_of_two_tildes", "redundant"): (
        "found faster than the rule about any antisymmetric matrix"
    ),
    ("trace_with_antisymmetric_first", "redundant"): (
        "the case with nothing before it, and found faster"
    ),
    ("trace_with_antisymmetric_last", "redundant"): (
        "the case with nothing after it, and found faster"
    ),
}
"""Findings of `penelope check` that are accepted here, with the reasons."""
