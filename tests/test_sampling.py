"""Random points: exactly on their manifolds, all over them, awkward ones among them."""

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rewrite import (
    Context,
    FactError,
    Linear,
    Matrix,
    Quaternion,
    Scalar,
    Term,
    Vector,
    collinear,
    cos,
    cross,
    det,
    diagonal,
    dot,
    equals,
    function,
    invertible,
    matrices,
    matrix,
    nonzero,
    norm,
    norm2,
    orthogonal,
    pi,
    quaternion,
    rot,
    rotate,
    rotation,
    rotations,
    scalar,
    scalars,
    sin,
    sqrt,
    symbol,
    symmetric,
    trace,
    triad,
    unit,
    vectors,
)
from rewrite.core.context import RELATIONS
from rewrite.core.facts import KINDS, Kind, closure
from rewrite.core.operators import OPAQUE
from rewrite.core.terms import intern
from rewrite.evaluation.evaluate import Angle, Evaluation, Modular, evaluate
from rewrite.evaluation.random_points import CHECKS
from rewrite.evaluation.sampling import Sampler, random_assignment, satisfies

a, b, c, d = vectors("a b c d")
u, v, w, e, f = vectors("u v w e f", unit=True)
R, Q = rotations("R Q")
A, B = matrices("A B")
S = matrix("S", symmetric=True)
O = matrix("O", orthogonal=True)  # noqa: E741
x, y, z = scalars("x y z")
θ, φ = scalars("θ φ")
DOMAINS = ["exact", "modular"]


def draws(terms: Any, n: int = 200, **more: Any) -> list[Any]:
    sampler = Sampler(terms, more.pop("context", None), more.pop("domain", "exact"))
    random = Random(5)
    return [sampler.draw(random, **more) for _ in range(n)]


# -- every kind -----------------------------------------------------------------------------------

_MATRIX_FACTS = ("symmetric", "antisymmetric", "diagonal", "rotation", "orthogonal", "invertible")


@st.composite
def kinds(draw: Any) -> Any:
    """A symbol with any facts that may stand together."""
    sort = draw(st.sampled_from([Scalar, Vector, Quaternion, Matrix, Matrix]))
    shape: Any = sort.default_shape
    names: tuple[str, ...] = ("nonzero", "constant")
    if sort is Matrix:
        n = draw(st.integers(2, 5))
        shape = (n, n) if draw(st.booleans()) else (n, draw(st.integers(2, 4)))
        names += _MATRIX_FACTS if shape[0] == shape[1] else ()
    elif sort in (Vector, Quaternion):
        names += ("unit", "pure") if sort is Quaternion else ("unit",)
    facts = draw(st.sets(st.sampled_from(names), max_size=3))
    try:
        closure(facts, sort, shape, "t")
    except FactError:
        facts = set()
    return symbol("t", sort, shape, **dict.fromkeys(facts, True))


@given(kinds(), st.integers(0, 10**9), st.booleans(), st.sampled_from(DOMAINS))
def test_points_satisfy_their_facts(t: Term, seed: int, awkward: bool, domain: str) -> None:
    point = random_assignment(t, seed, awkward=awkward, domain=domain)
    assert list(point) == [t]
    assert satisfies(point, None, domain)


def test_checks_know_every_kind_of_fact() -> None:
    assert set(CHECKS) == set(KINDS)


@pytest.mark.parametrize(
    ("t", "value"),
    [
        (S, ((1, 2, 3), (2, 1, 4), (3, 5, 1))),
        (matrix("K", antisymmetric=True), ((1, 2, 3), (-2, 0, 4), (-3, -4, 0))),
        (matrix("D", diagonal=True), ((1, 0, 1), (0, 1, 0), (0, 0, 1))),
        (O, ((1, 0, 0), (0, 1, 0), (0, 0, 2))),
        (R, ((1, 0, 0), (0, 1, 0), (0, 0, -1))),
        (matrix("J", invertible=True), ((1, 2, 3), (2, 4, 6), (0, 1, 1))),
        (u, (1, 0, Fraction(1, 9))),
        (quaternion("h", pure=True), (1, 0, 0, 0)),
        (scalar("k", nonzero=True), 0),
    ],
)
def test_satisfies_sees_what_is_wrong(t: Term, value: Any) -> None:
    assert not satisfies({t: value})


def test_satisfies_sees_broken_relations() -> None:
    point = {a: (1, 0, 0), b: (0, 2, 0), c: (0, 0, 1)}
    assert satisfies(point, Context(orthogonal(a, b), orthogonal(b, c)))
    assert not satisfies(point, Context(collinear(a, b)))
    assert not satisfies(point, Context(triad(a, b, c)))
    assert not satisfies({a: (1, 0, 0), b: (0, 0, 1), c: (0, 1, 0)}, Context(triad(a, b, c)))
    assert satisfies(point, Context(unit(a)))
    assert not satisfies(point, Context(unit(b)))
    assert not satisfies(point, Context(equals(dot(b, b), 5)))


def test_the_same_seed_gives_the_same_point() -> None:
    terms = [a, u, R, S, O, x, sin(θ), quaternion("q", unit=True)]
    assert random_assignment(terms, 7, awkward=True) == random_assignment(terms, 7, awkward=True)
    assert random_assignment(terms, 7) != random_assignment(terms, 8)
    assert set(random_assignment(terms)) == set(random_assignment(terms, Random(3)))


def test_numbers_are_small() -> None:
    for point in draws([a, u, R, x], 50):
        numbers = [*point[a], *point[u], point[x], *(k for row in point[R] for k in row)]
        assert max(max(abs(k.numerator), k.denominator) for k in numbers) <= 27 * 27


def test_numbers_modulo_a_prime_are_not() -> None:
    assert max(point[x] for point in draws(x, 20, domain="modular")) > 2**58
    assert all(point[x] < 101 for point in draws(x, 20, domain=Modular(101)))


# -- coverage -------------------------------------------------------------------------------------


def test_rotations_cover_half_turns_and_all_octants() -> None:
    traces = [evaluate(trace(R), point) for point in draws(R, 400)]
    assert traces.count(-1) > 3
    assert min(traces) == -1
    assert max(traces) > 2
    axes = Counter(tuple(k > 0 for k in point[u]) for point in draws(u, 400))
    assert len(axes) == 8


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_orthogonal_matrices_have_both_determinants(n: int) -> None:
    M = matrix("M", n, n, orthogonal=True)
    signs = Counter(evaluate(det(M), point) for point in draws(M, 60))
    assert set(signs) == {1, -1}
    assert min(signs.values()) > 10


def test_symmetric_orthogonal_matrices_have_every_signature() -> None:
    M = matrix("M", symmetric=True, orthogonal=True)
    assert {evaluate(trace(M), point) for point in draws(M)} == {-3, -1, 1, 3}
    M = matrix("M", symmetric=True, rotation=True)
    assert {evaluate(trace(M), point) for point in draws(M)} == {-1, 3}
    M = matrix("M", diagonal=True, rotation=True)
    assert len({point[M] for point in draws(M)}) == 4
    M = matrix("M", 2, 2, antisymmetric=True, orthogonal=True)
    assert len({point[M] for point in draws(M)}) == 2
    M = matrix("M", 4, 4, antisymmetric=True, orthogonal=True)
    assert len({point[M] for point in draws(M)}) > 100


def test_unit_quaternions_cover_the_sphere() -> None:
    q = quaternion("q", unit=True)
    signs = Counter(tuple(k >= 0 for k in point[q]) for point in draws(q, 600))
    assert len(signs) == 16


def test_rotations_turn_what_they_should() -> None:
    """The images of an axis reach everywhere, so no direction is preferred by construction."""
    images = {point[R][0] for point in draws(R, 300)}
    assert len(images) > 100


def test_awkward_points_occur() -> None:
    seen: Counter[str] = Counter()
    q = quaternion("q", unit=True)
    p = quaternion("p")
    for point in draws([a, b, c, x, y, A, R, Q, q, p, u, sin(θ)], 400, awkward=True):
        at = Evaluation(point)
        seen["zero vector"] += not any(point[a])
        seen["parallel"] += any(point[a]) and any(point[b]) and not any(at(cross(a, b)))
        seen["equal"] += point[a] == point[b] != (0, 0, 0)
        seen["opposite"] += at(a + b) == (0, 0, 0) != point[a]
        seen["orthogonal"] += at(dot(a, b)) == 0 and any(at(cross(a, b)))
        seen["axis"] += sorted(map(abs, point[c])) == [0, 0, 1]
        seen["equal scalars"] += point[x] == point[y] != 0
        seen["opposite scalars"] += point[x] == -point[y] != 0
        seen["zero scalar"] += point[x] == 0
        seen["zero matrix"] += not any(map(any, point[A]))
        seen["singular"] += any(map(any, point[A])) and at(det(A)) == 0
        seen["identity"] += at(A**0) == point[A]
        seen["no turn"] += at(trace(R)) == 3
        seen["half turn"] += at(trace(R)) == -1
        seen["quarter turn"] += at(trace(R)) == 1 and at(R**4) == at(R**0) != at(R**2)
        seen["equal turns"] += point[R] == point[Q]
        seen["unit quaternion"] += abs(point[q][0]) == 1
        seen["zero quaternion"] += not any(point[p])
        seen["unit axis"] += sorted(map(abs, point[u])) == [0, 0, 1]
        for name, place in (("0", (1, 0)), ("π/2", (0, 1)), ("π", (-1, 0))):
            seen[f"angle {name}"] += (point[θ].cos, point[θ].sin) == place
    assert {name: count for name, count in seen.items() if not count} == {}


def test_awkward_is_how_often() -> None:
    rarely = sum(not any(point[a]) for point in draws([a], 300, awkward=0.05))
    often = sum(not any(point[a]) for point in draws([a], 300, awkward=1.0))
    assert rarely < 20 < often


# -- relations ------------------------------------------------------------------------------------

CONTEXTS = [
    Context(orthogonal(a, b)),
    Context(orthogonal(u, v)),
    Context(orthogonal(u, a), unit(a)),
    Context(orthogonal(a, b), orthogonal(b, c), orthogonal(c, a)),
    Context(orthogonal(d, a), orthogonal(d, b), orthogonal(d, c), nonzero(d)),
    Context(orthogonal(u, v), orthogonal(u, w), orthogonal(u, e)),
    Context(orthogonal(u, v), orthogonal(v, w), orthogonal(w, e), orthogonal(e, u)),
    Context(*(orthogonal(*pair) for pair in ((u, v), (v, w), (w, e), (e, f), (f, u)))),
    Context(collinear(a, b), collinear(b, c), nonzero(a), nonzero(c)),
    Context(collinear(u, v), collinear(a, u)),
    Context(triad(u, v, w)),
    Context(triad(a, b, c)),
    Context(triad(u, v, w), triad(u, e, f)),
    Context(triad(u, v, w), collinear(a, w), orthogonal(b, u), orthogonal(b, v)),
    Context(orthogonal(u, v), collinear(v, a), orthogonal(a, b)),
    Context(orthogonal(R @ a, b + c), orthogonal(u, R @ v)),
    Context(orthogonal(cross(a, b), c)),
    Context(symmetric(R), rotation(O), diagonal(S)),
    Context(invertible(A), nonzero(x), invertible(A @ B), nonzero(x * y)),
    Context(equals(a + b, c)),
    Context(equals(R @ u, v)),
    Context(equals(R @ a, b)),
    Context(equals(A @ u, 0)),
    Context(equals(x, 0)),
    Context(equals(dot(a, b), 3)),
    Context(equals(dot(a, a), 4), orthogonal(a, b)),
    Context(equals(dot(a, a), x), equals(x, 9)),
    Context(equals(det(O), -1)),
    Context(equals(trace(S), 0)),
    Context(equals(dot(a, a), x**2), nonzero(x)),
    Context(equals(x + y, 2 * z), equals(x, y)),
    Context(equals(a, 2 * b), unit(b)),
    Context(equals(dot(a, b), x + 1)),
    Context(equals(norm2(quaternion("q")), 9), unit(a)),
]


@pytest.mark.parametrize("awkward", [False, True])
@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("context", CONTEXTS, ids=str)
def test_points_satisfy_their_context(context: Context, domain: str, awkward: bool) -> None:
    for point in draws([a, x], 15, context=context, domain=domain, awkward=awkward):
        assert satisfies(point, context, domain)
        assert {a, x} <= set(point)


@pytest.mark.parametrize("context", CONTEXTS, ids=str)
def test_related_points_are_not_all_degenerate(context: Context) -> None:
    points = draws([], 15, context=context)
    for t in points[0]:
        if t.sort is Vector:
            assert sum(any(point[t]) for point in points) > 5


def test_orthogonal_unit_vectors_are_generic() -> None:
    points = draws([], 60, context=Context(orthogonal(u, v), orthogonal(v, w)))
    angles = {abs(evaluate(dot(u, w), point)) for point in points}
    assert len(angles) > 10


def test_triads_are_right_handed_and_anywhere() -> None:
    points = draws([], 60, context=Context(triad(a, b, c)))
    assert all(evaluate(dot(cross(a, b), c), point) == 1 for point in points)
    assert len({point[a] for point in points}) > 30


def test_facts_of_the_context_join_those_of_the_symbol() -> None:
    for point in draws([], 30, context=Context(symmetric(R))):
        assert evaluate(R @ R, point) == evaluate(R**0, point)
    with pytest.raises(FactError):
        draws([], context=Context(symmetric(matrix("K", antisymmetric=True, nonzero=True))))


@pytest.mark.parametrize(
    "context",
    [
        Context(*(orthogonal(s, t) for s in (u, v, w, e) for t in (u, v, w, e) if s.name < t.name)),
        Context(orthogonal(u, v), collinear(u, v)),
        Context(equals(x**2 + y**2, -1)),
        Context(equals(trace(R), 5)),
    ],
    ids=str,
)
def test_impossible_contexts_are_refused(context: Context) -> None:
    with pytest.raises(FactError, match="no point of Context"):
        random_assignment([], 1, context)


def test_a_relation_of_the_users_own() -> None:
    RELATIONS["mirrored/2"] = lambda s, t: ([(s + t, 0)], [])
    try:
        from rewrite.core.facts import fact

        context = Context(fact("mirrored", a, b))
        for point in draws([], 10, context=context):
            assert satisfies(point, context)
    finally:
        del RELATIONS["mirrored/2"]


def test_a_fact_of_the_users_own_needs_a_check() -> None:
    KINDS["even"] = Kind("even", lambda s, _: s is Scalar, "a Scalar")
    try:
        k = scalar("k", even=True)
        with pytest.raises(FactError, match=r"points\.CHECKS"):
            random_assignment(k, 1)
        CHECKS["even"] = lambda domain, t, value: value[0].q == 1 and value[0].p % 2 == 0
        assert all(point[k] % 2 == 0 for point in draws(k, 20))
    finally:
        del KINDS["even"], CHECKS["even"]


# -- angles ---------------------------------------------------------------------------------------


def test_scalars_under_sines_become_angles() -> None:
    point = random_assignment([sin(θ / 2) * x, cos(θ / 3 + φ), rot(u, y / 4), z * θ], 1)
    assert isinstance(point[θ], Angle)
    assert point[θ].parts == 6
    assert point[φ].parts == 1
    assert point[y].parts == 4
    assert isinstance(point[x], Fraction)
    assert isinstance(point[z], Fraction)
    assert evaluate(z * θ, point) == point[z] * point[θ].value


def test_products_under_sines_become_angles() -> None:
    t = sin(x * y / 2 + θ) + cos(y * x + z**2)
    point = random_assignment(t, 1)
    assert point[x * y].parts == 2
    assert point[z**2].parts == 1
    assert isinstance(point[x], Fraction)
    evaluate(t, point)
    zero_point = random_assignment(t, 1, Context(equals(θ, 0)))
    assert evaluate(sin(θ), zero_point) == 0 == zero_point[θ].value
    with pytest.raises(FactError, match=r"x = 2 relates the angle x\*y"):
        random_assignment(t, 1, Context(equals(x, 2)))


@pytest.mark.parametrize("domain", DOMAINS)
def test_angles_that_the_context_relates(domain: str) -> None:
    context = Context(equals(φ, θ))
    t = sin(φ) - sin(θ) + φ - θ
    for point in draws([t, cos(φ / 2)], 10, context=context, domain=domain):
        assert evaluate(t, point, domain) == 0
        assert point[θ].parts == 2


@pytest.mark.parametrize(
    ("t", "context"),
    [
        (sin(θ), Context(equals(dot(a, b), θ))),
        (sin(θ), Context(equals(θ * a + c, b))),
        (sin(θ), Context(equals(θ**2, 4))),
        (sin(θ), Context(equals(θ, 1))),
        (sin(θ) * sin(φ), Context(equals(φ * x + y, θ))),
    ],
    ids=str,
)
def test_angles_related_to_other_things_are_refused(t: Term, context: Context) -> None:
    with pytest.raises(FactError, match="angle"):
        random_assignment(t, 1, context)


def test_relations_under_sines_are_relations_of_points() -> None:
    context = Context(equals(rot(u, θ), R), equals(cos(φ) * a + c, b))
    for point in draws(sin(θ), 10, context=context):
        assert satisfies(point, context)


def test_satisfies_looks_at_the_parts_of_angles() -> None:
    one, other = Angle(0, 1, value=1, parts=2), Angle(0, -1, value=1, parts=2)
    context = Context(equals(φ, θ))
    assert satisfies({θ: one, φ: one}, context)
    assert not satisfies({θ: one, φ: other}, context)


def test_angles_are_close_to_real_ones_where_signs_matter() -> None:
    """θ and θ - sin θ have one sign; so do x·y and x·y - sin(x·y), and π > 3."""
    small = (θ - sin(θ)) * θ
    product = (x * y - sin(x * y)) * x * y
    for left, right in ((sqrt(small**2), small), (sqrt(product**2), product)):
        for point in draws(left, 60, awkward=0.2):
            assert evaluate(left, point) == evaluate(right, point)
    assert all(point[pi] > 3 for point in draws(pi, 50))


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_angles_of_a_triangle(domain: str) -> None:
    context = Context(equals(x + y + z, pi))
    t = sin(2 * x) + sin(2 * y) + sin(2 * z) - 4 * sin(x) * sin(y) * sin(z)
    for point in draws(t, 10, context=context, domain=domain):
        assert evaluate(t, point, domain) == 0
        assert evaluate(x + y + z - pi, point, domain) == 0


def test_a_right_angle() -> None:
    for point in draws(cos(x), 5, context=Context(equals(x, pi / 2))):
        assert evaluate(cos(x), point) == 0


def test_an_angle_may_be_given() -> None:
    t = scalar("t")
    for point in draws(cos(t), 10, context=Context(equals(t, pi))):
        assert evaluate(cos(t), point) == -1
        assert evaluate(t - pi, point) == 0


def test_nonzero_angles() -> None:
    t = scalar("t", nonzero=True)
    assert all(point[t].value != 0 for point in draws(sin(t), 100, awkward=True))


def test_pi_gets_a_stand_in() -> None:
    assert abs(random_assignment(pi * x, 1)[pi] - Fraction(355, 113)) < Fraction(1, 10)
    assert pi not in random_assignment(x, 1)


# -- the rest -------------------------------------------------------------------------------------


def test_roots_are_rational_where_they_are_taken_of_symbols() -> None:
    t = norm(a) * sqrt(x) + y ** Fraction(2, 3) + norm(quaternion("q"))
    for point in draws(t, 50):
        evaluate(t, point)
    assert len({point[a] for point in draws(t, 50)}) > 20


class Screw(Linear):
    """A sort of the user's."""

    dimension = 6


class Frame(Term):
    """A sort without coordinates."""


def test_other_sorts() -> None:
    s = symbol("s", Screw)
    t = symbol("s2", Screw, nonzero=True)
    point = random_assignment([s + t], 1, awkward=True)
    assert len(point[s]) == 6
    assert any(point[t])
    with pytest.raises(FactError, match="without coordinates"):
        random_assignment(symbol("frame", Frame), 1)


def test_opaque_atoms_and_functions() -> None:
    atom: Any = intern(OPAQUE, (), Scalar, (1, 1), "text")
    g = function("g")
    point = random_assignment(g(atom + x), 1)
    assert set(point) == {atom, x}
    evaluate(g(atom + x), point)


def test_approximate_domains_get_rational_points() -> None:
    for domain in ("float", "interval"):
        point = random_assignment([rotate(quaternion("q", unit=True), a), sin(θ)], 3, domain=domain)
        assert satisfies(point)
        evaluate(sin(θ), point, domain)


def test_time_dependent_symbols_are_like_others() -> None:
    assert len(random_assignment(vectors("r", time=True), 1)) == 1


def test_two_sites_of_one_symbol_share_its_value() -> None:
    point = random_assignment([dot(a, b), cross(a, c)], 1)
    assert set(point) == {a, b, c}
