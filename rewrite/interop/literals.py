"""Lists, NumPy arrays and sympy expressions in place of a vector or a matrix.

>>> import numpy
>>> from rewrite import cross, matrix, scalar, vector
>>> a, A, x = vector("a"), matrix("A"), scalar("x")
>>> cross(a, [1, 0, x]), A @ numpy.array([0, 0, 1]), a + (1, 2, 0.5)
(cross(a, column(1, 0, x)), A @ column(0, 0, 1), a + column(1, 2, 1/2))
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from importlib import import_module
from typing import Any

from ..core.declare import identity
from ..core.linear import add
from ..core.operators import coerce, label, number, zero_of
from ..core.sorts import Matrix, Quaternion, Scalar
from ..core.terms import Shape, Term
from ..errors import SortError
from ..theory.coordinates import column
from ..theory.matrices import matmul, trans
from ..theory.quaternions import quat

FORMS = "lists and arrays of 3 numbers are vectors, of 3 rows of 3 numbers matrices"


def literal(value: Any, sort: type[Term] | None = None, shape: Shape | None = None) -> Any:
    """The term for a list, an array or a sympy object, of this sort if one is given."""
    rows = _entries(value)
    if not isinstance(rows, list):
        return _scalar(rows)
    if sort is Quaternion and len(rows) == 4 and not isinstance(rows[0], list):
        return quat(_scalar(rows[0]), _column(rows[1:]))
    if rows and all(isinstance(row, list) for row in rows):
        return _matrix(rows, value)
    if len(rows) != 3:
        raise SortError(f"{label(value)} has {len(rows)} entries; {FORMS}")
    found = _column(rows)
    return trans(found) if shape == (1, 3) else found


def _entries(value: Any) -> Any:
    """Lists of lists of entries, or a single entry."""
    if isinstance(value, list | tuple):
        return [_entries(x) for x in value]
    listed = getattr(value, "tolist", None)  # of NumPy, and of matrices of sympy
    if listed is None or isinstance(value, Term):
        return value
    return _entries(listed()) if not isinstance(listed(), type(value)) else value


def _scalar(x: Any) -> Any:
    if isinstance(x, list):
        raise SortError(f"the entry {x!r:.40} of a list is a list itself; {FORMS}")
    if type(x).__module__.partition(".")[0] == "sympy":
        return import_module("rewrite.interop.sympy").from_sympy(x)
    return coerce(x, Scalar, (1, 1), "an entry") if isinstance(x, Term) else number(x)


def _column(entries: Sequence[Any]) -> Any:
    return column.build(tuple([_scalar(x) for x in entries]))


def _matrix(rows: Sequence[Sequence[Any]], value: Any) -> Any:
    """A matrix as a sum of columns times unit rows; a single column is a vector."""
    widths = {len(row) for row in rows}
    if len(rows) == 3 and widths == {1}:
        return _column([row[0] for row in rows])
    if len(rows) == 1 and widths == {3}:
        return trans(_column(rows[0]))
    if len(rows) != 3 or widths != {3}:
        form = f"{len(rows)}×{min(widths)}" if len(widths) == 1 else "of unequal rows"
        raise SortError(f"{label(value)} is {form}; {FORMS}, and others are declared as symbols")
    columns = [_column([row[j] for row in rows]) for j in range(3)]
    if columns == [_axis(j) for j in range(3)]:
        return identity(3)
    parts = [
        matmul.build((c, trans(_axis(j)))) for j, c in enumerate(columns) if c != _column("000")
    ]
    if not parts:
        return zero_of(Matrix, (3, 3))
    return reduce(lambda x, y: add.build((*x.args, y) if x.op is add else (x, y)), parts)


def _axis(i: int) -> Any:
    return _column([int(k == i) for k in range(3)])
