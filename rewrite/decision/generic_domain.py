"""The domain of the generic point: fractions of polynomials, with roots and surds among them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint

from ..errors import NotExactError, UndefinedError
from ..evaluation.fields import Domain, Pair, circle_power, circle_times, quarter_turns
from .ring import Element, Polynomial, Ring

LARGEST_POWER = 200
"""The largest exponent that is multiplied out."""


@dataclass(eq=False)
class Components(Domain):
    """The domain of the generic point: elements of a ring."""

    ring: Ring
    surds: tuple[int, ...]
    spare: list[int]
    """Generators for roots, the outermost first: what is evaluated later comes before."""

    largest_exponent = LARGEST_POWER
    eliminates = False

    def __post_init__(self) -> None:
        self.roots: list[tuple[int, Element, Element]] = []
        for place, value in zip(self.surds, (2, 3), strict=False):
            self.ring.relate(place, 2, self.ring.constant(value))

    def number(self, value: int | Fraction) -> Element:
        return self.ring.constant(value)

    def load(self, value: object) -> Any:
        return value if isinstance(value, Element) else super().load(value)

    def is_zero(self, x: Any) -> bool:
        return bool(x.num == 0)

    def root(self, x: Any, n: int, square: bool = False) -> Any:
        """A generator u = den·root(x), so that uⁿ is a polynomial; the same for the same x."""
        number = _rational(x)
        if number is not None:
            found = self._root_of_number(number, n)
            if found is not None:
                return found
        if n == 2:
            factor = square_content(x.num)
            if factor != 1:
                return self.root(x / factor / factor, n, square) * factor
        for degree, argument, root in self.roots:
            if degree == n and argument == x:
                return root
        place = self.spare.pop()
        den = Element(self.ring, x.below(), {})
        cleared = Element(self.ring, x.num, {}) * den ** (n - 1)
        self.ring.relate(place, n, cleared, splits=True)
        root = self.ring.generator(place) / den
        self.roots.append((n, x, root))
        return root

    def _root_of_number(self, number: Fraction, n: int) -> Element | None:
        if number < 0:
            raise UndefinedError(f"the root of the negative number {number}")
        for square_free in (1, 2, 3, 6) if n == 2 and self.surds else (1,):
            left = flint.fmpq(number.numerator, number.denominator) / square_free
            up, down = left.p.root(n), left.q.root(n)
            if up**n == left.p and down**n == left.q:
                surds = [
                    p for p, k in zip(self.surds, (2, 3), strict=False) if square_free % k == 0
                ]
                result = self.ring.constant(Fraction(int(up), int(down)))
                for place in surds:
                    result = result * self.ring.generator(place)
                return result
        return None

    def pi(self) -> Any:
        raise NotExactError("pi has no generator here")

    def cis(self, x: Any) -> Pair:
        raise NotExactError("an angle without a point of the circle")

    def turn(self, r: Fraction) -> Pair:
        k, rest = divmod(12 * r, 1)
        if rest:
            raise NotExactError(f"the sine of {r}*pi is calculated for multiples of pi/12 only")
        if k % 6 == 0:
            return quarter_turns(self, k // 6)
        two, three = map(self.ring.generator, self.surds)
        half = self.number(Fraction(1, 2))
        eighth, sixth = (half * two, half * two), (half * three, half)
        if k % 2 == 0:
            return circle_power(self, sixth, k // 2)
        third = circle_power(self, sixth, 2)  # π/12 is π/3 - π/4
        return circle_power(self, circle_times(third, (eighth[0], -eighth[1])), k)

    def uninterpreted(self, name: str, args: Sequence[Any]) -> Any:
        raise NotExactError(f"{name} is known by its name alone")


def square_content(p: Polynomial) -> Fraction:
    """The largest rational number whose square divides a polynomial over the integers."""
    up, down = flint.fmpz(0), flint.fmpz(1)
    for c in p.coeffs():
        up, down = up.gcd(c.p), down.lcm(c.q)
    if up.height_bits() > 60 or down.height_bits() > 60:
        return Fraction(1)
    above, below = (_root_of_square_part(n) for n in (up * down, down * down))
    return Fraction(above, below)


def _root_of_square_part(n: flint.fmpz) -> int:
    result = 1
    for prime, k in n.factor():
        result *= int(prime) ** (k // 2)
    return result


def _rational(x: Element) -> Fraction | None:
    if x.den or not (x.num == 0 or x.num.is_constant()):
        return None
    c = x.num.leading_coefficient() if x.num != 0 else flint.fmpq(0)
    return Fraction(int(c.p), int(c.q))
