"""Declarations of sorts and operators from outside: levels, tangents, actions, definitions."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from rewrite import (
    Abbreviates,
    Associative,
    Inverse,
    Involution,
    LawError,
    Level,
    LimitError,
    Linear,
    Matrix,
    Neutral,
    NoDerivativeError,
    RewriteError,
    Scalar,
    Term,
    Vector,
    code,
    cos,
    cost,
    cross,
    diff,
    dot,
    equal,
    evaluate,
    lower,
    matrix,
    multilinear,
    normal,
    one,
    operator,
    ops,
    pairs,
    power,
    random_assignment,
    rotation,
    satisfies,
    scalars,
    simplify,
    sin,
    symbol,
    time,
    vector,
    vectors,
)
from rewrite.core.definitions import by_definition

x, y = scalars("x y")
a, b = vectors("a b")


# -- definitions ----------------------------------------------------------------------------------

twice = operator(
    "twice_crossed", Vector, Vector, result=Vector, definition=lambda u, v: cross(u, cross(u, v))
)
versine = operator("versine", Scalar, result=Scalar, definition=lambda t: 1 - cos(t))
nested = operator("nested", Scalar, result=Scalar, definition=lambda t: versine(versine(t)))


def test_a_definition_gives_values_decisions_code_costs_and_derivatives():
    t = twice(a, b)
    assert normal(t) is t
    assert evaluate(t, {a: (1, 0, 0), b: (0, 1, 0)}) == (0, -1, 0)
    assert equal(t, dot(a, b) * a - dot(a, a) * b).proved
    assert equal(t, cross(a, b)).refuted
    assert cost(t) == cost(cross(a, cross(a, b)))
    assert ops(lower(t)) == ops(lower(cross(a, cross(a, b))))
    assert code(t).function((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)) == (0.0, -1.0, 0.0)
    assert diff(versine(x), x) is sin(x)
    assert equal(diff(twice(a, b), a) @ b, cross(b, cross(a, b)) + cross(a, cross(b, b))).proved


def test_definitions_of_definitions():
    assert equal(nested(x), 1 - cos(1 - cos(x))).proved
    assert equal(versine(2 * x), 2 * sin(x) ** 2).proved
    assert by_definition(nested(x)) is 1 - cos(1 - cos(x))


def test_a_definition_that_goes_round_is_refused():
    around = operator("around", Scalar, result=Scalar, definition=lambda t: around(t) + 1)
    with pytest.raises(LimitError, match="use each other"):
        by_definition(around(x))


def test_evaluate_comes_before_the_definition():
    from rewrite import NotExactError

    def own(t: Any) -> Any:
        if t != 0:
            raise NotExactError("zero only")
        return 1

    sinc = operator("sinc", Scalar, result=Scalar, evaluate=own, definition=lambda t: sin(t) / t)
    assert evaluate(sinc(x), {x: 0}) == 1
    assert abs(float(evaluate(sinc(x), {x: 2}, "interval").mid()) - 0.45464871341284085) < 1e-12
    assert equal(x * sinc(x), sin(x)).proved


# -- an action, a one, and powers -----------------------------------------------------------------


class Pair(Linear):
    """Two numbers, multiplied as complex ones are."""

    __slots__ = ()
    dimension = 2
    has_one = True
    one_coordinates: ClassVar[tuple[int, ...]] = (1, 0)


def _times(*zs: Any) -> Any:
    found = zs[0]
    for z in zs[1:]:
        found = found[0] * z[0] - found[1] * z[1], found[0] * z[1] + found[1] * z[0]
    return found


joined = operator(
    "joined", Pair, Pair, result=Pair, laws=[Associative(), *multilinear(), Neutral(one(Pair))],
    evaluate=_times,
)  # fmt: skip
Pair.product = joined
turned = operator(
    "turned", (2, 2), Pair, result=Pair, laws=multilinear(),
    evaluate=lambda m, z: tuple(sum(p * q for p, q in zip(row, z, strict=True)) for row in m),
)  # fmt: skip
Pair.action = turned
w, z = symbol("w", Pair), symbol("z", Pair)


def test_a_one_and_powers_of_a_sort():
    assert evaluate(one(Pair), {}) == (1, 0)
    assert evaluate(power(z, 3), {z: (1, 2)}) == _times((1, 2), (1, 2), (1, 2))
    assert evaluate(power(z, 0), {z: (1, 2)}) == (1, 0)
    with pytest.raises(RewriteError, match="negative powers of Pair have no known meaning"):
        evaluate(power(z, -1), {z: (1, 2)})
    assert code(joined(z, one(Pair))).function((3.0, 4.0)) == (3.0, 4.0)


def test_matrices_act():
    A = matrix("A", 2)
    assert A @ z is turned(A, z)
    assert equal(A @ (z + w), A @ z + A @ w).proved
    assert evaluate(A @ z, {A: ((0, 1), (1, 0)), z: (1, 2)}) == (2, 1)


# -- a group that bends: turns of the plane -------------------------------------------------------


class Turn(Term):
    """A turn of the plane, by a unit vector of two coordinates in a 2×2 rotation."""

    __slots__ = ()
    dimension = 4
    has_one = True
    one_coordinates: ClassVar[tuple[int, ...]] = (1, 0, 0, 1)


def _product(*ts: Any) -> Any:
    found = ts[0]
    for t in ts[1:]:
        m, n = found, t
        found = (
            m[0] * n[0] + m[1] * n[2], m[0] * n[1] + m[1] * n[3],
            m[2] * n[0] + m[3] * n[2], m[2] * n[1] + m[3] * n[3],
        )  # fmt: skip
    return found


back = operator(
    "back", Turn, result=Turn, laws=[Involution()], derivative=lambda d, t: -d,
    evaluate=lambda t: (t[0], t[2], t[1], t[3]), cost=lambda t: (0, 0),
)  # fmt: skip
after = operator(
    "after", Turn, Turn, result=Turn, evaluate=_product, derivative=lambda d, before, rest: d,
    laws=[Associative(), Neutral(one(Turn)), Inverse(back, one(Turn), total=True)],
    cost=lambda t: (8, 4),
)  # fmt: skip
turn_of = operator(
    "turn_of", (2, 2), result=Turn, evaluate=lambda m: (*m[0], *m[1]), cost=lambda t: (0, 0),
)  # fmt: skip
rows_of = operator(
    "rows_of", Turn, result=(2, 2), evaluate=lambda t: (t[:2], t[2:]), cost=lambda t: (0, 0),
    laws=[Abbreviates(lambda t: t.args[0] if t.op is turn_of else None)],
    derivative=lambda d, t: d * (rows_of(t) @ quarter),
)  # fmt: skip
quarter: Any = matrix("quarter", 2, antisymmetric=True, orthogonal=True)
Turn.product, Turn.tangent = after, Scalar
Turn.level = Level(turn_of, (rows_of,), facts=(frozenset(("rotation",)),))
S, T = symbol("S", Turn), symbol("T", Turn)


def test_points_of_a_bent_sort_lie_on_it():
    for seed in range(10):
        at = random_assignment(after(S, T), seed, awkward=seed % 2 == 0)
        assert satisfies(at)
        m = at[S]
        assert (m[0] * m[3] - m[1] * m[2], m[0] * m[0] + m[1] * m[1]) == (1, 1)
    assert not satisfies({S: (1, 1, 0, 1)})


def test_identities_of_a_bent_sort_are_decided():
    assert equal(after(S, T), after(T, S)).proved  # turns of the plane commute
    assert equal(after(S, S), one(Turn)).refuted
    R = rotation("R", 2)
    assert equal(rows_of(after(S, back(S))) @ R, R).proved
    assert simplify(after(S, T, back(T))) is S
    assert pairs(S) is turn_of(rows_of(S))


def test_derivatives_in_the_tangent():
    Tt, St = symbol("Tt", Turn, time=True), symbol("St", Turn, time=True)
    d: Any = diff(after(Tt, back(St)), time)
    assert d is normal(symbol("Tt_v", Scalar, time=True) - symbol("St_v", Scalar, time=True))
    assert diff(S, time) == 0


def test_sorts_without_a_tangent_are_refused():
    class Thing(Term):
        """It has no derivatives."""

    move = operator("shifted", Thing, Vector, result=Vector)
    with pytest.raises(NoDerivativeError, match="its sort has no sums"):
        diff(move(symbol("thing", Thing, time=True), vector("c")), time)


def test_the_derivative_of_an_associative_operator_is_one_function():
    with pytest.raises(LawError, match="the operands before it and those after it"):
        operator("bad", Turn, Turn, result=Turn, laws=[Associative()], derivative=(None, None))


def test_an_operator_with_acts_applies_a_matrix():
    stretch = operator("stretch", Scalar, result=(2, 2), acts=turned, laws=multilinear())
    assert stretch(x, z) is turned(stretch(x), z)
    assert isinstance(stretch(x), Matrix)


def test_unit_parts_of_a_level():
    class Direction(Term):
        """A unit vector, by itself."""

        dimension = 3

    of = operator("direction_of", Vector, result=Direction, evaluate=lambda v: v)
    vector_of = operator("vector_of", Direction, result=Vector, evaluate=lambda v: v)
    Direction.level = Level(of, (vector_of,), facts=(frozenset(("unit",)),))
    n = symbol("n", Direction)
    assert equal(dot(vector_of(n), vector_of(n)), 1).proved
    assert equal(vector_of(n), cross(a, b)).refuted
