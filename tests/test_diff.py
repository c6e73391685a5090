"""Derivatives, by power series: of random terms by a scalar, a vector and time; and of motions."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from profiles import examples
from series import by_series, line, motion, moving
from terms import ALL_SYMBOLS, Q, S, V, _productions, terms

from rewrite import (
    Associative,
    Commutative,
    Context,
    Evaluation,
    FactError,
    LawError,
    Linear,
    NameClashError,
    NoDerivativeError,
    NotExactError,
    Parity,
    Quaternion,
    Scalar,
    SortError,
    UndefinedError,
    Vector,
    angular_velocity,
    conj,
    cos,
    cross,
    det,
    diff,
    dot,
    euler,
    free_symbols,
    from_json,
    function,
    identity,
    inv,
    matrix,
    mul,
    multilinear,
    norm,
    norm2,
    normal,
    number,
    operator,
    orthogonal,
    outer,
    parse,
    postorder,
    quat,
    quaternion,
    quaternion_of,
    quaternions,
    random_assignment,
    rot,
    rotate,
    rotation,
    rotation_matrix,
    rotations,
    scalar,
    scalar_part,
    scalars,
    sin,
    sqrt,
    subs,
    symbol,
    tilde,
    time,
    to_json,
    triad,
    variable,
    vector,
    vector_part,
    vectors,
    zero,
)
from rewrite.core.operators import OPAQUE
from rewrite.core.terms import intern
from rewrite.errors import EvaluateError

UNUSABLE = (FactError, UndefinedError, NotExactError, EvaluateError)  # exp has no series here
x, y, m = (ALL_SYMBOLS[n] for n in "xym")
a, b, c, u = (ALL_SYMBOLS[n] for n in "abcu")

MOVED: dict[Any, Any] = {
    x: scalar("xt", time=True),
    y: time,
    a: vector("at", time=True),
    u: vector("ut", unit=True, time=True),
    ALL_SYMBOLS["p"]: quaternion("pt", time=True),
    ALL_SYMBOLS["q"]: quaternion("qt", unit=True, time=True),
    ALL_SYMBOLS["A"]: matrix("At", time=True),
    ALL_SYMBOLS["R"]: rotation("Rt", time=True),
    ALL_SYMBOLS["J"]: matrix("Jt", symmetric=True, time=True),
    ALL_SYMBOLS["M22"]: rotation("M22t", 2),
}
"""Symbols that depend on time, in the place of those that do not."""


DENSE = {m: x, a: a + x * c, ALL_SYMBOLS["A"]: ALL_SYMBOLS["A"] + x * ALL_SYMBOLS["B"]}
DENSE[ALL_SYMBOLS["p"]] = ALL_SYMBOLS["p"] + x * ALL_SYMBOLS["q"]
"""What depends on x in the place of what does not, so that most terms do."""

kinds = st.sampled_from([S, V, Q, (3, 3)])


def values(t: Any, point: Any) -> list[Any]:
    return [Fraction(int(v.p), int(v.q)) for v in Evaluation(point).coordinates(t)]


def same(t: Any, s: Any, count: int = 3, context: Context | None = None) -> None:
    """Equal at exact random points."""
    for seed in range(count):
        point = random_assignment([t, s], seed, context)
        assert values(t, point) == values(s, point), (t, s)


# -- random terms ---------------------------------------------------------------------------------


def check_scalar(t: Any, by: Any, seed: int, order: int = 2) -> bool:
    """Whether a term could be compared with its series at a point."""
    try:
        derivatives = [diff(t, by, k) for k in range(1, order + 1)]
        point = random_assignment([t, *derivatives, by], seed)
        at = moving(point, {by: line(by, point[by], (1,), order)}, order)
        expected = [by_series(t, at, k) for k in range(1, order + 1)]
        found = [values(d, point) for d in derivatives]
    except UNUSABLE:
        return False
    assert found == expected
    return True


@given(kinds.flatmap(lambda kind: terms(kind, 14)), st.integers(0, 99))
def test_derivatives_by_a_scalar_are_those_of_series(t: Any, seed: int) -> None:
    check_scalar(subs(t, DENSE), x, seed)


@given(kinds.flatmap(lambda kind: terms(kind, 14)), st.integers(0, 99))
def test_derivatives_by_time_are_those_of_series(t: Any, seed: int) -> None:
    t = subs(t, MOVED)
    try:
        derivatives = [diff(t, time, k) for k in (1, 2)]
        point = random_assignment([t, *derivatives], seed)
        at = moving(point, motion(point, 2), 2)
        expected = [by_series(t, at, k) for k in (1, 2)]
        found = [values(d, point) for d in derivatives]
    except UNUSABLE:
        return
    assert found == expected


@given(st.sampled_from([S, V]).flatmap(lambda kind: terms(kind, 10)), st.integers(0, 99))
def test_gradients_and_jacobians_are_those_of_series(t: Any, seed: int) -> None:
    try:
        derivative = diff(t, a)
        point = random_assignment([t, derivative, a], seed)
        columns = []
        for i in range(3):
            direction = [int(i == k) for k in range(3)]
            at = moving(point, {a: line(a, point[a], direction, 1)}, 1)
            columns.append(by_series(t, at, 1))
        found = values(derivative, point)
    except UNUSABLE:
        return
    assert found == [columns[j][i] for i in range(len(columns[0])) for j in range(3)]


def test_most_random_terms_are_compared() -> None:
    """The tests above skip points where something is undefined: not many."""
    drawn: list[bool] = []

    @examples(60)
    @given(terms(max_leaves=8), st.integers(0, 99))
    def run(t: Any, seed: int) -> None:
        drawn.append(check_scalar(t, x, seed, 1))

    run()
    assert sum(drawn) > len(drawn) // 2


@given(terms(V, 8), terms(V, 8), terms(S, 8), st.integers(0, 99))
def test_linearity_and_leibniz(s: Any, t: Any, k: Any, seed: int) -> None:
    try:
        pairs = [
            (diff(s + 3 * t, x), diff(s, x) + 3 * diff(t, x)),
            (diff(k * s, x), diff(k, x) * s + k * diff(s, x)),
            (diff(cross(s, t), x), cross(diff(s, x), t) + cross(s, diff(t, x))),
            (diff(diff(s, x), y), diff(diff(s, y), x)),
        ]
        point = random_assignment([p for pair in pairs for p in pair], seed)
        found = [(values(p, point), values(q, point)) for p, q in pairs]
    except UNUSABLE:
        return
    for left, right in found:
        assert left == right


@given(terms(S, 6), terms(S, 6), st.integers(0, 99))
def test_chain_rule(outside: Any, inside: Any, seed: int) -> None:
    z = scalar("z")
    outside = subs(outside, {x: z})
    whole = subs(outside, {z: inside})
    try:
        by_parts = subs(diff(outside, z), {z: inside}) * diff(inside, x)
        point = random_assignment([whole, by_parts, diff(whole, x)], seed)
        found = values(diff(whole, x), point), values(by_parts, point)
    except UNUSABLE:
        return
    assert found[0] == found[1]


@given(terms(max_leaves=10))
def test_a_derivative_has_the_sort_of_its_term_and_is_normal(t: Any) -> None:
    try:
        d = diff(t, x)
    except UndefinedError:
        return
    assert (d.sort, d.shape) == (t.sort, t.shape)
    assert normal(d) is d
    if x not in free_symbols(t):
        assert d == 0


# -- the standard operators -----------------------------------------------------------------------

OPERANDS: dict[Any, list[Any]] = {
    S: [x**2 * y + x, x + y, x * m],
    V: [a + x * b, b + x**2 * c, c - x * a],
    "exponent": [number(-3)],
    "root": [number(2)],
}
for _kind, (_p, _q) in {Q: "pq", (3, 3): "AB", (2, 2): ("M22", "N22")}.items():
    _p, _q = ALL_SYMBOLS[_p], ALL_SYMBOLS[_q]
    OPERANDS[_kind] = [_p + x * _q, _q - x**2 * _p, _p - _q * x]
PRODUCTIONS = [pair for kind in (S, V, Q, (3, 3)) for pair in _productions(kind)]


def _has_series(op: Any, of: tuple[Any, ...]) -> bool:
    """Whether an operator and its operands can be evaluated on series; tests of functions such as
    exp, whose values are not rational, stand in test_functions."""
    return all(kind in OPERANDS for kind in of) and op.evaluate is None


@pytest.mark.parametrize(("op", "of"), [p for p in PRODUCTIONS if _has_series(*p)])
def test_every_standard_operator(op: Any, of: tuple[Any, ...]) -> None:
    t = op.build(tuple(OPERANDS[kind][i % len(OPERANDS[kind])] for i, kind in enumerate(of)))
    compared = [check_scalar(t, x, seed) for seed in range(4)]
    assert any(compared) or op in (norm, sqrt)  # which are rarely rational: see below


@pytest.mark.parametrize(
    ("t", "point"),
    [
        (norm(a + x * b), {x: 1, a: (1, 2, 3), b: (0, 0, -1)}),
        (sqrt(x * y), {x: 2, y: 8}),
        (norm(quat(x, a)), {x: 1, a: (2, 2, 4)}),
    ],
)
def test_roots(t: Any, point: Any) -> None:
    at = moving(point, {x: line(x, point[x], (1,), 2)}, 2)
    for order in (1, 2):
        assert values(diff(t, x, order), point) == by_series(t, at, order)


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_determinants_of_every_size(n: int) -> None:
    A, B = matrix("D", n), matrix("E", n)
    t = det(A + x * B)
    point = random_assignment([t], 1)
    at = moving(point, {x: line(x, point[x], (1,), 2)}, 2)
    for k in (1, 2):
        assert values(diff(t, x, k), point) == by_series(t, at, k)


def test_determinant_of_a_singular_matrix_and_of_an_invertible_one() -> None:
    A = matrix("A", 3)
    B = matrix("B", 3, invertible=True)
    assert inv.build((A,)) not in postorder(diff(det(x * A + A), x))
    assert values(
        diff(det(A + x * outer(a, b)), x), {A: [[0] * 3] * 3, x: 0, a: (1, 2, 3), b: (1,) * 3}
    ) == [0]
    assert diff(det(x * B), x) == normal(3 * x**2 * det(B))


def test_powers_of_matrices_and_quaternions() -> None:
    A, B = matrix("A"), matrix("B")
    assert diff((A + x * B) ** 2, x) == normal((A + x * B) @ B + B @ (A + x * B))
    for n in (-3, -1, 3, 9, 21):
        t = (A + x * B) ** n
        assert check_scalar(t, x, 1)
    p, q = quaternions("p q")
    assert check_scalar((p + x * q) ** 7, x, 1)
    assert check_scalar((p + x * q) ** -2, x, 1)
    assert len(list(postorder(diff((A + x * B) ** 1000, x)))) < 300


def test_inverses() -> None:
    A, B = matrix("A"), matrix("B")
    X = A + x * B
    assert diff(X.inv, x) == normal(-X.inv @ B @ X.inv)
    p, q = quaternions("p q")
    assert diff((p + x * q).inv, x) == normal(-(p + x * q).inv * q * (p + x * q).inv)
    assert diff(x.inv, x) == normal(-(x**-2))


def test_lengths() -> None:
    assert diff(norm2(a + x * b), x) == normal(2 * dot(a + x * b, b))
    assert diff(norm(a), a) == normal(a / norm(a))
    same(diff(sqrt(dot(a, a)), a), a / norm(a))
    q = quaternion("q", time=True)
    assert diff(norm2(q), time) == normal(2 * scalar_part(conj(q) * diff(q, time)))


def test_rotations_about_an_axis() -> None:
    k = scalar("k")
    assert diff(rot(u, k * x), x) == normal(k * tilde(u) @ rot(u, k * x))
    assert check_scalar(rot(a, x), x, 1)
    assert check_scalar(rot(x * a, y), x, 1)
    assert check_scalar(rot(a + x * b, x), x, 2)


def test_gradients() -> None:
    A, J = matrix("A"), matrix("J", symmetric=True)
    assert diff(dot(a, J @ a) / 2, a) == J @ a
    assert diff(dot(a, J @ a) / 2, a, 2) == J
    assert diff(dot(a, b), a) is b
    assert diff(dot(b, c), a) is zero(Vector)
    assert diff(a, a) is identity(3)
    assert diff(b, a) is zero((3, 3))
    same(
        diff(cross(a, cross(a, b)), a),
        tilde(a) @ tilde(a) * 0 - tilde(cross(a, b)) - tilde(a) @ tilde(b),
    )
    same(diff(norm(a) ** 3, a), 3 * norm(a) * a)
    same(diff(dot(b, A @ tilde(a) @ A @ c), a), diff(dot(b, A @ cross(a, A @ c)), a))
    f = function("f")
    assert diff(f(dot(a, b)), a).op.name == "scale"
    from rewrite import vee

    t = vee(A @ tilde(a) @ matrix("B"))
    same(diff(t, a) @ b, subs(t, {a: b}))  # no left factor is known: by coordinates


# -- named functions, operators and sorts of users -------------------------------------------------


def test_named_functions() -> None:
    f, g = function("f"), function("g", 2)
    assert str(diff(f(x) ** 2, x)) == "2*f(x)*f'(x)"
    assert str(diff(f(2 * x), x, 3)) == "8*f'''(2*x)"
    assert str(diff(g(x, x), x)) == "g_1'(x, x) + g_2'(x, x)"
    assert diff(diff(g(x, y), x), y) is diff(diff(g(x, y), y), x)
    assert str(diff(diff(g(x, y), x), y)) == "g_12'(x, y)"
    t = f(x * y) * g(f(x), x + y)
    assert check_scalar(t, x, 1)
    d = diff(t, x, 2)
    assert parse(str(d), [x, y, f, g]) is d
    assert from_json(to_json(d), [f, g]) is d
    assert pickle.loads(pickle.dumps(d)) is d
    even = function("even", laws=[Parity(odd=False)])
    assert diff(even(-x), x) == diff(even(x), x)
    assert normal(partial_of(even, -x)) == normal(-partial_of(even, x))


def partial_of(f: Any, at: Any) -> Any:
    z = scalar("z")
    return subs(diff(f(z), z), {z: at})


def test_names_of_derivatives_do_not_meet() -> None:
    h, h_1 = function("h", 2), function("h_1")
    diff(h(x, y), x)
    with pytest.raises(NameClashError, match="rename one of the two"):
        diff(h_1(x), x)


def test_curves() -> None:
    """An operator of scalars that gives a vector is a curve or surface."""
    r = operator("r", Scalar, Scalar, result=Vector)
    d = diff(r(x, x * y), x)
    assert (str(d), d.sort) == ("r_1'(x, x*y) + y*r_2'(x, x*y)", Vector)


def test_operators_that_declare_their_derivative() -> None:
    exp: Any = function("growth", derivative=lambda d, x: d * exp(x))
    assert diff(exp(2 * x), x, 2) == normal(4 * exp(2 * x))
    log: Any = function("growth_back", evaluate=lambda x: x, derivative=lambda d, x: d / x)
    assert diff(log(exp(x)), x) == 1
    hyper: Any = operator(
        "hyper",
        Scalar,
        Vector,
        result=Vector,
        laws=multilinear_at_two(),
        derivative=[lambda d, x, v: d * hyper(x, v), None],
    )
    assert diff(hyper(x, x * a), x) == normal(hyper(x, a) + x * hyper(x, a))
    pair: Any = operator("pair", Scalar, Scalar, result=Vector, derivative="linear")
    assert diff(pair(x**2, y), x) == pair(2 * x, number(0))


def multilinear_at_two() -> Any:
    from rewrite.core.linear import add

    return multilinear(add, at=(1,))


def test_a_bilinear_operator_obeys_the_product_rule_by_its_laws() -> None:
    from rewrite.core.linear import add

    bracket: Any = operator("bracket", Vector, Vector, result=Vector, laws=multilinear(add))
    s, t = x * a + b, x**2 * c
    assert diff(bracket(s, t), x) == normal(bracket(a, t) + bracket(s, 2 * x * c))


def test_sorts_of_the_user() -> None:
    class Screw(Linear):
        "A screw."

        dimension = 6

    X, Y = symbol("X", Screw), symbol("Y", Screw, time=True)
    assert diff(x**2 * X + Y, x) == normal(2 * x * X)
    d = diff(time * X + x * Y, time)
    assert str(d) == "X + x*Y'"
    assert d.sort is Screw


# -- errors ---------------------------------------------------------------------------------------


def test_operators_without_a_derivative_are_refused_by_name() -> None:
    meet = operator("meet", Vector, Vector, result=Vector, laws=[Associative(), Commutative()])
    with pytest.raises(NoDerivativeError, match=r"operator 'meet' has no derivative.*derivative="):
        diff(meet(a, x * b), x)
    assert diff(meet(a, b), x) == 0
    given_only = function("given_only", evaluate=lambda v: v)
    with pytest.raises(NoDerivativeError, match="'given_only' has no derivative"):
        diff(given_only(x), x)
    wrong: Any = operator("wrong", Vector, result=Vector, derivative=lambda d, v: dot(d, v))
    with pytest.raises(SortError, match=r"the derivative of wrong\(x\*a\) is Scalar, needs Vector"):
        diff(wrong(x * a), x)
    with pytest.raises(NoDerivativeError, match="variable of a rule"):
        diff(x * variable("k", Scalar), x)
    with pytest.raises(NoDerivativeError, match="in a way that is not known"):
        diff(intern(OPAQUE, (), Scalar, (1, 1), "Ei(Symbol('x'))"), x)
    hidden = scalar("hidden", time=True)
    with pytest.raises(NoDerivativeError, match="in a way that is not known"):
        diff(intern(OPAQUE, (), Scalar, (1, 1), "Ei(Symbol('hidden'))"), time)
    assert diff(intern(OPAQUE, (), Scalar, (1, 1), "Ei(Symbol('k'))") * hidden, x) == 0


def test_arguments_are_checked() -> None:
    A = matrix("A")
    for by in (x + 1, A, quaternion("q"), 3, "x", number(2)):
        with pytest.raises(SortError, match="be a scalar or vector symbol"):
            diff(x, by)  # type: ignore[call-overload]
    with pytest.raises(SortError, match="cannot vary freely"):
        diff(dot(u, a), u)
    for t in (A, quat(x, a), a.T):
        with pytest.raises(SortError, match="has no sort"):
            diff(t, a)  # type: ignore[call-overload]
    with pytest.raises(SortError, match="has no sort"):
        diff(dot(a, a), a, 3)
    for order in (-1, True, 1.0):
        with pytest.raises(SortError, match="order"):
            diff(x, x, order)  # type: ignore[arg-type]
    with pytest.raises(SortError, match="linear sorts"):
        diff(3, x)  # type: ignore[call-overload]
    with pytest.raises(FactError, match="constant and depend on time"):
        scalar("k", constant=True, time=True)
    assert diff(x * x, x, 0) == x**2


def test_declarations_of_derivatives_are_checked() -> None:
    with pytest.raises(LawError, match="2 functions, one for each operand"):
        operator("bad", Scalar, Scalar, result=Scalar, derivative=lambda d, x, y: d)
    with pytest.raises(LawError, match="any number of operands"):
        operator(
            "bad", Scalar, Scalar, result=Scalar, laws=[Associative()], derivative=[None, None]
        )
    with pytest.raises(LawError, match="functions"):
        operator("bad", Scalar, result=Scalar, derivative="lineal")


# -- symbols that depend on time ------------------------------------------------------------------


def test_rates_keep_the_facts_that_are_linear() -> None:
    kept = {"symmetric": 1, "antisymmetric": 1, "diagonal": 1, "invertible": 0, "nonzero": 0}
    for fact, stays in kept.items():
        d: Any = diff(matrix("F", time=True, **{fact: True}), time)
        assert d.name == "F'"
        assert d.value.time
        assert (fact in d.value.facts) == bool(stays)
    assert "pure" in diff(quaternion("P", pure=True, time=True), time).value.facts  # type: ignore
    assert diff(scalar("x"), time) == 0
    assert diff(time**2 * a, time) == normal(2 * time * a)
    assert diff(matrix("D", diagonal=True, rotation=True, time=True), time) == 0
    with pytest.raises(NoDerivativeError, match="cannot move freely"):
        diff(matrix("H", symmetric=True, rotation=True, time=True), time)


def test_a_time_derivative_is_a_symbol_to_differentiate_by() -> None:
    """Lagrange's equation of a pendulum."""
    g, k, th = scalar("g"), scalar("k"), scalar("th", time=True)
    speed: Any = diff(th, time)
    L = m * k**2 * speed**2 / 2 + m * g * k * cos(th)
    equation = diff(diff(L, speed), time) - diff(L, th)
    assert normal(equation) == normal(m * k**2 * diff(th, time, 2) + m * g * k * sin(th))


def test_a_unit_vector_stays_one() -> None:
    v = vector("v", unit=True, time=True)
    assert normal(dot(v, diff(v, time))) == 0
    same(dot(v, diff(v, time, 2)), -norm2(diff(v, time)))
    q = quaternion("q", unit=True, pure=True, time=True)
    same(diff(q * q, time), zero(Quaternion))
    same(scalar_part(diff(q, time)), number(0))


def test_rotations_of_other_sizes() -> None:
    R = rotation("R", 2, time=True)
    W = R.T @ diff(R, time)
    assert normal(W + W.T) == 0
    assert normal(W).name == "R_W"


# -- rigid bodies ---------------------------------------------------------------------------------

R, R2, R3 = rotations("R1 R2 R3", time=True)
q, p = quaternions("qb pb", unit=True, time=True)
r = vector("rb")


def test_the_kinematic_equations() -> None:
    w, W = angular_velocity(R), angular_velocity(R, "space")
    assert str(w) == "R1_w"
    assert diff(R, time) == normal(R @ tilde(w))
    same(diff(R, time), tilde(W) @ R)
    w, W = angular_velocity(q), angular_velocity(q, "space")
    assert diff(q, time) == normal(q * quat(number(0), w) / 2)
    same(diff(q, time), quat(number(0), W) * q / 2)
    same(scalar_part(conj(q) * diff(q, time)), number(0))
    same(diff(rotation_matrix(q), time), rotation_matrix(q) @ tilde(w))
    same(angular_velocity(rotation_matrix(q), "space"), W)


i, j, k = vectors("i j k", unit=True)
al, be, ga = scalars("al be ga", time=True)


@pytest.mark.parametrize(
    "turn",
    [
        R,
        R @ R2,
        (R @ R2 @ R3).T,
        R.inv @ R2**3 @ R3,
        rot(i, al) @ rot(j, be) @ rot(k, ga),
        rot(i, al).T @ R @ rotation("C") @ rotation_matrix(q).T,
        rot(vector("v", unit=True, time=True), al),
        rotation_matrix(q * conj(p)),
        rotation_matrix(p) @ rotation_matrix(conj(q)) @ R,
        rot(rotate(q, i), al),
        euler("xyz", (al, be, ga)),
        rotation_matrix(quaternion_of(rotate(q, i), al)),
    ],
)
def test_angular_velocities_of_matrices(turn: Any) -> None:
    w, W = angular_velocity(turn), angular_velocity(turn, "space")
    d = diff(turn, time)
    same(d, turn @ tilde(w), 2)
    same(d, tilde(W) @ turn, 2)
    same(turn @ w, W, 2)


@pytest.mark.parametrize(
    "turn",
    [
        q,
        q * p,
        conj(q * p) * q,
        -q,
        q.inv,
        q**3 * p,
        q * quaternion("n", unit=True),
        quaternion("pu", unit=True, pure=True, time=True) * q,
        quaternion_of(i, al) * q * conj(quaternion_of(vector("v", unit=True, time=True), be)),
        quat(scalar_part(q), vector_part(q)) * p,
    ],
)
def test_angular_velocities_of_quaternions(turn: Any) -> None:
    w, W = angular_velocity(turn), angular_velocity(turn, "space")
    d = diff(turn, time)
    same(d, turn * quat(number(0), w) / 2, 2)
    same(d, quat(number(0), W) * turn / 2, 2)
    same(angular_velocity(rotation_matrix(turn)), w, 2)


def test_angular_velocity_by_a_parameter() -> None:
    assert angular_velocity(rot(i, 2 * x) @ R, "space", x) == normal(2 * i)
    assert angular_velocity(rotation("C")) is zero(Vector)


def test_angular_velocity_checks_its_arguments() -> None:
    with pytest.raises(NoDerivativeError, match="A is not known to be a rotation"):
        angular_velocity(matrix("A", time=True))
    with pytest.raises(NoDerivativeError, match=r"rot\(a, al\) is not known to be"):
        angular_velocity(rot(a, al))
    with pytest.raises(NoDerivativeError, match="g is not known to be a unit quaternion"):
        angular_velocity(quaternion("g", time=True))
    with pytest.raises(NoDerivativeError, match="not known to be a rotation"):
        angular_velocity(-R)
    with pytest.raises(SortError, match="axes"):
        angular_velocity(R, "inertial")  # type: ignore[arg-type]
    with pytest.raises(SortError, match="3×3"):
        angular_velocity(rotation("T", 2, time=True))
    with pytest.raises(SortError, match="not the vector"):
        angular_velocity(R, "body", a)


def test_transport() -> None:
    s = vector("s", time=True)
    v = diff(R @ s, time)
    w = angular_velocity(R)
    ds = diff(s, time)
    assert v == normal(R @ (ds + cross(w, s))) or v == normal(R @ ds + R @ cross(w, s))
    dw, dds = diff(w, time), diff(ds, time)
    inside = dds + cross(dw, s) + 2 * cross(w, ds) + cross(w, cross(w, s))
    same(diff(R @ s, time, 2), R @ inside)
    same(
        diff(rotate(q, s), time, 2),
        rotate(q, subs(inside, {w: angular_velocity(q), dw: diff(angular_velocity(q), time)})),
    )


def test_a_body_driven_three_ways() -> None:
    """Bryant angles, a quaternion and a rotation matrix: velocities and accelerations agree."""
    bryant = rot(i, al) @ rot(j, be) @ rot(k, ga)
    half: Any = [quat(cos(e / 2), sin(e / 2) * n) for e, n in ((al, i), (be, j), (ga, k))]
    of_angles = mul(*half)
    w = angular_velocity(bryant)
    dw = diff(w, time)
    frame = Context(triad(i, j, k))
    assert angular_velocity(quaternion_of(i, al)) == angular_velocity(rot(i, al))
    same(angular_velocity(of_angles), w, 2)
    same(angular_velocity(conj(of_angles)), angular_velocity(bryant.T), 2)
    same(2 * vector_part(conj(of_angles) * diff(of_angles, time)), w, 2, frame)
    same(diff(rotation_matrix(of_angles) @ r, time), diff(bryant @ r, time), 2, frame)
    for turned, own, whole in (
        (R @ r, angular_velocity(R), R),
        (rotate(q, r), angular_velocity(q), rotation_matrix(q)),
        (rotation_matrix(q) @ r, angular_velocity(q), rotation_matrix(q)),
    ):
        for order in (1, 2):
            seen = whole.T @ diff(turned, time, order)
            seen = subs(normal(seen), {own: w, diff(own, time): dw})
            same(seen, bryant.T @ diff(bryant @ r, time, order), 2, frame)


def test_third_derivative_of_a_rotated_point() -> None:
    t = rotate(q, r) + R @ R2 @ r
    d = [diff(t, time, k) for k in (1, 2, 3)]
    point = random_assignment([t, *d], 5)
    at = moving(point, motion(point, 3), 3)
    for k in (1, 2, 3):
        assert values(d[k - 1], point) == by_series(t, at, k)


def test_context_is_used_on_the_result() -> None:
    v = vector("v", time=True)
    d = diff(dot(a, v), time)
    assert normal(d, Context(orthogonal(a, diff(v, time)))) == 0


# -- growth ---------------------------------------------------------------------------------------


def letters(t: Any) -> int:
    return sum(1 + len(s.args) for s in postorder(t))


def test_chains_of_rotations_grow_little() -> None:
    sizes = []
    for n in (64, 256):
        chain = mul(*rotations(" ".join(f"R{k}" for k in range(n)), time=True), r)
        sizes.append(letters(diff(chain, time)))
        assert letters(angular_velocity(mul(*chain.args[:-1]), "space")) < 20 * n
    assert sizes[1] < 6 * sizes[0]


def test_deep_and_shared_terms() -> None:
    t: Any = x
    for _ in range(3000):
        t = sin(t)
    assert letters(diff(t, x)) < 5 * 3000 * 2
    s: Any = x
    for _ in range(40):
        s = s * s + y
    v: Any = x * a
    for _ in range(200):
        v = cross(v, b) + cross(v, c)
    for order in (1, 2):
        assert letters(diff(s, x, order)) < 40_000
        assert letters(diff(v, x, order)) < 4_000
