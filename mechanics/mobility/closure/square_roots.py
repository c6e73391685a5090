"""Square roots of rational numbers, from roots of primes and from available cosines."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import isqrt

from .coordinate_kinds import Coordinate, Surd, Turn
from .straight_line import NUMBER, PRODUCT, SCALE, SLOT, SUM, Program

LARGEST_DIVISOR = 100_000
"""Larger divisors are not tried: the remaining cofactor is taken for a prime."""


def square_root(p: Program, slots: Mapping[Coordinate, slice], q: Fraction) -> int:
    """√q as a rational multiple of square roots of primes."""
    outside = q
    factors = [p.step(NUMBER, (), Fraction(1))]
    for prime in odd_primes(q.numerator * q.denominator):
        outside /= prime
        factors.append(_prime_root(p, slots, prime))
    rest = Fraction(isqrt(outside.numerator), isqrt(outside.denominator))
    return p.step(SCALE, (p.step(PRODUCT, tuple(factors)),), rest)


def _prime_root(p: Program, slots: Mapping[Coordinate, slice], prime: int) -> int:
    """The root of a prime: a coordinate of its own, or a Gauss sum of cosines or sines."""
    surd = next((c for c in slots if isinstance(c, Surd) and c.radicand == prime), None)
    if surd is not None:
        return p.step(SLOT, (), slots[surd].start)
    turn = next(c for c in slots if isinstance(c, Turn) and c.order)
    start = slots[turn].start
    base = p.step(SLOT, (), start), p.step(SLOT, (), start + 1)
    if prime == 2:
        return p.step(SCALE, (p.multiple(base, turn.order // 8)[0],), Fraction(2))
    which = 0 if prime % 4 == 1 else 1
    terms = []
    for k in range(1, prime):
        sign = 0 if pow(k, (prime - 1) // 2, prime) == 1 else 1
        terms.append(p.multiple(base, k * turn.order // prime)[which] ^ sign)
    return p.step(SUM, tuple(terms))


def odd_primes(n: int) -> list[int]:
    """The primes that divide a number an odd number of times.

    >>> odd_primes(24), odd_primes(49)
    ([2, 3], [])
    """
    found, k = [], 2
    while k * k <= n and k <= LARGEST_DIVISOR:
        times = 0
        while n % k == 0:
            n, times = n // k, times + 1
        if times % 2:
            found.append(k)
        k += 1
    is_square = isqrt(n) ** 2 == n
    return found if is_square else [*found, n]


def is_cosine(prime: int, order: int) -> bool:
    """Whether the root of a prime is a sum of cosines of multiples of 2π/order."""
    return bool(order) and order % (8 if prime == 2 else prime) == 0
