"""Evaluating expressions: what is wanted decides what `0`, `[0, 0, 1]` or `disc.iframe` stand for.

Types are inferred from the use: an expression is evaluated for the kind that its place needs. An
expression whose place needs nothing in particular has the kind that it has by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from fractions import Fraction
from typing import Any, NoReturn

import rewrite as rw
from rewrite import RewriteError, Scalar, Term, Vector, column, diff, number, rot, sqrt

from . import tree as t
from .errors import LsdError, Place
from .naming import Names
from .values import (
    NOWHERE,
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

MAX_CALLS = 100
"""How deep classes and names may use each other."""
FUNCTIONS: dict[str, Callable[..., Any]] = {
    name: getattr(rw, name)
    for name in ("sin", "cos", "tan", "sqrt", "exp", "log", "abs", "atan2", "tanh", "sign")
    if hasattr(rw, name)
}
"""Functions of numbers, by name."""
BODY_FIELDS = ("frame", "mass", "iframe", "inertia")
NUMBERED = ("dof", "force", "torque", "spring", "damper", "motor", "rest")
"""Fields of a link; each also with a number from 1 to 6."""
FIELDS = {
    "body": BODY_FIELDS[1:],
    "link": NUMBERED,
    "force": ("value", "body"),
    "torque": ("value", "body"),
    "contact": ("radius", "normal", "axis", "slip"),
}
AXES = ("x", "y", "z")


class Evaluation:
    """One way through a description, with the names that it gives."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.depth = 0

    # -- by kind ----------------------------------------------------------------------------------

    def number(self, e: t.Expression, scope: Scope, hint: str = "p") -> Scalar:
        return self.value(e, scope, Kind.NUMBER, hint).term  # type: ignore[no-any-return]

    def vector(self, e: t.Expression, scope: Scope, hint: str = "p") -> Vector:
        return self.value(e, scope, Kind.VECTOR, hint).term  # type: ignore[no-any-return]

    def displacement(
        self, e: t.Expression, scope: Scope, hint: str = "p"
    ) -> DisplacementValue:
        found: DisplacementValue = self.value(e, scope, Kind.DISPLACEMENT, hint)
        return found

    def value(self, e: t.Expression, scope: Scope, want: Kind | None, hint: str = "p") -> Any:
        """What an expression stands for where this kind is wanted."""
        self.depth += 1
        if self.depth > MAX_CALLS:
            raise LsdError(e.place, "names or classes use each other without end")
        try:
            found = _EVALUATE[type(e)](self, e, scope, want, hint)
            return self._fitted(found, want, e.place)
        finally:
            self.depth -= 1

    def _fitted(self, found: Value, want: Kind | None, place: Place) -> Value:
        if want is None or found.kind is want:
            return found
        if want is Kind.DISPLACEMENT and isinstance(found, VectorValue):
            return DisplacementValue(found.term, RotationValue())
        if want is Kind.DISPLACEMENT and isinstance(found, RotationValue):
            return DisplacementValue(NOWHERE.translation, found)
        if want is Kind.FRAME and isinstance(found, BodyValue) and found.is_earth:
            return FrameValue(found, found.fields["frame"], place)
        _refuse(place, found.kind, want)

    # -- numbers and what stands for them ---------------------------------------------------------

    def _number(self, e: t.Number, scope: Scope, want: Kind | None, hint: str) -> Value:
        if want is Kind.VECTOR and _is(e, 0):
            return VectorValue(NOWHERE.translation)
        if want is Kind.ROTATION and (_is(e, 0) or _is(e, 1)):
            return RotationValue()
        if want is Kind.DISPLACEMENT and _is(e, 0):
            return NOWHERE
        return NumberValue(number(_exact(e)))

    def _anonymous(self, e: t.Anonymous, scope: Scope, want: Kind | None, hint: str) -> Value:
        if want is Kind.VECTOR and e.arguments is None and e.name == "v":
            return VectorValue(column(*(self.names.parameter(f"{hint}_{a}", "") for a in AXES)))
        if e.arguments is None:
            if e.name == "s":
                return NumberValue(self.names.parameter(hint, f"constant at {e.place}"))
            return NumberValue(self.names.named_parameter(e.name))
        arguments = tuple(self.number(x, scope, hint) for x in e.arguments)
        if e.name == "fs":
            shown = ", ".join(map(str, arguments))
            found = self.names.function(hint, arguments, f"function of {shown} at {e.place}")
            return NumberValue(found)
        return NumberValue(self.names.named_function(e.name, arguments))

    def _name(self, e: t.Name, scope: Scope, want: Kind | None, hint: str) -> Value:
        binding = scope.find(e.name)
        if isinstance(binding, Expressed):
            return self.value(binding.value, binding.scope, want, hint)  # type: ignore[no-any-return]
        if isinstance(binding, Object):
            found: Value = binding.thunk.value(self.names)
            return found
        if isinstance(binding, Class):
            remedy = f"write {e.name}({', '.join(p.name for p in binding.parameters)})"
            raise LsdError(e.place, f"{e.name!r} is a class and needs its arguments", remedy)
        if e.name == "pi":
            return NumberValue(rw.pi)
        self._refuse_name(e, scope)

    def _refuse_name(self, e: t.Name, scope: Scope) -> NoReturn:
        known = [*scope, *FUNCTIONS, "pi"]
        near = get_close_matches(e.name, known, 1)
        remedy = f"did you mean {near[0]!r}?" if near else f"write let {e.name} = …, or ?{e.name}"
        raise LsdError(e.place, f"unknown name {e.name!r}", remedy)

    def _triple(self, e: t.Triple, scope: Scope, want: Kind | None, hint: str) -> Value:
        items = zip(e.items, AXES, strict=True)
        return VectorValue(column(*(self.number(x, scope, f"{hint}_{a}") for x, a in items)))

    def _rate(self, e: t.Rate, scope: Scope, want: Kind | None, hint: str) -> Value:
        return NumberValue(self._checked(e.place, lambda x: diff(x, rw.time), e.operand, scope))

    def _minus(self, e: t.Minus, scope: Scope, want: Kind | None, hint: str) -> Value:
        found = self.value(e.operand, scope, want if want is Kind.VECTOR else None, hint)
        if isinstance(found, VectorValue):
            return VectorValue(-found.term)
        return NumberValue(-_number_of(found, e.operand.place))

    def _checked(
        self, place: Place, make: Callable[..., Any], *operands: Any, hint: str = "p"
    ) -> Any:
        *given, scope = operands
        try:
            return make(*(self.number(x, scope, hint) for x in given))
        except LsdError:
            raise
        except RewriteError as error:
            raise LsdError(place, str(error)) from None

    # -- signs ------------------------------------------------------------------------------------

    def _sign(self, e: t.Sign, scope: Scope, want: Kind | None, hint: str) -> Value:
        return _SIGNS[e.sign](self, e, scope, want, hint)

    def _sum(self, e: t.Sign, scope: Scope, want: Kind | None, hint: str) -> Value:
        kind = Kind.VECTOR if want in (Kind.VECTOR, Kind.DISPLACEMENT) else None
        left = self.value(e.left, scope, kind, hint)
        kind = Kind.VECTOR if isinstance(left, VectorValue) else Kind.NUMBER
        if kind is Kind.NUMBER:
            _number_of(left, e.left.place)
        right = self.value(e.right, scope, kind, hint).term
        total = left.term + right if e.sign == "+" else left.term - right
        return VectorValue(total) if kind is Kind.VECTOR else NumberValue(total)

    def _product(self, e: t.Sign, scope: Scope, want: Kind | None, hint: str) -> Value:
        left, right = (self.value(x, scope, None, hint) for x in (e.left, e.right))
        if isinstance(left, VectorValue):
            left, right = right, left
        factor = _number_of(left, e.place)
        if isinstance(right, VectorValue):
            return VectorValue(factor * right.term)
        return NumberValue(factor * _number_of(right, e.right.place))

    def _quotient(self, e: t.Sign, scope: Scope, want: Kind | None, hint: str) -> Value:
        left = self.value(e.left, scope, None, hint)
        below = self.number(e.right, scope, hint)
        if below == 0:
            raise LsdError(e.right.place, "this divides by zero")
        if isinstance(left, VectorValue):
            return VectorValue(left.term / below)
        return NumberValue(_number_of(left, e.left.place) / below)

    def _power(self, e: t.Sign, scope: Scope, want: Kind | None, hint: str) -> Value:
        make = lambda x, n: x**n  # noqa: E731
        return NumberValue(self._checked(e.place, make, e.left, e.right, scope, hint=hint))

    def _turn(self, e: t.Sign, scope: Scope, want: Kind | None, hint: str) -> Value:
        angle = self.number(e.left, scope, f"{hint}_angle")
        axis = unit_axis(self.vector(e.right, scope, f"{hint}_axis"), e.right.place)
        return RotationValue(axis, angle, rot(axis, angle))

    def _move(self, e: t.Sign, scope: Scope, want: Kind | None, hint: str) -> Value:
        translation = self.vector(e.left, scope, hint)
        rotation: RotationValue = self.value(e.right, scope, Kind.ROTATION, hint)
        return DisplacementValue(translation, rotation)

    def _at(self, e: t.Sign, scope: Scope, want: Kind | None, hint: str) -> Value:
        body = self.value(e.right, scope, Kind.BODY, hint)

        def moved(names: Names) -> DisplacementValue:
            own = hint if hint != "p" else f"{body.name}_frame"
            return Evaluation(names).displacement(e.left, scope, own)

        frame = FrameValue(body, Thunk(moved), e.place)
        frame.displacement.value(self.names)  # what is wrong with it is said here
        return frame

    # -- objects ----------------------------------------------------------------------------------

    def _read(self, e: t.Read, scope: Scope, want: Kind | None, hint: str) -> Value:
        of = self.value(e.of, scope, None, hint)
        if isinstance(of, PackageValue):
            if e.field not in of.scope.own:
                near = get_close_matches(e.field, of.scope.own, 1)
                remedy = f"did you mean {near[0]!r}?" if near else ""
                raise LsdError(e.place, f"the package has no {e.field!r}", remedy)
            return self._name(t.Name(e.place, e.field), of.scope, want, hint)
        if isinstance(of, BodyValue):
            return self._of_body(of, e, want)
        if isinstance(of, RecordValue):
            field = of.field(e.field)
            if field is not None:
                return self.value(field.value, of.scope, want, hint)  # type: ignore[no-any-return]
        raise LsdError(e.place, f"{of.kind.shown} has no field {e.field!r} to be read")

    def _of_body(self, body: BodyValue, e: t.Read, want: Kind | None) -> Value:
        if e.field not in BODY_FIELDS:
            remedy = f"its fields are {', '.join(BODY_FIELDS)}"
            raise LsdError(e.place, f"a body has no field {e.field!r}", remedy)
        if e.field in ("frame", "iframe") and want is not Kind.DISPLACEMENT:
            return FrameValue(body, body.fields[e.field], e.place)
        found: Value = body.read(e.field, self.names)
        return found

    def _apply(self, e: t.Apply, scope: Scope, want: Kind | None, hint: str) -> Value:
        if isinstance(e.of, t.Name) and scope.find(e.of.name) is None and e.of.name in FUNCTIONS:
            operands = [g.value for g in e.arguments]
            return NumberValue(
                self._checked(e.place, FUNCTIONS[e.of.name], *operands, scope, hint=hint)
            )
        found = self.class_of(e.of, scope)
        if found is None:
            if isinstance(e.of, t.Name) and scope.find(e.of.name) is None:
                self._refuse_name(e.of, scope)
            raise LsdError(e.of.place, "only a class or a function takes arguments")
        inner = self.with_arguments(found, e, scope, scope.path)
        return self.value(found.value, inner, want, hint)  # type: ignore[no-any-return]

    def class_of(self, e: t.Expression, scope: Scope) -> Class | None:
        """The class that an expression names, if it does."""
        if isinstance(e, t.Read):
            of = self.value(e.of, scope, Kind.PACKAGE)
            binding = of.scope.own.get(e.field)
        else:
            binding = scope.find(e.name) if isinstance(e, t.Name) else None
        return binding if isinstance(binding, Class) else None

    def with_arguments(self, found: Class, e: t.Apply, scope: Scope, path: str) -> Scope:
        """The scope of a class with its arguments."""
        inner = Scope(found.scope, path)
        given = _matched(found, e)
        for parameter in found.parameters:
            kind = kind_named(parameter)
            thunk = Thunk(_later(given[parameter.name], scope, kind, parameter.name))
            thunk.value(self.names)
            inner.define(parameter.name, Object(thunk, parameter.place), parameter.place)
        return inner

    def _record(self, e: t.Record, scope: Scope, want: Kind | None, hint: str) -> Value:
        self._check_fields(e)
        if e.kind != "body":
            return RecordValue(Kind(e.kind), e, scope)
        name = hint if hint != "p" else "body"
        return new_body(name, e, scope)

    def _check_fields(self, e: t.Record) -> None:
        seen: dict[str, Place] = {}
        for f in e.fields:
            if f.name in seen:
                raise LsdError(f.place, f"{f.name!r} is given twice, first at {seen[f.name]}")
            seen[f.name] = f.place
            plain = f.name.rstrip("0123456789") if e.kind == "link" else f.name
            if plain not in FIELDS[e.kind]:
                remedy = f"its fields are {', '.join(FIELDS[e.kind])}"
                raise LsdError(f.place, f"a {e.kind} has no field {f.name!r}", remedy)

    def _library(self, e: t.Library, scope: Scope, want: Kind | None, hint: str) -> Value:
        remedy = "write package name = … end, or let name = package … end"
        raise LsdError(e.place, "a package needs a name", remedy)


# -- bodies ---------------------------------------------------------------------------------------


def new_body(name: str, e: t.Record, scope: Scope) -> BodyValue:
    """A body whose fields are evaluated when they are read; those left out are general."""
    given = {f.name: f.value for f in e.fields}

    def mass(names: Names) -> Value:
        if "mass" not in given:
            return NumberValue(names.parameter(f"{name}_mass", f"mass of {name}"))
        found: Value = Evaluation(names).value(given["mass"], scope, Kind.NUMBER, f"{name}_mass")
        return found

    def inertia(names: Names) -> Value:
        hint = f"{name}_inertia"
        if "inertia" not in given:
            about = "principal moment of inertia of"
            parts = (names.parameter(f"{hint}_{a}", f"{about} {name} about {a}") for a in AXES)
            return VectorValue(column(*parts))
        found: Value = Evaluation(names).value(given["inertia"], scope, Kind.VECTOR, hint)
        return found

    def iframe(names: Names) -> Value:
        hint = f"{name}_iframe"
        if "iframe" not in given:
            return _general(names, hint, name)
        return Evaluation(names).displacement(given["iframe"], scope, hint)

    fields = {"mass": mass, "inertia": inertia, "iframe": iframe, "frame": lambda names: NOWHERE}
    return BodyValue(name, e.place, {key: Thunk(make) for key, make in fields.items()})


def _general(names: Names, hint: str, name: str) -> DisplacementValue:
    """Anywhere: three lengths and three angles about x, y and z."""
    about = "mass centre of"
    place = column(*(names.parameter(f"{hint}_{a}", f"{about} {name} along {a}") for a in AXES))
    told = f"principal axes of {name}, turned about"
    angles = [names.parameter(f"{hint}_angle_{a}", f"{told} {a}") for a in AXES]
    unit = [column(*(int(i == k) for k in range(3))) for i in range(3)]
    turns = [rot(u, a) for u, a in zip(unit, angles, strict=True)]
    return DisplacementValue(place, RotationValue(unit[0], angles[0], turns[0] @ turns[1] @ turns[2]))


def unit_axis(axis: Vector, place: Place) -> Vector:
    """An axis of length 1: its components are numbers, or make a unit vector as they are."""
    parts = [getattr(a, "value", None) for a in axis.args]
    if axis.op is column and all(isinstance(x, int | Fraction) for x in parts):
        length2 = sum(Fraction(x) ** 2 for x in parts)
        if length2 == 0:
            raise LsdError(place, "the axis of a rotation is zero", "write [0, 0, 1], say")
        length = rw.normal(sqrt(number(length2)))
        return axis if length2 == 1 else rw.normal(axis / length)
    if rw.simplify(rw.norm2(axis) - 1) == 0:
        return axis
    if not any(s.value.time for s in rw.free_symbols(axis)):
        return rw.normal(axis / rw.norm(axis))
    raise LsdError(
        place,
        f"the axis {axis} of a rotation moves, and is not known to have length 1",
        "divide it by its length",
    )


# -- small things ---------------------------------------------------------------------------------


def kind_named(parameter: t.Parameter) -> Kind:
    """The type of a parameter."""
    name = {"translation": "vector", "scalar": "number"}.get(parameter.kind, parameter.kind)
    try:
        return Kind(name)
    except ValueError:
        remedy = f"types are {', '.join(k.value for k in Kind)}"
        raise LsdError(parameter.place, f"unknown type {parameter.kind!r}", remedy) from None


def _later(e: t.Expression, scope: Scope, kind: Kind, hint: str) -> Callable[[Names], Any]:
    return lambda names: Evaluation(names).value(e, scope, kind, hint)


def _matched(found: Class, e: t.Apply) -> dict[str, t.Expression]:
    """The arguments of a class by the names of its parameters."""
    known = [p.name for p in found.parameters]
    given: dict[str, t.Expression] = {}
    for i, argument in enumerate(e.arguments):
        name = argument.name or (known[i] if i < len(known) else None)
        remedy = f"{found.name} takes {', '.join(known)}"
        if name is None or name not in known:
            shown = f"{argument.name!r}" if argument.name else f"a {i + 1}th argument"
            raise LsdError(argument.place, f"{found.name} has no parameter for {shown}", remedy)
        if name in given:
            raise LsdError(argument.place, f"{name!r} is given twice", remedy)
        given[name] = argument.value
    missing = [n for n in known if n not in given]
    if missing:
        remedy = f"{found.name} takes {', '.join(known)}"
        raise LsdError(e.place, f"{found.name} needs {', '.join(missing)}", remedy)
    return given


def _number_of(found: Value, place: Place) -> Scalar:
    if not isinstance(found, NumberValue):
        _refuse(place, found.kind, Kind.NUMBER)
    return found.term


def _refuse(place: Place, found: Kind, want: Kind) -> NoReturn:
    remedies = {
        (Kind.BODY, Kind.FRAME): "write its frame: name.frame, or displacement @ name",
        (Kind.FRAME, Kind.BODY): "write the name of the body alone",
        (Kind.NUMBER, Kind.VECTOR): "write [x, y, z], or 0",
        (Kind.VECTOR, Kind.ROTATION): "write angle || axis, or 1 for no rotation",
        (Kind.NUMBER, Kind.ROTATION): "write angle || axis, or 1 for no rotation",
        (Kind.NUMBER, Kind.DISPLACEMENT): "write [x, y, z] ++ (angle || axis), or 0",
    }
    told = f"{found.shown} stands where {want.shown} is needed"
    raise LsdError(place, told, remedies.get((found, want), ""))


def _exact(e: t.Number) -> Fraction:
    found = number(e.text.rstrip(".") if e.text.endswith(".") else e.text)
    return Fraction(found.value)


def _is(e: t.Number, value: int) -> bool:
    return _exact(e) == value


def depends_on(term: Term, symbols: set[Scalar]) -> set[Scalar]:
    """Which of some symbols, or their rates, a term depends on."""
    return {s for s in symbols if s in rw.free_symbols(term)}


_EVALUATE: dict[type, Callable[..., Any]] = {
    t.Number: Evaluation._number,
    t.Name: Evaluation._name,
    t.Anonymous: Evaluation._anonymous,
    t.Triple: Evaluation._triple,
    t.Sign: Evaluation._sign,
    t.Minus: Evaluation._minus,
    t.Rate: Evaluation._rate,
    t.Read: Evaluation._read,
    t.Apply: Evaluation._apply,
    t.Record: Evaluation._record,
    t.Library: Evaluation._library,
}
_SIGNS: dict[str, Callable[..., Value]] = {
    "+": Evaluation._sum,
    "-": Evaluation._sum,
    "*": Evaluation._product,
    "/": Evaluation._quotient,
    "^": Evaluation._power,
    "||": Evaluation._turn,
    "++": Evaluation._move,
    "@": Evaluation._at,
}
