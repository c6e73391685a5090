"""Roots at the generic point: which of them are related, and how.

A radicand is factored. A factor that is known not to be negative has a root of its own, whose
powers are used: sums of squares, other roots, and a factor that stands alone under a root, or
beside others that are never zero: where √(x² y) is defined, y may be negative if x is zero. From
the other factors even powers are taken out, √(x²) as a generator |x| with |x|² = x². So √(x⁴) is
x², and the norm of x² a is x² times the norm of a; but √(x²) is not x.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple

import flint

from ..errors import NotExactError, UndefinedError
from ..factoring.polynomial_factors import Factors, factors
from .ring import Element, Polynomial, Ring
from .sums_of_squares import Square, is_positive, sum_of_squares

FACTORED = 200
"""Radicands with more monomials than this are not factored."""
SMALL = 60
"""Numbers with more bits than this are not factored."""


class Value(NamedTuple):
    """What a root of a degree is: roots of positive numbers, times powers of generators that are
    roots, times the square of a product of powers. So it is visibly not negative."""

    degree: int
    numbers: list[Fraction]
    roots: dict[int, int]
    squared: list[tuple[Polynomial, int]]


class Roots:
    """The roots seen so far, and the generators that stand for them."""

    def __init__(
        self, ring: Ring, spare: list[int], degree: int, surd: Callable[[int], Element | None]
    ) -> None:
        self.ring, self.spare, self.degree, self._surd = ring, spare, degree, surd
        self.places: list[int] = []
        """The generators that are roots, hence not negative."""
        self.values: list[Value] = []
        """What the roots are, in the order in which they were met."""
        self.results: list[Element] = []
        self._squares: list[tuple[Polynomial, list[Square]]] = []
        self._own: list[tuple[Polynomial, Element]] = []
        self._sizes: list[tuple[Polynomial, Element]] = []
        self._others: list[tuple[int, Polynomial, Element]] = []

    def radicand(self, place: int) -> tuple[int, list[Square]] | None:
        """The degree of a generator, and its radicand as a sum of squares, if it is known to be
        one."""
        for f, root in self._own:
            if self._place(root) == place:
                squares = next((s for g, s in self._squares if g == f), None)
                if f.is_constant():
                    squares = [Square(f.leading_coefficient(), self._none, self.ring.unit)]
                if squares is None and self._generated(f) is not None:
                    squares = [Square(1, tuple(map(int, f.monoms()[0])), self.ring.unit)]
                return None if squares is None else (self.degree, squares)
        for f, size in self._sizes:
            if self._place(size) == place:
                return 2, [Square(1, self._none, f)]
        return None

    @property
    def _none(self) -> tuple[int, ...]:
        count: int = self.ring.context.nvars()
        return (0,) * count

    def _place(self, root: Element) -> int:
        return next(p for p in self.places if root.num == self.ring.context.gen(p))

    def _generated(self, f: Polynomial) -> int | None:
        """The generator that this polynomial is, if it is a root."""
        return next((p for p in self.places if f == self.ring.context.gen(p)), None)

    def root(self, x: Element, n: int) -> Element:
        """The root of an element that is not negative."""
        value = Value(n, [], {}, [])
        result = self._root(x, n, value)
        self.values.append(value)
        self.results.append(result)
        return result

    def _root(self, x: Element, n: int, value: Value) -> Element:
        number, factors = self._factored(x)
        if number < 0 and not factors:
            raise UndefinedError(f"the root of the negative number {number}")
        if number == 0:
            return self.ring.zero
        result, inside = self.ring.one, list[tuple[Polynomial, int]]()
        value.numbers.append(Fraction(abs(int(number.p)), int(number.q)))
        for f, m in factors:
            if self._is_known(f):
                result = result * self._power(f, Fraction(m, n))
                self._note_power(value, f, Fraction(m, n))
            else:
                q = m // n if n % 2 == 0 else m // (2 * n) * 2
                result = result * self._size(f) ** (q % 2) * self._whole(f, q - q % 2)
                inside += [(f, m - q * n)] if m > q * n else []
                value.squared.append((f, (q - q % 2) // 2))
                if q % 2:
                    value.roots[self._place(self._size(f))] = 1
        if number > 0 and len(inside) == 1 and self._is_alone(*inside[0], factors):
            ((f, m),) = inside
            self._own.append((f, self._generator(self.degree, f)))
            self._note_power(value, f, Fraction(m, n))
            return result * self._of_number(number, n) * self._power(f, Fraction(m, n))
        if inside:
            rest = prod([f**m for f, m in inside], start=self.ring.unit)
            other = self._other(n, rest if number > 0 else -rest)
            value.roots[self._place(other)] = 1
            result = result * other
        return result * self._of_number(abs(number), n)

    def _is_alone(self, f: Polynomial, m: int, factors: Factors) -> bool:
        """Whether a factor is not negative where the root is defined: nothing beside it under the
        root is ever zero, for then it could have any sign."""
        beside = [g for g, k in factors if g != f and k > 0]
        positive = [g for g, squares in self._squares if is_positive(squares)]
        return m % 2 == 1 and all(any(g == h for h in positive) for g in beside)

    def _factored(self, x: Element) -> tuple[Any, Factors]:
        above, below = x.num, x.below()
        if above == 0:
            return flint.fmpq(0), []
        c, found = _factors(above)
        d, divisors = _factors(below)
        joined: Factors = list(found)
        for f, m in divisors:
            k = next((i for i, (g, _) in enumerate(joined) if g == f), len(joined))
            joined[k : k + 1] = [(f, (joined[k][1] if k < len(joined) else 0) - m)]
        return c / d, [(f, m) for f, m in joined if m]

    def _is_known(self, f: Polynomial) -> bool:
        """Whether a factor is known not to be negative."""
        if any(f == g for g, _ in self._own):
            return True
        if not any(f == self.ring.context.gen(p) for p in self.places):
            squares = sum_of_squares(f, self.places)
            if squares is None:
                return False
            self._squares.append((f, squares))
        self._own.append((f, self._generator(self.degree, f)))
        return True

    def _note_power(self, value: Value, f: Polynomial, q: Fraction) -> None:
        """Write a power of a factor that is not negative as a power of a root and a square."""
        whole, rest = divmod(int(q * self.degree), self.degree)
        value.squared.append((f, whole // 2))
        own, itself = next(root for g, root in self._own if g == f), self._generated(f)
        if whole % 2 and itself is not None:
            value.roots[itself] = value.roots.get(itself, 0) + 1
        elif whole % 2:
            rest += self.degree
        if rest:
            place = self._place(own)
            value.roots[place] = value.roots.get(place, 0) + rest

    def _power(self, f: Polynomial, q: Fraction) -> Element:
        """A power of a factor that has a root of its own."""
        if q.denominator == 1:
            return self._whole(f, int(q))
        own = next(root for g, root in self._own if g == f)
        times = q * self.degree
        whole, rest = divmod(int(times), self.degree)
        if times.denominator > 1:
            raise NotExactError(f"a root whose degree does not divide {self.degree}")
        return self._whole(f, whole) * own**rest

    def _whole(self, f: Polynomial, k: int) -> Element:
        factor = Element(self.ring, f, {})
        return factor**k if k >= 0 else self.ring.one / factor**-k

    def _size(self, f: Polynomial) -> Element:
        """|f|, a generator whose square is f²."""
        for g, size in self._sizes:
            if g == f:
                return size
        size = self._generator(2, f * f)
        self._sizes.append((f, size))
        return size

    def _other(self, n: int, radicand: Polynomial) -> Element:
        for degree, known, root in self._others:
            if degree == n and known == radicand:
                return root
        root = self._generator(n, radicand)
        self._others.append((n, radicand, root))
        return root

    def _generator(self, n: int, radicand: Polynomial) -> Element:
        if not self.spare:
            raise NotExactError("there are too many different roots")
        place = self.spare.pop()
        self.ring.relate(place, n, Element(self.ring, self.ring.reduced(radicand), {}), splits=True)
        self.places.append(place)
        return self.ring.generator(place)

    # -- numbers ----------------------------------------------------------------------------------

    def _of_number(self, number: Any, n: int) -> Element:
        """The root of a positive number, made of roots of primes."""
        result = self.ring.one
        for part, sign in ((number.p, 1), (number.q, -1)):
            if part.height_bits() > SMALL:
                exact = part.root(n)
                whole = exact**n == part
                root = (
                    self.ring.constant(int(exact))
                    if whole
                    else self._other(n, self._constant(part))
                )
                result = result * root if sign > 0 else result / root
                continue
            for prime, k in part.factor():
                whole, rest = divmod(sign * int(k), n)
                result = result * self.ring.constant(Fraction(int(prime)) ** whole)
                result = result * self._of_prime(int(prime), Fraction(rest, n))
        return result

    def _of_prime(self, prime: int, q: Fraction) -> Element:
        if q == 0:
            return self.ring.one
        known = self._surd(prime) if q == Fraction(1, 2) else None
        if known is not None:
            return known
        constant = self._constant(prime)
        if not any(constant == g for g, _ in self._own):
            self._own.append((constant, self._generator(self.degree, constant)))
        return self._power(constant, q)

    def _constant(self, number: Any) -> Polynomial:
        return self.ring.context.constant(number)


def _factors(p: Polynomial) -> tuple[Any, Factors]:
    """A polynomial as a number and irreducible factors; or itself, if it is long."""
    if len(p) <= FACTORED:
        return factors(p)
    content = p.leading_coefficient()
    return content, [(p / content, 1)]
