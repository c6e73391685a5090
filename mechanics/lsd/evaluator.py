"""The evaluator: it finds the meaning of each expression and converts it to the kind wanted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NoReturn

from rewrite import Scalar, Vector

from . import syntax as t
from .lsd_error import LsdError, Place
from .naming import Names
from .values import (
    NOWHERE,
    BodyValue,
    DisplacementValue,
    FrameValue,
    Kind,
    NumberValue,
    RotationValue,
    Scope,
    Value,
    VectorValue,
)

MAX_CALLS = 100
"""How deep the uses of classes and names may be nested."""

REMEDIES = {
    (Kind.BODY, Kind.FRAME): "write its frame: name.frame, or displacement @ name",
    (Kind.FRAME, Kind.BODY): "write the name of the body alone",
    (Kind.NUMBER, Kind.VECTOR): "write [x, y, z], or 0",
    (Kind.VECTOR, Kind.NUMBER): "write one of its coordinates",
    (Kind.VECTOR, Kind.ROTATION): "write angle || axis, or 1 for no rotation",
    (Kind.NUMBER, Kind.ROTATION): "write angle || axis, or 1 for no rotation",
    (Kind.NUMBER, Kind.DISPLACEMENT): "write [x, y, z] ++ (angle || axis), or 0",
    (Kind.DISPLACEMENT, Kind.VECTOR): "write a translation [x, y, z]",
    (Kind.DISPLACEMENT, Kind.FRAME): "name the body: displacement @ body",
    (Kind.VECTOR, Kind.FRAME): "name the body: [x, y, z] @ body",
}


class Evaluator:
    """Values of expressions, for one choice of names; `meanings` has a function for each kind of
    node, which is called with the evaluator, the node, the names in scope, the kind that is wanted
    (or None) and a hint for the names of anonymous parameters."""

    meanings: ClassVar[Mapping[type, Callable[..., Value]]]

    def __init__(self, names: Names, depth: int = 0) -> None:
        self.names = names
        self.depth = depth

    def again(self, names: Names) -> Evaluator:
        """A copy of this evaluator for other names, at the same depth of calls."""
        return type(self)(names, self.depth)

    def number(self, e: t.Expression, scope: Scope, hint: str = "p") -> Scalar:
        found: NumberValue = self.value(e, scope, Kind.NUMBER, hint)
        return found.term

    def vector(self, e: t.Expression, scope: Scope, hint: str = "p") -> Vector:
        found: VectorValue = self.value(e, scope, Kind.VECTOR, hint)
        return found.term

    def displacement(self, e: t.Expression, scope: Scope, hint: str = "p") -> DisplacementValue:
        found: DisplacementValue = self.value(e, scope, Kind.DISPLACEMENT, hint)
        return found

    def value(self, e: t.Expression, scope: Scope, want: Kind | None, hint: str = "p") -> Any:
        """The value of an expression, as the wanted kind."""
        self.names.budget.spend(e.place)
        self.depth += 1
        if self.depth > MAX_CALLS:
            raise LsdError(
                e.place,
                f"uses of names or classes are nested more than {MAX_CALLS} deep here",
                "a class must not use itself, and long expressions need names for their parts",
            )
        try:
            found = self.meanings[type(e)](self, e, scope, want, hint)
            return fitted(found, want, e.place)
        finally:
            self.depth -= 1


def fitted(found: Value, want: Kind | None, place: Place) -> Value:
    """A value converted to the kind wanted, if that is possible."""
    if want is None or found.kind is want:
        return found
    if want is Kind.DISPLACEMENT and isinstance(found, VectorValue):
        return DisplacementValue(found.term, RotationValue())
    if want is Kind.DISPLACEMENT and isinstance(found, RotationValue):
        return DisplacementValue(NOWHERE.translation, found)
    if want is Kind.FRAME and isinstance(found, BodyValue) and found.is_earth:
        return FrameValue(found, found.fields["frame"], place)
    return refuse(place, found.kind, want)


def number_of(found: Value, place: Place) -> Scalar:
    """The term of a number; anything else is refused."""
    if not isinstance(found, NumberValue):
        refuse(place, found.kind, Kind.NUMBER)
    return found.term


def refuse(place: Place, found: Kind, want: Kind) -> NoReturn:
    message = f"{found.shown} is given where {want.shown} is needed"
    raise LsdError(place, message, REMEDIES.get((found, want), f"write {want.shown}"))
