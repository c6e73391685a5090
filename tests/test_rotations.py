"""Conversions of rotations: round trips over all branches, in terms, exact numbers and floats."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product
from typing import Any

import numpy
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from rewrite import (
    Angle,
    Context,
    FactError,
    Matrix,
    Quaternion,
    SortError,
    Truth,
    UndefinedError,
    axis_angle,
    column,
    conj,
    cos,
    euler,
    euler_angles,
    evaluate,
    identity,
    matrix,
    matrix_of,
    norm,
    norm2,
    normal,
    one,
    pi,
    quat,
    quaternion,
    quaternion_of,
    quaternions,
    random_assignment,
    rot,
    rotate,
    rotation,
    rotation_matrix,
    same_rotation,
    scalar,
    scalars,
    simplify,
    sin,
    triad,
    vector,
    vectors,
    zero,
)
from rewrite.rotation_forms.conversions import SEQUENCES

sequences = st.sampled_from(SEQUENCES)
small = st.fractions(-5, 5, max_denominator=6)
integers = st.integers(-4, 4).map(Fraction)
rays = st.tuples(*[st.one_of(integers, small)] * 4).filter(any)
"""Rational quaternions of any length, with many zeros."""
unit_rays = rays.map(lambda q: quaternion_squared(q))
tangents = st.one_of(st.sampled_from([0, 1, -1, Fraction(1, 2), 2]).map(Fraction), small)
exact_angles = st.one_of(tangents.map(Angle.of_tangent), st.just(Angle(Fraction(-1), Fraction(0))))
AWKWARD = [
    sign * x
    for sign in (1.0, -1.0)
    for x in (0.0, 1e-300, 1e-17, 1e-12, 1e-8, 1e-4, 0.3, math.pi / 4)
]
angles = st.one_of(
    st.floats(-7, 7),
    st.tuples(st.sampled_from([0, 1, 2, -1, -2, 4]), st.sampled_from(AWKWARD)).map(
        lambda p: p[0] * math.pi / 2 + p[1]
    ),
)
R3 = st.tuples(*[st.floats(-1, 1)] * 3)


def quaternion_squared(q: Any) -> Any:
    """q²/N(q), a rational unit quaternion: every one is of this form."""
    w, x, y, z = q
    n = w * w + x * x + y * y + z * z
    square = w * w - x * x - y * y - z * z
    return square / n, 2 * w * x / n, 2 * w * y / n, 2 * w * z / n


def matrix_by_definition(q: Any) -> Any:
    """The matrix of v -> q v q⁻¹, by the reference semantics."""
    p = quaternion("p")
    return evaluate(rotation_matrix(p) / norm2(p), {p: q})


def elementary(letter: str, cosine: Any, sine: Any) -> Any:
    """The three matrices of textbooks."""
    c, s = cosine, sine
    return {
        "x": [[1, 0, 0], [0, c, -s], [0, s, c]],
        "y": [[c, 0, s], [0, 1, 0], [-s, 0, c]],
        "z": [[c, -s, 0], [s, c, 0], [0, 0, 1]],
    }[letter]


def multiplied(*ms: Any) -> Any:
    result = ms[0]
    for m in ms[1:]:
        result = [
            [sum(result[i][k] * m[k][j] for k in range(3)) for j in range(3)] for i in range(3)
        ]
    return result


def by_textbook(sequence: str, points: Any) -> Any:
    return multiplied(*[elementary(i, *p) for i, p in zip(sequence, points, strict=True)])


def close(a: Any, b: Any, tolerance: float = 1e-14) -> bool:
    x, y = numpy.array(a, float), numpy.array(b, float)
    return bool(numpy.abs(x - y).max() <= tolerance)


def rows(m: Any) -> Any:
    return [list(row) for row in m]


# -- numbers: matrices and quaternions ------------------------------------------------------------


@given(rays)
def test_the_matrix_of_a_quaternion_of_any_length_is_that_of_q_v_inverse_q(q):
    assert matrix_of(q) == matrix_by_definition(q)
    assert matrix_of([float(x) for x in q]) == pytest.approx(numpy.array(matrix_of(q), float))


@given(unit_rays)
def test_rational_unit_quaternions_come_back_from_their_matrices(q):
    found = quaternion_of(matrix_of(q))
    assert all(isinstance(x, Fraction) for x in found)
    assert found in (q, tuple(-x for x in q))
    assert next(x for x in found if x) > 0
    assert quaternion_of(q) == found == quaternion_of(tuple(-x for x in q))


@given(rays)
def test_rational_matrices_come_back_from_their_quaternions(q):
    m = matrix_of(q)
    found = quaternion_of(m)
    if isinstance(found, tuple):
        assert matrix_of(found) == m
    else:
        assert close(matrix_of(found), m)
        n = sum(x * x for x in q)
        root = Fraction(math.isqrt(n.numerator), math.isqrt(n.denominator))
        assert root * root != n  # a rational result would have been exact


@given(R3, angles)
@example((1.0, 0.0, 0.0), math.pi)
@example((0.0, -1.0, 1e-9), math.nextafter(math.pi, 0))
@example((0.0, 1.0, 1.0), 2e-311)
def test_floats_come_back_over_all_branches(v, angle):
    length = math.hypot(*v)
    assume(length > 1e-3)
    u = [x / length for x in v]
    m = matrix_of(u, angle)
    q = quaternion_of(m)
    assert close(m @ m.T, numpy.eye(3))
    assert close(numpy.linalg.norm(q), 1)
    assert close(matrix_of(q), m)
    assert q[0] >= 0
    expected = numpy.array([math.cos(angle / 2), *(math.sin(angle / 2) * x for x in u)])
    assert min(abs(q - expected).max(), abs(q + expected).max()) <= 1e-14
    axis, found = axis_angle(m)
    assert 0 <= found <= math.pi
    assert close(numpy.linalg.norm(axis), 1)
    assert close(matrix_of(axis, found), m)


@pytest.mark.parametrize("angle", [1e-300, 1e-30, 1e-12, 1e-8, 1e-3, 1.0, 3.0, math.pi - 1e-9])
def test_small_and_large_angles_keep_their_digits(angle):
    u = numpy.array([2.0, -3.0, 6.0]) / 7
    for form in (quaternion_of(u, angle), matrix_of(u, angle)):
        axis, found = axis_angle(form)
        assert close(axis, u, 1e-14)
        assert found == pytest.approx(angle, rel=1e-14)


@pytest.mark.parametrize("scale", [1e-300, 1e300, 1e-160])
def test_no_square_overflows_or_vanishes(scale):
    assert close(quaternion_of((scale, -scale, scale, scale)), [0.5, -0.5, 0.5, 0.5])


def test_every_diagonal_half_turn():
    for k in range(3):
        m = [[(1 if i == k else -1) if i == j else 0 for j in range(3)] for i in range(3)]
        q = quaternion_of(m)
        assert q == tuple(int(i == k + 1) for i in range(4))
        axis, angle = axis_angle(m)
        assert axis == tuple(int(i == k) for i in range(3))
        assert angle == Angle(0, 1, parts=2)


def test_the_24_rotations_of_the_cube():
    seen = set()
    for q in product((-1, 0, 1), repeat=4):
        if any(q) and sum(map(abs, q)) in (1, 2, 4):
            m = matrix_of(q)
            seen.add(m)
            assert matrix_of(quaternion_of(m)) == pytest.approx(numpy.array(m, float))
            assert same_rotation(m, q)
            for s in SEQUENCES:
                back = euler(s, euler_angles(s, m))
                assert back == m, s  # exact: all sines are 0, 1 and -1
    assert len(seen) == 24


# -- numbers: axis and angle ----------------------------------------------------------------------


@given(rays)
def test_axis_and_angle_of_rational_rotations(q):
    m = matrix_of(q)
    axis, angle = axis_angle(q)
    again = matrix_of(axis, angle)
    if isinstance(angle, Angle):
        assert again == m
        assert sum(x * x for x in axis) == 1
        assert angle.sin >= 0
        if angle.parts == 2:
            assert quaternion_of(axis, angle) == quaternion_of(q)
        u, θ = vector("u", unit=True), scalar("θ")
        assert evaluate(rot(u, θ), {u: axis, θ: angle}) == m
    else:
        assert close(again, m)
    assert str(axis_angle(tuple(-x for x in q))) == str((axis, angle))


def test_conventions_of_axis_and_angle():
    assert axis_angle((-3, 0, 0, 0)) == ((1, 0, 0), Angle(1, 0, parts=2))
    axis, angle = axis_angle(numpy.eye(3))
    assert (axis.tolist(), angle) == ([1, 0, 0], 0.0)
    axis, angle = axis_angle((0.0, 0.0, -0.6, 0.8))
    assert (axis.tolist(), angle) == (pytest.approx([0, 0.6, -0.8]), math.pi)
    axis, angle = axis_angle((-0.6, 0.0, 0.8, 0.0))
    assert (axis.tolist(), angle) == ([0, -1, 0], 2 * math.atan2(0.8, 0.6))


@given(exact_angles, st.integers(1, 4))
def test_angles_in_parts(point, parts):
    """cos and sin of an Angle in parts are those of its multiple."""
    θ, u = scalar("θ"), vector("u", unit=True)
    angle = Angle(point.cos, point.sin, None, parts)
    axis = (Fraction(2, 3), Fraction(-1, 3), Fraction(2, 3))
    m = matrix_of(axis, angle)
    assert m == evaluate(rot(u, θ), {u: axis, θ: angle})
    assert same_rotation(quaternion_of(axis, angle), m)


# -- numbers: Euler angles ------------------------------------------------------------------------


@given(sequences, st.tuples(exact_angles, exact_angles, exact_angles))
def test_euler_angles_of_exact_angles(sequence, three):
    m = euler(sequence, three)
    assert rows(m) == by_textbook(sequence, [(a.cos, a.sin) for a in three])
    found = euler_angles(sequence, m)
    assert all(isinstance(a, Angle) for a in found)
    assert euler(sequence, found) == m
    _, middle, third = found
    proper = sequence[0] == sequence[2]
    assert (middle.sin if proper else middle.cos) >= 0
    if (middle.sin if proper else middle.cos) == 0:
        assert third == Angle(1, 0)
    elif (three[1].sin if proper else three[1].cos) > 0:
        assert [(a.cos, a.sin) for a in found] == [(a.cos, a.sin) for a in three]


@given(sequences, rays)
def test_euler_angles_of_rational_rotations(sequence, q):
    m = matrix_of(q)
    found = euler_angles(sequence, m)
    exact = [isinstance(a, Angle) for a in found]
    assert all(exact) or not any(exact)
    assert str(found) == str(euler_angles(sequence, q))
    assert euler(sequence, found) == m if all(exact) else close(euler(sequence, found), m)


@given(sequences, st.tuples(angles, angles, angles))
def test_euler_angles_of_floats(sequence, three):
    m = euler(sequence, three)
    assert close(m, by_textbook(sequence, [(math.cos(a), math.sin(a)) for a in three]))
    for form in (m, quaternion_of(m), -quaternion_of(m)):
        first, middle, third = euler_angles(sequence, form)
        low, high = (0, math.pi) if sequence[0] == sequence[2] else (-math.pi / 2, math.pi / 2)
        assert low <= middle <= high
        assert -math.pi < first <= math.pi
        assert -math.pi < third <= math.pi
        assert close(euler(sequence, (first, middle, third)), m, 5e-14)


@given(sequences, st.tuples(st.floats(-3.1, 3.1), st.floats(0.01, 1.5), st.floats(-3.1, 3.1)))
def test_angles_inside_their_intervals_come_back(sequence, three):
    assert close(euler_angles(sequence, euler(sequence, three)), three, 1e-12)


@given(sequences, angles, angles, st.booleans())
def test_gimbal_lock(sequence, first, third, end):
    proper = sequence[0] == sequence[2]
    middle = (math.pi if end else 0.0) if proper else (math.pi / 2 if end else -math.pi / 2)
    m = euler(sequence, (first, middle, third))
    a, b, c = euler_angles(sequence, m)
    assert c == 0.0
    assert b == pytest.approx(middle, abs=1e-14)
    assert close(euler(sequence, (a, b, c)), m, 5e-14)


@given(sequences, st.floats(-1, 1), st.floats(-17, -3))
def test_near_gimbal_lock_nothing_is_lost(sequence, first, digits):
    proper = sequence[0] == sequence[2]
    middle = 10**digits if proper else math.pi / 2 - 10**digits
    m = euler(sequence, (first, middle, 0.7))
    assert close(euler(sequence, euler_angles(sequence, m)), m, 5e-14)


@given(sequences, st.tuples(angles, angles, angles))
def test_extrinsic_turns_are_the_reversed_sequence(sequence, three):
    """Turning about axes that stay in space multiplies from the left."""
    total = numpy.eye(3)
    for letter, angle in zip(sequence, three, strict=True):
        total = numpy.array(elementary(letter, math.cos(angle), math.sin(angle))) @ total
    assert close(euler(sequence[::-1], three[::-1]), total)


# -- terms ----------------------------------------------------------------------------------------

x, y, z = scalars("x y z")
u, v = vectors("u v", unit=True)
i, j, k = vectors("i j k")
a = vector("a")
p, q = quaternions("p q", unit=True)
r = quaternion("r")
R = rotation("R")
AXES = Context(triad(i, j, k))


def agree(s: Any, t: Any, context: Context | None = None, sign: bool = False) -> bool:
    """Whether two terms have one value, up to a common sign if asked, at some exact points."""
    used = 0
    for seed in range(4):
        point = random_assignment([s, t], seed, context, awkward=seed > 0)
        try:
            first, second = (evaluate(e, point) for e in (s, t))
        except UndefinedError:
            continue
        if first != second and not (sign and first == tuple(-c for c in second)):
            return False
        used += 1
    return used > 0


turns: st.SearchStrategy[Matrix] = st.recursive(
    st.sampled_from(
        [
            rot(u, x),
            rot(v, -y),
            rot(-u, 2 * y),
            rot(u, pi),
            rotation_matrix(p),
            rotation_matrix(conj(q) * p),
            rotation_matrix(-q),
            rotation_matrix(quat(cos(x / 2), sin(x / 2) * v)),
            identity(3),
        ]
    ),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda t: t[0] @ t[1]),
        inner.map(lambda t: t.T),
        inner.map(lambda t: t.inv),
        inner.map(lambda t: t**2),
        inner.map(lambda t: t**-3),
        inner.map(lambda t: t**0),
    ),
    max_leaves=5,
)
spins: st.SearchStrategy[Quaternion] = st.recursive(
    st.sampled_from(
        [
            p,
            -q,
            conj(p),
            quat(cos(x), sin(x) * u),
            quat(-cos(y / 2), sin(y / 2) * v),
            quat(0, u),
            quat(1, 0),
            one(Quaternion),
            2 * p,
            r,
            -quat(2 * cos(x), -2 * sin(x) * v),
            quat(3, 0),
        ]
    ),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda t: t[0] * t[1]),
        inner.map(conj),
        inner.map(lambda t: t.inv),
        inner.map(lambda t: t**2),
        inner.map(lambda t: -t / 2),
    ),
    max_leaves=5,
)


@given(turns)
def test_quaternions_of_matrix_terms(t):
    found = quaternion_of(t)
    assert agree(rotation_matrix(found), t)
    assert agree(norm2(found), norm2(one(Quaternion)))
    assert agree(matrix_of(found), t)


@given(spins)
def test_matrices_of_quaternion_terms(t):
    m = matrix_of(t)
    assert agree(m, rotation_matrix(t) / norm2(t), Context())
    point = random_assignment(t, 5)
    assert evaluate(m, point) == matrix_of(evaluate(t, point))


def test_matrix_of_a_quaternion_comes_back_as_its_direction():
    assert matrix_of(r) == rotation_matrix(r) / norm2(r)
    for t in (matrix_of(r), normal(matrix_of(r)), matrix_of(r).T.T):
        assert quaternion_of(t) == r / norm(r)
    assert normal(quaternion_of(matrix_of(r).inv)) is normal(conj(r) / norm(r))
    assert quaternion_of(rotation_matrix(-p)) == p


def test_axis_and_angle_of_terms():
    assert axis_angle(quaternion_of(u, x)) == (u, x)
    assert axis_angle(matrix_of(u, x)) == (u, x)
    assert axis_angle(quat(0, u)) == (u, pi)
    assert axis_angle(-conj(quaternion_of(u, x))) == (u, -x)
    assert axis_angle((rot(u, x) @ rot(-u, y)) ** 2) == (u, normal(2 * x - 2 * y))
    assert axis_angle(rot(v, y).T @ rot(v, y) @ rot(u, x)) == (u, x)
    assert axis_angle(rot(u, x) @ rot(u, x).T) == (column(1, 0, 0), 0)
    assert axis_angle(one(Quaternion)) == axis_angle(quat(-1, 0)) == (column(1, 0, 0), 0)
    assert axis_angle(rot(i, x), context=AXES) == (i, x)


@given(sequences)
def test_euler_terms(sequence):
    t = euler(sequence, (x, y, z))
    spin = quaternion_of(t)
    point = {s: Angle.of_tangent(Fraction(n, 7), parts=2) for s, n in ((x, 2), (y, -3), (z, 11))}
    values = tuple(point[s] for s in (x, y, z))
    m = evaluate(t, point)
    assert m == euler(sequence, values)
    assert matrix_of(evaluate(spin, point)) == m
    assert same_rotation(evaluate(spin, point), m)
    assert euler_angles(sequence, t) == euler_angles(sequence, spin) == (x, y, z)


@given(sequences)
def test_euler_terms_about_a_triad(sequence):
    t = euler(sequence, (x, y, z), axes=(i, j, k))
    vectors_of = [{"x": i, "y": j, "z": k}[letter] for letter in sequence]
    assert t is euler(vectors_of, (x, y, z))
    spin = quaternion_of(t, context=AXES)
    assert agree(rotation_matrix(spin), t, AXES)
    assert euler_angles(sequence, spin, (i, j, k), context=AXES) == (x, y, z)
    assert euler_angles(vectors_of, t, context=AXES) == (x, y, z)


def test_angles_that_are_missing_are_zero():
    assert euler_angles("zxz", euler("zxz", (x, 0, y))) == (normal(x + y), 0, 0)
    assert euler_angles("xyz", euler("xyz", (0, y, z))) == (0, y, z)
    assert euler_angles("xyz", matrix_of((0, 0, -1), z)) == (0, 0, normal(-z))
    assert euler_angles("xyz", identity(3)) == (0, 0, 0)
    with pytest.raises(FactError, match=r"not made of turns about .* in this order"):
        euler_angles("xyz", euler("zyx", (x, y, z)))


def test_same_rotation():
    assert same_rotation(p, -p) is Truth.TRUE
    assert same_rotation(p, rotation_matrix(p)) is Truth.TRUE
    assert same_rotation(quaternion_of(u, x), rot(u, x)) is Truth.TRUE
    assert same_rotation(p * q, q * p) is Truth.FALSE
    assert same_rotation(conj(p * q), rotation_matrix(q).T @ rotation_matrix(p).T) is Truth.TRUE
    assert same_rotation(r, -3 * r) is Truth.TRUE
    assert same_rotation(R, R.inv.T) is Truth.TRUE
    assert same_rotation((1, 2, 3, 4), matrix_of((-1, -2, -3, -4))) is True
    assert same_rotation((1, 2, 3, 4), (1, 2, 3, 5)) is False
    assert same_rotation((1.0, 0, 0, 1e-12), (-1, 0, 0, 0)) is True
    assert same_rotation((1.0, 0, 0, 1e-6), (-1, 0, 0, 0)) is False
    assert same_rotation((1.0, 0, 0, 1e-6), (-1, 0, 0, 0), tolerance=1e-5) is True


def test_rotate_by_a_quaternion_that_is_not_unit_is_a_rotation_times_its_norm():
    """Of degree 2: rotate(q, v) = N(q) times the rotation v -> q v q⁻¹."""
    assert agree(rotate(r, a), norm2(r) * (matrix_of(r) @ a))
    assert agree(rotate(r, a), rotation_matrix(r) @ a)
    assert agree(quat(0, rotate(r, a)), r * quat(0, a) * conj(r))
    assert agree(quat(0, rotate(r, a) / norm2(r)), r * quat(0, a) * r.inv)
    assert normal(rotate(-2 * r, a)) is normal(4 * rotate(r, a))


def test_deep_terms():
    deep, spin = rot(u, x), quaternion_of(u, x)
    for _ in range(3000):
        deep, spin = ((rotation_matrix(p) @ deep) ** -1).T ** 1, conj((p * spin) ** -1)
    assert quaternion_of(deep).op is spin.args[0].args[0].op
    assert len(matrix_of(spin).args) == len(quaternion_of(deep).args) == 3001


def test_simplify_simplifies_results_of_conversions():
    assert simplify(matrix_of(quaternion_of(rot(u, x) @ rot(u, y)))) is normal(rot(u, x + y))
    assert simplify(quaternion_of(rotation_matrix(p).T) * p) == 1


# -- what is refused ------------------------------------------------------------------------------

MIRROR = [[1, 0, 0], [0, 1, 0], [0, 0, -1]]
SKEW = [[1, 0.1, 0], [0, 1, 0], [0, 0, 1]]


@pytest.mark.parametrize(
    ("convert", "error", "message"),
    [
        (lambda: quaternion_of(MIRROR), FactError, "determinant of the matrix is -1"),
        (lambda: quaternion_of(SKEW), FactError, "rows 1 and 1 .*orthonormal"),
        (lambda: axis_angle([[1, 0, 0], [0, 1, 0], [1, 0, 0]]), FactError, "rows 1 and 3"),
        (lambda: matrix_of((0, 0, 0, 0)), UndefinedError, "matrix_of: the quaternion .* is zero"),
        (lambda: matrix_of(zero(Quaternion)), UndefinedError, "is zero"),
        (lambda: matrix_of(quat(0, 0)), UndefinedError, "is zero"),
        (lambda: quaternion_of((1, 2, 3)), SortError, "is not a rotation; give a 3×3 matrix"),
        (lambda: quaternion_of([[1, 0], [0, 1]]), SortError, "is not a rotation"),
        (lambda: quaternion_of("xyz"), SortError, "not a real number"),
        (lambda: quaternion_of((1, 0, 0, math.nan)), SortError, "nan is not a number"),
        (lambda: quaternion_of((1, 0, 0, True)), SortError, "not a real number"),
        (lambda: quaternion_of((1, 0, 0, 1j)), SortError, "not a real number"),
        (lambda: matrix_of((1, 1, 0), 0.5), FactError, "axis .* is 2, not 1; divide"),
        (lambda: matrix_of((1, 0), 0.5), SortError, "an axis is a unit vector, three numbers"),
        (lambda: matrix_of((1, 0, 0), (0.5,)), SortError, "an angle is a number or an Angle"),
        (lambda: matrix_of((1, 0, 0), Angle(1, 1)), FactError, "not on the unit circle"),
        (lambda: quaternion_of(R), FactError, "only the name of the rotation R.*rotation_matrix"),
        (lambda: quaternion_of(matrix("A")), FactError, "not known to be a rotation"),
        (lambda: quaternion_of(rot(a, x)), FactError, "axis a is not known to be a unit"),
        (lambda: quaternion_of(a, x), FactError, "unit=True"),
        (lambda: quaternion_of(-rot(u, x)), FactError, "is -1 times a rotation"),
        (lambda: quaternion_of(rotation_matrix(r)), FactError, r"is norm2\(r\) times a rotation"),
        (lambda: quaternion_of(u), SortError, "is Vector, needs Matrix.*give an angle"),
        (lambda: quaternion_of(p, x), SortError, "the axis is Quaternion, needs Vector"),
        (lambda: quaternion_of(u, float("nan")), SortError, "the float nan is not a number"),
        (lambda: quaternion_of((0.6, 0.8, 0), x), SortError, "three exact numbers"),
        (lambda: quaternion_of(matrix("B", 2)), SortError, r"needs Matrix\(3, 3\) or Quaternion"),
        (lambda: axis_angle(p), FactError, "not known to turn about one axis"),
        (lambda: axis_angle(rot(u, x) @ rot(v, y)), FactError, "evaluate the rotation"),
        (lambda: euler("xxz", (1, 2, 3)), SortError, "no sequence 'xxz'; the twelve are xyx, xyz"),
        (lambda: euler("XYZ", (1, 2, 3)), SortError, "reverse sequence and angles"),
        (lambda: euler("xyz", (1, 2)), SortError, "three angles, not 2"),
        (lambda: euler("xyz", x), SortError, "angles are given as a sequence of three"),
        (lambda: euler("xyz", (x, float("nan"), y)), SortError, "not a number"),
        (lambda: euler((u, u, v), (x, y, z)), SortError, "turns 1 and 2 .* same axis u"),
        (lambda: euler((u, v), (x, y, z)), SortError, "must be three vectors"),
        (lambda: euler((u, v, x), (x, y, z)), SortError, "must be three vectors"),
        (lambda: euler((u, v, u), (x, y, z), (i, j, k)), SortError, "takes no axes"),
        (lambda: euler_angles((u, v, u), (1, 0, 0, 0)), SortError, "coordinate axes"),
        (lambda: euler_angles("zz", (1, 0, 0, 0)), SortError, "no sequence 'zz'"),
        (lambda: same_rotation(p, (1, 0, 0, 0)), SortError, "give two terms, or evaluate"),
    ],
)
def test_wrong_arguments_are_refused(convert, error, message):
    with pytest.raises(error, match=message):
        convert()


def test_numpy_and_single_precision_are_read():
    m = euler("zxz", (0.1, 0.2, 0.3))
    assert close(quaternion_of(m.astype(numpy.float32)), quaternion_of(m), 1e-6)
    assert matrix_of(numpy.array([2, 0, 0, 0])) == matrix_of(identity_rows := (1, 0, 0, 0))
    assert quaternion_of(numpy.eye(3, dtype=int)) == identity_rows
