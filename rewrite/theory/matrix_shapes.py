"""Shapes of matrices: how they pass through products, and from which others a shape is made.

Kinds are what random terms are made of (`samples` in a record): a sort, or the shape of a matrix.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from ..core.declare import MATRICES
from ..core.operators import Operator, Typed, label
from ..core.sorts import Scalar, Vector, sort_of_shape
from ..core.terms import Shape, Term
from ..errors import SortError

Op = Operator[..., Any]


def is_square(t: Term) -> bool:
    """Whether a term is a square matrix (a scalar is one)."""
    return len(t.shape) == 2 and t.shape[0] == t.shape[1]


def kind_of_shape(rows: int, columns: int) -> Any:
    """The kind of a matrix of this shape, as samples name it: a sort or a shape."""
    return {(1, 1): Scalar, (3, 1): Vector}.get((rows, columns), (rows, columns))


def shape_of_kind(kind: Any) -> Shape:
    """The shape of a matrix of this kind; () of what is none."""
    return kind if isinstance(kind, tuple) else {Scalar: (1, 1), Vector: (3, 1)}.get(kind, ())


def transposed_shape(op: Op, args: tuple[Term, ...]) -> Typed:
    """The sort and shape of a transpose."""
    if args[0].sort not in MATRICES:
        op.refuse(args, 0, "Matrix, Vector or Scalar")
    rows, cols = args[0].shape
    return sort_of_shape((cols, rows)), (cols, rows)


def transposable(kind: Any) -> list[tuple[Any, ...]]:
    """The sorts that have a transpose of this kind."""
    shape = shape_of_kind(kind)
    return [(kind_of_shape(*shape[::-1]),)] if shape else []


def product_shape(op: Op, args: tuple[Term, ...]) -> Typed:
    """Shapes multiply from the left; a factor or partial product that is a scalar only scales."""
    shape: Shape | None = None
    for i, arg in enumerate(args):
        if arg.sort not in MATRICES:
            op.refuse(args, i, "Matrix, Vector or Scalar", "quaternions are multiplied with *")
        if arg.sort is Scalar:
            continue
        if shape is None or shape == (1, 1):
            shape = arg.shape
        elif shape[1] == arg.shape[0]:
            shape = (shape[0], arg.shape[1])
        else:
            raise SortError(
                f"{op.shown(args)}: argument {i + 1} is {label(arg)}, which has {arg.shape[0]} "
                f"rows; the factor before it is {shape[0]}×{shape[1]} and needs {shape[1]}",
                [(shape[1], arg.shape[0])],
            )
    shape = shape or (1, 1)
    return sort_of_shape(shape), shape


def is_chain(t: Term) -> bool:
    """Whether a product is a chain of its factors, none of which only scales the others."""
    if t.sort is Scalar or any(a.sort is Scalar for a in t.args):
        return False
    return all(a.shape[1] == b.shape[0] for a, b in pairwise(t.args))


def factors_of(kind: Any) -> list[tuple[Any, ...]]:
    """The ways to make a small shape by multiplying, with scalars in between."""
    shape = shape_of_kind(kind)
    if not shape:
        return []
    (m, n), found = shape, list[tuple[Any, ...]]()
    for k in range(1, 4) if max(shape) < 4 else ():
        left, right = kind_of_shape(m, k), kind_of_shape(k, n)
        found += [(left, right), (left, Scalar, right), (left, kind_of_shape(k, k), right)]
    return [*found, (Scalar, kind), (kind, Scalar), ((1, 3), Vector, kind)]
