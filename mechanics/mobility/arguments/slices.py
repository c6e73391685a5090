"""The dimension at a rational configuration, by standard bases and by counting.

The equations are polynomials in cosines, sines and lengths. A standard basis gives the dimension d
and the degree D of all their complex solutions together. A plane of codimension d through the
configuration meets the part of dimension d in D points or more (with multiplicities), if it meets
nothing at infinity. If it meets the whole in D points and no more, then the configuration is one of
these, so it lies on a part of dimension d. Where its first-order motions have the same dimension,
that part is a manifold there, and its real configurations have dimension d.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

from ..arithmetic.hilbert import dimension_and_degree
from ..arithmetic.polynomials import TooLargeError, fraction
from ..arithmetic.trig_polynomials import TrigRing, closure_polynomials
from ..clock import Clock
from ..closure.closures import Closure
from ..exact.exact_points import ExactPoint
from ..exact.standard_bases import Terms, graded_basis

PLANES = 2
"""How many planes are tried."""


def complex_dimension(
    closure: Closure, point: ExactPoint, mobility: int, clock: Clock
) -> tuple[int, bool] | None:
    """The dimension of all complex solutions, and whether the real ones at a configuration
    certainly have it too; None where the method does not apply or there was no time."""
    if not point.is_rational or closure.parameters or not closure.is_algebraic:
        return None
    try:
        polynomials, place = _ideal(closure, point, clock)
    except (TooLargeError, ZeroDivisionError):
        return None
    n = len(place)
    basis = graded_basis(polynomials, n, clock)
    known = None if basis is None else dimension_and_degree(_leads(basis), n)
    if basis is None or known is None:
        return None
    dimension, degree = known
    if dimension != mobility:
        return dimension, False
    tops = [_top(p) for p in basis]
    for seed in range(PLANES):
        plane = _plane(place, dimension, seed)
        far = [_top(p) for p in plane]
        met = _counted([*basis, *plane], n, clock)
        at_infinity = _counted([*tops, *far], n, clock)
        if met == (0, degree) and at_infinity is not None and at_infinity[0] == 0:
            return dimension, True
    return dimension, False


def _ideal(closure: Closure, point: ExactPoint, clock: Clock) -> tuple[list[Terms], list[Fraction]]:
    """The equations as polynomials in the slots of the unknowns, and the configuration in them."""
    ring = TrigRing(closure, clock)
    found = [p for p in closure_polynomials(ring, ring.slots()) if not p.is_zero()]
    found += [rule for _, _, rule in ring.rules]
    slots = [k for c in closure.unknowns for k in range(*closure.slots[c].indices(10**9))]
    where = [ring.order.index(k) for k in slots]
    made = []
    for p in found:
        terms = [(tuple(int(e[k]) for k in where), fraction(q)) for e, q in p.terms()]
        made.append(_whole(terms))
    return made, [fraction(point.slots[k][0]) for k in slots]


def _whole(terms: Sequence[tuple[tuple[int, ...], Fraction]]) -> Terms:
    """The same polynomial, multiplied so that all coefficients are integers."""
    below = 1
    for _, q in terms:
        below *= (q * below).denominator
    return [(e, str(int(q * below))) for e, q in terms]


def _plane(place: Sequence[Fraction], codimension: int, seed: int) -> list[Terms]:
    """Linear equations with random coefficients that hold at a point."""
    random = Random(seed)
    n = len(place)
    found = []
    for _ in range(codimension):
        by = [Fraction(random.choice((-1, 1)) * random.randrange(1, 99)) for _ in range(n)]
        terms = [(_unit(n, k), a) for k, a in enumerate(by)]
        here = sum((a * x for a, x in zip(by, place, strict=True)), Fraction(0))
        found.append(_whole([*terms, ((0,) * n, -here)]))
    return found


def _unit(n: int, k: int) -> tuple[int, ...]:
    return tuple(1 if j == k else 0 for j in range(n))


def _top(p: Terms) -> Terms:
    """The terms of the highest degree."""
    highest = max(sum(e) for e, q in p if q != "0")
    return [(e, q) for e, q in p if sum(e) == highest]


def _leads(basis: list[Terms]) -> list[tuple[int, ...]]:
    """Leading monomials: a basis has them first."""
    return [p[0][0] for p in basis]


def _counted(polynomials: list[Terms], n: int, clock: Clock) -> Any:
    basis = graded_basis(polynomials, n, clock)
    return None if basis is None else dimension_and_degree(_leads(basis), n)
