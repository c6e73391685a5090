"""The complex dimension of a cone of forms, by ranks modulo a prime.

A cone has dimension at most μ - c if it meets some subspace of dimension c in zero only. That is
shown by a rank, and reduction modulo a prime can only make a rank smaller, never larger.
"""

from __future__ import annotations

from math import comb
from random import Random

import flint

from ..arithmetic.fields import PrimeField
from ..arithmetic.power_series import Monomial, PowerSeries, Series, monomials
from ..clock import Clock
from .obstructions import LocalForms

LARGEST_MATRIX = 1200
"""No rank is taken of a matrix with more columns (one for each monomial of a degree)."""


def cone_bound(found: LocalForms, wanted: int, clock: Clock) -> int:
    """An upper bound for the complex dimension of the zeros of forms modulo a prime.

    The search stops at `wanted`, since no smaller bound is of use.
    """
    p, best = found.field.p, found.mobility
    random = Random(7)
    for codimension in range(1, found.mobility - wanted + 1):
        clock.check()
        subspace = [
            [random.randrange(p) for _ in range(codimension)] for _ in range(found.mobility)
        ]
        forms = [(d, _restricted(p, f, subspace, codimension)) for d, f in found.forms]
        if not _only_zero(p, [(d, f) for d, f in forms if f], codimension):
            break
        best = found.mobility - codimension
    return best


def _restricted(
    p: int, form: dict[Monomial, int], subspace: list[list[int]], variables: int
) -> dict[Monomial, int]:
    """A form restricted to a subspace, in the coordinates of the subspace."""
    series = PowerSeries(PrimeField(p), max(map(len, form)))
    linear: list[Series] = [{(k,): row[k] for k in range(variables)} for row in subspace]
    total: Series = {}
    for monomial, a in form.items():
        product: Series = {(): a}
        for i in monomial:
            product = series.mul(product, linear[i])
        total = series.add(total, product)
    return total


def _only_zero(p: int, forms: list[tuple[int, dict[Monomial, int]]], variables: int) -> bool:
    """Whether zero is the only common zero of forms, over the algebraic closure.

    It is if their multiples span all forms of some degree.
    """
    if len(forms) < variables:
        return False
    highest = sum(sorted((d - 1 for d, _ in forms), reverse=True)[:variables]) + 1
    for degree in range(min(d for d, _ in forms), highest + 1):
        width = comb(variables + degree - 1, degree)
        if width > LARGEST_MATRIX:
            return False
        index = {m: k for k, m in enumerate(monomials(variables, degree))}
        rows = []
        for d, form in forms:
            for extra in monomials(variables, degree - d) if d <= degree else ():
                row = [0] * width
                for m, a in form.items():
                    row[index[tuple(sorted(m + extra))]] = a
                rows.append(row)
        if len(rows) >= width and flint.nmod_mat(rows, p).rank() == width:
            return True
    return False
