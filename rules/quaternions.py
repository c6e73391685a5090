"""Quaternions, at the level of symbols and at the level of pairs, and the rotations they are.

The laws cover: products are associative, scalars and signs move out, conj and inv reverse products
and undo themselves, q q⁻¹ = 1, q q̄ = 1 and q⁻¹ = q̄ for a unit q, conj(p) = -p for a pure p;
N(p q) = N(p) N(q), N(q̄) = N(q), N(q⁻¹) = 1/N(q), N(u) = 1; the parts of a pair and of a conjugate,
scalar parts of products that are turned round or conjugated; p (q v) = (p q) v for rotations,
R(p q) = R(p) R(q), R(q̄) = R(q)ᵀ.

`QUATERNIONS` makes terms shorter at the level of symbols. `PAIRS` calculates with pairs (s, v), and
`PARTS` opens scalar and vector parts and lengths of products into those of their factors.
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
    dot,
    identity,
    norm2,
    one,
    outer,
    pure,
    quat,
    rot,
    rotate,
    rotation_matrix,
    rule,
    scalar_part,
    sin,
    tilde,
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
def dot_of_rotated(q: Quaternion, a: Vector, b: Vector) -> Rewrite[Scalar]:
    """(q a)·(q b) = a·b for a unit q."""
    return (dot(rotate(q, a), rotate(q, b)) >> dot(a, b)).when(unit(q))


@rule
def cross_of_rotated_by_quaternion(q: Quaternion, a: Vector, b: Vector) -> Rewrite[Vector]:
    """(q a) × (q b) = q (a × b) for a unit q."""
    return (cross(rotate(q, a), rotate(q, b)) >> rotate(q, cross(a, b))).when(unit(q))


@rule
def triple_of_rotated_by_quaternion(
    q: Quaternion, a: Vector, b: Vector, c: Vector
) -> Rewrite[Scalar]:
    """[q a, q b, q c] = [a, b, c] for a unit q."""
    left = triple(rotate(q, a), rotate(q, b), rotate(q, c))
    return (left >> triple(a, b, c)).when(unit(q))


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
def scalar_part_of_inverse(q: Quaternion) -> Rewrite[Scalar]:
    """S(q⁻¹) = S(q)/N(q)."""
    return scalar_part(q.inv) >> scalar_part(q) / norm2(q)


@rule
def vector_part_of_inverse(q: Quaternion) -> Rewrite[Vector]:
    """V(q⁻¹) = -V(q)/N(q)."""
    return vector_part(q.inv) >> -vector_part(q) / norm2(q)


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


QUATERNIONS = RuleSet(
    times_conjugate,
    conjugate_times,
    square_of_pure,
    twice_the_scalar_part,
    twice_the_vector_part,
    pair_of_parts,
    pure_pair_of_part,
    parts_gathered,
    norm_of_parts,
    inverse_by_norm,
    conjugate_over_norm,
    sandwich,
    sandwich_turned,
    matrix_on_vector,
    turned_matrix_on_vector,
    dot_of_rotated,
    cross_of_rotated_by_quaternion,
    triple_of_rotated_by_quaternion,
    product_about_an_axis,
    matrix_about_an_axis,
    rotated_about_an_axis,
    name="QUATERNIONS",
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
    scalar_part_of_inverse,
    vector_part_of_inverse,
    rotated_by_parts,
    matrix_by_parts,
    name="PARTS",
)
