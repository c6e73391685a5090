"""The meaning of signs in text: the same as in Python, with exact numbers.

Numbers stay Python numbers until they are combined with a term, so that 0 and 1 take the sort
required there.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from math import log2
from typing import Any, cast

from ..core.linear import power
from ..core.operators import OPAQUE, label
from ..core.sorts import Matrix, Scalar, Vector
from ..core.terms import Term, intern
from ..errors import LimitError, RewriteError, SortError, UndefinedError
from ..theory.vectors import cross, dot
from .known_names import Value

MAX_DIGITS = 4_000
"""The most digits of a number that is read or computed (Python's own limit is 4300)."""
MAX_EXPONENT = 1_000
"""The largest exponent of `1e1000`, and the most digits that a power of numbers may have."""

_BITS = log2(10)  # per digit
_SIGNS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "@": operator.matmul,
    "**": operator.pow,
    "×": lambda x, y: _crossed(x, y),
    "·": lambda x, y: _dotted(x, y),
}


def _crossed(x: Any, y: Any) -> Any:
    """x × y: the product of vectors, or of numbers."""
    sorts = [t.sort if isinstance(t, Term) else Scalar for t in (x, y)]
    if sorts == [Vector, Vector]:
        return cross(x, y)
    if sorts == [Scalar, Scalar]:
        return x * y
    raise SortError(f"× joins two vectors, not {label(x)} and {label(y)}; * is for scalars")


def _dotted(x: Any, y: Any) -> Any:
    """x · y: of vectors, of scalars with anything, of matrices with matrices and vectors."""
    sorts = [t.sort if isinstance(t, Term) else Scalar for t in (x, y)]
    if sorts == [Vector, Vector]:
        return dot(x, y)
    return x @ y if sorts[0] is Matrix and sorts[1] in (Matrix, Vector) else x * y


# -- numbers --------------------------------------------------------------------------------------


def literal(text: str) -> int | Fraction:
    """A decimal number, read exactly.

    >>> literal("0.1"), literal("2e3")
    (Fraction(1, 10), 2000)
    """
    digits, _, exponent = text.lower().partition("e")
    if len(digits) > MAX_DIGITS:
        raise LimitError(f"a number of more than {MAX_DIGITS} digits")
    if len(exponent) > 9 or abs(int(exponent or 0)) > MAX_EXPONENT:
        raise LimitError(f"an exponent beyond {MAX_EXPONENT}")
    return _tidy(Fraction(Decimal(text)))


def _tidy(value: Fraction) -> int | Fraction:
    return value.numerator if value.denominator == 1 else value


def _arithmetic(sign: str, x: Fraction, y: Fraction) -> Value:
    """Exact arithmetic between numbers; a root stays a term."""
    if sign == "@":
        raise SortError("@ joins matrices and vectors, not numbers")
    if sign == "**" and y.denominator != 1:
        return cast(Term, power.build((x, y)))
    divisor = y if sign == "/" else x if sign == "**" and y < 0 else 1
    if divisor == 0:
        raise UndefinedError("division by zero")
    if sign == "**" and _size(x) > 1 and abs(y) > MAX_EXPONENT * _BITS / log2(_size(x)):
        raise LimitError(f"a power of more than {MAX_EXPONENT} digits")
    value = cast(Fraction, _SIGNS[sign](x, y))
    if _size(value).bit_length() > MAX_DIGITS * _BITS + 1:
        raise LimitError(f"a number of more than {MAX_DIGITS} digits")
    return _tidy(value)


def _size(x: Fraction) -> int:
    return max(abs(x.numerator), x.denominator)


# -- signs ----------------------------------------------------------------------------------------


def negate(x: Value) -> Value:
    """-x."""
    return _checked(operator.neg, (x,), lambda: f"-{label(x)}")


def combine(sign: str, x: Value, y: Value) -> Value:
    """x and y joined by a sign, as Python joins them."""
    if not isinstance(x, Term):
        if not isinstance(y, Term):
            return _arithmetic(sign, Fraction(x), Fraction(y))
        if sign == "**":
            raise SortError(f"an exponent must be an exact number, not {label(y)}")
    return _checked(_SIGNS[sign], (x, y), lambda: f"{label(x)} {sign} {label(y)}")


def attribute(name: str, x: Value) -> Value:
    """x.T or x.inv."""
    if name not in ("T", "inv"):
        raise SortError("only .T and .inv may follow a term")
    if not isinstance(x, Term) or not hasattr(type(x), name):
        raise SortError(f"{label(x)} has no .{name}")
    return cast(Value, getattr(x, name))


def call(function: Callable[..., Any], name: str, args: list[Value]) -> Value:
    """The value of a function."""
    return _checked(function, args, lambda: f"{name}({', '.join(map(label, args[:10]))})")


def _checked(
    function: Callable[..., Any], args: Sequence[Value], shown: Callable[[], str]
) -> Value:
    """The value; a TypeError of Python becomes a message about sorts."""
    try:
        return cast(Value, function(*args))
    except RewriteError:
        raise
    except TypeError:
        raise SortError(f"{shown()} is not defined") from None


# -- chains ----------------------------------------------------------------------------------------


def fold(first: Partial, rest: list[tuple[str, Value, int]], at: Callable[[int], None]) -> Partial:
    """Combine `first` with each sign and operand from left to right, in linear time.

    The result is that of `combine` at every step; `at` is called with the position of each step.
    """
    value = first
    for sign, operand, position in rest:
        at(position)
        if isinstance(value, Growing) and value.takes(sign, operand):
            continue
        value = combine(sign, whole(value), operand)
        if isinstance(value, Term) and value.op.variadic and value.op.sign is not None:
            value = Growing(value)
    return value


class Growing:
    """A sum or product that takes one more operand at a time, without copying those it has.

    To find out whether Python would flatten, how it would read a number, or whether it would refuse
    an operand, the operand is first combined with a stand-in of the same sort and shape.
    """

    def __init__(self, t: Term) -> None:
        self.op, self.operands = t.op, list(t.args)
        self._stand_in(t)

    def _stand_in(self, t: Term) -> None:
        stops = t.op.sign == "@" and t.sort is Scalar  # a Scalar x @ y takes no more operands
        self.before = None if stops else intern(OPAQUE, (), t.sort, t.shape, "…")

    def takes(self, sign: str, operand: Value) -> bool:
        """Append the operand if Python would; whether it did."""
        if self.before is None:
            return False
        try:
            step = combine(sign, self.before, operand)
        except RewriteError:
            return False  # it will be refused again, with a message about the whole term
        if not isinstance(step, Term) or step.op is not self.op:
            return False
        self.operands.append(step.args[1])
        self._stand_in(step)
        return True


Partial = Value | Growing
"""A value, or one to which the next sign may still add an operand."""


def whole(x: Partial) -> Value:
    """The value, no longer growing."""
    return cast(Term, x.op.build(tuple(x.operands))) if isinstance(x, Growing) else x
