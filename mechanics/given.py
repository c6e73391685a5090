"""Quantities as a model is given them: terms, Python numbers, lists and arrays of numbers."""

from __future__ import annotations

from typing import Any, TypeVar

from rewrite import Matrix, RewriteError, Scalar, Term, Vector, normal, number, zero

from .errors import ModelError

S = TypeVar("S", bound=Term)


def given(what: str, value: Any, sort: type[S]) -> S:
    """A quantity as a term of its sort; anything that is not one is refused by name.

    >>> from rewrite import Scalar, Vector
    >>> given("the mass", 2.5, Scalar), given("gravity", [0, 0, -10], Vector)
    (5/2, -column(0, 0, 10))
    >>> given("the mass", [1, 2, 3], Scalar)
    Traceback (most recent call last):
    ...
    mechanics.errors.ModelError: the mass must be a Scalar, not [1, 2, 3] (list)
    """
    found = value if isinstance(value, Term) else _read(what, value, sort)
    if not isinstance(found, sort):
        kind = type(value).__name__
        hint = "; write l*X, say, or column(x, y, z)" if sort is Vector else ""
        raise ModelError(f"{what} must be a {sort.__name__}, not {value} ({kind}){hint}")
    return found


def _read(what: str, value: Any, sort: type[Term]) -> Any:
    """A Python number, list or array as a term; None if it is none of these."""
    if isinstance(value, bool | str | None):
        return None
    try:
        if sort is Scalar:
            return number(value)
        if sort is Vector:
            return normal(zero(Vector) + value)
        if sort is Matrix:
            return normal(zero((3, 3)) + value)
    except (RewriteError, TypeError, ValueError):
        return None
    return None
