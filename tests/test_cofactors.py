"""The cofactor matrix: every size, singular matrices too, and what is known of it."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import permutations
from math import prod
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rules
from rewrite import (
    Cost,
    Scalar,
    SortError,
    cof,
    components,
    cost,
    cross,
    det,
    diff,
    dot,
    equal,
    evaluate,
    expand,
    holds,
    identity,
    inv,
    latex,
    lower,
    matrices,
    matrix,
    normal,
    ops,
    orthogonal,
    outer,
    parse,
    postorder,
    random_assignment,
    rotation,
    scalar,
    simplify,
    symmetric,
    tilde,
    trace,
    unicode,
    vectors,
    zero,
)
from rewrite.core.structure import Structure, structure
from rewrite.decision import recheck
from rewrite.testing import random_term
from tests.lowered import calculated, coordinates_at
from tests.series import by_series, line, moving

A, B = matrices("A B")
A2, M4, M5 = (matrix(f"M{n}", n) for n in (2, 4, 5))
S, D = matrix("S", symmetric=True), matrix("D", diagonal=True)
K, K4 = matrix("K", antisymmetric=True), matrix("K4", 4, antisymmetric=True)
R, Q, T = rotation("R"), matrix("Q", orthogonal=True), matrix("T", invertible=True)
a, b = vectors("a b")
x = scalar("x")
Rows = list[list[Fraction]]


def sign(order: tuple[int, ...]) -> int:
    pairs = [(p, q) for i, p in enumerate(order) for q in order[i + 1 :]]
    return -1 if sum(p > q for p, q in pairs) % 2 else 1


def minor(rows: Rows, i: int, j: int) -> Fraction:
    """The determinant without a row and a column, by Leibniz: no code of the project."""
    kept = [[c for k, c in enumerate(row) if k != j] for m, row in enumerate(rows) if m != i]
    products = [
        sign(order) * prod([row[k] for row, k in zip(kept, order, strict=True)], start=Fraction(1))
        for order in permutations(range(len(kept)))
    ]
    return sum(products, Fraction(0))


def by_definition(rows: Rows) -> Rows:
    n = range(len(rows))
    return [[(-1) ** (i + j) * minor(rows, i, j) for j in n] for i in n]


@st.composite
def square(draw: st.DrawFn, largest: int = 5) -> Rows:
    """A matrix, often singular or with zeros."""
    n = draw(st.integers(2, largest))
    entry = st.integers(-4, 4).map(Fraction)
    rows = [[draw(entry) for _ in range(n)] for _ in range(n)]
    if draw(st.booleans()):
        rows[0] = [2 * c for c in rows[-1]]
    return rows


# -- values ---------------------------------------------------------------------------------------


@given(square())
def test_values_are_those_of_the_definition(rows: Rows) -> None:
    M = matrix("M", len(rows))
    found = evaluate(cof(M), {M: rows})
    assert [list(row) for row in found] == by_definition(rows)


@given(square(7), st.booleans(), st.booleans())
def test_lowering_gives_these_values_without_division(rows: Rows, turn: bool, odd: bool) -> None:
    n = len(rows)
    if turn:
        rows = [[rows[i][j] + (-1) ** odd * rows[j][i] for j in range(n)] for i in range(n)]
    M = matrix("M", n, **({"antisymmetric" if odd else "symmetric": True} if turn else {}))
    g = lower(cof(M), arrange=n < 6)
    assert "recip" not in g.kinds
    assert ops(g) <= cost(cof(M))
    expected = evaluate(cof(M), {M: rows})
    assert calculated(g, coordinates_at(g, {M: rows})) == [c for row in expected for c in row]


@pytest.mark.parametrize("n", [8, 9, 10])
@pytest.mark.parametrize("facts", [{}, {"symmetric": True}, {"antisymmetric": True}])
def test_large_matrices(n: int, facts: dict[str, bool]) -> None:
    M = matrix("M", n, **facts)
    value: Any = random_assignment([M], n)[M]
    g = lower(cof(M), {M: value}, arrange=False)
    found = [g.number(ref) for ref in g.outputs[0].refs]
    assert found == [c for row in evaluate(cof(M), {M: value}) for c in row]
    assert ops(lower(cof(M), arrange=False)) <= cost(cof(M))


def test_the_cost_of_cofactors() -> None:
    assert cost(cof(A2)) == Cost(0, 2)
    assert cost(cof(A)) == Cost(18, 9)
    assert cost(cof(S)) == Cost(12, 6)
    assert ops(lower(cof(M4))) == Cost(72, 44)
    assert ops(lower(cof(D))) == Cost(3, 0)


# -- laws and facts -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("t", "expected"),
    [
        (cof(2 * A), 4 * cof(A)),
        (cof(-x * M4), -(x**3) * cof(M4)),
        (cof(identity(5)), identity(5)),
        (cof(zero((4, 4))), zero((4, 4))),
        (cof(A.T), cof(A).T),
        (cof(inv(M4)), inv(cof(M4))),
        (cof(A**3), cof(A) ** 3),
        (cof(R), R),
        (cof(-R), R),
        (cof(S).T, cof(S)),
        (cof(K).T, cof(K)),
        (cof(K4).T, -cof(K4)),
        (cof(cof(A2)), A2),
        (cof(cof(A)), det(A) * A),
        (cof(cof(M5)), det(M5) ** 3 * M5),
        (det(cof(A2)), det(A2)),
        (det(cof(M5)), det(M5) ** 4),
        (cof(x), 1),
        (cof(x - x), 1),
        (cof(A @ B), cof(A @ B)),
    ],
)
def test_laws(t: Any, expected: Any) -> None:
    assert normal(t) == (expected if isinstance(expected, int) else normal(expected))
    point = random_assignment([t], 1)
    assert evaluate(t, point) == evaluate(normal(t), point)


def test_products_are_opened_by_expand_where_all_factors_are_square() -> None:
    assert expand(cof(A @ B @ A)) is normal(cof(A) @ cof(B) @ cof(A))
    assert expand(cof(R @ A)) is normal(R @ cof(A))
    low, high = matrix("L", 3, 2), matrix("H", 2, 3)
    assert expand(cof(low @ high)) is normal(cof(low @ high))


@pytest.mark.parametrize(
    "name", ["symmetric", "antisymmetric", "diagonal", "orthogonal", "rotation"]
)
@pytest.mark.parametrize("n", [2, 3, 4])
def test_facts_and_structure_are_true(name: str, n: int) -> None:
    M = matrix("M", n, **{name: True})
    t: Any = cof(M)
    value = [list(row) for row in evaluate(t, random_assignment([t], 3))]
    turned = [list(row) for row in zip(*value, strict=True)]
    if holds(symmetric(t)).yes or structure(t) in (Structure.SYMMETRIC, Structure.DIAGONAL):
        assert value == turned
    if structure(t) is Structure.ANTISYMMETRIC:
        assert value == [[-c for c in row] for row in turned]
    if holds(orthogonal(t)).yes:
        dots = [[sum(p * q for p, q in zip(u, v, strict=True)) for u in value] for v in value]
        assert dots == [[int(i == j) for j in range(n)] for i in range(n)]


def test_facts() -> None:
    assert holds(symmetric(cof(S))).yes
    assert holds(symmetric(cof(K))).yes
    assert holds(orthogonal(cof(Q))).yes
    assert holds(rotation(cof(Q))).unknown
    assert holds(rotation(cof(R @ R))).yes


# -- derivatives ----------------------------------------------------------------------------------


@pytest.mark.parametrize("M", [A2, A, M4, M5, S, K, T], ids=str)
def test_derivatives_are_those_of_series(M: Any) -> None:
    N = matrix("N", M.shape[0])
    for t in (cof(M + x * N), trace(cof(M + x**2 * N)), det(M + x * N)):
        point = random_assignment([t, diff(t, x)], 5)
        at = moving(point, {x: line(x, point[x], (1,), 1)}, 1)
        found = evaluate(diff(t, x), point)
        flat = [found] if t.sort is Scalar else [c for row in found for c in row]
        assert flat == by_series(t, at, 1)


def test_the_derivative_of_a_determinant_is_short() -> None:
    N = matrix("N")
    assert diff(det(A + x * N), x) is normal(trace(cof(A + x * N).T @ N))
    assert diff(dot(cof(A) @ a, b), a) is normal(cof(A).T @ b)


# -- rules ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("t", "expected"),
    [
        (cof(A).T @ A, det(A) * identity(3)),
        (M5 @ cof(M5).T, det(M5) * identity(5)),
        (S @ cof(S), det(S) * identity(3)),
        (cross(A @ a, A @ b) - cof(A) @ cross(a, b), zero((3, 1))),
        (cof(A) @ cof(B), cof(A @ B)),
        (det(M4) * M4.inv.T, cof(M4)),
        (cof(Q), det(Q) * Q),
        (cof(tilde(a)) @ b, dot(a, b) * a),
        (cof(outer(a, b)), zero((3, 3))),
        (trace(cof(A)) - (trace(A) ** 2 - trace(A @ A)) / 2, 0),
        (trace(cof(M5).T @ M5), 5 * det(M5)),
        (A**3 - trace(A) * A**2 + trace(cof(A)) * A, det(A) * identity(3)),
        (tilde(cof(A) @ a) - A @ tilde(a) @ A.T, zero((3, 3))),
        (cof(A2) + A2.T - trace(A2) * identity(2), zero((2, 2))),
    ],
)
def test_simplify(t: Any, expected: Any) -> None:
    found = simplify(t)
    assert found == expected if isinstance(expected, int) else found is normal(expected)
    assert equal(t, found).proved
    assert cost(found) <= cost(t)


def test_the_other_directions() -> None:
    into, out = rules.FROM_CROSSES["cross_of_images"], rules.COFACTORS_BY_INVERSES
    assert into(cross(A @ a, A @ b)) is normal(cof(A) @ cross(a, b))
    assert out["cofactors_by_inverse"](cof(T)) is normal(det(T) * T.inv.T)
    assert out["cofactors_by_inverse"](cof(A)) is None
    assert equal(cof(T), det(T) * T.inv.T).proved


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (cross(A @ a, A @ b), cof(A) @ cross(a, b)),
        (cof(A @ B), cof(A) @ cof(B)),
        (cof(M4).T @ M4, det(M4) * identity(4)),
        (cof(A), A),
    ],
)
def test_verdicts_are_confirmed_by_the_program_apart(left: Any, right: Any) -> None:
    assert recheck.check(json.loads(equal(left, right).to_json())) is None


# -- writing and reading --------------------------------------------------------------------------


def test_writing_and_reading() -> None:
    assert str(cof(A) @ a) == "cof(A) @ a"
    assert parse("cof(A @ B)", [A, B]) is cof(A @ B)
    assert unicode(cof(A.T)) == "cof(Aᵀ)"
    assert latex(cof(A)) == r"\operatorname{cof}\left(A\right)"
    assert latex(cof(A + B)) == r"\operatorname{cof}\left(A + B\right)"
    assert components(cof(A2)).shape == (2, 2)


def test_only_square_matrices_have_cofactors() -> None:
    with pytest.raises(SortError, match=r"cof\(L\): argument 1 is Matrix\(2, 3\), needs a square"):
        cof(matrix("L", 2, 3))
    with pytest.raises(SortError):
        cof(a)  # type: ignore[arg-type]


def test_the_checker_makes_terms_of_it() -> None:
    made = (random_term(Random(seed), (3, 3), 6) for seed in range(200))
    assert any(s.op is cof for t in made for s in postorder(t))
