"""Coordinates of vectors: the finest level of detail that a vector or quaternion is known at.

`column(x, y, z)` is the vector with these coordinates, in the basis in which everything is
evaluated; `x_of(v)`, `y_of(v)`, `z_of(v)` are those of any vector.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from ..core.declaring import operator
from ..core.facts import UNKNOWN, Known, Truth
from ..core.laws import Abbreviates
from ..core.linear import add, multilinear, neg, times
from ..core.operators import Operator, number, zero_of
from ..core.sorts import Scalar, Vector
from ..core.terms import Term


def _without_sign(*coordinates: Term) -> Term | None:
    """Zero; and the opposite of a column of numbers whose first that is not zero is negative, so
    that column(-1, 0, 0) and column(1, 0, 0) are like terms."""
    if not all(x.op.constant for x in coordinates):
        return None
    first = next((x.value for x in coordinates if x.value), 0)
    if not first:
        return zero_of(Vector, (3, 1))
    if first > 0:
        return None
    opposite: Term = column.build(tuple([number(-x.value) for x in coordinates]))
    return cast(Term, neg.build((opposite,)))


def _is_unit(known: Known, t: Term) -> Truth:
    """Numbers whose squares sum to 1."""
    square = known.normal(add.build(tuple(times.build((x, x)) for x in t.args)))
    return Truth.of(square.value == 1) if square.op.constant else UNKNOWN


column: Operator[[Scalar, Scalar, Scalar], Vector] = operator(
    "column",
    Scalar,
    Scalar,
    Scalar,
    result=Vector,
    module="",
    doc="The vector of three scalars.",
    laws=[Abbreviates(_without_sign)],
    evaluate=lambda x, y, z: (x, y, z),
    facts={"unit": _is_unit},
    cost=lambda t: (0, 0),
    latex=r"\begin{{pmatrix}} {0} \\ {1} \\ {2} \end{{pmatrix}}",
)


def _coordinate(i: int) -> Callable[[Term], Term | None]:
    return lambda v: v.args[i] if v.op is column else None


def _operator(name: str, i: int) -> Operator[[Vector], Scalar]:
    laws: Any = [*multilinear(add), Abbreviates(_coordinate(i))]
    return operator(
        name,
        Vector,
        result=Scalar,
        module="",
        doc=f"The {('first', 'second', 'third')[i]} coordinate of a vector.",
        laws=laws,
        evaluate=lambda v: v[i],
        cost=lambda t: (0, 0),
    )


x_of, y_of, z_of = (_operator(name, i) for i, name in enumerate(("x_of", "y_of", "z_of")))
