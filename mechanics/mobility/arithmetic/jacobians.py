"""Values with their first derivatives, in floating point and in any field.

Floats are whole arrays: row 0 is the value, the other rows are the derivatives by the columns, and
every row holds a batch of points.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..closure.closures import Closure

Floats = NDArray[np.float64]


class FloatJets:
    """Batches of floats with derivatives: quick to look at, and proof of nothing."""

    def __init__(self, columns: int, batch: int) -> None:
        self.columns, self.batch = columns, batch

    def number(self, q: Fraction) -> Floats:
        return self.constant(np.full(self.batch, float(q)))

    def constant(self, value: Floats) -> Floats:
        found = np.zeros((1 + self.columns, self.batch))
        found[0] = value
        return found

    def add(self, x: Floats, y: Floats) -> Floats:
        return x + y

    def neg(self, x: Floats) -> Floats:
        return -x

    def scale(self, q: Fraction, x: Floats) -> Floats:
        return float(q) * x

    def mul(self, x: Floats, y: Floats) -> Floats:
        found = x[0] * y + y[0] * x
        found[0] = x[0] * y[0]
        return np.asarray(found)

    def inverse(self, x: Floats) -> Floats:
        with np.errstate(all="ignore"):
            value = 1 / x[0]
            found = -value * value * x
        found[0] = value
        return np.asarray(found)


class FieldJets:
    """Pairs (value, derivatives) over any field; None stands for derivatives that are all zero."""

    def __init__(self, field: Any, columns: int) -> None:
        self.field, self.columns = field, columns

    def number(self, q: Fraction) -> Any:
        return self.field.number(q), None

    def constant(self, value: Any) -> Any:
        return value, None

    def add(self, x: Any, y: Any) -> Any:
        f = self.field
        if x[1] is None or y[1] is None:
            return f.add(x[0], y[0]), y[1] if x[1] is None else x[1]
        return f.add(x[0], y[0]), [f.add(a, b) for a, b in zip(x[1], y[1], strict=True)]

    def neg(self, x: Any) -> Any:
        f = self.field
        return f.neg(x[0]), None if x[1] is None else [f.neg(a) for a in x[1]]

    def scale(self, q: Fraction, x: Any) -> Any:
        f = self.field
        return f.scale(q, x[0]), None if x[1] is None else [f.scale(q, a) for a in x[1]]

    def mul(self, x: Any, y: Any) -> Any:
        f = self.field
        value = f.mul(x[0], y[0])
        if x[1] is None and y[1] is None:
            return value, None
        if x[1] is None:
            return value, [f.mul(x[0], b) for b in y[1]]
        if y[1] is None:
            return value, [f.mul(y[0], a) for a in x[1]]
        pairs = zip(x[1], y[1], strict=True)
        return value, [f.add(f.mul(x[0], b), f.mul(y[0], a)) for a, b in pairs]

    def inverse(self, x: Any) -> Any:
        f = self.field
        value = f.inverse(x[0])
        if x[1] is None:
            return value, None
        factor = f.neg(f.mul(value, value))
        return value, [f.mul(factor, a) for a in x[1]]


def field_jacobian(
    closure: Closure, field: Any, slots: Sequence[Any]
) -> tuple[list[Any], list[Any]]:
    """The outputs of a closure at a point of a field, and their rows of derivatives."""
    jets = FieldJets(field, closure.columns)
    seeded: list[Any] = [jets.constant(x) for x in slots]
    zero = field.number(Fraction(0))
    for c in closure.movable:
        where, place = closure.slots[c], closure.places[c]
        for k, slopes in enumerate(c.slopes(field, slots[where])):
            for offset, slope in enumerate(slopes):
                value, row = seeded[where.start + offset]
                row = row or [zero] * closure.columns
                row[place.start + k] = slope
                seeded[where.start + offset] = value, row
    found = closure.program.run(jets, seeded)
    empty = [zero] * closure.columns
    return [x[0] for x in found], [x[1] or empty for x in found]


def float_jacobian(closure: Closure, states: Floats) -> tuple[Floats, Floats]:
    """Values (outputs × batch) and derivatives (outputs × columns × batch) at a batch of states."""
    batch = states.shape[1]
    jets = FloatJets(closure.columns, batch)
    slots: list[Floats] = []
    plain = FloatJets(0, batch)
    for c in closure.coordinates:
        if c in closure.states:
            raw = c.slot_values(states[closure.states[c]])
        else:
            raw = [np.full(batch, x) for x in closure.constant_floats(c)]
        filled = [jets.constant(x) for x in raw]
        if c in closure.places:
            start = closure.places[c].start
            for k, slopes in enumerate(c.slopes(plain, [x[None] for x in raw])):
                for slot, slope in zip(filled, slopes, strict=True):
                    slot[1 + start + k] = slope[0]
        slots += filled
    outputs = len(closure.program.outputs)
    found = np.array(closure.program.run(jets, slots))
    found = found.reshape(outputs, 1 + closure.columns, batch)
    return found[:, 0], found[:, 1:]
