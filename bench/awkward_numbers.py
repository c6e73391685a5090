"""Terms with large numbers, powers and matrices, and closure equations of many loops, for
`bench.limits`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from operator import add, matmul, mul
from typing import Any

import rewrite as rw
from rewrite import cos, det, sin, sqrt

from .awkward_terms import Input, fractions


def _number(n: int) -> Input:
    """A cube with numbers of n digits."""
    x, y = rw.scalars("x y")
    return (x * 10**n + y) ** 3 - rw.number(7**n) * x, None


def _power(n: int) -> Input:
    """Sums and symbols to a very high power."""
    x, y = rw.scalars("x y")
    return (x + y + 1) ** n + x ** (n + 1) * y, None


def _squares(n: int) -> Input:
    """Squares of sums of squares, n deep: a polynomial of degree 2ⁿ."""
    x, y = rw.scalars("x y")
    return reduce(lambda t, i: t * t + (x, y)[i % 2], range(n), x), None


def _multiples(n: int) -> Input:
    """Sines of large multiples of an angle."""
    x, y = rw.scalars("x y")
    return sin(n * x) * cos((n - 1) * x) - sin(n * x + y) ** 3, None


def _parts_of_pi(n: int) -> Input:
    """Sines of π/2, π/3, …, π/n, whose common denominator is very large."""
    x = rw.scalar("x")
    parts = [(rw.pi / k, rw.pi * Fraction(1, k + 1)) for k in range(2, n)]
    return reduce(add, [sin(y) * cos(x + z) for y, z in parts]), None


def _roots(n: int) -> Input:
    """Nested roots and sums of roots."""
    x = rw.scalars(" ".join(f"x{i}" for i in range(n)))
    return reduce(lambda t, y: sqrt(t + y), x) * reduce(add, [sqrt(y + 1) for y in x]), None


def _inverses(n: int) -> Input:
    """Inverses and determinants of sums and products of n×n matrices."""
    a, b = rw.matrix("A", n, n), rw.matrix("B", n, n)
    return det(a + b) * ((a @ b).inv @ (a + b.T)), None


def _rectangles(n: int) -> Input:
    """Products of long matrices."""
    a, b = rw.matrix("A", n, 9), rw.matrix("B", 9, n)
    return det(b @ a) + rw.trace(a @ b), None


def _matrix_power(n: int) -> Input:
    """A sum of matrices to a high power."""
    a, b = rw.matrices("A B")
    return (a + b) ** n @ a, None


def _vector_sums(n: int) -> Input:
    """Sums of vectors in a cycle of which each satisfies an equation."""
    a = rw.vectors(" ".join(f"a{i}" for i in range(n)))
    facts = [rw.equals(a[i] + a[i + 1] + a[i + 2], a[(i + 3) % n]) for i in range(n - 3)]
    return reduce(add, [rw.cross(v, w) for v, w in pairwise(a)]), rw.Context(*facts)


def _exponentials(n: int) -> Input:
    """A product of sums of exponentials and logarithms."""
    x = rw.scalars(" ".join(f"x{i}" for i in range(n)))
    return reduce(mul, [rw.exp(y * z) + rw.log(y + 1) for y, z in pairwise(x)]), None


def _outer_products(n: int) -> Input:
    """A product of sums of rank one and skew matrices."""
    a = rw.vectors(" ".join(f"a{i}" for i in range(n)))
    return reduce(matmul, [rw.outer(v, w) + rw.tilde(v) for v, w in pairwise(a)]), None


NUMBERS: dict[str, Callable[[], Input]] = {
    "digits 20000": lambda: _number(20_000),
    "digits 1000000": lambda: _number(1_000_000),
    "exponent 300": lambda: _power(300),
    "exponent 10^60": lambda: _power(10**60),
    "squares 8": lambda: _squares(8),
    "squares 3000": lambda: _squares(3_000),
    "multiples 500": lambda: _multiples(500),
    "multiples 10^9": lambda: _multiples(10**9),
    "parts of pi 12": lambda: _parts_of_pi(12),
    "parts of pi 200": lambda: _parts_of_pi(200),
    "roots 7": lambda: _roots(7),
    "roots 400": lambda: _roots(400),
    "fractions 14": lambda: fractions(14),
    "fractions 18": lambda: fractions(18),
    "inverses 5": lambda: _inverses(5),
    "inverses 12": lambda: _inverses(12),
    "inverses 40": lambda: _inverses(40),
    "rectangles 40": lambda: _rectangles(40),
    "matrix power 100000": lambda: _matrix_power(100_000),
    "vector sums 8": lambda: _vector_sums(8),
    "vector sums 150": lambda: _vector_sums(150),
    "exponentials 8": lambda: _exponentials(8),
    "exponentials 400": lambda: _exponentials(400),
    "outer products 800": lambda: _outer_products(800),
}


# -- loops ----------------------------------------------------------------------------------------

Loops = tuple[list[Any], tuple[Any, ...]]
"""Closure equations and their unknowns."""


def _bars(n: int) -> Loops:
    """A plane loop of n bars."""
    a = rw.scalars(" ".join(f"a{i}" for i in range(n)))
    lengths = [rw.scalar(f"l{i}", constant=True) for i in range(n)]
    sums = [reduce(add, [x * f(y) for x, y in zip(lengths, a, strict=True)]) for f in (cos, sin)]
    return sums, a


def _four_bars(n: int) -> Loops:
    """n plane loops of four bars, each with two bars of the next."""
    a = rw.scalars(" ".join(f"a{i}" for i in range(2 * n + 2)))
    k, m, p, r = [rw.scalar(name, constant=True) for name in "kmpr"]
    fours = [a[2 * i : 2 * i + 4] for i in range(n)]
    closed = [k * f(s) + m * f(t) - p * f(u) - r * f(v) for s, t, u, v in fours for f in (cos, sin)]
    return closed, a


LOOPS: dict[str, Callable[[], Loops]] = {
    "bars 100": lambda: _bars(100),
    "bars 1500": lambda: _bars(1_500),
    "four bars 20": lambda: _four_bars(20),
    "four bars 400": lambda: _four_bars(400),
    "four bars 1500": lambda: _four_bars(1_500),
}
