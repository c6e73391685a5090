"""Sorts: what can be built, what cannot, and what the errors say."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from rewrite import (
    Linear,
    Matrix,
    Quaternion,
    Scalar,
    SortError,
    Vector,
    add,
    conj,
    cross,
    det,
    dot,
    evaluate,
    function,
    identity,
    inv,
    matrices,
    matrix,
    mul,
    normal,
    number,
    operator,
    outer,
    parse,
    quat,
    quaternion,
    quaternions,
    rot,
    scalars,
    sin,
    symbol,
    tilde,
    trace,
    trans,
    triple,
    vector,
    vectors,
    zero,
)

a, b, c = vectors("a b c")
x, y = scalars("x y")
A, B = matrices("A B")
M = matrix("M", 2, 3)
p, q = quaternions("p q")


@pytest.mark.parametrize(
    ("t", "sort", "shape"),
    [
        (a.T, Matrix, (1, 3)),
        (a.T @ b, Scalar, (1, 1)),
        (a @ b.T, Matrix, (3, 3)),
        (M @ a, Matrix, (2, 1)),
        (M.T @ (M @ a), Vector, (3, 1)),
        (a.T @ M.T @ M @ b, Scalar, (1, 1)),
        (tilde(a), Matrix, (3, 3)),
        (tilde(a) @ b, Vector, (3, 1)),
        (matrix("N", 1, 1), Scalar, (1, 1)),
        (matrix("N", 3, 1), Vector, (3, 1)),
        (matrix("N", 1, 3).T, Vector, (3, 1)),
        (x * a, Vector, (3, 1)),
        (p * q, Quaternion, ()),
        (rot(a, x), Matrix, (3, 3)),
        (det(A) + trace(B), Scalar, (1, 1)),
    ],
)
def test_every_term_knows_its_sort_and_shape(t, sort, shape):
    assert t.sort is sort
    assert isinstance(t, sort)
    assert t.shape == shape


def test_scalars_that_arise_in_a_chain_scale_what_they_meet():
    left, right = (a @ b.T) @ c, a @ (b.T @ c)
    assert left.sort is right.sort is Vector
    assert normal(left) is normal(right) is normal(dot(b, c) * a)
    assert ((a.T @ b) @ A).shape == (3, 3)
    assert normal(a.T @ b @ A @ c) is normal(dot(a, b) * (A @ c))


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: cross(A, b), "cross(A, b): argument 1 is Matrix(3, 3), needs Vector"),
        (lambda: dot(a, cross(a, b).T), "dot(a, cross(a, b).T): argument 2 is Matrix(1, 3)"),
        (lambda: a + x, "argument 2 is Scalar, needs Vector"),
        (lambda: A + M, "argument 2 is Matrix(2, 3), needs Matrix(3, 3)"),
        (lambda: A @ M, "has 2 rows; the factor before it is 3×3 and needs 3"),
        (lambda: M @ (a + b) @ c, "has 3 rows"),
        (lambda: inv(M), "needs a square Matrix"),
        (lambda: det(M), "needs a square Matrix"),
        (lambda: a * b, "use dot, cross or outer"),
        (lambda: A * B, "use @"),
        (lambda: p * a, "Quaternion * Vector is not defined; use rotate"),
        (lambda: p + x, "argument 2 is Scalar, needs Quaternion"),
        (lambda: p @ A, "Quaternion @ Matrix(3, 3) is not defined"),
        (lambda: A @ p, "argument 2 is Quaternion"),
        (lambda: conj(x), "argument 1 is Scalar, needs Quaternion"),
        (lambda: a / b, "a Scalar as divisor"),
        (lambda: a**2, "use dot(a, a)"),
        (lambda: 1 / A, "use inv"),
        (lambda: 2**x, "as exponent"),
        (lambda: q @ q, "* for quaternions"),
        (lambda: A ** Fraction(1, 2), "an integer"),
        (lambda: x**y, "an exact number"),
        (lambda: M**2, "a square Matrix"),
        (lambda: float("nan") * a, "not a number"),
        (lambda: x + float("inf"), "not a number"),
        (lambda: a + 1, "+ with a: the other operand is the Python int 1, needs Vector"),
        (lambda: q + 2, "the Python int 2, needs Quaternion"),
        (lambda: sin(a), "sin(a): argument 1 is Vector, needs Scalar"),
        (lambda: triple(a, b), "triple takes 3 arguments, found 2"),
        (lambda: add(), "zero(Vector)"),
        (lambda: add(a, "b"), "Python str 'b'"),
        (lambda: zero(Matrix), "needs a shape"),
        (lambda: zero((0, 3)), "positive integers"),
        (lambda: matrix("A", -1, 3), "positive integers"),
        (lambda: identity(0), "positive integer"),
        (lambda: np.ones(3) * a, "use dot, cross or outer"),
        (lambda: Vector(), "is a sort"),
    ],
)
def test_ill_sorted_terms_cannot_be_built(build, message):
    with pytest.raises(TypeError) as error:
        build()
    assert message in str(error.value)


def test_python_numbers_take_the_sort_their_place_demands():
    assert (a + 0).args[1] is zero(Vector)
    assert (A + 1).args[1] is identity(3)
    assert (1 - q).args[0].sort is Quaternion
    assert cross(0, a).args[0] is zero(Vector)
    assert (A @ 1).args[1] is identity(3)
    assert number("0.1") == Fraction(1, 10)
    assert number(Decimal("2.50")) == Fraction(5, 2)
    assert (Fraction(1, 3) * a).args[0] == Fraction(1, 3)
    assert mul(2, x, a) is 2 * x * a
    assert mul() == 1
    assert normal(mul(A, B, a)) is normal(A @ B @ a)


class Spinor(Linear):
    """A sort that somebody adds from outside: two coordinates."""

    __slots__ = ()
    dimension = 2


def test_a_sort_is_added_from_outside():
    s, t = symbol("s", Spinor), symbol("t", Spinor)
    swap = operator("swap", Spinor, result=Spinor, evaluate=lambda v: (v[1], v[0]))
    total = s + 2 * x * t - swap(s)
    assert total.sort is Spinor
    assert normal(total - total) == 0
    assert normal(s + s) is normal(2 * s)
    point = {s: (1, 2), t: (3, 4), x: 5}
    assert evaluate(total, point) == (1 + 30 - 2, 2 + 40 - 1)
    assert parse(str(total), [s, t, x, swap]) is total
    with pytest.raises(SortError, match="argument 2 is Vector, needs Spinor"):
        s + a
    assert "zero(Spinor)" in str(zero(Spinor) + s)


def test_other_operators_have_their_sorts():
    f = function("f", 2)
    assert f(x, y).sort is Scalar
    assert outer(a, b).shape == (3, 3)
    assert quat(x, a).sort is Quaternion
    assert trans(x).sort is Scalar
    assert quaternion("q").inv.sort is Quaternion
    assert vector("a").T.T.sort is Vector
