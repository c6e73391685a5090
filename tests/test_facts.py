"""Facts: declared, contradictory, inferred; what is inferred is true at random points."""

from fractions import Fraction
from operator import mul

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rewrite import (
    Context,
    FactError,
    NotExactError,
    RewriteError,
    Truth,
    UndefinedError,
    antisymmetric,
    collinear,
    conj,
    constant,
    cross,
    diagonal,
    dot,
    equals,
    evaluate,
    holds,
    identity,
    inv,
    invertible,
    matrix,
    normal,
    number,
    orthogonal,
    power,
    pure,
    quat,
    quaternion,
    random_assignment,
    rot,
    rotate,
    rotation,
    rotation_matrix,
    scalar,
    scalars,
    symmetric,
    tilde,
    trans,
    triad,
    unit,
    vector,
    vectors,
    zero,
)
from rewrite.core.linear import add, neg, scale
from rewrite.theory.matrices import matmul
from rewrite.theory.quaternions import qmul

x, y = scalars("x y")
a, b = vectors("a b")
e = vector("e", unit=True)
A = matrix("A")
S, K = matrix("S", symmetric=True), matrix("K", antisymmetric=True)
D, N = matrix("D", diagonal=True), matrix("N", invertible=True)
O, R = matrix("O", orthogonal=True), rotation("R")  # noqa: E741
p, u, w = quaternion("p"), quaternion("u", unit=True), quaternion("w", pure=True)
P2, R2 = matrix("P2", 2, orthogonal=True), rotation("R2", 2)
K2 = matrix("K2", 2, antisymmetric=True)


@pytest.mark.parametrize(
    "fact",
    [
        symmetric(A + A.T), antisymmetric(A - A.T), symmetric(A.T @ S @ A), symmetric(D @ D),
        antisymmetric(tilde(a) @ K @ tilde(a)), antisymmetric(A.T @ K @ A), symmetric(K @ K),
        antisymmetric(tilde(a)), rotation(R @ rot(e, x)), orthogonal(O @ R.T @ O.inv),
        rotation(O**2), invertible(2 * N @ R), diagonal(D.inv),
        unit(R @ e), unit(-e), unit(u * conj(u) * u), pure(quat(0, a) + w), rotation(-R2),
        unit(rotate(u, e)), rotation(rotation_matrix(u)), symmetric(a @ a.T),
        constant(number(2) * 1),
        symmetric(identity(4)), orthogonal(-O),
    ],
    ids=str,
)  # fmt: skip
def test_facts_are_inferred(fact):
    assert holds(fact).yes


@pytest.mark.parametrize(
    "fact",
    [
        invertible(tilde(a)), invertible(K), invertible(A @ tilde(b)), rotation(-R), unit(2 * e),
        antisymmetric(identity(3)), invertible(zero((2, 2))), orthogonal(2 * R), pure(quat(1, a)),
    ],
    ids=str,
)  # fmt: skip
def test_refused_by_inference(fact):
    assert holds(fact).no


@pytest.mark.parametrize(
    "fact",
    [symmetric(A), symmetric(A @ S), rotation(O), unit(e + a), rotation(O @ O.T @ O), pure(p)],
    ids=str,
)
def test_not_known(fact):
    assert holds(fact).unknown


def test_truth_refuses_to_be_a_bool():
    with pytest.raises(TypeError, match=r"\.yes"):
        bool(holds(symmetric(A)))
    with pytest.raises(TypeError, match="holds"):
        bool(symmetric(A))
    assert Truth.of(None).unknown


@pytest.mark.parametrize(
    ("declare", "message"),
    [
        (lambda: matrix("X", symmetric=True, antisymmetric=True), "both antisymmetric and symm"),
        (lambda: matrix("X", antisymmetric=True, orthogonal=True), "odd size 3"),
        (lambda: matrix("X", 2, 3, symmetric=True), "symmetric is about a square Matrix"),
        (lambda: vector("v", symmetric=True), "v is Vector, but symmetric is about a square"),
        (lambda: scalar("s", untrue=True), "unknown fact 'untrue'"),
        (lambda: scalar("s", untrue=False), "unknown fact 'untrue'"),
        (lambda: matrix("A", shape=(3, 4)), "unknown fact 'shape'"),
        (lambda: vector("v", unit=1), "v: unit is True or False, not 1"),
        (lambda: Context(symmetric(K)), "K .*cannot be both antisymmetric and symmetric"),
        (lambda: Context(invertible(tilde(a))), "contradicts what is known"),
        (lambda: Context(rotation(-R)), "contradicts"),
        (lambda: Context(equals(dot(e, e), 2)), "already known to be 1"),
        (lambda: Context(equals(dot(a, b), 1), orthogonal(a, b)), "already known to be"),
        (lambda: Context(equals(x, x + 1)), "their difference is -1"),
        (lambda: Context(unit(x)), "unit is about a Vector or Quaternion"),
        (lambda: Context("symmetric"), "facts such as symmetric"),
    ],
)
def test_contradictions_are_errors(declare, message):
    with pytest.raises(FactError, match=message):
        declare()


def test_contexts_are_values():
    one, two = Context(symmetric(A), orthogonal(a, b)), Context(orthogonal(a, b), symmetric(A))
    assert one == two
    assert hash(one) == hash(two)
    assert one.holds(symmetric(A)).yes
    assert holds(symmetric(A)).unknown
    more = one + collinear(a, b)
    assert normal(cross(a, b), more) == 0
    assert normal(cross(a, b), one) is cross(a, b)
    assert Context(triad(a, b, e)).holds(orthogonal(a, b)).yes
    assert matrix("X", symmetric=True, diagonal=True) is matrix("X", diagonal=True)


SQUARE = [A, S, K, D, N, O, R, tilde(a), identity(3), zero((3, 3)), rot(e, x), a @ b.T]
SQUARE2 = [P2, R2, K2, identity(2), zero((2, 2)), matrix("A2", 2)]
COLUMNS = [a, b, e, cross(a, b), zero((3, 1))]
QUATERNIONS = [p, u, w, quat(0, a), quat(1, a), quat(x, zero((3, 1))), zero(p.sort)]


def _grown(leaves, product):
    scalars_ = st.sampled_from([number(2), number(-1), number(Fraction(1, 2)), number(0), x])

    def more(inner):
        options = [
            st.builds(lambda s, t: add.build((s, t)), inner, inner),
            st.builds(lambda s: neg.build((s,)), inner),
            st.builds(lambda c, s: scale.build((c, s)), scalars_, inner),
        ]
        if product is not None:
            options += [
                st.builds(lambda s, t: product.build((s, t)), inner, inner),
                st.builds(lambda s: inv.build((s,)), inner),
                st.builds(lambda s, n: power.build((s, number(n))), inner, st.integers(-2, 3)),
            ]
        if product is matmul:
            options.append(st.builds(lambda s: trans.build((s,)), inner))
        if product is qmul:
            options.append(st.builds(lambda s: conj.build((s,)), inner))
        return st.one_of(options)

    return st.recursive(st.sampled_from(leaves), more, max_leaves=4)


VECTORS = st.one_of(
    _grown(COLUMNS, None),
    st.builds(lambda m, v: matmul.build((m, v)), _grown(SQUARE, matmul), _grown(COLUMNS, None)),
    st.builds(rotate, st.sampled_from([p, u]), st.sampled_from(COLUMNS)),
)
ABOUT = st.one_of(
    _grown(SQUARE, matmul), _grown(SQUARE2, matmul), VECTORS, _grown(QUATERNIONS, qmul)
)


def _product(m, n):
    columns = list(zip(*n, strict=True))
    return tuple(tuple(sum(map(mul, row, column)) for column in columns) for row in m)


def _det(m):
    if len(m) == 1:
        return m[0][0]
    rest = [[*row] for row in m[1:]]
    return sum((-1) ** j * m[0][j] * _det([row[:j] + row[j + 1 :] for row in rest])
               for j in range(len(m)))  # fmt: skip


def true_of(name, value):
    """Whether a value has a fact, by its definition."""
    if name == "unit":
        return sum(v * v for v in value) == 1
    if name == "pure":
        return value[0] == 0
    n = range(len(value))
    turned = tuple(zip(*value, strict=True))
    one = tuple(tuple(int(i == j) for j in n) for i in n)
    return {
        "symmetric": lambda: turned == value,
        "antisymmetric": lambda: turned == tuple(tuple(-v for v in row) for row in value),
        "diagonal": lambda: all(value[i][j] == 0 for i in n for j in n if i != j),
        "orthogonal": lambda: _product(turned, value) == one,
        "rotation": lambda: _product(turned, value) == one and _det(value) == 1,
        "invertible": lambda: _det(value) != 0,
    }[name]()


@given(ABOUT, st.integers(0, 2**32), st.booleans())
def test_inference_is_true_at_random_points(t, seed, awkward):
    makers = [symmetric, antisymmetric, diagonal, orthogonal, rotation, invertible]
    if t.sort.__name__ != "Matrix":
        makers = [unit] if len(t.shape) == 2 else [unit, pure]
    point = random_assignment(t, random=seed, awkward=awkward)
    try:
        value = evaluate(t, point)
    except (UndefinedError, NotExactError):
        return
    for make in makers:
        try:
            answer = holds(make(t))
        except UndefinedError:
            return
        if not answer.unknown:
            found = true_of(make(t).name, value)
            assert found == answer.yes, f"{make(t)} is {answer}, but {found} at {point}"


def test_errors_are_rewrite_errors():
    assert issubclass(FactError, RewriteError)
