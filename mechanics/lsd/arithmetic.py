"""Numbers and vectors: literals, anonymous parameters and functions, rates, and operators."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import rewrite as rw
from rewrite import RewriteError, Scalar, column, diff, number

from . import syntax as t
from .evaluator import Evaluator, number_of
from .lsd_error import LsdError, Place
from .values import (
    NOWHERE,
    Kind,
    NumberValue,
    RotationValue,
    Scope,
    Value,
    VectorValue,
)

FUNCTIONS: dict[str, Callable[..., Any]] = {
    name: getattr(rw, name)
    for name in ("sin", "cos", "tan", "sqrt", "exp", "log", "abs", "atan2", "tanh", "sign")
    if hasattr(rw, name)
}
"""Functions of numbers, by name."""
AXES = ("x", "y", "z")
TIME = "time"
"""`?f(time)` is a given function of time."""
MAX_DIGITS = 200
MAX_EXPONENT = 100
"""How many digits a number may have, and how large a power of ten may be."""
MAX_POWER = 100
"""The largest exponent."""


def number_value(ev: Evaluator, e: t.Number, scope: Scope, want: Kind | None, hint: str) -> Value:
    found = exact(e)
    if want is Kind.VECTOR and found == 0:
        return VectorValue(NOWHERE.translation)
    if want is Kind.ROTATION and found in (0, 1):
        return RotationValue()
    if want is Kind.DISPLACEMENT and found in (0, 1):
        return NOWHERE
    return NumberValue(number(found))


def exact(e: t.Number) -> Fraction:
    """The exact value of a number; a number that is too long is refused."""
    digits, _, power = e.text.lower().partition("e")
    if len(digits) > MAX_DIGITS or abs(int((power or "0")[:10])) > MAX_EXPONENT:
        message = f"a number has at most {MAX_DIGITS} digits and powers of ten up to {MAX_EXPONENT}"
        raise LsdError(e.place, message, "change its unit")
    return Fraction(e.text)


# -- anonymous parameters and functions -----------------------------------------------------------


def anonymous_value(
    ev: Evaluator, e: t.Anonymous, scope: Scope, want: Kind | None, hint: str
) -> Value:
    if e.arguments is None:
        return _parameter(ev, e, want, hint)
    if _is_time(e, scope):
        return _given_in_time(ev, e, want, hint)
    arguments = tuple(ev.number(x, scope, hint) for x in e.arguments)
    if e.name == "fs":
        shown = ", ".join(map(str, arguments))
        found = ev.names.function(hint, arguments, f"function of {shown} at {e.place}")
        return NumberValue(found)
    return NumberValue(_checked(e.place, ev.names.named_function, e.name, arguments))


def _parameter(ev: Evaluator, e: t.Anonymous, want: Kind | None, hint: str) -> Value:
    """`?s`, or `?name`; three of them where a vector is wanted."""
    if want in (Kind.VECTOR, Kind.DISPLACEMENT) and not ev.names.is_coordinate(e.name):
        if e.name == "s":
            meaning = f"constant at {e.place}"
            return VectorValue(column(*(ev.names.parameter(f"{hint}_{a}", meaning) for a in AXES)))
        return VectorValue(column(*(ev.names.named_parameter(f"{e.name}_{a}") for a in AXES)))
    if e.name == "s":
        return NumberValue(ev.names.parameter(hint, f"constant at {e.place}"))
    return NumberValue(ev.names.named_parameter(e.name))


def _is_time(e: t.Anonymous, scope: Scope) -> bool:
    (first, *rest) = e.arguments or (None,)
    return not rest and isinstance(first, t.Name) and first.name == TIME and not scope.find(TIME)


def _given_in_time(ev: Evaluator, e: t.Anonymous, want: Kind | None, hint: str) -> Value:
    """A given function of time, an input of the equations; three where a vector is wanted."""

    def made(hint: str, name: str) -> Scalar:
        if e.name == "fs":
            return ev.names.effort(hint, f"given function of time at {e.place}")
        return ev.names.named_effort(name)

    if want is Kind.VECTOR:
        return VectorValue(column(*(made(f"{hint}_{a}", f"{e.name}_{a}") for a in AXES)))
    return NumberValue(made(hint, e.name))


# -- vectors, rates, signs ------------------------------------------------------------------------


def triple_value(ev: Evaluator, e: t.Triple, scope: Scope, want: Kind | None, hint: str) -> Value:
    items = zip(e.items, AXES, strict=True)
    return VectorValue(column(*(ev.number(x, scope, f"{hint}_{a}") for x, a in items)))


def rate_value(ev: Evaluator, e: t.Rate, scope: Scope, want: Kind | None, hint: str) -> Value:
    of = ev.number(e.operand, scope, hint)
    return NumberValue(_checked(e.place, diff, of, rw.time))


def minus_value(ev: Evaluator, e: t.Minus, scope: Scope, want: Kind | None, hint: str) -> Value:
    found = ev.value(e.operand, scope, want if want is Kind.VECTOR else None, hint)
    if isinstance(found, VectorValue):
        return VectorValue(-found.term)
    return NumberValue(-number_of(found, e.operand.place))


def sum_value(ev: Evaluator, e: t.Sign, scope: Scope, want: Kind | None, hint: str) -> Value:
    kind = Kind.VECTOR if want in (Kind.VECTOR, Kind.DISPLACEMENT) else None
    first, *rest = _chain(e, ("+", "-"))
    total = ev.value(first[1], scope, kind, hint)
    if not isinstance(total, VectorValue):
        number_of(total, first[1].place)
    term, kind = total.term, total.kind
    for sign, operand in rest:
        other = ev.value(operand, scope, kind, hint).term
        term = term + other if sign == "+" else term - other
    return VectorValue(term) if kind is Kind.VECTOR else NumberValue(term)


def product_value(ev: Evaluator, e: t.Sign, scope: Scope, want: Kind | None, hint: str) -> Value:
    first, *rest = _chain(e, ("*",))
    total = ev.value(first[1], scope, None, hint)
    for _, operand in rest:
        total = _product(total, ev.value(operand, scope, None, hint), operand.place)
    return total  # type: ignore[no-any-return]


def _product(left: Value, right: Value, place: Place) -> Value:
    if isinstance(left, RotationValue) and isinstance(right, RotationValue):
        return RotationValue((*left.turns, *right.turns))
    if isinstance(left, VectorValue):
        left, right = right, left
    factor = number_of(left, place)
    if isinstance(right, VectorValue):
        return VectorValue(factor * right.term)
    return NumberValue(factor * number_of(right, place))


def _chain(e: t.Expression, signs: tuple[str, ...]) -> list[tuple[str, t.Expression]]:
    """The operands of a long sum or product from left to right, each with the sign before it."""
    found: list[tuple[str, t.Expression]] = []
    while isinstance(e, t.Sign) and e.sign in signs:
        found.append((e.sign, e.right))
        e = e.left
    return [("", e), *reversed(found)]


def quotient_value(ev: Evaluator, e: t.Sign, scope: Scope, want: Kind | None, hint: str) -> Value:
    left = ev.value(e.left, scope, None, hint)
    below = ev.number(e.right, scope, hint)
    if rw.normal(below) == 0:
        raise LsdError(e.right.place, "this divides by zero", "divide by something else")
    if isinstance(left, VectorValue):
        return VectorValue(left.term / below)
    return NumberValue(number_of(left, e.left.place) / below)


def power_value(ev: Evaluator, e: t.Sign, scope: Scope, want: Kind | None, hint: str) -> Value:
    base, exponent = ev.number(e.left, scope, hint), rw.normal(ev.number(e.right, scope, hint))
    known = exponent.value
    if isinstance(known, int | Fraction) and abs(Fraction(known)) > MAX_POWER:
        raise LsdError(e.right.place, f"an exponent is at most {MAX_POWER}", "write a smaller one")
    power = _checked(e.place, lambda x, n: x**n, base, exponent)
    if rw.free_symbols(power):
        return NumberValue(power)
    found = _checked(e.place, rw.normal, power)  # numbers are evaluated before they can grow
    size = getattr(found, "value", None)
    if isinstance(size, int | Fraction) and _digits(size) > MAX_DIGITS:
        raise LsdError(e.place, f"this number has more than {MAX_DIGITS} digits", "change its unit")
    return NumberValue(found)


def _digits(x: int | Fraction) -> int:
    """About how many digits a number has."""
    x = Fraction(x)
    return max(x.numerator.bit_length(), x.denominator.bit_length()) * 3 // 10


def called(ev: Evaluator, e: t.Apply, name: str, scope: Scope, hint: str) -> Value:
    """The value of a function of numbers."""
    for given in e.arguments:
        if given.name is not None:
            raise LsdError(given.place, f"{name} has no parameters with names", f"write {name}(x)")
    operands = [ev.number(given.value, scope, hint) for given in e.arguments]
    return NumberValue(_checked(e.place, FUNCTIONS[name], *operands))


def _checked(place: Place, make: Callable[..., Any], *operands: Any) -> Any:
    """The result of a function of the engine; its errors are reported with the place."""
    try:
        return make(*operands)
    except LsdError:
        raise
    except (RewriteError, TypeError, ZeroDivisionError, OverflowError) as error:
        raise LsdError(place, str(error), "see docs/lsd.md") from None
