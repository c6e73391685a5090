"""Terms as text: exact forms, what stays readable, and what must not blow up."""

import re
import sys
from fractions import Fraction

import pytest
from hypothesis import given
from terms import terms

from rewrite import (
    Associative,
    Linear,
    Matrix,
    Quaternion,
    Scalar,
    Vector,
    add,
    column,
    conj,
    cross,
    det,
    dot,
    identity,
    matrices,
    matrix,
    mul,
    norm,
    number,
    one,
    operator,
    parse,
    pi,
    power,
    quat,
    quaternions,
    scalar,
    scalars,
    sin,
    sqrt,
    symbol,
    tilde,
    trans,
    triple,
    vectors,
    zero,
)
from rewrite.core.linear import div, neg, scale, times
from rewrite.core.operators import OPAQUE, zero_of
from rewrite.core.terms import intern
from rewrite.text.printing import brief, latex, text, unicode
from rewrite.text.render import MAX_TEXT
from rewrite.theory.matrices import matmul
from rewrite.theory.quaternions import qmul

x, y, z = scalars("x y z")
a, b, c = vectors("a b c")
A, B, C = matrices("A B C")
p, q, r = quaternions("p q r")
half = number(Fraction(1, 2))


class Screw(Linear):
    """A sort from outside, of one shape."""

    dimension = 6


class Grid(Linear):
    """A sort from outside whose terms each have a shape."""

    default_shape = None


s1 = symbol("s1", Screw)
meet = operator("meet", Vector, Vector, result=Vector, laws=[Associative()])


@pytest.mark.parametrize(
    ("term", "shown"),
    [
        # sums
        (a + b + c, "a + b + c"),
        (a + (b + c), "a + (b + c)"),
        (add(a + b, c), "add(a + b, c)"),
        (a - b, "a - b"),
        (a - (b + c), "a - (b + c)"),
        (a - (b - c), "a - (b - c)"),
        (-a + b, "-a + b"),
        (a - (-b), "a - (-b)"),
        (a + neg(neg(b)), "a - (-b)"),
        (neg(neg(a)), "-(-a)"),
        (-(a + b), "-(a + b)"),
        (x + 2, "x + 2"),
        (x - 2, "x - 2"),
        (x + number(-2), "x + (-2)"),
        (x - number(-2), "x - (-2)"),
        (x + neg(number(2)), "x - 2"),
        (2 - x, "2 - x"),
        (add(2, 3), "add(2, 3)"),
        (add(2, neg(3), x), "add(2, neg(3), x)"),
        (a + 0, "a + zero(Vector)"),
        # products of scalars
        (x * y * z, "x*y*z"),
        (x * (y * z), "x*(y*z)"),
        (mul(x * y, z), "mul(x*y, z)"),
        (mul(2, 3), "mul(2, 3)"),
        (2 * x, "2*x"),
        (x * (-3), "x*(-3)"),
        (-3 * x, "-3*x"),
        (half * x, "1/2*x"),
        (x * half, "x*(1/2)"),
        (x * (y + 1), "x*(y + 1)"),
        (-x * y, "-x*y"),
        (-(x * y), "-(x*y)"),
        (x * -y, "x*(-y)"),
        (x + -y * z, "x + (-y)*z"),
        (x - y * z, "x - y*z"),
        (x + -2 * y, "x + (-2)*y"),
        # quotients and powers
        (x / y / z, "x/y/z"),
        (x / (y / z), "x/(y/z)"),
        (x / (y * z), "x/(y*z)"),
        (x * y / z, "x*y/z"),
        (x / y * z, "x/y*z"),
        (1 / x, "1/x"),
        (div(1, 2), "div(1, 2)"),
        (div(x, y), "div(x, y)"),
        (x * y**-1, "x/y"),
        (y**-1 * x, "1/y*x"),
        (-(y**-1), "-1/y"),
        (mul(-1, y**-1), "-1*(1/y)"),
        (mul(1, y**-1), "1*(1/y)"),
        (mul(2, y**-1), "2/y"),
        (half / y, "1/2/y"),
        (y**-1 * a, "a/y"),
        (-a / y, "-a/y"),
        (-(a / y), "-(a/y)"),
        (x / y * a, "x/y*a"),
        (a / x / 2, "a/x/2"),
        (x / y**2 / sqrt(z), "x/y**2/sqrt(z)"),
        ((x**2) ** -1, "(x**2)**-1"),
        ((x**-2) ** -1, "1/(1/x**2)"),
        (power(2, -1) * x, "power(2, -1)*x"),
        (x ** Fraction(-3, 2), "1/x**(3/2)"),
        (x / 2, "x/2"),
        (x / half, "x/(1/2)"),
        (a / 2, "a/2"),
        (neg(2), "neg(2)"),
        (neg(half), "neg(1/2)"),
        (number(-2), "-2"),
        (x**2, "x**2"),
        (x**-1, "1/x"),
        (x**half, "sqrt(x)"),
        (x ** Fraction(-1, 2), "1/sqrt(x)"),
        ((-x) ** 2, "(-x)**2"),
        (-(x**2), "-x**2"),
        ((x**2) ** 3, "(x**2)**3"),
        ((x + y) ** 2, "(x + y)**2"),
        (power(2, half), "sqrt(2)"),
        (power(-3, 2), "power(-3, 2)"),
        (A**-1, "A**-1"),
        # scalings
        (x * a, "x*a"),
        (a * x, "x*a"),
        (3 * x * a, "3*x*a"),
        (3 * (x * a), "3*(x*a)"),
        (-x * a, "-x*a"),
        (-(x * a), "-(x*a)"),
        (a - x * b, "a - x*b"),
        (a + -x * b, "a + (-x)*b"),
        (half * a, "1/2*a"),
        (x * -a, "x*(-a)"),
        (x * (A @ b), "x*(A @ b)"),
        (dot(a, b) * c, "dot(a, b)*c"),
        (-2 * a, "-2*a"),
        (x * zero(Vector), "x*zero(Vector)"),
        # matrix products
        (A @ B @ c, "A @ B @ c"),
        (A @ (B @ c), "A @ (B @ c)"),
        (mul(A @ B, C), "mul(A @ B, C)"),
        ((x * A) @ b, "(x*A) @ b"),
        (a.T @ b, "a.T @ b"),
        ((a.T @ b) @ c, "(a.T @ b) @ c"),
        (matmul(a.T, b, c), "mul(a.T, b, c)"),
        ((a.T @ b) * c, "(a.T @ b)*c"),
        (x @ A @ B, "x @ A @ B"),
        (matmul(x, y, A), "matmul(x, y, A)"),
        (x @ y @ A, "(x @ y) @ A"),
        (-A @ B, "-A @ B"),
        (A @ -B, "A @ (-B)"),
        (matmul(number(2), A), "number(2) @ A"),
        (A @ number(1) @ B, "A @ number(1) @ B"),
        (A @ 1, "A @ identity(3)"),
        (matmul(number(1), number(2), A), "matmul(number(1), number(2), A)"),
        (A.T, "A.T"),
        ((A @ B).T, "(A @ B).T"),
        ((-a).T, "(-a).T"),
        (-a.T, "-a.T"),
        (A.T.inv, "A.T.inv"),
        (A.inv**2, "A.inv**2"),
        ((A**2).inv, "(A**2).inv"),
        (trans(2), "trans(2)"),
        (x.inv, "x.inv"),
        # quaternions
        (p * q * r, "p*q*r"),
        (p * (q * r), "p*(q*r)"),
        (mul(p * q, r), "mul(p*q, r)"),
        (x * (p * q), "x*(p*q)"),
        ((x * p) * q, "(x*p)*q"),
        (p * x, "x*p"),
        (quat(1, a), "quat(1, a)"),
        (p.inv * conj(q), "p.inv*conj(q)"),
        # atoms and functions
        (zero(Vector), "zero(Vector)"),
        (zero((2, 3)), "zero((2, 3))"),
        (zero(Quaternion), "zero(Quaternion)"),
        (zero(Scalar), "0"),
        (zero(Screw), "zero(Screw)"),
        (zero_of(Grid, (2, 5)), "zero(Grid, (2, 5))"),
        (identity(3), "identity(3)"),
        (one(Quaternion), "one(Quaternion)"),
        (pi / 2, "pi/2"),
        (intern(OPAQUE, (), Scalar, (1, 1), 'f("t")\n'), r'opaque("f(\"t\")\n")'),
        (intern(OPAQUE, (), Vector, (3, 1), "g"), 'opaque("g", Vector)'),
        (symbol("ω_1'", Vector), "ω_1'"),
        (cross(a, b + c), "cross(a, b + c)"),
        (triple(a, -b, 2 * c), "triple(a, -b, 2*c)"),
        (meet(a, b, meet(a, c)), "meet(a, b, meet(a, c))"),
        (x * s1 - s1, "x*s1 - s1"),
    ],
)
def test_text_of_examples(term, shown):
    assert str(term) == repr(term) == shown


def test_huge_numbers_are_written_in_full():
    assert str(number(-(10**5000))) == "-1" + "0" * 5000


def test_a_shared_graph_ends_in_dots(monkeypatch):
    t = a
    for _ in range(500):
        t = cross(t, t)
    assert len(brief(t)) == 60
    monkeypatch.setattr("rewrite.text.render.MAX_TEXT", 10_000)
    for show in (text, unicode, latex):
        assert len(show(t)) == 10_004
        assert show(t).endswith(" ...")
    assert MAX_TEXT == 20_000_000


def test_brief_shortens_long_terms():
    assert brief(a + b) == "a + b"
    assert brief("text") == "'text'"
    assert brief(None) == "None"
    wide = add(*[a] * 10_000)
    assert brief(wide, 10) == "a + a  ..."
    for value in (
        10**6000,
        "x" * 10**6,
        [[[[[[[[]]]]]]]] * 1000,
        {i: i for i in range(10**4)},
        wide,
    ):
        assert len(brief(value)) <= 60
        assert len(brief(value, 12)) <= 12


def test_brief_of_an_object_without_a_repr():
    class Broken:
        def __repr__(self):
            raise ValueError

    assert "Broken" in brief(Broken())


@pytest.mark.parametrize(
    ("term", "shown"),
    [
        (a - 2 * b, "a - 2 b"),
        (a + -2 * b, "a - 2 b"),
        (-x * a + -1 * b, "-x a - b"),
        (x + number(-2), "x - 2"),
        (x * y**-1, "x/y"),
        (x**-2, "1/x²"),
        (half * x * y**-1, "x/(2 y)"),
        (half * x, "(1/2) x"),
        (x / y * a, "(x/y) a"),
        (-x / y, "-x/y"),
        (a / (x + 1), "a/(x + 1)"),
        (-a / x, "-a/x"),
        (y / x / 2, "y/(2 x)"),
        (a / norm(a), "a/‖a‖"),
        (x**2 * y**10, "x² y¹⁰"),
        (mul(2, 3) * x, "2·3 x"),
        (x * 3, "x·3"),
        (x**half, "√x"),
        ((x + y) ** half, "√(x + y)"),
        (x ** Fraction(3, 2), "x^(3/2)"),
        (A.T @ B.inv @ a, "Aᵀ B⁻¹ a"),
        (A**-1, "A⁻¹"),
        ((A @ B).T, "(A B)ᵀ"),
        (x * (A @ b), "x A b"),
        (2 * (3 * a), "2 (3 a)"),
        (A @ (B @ c), "A (B c)"),
        (cross(a, cross(b, c)), "a × (b × c)"),
        (x * cross(a, b) + c, "x (a × b) + c"),
        (dot(a, x * b), "a·(x b)"),
        (triple(a + b, b, c), "[a + b, b, c]"),
        (norm(a), "‖a‖"),
        (zero(Vector) + a, "0 + a"),
        (identity(3) + A, "I + A"),
        (pi, "π"),
        (symbol("omega_1", Vector), "ω₁"),
        (symbol("R12'", Matrix, (3, 3)), "R₁₂′"),
        (symbol("Omega", Vector), "Ω"),
        (symbol("x_max", Scalar), "x_max"),
        (a - (b - c), "a - (b - c)"),
        (neg(neg(a)), "-(-a)"),
        ((-x) ** 2, "(-x)²"),
        (operator("hug", Vector, Vector, result=Vector, laws=[Associative()], unicode="{0} ∧ {1}")(
            a, b, c + a), "a ∧ b ∧ (c + a)"),
    ],
)  # fmt: skip
def test_unicode_of_examples(term, shown):
    assert unicode(term) == shown


@pytest.mark.parametrize(
    ("term", "shown"),
    [
        (x * y**-1, r"\frac{x}{y}"),
        (half * x, r"\frac{1}{2} \, x"),
        (x**2, "x^{2}"),
        ((x / y) ** 2, r"\left(\frac{x}{y}\right)^{2}"),
        (x**half, r"\sqrt{x}"),
        (A.T @ B.inv, r"A^{T} \, B^{-1}"),
        (cross(a, b), r"\boldsymbol{a} \times \boldsymbol{b}"),
        (symbol("omega_1'", Vector), r"\boldsymbol{\omega}_{1}'"),
        (symbol("THp1", Scalar), r"\mathit{THp}_{1}"),
        (tilde(a + b), r"\tilde{\boldsymbol{a} + \boldsymbol{b}}"),
        (sqrt(x + y) ** 2, r"\left(\sqrt{x + y}\right)^{2}"),
        (sin(x + y), r"\sin\left(x + y\right)"),
        (det(A @ B), r"\det\left(A \, B\right)"),
        (norm(a) ** 2, r"\|\boldsymbol{a}\|^{2}"),
        (conj(p), r"\bar{p}"),
        (x * 3 - 1, r"x \cdot 3 - 1"),
        (intern(OPAQUE, (), Scalar, (1, 1), "f_1^2"), r"\operatorname{f\_1\wedge 2}"),
        (meet(a, b), r"\operatorname{meet}\left(\boldsymbol{a}, \boldsymbol{b}\right)"),
    ],
)
def test_latex_of_examples(term, shown):
    assert latex(term) == shown
    assert term._repr_latex_() == f"$\\displaystyle {shown}$"


@given(terms())
def test_latex_and_unicode_never_fail(t):
    assert unicode(t)
    shown = latex(t)
    assert shown.count("{") == shown.count("}")
    assert shown.count(r"\left(") == shown.count(r"\right)")
    assert not re.search(r"\^(\{[^{}]*\}|\w|\\\w+)\^", shown)  # TeX refuses two superscripts


@pytest.mark.parametrize("show", [text, unicode, latex])
@pytest.mark.parametrize(
    "storey",
    [
        lambda t: cross(b, t.T.T),
        lambda t: a - t,
        lambda t: add(t, a),
        lambda t: -t,
        lambda t: A @ t,
        lambda t: x * t,
        lambda t: t / x,
    ],
)
def test_depth_does_not_matter(show, storey):
    t = a
    depth = 3 * sys.getrecursionlimit()
    for _ in range(depth):
        t = storey(t)
    assert len(show(t)) > depth


def test_wide_terms():
    xs = scalars(" ".join(f"x{i}" for i in range(5000)))
    assert str(add(*xs)) == " + ".join(f"x{i}" for i in range(5000))
    assert str(mul(*xs)) == "*".join(f"x{i}" for i in range(5000))
    assert str(times(*xs) * a).endswith("x4999*a")
    assert scale(x, a) is x * a
    assert qmul(p, q) is p * q
    assert str(matrix("W", 4, 2).T) == "W.T"


def test_axes_are_written_with_hats() -> None:
    """The vectors of the basis have the names that people give them; other columns have none."""
    axes = [column(1, 0, 0), column(0, 1, 0), column(0, 0, 1)]
    assert [unicode(e) for e in axes] == ["x̂", "ŷ", "ẑ"]
    assert latex(axes[2]) == r"\hat{\boldsymbol{z}}"
    assert unicode(scalar("x") * axes[0].T @ axes[1]) == "x x̂ᵀ ŷ"
    assert unicode(column(1, 1, 0)) == "column(1, 1, 0)"
    assert parse(str(axes[0])) is axes[0]
