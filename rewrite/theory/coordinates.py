"""Coordinates of vectors: the finest level of detail that a vector or quaternion is known at.

`column(x, y, z)` is the vector with these coordinates, in the basis in which everything is
evaluated; `x_of(v)`, `y_of(v)`, `z_of(v)` are those of any vector.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from ..core.declaring import operator
from ..core.facts import Known, Truth
from ..core.laws import Abbreviates
from ..core.linear import add, multilinear, neg, times
from ..core.operators import Operator, number, zero_of
from ..core.sorts import Scalar, Vector
from ..core.terms import Term
from .costs import FREE
from .inferences import if_one
from .matrices import trans


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


_COLUMN = r"\begin{{pmatrix}} {0} \\ {1} \\ {2} \end{{pmatrix}}"
_HATS: dict[int | None, str] = dict(enumerate(("x\u0302", "ŷ", "ẑ")))
_HATS_IN_TEX: dict[int | None, str] = {
    i: rf"\hat{{{{\boldsymbol{{{{{e}}}}}}}}}" for i, e in enumerate("xyz")
}


def _axis_of(t: Term) -> int | None:
    """Which of the vectors of the basis a column is; None for others."""
    numbers = [x.value for x in t.args if x.op.constant]
    return numbers.index(1) if sorted(numbers) == [0, 0, 1] else None


def _is_unit(known: Known, t: Term) -> Truth:
    """Numbers whose squares sum to 1."""
    if _axis_of(t) is not None:
        return Truth.TRUE
    return if_one(known, add.build(tuple(times.build((x, x)) for x in t.args)))


def axis(i: int) -> Vector:
    """The vector with a 1 in one place."""
    return column.build(tuple([number(int(k == i)) for k in range(3)]))


column: Operator[[Scalar, Scalar, Scalar], Vector] = operator(
    "column",
    Scalar,
    Scalar,
    Scalar,
    result=Vector,
    module="",
    doc="The vector of three scalars.",
    unicode=lambda t: _HATS.get(_axis_of(t)),
    latex=lambda t: _HATS_IN_TEX.get(_axis_of(t), _COLUMN),
    facts={"unit": _is_unit},
    laws=[Abbreviates(_without_sign)],
    derivative="linear",
    linear=[lambda x, y, z: axis(0), lambda x, y, z: axis(1), lambda x, y, z: axis(2)],
    cost=FREE,
    scalars=lambda low, t, x, y, z: x + y + z,
)


def _coordinate(i: int) -> Callable[[Term], Term | None]:
    return lambda v: v.args[i] if v.op is column else None


def _operator(name: str, i: int) -> Operator[[Vector], Scalar]:
    return operator(
        name,
        Vector,
        result=Scalar,
        module="",
        doc=f"The {('first', 'second', 'third')[i]} coordinate of a vector.",
        laws=[*multilinear(), Abbreviates(_coordinate(i))],
        linear=lambda v: trans(axis(i)),
        cost=FREE,
        scalars=lambda low, t, v: v[i : i + 1],
    )


x_of, y_of, z_of = (_operator(name, i) for i, name in enumerate(("x_of", "y_of", "z_of")))
