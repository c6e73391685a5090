"""Solutions of equations of low degree in one unknown, for random points.

The equations are given as a function that returns the difference of their two sides, in
coordinates. Its degree is found by trying values. A solution must be checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction

from ..core.sorts import Quaternion
from ..core.terms import Term
from ..errors import NotExactError
from . import formulas as f
from .fields import Coordinates, Pair, quarter_turns
from .random_numbers import Source
from .random_points import sphere
from .structured import Block

Residual = Callable[[Coordinates], Coordinates]


def on_circle(source: Source, residual: Callable[[Pair], Coordinates]) -> Pair | None:
    """Cosine and sine of an angle that satisfy an equation in which both are linear."""
    domain = source.domain
    two = domain.number(2)
    corners = [residual(quarter_turns(domain, k)) for k in range(4)]
    for east, north, west, south in zip(*corners, strict=True):
        if east + west != north + south:
            continue  # not linear
        # a cos + b sin = c
        a, b = domain.divide(east - west, two), domain.divide(north - south, two)
        c, square = domain.divide(-east - west, two), a * a + b * b
        if not domain.is_zero(square):
            across = source.root(square - c * c) * source.sign()
            return (
                domain.divide(a * c - b * across, square),
                domain.divide(b * c + a * across, square),
            )
    return None


def in_space(
    source: Source, residual: Residual, start: Coordinates, vectors: list[Coordinates]
) -> Coordinates:
    """A solution of linear equations that differs from a value by a random combination of some
    vectors."""
    domain, origin = source.domain, residual(start)
    images = [residual(f.add(start, b)) for b in vectors]
    rows = [[x - o for x in row] + [-o] for *row, o in zip(*images, origin, strict=True)]
    pivots = f.eliminate(domain, rows, len(vectors))
    if any(row[-1] for row in rows[len(pivots) :]):
        raise NotExactError("the equations contradict each other")
    free = {j: source.number() for j in range(len(vectors)) if j not in pivots}
    for row, j in zip(rows, pivots, strict=False):
        free[j] = row[-1] - sum(row[k] * free[k] for k in free if k not in pivots)
    return f.add(start, *[f.scale(free[j], b) for j, b in enumerate(vectors)])


def on_line(
    source: Source,
    residual: Residual,
    start: Coordinates,
    direction: Coordinates,
) -> Coordinates | None:
    """A point of a line at which the first equation that is quadratic along it is satisfied."""
    domain = source.domain
    two = domain.number(2)
    ends = [residual(f.add(start, f.scale(domain.number(k), direction))) for k in (-1, 0, 1)]
    for below, c, above in zip(*ends, strict=True):
        a, b = domain.divide(above + below, two) - c, domain.divide(above - below, two)
        if not domain.is_zero(a):
            root = source.root(b * b - domain.number(4) * a * c) * source.sign()
            return f.add(start, f.scale(domain.divide(root - b, two * a), direction))
    return None


def root_of(source: Source, symbol: Term, block: Block) -> Coordinates | None:
    """A scalar or a quaternion that is a zero of the polynomial whose companion matrix is given."""
    domain = source.domain
    rest = (domain.zero,) * (3 if symbol.sort is Quaternion else 0)
    if len(block) == 1:
        return (domain.load(block[0][0]), *rest)
    if len(block) > 2:
        return None
    middle, square = _completed(block)
    if square >= 0:
        return (domain.number(middle) + source.root(domain.number(square)) * source.sign(), *rest)
    if symbol.sort is not Quaternion:
        return None
    length = source.root(domain.number(-square))
    return (domain.number(middle), *f.scale(length, sphere(source, 3)))


def split(source: Source, blocks: Iterable[Block]) -> Iterator[Block]:
    """Blocks of size two as two of size one, if their eigenvalues are numbers of the domain."""
    number = source.domain.number
    for block in blocks:
        middle, square = _completed(block) if len(block) == 2 else (Fraction(), Fraction(-1))
        try:
            root = source.root(number(square)) if square > 0 else None
        except NotExactError:
            root = None
        yield from [block] if root is None else [((number(middle) + k * root,),) for k in (1, -1)]


def _completed(block: Block) -> tuple[Fraction, Fraction]:
    """m and s of the zeros m ± √s of the polynomial of a companion matrix of size two."""
    (_, product), (_, total) = block
    return Fraction(total, 2), Fraction(total * total, 4) + product
