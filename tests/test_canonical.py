"""`canonical`: equal terms, made by rewriting backwards, have one form; unequal ones do not."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from polynomials import M, S, V, disguised, nothing, polynomials
from profiles import examples
from test_normal import same_value

from rewrite import (
    Context,
    LimitError,
    OutsideError,
    RewriteError,
    canonical,
    cos,
    cross,
    det,
    dot,
    expand,
    factor,
    function,
    identity,
    inv,
    matrices,
    matrix,
    norm,
    normal,
    orthogonal,
    quaternion,
    random_assignment,
    rotation,
    scalar,
    scalars,
    simplify,
    sin,
    sqrt,
    tilde,
    trace,
    triple,
    unit,
    vectors,
    zero,
)

x, y = scalars("x y")
a, b, c, d, e = vectors("a b c d e")
A, B = matrices("A B")


def form(t):
    """The canonical form; None where the term has too many products of one degree to compare."""
    try:
        return canonical(t)
    except LimitError:
        return None
    except OutsideError as error:
        if "products have the degrees" not in str(error):
            raise
        return None


@examples(150)
@given(polynomials(max_leaves=9, vectors_only=True), st.randoms(use_true_random=False))
def test_equal_terms_have_one_form(t, rng):
    found = form(t)
    if found is None:
        return
    assert form(disguised(t, rng)) in (found, None)
    assert canonical(found) is found
    assert canonical(expand(t)) is found
    assert canonical(factor(t)) is found
    assert canonical(simplify(t)) is found
    point = random_assignment(t, random=rng.randrange(2**32), awkward=rng.random() < 0.5)
    assert same_value(t, found, point)


@examples(100)
@given(st.sampled_from([S, V, M]), st.integers(0, 2**32))
def test_terms_that_vanish_have_the_form_zero(kind, seed):
    assert form(nothing(kind, Random(seed))) in (zero(kind), None)


@examples(150)
@given(st.data())
def test_one_form_means_one_value(data):
    """And two forms two values: the difference has a point where it is not zero."""
    kind = data.draw(st.sampled_from([S, V, M]))
    t = data.draw(polynomials(kind, 7, vectors_only=True))
    s = data.draw(polynomials(kind, 7, vectors_only=True))
    left, right, difference = form(t), form(s), form(t - s)
    if None in (left, right, difference):
        return
    assert (left is right) == (difference == 0)
    points = [random_assignment(t - s, random=seed) for seed in range(3)]
    same = all(same_value(t, s, point) for point in points)
    assert same == (left is right)


@pytest.mark.parametrize(
    ("t", "s"),
    [
        (cross(cross(a, b), cross(c, d)), triple(a, c, d) * b - triple(b, c, d) * a),
        (triple(b, c, d) * a + triple(a, b, d) * c, triple(a, c, d) * b + triple(a, b, c) * d),
        (tilde(cross(a, b)), b @ a.T - a @ b.T),
        (
            cross(a, b) @ cross(a, b).T,
            (dot(a, a) * dot(b, b) - dot(a, b) ** 2) * identity(3)
            - (dot(b, b) * (a @ a.T) + dot(a, a) * (b @ b.T))
            + dot(a, b) * (a @ b.T + b @ a.T),
        ),
        (tilde(a) @ tilde(b), b @ a.T - dot(a, b) * identity(3)),
        (cross(b, c) @ a.T + cross(c, a) @ b.T + cross(a, b) @ c.T, triple(a, b, c) * identity(3)),
        (triple(a, b, c) ** 2, triple(cross(a, b), cross(b, c), cross(c, a))),
        (sin(x) ** 2 + cos(x) ** 2, x**0),
        (sin(x + y), sin(x) * cos(y) + cos(x) * sin(y)),
        (cos(2 * x) * a, (2 * cos(x) ** 2 - 1) * a),
        (sin(5 * x), 16 * sin(x) ** 5 - 20 * sin(x) ** 3 + 5 * sin(x)),
        (cos(4 * x - 7 * y), cos(4 * x) * cos(7 * y) + sin(4 * x) * sin(7 * y)),
        ((A + B) @ (A + B) - A @ B - A @ A, B @ (A + B)),
        ((A @ B + x * A).T @ a, B.T @ A.T @ a + A.T @ (x * a)),
        (dot(A @ a, b), a.T @ A.T @ b),
        (a.T @ (A + B), (A.T @ a + B.T @ a).T),
        (x * a / x**3, x**-2 * a),
    ],
    ids=str,
)
def test_two_ways_to_write_one_thing(t, s):
    assert canonical(t) is canonical(s)
    assert canonical(t + s) is not canonical(t)
    assert canonical(t - s) == 0


def test_transposes_satisfy_identities_sooner_than_matrices():
    """Antisymmetric matrices commute in the plane, and K L K² is K² L K in space."""
    P, Q = matrices("P Q", 2, 2)
    K, L = A - A.T, B - B.T
    for t in ((P - P.T) @ (Q - Q.T), K @ L @ K @ K):
        with pytest.raises(OutsideError, match="transposes"):
            canonical(t)
    left, right = K @ L @ K @ K, K @ K @ L @ K
    assert same_value(left, right, random_assignment(left, random=1))
    assert canonical(K @ L @ K) is canonical(A @ L @ K - A.T @ L @ K)


def test_numbers_and_symbols_are_their_own_form():
    for t in (x, a, A, zero(V), identity(3), tilde(a), x**-1, normal(x - x)):
        assert canonical(t) is normal(t)


f = function("f")
R = rotation("R")


@pytest.mark.parametrize(
    ("t", "names"),
    [
        (a + inv(A) @ b, "A.inv"),
        (x + sqrt(y), "sqrt|y"),
        (y * norm(a), "norm|dot"),
        (det(A) * a, "det(A)"),
        (x + trace(A @ B), "trace(A @ B)"),
        (sin(x * y) * a, "sin(x*y)"),
        (f(x) + 1, "f(x)"),
        (dot(a, b) * A, "dot(a, b)|A"),
        (dot(a, A @ b) * dot(c, B @ d), "A|B"),
        (A @ B @ A @ B @ A @ B, "6 matrices"),
        (R @ a + b, "R is declared"),
        (matrix("J", symmetric=True) @ a, "J is declared"),
        (1 / (x + y), "x + y"),
        (norm(quaternion("q")) * a, "norm|q"),
        (A @ B.T @ A @ B, "4 matrices and transposes"),
        (sin(51 * x), "51"),
        (sin(2 * x + 3), "sin(3)"),
        (matrix("N", 2, 3) @ a, "N"),
    ],
    ids=str,
)
def test_terms_outside_of_the_fragment_are_refused(t, names):
    with pytest.raises(OutsideError, match="outside") as caught:
        canonical(t)
    assert any(name in str(caught.value) for name in names.split("|")), str(caught.value)


def test_contexts_are_outside_and_other_things_are_refused():
    with pytest.raises(OutsideError, match="orthogonal"):
        canonical(dot(a, b), Context(orthogonal(a, b)))
    with pytest.raises(OutsideError, match="unit"):
        canonical(a, Context(unit(a)))
    assert canonical(dot(b, a), Context()) is dot(a, b)
    with pytest.raises(RewriteError, match="term"):
        canonical(3)  # type: ignore[type-var]
    assert canonical(scalar("k", nonzero=True) * a) is scalar("k", nonzero=True) * a


def test_too_many_products_are_reported():
    many = vectors("v1 v2 v3 v4 v5 v6 v7 v8")
    t = dot(many[0], many[1]) * dot(many[2], many[3]) * dot(many[4], many[5]) * many[6]
    t = dot(many[7], e) * t
    with pytest.raises(OutsideError, match="products"):
        canonical(t)


def test_outer_products_of_other_sizes_are_outside():
    short = matrix("s", 2, 1)
    with pytest.raises(OutsideError, match="three coordinates"):
        canonical(short @ short.T)
