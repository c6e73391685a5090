"""The terms that `a[0]`, `A[0, 1]`, `x, y, z = a` and `abs(x)` build.

>>> from rewrite import matrix, vector
>>> a, A = vector("a"), matrix("A")
>>> a[0], a[-1], A[:, 1], abs(a)
(x_of(a), z_of(a), A @ column(0, 1, 0), norm(a))
>>> x, y, z = a
>>> y
y_of(a)
"""

from __future__ import annotations

from numbers import Integral
from typing import Any

from ..core.hooks import brief
from ..core.operators import label
from ..core.sorts import Matrix, Quaternion, Scalar, Vector
from ..errors import SortError
from .coordinates import axis, x_of, y_of, z_of
from .functions import abs as absolute_value
from .lengths import norm
from .matrices import matmul, trans
from .quaternions import scalar_part, vector_part

COORDINATES = (x_of, y_of, z_of)


def entry(x: Any, place: Any) -> Any:
    """x[place]: a coordinate of a vector or quaternion, an entry, a row or a column of a matrix."""
    if x.sort is Vector:
        return COORDINATES[_index(x, place, 3)](x)
    if x.sort is Quaternion:
        i = _index(x, place, 4)
        return scalar_part(x) if i == 0 else COORDINATES[i - 1](vector_part(x))
    if x.sort is not Matrix or x.shape != (3, 3):
        raise SortError(f"{brief(x)}[…]: entries are taken of vectors, quaternions, 3×3 matrices")
    if not isinstance(place, tuple) or len(place) != 2:
        raise SortError(f"{brief(x)}[{place!r}]: write A[0, 1], A[0, :] for a row, A[:, 1]")
    whole = slice(None)
    row, col = (None if p == whole else axis(_index(x, p, 3)) for p in place)
    found = x if col is None else matmul.build((x, col))
    if row is None:
        return found
    return matmul.build((trans.build((row,)), found))


def _index(x: Any, place: Any, size: int) -> int:
    if isinstance(place, slice) or not isinstance(place, Integral):
        raise SortError(f"{brief(x)}[{place!r}]: an index is a whole number from 0 to {size - 1}")
    i = int(place)
    if not -size <= i < size:
        raise IndexError(f"{brief(x)}[{i}]: indices go from 0 to {size - 1}")
    return i % size


def entries(x: Any) -> Any:
    """The coordinates of a vector, for `x, y, z = v`."""
    if x.sort is not Vector:
        raise TypeError(f"a term has no elements to iterate over: {x}; its operands are .args")
    return iter([entry(x, i) for i in range(3)])


def size_of(x: Any) -> Any:
    """abs(x): the absolute value of a scalar, the length of a vector or quaternion."""
    if x.sort is Scalar:
        return absolute_value.build((x,))
    if x.sort in (Vector, Quaternion):
        return norm.build((x,))
    raise SortError(f"abs({brief(x)}): {label(x)} has no absolute value; use det or trace")
