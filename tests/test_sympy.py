"""To sympy and back: the same value, what is unknown carried whole, what has no value refused."""

from __future__ import annotations

import copy
import gc
import pickle
from fractions import Fraction
from functools import reduce
from random import Random
from typing import Any

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from sympy import Integer, Rational

from rewrite import (
    LimitError,
    NameClashError,
    NotExactError,
    RewriteError,
    Scalar,
    SortError,
    Term,
    UndefinedError,
    cos,
    cross,
    dot,
    free_symbols,
    function,
    matrix,
    norm,
    normal,
    number,
    pi,
    quaternion,
    scalar,
    scalar_part,
    scalars,
    sin,
    sqrt,
    trace,
    triple,
    vector,
    vectors,
)
from rewrite.core.linear import add
from rewrite.core.operators import OPAQUE
from rewrite.core.terms import intern
from rewrite.evaluation.evaluate import Evaluation
from rewrite.interop.sympy import TermAtom, from_sympy, to_sympy

x, y, z = scalars("x y z")
a, b, c = vectors("a b c")
A = matrix("A")
X, Y, Z = sympy.symbols("x y z", real=True)
h = sympy.Function("h")


def back(t: Any) -> Any:
    return from_sympy(to_sympy(t))


# -- in -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "term"),
    [
        (Integer(3), number(3)),
        (Rational(-2, 6), number(Fraction(-1, 3))),
        (sympy.pi, pi),
        (X, x),
        (X - 2 * Y, x - 2 * y),
        (X * Y / 3, x * y / 3),
        (X**-2, 1 / x**2),
        (sympy.sqrt(X) + X ** Rational(2, 3), sqrt(x) + x ** Fraction(2, 3)),
        (sympy.sqrt(2), sqrt(number(2))),
        (sympy.sin(X) * sympy.cos(2 * Y), sin(x) * cos(2 * y)),
        ((X + Y) ** 2, (x + y) ** 2),
        (7, number(7)),
        (Fraction(1, 2), number(Fraction(1, 2))),
    ],
)
def test_expressions_of_sympy_become_terms(expression: Any, term: Any) -> None:
    assert normal(from_sympy(expression)) is normal(term)


@pytest.mark.parametrize(
    "expression",
    [
        sympy.exp(X),
        sympy.tan(X) + sympy.log(Y),
        X**Y,
        sympy.Derivative(h(X), X),
        sympy.Integral(sympy.exp(-(X**2)), (X, 0, Y)),
        sympy.Piecewise((X, X > 0), (0, True)),
        sympy.E,
        sympy.I * X,
        sympy.root(-2, 3),
        sympy.Abs(X) * sympy.Max(X, Y),
        sympy.Symbol(r"\alpha_{1}") + 1,
        sympy.Symbol("pi") * sympy.pi,
        sympy.Dummy("x") * sympy.Symbol("x"),
        sympy.MatrixSymbol("M", 2, 2)[0, 1],
        sympy.Symbol("p", positive=True) ** Rational(1, 3),
        h(X, Y) + h(X),
        sympy.Function("dot")(X, Y),
        sympy.Function("h", positive=True)(X) + h(X),
    ],
)
def test_unknown_expressions_come_back_unchanged(expression: Any) -> None:
    assert to_sympy(from_sympy(expression)) == expression


def test_opaque_atoms_are_distinguished_by_their_expressions() -> None:
    assert from_sympy(sympy.exp(X)) is from_sympy(sympy.exp(X))
    assert from_sympy(sympy.exp(X)) is not from_sympy(sympy.exp(Y))
    real = sympy.Function("real", real=True)(X, Y, Z)
    plain = sympy.Function("real")(X, Y, Z)
    assert sympy.srepr(real) == sympy.srepr(plain)
    terms = [from_sympy(sympy.exp(e)) for e in (real, plain)]
    assert [to_sympy(t) for t in terms] == [sympy.exp(real), sympy.exp(plain)]


def test_symbols_are_those_declared() -> None:
    mass = scalar("mass", nonzero=True)
    plain = sympy.Symbol("mass")
    assert from_sympy(plain, [mass]) is mass
    assert from_sympy(plain, {"mass": mass}) is mass
    assert from_sympy(plain, {plain: x + y}) is x + y
    with pytest.raises(SortError, match="a is declared as Vector, needs Scalar"):
        from_sympy(sympy.Symbol("a"), [a])  # type: ignore[list-item]


def test_one_function_is_one_operator() -> None:
    f = from_sympy(sympy.Function("F")(X)).op
    assert from_sympy(sympy.Function("F")(Y)).op is f
    assert f.module == "rewrite.interop.sympy"
    mine = function("mine", 2)
    assert back(mine(x, y)).op is mine
    assert pickle.loads(pickle.dumps(from_sympy(sympy.Function("F")(X)))).op is f


def test_a_function_declared_anew_takes_the_place_of_the_old_one() -> None:
    old = function("again")
    assert back(old(x)) is old(x)
    new = function("again")
    assert back(new(x)) is new(x)


def test_operators_with_one_name_are_kept_apart() -> None:
    here = function("twin")
    there = function("twin", module="elsewhere")
    t = here(x) - there(x)
    assert normal(back(t)) is normal(t)
    assert to_sympy(t) != 0


# -- out ------------------------------------------------------------------------------------------


def test_symbols_go_out_real_unless_they_came_from_sympy() -> None:
    fresh = scalar("fresh_out")
    assert to_sympy(fresh) == sympy.Symbol("fresh_out", real=True)
    assert to_sympy(scalar("n_out", nonzero=True)).is_nonzero
    positive = sympy.Symbol("came_in", positive=True)
    came_in = from_sympy(positive)
    assert to_sympy(came_in) == positive
    assert to_sympy(fresh + x, {fresh: positive, x: 1}) == positive + 1


def test_a_symbol_with_facts_comes_back_itself() -> None:
    constant = scalar("k_out", constant=True)
    assert back(constant) is constant


@pytest.mark.parametrize(
    "term",
    [
        dot(a, b) * x + trace(A) ** 2,
        norm(a) / 2,
        triple(a, b, c) + x**3,
        sin(dot(a, b)) * cos(x),
        a.T @ A @ b,
        matrix("u", 2, 1).T @ matrix("v", 2, 1) + 1,
        norm(cross(a, b)),
        scalar_part(quaternion("q")) * x,
    ],
)
def test_scalars_made_of_other_sorts_come_back(term: Any) -> None:
    assert normal(back(term)) is normal(term)


def test_sympy_works_on_the_coefficients() -> None:
    e = to_sympy((x + 1) ** 2 * dot(a, b) - (x**2 + 2 * x) * dot(b, a))
    expanded = sympy.expand(e)
    assert isinstance(expanded, TermAtom)
    assert expanded.is_real
    assert from_sympy(expanded) is dot(a, b)
    assert str(to_sympy(matrix("u", 2, 1).T @ matrix("v", 2, 1)) ** 2) == "(u.T @ v)**2"
    assert sympy.latex(expanded**2).startswith(r"\left(")


def test_atoms_are_values() -> None:
    atom, same, other = (to_sympy(dot(*pair)) for pair in ((a, b), (b, a), (a, c)))
    assert atom == same
    assert hash(atom) == hash(same)
    assert atom != other
    assert len({atom, same, other}) == 2
    assert copy.deepcopy(atom) == pickle.loads(pickle.dumps(atom)) == atom
    unit = vector("e_atom", unit=True)
    assert from_sympy(sympy.exp(atom)) is not from_sympy(sympy.exp(other))
    assert sympy.srepr(atom) != sympy.srepr(to_sympy(dot(unit, a)))
    assert sorted([other, atom], key=sympy.default_sort_key) == [atom, other]


# -- the same value -------------------------------------------------------------------------------

atoms = [x, y, z, dot(a, b), trace(A), number(2), number(Fraction(-1, 3)), number(0)]


def combined(inner: Any) -> Any:
    pairs = st.tuples(inner, inner)
    return st.one_of(
        pairs.map(lambda p: p[0] + p[1]),
        pairs.map(lambda p: p[0] - p[1]),
        pairs.map(lambda p: p[0] * p[1]),
        pairs.map(lambda p: p[0] / (p[1] ** 2 + 1)),
        st.tuples(inner, st.integers(1, 3)).map(lambda p: p[0] ** p[1]),
    )


def point(seed: int) -> dict[Any, Any]:
    random = Random(seed)

    def value() -> Fraction:
        return Fraction(random.randint(-3, 3), random.randint(1, 3))

    values: dict[Any, Any] = {s: value() for s in (x, y, z)}
    values |= {v: [value() for _ in range(3)] for v in (a, b)}
    return values | {A: [[value() for _ in range(3)] for _ in range(3)]}


@given(st.recursive(st.sampled_from(atoms), combined, max_leaves=8), st.integers(0, 10**6))
def test_out_and_in_keeps_the_value(t: Any, seed: int) -> None:
    at = Evaluation(point(seed))
    assert at(back(t)) == at(t)


@given(st.recursive(st.sampled_from(atoms), combined, max_leaves=6), st.integers(0, 10**6))
def test_the_value_survives_sympy_at_work(t: Any, seed: int) -> None:
    at = Evaluation(point(seed))
    assert at(from_sympy(sympy.expand(to_sympy(t)))) == at(t)


leaves = [X, Y, sympy.pi, Integer(-2), Rational(2, 3), sympy.exp(X), h(X, Y), sympy.sqrt(2)]


def grown(inner: Any) -> Any:
    pairs = st.tuples(inner, inner)
    return st.one_of(
        pairs.map(lambda p: p[0] + p[1]),
        pairs.map(lambda p: p[0] * p[1]),
        pairs.map(lambda p: p[0] / (p[1] ** 2 + 1)),
        inner.map(sympy.sin),
        inner.map(sympy.cos),
        inner.map(sympy.tanh),
        inner.map(lambda e: sympy.sqrt(e**2 + 1)),
    )


@given(st.recursive(st.sampled_from(leaves), grown, max_leaves=6))
def test_in_and_out_keeps_the_value(e: Any) -> None:
    difference = to_sympy(from_sympy(e)) - e
    if difference != 0:
        at = {X: Rational(1, 3), Y: Rational(-2, 5), h(X, Y): Rational(3, 7)}
        assert abs(sympy.N(difference.subs(h(X, Y), at[h(X, Y)]).subs(at), 30)) < 1e-20


# -- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "error", "message"),
    [
        (0.5 * X, NotExactError, r"the float 0\.5 is not exact; write sympy\.Rational\('0\.5'\)"),
        (sympy.exp(0.25 * X), NotExactError, "nsimplify"),
        (0.5, NotExactError, "nsimplify"),
        (
            sympy.Matrix([1, 2]),
            SortError,
            "takes scalars, not the ImmutableDenseMatrix .*; take its entries",
        ),
        (sympy.MatrixSymbol("M", 2, 2), SortError, "takes scalars"),
        (X > 0, SortError, "not the StrictGreaterThan x > 0"),
        (True, SortError, "not the BooleanTrue"),
        ("x", SortError, "not the Python str 'x'"),
        (sympy.oo, UndefinedError, "oo is not the value of a scalar"),
        (X + sympy.zoo, UndefinedError, "zoo"),
        (X * sympy.Symbol("N", commutative=False), SortError, "the Symbol N does not commute"),
        (sympy.Function("N", commutative=False)(X), SortError, "does not commute"),
        (sympy.Symbol("x") + X, NameClashError, "would both become x"),
    ],
)
def test_refusals(expression: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        from_sympy(expression)


def test_two_sympy_symbols_never_become_one_silently() -> None:
    other = sympy.Symbol("other")
    assert to_sympy(from_sympy(other, {other: x})) == other
    with pytest.raises(NameClashError, match="would both become x"):
        from_sympy(other * X)  # x went out as `other`, and X is x by its name
    assert from_sympy(X) is x
    assert to_sympy(x) == X


def test_terms_without_a_counterpart_in_sympy_are_refused() -> None:
    with pytest.raises(SortError, match="to_sympy takes a Scalar, not Vector; go to components"):
        to_sympy(a)  # type: ignore[arg-type]
    unknown = intern(OPAQUE, (), Scalar, (1, 1), "exp(Symbol('never_seen'))")
    with pytest.raises(RewriteError, match="this process has not seen"):
        to_sympy(unknown + 1)
    with pytest.raises(UndefinedError):
        to_sympy(1 / (x - x))


# -- life and depth -------------------------------------------------------------------------------


def test_tables_drop_unused_entries(few_objects: None) -> None:
    from rewrite.interop import sympy as bridge

    gc.collect()
    held = len(bridge._origin)
    terms = [from_sympy(sympy.gamma(X + i)) for i in range(100)]
    assert len(bridge._origin) >= held + 100
    del terms
    gc.collect()
    assert len(bridge._origin) <= held + 1


def test_wide_and_deep_terms() -> None:
    names = scalars(" ".join(f"x{i}" for i in range(2000)))
    assert normal(back(add(*names))) is normal(add(*names))
    nested: Any = x
    for _ in range(10_000):
        nested = y + nested
    assert normal(back(nested)) is normal(nested)
    expression = X
    deep = sympy.Function("deep")
    for _ in range(10_000):
        expression = deep(expression)
    t: Term = from_sympy(expression)
    assert free_symbols(t) == {x}
    with pytest.raises(LimitError, match="nested too deeply for sympy"):
        to_sympy(reduce(lambda t, _: sin(t), range(10_000), x))
