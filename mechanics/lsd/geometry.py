"""Turns, displacements and frames."""

from __future__ import annotations

from fractions import Fraction

import rewrite as rw
from rewrite import Vector, column, number, sqrt

from . import syntax as t
from .evaluator import Evaluator
from .lsd_error import LsdError, Place
from .naming import Names
from .values import (
    DisplacementValue,
    FrameValue,
    Kind,
    RotationValue,
    Scope,
    Thunk,
    Turn,
    Value,
)


def turn_value(ev: Evaluator, e: t.Sign, scope: Scope, want: Kind | None, hint: str) -> Value:
    """`angle || axis`."""
    angle = ev.number(e.left, scope, f"{hint}_angle")
    axis = unit_axis(ev.vector(e.right, scope, f"{hint}_axis"), e.right.place)
    return RotationValue((Turn(axis, angle),))


def move_value(ev: Evaluator, e: t.Sign, scope: Scope, want: Kind | None, hint: str) -> Value:
    """`translation ++ rotation`."""
    translation = ev.vector(e.left, scope, hint)
    rotation: RotationValue = ev.value(e.right, scope, Kind.ROTATION, hint)
    return DisplacementValue(translation, rotation)


def frame_value(ev: Evaluator, e: t.Sign, scope: Scope, want: Kind | None, hint: str) -> Value:
    """`displacement @ body`."""
    body = ev.value(e.right, scope, Kind.BODY, hint)

    def moved(names: Names) -> DisplacementValue:
        own = hint if hint != "p" else f"{body.name}_frame"
        return ev.again(names).displacement(e.left, scope, own)

    frame = FrameValue(body, Thunk(moved), e.place)
    frame.displacement.value(ev.names)  # so that an error in it is reported here
    return frame


def unit_axis(axis: Vector, place: Place) -> Vector:
    """An axis of length 1: numbers and constants are divided by their length."""
    parts = [a.value for a in axis.args if isinstance(a.value, int | Fraction)]
    if axis.op is column and len(parts) == 3:
        length2 = sum((Fraction(x) ** 2 for x in parts), Fraction(0))
        if length2 == 0:
            raise LsdError(place, "the axis of a rotation is zero", "write [0, 0, 1], say")
        return axis if length2 == 1 else rw.normal(axis / rw.normal(sqrt(number(length2))))
    if rw.normal(axis) is rw.zero(Vector):
        raise LsdError(place, "the axis of a rotation is zero", "write [0, 0, 1], say")
    if rw.simplify(rw.norm2(axis) - 1) == 0:
        return axis
    if rw.diff(axis, rw.time) is rw.zero(Vector):
        return rw.normal(axis / rw.norm(axis))
    message = f"the axis {axis} of a rotation moves, and is not known to have length 1"
    raise LsdError(place, message, "divide it by its length")
