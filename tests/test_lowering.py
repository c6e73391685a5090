"""Lowering: the graph has the value of the term, takes no more than its cost, and stays small."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from profiles import examples

import rewrite as rw
from rewrite import (
    Context,
    Graph,
    LimitError,
    Linear,
    NoDerivativeError,
    RewriteError,
    Scalar,
    SortError,
    Term,
    UndefinedError,
    Vector,
    column,
    cos,
    cost,
    cross,
    det,
    diagonal,
    dot,
    equals,
    euler,
    evaluate,
    function,
    identity,
    inv,
    jacobian,
    lower,
    matrices,
    matrix,
    norm,
    number,
    operator,
    ops,
    outer,
    pi,
    quaternion,
    random_assignment,
    rot,
    rotate,
    rotation,
    scalar,
    scalars,
    simplify,
    sin,
    sqrt,
    symbol,
    tilde,
    vector,
    vectors,
    zero,
)
from rewrite.evaluation.semantics import MEANING
from rewrite.lowering.arranging.arrange import PASSES, WIDEST, arranged
from rewrite.lowering.counting.orient import orient
from rewrite.lowering.counting.settling import MOST_SEEN, WORK, Settling
from rewrite.lowering.graph.nodes import MAX_NODES
from rewrite.lowering.graph.rebuild import compacted
from rewrite.lowering.passes.opening import multiplied_out
from tests.lowered import calculated, close, coordinates_at, flat, floats, plain
from tests.terms import terms

x, y, z = scalars("x y z")
a, b, c = vectors("a b c")
A, B = matrices("A B")
R = rotation("R")
J = matrix("J", symmetric=True)


def lowered(t: Term, **more: Any) -> Any:
    try:
        return lower(t, **more)
    except UndefinedError:
        assume(False)


def exact_point(t: Term, seed: int) -> dict[Any, Any]:
    try:
        return random_assignment(t, random=seed, awkward=seed % 2 == 0)
    except RewriteError:
        assume(False)
        raise


# -- values ---------------------------------------------------------------------------------------


def every_step(g: Graph) -> Graph:
    """What the passes make of a graph, whether they pay or not."""
    for _, run in PASSES:
        g = run(g)
    return g


def opened(g: Graph, widest: int) -> Graph:
    """The same after products are multiplied out."""
    made = multiplied_out(g, widest, most=10**6)
    assert made is not None
    return compacted(every_step(made))


WAYS: dict[str, Callable[[Graph], Graph]] = {
    "raw": lambda g: g,
    "arranged": arranged,
    "closed": every_step,
    "split": lambda g: opened(g, 1),
    "opened": lambda g: opened(g, WIDEST),
}


def worked(way: str, t: Term) -> Graph:
    try:
        return WAYS[way](lowered(t, arrange=False))
    except UndefinedError:  # seen to be so when like terms meet: the inverse of a bᵀ
        assume(False)
        raise


@pytest.mark.parametrize("way", WAYS)
@given(t=terms(max_leaves=20), seed=st.integers(0, 10**6))
def test_a_graph_has_the_exact_value_of_its_term(way: str, t: Term, seed: int) -> None:
    g = worked(way, t)
    assume(not {"power", "sin", "cos", "call", "pi"} & {g.kinds[n] for n in g.reachable()})
    point = exact_point(t, seed)
    try:
        wanted = evaluate(t, point)
        found = calculated(g, coordinates_at(g, plain(point) or point))
    except (RewriteError, ZeroDivisionError):
        assume(False)
    assert found == flat(wanted)


SYMBOLS = (*rw.scalars("x y z"), *rw.scalars("k m", constant=True))
POLYNOMIALS = st.recursive(
    st.sampled_from((*SYMBOLS, SYMBOLS[0] ** 2, SYMBOLS[3] * SYMBOLS[4])),
    lambda inner: st.tuples(st.sampled_from("+-*"), inner, inner).map(
        lambda p: {"+": p[1] + p[2], "-": p[1] - p[2], "*": p[1] * p[2]}[p[0]]
    ),
    max_leaves=12,
)


@pytest.mark.parametrize("way", WAYS)
@given(ts=st.lists(POLYNOMIALS, min_size=1, max_size=6), data=st.data())
def test_polynomials_of_few_symbols_share_much_and_keep_their_values(
    way: str, ts: list[Term], data: Any
) -> None:
    g = WAYS[way](rw.lower(ts, arrange=False))
    point = {x: Fraction(data.draw(st.integers(-9, 9))) for x in SYMBOLS}
    wanted = [evaluate(t, point) for t in ts]
    assert list(calculated(g, coordinates_at(g, point))) == wanted


@pytest.mark.parametrize("way", WAYS)
@given(t=terms(max_leaves=20), seed=st.integers(0, 10**6))
def test_a_graph_has_the_value_of_its_term_in_floats(way: str, t: Term, seed: int) -> None:
    g = worked(way, t)
    assume("call" not in {g.kinds[n] for n in g.reachable()})
    point = plain(exact_point(t, seed))
    assume(point is not None)
    try:
        wanted = flat(evaluate(t, point or {}, "float"))
        inputs = {key: float(v) for key, v in coordinates_at(g, point or {}).items()}
        found = [float(v) for v in calculated(g, inputs)]
    except (RewriteError, ArithmeticError, ValueError):
        assume(False)
    assume(max(map(abs, wanted)) < 1e6)
    assert close(wanted, found, 1e-6)


@given(terms(max_leaves=25))
def test_lowering_takes_no_more_than_the_cost(t: Term) -> None:
    assert ops(lowered(t, arrange=False)) <= cost(t) or ops(lowered(t)) <= cost(t)
    assert ops(lowered(t)) <= cost(t)


KINDS_OF_MATRIX = ("symmetric", "antisymmetric", "diagonal", "orthogonal")


@st.composite
def structured(draw: st.DrawFn) -> Term:
    """Sums, multiples, squares and palindromes of matrices with zeros and equal entries."""
    n = draw(st.sampled_from([2, 3, 3, 4]))
    kinds = [matrix(f"{kind[0].upper()}{n}", n, **{kind: True}) for kind in KINDS_OF_MATRIX]
    leaves = [*kinds, matrix(f"G{n}", n), identity(n), zero((n, n))]
    leaves += [tilde(a), tilde(b), outer(a, a), outer(a, b)] if n == 3 else []

    def larger(parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        pairs = st.tuples(parts, parts)
        return st.one_of(
            pairs.map(lambda p: p[0] + p[1]),
            pairs.map(lambda p: p[0] - p[1]),
            pairs.map(lambda p: p[0] @ p[1]),
            pairs.map(lambda p: p[0] @ p[1] @ p[0].T),
            parts.map(lambda p: p @ p),
            parts.map(lambda p: x * p),
            parts.map(lambda p: -p.T),
        )

    t = draw(st.recursive(st.sampled_from(leaves), larger, max_leaves=6))
    return draw(st.sampled_from([t, t @ b, cross(c, t @ b)])) if n == 3 else t


@given(t=structured(), seed=st.integers(0, 10**6))
def test_zeros_and_halves_are_counted_as_they_are_found(t: Term, seed: int) -> None:
    for s in (t, rw.normal(t)):
        g = lowered(s)
        assert ops(g) <= cost(s)
    point = exact_point(t, seed)
    assert calculated(g, coordinates_at(g, plain(point) or point)) == flat(evaluate(t, point))


def test_a_symmetric_matrix_is_priced_by_half_its_entries() -> None:
    steiner = J - x * tilde(a) @ tilde(a)
    assert cost(J + J.T).total == 6
    assert cost(x * identity(3)).total == 0
    assert cost(tilde(a) @ tilde(a)) == rw.Cost(6, 6)
    assert str(simplify(J + x * (dot(a, a) * identity(3) - outer(a, a)))) == "J - x*tilde(a)**2"
    assert ops(lower(simplify(steiner @ b))).total <= ops(lower(steiner @ b)).total
    assert cost(matrix("D", diagonal=True) @ b) == rw.Cost(3, 0)


def test_palindromes_are_calculated_from_their_cheapest_end() -> None:
    assert ops(lower(A @ a @ a.T @ A.T)) == rw.Cost(15, 6)
    assert ops(lower(tilde(a) @ B @ b @ b.T @ B.T @ tilde(a))).total <= 40


def test_a_value_is_turned_where_that_saves_a_sign() -> None:
    assert ops(lower(cross(c, tilde(a) @ b))) == rw.Cost(12, 6)
    assert ops(lower(cross(c, (identity(3) - J) @ b))) == rw.Cost(15, 12)
    K = matrix("K", antisymmetric=True)
    for t in (cross(c, K @ cross(b, c)), cross(-K @ cross(c, b), -c)):
        assert ops(lower(t)) == rw.Cost(18, 9)


def test_numbers_in_one_product_meet() -> None:
    q = quaternion("q")
    assert ops(-2 * q**2).total == ops(q**2).total + 1 == 12
    assert ops(2 * x * rw.vee(A)) == (3, 3, 0, 0)


def test_numbers_are_moved_into_products_as_other_factors_are() -> None:
    assert ops(-64 * rw.cof(B)) == ops(rw.cof(8 * B)) == (24, 9, 0, 0)
    assert ops(2 * dot(b, a + 2 * b)) == ops(dot(2 * b, a + 2 * b)) == (6, 5, 0, 0)
    given = (x + 2) * (tilde(a) + 2 * tilde(b) + outer(c, c))
    grouped = (x + 2) * (outer(c, c) + (2 * tilde(b) + tilde(a)))
    assert ops(given) == ops(grouped) == (15, 10, 0, 0)


def test_equal_forms_take_as_many_operations() -> None:
    p, q = rw.quaternions("p q")
    assert ops(2 / x / y * a) == ops(2 / (x * y) * a) == (4, 0, 1, 0)
    assert ops(rw.conj(q) + (x + 2) * q) == ops(2 * q + rw.conj(q) + x * q) == (4, 2, 0, 0)
    assert ops(x * (p**3 * q)) == ops((x * p**3) * q) == (28, 16, 0, 0)
    narrow = matrix("M", 3, 2)
    assert ops(rw.matmul.build((A @ B, narrow))) == ops(A @ B @ narrow) == (36, 24, 0, 0)


@pytest.mark.parametrize("way", WAYS)
def test_a_product_takes_only_one_factor_at_a_time(way: str) -> None:
    t = matrix("M", 3, 2) @ x @ (2 * matrix("N", 2, 3))
    g, point = WAYS[way](lower(t, arrange=False)), exact_point(t, 1)
    assert list(calculated(g, coordinates_at(g, point))) == flat(evaluate(t, point))


def test_both_halves_of_a_quadratic_form_are_added_first() -> None:
    assert ops(dot(a, A @ a)) == (9, 8, 0, 0)
    assert ops([dot(a, A @ a), A @ a]) == (12, 8, 0, 0)
    assert ops(dot(b, J @ b) * cross(c, cross(a, c))).total <= 37


def test_the_result_of_a_square_is_scaled() -> None:
    K = matrix("K", antisymmetric=True)
    assert ops(x * y * (K @ A @ K @ A)).total <= ops((K @ A) @ (K @ A)).total + 10


def test_one_divided_by_a_product_takes_either_sign() -> None:
    assert ops(-1 / y / x * a) == ops(1 / y / x * a)
    space: dict[str, Any] = {}
    exec(rw.code(-1 / y / x * a, "python").text, space)
    assert close(space["calculate"]((1, 2, 3), 2, 5), [-0.1, -0.2, -0.3])


def test_odd_and_even_functions_take_operands_of_either_sign() -> None:
    for odd in (sin, rw.tanh, rw.sign):
        assert ops(odd(2 * x) * a) == ops(-odd(2 * x) * a) == (4, 0, 0, 1)
        assert ops(odd(y - x) * a) == ops(-odd(y - x) * a) == (3, 1, 0, 1)
        assert ops(-odd(number(2)) * a) == ops(odd(number(2)) * a)
    assert ops([odd(x - y), -odd(y - x), abs(y - x), abs(x - y)]).calls == 2
    ts = [-rw.tanh(x - y) * z, -rw.tanh(number(2)) * z, rw.tanh(x) - abs(y - x), -rw.tanh(y - x)]
    space: dict[str, Any] = {}
    exec(rw.code(ts, "python").text, space)
    wanted = [evaluate(t, {x: 2, y: 5, z: 3}, "float") for t in ts]
    assert close(space["calculate"](2, 5, 3), wanted, 1e-12)


def test_little_is_looked_at_for_one_negation(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many operands a sum has that many negated outputs are made of."""
    looked: list[int] = []
    is_free = Settling.is_free
    monkeypatch.setattr(Settling, "is_free", lambda s, n: looked.append(n) or is_free(s, n))
    n = 2 * MOST_SEEN
    pairs = [(scalar(f"s{i}"), scalar(f"t{i}")) for i in range(n)]
    wide = rw.add(*[s * t for s, t in pairs])
    ts = [-(wide * scalar(f"u{i}")) for i in range(n)]
    assert len(orient(lower(ts, arrange=False)).negated) == n
    assert not looked  # no sign below can change
    assert ops(lower(ts)).total == 3 * n
    wide = rw.add(*[s * (t - x) for s, t in pairs])
    ts = [wide * scalar(f"u{i}") * (-1) ** i for i in range(2 * n)]
    assert len(orient(lower(ts, arrange=False)).negated) == n
    assert n <= len(looked) <= n * MOST_SEEN


def test_long_sums_are_not_read_again_for_every_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    follow = Settling.follow

    def followed(settling: Settling, start: int, side: Any) -> Any:
        return follow(settling, start, lambda n: read.append(len(g.args[n])) or side(n))

    monkeypatch.setattr(Settling, "follow", followed)
    n = 1500
    parts = [scalar(f"s{i}") - scalar(f"t{i}") for i in range(n)]
    products = [scalar(f"u{i}") * p for i, p in enumerate(parts)]
    g = lower([x + rw.add(*products), *[-p for p in products], *parts], arrange=False)
    orient(g)
    operands = sum(len(g.args[node]) for node in g.reachable())
    assert n < sum(read) <= (WORK + 1) * operands


@given(st.lists(terms(max_leaves=10), min_size=2, max_size=4))
def test_several_terms_share(ts: list[Term]) -> None:
    try:
        g = lower(ts)
    except (UndefinedError, rw.NameClashError):
        assume(False)
    assert ops(g) <= cost(ts)
    assert [o.term_shape for o in g.outputs] == [t.shape for t in ts]


def test_every_operator_with_a_meaning_has_a_formula() -> None:
    assert [op for op in MEANING if op.scalars is None] == []


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, 7])
def test_determinants_and_inverses_of_every_size(n: int) -> None:
    M = matrix("M", n, n)
    draw = random.Random(n)
    for zeros in (0.0, 0.4):
        drawn = [0 if draw.random() < zeros else draw.randint(-5, 5) for _ in range(n * n)]
        rows = [[Fraction(v) for v in drawn[i : i + n]] for i in range(0, n * n, n)]
        value = rows[0][0] if n == 1 else rows
        if evaluate(det(M), {M: value}) == 0:
            continue
        for t in (det(M), inv(M)):
            g = lower(t)
            assert calculated(g, coordinates_at(g, {M: value})) == flat(evaluate(t, {M: value}))
            assert ops(g) <= cost(t)


def test_an_inverse_divides_by_nothing_that_may_vanish() -> None:
    """Zeros on the diagonal are no obstacle to an inverse that exists."""
    for n in (2, 3, 4, 5, 6):
        M = matrix("M", n, n)
        shift = [[Fraction(j == (i + 1) % n) for j in range(n)] for i in range(n)]
        g = lower(inv(M))
        assert calculated(g, coordinates_at(g, {M: shift})) == flat(evaluate(inv(M), {M: shift}))


def test_large_diagonal_inverse_is_divisions_only() -> None:
    D = matrix("D", 7, 7, diagonal=True)
    assert ops(D.inv) == (0, 0, 7, 0)


# -- structure ------------------------------------------------------------------------------------


def test_structural_zeros_and_ones_vanish() -> None:
    D = matrix("D", diagonal=True)
    e = column(0, 0, 1)
    assert ops(D @ a) == (3, 0, 0, 0)
    assert ops(rot(e, x) @ a) == (4, 2, 0, 2)
    assert ops(identity(3) @ A @ identity(3) + zero((3, 3))) == (0, 0, 0, 0)
    assert ops(cross(e, a)) == (0, 1, 0, 0)
    assert ops(x * zero(Vector) + a) == (0, 0, 0, 0)


def test_symmetric_results_are_calculated_once() -> None:
    for t, wanted in (
        (R @ J @ R.T, (45, 30)),
        (outer(a, a), (6, 0)),
        (tilde(a) @ tilde(a), (6, 6)),
        (A @ A.T, (18, 12)),
        (A @ tilde(b) @ A.T, (27, 15)),
    ):
        g = lower(t, arrange=False)
        assert ops(g)[:2] <= wanted, t


W = matrix("W", antisymmetric=True)
S = rotation("S")
DIAGONAL = matrix("D", diagonal=True)
PALINDROMES = [
    tilde(a) @ tilde(a),
    tilde(a) @ J @ tilde(a),
    tilde(a) @ W @ tilde(a),
    W @ W @ W,
    tilde(a) @ tilde(b) @ tilde(a),
    A @ W @ A.T,
    A @ tilde(a) @ J @ tilde(a) @ A.T,
    A @ tilde(a) @ W @ tilde(a) @ A.T,
    A @ B @ B.T @ A.T,
    tilde(a) @ A @ A.T @ tilde(a),
    tilde(a) @ A @ A @ tilde(a),
    (A @ B) @ J @ (A @ B).T,
    (A @ B).T @ J @ (A @ B),
    (A @ B).T @ J @ (B @ A),
    R @ DIAGONAL @ R.T,
    R.T @ DIAGONAL @ R,
    x * (R @ DIAGONAL @ R.T) @ a,
    (R @ S).T @ DIAGONAL @ R @ S,
]


@pytest.mark.parametrize("t", PALINDROMES, ids=str)
def test_words_that_are_their_own_transposes(t: Term) -> None:
    for seed in range(3):
        point = random_assignment(t, random=seed)
        for g in (lower(t), lower(t, arrange=False)):
            assert calculated(g, coordinates_at(g, point)) == flat(evaluate(t, point))


def test_chains_are_multiplied_in_the_cheapest_order() -> None:
    assert ops(A @ B @ a) == (18, 12, 0, 0)
    assert ops(lower(A @ B @ a @ b.T, arrange=False)) == (27, 12, 0, 0)
    assert ops(A**3 @ a) == (27, 18, 0, 0)
    assert ops(a.T @ A @ B @ A) == (27, 18, 0, 0)


P, Q = quaternion("P"), quaternion("Q")


@pytest.mark.parametrize(
    ("word", "most"),
    [
        (A @ B @ A @ B @ A @ B, 123),
        (B @ A @ B @ A @ B @ B, 168),
        (P * Q * P * Q * P * Q, 42),
        (Q * P * P * Q * P * P * Q, 78),
        (A @ B @ A @ B @ a, 60),
    ],
    ids=str,
)
def test_repeated_parts_of_words_are_calculated_once(word: Term, most: int) -> None:
    assert ops(word).total <= most
    for seed in range(3):
        point = random_assignment(word, random=seed)
        g = lower(word, arrange=False)
        assert calculated(g, coordinates_at(g, point)) == flat(evaluate(word, point))


def test_opposites_and_inverses_meet() -> None:
    for t in (x * y / x - y, (x + y) - x - y, cross(a, b) + cross(b, a), sqrt(x) * sqrt(x) - x):
        g = lower(t)
        assert ops(g).total == 0, t
        assert all(g.number(ref) == 0 for ref in g.roots())


def test_common_factors_are_taken_out() -> None:
    assert ops(x * y + x * z) == (1, 1, 0, 0)
    assert ops(3 * x + 3 * y) == (1, 1, 0, 0)
    assert ops(x / z + y / z) == (0, 1, 1, 0)
    u, v = scalars("u v")
    assert ops([u * x + u * y, v * x + v * y]) == (2, 1, 0, 0)
    assert ops([x * y * z, x * y * u]) == (3, 0, 0, 0)
    assert ops([x + y + z, u + x + y, v - x - y]) == (0, 4, 0, 0)


def test_common_parts_of_many_addends_are_taken_out() -> None:
    """The moment of inertia forces of many points: with constant points, an inertia and a mass."""
    w, dw = vectors("w dw")

    def moment(n: int, **facts: bool) -> Any:
        points = [(scalar(f"m{i}", **facts), vector(f"r{i}", **facts)) for i in range(n)]
        return rw.add(*[m * cross(r, a + cross(dw, r) + cross(w, cross(w, r))) for m, r in points])

    assert ops(moment(20)).total < cost(moment(20)).total * 3 / 4
    assert ops(moment(4, constant=True)) == ops(moment(20, constant=True))


def test_sines_meet() -> None:
    assert ops(sin(x) ** 2 * y + cos(x) ** 2 * y) == (0, 0, 0, 0)
    assert ops([cos(x), y - sin(x) ** 2 * y]).total <= ops([cos(x), y * cos(x) ** 2]).total
    parts = [sin(x), cos(x), sin(y), cos(y)]
    assert ops([*parts, sin(x + y), cos(x - y)]).calls == 4
    assert ops(sin(x + y)).calls == 1
    assert ops([sin(x), cos(x), sin(2 * x)]).calls == 2


def test_quarter_turns_are_exact() -> None:
    for k in range(-8, 9):
        for f in (sin, cos):
            g = lower([f(x + k * pi / 2), f(pi * k / 2)])
            point = {x: 0.3}
            wanted = [evaluate(f(x + k * pi / 2), point, "float")]
            assert close(calculated(g, {(x, 0): 0.3})[:1], wanted, 1e-12)
            assert g.number(g.outputs[1].refs[0]) is not None
    assert lower(sin(pi / 6)).number(lower(sin(pi / 6)).outputs[0].refs[0]) is not None


def test_signs_are_free_where_they_can_be() -> None:
    assert ops(a - b) == ops(b - a) == ops(-(a - b)) == (0, 3, 0, 0)
    assert ops(-x * y + z) == (1, 1, 0, 0)
    assert ops(-a) == (0, 3, 0, 0)
    assert ops(outer(-a, b)) == (9, 3, 0, 0)
    assert ops(-2 * a) == (3, 0, 0, 0)


def test_parameters_are_distinguished() -> None:
    m, k = scalars("m k", constant=True)
    D = matrix("D", diagonal=True, constant=True)
    assert ops(D @ a + cross(b, D @ b)) == (9, 3, 0, 0)  # Euler's equations
    found = ops(m * k * x + m * k * y)
    assert found == (1, 1, 0, 0)
    assert found.parameters == (1, 0, 0, 0)
    assert ops(x / m) == (1, 0, 0, 0)
    assert ops(x * y * z, parameters=[x, y]).parameters == (1, 0, 0, 0)
    with pytest.raises(RewriteError, match="parameters are symbols"):
        lower(x, parameters=[x + y])


# -- what is given --------------------------------------------------------------------------------


def test_values_are_put_in() -> None:
    q = scalars("q1 q2 q3")
    g = lower(R @ a, {R: euler("xyz", q), a: (0, 0, z)})
    assert {s.symbol for s in g.arguments} == {*q, z}
    assert ops(g)[::3] == (4, 4)
    assert ops(lower(dot(a, b), {a: column(1, 2, 0)})) == (1, 1, 0, 0)


def test_values_may_use_each_other_but_not_go_round() -> None:
    e = vector("e", unit=True)
    g = lower(R @ b, {R: rot(e, x), e: (0, 0, 1)})
    assert ops(g) == (4, 2, 0, 2)
    with pytest.raises(RewriteError, match="contains it"):
        lower(a, {a: cross(a, b)})
    with pytest.raises(RewriteError, match="contains it"):
        lower(a, {a: 2 * b, b: 2 * a})


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({a: (1, 2)}, "must be 3"),
        ({A: ((1, 2), (3, 4))}, "3 rows of 3"),
        ({a: A}, "needs Vector"),
        ({a: (1, 2, object())}, "not a number"),
        ({"a": (1, 2, 3)}, "given to symbols"),
        ({a + b: (1, 2, 3)}, "given to symbols"),
        ({a: "abc"}, "must be 3"),
    ],
)
def test_wrong_values_are_refused(values: Any, message: str) -> None:
    with pytest.raises(RewriteError, match=message):
        lower(a + A @ b, values)


def test_a_context_gives_facts_and_values() -> None:
    context = Context(diagonal(A), equals(b, column(0, 0, x)))
    assert ops(lower(A @ b, context=context)) == (1, 0, 0, 0)


def test_frames() -> None:
    v = column(x, y, z)
    assert ops(lower(R @ v, frame=R)) == (0, 0, 0, 0)
    assert ops(lower(simplify(cross(R @ a, R @ b)), frame=R)) == (6, 3, 0, 0)
    with pytest.raises(SortError, match="a frame is"):
        lower(a, frame=x)
    with pytest.raises(SortError, match="no components in a frame"):
        lower(matrix("M", 2, 3), frame=R)


# -- operators of the user's ----------------------------------------------------------------------


class Screw(Linear):
    """Six coordinates."""

    dimension = 6


class Colour(Term):
    """No coordinates."""


def test_sorts_of_the_user() -> None:
    X, Y = symbol("X", Screw), symbol("Y", Screw)
    assert ops(X + x * Y) == (6, 6, 0, 0)
    shade = operator("shade", Colour, result=Scalar)
    with pytest.raises(RewriteError, match="no coordinates"):
        lower(x * shade(symbol("red", Colour)))
    with pytest.raises(RewriteError, match="no coordinates"):
        lower(symbol("red", Colour))


def test_operators_of_the_user_are_opened_or_called() -> None:
    mean = operator("mean_of", Scalar, Scalar, result=Scalar, evaluate=lambda p, q: (p + q) / 2)
    assert ops(mean(x, y)) == (1, 1, 0, 0)
    step = function("step_of", 1, evaluate=lambda p: 1 if p > 0 else 0)
    assert ops(step(x)) == (0, 0, 0, 1)
    long = function("long_of", 1, evaluate=lambda p: sum(p**k for k in range(30)))
    assert ops(long(x)) <= cost(long(x))
    turn = operator("turned_by", Vector, Scalar, result=Vector)
    assert ops(turn(a, x) + b) == (0, 3, 0, 1)
    f = function("f", 2)
    assert ops(f(x, y) * f(x, y)) == (1, 0, 0, 1)


def test_terms_that_cannot_be_lowered_are_refused() -> None:
    for wrong in (3, "x", [3], {"x": 2}, {2: x}):
        with pytest.raises(RewriteError):
            lower(wrong)  # type: ignore[arg-type]
    with pytest.raises(UndefinedError, match="division by zero"):
        lower(x / number(0))
    with pytest.raises(UndefinedError, match="root of the negative"):
        lower(sqrt(number(-2)))


# -- size -----------------------------------------------------------------------------------------


def test_shared_terms_are_lowered_once() -> None:
    """A tower that would expand to 2**400 leaves."""
    t: Any = a
    for k in range(400):
        t = cross(t, b) + (k % 3 + 1) * t
    g = lower(t)
    assert len(g.reachable()) < 400 * 20
    assert ops(g) <= cost(t)
    assert len(rw.code(g, "c").text.splitlines()) < 400 * 10


def test_deep_and_wide_terms() -> None:
    t: Any = x
    for _ in range(5_000):
        t = sin(t)
    assert ops(t).calls == 5_000
    wide = rw.add(*[x**k * y for k in range(1, 80)], *[k * z for k in range(1, 5_000)])
    assert ops(wide) <= cost(wide)
    assert ops(rw.mul(*[A] * 500, a)) <= cost(rw.mul(*[A] * 500, a))


def test_limits_and_interruption() -> None:
    t: Any = a
    for k in range(600):
        t = cross(t, b) + scalar(f"s{k}") * t
    with pytest.raises(LimitError, match="limit"):
        lower(t, limit=500)
    seen: list[str] = []
    lower(t, progress=lambda count, what: seen.append(what))
    once = {p.run: p.name for p in reversed(PASSES)}  # a pass is not run twice on one graph
    assert {"lowering", *once.values()} <= set(seen)

    def interrupt(count: int, what: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        lower(t, progress=interrupt)
    assert MAX_NODES > 10**6


# -- derivatives ----------------------------------------------------------------------------------


@examples(60)
@given(terms(max_leaves=10), st.integers(0, 10**6))
def test_jacobians_agree_with_differences(t: Term, seed: int) -> None:
    g = lowered(t)
    kinds = {g.kinds[n] for n in g.reachable()}
    assume(g.arguments and not kinds & {"call", "pick"})
    assume(all(s.symbol.is_symbol for s in g.arguments))
    point = plain(exact_point(t, seed))
    assume(point is not None)
    inputs = {key: float(v) for key, v in coordinates_at(g, point or {}).items()}
    by = [s.symbol for s in g.arguments]
    modes = [jacobian(t, by, mode=mode) for mode in ("forward", "backward")]
    try:
        first, second = ([float(v) for v in calculated(m, inputs)] for m in modes)
    except (ArithmeticError, ValueError, UndefinedError):
        assume(False)
    assume(max(map(abs, first)) < 1e5)
    assert close(first, second, 1e-6)
    symbol_, entry = next(iter(inputs))
    rows = len(list(g.roots()))
    step = 1e-6
    try:
        up = calculated(g, {**inputs, (symbol_, entry): inputs[symbol_, entry] + step})
        down = calculated(g, {**inputs, (symbol_, entry): inputs[symbol_, entry] - step})
    except (ArithmeticError, ValueError):
        assume(False)
    output = modes[0].outputs[0]
    columns = len(output.refs) // rows
    if output.name.endswith(f"_d{symbol_.name}") and entry == 0:
        slopes = [(float(p) - float(q)) / (2 * step) for p, q in zip(up, down, strict=True)]
        assume(max(map(abs, slopes)) < 1e3 and max(abs(float(v)) for v in up) < 1e3)
        assert close(first[: rows * columns : columns], slopes, 1e-3)


def test_jacobians_by_what_is_free() -> None:
    """A context's facts count too; what has a value, or is no symbol, is refused."""
    M = matrix("M")
    assert jacobian(M @ a, M).outputs[0].term_shape == (3, 9)
    assert jacobian(M @ a, M, context=Context(diagonal(M))).outputs[0].term_shape == (3, 3)
    assert jacobian(M @ a, [a, M, a]).outputs[1].name == "dresult_dM"
    assert jacobian(M @ a, []).outputs == []
    with pytest.raises(RewriteError, match="x has a value"):
        jacobian(x * a, x, {x: y})
    with pytest.raises(RewriteError, match="x has a value"):
        jacobian(x * a, x, context=Context(equals(x, y)))
    bad: Any
    for bad in (3, "x", x + y, [x, 3]):
        with pytest.raises(RewriteError, match="taken by symbols"):
            jacobian(x * a, bad)


def test_jacobians_do_not_swell() -> None:
    t: Any = x
    for _ in range(200):
        t = t * sin(t) + y
    g = jacobian(t, [x, y])
    assert len(g.reachable()) < 200 * 12
    q = quaternion("q", unit=True)
    assert [o.term_shape for o in jacobian(rotate(q, a), [q, a]).outputs] == [(3, 4), (3, 3)]


def test_jacobians_of_functions() -> None:
    f = function("g_", 2)
    g = jacobian(f(x, x * y), x)
    names = [g.values[n].name for n in g.reachable() if g.kinds[n] == "call"]
    assert sorted(names) == ["g__1'", "g__2'"]
    exp = function("exp_", 1, evaluate=lambda p: 2.718281828**p, derivative=lambda d, p: d * exp(p))
    assert ops(jacobian([exp(2 * x)], x)) == (2, 0, 0, 1)
    bad = function("bad_", 1, evaluate=lambda p: 1 if p > 0 else 0)
    with pytest.raises(NoDerivativeError):
        jacobian(bad(x), x)
    with pytest.raises(RewriteError, match="by symbols"):
        jacobian(x, x + y)  # type: ignore[arg-type]
    with pytest.raises(RewriteError, match="mode"):
        jacobian(x, x, mode="sideways")


def test_norms_and_floats() -> None:
    g = lower(norm(a), {a: (0.5, "h", 0)})
    assert close(calculated(g, {(g.arguments[0].symbol, 0): 1.2}), [1.3])
    assert floats((1, (2, 3))) == [1.0, [2.0, 3.0]]


def test_bodies_cost_the_same_however_many_there_are() -> None:
    """Long sums share what goes together, and what parameters they meet is added once for all."""

    def inertia(n: int) -> rw.Cost:
        parts = []
        for i in range(n):
            m, p = scalar(f"m{i}", constant=True), vector(f"p{i}")
            K = matrix(f"K{i}", diagonal=True, constant=True)
            turn = euler("xyz", [scalar(f"q{i}_{j}") for j in range(3)])
            parts.append(turn @ K @ turn.T - m * (tilde(p) @ tilde(p)))
        return ops(lower(rw.add(*parts)))

    three, six, twenty = inertia(3), inertia(6), inertia(20)
    assert six.total - three.total <= 3 * (45 + 6 * 16)
    assert twenty.multiplications == 20 * three.multiplications // 3
    assert twenty.total <= 20 * (45 + 6 * 16) + 25


def test_parameters_that_meet_in_sums_are_added_once() -> None:
    p, q = scalar("p", constant=True), scalar("q", constant=True)
    both = p - x * x
    assert ops(lower([(q - both) * y, z + q + both])).additions == 3


def test_an_opposite_that_is_an_output_serves_the_products_with_it() -> None:
    for ts in ([-x, -x * y], [z - y, -(x + y), (z - y) * (-(x + y))], [-x, -(x * y), x]):
        g = lower(ts)
        assert ops(g) <= cost(ts)
        point = {s: Fraction(n) for s, n in ((x, 2), (y, 3), (z, 7))}
        assert calculated(g, coordinates_at(g, point)) == [evaluate(t, point) for t in ts]


def test_a_product_of_inverses_is_calculated_as_the_inverse_of_a_product() -> None:
    A, B = matrices("A B")
    assert ops(A.inv @ B.inv).divisions == 1
    assert ops([A.inv @ B.inv, A.inv]).divisions == 2
    C = matrix("C", constant=True)
    split = ops(C.inv @ B.inv @ vector("a"))
    assert split.divisions == split.parameters.divisions == 1
    whole, at = A.inv @ B.inv @ A, random_assignment([A, B], random.Random(1))
    g = lower(whole)
    assert calculated(g, coordinates_at(g, at)) == flat(evaluate(whole, at))
