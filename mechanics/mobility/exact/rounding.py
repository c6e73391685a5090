"""Round free coordinates to fractions, and solve for the others to many digits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint
import numpy as np
from numpy.typing import NDArray

from ..arithmetic.recognition import minimal_polynomial
from ..clock import Clock
from ..closure.closures import Closure
from ..configurations.search import SMALL, Numeric
from .certified import base_slots, dependent_columns, jets_at
from .polynomial_systems import PolynomialSystem

Floats = NDArray[np.float64]
ROUNDINGS = ((3, True), (5, True), (5, False), (9, True), (24, True))
"""Denominators to which free coordinates are rounded, and whether all must be different."""
CHOICES = 6
"""How many choices of dependent coordinates are tried for each rounding."""
DEGREES = (1, 2, 3, 4, 6, 8)
"""Degrees over the rationals that a coordinate may have."""
FIRST_BITS = 800
"""The precision at which degrees are found."""
MOST_STEPS = 24
"""The most steps of Newton's iteration."""


@dataclass(frozen=True)
class Trial:
    """Free coordinates that are fractions, and the degrees of those that depend on them."""

    state: list[Fraction | float]
    dependent: list[int]
    degrees: list[int]

    @property
    def degree(self) -> int:
        """A first guess at the degree of the field."""
        return max(self.degrees, default=1)


def trials(system: PolynomialSystem, left: Closure, clock: Clock) -> Iterator[Trial]:
    """Exact values for free coordinates, for several choices of which ones are free."""
    numeric = Numeric.of(left, np.random.default_rng(1))
    rng = np.random.default_rng(2)
    seen: set[tuple[Any, ...]] = set()
    for rounding in ROUNDINGS:
        for choice in range(CHOICES):
            clock.check()
            prefer = np.ones(left.columns) if not choice else rng.uniform(0.1, 1, left.columns)
            dependent = dependent_columns(left, system.state(), prefer)
            if dependent is None or (rounding, *sorted(dependent)) in seen:
                continue
            seen.add((rounding, *sorted(dependent)))
            state = _rounded(left, numeric, system.state(), dependent, rounding, clock)
            degrees = None if state is None else _degrees(left, state, dependent)
            if state is not None and degrees is not None:
                yield Trial(state, dependent, degrees)


def _degrees(
    closure: Closure, state: list[Fraction | float], dependent: list[int]
) -> list[int] | None:
    """The degrees of the dependent coordinates, if they are all low."""
    before, flint.ctx.prec = flint.ctx.prec, FIRST_BITS + 64
    try:
        digits = solved(closure, state, dependent)
        found = []
        for k in dependent if digits is not None else ():
            least = minimal_polynomial(digits[k], FIRST_BITS, DEGREES)
            if least is None:
                return None
            found.append(int(least.degree()))
        return None if digits is None else found
    finally:
        flint.ctx.prec = before


def _rounded(
    closure: Closure,
    numeric: Numeric,
    state: Floats,
    dependent: Sequence[int],
    rounding: tuple[int, bool],
    clock: Clock,
) -> list[Fraction | float] | None:
    """Fractions for the free coordinates, and floats close to a solution for the others."""
    free = [k for k in range(closure.columns) if k not in dependent]
    exact: list[Fraction | float] = [float(x) for x in state]
    denominator, distinct = rounding
    used = {Fraction(1)}
    for k in free:
        exact[k] = _nearby_fraction(float(state[k]), denominator, used)
        used |= {abs(Fraction(exact[k]))} if distinct else set()
    start = np.array([float(x) for x in exact])[:, None]
    moving = np.zeros(closure.columns, dtype=bool)
    moving[list(dependent)] = True
    found, size = numeric.projected(start, moving, clock)
    if size[0] > SMALL or np.abs(found[:, 0] - state).max() > 0.6:
        return None
    if dependent_columns(closure, found[:, 0]) is None:
        return None
    for k in dependent:
        exact[k] = float(found[k, 0])
    return exact


def _nearby_fraction(x: float, denominator: int, used: set[Fraction]) -> Fraction:
    """A simple fraction close to a float, not among those used.

    Half-tangents that are equal, or that belong to right angles, would make the configuration
    special.
    """
    if abs(x) < 1e-9:
        return Fraction(0)
    choices = {Fraction(round(x * d) + k, d) for d in range(1, denominator + 1) for k in (-1, 0, 1)}
    free = [q for q in choices if q and abs(q) not in used]
    return min(free, key=lambda q: abs(float(q) - x), default=Fraction(x).limit_denominator(997))


def solved(closure: Closure, state: list[Fraction | float], dependent: list[int]) -> Any:
    """The state to many digits, by Newton's iteration with growing precision."""
    start = [
        flint.fmpq(x.numerator, x.denominator) if isinstance(x, Fraction) else x for x in state
    ]
    wanted, rows = flint.ctx.prec, list(range(closure.vanishing))
    by = [flint.arb(0)] * len(dependent)
    try:
        flint.ctx.prec = 100
        for _ in range(MOST_STEPS if dependent else 0):
            base = base_slots(closure, start)
            values, slopes, _ = jets_at(closure, base, rows, dependent, by)
            step = _newton_step(slopes, values)
            if step is None:
                return None
            by = [(y - d).mid() for y, d in zip(by, step, strict=True)]
            size = max(abs(d).mid() for d in step)
            if flint.ctx.prec == wanted and size < flint.arb(2) ** (-wanted // 2):
                break
            flint.ctx.prec = min(wanted, 2 * flint.ctx.prec)
        else:
            if dependent:
                return None
    finally:
        flint.ctx.prec = wanted
    slots = base_slots(closure, start)
    for k, y in zip(dependent, by, strict=True):
        slots[k] = slots[k] + y
    return slots


def _newton_step(slopes: Any, values: list[Any]) -> list[Any] | None:
    """J⁻¹ g, where J is taken to be exact."""
    n = len(values)
    middle = flint.arb_mat([[slopes[i, j].mid() for j in range(n)] for i in range(n)])
    try:
        found = middle.solve(flint.arb_mat([[x.mid()] for x in values]))
    except ZeroDivisionError:
        return None
    return [found[i, 0] for i in range(n)]
