"""The terms that Python's operators build: `a + b`, `2*a`, `A @ b`, `x**2`, never simplified.

A chain written without brackets is one operator with many operands: `a + b + c` is a sum of three,
`a + (b + c)` a sum of two. `add(...)` and `mul(...)` build long ones in one go.
"""

from __future__ import annotations

from decimal import Decimal
from numbers import Rational
from typing import Any, TypeVar, cast

from ..core.hooks import brief, hooks
from ..core.linear import add as _add
from ..core.linear import div, neg, power, scale, times
from ..core.operators import NUMBER, coerce, is_foreign, label, number
from ..core.sorts import Linear, Matrix, Quaternion, Scalar, Vector, sort_of_shape
from ..core.terms import Term, intern
from ..deadline import check_time
from ..errors import SortError
from .entries import entries as entries
from .entries import entry as entry
from .entries import size_of as size_of
from .matrices import inv, matmul, trans
from .quaternions import qmul

L = TypeVar("L", bound=Linear)

_OPERANDS = (Term, Rational, Decimal, float)


def _operand(value: Any) -> bool:
    """Whether Python should let us handle this operand: a number, a list, an array, …"""
    return isinstance(value, _OPERANDS) or is_foreign(value)


def _read(value: Any) -> Any:
    """A number, list or array as the term that it stands for by its form alone."""
    return hooks.literal(value) if is_foreign(value) else number(value)


def _like(value: Any, t: Term, shown: str) -> Term:
    return coerce(value, t.sort, t.shape, f"{shown} with {brief(t)}: the other operand")


def _chain(op: Any, x: Term, y: Term) -> Any:
    """x op y, where an x that is itself a chain takes one more operand.

    Only x and y are checked against each other: the operands of x have been.
    """
    check_time(0)
    args = (*x.args, y) if x.op is op else (x, y)
    known = op.table.get(args)
    if known is not None:
        found = known()
        if found is not None:
            return found
    sort, shape = op.typing(op, (x, y))
    return intern(op, args, sort, shape)


def plus(x: L, y: object) -> L:
    if not isinstance(y, Term):
        if not _operand(y):
            return cast(L, NotImplemented)
        y = _like(y, x, "+")
    return cast(L, _chain(_add, x, y))


def plus_reversed(x: L, y: object) -> L:
    return cast(L, _add.build((_like(y, x, "+"), x))) if _operand(y) else cast(L, NotImplemented)


def minus(x: L, y: object) -> L:
    if not isinstance(y, Term):
        if not _operand(y):
            return cast(L, NotImplemented)
        y = _like(y, x, "-")
    if y.sort is not x.sort or y.shape != x.shape:
        _add.refuse((x, y), 1, label(x), shape=x.shape)
    return cast(L, _chain(_add, x, intern(neg, (y,), y.sort, y.shape)))


def minus_reversed(x: L, y: object) -> L:
    if not _operand(y):
        return cast(L, NotImplemented)
    return cast(L, _add.build((_like(y, x, "-"), neg.build((x,)))))


def times_left(x: L, y: Any) -> L:
    """y*x for a number y."""
    if not _operand(y):
        return cast(L, NotImplemented)
    if is_foreign(y):
        return cast(L, hooks.literal(y) * x)
    op = times if x.sort is Scalar else scale
    return cast(L, intern(op, (number(y), x), x.sort, x.shape))


def times_right(x: L, y: Any) -> L:
    """x*y for a scalar y: a scaling, written with its scalar first."""
    if not _operand(y):
        return cast(L, NotImplemented)
    if not isinstance(y, Term):
        y = _read(y)
    if y.sort is not Scalar:
        refuse("*", x, y, _REMEDIES.get((x.sort, y.sort), "@"))
    return cast(L, scale.build((y, x)))


_REMEDIES: dict[Any, str] = {
    (Vector, Vector): "dot, cross or outer",
    (Quaternion, Vector): "rotate(q, v), or quat(0, v) for the pure quaternion",
    (Vector, Quaternion): "rotate(q, v), or quat(0, v) for the pure quaternion",
    (Quaternion, Matrix): "rotation_matrix(q) with @",
    (Matrix, Quaternion): "rotation_matrix(q) with @",
}


def refuse(sign: str, x: Any, y: Any, remedy: str) -> Any:
    """Raise the error about an operator of Python that these operands do not have."""
    shown = f"{brief(x)} {sign} {brief(y)}"
    raise SortError(f"{shown}: {label(x)} {sign} {label(y)} is not defined; use {remedy}")


def refuse_number(x: Any) -> Any:
    """Raise the error about a function of floats that is given a term."""
    raise TypeError(
        f"{brief(x)} is a term, not a number: use sin, cos, exp, … of rewrite for functions of it, "
        "evaluate(term, values) for its value"
    )


def refuse_order(x: Any, y: Any) -> Any:
    """Raise the error about an inequality."""
    raise TypeError(
        f"{brief(x)} and {brief(y)} are compared by size: there are no inequalities between terms. "
        "A context takes facts such as nonzero(x), unit(a) and equals(a, b); equal(a, b) decides "
        "equations"
    )


def scalar_times(x: Any, y: Any) -> Any:
    """x*y for a scalar x."""
    if not isinstance(y, Term):
        if not _operand(y):
            return NotImplemented
        y = _read(y)
    if y.sort is Scalar:
        return intern(times, (*x.args, y) if x.op is times else (x, y), Scalar, (1, 1))
    if isinstance(y, Linear):
        return intern(scale, (x, y), y.sort, y.shape)
    return scale.build((x, y))  # refuses it


def quaternion_times(x: Any, y: Any) -> Any:
    if isinstance(y, Term) and y.sort is Quaternion:
        return _chain(qmul, x, y)
    return times_right(x, y)


def over(x: L, y: Any) -> L:
    if not _operand(y):
        return cast(L, NotImplemented)
    return cast(L, quotient(x, y if isinstance(y, Term) else _read(y)))


def over_reversed(x: L, y: Any) -> L:
    return cast(L, quotient(_read(y), x)) if _operand(y) else cast(L, NotImplemented)


def quotient(x: Any, y: Any) -> Any:
    """x/y: a product with a power, so that x/y and x*y**-1 are one term; a/2 stays a quotient.

    >>> from rewrite import scalars, vector
    >>> (x, y), a = scalars("x y"), vector("a")
    >>> x*y**-2 is x/y**2, x**-1 is 1/x, y**-1*a is a/y
    (True, True, True)
    """
    if y.sort is not Scalar:
        refuse("/", x, y, "a Scalar as divisor, or inv(...)")
    if y.op is NUMBER:
        return div.build((x, y))
    below = reciprocal(y)
    if x.op is NUMBER and x.value in (1, -1):
        return below if x.value == 1 else negated(below)
    return scalar_times(x, below) if x.sort is Scalar else scale.build((below, x))


def reciprocal(y: Any) -> Any:
    """1/y: the opposite exponent, if y is a power with a positive one."""
    base, exponent = (y.args[0], y.args[1].value) if y.op is power else (y, 1)
    if exponent <= 0:
        base, exponent = y, 1
    return power.build((base, number(-exponent)))


def to_power(x: L, y: Any) -> L:
    if not _operand(y):
        return cast(L, NotImplemented)
    return cast(L, power.build((x, y if isinstance(y, Term) else _read(y))))


def negated(x: L) -> L:
    return intern(neg, (x,), cast(type[L], x.sort), x.shape)


def transposed(x: Linear, sort: type[L]) -> L:
    return cast(L, trans.build((x,)))


def inverted(x: L) -> L:
    return cast(L, inv.build((x,)))


def product(x: Any, y: Any) -> Any:
    """x @ y."""
    if not isinstance(y, Term):
        if not _operand(y):
            return NotImplemented
        y = hooks.literal(y) if is_foreign(y) else _unit_for(y, x.shape[1])
    if y.sort.action is not None:
        return y.sort.action.build((x, y))
    return _chain(matmul, x, y) if x.sort is not Scalar else matmul.build((x, y))


def product_reversed(x: Any, y: Any) -> Any:
    if not _operand(y):
        return NotImplemented
    if is_foreign(y):
        return product(hooks.literal(y), x)
    return matmul.build((y if isinstance(y, Term) else _unit_for(y, x.shape[0]), x))


def _unit_for(value: Any, size: int) -> Term:
    return coerce(value, sort_of_shape((size, size)), (size, size), "@: the operand")


def add(*terms: Any) -> Any:
    """A sum of any number of terms of one sort, as written.

    >>> from rewrite import vectors
    >>> a, b = vectors("a b")
    >>> add(a, b, a)
    a + b + a
    """
    if not terms:
        raise SortError("add() of no terms has no sort; write zero(Vector), zero((2, 3)), ...")
    if len(terms) == 1 and isinstance(terms[0], Linear):
        return terms[0]
    return _add.build(terms)


def mul(*terms: Any) -> Any:
    """A product of any number of factors, as written.

    Scalars multiply, matrices and vectors form a matrix product, quaternions a quaternion product;
    scalars that stand first scale what follows.

    >>> from rewrite import scalars, matrices, vector
    >>> (x, y), (A, B), v = scalars("x y"), matrices("A B"), vector("v")
    >>> mul(x, y, A, B, v)
    x*y*(A @ B @ v)
    """
    if not terms:
        return number(1)
    factors = tuple(t if isinstance(t, Term) else number(t) for t in terms)
    others = tuple(t for t in factors if t.sort is not Scalar)
    if not others or others[0].sort is Quaternion:  # scalars may stand anywhere
        front, rest = tuple(t for t in factors if t.sort is Scalar), others
    else:
        leading = next(i for i, t in enumerate(factors) if t.sort is not Scalar)
        front, rest = factors[:leading], factors[leading:]
    scalar = times.build(front) if len(front) > 1 else front[0] if front else None
    if not rest:
        return scalar
    whole = _product_of(rest)
    return whole if scalar is None else scale.build((scalar, whole))


def _product_of(factors: tuple[Any, ...]) -> Any:
    first = factors[0]
    op = getattr(first.sort, "product", None)
    if op is None and len(factors) > 1 and first.sort is Vector:
        op = matmul
    if len(factors) == 1:
        return first
    if op is None:
        raise SortError(f"mul: terms of sort {label(first)} have no product")
    return op.build(factors)
