"""M x = b by a symmetric factorisation, in the order that keeps the zeros of a tree.

M = Lᵀ D L, from the last row up. Rows of joints come after those that carry them, so only speeds on
the same path to the ground are combined, and zeros in M stay zero in L.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rewrite import Scalar, zero

from ..kinematics.kinematics import minus

NOTHING: Scalar = zero(Scalar)


def solved(upper: Sequence[Sequence[Scalar]], right: Sequence[Scalar]) -> list[Scalar]:
    """The solution of M x = b, from the upper triangle of a positive M, row by row.

    >>> from rewrite import scalars
    >>> a, b, c, x, y = scalars("a b c x y")
    >>> solved([[a, b], [c]], [x, y])[0]
    (x - b/c*y)/(a - b/c*b)
    """
    size = len(right)
    below = {(k, i): upper[i][k - i] for i in range(size) for k in range(i, size)}
    held = [[i for i in range(k) if below[k, i] is not NOTHING] for k in range(size)]
    for k in reversed(range(size)):
        for i in held[k]:
            share = below[k, i] / below[k, k]
            for j in (j for j in held[k] if j <= i):
                if below[i, j] is NOTHING and j not in held[i] and i != j:
                    held[i].append(j)
                below[i, j] = minus(below[i, j], share * below[k, j])
        for i in held[k]:
            below[k, i] = below[k, i] / below[k, k]
    return _substituted(below, held, list(right))


def _substituted(
    below: dict[tuple[int, int], Any], held: Sequence[Sequence[int]], right: list[Any]
) -> list[Scalar]:
    """The solution from the factors: inwards, division by the diagonal, and outwards."""
    for k in reversed(range(len(right))):
        for i in held[k]:
            if right[k] is not NOTHING:
                right[i] = minus(right[i], below[k, i] * right[k])
    found = [r if r is NOTHING else r / below[k, k] for k, r in enumerate(right)]
    for k in range(len(found)):
        for i in held[k]:
            if found[i] is not NOTHING:
                found[k] = minus(found[k], below[k, i] * found[i])
    return found
