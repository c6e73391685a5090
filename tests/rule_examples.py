"""For every rule of the library a term that it changes, and a similar one that it must not."""

from __future__ import annotations

from typing import Any

from function_examples import FUNCTION_EXAMPLES
from screw_examples import SCREW_EXAMPLES

from rewrite import (
    Context,
    Quaternion,
    cof,
    column,
    conj,
    cos,
    cross,
    det,
    dot,
    identity,
    matrices,
    matrix,
    norm,
    norm2,
    one,
    orthogonal,
    quat,
    quaternion,
    quaternions,
    rot,
    rotate,
    rotation_matrix,
    rotations,
    scalar_part,
    scalars,
    sin,
    sqrt,
    tilde,
    trace,
    triad,
    triple,
    vector,
    vector_part,
    vectors,
    vee,
    x_of,
    y_of,
    z_of,
)
from rules.dimension3 import gram

x, y, z, m = scalars("x y z m")
a, b, c, d, e, f, g, h = vectors("a b c d e f g h")
u = vector("u", unit=True)
A, B, C = matrices("A B C")
A2, B2 = matrices("A2 B2", 2, 2)
L = matrix("L", 2, 3)
R, Q = rotations("R Q")
O = matrix("O", orthogonal=True)  # noqa: E741
S = matrix("S", symmetric=True)
K = matrix("K", antisymmetric=True)
K2 = matrix("K2", 2, antisymmetric=True)
T = matrix("T", invertible=True)
p, q = quaternions("p q")
v = quaternion("v", unit=True)
n = quaternion("n", pure=True)
ONE = one(Quaternion)
i, j, k = vectors("i j k")
I = identity(3)  # noqa: E741
TRIAD = Context(triad(i, j, k))
ORTHOGONAL = Context(orthogonal(a, b))
UNIT_ORTHOGONAL = Context(orthogonal(u, b))


def _second(t: Any) -> Any:
    """The second invariant of a matrix, opened."""
    return trace(t) ** 2 / 2, trace(t**2) / 2


def _turned(p: Any, q: Any, a: Any) -> Any:
    """p a p̄ by the parts of p, if q is p."""
    s, u = scalar_part(p), vector_part(p)
    along = s**2 * a - dot(u, u) * a + 2 * dot(u, a) * u
    return along + 2 * scalar_part(q) * cross(u, a)


def _matrix(p: Any, q: Any) -> Any:
    """The rotation matrix of p by the parts of p, if q is p."""
    s, u = scalar_part(p), vector_part(p)
    return s**2 * I - dot(u, u) * I + 2 * (u @ vector_part(q).T) + 2 * s * tilde(u)


s1, s2 = _second(A)
t1, t2 = _second(T)

_WITHOUT_CONTEXT: dict[str, tuple[Any, Any]] = {
    # quaternions
    "times_conjugate": (p * q * conj(q) * n, p * conj(q)),
    "conjugate_times": (conj(p * q) * p, conj(q) * p),
    "square_of_pure": (p * n * n, p * q * q),
    "twice_the_scalar_part": (3 * p + 3 * conj(p) + q, p + conj(q)),
    "twice_the_vector_part": (x * p - x * conj(p), p - conj(q)),
    "pair_of_parts": (
        quat(scalar_part(p), vector_part(p)) * q,
        quat(scalar_part(p), vector_part(q)),
    ),
    "pure_pair_of_part": (quat(0, vector_part(n)) + p, quat(0, vector_part(p))),
    "parts_gathered": (
        x * scalar_part(p) * ONE + x * quat(0, vector_part(p)),
        scalar_part(p) * ONE + quat(0, vector_part(q)),
    ),
    "norm_of_parts": (
        x + scalar_part(p) ** 2 + dot(vector_part(p), vector_part(p)),
        scalar_part(p) ** 2 + dot(vector_part(q), vector_part(q)),
    ),
    "inverse_by_norm": (x * norm2(p) * p.inv, norm2(p) * q.inv),
    "conjugate_over_norm": (x * conj(p) / norm2(p), conj(p) / norm2(q)),
    "between_equals": (x * p * q * p, p * q * v),
    "anticommutator_of_pure": (
        x * n * quat(0, a) + x * quat(0, a) * n,
        n * quat(x, a) + quat(x, a) * n,
    ),
    "square_of_quaternion": (p + q * q - 2 * scalar_part(q) * q, q * q - 2 * scalar_part(p) * q),
    "commutator": (x * p * q - x * q * p + v, p * q - v * p),
    "between_conjugates": (v * q * conj(v), p * q * conj(v)),
    "between_conjugates_turned": (conj(p) * q * p, conj(p) * q * v),
    "sandwich": (p * q * quat(0, a) * conj(q), q * quat(0, a) * conj(p)),
    "sandwich_turned": (conj(q) * quat(0, a + b) * q, conj(q) * quat(x, a) * q),
    "matrix_on_vector": (A @ rotation_matrix(q) @ a, rotation_matrix(q) @ A),
    "turned_matrix_on_vector": (rotation_matrix(q).T @ (a + b), rotation_matrix(q).T @ A),
    "matrix_of_product": (
        A @ rotation_matrix(p) @ rotation_matrix(q),
        rotation_matrix(p) @ A @ rotation_matrix(q),
    ),
    "matrix_of_product_turned_first": (
        rotation_matrix(p).T @ rotation_matrix(q),
        rotation_matrix(p).T @ A,
    ),
    "matrix_of_product_turned_last": (
        x * rotation_matrix(p) @ rotation_matrix(q).T,
        A @ rotation_matrix(q).T,
    ),
    "matrix_of_product_turned": (
        rotation_matrix(p).T @ rotation_matrix(q).T,
        rotation_matrix(p).T @ A.T,
    ),
    "trace_of_matrix": (x + trace(rotation_matrix(p * q)), trace(rotation_matrix(q) @ A)),
    "determinant_of_matrix": (det(rotation_matrix(q)), det(rotation_matrix(q) + A)),
    "dot_of_rotated": (x * dot(rotate(q, a), rotate(q, b)), dot(rotate(q, a), rotate(p, b))),
    "cross_of_rotated_by_quaternion": (
        cross(rotate(q, a), rotate(q, b + c)),
        cross(rotate(v, a), rotate(q, b)),
    ),
    "cross_rotated_once_by_quaternion": (
        rotate(q, cross(a, rotate(conj(q), b))),
        rotate(q, cross(a, rotate(q, b))),
    ),
    "cross_rotated_back_by_quaternion": (
        rotate(conj(v), cross(a, rotate(v, b))),
        rotate(conj(v), cross(a, rotate(q, b))),
    ),
    "triple_of_two_rotated_by_quaternion": (
        x * triple(rotate(q, a), rotate(q, b), c),
        triple(rotate(v, a), rotate(q, b), c),
    ),
    "tilde_between_matrices": (
        A @ rotation_matrix(q) @ tilde(a) @ rotation_matrix(q).T,
        rotation_matrix(p) @ tilde(a) @ rotation_matrix(q).T,
    ),
    "tilde_between_turned_matrices": (
        rotation_matrix(q).T @ tilde(a) @ rotation_matrix(q),
        rotation_matrix(q).T @ A @ rotation_matrix(q),
    ),
    "turn_about_rotated_axis": (
        rot(rotate(v, a), x) @ rotate(v, b),
        rot(rotate(q, a), x) @ rotate(q, b),
    ),
    "product_about_an_axis": (
        p * quat(cos(x), sin(x) * u) * quat(cos(y), sin(y) * u),
        quat(cos(x), sin(x) * a) * quat(cos(y), sin(y) * a),
    ),
    "matrix_about_an_axis": (
        rotation_matrix(quat(cos(x / 2), sin(x / 2) * u)),
        rotation_matrix(quat(cos(x), sin(y) * u)),
    ),
    "rotated_about_an_axis": (
        rotate(quat(cos(x), sin(x) * u), a + b),
        rotate(quat(cos(x), sin(x) * a), b),
    ),
    "scaled_pure_pair": (p * quat(0, -2 * x * a), quat(x, x * a)),
    "sum_of_pure_pairs": (p + x * quat(0, a) - y * quat(0, b), quat(x, a) + quat(0, b)),
    "product_of_pairs": (p * quat(x, a) * quat(y, b), quat(x, a) * p * quat(y, b)),
    "sum_of_pairs": (quat(x, a) + p + quat(y, b), quat(x, a) + p),
    "opposite_pair": (quat(x, a) - quat(y, b + c), quat(x, a) - p),
    "pair_and_scalar": (quat(x, a) + y * ONE, p + y * ONE),
    "scaled_pair": (y * quat(x, a), y * p),
    "norm_of_pair": (z * norm2(quat(x, a)), norm2(p)),
    "inverse_of_pair": (quat(x, a).inv * p, p.inv),
    "rotated_by_pair": (rotate(quat(x, a), b), rotate(p, b)),
    "matrix_of_pair": (rotation_matrix(quat(x, a)), rotation_matrix(p)),
    "scalar_part_of_product": (scalar_part(p * q * p), scalar_part(p)),
    "vector_part_of_product": (A @ vector_part(p * q), vector_part(p + q)),
    "norm_by_parts": (x * norm2(p + q), dot(a, a)),
    "inverse_by_conjugate": (p * q.inv, A2.inv),
    "rotated_from_parts": (
        _turned(p, p, a),
        _turned(p, q, a),
    ),
    "matrix_from_parts": (
        _matrix(p, p) + A,
        _matrix(p, q),
    ),
    "scalar_part_from_parts": (
        x * scalar_part(p) * scalar_part(q) - x * dot(vector_part(p), vector_part(q)),
        scalar_part(p) * scalar_part(q) - dot(vector_part(p), a),
    ),
    "scalar_part_with_conjugate": (
        x + scalar_part(p) * scalar_part(q) + dot(vector_part(p), vector_part(q)),
        scalar_part(p) * scalar_part(q) + dot(vector_part(p), a),
    ),
    "rotated_by_parts": (rotate(p, a + b), A @ a),
    "matrix_by_parts": (A @ rotation_matrix(p), rot(a, x)),
    # coordinates
    "dot_with_column": (m * dot(column(x, y, z), a + b), dot(a, b)),
    "cross_with_column": (cross(a + b, column(x, y, z)), cross(a, b)),
    "triple_with_column": (triple(a, column(x, y, z), b), triple(a, b, c)),
    "dot_of_columns": (m * dot(column(x, y, z), column(y, z, x)), dot(column(x, y, z), a)),
    "length_as_root": (x * norm(a - b), sqrt(dot(a, b))),
    "cross_of_crosses": (
        x * cross(cross(a + A @ b, b), cross(c + d, a + A @ b)) + y * a,
        cross(cross(a, b), c),
    ),
    "length_of_column": (m * norm(column(x, y, 0)), norm(a)),
    "cross_of_columns": (cross(column(x, y, z), column(1, m, 0)), cross(column(x, y, z), a)),
    "triple_with_two_columns": (
        triple(column(x, y, z), a + b, column(1, m, 0)),
        triple(a, b, column(x, y, z)),
    ),
    "x_of_cross": (x_of(cross(a, b + c)), x_of(A @ cross(a, b))),
    "y_of_cross": (m * y_of(cross(a, b)), y_of(a)),
    "z_of_cross": (z_of(cross(a, b)), z_of(A @ a)),
    "sum_of_columns": (a + column(x, y, z) + column(y, z, x), a + column(x, y, z)),
    "difference_of_columns": (column(x, y, z) - column(m, x, y), column(x, y, z) - a),
    "scaled_column": (m * column(x, y, z), m * a),
    "column_of_coordinates": (
        cross(a, column(x_of(b), y_of(b), z_of(b))),
        column(x_of(a), z_of(a), y_of(a)),
    ),
    "x_of_as_dot": (x * x_of(cross(a, b)), x * y_of(a)),
    "y_of_as_dot": (y_of(A @ a) + y, x_of(a)),
    "z_of_as_dot": (z_of(a) ** 2, x_of(a)),
    "column_as_sum": (column(x, 0, y), 2 * column(1, 0, 0)),
    "dot_with_first_axis": (dot(a, column(1, 0, 0)) * b, dot(a, column(1, 1, 0))),
    "dot_with_second_axis": (dot(a + b, column(0, 1, 0)), dot(a, column(0, x, 0))),
    "dot_with_third_axis": (x * dot(a, column(0, 0, 1)), dot(a, column(1, 0, 0))),
    "sum_as_column": (
        x * column(1, 0, 0) + y * column(0, 1, 0) + 2 * column(0, 0, 1),
        x * column(1, 0, 0) + y * column(0, 1, 0) + 2 * column(0, 1, 1),
    ),
    # scalars
    "pythagoras": (y + 3 * m * sin(x) ** 2 + m * cos(x) ** 2, sin(x) ** 2 + cos(y) ** 2),
    "one_less_sine_squared": (m - m * sin(x + y) ** 2, m - sin(x) ** 2),
    "one_less_cosine_squared": (x * (1 - cos(x) ** 2), 1 + cos(x) ** 2),
    "sine_of_sum_gathered": (
        m * sin(x) * cos(y) + z + m * cos(x) * sin(y),
        sin(x) * cos(y) + cos(x) * sin(z),
    ),
    "sine_of_difference_gathered": (
        sin(x) * cos(2 * y) - cos(x) * sin(2 * y),
        sin(x) * cos(y) - cos(x) * cos(y),
    ),
    "cosine_of_sum_gathered": (cos(x) ** 2 - sin(x) ** 2, cos(x) * cos(y) - sin(x) * sin(z)),
    "cosine_of_difference_gathered": (
        2 * cos(x) * cos(y) + 2 * sin(x) * sin(y),
        cos(x) * cos(y) + sin(x) * cos(y),
    ),
    "double_sine_gathered": (m * sin(x) * cos(x), sin(x) * cos(y)),
    "length_over_square": (x * norm(a) / dot(a, a), norm(a) / dot(a, b)),
    "turned_axis": (R @ rot(a, x) @ R.T @ A, O @ rot(a, x) @ O.T),
    "axis_turned_back": (R.T @ rot(a, x) @ R, R.T @ rot(a, x) @ Q),
    "turn_about_turned_axis": (rot(R @ a, x) @ R @ A, rot(O @ a, x) @ O),
    "turn_about_axis_turned_back": (A @ R.T @ rot(R @ a, x), R.T @ rot(Q @ a, x)),
    "turn_less_turned_back": (x * rot(a, y) - x * rot(a, y).T, rot(a, x) - rot(a, y).T),
    "turn_and_turned_back": (rot(a, x) + rot(a, x).T + A, rot(a, x) + rot(b, x).T),
    "square_over_length": (dot(a, a) / norm(a) + x, dot(a, a) / norm(b)),
    "length_of_rotated": (norm(rotate(v, a)), norm(rotate(q, a))),
    "length_of_scaled": (norm(x * y * a), norm(a)),
    "length_of_multiple": (norm(norm(b) * a), norm(x * a)),
    "length_of_multiple_by_square": (norm(x**2 * (a + b)), norm(x * a)),
    "length_of_multiple_by_dot": (norm(dot(b, b) * a), norm(dot(a, b) * a)),
    "length_of_quotient": (norm(a / norm(a)), norm(a / dot(b, b))),
    "image_by_inverse_turned": (det(A) * (A.inv.T @ B), det(A) * (B.inv.T @ A)),
    "image_by_inverse": (x * det(A) * (A.inv @ B), det(B) * (A.inv @ B)),
    "vector_by_inverse_turned": (det(A) * (A.inv.T @ cross(a, b)), A.inv.T @ a),
    "vector_by_inverse": (det(A) * (A.inv @ a), det(B) * (A.inv @ a)),
    "trace_by_inverse": (det(A) * trace(A.inv @ B), det(B) * trace(A.inv @ B)),
    "form_by_inverse": (det(A) * dot(a, A.inv @ b), det(B) * dot(a, A.inv @ b)),
    "inverse_behind": (det(A) * (B @ A.inv), det(B) * (B @ A.inv)),
    "inverse_turned_behind": (det(A) * (B @ A.inv.T), det(B) * (B @ A.inv.T)),
    "sum_as_turn": (
        cos(x) * identity(3) + sin(x) * tilde(a) + a @ a.T - cos(x) * (a @ a.T),
        cos(x) * identity(3) + sin(x) * tilde(a) + a @ a.T - cos(y) * (a @ a.T),
    ),
    "sum_as_turned_back": (
        cos(x) * identity(3) - sin(x) * tilde(u) + u @ u.T - cos(x) * (u @ u.T),
        cos(x) * identity(3) - sin(y) * tilde(u) + u @ u.T - cos(x) * (u @ u.T),
    ),
    "sum_as_turned": (
        cos(x) * b + sin(x) * cross(u, b) + dot(u, b) * u - cos(x) * dot(u, b) * u,
        cos(x) * b + sin(x) * cross(u, c) + dot(u, b) * u - cos(x) * dot(u, b) * u,
    ),
    "rodrigues_of_row": (a @ b.T @ rot(c, x), b.T @ A),
    "rodrigues_back_of_row": (a @ b.T @ rot(c, x).T, b.T @ rot(c, x)),
    "sine_of_sum": (sin(x + y - z), sin(x * y)),
    "cosine_of_sum": (cos(x - m * y), cos(2 * x)),
    "double_sine": (sin(6 * x), sin(3 * x)),
    "double_cosine": (cos(2 * x * y), cos(x)),
    "threefold_sine": (sin(3 * (x + y)), sin(2 * x)),
    "threefold_cosine": (cos(3 * x), cos(x / 3)),
    # products
    "double_cross": (cross(a + b, cross(A @ b, c)), cross(a, A @ cross(b, c))),
    "binet_cauchy": (m * dot(cross(a, b), cross(a, b)), dot(cross(a, b), A @ cross(c, d))),
    "tilde_of_cross_as_outer": (tilde(cross(a, A @ b)), tilde(A @ cross(a, b))),
    "product_of_tildes": (A @ tilde(a) @ tilde(b + c), tilde(a) @ A @ tilde(b)),
    "outer_of_crosses": (cross(a, b) @ cross(b, c).T @ A, cross(a, b) @ c.T),
    "product_of_triples": (triple(a, b, c) ** 3, triple(a, b, c) * dot(d, e)),
    "triple_times_cross": (x * triple(a, b, c) * cross(c, d), triple(a, b, c) * d),
    "triple_times_tilde": (triple(a, b, c) * tilde(A @ d), dot(a, b) * tilde(d)),
    "triple_times_cross_outer": (triple(a, b, c) * cross(c, d) @ e.T, triple(a, b, c) * d @ e.T),
    "triple_times_outer_cross": (triple(a, b, c) * e @ cross(c, d).T, triple(a, b, c) * d @ e.T),
    "triple_times_outer": (triple(a, b, c) * (A @ d) @ e.T, dot(a, b) * d @ e.T),
    "double_cross_gathered": (
        d + m * dot(a, c) * b - m * dot(b, a) * c,
        dot(a, c) * b - dot(d, b) * c,
    ),
    "binet_cauchy_gathered": (
        dot(a, a) * dot(b, b) - dot(a, b) ** 2,
        dot(a, c) * dot(b, d) + dot(a, d) * dot(b, c),
    ),
    "outer_difference": (A + x * (a @ b.T) - x * (b @ a.T), a @ b.T + b @ a.T),
    "product_of_tildes_gathered": (a @ a.T - dot(a, a) * I, a @ b.T - dot(a, a) * I),
    "gram_determinant": (2 * gram((a, b, c), (a, b, c)), gram((a, b), (a, b))),
    # Jacobi
    "jacobi": (
        m * cross(a, cross(b, c)) + m * cross(b, cross(c, a)) + m * cross(c, cross(a, b)),
        cross(a, cross(b, c)) + cross(b, cross(a, c)) + cross(c, cross(a, b)),
    ),
    "jacobi_two_terms": (
        d + m * (tilde(a) @ tilde(b) @ tilde(b) @ a) + m * (tilde(b) @ tilde(a) @ tilde(a) @ b),
        cross(a, cross(b, c)) + cross(b, cross(a, c)),
    ),
    "jacobi_under_matrix": (
        L @ cross(a, cross(b, c)) - L @ cross(b, cross(a, c)),
        A @ cross(a, cross(b, c)) - B @ cross(b, cross(a, c)),
    ),
    "jacobi_of_dots": (
        dot(a, cross(b, cross(c, d))) + dot(a, cross(c, cross(d, b))),
        dot(cross(a, b), cross(c, d)) + dot(cross(a, c), cross(b, d)),
    ),
    "jacobi_of_tildes": (
        tilde(cross(a, cross(b, c))) + tilde(cross(b, cross(c, a))),
        tilde(cross(a, cross(b, c))) + tilde(cross(b, cross(a, c))),
    ),
    # tildes
    "tilde_of_cross": (tilde(cross(a, b)) @ A, tilde(A @ cross(a, b))),
    "tilde_of_rotated": (tilde(R @ Q @ a), tilde(O @ a)),
    "tilde_of_vee": (tilde(vee(A @ B)), tilde(B @ vee(A))),
    "commutator_of_tildes": (
        x * (tilde(a) @ tilde(b)) - x * (tilde(b) @ tilde(a)),
        tilde(a) @ tilde(b) + tilde(b) @ tilde(a),
    ),
    "tilde_between_tildes": (tilde(a) ** 5, tilde(a) @ tilde(b) @ tilde(c)),
    "tilde_turned": (A @ R @ Q @ tilde(a) @ Q.T @ R.T, O @ tilde(a) @ O.T),
    "tilde_turned_back": (R.T @ tilde(a + b) @ R @ c, R.T @ tilde(a) @ Q),
    "tilde_of_image_between": (A.T @ tilde(A @ (a + b)) @ A @ B, A @ tilde(A @ a) @ A.T),
    "tilde_with_trace": (
        x * (A.T @ tilde(a) + tilde(a) @ A + tilde(A @ a)),
        A @ tilde(a) + tilde(a) @ A + tilde(A @ a),
    ),
    "cross_with_trace": (
        A.T @ cross(a, b) + cross(a, A @ b) + cross(A @ a, b) + c,
        A @ cross(a, b) + cross(a, A @ b) + cross(A @ a, b),
    ),
    "triple_with_trace": (
        x * (triple(A @ a, b, c) + triple(a, A @ b, c) + triple(a, b, A @ c)),
        triple(A @ a, b, c) + triple(a, A @ b, c) + triple(a, b, B @ c),
    ),
    "tilde_between_transposes": (
        x * (A.T @ tilde(a) + tilde(a) @ A + B),
        A @ tilde(a) + tilde(a) @ A,
    ),
    "cross_between_transposes": (
        A.T @ cross(a, b) + cross(a, A @ b) + c,
        A.T @ cross(a, b) - cross(a, A @ b),
    ),
    # vees
    "vee_of_outer": (vee(A @ a @ b.T), vee(a @ b.T @ A)),
    "vee_of_tildes": (vee(tilde(a) @ tilde(b)), vee(tilde(a) @ A)),
    "vee_of_symmetric": (a + vee(S + A @ A.T), vee(S @ A)),
    "vee_of_transpose": (vee(A.T), vee(A)),
    "vee_of_difference": (vee(x * A - x * A.T), vee(A - B.T)),
    "vee_of_turned": (vee(R @ A @ R.T), vee(O @ A @ O.T)),
    "vee_of_turned_back": (vee(R.T @ A @ B @ R), vee(R.T @ A @ Q)),
    # rotations
    "cross_of_rotated": (
        cross(R @ (a + cross(a, b)), R @ (c + cross(b, c))),
        cross(O @ a, O @ b),
    ),
    "cross_rotated_once": (A @ R @ cross(a, R.T @ b), O @ cross(a, O.T @ b)),
    "cross_rotated_once_back": (R.T @ cross(R @ b, a), R @ cross(R @ b, a)),
    "triple_of_rotated": (triple(R @ a, b, R @ c), triple(R @ a, b, Q @ c)),
    "triple_of_images": (triple(O @ a, O @ b, O @ B @ c), triple(A @ a, A @ b, B @ c)),
    "cross_of_mirrored": (cross(O @ a, O @ b), cross(A @ a, A @ b)),
    "tilde_of_mirrored": (O @ tilde(a) @ O.T, A @ tilde(a) @ A.T),
    "tilde_of_mirrored_back": (O.T @ tilde(a) @ O, A.T @ tilde(a) @ A),
    # turns
    "no_turn": (rot(a, x - x) @ A, rot(a, x)),
    "turn_about_opposite_axis": (rot(-a, x), rot(a, x)),
    "turn_backwards": (rot(a, -2 * x), rot(a, 2 * x)),
    "axis_stays": (A @ rot(u, x) @ u, rot(a, x) @ a),
    "axis_stays_turned_back": (rot(u, x).T @ u, rot(u, x).T @ a),
    "axis_row_stays": (dot(u, rot(u, x) @ A @ b), dot(a, rot(a, x) @ b)),
    "axis_row_stays_turned_back": (u.T @ rot(u, x).T @ A, a.T @ rot(u, x).T @ A),
    "turns_about_one_axis": (rot(u, x) ** 3, rot(a, x) @ rot(a, y)),
    "turn_and_back": (rot(u, x) @ rot(u, y).T @ a, rot(u, x) @ rot(a, y).T),
    "back_and_turn": (A @ rot(u, x).T @ rot(u, y), rot(a, x).T @ rot(a, y)),
    "turns_back_about_one_axis": (rot(u, x).T @ rot(u, y).T, rot(u, x).T @ A @ rot(u, y).T),
    "turns_around_tilde": (rot(u, x) @ tilde(u) @ rot(u, y), rot(u, x) @ tilde(a) @ rot(u, y)),
    "turn_and_back_around_tilde": (
        rot(u, x) @ tilde(u) @ rot(u, y).T @ a,
        rot(u, x) @ tilde(u) @ rot(a, y).T,
    ),
    "back_and_turn_around_tilde": (
        A @ rot(u, x).T @ tilde(u) @ rot(u, y),
        rot(a, x).T @ tilde(a) @ rot(a, y),
    ),
    "turns_back_around_tilde": (
        rot(u, x).T @ tilde(u) @ rot(u, y).T,
        rot(u, x).T @ A @ rot(u, y).T,
    ),
    "tilde_before_turn": (cross(rot(a, x) @ b, a) + c, tilde(b) @ rot(a, x)),
    "tilde_before_turn_back": (A @ tilde(a) @ rot(a, x).T, rot(a, x).T @ tilde(a)),
    "rodrigues": (rot(a, x) @ (b + c), rot(a, x) @ A),
    "rodrigues_back": (rot(u, x).T @ A @ b, rot(u, x).T @ A),
    "turn_as_sum": (rot(a, x) @ A, R @ A),
    # traces and determinants
    "trace_of_two_tildes": (x * trace(tilde(a) @ tilde(b)), trace(tilde(a) @ A)),
    "trace_of_three_tildes": (
        trace(tilde(b) @ tilde(a + d) @ tilde(c)),
        trace(tilde(a) @ tilde(b) @ A),
    ),
    "trace_with_antisymmetric_first": (trace(tilde(a) @ (A + B)), trace(A @ B)),
    "trace_with_antisymmetric_last": (trace(A @ B @ K), trace(A @ B @ S)),
    "trace_with_antisymmetric_inside": (trace(A @ tilde(a) @ B), trace(A @ S @ B)),
    "trace_of_turn": (trace(rot(u, x)), trace(rot(a, x))),
    "determinant_of_product": (det(A2 @ B2 @ A2.T), det(L @ L.T)),
    "determinant_of_transpose": (det(A2.T), det(A2)),
    "determinant_of_transpose_and_symmetric": (det(A.T + S), det(A + S)),
    "determinant_of_transpose_and_antisymmetric": (det(A.T - tilde(a)), det(A.T + B)),
    "determinant_of_inverse": (det((A + B).inv), det(A + B)),
    "determinant_of_orthogonal_squared": (x * det(O) ** 3, det(A) ** 2),
    "determinant_of_orthogonal_inverted": (x / det(O), x / det(A)),
    "determinant_of_antisymmetric": (x + det(K + tilde(a)), det(K2)),
    "determinant_of_outer": (det(A @ a @ b.T), det(a @ b.T + A)),
    "determinant_of_one_and_outer": (det(I - 2 * (u @ u.T)), det(A + a @ b.T)),
    "determinant_of_one_and_tilde": (det(I + x * tilde(a)), det(A + tilde(a))),
    # cofactors
    "cofactors_turned_times_matrix": (B @ cof(A).T @ A, cof(A).T @ B),
    "matrix_times_cofactors_turned": (A2 @ cof(A2).T @ L, A2 @ cof(B2).T),
    "cofactors_times_matrix_turned": (cof(A + B) @ (A + B).T, cof(A) @ B.T),
    "matrix_turned_times_cofactors": (x * A.T @ cof(A), A @ cof(A)),
    "cofactors_times_symmetric": (cof(S) @ S @ a, cof(A) @ A),
    "symmetric_times_cofactors": (B @ S @ cof(S), S @ cof(A)),
    "image_of_cross": (a - cof(A) @ cross(b, c), cof(A) @ a),
    "cofactors_times_tilde": (cof(A) @ tilde(a) @ B, cof(A) @ B),
    "tilde_times_cofactors_turned": (tilde(a) @ cof(A).T, tilde(a) @ cof(A)),
    "tilde_of_cofactors": (B + tilde(cof(A) @ a), tilde(A @ a)),
    "product_of_cofactors": (cof(A2) @ cof(B2), cof(A) @ B),
    "inverse_turned_by_determinant": (x * det(A) * A.inv.T, det(A) * B.inv.T),
    "inverse_by_cofactors": (det(A2) * A2.inv, A2.inv / det(A2)),
    "cofactors_by_determinant": (x * cof(A).T / det(A), cof(A) / det(A)),
    "inverse_of_cofactors": (cof(A).inv @ a, cof(A)),
    "cofactors_of_orthogonal": (cof(O @ R), cof(A)),
    "cofactors_of_antisymmetric": (cof(K) + cof(tilde(a)), cof(K2)),
    "cofactors_of_outer": (cof(A @ a @ b.T), cof(a @ b.T + A)),
    "cofactors_of_one_and_outer": (cof(I - 2 * (u @ u.T)), cof(A + a @ b.T)),
    "cofactors_of_one_and_tilde": (cof(I + x * tilde(a)), cof(A + tilde(a))),
    "half_trace_identity": (trace(A) ** 2 - trace(A**2) + x, trace(A2) ** 2 - trace(A2**2)),
    "cayley_hamilton_by_cofactors": (
        x * A**2 - x * trace(A) * A + x * trace(cof(A)) * I,
        A**2 - trace(A) * A + trace(cof(B)) * I,
    ),
    "cross_of_images": (cross(A @ a, A @ b), cross(A @ a, B @ b)),
    "cofactors_by_inverse": (cof(T), cof(A)),
    "cofactors_by_powers": (cof(A) @ a, cof(A2)),
    "cofactors_of_two": (cof(A2).T, cof(A)),
    # matrices
    "transpose_of_sum_with_transpose": ((L.T + A @ L.T).T, (A + B).T),
    "transpose_of_sum_with_symmetric": ((A + S).T @ B, (A + K).T),
    "transpose_of_sum_with_antisymmetric": ((A2 + K2).T, (A + S).T),
    "inverse_of_sum_on_the_left": (
        (A2 + B2).inv @ A2 + (A2 + B2).inv @ B2,
        (A + B).inv @ A + (A + C).inv @ B,
    ),
    "inverse_of_sum_on_the_right": (
        A @ (A + B).inv + B @ (A + B).inv + C,
        A @ (A - B).inv + B @ (A - B).inv,
    ),
    "inverse_with_one_on_the_left": (C @ (I + A @ B).inv @ A @ B @ a, (I + A).inv @ B),
    "inverse_with_one_on_the_right": (A2 @ (identity(2) + A2).inv, A2 @ (A2 + B2).inv),
    "inverse_less_one_on_the_left": ((I - tilde(a)).inv @ tilde(a), (I - A).inv @ A.T),
    "inverse_less_one_on_the_right": (A2 @ (identity(2) - A2).inv, B2 @ (identity(2) - A2).inv),
    "inverse_of_one_and_outer": ((I - x * (a @ a.T)).inv, (A + a @ b.T).inv),
    "antisymmetric_part_between": (
        m * dot(a, A @ b) - m * dot(b, A @ a),
        dot(a, A @ b) - dot(b, B @ a),
    ),
    # norms
    "length_squared": (m * norm(a) ** 3, norm(a)),
    "length_squared_below": (m / norm(a) ** 2, 1 / norm(a)),
    "root_of_square": (sqrt(dot(a + b, a + b)), sqrt(dot(a, b))),
    "length_of_image": (norm(O @ a), norm(A @ a)),
    # dimension 3
    "four_vectors": (
        triple(b, c, d) * a - triple(a, c, d) * b + triple(a, b, d) * c - triple(a, b, c) * d + e,
        triple(b, c, d) * a + triple(a, c, d) * b + triple(a, b, d) * c - triple(a, b, c) * d,
    ),
    "three_of_four_vectors": (
        x * triple(b, c, d) * a - x * triple(a, c, d) * b + x * triple(a, b, d) * c,
        triple(b, c, d) * a - triple(a, c, d) * b + triple(a, b, e) * c,
    ),
    "four_vectors_and_fifth": (
        dot(a, e) * triple(b, c, d)
        - dot(b, e) * triple(a, c, d)
        + dot(c, e) * triple(a, b, d)
        - dot(d, e) * triple(a, b, c),
        dot(a, e) * triple(b, c, d)
        - dot(b, e) * triple(a, c, d)
        + dot(c, e) * triple(a, b, d)
        + dot(d, f) * triple(a, b, c),
    ),
    "three_of_four_vectors_and_fifth": (
        dot(a, e) * triple(b, c, d) - dot(b, e) * triple(a, c, d) + dot(c, e) * triple(a, b, d),
        dot(a, e) * triple(b, c, d) - dot(b, e) * triple(a, c, d) + dot(c, f) * triple(a, b, d),
    ),
    "plucker": (
        triple(a, b, c) * triple(a, d, e) - triple(a, b, d) * triple(a, c, e),
        triple(a, b, c) * triple(a, d, e) - triple(a, b, d) * triple(f, c, e),
    ),
    "components_along_crosses": (
        x * (dot(a, d) * cross(b, c) + dot(b, d) * cross(c, a) + dot(c, d) * cross(a, b)),
        dot(a, d) * cross(b, c) + dot(b, d) * cross(a, c) + dot(c, d) * cross(a, b),
    ),
    "outer_products_with_crosses": (
        cross(b, c) @ a.T + cross(c, a) @ b.T + cross(a, b) @ c.T + A,
        cross(b, c) @ a.T + cross(a, c) @ b.T + cross(a, b) @ c.T,
    ),
    "gram_of_four": (
        x * gram((a, b, c, d), (a, b, c, d)),
        gram((a, b, c), (a, b, c)) * dot(d, d),
    ),
    "gram_of_four_and_four": (
        gram((a, b, c, d), (e, f, g, h)),
        gram((a, b, c), (e, f, g)) * dot(d, h),
    ),
    "determinant_of_two": (x * trace(A2) ** 2 - x * trace(A2**2), trace(A) ** 2 - trace(A**2)),
    "square_of_two": (A2**2 - trace(A2) * A2, A**2 - trace(A) * A),
    "cayley_hamilton": (
        A**3 - trace(A) * A**2 + s1 * A - s2 * A - det(A) * I,
        A**3 - trace(A) * A**2 + s1 * A - s2 * A - det(B) * I,
    ),
    "cayley_hamilton_gathered": (
        A**3 - trace(A) * A**2 + (trace(A) ** 2 - trace(A**2)) / 2 * A - det(A) * I,
        B**3 - trace(A) * A**2 + (trace(A) ** 2 - trace(A**2)) / 2 * A - det(A) * I,
    ),
    "cube_of_matrix": (A @ B @ A @ B @ A @ B @ C, A2**3),
    "inverse_by_determinant": (
        T**2 - trace(T) * T + t1 * I - t2 * I,
        A**2 - trace(A) * A + s1 * I - s2 * I,
    ),
}

EXAMPLES: dict[str, tuple[Any, Any, Context | None]] = {
    **{name: (hit, miss, None) for name, (hit, miss) in _WITHOUT_CONTEXT.items()},
    **{name: (hit, miss, None) for name, (hit, miss) in SCREW_EXAMPLES.items()},
    **{name: (hit, miss, None) for name, (hit, miss) in FUNCTION_EXAMPLES.items()},
    "length_of_cross_with_unit": (norm(cross(b, u)), norm(cross(a, u)), UNIT_ORTHOGONAL),
    "turn_of_orthogonal": (rot(a, x) @ b, rot(a, x) @ c, ORTHOGONAL),
    "turn_back_of_orthogonal": (A @ rot(b, x).T @ a, rot(a, x).T @ c, ORTHOGONAL),
    "sum_of_axes": (
        A @ (j @ j.T + i @ i.T + k @ k.T),
        i @ i.T + j @ j.T + a @ a.T,
        TRIAD,
    ),
    "two_axes": (
        A @ (x * (j @ j.T) + x * (i @ i.T)),
        i @ i.T + a @ a.T,
        TRIAD,
    ),
    "two_components": (
        m * dot(a, i) * i + m * dot(j, a) * j + b,
        dot(a, i) * i + dot(b, j) * j,
        TRIAD,
    ),
    "sum_of_components": (
        m * dot(a, i) * i + m * dot(a, k) * k + m * dot(j, a) * j + b,
        dot(a, i) * i + dot(a, j) * j + dot(b, k) * k,
        TRIAD,
    ),
    "dot_by_components": (
        dot(a, i) * dot(b, i) + dot(a, j) * dot(b, j) + dot(a, k) * dot(b, k),
        dot(a, i) * dot(b, i) + dot(a, j) * dot(b, j) + dot(a, k) * dot(c, k),
        TRIAD,
    ),
}
"""By the name of the rule: a hit, a near miss, and the context of both."""
