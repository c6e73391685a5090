"""Configurations whose coordinates are simple numbers: multiples of π/12, small fractions.

Most special configurations (straight, folded, crossing) are of this kind. The guess is verified:
every equation vanishes exactly.
"""

from __future__ import annotations

from fractions import Fraction
from math import pi, tan
from typing import Any

import flint
import numpy as np
from numpy.typing import NDArray

from ..arithmetic.fields import NumberField, rational_field
from ..arithmetic.recognition import FieldBuilder
from ..closure.closures import Closure
from ..closure.coordinate_kinds import Attitude, Coordinate, Surd, Turn
from .exact_points import ExactPoint, are_right, with_sure_root

Floats = NDArray[np.float64]
CLOSE = 2e-6
"""How close a float must be to a simple number."""
STEPS = 12
"""Angles are multiples of π/12 …"""
DENOMINATOR = 64
"""… or have a half-tangent with at most this denominator, as lengths do."""
BITS = 600
"""The precision, in bits, with which roots are distinguished."""
Exact = Fraction | tuple[str, int]
"""A rational number, or ("cos", k) for cos(k π/12), or ("root", prime)."""
RATIONAL_COSINES = {0: Fraction(1), 4: Fraction(1, 2), 6: Fraction(0), 8: Fraction(-1, 2),
                    12: Fraction(-1)}  # fmt: skip


def simple_point(closure: Closure, state: Floats) -> ExactPoint | None:
    """The exact configuration at a state, if all its coordinates are simple numbers there."""
    wanted: list[Exact] = []
    for c in closure.coordinates:
        found = simple_slots(closure, c, state)
        if found is None:
            return None
        wanted += found
    built = _in_one_field(wanted)
    if built is None:
        return None
    field, slots = built
    try:
        residual = closure.program.run(field, slots)[: closure.vanishing]
    except ZeroDivisionError:
        return None
    if not all(field.is_zero(x) for x in residual) or not are_right(closure, field, slots):
        return None
    return ExactPoint(field, tuple(slots))


def simple_slots(closure: Closure, c: Coordinate, state: Floats) -> list[Exact] | None:
    """Exact numbers for the slots of a coordinate at a state, if they are simple."""
    if c in closure.given:
        return list(closure.given[c])
    if isinstance(c, Surd):
        return [("root", c.radicand)]
    if isinstance(c, Turn) and c.order:
        steps = Fraction(2 * STEPS, c.order)
        return _turn_point(int(steps)) if steps.denominator == 1 else None
    here = state[closure.states[c]]
    if isinstance(c, Turn):
        return None if c.plain else _simple_turn(float(here[0]) / c.parts)
    found = [simple_number(float(x)) for x in here]
    numbers: list[Exact] = [x for x in found if x is not None]
    if len(numbers) < len(found):
        return None
    is_off = isinstance(c, Attitude) and sum(x * x for x in found if x is not None) != 1
    return None if is_off else numbers


def _simple_turn(angle: float) -> list[Exact] | None:
    steps = round(angle / pi * STEPS)
    if abs(steps * pi / STEPS - angle) < CLOSE:
        return _turn_point(steps)
    tangent = simple_number(tan(angle / 2))
    if tangent is None:
        return None
    below = 1 + tangent**2
    return [(1 - tangent**2) / below, 2 * tangent / below]


def _turn_point(steps: int) -> list[Exact]:
    """Cosine and sine of a multiple of π/12."""
    found: list[Exact] = []
    for k in (steps % 24, (6 - steps) % 24):
        k = min(k, 24 - k)
        found.append(RATIONAL_COSINES.get(k, ("cos", k)))
    return found


def simple_number(x: float) -> Fraction | None:
    """A fraction with a small denominator that is close to a float."""
    q = Fraction(x).limit_denominator(DENOMINATOR)
    return q if abs(float(q) - x) < CLOSE * max(1.0, abs(x)) else None


def _in_one_field(wanted: list[Exact]) -> tuple[NumberField, list[Any]] | None:
    """The numbers as elements of one field."""
    odd = sorted({x for x in wanted if not isinstance(x, Fraction)})
    field: NumberField | None = rational_field()
    known: dict[Any, Any] = {}
    before, flint.ctx.prec = flint.ctx.prec, BITS + 64
    try:
        if odd:
            builder = FieldBuilder(BITS)
            if not all(builder.include(_ball(x), _degree(x)) for x in odd):
                return None
            field, known = (
                with_sure_root(builder.field),
                dict(zip(odd, builder.elements, strict=True)),
            )
        if field is None or not all(_is_true(field, x, known[x]) for x in odd):
            return None
    finally:
        flint.ctx.prec = before
    return field, [field.number(x) if isinstance(x, Fraction) else known[x] for x in wanted]


def _degree(x: tuple[str, int]) -> int:
    return 4 if x[0] == "cos" and x[1] % 2 and x[1] % 3 else 2


def _ball(x: tuple[str, int]) -> Any:
    if x[0] == "root":
        return flint.arb(x[1]).sqrt()
    return (flint.arb.pi() * x[1] / STEPS).cos()


def _is_true(field: NumberField, wanted: tuple[str, int], x: Any) -> bool:
    """Whether a recognised number satisfies the equation that defines it, and is close to it.

    The cosines of all multiples of π/12 are the solutions of T₂₄(x) = 1.
    """
    if not abs(field.real(x) - _ball(wanted)) < 0.01:
        return False
    if wanted[0] == "root":
        return bool(field.mul(x, x) == field.number(Fraction(wanted[1])))
    before, now = field.number(Fraction(1)), x
    for _ in range(23):
        before, now = now, field.add(field.scale(Fraction(2), field.mul(x, now)), field.neg(before))
    return bool(now == field.number(Fraction(1)))
