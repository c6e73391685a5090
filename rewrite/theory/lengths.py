"""Lengths of vectors and quaternions, and their squares."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..core.declaring import operator
from ..core.laws import Abbreviates, Absorbing, Homogeneous, OnFact
from ..core.linear import power, times
from ..core.operators import ZERO, Operator, Typed, number
from ..core.sorts import Linear, Quaternion, Scalar, Vector
from ..core.terms import Term
from .costs import coordinates
from .matrices import inv
from .quaternions import conj, qmul, scalar_part
from .scalar_tools import HALF, Refs, ScalarTools
from .vector_laws import Length
from .vectors import dot

Op = Operator[..., Any]


def _length(op: Op, args: tuple[Term, ...]) -> Typed:
    if args[0].sort not in (Vector, Quaternion):
        op.refuse(args, 0, "Vector or Quaternion", shape=(3, 1))
    return Scalar, (1, 1)


def _own_dot(v: Term) -> Term | None:
    return dot.build((v, v)) if v.sort is Vector else None


def _by_factors(length: Callable[[Term], Term]) -> Callable[[Term], Term | None]:
    """The length of a product, conjugate, inverse or power of quaternions by those of its parts."""

    def meaning(q: Term) -> Any:
        if q.sort is not Quaternion:
            return None
        if q.op is qmul:
            return times.build(tuple(length(x) for x in q.args))
        if q.op is conj:
            return length(q.args[0])
        if q.op is inv:
            return power.build((length(q.args[0]), number(-1)))
        if q.op is power:
            return power.build((length(q.args[0]), q.args[1]))
        return number(1) if q == 1 else None

    return meaning


def _change_of_square(d: Any, x: Any) -> Any:
    return 2 * (scalar_part(conj(x) * d) if x.sort is Quaternion else dot(x, d))


norm2: Operator[[Vector | Quaternion], Scalar] = operator(
    "norm2",
    Linear,
    result=_length,
    module="",
    doc="The square of the length: dot(a, a) of a vector, q q* of a quaternion.",
    unicode="‖{0}‖²",
    latex=r"\|{0}\|^2",
    laws=[
        Homogeneous(degree=2),
        Absorbing(ZERO),
        Abbreviates(_own_dot),
        OnFact("unit", lambda x: number(1)),
        Abbreviates(_by_factors(lambda x: norm2.build((x,)))),
    ],
    derivative=_change_of_square,
    cost=lambda t: (coordinates(t.args[0]), coordinates(t.args[0]) - 1),
    scalars=lambda low, t, x: (low.inner(x, x),),
    samples=[(Vector,), (Quaternion,)],
)
Quaternion.divisor = norm2


def _root(low: ScalarTools, t: Term, x: Refs) -> Refs:
    """The root of the sum of squares; of one number alone, that number without its sign."""
    present = [c for c in x if c != low.zero]
    value = low.value(present[0]) if len(present) == 1 else None
    if value is None:
        return (low.power(low.inner(x, x), HALF),)
    return (low.number(value if value >= 0 else -value),)


norm: Operator[[Vector | Quaternion], Scalar] = operator(
    "norm",
    Linear,
    result=_length,
    module="",
    doc="The length of a vector or a quaternion.",
    unicode="‖{0}‖",
    latex=r"\|{0}\|",
    laws=[
        Length(),
        OnFact("unit", lambda x: number(1)),
        Abbreviates(_by_factors(lambda x: norm.build((x,)))),
    ],
    derivative=lambda d, x: _change_of_square(d, x) / (2 * norm(x)),
    cost=lambda t: (coordinates(t.args[0]), coordinates(t.args[0]) - 1, 0, 1),
    scalars=_root,
    samples=[(Vector,), (Quaternion,)],
)
