"""Reading text: it is what Python would build, or it is refused with a position."""

import re
import sys
from fractions import Fraction
from importlib import import_module

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from terms import ALL_SYMBOLS, terms

import rewrite
from rewrite import (
    Associative,
    Commutative,
    Linear,
    NameClashError,
    ParseError,
    Scalar,
    SortError,
    Term,
    Vector,
    add,
    cross,
    dot,
    identity,
    matrices,
    matrix,
    mul,
    number,
    operator,
    pi,
    power,
    quaternions,
    rotation,
    scalar,
    scalars,
    symbol,
    vector,
    vectors,
    zero,
)
from rewrite.core.operators import OPAQUE, find_operator, zero_of
from rewrite.core.terms import intern
from rewrite.text.building import MAX_DIGITS
from rewrite.text.parse import parse

parse_module = import_module("rewrite.text.parse")  # `rewrite.parse` is the function
x, y, z = scalars("x y z")
a, b, c = vectors("a b c")
A, B, C = matrices("A B C")
p, q = quaternions("p q")
KNOWN = {t.name: t for t in (x, y, z, a, b, c, A, B, C, p, q)}

INTERNAL = ("neg", "div", "times", "scale", "matmul", "qmul")
PYTHON = {
    **{name: getattr(rewrite, name) for name in rewrite.__all__},
    **{name: find_operator("", name) for name in INTERNAL},
    "opaque": lambda text: intern(OPAQUE, (), Scalar, (1, 1), text),
}


class Screw(Linear):
    """A sort from outside, of one shape."""

    dimension = 6


class Grid(Linear):
    """A sort from outside whose terms each have a shape."""

    default_shape = None


join = operator("join", Vector, Vector, result=Vector, laws=[Associative(), Commutative()])


# -- round trips -------------------------------------------------------------------------------


@given(terms(max_leaves=40))
def test_text_of_random_terms_parses_back(t):
    assert parse(str(t), ALL_SYMBOLS) is t


@given(terms(max_leaves=40))
def test_text_is_python(t):
    text = str(t)
    assume(not re.search(r"[0-9]/[0-9]", text))  # where Python has floats
    found = eval(text, {**PYTHON, **ALL_SYMBOLS})
    assert found is t or (t.op.name == "number" and t == found)


@pytest.mark.parametrize(
    "text",
    [
        "a + b + c - a",
        "a + (b + c)",
        "(a + b) + c",
        "((a + b) - c) + +(a + b) + +(a - b)",
        "+(a + b) + c",
        "((x*y)*z)*a",
        "((a + b)) + (b + c)",
        "-((a + b) + c)",
        "((a.T @ b) @ c) @ x",
        "((x @ A) @ B).T @ ((A @ B) @ C)",
        "((x + y) + z)**2*((x*y)*z)",
        "a - (b - c)",
        "-a + b",
        "-x*a",
        "-(x*a)",
        "--x",
        "+x",
        "-x**2",
        "x**-2",
        "x**-(2)",
        "x**2**3",
        "-x.T",
        "2*3*x",
        "2 + 3 + x",
        "2**3*x - 4**2",
        "x*y*z*a",
        "x*y*a*z",
        "a*x*y",
        "a*(x*y)",
        "x/y*z/2",
        "A @ B @ c",
        "A @ (B @ c)",
        "(A @ B) @ (B @ c)",
        "a.T @ b @ c",
        "x @ y @ A @ B",
        "x*A @ B",
        "A @ B*x @ C",
        "A @ 1 @ 0",
        "1 @ A",
        "a.T @ 1 @ b",
        "a @ 1",
        "p*q*2*p*q*x",
        "p*q*p",
        "a + 0 - 0",
        "0 + a",
        "1 + A + 0",
        "1 - p",
        "x + 1 - 1",
        "cross(a, 0)",
        "A.T.inv @ (A + B).inv.T",
        "add(a, b, 0)",
        "mul(x, 2, A, B, c)",
        "power(A, 2)",
        "zero(Vector) + zero(3, 1)",
        "zero((2, 3)).T @ zero(2)",
        "one(Quaternion)*p",
        "identity(3) @ A",
        "sin(pi*2)",
        "number(2) @ A",
        "norm2(p) + norm(a) + triple(a, b, c)",
        "(((x)))",
        " x\n +\ty ",
        "(x + y)*(x - y)",
        "x*(a + b) + y*(a + b)",
        "outer(a, b) @ c - rot(a, x) @ b",
    ],
)
def test_text_has_the_same_meaning_as_in_python(text):
    expected = eval(text.replace("\n", " ").strip(), {**PYTHON, **KNOWN})
    assert parse(text, KNOWN) is (expected if isinstance(expected, Term) else number(expected))


def test_numbers_are_exact():
    half = number(Fraction(1, 2))
    assert parse("1/2") is parse("0.5") is parse(".5") is parse("5e-1") is half
    assert parse("1/2*x", [x]) is half * x
    assert parse("x*1/2", [x]) is x * 1 / 2
    assert parse("0.1") is number(Fraction(1, 10))
    assert parse("2e3") is parse("2.0E+3") is number(2000)
    assert parse("2**-1") is half
    assert parse("4**(1/2)") is power(4, half)
    assert parse("1/2 + 1/3 - 1/6*2") is half
    assert parse("-1/2*a", [a]) is -half.value * a
    assert parse("1**999999999999") is number(1)


def test_names_of_many_kinds():
    accents = [vector("a'"), vector("a''"), scalar("ω_1"), scalar("T"), scalar("inv"), scalar("_")]
    text = "ω_1*T*inv*_*(a' + a'')"
    assert str(parse(text, accents)) == text
    function_names = [vector("cross"), vector("zero"), vector("Vector")]
    t = cross(function_names[0], function_names[1]) + function_names[2] + zero(Vector)
    assert str(t) == "cross(cross, zero) + Vector + zero(Vector)"
    assert parse(str(t), function_names) is t


def test_declarations():
    assert parse("a + b", {a, b}) is parse("a + b", iter([a, b])) is a + b
    assert parse("a", a) is a
    assert parse("v + w", {"v": a, "w": cross(a, b)}) is a + cross(a, b)
    assert parse("n*a", {"n": 3, "a": a}) is 3 * a
    assert parse("f(a, b)", {"f": join, "a": a, "b": b}) is join(a, b)
    assert parse("join(a, b, a)", [join, a, b]) is join(a, b, a)
    with pytest.raises(NameClashError, match="called 'a'"):
        parse("a", [a, scalar("a")])
    with pytest.raises(SortError, match="has no name"):
        parse("a", [a + b])
    for wrong in (["a"], "a", {"a": "a"}, {"a": 0.5}, {"a": True}, [None]):
        with pytest.raises(SortError):
            parse("a", wrong)
    with pytest.raises(ParseError, match="reads text"):
        parse(a)


def test_sorts_from_outside():
    s = symbol("s", Screw)
    assert parse("x*s - zero(Screw)", [x, s]) is x * s - zero(Screw)
    assert parse("zero(Screw)", [Screw]) is zero(Screw)
    turn = operator("turn", Screw, result=Screw)
    assert parse("turn(zero(Screw))", [turn]) is turn(zero(Screw))
    assert parse("zero(Grid, (2, 5))", [Grid]) is zero_of(Grid, (2, 5))
    with pytest.raises(ParseError, match="unknown sort 'Screw'"):
        parse("zero(Screw)")


def test_opaque_terms_parse_back():
    for text in ("", 'f("x")\\', "\n\t\x00\x7f", "Ω𝛀", "a" * 1000):
        t = intern(OPAQUE, (), Scalar, (1, 1), text)
        assert parse(str(t)) is t
    t = intern(OPAQUE, (), Vector, (3, 1), "v")
    assert parse(str(t + t)) is t + t


# -- refusals --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "position", "message"),
    [
        ("", 0, "expected a term, found the end"),
        ("x +", 3, "expected a term, found the end"),
        ("x y", 2, "expected an operator, found 'y'"),
        ("2x", 1, "expected an operator, found 'x'"),
        ("(x", 2, "expected ')' for a bracket"),
        ("x)", 1, "no bracket is open"),
        ("cross(a, b", 10, "expected ')' for the bracket of cross("),
        ("()", 1, "expected a term, found ')'"),
        ("(x, y)", 2, "a ',' may stand only between arguments"),
        ("x, y", 1, "a ',' may stand only between arguments"),
        ("cross(a, )", 9, "expected a term, found ')'"),
        ("x // y", 3, "expected a term, found '/'"),
        ("x*/y", 2, "expected a term, found '/'"),
        ("croos(a, b)", 0, "unknown function 'croos'; did you mean 'cross'?"),
        ("x + xx", 4, "unknown name 'xx'; did you mean 'x'?"),
        ("x + w9", 4, "unknown name 'w9'"),
        ("а + b", 0, "unknown name 'а' (with CYRILLIC SMALL LETTER A)"),
        ("x(y)", 0, "x is not a function"),
        ("cross + a", 0, "cross is a function: its arguments must follow in brackets"),
        ("zero", 0, "zero is a function"),
        ("x*Vector", 2, "Vector is a sort"),
        ("zero(Vektor)", 5, "unknown sort 'Vektor'; did you mean 'Vector'?"),
        ("zero(a + b)", 5, "unknown sort 'a'"),
        ("zero((2, 0))", 9, "expected a size, found '0'"),
        ("zero()", 5, "expected '(', found ')'"),
        ("zero(Matrix)", 11, "expected ',', found ')'"),
        ("one(Vector)", 0, "Vector has no one"),
        ("one(2, 3)", 0, "Matrix(2, 3) has no one"),
        ("zero((2, 3, 4))", 0, "a shape is a pair"),
        ("identity(0)", 0, "positive integer"),
        ("identity(1, 2)", 0, "is not defined"),
        ("x + a", 2, "argument 2 is Vector, needs Scalar"),
        ("x*y + z + a + x", 8, "needs Scalar"),
        ("a*b", 1, "Vector * Vector is not defined"),
        ("A @ B @ p", 6, "argument"),
        ("p @ q", 2, "Quaternion @ Quaternion is not defined"),
        ("2 @ 3", 2, "not numbers"),
        ("x**y", 1, "an exact number"),
        ("2**x", 1, "an exponent must be an exact number"),
        ("a**2", 1, "is not defined"),
        ("A**(1/2)", 1, "an integer"),
        ("a + cross(a, x)", 4, "argument 2 is Scalar, needs Vector"),
        ("a + 2", 2, "needs Vector"),
        ("cross(a)", 0, "cross takes 2 arguments, found 1"),
        ("add()", 0, "no terms"),
        ("a.inv", 1, "Vector has no .inv"),
        ("p.T", 1, "Quaternion has no .T"),
        ("(2).T", 3, "has no .T"),
        ("2.T", 2, "expected an operator, found 'T'"),
        ("A.", 2, "expected T or inv, found the end"),
        ("A.shape", 1, "only .T and .inv may follow a term"),
        ("1/0", 1, "division by zero"),
        ("0**-1", 1, "division by zero"),
        ("1e1001", 0, "an exponent beyond 1000"),
        ("1e99999999999999999999", 0, "an exponent beyond 1000"),
        ("10**1001", 2, "a power of more than 1000 digits"),
        ("9**9**9**9", 4, "a power of more than 1000 digits"),
        ("x[0]", 1, "'[' is not part of the language (write round brackets; column(x, y, z)"),
        ("x^2", 1, "'^' is not part of the language (write x**2 for a power"),
        ("x = y", 2, "'=' is not part of the language"),
        ("cross(a, b=b)", 10, "'=' is not part of the language"),
        ("x == y", 2, "'=' is not part of the language"),
        ("x < y", 2, "'<' is not part of the language"),
        ("lambda: x", 6, "':' is not part of the language"),
        ("lambda x", 0, "unknown name 'lambda'"),
        ("x if y else z", 2, "expected an operator, found 'if'"),
        ("x\x00", 1, r"'\x00' is not part of the language"),
        ("x\x0b+ y", 1, r"'\x0b' is not part of the language"),
        ("x\u00a0+ y", 1, r"'\xa0' is not part of the language"),
        ("٣*x", 0, "'٣' is not part of the language"),
        ("'x'", 0, '"\'" is not part of the language'),
        ('"x"', 0, "expected a term"),
        ('x + "x"', 4, "expected a term"),
        ('"x', 0, "is not part of the language"),
        ('opaque("\\x41")', 7, "is not part of the language"),
        ("opaque(x)", 7, "expected text in double quotes"),
        ('opaque("x", 3, 1', 16, "expected ')'"),
        ("x # y", 2, "'#' is not part of the language"),
        ("x; y", 1, "';' is not part of the language"),
        ("1_000", 1, "expected an operator, found '_000'"),
        ("0x10", 1, "expected an operator, found 'x10'"),
        ("1j", 1, "expected an operator, found 'j'"),
        ("*x", 0, "expected a term, found '*'"),
        ("mul(*x)", 4, "expected a term, found '*'"),
        ("mul(**x)", 4, "expected a term, found '**'"),
    ],
)
def test_refusals(text, position, message):
    with pytest.raises(ParseError) as caught:
        parse(text, KNOWN)
    assert message in caught.value.message
    assert caught.value.position == position
    assert caught.value.text == text
    assert f"column {position + 1}" in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('x')",
        "__import__(os)",
        "a.__class__",
        "a.__class__.__mro__",
        "a.T.__class__",
        "cross.__globals__",
        "cross.build(a, b)",
        "().__class__",
        "(a).__reduce__()",
        "a.op",
        "A.T(a)",
        "eval(x)",
        "exec(x)",
        "open(x)",
        "print(x)",
        "getattr(a, T)",
        "globals()",
        "rewrite.parse(x)",
        "find_operator(x, y)",
        "symbol(x, y)",
        "operator(x)",
        "symbol",
        "number",
        "f'{a}'",
        "`a`",
        "${a}",
        "{a}",
        "a if a else b",
        "[a for a in b]",
        "a := b",
        "a, b = b, a",
        "import os",
        "\\u0061",
        "a\\",
    ],
)
def test_injection(text):
    with pytest.raises(ParseError):
        parse(text, KNOWN)


def test_an_ill_sorted_text_names_its_cause():
    with pytest.raises(ParseError) as caught:
        parse("a + x", [a, x])
    assert isinstance(caught.value.__cause__, SortError)


def test_limits(monkeypatch):
    digits = "7" * MAX_DIGITS
    assert parse(f"{digits}/3").value == Fraction(int(digits), 3)
    with pytest.raises(ParseError, match="more than 4000 digits"):
        parse(digits + "1")
    with pytest.raises(ParseError, match="more than 4000 digits"):
        parse(f"{digits}*{digits}")
    with pytest.raises(ParseError, match="more than 4000 digits") as caught:
        parse("*".join(["9**999"] * 5))
    assert caught.value.position == 27
    monkeypatch.setattr(parse_module, "MAX_LENGTH", 10)
    with pytest.raises(ParseError, match="12 characters"):
        parse("x" * 12)


def test_nesting_limit(monkeypatch):
    monkeypatch.setattr(parse_module, "MAX_DEPTH", 100)
    assert parse("(" * 99 + "x" + ")" * 99, [x]) is x
    for opening in ("(", "-", "sin(", "2**", "x*("):
        with pytest.raises(ParseError, match="more than 100 deep"):
            parse(opening * 101 + "x", [x])


# -- size ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "storey",
    [
        lambda t: cross(b, t),
        lambda t: cross(t, b),
        lambda t: a + t,
        lambda t: add(t, a),
        lambda t: a - t,
        lambda t: -t,
        lambda t: (t.T).T,
        lambda t: A @ t,
        lambda t: x * t,
        lambda t: t / x,
        lambda t: dot(t, a) * b,
    ],
)
def test_deep_text_is_parsed(storey):
    t = a
    for _ in range(3 * sys.getrecursionlimit()):
        t = storey(t)
    assert parse(str(t), KNOWN) is t


@pytest.mark.parametrize("opening", ["(", "-(", "+", "-", "sin(", "x*(", "x**-(", "cross(a, ("])
def test_deep_nonsense_is_refused(opening):
    with pytest.raises(ParseError):
        parse(opening * 50_000, KNOWN)


def test_brackets_that_flatten_cost_nothing():
    n = 20_000
    assert parse("(" * n + "a" + "+b)" * n, KNOWN) is add(a, *[b] * n)
    assert parse("(" * n + "A" + "@B)" * n + "@a", KNOWN) is mul(A, *[B] * n, a)


def test_wide_text_is_parsed():
    n = 5_000
    xs = scalars(" ".join(f"x{i}" for i in range(n)))
    for t in (add(*xs), mul(*xs), add(*(-x for x in xs)), mul(*xs) * a, add(*(x * a for x in xs))):
        assert parse(str(t), [*xs, a]) is t
    matrices_ = [matrix(f"W{i}") for i in range(n)]
    t = mul(*matrices_)
    assert parse(str(t), matrices_) is t
    assert parse("*".join(["p"] * n), [p]) is mul(*[p] * n)
    assert parse("+1" * n) is number(n)


# -- any text at all -----------------------------------------------------------------------------

_WORDS = [*KNOWN, *"+-*/@(),.012", "**", ".T", ".inv", "1/2", "0.5", "cross(", "dot("]
_WORDS += ["add(", "mul(", "power(", "zero(", "one(", "Vector", "(2, 3)", "identity(", "opaque("]
_WORDS += ['"t"', "number(", "trans(", "inv(", "norm(", "rot(", "quat(", " ", "pi", "scale("]


@given(st.one_of(st.text(), st.lists(st.sampled_from(_WORDS), max_size=30).map("".join)))
@example("((")
@example("0/0")
def test_any_text_gives_a_term_or_a_parse_error(text):
    t = _term_or_error(text, KNOWN)
    if isinstance(t, ParseError):
        assert 0 <= t.position <= len(text)
        assert str(t)
    else:
        assert parse(str(t), KNOWN) is t


@given(terms(max_leaves=10), st.data())
def test_damaged_text(t, data):
    text = str(t)
    i = data.draw(st.integers(0, len(text)))
    j = data.draw(st.integers(i, min(i + 3, len(text))))
    put = data.draw(st.sampled_from(["", "(", ")", "*", "-", "x", "a", " @ ", ".T", "0", ",", "'"]))
    assert isinstance(_term_or_error(text[:i] + put + text[j:], ALL_SYMBOLS), Term | ParseError)


def _term_or_error(text, declarations):
    try:
        return parse(text, declarations)
    except ParseError as error:
        return error


def test_standard_names_are_known():
    assert parse("pi") is pi
    assert parse("identity(3)") is identity(3)


# -- signs of print, other spellings, and answers to what is none --------------------------------

turning, moving = rotation("R", time=True), scalar("s", time=True)
omega, n1 = vector("omega_1"), scalar("n1")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("a × b", "cross(a, b)"),
        ("a ∧ (b × c)", "cross(a, cross(b, c))"),
        ("a·b×c", "dot(a, cross(b, c))"),
        ("a × b ⋅ c", "dot(cross(a, b), c)"),
        ("2·x − y", "2*x - y"),
        ("x·a", "x*a"),
        ("Aᵀ·B⁻¹·a", "A.T @ B**-1 @ a"),
        ("-x² ÷ y", "-x**2/y"),
        ("√(x)", "sqrt(x)"),
        ("π/2", "pi/2"),
        ("ω₁ × a", "cross(omega_1, a)"),
        ("n₁ + n_1", "n1 + n1"),
        ("s′ + s''", "s' + s''"),
        ("R'", "R @ tilde(R_w)"),
        ("R_w'", "R_w'"),
    ],
)
def test_signs_of_print(text, meant):
    known = {**KNOWN, "R": turning, "s": moving, "omega_1": omega, "n1": n1}
    assert str(parse(text, known)) == meant


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a × b × c", "two meanings"),
        ("x × a", "joins two vectors"),
        ("a'", "time=True"),
        ("a = b", "equals(L, R)"),
        ("x <= 3", "there are no inequalities"),
        ("foo", "declare it"),
        ("2x", "a product is written with"),
        ("dot(a b)", "stands between arguments"),
        ("√x", "√(x)"),
    ],
)
def test_error_messages_suggest_a_remedy(text, says):
    with pytest.raises(ParseError) as error:
        parse(text, KNOWN)
    assert says in str(error.value)
