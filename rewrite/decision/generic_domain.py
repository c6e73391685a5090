"""The domain of the generic point: fractions of polynomials, including roots and surds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint

from ..errors import NotExactError
from ..evaluation.fields import Domain, Pair, quarter_turns
from .ring import Element, Ring
from .roots import Roots

LARGEST_POWER = 200
"""The largest exponent that is multiplied out."""
LARGEST_TURN = 2_000
"""The largest n for which sines of multiples of π/n are calculated: flint takes long beyond it."""


@dataclass(eq=False)
class Components(Domain):
    """The domain of the generic point: elements of a ring."""

    ring: Ring
    turns: tuple[int, ...]
    """The index of 2 cos(π/n), if there is one, and n, which is even."""
    spare: list[int]
    """Generators for roots, the outermost first, since inner roots are evaluated before."""
    degree: int
    """A common multiple of the degrees of all roots."""

    largest_exponent = LARGEST_POWER
    eliminates = False

    def __post_init__(self) -> None:
        self.roots = Roots(self.ring, self.spare, self.degree, self.surd)
        if self.turns:
            place, n = self.turns
            if n > LARGEST_TURN:
                raise NotExactError(f"sines of multiples of pi/{n} are not calculated exactly")
            *low, _ = flint.fmpz_poly.cos_minpoly(2 * n).coeffs()
            rest = sum((-int(c) * self.ring.generator(place) ** k for k, c in enumerate(low)), 0)
            self.ring.relate(place, len(low), self.ring.zero + rest)

    def number(self, value: int | Fraction) -> Element:
        return self.ring.constant(value)

    def load(self, value: object) -> Any:
        return value if isinstance(value, Element) else super().load(value)

    def is_zero(self, x: Any) -> bool:
        return bool(x.num == 0)

    def root(self, x: Any, n: int, square: bool = False) -> Any:
        return self.roots.root(x, n)

    def pi(self) -> Any:
        raise NotExactError("pi has no generator here")

    def cis(self, x: Any) -> Pair:
        raise NotExactError("an angle without a point of the circle")

    def turn(self, r: Fraction) -> Pair:
        if (2 * r).denominator == 1:
            return quarter_turns(self, int(2 * r))
        if not self.turns or (r * self.turns[1]).denominator > 1:
            raise NotExactError(f"the sine of {r}*pi is not calculated exactly")
        k, n = int(r * self.turns[1]), self.turns[1]
        return self._cosine(k), self._cosine(n // 2 - k)

    def _cosine(self, k: int) -> Element:
        """cos(kπ/n), by the Chebyshev recurrence for 2 cos."""
        place, n = self.turns
        k = min(k % (2 * n), -k % (2 * n))
        before, last = self.ring.constant(2), self.ring.generator(place)
        for _ in range(k - 1):
            before, last = last, last * self.ring.generator(place) - before
        return (before if k == 0 else last) * Fraction(1, 2)

    def surd(self, prime: int) -> Element | None:
        """√p, if it is a sum of available sines or cosines (Gauss)."""
        if not self.turns or self.turns[1] % (4 if prime == 2 else prime):
            return None
        if prime == 2:
            root: Element = self.turn(Fraction(1, 4))[0]
            return root * 2
        part = 0 if prime % 4 == 1 else 1
        signs = [1 if pow(k, prime // 2, prime) == 1 else -1 for k in range(1, prime)]
        terms = (s * self.turn(Fraction(2 * k, prime))[part] for k, s in enumerate(signs, 1))
        return sum(terms, self.ring.zero)

    def uninterpreted(self, name: str, args: Sequence[Any]) -> Any:
        raise NotExactError(f"only the name of {name} is known")
