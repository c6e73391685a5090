"""Names, fields, classes and records."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Any, NoReturn

import rewrite as rw

from . import syntax as t
from .arithmetic import FUNCTIONS, TIME, called
from .body_fields import BODY_FIELDS, new_body
from .evaluator import Evaluator
from .lsd_error import LsdError, Place
from .naming import Names
from .values import (
    OBJECTS,
    BodyValue,
    Class,
    Expressed,
    FrameValue,
    Kind,
    NumberValue,
    Object,
    PackageValue,
    RecordValue,
    Scope,
    Thunk,
    Value,
    VectorValue,
)

NUMBERED = ("dof", "force", "torque", "spring", "damper", "motor", "rest")
"""Fields of a link; each may have a number from 1 to 6."""
BY_SYMBOLS = {
    "attitude": ("quaternion", "attitude"),
    "rotation": ("rotation", "attitude"),
    "spin": ("vector speed", "spin"),
    "velocity": ("vector speed", "velocity"),
}
"""Fields of a link that name a symbol: the kind of the symbol, and the field of `Link`."""
FIELDS = {
    "body": BODY_FIELDS[1:],
    "link": (*NUMBERED, *BY_SYMBOLS),
    "force": ("value", "body"),
    "torque": ("value", "body"),
    "contact": ("radius", "axis", "normal", "on_radius", "on_axis", "slip"),
}


# -- names ----------------------------------------------------------------------------------------


def name_value(ev: Evaluator, e: t.Name, scope: Scope, want: Kind | None, hint: str) -> Value:
    binding = scope.find(e.name)
    found: Value
    if isinstance(binding, Expressed):
        found = ev.value(binding.value, binding.scope, want, hint)
        return found
    if isinstance(binding, Object):
        found = binding.thunk.value(ev.names)
        return found
    if isinstance(binding, Class):
        remedy = f"write {e.name}({', '.join(p.name for p in binding.parameters)})"
        raise LsdError(e.place, f"{e.name!r} is a class and needs its arguments", remedy)
    if e.name == "pi":
        return NumberValue(rw.pi)
    return refuse_name(e, scope)


def refuse_name(e: t.Name, scope: Scope) -> NoReturn:
    """Refuse a name that nothing defines."""
    if e.name == TIME:
        remedy = "write ?f(time) for a given function of time"
        raise LsdError(e.place, "time may occur only as the argument of a function", remedy)
    near = get_close_matches(e.name, [*scope, *FUNCTIONS, "pi"], 1)
    remedy = f"did you mean {near[0]!r}?" if near else f"write let {e.name} = …, or ?{e.name}"
    raise LsdError(e.place, f"unknown name {e.name!r}", remedy)


def read_value(ev: Evaluator, e: t.Read, scope: Scope, want: Kind | None, hint: str) -> Value:
    """`object.field`."""
    of = ev.value(e.of, scope, None, hint)
    if isinstance(of, PackageValue):
        _must_have(of, e)
        return name_value(ev, t.Name(e.place, e.field), of.scope, want, hint)
    if isinstance(of, BodyValue):
        return _of_body(ev, of, e, want)
    known: Iterable[str] = ()
    if isinstance(of, RecordValue):
        field = of.field(e.field)
        if field is not None:
            found: Value = ev.value(field.value, of.scope, want, hint)
            return found
        known = [f.name for f in of.record.fields]
    remedy = f"it has {', '.join(known)}" if known else "only bodies, packages and records have any"
    raise LsdError(e.place, f"{of.kind.shown} has no readable field {e.field!r}", remedy)


def _must_have(of: PackageValue, e: t.Read) -> None:
    if e.field in of.scope.own:
        return
    near = get_close_matches(e.field, of.scope.own, 1)
    remedy = f"did you mean {near[0]!r}?" if near else f"it has {', '.join(of.scope.own)}"
    raise LsdError(e.place, f"the package has no {e.field!r}", remedy)


def _of_body(ev: Evaluator, body: BodyValue, e: t.Read, want: Kind | None) -> Value:
    if e.field not in BODY_FIELDS:
        remedy = f"its fields are {', '.join(BODY_FIELDS)}"
        raise LsdError(e.place, f"a body has no field {e.field!r}", remedy)
    if e.field in ("frame", "iframe") and want is not Kind.DISPLACEMENT:
        return FrameValue(body, body.fields[e.field], e.place)
    if body.is_earth and e.field != "frame":
        raise LsdError(e.place, f"earth has no {e.field}", "it has frame")
    found: Value = body.read(e.field, ev.names)
    return found


# -- classes --------------------------------------------------------------------------------------


def apply_value(ev: Evaluator, e: t.Apply, scope: Scope, want: Kind | None, hint: str) -> Value:
    """A function of numbers, or a class, with arguments."""
    name = e.of.name if isinstance(e.of, t.Name) else None
    if name == "vector" and scope.find(name) is None:
        return _vector_symbol(ev, e)
    if name in FUNCTIONS and scope.find(name) is None:
        return called(ev, e, name, scope, hint)
    found = class_of(ev, e.of, scope)
    if found is None:
        if isinstance(e.of, t.Name) and scope.find(e.of.name) is None:
            refuse_name(e.of, scope)
        remedy = "make it a class: let name(a: number) = …"
        raise LsdError(e.of.place, "only a class or a function takes arguments", remedy)
    inner = with_arguments(ev, found, e, scope, scope.path)
    made: Value = ev.value(found.value, inner, want, hint)
    return made


def _vector_symbol(ev: Evaluator, e: t.Apply) -> VectorValue:
    """`vector(?c)`, a constant vector as one symbol, or `vector(?F(time))`, a given function."""
    first = e.arguments[0].value if len(e.arguments) == 1 else None
    inside = first.arguments if isinstance(first, t.Anonymous) else None
    moves = inside is not None
    of_time = [getattr(a, "name", None) for a in inside or ()] == [TIME]
    if not isinstance(first, t.Anonymous) or (moves and not of_time):
        remedy = "write vector(?c) for a constant, vector(?F(time)) for a given function of time"
        raise LsdError(e.place, "vector takes the name of a vector", remedy)
    kind = "vector effort" if moves else "vector"
    meaning = "given function of time" if moves else "as named"
    try:
        return VectorValue(ev.names.named_symbol(kind, first.name, meaning))
    except rw.RewriteError as error:
        raise LsdError(first.place, str(error), "give it another name") from None


def class_of(ev: Evaluator, e: t.Expression, scope: Scope) -> Class | None:
    """The class that an expression names, or None."""
    if isinstance(e, t.Read):
        of = ev.value(e.of, scope, None)
        if not isinstance(of, PackageValue):
            return None
        _must_have(of, e)
        binding = of.scope.own.get(e.field)
    else:
        binding = scope.find(e.name) if isinstance(e, t.Name) else None
    return binding if isinstance(binding, Class) else None


def with_arguments(ev: Evaluator, found: Class, e: t.Apply, scope: Scope, path: str) -> Scope:
    """The scope of a class with its arguments."""
    inner = Scope(found.scope, path)
    given = _matched(found, e)
    for parameter in found.parameters:
        thunk = Thunk(_later(ev, given[parameter.name], scope, parameter))
        made = thunk.value(ev.names)
        if made.kind in OBJECTS:  # one object, the same for all names
            thunk = Thunk(_always(made))
        inner.define(parameter.name, Object(thunk, parameter.place), parameter.place)
    return inner


def _later(
    ev: Evaluator, e: t.Expression, scope: Scope, parameter: t.Parameter
) -> Callable[[Names], Any]:
    kind = kind_named(parameter)
    return lambda names: ev.again(names).value(e, scope, kind, parameter.name)


def _always(made: Value) -> Callable[[Names], Value]:
    return lambda names: made


def kind_named(parameter: t.Parameter) -> Kind:
    """The type of a parameter."""
    name = {"translation": "vector", "scalar": "number"}.get(parameter.kind, parameter.kind)
    try:
        return Kind(name)
    except ValueError:
        remedy = f"types are {', '.join(k.value for k in Kind)}"
        raise LsdError(parameter.place, f"unknown type {parameter.kind!r}", remedy) from None


def _matched(found: Class, e: t.Apply) -> dict[str, t.Expression]:
    """The arguments of a class by the names of its parameters."""
    known = [p.name for p in found.parameters]
    remedy = f"{found.name} takes {', '.join(known)}"
    given: dict[str, t.Expression] = {}
    for i, argument in enumerate(e.arguments):
        name = argument.name or (known[i] if i < len(known) else None)
        if name is None or name not in known:
            shown = f"{argument.name!r}" if argument.name else f"argument {i + 1}"
            raise LsdError(argument.place, f"{found.name} has no parameter for {shown}", remedy)
        if name in given:
            raise LsdError(argument.place, f"{name!r} is given twice", remedy)
        given[name] = argument.value
    missing = [n for n in known if n not in given]
    if missing:
        raise LsdError(e.place, f"{found.name} needs {', '.join(missing)}", remedy)
    return given


# -- records --------------------------------------------------------------------------------------


def record_value(ev: Evaluator, e: t.Record, scope: Scope, want: Kind | None, hint: str) -> Value:
    _check_fields(e)
    if e.kind != "body":
        return RecordValue(Kind(e.kind), e, scope)
    return new_body(ev, hint if hint != "p" else "body", e, scope)


def _check_fields(e: t.Record) -> None:
    seen: dict[str, Place] = {}
    for f in e.fields:
        if f.name in seen:
            message = f"{f.name!r} is given twice, first at {seen[f.name]}"
            raise LsdError(f.place, message, "leave one of them out")
        seen[f.name] = f.place
        plain = f.name.rstrip("0123456789") if e.kind == "link" else f.name
        if plain not in FIELDS[e.kind]:
            remedy = f"its fields are {', '.join(FIELDS[e.kind])}"
            raise LsdError(f.place, f"a {e.kind} has no field {f.name!r}", remedy)


def library_value(ev: Evaluator, e: t.Library, scope: Scope, want: Kind | None, hint: str) -> Value:
    remedy = "write package name = … end, or let name = package … end"
    raise LsdError(e.place, "a package needs a name", remedy)
