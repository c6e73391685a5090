"""Structured values: matrices with a prescribed spectrum.

A random matrix does not satisfy an equation such as A² = Id or A² = 5 A - 6 Id. But matrices that
satisfy a polynomial equation in one unknown are, up to a change of basis, made of the companion
matrices of the factors of that polynomial. So such blocks are put on the diagonal and transformed
to a random basis, or to a random orthonormal one if the matrix must be symmetric.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import flint

from . import formulas as f
from .domains import Modular
from .fields import Coordinates
from .random_numbers import Source
from .random_points import orthogonal_matrix

Block = tuple[tuple[Any, ...], ...]
"""A square matrix of numbers, or of elements of a domain."""
USUAL: tuple[Block, ...] = tuple(
    tuple(tuple(map(Fraction, row)) for row in rows)
    for rows in (
        ((0,),),
        ((1,),),
        ((-1,),),
        ((0, 1), (0, 0)),
        ((0, -1), (1, 0)),
        ((0, -1), (1, -1)),
        ((1, 1), (0, 1)),
    )
)
"""Blocks of projections, mirrors, nilpotent matrices, turns of order 3 and 4, and shears."""
DEGREE = 8
"""The highest degree of a polynomial equation that is recognised."""


def blocks_of(values: Sequence[Sequence[Any]]) -> tuple[Block, ...]:
    """The blocks of matrices that satisfy an equation, from the values of its coordinates at the
    multiples 0, 1, 2… of the identity; none if these are not values of a polynomial.

    >>> blocks_of([[-1], [0], [3], [8], [15], [24], [35], [48], [63], [80], [99]])
    (((Fraction(1, 1),),), ((Fraction(-1, 1),),))
    """
    shared = flint.fmpq_poly()
    for column in zip(*values, strict=True):
        polynomial = _interpolated(column)
        if polynomial is None:
            return ()
        shared = shared.gcd(polynomial)
    if shared == 0:
        return USUAL
    found: list[Block] = []
    for factor, times in shared.factor()[1]:
        for k in range(1, times + 1):
            found.append(_companion(factor**k))
    return tuple(found)


def _interpolated(column: Sequence[Any]) -> Any:
    """The polynomial through values at 0, 1, 2…, if its degree is at most DEGREE."""
    x = flint.fmpq_poly([0, 1])
    total, product, differences = flint.fmpq_poly(), flint.fmpq_poly([1]), list(column)
    for k in range(len(column)):
        total = total + product * differences[0]
        product = product * (x - k) / (k + 1)
        differences = [b - a for a, b in pairwise(differences)]
    return total if total.degree() <= DEGREE else None


def _companion(p: Any) -> Block:
    """The companion matrix of a polynomial."""
    n, top = p.degree(), p[p.degree()]
    low = [Fraction(int((-p[i] / top).p), int((-p[i] / top).q)) for i in range(n)]
    return tuple(
        tuple(low[i] if j == n - 1 else Fraction(int(i == j + 1)) for j in range(n))
        for i in range(n)
    )


def random_matrix(
    source: Source, n: int, blocks: Sequence[Block], facts: frozenset[str]
) -> Coordinates | None:
    """A matrix of such blocks in a random basis; None if they do not fill it."""
    straight = bool(facts & {"symmetric", "diagonal"})
    usable = [b for b in blocks if len(b) == 1] if straight else list(blocks)
    chosen: list[Block] = []
    while (left := n - sum(map(len, chosen))) > 0:
        fitting = [b for b in usable if len(b) <= left]
        if not fitting:
            return None
        chosen.append(source.random.choice(fitting))
    domain = source.domain
    rows = [[domain.zero] * n for _ in range(n)]
    start = 0
    for block in chosen:
        for i, row in enumerate(block):
            for j, x in enumerate(row):
                rows[start + i][start + j] = domain.load(x)
        start += len(block)
    core = tuple([x for row in rows for x in row])
    if "diagonal" in facts:
        return core
    if straight:
        frame = orthogonal_matrix(source, n, True)
        return f.product(f.product(frame, core, n), f.transpose(frame, n), n)
    basis = random_basis(source, n)
    return f.product(f.product(basis, core, n), f.inverse(domain, basis, n), n)


def random_basis(source: Source, n: int) -> Coordinates:
    """An invertible matrix of determinant ±1, of small numbers unless the domain is modular."""
    domain, random = source.domain, source.random
    rows = [list(f.identity(domain, n)[i * n : i * n + n]) for i in range(n)]
    random.shuffle(rows)
    for _ in range(random.randrange(n + 1) if not isinstance(domain, Modular) else 3 * n):
        i, j = random.sample(range(n), 2) if n > 1 else (0, 0)
        if i != j:
            factor = source.number() if isinstance(domain, Modular) else source.sign()
            rows[i] = [x + factor * y for x, y in zip(rows[i], rows[j], strict=True)]
    return tuple([x for row in rows for x in row])
