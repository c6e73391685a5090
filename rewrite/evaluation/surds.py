"""Sums of square roots: exact values for points of equations that have no rational solution.

x² = 2 is true at √2, and at no rational number. √d for different square-free d > 0 are linearly
independent over the rationals, so a sum of multiples of them is zero only if every multiple is:
equality is decided by coefficients. All signs and sizes are those of real numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import gcd
from typing import Any

import flint

from ..errors import NotExactError

Parts = Mapping[int, Any]
"""Rational coefficients by square-free radicand; 1 is the radicand of the rational part."""
MOST_PARTS, LONGEST = 64, 10_000
"""The most roots in a sum, and the most bits of a coefficient, since products grow quickly."""
FIRST_PRECISION = 64
"""The bits calculated first to determine a sign; they are doubled each time that is not enough."""


class Surd:
    """An irrational number: a sum of rational multiples of square roots.

    >>> root = root_of_rational(flint.fmpq(8))
    >>> root + 1, root * root, 1 / (root + 1)
    (1 + 2*sqrt(2), 8, -1/7 + 2/7*sqrt(2))
    """

    __slots__ = ("parts",)

    def __init__(self, parts: Parts) -> None:
        self.parts = parts

    def __add__(self, other: Any) -> Any:
        total = dict(self.parts)
        for d, c in _parts(other).items():
            total[d] = total.get(d, 0) + c
        return _made(total)

    def __mul__(self, other: Any) -> Any:
        total: dict[int, Any] = {}
        for d, c in self.parts.items():
            for e, k in _parts(other).items():
                shared = gcd(d, e)
                radicand = d * e // shared**2
                total[radicand] = total.get(radicand, 0) + c * k * shared
        return _made(total)

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> Surd:
        return Surd({d: -c for d, c in self.parts.items()})

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def __truediv__(self, other: Any) -> Any:
        return self * (_inverse(other) if isinstance(other, Surd) else 1 / flint.fmpq(other))

    def __rtruediv__(self, other: Any) -> Any:
        return _inverse(self) * other

    def __pow__(self, n: int) -> Any:
        result: Any = flint.fmpq(1)
        for _ in range(abs(n)):
            result = self * result
        return 1 / result if n < 0 else result

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Surd) and self.parts == other.parts

    def __hash__(self) -> int:
        return hash(frozenset((d, str(c)) for d, c in self.parts.items()))

    def __lt__(self, other: Any) -> bool:
        difference = self - other
        return isinstance(difference, Surd) and difference.is_negative()

    def __gt__(self, other: Any) -> bool:
        return not (self < other or self == other)

    def __le__(self, other: Any) -> bool:
        return not self > other

    def __ge__(self, other: Any) -> bool:
        return not self < other

    def __float__(self) -> float:
        return float(self.ball())

    def __repr__(self) -> str:
        shown = [_multiple(c, d) for d, c in sorted(self.parts.items())]
        return " + ".join(shown).replace(" + -", " - ")

    def ball(self) -> Any:
        """A ball that contains the number, at the precision in force."""
        return sum((flint.arb(c) * flint.arb(d).sqrt() for d, c in self.parts.items()), flint.arb())

    def is_negative(self) -> bool:
        """Whether the number, which is not zero, is negative."""
        precision = FIRST_PRECISION
        while True:
            with flint.ctx.workprec(precision):
                ball = self.ball()
                if ball < 0 or ball > 0:
                    return bool(ball < 0)
            precision *= 2


def _parts(x: Any) -> Parts:
    if isinstance(x, Surd):
        return x.parts
    return {1: flint.fmpq(x.numerator, x.denominator) if isinstance(x, Fraction) else flint.fmpq(x)}


def _made(parts: Parts) -> Any:
    """The number with these parts, rational or not."""
    kept = {d: c for d, c in parts.items() if c != 0}
    if len(kept) > MOST_PARTS or any(c.height_bits() > LONGEST for c in kept.values()):
        raise NotExactError("a sum of too many roots, or with too long numbers")
    return Surd(kept) if kept.keys() - {1} else kept.get(1, flint.fmpq(0))


def _inverse(x: Any) -> Any:
    """1/x, by one conjugation for every prime under the roots."""
    if not isinstance(x, Surd):
        return 1 / x
    prime = int(flint.fmpz(max(x.parts)).factor()[0][0])
    conjugate = _made({d: c if d % prime else -c for d, c in x.parts.items()})
    return _inverse(x * conjugate) * conjugate


def _multiple(c: Any, d: int) -> str:
    root = f"sqrt({d})"
    if d == 1:
        return str(c)
    return f"{'-' if c < 0 else ''}{root}" if abs(c) == 1 else f"{c}*{root}"


def root_of_rational(x: Any) -> Any:
    """The square root of a positive rational number."""
    whole, radicand = flint.fmpq(1, x.q), 1
    for prime, k in (x.p * x.q).factor():
        whole *= prime ** (k // 2)
        radicand *= int(prime) ** (k % 2)
    return _made({radicand: whole})
