"""Power series in several variables, up to some order, over any field."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial
from typing import Any

Monomial = tuple[int, ...]
"""Numbers of variables in increasing order, with repetition: (0, 0, 2) is x₀² x₂."""
Series = dict[Monomial, Any]


class PowerSeries:
    """The arithmetic of series with terms up to an order."""

    def __init__(self, field: Any, order: int) -> None:
        self.field, self.order = field, order

    def number(self, q: Fraction) -> Series:
        return self.constant(self.field.number(q))

    def constant(self, x: Any) -> Series:
        return {} if self.field.is_zero(x) else {(): x}

    def add(self, x: Series, y: Series) -> Series:
        field, found = self.field, dict(x)
        for monomial, b in y.items():
            a = found.get(monomial)
            total = b if a is None else field.add(a, b)
            if field.is_zero(total):
                found.pop(monomial, None)
            else:
                found[monomial] = total
        return found

    def neg(self, x: Series) -> Series:
        return {m: self.field.neg(a) for m, a in x.items()}

    def scale(self, q: Fraction, x: Series) -> Series:
        return {m: self.field.scale(q, a) for m, a in x.items()} if q else {}

    def mul(self, x: Series, y: Series) -> Series:
        field, found = self.field, dict[Monomial, Any]()
        for m, a in x.items():
            room = self.order - len(m)
            for n, b in y.items():
                if len(n) <= room:
                    key = tuple(sorted(m + n)) if m and n else m or n
                    product = field.mul(a, b)
                    before = found.get(key)
                    found[key] = product if before is None else field.add(before, product)
        return {m: a for m, a in found.items() if not field.is_zero(a)}

    def inverse(self, x: Series) -> Series:
        """1/x by the geometric series."""
        if () not in x:
            raise ZeroDivisionError
        first = self.field.inverse(x[()])
        rest = {m: self.field.neg(self.field.mul(first, a)) for m, a in x.items() if m}
        total = power = self.number(Fraction(1))
        for _ in range(self.order):
            power = self.mul(power, rest)
            total = self.add(total, power)
        return {m: self.field.mul(first, a) for m, a in total.items()}

    def circle(self, x: Series) -> tuple[Series, Series]:
        """Cosine and sine of a series without constant term."""
        even, odd = self.circle_of_square(self.mul(x, x))
        return even, self.mul(x, odd)

    def circle_of_square(self, z: Series) -> tuple[Series, Series]:
        """cos √z and sin √z / √z of a series without constant term."""
        even = odd = power = self.number(Fraction(1))
        for k in range(1, self.order + 1):
            power = self.mul(power, z)
            sign = -1 if k % 2 else 1
            even = self.add(even, self.scale(Fraction(sign, factorial(2 * k)), power))
            odd = self.add(odd, self.scale(Fraction(sign, factorial(2 * k + 1)), power))
        return even, odd


def monomials(variables: int, degree: int) -> Iterator[Monomial]:
    """All monomials of a degree.

    >>> list(monomials(2, 2))
    [(0, 0), (0, 1), (1, 1)]
    """
    return combinations_with_replacement(range(variables), degree)
