"""Linear relations between monomials, found by exact evaluation.

Some identities have no short proof by rules, because they hold in three dimensions only: four
vectors are dependent, and so are certain products of dot products. Evaluated at enough random
points, modulo a large prime, the monomials of a sum show every linear relation between them; the
dearer ones are then written by the cheaper ones. A relation is kept only if its numbers are small
rationals and it holds at further points modulo another prime.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt
from random import Random

from ..context import Context
from ..errors import RewriteError
from ..evaluation.evaluate import Evaluation, Modular
from ..evaluation.sampling import Sampler
from ..terms import Term

MAX_TERMS = 24
"""How many monomials are looked at together."""
PRIMES = (2**61 - 1, 2**61 - 31)
CHECKS = 4
Row = list[int]


def relations(terms: Sequence[Term], context: Context | None = None) -> list[list[Fraction]] | None:
    """For each term, its coordinates in the terms before it that are independent.

    Row i has one number for each term: term i is the sum of them times the terms. Independent
    terms are themselves. None if the terms cannot be evaluated, or too many were given.
    """
    if not 2 <= len(terms) <= MAX_TERMS:
        return None
    columns = _values(terms, len(terms) + CHECKS, PRIMES[0], context, seed=1)
    if columns is None:
        return None
    found = _coordinates(columns, PRIMES[0])
    if found is None:
        return None
    checks = _values(terms, CHECKS, PRIMES[1], context, seed=2)
    if checks is None or not all(_holds(i, row, checks) for i, row in enumerate(found)):
        return None
    return found


def _values(
    terms: Sequence[Term], points: int, prime: int, context: Context | None, seed: int
) -> list[Row] | None:
    """The values of each term at random points, all coordinates in one row a term."""
    random = Random(seed)
    domain = Modular(prime)
    rows: list[Row] = [[] for _ in terms]
    try:
        sampler = Sampler(terms, context, domain)
        width = 0
        for _ in range(2 * points):
            try:
                at = Evaluation(sampler.draw(random), domain)
                values = [at.coordinates(t) for t in terms]
            except ArithmeticError:
                continue
            for row, value in zip(rows, values, strict=True):
                row += [int(x) for x in value]
            width += 1
            if width * max(1, len(values[0])) >= points + len(values[0]):
                return rows
    except RewriteError:
        return None
    return None


def _coordinates(columns: list[Row], p: int) -> list[list[Fraction]] | None:
    """Each row by the independent ones before it, by elimination modulo p."""
    n = len(columns)
    basis: list[tuple[int, Row, Row]] = []  # pivot, reduced row, its coordinates
    found: list[list[Fraction]] = []
    for i, column in enumerate(columns):
        row, own = list(column), [0] * n
        own[i] = 1
        for pivot, other, mine in basis:
            c = row[pivot]
            if c:
                row = [(x - c * y) % p for x, y in zip(row, other, strict=True)]
                own = [(x - c * y) % p for x, y in zip(own, mine, strict=True)]
        at = next((k for k, x in enumerate(row) if x % p), None)
        if at is None:  # sum of own[k]·term k is zero
            numbers = [_rational(-x % p, p) if k != i else Fraction(0) for k, x in enumerate(own)]
            if None in numbers:
                return None
            found.append([x for x in numbers if x is not None])
            continue
        inverse = pow(row[at], -1, p)
        basis.append((at, [x * inverse % p for x in row], [x * inverse % p for x in own]))
        found.append([Fraction(int(k == i)) for k in range(n)])
    return found


def _rational(x: int, p: int) -> Fraction | None:
    """The small fraction that x is modulo p, if it is one."""
    bound = isqrt(isqrt(p))
    a, b, u, v = p, x, 0, 1
    while b > bound:
        q = a // b
        a, b, u, v = b, a - q * b, v, u - q * v
    if v == 0 or abs(v) > bound:
        return None
    return Fraction(b, v)


def _holds(i: int, row: list[Fraction], values: list[Row]) -> bool:
    p = PRIMES[1]
    numbers = [x.numerator * pow(x.denominator, -1, p) % p for x in row]
    return all(
        (sum(c * values[k][j] for k, c in enumerate(numbers) if c) - values[i][j]) % p == 0
        for j in range(len(values[i]))
    )
