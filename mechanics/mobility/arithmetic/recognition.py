"""Algebraic numbers recognised from their digits, by lattice reduction.

A recognised number is a guess until the equations are verified with it, exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import flint

from .fields import NumberField, rational_field

HIGHEST_DEGREE = 16
"""The highest degree of a number field."""


def integer_relation(numbers: Sequence[Any], bits: int) -> list[int] | None:
    """Small integers n with n · numbers = 0 to the given number of bits, or None.

    >>> with flint.ctx.workprec(200):
    ...     integer_relation([flint.arb(2).sqrt() + 1, flint.arb(2).sqrt(), flint.arb(1)], 150)
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
    if (
        size == 0
        or size.bit_length() * n > 0.6 * bits
        or abs(int(reduced[0, n])) > 2 ** (bits // 4)
    ):
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
    """A number field that is extended until it contains all numbers passed to `include`."""

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
        """Adjoin a number of some degree; its expression in the larger field."""
        least = minimal_polynomial(x, self.bits, [degree])
        if least is None:
            return None
        if self.field.degree == 1:
            self.field = NumberField(least, x)
            self.elements = [flint.fmpq_poly([e[0]]) for e in self.elements]
            return self.field.generator
        if self.field.degree * degree > HIGHEST_DEGREE:
            return None
        for k in (1, 2, 3):
            joined = _joined(self.field.least, least, k)
            if joined is not None:
                both, old, new = joined
                self.field = NumberField(both, self.field.theta + k * x)
                self.elements = [self._composed(e, old) for e in self.elements]
                return new
        return None

    def _composed(self, x: Any, generator: Any) -> Any:
        total = flint.fmpq_poly([0])
        for k in range(int(x.degree()), -1, -1):
            total = self.field.mul(total, generator) + x[k]
        return total


def _joined(f: Any, h: Any, k: int) -> tuple[Any, Any, Any] | None:
    """The field of y + k z for roots y of f and z of h: its polynomial, and y and z in it.

    None if the degree of y + k z is less than the product of the degrees of y and z.
    """
    n, m = int(f.degree()), int(h.degree())
    size = n * m
    by_y = [[0] * size for _ in range(size)]
    by_z = [[0] * size for _ in range(size)]
    for i in range(n):
        for j in range(m):
            for row, value in _shifted(f, i, n):
                by_y[row * m + j][i * m + j] = value
            for row, value in _shifted(h, j, m):
                by_z[i * m + row][i * m + j] = value
    y, z = flint.fmpq_mat(by_y), flint.fmpq_mat(by_z)
    both = y + k * z
    least = both.charpoly()
    factors = (least * least.denom()).numer().factor()[1]
    if len(factors) != 1 or factors[0][1] != 1:
        return None
    first = flint.fmpq_mat([[int(i == 0)] for i in range(size)])
    columns = [first]
    for _ in range(size - 1):
        columns.append(both * columns[-1])
    powers = flint.fmpq_mat([[c[i, 0] for c in columns] for i in range(size)])
    found = [powers.solve(element * first) for element in (y, z)]
    old, new = (flint.fmpq_poly([v[i, 0] for i in range(size)]) for v in found)
    return least, old, new


def _shifted(f: Any, i: int, n: int) -> list[tuple[int, Any]]:
    """y · yⁱ modulo f, as rows and values."""
    if i + 1 < n:
        return [(i + 1, flint.fmpq(1))]
    return [(row, -f[row]) for row in range(n)]
