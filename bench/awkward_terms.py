"""Terms that are large or awkward, with contexts, for `bench.limits`."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from operator import add, matmul, mul
from typing import Any

import rewrite as rw
from rewrite import cos, cross, det, dot, norm, sin, sqrt

Input = tuple[Any, Any]
"""A term, and a context or None."""


def _wide(n: int) -> Input:
    """A sum of n different products of vectors."""
    a = rw.vectors(" ".join(f"a{i}" for i in range(n)))
    return reduce(add, [dot(a[i], a[(7 * i + 3) % n]) * a[(3 * i + 1) % n] for i in range(n)]), None


def _scalars(n: int) -> Input:
    """A sum of n products of scalars."""
    x = rw.scalars(" ".join(f"x{i}" for i in range(200)))
    return reduce(add, [x[i % 200] * x[i // 200 % 200] * x[7 * i % 200] for i in range(n)]), None


def _chain(n: int) -> Input:
    """Cross products nested n deep."""
    a, b, c = rw.vectors("a b c")
    return reduce(lambda t, i: cross((a, b, c)[i % 3], t), range(n), a), None


def _sines(n: int) -> Input:
    """Sines of cosines of sines …, n deep."""
    x, y = rw.scalars("x y")
    return reduce(lambda t, i: sin(t + y) if i % 2 else cos(t * x), range(n), x), None


def _shared(n: int) -> Input:
    """A term of n nodes that stands for a tree of 2ⁿ."""
    a, b = rw.vectors("a b")
    return reduce(lambda t, i: cross(t, t + (a, b)[i % 2]), range(n), a), None


def _power(n: int) -> Input:
    """A sum to a large power."""
    x = rw.scalars("x y z u v w")
    return reduce(add, x) ** n, None


def _powers(n: int) -> Input:
    """Powers of powers of sums."""
    x, y = rw.scalars("x y")
    return reduce(lambda t, i: (t + (x, y)[i % 2]) ** 3, range(n), x), None


def _number(n: int) -> Input:
    """Numbers to powers of powers."""
    x = rw.scalar("x")
    return reduce(lambda t, i: (t + 3) ** 9 * x, range(n), x), None


def _product(n: int) -> Input:
    """A product of sums."""
    x = rw.scalars(" ".join(f"x{i}" for i in range(2 * n)))
    return reduce(mul, [x[i] + x[i + n] * x[(3 * i) % (2 * n)] for i in range(n)]), None


def fractions(n: int) -> Input:
    """A sum of fractions with different denominators."""
    x = rw.scalars(" ".join(f"x{i}" for i in range(n + 2)))
    return reduce(add, [x[i + 1] / (x[i] + x[i + 2] * x[0]) for i in range(n)]), None


def _continued(n: int) -> Input:
    """A continued fraction."""
    x, y = rw.scalars("x y")
    return reduce(lambda t, i: x + y / (t + i), range(n), x), None


def _determinant(n: int) -> Input:
    """The determinant of a sum and product of n×n matrices."""
    a, b = rw.matrix("A", n, n), rw.matrix("B", n, n)
    return det(a @ b + b), None


def _inverse(n: int) -> Input:
    """Inverses of sums of inverses, n deep."""
    a, b = rw.matrices("A B")
    return reduce(lambda t, i: (t.inv + (a, b)[i % 2]).inv, range(n), a), None


def _word(n: int) -> Input:
    """A product of n sums of matrices."""
    some = rw.matrices("A B C D")
    return reduce(matmul, [some[i % 4] + some[i * 7 % 3].T for i in range(n)]), None


def _letters(n: int) -> Input:
    """A word of n matrices."""
    some = rw.matrices("A B C D")
    return reduce(matmul, [some[(i * i + i // 3) % 4] for i in range(n)]), None


def _quaternions(n: int) -> Input:
    """A word of n quaternions, with conjugates and sums."""
    p = rw.quaternions("p q r")
    return reduce(mul, [p[i % 3] + rw.conj(p[i * 5 % 3]) for i in range(n)]), None


def _turned(n: int) -> Input:
    """A vector turned by n quaternions, one after the other."""
    p, v = rw.quaternions("p q r", unit=True), rw.vector("v")
    return reduce(lambda t, i: rw.rotate(p[i % 3], t) + v, range(n), v), None


def _rotations(n: int) -> Input:
    """Rotations about axes by angles that are sums."""
    u, v = rw.vectors("u v", unit=True)
    x = rw.scalars(" ".join(f"x{i}" for i in range(n + 1)))
    turns = [rw.rot((u, v)[i % 2], x[i] + 2 * x[i + 1]) for i in range(n)]
    return reduce(matmul, turns) @ rw.vector("a"), None


def _norms(n: int) -> Input:
    """Nested norms and roots."""
    a, b = rw.vectors("a b")
    return reduce(lambda t, i: norm(t * a + b) + sqrt(t), range(n), norm(a)), None


def _angles(n: int) -> Input:
    """Sines of sums with many angles."""
    x = rw.scalars(" ".join(f"x{i}" for i in range(n)))
    return sin(reduce(add, [(i + 1) * y for i, y in enumerate(x)])) * cos(reduce(add, x)), None


def _equations(n: int) -> Input:
    """A term under n equations."""
    x = rw.scalars(" ".join(f"x{i}" for i in range(n + 2)))
    facts = [rw.equals(x[i] ** 2 + x[i + 1] * x[i + 2], x[0] + i) for i in range(n)]
    return reduce(add, [y**3 for y in x]) ** 2, rw.Context(*facts)


def _matrix_equations(n: int) -> Input:
    """Products of matrices with equations between them."""
    a, b, c = rw.matrices("A B C")
    reported = rw.Context(rw.equals(a @ b, b @ c), rw.equals(det(a), 1), rw.equals(c @ c, c))
    return reduce(matmul, [(a, b, c)[i % 3] for i in range(n)]) + a.inv, reported


def _triads(n: int) -> Input:
    """Vectors under facts about many of them."""
    a = rw.vectors(" ".join(f"a{i}" for i in range(3 * n)))
    facts = [rw.triad(*a[3 * i : 3 * i + 3]) for i in range(n)]
    facts += [rw.orthogonal(a[i], a[i + 3]) for i in range(3 * n - 3)]
    return reduce(cross, a), rw.Context(*facts)


def _doubled(n: int) -> Input:
    """t + t, n times: a small graph with long sums."""
    a = rw.vector("a")
    return reduce(lambda t, _: t + t, range(n), a), None


def _rationals(n: int) -> Input:
    """Powers of rational numbers with n digits."""
    x, y = rw.scalars("x y")
    big = rw.number(Fraction(10**n + 1, 3**n))
    return reduce(lambda t, i: (big * t + i) ** 3 * y, range(4), x) / (big * x - y), None


def _functions(n: int) -> Input:
    """Functions of functions, n deep."""
    x, y = rw.scalars("x y")
    some = (rw.tanh, rw.exp, rw.abs, sqrt)
    return reduce(lambda t, i: some[i % 4](t * y + x), range(n), x), None


def _facts(n: int) -> Input:
    """Products of n unit vectors of which neighbours are orthogonal."""
    a = rw.vectors(" ".join(f"a{i}" for i in range(n)))
    facts = [rw.unit(v) for v in a]
    facts += [rw.orthogonal(v, w) for v, w in pairwise(a)]
    terms = [dot(a[i], a[i * 7 % n]) * cross(a[i - 1], a[i]) for i in range(n)]
    return rw.add(*terms), rw.Context(*facts)


INPUTS: dict[str, Callable[[], Input]] = {
    "wide 300": lambda: _wide(300),
    "wide 10000": lambda: _wide(10_000),
    "scalars 3000": lambda: _scalars(3_000),
    "scalars 20000": lambda: _scalars(20_000),
    "chain 60": lambda: _chain(60),
    "chain 20000": lambda: _chain(20_000),
    "sines 12": lambda: _sines(12),
    "sines 5000": lambda: _sines(5_000),
    "shared 12": lambda: _shared(12),
    "shared 200": lambda: _shared(200),
    "power 40": lambda: _power(40),
    "power 1000": lambda: _power(1_000),
    "powers 5": lambda: _powers(5),
    "powers 30": lambda: _powers(30),
    "number 6": lambda: _number(6),
    "number 12": lambda: _number(12),
    "product 14": lambda: _product(14),
    "product 2000": lambda: _product(2_000),
    "fractions 9": lambda: fractions(9),
    "fractions 2000": lambda: fractions(2_000),
    "continued 40": lambda: _continued(40),
    "continued 3000": lambda: _continued(3_000),
    "determinant 6": lambda: _determinant(6),
    "determinant 30": lambda: _determinant(30),
    "determinant 200": lambda: _determinant(200),
    "inverse 6": lambda: _inverse(6),
    "inverse 500": lambda: _inverse(500),
    "word 12": lambda: _word(12),
    "word 3000": lambda: _word(3_000),
    "letters 20000": lambda: _letters(20_000),
    "quaternions 10": lambda: _quaternions(10),
    "quaternions 3000": lambda: _quaternions(3_000),
    "turned 8": lambda: _turned(8),
    "turned 2000": lambda: _turned(2_000),
    "rotations 7": lambda: _rotations(7),
    "rotations 1000": lambda: _rotations(1_000),
    "norms 5": lambda: _norms(5),
    "norms 1000": lambda: _norms(1_000),
    "angles 12": lambda: _angles(12),
    "angles 2000": lambda: _angles(2_000),
    "equations 4": lambda: _equations(4),
    "equations 60": lambda: _equations(60),
    "matrix equations 4": lambda: _matrix_equations(4),
    "matrix equations 3000": lambda: _matrix_equations(3_000),
    "triads 3": lambda: _triads(3),
    "triads 200": lambda: _triads(200),
    "determinant 9": lambda: _determinant(9),
    "doubled 700": lambda: _doubled(700),
    "rationals 300": lambda: _rationals(300),
    "rationals 20000": lambda: _rationals(20_000),
    "functions 8": lambda: _functions(8),
    "functions 3000": lambda: _functions(3_000),
    "facts 400": lambda: _facts(400),
}
