"""Determinants and inverses of square matrices on coordinates, right wherever they are defined.

A graph has no branches, so it cannot search for a nonzero pivot. These formulas never divide by
anything that may vanish where the result exists:

- determinants use no divisions: minors of the first rows, each reused in all larger ones, and
  beyond MINORS the method of Bird (2011), which takes n⁴/2 operations;
- cofactors use none either: minors of the rows above and of those below, and beyond MINORS the
  method of Faddeev and LeVerrier, which takes n⁴ operations;
- inverses up to 4×4 are the adjugate over the determinant;
- a larger matrix is split into the blocks that its nonzero entries connect; a larger block A is
  inverted as (AᵀA)⁻¹Aᵀ, because AᵀA is positive definite if A is invertible, so that its
  elimination (LDLᵀ, no pivoting) never divides by zero. In floating point this squares the
  condition number: it costs accuracy for matrices that are nearly singular.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from ...theory.determinants import MINORS
from ..graph.nodes import ONE, ZERO, Nodes
from .chains import Block, inner, mirror, product

Minors = dict[tuple[int, ...], int]
"""Minors of some rows, by their columns."""
ADJUGATE = 4
"""The largest size whose inverse is the adjugate over the determinant."""


def determinant(g: Nodes, x: Block) -> int:
    """The determinant."""
    n = x.rows
    if n > MINORS:
        return _bird(g, x)
    return _minors(g, x, list(range(n)))[-1][tuple(range(n))]


def _minors(g: Nodes, x: Block, rows: list[int]) -> list[Minors]:
    """The minors of the first k of some rows, for every k, each expanded by its last row."""
    n = x.columns
    found: list[Minors] = [{(): ONE}]
    for size, i in enumerate(rows, 1):
        row, known = x.refs[i * n : i * n + n], found[-1]
        found.append(
            {
                chosen: g.add(
                    [
                        g.mul(row[j], known[chosen[:k] + chosen[k + 1 :]]) ^ _odd(size - 1 + k)
                        for k, j in enumerate(chosen)
                        if row[j] and known[chosen[:k] + chosen[k + 1 :]]
                    ]
                )
                for chosen in combinations(range(n), size)
            }
        )
    return found


def _odd(k: int) -> int:
    return k & 1


def _bird(g: Nodes, x: Block) -> int:
    """det X is, up to sign, the first entry of Y after n - 1 steps Y -> μ(Y) X from Y = X."""
    n, y = x.rows, x
    for _ in range(n - 1):
        upper = [y.refs[i * n + j] if i < j else ZERO for i in range(n) for j in range(n)]
        for i in reversed(range(n - 1)):
            k = (i + 1) * (n + 1)
            upper[i * n + i] = g.add([upper[k], g.neg(y.refs[k])])
        y = product(g, Block(tuple(upper), n, n), x)
    return y.refs[0] if n % 2 else g.neg(y.refs[0])


# -- cofactors ------------------------------------------------------------------------------------


def cofactors(g: Nodes, x: Block) -> Block:
    """The cofactor of every entry, without division; half of those of a symmetric matrix."""
    n = x.rows
    if n > MINORS:
        return _faddeev(g, x)
    above, below = _minors(g, x, list(range(n - 1))), _minors(g, x, list(range(n - 1, 0, -1)))
    sign = mirror([x])
    found = [ZERO] * (n * n)
    for i in range(n):
        for j in range(n) if sign is None else range(i, n):
            found[i * n + j] = _cofactor(g, n, above[i], below[n - 1 - i], i, j)
            if sign is not None and i != j:  # for odd sizes the sign cancels
                found[j * n + i] = found[i * n + j]
                if sign and n % 2 == 0:
                    found[j * n + i] = g.neg(found[i * n + j])
    return Block(tuple(found), n, n)


def _cofactor(g: Nodes, n: int, above: Minors, below: Minors, i: int, j: int) -> int:
    """The cofactor of an entry, by the minors of the rows above it and of those below (Laplace)."""
    columns = [k for k in range(n) if k != j]
    turned = (n - 1 - i) * (n - 2 - i) // 2  # the rows below are in reverse order
    addends = []
    for chosen in combinations(range(n - 1), i):
        left = above[tuple([columns[k] for k in chosen])]
        right = below[tuple([c for k, c in enumerate(columns) if k not in chosen])]
        ref = g.mul(left, right)
        odd = _odd(sum(chosen) - i * (i - 1) // 2 + i + j + turned)
        addends.append(g.neg(ref) if odd else ref)
    return g.add(addends)


def _faddeev(g: Nodes, x: Block) -> Block:
    """The adjugate is, up to sign, M after n - 1 steps M -> X M - tr(X M)/k Id from Id, by Cayley
    and Hamilton; the cofactors are its transpose (Faddeev, LeVerrier)."""
    n, m = x.rows, x
    half = 0 if mirror([x]) == 0 else None  # powers of a symmetric matrix are symmetric
    for k in range(1, n):
        m = x if k == 1 else product(g, x, m, half)
        share = g.scale(Fraction(-1, k), g.add(m.refs[:: n + 1]))
        entries = [g.add([c, share]) if i % (n + 1) == 0 else c for i, c in enumerate(m.refs)]
        m = Block(tuple(entries), n, n)
    turned = m.transposed().refs
    return Block(turned if n % 2 else tuple(map(g.neg, turned)), n, n)


# -- inverses -------------------------------------------------------------------------------------


def inverse(g: Nodes, x: Block) -> Block:
    """The inverse, block by block."""
    n = x.rows
    found = [ZERO] * (n * n)
    for part in _blocks(x):
        size = len(part)
        inner_block = Block(tuple([x.refs[i * n + j] for i in part for j in part]), size, size)
        inverted = (_by_adjugate if size <= ADJUGATE else _by_squaring)(g, inner_block)
        for k, ref in enumerate(inverted.refs):
            found[part[k // size] * n + part[k % size]] = ref
    return Block(tuple(found), n, n)


def _blocks(x: Block) -> list[list[int]]:
    """Sets of rows and columns that are connected by nonzero entries."""
    n = x.rows
    group = list(range(n))
    for i in range(n):
        for j in range(n):
            if x.refs[i * n + j] and group[i] != group[j]:
                old, new = max(group[i], group[j]), min(group[i], group[j])
                group = [new if k == old else k for k in group]
    return [[i for i in range(n) if group[i] == k] for k in sorted(set(group))]


def _by_adjugate(g: Nodes, x: Block) -> Block:
    n = x.rows
    found = cofactors(g, x).refs
    whole = inner(g, x.refs[:n], found[:n])
    back = g.recip(whole)
    entries = [g.mul(back, found[j * n + i]) for i in range(n) for j in range(n)]
    return Block(tuple(entries), n, n)


def _by_squaring(g: Nodes, x: Block) -> Block:
    """(AᵀA)⁻¹Aᵀ, with AᵀA = L D Lᵀ."""
    n, turned = x.rows, x.transposed()
    square = product(g, turned, x, mirrored=0).refs
    lower = [[ZERO] * n for _ in range(n)]
    backs: list[int] = []
    for j in range(n):
        scaled = [g.mul(lower[j][k], d) for k, d in enumerate(_pivots(g, backs, j))]
        pivot = _less(g, square[j * n + j], lower[j][:j], scaled)
        backs.append(g.recip(pivot))
        for i in range(j + 1, n):
            rest = _less(g, square[i * n + j], lower[i][:j], scaled)
            lower[i][j] = g.mul(rest, backs[j])
    columns = [_solved(g, lower, backs, turned.refs[j::n]) for j in range(n)]
    return Block(tuple([columns[j][i] for i in range(n) for j in range(n)]), n, n)


def _pivots(g: Nodes, backs: list[int], j: int) -> list[int]:
    """The pivots before the j-th."""
    return [g.recip(backs[k]) for k in range(j)]


def _less(g: Nodes, x: int, a: list[int], b: list[int]) -> int:
    return g.add([x, *[g.neg(g.mul(p, q)) for p, q in zip(a, b, strict=True)]])


def _solved(
    g: Nodes, lower: list[list[int]], backs: list[int], right: tuple[int, ...]
) -> list[int]:
    """The solution of L D Lᵀ y = right."""
    n = len(right)
    y: list[int] = []
    for i in range(n):
        y.append(_less(g, right[i], lower[i][:i], y[:i]))
    y = [g.mul(y[i], backs[i]) for i in range(n)]
    for i in reversed(range(n)):
        y[i] = _less(g, y[i], [lower[k][i] for k in range(i + 1, n)], y[i + 1 :])
    return y
