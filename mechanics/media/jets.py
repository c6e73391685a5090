"""Fields and their derivatives in terms: find them, and replace them by other terms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rewrite import (
    Scalar,
    Term,
    diff,
    free_symbols,
    linear_in,
    normal,
    order,
    subs,
    symbol,
    time,
    time_limited,
)

from ..errors import ModelError


def is_derivative(s: Term, field: Term) -> bool:
    """Whether a symbol is a field, or a partial derivative of it."""
    info, own = s.value, field.value
    same = s.sort is field.sort and info.along == own.along and info.time == own.time
    return s is field or (same and bool(info.orders) and info.base == field.name)


def jets(t: Any, fields: Iterable[Term]) -> list[tuple[Any, Any]]:
    """The symbols of a term that are fields or derivatives of fields, each with its field.

    >>> from rewrite import scalar
    >>> y, s = scalar("y", time=True, along="s"), scalar("s")
    >>> jets(diff(y, s, 2) + y * diff(y, time), [y])
    [(y, y), (y', y), (y_ds2, y)]
    """
    wanted = list(fields)
    found = [(s, f) for s in free_symbols(t) for f in wanted if is_derivative(s, f)]
    return sorted(found, key=lambda pair: order(pair[0]))


def orders_of(s: Any) -> dict[Scalar, int]:
    """The coordinates by which a symbol is differentiated, and how often by each."""
    return {time if c == "time" else symbol(c, Scalar): n for c, n in s.value.orders}


def derived(t: Any, orders: Mapping[Scalar, int]) -> Any:
    """A term differentiated by each coordinate as often as given."""
    for x, n in orders.items():
        t = diff(t, x, n)
    return t


@time_limited
def put(t: Any, values: Mapping[Any, Any], *, time_limit: float | None = None) -> Any:
    """A term in which fields and all their derivatives are replaced by other terms.
    After `time_limit` seconds it stops with a LimitError.

    >>> from rewrite import scalar, sin
    >>> y, s = scalar("y", time=True, along="s"), scalar("s")
    >>> put(y + diff(y, s, 2) + diff(y, time), {y: sin(2*s)})
    -3*sin(2*s)
    """
    for field in values:
        if not isinstance(field, Term) or not field.is_symbol or field.value.orders:
            raise ModelError(f"only fields can be replaced by values, not {field!r}")
    found = {s: derived(values[f], orders_of(s)) for s, f in jets(t, values)}
    return normal(subs(t, found))


@time_limited
def put_derivative(
    t: Any, field: Any, x: Scalar, value: Any, *, time_limit: float | None = None
) -> Any:
    """A term in which the derivative of a field by x, and higher ones, follow from a given term.
    After `time_limit` seconds it stops with a LimitError.

    >>> from rewrite import scalar
    >>> p, y = (scalar(n, time=True, along="s") for n in "py")
    >>> s = scalar("s")
    >>> put_derivative(diff(p, s, 3) + diff(diff(p, s), time), p, s, diff(y, s))
    y_ds3 + y_ds'
    """
    found = {}
    for s, _ in jets(t, [field]):
        orders = orders_of(s)
        if orders.get(x, 0) < 1:
            raise ModelError(f"{t} contains {s}, which is not a derivative of {field} by {x}")
        orders[x] -= 1
        found[s] = derived(value, orders)
    return normal(subs(t, found))


@time_limited
def solved(t: Any, unknown: Any, *, time_limit: float | None = None) -> Any:
    """The value of a symbol for which a term vanishes; the term must be linear in the symbol.
    After `time_limit` seconds it stops with a LimitError.

    >>> from rewrite import scalars
    >>> a, b, c = scalars("a b c")
    >>> solved(2*a*b - c, b)
    1/2*c/a
    """
    (slope,), rest = linear_in(t, [unknown])
    if slope == 0:
        raise ModelError(f"{t} does not depend on {unknown}")
    return normal(-rest / slope)
