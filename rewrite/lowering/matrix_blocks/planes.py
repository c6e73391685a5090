"""Rotations in a coordinate plane: E S Eᵀ with a symmetric S takes half the operations of a
product.

E is the identity except for [[c, -s], [s, c]] in the rows and columns i and j, with the cosine and
sine of one angle. The entries x, y, z of S in these rows and columns become


    x - s k,    c k - y,    z + s k    with    k = s (x - z) + 2 c y,

because c² = 1 - s². So the product of several such rotations, as with Euler angles, need not be
calculated to rotate an inertia. Matrices that only swap axes and change signs, such as quarter
turns, may be among them: they take no operations.
"""

from __future__ import annotations

from ..graph.nodes import COS, ONE, SIN, ZERO, Nodes
from .chains import Block, mirror, product

Turn = tuple[int, int, int, int]
"""The plane i, j, and references to cosine and sine."""


def plane_turn(g: Nodes, e: Block) -> Turn | None:
    """The plane and the cosine and sine of a turn, if a matrix is one."""
    n = e.columns
    if e.rows != n:
        return None
    rows = [i for i in range(n) if e.refs[i * (n + 1)] != ONE]
    if len(rows) != 2 or sum(map(bool, e.refs)) != n + 2:
        return None
    i, j = rows
    c, s = e.refs[i * (n + 1)], e.refs[j * n + i]
    if e.refs[j * (n + 1)] != c or e.refs[i * n + j] != s ^ 1 or not s:
        return None
    a, b = c >> 1, s >> 1
    of_one_angle = g.kinds[a] is COS and g.kinds[b] is SIN and g.args[a] == g.args[b]
    return (i, j, c, s) if of_one_angle else None


def turned(g: Nodes, turn: Turn, x: Block) -> Block:
    """E X Eᵀ for a symmetric X.

    >>> from rewrite import lower, matrix, ops, rot, scalar, column
    >>> E, S = rot(column(0, 0, 1), scalar("q")), matrix("S", symmetric=True)
    >>> print(ops(E @ S @ E.T))
    9 multiplications, 7 additions, 2 calls
    """
    n, (i, j, c, s) = x.rows, turn
    found = list(x.refs)
    for k in range(n):
        if k not in (i, j):
            p, q = x.refs[i * n + k], x.refs[j * n + k]
            up = g.add([g.mul(c, p), g.neg(g.mul(s, q))])
            down = g.add([g.mul(s, p), g.mul(c, q)])
            found[i * n + k] = found[k * n + i] = up
            found[j * n + k] = found[k * n + j] = down
    p, y, q = x.refs[i * (n + 1)], x.refs[i * n + j], x.refs[j * (n + 1)]
    both = g.add([g.mul(s, g.add([p, g.neg(q)])), g.mul(c, g.scale(2, y))])
    more = g.mul(s, both)
    found[i * (n + 1)], found[j * (n + 1)] = g.add([p, g.neg(more)]), g.add([q, more])
    found[i * n + j] = found[j * n + i] = g.add([g.mul(c, both), g.neg(y)])
    return Block(tuple(found), n, n)


def turned_in_planes(g: Nodes, word: list[Block]) -> Block | None:
    """The product of a word E F … S … Fᵀ Eᵀ of such rotations with a symmetric S; else None.

    The letters right of the middle are those of the left, transposed.
    """
    half = len(word) // 2
    if len(word) % 2 == 0 or word[half].refs != word[half].transposed().refs:
        return None
    found = word[half]
    for left, right in zip(reversed(word[:half]), word[half + 1 :], strict=True):
        if left.transposed().refs != right.refs:
            return None
        turn = plane_turn(g, left)
        if turn is not None:
            found = turned(g, turn, found)
        elif exchanges_axes(left):
            found = product(g, product(g, left, found), right, mirror([left, found, right]))
        else:
            return None
    return found


def exchanges_axes(e: Block) -> bool:
    """Whether every row and every column of a matrix has one entry, 1 or -1."""
    n = e.columns
    if e.rows != n or any(x not in (ZERO, ONE, ONE ^ 1) for x in e.refs):
        return False
    lines = [e.refs[i * n : i * n + n] for i in range(n)] + [e.refs[j::n] for j in range(n)]
    return all(n - line.count(ZERO) == 1 for line in lines)
