"""Random well-sorted terms, not normalised: the strategy `terms(sort, max_leaves)`.

Terms are made by `Operator.build`, so that nodes come up which Python's operators never make, such
as a sum whose first operand is a sum. The symbols are SYMBOLS; no two share a name.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from rewrite import (
    Quaternion,
    Scalar,
    Term,
    Vector,
    conj,
    cos,
    cross,
    det,
    dot,
    identity,
    inv,
    matrices,
    norm,
    norm2,
    number,
    one,
    outer,
    pi,
    power,
    quat,
    quaternions,
    rot,
    rotate,
    rotation,
    rotation_matrix,
    scalar_part,
    scalars,
    sin,
    sqrt,
    symbol,
    tilde,
    trace,
    trans,
    triple,
    vector,
    vector_part,
    vectors,
    vee,
    zero,
)
from rewrite.operators import OPAQUE
from rewrite.terms import intern
from rewrite.theory.linear import add, div, neg, scale, times
from rewrite.theory.matrices import matmul
from rewrite.theory.quaternions import qmul

Shape = tuple[int, int]
Kind = Any  # Scalar, Vector, Quaternion or the shape of a matrix
S, V, Q = Scalar, Vector, Quaternion
SHAPES: list[Shape] = [(3, 3), (2, 2), (2, 3), (3, 2), (1, 3), (2, 1), (1, 2)]
KINDS: list[Kind] = [S, V, Q, *SHAPES]

SYMBOLS: dict[Kind, tuple[Term, ...]] = {
    S: (*scalars("x y m"), symbol("t", Scalar, None, time=True)),
    V: (*vectors("a b c"), vector("u", unit=True)),
    Q: (*quaternions("p q"),),
    (3, 3): (*matrices("A B"), rotation("R"), matrices("J", symmetric=True)[0]),
}
SYMBOLS |= {s: matrices(f"M{s[0]}{s[1]} N{s[0]}{s[1]}", *s) for s in SHAPES if s not in SYMBOLS}
ALL_SYMBOLS: dict[str, Term] = {s.name: s for group in SYMBOLS.values() for s in group}

_rationals = st.one_of(
    st.integers(-3, 12), st.sampled_from([Fraction(1, 2), Fraction(-2, 3), Fraction(7, 5)])
)
_exponents = st.sampled_from([-2, -1, 0, 1, 2, 3])


def _leaves(kind: Kind) -> st.SearchStrategy[Any]:
    symbols = st.sampled_from(SYMBOLS[kind])
    if kind is S:
        opaque = intern(OPAQUE, (), Scalar, (1, 1), 'besselj(0, "k")\n')
        return st.one_of(symbols, symbols, _rationals.map(number), st.sampled_from([pi, opaque]))
    constants = [zero(kind)]
    if kind is Q:
        constants.append(one(Q))
    elif kind is not V and kind[0] == kind[1]:
        constants.append(identity(kind[0]))
    return st.one_of(symbols, symbols, symbols, st.sampled_from(constants))


def _productions(kind: Kind) -> list[tuple[Any, tuple[Kind, ...]]]:
    """Operators that give a term of this kind, each with the kinds of its operands."""
    shape: Shape = (1, 1) if kind is S else (3, 1) if kind is V else kind
    linear = [(add, (kind, kind)), (add, (kind, kind, kind)), (neg, (kind,)), (div, (kind, S))]
    if kind is not S:
        linear.append((scale, (S, kind)))
    return [*linear, *_OWN.get(kind, ()), *(() if kind is Q else _products(shape))]


_OWN: dict[Kind, list[tuple[Any, tuple[Kind, ...]]]] = {
    S: [
        (times, (S, S)),
        (times, (S, S, S)),
        (dot, (V, V)),
        (triple, (V, V, V)),
        (norm, (V,)),
        (norm, (Q,)),
        (norm2, (V,)),
        (norm2, (Q,)),
        (trace, ((3, 3),)),
        (det, ((2, 2),)),
        (scalar_part, (Q,)),
        (sin, (S,)),
        (cos, (S,)),
        (sqrt, (S,)),
        (inv, (S,)),
        (power, (S, "exponent")),
        (power, (S, "root")),
        (matmul, (S, S)),
        (matmul, (S, S, S)),
    ],
    V: [
        (cross, (V, V)),
        (vee, ((3, 3),)),
        (vector_part, (Q,)),
        (rotate, (Q, V)),
    ],
    Q: [
        (qmul, (Q, Q)),
        (qmul, (Q, Q, Q)),
        (conj, (Q,)),
        (inv, (Q,)),
        (power, (Q, "exponent")),
        (quat, (S, V)),
    ],
    (3, 3): [
        (tilde, (V,)),
        (outer, (V, V)),
        (rot, (V, S)),
        (rotation_matrix, (Q,)),
        (inv, ((3, 3),)),
        (power, ((3, 3), "exponent")),
    ],
    (2, 2): [(inv, ((2, 2),)), (power, ((2, 2), "exponent"))],
}


def _kind(rows: int, cols: int) -> Kind:
    return S if (rows, cols) == (1, 1) else V if (rows, cols) == (3, 1) else (rows, cols)


def _products(shape: Shape) -> list[tuple[Any, tuple[Kind, ...]]]:
    """The ways to make a shape by transposing and by multiplying, with scalars in between."""
    m, n = shape
    mine, steps = _kind(m, n), range(1, 4)
    found: list[tuple[Any, tuple[Kind, ...]]] = [(trans, (_kind(n, m),))]
    for k in steps:
        if _kind(m, k) in SYMBOLS and _kind(k, n) in SYMBOLS:
            pair = (_kind(m, k), _kind(k, n))
            found += [(matmul, pair), (matmul, (pair[0], S, pair[1]))]
            found += [(matmul, (pair[0], _kind(k, k), pair[1]))] if _kind(k, k) in SYMBOLS else []
    return [*found, (matmul, (S, mine)), (matmul, (mine, S)), (matmul, ((1, 3), V, mine))]


@st.composite
def terms(draw: Any, sort: Kind = None, max_leaves: int = 20) -> Any:
    """A term of this sort or shape, or of any, with at most about `max_leaves` leaves."""
    kind = sort if sort is not None else draw(st.sampled_from(KINDS))
    return _draw(draw, kind, draw(st.integers(1, max_leaves)))


def _draw(draw: Any, kind: Kind, leaves: int) -> Any:
    if kind == "exponent":
        return number(draw(_exponents))
    if kind == "root":
        return number(draw(_rationals))
    if leaves <= 1:
        return draw(_leaves(kind))
    op, kinds = draw(st.sampled_from(_productions(kind)))
    share = max((leaves - 1) // len(kinds), 1)
    return op.build(tuple(_draw(draw, k, share) for k in kinds))


assert set(SYMBOLS) == set(KINDS)
