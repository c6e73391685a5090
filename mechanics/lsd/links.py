"""Links with their coordinates: displacements one after another, and the efforts along them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from rewrite import Scalar, Vector, free_symbols

from . import tree as t
from .errors import LsdError, Place
from .evaluating import NUMBERED, Evaluation
from .naming import Names
from .values import DisplacementValue, NumberValue, Object, RecordValue, Scope, Thunk

MOST_DISPLACEMENTS = 6
_FIELD = re.compile(r"([a-z]+)([1-6]?)\Z")


@dataclass(frozen=True)
class Step:
    """One displacement of a link, with the efforts in the frame that it reaches."""

    displacement: DisplacementValue
    force: Vector | None = None
    torque: Vector | None = None
    spring: Scalar | None = None
    damper: Scalar | None = None
    motor: Scalar | None = None
    rest: Scalar | None = None
    """The value of the coordinate at which the spring is at rest; 0 if it is not given."""
    place: Place | None = None


@dataclass(frozen=True)
class Link:
    """What joins two frames: coordinates, and displacements that depend on them."""

    coordinates: dict[str, Scalar]
    steps: tuple[Step, ...]
    place: Place


def instantiated(link: RecordValue, names: Names, prefix: str, number: str) -> Link:
    """A link with coordinates and parameters of its own.

    `prefix` begins the names of its parameters, `number` ends those of its coordinates.
    """
    scope = Scope(link.scope, link.scope.path)
    coordinates: dict[str, Scalar] = {}
    for parameter in link.record.parameters:
        told = f"coordinate {parameter.name} of {prefix}"
        symbol = names.coordinate(f"{parameter.name}{number}", told)
        coordinates[parameter.name] = symbol
        thunk = Thunk(_constantly(symbol))
        scope.define(parameter.name, Object(thunk, parameter.place), parameter.place)
    steps = tuple(_steps(link, scope, names, prefix))
    _refuse_idle(link, coordinates, steps)
    return Link(coordinates, steps, link.record.place)


def _constantly(symbol: Scalar) -> Callable[[Names], NumberValue]:
    return lambda names: NumberValue(symbol)


def _steps(link: RecordValue, scope: Scope, names: Names, prefix: str) -> list[Step]:
    found: dict[int, dict[str, t.Field]] = {}
    for f in link.record.fields:
        match = _FIELD.match(f.name)
        if match is None or match[1] not in NUMBERED:
            raise LsdError(f.place, f"a link has no field {f.name!r}", "displacements are dof1 to dof6")
        found.setdefault(int(match[2] or 0), {})[match[1]] = f
    if 0 in found and len(found) > 1:
        place = next(iter(found[0].values())).place
        raise LsdError(place, "a link has either dof or dof1, dof2, …, and efforts numbered alike")
    steps = []
    for number in sorted(found):
        if "dof" not in found[number]:
            first = next(iter(found[number].values()))
            shown = f"dof{number or ''}"
            raise LsdError(first.place, f"{first.name} has no displacement", f"give {shown}, too")
        steps.append(_step(found[number], scope, names, f"{prefix}_{number}" if number else prefix))
    return steps


def _step(fields: dict[str, t.Field], scope: Scope, names: Names, hint: str) -> Step:
    evaluation = Evaluation(names)
    made: dict[str, object] = {}
    for name, f in fields.items():
        if name in ("force", "torque"):
            made[name] = evaluation.vector(f.value, scope, f"{hint}_{name}")
        elif name != "dof":
            made[name] = evaluation.number(f.value, scope, f"{hint}_{name}")
    displacement = evaluation.displacement(fields["dof"].value, scope, f"{hint}_dof")
    return Step(displacement, **made, place=fields["dof"].place)  # type: ignore[arg-type]


def _refuse_idle(link: RecordValue, coordinates: dict[str, Scalar], steps: tuple[Step, ...]) -> None:
    """Refuse a parameter that no displacement uses."""
    used: set[object] = set()
    for step in steps:
        used |= free_symbols(step.displacement.translation)
        used |= free_symbols(step.displacement.rotation.matrix)
    for parameter in link.record.parameters:
        if coordinates[parameter.name] not in used:
            raise LsdError(
                parameter.place,
                f"no displacement of this link uses its parameter {parameter.name!r}",
                "use it in a dof, or leave it out",
            )

