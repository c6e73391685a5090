"""Linear dependence of rows of numbers, modulo a large prime, with rational coordinates."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt

from ..deadline import glance_at_time

PRIMES = (2**61 - 1, 2**61 - 31)
"""The prime with which relations are found, and the prime with which they are checked."""
Row = Sequence[int]


def coordinates(rows: Sequence[Row], p: int = PRIMES[0]) -> list[dict[int, Fraction]] | None:
    """Each row as a combination of the independent rows before it; an independent row is itself.

    None if a coefficient is not a small fraction.

    >>> coordinates([[1, 0, 0], [0, 2, 0], [3, 1, 0]])
    [{0: Fraction(1, 1)}, {1: Fraction(1, 1)}, {0: Fraction(3, 1), 1: Fraction(1, 2)}]
    """
    basis: list[tuple[int, list[int], dict[int, int]]] = []  # pivot, row, its coefficients
    found: list[dict[int, Fraction]] = []
    for i, given in enumerate(rows):
        row, own = [x % p for x in given], {i: 1}
        for pivot, other, made in basis:
            c = row[pivot]
            glance_at_time()
            if c:
                row = [(x - c * y) % p for x, y in zip(row, other, strict=True)]
                for k, x in made.items():
                    own[k] = (own.get(k, 0) - c * x) % p
        at = next((k for k, x in enumerate(row) if x), None)
        if at is not None:
            inverse = pow(row[at], -1, p)
            made = {k: x * inverse % p for k, x in own.items() if x}
            basis.append((at, [x * inverse % p for x in row], made))
            found.append({i: Fraction(1)})
            continue
        numbers = {k: small_fraction(-x % p, p) for k, x in own.items() if x and k != i}
        if None in numbers.values():
            return None
        found.append({k: x for k, x in numbers.items() if x is not None})
    return found


def small_fraction(x: int, p: int) -> Fraction | None:
    """The fraction with small numerator and denominator that equals x modulo p, if there is one."""
    bound = isqrt(isqrt(p))
    a, b, u, v = p, x, 0, 1
    while b > bound:
        q = a // b
        a, b, u, v = b, a - q * b, v, u - q * v
    return Fraction(b, v) if v and abs(v) <= bound else None


def holds(row: Row, made: dict[int, Fraction], rows: Sequence[Row], p: int = PRIMES[1]) -> bool:
    """Whether a row is a combination of others, modulo a prime."""
    numbers = {k: x.numerator * pow(x.denominator, -1, p) % p for k, x in made.items()}
    return all(
        (sum(c * rows[k][j] for k, c in numbers.items()) - x) % p == 0 for j, x in enumerate(row)
    )
