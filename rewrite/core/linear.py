"""Sums, scalings and scalar products: the operators every linear sort has.

Their laws are declared here like any operator's. `normal` does not apply them one by one: a
dictionary from monomials to exact coefficients does the work of all of them at once. The rest of
their records needs operators of matrices and stands in `theory/linear_records.py`.
"""

from __future__ import annotations

from typing import Any

from .declaring import add_laws, operator
from .laws import (
    Absorbing,
    Associative,
    Commutative,
    External,
    Homogeneous,
    Inverse,
    Involution,
    Law,
    Morphism,
    Neutral,
)
from .operators import NUMBER, ONE, ZERO, Operator, Typed, label
from .sorts import Linear, Scalar
from .terms import Term

Op = Operator[..., Any]


def _one_sort(op: Op, args: tuple[Term, ...]) -> Typed:
    sort, shape = args[0].sort, args[0].shape
    if not issubclass(sort, Linear):
        op.refuse(args, 0, "a linear sort")
    for i, arg in enumerate(args):
        if arg.sort is not sort or arg.shape != shape:
            op.refuse(args, i, sort.label(shape), shape=shape)
    return sort, shape


def _of_first(op: Op, args: tuple[Term, ...]) -> Typed:
    if not issubclass(args[0].sort, Linear):
        op.refuse(args, 0, "a linear sort")
    if len(args) > 1 and args[1].sort is not Scalar:
        op.refuse(args, 1, "Scalar")
    return args[0].sort, args[0].shape


def _of_second(op: Op, args: tuple[Term, ...]) -> Typed:
    scalar, term = args
    if scalar.sort is not Scalar:
        op.refuse(args, 0, "Scalar")
    if not issubclass(term.sort, Linear) or term.sort is Scalar:
        op.refuse(args, 1, "a linear sort other than Scalar", "a product of scalars is mul")
    return term.sort, term.shape


def _power(op: Op, args: tuple[Term, ...]) -> Typed:
    base, exponent = args
    if exponent.op is not NUMBER:
        op.refuse(args, 1, "an exact number", "exponents are integers or rationals, not terms")
    square = len(base.shape) != 2 or base.shape[0] == base.shape[1]
    if not base.sort.has_one or not square:
        rows = base.shape[0] if base.shape else 0
        op.refuse(args, 0, "Scalar, a square Matrix or Quaternion", shape=(rows, rows))
    if base.sort is not Scalar and not isinstance(exponent.value, int):
        op.refuse(args, 1, f"an integer, because the base is {label(base)}")
    return base.sort, base.shape


neg: Any = operator(
    "neg",
    Linear,
    result=_of_first,
    module="",
    doc="The opposite, written -x.",
    sign="-",
    laws=[Involution()],
)
add: Any = operator(
    "add",
    Linear,
    Linear,
    result=_one_sort,
    laws=[Associative(), Commutative(), Neutral(ZERO), Inverse(neg, ZERO, total=True)],
    module="",
    doc="The sum, written x + y.",
    sign="+",
)
times: Any = operator(
    "times",
    Scalar,
    Scalar,
    result=Scalar,
    laws=[
        Associative(),
        Commutative(),
        Neutral(ONE),
        Absorbing(ZERO),
        Morphism(add),
        Homogeneous(),
    ],
    module="",
    doc="The product of scalars, written x*y.",
    sign="*",
)
scale: Any = operator(
    "scale",
    Scalar,
    Linear,
    result=_of_second,
    laws=[External(times), Neutral(ONE, "left"), Absorbing(ZERO), Morphism(add), Homogeneous()],
    module="",
    doc="A scalar times a vector, matrix or quaternion, written x*a.",
    sign="*",
)
div: Any = operator(
    "div",
    Linear,
    Scalar,
    result=_of_first,
    module="",
    doc="The quotient by a scalar, written x/y.",
    sign="/",
    laws=[Morphism(add, at=(0,)), Homogeneous(at=(0,))],
)
power: Any = operator(
    "power",
    Linear,
    Linear,
    result=_power,
    module="",
    doc="A power with an exact exponent, written x**n; of a matrix and a quaternion too.",
    sign="**",
)
add_laws(neg, [Morphism(add, eager=True)])
Linear.scaling, Scalar.scaling = scale, times

LINEAR_OPERATORS = frozenset((neg, add, times, scale, div, power))
"""The operators whose laws the dictionary of monomials applies."""


def is_free(op: Op) -> bool:
    """Whether an operator has no laws, so that it is normal on normal operands."""
    return not op.laws and op not in LINEAR_OPERATORS


def multilinear(over: Op | None = None, at: tuple[int, ...] | None = None) -> tuple[Law, ...]:
    """The laws of an operator that is linear in each of its operands (or in those `at`).

    Linear over the standard sum, unless another operator is given.

    >>> from rewrite import Vector, normal, operator, scalar, vectors
    >>> bracket = operator("bracket", Vector, Vector, result=Vector, laws=multilinear())
    >>> a, b = vectors("a b")
    >>> normal(bracket(2*a, -scalar("x")*b))
    -2*x*bracket(a, b)
    """
    absorbing = (Absorbing(ZERO),) if at is None else ()
    return (Homogeneous(at=at), Morphism(add if over is None else over, at=at), *absorbing)
