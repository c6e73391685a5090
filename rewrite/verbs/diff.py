"""`diff`: derivatives of terms of every sort with respect to a scalar, time or a vector."""

from __future__ import annotations

from typing import Any, TypeVar, cast, overload

from ..core.declare import symbol
from ..core.linear import add, div, neg, scale
from ..core.operators import label, zero_of
from ..core.sorts import Linear, Matrix, Scalar, Vector
from ..core.substitution import subs
from ..core.terms import Term, describe_symbol, postorder
from ..deadline import checked_limit, within
from ..errors import NotLinearError, SortError
from ..normalform.walk import normal
from ..text.printing import brief
from ..theory.coordinates import column
from ..theory.matrices import trans
from .differentials import Differentials, derivative_kind, seed
from .linearity import coefficient

L = TypeVar("L", bound=Linear)


@overload
def diff(t: L, x: Scalar, order: int = 1, *, time_limit: float | None = None) -> L: ...
@overload
def diff(t: Scalar, x: Vector, order: int = 1, *, time_limit: float | None = None) -> Vector: ...
@overload
def diff(t: Vector, x: Vector, order: int = 1, *, time_limit: float | None = None) -> Matrix: ...
def diff(t: Linear, x: Scalar | Vector, order: int = 1, *, time_limit: float | None = None) -> Any:
    """The derivative of a term with respect to a symbol x, taken `order` times, in normal form.

    For a scalar symbol, everything else is constant. For `time`, symbols declared with `time=True`
    depend on it (see `theory.rates`). For a vector symbol, the derivative of a scalar is its
    gradient, a Vector, and that of a vector its Jacobian, a 3×3 Matrix J with dt = J dx; the second
    derivative of a scalar is its Hessian. It holds wherever the term can be differentiated: the
    norm of zero cannot. A sort without sums may have a `tangent`: the derivative of a displacement
    D is D⁻¹ dD.

    Facts of symbols are used; those of a Context can be used on the result, by `normal` and
    `simplify`. After `time_limit` seconds it stops with a LimitError.

    >>> from rewrite import cross, dot, inv, matrix, rotation, scalar, sin, time, vectors
    >>> x, A = scalar("x"), matrix("A")
    >>> diff(sin(x)**2 * inv(A), x)
    2*cos(x)*sin(x)*A.inv
    >>> R, (a, b) = rotation("R", time=True), vectors("a b")
    >>> diff(R @ a, time)
    R @ cross(R_w, a)
    >>> diff(R @ a, time, 2)
    R @ cross(R_w', a) + R @ cross(R_w, cross(R_w, a))
    >>> diff(dot(a, A @ a), a), diff(cross(a, b), a)
    (A @ a + A.T @ a, -tilde(b))
    """
    if not isinstance(t, Term) or not (isinstance(t, Linear) or t.sort.tangent):
        raise SortError(f"diff: only terms of linear sorts are differentiated, not {label(t)}")
    check_symbol(x)
    if type(order) is not int or order < 0:
        raise SortError(f"diff: the order must be a nonnegative integer, not {order!r}")
    with within(checked_limit(time_limit)):
        result: Any = normal(t)
        for _ in range(order):
            result = differential(result, x) if isinstance(x, Scalar) else _by_vector(result, x)
        return result


def differential(t: L, x: Scalar) -> L:
    """The derivative of a normal term with respect to a scalar symbol or time, in normal form."""
    found = Differentials(seed(x), x.name)(t)
    return cast(L, zero_of(*derivative_kind(t)) if found is None else normal(found))


def check_symbol(x: Any) -> None:
    """Refuse anything but a scalar symbol, a vector symbol or `time`."""
    if not isinstance(x, Term) or not x.is_symbol or x.sort not in (Scalar, Vector):
        what = brief(x) if isinstance(x, Term) else label(x)
        raise SortError(
            f"diff: x must be a scalar or vector symbol or time, not {what}; "
            "substitute a symbol for it with subs"
        )
    if "unit" in x.value.facts:
        raise SortError(
            f"diff: {describe_symbol(x)} cannot vary freely; let it depend on a scalar or on time, "
            "or substitute a symbol without facts for it with subs"
        )


# -- by a vector ----------------------------------------------------------------------------------


def _by_vector(t: Any, v: Any) -> Any:
    """The gradient of a scalar or the Jacobian of a vector: the coefficient of a direction."""
    if t.sort not in (Scalar, Vector):
        raise SortError(
            f"diff: the derivative of {brief(t)}, {label(t)}, by the vector {v} has no sort; "
            "apply it to a vector or take a part of it first, or differentiate by a scalar"
        )
    direction: Any = symbol(f"{v.name.replace(chr(39), '_')}__direction", Vector)
    found: Any = Differentials(seed(v, direction), v.name)(t)
    if found is None:
        return zero_of(*((Vector, (3, 1)) if t.sort is Scalar else (Matrix, (3, 3))))
    try:
        linear = coefficient(found, direction)
        return normal(_transposed(linear)) if t.sort is Scalar else linear
    except NotLinearError:  # it is still linear: by coordinates
        axes: Any = [column.build(tuple(int(i == k) for k in range(3))) for i in range(3)]
        along = [subs(found, {direction: axis}) for axis in axes]
        if t.sort is Scalar:
            return normal(column(*along))
        return normal(add.build(tuple(c @ axis.T for c, axis in zip(along, axes, strict=True))))


def _transposed(row: Term) -> Term:
    """The transpose of a row, taken inside sums and multiples."""
    done: dict[Term, Term] = {}

    def known(s: Term) -> bool:
        if s.sort is Scalar:
            done.setdefault(s, s)
        elif s.op not in (add, neg, scale, div):
            done.setdefault(s, trans.build((s,)))
        return s in done

    for s in postorder(row, known):
        done[s] = s.op.build(tuple([done[a] for a in s.args]))
    return done[row]
