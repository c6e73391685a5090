"""Exact configurations: free coordinates are rounded, the others solved for and recognised.

A configuration comes out with coordinates in a number field (often the rationals), and is verified
there: every equation vanishes exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint
import numpy as np
from numpy.typing import NDArray

from .certified import base_slots, jets_at
from .clock import Clock
from .closures import Closure
from .elimination import PolynomialSystem
from .fields import NumberField
from .jets import float_jacobian
from .pivots import pivots
from .polynomials import polynomial_program
from .recognition import HIGHEST_DEGREE, FieldBuilder, minimal_polynomial
from .search import SMALL, Numeric

Floats = NDArray[np.float64]
ROUNDINGS = ((3, True), (5, True), (5, False), (9, True), (24, True))
"""Denominators to which free coordinates are rounded, and whether all must be different."""
MOST_STEPS = 24
"""The most steps of Newton's iteration."""
CHOICES = 6
"""How many choices of dependent coordinates are tried for each rounding."""
SMALL_DEGREE = 4
"""Choices of at most this degree are followed up at once …"""
MOST_TRIALS = 3
"""… and so many of the others at the end."""
DEGREES = (1, 2, 3, 4, 6, 8)
"""Degrees over the rationals that a coordinate may have."""
FIRST_BITS = 800
"""The precision at which degrees are found."""


@dataclass(frozen=True)
class ExactPoint:
    """A configuration in a number field: the slots of a closure, verified."""

    field: NumberField
    slots: tuple[Any, ...]

    @property
    def is_rational(self) -> bool:
        return self.field.degree == 1


@dataclass(frozen=True)
class _Trial:
    """Free coordinates that are fractions, and the degrees of those that depend on them."""

    state: list[Fraction | float]
    dependent: list[int]
    degrees: list[int]

    @property
    def degree(self) -> int:
        """A first guess at the degree of the field."""
        return max(self.degrees, default=1)


def exact_point(system: PolynomialSystem, closure: Closure, clock: Clock) -> ExactPoint | None:
    """An exact configuration of a closure near the point of a regular system of its family."""
    left = system.closure()
    later: list[_Trial] = []
    for trial in _trials(system, left, clock):
        if trial.degree > SMALL_DEGREE:
            later.append(trial)
        elif (found := _recognised(system, closure, left, trial)) is not None:
            return found
    for trial in sorted(later, key=lambda t: t.degree)[:MOST_TRIALS]:
        clock.check()
        if (found := _recognised(system, closure, left, trial)) is not None:
            return found
    return None


def _trials(system: PolynomialSystem, left: Closure, clock: Clock) -> Iterator[_Trial]:
    """Exact values for free coordinates, by several choices of which they are."""
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
                yield _Trial(state, dependent, degrees)


def _degrees(
    closure: Closure, state: list[Fraction | float], dependent: list[int]
) -> list[int] | None:
    """The degrees of the dependent coordinates, if they are all low."""
    before, flint.ctx.prec = flint.ctx.prec, FIRST_BITS + 64
    try:
        digits = _solved(closure, state, dependent)
        found = []
        for k in dependent if digits is not None else ():
            least = minimal_polynomial(digits[k], FIRST_BITS, DEGREES)
            if least is None:
                return None
            found.append(int(least.degree()))
        return None if digits is None else found
    finally:
        flint.ctx.prec = before


def dependent_columns(
    closure: Closure, state: Floats, prefer: Floats | None = None
) -> list[int] | None:
    """Columns by which equations and relations are regular, or None if there are none such."""
    _, slopes = float_jacobian(closure, state[:, None])
    matrix = slopes[: closure.vanishing, :, 0]
    weights = np.ones(closure.columns) if prefer is None else prefer
    first = pivots(matrix[: closure.count, : closure.tree], prefer=weights[: closure.tree])
    second = pivots(matrix[closure.count :, closure.tree :], prefer=weights[closure.tree :])
    if len(first[1]) < closure.count or len(second[1]) < len(closure.relation_names):
        return None
    return [*first[1], *(closure.tree + k for k in second[1])]


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

    Equal half-tangents, and those of right angles, would make a special configuration.
    """
    if abs(x) < 1e-9:
        return Fraction(0)
    choices = {
        Fraction(round(x * d) + k, d) for d in range(1, denominator + 1) for k in (-1, 0, 1)
    }
    free = [q for q in choices if q and abs(q) not in used]
    return min(free, key=lambda q: abs(float(q) - x), default=Fraction(x).limit_denominator(997))


def _recognised(
    system: PolynomialSystem, closure: Closure, left: Closure, trial: _Trial
) -> ExactPoint | None:
    numbers = [n.coordinate.degree for n in (left.originals[c] for c in left.constants)]  # type: ignore[attr-defined]
    whole = trial.degree
    for n in numbers:
        whole *= n
    if whole > HIGHEST_DEGREE:
        return None
    bits = FIRST_BITS if whole <= 2 else 4 * FIRST_BITS if whole <= 8 else 8 * FIRST_BITS
    before, flint.ctx.prec = flint.ctx.prec, bits + 64
    try:
        digits = _solved(left, trial.state, trial.dependent)
        if digits is None:
            return None
        builder = FieldBuilder(bits)
        items = [(d, digits[k], ("column", k)) for d, k in zip(trial.degrees, trial.dependent, strict=True)]
        items += [(d, left.constant_balls(c)[0], ("number", i)) for i, (d, c) in enumerate(zip(numbers, left.constants, strict=True))]
        items.sort(key=lambda item: -item[0])
        if not all(builder.include(x, d) for d, x, _ in items):
            return None
        known = dict(zip([key for _, _, key in items], builder.elements, strict=True))
        return _verified(system, closure, trial, builder.field, known)
    except ZeroDivisionError:
        return None
    finally:
        flint.ctx.prec = before


def _solved(closure: Closure, state: list[Fraction | float], dependent: list[int]) -> Any:
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


def _verified(
    system: PolynomialSystem,
    closure: Closure,
    trial: _Trial,
    field: NumberField,
    known: dict[tuple[str, int], Any],
) -> ExactPoint | None:
    """The whole configuration in the field, if every equation vanishes there."""
    sure = with_sure_root(field)
    if sure is None:
        return None
    values: dict[int, Any] = {}
    for column, k in enumerate([*system.active("unknown"), *system.active("parameter")]):
        found = known.get(("column", column))
        values[k] = sure.number(Fraction(trial.state[column])) if found is None else found
    for i, k in enumerate(system.active("constant")):
        values[k] = known["number", i]
    everything = system.lifted(sure, values)
    slots = system.chart.slots_of(sure, everything)
    if not all(sure.is_zero(x) for x in _rule_values(system, sure, everything)):
        return None
    residual = closure.program.run(sure, slots)[: closure.vanishing]
    if not all(sure.is_zero(x) for x in residual) or _is_special(system, closure, sure, slots):
        return None
    return ExactPoint(sure, tuple(slots))


def _is_special(
    system: PolynomialSystem, closure: Closure, field: NumberField, slots: list[Any]
) -> bool:
    """Whether some angle became a multiple of π/2 by rounding, or some length zero."""
    for c in closure.movable:
        before = c.slot_values(system.chart.state[closure.states[c]][:, None])
        for x, y in zip(slots[closure.slots[c]], before, strict=True):
            if field.is_zero(x) and abs(float(y[0])) > 1e-4:
                return True
    return False


def _rule_values(system: PolynomialSystem, field: NumberField, values: list[Any]) -> list[Any]:
    """The minimal polynomials of the numbers among the variables, at their values."""
    rules = [rule for _, _, rule in system.rules]
    return polynomial_program(rules, list(range(len(values)))).run(field, values)


def with_sure_root(field: NumberField) -> NumberField | None:
    """The field with a ball that certainly contains a root of its polynomial."""
    if field.degree == 1:
        return field
    width = flint.arb(2) ** (-flint.ctx.prec // 3)
    theta = field.theta.mid()
    ends = [_value(field.least, theta - width), _value(field.least, theta + width)]
    if not (ends[0] * ends[1] < 0):
        return None
    return NumberField(field.least, theta + flint.arb(0, width.upper()))


def _value(poly: Any, x: Any) -> Any:
    total = flint.arb(0)
    for k in range(int(poly.degree()), -1, -1):
        total = total * x + flint.arb(poly[k])
    return total
