"""Helpers for python-flint's polynomials: numbers, limits, and programs that evaluate them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import flint
import numpy as np
from numpy.typing import NDArray

from ..closure.straight_line import NUMBER, PRODUCT, SCALE, SLOT, SUM, Program

Floats = NDArray[np.float64]
MOST_TERMS = 6000
"""Polynomials with more terms are not formed."""


class TooLargeError(Exception):
    """A polynomial exceeds the limit; the caller continues without it."""


def rational(q: Fraction | int) -> Any:
    """A number as python-flint's rational."""
    return flint.fmpq(q.numerator, q.denominator)


def fraction(q: Any) -> Fraction:
    """A rational of python-flint as Python's Fraction."""
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
    """The value of a polynomial in floating point, and a typical size of its values nearby."""
    total = size = 0.0
    for exponents, q in p.terms():
        term = bound = int(q.p) / int(q.q)
        for x, n in zip(values, exponents, strict=True):
            if n:
                term *= x ** int(n)
                bound *= max(1.0, abs(x)) ** int(n)
        total += term
        size += abs(bound)
    return total, size


def gradient(p: Any, values: Floats) -> Floats:
    """The derivatives of a polynomial by all variables, in floating point."""
    found = np.zeros(len(values))
    powers = np.array([tuple(map(int, m)) for m in p.monoms()], dtype=float)
    numbers = np.array([int(q.p) / int(q.q) for q in p.coeffs()])
    for k in range(len(values)):
        here = powers[:, k] > 0
        if here.any():
            lowered = powers[here].copy()
            lowered[:, k] -= 1
            terms = np.prod(values**lowered, axis=1)
            found[k] = (numbers[here] * powers[here, k] * terms).sum()
    return found


def vanishes(p: Any, values: Sequence[float], accuracy: float = 1e-6) -> bool:
    """Whether a polynomial seems to vanish at a point."""
    value, size = value_and_size(p, values)
    return abs(value) <= accuracy * max(size, 1e-300)


def coefficients(p: Any, k: int) -> list[Any]:
    """The coefficients of a polynomial by powers of one variable, lowest first."""
    parts: list[dict[Any, Any]] = [{} for _ in range(int(p.degrees()[k]) + 1)]
    for exponents, q in p.terms():
        rest = list(exponents)
        n, rest[k] = int(rest[k]), 0
        parts[n][tuple(rest)] = q
    return [p.context().from_dict(part) for part in parts]


def pseudo_remainder(f: Any, g: Any, k: int, most_terms: int = MOST_TERMS) -> Any:
    """The remainder of f by g in one variable, after f is multiplied by leading coefficients of g.

    Where that leading coefficient does not vanish, f = g = 0 is equivalent to f mod g = g = 0.
    """
    below = coefficients(g, k)
    degree, lead = len(below) - 1, below[-1]
    gen = p_gen(f, k)
    while not f.is_zero() and f.degrees()[k] >= degree:
        above = coefficients(f, k)
        if len(above[-1]) * len(g) + len(lead) * len(f) > 20 * most_terms:
            raise TooLargeError
        f = lead * f - above[-1] * g * gen ** (len(above) - 1 - degree)
        if len(f) > most_terms:
            raise TooLargeError
    return f


def p_gen(p: Any, k: int) -> Any:
    """A variable of the ring of a polynomial."""
    return p.context().gens()[k]
