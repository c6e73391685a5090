"""Read the declarations of a description in their order: names, joins, efforts, contacts."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from . import syntax as t
from .description import (
    Applied,
    Constrained,
    Description,
    Joined,
    Setting,
    Touching,
    empty,
    stand_in,
)
from .evaluating import Evaluation
from .including import Includes
from .links import instantiated
from .lsd_error import LsdError, Place
from .objects import class_of, kind_named, with_arguments
from .parsing import parse
from .values import (
    OBJECTS,
    BodyValue,
    Class,
    Expressed,
    FrameValue,
    Kind,
    Object,
    PackageValue,
    RecordValue,
    Scope,
    Thunk,
    Value,
)

MAX_NESTING = 50
"""How deep packages, local declarations and files may be nested."""
FIELD_KINDS = {
    "value": Kind.VECTOR,
    "body": Kind.BODY,
    "normal": Kind.VECTOR,
    "axis": Kind.VECTOR,
    "on_axis": Kind.VECTOR,
}
"""The kinds of the fields of forces, torques and contacts; other fields are numbers."""
_WRITTEN = re.compile(r"\?([^\W\d]\w*)")


def described(text: str, file: str) -> Description:
    """The description in a text; every declaration is checked here."""
    found = empty(file)
    top = Scope()
    earth = found.earth
    top.define("earth", _object(earth, earth.place), earth.place)
    _Reading(found, Path(file)).declare_text(text, file, Scope(top))
    return found


class _Reading:
    def __init__(self, found: Description, file: Path) -> None:
        self.found = found
        self.includes = Includes(file)
        self.included: dict[Scope, set[Path]] = {}
        self.scratch = Evaluation(found.names())
        self.depth = 0
        self.declarations: dict[type, Callable[[Any, Scope], None]] = {
            t.Let: self._let,
            t.Local: self._local,
            t.Join: self._join,
            t.Act: self._act,
            t.Roll: self._roll,
            t.Gravity: self._gravity,
            t.Constrain: self._constrain,
            t.Assemble: self._assemble,
            t.Speeds: self._speeds,
            t.Include: self._include,
        }

    def declare_text(self, text: str, file: str, scope: Scope) -> None:
        declarations = parse(text, file)
        self.found.written |= {*_WRITTEN.findall(text)} - {"s", "fs"}
        self.declare(declarations, scope)

    def declare(self, declarations: tuple[t.Declaration, ...], scope: Scope) -> None:
        self.depth += 1
        for d in declarations:
            self.found.budget.spend(d.place)
            if self.depth > MAX_NESTING:
                message = f"declarations are nested more than {MAX_NESTING} deep"
                raise LsdError(d.place, message, "a class must not use itself")
            self.declarations[type(d)](d, scope)
        self.depth -= 1

    # -- names ------------------------------------------------------------------------------------

    def _let(self, d: t.Let, scope: Scope) -> None:
        if d.parameters is not None:
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
        """Add a new body, after checking its fields."""
        if made is not self.found.earth and made not in self.found.bodies:
            for name in made.fields:
                made.read(name, self.scratch.names)
            self.found.bodies.append(made)

    def _package(self, d: t.Let, scope: Scope) -> PackageValue | None:
        """The package that a name stands for: given in full, or made from a class."""
        value, inner = d.value, Scope(scope, scope.named(d.name))
        if isinstance(value, t.Apply):
            binding = class_of(self.scratch, value.of, scope)
            if binding is None or not isinstance(binding.value, t.Library):
                return None
            arguments = with_arguments(self.scratch, binding, value, scope, scope.named(d.name))
            inner, value = Scope(arguments, arguments.path), binding.value
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
        path, text = self.includes.opened(d)
        if not self._is_included(path, scope):
            self.included.setdefault(scope, set()).add(path)
            self.declare_text(text, path.name, scope)
        self.includes.close()

    def _is_included(self, path: Path, scope: Scope | None) -> bool:
        """Whether the names of a file are visible already."""
        while scope is not None:
            if path in self.included.get(scope, ()):
                return True
            scope = scope.outer
        return False

    # -- joints, efforts, contacts, settings ------------------------------------------------------

    def _join(self, d: t.Join, scope: Scope) -> None:
        first, second = (self._frame(e, scope) for e in (d.first, d.second))
        if first.body is second.body:
            message = f"this joint connects {first.body.name} with itself"
            raise LsdError(d.place, message, "join frames of two bodies")
        link: RecordValue = self.scratch.value(d.link, scope, Kind.LINK)
        self._check_record(link)
        self.found.joins.append(Joined(first, second, link, d.place, d.closes))

    def _frame(self, e: t.Expression, scope: Scope) -> FrameValue:
        found: FrameValue = self.scratch.value(e, scope, Kind.FRAME)
        return found

    def _act(self, d: t.Act, scope: Scope) -> None:
        effort = self.scratch.value(d.effort, scope, None)
        if effort.kind not in (Kind.FORCE, Kind.TORQUE):
            message = f"{effort.kind.shown} is given where a force or torque is needed"
            raise LsdError(d.effort.place, message, "write force … end, or torque … end")
        self._check_record(effort)
        target: FrameValue | BodyValue
        if effort.kind is Kind.FORCE:
            target = self._frame(d.target, scope)
        else:
            target = self.scratch.value(d.target, scope, Kind.BODY)
        self.found.efforts.append(Applied(effort, target, d.place))

    def _roll(self, d: t.Roll, scope: Scope) -> None:
        wheel, ground = (self._frame(e, scope) for e in (d.wheel, d.ground))
        if wheel.body is ground.body:
            message = f"{wheel.body.name} cannot roll on itself"
            raise LsdError(d.place, message, "name frames of two bodies")
        contact = self.scratch.value(d.contact, scope, Kind.CONTACT)
        self._check_record(contact)
        if contact.field("radius") is None:
            remedy = "write contact radius = …, axis = [0, 1, 0] end; without axis it is a ball"
            raise LsdError(d.contact.place, "a contact needs a radius", remedy)
        self.found.contacts.append(Touching(wheel, ground, contact, d.place))

    def _gravity(self, d: t.Gravity, scope: Scope) -> None:
        if self.found.gravity is not None:
            first = self.found.gravity[0].place
            raise LsdError(d.place, f"gravity is given twice, first at {first}", "leave one out")
        self.scratch.vector(d.value, scope, "gravity")
        self.found.gravity = d, scope

    def _constrain(self, d: t.Constrain, scope: Scope) -> None:
        for e in (d.left, d.right):
            self.scratch.number(e, scope, "constraint")
        self.found.constraints.append(Constrained(d, scope))

    def _speeds(self, d: t.Speeds, scope: Scope) -> None:
        if self.found.speeds is not None:
            first = self.found.speeds[0].place
            raise LsdError(d.place, f"speeds are given twice, first at {first}", "leave one out")
        self.found.speeds = d, scope

    def _assemble(self, d: t.Assemble, scope: Scope) -> None:
        for f in d.settings:
            value = self.scratch.number(f.value, scope, f.name)
            self.found.settings.append(Setting(f.name, value, f.place))

    # -- checks at the declaration, so that errors are reported there -----------------------------

    def _check_record(self, made: Value) -> None:
        if not isinstance(made, RecordValue):
            return
        if made.kind is Kind.LINK:
            instantiated(made, self.scratch.names.apart(), "link", "")
            return
        for f in made.record.fields:
            self.scratch.value(f.value, made.scope, FIELD_KINDS.get(f.name, Kind.NUMBER))

    def _check_class(self, found: Class) -> None:
        """Evaluate a class with stand-ins for its arguments."""
        kinds = [kind_named(p) for p in found.parameters]
        if isinstance(found.value, t.Library):
            return  # its declarations join its arguments, so they are checked at each use
        inner = Scope(found.scope, found.name)
        for p, kind in zip(found.parameters, kinds, strict=True):
            inner.define(p.name, _object(stand_in(kind, p, self.scratch), p.place), p.place)
        made = self.scratch.value(found.value, inner, None, found.name)
        self._check_record(made)
        if isinstance(made, BodyValue):
            for name in made.fields:
                made.read(name, self.scratch.names)


def _object(made: Value, place: Place) -> Object:
    return Object(Thunk(lambda names: made), place)
