"""Obstructions of higher order: they bound a freedom from above where the rank does not.

At a configuration x of a closure g = 0 let k range over the kernel of Δ. Independent equations are
solved, order by order, for a correction of the motion x + k; the residuals of the other equations
are then power series b(k) that begin at order two or later. Near x the configurations are the zeros
of b, so over the complex numbers their dimension is at most that of the cone on which the lowest
terms of all combinations of b vanish (see `cones`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..arithmetic.fields import PrimeField
from ..arithmetic.jacobians import field_jacobian
from ..arithmetic.matrices import echelon, kernel_basis, transposed
from ..arithmetic.power_series import Monomial, PowerSeries, Series
from ..clock import Clock
from ..closure.closures import Closure
from ..exact.exact_points import ExactPoint

HIGHEST_ORDER = 6
"""The highest order of the series."""


@dataclass(frozen=True)
class LocalForms:
    """The lowest terms of b at a configuration: forms in the coordinates of the kernel."""

    field: Any
    mobility: int
    forms: tuple[tuple[int, dict[Monomial, Any]], ...]
    """Pairs (degree, form); none for a combination of b that vanishes up to `order`."""
    order: int
    rows: tuple[int, ...]
    """The equation that each form comes from, for those of second order."""


def residues(point: ExactPoint, skip: int = 0) -> tuple[PrimeField, list[int]] | None:
    """An exact configuration modulo a prime."""
    for field, theta in point.field.primes():
        try:
            slots = [point.field.residue(x, field, theta) for x in point.slots]
        except (ValueError, ZeroDivisionError):
            continue
        if skip == 0:
            return field, slots
        skip -= 1
    return None


def local_forms(
    closure: Closure, field: Any, slots: Sequence[Any], order: int, clock: Clock
) -> LocalForms:
    """The lowest terms of b at a configuration in a field, up to an order."""
    _, rows = field_jacobian(closure, field, slots)
    delta = [row[: closure.tree] for row in rows[: closure.count]]
    basis = kernel_basis(field, delta, closure.tree)
    solver = _Corrections(field, delta)
    series = PowerSeries(field, order)
    motion = [_linear_form(field, basis, j) for j in range(closure.tree)]
    parts: list[list[dict[Monomial, Any]]] = []
    for degree in range(2, order + 1):
        clock.check()
        values = _along(closure, PowerSeries(field, degree), slots, motion)
        top = [{m: a for m, a in v.items() if len(m) == degree} for v in values]
        correction, left = solver.solved(top)
        motion = [series.add(x, dx) for x, dx in zip(motion, correction, strict=True)]
        parts.append(left)
        if degree == 2 and len(_span(field, left)) == len(left):
            break
    forms, first_rows = _lowest(field, parts, solver.dependent)
    return LocalForms(field, len(basis), tuple(forms), 1 + len(parts), tuple(first_rows))


def _linear_form(field: Any, basis: list[list[Any]], j: int) -> Series:
    return {(k,): v[j] for k, v in enumerate(basis) if not field.is_zero(v[j])}


def _along(
    closure: Closure, series: PowerSeries, slots: Sequence[Any], motion: list[Series]
) -> list[Series]:
    """The equations along a motion that is given as power series."""
    moved: list[Any] = []
    for c in closure.coordinates:
        held = [series.constant(x) for x in slots[closure.slots[c]]]
        if closure.is_unknown(c):
            moved += c.moved(series, held, motion[closure.places[c]])
        else:
            moved += held
    return closure.program.run(series, moved)[: closure.count]


class _Corrections:
    """Solves the independent rows of Δ w = -g, and gives the residuals of the others."""

    def __init__(self, field: Any, delta: list[list[Any]]) -> None:
        self.field, self.width = field, len(delta[0])
        n = len(delta)
        zero, one = field.number(Fraction(0)), field.number(Fraction(1))
        _, self.independent = echelon(field, transposed(delta))
        self.dependent = [i for i in range(n) if i not in self.independent]
        ordered = [*self.independent, *self.dependent]
        joined = [
            [*delta[i], *[one if j == k else zero for k in range(n)]] for j, i in enumerate(ordered)
        ]
        self.ordered = ordered
        self.rows, self.pivots = echelon(field, joined)

    def solved(
        self, values: list[dict[Monomial, Any]]
    ) -> tuple[list[Series], list[dict[Monomial, Any]]]:
        """Corrections by column, and the residual of each dependent row."""
        field = self.field
        given = [values[i] for i in self.ordered]
        correction: list[Series] = [{} for _ in range(self.width)]
        left = []
        for row, pivot in zip(self.rows, self.pivots, strict=True):
            total: dict[Monomial, Any] = {}
            for factor, part in zip(row[self.width :], given, strict=True):
                if not field.is_zero(factor):
                    for m, a in part.items():
                        product = field.mul(factor, a)
                        before = total.get(m)
                        total[m] = product if before is None else field.add(before, product)
            total = {m: a for m, a in total.items() if not field.is_zero(a)}
            if pivot < self.width:
                correction[pivot] = {m: field.neg(a) for m, a in total.items()}
            else:
                left.append(total)
        return correction, left


def _span(field: Any, forms: Sequence[dict[Monomial, Any]]) -> list[int]:
    """Which of the forms are independent of those before them."""
    keys = sorted({m for f in forms for m in f})
    if not keys:
        return []
    zero = field.number(Fraction(0))
    columns = [[f.get(m, zero) for f in forms] for m in keys]
    return echelon(field, columns)[1]


def _lowest(
    field: Any, parts: list[list[dict[Monomial, Any]]], dependent: list[int]
) -> tuple[list[tuple[int, dict[Monomial, Any]]], list[int]]:
    """The lowest terms of all combinations of b; combinations that cancel go to higher order."""
    count = len(parts[0]) if parts else 0
    zero, one = field.number(Fraction(0)), field.number(Fraction(1))
    combinations = [[one if i == j else zero for j in range(count)] for i in range(count)]
    forms: list[tuple[int, dict[Monomial, Any]]] = []
    first: list[int] = []
    for degree, part in enumerate(parts, 2):
        here = [_combined(field, part, c) for c in combinations]
        keys = sorted({m for f in here for m in f})
        if not keys:
            continue
        matrix = [[f.get(m, zero) for m in keys] for f in here]
        chosen = _span(field, here)
        if degree == 2:
            first = [dependent[i] for i in chosen]
        forms += [(degree, here[i]) for i in chosen]
        null = kernel_basis(field, transposed(matrix), len(here))
        combinations = [
            [_dot(field, weights, column) for column in transposed(combinations)]
            for weights in null
        ]
        if not combinations:
            break
    return forms, first


def _dot(field: Any, x: Sequence[Any], y: Sequence[Any]) -> Any:
    total = field.number(Fraction(0))
    for a, b in zip(x, y, strict=True):
        total = field.add(total, field.mul(a, b))
    return total


def _combined(
    field: Any, forms: Sequence[dict[Monomial, Any]], weights: Sequence[Any]
) -> dict[Monomial, Any]:
    total: dict[Monomial, Any] = {}
    for weight, form in zip(weights, forms, strict=True):
        if not field.is_zero(weight):
            for m, a in form.items():
                before = total.get(m)
                product = field.mul(weight, a)
                total[m] = product if before is None else field.add(before, product)
    return {m: a for m, a in total.items() if not field.is_zero(a)}
