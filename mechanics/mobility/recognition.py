"""Algebraic numbers recognised from their digits, by lattice reduction.

What is recognised is a guess until the equations are verified with it, exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import flint

from .fields import NumberField, rational_field

HIGHEST_DEGREE = 16
"""The highest degree of a number field."""


def integer_relation(numbers: Sequence[Any], bits: int) -> list[int] | None:
    """Small integers n with n · numbers = 0 to so many bits, or None.

    >>> flint.ctx.prec = 200
    >>> integer_relation([flint.arb(2).sqrt() + 1, flint.arb(2).sqrt(), flint.arb(1)], 150)
    [1, -1, -1]
    """
    n = len(numbers)
    shift = flint.arb(2) ** bits
    rows = []
    for i, x in enumerate(numbers):
        last = (x * shift).mid().floor().unique_fmpz()
        if last is None:
            return None
        rows.append([int(i == j) for j in range(n)] + [int(last)])
    reduced = flint.fmpz_mat(rows).lll()
    vector = [int(reduced[0, j]) for j in range(n)]
    size = max(map(abs, vector))
    # A random vector of the lattice has entries of about bits/(n - 1) bits: ours must be shorter.
    if size == 0 or size.bit_length() * n > 0.6 * bits or abs(int(reduced[0, n])) > 2 ** (bits // 4):
        return None
    sign = -1 if next(x for x in vector if x) < 0 else 1
    return [sign * x for x in vector]


def minimal_polynomial(x: Any, bits: int, degrees: Sequence[int]) -> Any | None:
    """The monic minimal polynomial of a real number, of one of the given degrees."""
    for degree in degrees:
        powers = [x**k for k in range(degree + 1)]
        relation = integer_relation(powers, bits)
        if relation is None:
            continue
        for factor, _ in flint.fmpz_poly(relation).factor()[1]:
            value = flint.arb(0)
            for k in range(int(factor.degree()), -1, -1):
                value = value * x + int(factor[k])
            if value.contains(0) or abs(value) < flint.arb(2) ** (-bits // 2):
                return flint.fmpq_poly(factor) / int(factor[int(factor.degree())])
    return None


class FieldBuilder:
    """A number field that grows until it contains all numbers that it is shown."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.field = rational_field()
        self.elements: list[Any] = []

    def include(self, x: Any, degree: int) -> bool:
        """Find a number of some degree in the field, or extend the field by it."""
        found = self.express(x) if degree <= self.field.degree else None
        if found is None and degree > 1:
            found = self._extend(x, degree)
        if found is None:
            return False
        self.elements.append(found)
        return True

    def express(self, x: Any) -> Any | None:
        """A number as a polynomial in θ."""
        powers = [self.field.theta**k for k in range(self.field.degree)]
        relation = integer_relation([x, *powers], self.bits)
        if relation is None or not relation[0]:
            return None
        return flint.fmpq_poly([flint.fmpq(-n, relation[0]) for n in relation[1:]])

    def _extend(self, x: Any, degree: int) -> Any | None:
        before, old = self.field, self.elements
        if before.degree == 1:
            least = minimal_polynomial(x, self.bits, [degree])
            if least is None:
                return None
            self.field = NumberField(least, x)
            return self.field.generator
        for times in range(2, min(degree, HIGHEST_DEGREE // before.degree) + 1):
            for k in (1, 2):
                theta = before.theta + k * x
                least = minimal_polynomial(theta, self.bits, [before.degree * times])
                if least is None or int(least.degree()) < before.degree * times:
                    continue
                self.field = NumberField(least, theta)
                if self._rewrite(before, old):
                    return self.express(x)
                self.field, self.elements = before, old
        return None

    def _rewrite(self, before: NumberField, old: list[Any]) -> bool:
        """Express the generator of a smaller field, and all its elements, in the larger one."""
        generator = self.express(before.theta)
        if generator is None:
            return False
        self.elements = [self._composed(x, generator) for x in old]
        return True

    def _composed(self, x: Any, generator: Any) -> Any:
        total = flint.fmpq_poly([0])
        for k in range(int(x.degree()), -1, -1):
            total = self.field.mul(total, generator) + x[k]
        return total
