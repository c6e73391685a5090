"""Coefficients: what a generator reads off, values at random exact points, refusals, depth."""

from __future__ import annotations

import sys
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rewrite import (
    Linear,
    Matrix,
    NotLinearError,
    Quaternion,
    RewriteError,
    Scalar,
    SortError,
    Term,
    Vector,
    add,
    column,
    conj,
    cos,
    cross,
    det,
    dot,
    evaluate,
    free_symbols,
    identity,
    inv,
    matrices,
    matrix,
    norm,
    norm2,
    normal,
    number,
    operator,
    outer,
    quat,
    quaternions,
    random_assignment,
    rotate,
    rotation_matrix,
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
    zero,
)
from rewrite.core.laws import Abbreviates
from rewrite.core.linear import add as plus
from rewrite.core.linear import multilinear, scale
from rewrite.evaluation.evaluate import Evaluation
from rewrite.theory.matrices import matmul
from rewrite.theory.quaternions import qmul
from rewrite.verbs.linearity import coefficient, linear_in

f, g, m, x = scalars("f g m x")
a, b, c, w, dw, y, z = vectors("a b c w dw y z")
A, B, J, X = matrices("A B J X")
p, q, r = quaternions("p q r")


class Screw(Linear):
    """A sort of the user's, with nothing but sums and scalings."""

    __slots__ = ()
    dimension = 6


s, t = symbol("s", Screw), symbol("t", Screw)
bracket = operator("bracket", Screw, Vector, result=Screw, laws=multilinear(plus))
mixed = operator(
    "mixed",
    Vector,
    Vector,
    result=Vector,
    laws=multilinear(plus),
    evaluate=lambda u, v: (u[0] * v[1], u[1] * v[2], u[2] * v[0]),
)
double = operator(
    "double",
    Vector,
    result=Vector,
    laws=[Abbreviates(lambda v: scale.build((number(2), v)))],
    evaluate=lambda v: [2 * c for c in v],
)


def value_of(c: Term, unknown: Term) -> Term:
    """The product that a coefficient and its unknown stand for."""
    if unknown.sort is Scalar or unknown.sort is Screw:
        return c * unknown  # type: ignore[operator, no-any-return]
    op = qmul if unknown.sort is Quaternion else matmul
    return op.build((c, unknown))  # type: ignore[no-any-return]


def point(terms: list[Term], seed: int) -> dict[Any, Any]:
    """Small exact values for all symbols of some terms; one in four is zero."""
    random = Random(seed)

    def value(*_: int) -> Fraction:
        return Fraction(random.choice((0, 1, -1, 2, 3, -2, 5, 7)), random.choice((1, 1, 1, 2, 3)))

    found: dict[Any, Any] = {}
    for s in sorted(set().union(*map(free_symbols, terms)), key=lambda s: s.name):
        if s.sort is Scalar:
            found[s] = value()
        elif s.sort is Matrix:
            found[s] = [[value() for _ in range(s.shape[1])] for _ in range(s.shape[0])]
        else:
            found[s] = [value() for _ in range(s.sort.dimension)]
    return found


def check(t: Linear, *unknowns: Linear, seed: int = 0) -> tuple[tuple[Any, ...], Any]:
    """linear_in, whose result has been found right at a few points."""
    coefficients, rest = linear_in(t, unknowns)
    for found in (*coefficients, rest):
        assert not set(unknowns) & free_symbols(found)
        assert normal(found) is found
    products = [value_of(c, u) for c, u in zip(coefficients, unknowns, strict=True)]
    whole = add(*products, rest)
    for i in range(3):
        at = Evaluation(point([t, *coefficients, *unknowns, rest], 3 * seed + i))
        assert at(whole) == at(t)
    assert coefficients == tuple(coefficient(t, u) for u in unknowns)
    return coefficients, rest


# -- what a generator asks for ---------------------------------------------------------------------


def test_coefficients_of_newtons_equation() -> None:
    force = m * (a + cross(dw, c) + cross(w, cross(w, c)))
    (of_dw, of_a), rest = check(force, dw, a)
    assert of_dw is normal(-m * tilde(c))
    assert of_a is normal(m * identity(3))
    assert rest is normal(m * cross(w, cross(w, c)))


def test_coefficients_of_eulers_equation() -> None:
    (found,), rest = check(J @ dw + cross(w, J @ w), dw)
    assert found is J
    assert rest is normal(cross(w, J @ w))


def test_the_power_of_a_torque_has_a_row() -> None:
    (found,), rest = check(dot(w, J @ dw) + triple(a, dw, b) + f, dw)
    assert found.shape == (1, 3)
    assert found is normal(w.T @ J - cross(a, b).T)
    assert rest is f


def test_a_mass_matrix_in_scalar_unknowns() -> None:
    acceleration = f * a + g * b + cross(w, cross(w, c))
    equation = m * dot(a, acceleration) + dot(cos(x) * c, f * b)
    (of_f, of_g), rest = check_symbolic(equation, f, g)
    assert of_f is normal(m * dot(a, a) + cos(x) * dot(c, b))
    assert of_g is normal(m * dot(a, b))
    assert rest is normal(m * dot(a, cross(w, cross(w, c))))


def check_symbolic(t: Linear, *unknowns: Linear) -> tuple[tuple[Any, ...], Any]:
    """As `check`, for terms with sines, which have no exact value."""
    coefficients, rest = linear_in(t, unknowns)
    products = [value_of(c, u) for c, u in zip(coefficients, unknowns, strict=True)]
    at = Evaluation(point([t, *unknowns], 1), "float")
    assert at(add(*products, rest)) == pytest.approx(at(t))
    return coefficients, rest


def test_an_absent_unknown_has_the_coefficient_zero() -> None:
    assert coefficient(J @ w, dw) is zero(3, 3)
    assert coefficient(dot(a, b), dw) is zero(1, 3)
    assert coefficient(a, f) is zero(Vector)
    assert coefficient(A, X) is zero(3, 3)
    assert coefficient(p, q) is zero(Quaternion)
    assert linear_in(J @ w, []) == ((), J @ w)


# -- vectors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "term",
    [
        tilde(y) @ a + tilde(y) @ A @ b,
        outer(y, a) @ b + outer(a, y) @ b,
        (a.T @ outer(y, b)).T,
        (a.T @ tilde(y) @ A).T,
        a.T @ tilde(A @ y) @ b,
        (dot(a, y) * A) @ b,
        (a.T @ (dot(a, y) * A)).T,
        dot(a, y) * tilde(b) @ c,
        (A @ tilde(y) @ B + outer(y, a).T - (A @ tilde(y)).T) @ b,
        trace(A @ tilde(y) @ B) * a,
        trace(tilde(y)) * a + y,
        trace(outer(y, a) + outer(b, y) + dot(a, y) * A) * b,
        vee(tilde(y)) + vee(outer(y, a)) + vee(outer(a, y)),
        vee(tilde(y) @ A) + vee(A @ tilde(y)) + vee(dot(y, a) * A),
        rotate(q, cross(y, a)) + rotation_matrix(q) @ y,
        vector_part(q * quat(dot(a, y), A @ y) * p),
        scalar_part(conj(quat(f, y) * p)) * a,
        vector_part(dot(a, y) * q + conj(quat(0, y))),
        vector_part(p * (dot(a, y) * q)),
        y.T @ A @ b @ a.T @ c,
        y / (f**2 + 1) + (g * dot(a, y) ** 1) * b,
        matmul(y.T, a, b),
        matmul(b, y.T, a),
        matmul(A, f, y) + matmul(y, f),
        matmul(dot(a, y), A, b),
        double(y) + double(a),
        a.T.T + y.T.T,
    ],
)
def test_a_vector_inside(term: Any) -> None:
    check(term, y)


def test_columns_of_another_size() -> None:
    u, v = matrix("u", 2, 1), matrix("v", 2, 1)
    M = matrix("M", 3, 2)
    check(M @ u, u)
    check(u.T @ v, u)
    check(outer(a, M @ u) @ b, u)
    check(tilde(M @ u) @ b, u)
    check((a @ u.T) @ v, u)


def test_a_second_chance_in_normal_form() -> None:
    assert check(x * x - x * x + x, x) == ((1,), 0)
    S = matrix("S", symmetric=True)
    assert coefficient(S.T, S) is identity(3)
    assert coefficient(inv(inv(X)), X) is identity(3)
    e = vector("e", unit=True)
    assert linear_in(dot(e, e) + dot(a, e), [e]) == ((a.T,), 1)


# -- matrices, quaternions, sorts of the user ------------------------------------------------------


def test_matrix_unknowns() -> None:
    assert check(A @ X @ identity(3) + 2 * X, X)[0][0] is normal(A + 2 * identity(3))
    assert check((X.T @ A).T + B, X)[0][0] is A.T
    assert check((A + X.T).T, X)[0][0] is identity(3)
    row = matrix("row", 1, 3)
    assert check(dot(a, b) * row + (row.T * f).T, row)[0][0] is normal(dot(a, b) + f)
    assert check(outer(a, row.T), row)[0][0] is a
    R = matrix("R", rotation=True)
    assert coefficient(X @ R @ R.T, X) is identity(3)


def test_quaternion_unknowns() -> None:
    assert check(p * r * 2 + r, r)[0][0] is normal(2 * p + number(1) * qmul.build((p, p)) ** 0)
    assert check(conj(conj(r) * conj(p)), r)[0][0] is p
    assert check(f * r * g / 2, r)[0][0] is normal(f * g / 2 * (q**0))
    assert check(quat(x, a) * q, x)[0][0] is normal(quat(1, zero(Vector)) * q)


def test_sorts_of_the_user() -> None:
    assert coefficient(f * s + t / g - s, s) is normal(f - 1)
    assert coefficient(bracket(f * s + t, a), f) is bracket(s, a)
    assert coefficient(bracket(t, a + x * b), x) is bracket(t, b)
    assert linear_in(f * s + t, [f, t]) == ((s, number(1)), zero(Screw))
    with pytest.raises(NotLinearError, match="no left factor is known for bracket"):
        coefficient(bracket(s, a), s)


def test_operators_of_the_user() -> None:
    check(mixed(a + x * b, c), x)
    check(mixed(a, mixed(x * b, c)), x)
    with pytest.raises(NotLinearError, match="no left factor is known for mixed"):
        coefficient(mixed(y, a), y)
    with pytest.raises(NotLinearError, match="mixed multiplies operands"):
        coefficient(mixed(x * a, x * b), x)


def test_an_operator_may_say_how_it_acts() -> None:
    twice = operator(
        "twice", Vector, result=Vector, laws=multilinear(plus), linear=lambda v: 2 * identity(3)
    )
    assert coefficient(cross(a, twice(y)), y) is normal(2 * tilde(a))


def test_an_unknown_may_be_any_term() -> None:
    assert linear_in(dot(a, b) * x + dot(a, c), [dot(a, b)]) == ((x,), dot(a, c))
    assert coefficient(A @ cross(w, a) + w, cross(w, a)) is A


# -- refusals --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("term", "unknowns", "message"),
    [
        (x * x, [x], r"x\*x is not linear in x: times multiplies operands"),
        (a + x**2 * a, [x], r"x\*\*2 is not linear in x: power is not linear"),
        (g * sin(x), [x], r"sin\(x\) is not linear in x"),
        (sqrt(x), [x], r"sqrt\(x\) is not linear in x"),
        (g / x, [x], r"1/x is not linear in x: power is not linear in its argument 1"),
        (cross(y, z), [y, z], r"cross\(y, z\) is not linear in y and z"),
        (dot(y, A @ y), [y], r"dot\(y, A @ y\) is not linear in y"),
        (norm(y), [y], r"norm\(y\) is not linear in y"),
        (norm2(y), [y], r"dot\(y, y\) is not linear in y"),
        (inv(X), [X], r"X\.inv is not linear in X"),
        (det(X), [x], None),
        (tilde(y), [y], r"tilde\(y\) is Matrix\(3, 3\), which no coefficient times y, Vector"),
        (quat(0, y), [y], r"quat\(0, y\) is Quaternion"),
        (X @ a, [X], r"X @ a is Vector"),
        (A @ X @ B, [X], r"A @ X @ B is not a coefficient times X: a coefficient stands"),
        (X.T, [X], r"X\.T is not a coefficient times X"),
        (p * r * q, [r], r"p\*r\*q is not a coefficient times r"),
        (conj(r), [r], r"conj\(r\) is not a coefficient times r"),
        (trace(X) * A, [X], "no left factor is known for its trace"),
        ((a.T @ X @ b) * A, [X], "no left factor is known for a matrix scaled by it"),
        (tilde(X @ a) @ B, [X], "no left factor is known for its tilde"),
        (quat(0, vector_part(r)), [r], "no left factor is known for a part of it"),
        (vee(A @ tilde(y) @ B), [y], "no left factor is known for vee"),
        (rotate(q, a), [q], r"rotate\(q, a\) is Vector"),
        (vector_part(r * p), [x], None),
    ],
)
def test_refusals(term: Any, unknowns: list[Any], message: str | None) -> None:
    if message is None:
        linear_in(term, unknowns)
        return
    with pytest.raises(NotLinearError, match=message):
        linear_in(term, unknowns)


def test_wrong_unknowns_are_refused() -> None:
    with pytest.raises(SortError, match="is a constant"):
        coefficient(x, number(2))
    with pytest.raises(SortError, match="Python int"):
        coefficient(x, 2)  # type: ignore[arg-type]
    with pytest.raises(RewriteError, match="listed twice"):
        linear_in(x, [x, x])


# -- any term that is linear by the way it was made ------------------------------------------------

Draw = Any


def free(draw: Draw, sort: Any, depth: int, *more: Any) -> Any:
    """A term without unknowns, but for `more` leaves."""
    leaves = {
        Scalar: [f, g, m, number(Fraction(2, 3)), number(-1)],
        Vector: [a, b, w, zero(Vector)],
        Matrix: [A, B, identity(3), tilde(a)],
        Quaternion: [p, q],
    }
    if depth == 0:
        return draw(st.sampled_from(leaves[sort] + [x for x in more if x.sort is sort]))
    inner = lambda s: free(draw, s, depth - 1, *more)  # noqa: E731
    makers = {
        Scalar: [
            lambda: inner(Scalar) * inner(Scalar),
            lambda: dot(inner(Vector), inner(Vector)),
            lambda: trace(inner(Matrix)),
            lambda: scalar_part(inner(Quaternion)),
        ],
        Vector: [
            lambda: cross(inner(Vector), inner(Vector)),
            lambda: inner(Matrix) @ inner(Vector),
            lambda: inner(Vector) - inner(Vector),
        ],
        Matrix: [
            lambda: inner(Matrix) @ inner(Matrix),
            lambda: inner(Matrix).T,
            lambda: inner(Matrix) + outer(inner(Vector), inner(Vector)),
        ],
        Quaternion: [
            lambda: inner(Quaternion) * inner(Quaternion),
            lambda: quat(inner(Scalar), inner(Vector)),
        ],
    }
    return draw(st.sampled_from(makers[sort]))()


def bilinear(draw: Draw, sort: Any, one: Any, other: Any) -> Any:
    """One of the products into a sort; `one` makes its linear operand, `other` the free one."""
    s, v, mat, h = Scalar, Vector, Matrix, Quaternion
    makers = {
        Scalar: [
            lambda: one(s) * other(s),
            lambda: one(s) / 3 - other(s),
            lambda: dot(one(v), other(v)),
            lambda: triple(other(v), one(v), other(v)),
            lambda: other(v).T @ one(mat) @ other(v),
            lambda: trace(other(mat) @ one(mat)),
            lambda: scalar_part(one(h)),
        ],
        Vector: [
            lambda: one(s) * other(v),
            lambda: other(s) * one(v) + other(v),
            lambda: cross(one(v), other(v)),
            lambda: cross(other(v), one(v)),
            lambda: other(mat) @ one(v),
            lambda: one(mat) @ other(v),
            lambda: (other(v).T @ one(mat)).T,
            lambda: matmul(one(mat), other(mat), other(v)),
            lambda: rotate(other(h), one(v)),
            lambda: vector_part(one(h)),
            lambda: matmul(other(v), trans(one(v)), other(v)),
        ],
        Matrix: [
            lambda: tilde(one(v)),
            lambda: outer(one(v), other(v)),
            lambda: outer(other(v), one(v)),
            lambda: other(mat) @ one(mat),
            lambda: one(mat) @ other(mat) - other(mat),
            lambda: one(mat).T,
            lambda: one(s) * other(mat),
        ],
        Quaternion: [
            lambda: quat(one(s), one(v)),
            lambda: quat(other(s), one(v)),
            lambda: one(h) * other(h),
            lambda: other(h) * one(h) * other(h),
            lambda: conj(one(h)),
            lambda: one(s) * other(h),
        ],
    }
    return draw(st.sampled_from(makers[sort]))()


def linear(draw: Draw, sort: Any, depth: int, leaves: dict[Any, list[Any]]) -> Any:
    """A term that is linear in the unknowns among the leaves."""
    if depth == 0 and sort in leaves:
        return draw(st.sampled_from(leaves[sort]))
    if depth == 0:
        return free(draw, sort, 0)
    kinds = [lambda s: linear(draw, s, depth - 1, leaves), lambda s: free(draw, s, depth // 2)]
    if draw(st.booleans()):
        return kinds[0](sort) - draw(st.sampled_from(kinds))(sort)
    return bilinear(draw, sort, *kinds)


@given(st.data(), st.integers(0, 4), st.integers(0, 10**6))
def test_random_terms_in_vectors(data: Any, depth: int, seed: int) -> None:
    sort = data.draw(st.sampled_from([Scalar, Vector]))
    check(linear(data.draw, sort, depth, {Vector: [y, z, A @ y]}), y, z, seed=seed)


@given(st.data(), st.integers(0, 4), st.integers(0, 10**6))
def test_random_terms_in_scalars(data: Any, depth: int, seed: int) -> None:
    sort = data.draw(st.sampled_from([Scalar, Vector, Matrix, Quaternion]))
    leaves = {Scalar: [x, 2 * x, f], Vector: [x * a, c], Matrix: [x * J], Quaternion: [r * x]}
    check(linear(data.draw, sort, depth, leaves), x, seed=seed)


@given(st.data(), st.integers(0, 4), st.integers(0, 10**6))
def test_random_terms_in_vectors_and_scalars(data: Any, depth: int, seed: int) -> None:
    leaves = {Scalar: [x, dot(a, y)], Vector: [x * a, y, c]}
    check(linear(data.draw, Vector, depth, leaves), y, x, seed=seed)


@given(st.data(), st.integers(1, 5), st.integers(0, 10**6))
def test_random_left_factors(data: Any, depth: int, seed: int) -> None:
    draw, unknown = data.draw, data.draw(st.sampled_from([X, r]))
    sort = unknown.sort
    term = unknown
    for _ in range(depth):
        term = draw(
            st.sampled_from(
                [
                    lambda t: free(draw, Scalar, 1) * t,
                    lambda t: t + free(draw, sort, 1),
                    lambda t: free(draw, sort, 1) - t,
                    lambda t: sort.product.build((free(draw, sort, 1), t)),
                    lambda t: t / 2 + unknown,
                ]
            )
        )(term)
    check(term, unknown, seed=seed)


@given(st.data(), st.integers(0, 3), st.integers(0, 10**6))
def test_any_term_is_refused_or_right(data: Any, depth: int, seed: int) -> None:
    unknown = data.draw(st.sampled_from([x, y, X, r]))
    sort = data.draw(st.sampled_from([Scalar, Vector, Matrix, Quaternion]))
    term = free(data.draw, sort, depth, unknown)
    try:
        linear_in(term, [unknown])
    except NotLinearError:
        return
    check(term, unknown, seed=seed)


# -- depth -----------------------------------------------------------------------------------------

DEEP = 3 * sys.getrecursionlimit()


@pytest.mark.parametrize(
    ("step", "start", "unknown"),
    [
        (lambda t: cross(a, t), y, y),
        (lambda t: matmul.build((A, t)), y, y),
        (lambda t: tilde(t) @ b, y, y),
        (lambda t: b + f * t, y, y),
        (lambda t: cross(a, t) + b, x * b, x),
        (lambda t: matmul.build((A, t)), X, X),
        (lambda t: qmul.build((q, t)), r, r),
        (lambda t: a - t, y, y),
    ],
)
def test_deep_terms(step: Any, start: Any, unknown: Any) -> None:
    term = start
    for _ in range(DEEP):
        term = step(term)
    (found,), rest = linear_in(term, [unknown])
    assert unknown not in free_symbols(found) | free_symbols(rest)


def test_a_deep_term_that_is_not_linear() -> None:
    term: Any = x
    for _ in range(DEEP):
        term = f * term + sin(x)
    with pytest.raises(NotLinearError, match=r"sin\(x\) is not linear in x"):
        coefficient(term, x)


def test_a_small_graph_that_is_an_enormous_tree() -> None:
    term: Any = y
    for _ in range(300):
        term = plus.build((term, term))
    assert coefficient(term, y) is normal(2**300 * identity(3))


def test_columns_are_linear_in_their_coordinates_together() -> None:
    x, y, k = scalars("x y k")
    a, v = vectors("a v")
    t = column(x + 2 * y, k * x, dot(a, a))
    (by_x, by_y), rest = linear_in(t, [x, y])
    assert (by_x, by_y) == (column(1, k, 0), column(2, 0, 0))
    assert rest is normal(column(0, 0, dot(a, a)))
    t = column(dot(a, v), 0, 3 * dot(v, cross(a, v) + k * a))
    with pytest.raises(NotLinearError):
        linear_in(t, [v])
    t = column(dot(a, v), k, 3 * dot(v, a))
    (by_v,), rest = linear_in(t, [v])
    point = random_assignment([t, v], random=3)
    assert evaluate(by_v @ v + rest - t, point) == (0, 0, 0)
