"""Families of configurations through a point: manifolds on which the closure certainly holds.

To find a family, impose guessed alignments on the closure, then factor and solve equations until
the rest is regular. Its dimension bounds the freedom from below.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import flint
import numpy as np
from numpy.typing import NDArray

from ..arithmetic.jacobians import field_jacobian
from ..arithmetic.matrices import echelon, pivots
from ..arithmetic.polynomials import TooLargeError, polynomial_program
from ..clock import Clock
from ..closure.closures import Closure
from ..configurations.nearby import FAR, samples
from ..configurations.search import Numeric, state_slots
from .alignments import Alignment, alignments
from .certified import PRECISION, Balls, approximate_inverse, certify, dependent_columns
from .elimination import simplify
from .exact_points import ExactPoint
from .half_tangents import Chart
from .polynomial_systems import PolynomialSystem

Floats = NDArray[np.float64]
NEAR_ENOUGH = 1e-3
"""How far a certain configuration may be from the approximate one that led to it."""


@dataclass(frozen=True)
class Family:
    """A manifold of configurations, regular at a real point that certainly exists."""

    system: PolynomialSystem
    aligned: tuple[Alignment, ...]
    slots: tuple[Any, ...]
    """Balls for the slots of the closure at that point."""

    @property
    def dimension(self) -> int:
        return self.system.dimension

    def contains(self, point: ExactPoint) -> bool:
        """Whether the family passes through an exact configuration, and is regular there."""
        system, field = self.system, point.field
        try:
            values = system.chart.values_of(field, point.slots)
            back = system.chart.slots_of(field, values)
            solved = system.lifted(field, dict(enumerate(values)))
        except ZeroDivisionError:
            return False
        same = [*zip(back, point.slots, strict=True), *zip(solved, values, strict=True)]
        if not all(field.is_zero(field.add(x, field.neg(y))) for x, y in same):
            return False
        units = polynomial_program(system.units, list(range(len(values)))).run(field, values)
        if any(field.is_zero(x) for x in units):
            return False
        left = system.closure()
        kinds = ("unknown", "parameter", "constant")
        slots = [values[k] for role in kinds for k in system.active(role)]
        found, rows = field_jacobian(left, field, slots)
        if not all(field.is_zero(x) for x in found):
            return False
        own = [row[: left.tree] for row in rows[: left.count]]
        others = [row[left.tree :] for row in rows[left.count :]]
        return (len(echelon(field, own)[1]), len(echelon(field, others)[1])) == (
            left.count, len(left.relation_names),
        )  # fmt: skip


def family_through(
    closure: Closure, state: Floats, aligned: Sequence[Alignment], clock: Clock
) -> Family | None:
    """The family of the given alignments through a state, if it can be shown to be one."""
    if not closure.is_algebraic:
        return None
    try:
        chart = Chart(closure, state, aligned, clock)
        system = PolynomialSystem(chart, chart.values(state), clock)
        if not simplify(system):
            return None
        return certified_family(closure, system, aligned)
    except (TooLargeError, ZeroDivisionError):
        return None


def certified_family(
    closure: Closure, system: PolynomialSystem, aligned: Sequence[Alignment]
) -> Family | None:
    """The family of a regular system, if its point certainly exists and is a configuration."""
    left = system.closure()
    state = system.state()
    dependent = dependent_columns(left, state)
    if dependent is None:
        return None
    found = certify(left, state, range(left.vanishing), dependent)
    if found is None:
        return None
    before, flint.ctx.prec = flint.ctx.prec, PRECISION
    try:
        active = [
            *system.active("unknown"),
            *system.active("parameter"),
            *system.active("constant"),
        ]
        values = system.lifted(Balls(), dict(zip(active, found.slots, strict=True)))
        slots = system.chart.slots_of(Balls(), values)
        if not _is_met(closure, slots) or not _are_units(system, values):
            return None
        if not _is_near(closure, slots, system.chart.state):
            return None
        return Family(system, tuple(aligned), tuple(slots))
    finally:
        flint.ctx.prec = before


def _is_met(closure: Closure, slots: Sequence[Any]) -> bool:
    """Whether the equations are defined at a point in balls, and can vanish there."""
    found = closure.program.run(Balls(), slots)[: closure.vanishing]
    return all(x.is_finite() and x.contains(0) for x in found)


def _is_near(closure: Closure, slots: Sequence[Any], state: Floats) -> bool:
    """Whether a point in balls is the one that was meant."""
    return all(
        abs(float(x) - y) < NEAR_ENOUGH * max(1.0, abs(y))
        for x, y in zip(slots, state_slots(closure, state), strict=True)
    )


def _are_units(system: PolynomialSystem, values: Sequence[Any]) -> bool:
    """Whether polynomials that were divided by certainly do not vanish."""
    program = polynomial_program(system.units, list(range(len(values))))
    return all(not x.contains(0) for x in program.run(Balls(), values))


def guessed_alignments(
    numeric: Numeric, state: Floats, rng: np.random.Generator, clock: Clock
) -> list[Alignment]:
    """Alignments that configurations around a state satisfy; the parameters move too."""
    closure = numeric.closure
    moving = np.ones(closure.columns, dtype=bool)
    for c in closure.movable:
        if getattr(c, "near", None) is not None:
            moving[closure.places[c]] = False
    states, _ = samples(numeric, state, moving, FAR, 2 * closure.columns + 6, rng, clock, True)
    return alignments(closure, state, states)


def families(
    numeric: Numeric, state: Floats, rng: np.random.Generator, clock: Clock
) -> list[Family]:
    """Families through a state: without alignments, and with those that samples show."""
    closure = numeric.closure
    found = []
    plain = family_through(closure, state, (), clock)
    if plain is not None:
        found.append(plain)
    aligned = guessed_alignments(numeric, state, rng, clock) if plain is None else []
    if aligned:
        family = family_through(closure, state, aligned, clock)
        if family is not None:
            found.append(family)
    return found


def ball_rank(closure: Closure, slots: Sequence[Any]) -> int:
    """A certain lower bound of the rank of the Jacobian by the unknowns, at a point in balls."""
    before, flint.ctx.prec = flint.ctx.prec, PRECISION
    try:
        _, rows = field_jacobian(closure, Balls(), slots)
        matrix = [row[: closure.tree] for row in rows[: closure.count]]
        floats = np.array([[float(x.mid()) for x in row] for row in matrix])
        size = np.abs(floats).max(axis=1, initial=0.0)
        size = np.maximum(size, 1e-6 * size.max(initial=1e-300))
        chosen = pivots(floats / size[:, None])
        for rank in range(len(chosen[0]), 0, -1):
            if _is_regular(matrix, chosen[0][:rank], chosen[1][:rank]):
                return rank
        return 0
    finally:
        flint.ctx.prec = before


def _is_regular(matrix: list[list[Any]], rows: list[int], columns: list[int]) -> bool:
    minor = flint.arb_mat([[matrix[i][j] for j in columns] for i in rows])
    inverse = approximate_inverse(minor)
    if inverse is None:
        return False
    product = inverse * minor
    n = len(rows)
    for i in range(n):
        total = flint.arb(0)
        for j in range(n):
            total += abs(product[i, j] - (1 if i == j else 0))
        if not total < 1:
            return False
    return True
