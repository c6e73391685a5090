"""Sums of squares: polynomials that cannot be negative, and why not.

A polynomial is brought to the form w₁ m₁ q₁² + w₂ m₂ q₂² + …, with positive weights w and products
m of generators that are roots, hence not negative. The search is a heuristic: each monomial is
taken as a square or as the product of two halves in only one way, and the resulting Gram matrix is
eliminated exactly. Its results are true, but it does not find every sum of squares.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

Polynomial = Any
Exponents = tuple[int, ...]
LONGEST = 200
"""Polynomials with more monomials than this are not examined."""


class Square(NamedTuple):
    """A positive number times a monomial of roots times the square of a polynomial."""

    weight: Any
    roots: Exponents
    base: Polynomial


def sum_of_squares(p: Polynomial, roots: Collection[int] = ()) -> list[Square] | None:
    """A polynomial as a sum of squares, or None if none is found; `roots` are the indices of
    generators that are not negative.

    >>> import flint
    >>> x, y = flint.fmpq_mpoly_ctx.get(["x", "y"], flint.Ordering.lex).gens()
    >>> for square in sum_of_squares(x**2 + x*y + y**2 + 1):
    ...     print(square.weight, square.base)
    1 x + 1/2*y
    3/4 y
    1 1
    >>> sum_of_squares(x**2 + y)
    """
    if p == 0 or len(p) > LONGEST:
        return None
    parts: dict[Exponents, dict[Exponents, Any]] = {}
    for powers, c in p.terms():
        odd = tuple([k % 2 if i in roots else 0 for i, k in enumerate(map(int, powers))])
        rest = tuple([int(k) - o for k, o in zip(powers, odd, strict=True)])
        parts.setdefault(odd, {})[rest] = c
    found: list[Square] = []
    for odd, terms in parts.items():
        squares = _eliminated(p.context(), terms)
        if squares is None:
            return None
        found += [Square(w, odd, q) for w, q in squares]
    return found


def is_positive(squares: list[Square]) -> bool:
    """Whether one of the squares is a number, so that the sum is never zero."""
    return any(not any(s.roots) and s.base.is_constant() for s in squares)


def _eliminated(ring: Any, terms: dict[Exponents, Any]) -> list[tuple[Any, Polynomial]] | None:
    """The squares of the Gram matrix of some terms, by elimination."""
    halves = [_half(m) for m, c in terms.items() if c > 0 and _is_even(m)]
    halves.sort(reverse=True)  # a number comes last, and its remainder is a square by itself
    gram = _gram(terms, halves)
    if gram is None:
        return None
    monomials = [ring.term(exp_vec=h) for h in halves]
    found = []
    for i, row in enumerate(gram):
        pivot = row[i]
        if pivot < 0 or (pivot == 0 and any(row)):
            return None
        if pivot > 0:
            factors = [x / pivot for x in row]
            found.append((pivot, sum(f * m for f, m in zip(factors, monomials, strict=True))))
            for k in range(i + 1, len(gram)):
                gram[k] = [x - factors[k] * y for x, y in zip(gram[k], row, strict=True)]
    return found


def _gram(terms: dict[Exponents, Any], halves: list[Exponents]) -> list[list[Any]] | None:
    place = {h: i for i, h in enumerate(halves)}
    gram: list[list[Any]] = [[0] * len(halves) for _ in halves]
    for m, c in terms.items():
        if c > 0 and _is_even(m):
            i = place[_half(m)]
            gram[i][i] += c
            continue
        pair = next((pair for h in halves if (pair := _pair(h, m, place)) is not None), None)
        if pair is None:
            return None
        i, j = pair
        gram[i][j] += c / 2
        gram[j][i] += c / 2
    return gram


def _pair(h: Exponents, m: Exponents, place: dict[Exponents, int]) -> tuple[int, int] | None:
    other = tuple([k - e for k, e in zip(m, h, strict=True)])
    return (place[h], place[other]) if other != h and other in place else None


def _is_even(m: Exponents) -> bool:
    return not any(k % 2 for k in m)


def _half(m: Exponents) -> Exponents:
    return tuple([k // 2 for k in m])
