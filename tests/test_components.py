"""Components: sympy scalars that agree with exact evaluation, filled in by name, shape, facts."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy
import pytest
import sympy
from hypothesis import assume, given
from hypothesis import strategies as st
from profiles import examples

from rewrite import (
    Context,
    FactError,
    Linear,
    RewriteError,
    SortError,
    Term,
    UndefinedError,
    column,
    components,
    cos,
    cross,
    diagonal,
    dot,
    euler,
    evaluate,
    frame,
    from_sympy,
    function,
    inv,
    lower,
    matrix,
    outer,
    quaternion,
    random_assignment,
    rot,
    rotation,
    rotation_matrix,
    scalar,
    scalars,
    sin,
    symbol,
    tilde,
    to_sympy,
    triad,
    vector,
    vectors,
)
from rewrite.lowering.code.variable_names import component_names
from tests.lowered import coordinates_at, flat, plain
from tests.terms import terms

a, b = vectors("a b")
x, y = scalars("x y")


@examples(40)
@given(terms(max_leaves=8), st.integers(0, 10**6))
def test_components_agree_with_exact_evaluation(t: Term, seed: int) -> None:
    try:
        found = components(t)
        point = random_assignment(t, random=seed)
        wanted = flat(evaluate(t, point))
    except RewriteError:
        assume(False)
    point = plain(point) or {}
    assume(point or not wanted)
    g = lower(t, arrange=False)
    assume(not {"sin", "cos", "call", "power", "pi"} & {g.kinds[n] for n in g.reachable()})
    values = {}
    for (s, k), name in component_names(g).items():
        value = coordinates_at(g, point)[s, k]
        key = to_sympy(s) if s.shape == (1, 1) else sympy.Symbol(name, real=True)
        values[key] = sympy.Rational(Fraction(value))
    entries = list(found) if isinstance(found, tuple | sympy.ImmutableMatrix) else [found]
    got = [sympy.sympify(e).subs(values) for e in entries]
    assume(not any(v.has(sympy.nan, sympy.zoo) for v in got))
    assert [Fraction(int(v.p), int(v.q)) for v in got] == wanted


@examples(40)
@given(terms(max_leaves=10), st.integers(0, 10**6), st.booleans())
def test_values_put_in_agree_with_exact_evaluation(t: Term, seed: int, awkward: bool) -> None:
    """In the base frame, and in another one by its rotation or by its axes."""
    F, axes = rotation("Frame"), vectors("Fi Fj Fk")
    base = [column(1, 0, 0), column(0, 1, 0), column(0, 0, 1)]
    turned: list[Any] = [F.T @ t] if t.shape == (3, 1) else []
    turned += [F.T @ t @ F] if t.shape == (3, 3) else []
    try:
        point = random_assignment([t, F], random=seed, awkward=awkward)
        assume(plain(point) == point and all(s.is_symbol for s in point))
        wanted = [v for s in (t, *turned, *turned) for v in flat(evaluate(s, point))]
    except RewriteError:
        assume(False)
    values = {**point, **{i: F @ e for i, e in zip(axes, base, strict=True)}}
    frames: list[Any] = [None, F, axes] if turned else [None]
    try:
        found = [components(t, values, frame=f) for f in frames]
    except UndefinedError:
        assume(False)
    got = [sympy.sympify(v) for part in found for v in flat_entries(part)]
    assume(all(v.is_Rational for v in got))
    assert [Fraction(int(v.p), int(v.q)) for v in got] == wanted


def names(t: Any, *args: Any, **more: Any) -> set[str]:
    found = components(t, *args, **more)
    entries = found if isinstance(found, tuple | sympy.ImmutableMatrix) else [found]
    return {s.name for e in entries for s in e.free_symbols}


def test_symbols_are_filled_in_by_name_shape_and_facts() -> None:
    assert names(a) == {"a1", "a2", "a3"}
    assert names(x) == {"x"}
    assert names(matrix("M", 2, 3)) == {f"M{i}{j}" for i in (1, 2) for j in (1, 2, 3)}
    assert names(matrix("S", symmetric=True)) == {"S11", "S12", "S13", "S22", "S23", "S33"}
    assert names(matrix("W", antisymmetric=True)) == {"W12", "W13", "W23"}
    assert names(matrix("D", diagonal=True)) == {"D11", "D22", "D33"}
    assert len(names(rotation("R"))) == 9
    assert names(quaternion("q", unit=True)) == {"q0", "q1", "q2", "q3"}
    assert components(quaternion("p", pure=True))[0] == 0
    assert (
        components(matrix("W", antisymmetric=True))[0, 1]
        == -components(matrix("W", antisymmetric=True))[1, 0]
    )
    assert len(names(matrix("L", 12, 12))) == 144


def test_names_do_not_clash() -> None:
    v, v1, w2 = vector("v"), scalar("v1"), vector("w2")
    found = names(v1 * v)
    assert len(found) == 4
    assert "v1" in found
    assert names(w2) == {"w2_1", "w2_2", "w2_3"}


def test_arrays_terms_and_expressions_as_values() -> None:
    R, J, e = rotation("R"), matrix("J"), vector("e")
    h = sympy.Symbol("h", real=True)
    found = components(
        R @ (J @ e),
        {R: euler("zxz", (x, 0, 0)), J: ((1, 0, 0), (0, y, 0), (0, 0, 2)), e: (h, "k", 0.5)},
    )
    X, Y, k = to_sympy(x), to_sympy(y), sympy.Symbol("k", real=True)
    wanted = [h * sympy.cos(X) - k * Y * sympy.sin(X), h * sympy.sin(X) + k * Y * sympy.cos(X), 1]
    assert [sympy.expand(p - q) for p, q in zip(found, wanted, strict=True)] == [0, 0, 0]
    assert components(J @ e, {J: 1, e: sympy.Matrix([1, 2, 3])}) == sympy.Matrix([1, 2, 3])
    assert components(J @ e, {J: 0}) == sympy.zeros(3, 1)


def test_rotations_in_their_forms() -> None:
    """Bryant angles, axis and angle, a quaternion: each is the rotation that its number says."""
    R = rotation("R")
    q = quaternion("q", unit=True)
    turned = components(R @ a, {R: rot(column(0, 0, 1), x)})
    assert turned[2] == components(a)[2]
    by_quaternion = components(R, {R: rotation_matrix(q)})
    zeros = {sympy.Symbol(f"q{i}", real=True): int(i == 3) for i in range(4)}
    assert by_quaternion.subs(zeros) == sympy.diag(-1, -1, 1)
    bryant = components(R, {R: euler("xyz", (x, y, 0))})
    assert bryant[0, 0] == sympy.cos(to_sympy(y))


def test_triads_and_frames() -> None:
    """A vector given in one basis and asked for in another."""
    R = rotation("R")
    v = vector("v")
    turn = rot(column(0, 0, 1), x)
    given_there = {v: R @ column(1, 0, y)}
    assert components(v, given_there, frame=None).shape == (3, 1)
    assert components(frame(given_there[v], R)) == sympy.Matrix([1, 0, to_sympy(y)])
    i, j, k = vectors("i j k")
    basis = {i: (1, 0, 0), j: (0, 1, 0), k: (0, 0, 1)}
    assert components(x * i + y * cross(k, i), basis) == sympy.Matrix([to_sympy(x), to_sympy(y), 0])
    there = components(column(1, 0, 0), frame=turn)
    assert list(there) == [sympy.cos(to_sympy(x)), -sympy.sin(to_sympy(x)), 0]
    inertia = components(matrix("D", diagonal=True), frame=turn)
    assert inertia.shape == (3, 3)


def test_triads_as_frames() -> None:
    """Facts about the axes are used; a triad with values is the rotation that they make."""
    i, j, k = axes = vectors("i j k")
    X, Y = to_sympy(x), to_sympy(y)
    known = Context(triad(i, j, k))
    t = x * i + y * cross(k, i) + 2 * cross(i, j)
    assert components(t, frame=axes, context=known) == sympy.Matrix([X, Y, 2])
    assert components(t, frame=(j, k, i), context=known) == sympy.Matrix([Y, 2, X])
    dyad = 2 * outer(i, j) + x * outer(k, k)
    wanted = sympy.Matrix([[0, 2, 0], [0, 0, 0], [0, 0, X]])
    assert components(dyad, frame=axes, context=known) == wanted
    turn, S, q = rot(column(0, 0, 1), x), matrix("S"), quaternion("q")
    values = {i: turn @ column(1, 0, 0), j: turn @ column(0, 1, 0), k: (0, 0, 1)}
    for term in (a, a.T, S, q, x):
        by_axes, by_turn = components(term, values, frame=axes), components(term, frame=turn)
        pairs = zip(flat_entries(by_axes), flat_entries(by_turn), strict=True)
        assert all(sympy.expand(p - q) == 0 for p, q in pairs)


def flat_entries(found: Any) -> list[Any]:
    return list(found) if isinstance(found, tuple | sympy.ImmutableMatrix) else [found]


def test_frames_that_are_none_are_refused() -> None:
    M = matrix("M")
    with pytest.raises(SortError, match="M is not known to be one"):
        components(a, frame=M)
    assert components(a, frame=M, context=Context(rotation(M))).shape == (3, 1)
    bad: Any
    for bad in (5, (a, b), (a, b, M), matrix("N", 2, 3)):
        with pytest.raises(SortError, match="a frame is a 3×3 rotation or three vectors"):
            components(a, frame=bad)
    with pytest.raises(SortError, match="no components in a frame"):
        components(matrix("N", 2, 3), frame=rotation("R"))


ARRAYS: list[tuple[Any, Any, list[Any]]] = [
    (vector("v"), numpy.array([[1], [2], [3]]), [1, 2, 3]),
    (vector("v"), [[1], [2], [3]], [1, 2, 3]),
    (vector("v"), sympy.Matrix([[1, 2, 3]]), [1, 2, 3]),
    (vector("v"), [Decimal("0.1"), numpy.float64(0.5), numpy.int8(3)], ["1/10", "1/2", 3]),
    (matrix("r", 1, 4), [1, 2, 3, 4], [1, 2, 3, 4]),
    (matrix("c", 4, 1), numpy.arange(4), [0, 1, 2, 3]),
    (matrix("c", 4, 1), [[1], [2], [3], [4]], [1, 2, 3, 4]),
    (matrix("M", 2, 2), sympy.Array([[1, 2], [3, 4]]), [1, 2, 3, 4]),
    (matrix("M", 2, 2), numpy.zeros((2, 2)), [0, 0, 0, 0]),
    (quaternion("q"), sympy.Matrix([1, 2, 3, 4]), [1, 2, 3, 4]),
    (quaternion("q"), 1, [1, 0, 0, 0]),
]


@pytest.mark.parametrize(("t", "value", "wanted"), ARRAYS)
def test_arrays_of_every_make(t: Any, value: Any, wanted: list[Any]) -> None:
    assert flat_entries(components(t, {t: value})) == list(map(sympy.Rational, wanted))


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([1, 2], "must be 3 numbers, not"),
        ([[1, 2, 3]], "must be 3 numbers, not"),
        (numpy.eye(3), "must be 3 numbers, not"),
        ([1, 2, float("nan")], "the value of a: nan is not a finite number"),
        ([1, 2, Decimal("inf")], "not a finite number"),
        ([1, 2, 1j], "not a number, name"),
        ([1, 2, "x+y"], "cannot name a symbol"),
        ([1, 2, sympy.zoo], "zoo is not the value"),
    ],
)
def test_arrays_that_do_not_fit(value: Any, message: str) -> None:
    with pytest.raises(RewriteError, match=message):
        components(a, {a: value})


CONTRADICTIONS: list[tuple[Any, Any]] = [
    (matrix("S", symmetric=True), [[1, 2, 3], [4, 5, 6], [7, 8, 9]]),
    (matrix("S", symmetric=True), [["p", 2, 3], [2.5, "q", 0], [3, 0, 1]]),
    (matrix("D", diagonal=True), numpy.ones((3, 3))),
    (matrix("W", antisymmetric=True), numpy.eye(3)),
    (vector("u", unit=True), (1, 1, 1)),
    (rotation("R"), numpy.ones((3, 3))),
    (rotation("R"), -numpy.eye(3)),
    (rotation("R"), 2 * rotation("Q")),
    (quaternion("r", unit=True), (2, 0, 0, 0)),
    (quaternion("p", pure=True), (1, 0, 0, 0)),
]


@pytest.mark.parametrize(("t", "value"), CONTRADICTIONS)
def test_values_that_contradict_a_declaration_are_refused(t: Any, value: Any) -> None:
    with pytest.raises(FactError, match="contradicts its declaration"):
        components(t, {t: value})


def test_values_that_may_agree() -> None:
    """Numbers are compared with a tolerance, and what is no number is taken on trust."""
    turn = [[numpy.cos(0.3), -numpy.sin(0.3), 0], [numpy.sin(0.3), numpy.cos(0.3), 0], [0, 0, 1]]
    k, S, u = scalar("k", constant=True), matrix("S", 2, symmetric=True), vector("u", unit=True)
    assert components(rotation("R"), {rotation("R"): turn}).shape == (3, 3)
    assert components(S, {S: [[1e6, 1 / 3], [1 / 3 + 1e-15, "p"]]}).shape == (2, 2)
    assert components(u, {u: ("p", 0, 1)}).shape == (3, 1)
    assert components(k * a, {k: scalar("s", time=True)}).shape == (3, 1)
    assert components(scalar("s", time=True) * a, {scalar("s", time=True): 3}).shape == (3, 1)


def test_text_names_the_scalar_of_the_terms() -> None:
    """Not a second one of the same name."""
    k = scalar("k", constant=True)
    g = lower(k * a + x * b, {a: (0, 0, "k"), b: ("h", "h", x * scalar("h", time=True))})
    assert [s.symbol for s in g.arguments] == [scalar("h", time=True), x, k]


def test_contexts() -> None:
    M = matrix("M")
    assert components(M, context=Context(diagonal(M))).is_diagonal()


def test_opaque_atoms_and_functions_go_back_to_sympy() -> None:
    s = sympy.Symbol("s", real=True)
    t = from_sympy(sympy.besselj(0, s)) * x
    assert components(t) == sympy.besselj(0, s) * to_sympy(x)
    f = function("f")
    assert components(f(x)) == to_sympy(f(x))


class Wrench(Linear):
    """Six numbers."""

    dimension = 6


def test_other_sorts_and_empty_sums() -> None:
    assert len(components(symbol("F", Wrench))) == 6
    assert components(dot(a, b) - dot(b, a)) == 0
    assert components(tilde(a) @ a) == sympy.zeros(3, 1)
    assert components(sin(x) ** 2 + cos(x) ** 2 - 1).subs(to_sympy(x), 0) == 0


def test_errors_are_friendly() -> None:
    with pytest.raises(UndefinedError):
        components(x / (y - y))
    with pytest.raises(RewriteError, match="components takes a term"):
        components(3)  # type: ignore[arg-type]
    with pytest.raises(UndefinedError, match="division"):
        components(inv(tilde(a)))
    with pytest.raises(RewriteError, match="by a mapping from symbols"):
        components(a, 5)  # type: ignore[arg-type]
