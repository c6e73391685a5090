"""Random terms as they come up in mechanics: `polynomials(kind, max_leaves)`, and terms made equal.

Few symbols, so that summands meet; dot, cross, triple and outer products, tildes, words of
matrices, transposes and rotations, nested in sums. `disguised` rewrites a term of the fragment of
`canonical` backwards, into an equal one.
"""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import strategies as st

from rewrite import (
    Scalar,
    Term,
    Vector,
    cos,
    cross,
    dot,
    identity,
    matrices,
    matrix,
    number,
    outer,
    postorder,
    rotation,
    scalars,
    sin,
    tilde,
    trans,
    triple,
    vectors,
)
from rewrite.core.linear import add, neg, scale, times
from rewrite.core.terms import rebuild
from rewrite.theory.matrices import matmul

S, V, M = Scalar, Vector, (3, 3)
Kind = Any
x, y = scalars("x y")
a, b, c, d = vectors("a b c d")
A, B = matrices("A B")
R = rotation("R")
J, K = matrix("J", symmetric=True), matrix("K", antisymmetric=True)

LEAVES: dict[Kind, tuple[Any, ...]] = {S: (x, y, 2, -1), V: (a, b, c), M: (A, B, R, J, K)}
_VECTORS: dict[Kind, list[tuple[Any, tuple[Kind, ...]]]] = {
    S: [(times, (S, S)), (dot, (V, V)), (dot, (V, V)), (triple, (V, V, V))],
    V: [(scale, (S, V)), (cross, (V, V)), (cross, (V, V)), (matmul, (M, V))],
    M: [(scale, (S, M)), (tilde, (V,)), (outer, (V, V)), (matmul, (M, M))],
}
_MATRICES: dict[Kind, list[tuple[Any, tuple[Kind, ...]]]] = {
    S: [],
    V: [(matmul, (M, V))],
    M: [(trans, (M,)), (matmul, (M, M))],
}


@st.composite
def polynomials(
    draw: Any, kind: Kind = None, max_leaves: int = 12, vectors_only: bool = False
) -> Any:
    """A term of this kind; with `vectors_only`, one without symbols of matrices."""
    kind = kind if kind is not None else draw(st.sampled_from([S, V, M]))
    return _drawn(draw, kind, draw(st.integers(2, max_leaves)), vectors_only)


def _drawn(draw: Any, kind: Kind, leaves: int, vectors_only: bool) -> Any:
    if leaves <= 1:
        if kind == M and vectors_only:
            return tilde(draw(st.sampled_from(LEAVES[V])))
        leaf = draw(st.sampled_from(LEAVES[kind]))
        return leaf if isinstance(leaf, Term) else number(leaf)
    linear = [(add, (kind, kind)), (add, (kind, kind, kind)), (neg, (kind,))]
    more = [] if vectors_only else _MATRICES[kind]
    op, kinds = draw(st.sampled_from([*linear, *_VECTORS[kind], *more]))
    share = max((leaves - 1) // len(kinds), 1)
    return op.build(tuple(_drawn(draw, k, share, vectors_only) for k in kinds))


# -- equal terms ----------------------------------------------------------------------------------


def nothing(kind: Kind, rng: Random) -> Any:
    """A term that is zero, and does not look so."""
    p, q, r, s = (rng.choice([a, b, c, d, a + b, x * c - d]) for _ in range(4))
    dependent = triple(q, r, s) * p - triple(p, r, s) * q + triple(p, q, s) * r
    dependent = dependent - triple(p, q, r) * s
    jacobi = cross(p, cross(q, r)) + cross(q, cross(r, p)) + cross(r, cross(p, q))
    vanishing = rng.choice(
        [dependent, jacobi, cross(p, cross(q, r)) - dot(p, r) * q + dot(p, q) * r]
    )
    scalar = rng.choice([x, 2 * y, dot(a, b), sin(x) * cos(y), x - dot(c, d)])
    if kind is V:
        return scalar * vanishing
    if kind is S:
        angle = sin(p_ := rng.choice([x, x + y])) ** 2 + cos(p_) ** 2 - 1
        return rng.choice([scalar * angle, dot(vanishing, s), scalar * dot(p, vanishing)])
    return rng.choice([
        scalar * tilde(vanishing),
        vanishing @ r.T,
        tilde(cross(p, q)) - tilde(p) @ tilde(q) + tilde(q) @ tilde(p),
        scalar * (tilde(p) @ tilde(q) - q @ p.T + dot(p, q) * identity(3)),
    ])  # fmt: skip


def backwards(t: Term, rng: Random) -> Any:
    """One sub-term written in another way, by an identity used in one or the other direction."""
    args: Any = t.args
    if t.op is cross:
        u, v = args
        ways = [lambda: -cross(v, u), lambda: tilde(u) @ v, lambda: cross(u, v + 3 * u)]
        if v.op is cross:
            p, q = v.args
            ways.append(lambda: dot(u, q) * p - dot(u, p) * q)
            ways.append(lambda: -cross(p, cross(q, u)) - cross(q, cross(u, p)))
        if u.op is cross and v.op is cross:
            (p, q), (r, s) = u.args, v.args
            ways.append(lambda: triple(p, q, s) * r - triple(p, q, r) * s)
            ways.append(lambda: triple(p, r, s) * q - triple(q, r, s) * p)
        return rng.choice(ways)()
    if t.op is dot:
        u, v = args
        ways = [lambda: dot(v, u), lambda: u.T @ v]
        if v.op is cross:
            ways.append(lambda: triple(u, *v.args))
        if u.op is cross and v.op is cross:
            (p, q), (r, s) = u.args, v.args
            ways.append(lambda: dot(p, r) * dot(q, s) - dot(p, s) * dot(q, r))
        return rng.choice(ways)()
    if t.op is triple:
        u, v, w = args
        return rng.choice([dot(u, cross(v, w)), -triple(v, u, w), triple(v, w, u + 2 * v)])
    if t.op is tilde and args[0].op is cross:
        u, v = args[0].args
        return rng.choice([v @ u.T - u @ v.T, tilde(u) @ tilde(v) - tilde(v) @ tilde(u)])
    if t.op is add and len(args) > 1:
        mixed = rng.sample(args, len(args))
        return add.build((mixed[0], add.build(tuple(mixed[1:])))) if len(args) > 2 else (
            add.build(tuple(mixed))
        )  # fmt: skip
    if t.op is scale and args[1].op is add:
        return add.build(tuple(args[0] * v for v in args[1].args))
    if t.op is scale:
        return (args[0] + x) * args[1] - x * args[1]
    if t.op is times:
        return times.build(tuple(rng.sample(args, len(args))))
    return t


def disguised(t: Term, rng: Random, often: float = 0.5) -> Any:
    """An equal term: random sub-terms written in other ways, and a zero added."""
    done: dict[Term, Any] = {}
    for s in postorder(t):
        new = rebuild(s, tuple(done[arg] for arg in s.args)) if s.args else s
        done[s] = backwards(new, rng) if rng.random() < often else new
    kind = t.sort if t.sort in (S, V) else M
    found = done[t]
    return found + nothing(kind, rng) if rng.random() < often else found
