"""Quaternions as pairs of a scalar and a vector, and by their scalar and vector parts.

`PAIRS` calculates with pairs (s, v); `PARTS` expands scalar and vector parts, lengths, inverses and
rotations of quaternions into the parts of their factors.
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
    cross,
    dot,
    identity,
    norm2,
    one,
    outer,
    quat,
    rotate,
    rotation_matrix,
    rule,
    scalar_part,
    tilde,
    vector_part,
    zero,
)

ONE: Quaternion = one(Quaternion)
ZERO: Scalar = zero(Scalar)

# -- pairs ----------------------------------------------------------------------------------------


@rule
def product_of_pairs(s: Scalar, t: Scalar, u: Vector, v: Vector) -> Rewrite[Quaternion]:
    """(s, u)(t, v) = (s t - u·v, s v + t u + u × v)."""
    return quat(s, u) * quat(t, v) >> quat(s * t - dot(u, v), s * v + t * u + cross(u, v))


@rule
def sum_of_pairs(s: Scalar, t: Scalar, u: Vector, v: Vector) -> Rewrite[Quaternion]:
    """(s, u) + (t, v) = (s + t, u + v)."""
    return quat(s, u) + quat(t, v) >> quat(s + t, u + v)


@rule
def scaled_pair(x: Scalar, s: Scalar, v: Vector) -> Rewrite[Quaternion]:
    """x (s, v) = (x s, x v)."""
    return x * quat(s, v) >> quat(x * s, x * v)


@rule
def opposite_pair(s: Scalar, t: Scalar, u: Vector, v: Vector) -> Rewrite[Quaternion]:
    """(s, u) - (t, v) = (s - t, u - v)."""
    return quat(s, u) - quat(t, v) >> quat(s - t, u - v)


@rule
def pair_and_scalar(x: Scalar, s: Scalar, v: Vector) -> Rewrite[Quaternion]:
    """(s, v) + x = (s + x, v)."""
    return quat(s, v) + x * ONE >> quat(s + x, v)


@rule
def norm_of_pair(s: Scalar, v: Vector) -> Rewrite[Scalar]:
    """N((s, v)) = s² + v·v."""
    return norm2(quat(s, v)) >> s**2 + dot(v, v)


@rule
def inverse_of_pair(s: Scalar, v: Vector) -> Rewrite[Quaternion]:
    """(s, v)⁻¹ = (s, -v)/(s² + v·v)."""
    return quat(s, v).inv >> quat(s, -v) / (s**2 + dot(v, v))


@rule
def rotated_by_pair(s: Scalar, u: Vector, v: Vector) -> Rewrite[Vector]:
    """(s, u) v (s, -u) = (s² - u·u) v + 2 (u·v) u + 2 s u × v."""
    return rotate(quat(s, u), v) >> (
        (s**2 - dot(u, u)) * v + 2 * dot(u, v) * u + 2 * s * cross(u, v)
    )


@rule
def matrix_of_pair(s: Scalar, u: Vector) -> Rewrite[Matrix]:
    """R((s, u)) = (s² - u·u) Id + 2 u uᵀ + 2 s ũ."""
    return rotation_matrix(quat(s, u)) >> (
        (s**2 - dot(u, u)) * identity(3) + 2 * outer(u, u) + 2 * s * tilde(u)
    )


# -- parts ----------------------------------------------------------------------------------------


@rule
def scalar_part_of_product(p: Quaternion, q: Quaternion) -> Rewrite[Scalar]:
    """S(p q) = S(p) S(q) - V(p)·V(q)."""
    return scalar_part(p * q) >> (
        scalar_part(p) * scalar_part(q) - dot(vector_part(p), vector_part(q))
    )


@rule
def vector_part_of_product(p: Quaternion, q: Quaternion) -> Rewrite[Vector]:
    """V(p q) = S(p) V(q) + S(q) V(p) + V(p) × V(q)."""
    u, v = vector_part(p), vector_part(q)
    return vector_part(p * q) >> scalar_part(p) * v + scalar_part(q) * u + cross(u, v)


@rule
def norm_by_parts(q: Quaternion) -> Rewrite[Scalar]:
    """N(q) = S(q)² + V(q)·V(q)."""
    return norm2(q) >> scalar_part(q) ** 2 + dot(vector_part(q), vector_part(q))


@rule
def inverse_by_conjugate(q: Quaternion) -> Rewrite[Quaternion]:
    """q⁻¹ = q̄/N(q)."""
    return q.inv >> conj(q) / norm2(q)


@rule
def rotated_by_parts(q: Quaternion, v: Vector) -> Rewrite[Vector]:
    """q v q̄ = (S² - V·V) v + 2 (V·v) V + 2 S V × v, with S and V the parts of q."""
    s, u = scalar_part(q), vector_part(q)
    return rotate(q, v) >> (s**2 - dot(u, u)) * v + 2 * dot(u, v) * u + 2 * s * cross(u, v)


@rule
def matrix_by_parts(q: Quaternion) -> Rewrite[Matrix]:
    """R(q) = (S² - V·V) Id + 2 V Vᵀ + 2 S Ṽ, with S and V the parts of q."""
    s, u = scalar_part(q), vector_part(q)
    return rotation_matrix(q) >> (
        (s**2 - dot(u, u)) * identity(3) + 2 * outer(u, u) + 2 * s * tilde(u)
    )


PAIRS = RuleSet(
    product_of_pairs,
    sum_of_pairs,
    opposite_pair,
    pair_and_scalar,
    scaled_pair,
    norm_of_pair,
    inverse_of_pair,
    rotated_by_pair,
    matrix_of_pair,
    name="PAIRS",
)
PARTS = RuleSet(
    scalar_part_of_product,
    vector_part_of_product,
    norm_by_parts,
    inverse_by_conjugate,
    rotated_by_parts,
    matrix_by_parts,
    name="PARTS",
)


@rule
def rotated_from_parts(q: Quaternion, v: Vector) -> Rewrite[Vector]:
    """S² v − (V·V) v + 2 (V·v) V + 2 S V × v = q v q̄, with S and V the parts of q."""
    s, u = scalar_part(q), vector_part(q)
    left = s**2 * v - dot(u, u) * v + 2 * dot(u, v) * u + 2 * s * cross(u, v)
    return left >> rotate(q, v)


@rule
def matrix_from_parts(q: Quaternion) -> Rewrite[Matrix]:
    """S² Id − (V·V) Id + 2 V Vᵀ + 2 S Ṽ = R(q), with S and V the parts of q."""
    s, u = scalar_part(q), vector_part(q)
    left = s**2 * identity(3) - dot(u, u) * identity(3) + 2 * (u @ u.T) + 2 * s * tilde(u)
    return left >> rotation_matrix(q)


@rule
def scalar_part_from_parts(p: Quaternion, q: Quaternion) -> Rewrite[Scalar]:
    """S(p) S(q) − V(p)·V(q) = S(p q)."""
    left = scalar_part(p) * scalar_part(q) - dot(vector_part(p), vector_part(q))
    return left >> scalar_part(p * q)


@rule
def scalar_part_with_conjugate(p: Quaternion, q: Quaternion) -> Rewrite[Scalar]:
    """S(p) S(q) + V(p)·V(q) = S(p q̄)."""
    left = scalar_part(p) * scalar_part(q) + dot(vector_part(p), vector_part(q))
    return left >> scalar_part(p * conj(q))


@rule
def sum_of_pure_pairs(x: Scalar, y: Scalar, u: Vector, v: Vector) -> Rewrite[Quaternion]:
    """x (0, u) + y (0, v) = (0, x u + y v)."""
    return x * quat(ZERO, u) + y * quat(ZERO, v) >> quat(ZERO, x * u + y * v)


FROM_PARTS = RuleSet(
    rotated_from_parts,
    matrix_from_parts,
    scalar_part_from_parts,
    scalar_part_with_conjugate,
    sum_of_pure_pairs,
    name="FROM_PARTS",
)
"""The reverse of `PARTS` for rotations by quaternions and for scalar parts."""

EXCEPTIONS = {
    ("FROM_PARTS", "termination"): (
        "two summands become one, but products of quaternions are new, of which the measure knows "
        "nothing"
    ),
    ("FROM_PARTS", "confluence"): "if summands match several others, any two may be combined first",
    ("PAIRS", "termination"): (
        "contracting makes fewer pairs, with larger parts; tested on random terms"
    ),
    ("PAIRS", "confluence"): (
        "pairs are contracted up to the sign of the whole and the brackets of their parts, "
        "which expand removes"
    ),
    ("PARTS", "termination"): (
        "parts of a product become more products of parts, each of smaller terms; tested on "
        "random terms"
    ),
    ("PARTS", "confluence"): "parts of three factors are equal only once four vectors are compared",
}
"""Findings of `penelope check` that are accepted here, with the reasons."""
