"""Links with their coordinates: successive displacements, and the efforts along them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rewrite import RewriteError, Scalar, Vector, free_symbols

from . import syntax as t
from .evaluating import Evaluation
from .lsd_error import LsdError, Place
from .naming import Names
from .objects import BY_SYMBOLS, NUMBERED
from .values import DisplacementValue, NumberValue, Object, RecordValue, Scope, Thunk

_FIELD = re.compile(r"([a-z]+)([1-6]?)\Z")


@dataclass(frozen=True)
class Step:
    """One displacement of a link, with the efforts in the frame in which it is written."""

    displacement: DisplacementValue
    place: Place
    force: Vector | None = None
    torque: Vector | None = None
    spring: Scalar | None = None
    damper: Scalar | None = None
    motor: Scalar | None = None
    rest: Scalar | None = None
    """The value of the coordinate at which the spring is at rest; 0 if it is not given."""

    @property
    def acts(self) -> bool:
        """Whether an effort belongs to it."""
        efforts = (self.force, self.torque, self.spring, self.damper, self.motor)
        return any(x is not None for x in efforts)


@dataclass(frozen=True)
class Link:
    """A link between two frames: coordinates, and displacements that depend on them."""

    coordinates: dict[str, Scalar]
    steps: tuple[Step, ...]
    place: Place
    named: bool = False
    """Whether a coordinate is named by the description, so that other parts may refer to it."""
    attitude: Any = None
    """A symbol for a unit quaternion or a rotation, which follows the displacements."""
    spin: Vector | None = None
    velocity: Vector | None = None
    """Symbols for the angular velocity and the velocity in outer axes; they are its speeds."""

    @property
    def acts(self) -> bool:
        return any(step.acts for step in self.steps)

    @property
    def has_symbols(self) -> bool:
        """Whether its attitude or its speeds are symbols."""
        return any(x is not None for x in (self.attitude, self.spin, self.velocity))


def instantiated(link: RecordValue, names: Names, prefix: str, number: str) -> Link:
    """A link with its own coordinates and parameters.

    `prefix` starts the names of its parameters, `number` ends those of its coordinates.
    """
    scope = Scope(link.scope, link.scope.path)
    coordinates: dict[str, Scalar] = {}
    for p in link.record.parameters:
        coordinates[p.name] = symbol = _coordinate(p, names, prefix, number)
        scope.define(p.name, Object(Thunk(_constantly(symbol)), p.place), p.place)
    steps = tuple(_steps(link, scope, names, prefix))
    _refuse_idle(link, coordinates, steps)
    named = any(p.named for p in link.record.parameters)
    return Link(coordinates, steps, link.record.place, named, **_symbols(link, names, prefix))


def _symbols(link: RecordValue, names: Names, prefix: str) -> dict[str, Any]:
    """The symbols for attitude and speeds, by the fields of `Link`."""
    found: dict[str, Any] = {}
    for f in link.record.fields:
        if f.name not in BY_SYMBOLS:
            continue
        if not isinstance(f.value, t.Anonymous) or f.value.arguments is not None:
            remedy = f"write {f.name} = ?{f.name[0]}"
            raise LsdError(f.place, f"{f.name} needs a new name", remedy)
        kind, field = BY_SYMBOLS[f.name]
        if field in found:
            message = "a link has one attitude, a quaternion or a rotation"
            raise LsdError(f.place, message, "leave one of them out")
        try:
            symbol = names.named_symbol(kind, f.value.name, f"{f.name} of {prefix}")
        except RewriteError as error:
            raise LsdError(f.place, str(error), "give it another name") from None
        found[field] = symbol
    return found


def _coordinate(p: t.Coordinate, names: Names, prefix: str, number: str) -> Scalar:
    meaning = f"coordinate {p.name} of {prefix}"
    if not p.named:
        return names.coordinate(f"{p.name}{number}", meaning)
    try:
        return names.named_coordinate(p.name, meaning)
    except RewriteError as error:
        raise LsdError(p.place, str(error), "give it another name") from None


def _constantly(symbol: Scalar) -> Callable[[Names], NumberValue]:
    return lambda names: NumberValue(symbol)


def _steps(link: RecordValue, scope: Scope, names: Names, prefix: str) -> list[Step]:
    found = _by_number(link)
    steps = []
    for number in sorted(found):
        if "dof" not in found[number]:
            first = next(iter(found[number].values()))
            shown = f"dof{number or ''}"
            raise LsdError(first.place, f"{first.name} has no displacement", f"add {shown}")
        steps.append(_step(found[number], scope, names, f"{prefix}_{number}" if number else prefix))
    return steps


def _by_number(link: RecordValue) -> dict[int, dict[str, t.Field]]:
    """The fields of a link by the number of their displacement; 0 for those without one."""
    found: dict[int, dict[str, t.Field]] = {}
    for f in link.record.fields:
        if f.name in BY_SYMBOLS:
            continue
        match = _FIELD.match(f.name)
        if match is None or match[1] not in NUMBERED:
            remedy = "displacements are dof, or dof1 to dof6"
            raise LsdError(f.place, f"a link has no field {f.name!r}", remedy)
        found.setdefault(int(match[2] or 0), {})[match[1]] = f
    if 0 in found and len(found) > 1:
        place = next(iter(found[0].values())).place
        message = "a link has either dof or dof1, dof2, …, and efforts numbered alike"
        raise LsdError(place, message, "give every field a number, or none")
    return found


def _step(fields: dict[str, t.Field], scope: Scope, names: Names, hint: str) -> Step:
    evaluation = Evaluation(names)
    made: dict[str, Any] = {}
    displacement = evaluation.displacement(fields["dof"].value, scope, f"{hint}_dof")
    for name, f in fields.items():
        if name in ("force", "torque"):
            made[name] = evaluation.vector(f.value, scope, f"{hint}_{name}")
        elif name != "dof":
            made[name] = evaluation.number(f.value, scope, f"{hint}_{name}")
    if "rest" in made and "spring" not in made:
        raise LsdError(fields["rest"].place, "rest needs a spring", "add spring")
    return Step(displacement, fields["dof"].place, **made)


def _refuse_idle(
    link: RecordValue, coordinates: dict[str, Scalar], steps: tuple[Step, ...]
) -> None:
    """Refuse parameters that no displacement uses, and rates in displacements."""
    used: set[object] = set()
    for step in steps:
        used |= free_symbols(step.displacement.translation)
        used |= free_symbols(step.displacement.rotation.matrix)
    for p in link.record.parameters:
        if coordinates[p.name] not in used:
            raise LsdError(
                p.place,
                f"no displacement of this link uses its parameter {p.name!r}",
                "use it in a dof, or leave it out",
            )
