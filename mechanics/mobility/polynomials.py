"""Small services for polynomials of flint's: numbers, limits, and programs that evaluate them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import flint

from .straight_line import NUMBER, PRODUCT, SCALE, SLOT, SUM, Program

MOST_TERMS = 6000
"""Polynomials with more terms are not formed."""


class TooLargeError(Exception):
    """A polynomial outgrew the limit; the caller goes on without it."""


def rational(q: Fraction | int) -> Any:
    """A number of flint's."""
    return flint.fmpq(q.numerator, q.denominator)


def fraction(q: Any) -> Fraction:
    """A number of Python's."""
    return Fraction(int(q.p), int(q.q))


def polynomial_program(polynomials: Sequence[Any], slots: Sequence[int]) -> Program:
    """A program for polynomials; `slots` says where the value of each variable is."""
    program = Program()
    outputs = []
    powers: dict[tuple[int, int], int] = {}

    def power(slot: int, n: int) -> int:
        found = powers.get((slot, n))
        if found is None:
            base = program.step(SLOT, (), slot)
            found = base if n == 1 else program.step(PRODUCT, (power(slot, n - 1), base))
            powers[slot, n] = found
        return found

    for p in polynomials:
        terms = []
        for exponents, q in p.terms():
            factors = [power(slots[k], int(n)) for k, n in enumerate(exponents) if n]
            terms.append(_monomial(program, factors, fraction(q)))
        zero = program.step(NUMBER, (), Fraction(0))
        outputs.append(program.step(SUM, tuple(terms)) if terms else zero)
    program.outputs = tuple(outputs)
    return program


def _monomial(program: Program, factors: list[int], q: Fraction) -> int:
    if not factors:
        return program.step(NUMBER, (), q)
    found = factors[0]
    for x in factors[1:]:
        found = program.step(PRODUCT, (found, x))
    return found if q == 1 else program.step(SCALE, (found,), q)


def value_and_size(p: Any, values: Sequence[float]) -> tuple[float, float]:
    """The value of a polynomial in floating point, and the sum of the sizes of its terms."""
    total = size = 0.0
    for exponents, q in p.terms():
        term = float(q.p) / float(q.q)
        for x, n in zip(values, exponents, strict=True):
            if n:
                term *= x ** int(n)
        total += term
        size += abs(term)
    return total, size


def vanishes(p: Any, values: Sequence[float], accuracy: float = 1e-6) -> bool:
    """Whether a polynomial seems to vanish at a point."""
    value, size = value_and_size(p, values)
    return abs(value) <= accuracy * max(size, 1e-300)
