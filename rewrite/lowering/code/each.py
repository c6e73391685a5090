"""Functions of single values, called for every value of a batch.

A function declared with `evaluate=` takes one value of each argument, as in exact evaluation: a
number, a tuple, a tuple of rows. NumPy code calls it with arrays that have batch axes first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...core.terms import Shape
from ..graph.graph import Called


def for_each(function: Callable[..., Any], called: Called) -> Callable[..., Any]:
    """The function of arrays that calls a function of single values.

    >>> from rewrite import Scalar, Vector, operator
    >>> largest = operator("largest", Vector, result=Scalar)
    >>> for_each(max, Called(largest, ((3,),), ()))([[1.0, 5.0, 2.0], [4.0, 0.0, 1.0]])
    array([5., 4.])
    """

    import numpy  # loaded only when needed

    def over_batch(*args: Any) -> Any:
        arrays = [numpy.asarray(x, dtype=float) for x in args]
        pairs = list(zip(arrays, called.takes, strict=True))
        batch = numpy.broadcast_shapes(*[x.shape[: x.ndim - len(shape)] for x, shape in pairs])
        given = [(numpy.broadcast_to(x, batch + shape), shape) for x, shape in pairs]
        found = numpy.empty(batch + called.gives)
        for at in numpy.ndindex(batch):
            found[at] = function(*[_tuples(x[at], shape) for x, shape in given])
        return found

    return over_batch


def _tuples(x: Any, shape: Shape) -> Any:
    """A number, or nested tuples of numbers."""
    return tuple(_tuples(row, shape[1:]) for row in x) if shape else float(x)
