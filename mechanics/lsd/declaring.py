"""Declarations: what a description defines, joins and applies, in the order in which it is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from rewrite import column, rot, scalar

from . import tree as t
from .errors import LsdError, Place
from .evaluating import Evaluation, kind_named, new_body
from .links import instantiated
from .naming import Names
from .parsing import parse, read_source
from .values import (
    NOWHERE,
    OBJECTS,
    BodyValue,
    Class,
    DisplacementValue,
    Expressed,
    FrameValue,
    Kind,
    NumberValue,
    Object,
    PackageValue,
    RecordValue,
    RotationValue,
    Scope,
    Thunk,
    Value,
    VectorValue,
)

MAX_FILES = 100
"""How many files may include each other."""
LIBRARY = Path(__file__).parent / "library"
"""Where `include "links.lsd"` is looked for if it is not beside the file that asks."""


@dataclass(frozen=True)
class Joined:
    """A join: two frames, and the link between them, not yet with coordinates."""

    first: FrameValue
    second: FrameValue
    link: RecordValue
    place: Place


@dataclass(frozen=True)
class Applied:
    """A force at a frame, or a torque on a body."""

    effort: RecordValue
    target: FrameValue | BodyValue
    place: Place


@dataclass(frozen=True)
class Rolling:
    wheel: FrameValue
    ground: FrameValue
    contact: RecordValue
    place: Place


@dataclass
class Description:
    """All that a description says."""

    earth: BodyValue
    bodies: list[BodyValue] = field(default_factory=list)
    joins: list[Joined] = field(default_factory=list)
    efforts: list[Applied] = field(default_factory=list)
    rolls: list[Rolling] = field(default_factory=list)
    gravity: tuple[t.Gravity, Scope] | None = None


def described(text: str, file: str) -> Description:
    """What a text describes; errors of every declaration are found here."""
    nothing = t.Record(Place(file, 1, 1), "body", (), ())
    earth = new_body("earth", nothing, Scope())
    earth.is_earth = True
    found = Description(earth)
    top = Scope()
    top.define("earth", Object(Thunk(lambda names: found.earth), nothing.place), nothing.place)
    reading = _Reading(found, Path(file))
    reading.declare(parse(text, file), Scope(top))
    return found


class _Reading:
    def __init__(self, found: Description, file: Path) -> None:
        self.found, self.file = found, file
        self.files = [file.resolve()]
        self.scratch = Evaluation(Names())

    def declare(self, declarations: tuple[t.Declaration, ...], scope: Scope) -> None:
        for d in declarations:
            if isinstance(d, t.Let):
                self._let(d, scope)
            elif isinstance(d, t.Local):
                self._local(d, scope)
            elif isinstance(d, t.Join):
                self._join(d, scope)
            elif isinstance(d, t.Act):
                self._act(d, scope)
            elif isinstance(d, t.Roll):
                self._roll(d, scope)
            elif isinstance(d, t.Gravity):
                self._gravity(d, scope)
            else:
                self._include(d, scope)

    # -- names ------------------------------------------------------------------------------------

    def _let(self, d: t.Let, scope: Scope) -> None:
        if d.parameters is not None:
            for p in d.parameters:
                kind_named(p)
            found = Class(d.name, d.parameters, d.value, scope, d.place)
            scope.define(d.name, found, d.place)
            self._check_class(found)
            return
        package = self._package(d, scope)
        if package is not None:
            scope.define(d.name, _object(package, d.place), d.place)
            return
        made = self.scratch.value(d.value, scope, None, scope.named(d.name))
        if made.kind in OBJECTS:
            scope.define(d.name, _object(made, d.place), d.place)
            if isinstance(made, BodyValue):
                self._body(made)
        else:
            self._check_record(made)
            scope.define(d.name, Expressed(d.value, scope, d.place), d.place)

    def _body(self, made: BodyValue) -> None:
        """Take note of a new body, after checking its fields."""
        if made is not self.found.earth and made not in self.found.bodies:
            for name in made.fields:
                made.read(name, self.scratch.names)
            self.found.bodies.append(made)

    def _package(self, d: t.Let, scope: Scope) -> PackageValue | None:
        """The package that a name stands for: written out, or of a class with arguments."""
        value, inner = d.value, Scope(scope, scope.named(d.name))
        if isinstance(value, t.Apply):
            binding = self.scratch.class_of(value.of, scope)
            if binding is None or not isinstance(binding.value, t.Library):
                return None
            inner = self.scratch.with_arguments(binding, value, scope, scope.named(d.name))
            value = binding.value
        if not isinstance(value, t.Library):
            return None
        self.declare(value.declarations, inner)
        return PackageValue(inner, d.place)

    def _local(self, d: t.Local, scope: Scope) -> None:
        hidden = Scope(scope, scope.path)
        self.declare(d.hidden, hidden)
        seen = Scope(hidden, scope.path)
        self.declare(d.seen, seen)
        for name, binding in seen.own.items():
            scope.define(name, binding, binding.place)

    def _include(self, d: t.Include, scope: Scope) -> None:
        beside = (self.files[-1].parent / d.path).resolve()
        path = beside if beside.exists() else (LIBRARY / d.path).resolve()
        if not path.exists():
            told = f"there is no file {d.path!r} beside {self.files[-1].name}"
            known = ", ".join(sorted(p.name for p in LIBRARY.glob("*.lsd")))
            raise LsdError(d.place, told, f"the library has {known}")
        if path in self.files:
            raise LsdError(d.place, f"{d.path} includes itself")
        if len(self.files) >= MAX_FILES:
            raise LsdError(d.place, f"more than {MAX_FILES} files include each other")
        text = read_source(path, d.place)
        self.files.append(path)
        self.declare(parse(text, path.name), scope)
        self.files.pop()

    # -- what is joined and applied ---------------------------------------------------------------

    def _join(self, d: t.Join, scope: Scope) -> None:
        first, second = (self._frame(e, scope) for e in (d.first, d.second))
        if first.body is second.body:
            told = f"this joint connects {first.body.name} with itself"
            raise LsdError(d.place, told, "join frames of two bodies")
        link: RecordValue = self.scratch.value(d.link, scope, Kind.LINK)
        self._check_record(link)
        self.found.joins.append(Joined(first, second, link, d.place))

    def _frame(self, e: t.Expression, scope: Scope) -> FrameValue:
        found: FrameValue = self.scratch.value(e, scope, Kind.FRAME)
        return found

    def _act(self, d: t.Act, scope: Scope) -> None:
        effort = self.scratch.value(d.effort, scope, None)
        if effort.kind not in (Kind.FORCE, Kind.TORQUE):
            told = f"{effort.kind.shown} stands where a force or torque is needed"
            raise LsdError(d.effort.place, told, "write force … end, or torque … end")
        self._check_record(effort)
        target: FrameValue | BodyValue
        if effort.kind is Kind.FORCE:
            target = self._frame(d.target, scope)
        else:
            target = self.scratch.value(d.target, scope, Kind.BODY)
        self.found.efforts.append(Applied(effort, target, d.place))

    def _roll(self, d: t.Roll, scope: Scope) -> None:
        wheel, ground = (self._frame(e, scope) for e in (d.wheel, d.ground))
        contact = self.scratch.value(d.contact, scope, Kind.CONTACT)
        self._check_record(contact)
        self.found.rolls.append(Rolling(wheel, ground, contact, d.place))

    def _gravity(self, d: t.Gravity, scope: Scope) -> None:
        if self.found.gravity is not None:
            first = self.found.gravity[0].place
            raise LsdError(d.place, f"gravity is given twice, first at {first}")
        self.scratch.vector(d.value, scope, "gravity")
        self.found.gravity = d, scope

    # -- what is wrong is said where it is declared -----------------------------------------------

    def _check_record(self, made: Value) -> None:
        if not isinstance(made, RecordValue):
            return
        if made.kind is Kind.LINK:
            instantiated(made, Names(), "link", "")
            return
        wanted = {"value": Kind.VECTOR, "body": Kind.BODY, "normal": Kind.VECTOR, "axis": Kind.VECTOR}
        for f in made.record.fields:
            self.scratch.value(f.value, made.scope, wanted.get(f.name, Kind.NUMBER))

    def _check_class(self, found: Class) -> None:
        """Evaluate a class with stand-ins for its arguments."""
        if isinstance(found.value, t.Library):
            return  # what it declares is checked for every use: it joins what it is given
        inner = Scope(found.scope, found.name)
        for p in found.parameters:
            inner.define(p.name, _object(_stand_in(kind_named(p), p), p.place), p.place)
        made = self.scratch.value(found.value, inner, None, found.name)
        self._check_record(made)
        if isinstance(made, BodyValue):
            for name in made.fields:
                made.read(name, self.scratch.names)


def _object(made: Value, place: Place) -> Object:
    return Object(Thunk(lambda names: made), place)


def _stand_in(kind: Kind, parameter: t.Parameter) -> Value:
    """Any value of a kind, to check a class by."""
    nothing = t.Record(parameter.place, "body", (), ())
    parts = column(*(scalar(f"{parameter.name}_{a}", constant=True) for a in "xyz"))
    axis, angle = column(1, 0, 0), scalar(f"{parameter.name}_angle", constant=True)
    turn = RotationValue(axis, angle, rot(axis, angle))
    if kind is Kind.NUMBER:
        return NumberValue(scalar(parameter.name, constant=True))
    if kind is Kind.VECTOR:
        return VectorValue(parts)
    if kind is Kind.ROTATION:
        return turn
    if kind is Kind.DISPLACEMENT:
        return DisplacementValue(parts, turn)
    body = new_body(parameter.name, nothing, Scope())
    if kind is Kind.BODY:
        return body
    if kind is Kind.FRAME:
        return FrameValue(body, Thunk(lambda names: NOWHERE), parameter.place)
    if kind in (Kind.LINK, Kind.FORCE, Kind.TORQUE, Kind.CONTACT):
        return RecordValue(kind, t.Record(parameter.place, kind.value, (), ()), Scope())
    return PackageValue(Scope(), parameter.place)
