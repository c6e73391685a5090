"""Components: sympy scalars that agree with exact evaluation, filled in by name, shape, facts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rewrite import (
    Context,
    Linear,
    RewriteError,
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
    lower,
    matrix,
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
    vector,
    vectors,
)
from rewrite.lowering.names import component_names
from tests.lowered import coordinates_at, flat, plain
from tests.terms import terms

a, b = vectors("a b")
x, y = scalars("x y")


@settings(max_examples=40)
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
    with pytest.raises(RewriteError, match="lower takes terms"):
        components(3)  # type: ignore[arg-type]
