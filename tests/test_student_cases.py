"""`simplify` finds what a student sees, keeps the value, and takes no more operations."""

from __future__ import annotations

from typing import Any

import pytest

from mechanics import forward_dynamics, kane
from mechanics.models import gyroscope, plane_pendulum, satellite_with_wheels
from rewrite import (
    Context,
    Quaternion,
    Scalar,
    cof,
    column,
    conj,
    cos,
    cost,
    cross,
    det,
    dot,
    equals,
    explain,
    free_symbols,
    identity,
    lower,
    matrices,
    matrix,
    norm,
    norm2,
    normal,
    one,
    ops,
    quat,
    quaternion,
    quaternions,
    rot,
    rotate,
    rotation,
    rotation_matrix,
    scalar_part,
    scalars,
    simplify,
    sin,
    sqrt,
    tan,
    tilde,
    trace,
    triad,
    triple,
    vector,
    vector_part,
    vectors,
    z_of,
)
from rewrite import abs as size
from rewrite.evaluation.compare import agree

x, y, z, k, m, l = scalars("x y z k m l")  # noqa: E741
a, b, c = vectors("a b c")
n = vector("n", unit=True)
A, B = matrices("A B")
A2, R = matrix("A2", 2), rotation("R")
J, K = matrix("J", symmetric=True), matrix("K", antisymmetric=True)
p, q = quaternions("p q")
u = quaternion("u", unit=True)
ONE, ID = one(Quaternion), identity(3)

FOUND: list[tuple[Any, Any]] = [
    (m + k * sin(x) ** 2 + l * cos(x) ** 2, l + m + (k - l) * sin(x) ** 2),
    ((k * sin(x) ** 2 + m * cos(x) ** 2) * a, (m + (k - m) * sin(x) ** 2) * a),
    (9 * dot(a, a) + 6 * dot(a, b) + dot(b, b), norm2(3 * a + b)),
    (dot(a, J @ a) / 4 - dot(a, J @ b) + dot(b, J @ b), dot(a / 2 - b, J @ (a / 2 - b))),
    (1 / (x + 1) - 1 / (x - 1), 2 / (1 - x**2)),
    (x / (x * y - 3) - x / (x * y + 3), 6 * x / (x**2 * y**2 - 9)),
    (x * sin(y) / (cos(y) + 1), x * tan(y / 2)),
    ((k - k * cos(2 * x)) / sin(2 * x), k * tan(x)),
    (dot(a, b) + dot(a, c) - dot(b, c) - dot(c, c), dot(b + c, a - c)),
    (dot(a, a) + 3 * dot(a, b) + 2 * dot(b, b) + x, x + dot(a + b, a + 2 * b)),
    (
        x * dot(a, A @ b) + x * dot(a, A @ c) - x * dot(c, A @ b) - x * dot(c, A @ c),
        x * dot(b + c, A.T @ (a - c)),
    ),
    (sqrt(x * y**2) / sqrt(x), size(y)),
    (z * sqrt(x * y) / sqrt(y), z * sqrt(x)),
    (sqrt(x) * k * sqrt(y), k * sqrt(x * y)),
    (2 * tan(x) / (1 - tan(x) ** 2), tan(2 * x)),
    (size(x) * y * size(z), y * size(x * z)),
    (size(x) / size(k), size(x / k)),
    (det(A) * trace(A.inv), trace(cof(A))),
    (x + det(A) * dot(a, A.inv @ b), x + dot(a, cof(A).T @ b)),
    (sin(x + y) + sin(x - y), 2 * cos(y) * sin(x)),
    (cos(x - y) - cos(x + y), 2 * sin(x) * sin(y)),
    (sin(x) / cos(x), tan(x)),
    ((sin(x) + cos(x)) ** 2, 1 + sin(2 * x)),
    (4 * (2 * c + A @ c), 4 * ((A + 2 * ID) @ c)),
    (cross(c, a) + K @ c, (K - tilde(a)) @ c),
    (A + A @ B, A @ (ID + B)),
    (A @ A + 2 * A + ID, (A + ID) @ (A + ID)),
    (x**2 * ID + 2 * x * A + A @ A, (A + x * ID) @ (A + x * ID)),
    (p * p + 2 * p + ONE, (p + ONE) ** 2),
    (A @ A @ A - trace(A) * (A @ A) + trace(cof(A)) * A, det(A) * ID),
    ((A @ A @ A - trace(A) * (A @ A) + (trace(A) ** 2 - trace(A @ A)) / 2 * A) @ b, det(A) * b),
    (p * q * p, 2 * scalar_part(p * q) * p - norm2(p) * conj(q)),
    (u * q * conj(u), quat(scalar_part(q), rotate(u, vector_part(q)))),
    (p * q - q * p, quat(0, 2 * cross(vector_part(p), vector_part(q)))),
    (rotation_matrix(u) @ a, rotate(u, a)),
    (rot(n, x) - rot(n, x).T, 2 * sin(x) * tilde(n)),
    (norm(a) / dot(a, a), 1 / norm(a)),
    (p**-2 + p**2, p**-2 + p**2),
    (dot(a, J @ a) + 2 * dot(a, J @ b) + dot(b, J @ b), dot(a + b, J @ (a + b))),
    (1 / (x + y) + 1 / (x - y), 2 * x / ((x + y) * (x - y))),
    # polynomials and fractions
    (x**2 + y**2 + z**2 + 2 * (x * y + y * z + x * z), (x + y + z) ** 2),
    (8 * x**3 - 36 * x**2 * y + 54 * x * y**2 - 27 * y**3, (2 * x - 3 * y) ** 3),
    (x * y * z + x * y + y * z + x * z + x + y + z + 1, (x + 1) * (y + 1) * (z + 1)),
    (x**2 + 2 * x * y + y**2 - z**2, (x + y - z) * (x + y + z)),
    ((x * k - y * l) ** 2 + (x * l + y * k) ** 2, (x**2 + y**2) * (k**2 + l**2)),
    ((1 / x - 1 / y) / (1 / x + 1 / y), (y - x) / (x + y)),
    (1 / (x + 1 / (y + 1 / z)), (y * z + 1) / (x * y * z + x + z)),
    ((x - y) / (sqrt(x) + sqrt(y)), sqrt(x) - sqrt(y)),
    (3 * x * a + 6 * x * b, 3 * x * (a + 2 * b)),
    # lengths
    (norm2(a + b) - norm2(a - b), 4 * dot(a, b)),
    (norm2(cross(a, b)) + dot(a, b) ** 2, norm2(a) * norm2(b)),
    (norm(x * a) / norm(a), size(x)),
    (sqrt(x**2 + 2 * x * y + y**2), size(x + y)),
    (norm(rotate(u, a)), norm(a)),
    (dot(a, A @ b) + dot(c, A @ b), dot(a + c, A @ b)),
    (a @ b.T + a @ c.T, a @ (b + c).T),
    (norm2(a - 2 * b), norm2(a - 2 * b)),
    # differences of squares of sums
    (
        dot(a, J @ a) + 2 * dot(a, J @ b) + dot(b, J @ b) - dot(c, J @ c),
        dot(a + b + c, J @ (a + b - c)),
    ),
    (
        norm2(a) + 4 * dot(a, b) + 4 * norm2(b) - x**2 * norm2(c),
        dot(a + 2 * b + x * c, a + 2 * b - x * c),
    ),
    # sums with one left over
    (A @ B - 2 * A - 3 * B + 6 * ID, (A - 3 * ID) @ (B - 2 * ID)),
    (A @ A @ B + A @ B + A @ A + A, A @ (A + ID) @ (B + ID)),
    (p * q + p + q + ONE, (p + ONE) * (q + ONE)),
    (A @ b + A @ c - 2 * b - 2 * c, (A - 2 * ID) @ (b + c)),
    (cross(c, a) + cross(c, b) + x * a + x * b, cross(c, a + b) + x * (a + b)),
    # inverses of products
    (B.inv @ A.inv, (A @ B).inv),
    ((A @ B).inv + x * K + y * K, (A @ B).inv + (x + y) * K),
    # rotations
    (ID + 2 * sin(x / 2) * cos(x / 2) * tilde(n) + 2 * sin(x / 2) ** 2 * tilde(n) ** 2, rot(n, x)),
    (R @ rot(n, x) @ R.T, rot(R @ n, x)),
    (quat(0, a) * quat(0, b) + quat(0, b) * quat(0, a), -2 * dot(a, b) * ONE),
    (p * p - 2 * scalar_part(p) * p, -norm2(p) * ONE),
    (norm2(p + q) - norm2(p) - norm2(q), 2 * scalar_part(p * conj(q))),
    (trace(A2) ** 2 - trace(A2 @ A2), 2 * det(A2)),
    (rotation_matrix(p) @ rotation_matrix(q), rotation_matrix(p * q)),
    (A @ rotation_matrix(p).T @ rotation_matrix(u), A @ rotation_matrix(conj(p) * u)),
    (
        trace(rotation_matrix(p) @ rotation_matrix(q).T),
        4 * scalar_part(p * conj(q)) ** 2 - norm2(p) * norm2(q),
    ),
    (A @ tilde(a) + tilde(a) @ A.T, tilde((trace(A) * ID - A.T) @ a)),
    (J @ tilde(a) + tilde(a) @ J - trace(J) * tilde(a), -tilde(J @ a)),
    (
        triple(A @ a, b, c) + triple(a, A @ b, c) + triple(a, b, A @ c),
        trace(A) * triple(a, b, c),
    ),
    (norm(cos(x) * column(1, 0, 0) + sin(x) * column(0, 0, 1)), one(Scalar)),
    (norm(column(l * cos(x), l * sin(x), 0)), size(l)),
    (
        rot(column(1, 0, 0), x) @ column(0, k * cos(y), k * sin(y)),
        column(0, k * cos(x + y), k * sin(x + y)),
    ),
    (dot(column(x, y, z), a) + dot(column(x, y, 0), b), dot(column(x, y, 0), a + b) + z * z_of(a)),
    (c + cross(cross(a, b), cross(a, c)) * x, c + x * triple(a, b, c) * a),
    (x * triple(cross(a, b), cross(b, c), cross(c, a)), x * triple(a, b, c) ** 2),
    (cross(cross(rot(n, x) @ a, rot(n, x) @ b), c), cross(rot(n, x) @ cross(a, b), c)),
    (dot(c, cross(rotate(u, a), rotate(u, b))), dot(cross(a, b), rotate(conj(u), c))),
    (q + x * (quat(0, a) * quat(0, b) - quat(0, b) * quat(0, a)), q + 2 * x * quat(0, cross(a, b))),
    (rotate(q, cross(a, rotate(conj(q), b))), norm2(q) * cross(rotate(q, a), b)),
    (cross(rotate(q, a), rotate(q, b)), norm2(q) * rotate(q, cross(a, b))),
    (rot(R @ n, x) @ R @ a, R @ rot(n, x) @ a),
    (rot(rotate(u, n), x) @ rotate(u, a), rotate(u, rot(n, x) @ a)),
    # trigonometry
    (k * tan(x / 2) * (1 + cos(x)), k * sin(x)),
    (x**2 * y**2 / size(x * y), size(x * y)),
    (k * sin(x) / tan(x), k * cos(x)),
    (sin(x) ** 2 / tan(x), sin(2 * x) / 2),
    (1 / cos(x) ** 2 - 1, tan(x) ** 2),
    (sin(x) ** 2 / (1 - cos(x)), 1 + cos(x)),
    ((sin(x) ** 2 - cos(x) ** 2) / (sin(x) - cos(x)), sin(x) + cos(x)),
    (3 * sin(x) - 4 * sin(x) ** 3, sin(3 * x)),
    (4 * cos(x) ** 3 - 3 * cos(x), cos(3 * x)),
    (2 * cos(x / 2) ** 2, 1 + cos(x)),
    ((1 - cos(x)) / sin(x) ** 2, 1 / (1 + cos(x))),
    (sin(x) * tan(x) + cos(x), 1 / cos(x)),
    ((1 - tan(x / 2) ** 2) / (1 + tan(x / 2) ** 2), cos(x)),
    ((tan(x) + tan(y)) / (1 - tan(x) * tan(y)), tan(x + y)),
    # the price of a word does not depend on how its letters are bracketed
    (dot(a, A.T @ A @ a), norm2(A @ a)),
    (dot(a, J @ J @ a), norm2(J @ a)),
    (x * (A @ b @ b.T @ A.T), (x * (A @ b)) @ (A @ b).T),
    (m * (dot(c, c) * ID - c @ c.T), -m * (tilde(c) @ tilde(c))),
]


def lowered(t: Any) -> int:
    found = ops(lower(t))
    return found.total + found.parameters.total


@pytest.mark.parametrize(("given", "wanted"), FOUND, ids=[str(t) for t, _ in FOUND])
def test_forms_that_a_student_would_find(given: Any, wanted: Any) -> None:
    found = simplify(given)
    assert agree(given, found, None, points=2) is not False
    assert cost(found).total <= cost(wanted).total, f"{found}, not {wanted}"
    assert lowered(found) <= lowered(given), found


def test_a_term_is_priced_whose_operands_are_calculated_in_another_way() -> None:
    v = vector_part(u)
    M = triple(b, c, v) * ID - tilde(dot(c, v) * b + dot(b, v) * c)
    t = normal(dot(a, M @ v) + triple(a, b, v))
    assert cost(t).total >= lowered(t)


def test_a_derivation_names_the_squares_that_add_up() -> None:
    assert "squares that add up" in str(explain((1 - cos(x)) / sin(x) ** 2))
    assert "squares that add up" not in str(explain((x**2 - 1) / (x**2 - 2 * x + 1)))


GIVEN: list[tuple[Any, Any, Any]] = [
    (equals(x**2, 1 - y**2), z * x**2 + z * y**2, z),
    (equals(x**2, 1 - y**2), x**4 - y**4, 1 - 2 * y**2),
    (equals(x * y, 1), x * y * dot(a, b), dot(a, b)),
    (equals(x * a, b), 2 * x * a - b, b),
    (equals(A @ A, ID), A @ A @ A @ b, A @ b),
    (triad(a, b, c), x * (a @ a.T) + x * (b @ b.T) + y * (c @ c.T), x * ID + (y - x) * (c @ c.T)),
]


@pytest.mark.parametrize(("fact", "given", "wanted"), GIVEN, ids=[str(t) for _, t, _ in GIVEN])
def test_equations_of_the_context_are_used(fact: Any, given: Any, wanted: Any) -> None:
    found = simplify(given, Context(fact))
    assert normal(found, Context(fact)) is normal(wanted, Context(fact))


WRITTEN: list[tuple[Any, str]] = [
    (cross(c, b) + a, "a + cross(c, b)"),
    (cross(a, c) + cross(b, c), "cross(a + b, c)"),
    (m * (n + cross(a, c) - cross(cross(b, c), b)), "m*(n + cross(a, c) + cross(b, cross(b, c)))"),
    ((1 - cos(x)) * A @ b, "(1 - cos(x))*(A @ b)"),
    (2 - 2 * cos(x - y), "2 - 2*cos(x - y)"),
    (B @ A - A @ B, "B @ A - A @ B"),
    (A @ A @ A - A, "A @ (A**2 - identity(3))"),
    (k / (1 - cos(x)), "k/(1 - cos(x))"),
    (-m * l * (k * cos(x) - l * y**2), "l*m*(l*y**2 - k*cos(x))"),
    # what occurs twice is written in one way
    (dot(a, c) - norm2(cross(c, b)), "dot(a, c) - dot(cross(b, c), cross(b, c))"),
    (-dot(a - b, J @ (a - b)), "-dot(a - b, J @ (a - b))"),
    (-(x - y) * a - x * (x - y) * b, "(y - x)*(a + x*b)"),
    (-2 * a - 2 * b, "-2*(a + b)"),
    (-2 * x - 2 * y + 3, "3 - 2*(x + y)"),
    # a difference of angles stays
    (-sin(x - y) * cos(x - y) ** 2, "-sin(x - y)*cos(x - y)**2"),
]


@pytest.mark.parametrize(("given", "wanted"), WRITTEN, ids=[w for _, w in WRITTEN])
def test_signs_are_where_a_person_would_write_them(given: Any, wanted: str) -> None:
    found = simplify(given)
    assert str(found) == wanted
    assert simplify(found) is found
    steps = explain(given)
    assert steps.steps[-1].after is found if steps.steps else found is given


SHORTER: list[tuple[Any, Any]] = [
    (tilde(a) + tilde(b), tilde(a + b)),
    (sqrt(dot(a + b, a + b)), norm(a + b)),
    (conj(p) / norm2(p), p.inv),
    (cof(A).T / det(A), A.inv),
]


@pytest.mark.parametrize(("long", "short"), SHORTER, ids=[str(t) for t, _ in SHORTER])
def test_of_two_forms_of_one_price_the_shorter_is_written(long: Any, short: Any) -> None:
    assert simplify(long) is short


def test_the_angles_of_balanced_wheels_are_not_printed() -> None:
    turned = simplify(kane(satellite_with_wheels(1)).right[1])
    assert not {"s1"} & {str(s) for s in free_symbols(turned)}, turned


def test_a_moment_of_inertia_is_written_without_turns() -> None:
    found = simplify(kane(gyroscope()).mass(0, 0))
    assert "rot(" not in str(found), found


def test_the_acceleration_of_a_pendulum_is_what_a_person_writes() -> None:
    (found,) = forward_dynamics(plane_pendulum(1)).simplified().terms.values()
    assert str(found) == "(tau_1 - g*l1*m1*sin(q1))/l1**2/m1"
