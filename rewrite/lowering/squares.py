"""Determinants and inverses of square matrices on coordinates, right wherever they are defined.

A graph has no branches, so it cannot look for a pivot that is not zero. What stands here divides by
nothing that may vanish where the result exists:

- determinants have no divisions: minors of the first rows, each used for all that contain it, and
  from BIRD on the method of Bird (2011), which takes n⁴/2 operations;
- inverses up to 4×4 are the adjugate over the determinant;
- a larger matrix is taken apart into the blocks that its zeros leave connected; a larger block A is
  inverted as (AᵀA)⁻¹Aᵀ, because AᵀA is positive definite where A is invertible, so that its
  elimination (LDLᵀ, no pivoting) never divides by zero. In floating point this squares the
  condition number: it costs accuracy for matrices that are nearly singular.
"""

from __future__ import annotations

from itertools import combinations

from .chains import Block, inner, product
from .nodes import ONE, ZERO, Nodes

BIRD = 9
"""The size from which determinants are calculated by Bird's method."""
ADJUGATE = 4
"""The largest size whose inverse is the adjugate over the determinant."""


def determinant(g: Nodes, x: Block) -> int:
    """The determinant."""
    n = x.rows
    if n >= BIRD:
        return _bird(g, x)
    minors = _minors(g, x, list(range(n)))
    return minors[tuple(range(n))]


def _minors(g: Nodes, x: Block, rows: list[int]) -> dict[tuple[int, ...], int]:
    """The minors of some rows, by the columns in them: expanded by the last row, row by row."""
    n = x.columns
    known: dict[tuple[int, ...], int] = {(): ONE}
    for size, i in enumerate(rows, 1):
        row = x.refs[i * n : i * n + n]
        known = {
            chosen: g.add(
                [
                    g.mul(row[j], known[chosen[:k] + chosen[k + 1 :]]) ^ _odd(size - 1 + k)
                    for k, j in enumerate(chosen)
                    if row[j] and known[chosen[:k] + chosen[k + 1 :]]
                ]
            )
            for chosen in combinations(range(n), size)
        }
    return known


def _odd(k: int) -> int:
    return k & 1


def _bird(g: Nodes, x: Block) -> int:
    """det X is, up to sign, the first entry of X after n - 1 steps Y -> μ(Y) X."""
    n, y = x.rows, x
    for _ in range(n - 1):
        upper = [y.refs[i * n + j] if i < j else ZERO for i in range(n) for j in range(n)]
        for i in reversed(range(n - 1)):
            k = (i + 1) * (n + 1)
            upper[i * n + i] = g.add([upper[k], g.neg(y.refs[k])])
        y = product(g, Block(tuple(upper), n, n), x)
    return y.refs[0] if n % 2 else g.neg(y.refs[0])


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
    """The rows and columns that the entries other than zero connect."""
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
    cofactors = _cofactors(g, x)
    whole = inner(g, x.refs[:n], cofactors[:n])
    back = g.recip(whole)
    entries = [g.mul(back, cofactors[j * n + i]) for i in range(n) for j in range(n)]
    return Block(tuple(entries), n, n)


def _cofactors(g: Nodes, x: Block) -> list[int]:
    """The cofactor of every entry; those of 4×4 from the 2×2 minors of two rows each."""
    n = x.rows
    if n < 4:
        found = []
        for i in range(n):
            minors = _minors(g, x, [k for k in range(n) if k != i])
            for j in range(n):
                ref = minors[tuple(k for k in range(n) if k != j)]
                found.append(g.neg(ref) if (i + j) % 2 else ref)
        return found
    halves = _minors(g, x, [0, 1]), _minors(g, x, [2, 3])
    return [_cofactor4(g, x, halves, i, j) for i in range(4) for j in range(4)]


def _cofactor4(
    g: Nodes, x: Block, halves: tuple[dict[tuple[int, ...], int], ...], i: int, j: int
) -> int:
    """The cofactor of one entry of a 4×4 matrix: by the row beside its own, times minors."""
    beside, minors = i ^ 1, halves[1 - i // 2]
    columns = [k for k in range(4) if k != j]
    addends = []
    for k, column in enumerate(columns):
        others = tuple(c for c in columns if c != column)
        ref = g.mul(x.refs[beside * 4 + column], minors[others])
        addends.append(g.neg(ref) if k % 2 else ref)
    whole = g.add(addends)
    return g.neg(whole) if (i + j) % 2 else whole


def _by_squaring(g: Nodes, x: Block) -> Block:
    """(AᵀA)⁻¹Aᵀ, with AᵀA = L D Lᵀ."""
    n, turned = x.rows, x.transposed()
    square = product(g, turned, x, mirrored=0).refs
    lower = [[ZERO] * n for _ in range(n)]
    backs: list[int] = []
    for j in range(n):
        scaled = [g.mul(lower[j][k], d) for k, d in enumerate(_pivots(g, lower, backs, j))]
        pivot = _less(g, square[j * n + j], lower[j][:j], scaled)
        backs.append(g.recip(pivot))
        for i in range(j + 1, n):
            rest = _less(g, square[i * n + j], lower[i][:j], scaled)
            lower[i][j] = g.mul(rest, backs[j])
    columns = [_solved(g, lower, backs, turned.refs[j::n]) for j in range(n)]
    return Block(tuple([columns[j][i] for i in range(n) for j in range(n)]), n, n)


def _pivots(g: Nodes, lower: list[list[int]], backs: list[int], j: int) -> list[int]:
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
