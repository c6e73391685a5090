"""Equations between determinants, from equations between matrices: A² = -Id gives (det A)² = -1.

The left matrix is turned into the right one row by row. The determinant is linear in each row, so
det L - det R is a combination of the entries of L - R, whose multipliers are minors.
"""

from __future__ import annotations

from ..core.facts import Fact
from ..core.sorts import Matrix
from ..evaluation import formulas as f
from ..evaluation.fields import Coordinates
from .generic import GenericPoint
from .ideal import Cofactors, Tracked
from .ring import Element

LARGEST = 3
"""The largest size of matrices whose determinants are multiplied out."""


def determinant_equations(point: GenericPoint) -> list[Tracked]:
    """det L - det R for every equation L = R between square matrices, and its multipliers."""
    return [found for fact in point.equations for found in _of(point, fact)]


def _of(point: GenericPoint, fact: Fact) -> list[Tracked]:
    left, right = fact.terms if fact.name == "equals" else (None, None)
    if left is None or right is None or left.sort is not Matrix:
        return []
    n, start = left.shape[0], point.start_of(fact)
    if left.shape != (n, n) or not 1 < n <= LARGEST:
        return []
    x, y = point.coordinates(left), point.coordinates(right)
    if any(e.den for e in (*x, *y)):
        return []
    difference = f.determinant(point.domain, x, n) - f.determinant(point.domain, y, n)
    multipliers: Cofactors = {}
    for i in range(n):
        mixed = x[: i * n] + y[i * n :]
        for j in range(n):
            multipliers[start + i * n + j] = _minor(point, mixed, n, i, j).num
    return [(difference.num, multipliers)] if difference.num != 0 else []


def _minor(point: GenericPoint, x: Coordinates, n: int, i: int, j: int) -> Element:
    """The signed minor of an entry, which does not depend on the entry's own row."""
    rest = tuple([x[k * n + m] for k in range(n) if k != i for m in range(n) if m != j])
    found: Element = f.determinant(point.domain, rest, n - 1)
    return found if (i + j) % 2 == 0 else -found
