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
from random import Random

from ..core.context import Context
from ..core.terms import Term
from ..errors import RewriteError
from ..evaluation.dependence import PRIMES, coordinates, holds
from ..evaluation.evaluate import Evaluation, Modular
from ..evaluation.sampling import Sampler

MAX_TERMS = 24
"""How many monomials are looked at together."""
CHECKS = 4
Row = list[int]


def relations(
    terms: Sequence[Term], context: Context | None = None
) -> list[dict[int, Fraction]] | None:
    """For each term, its coordinates in the terms before it that are independent.

    Independent terms stand for themselves. None if the terms cannot be evaluated, or too many were
    given.
    """
    if not 2 <= len(terms) <= MAX_TERMS:
        return None
    columns = _values(terms, len(terms) + CHECKS, PRIMES[0], context, seed=1)
    if columns is None:
        return None
    found = coordinates(columns)
    if found is None:
        return None
    checks = _values(terms, CHECKS, PRIMES[1], context, seed=2)
    if checks is None or not all(map(holds, checks, found, [checks] * len(terms))):
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
