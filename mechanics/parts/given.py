"""Quantities as a user gives them: terms, Python numbers, lists and arrays of numbers.

A float is read as the decimal fraction that Python prints for it: 0.2 means 1/5, and an axis
(0, 0.6, 0.8) is a unit vector. Converted back to a float it is the same number.
"""

from __future__ import annotations

from fractions import Fraction
from math import isfinite
from typing import Any, TypeVar

from rewrite import Matrix, RewriteError, Scalar, Term, Vector, normal, number, zero

from ..errors import ModelError

S = TypeVar("S", bound=Term)


def given(what: str, value: Any, sort: type[S]) -> S:
    """A quantity as a term of its sort; anything else is refused, and the message names it.

    >>> from rewrite import Scalar, Vector
    >>> given("the mass", 0.2, Scalar), given("gravity", [0, 0, -9.81], Vector)
    (1/5, -column(0, 0, 981/100))
    >>> given("the mass", [1, 2, 3], Scalar)
    Traceback (most recent call last):
    ...
    mechanics.errors.ModelError: the mass must be a Scalar, not [1, 2, 3] (list)
    """
    found = value if isinstance(value, Term) else _read(value, sort)
    if not isinstance(found, sort):
        kind = type(value).__name__
        hint = "; write for example l*X or column(x, y, z)" if sort is Vector else ""
        raise ModelError(f"{what} must be a {sort.__name__}, not {value} ({kind}){hint}")
    return found


def _read(value: Any, sort: type[Term]) -> Any:
    """A Python number, list or array as a term; None if it is none of these."""
    if isinstance(value, bool | str | None):
        return None
    read = _as_written(value)
    try:
        if sort is Scalar:
            return number(read)
        if sort is Vector:
            return normal(zero(Vector) + read)
        if sort is Matrix:
            return normal(zero((3, 3)) + read)
    except (RewriteError, TypeError, ValueError):
        return None
    return None


def _as_written(value: Any) -> Any:
    """A value with decimal fractions in place of its floats."""
    if isinstance(value, float):
        return Fraction(repr(float(value))) if isfinite(value) else value
    if isinstance(value, list | tuple):
        return [_as_written(x) for x in value]
    return _as_written(value.tolist()) if hasattr(value, "tolist") else value
