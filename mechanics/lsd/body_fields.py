"""The fields of a body: mass, principal axes and inertia; those left out become parameters."""

from __future__ import annotations

from rewrite import RewriteError, column

from ..parts.frames import X, Y, Z
from . import syntax as t
from .evaluator import Evaluator
from .lsd_error import LsdError
from .naming import Names
from .values import (
    NOWHERE,
    BodyValue,
    DisplacementValue,
    InertiaValue,
    Kind,
    MatrixValue,
    NumberValue,
    RotationValue,
    Scope,
    Thunk,
    Turn,
    Value,
    VectorValue,
)

BODY_FIELDS = ("frame", "mass", "iframe", "inertia")
AXES = ("x", "y", "z")


def new_body(ev: Evaluator, name: str, e: t.Record, scope: Scope) -> BodyValue:
    """A body whose fields are evaluated when they are read; those left out become parameters."""
    given = {f.name: f.value for f in e.fields}

    def mass(names: Names) -> Value:
        if "mass" not in given:
            return NumberValue(names.parameter(f"{name}_mass", f"mass of {name}"))
        found: Value = ev.again(names).value(given["mass"], scope, Kind.NUMBER, f"{name}_mass")
        return found

    def inertia(names: Names) -> Value:
        hint = f"{name}_inertia"
        if "inertia" not in given:
            about = "principal moment of inertia of"
            parts = (names.parameter(f"{hint}_{a}", f"{about} {name} about {a}") for a in AXES)
            return VectorValue(column(*parts))
        return _inertia(ev.again(names), given["inertia"], scope, hint)

    def iframe(names: Names) -> Value:
        hint = f"{name}_iframe"
        if "iframe" not in given:
            return _general(names, hint, name)
        return ev.again(names).displacement(given["iframe"], scope, hint)

    fields = {"mass": mass, "inertia": inertia, "iframe": iframe, "frame": lambda names: NOWHERE}
    return BodyValue(name, e.place, {key: Thunk(make) for key, make in fields.items()})


def _inertia(ev: Evaluator, e: t.Expression, scope: Scope, hint: str) -> Value:
    """Three principal moments, or the three rows of a symmetric matrix."""
    if isinstance(e, t.Apply) and isinstance(e.of, t.Name) and e.of.name == "symmetric":
        return _symbol(ev, e)
    if isinstance(e, t.Triple) and all(isinstance(row, t.Triple) for row in e.items):
        rows = zip(e.items, AXES, strict=True)
        return InertiaValue(*(ev.vector(row, scope, f"{hint}_{a}") for row, a in rows))
    found: Value = ev.value(e, scope, Kind.VECTOR, hint)
    return found


def _symbol(ev: Evaluator, e: t.Apply) -> MatrixValue:
    """`symmetric(?I)`: a symmetric matrix that is one symbol."""
    named = [a.value for a in e.arguments]
    first = named[0] if len(named) == 1 else None
    if not isinstance(first, t.Anonymous) or first.arguments is not None:
        raise LsdError(e.place, "symmetric takes the name of a matrix", "write symmetric(?I)")
    try:
        return MatrixValue(ev.names.named_symbol("inertia", first.name, "as named"))
    except RewriteError as error:
        raise LsdError(first.place, str(error), "give it another name") from None


def _general(names: Names, hint: str, name: str) -> DisplacementValue:
    """A general displacement: three lengths, and three angles about x, y and z."""
    about = "mass centre of"
    place = column(*(names.parameter(f"{hint}_{a}", f"{about} {name} along {a}") for a in AXES))
    meaning = f"principal axes of {name}, turned about"
    angles = [names.parameter(f"{hint}_angle_{a}", f"{meaning} {a}") for a in AXES]
    turns = tuple(Turn(axis, angle) for axis, angle in zip((X, Y, Z), angles, strict=True))
    return DisplacementValue(place, RotationValue(turns))
