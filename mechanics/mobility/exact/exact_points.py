"""Exact configurations: free coordinates are rounded, the others solved for and recognised.

The coordinates are in a number field (often the rationals), and the configuration is verified
there: every equation vanishes exactly.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

import flint

from ..arithmetic.fields import NumberField
from ..arithmetic.polynomials import polynomial_program
from ..arithmetic.recognition import HIGHEST_DEGREE, FieldBuilder
from ..clock import Clock
from ..closure.closures import Closure
from .polynomial_systems import PolynomialSystem, ReducedClosure
from .rounding import FIRST_BITS, Trial, solved, trials

SMALL_DEGREE = 4
"""Trials of at most this degree are followed up at once …"""
MOST_TRIALS = 3
"""… and at most this many of the others at the end."""
CLOSE = 1e-6
"""Different solutions of the equation that defines a number are further apart than this."""


@dataclass(frozen=True)
class ExactPoint:
    """A configuration in a number field: the slots of a closure, verified."""

    field: NumberField
    slots: tuple[Any, ...]

    @property
    def is_rational(self) -> bool:
        return self.field.degree == 1


def exact_point(system: PolynomialSystem, closure: Closure, clock: Clock) -> ExactPoint | None:
    """An exact configuration of a closure near the point of a regular system of its family."""
    left = system.closure()
    later: list[Trial] = []
    for trial in trials(system, left, clock):
        if trial.degree > SMALL_DEGREE:
            later.append(trial)
        elif (found := _recognised(system, closure, left, trial)) is not None:
            return found
    for trial in sorted(later, key=lambda t: t.degree)[:MOST_TRIALS]:
        clock.check()
        if (found := _recognised(system, closure, left, trial)) is not None:
            return found
    return None


def _recognised(
    system: PolynomialSystem, closure: Closure, left: ReducedClosure, trial: Trial
) -> ExactPoint | None:
    numbers = [left.degree(c) for c in left.constants]
    whole = trial.degree * prod(numbers)
    if whole > HIGHEST_DEGREE:
        return None
    bits = FIRST_BITS if whole <= 2 else 4 * FIRST_BITS if whole <= 8 else 8 * FIRST_BITS
    before, flint.ctx.prec = flint.ctx.prec, bits + 64
    try:
        digits = solved(left, trial.state, trial.dependent)
        if digits is None:
            return None
        builder = FieldBuilder(bits)
        items: list[tuple[int, Any, tuple[str, int]]] = []
        for degree, k in zip(trial.degrees, trial.dependent, strict=True):
            items.append((degree, digits[k], ("column", k)))
        for i, (degree, c) in enumerate(zip(numbers, left.constants, strict=True)):
            items.append((degree, left.constant_balls(c)[0], ("number", i)))
        items.sort(key=lambda item: -item[0])
        if not all(builder.include(x, d) for d, x, _ in items):
            return None
        known = dict(zip([key for _, _, key in items], builder.elements, strict=True))
        return _verified(system, closure, trial, builder.field, known)
    except ZeroDivisionError:
        return None
    finally:
        flint.ctx.prec = before


def _verified(
    system: PolynomialSystem,
    closure: Closure,
    trial: Trial,
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
    if not are_right(closure, sure, slots):
        return None
    return ExactPoint(sure, tuple(slots))


def are_right(closure: Closure, field: NumberField, slots: list[Any]) -> bool:
    """Whether numbers have their known values, and terms that must be positive certainly are."""
    for c in closure.constants:
        known = closure.constant_balls(c)
        found = slots[closure.slots[c]]
        if not all(abs(field.real(x) - y) < CLOSE for x, y in zip(found, known, strict=True)):
            return False
    terms = closure.program.run(field, slots)[closure.vanishing :]
    roots = [slots[closure.slots[c].start] for c in closure.positive]
    return all(field.real(x) > 0 for x in (*terms, *roots))


def _is_special(
    system: PolynomialSystem, closure: Closure, field: NumberField, slots: list[Any]
) -> bool:
    """Whether rounding made some angle a multiple of π/2 or some length zero."""
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
