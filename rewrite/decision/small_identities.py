"""Small identities of polynomials and quotients, multiplied out at once.

Most questions take less time to multiply out than to prepare the general methods. Here coordinates
are plain flint polynomials. A value has one denominator, which follows from the degree of each
operator in its operands. All other questions are left to the other methods of `equal`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import reduce
from math import prod
from operator import sub
from typing import Any, NamedTuple

from ..core.linear import add, div, neg, power, scale, times
from ..core.operators import NUMBER, ONE, ZERO
from ..core.sorts import Quaternion, Scalar
from ..core.terms import Term
from ..evaluation import formulas as f
from ..evaluation.fields import Coordinates
from ..evaluation.semantics import MEANING
from ..theory import coordinates as parts
from ..theory import quaternions, scalars, vectors
from ..theory import rotation_operators as turns
from ..theory.determinants import cof, det, trace
from ..theory.lengths import norm2
from ..theory.matrices import inv, matmul, trans
from .plain_polynomials import LARGEST_SIZE, PlainPoint, Polynomial, UnfitError

MOST_NODES = 60
"""The most nodes of an identity that counts as small."""
LARGEST_DEGREE = 1_000
"""The highest degree of a value in its symbols and numbers; a long number counts as several."""
LARGEST_COUNT = 100
"""The most coordinates of a zero or a one."""
MOST_WORK = 20_000
"""The most products of monomials before giving up; they take a few milliseconds."""


class _Value(NamedTuple):
    """Coordinates over a common denominator, None for 1, and the length of the longest of them."""

    above: Coordinates
    below: Polynomial | None
    length: int


def _size(t: Term) -> int:
    n = t.args[0].shape[0]
    if n > LARGEST_SIZE:
        raise UnfitError
    return n


LINEAR = (
    *(neg, scale, matmul, trans, trace, vectors.dot, vectors.cross, vectors.triple),
    *(vectors.tilde, vectors.vee, vectors.outer, quaternions.conj, quaternions.qmul),
    *(quaternions.scalar_part, quaternions.vector_part, parts.x_of, parts.y_of, parts.z_of),
)
DEGREES: dict[Any, int | Callable[[Term], tuple[int, ...]]] = {
    **dict.fromkeys(LINEAR, 1),
    **dict.fromkeys((norm2, turns.rotation_matrix), 2),
    det: lambda t: (_size(t),),
    cof: lambda t: (_size(t) - 1,),
    turns.rotate: lambda t: (2, 1),
}
"""The degree of each operator, the same in all operands or one for each."""
OTHERS = {quaternions.quat, parts.column, scalars.sin, scalars.cos, turns.rot}
"""Operators without such a degree; their operands must have no denominators."""


class SmallQuestion:
    """The values of the nodes of a question, operands first."""

    def __init__(self, nodes: Collection[Term]) -> None:
        if len(nodes) > MOST_NODES:
            raise UnfitError
        self._at, self._work = PlainPoint(nodes), MOST_WORK
        self._divides = False
        symbols = self._at.symbols.items()
        self._values = known = {t: _Value(x, None, _length(x)) for t, x in symbols}
        degrees: dict[Term, int] = {}
        for t in nodes:
            degrees[t] = _degree(t, [degrees[a] for a in t.args])
            if t not in known:
                made = SPECIAL.get(t.op, SmallQuestion._homogeneous)
                above, below = made(self, t, *[known[a] for a in t.args])
                known[t] = _Value(above, below, _length(above))

    def agree(self, a: Term, b: Term) -> bool:
        """Whether two nodes have the same value wherever both have one."""
        x, y = self._values[a], self._values[b]
        left, right = x.above, y.above
        if x.below != y.below:
            left, right = self._times(y.below, left), self._times(x.below, right)
        if left == right or not self._at.domain.relations:
            return left == right
        return all(map(self._at.domain.is_zero, map(sub, left, right)))

    # -- operators: numerators, and a denominator -------------------------------------------------

    def _atom(self, t: Term) -> tuple[Coordinates, None]:
        if t.sort.coordinates(t.shape) > LARGEST_COUNT:
            raise UnfitError
        return MEANING[t.op](self._at, t), None

    def _homogeneous(self, t: Term, *operands: _Value) -> tuple[Coordinates, Polynomial | None]:
        degree = DEGREES.get(t.op)
        divides = self._divides and any(x.below is not None for x in operands)
        if degree is None and (divides or t.op not in OTHERS):
            raise UnfitError
        each = degree(t) if callable(degree) else (degree or 2,) * len(operands)
        self._pay(operands, each)
        below = None
        if divides:
            powers = zip(operands, each, strict=True)
            below = reduce(self._product, [x.below**n for x, n in powers if x.below is not None])
        plain = operands if t.op.angle is None else operands[:-1]
        return MEANING[t.op](self._at, t, *[x.above for x in plain]), below

    def _scalars(self, t: Term, *operands: _Value) -> tuple[Coordinates, Polynomial | None]:
        above = reduce(self._product, [x.above[0] for x in operands])
        below = [x.below for x in operands if x.below is not None]
        return (above,), reduce(self._product, below) if below else None

    def _sum(self, t: Term, *operands: _Value) -> tuple[Coordinates, Polynomial | None]:
        below: list[Polynomial] = []
        for x in operands if self._divides else ():
            if x.below is not None and x.below not in below:
                below.append(x.below)
        if not below:
            return f.add(*[x.above for x in operands]), None
        common = reduce(self._product, below)
        factors = [common if x.below is None else common / x.below for x in operands]
        return f.add(*map(self._times, factors, [x.above for x in operands])), common

    def _quotient(self, t: Term, x: _Value, y: _Value) -> tuple[Coordinates, Polynomial]:
        (by,) = y.above
        self._divide_by(by)
        return self._times(y.below, x.above), by if x.below is None else self._product(x.below, by)

    def _power(self, t: Term, x: _Value, *_: _Value) -> tuple[Coordinates, Polynomial | None]:
        n = t.args[1].value if t.op is power else -1
        if type(n) is not int:
            raise UnfitError
        if n < 0:
            return self._inverse(t, x, -n)
        below = None if x.below is None else x.below**n
        if t.sort is Scalar:
            self._pay([x], [n])
            return (x.above[0] ** n,), below
        self._pay([x] * n, [1] * n)
        return MEANING[power](self._at, t, x.above, ()), below

    def _inverse(self, t: Term, x: _Value, n: int) -> tuple[Coordinates, Polynomial]:
        ring, above = self._at.domain, x.above
        if t.sort is Scalar:
            self._pay([x], [n])
            above, by = (ring.one,), above[0] ** n
        elif n > 1:
            raise UnfitError
        elif t.sort is Quaternion:
            self._pay([x], [2])
            above, by = f.conjugate(above), f.dot(above, above)
        else:
            size = _size(t)
            self._pay([x], [size])
            above, by = f.adjugate(ring, above, size), f.determinant(ring, above, size)
        self._divide_by(by)
        return self._times(None if x.below is None else x.below**n, above), by

    # -- work --------------------------------------------------------------------------------------

    def _divide_by(self, by: Polynomial) -> None:
        """Allow a nonzero divisor, unless it could vanish on a part of a variety that splits."""
        self._divides = True
        if self._at.domain.splits or self._at.domain.is_zero(by):
            raise UnfitError

    def _times(self, factor: Polynomial | None, x: Coordinates) -> Coordinates:
        return x if factor is None else tuple([self._product(c, factor) for c in x])

    def _product(self, p: Polynomial, q: Polynomial) -> Polynomial:
        self._count(len(p) * len(q))
        return p * q

    def _pay(self, operands: Iterable[_Value], degrees: Iterable[int]) -> None:
        """Count the work for an operator with these degrees in its operands."""
        pairs = zip(operands, degrees, strict=True)
        self._count(prod([len(x.above) * x.length**n for x, n in pairs]))

    def _count(self, work: int) -> None:
        self._work -= work
        if self._work < 0:
            raise UnfitError


SPECIAL: dict[Any, Callable[..., tuple[Coordinates, Polynomial | None]]] = {
    **dict.fromkeys((NUMBER, ZERO, ONE), SmallQuestion._atom),
    times: SmallQuestion._scalars,
    add: SmallQuestion._sum,
    div: SmallQuestion._quotient,
    **dict.fromkeys((power, inv), SmallQuestion._power),
}
"""Operators that are not homogeneous, or divide."""


def is_small_identity(nodes: Collection[Term], a: Term, b: Term) -> bool:
    """Whether two terms are quickly found to be equal; `nodes` are those of both.

    >>> from rewrite import postorder, scalars
    >>> x, y = scalars("x y")
    >>> left, right = x/y + y/x, (x**2 + y**2)/(x*y)
    >>> is_small_identity([*postorder(left), *postorder(right)], left, right)
    True
    """
    try:
        return SmallQuestion(nodes).agree(a, b)
    except UnfitError:
        return False


def _degree(t: Term, below: list[int]) -> int:
    """A bound for the degree of a value; UnfitError if it is too high to be multiplied out."""
    if t.op is NUMBER:
        bits = t.value.numerator.bit_length() + t.value.denominator.bit_length()
        found = 1 + int(bits) // 64
    elif t.op is power and type(t.args[1].value) is int:
        found = below[0] * abs(t.args[1].value)
    else:
        times_itself = max(t.args[0].shape, default=2) if t.op in (det, cof, inv) else 1
        found = sum(below) * times_itself or 1
    if found > LARGEST_DEGREE:
        raise UnfitError
    return found


def _length(coordinates: Coordinates) -> int:
    return max(map(len, coordinates))
