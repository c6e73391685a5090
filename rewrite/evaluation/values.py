"""Values as users give and get them, and internally as flat tuples of coordinates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..core.sorts import Linear, Matrix, Quaternion, Scalar, Vector
from ..core.terms import Term, describe_symbol
from ..errors import RewriteError, SortError
from .fields import Coordinates, Domain
from .reals import Float


def described(t: Term) -> str:
    """A term with its sort, for messages: `a (Vector, unit)`."""
    return describe_symbol(t) if t.is_symbol else f"{t} ({t.sort.label(t.shape)})"


def array(values: Any) -> Any:
    """A NumPy array; NumPy is loaded only when it is needed."""
    import numpy

    return numpy.array(values)


def load(domain: Domain, t: Term, value: Any) -> Coordinates:
    """The coordinates of a value given for a term; its form is checked.

    >>> from .domains import Exact
    >>> from rewrite import vector
    >>> load(Exact(), vector("v"), [1, 2])
    Traceback (most recent call last):
    ...
    rewrite.errors.SortError: the value of v (Vector) must be 3 numbers, not [1, 2]
    """
    value = value.tolist() if hasattr(value, "tolist") else value
    count = t.sort.coordinates(t.shape)
    if count == 0:
        return _without_coordinates(t, value)
    numbers = [value] if t.sort is Scalar else _flat(t, value, count)
    try:
        return tuple([domain.load(x) for x in numbers])
    except SortError as error:
        raise SortError(f"the value of {described(t)}: {error}") from None


def _without_coordinates(t: Term, value: Any) -> Coordinates:
    """A value of a sort without coordinates, which is passed along unchanged."""
    if issubclass(t.sort, Linear):
        raise RewriteError(
            f"{described(t)} is of a linear sort without coordinates: give the class "
            f"{t.sort.__name__} a dimension"
        )
    return (value,)


def _flat(t: Term, value: Any, count: int) -> list[Any]:
    """The numbers of a value in order, after checking how many there are."""
    rows, columns = t.shape if t.sort is Matrix else (1, count)
    table = value if t.sort is Matrix else (value,)
    fits = isinstance(table, list | tuple) and len(table) == rows
    if not fits or not all(isinstance(r, list | tuple) and len(r) == columns for r in table):
        needs = f"{rows} rows of {columns}" if t.sort is Matrix else f"{count}"
        raise SortError(f"the value of {described(t)} must be {needs} numbers, not {value!r:.60}")
    return [x for row in table for x in row]


def public(domain: Domain, t: Term, x: Coordinates, out: Callable[[Any], Any]) -> Any:
    """Coordinates in the form in which a user sees values of the sort of a term."""
    if t.sort is Scalar:
        return out(x[0])
    if t.sort.coordinates(t.shape) == 0:
        return x[0]
    if t.sort is Matrix:
        columns = t.shape[1]
        rows = [tuple(map(out, x[i : i + columns])) for i in range(0, len(x), columns)]
        return array(rows) if isinstance(domain, Float) else tuple(rows)
    values = tuple(map(out, x))
    standard = t.sort in (Vector, Quaternion)
    return array(values) if standard and isinstance(domain, Float) else values
