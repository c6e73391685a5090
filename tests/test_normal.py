"""`normal` on the standard operators: examples that show intent, and values kept everywhere."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from terms import KINDS, terms

from rewrite import (
    Context,
    LimitError,
    NotExactError,
    RewriteError,
    UndefinedError,
    Vector,
    add,
    collinear,
    column,
    conj,
    cos,
    cross,
    det,
    dot,
    equals,
    evaluate,
    free_symbols,
    identity,
    inv,
    matrices,
    matrix,
    mul,
    nonzero,
    norm,
    norm2,
    normal,
    number,
    orthogonal,
    outer,
    parse,
    postorder,
    power,
    quaternion,
    quaternions,
    random_assignment,
    rotation,
    rotation_matrix,
    rotations,
    scalar,
    scalars,
    sin,
    sqrt,
    symmetric,
    tilde,
    triad,
    triple,
    unit,
    vector,
    vectors,
    vee,
    zero,
)
from rewrite.core.linear import add as plus
from rewrite.core.linear import times
from rewrite.evaluation.evaluate import differ

x, y, z = scalars("x y z")
a, b, c = vectors("a b c")
A, B = matrices("A B")
M = matrix("M", 2, 3)
R, Q = rotations("R Q")
S, K = matrix("S", symmetric=True), matrix("K", antisymmetric=True)
O = matrix("O", orthogonal=True)  # noqa: E741
p, q = quaternions("p q")
u, w = quaternion("u", unit=True), quaternion("w", pure=True)
e = vector("e", unit=True)
HALF_TURN = matrix("HALF_TURN", rotation=True, symmetric=True)
QUARTER = matrix("QUARTER", 2, orthogonal=True, antisymmetric=True)
i_like = quaternion("i_like", unit=True, pure=True)


@pytest.mark.parametrize(
    ("t", "text"),
    [
        # sums and scalings
        (2 * (3 * A), "6*A"),
        (A + 0 - A, "zero((3, 3))"),
        (b + a + 3 * b - 2 * a, "-a + 4*b"),
        (a - (a + b), "-b"),
        (2 * (a + b), "2*(a + b)"),
        (2 * (-a - b), "-2*(a + b)"),
        (add(a + b, a + b), "2*a + 2*b"),
        (x * (y * a) + a * x * y, "2*x*y*a"),
        (x * y / x, "y"),
        (x**2 * x**-3, "1/x"),
        ((x - y) * (y - x), "-(x - y)**2"),
        (sqrt(x) ** 2 + sqrt(4 * x) * sqrt(x), "3*x"),
        (sin(-x) + cos(-x) + sin(x - y) + sin(y - x), "cos(x) - sin(x)"),
        # products and powers
        (A @ B @ (2 * B) - B @ A**0, "-B + 2*(A @ B**2)"),
        (A @ A @ A + A**2 @ A**3, "A**3 + A**5"),
        ((2 * A) ** 3, "8*A**3"),
        (A**-2 @ A, "A.inv"),
        ((A @ B).inv @ A @ B, "identity(3)"),
        ((A @ B) ** 2, "(A @ B)**2"),
        (inv(2 * (M @ M.T)), "1/2*(M @ M.T).inv"),
        (zero((2, 2)) ** 3, "zero((2, 2))"),
        (zero((2, 2)) ** 0, "identity(2)"),
        # transposes
        ((x * A @ B.T).T, "x*(B @ A.T)"),
        (tilde(a).T, "-tilde(a)"),
        (S.T + K.T, "-K + S"),
        (A.inv.T, "A.T.inv"),
        ((A + A.T).T, "A + A.T"),
        # dot, cross, triple, tilde
        (tilde(a) @ a, "zero(Vector)"),
        (a.T @ tilde(a), "zero((1, 3))"),
        (cross(b, 2 * a), "-2*cross(a, b)"),
        (b.T @ a, "dot(a, b)"),
        (tilde(a) @ A @ b, "cross(a, A @ b)"),
        (c.T @ tilde(b) @ a, "-triple(a, b, c)"),
        (dot(a, A @ b) - dot(b, A.T @ a), "0"),
        (dot(a, K @ a), "0"),
        (dot(a, tilde(b) @ tilde(c) @ a), "-dot(cross(a, b), cross(a, c))"),
        (outer(a, b) @ c, "dot(b, c)*a"),
        (a @ b.T @ c @ c.T, "dot(b, c)*(a @ c.T)"),
        ((M @ a).T @ (M @ b), "dot(a, M.T @ M @ b)"),
        (vee(tilde(a)) + vee(-2 * tilde(b)), "a - 2*b"),
        (tilde(vee(K)), "K"),
        (norm2(2 * a) + norm(-2 * b), "2*norm(b) + 4*dot(a, a)"),
        # rotations
        (R.T @ R @ a, "a"),
        (R.inv @ Q.T, "R.T @ Q.T"),
        (O @ O.T + O.inv @ O, "2*identity(3)"),
        (dot(R @ a, R @ b), "dot(a, b)"),
        (dot(R @ e, R @ e), "1"),
        (det(R) + det(O) + det(2 * A), "8*det(A) + det(O) + 1"),
        # quaternions
        (u * conj(u) * q, "q"),
        (conj(p * q * 2), "2*(conj(q)*conj(p))"),
        ((p * q).inv * p, "q.inv"),
        (conj(w) + w, "zero(Quaternion)"),
        (u.inv, "conj(u)"),
        (rotation_matrix(u) @ rotation_matrix(u).T, "identity(3)"),
    ],
)
def test_normal_forms_of_examples(t, text):
    assert str(normal(t)) == text
    assert normal(normal(t)) is normal(t)


@pytest.mark.parametrize(
    "t",
    [inv(tilde(a)), inv(K), inv(zero((3, 3))), zero((3, 3)) ** -1, 1 / (x - x), sqrt(number(-1))],
    ids=str,
)
def test_terms_without_a_value_are_refused(t):
    with pytest.raises(UndefinedError):
        normal(t)


def test_contexts_do_not_disturb_each_other():
    i, j, k = vectors("i j k")
    frame = Context(triad(i, j, k))
    assert normal(cross(i, j) + cross(k, j), frame) is normal(k - i)
    assert normal(dot(i, i) + triple(j, i, k), frame) == 0
    assert normal(dot(a, b) * x, Context(orthogonal(a, b))) == 0
    assert normal(cross(a, b), Context(collinear(b, a))) == 0
    assert normal(A.T, Context(symmetric(A))) is A
    assert normal(A.T) is A.T
    assert normal(dot(a, b)) is dot(a, b)
    assert normal(dot(a, a), Context(unit(a))) == 1
    assert normal(3 * dot(b, b), Context(equals(dot(b, b), x**2))) is normal(3 * x**2)


FRESH = Context(nonzero(scalar("unrelated")))
"""A fact about none of the terms: with it `normal` looks at every term afresh."""


@pytest.mark.parametrize(
    ("t", "text"),
    [
        (2 * (a - b) + 2 * (b - a), "zero(Vector)"),
        (c - 2 * (b - a), "c + 2*(a - b)"),
        (HALF_TURN @ HALF_TURN.T @ A, "A"),
        (A @ HALF_TURN @ HALF_TURN @ A.inv, "identity(3)"),
        (QUARTER**-2, "-identity(2)"),
        (QUARTER @ QUARTER.T, "identity(2)"),
        (i_like**-3, "i_like"),
        (i_like * conj(i_like), "one(Quaternion)"),
        ((i_like * q) ** -2, "(q.inv*i_like)**2"),
    ],
)
def test_signs_meet_sums_and_powers(t, text):
    assert str(normal(t)) == text
    assert normal(normal(t), FRESH) is normal(t)


def test_equations_see_the_opposite_sum():
    context = Context(equals(a - b, c))
    assert normal(b - a, context) is -c
    assert normal(sin(y - x), Context(equals(x - y, 0))) == 0


@pytest.mark.parametrize("t", [(2 * x) ** (10**10), (3 * A) ** (10**9)], ids=str)
def test_limits_are_reported(t):
    with pytest.raises(LimitError):
        normal(t)


def test_doubled_products_end(monkeypatch):
    monkeypatch.setattr("rewrite.normalform.walk.MAX_OPERANDS", 20_000)
    t = A @ B
    for _ in range(26):
        t = t @ t
    with pytest.raises(LimitError, match="operands"):
        normal(t)


def test_thousands_of_letters_of_every_bracketing():
    rng = Random(3)
    letters = [rng.choice([A, B, R, R.T, A.inv]) for _ in range(400)]

    def bracketed(word):
        if len(word) == 1:
            return word[0]
        cut = rng.randrange(1, len(word))
        return mul(bracketed(word[:cut]), bracketed(word[cut:]))

    flat = normal(mul(*letters))
    assert all(normal(bracketed(letters)) is flat for _ in range(5))
    assert normal(flat @ flat.inv) is identity(3)


def values(t, point):
    """The value of a term: exact, or else an interval; None where it has none."""
    for domain in ("exact", "interval"):
        try:
            return domain, evaluate(t, point, domain)
        except NotExactError:
            continue
        except UndefinedError:
            return None
    return None


def same_value(t, s, point):
    left, right = values(t, point), values(s, point)
    if left is None or right is None:
        return True
    if left[0] == right[0] == "exact":
        return left[1] == right[1]
    try:
        return not differ(evaluate(t, point, "interval"), evaluate(s, point, "interval"))
    except RewriteError:
        return True


@given(st.sampled_from(KINDS).flatmap(lambda kind: terms(kind, 14)), st.integers(0, 2**32))
def test_normal_keeps_the_value_and_is_idempotent(t, seed):
    try:
        n = normal(t)
    except UndefinedError:
        return
    assert n.sort is t.sort
    assert n.shape == t.shape
    assert normal(n, FRESH) is n
    assert parse(str(n), free_symbols(n)) is n
    for awkward in (False, True):
        point = random_assignment(t, random=seed, awkward=awkward)
        assert same_value(t, n, point), f"{t}\n{n}\n{point}"


def _shuffled(t, rng):
    """The same term modulo associativity and commutativity of the linear operators."""
    done = {}
    for s in postorder(t):
        args = [done[arg] for arg in s.args]
        if s.op in (plus, times) and len(args) > 1:
            rng.shuffle(args)
            cut = rng.randrange(1, len(args))
            parts = [part[0] if len(part) == 1 else s.op.build(tuple(part))
                     for part in (args[:cut], args[cut:])]  # fmt: skip
            done[s] = s.op.build(tuple(parts))
        else:
            done[s] = s.op.build(tuple(args)) if args else s
    return done[t]


@given(st.sampled_from(KINDS).flatmap(lambda kind: terms(kind, 14)), st.randoms())
def test_normal_forgets_order_and_brackets(t, rng):
    try:
        n = normal(t)
    except UndefinedError:
        return
    assert normal(_shuffled(t, rng)) is n


def test_nothing_is_distributed_but_signs():
    t = x * (a + b) + cross(a, b + c) + A @ (a + b) + (A + B).T @ a
    n = normal(t)
    assert str(n) == str(normal(n))
    assert n.op is (a + b).op
    assert len(n.args) == 4
    assert normal(-(a - x * (b + c))) is normal(x * (b + c) - a)
    assert normal(power(A + B, 2)) is normal((A + B) @ (A + B))
    assert isinstance(n, Vector)
    assert rotation("R") is R


def test_columns_of_numbers_and_their_opposites_are_like_terms() -> None:
    x = scalar("x")
    assert normal(column(-1, 0, 2)) is normal(-column(1, 0, -2))
    assert normal(x * column(0, -1, 0) + x * column(0, 1, 0)) is zero(Vector)
    assert normal(column(0, 0, 0)) is zero(Vector)
    assert normal(column(-x, 0, 1)).op is column


def test_long_numbers_are_multiplied() -> None:
    (x,) = scalars("x")
    assert normal(10**40_000 * (x * 10**40_000)) is normal(x * 10**80_000)
