"""Components in another frame.

A frame is a rotation R whose columns are its axes, by their components in the base frame, or a
triad: the three axes themselves, as vectors, which are assumed to be orthonormal. A vector given by
its components in a frame is R @ column(x, y, z) or x*i + y*j + z*k, which may be given as the value
of a symbol; `frame(v, R)` has, in the base frame, the components that v has in R.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...core.context import EMPTY, Context
from ...core.declare import orthogonal, zero
from ...core.facts import TRUE
from ...core.linear import add, scale
from ...core.operators import label
from ...core.sorts import Matrix, Quaternion, Scalar, Vector
from ...core.terms import Term
from ...deadline import time_limited
from ...errors import SortError
from ...normalform.walk import normal
from ...text.printing import brief
from ...theory.coordinates import column
from ...theory.matrices import matmul, trans
from ...theory.quaternions import quat, scalar_part, vector_part
from ...theory.vectors import dot, outer

Frame = Term | Sequence[Term]
"""A rotation, or three axes."""


@time_limited
def frame(
    t: Any, R: Any, context: Context | None = None, *, time_limit: float | None = None
) -> Any:
    """A term whose components are those of `t` in the frame R, a rotation or a triad (i, j, k).

    Vectors become Rᵀ v, rows v R, 3×3 matrices Rᵀ A R, vector parts of quaternions change like
    vectors, and scalars stay. Products such as RᵀR are cancelled.

    >>> from rewrite import Context, column, rotations, scalars, triad, vector, vectors
    >>> (R, S), (x, y, z), v = rotations("R S"), scalars("x y z"), vector("v")
    >>> frame(R @ column(x, y, z), R), frame(R @ S @ v, R)
    (column(x, y, z), S @ v)
    >>> i, j, k = vectors("i j k")
    >>> frame(x*i + y*k, (i, j, k), Context(triad(i, j, k)))
    column(x, 0, y)
    """
    if not isinstance(t, Term):
        raise SortError(f"frame takes a term, not {label(t)}")
    known = EMPTY if context is None else context
    axes = _checked(R, known)
    if t.sort is Scalar:
        return t
    if t.sort is Vector:
        return _vector(t, axes, known)
    if t.sort is Matrix and t.shape == (1, 3):
        return normal(trans.build((_vector(trans.build((t,)), axes, known),)), known)
    if t.sort is Matrix and t.shape == (3, 3):
        return _matrix(t, axes, known)
    if t.sort is Quaternion:
        pure = _vector(vector_part.build((t,)), axes, known)
        return normal(quat.build((scalar_part.build((t,)), pure)), known)
    if t.sort.level is not None:
        parts = [frame(part, R, context) for part in t.sort.level.written(t)]
        return normal(t.sort.level.whole.build(tuple(parts)), known)
    raise SortError(f"frame: {label(t)} has no components in a frame")


def _checked(R: Any, context: Context) -> Frame:
    """A frame, after checking that it is one."""
    axes = tuple(R) if isinstance(R, tuple | list) else ()
    if len(axes) == 3 and all(isinstance(axis, Term) and axis.sort is Vector for axis in axes):
        return axes
    if not isinstance(R, Term) or R.sort is not Matrix or R.shape != (3, 3):
        raise SortError(f"a frame is a 3×3 rotation or three vectors, not {label(R)}")
    if context.holds(orthogonal(R)) is not TRUE:
        raise SortError(
            f"a frame is a rotation, but {brief(R)} is not known to be one: declare it with "
            "rotation=True, or say so in a context"
        )
    return R


def _vector(v: Term, axes: Frame, context: Context) -> Any:
    if isinstance(axes, Term):
        return normal(matmul.build((trans.build((axes,)), v)), context)
    return column.build(tuple(_dot(i, v, context) for i in axes))


def _matrix(A: Term, axes: Frame, context: Context) -> Any:
    """Rᵀ A R, or the matrix of all i·(A j)."""
    if isinstance(axes, Term):
        return normal(matmul.build((trans.build((axes,)), A, axes)), context)
    base = [column.build(tuple(int(i == k) for i in range(3))) for k in range(3)]
    addends = A.args if A.op is add else (A,)
    columns = [add.build((zero(Vector), *[matmul.build((x, j)) for x in addends])) for j in axes]
    entries = [
        scale.build((_dot(i, column_j, context), outer.build((p, q))))
        for i, p in zip(axes, base, strict=True)
        for column_j, q in zip(columns, base, strict=True)
    ]
    return normal(add.build(tuple(entries)), context)


def _dot(i: Term, v: Term, context: Context) -> Any:
    """A coordinate; if v is a sum, the facts of the context are used on each addend."""
    opened = normal(v, context)
    addends = opened.args if opened.op is add else (opened,)
    return normal(add.build((zero(Scalar), *[dot.build((i, x)) for x in addends])), context)
