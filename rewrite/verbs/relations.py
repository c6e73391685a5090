"""Linear relations between monomials, found by exact evaluation.

Some identities have no short proof by rules, because they hold only in three dimensions: four
vectors are dependent, and so are certain products of dot products. Evaluated at enough random
points, modulo a large prime, the monomials of a sum show every linear relation between them; the
expensive ones are then written in terms of the cheaper
ones. A relation is kept only if its numbers are small
rationals and it holds at further points modulo another prime.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

from ..core.context import Context
from ..core.linear import LINEAR_OPERATORS, add, power
from ..core.terms import Term
from ..core.terms import free_symbols as symbols
from ..errors import RewriteError
from ..evaluation.dependence import PRIMES, coordinates, holds
from ..evaluation.evaluate import Evaluation, Modular
from ..evaluation.sampling import Sampler
from ..normalform.walk import degrees_of

MAX_TERMS = 24
"""The most monomials that are compared in one search."""
CHECKS = 4
"""How many points more than necessary a relation must hold at."""
Row = list[int]


VALUELESS = frozenset({"constant", "nonzero"})
"""Facts that do not restrict values at a random point."""


def comparable(terms: Sequence[Term], context: Context | None = None) -> list[list[Term]]:
    """Terms in groups such that only terms of one group can depend on each other linearly.

    Terms with different degrees in a symbol are independent if the symbol has no facts and occurs
    in no function and no sum. A relation needs three or more polynomials of equal degrees: two
    would be like terms, which are already collected.

    >>> from rewrite import dot, scalars, sin, vectors
    >>> x, y, z = scalars("x y z")
    >>> comparable([x*y, y*sin(z), x*sin(z), y*sin(2*z)])
    [[x*y], [y*sin(z), y*sin(2*z)], [x*sin(z)]]
    """
    special = {s for f in (context.facts if context else ()) for t in f.terms for s in symbols(t)}
    read = [_degrees(t, special) for t in terms]
    groups: dict[Any, list[Term]] = {}
    for t, degrees in zip(terms, read, strict=True):
        key = frozenset((s, n) for s, n in degrees.items() if s not in special)
        groups.setdefault(key, []).append(t)
    found: list[list[Term]] = []
    for group in groups.values():
        plain = not any(special & symbols(t) for t in group)
        found += [[t] for t in group] if len(group) < 3 and plain else [group]
    return found


def _degrees(t: Term, special: set[Term]) -> Counter[Term]:
    """The degrees of a monomial in its symbols; symbols without a degree are added to `special`."""
    degrees: Counter[Term] = Counter()
    stack: list[tuple[Term, int]] = [(t, 1)]
    while stack:
        s, n = stack.pop()
        if s.is_symbol:
            if s.value.facts - VALUELESS:
                special.add(s)
            degrees[s] += n
        elif s.op is power and type(s.args[1].value) is int:
            stack.append((s.args[0], n * s.args[1].value))
        elif s.op is add:
            special |= symbols(s)
        elif s.op in LINEAR_OPERATORS:
            stack += [(a, n) for a in s.args]
        else:
            of = degrees_of(s.op)
            for i, a in enumerate(s.args):
                degree = None if of is None else of(i, a.shape)
                if degree is None:
                    special |= symbols(a)
                else:
                    stack.append((a, n * degree))
    return degrees


def relations(
    terms: Sequence[Term], context: Context | None = None
) -> list[dict[int, Fraction]] | None:
    """For each term, its coordinates in the independent terms before it.

    An independent term is itself. None if all are independent, if the terms cannot be evaluated, or
    if there are too many.
    """
    if not 2 <= len(terms) <= MAX_TERMS:
        return None
    columns = _values(terms, len(terms) + CHECKS, PRIMES[0], context, seed=1)
    if columns is None:
        return None
    found = coordinates(columns)
    if found is None or all(row == {i: 1} for i, row in enumerate(found)):
        return None
    checks = _values(terms, CHECKS, PRIMES[1], context, seed=2)
    if checks is None or not all(map(holds, checks, found, [checks] * len(terms))):
        return None
    return found


def _values(
    terms: Sequence[Term], points: int, prime: int, context: Context | None, seed: int
) -> list[Row] | None:
    """The values of each term at random points, with all coordinates in one row for each term."""
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
