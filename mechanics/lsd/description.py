"""The content of a description, before anything is numbered: bodies, joins, efforts, contacts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rewrite import Scalar, column, scalar

from ..parts.frames import X
from . import syntax as t
from .body_fields import new_body
from .budget import Budget
from .evaluating import Evaluation
from .lsd_error import Place
from .naming import Names
from .values import (
    NOWHERE,
    BodyValue,
    DisplacementValue,
    FrameValue,
    Kind,
    NumberValue,
    PackageValue,
    RecordValue,
    RotationValue,
    Scope,
    Thunk,
    Turn,
    Value,
    VectorValue,
)


@dataclass(frozen=True)
class Joined:
    """A join: two frames, and the link between them, which has no coordinates yet."""

    first: FrameValue
    second: FrameValue
    link: RecordValue
    place: Place
    closes: bool = False
    """Whether it is complementary by declaration."""


@dataclass(frozen=True)
class Applied:
    """A force at a frame, or a torque on a body."""

    effort: RecordValue
    target: FrameValue | BodyValue
    place: Place


@dataclass(frozen=True)
class Touching:
    """A wheel or a ball at a frame, on a surface at a frame."""

    wheel: FrameValue
    ground: FrameValue
    contact: RecordValue
    place: Place


@dataclass(frozen=True)
class Constrained:
    """Two sides of an equation between coordinates, or between their rates."""

    declared: t.Constrain
    scope: Scope


@dataclass(frozen=True)
class Setting:
    """A number for a coordinate or a parameter, which has the name given by the mechanism."""

    name: str
    value: Scalar
    place: Place


@dataclass
class Description:
    """Everything that a description declares."""

    earth: BodyValue
    budget: Budget
    written: set[str] = field(default_factory=set)
    """The names that are written as `?name`."""
    bodies: list[BodyValue] = field(default_factory=list)
    joins: list[Joined] = field(default_factory=list)
    efforts: list[Applied] = field(default_factory=list)
    contacts: list[Touching] = field(default_factory=list)
    constraints: list[Constrained] = field(default_factory=list)
    settings: list[Setting] = field(default_factory=list)
    gravity: tuple[t.Gravity, Scope] | None = None
    speeds: tuple[t.Speeds, Scope] | None = None

    def names(self) -> Names:
        return Names(self.written, self.budget)


def empty(file: str) -> Description:
    """A description that contains only earth."""
    budget = Budget()
    nothing = t.Record(Place(file, 1, 1), "body", (), ())
    earth = new_body(Evaluation(Names((), budget)), "earth", nothing, Scope())
    earth.is_earth = True
    return Description(earth, budget)


# -- stand-ins ------------------------------------------------------------------------------------


def stand_in(kind: Kind, p: t.Parameter, ev: Evaluation) -> Value:
    """A placeholder value of a kind, with which a class is checked."""
    return _STAND_INS.get(kind, _record)(kind, p, ev)


def _vector(kind: Kind, p: t.Parameter, ev: Evaluation) -> VectorValue:
    return VectorValue(column(*(scalar(f"{p.name}_{a}", constant=True) for a in "xyz")))


def _rotation(kind: Kind, p: t.Parameter, ev: Evaluation) -> RotationValue:
    angle = scalar(f"{p.name}_angle", constant=True)
    return RotationValue((Turn(X, angle),))


def _displacement(kind: Kind, p: t.Parameter, ev: Evaluation) -> DisplacementValue:
    return DisplacementValue(_vector(kind, p, ev).term, _rotation(kind, p, ev))


def _body(kind: Kind, p: t.Parameter, ev: Evaluation) -> BodyValue:
    return new_body(ev, p.name, t.Record(p.place, "body", (), ()), Scope())


def _frame(kind: Kind, p: t.Parameter, ev: Evaluation) -> FrameValue:
    return FrameValue(_body(kind, p, ev), Thunk(lambda names: NOWHERE), p.place)


def _record(kind: Kind, p: t.Parameter, ev: Evaluation) -> RecordValue:
    return RecordValue(kind, t.Record(p.place, kind.value, (), ()), Scope())


_STAND_INS: dict[Kind, Callable[[Kind, t.Parameter, Evaluation], Value]] = {
    Kind.NUMBER: lambda kind, p, ev: NumberValue(scalar(p.name, constant=True)),
    Kind.VECTOR: _vector,
    Kind.ROTATION: _rotation,
    Kind.DISPLACEMENT: _displacement,
    Kind.BODY: _body,
    Kind.FRAME: _frame,
    Kind.PACKAGE: lambda kind, p, ev: PackageValue(Scope(), p.place),
}
