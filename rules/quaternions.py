"""Quaternions as symbols, and the rotations that they represent; for pairs see `pairs`.

The laws cover: products are associative, scalars and signs move out, conj and inv reverse products
and undo themselves, q q⁻¹ = 1, q q̄ = 1 and q⁻¹ = q̄ for a unit q, conj(p) = -p for a pure p;
N(p q) = N(p) N(q), N(q̄) = N(q), N(q⁻¹) = 1/N(q), N(u) = 1; the parts of a pair and of a conjugate,
scalar parts of products that are reversed or conjugated; p (q v) = (p q) v for rotations,
R(q̄) = R(q)ᵀ; R(p q) = R(p) R(q) when terms are multiplied out.

`QUATERNIONS` makes terms shorter.
"""

from __future__ import annotations

from rewrite import (
    Matrix,
    Quaternion,
    Rewrite,
    RuleSet,
    Scalar,
    Vector,
    conj,
    cos,
    cross,
    det,
    dot,
    norm2,
    one,
    precedes,
    pure,
    quat,
    rot,
    rotate,
    rotation_matrix,
    rule,
    scalar_part,
    sin,
    tilde,
    trace,
    triple,
    unit,
    vector_part,
    zero,
)

ONE: Quaternion = one(Quaternion)
ZERO: Scalar = zero(Scalar)

# -- symbols --------------------------------------------------------------------------------------


@rule
def times_conjugate(q: Quaternion) -> Rewrite[Quaternion]:
    """q q̄ = N(q)."""
    return q * conj(q) >> norm2(q) * ONE


@rule
def conjugate_times(q: Quaternion) -> Rewrite[Quaternion]:
    """q̄ q = N(q)."""
    return conj(q) * q >> norm2(q) * ONE


@rule
def square_of_pure(p: Quaternion) -> Rewrite[Quaternion]:
    """p² = -N(p) for a pure p."""
    return (p * p >> -norm2(p) * ONE).when(pure(p))


@rule
def twice_the_scalar_part(q: Quaternion) -> Rewrite[Quaternion]:
    """q + q̄ = 2 S(q)."""
    return q + conj(q) >> 2 * scalar_part(q) * ONE


@rule
def twice_the_vector_part(q: Quaternion) -> Rewrite[Quaternion]:
    """q - q̄ = 2 (0, V(q))."""
    return q - conj(q) >> 2 * quat(ZERO, vector_part(q))


@rule
def pair_of_parts(q: Quaternion) -> Rewrite[Quaternion]:
    """(S(q), V(q)) = q."""
    return quat(scalar_part(q), vector_part(q)) >> q


@rule
def pure_pair_of_part(p: Quaternion) -> Rewrite[Quaternion]:
    """(0, V(p)) = p for a pure p."""
    return (quat(ZERO, vector_part(p)) >> p).when(pure(p))


@rule
def parts_gathered(q: Quaternion) -> Rewrite[Quaternion]:
    """S(q) + (0, V(q)) = q."""
    return scalar_part(q) * ONE + quat(ZERO, vector_part(q)) >> q


@rule
def scaled_pure_pair(x: Scalar, v: Vector) -> Rewrite[Quaternion]:
    """(0, x v) = x (0, v)."""
    return quat(ZERO, x * v) >> x * quat(ZERO, v)


@rule
def norm_of_parts(q: Quaternion) -> Rewrite[Scalar]:
    """S(q)² + V(q)·V(q) = N(q)."""
    return scalar_part(q) ** 2 + dot(vector_part(q), vector_part(q)) >> norm2(q)


@rule
def inverse_by_norm(q: Quaternion) -> Rewrite[Quaternion]:
    """N(q) q⁻¹ = q̄."""
    return norm2(q) * q.inv >> conj(q)


@rule
def conjugate_over_norm(q: Quaternion) -> Rewrite[Quaternion]:
    """q̄/N(q) = q⁻¹."""
    return conj(q) / norm2(q) >> q.inv


@rule
def between_equals(p: Quaternion, q: Quaternion) -> Rewrite[Quaternion]:
    """p q p = 2 S(p q) p − N(p) q̄, for a q of at most two letters more than p.

    The order of terms compares sizes first, and a q that is longer than 2 V(p) makes the two
    products on the right cost more than the one on the left.
    """
    right = 2 * scalar_part(p * q) * p - norm2(p) * conj(q)
    return (p * q * p >> right).when(precedes(q, 2 * vector_part(p)))


@rule
def commutator(p: Quaternion, q: Quaternion) -> Rewrite[Quaternion]:
    """p q − q p = (0, 2 V(p) × V(q))."""
    return p * q - q * p >> quat(ZERO, 2 * cross(vector_part(p), vector_part(q)))


@rule
def anticommutator_of_pure(p: Quaternion, q: Quaternion) -> Rewrite[Quaternion]:
    """p q + q p = −2 V(p)·V(q) for pure p and q."""
    right = -2 * dot(vector_part(p), vector_part(q)) * ONE
    return (p * q + q * p >> right).when(pure(p), pure(q))


@rule
def square_of_quaternion(q: Quaternion) -> Rewrite[Quaternion]:
    """q² − 2 S(q) q = −N(q)   (Cayley, Hamilton)."""
    return q * q - 2 * scalar_part(q) * q >> -norm2(q) * ONE


@rule
def between_conjugates(p: Quaternion, q: Quaternion) -> Rewrite[Quaternion]:
    """p q p̄ = (N(p) S(q), p V(q) p̄)."""
    return p * q * conj(p) >> quat(norm2(p) * scalar_part(q), rotate(p, vector_part(q)))


@rule
def between_conjugates_turned(p: Quaternion, q: Quaternion) -> Rewrite[Quaternion]:
    """p̄ q p = (N(p) S(q), p̄ V(q) p)."""
    return conj(p) * q * p >> quat(norm2(p) * scalar_part(q), rotate(conj(p), vector_part(q)))


@rule
def sandwich(q: Quaternion, v: Vector) -> Rewrite[Quaternion]:
    """q (0, v) q̄ = (0, q v q̄)."""
    return q * quat(ZERO, v) * conj(q) >> quat(ZERO, rotate(q, v))


@rule
def sandwich_turned(q: Quaternion, v: Vector) -> Rewrite[Quaternion]:
    """q̄ (0, v) q = (0, q̄ v q)."""
    return conj(q) * quat(ZERO, v) * q >> quat(ZERO, rotate(conj(q), v))


# -- rotations ------------------------------------------------------------------------------------


@rule
def matrix_on_vector(q: Quaternion, v: Vector) -> Rewrite[Vector]:
    """R(q) v = q v q̄."""
    return rotation_matrix(q) @ v >> rotate(q, v)


@rule
def turned_matrix_on_vector(q: Quaternion, v: Vector) -> Rewrite[Vector]:
    """R(q)ᵀ v = q̄ v q."""
    return rotation_matrix(q).T @ v >> rotate(conj(q), v)


@rule
def matrix_of_product(p: Quaternion, q: Quaternion) -> Rewrite[Matrix]:
    """R(p) R(q) = R(p q)."""
    return rotation_matrix(p) @ rotation_matrix(q) >> rotation_matrix(p * q)


@rule
def matrix_of_product_turned_first(p: Quaternion, q: Quaternion) -> Rewrite[Matrix]:
    """R(p)ᵀ R(q) = R(p̄ q)."""
    return rotation_matrix(p).T @ rotation_matrix(q) >> rotation_matrix(conj(p) * q)


@rule
def matrix_of_product_turned_last(p: Quaternion, q: Quaternion) -> Rewrite[Matrix]:
    """R(p) R(q)ᵀ = R(p q̄)."""
    return rotation_matrix(p) @ rotation_matrix(q).T >> rotation_matrix(p * conj(q))


@rule
def matrix_of_product_turned(p: Quaternion, q: Quaternion) -> Rewrite[Matrix]:
    """R(p)ᵀ R(q)ᵀ = R(q p)ᵀ."""
    return rotation_matrix(p).T @ rotation_matrix(q).T >> rotation_matrix(q * p).T


@rule
def trace_of_matrix(q: Quaternion) -> Rewrite[Scalar]:
    """tr R(q) = 4 S(q)² − N(q)."""
    return trace(rotation_matrix(q)) >> 4 * scalar_part(q) ** 2 - norm2(q)


@rule
def determinant_of_matrix(q: Quaternion) -> Rewrite[Scalar]:
    """det R(q) = N(q)³."""
    return det(rotation_matrix(q)) >> norm2(q) ** 3


@rule
def dot_of_rotated(q: Quaternion, a: Vector, b: Vector) -> Rewrite[Scalar]:
    """(q a)·(q b) = N(q)² a·b."""
    return dot(rotate(q, a), rotate(q, b)) >> norm2(q) ** 2 * dot(a, b)


@rule
def cross_of_rotated_by_quaternion(q: Quaternion, a: Vector, b: Vector) -> Rewrite[Vector]:
    """(q a) × (q b) = N(q) q (a × b)."""
    return cross(rotate(q, a), rotate(q, b)) >> norm2(q) * rotate(q, cross(a, b))


@rule
def cross_rotated_once_by_quaternion(q: Quaternion, a: Vector, b: Vector) -> Rewrite[Vector]:
    """q (a × (q* b)) = N(q) (q a) × b."""
    left = rotate(q, cross(a, rotate(conj(q), b)))
    return left >> norm2(q) * cross(rotate(q, a), b)


@rule
def cross_rotated_back_by_quaternion(q: Quaternion, a: Vector, b: Vector) -> Rewrite[Vector]:
    """q* (a × (q b)) = N(q) (q* a) × b."""
    left = rotate(conj(q), cross(a, rotate(q, b)))
    return left >> norm2(q) * cross(rotate(conj(q), a), b)


@rule
def triple_of_two_rotated_by_quaternion(
    q: Quaternion, a: Vector, b: Vector, c: Vector
) -> Rewrite[Scalar]:
    """[q a, q b, c] = N(q) [a, b, q* c]."""
    left = triple(rotate(q, a), rotate(q, b), c)
    return left >> norm2(q) * triple(a, b, rotate(conj(q), c))


@rule
def tilde_between_matrices(q: Quaternion, a: Vector) -> Rewrite[Matrix]:
    """R(q) ã R(q)ᵀ = N(q) (q a)~."""
    left = rotation_matrix(q) @ tilde(a) @ rotation_matrix(q).T
    return left >> norm2(q) * tilde(rotate(q, a))


@rule
def tilde_between_turned_matrices(q: Quaternion, a: Vector) -> Rewrite[Matrix]:
    """R(q)ᵀ ã R(q) = N(q) (q* a)~."""
    left = rotation_matrix(q).T @ tilde(a) @ rotation_matrix(q)
    return left >> norm2(q) * tilde(rotate(conj(q), a))


@rule
def turn_about_rotated_axis(q: Quaternion, v: Vector, x: Scalar, a: Vector) -> Rewrite[Vector]:
    """rot(q v, x) (q a) = q (rot(v, x) a) for a unit q."""
    left = rot(rotate(q, v), x) @ rotate(q, a)
    return (left >> rotate(q, rot(v, x) @ a)).when(unit(q))


@rule
def product_about_an_axis(x: Scalar, y: Scalar, u: Vector) -> Rewrite[Quaternion]:
    """(cos x, sin x u)(cos y, sin y u) = (cos(x + y), sin(x + y) u) for a unit u."""
    left = quat(cos(x), sin(x) * u) * quat(cos(y), sin(y) * u)
    return (left >> quat(cos(x + y), sin(x + y) * u)).when(unit(u))


@rule
def matrix_about_an_axis(x: Scalar, u: Vector) -> Rewrite[Matrix]:
    """R((cos x, sin x u)) is the rotation about a unit u by 2x."""
    return (rotation_matrix(quat(cos(x), sin(x) * u)) >> rot(u, 2 * x)).when(unit(u))


@rule
def rotated_about_an_axis(x: Scalar, u: Vector, v: Vector) -> Rewrite[Vector]:
    """(cos x, sin x u) acts on v as the rotation about a unit u by 2x."""
    return (rotate(quat(cos(x), sin(x) * u), v) >> rot(u, 2 * x) @ v).when(unit(u))


QUATERNIONS = RuleSet(
    times_conjugate,
    conjugate_times,
    square_of_pure,
    twice_the_scalar_part,
    twice_the_vector_part,
    pair_of_parts,
    pure_pair_of_part,
    parts_gathered,
    scaled_pure_pair,
    norm_of_parts,
    inverse_by_norm,
    conjugate_over_norm,
    sandwich,
    sandwich_turned,
    matrix_on_vector,
    turned_matrix_on_vector,
    matrix_of_product,
    matrix_of_product_turned_first,
    matrix_of_product_turned_last,
    matrix_of_product_turned,
    trace_of_matrix,
    determinant_of_matrix,
    dot_of_rotated,
    cross_of_rotated_by_quaternion,
    cross_rotated_once_by_quaternion,
    cross_rotated_back_by_quaternion,
    triple_of_two_rotated_by_quaternion,
    tilde_between_matrices,
    tilde_between_turned_matrices,
    turn_about_rotated_axis,
    product_about_an_axis,
    matrix_about_an_axis,
    rotated_about_an_axis,
    name="QUATERNIONS",
)

QUATERNIONS_BETWEEN = RuleSet(
    between_equals,
    between_conjugates,
    between_conjugates_turned,
    commutator,
    anticommutator_of_pure,
    square_of_quaternion,
    name="QUATERNIONS_BETWEEN",
)
"""Products in terms of their parts: longer, but with fewer operations."""

EXCEPTIONS = {
    ("QUATERNIONS", "termination"): (
        "conjugates pass through products, and the measure modulo that does not count their "
        "removal; tested on random terms"
    ),
    ("QUATERNIONS_BETWEEN", "termination"): (
        "each remaining product has fewer letters, but there are more of them; tested on random "
        "terms"
    ),
    ("QUATERNIONS_BETWEEN", "confluence"): (
        "if products overlap, any may be expanded first, and `simplify` compares the costs"
    ),
    ("QUATERNIONS", "confluence"): (
        "products are read as norms, sandwiches or parts, whichever is found first"
    ),
}
"""Findings of `penelope check` that are accepted here, with the reasons."""
