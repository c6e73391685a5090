"""The reference semantics: every operator against NumPy, domains against each other, identities."""

from fractions import Fraction
from random import Random
from typing import Any

import flint
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rewrite import (
    Commutative,
    FactError,
    Linear,
    Matrix,
    NotExactError,
    Quaternion,
    RewriteError,
    Scalar,
    SortError,
    Term,
    UndefinedError,
    Vector,
    cof,
    column,
    conj,
    cos,
    cross,
    det,
    dot,
    function,
    identity,
    inv,
    matrices,
    matrix,
    norm,
    norm2,
    number,
    one,
    operator,
    outer,
    pi,
    postorder,
    quat,
    quaternions,
    rot,
    rotate,
    rotation,
    rotation_matrix,
    scalar,
    scalar_part,
    scalars,
    sin,
    sqrt,
    symbol,
    tilde,
    trace,
    trans,
    triple,
    vector,
    vector_part,
    vectors,
    vee,
    x_of,
    y_of,
    z_of,
    zero,
)
from rewrite.core.operators import OPAQUE, standard_operators
from rewrite.core.terms import intern
from rewrite.evaluation.angles import product_term
from rewrite.evaluation.evaluate import (
    Angle,
    Evaluation,
    Exact,
    Interval,
    Modular,
    differ,
    evaluate,
)
from rewrite.evaluation.sampling import random_assignment
from rewrite.evaluation.semantics import MEANING
from rewrite.theory.matrices import matmul

HALF = Fraction(1, 2)
P = 2**61 - 1

a, b, c, d = vectors("a b c d")
u = vector("u", unit=True)
A, B, C = matrices("A B C")
G = matrix("G", 2, 3)
H = matrix("H", 3, 2)
R = rotation("R")
p, q = quaternions("p q")
x, y, z = scalars("x y z")
θ, φ = scalars("θ φ")
w34 = Angle(Fraction(3, 5), Fraction(4, 5), value=2)

POINT = {
    x: 3, y: Fraction(-1, 2), z: 7,
    a: (1, 2, 3), b: (0, -1, HALF), c: (4, 0, -2), d: (1, 1, 1),
    u: (0, Fraction(3, 5), Fraction(4, 5)),
    A: ((1, 2, 0), (0, 1, 3), (2, 0, 1)), B: ((0, 1, 1), (1, 0, 1), (2, 1, 0)),
    C: ((1, 0, 0), (4, 1, 0), (5, 6, 1)), G: ((1, 2, 3), (4, 5, 6)), H: ((1, 0), (2, -1), (0, 3)),
    R: ((0, -1, 0), (1, 0, 0), (0, 0, 1)), p: (1, 2, -1, 3), q: (2, 0, 1, -1), θ: w34,
}  # fmt: skip


def arrays(point: dict[Any, Any]) -> dict[str, Any]:
    """The point as NumPy arrays by name, for formulas written in NumPy."""
    return {
        s.name: np.array([[float(e) for e in row] for row in v]) if s.sort is Matrix
        else np.array([float(e) for e in v]) if isinstance(v, tuple)
        else float(v)
        for s, v in point.items() if not isinstance(v, Angle)
    }  # fmt: skip


def hat(v: Any) -> Any:
    return np.cross(np.eye(3), v)


def quaternion_matrix(q: Any) -> Any:
    """The matrix of the product with q on the left: another way to write it."""
    left = np.zeros((4, 4))
    left[0, 1:], left[1:, 0], left[1:, 1:] = -q[1:], q[1:], hat(q[1:])
    return left + q[0] * np.eye(4)


def star(q: Any) -> Any:
    return q * np.array([1, -1, -1, -1])


def turned(q: Any, v: Any) -> Any:
    """q v q* expanded: (w² - |v|²) x + 2 (v·x) v + 2 w v × x."""
    w, e = q[0], q[1:]
    return (w * w - e @ e) * v + 2 * (e @ v) * e + 2 * w * np.cross(e, v)


OPERATORS = [
    (a + b - c, lambda a, b, c, **_: a + b - c),
    (-A, lambda A, **_: -A),
    (x * y * z, lambda x, y, z, **_: x * y * z),
    (x * A, lambda x, A, **_: x * A),
    (p / x, lambda p, x, **_: p / x),
    (p / 2, lambda p, **_: p / 2),
    (x**3, lambda x, **_: x**3),
    (x**-2, lambda x, **_: x**-2.0),
    (A**3, lambda A, **_: np.linalg.matrix_power(A, 3)),
    (A**-2, lambda A, **_: np.linalg.matrix_power(np.linalg.inv(A), 2)),
    (p**2, lambda p, **_: quaternion_matrix(p) @ p),
    (trans(G), lambda G, **_: G.T),
    (trans(a), lambda a, **_: a[None, :]),
    (trans(x), lambda x, **_: x),
    (inv(A), lambda A, **_: np.linalg.inv(A)),
    (inv(p), lambda p, **_: star(p) / (p @ p)),
    (inv(x), lambda x, **_: 1 / x),
    (A @ B @ H, lambda A, B, H, **_: A @ B @ H),
    (G @ A @ a, lambda G, A, a, **_: (G @ A @ a)[:, None]),
    (a.T @ A @ b, lambda a, A, b, **_: a @ A @ b),
    (a.T @ b @ G, lambda a, b, G, **_: (a @ b) * G),
    (matmul(G, x, H, a.T @ a), lambda G, x, H, a, **_: x * (G @ H) * (a @ a)),
    (a @ b.T @ c, lambda a, b, c, **_: np.outer(a, b) @ c),
    (trace(A @ B), lambda A, B, **_: np.trace(A @ B)),
    (trace(x), lambda x, **_: x),
    (det(A), lambda A, **_: np.linalg.det(A)),
    (det(G @ H), lambda G, H, **_: np.linalg.det(G @ H)),
    (cof(A), lambda A, **_: np.linalg.det(A) * np.linalg.inv(A).T),
    (cof(G @ H), lambda G, H, **_: np.linalg.det(G @ H) * np.linalg.inv(G @ H).T),
    (cof(outer(a, b)), lambda **_: np.zeros((3, 3))),
    (cof(x), lambda **_: 1),
    (dot(a, b), lambda a, b, **_: a @ b),
    (cross(a, b), lambda a, b, **_: np.cross(a, b)),
    (triple(a, b, c), lambda a, b, c, **_: np.linalg.det([a, b, c])),
    (tilde(a), lambda a, **_: hat(a)),
    (vee(A), lambda A, **_: np.array([(A - A.T)[i] for i in ((2, 1), (0, 2), (1, 0))]) / 2),
    (outer(a, b), lambda a, b, **_: np.outer(a, b)),
    (norm2(a), lambda a, **_: a @ a),
    (norm2(p), lambda p, **_: p @ p),
    (norm(y * u), lambda y, u, **_: np.linalg.norm(y * u)),
    (rot(u, θ), lambda u, **_: np.eye(3) + 0.8 * hat(u) + 0.4 * hat(u) @ hat(u)),
    (rot(2 * d, θ), lambda d, **_: 0.6 * np.eye(3) + 1.6 * hat(d) + 1.6 * np.outer(d, d)),
    (sin(θ), lambda **_: 0.8),
    (cos(θ), lambda **_: 0.6),
    (sqrt(z + 2), lambda **_: 3),
    ((z + 1) ** Fraction(-2, 3), lambda **_: 0.25),
    (conj(p), lambda p, **_: star(p)),
    (p * q * p, lambda p, q, **_: quaternion_matrix(quaternion_matrix(p) @ q) @ p),
    (quat(x, a), lambda x, a, **_: np.array([x, *a])),
    (scalar_part(p), lambda p, **_: p[0]),
    (vector_part(p), lambda p, **_: p[1:]),
    (rotate(p, a), lambda p, a, **_: turned(p, a)),
    (rotation_matrix(p), lambda p, **_: np.array([turned(p, e) for e in np.eye(3)]).T),
    (column(x, y, z), lambda x, y, z, **_: np.array([x, y, z])),
    (x_of(a), lambda a, **_: a[0]),
    (y_of(a), lambda a, **_: a[1]),
    (z_of(a), lambda a, **_: a[2]),
    (number(HALF), lambda **_: 0.5),
    (zero((2, 3)), lambda **_: np.zeros((2, 3))),
    (zero(Quaternion), lambda **_: np.zeros(4)),
    (identity(4), lambda **_: np.eye(4)),
    (one(Quaternion), lambda **_: np.eye(4)[0]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("t", "formula"), OPERATORS, ids=lambda v: str(v) if isinstance(v, Term) else ""
)
def test_operators_agree_with_numpy(t: Term, formula: Any) -> None:
    expected = formula(**arrays(POINT))
    value = evaluate(t, POINT, "float")
    assert np.shape(value) == np.shape(expected)
    np.testing.assert_allclose(value, expected, atol=1e-12)
    exact = evaluate(t, POINT)
    np.testing.assert_allclose(np.array(exact, float), expected, atol=1e-12)


def test_every_standard_operator_has_a_meaning_and_was_compared() -> None:
    seen = {s.op for t, _ in OPERATORS for s in postorder(t)} | {pi.op}
    assert set(MEANING) <= seen
    functions = {op for op in standard_operators() if op.evaluate is not None}  # test_functions
    others = set(standard_operators()) - functions
    assert {op for op in others if op.stands_for is None} <= seen


def test_forms_of_results() -> None:
    assert evaluate(x, {x: 3}) == 3
    assert isinstance(evaluate(x, {x: 3}), Fraction)
    assert evaluate(a, {a: [1, 2, 3]}) == (1, 2, 3)
    assert evaluate(G.T, POINT) == ((1, 4), (2, 5), (3, 6))
    assert evaluate(p, POINT, "modular") == (1, 2, P - 1, 3)
    assert isinstance(evaluate(x / 2, POINT, "float"), float)
    assert evaluate(p, POINT, "float").shape == (4,)
    assert evaluate(a, {a: np.array([1.5, 2, 3])}, "float").tolist() == [1.5, 2, 3]
    assert evaluate(a, {a: np.array([1, 2, 3])}) == (1, 2, 3)
    assert evaluate(y, POINT, Modular(7)) == 3
    ball = evaluate(y / 3, POINT, Interval(200))
    assert isinstance(ball, flint.arb)
    assert ball.rel_accuracy_bits() > 190
    assert evaluate(y, POINT, Modular(2**127 - 1)) == (2**127 - 1) // 2
    assert evaluate(x / y, POINT, Modular(2**127 - 1)) == 2**127 - 1 - 6


def test_a_point_serves_several_terms() -> None:
    at = Evaluation(POINT)
    assert at(dot(a, b)) == dot_of(POINT[a], POINT[b])
    assert at(x) == 3


def dot_of(v: Any, w: Any) -> Any:
    return sum(e * f for e, f in zip(v, w, strict=True))


# -- domains agree --------------------------------------------------------------------------------


@st.composite
def any_term(draw: Any, sort: type[Term] = Scalar, depth: int = 4) -> Any:
    """A well-sorted term over the symbols of this file; a Matrix is 3×3."""
    leaves: dict[type[Term], list[Any]] = {
        Scalar: [x, y, number(2), number(Fraction(-1, 3)), zero(Scalar)],
        Vector: [a, b, c, u, zero(Vector)],
        Matrix: [A, B, R, identity(3), zero((3, 3))],
        Quaternion: [p, q, one(Quaternion)],
    }
    if depth == 0 or draw(st.integers(0, 5)) == 0:
        return draw(st.sampled_from(leaves[sort]))

    def get(s: type[Term]) -> Any:
        return draw(any_term(s, depth - 1))

    S, V, M, Q = Scalar, Vector, Matrix, Quaternion
    every = [
        lambda: get(sort) + get(sort), lambda: -get(sort), lambda: get(S) * get(sort),
        lambda: get(sort) / get(S),
    ]  # fmt: skip
    own: dict[type[Term], list[Any]] = {
        S: [lambda: dot(get(V), get(V)), lambda: triple(get(V), get(V), get(V)),
            lambda: trace(get(M)), lambda: det(get(M)), lambda: norm2(get(Q)),
            lambda: scalar_part(get(Q)), lambda: sin(θ + 2 * φ),
            lambda: get(V).T @ get(M) @ get(V), lambda: get(S) ** draw(st.integers(-2, 3)),
            lambda: cos(θ / 2 - pi / 2)],
        V: [lambda: cross(get(V), get(V)), lambda: get(M) @ get(V), lambda: vee(get(M)),
            lambda: rotate(get(Q), get(V)), lambda: vector_part(get(Q))],
        M: [lambda: get(M) @ get(M), lambda: get(M).T, lambda: tilde(get(V)), lambda: get(M).inv,
            lambda: outer(get(V), get(V)), lambda: rotation_matrix(get(Q)), lambda: rot(get(V), θ),
            lambda: get(M) ** draw(st.integers(-1, 3))],
        Q: [lambda: get(Q) * get(Q), lambda: conj(get(Q)), lambda: get(Q).inv,
            lambda: quat(get(S), get(V)), lambda: get(Q) ** draw(st.integers(-2, 3))],
    }  # fmt: skip
    return draw(st.sampled_from(every + own[sort]))()


def flat(value: Any) -> list[Any]:
    if isinstance(value, tuple):
        return [e for part in value for e in flat(part)]
    return list(np.ravel(value)) if isinstance(value, np.ndarray) else [value]


@given(
    st.sampled_from([Scalar, Vector, Matrix, Quaternion]).flatmap(any_term), st.integers(0, 10**6)
)
def test_domains_agree(t: Term, seed: int) -> None:
    point = random_assignment(t, seed, awkward=0.2)
    try:
        exact = flat(evaluate(t, point))
    except UndefinedError:
        for domain in ("modular", "interval"):
            with pytest.raises((UndefinedError, NotExactError)):
                evaluate(t, point, domain)
        return
    residues = [Modular().number(e) for e in exact]
    assert flat(evaluate(t, point, "modular")) == [int(e) for e in residues]
    with flint.ctx.workprec(4000):
        for e, ball in zip(exact, flat(evaluate(t, point, Interval(4000))), strict=True):
            assert (ball * e.denominator - e.numerator).contains(0)
            assert ball.rad() <= 1e-100
    size = max(map(abs, exact))
    if size < 1e9:
        floats = np.array(flat(evaluate(t, point, "float")))
        assert np.all(np.isfinite(floats))


@given(
    st.sampled_from([Scalar, Vector, Matrix, Quaternion]).flatmap(lambda s: any_term(s, 2)),
    st.integers(0, 10**6),
)
def test_floats_agree_on_small_terms(t: Term, seed: int) -> None:
    point = random_assignment(t, seed)
    try:
        exact = np.array(flat(evaluate(t, point)), float)
    except UndefinedError:
        return
    ball = flat(evaluate(t, point, Interval(53)))
    error = max(float(e.rad()) for e in ball)  # as ill-conditioned as intervals say
    np.testing.assert_allclose(
        flat(evaluate(t, point, "float")), exact, rtol=1e-9, atol=1e-9 + 100 * error
    )


# -- identities of the specification --------------------------------------------------------------

R1, r10, y10 = vectors("R1 r10 y10")
In10, m10, THp1 = matrix("In10"), scalar("m10"), scalar("THp1")
S = matrix("S", symmetric=True)
K = matrix("K", antisymmetric=True)
Q = rotation("Q")
O = matrix("O", orthogonal=True)  # noqa: E741
e, f, g = quaternions("e f g", unit=True)
(h,) = quaternions("h", pure=True)
THESIS = -(
    THp1**2 * (R1.T @ tilde(R1) @ In10 @ R1)
    - m10 * THp1**2 * (R1.T @ tilde(r10) @ tilde(R1) @ tilde(R1) @ y10)
    - THp1
    * (
        (m10 * (R1.T @ tilde(r10)) - m10 * (R1.T @ tilde(y10)))
        @ (THp1 * (tilde(R1) @ tilde(r10)) - THp1 * (tilde(r10) @ tilde(R1)))
        @ R1
    )
)
IDENTITIES = [
    (THESIS, zero(Scalar)),
    (tilde(a) @ b, cross(a, b)),
    (tilde(a) @ tilde(b) @ c, dot(a, c) * b - dot(a, b) * c),
    (cross(a, cross(b, c)), dot(a, c) * b - dot(a, b) * c),
    (tilde(tilde(a) @ b), tilde(a) @ tilde(b) - tilde(b) @ tilde(a)),
    (tilde(a) @ tilde(b) @ tilde(b) @ a + tilde(b) @ tilde(a) @ tilde(a) @ b, zero(Vector)),
    (trans(tilde(a)), -tilde(a)),
    (a.T @ tilde(a), zero((1, 3))),
    (trans(S), S),
    (trans(K), -K),
    (inv(Q), trans(Q)),
    (O @ O.T, identity(3)),
    (tilde(Q @ a), Q @ tilde(a) @ Q.T),
    (tilde(O @ a), det(O) * (O @ tilde(a) @ O.T)),
    (a.T @ K @ a, zero(Scalar)),
    (inv(A @ B), inv(B) @ inv(A)),
    (trans(inv(A)), inv(trans(A))),
    (triple(a, b, c), triple(b, c, a)),
    (triple(b, c, d) * a + triple(a, b, d) * c, triple(a, c, d) * b + triple(a, b, c) * d),
    (rot(u, θ) @ u, u),
    (rot(u, θ).T @ rot(u, θ), identity(3)),
    (rot(u, θ) @ rot(u, φ), rot(u, θ + φ)),
    (rot(u, θ + 2 * pi), rot(u, θ)),
    (rot(u, θ), rotation_matrix(quat(cos(θ / 2), sin(θ / 2) * u))),
    (vee(tilde(a)), a),
    (tilde(vee(A)), (A - A.T) / 2),
    (A @ B @ (2 * B) - B @ A**0, 2 * (A @ B**2) - B),
    (quat(x, a) * quat(y, b), quat(x * y - dot(a, b), x * b + y * a + cross(a, b))),
    (norm2(p * q), norm2(p) * norm2(q)),
    (inv(p), conj(p) / norm2(p)),
    (conj(p * q), conj(q) * conj(p)),
    (inv(e), conj(e)),
    (h * h, -norm2(h) * one(Quaternion)),
    (rotation_matrix(p * q), rotation_matrix(p) @ rotation_matrix(q)),
    (rotation_matrix(conj(p)), trans(rotation_matrix(p))),
    (rotation_matrix(p) @ a, rotate(p, a)),
    (rotate(e, rotate(f, a)), rotate(e * f, a)),
    (cross(rotate(e, a), rotate(e, b)), rotate(e, cross(a, b))),
    (rotation_matrix(e).T @ rotation_matrix(e), identity(3)),
    (det(rotation_matrix(e)), number(1)),
    (sin(θ + φ), sin(θ) * cos(φ) + cos(θ) * sin(φ)),
    (cos(2 * θ), 1 - 2 * sin(θ) ** 2),
    (sin(θ + pi / 2), cos(θ)),
    (sin(x * y + θ), sin(x * y) * cos(θ) + cos(y * x) * sin(θ)),
    (sin(x * (y + z)), sin(x * y) * cos(x * z) + sin(x * z) * cos(x * y)),
    (cos(x**2) ** 2, 1 - sin(x * x) ** 2),
    (pi * x - x * pi, zero(Scalar)),
]  # fmt: skip


@pytest.mark.parametrize("awkward", [False, True])
@pytest.mark.parametrize("domain", ["exact", "modular"])
@pytest.mark.parametrize(("left", "right"), IDENTITIES, ids=str)
def test_identities(left: Any, right: Any, domain: str, awkward: bool) -> None:
    random, usable = Random(1), 0
    for _ in range(20):
        at = Evaluation(random_assignment([left, right], random, None, awkward, domain), domain)
        try:
            assert at(left) == at(right)
            usable += 1
        except UndefinedError:
            continue
    assert usable >= 5


NEAR_MISSES = [
    (cross(a, b), cross(b, a)),
    (A @ B, B @ A),
    (tilde(O @ a), O @ tilde(a) @ O.T),
    (rotation_matrix(p).T @ rotation_matrix(p), identity(3)),
    (rotate(p, rotate(p.inv, a)), -a),
    (p * q, q * p),
    (rot(u, θ), rot(u, -θ)),
    (sin(2 * θ), 2 * sin(θ)),
    (sin(x * y), sin(x) * y),
    (pi * x, 3 * x),
    (sin(θ) ** 2, θ**2),
    (inv(O), O),
]


@pytest.mark.parametrize("domain", ["exact", "modular"])
@pytest.mark.parametrize(("left", "right"), NEAR_MISSES, ids=str)
def test_near_misses_are_refuted(left: Any, right: Any, domain: str) -> None:
    random = Random(2)
    points = [random_assignment([left, right], random, None, False, domain) for _ in range(10)]
    assert any(evaluate(left, at, domain) != evaluate(right, at, domain) for at in points)


# -- partial operations ---------------------------------------------------------------------------

SINGULAR = ((1, 2, 3), (2, 4, 6), (0, 1, 1))


@pytest.mark.parametrize(
    ("t", "at"),
    [
        (1 / x, {x: 0}),
        (x**-1, {x: 0}),
        (inv(x), {x: 0}),
        (inv(A), {A: SINGULAR}),
        (A**-1, {A: SINGULAR}),
        (inv(p), {p: (0, 0, 0, 0)}),
        (p**-2, {p: (0, 0, 0, 0)}),
        (zero((3, 3)) ** -1, {}),
        (1 / (x - x), {x: 3}),
        (sqrt(x), {x: -1}),
        (x**HALF, {x: -4}),
        (x ** Fraction(1, 3), {x: -8}),
        (x ** Fraction(-1, 2), {x: 0}),
    ],
    ids=str,
)
@pytest.mark.parametrize("domain", ["exact", "modular", "float", "interval"])
def test_undefined_values_name_the_term(t: Term, at: Any, domain: str) -> None:
    rooted = any(s.op is sqrt or isinstance(s.value, Fraction) for s in postorder(t))
    error = NotExactError if domain == "modular" and rooted else UndefinedError
    with pytest.raises(error) as caught:
        evaluate(t, at, domain)
    assert str(caught.value).startswith(str(t))  # the message names the place


def test_a_multiple_by_a_quotient_names_the_quotient() -> None:
    with pytest.raises(UndefinedError, match="1/x: division by zero"):
        evaluate(a / x, {x: 0, a: (0, 0, 0)})


@pytest.mark.parametrize("domain", ["exact", "float", "interval"])
def test_defined_at_the_edge(domain: str) -> None:
    nothing = {x: 0, a: (0, 0, 0), A: SINGULAR, B: ((0,) * 3,) * 3, p: (0, 0, 0, 0)}
    at = Evaluation(nothing, domain)
    assert at(x**0) == 1
    assert at(sqrt(x)) == 0
    assert at(x ** Fraction(2, 3)) == 0
    assert at(norm(a)) == 0
    assert np.array_equal(np.array(at(A**0)) == np.eye(3), np.ones((3, 3)))
    assert np.array_equal(np.array(at(B**0)) == np.eye(3), np.ones((3, 3)))
    assert list(at(p**0)) == [1, 0, 0, 0]
    assert at(det(A)) == 0
    assert at(det(B)) == 0


@pytest.mark.parametrize(
    ("t", "at"),
    [
        (sqrt(x), {x: 2}),
        (x ** Fraction(1, 3), {x: 4}),
        (norm(a), {a: (1, 1, 0)}),
        (sin(x), {x: 1}),
        (cos(number(1)), {}),
        (sin(pi / 5), {}),
        (pi + 1, {}),
        (sin(x * y), {x: w34, y: 1}),
        (sin(dot(a, b)), {a: (1, 0, 0), b: (1, 0, 0)}),
        (sin(θ / 2), {θ: w34}),
        (sin(x / θ), {θ: w34, x: 1}),
        (θ + 1, {θ: Angle(0, 1)}),
    ],
    ids=str,
)
def test_not_exact(t: Term, at: Any) -> None:
    with pytest.raises(NotExactError):
        evaluate(t, at)
    with pytest.raises(NotExactError):
        evaluate(t, at, Modular(7))


def test_intervals_refuse_what_they_cannot_decide() -> None:
    tiny = sqrt(number(2)) ** 2 - 2
    with pytest.raises(NotExactError):
        evaluate(1 / tiny, {}, "interval")
    with pytest.raises(NotExactError):
        evaluate(sqrt(tiny), {}, "interval")
    with pytest.raises(NotExactError):
        evaluate(inv(tiny * A), POINT, "interval")
    assert evaluate(norm(tiny * a), POINT, "interval").contains(0)
    assert evaluate(tiny**2, {}, "interval").contains(0)
    assert evaluate(det(tiny * A), POINT, "interval").contains(0)


def test_differ_compares_intervals() -> None:
    at = Evaluation(POINT, "interval")
    assert not differ(at(sqrt(x) ** 2), at(x))
    assert differ(at(sqrt(x)), at(x))
    assert not differ(at(A @ a), at(A @ a))
    assert differ(at(A @ B), at(B @ A))


# -- angles ---------------------------------------------------------------------------------------


def test_angles_are_divided_into_parts() -> None:
    at = Evaluation({θ: Angle(Fraction(3, 5), Fraction(4, 5), value=1, parts=6)})
    third, half = (at(cos(θ / 3)), at(sin(θ / 3))), (at(cos(θ / 2)), at(sin(θ / 2)))
    assert third == (Fraction(-7, 25), Fraction(24, 25))
    assert half[0] ** 2 + half[1] ** 2 == 1
    assert at(cos(θ)) == 2 * half[0] ** 2 - 1
    with pytest.raises(NotExactError, match="6 parts"):
        at(sin(θ / 4))


@pytest.mark.parametrize("k", range(-13, 26))
def test_multiples_of_pi(k: int) -> None:
    r = Fraction(k, 12)
    value = evaluate(sin(number(r) * pi), {}, "float")
    assert value == pytest.approx(np.sin(float(r) * np.pi), abs=1e-15)
    assert evaluate(sin(pi * k / 12), {}, "interval").overlaps(
        flint.arb.sin_pi_fmpq(flint.fmpq(k, 12))
    )
    field = Modular(1000000000000000000000000000057 if k % 2 else 73)  # both have √2 and √3
    at = Evaluation({θ: Angle(0, 1, value=3)}, field)
    one_twelfth = [at(cos(pi / 12)), at(sin(pi / 12))]
    assert sum(e * e for e in one_twelfth) % field.p == 1
    assert at(cos(pi * k / 12) ** 2 + sin(pi * k / 12) ** 2) == 1
    assert at(sin(pi * (k + 1) / 12)) == at(
        sin(pi * k / 12) * cos(pi / 12) + cos(pi * k / 12) * sin(pi / 12)
    )
    assert at(sin(pi / 6)) == at(number(HALF))
    assert at(2 * sin(pi / 4) ** 2) == 1
    if k % 6 == 0:
        assert evaluate(sin(pi * k / 12), {}) == round(value)


def test_some_primes_lack_roots() -> None:
    assert evaluate(2 * cos(pi / 4) ** 2, {}, "modular") == 1
    with pytest.raises(NotExactError, match="have roots"):
        evaluate(cos(pi / 6), {}, "modular")
    with pytest.raises(NotExactError, match="multiples"):
        evaluate(cos(pi / 5), {}, "modular")


def test_a_product_of_angles_is_an_angle_of_its_own() -> None:
    at = Evaluation({x: 2, y: 5, x * y: Angle(0, 1)})
    assert at(sin(y * x)) == 1
    assert at(x * y) == 10
    assert at(cos(2 * x * y)) == -1
    zero_at = Evaluation({x: 0, θ: w34, a: (1, 0, 0), b: (0, 1, 0)})
    assert zero_at(sin(x * θ)) == 0
    assert zero_at(cos(x * θ + dot(a, b))) == 1


@pytest.mark.parametrize("domain", ["exact", "modular", "float", "interval"])
def test_the_argument_of_a_sine_must_exist(domain: str) -> None:
    for t in (sin(1 / x - 1 / x), cos(0 * x**-1), rot(u, 1 / x - 1 / x), sin(0 / x)):
        with pytest.raises(UndefinedError, match="division by zero"):
            evaluate(t, {x: 0, u: (1, 0, 0)}, domain)
    assert evaluate(sin(1 / x - 1 / x), {x: 2}, domain) == 0


def test_real_sines() -> None:
    point = {x: 2, y: Fraction(1, 3), a: (1, 2, 3)}
    t = sin(x * y + dot(a, a) / 3 + pi / 5 - 1) + cos(sin(x))
    expected = np.sin(2 / 3 + 14 / 3 + np.pi / 5 - 1) + np.cos(np.sin(2))
    assert evaluate(t, point, "float") == pytest.approx(expected)
    assert abs(evaluate(t, point, "interval") - flint.arb(expected)) < 1e-12
    at = Evaluation({θ: w34, x: 1}, "float")
    assert at(sin(θ)) == 0.8
    assert at(θ) == 2
    assert at(sin(θ + x)) == pytest.approx(0.8 * np.cos(1) + 0.6 * np.sin(1))


def test_pi_may_have_a_stand_in() -> None:
    at = Evaluation({pi: Fraction(22, 7), x: 2})
    assert at(pi * x) == Fraction(44, 7)
    assert at(cos(pi)) == -1
    with pytest.raises(NotExactError):
        at(sin(pi * x))
    with pytest.raises(NotExactError):
        at(sin(pi - Fraction(22, 7) * number(1)))
    assert evaluate(pi, {}, "float") == np.pi


# -- messages -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("t", "at", "error", "message"),
    [
        (a, {}, RewriteError, r"no value is assigned to a \(Vector\)"),
        (R, {}, RewriteError, r"R \(Matrix\(3, 3\), .*rotation"),
        (a, {a: (1, 2)}, SortError, r"a \(Vector\) must be 3 numbers, not \(1, 2\)"),
        (G, {G: ((1, 2), (3, 4))}, SortError, "2 rows of 3"),
        (G, {G: (1, 2, 3, 4, 5, 6)}, SortError, "2 rows of 3"),
        (p, {p: (1, 2, 3)}, SortError, "4 numbers"),
        (x, {x: 0.5}, SortError, "x .*0.5 is not an exact number"),
        (x, {x: True}, SortError, "not an exact number"),
        (x, {x: (1,)}, SortError, "not an exact number"),
        (a, {a: 5}, SortError, "3 numbers"),
        (x, {"x": 1}, RewriteError, "symbols, not to 'x'"),
        (x, {x + y: 1}, RewriteError, "symbols, not to"),
        (x, {x: Angle(1, 1)}, FactError, "not on the unit circle"),
        (a, {a: w34}, SortError, "an Angle is the value of a scalar"),
        (x, {2 * x: w34}, SortError, "an Angle is the value of a scalar"),
        (x, {pi: w34}, SortError, "an Angle is the value of a scalar"),
    ],
)
def test_wrong_assignments_are_refused(
    t: Term, at: Any, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        evaluate(t, at)


def test_wrong_terms_domains_and_angles_are_refused() -> None:
    with pytest.raises(SortError, match="only terms"):
        evaluate(3, {})  # type: ignore[arg-type]
    with pytest.raises(RewriteError, match="known are exact, surds, modular, float, interval"):
        evaluate(x, {x: 1}, "rational")
    with pytest.raises(SortError, match="positive number of parts"):
        Angle(1, 0, parts=0)
    with pytest.raises(RewriteError, match="prime"):
        Modular(9)
    with pytest.raises(UndefinedError, match="no value modulo 7"):
        evaluate(x, {x: Fraction(1, 7)}, Modular(7))


# -- what users add -------------------------------------------------------------------------------


class Screw(Linear):
    """A sort of the user's: six coordinates."""

    dimension = 6


class Nameless(Linear):
    """A linear sort whose author forgot its dimension."""


class Frame(Term):
    """A sort without coordinates."""


s1, s2 = symbol("s1", Screw), symbol("s2", Screw)
angular = operator("angular", Screw, result=Vector, evaluate=lambda s: s[3:])
twice = operator("twice", Scalar, result=Scalar, evaluate=lambda k: 2 * k)
comoment = operator(
    "comoment",
    Screw,
    Screw,
    result=Scalar,
    laws=[Commutative()],
    evaluate=lambda s, t: sum(s[i] * t[(i + 3) % 6] for i in range(6)),
)
halved = operator("halved", Vector, result=Vector, evaluate=lambda v: [k / 2 for k in v])
size = operator("size", Scalar, result=Scalar, evaluate=abs)
bare = operator("bare", Vector, result=Vector)
swap = function("swap", 2, laws=[Commutative()])


def test_user_sorts_and_operators() -> None:
    at = {s1: range_(1), s2: range_(2), x: 3}
    assert evaluate(s1 - 2 * s2 + zero(Screw), at) == (-3, -4, -5, -6, -7, -8)
    assert evaluate(s1 / x, at, Modular(7)) == (5, 3, 1, 6, 4, 2)
    assert evaluate(cross(angular(s1), angular(s2)), at) == (-1, 2, -1)
    for domain in ("exact", "modular", "float"):
        assert evaluate(comoment(s1, s2), at, domain) == 85
    assert evaluate(comoment(s1, s2), at, "interval") == 85
    assert evaluate(s1, at, "float") == tuple(range_(1))
    assert evaluate(halved(a), POINT, Modular(7)) == (4, 1, 5)
    assert evaluate(halved(a), POINT, "float").tolist() == [0.5, 1, 1.5]
    assert evaluate(twice(x) + 1, POINT) == 7


def range_(start: int) -> tuple[int, ...]:
    return tuple(range(start, start + 6))


def test_user_functions_that_do_not_fit_the_domain() -> None:
    assert evaluate(size(-x), POINT) == 3
    with pytest.raises(NotExactError, match="modulo"):
        evaluate(size(x), POINT, "modular")
    rounded = operator("rounded", Scalar, result=Scalar, evaluate=float)
    with pytest.raises(SortError, match=r"rounded.* 3.0 is not an exact number"):
        evaluate(rounded(x), POINT)
    wrong = operator("wrong", Scalar, result=Vector, evaluate=lambda k: k)
    with pytest.raises(SortError, match="3 numbers"):
        evaluate(wrong(x), POINT)
    broken = operator("broken", Scalar, result=Scalar, evaluate=lambda k: 1 / (k - k))
    with pytest.raises(UndefinedError, match="broken"):
        evaluate(broken(x), POINT)


def test_no_meaning() -> None:
    for t in (bare(a), swap(x, y)):
        with pytest.raises(RewriteError, match="has no meaning: declare it with evaluate="):
            evaluate(t, POINT)
    n = symbol("n", Nameless)
    with pytest.raises(RewriteError, match="give the class Nameless a dimension"):
        evaluate(n + n, {n: ()})


def test_sorts_without_coordinates_carry_values() -> None:
    frame = symbol("frame", Frame)
    origin = operator("origin", Frame, result=Vector, evaluate=lambda k: k["origin"])
    assert evaluate(2 * origin(frame), {frame: {"origin": (1, 2, 3)}}) == (2, 4, 6)
    assert evaluate(frame, {frame: "base"}) == "base"


def test_opaque_atoms_need_a_value() -> None:
    atom: Any = intern(OPAQUE, (), Vector, (3, 1), "unread text")
    assert evaluate(2 * atom, {atom: (1, 2, 3)}) == (2, 4, 6)
    with pytest.raises(RewriteError, match="no value"):
        evaluate(atom, {})


@pytest.mark.parametrize("domain", ["exact", "modular", "float", "interval"])
def test_uninterpreted_functions(domain: str) -> None:
    f, g, k = function("f"), function("g"), function("k", 2)
    at = Evaluation({x: 3, y: 4, z: 3}, domain)
    assert same(at(f(x + y)), at(f(y + z)))
    assert same(at(k(x, y)), at(k(z, x + 1)))
    values = [at(t) for t in (f(x), f(y), f(-x), g(x), k(x, y), k(y, x), k(x, x))]
    for i, value in enumerate(values):
        for other in values[:i]:
            assert not same(value, other)
    again = Evaluation({x: 3, y: 4, z: 3}, domain)
    assert same(again(f(x)), values[0])
    assert same(at(f(f(x))), at(f(f(z))))


def same(v: Any, w: Any) -> bool:
    return not differ(v, w) if isinstance(v, flint.arb) else bool(v == w)


def test_uninterpreted_functions_survive_rounding() -> None:
    f = function("f")
    at = Evaluation({x: Fraction(1, 10), y: Fraction(1, 5), z: Fraction(3, 10)}, "float")
    assert at(x + y + z) != at(x + (y + z))
    assert at(f(x + y + z)) == pytest.approx(at(f(x + (y + z))))


# -- size -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("domain", ["exact", "modular", "float", "interval"])
def test_deep_terms(domain: str) -> None:
    t: Any = a
    for _ in range(10_000):
        t = cross(u, t)
    point = {a: (5, 4, -3), u: (0, Fraction(3, 5), Fraction(4, 5))}
    expected = evaluate(cross(u, cross(u, cross(u, cross(u, a)))), point)
    value = evaluate(t, point, domain)
    if domain == "modular":
        assert value == tuple(int(Modular().number(k)) for k in expected)
    else:
        assert [float(k) for k in value] == pytest.approx([float(k) for k in expected])


def test_deep_sines() -> None:
    t: Any = x
    for _ in range(10_000):
        t = sin(t)
    assert evaluate(t, {x: 0}) == 0
    assert 0.017 < evaluate(t, {x: 1}, "float") < 0.018  # about √(3/n)
    long: Any = θ
    for _ in range(10_000):
        long = θ + (long - θ)
    assert evaluate(sin(long), {θ: w34}) == Fraction(4, 5)


def test_shared_terms_are_calculated_once() -> None:
    t: Any = a
    for _ in range(200):
        t = t + t
    assert evaluate(t, {a: (1, 0, 0)}, Modular(7))[0] == pow(2, 200, 7)


def test_angles_that_expand_too_far_are_refused() -> None:
    with pytest.raises(NotExactError, match="too large"):
        evaluate(sin((x + y + z + θ) ** 40), {})
    assert evaluate(sin(x**10_000), {x: 0}) == 0


def test_enormous_powers_are_refused_where_they_would_not_end() -> None:
    t = x ** (10**12)
    with pytest.raises(NotExactError, match="too large"):
        evaluate(t, {x: 2})
    assert evaluate(t, {x: 2}, "modular") == pow(2, 10**12, P)


def test_product_terms() -> None:
    assert product_term(frozenset([(y, 1), (x, 2)])) == x**2 * y


def test_exact_domain_is_flint_inside() -> None:
    assert Exact().dump(Exact().load(flint.fmpq(1, 2))) == HALF
