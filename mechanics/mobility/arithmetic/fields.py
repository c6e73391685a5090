"""Fields in which configurations are exact: number fields, and residues of a prime."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import flint

from .polynomials import fraction, rational

FIRST_PRIME = 2**31 - 1
"""The search for suitable primes starts here."""


class PrimeField:
    """Residues modulo a prime, as Python integers."""

    def __init__(self, p: int) -> None:
        self.p = p

    def number(self, q: Fraction) -> int:
        return int(q.numerator * pow(q.denominator, -1, self.p) % self.p)

    def add(self, x: int, y: int) -> int:
        return (x + y) % self.p

    def neg(self, x: int) -> int:
        return -x % self.p

    def scale(self, q: Fraction, x: int) -> int:
        return self.number(q) * x % self.p

    def mul(self, x: int, y: int) -> int:
        return x * y % self.p

    def inverse(self, x: int) -> int:
        if not x % self.p:
            raise ZeroDivisionError
        return pow(x, -1, self.p)

    def is_zero(self, x: int) -> bool:
        return not x % self.p


class NumberField:
    """ℚ(θ) for a real algebraic number θ: polynomials in θ below the degree of θ.

    >>> root_two = NumberField(flint.fmpq_poly([-2, 0, 1]), flint.arb(2).sqrt())
    >>> x = root_two.generator
    >>> root_two.mul(x, x) == root_two.number(Fraction(2))
    True
    """

    def __init__(self, least: Any, theta: Any) -> None:
        self.least, self.theta = least, theta
        self.degree = int(least.degree())

    @property
    def generator(self) -> Any:
        return self.reduced(flint.fmpq_poly([0, 1]))

    def reduced(self, x: Any) -> Any:
        return x % self.least

    def number(self, q: Fraction) -> Any:
        return flint.fmpq_poly([rational(q)])

    def add(self, x: Any, y: Any) -> Any:
        return x + y

    def neg(self, x: Any) -> Any:
        return -x

    def scale(self, q: Fraction, x: Any) -> Any:
        return rational(q) * x

    def mul(self, x: Any, y: Any) -> Any:
        product = x * y
        return product if product.degree() < self.degree else product % self.least

    def inverse(self, x: Any) -> Any:
        if x.degree() <= 0:
            if x == 0:
                raise ZeroDivisionError
            return flint.fmpq_poly([1 / x[0]])
        one, back, _ = x.xgcd(self.least)
        return back / one[0]

    def is_zero(self, x: Any) -> bool:
        return bool(x == 0)

    def real(self, x: Any) -> Any:
        """A ball that contains the number."""
        total = flint.arb(0)
        for k in range(int(x.degree()), -1, -1):
            total = total * self.theta + flint.arb(x[k])
        return total

    def fraction(self, x: Any) -> Fraction | None:
        """The number as a fraction, if it is rational."""
        return fraction(x[0]) if x.degree() <= 0 else None

    def primes(self) -> Iterator[tuple[PrimeField, int]]:
        """Primes p, each with the residue of θ modulo p."""
        p = FIRST_PRIME
        whole = self.least * self.least.denom()
        for _ in range(2000):
            poly = flint.nmod_poly([int(c.p) % p for c in whole.coeffs()], p)
            if poly.degree() == self.degree:
                roots = [
                    int(-f[0] / f[1]) for f, n in poly.factor()[1] if f.degree() == 1 and n == 1
                ]
                if roots:
                    yield PrimeField(p), roots[0]
            p = _previous_prime(p)

    def residue(self, x: Any, field: PrimeField, theta: int) -> int:
        """A number of the field modulo a prime; an error where its denominator vanishes."""
        total = 0
        for k in range(int(x.degree()), -1, -1):
            total = (total * theta + field.number(fraction(x[k]))) % field.p
        return total


class NearlyReal:
    """Floats of which very small ones count as zero: for reports, never for proofs."""

    SMALL = 1e-9

    def number(self, q: Fraction) -> float:
        return float(q)

    def add(self, x: float, y: float) -> float:
        return x + y

    def neg(self, x: float) -> float:
        return -x

    def scale(self, q: Fraction, x: float) -> float:
        return float(q) * x

    def mul(self, x: float, y: float) -> float:
        return x * y

    def inverse(self, x: float) -> float:
        return 1 / x

    def is_zero(self, x: float) -> bool:
        return abs(x) < self.SMALL

    def size(self, x: float) -> float:
        """The size by which pivots are chosen: the largest entries are the most accurate."""
        return abs(x)


def rational_field() -> NumberField:
    """The rational numbers, as a number field of degree one."""
    return NumberField(flint.fmpq_poly([0, 1]), flint.arb(0))


def _previous_prime(p: int) -> int:
    p -= 2
    while not flint.fmpz(p).is_prime():
        p -= 2
    return p
