"""The values of expressions in a description."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from rewrite import Matrix, Scalar, Vector, identity, normal, rot, zero

from . import syntax as t
from .lsd_error import LsdError, Place
from .naming import Names


class Kind(Enum):
    """The types of the language; a class names those of its parameters."""

    NUMBER = "number"
    VECTOR = "vector"
    ROTATION = "rotation"
    DISPLACEMENT = "displacement"
    FRAME = "frame"
    BODY = "body"
    LINK = "link"
    FORCE = "force"
    TORQUE = "torque"
    CONTACT = "contact"
    PACKAGE = "package"

    @property
    def shown(self) -> str:
        return f"a {self.value}"


OBJECTS = (Kind.BODY, Kind.FRAME, Kind.PACKAGE)
"""Kinds whose `let` names one object; a `let` of any other kind is evaluated at each use."""


@dataclass(frozen=True)
class NumberValue:
    term: Scalar
    kind = Kind.NUMBER


@dataclass(frozen=True)
class VectorValue:
    term: Vector
    kind = Kind.VECTOR


@dataclass(frozen=True)
class Turn:
    """A turn about a unit axis."""

    axis: Vector
    angle: Scalar


@dataclass(frozen=True)
class RotationValue:
    """Successive turns, each about an axis of the frame that the previous turn produced."""

    turns: tuple[Turn, ...] = ()
    kind = Kind.ROTATION

    @property
    def matrix(self) -> Matrix:
        total: Matrix = identity(3)
        for turn in self.turns:
            total = total @ rot(turn.axis, turn.angle)
        return total if len(self.turns) < 2 else normal(total)

    @property
    def is_none(self) -> bool:
        return not self.turns


@dataclass(frozen=True)
class DisplacementValue:
    """A translation, then a rotation."""

    translation: Vector
    rotation: RotationValue
    kind = Kind.DISPLACEMENT


@dataclass(frozen=True, eq=False)
class MatrixValue:
    """An inertia that is one symbol."""

    term: Matrix
    kind = Kind.VECTOR


@dataclass(frozen=True)
class InertiaValue:
    """An inertia matrix as three rows, in the axes of `iframe`."""

    first: Vector
    second: Vector
    third: Vector
    kind = Kind.VECTOR


NOWHERE = DisplacementValue(zero(Vector), RotationValue())
"""No displacement."""


@dataclass(eq=False)
class Thunk:
    """An expression to be evaluated once for each choice of names."""

    evaluate: Callable[[Names], Any]
    known: dict[Names, Any] = field(default_factory=dict)

    def value(self, names: Names) -> Any:
        if names not in self.known:
            self.known[names] = self.evaluate(names)
        return self.known[names]


@dataclass(eq=False)
class BodyValue:
    """A body; its fields are evaluated when they are read, after the bodies have their numbers."""

    name: str
    place: Place
    fields: dict[str, Thunk]
    is_earth: bool = False
    kind = Kind.BODY

    def read(self, name: str, names: Names) -> Any:
        return self.fields[name].value(names)


@dataclass(eq=False)
class FrameValue:
    """A displacement from the reference frame of a body."""

    body: BodyValue
    displacement: Thunk
    place: Place
    kind = Kind.FRAME


@dataclass(frozen=True, eq=False)
class RecordValue:
    """A link, a force, a torque or a contact; it is evaluated at each use."""

    kind: Kind
    record: t.Record
    scope: Scope

    def field(self, name: str) -> t.Field | None:
        return next((f for f in self.record.fields if f.name == name), None)


@dataclass(eq=False)
class PackageValue:
    """Declarations with their own scope of names."""

    scope: Scope
    place: Place
    kind = Kind.PACKAGE


Value = (
    NumberValue
    | VectorValue
    | RotationValue
    | DisplacementValue
    | InertiaValue
    | MatrixValue
    | BodyValue
    | FrameValue
    | RecordValue
    | PackageValue
)


# -- names in scope -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Expressed:
    """A name that stands for an expression, which is evaluated at each use."""

    value: t.Expression
    scope: Scope
    place: Place


@dataclass(frozen=True)
class Object:
    """A name of one object: a body, a frame, a package, or an argument of a class."""

    thunk: Thunk
    place: Place


@dataclass(frozen=True)
class Class:
    """A name with parameters."""

    name: str
    parameters: tuple[t.Parameter, ...]
    value: t.Expression
    scope: Scope
    place: Place


Binding = Expressed | Object | Class


class Scope:
    """The names that are visible in one part of a description, and the scope around it."""

    def __init__(self, outer: Scope | None = None, path: str = "") -> None:
        self.outer, self.path = outer, path
        self.own: dict[str, Binding] = {}

    def __iter__(self) -> Iterator[str]:
        scope: Scope | None = self
        while scope is not None:
            yield from scope.own
            scope = scope.outer

    def find(self, name: str) -> Binding | None:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.own:
                return scope.own[name]
            scope = scope.outer
        return None

    def define(self, name: str, binding: Binding, place: Place) -> None:
        if name in self.own:
            first = self.own[name].place
            remedy = "give one of them another name"
            raise LsdError(place, f"{name!r} is defined twice, first at {first}", remedy)
        self.own[name] = binding

    def named(self, name: str) -> str:
        """A name prefixed by those of the packages around it."""
        return f"{self.path}.{name}" if self.path else name
