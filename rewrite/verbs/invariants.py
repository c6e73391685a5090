"""Polynomials in vectors of three-dimensional space: which products of them are independent.

Every polynomial in vectors is a sum of products of dot products with at most one other factor: a
triple product, a vector, a cross product, an outer product, a tilde. In three dimensions these
products are not independent (four vectors never are). Their relations are the same for all vectors:
they are found once for each list of degrees, by elimination at random points.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from random import Random

from ..deadline import check_time
from ..errors import LimitError
from ..evaluation.dependence import PRIMES, coordinates, holds

Pairs = tuple[tuple[int, int], ...]
Head = tuple[int, ...]
Product = tuple[Pairs, str, Head]
"""Dot products as pairs of vector indices, and the other factor: its kind and its vectors."""
Degrees = tuple[int, ...]
Point = list[tuple[int, int, int]]

MAX_PRODUCTS = 200
"""The most products of one list of degrees that are compared."""
MAX_DEGREE = 120
"""The largest total degree in several vectors."""

HEADS = {
    ("Scalar", 1): (("", 0),),
    ("Scalar", -1): (("triple", 3),),
    ("Vector", 1): (("vector", 1),),
    ("Vector", -1): (("cross", 2), ("triple vector", 4)),
    ("Matrix", 1): (("one", 0), ("outer", 2)),
    ("Matrix", -1): (("tilde", 1), ("triple one", 3), ("cross outer", 3), ("outer cross", 3)),
}
"""By sort and parity: the factors allowed beside the dot products, with their number of vectors."""


class TooManyError(Exception):
    """There are more products than the limit allows."""


@lru_cache(maxsize=1_000)
def reductions(sort: str, parity: int, degrees: Degrees) -> dict[Product, dict[Product, Fraction]]:
    """Each product of these degrees in the vectors, in terms of the first independent ones."""
    products = list(spanning(sort, parity, degrees))
    rows = _values(products, len(degrees), PRIMES[0], 1, len(products) + 4)
    found = coordinates(rows)
    checks = _values(products, len(degrees), PRIMES[1], 2, 12)
    if found is None or not all(map(holds, checks, found, [checks] * len(rows))):
        raise LimitError(f"no small relations were found between products of degrees {degrees}")
    return {
        product: {products[k]: c for k, c in made.items()}
        for product, made in zip(products, found, strict=True)
    }


def spanning(sort: str, parity: int, degrees: Degrees) -> Iterator[Product]:
    """All products of a sort and parity with these degrees in the vectors."""
    if sum(degrees) > MAX_DEGREE and sum(map(bool, degrees)) > 1:
        raise LimitError(f"the degrees {degrees} in the vectors are more than {MAX_DEGREE}")
    try:
        yield from _spanning(sort, parity, degrees)
    except TooManyError:
        raise LimitError(
            f"more than {MAX_PRODUCTS} products have the degrees {degrees} in their vectors"
        ) from None


def _spanning(sort: str, parity: int, degrees: Degrees) -> Iterator[Product]:
    count = 0
    for kind, size in HEADS[sort, parity]:
        for head in _heads(kind, size, len(degrees)):
            left = list(degrees)
            for i in head:
                left[i] -= 1
            if min(left, default=0) >= 0 and sum(left) % 2 == 0:
                for pairs in matchings(tuple(left)):
                    count += 1
                    if count > MAX_PRODUCTS:
                        raise TooManyError
                    yield pairs, kind, head


def _heads(kind: str, size: int, vectors: int) -> Iterator[Head]:
    numbers = range(vectors)
    if kind in ("", "one"):
        yield ()
    elif kind in ("vector", "tilde"):
        yield from ((i,) for i in numbers)
    elif kind in ("cross", "triple", "triple one"):
        yield from combinations(numbers, size)
    elif kind == "outer":
        yield from ((i, j) for i in numbers for j in numbers)
    elif kind == "triple vector":
        yield from ((*three, i) for three in combinations(numbers, 3) for i in numbers)
    else:  # cross outer: (a × b) cᵀ; outer cross: c (a × b)ᵀ
        yield from ((*two, i) for two in combinations(numbers, 2) for i in numbers)


@lru_cache(maxsize=10_000)
def matchings(degrees: Degrees) -> tuple[Pairs, ...]:
    """All products of dot products with these degrees.

    >>> matchings((1, 1, 1, 1))
    (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
    >>> matchings((2, 2))
    (((0, 0), (1, 1)), ((0, 1), (0, 1)))
    """
    present = [i for i, n in enumerate(degrees) if n]
    if len(present) < 2:
        return (tuple((i, i) for i in present for _ in range(degrees[i] // 2)),)
    first = present[0]
    found: dict[Pairs, None] = {}
    for other in range(first, len(degrees)):
        left = list(degrees)
        left[first] -= 1
        left[other] -= 1
        if left[other] >= 0:
            for pairs in matchings(tuple(left)):
                found[tuple(sorted(((first, other), *pairs)))] = None
        if len(found) > MAX_PRODUCTS:
            raise TooManyError
    return tuple(found)


# -- values ---------------------------------------------------------------------------------------


def _values(
    products: list[Product], vectors: int, p: int, seed: int, width: int
) -> list[list[int]]:
    random = Random(seed)
    rows: list[list[int]] = [[] for _ in products]
    while rows and len(rows[0]) < width:
        check_time(0)
        point = [
            (random.randrange(p), random.randrange(p), random.randrange(p)) for _ in range(vectors)
        ]
        dots = [[_dot(u, v) % p for v in point] for u in point]
        heads: dict[tuple[str, Head], list[int]] = {}
        for row, (pairs, kind, head) in zip(rows, products, strict=True):
            scalar = 1
            for i, j in pairs:
                scalar = scalar * dots[i][j] % p
            if (kind, head) not in heads:
                heads[kind, head] = _head(kind, [point[i] for i in head])
            row += [scalar * x % p for x in heads[kind, head]]
    return rows


Triple = tuple[int, int, int]


def _dot(u: Triple, v: Triple) -> int:
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]


def _cross(u: Triple, v: Triple) -> Triple:
    return (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])


def _outer(u: Triple, v: Triple) -> list[int]:
    return [x * y for x in u for y in v]


def _head(kind: str, v: list[Triple]) -> list[int]:
    one = [1, 0, 0, 0, 1, 0, 0, 0, 1]
    if kind == "":
        return [1]
    if kind == "vector":
        return list(v[0])
    if kind == "cross":
        return list(_cross(v[0], v[1]))
    if kind == "one":
        return one
    if kind == "outer":
        return _outer(v[0], v[1])
    if kind == "tilde":
        x, y, z = v[0]
        return [0, -z, y, z, 0, -x, -y, x, 0]
    if kind == "cross outer":
        return _outer(_cross(v[0], v[1]), v[2])
    if kind == "outer cross":
        return _outer(v[2], _cross(v[0], v[1]))
    scalar = _dot(v[0], _cross(v[1], v[2]))
    rest = {"triple": [1], "triple one": one}.get(kind)
    return [scalar * x for x in (rest if rest is not None else v[3])]
