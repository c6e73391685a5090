"""Fractions of polynomials modulo relations: the coordinates of a generic point.

Each relation g^k = p gives a power of one generator in terms of later generators, so reducing by
each relation once, in order, ends with the one representative that has no such power. Two elements
are equal on the variety of the relations if their difference reduces to zero; the converse holds if
the relations generate all polynomials that vanish there (see `generic`).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from operator import lt
from typing import Any, NamedTuple

import flint

from ..deadline import check_time, time_left
from ..errors import NotExactError

RATE = 3_000_000
"""At least this many products of two monomials are made in a second."""
SMALL = 1_000
"""This many products are made without checking the clock."""
ROOM = 10_000_000
"""The most products of two monomials in one multiplication, however much time there is."""
SHORT = 4
"""Numbers up to this many machine words cost one unit; for longer ones the cost is quadratic."""

MOST_GENERATORS = 4_000
"""The most generators of a ring, since a monomial has an exponent for each of them."""

LONGEST = 300_000
"""The most monomials of a polynomial, since each takes some hundred bytes."""

Polynomial = Any


class TooLargeError(NotExactError):
    """The polynomials would not be ready in the time given."""


class Factored(NamedTuple):
    """A denominator: a number times powers of factors."""

    scale: Any
    factors: dict[int, int]


@lru_cache(maxsize=100)
def _plain(count: int) -> list[str]:
    """Names for generators in ASCII, which flint requires."""
    return [f"g{i}" for i in range(count)]


class Ring:
    """Polynomials in named generators, and the relations between them."""

    def __init__(self, names: Sequence[str], cancels: bool = True, graded: bool = False) -> None:
        ordering = flint.Ordering.degrevlex if graded else flint.Ordering.lex
        if len(names) > MOST_GENERATORS:
            raise TooLargeError(f"{len(names)} coordinates are more than {MOST_GENERATORS}")
        self.width = 1 + len(names) // 500
        self.small = SMALL // self.width
        """This many products of two monomials are made without checking the clock."""
        self.context = flint.fmpq_mpoly_ctx.get(_plain(max(1, len(names))), ordering)
        self.cancels = cancels
        self.guarded = False
        """Whether comparison is refused: not all points take the branch that the generic point
        takes."""
        self.relations: list[tuple[int, int, Polynomial]] = []
        self.splitting: list[int] = []
        """Generators whose relation may split the variety, like e² = 1: (e - 1)(e + 1) = 0."""
        self.factors: list[Polynomial] = []
        """All divisors, each without the factors already listed."""
        self.unit = self.context.constant(1)
        self.one, self.zero = (
            Element(self, self.unit, {}),
            Element(self, self.context.constant(0), {}),
        )

    def constant(self, value: int | Fraction) -> Element:
        words = max(value.numerator.bit_length(), value.denominator.bit_length()) // 64
        if words > SHORT:
            self.width = max(self.width, (words // SHORT) ** 2)
            self.small = SMALL // self.width
        number = flint.fmpq(value.numerator, value.denominator)
        return Element(self, self.context.constant(number), {})

    def generator(self, place: int) -> Element:
        return Element(self, self.context.gen(place), {})

    def relate(self, place: int, degree: int, value: Element, splits: bool = False) -> None:
        """Set a power of a generator equal to a polynomial in later generators."""
        relation = self.context.gen(place) ** degree - value.num
        self.splitting += [place] if splits else []
        self.relations.append((place, degree, relation))
        self.relations.sort(key=lambda known: known[0])

    def reduced(self, p: Polynomial) -> Polynomial:
        """A polynomial reduced by the relations."""
        degrees = p.degrees() if self.relations else ()
        for place, degree, relation in self.relations:
            if degrees[place] >= degree:
                self.allow(len(p), 4)
                p = p % relation
                degrees = p.degrees()
        return p

    def product(self, p: Polynomial, q: Polynomial) -> Polynomial:
        work = len(p) * len(q)
        if work < self.small and not self.relations:
            return p * q
        check_time()
        self.allow(len(p), len(q))
        found = self.reduced(p * q)
        if work > LONGEST and len(found) > LONGEST:
            raise TooLargeError(f"a polynomial of {len(found)} monomials takes too much room")
        return found

    def factored(self, p: Polynomial) -> Factored:
        """A divisor as a number and powers of factors of the ring; new factors are added."""
        if p == 0:
            raise ZeroDivisionError
        found: Factors = {}
        for place, factor in enumerate(self.factors):
            while (quotient := self.quotient(p, factor)) is not None:
                p, found[place] = quotient, found.get(place, 0) + 1
        scale = p.leading_coefficient()
        if not p.is_constant():
            found[len(self.factors)] = 1
            self.factors.append(p / scale)
        return Factored(1 / scale, found)

    def expanded(self, factors: Factors) -> Polynomial:
        """A product of factors."""
        result = self.unit
        for place, n in factors.items():
            for _ in range(n):
                result = self.product(result, self.factors[place])
        return result

    def where_defined(self, p: Polynomial) -> Polynomial:
        """A polynomial that is zero if p vanishes wherever no divisor does.

        A divisor may vanish on a whole part of a variety that splits. So p is multiplied by it,
        even if it was cancelled: 0 = (e - 1)(e + 1) means that e is 1 if e + 1 is a divisor.
        """
        for factor in self.factors:
            degrees = factor.degrees()
            if p == 0:
                break
            if any(degrees[place] for place in self.splitting):
                p = self.product(p, factor)
        return p

    def quotient(self, p: Polynomial, q: Polynomial) -> Polynomial | None:
        """p/q if q divides p."""
        if any(map(lt, p.degrees(), q.degrees())):
            return None
        self.allow(len(p), len(q))
        try:
            return p / q
        except flint.utils.flint_exceptions.DomainError:
            return None

    def allow(self, m: int, n: int) -> None:
        """Refuse work for which the time is too short, since a calculation in flint cannot be
        interrupted."""
        work = m * n * self.width
        if work < SMALL:
            return
        if work > min(ROOM, RATE * time_left()):
            raise TooLargeError(
                f"polynomials of {m} and {n} monomials are too large to multiply in the time given"
            )


Factors = dict[int, int]
"""A denominator: exponents, by the indices of the ring's factors."""


class Element:
    """A fraction: a reduced numerator, and a denominator in factors."""

    __slots__ = ("den", "num", "ring")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, ring: Ring, num: Polynomial, den: Factors) -> None:
        self.ring, self.num, self.den = ring, num, den

    def _read(self, other: Any) -> Element:
        return other if isinstance(other, Element) else self.ring.constant(other)

    def __add__(self, other: Any) -> Element:
        if type(other) is int and other == 0:
            return self
        x, y, ring = self, self._read(other), self.ring
        if not x.den and not y.den:
            if not len(x.num):
                return y
            return Element(ring, x.num + y.num, x.den) if len(y.num) else x
        if x.den == y.den:
            return cancelled(ring, x.num + y.num, x.den)
        common = {k: max(x.den.get(k, 0), y.den.get(k, 0)) for k in x.den.keys() | y.den.keys()}
        return cancelled(ring, x.over(common) + y.over(common), common)

    __radd__ = __add__

    def __neg__(self) -> Element:
        return Element(self.ring, -self.num, self.den)

    def __sub__(self, other: Any) -> Element:
        y = self._read(other)
        if not self.den and not y.den:
            return Element(self.ring, self.num - y.num, self.den)
        return self + -y

    def __rsub__(self, other: Any) -> Element:
        return -self + self._read(other)

    def __mul__(self, other: Any) -> Element:
        x, y, ring = self, self._read(other), self.ring
        p, q = x.num, y.num
        work = len(p) * len(q)
        if not work:
            return ring.zero
        small = work < ring.small and not ring.relations
        num = p * q if small else ring.product(p, q)
        if not x.den and not y.den:
            return Element(ring, num, {})
        return cancelled(ring, num, _joined(x.den, y.den))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Element:
        other, ring = self._read(other), self.ring
        below = ring.factored(other.num)
        result: Element = self * Element(ring, other.below() * below.scale, below.factors)
        return result

    def __rtruediv__(self, other: Any) -> Element:
        return self._read(other) / self

    def __pow__(self, n: int) -> Element:
        if n < 0:
            return (1 / self) ** -n
        result = self.ring.one
        for _ in range(n):
            result = result * self
        return result

    def __eq__(self, other: object) -> bool:
        if self.ring.guarded:
            raise TypeError("generic numbers are not compared")
        return bool(self.difference(self._read(other)) == 0)

    def __bool__(self) -> bool:
        raise TypeError("a generic number is neither true nor false")

    def below(self) -> Polynomial:
        """The denominator, multiplied out."""
        return self.ring.expanded(self.den)

    def over(self, common: Factors) -> Polynomial:
        """The numerator over a multiple of the denominator."""
        missing = {k: n - self.den.get(k, 0) for k, n in common.items() if n > self.den.get(k, 0)}
        return self.ring.product(self.num, self.ring.expanded(missing)) if missing else self.num

    def difference(self, other: Element) -> Polynomial:
        """The cleared numerator of the difference. If it is zero, both are equal wherever both are
        defined; the converse holds if the relations generate all that vanishes."""
        return self.ring.where_defined((self - other).num)

    def __str__(self) -> str:
        return f"({self.num})/({self.below()})" if self.den else str(self.num)


def _joined(x: Factors, y: Factors) -> Factors:
    return {k: x.get(k, 0) + y.get(k, 0) for k in x.keys() | y.keys()}


def cancelled(ring: Ring, num: Polynomial, den: Factors) -> Element:
    """A fraction without the factors that its numerator has."""
    if not den:
        return Element(ring, num, den)
    if num == 0:
        return Element(ring, num, {})
    if not ring.cancels:
        return Element(ring, num, den)
    left: Factors = {}
    for place, n in den.items():
        while n:
            quotient = ring.quotient(num, ring.factors[place])
            if quotient is None:
                break
            num, n = quotient, n - 1
        if n:
            left[place] = n
    return Element(ring, num, left)
