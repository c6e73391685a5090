"""The scalars of symbols: arrays given by the user, or their own coordinates.

A symbol without a value has the coordinates that its facts leave free: all of a vector, the upper
triangle of a symmetric matrix (strictly above the diagonal of an antisymmetric one), the diagonal
of a diagonal one, three of a pure quaternion. Rotations and orthogonal matrices keep all entries,
unit quaternions all four: their facts are not solved.

A value is a term of the symbol's sort, such as euler("xyz", (x, y, z)), or an array of its
coordinates: numbers, scalar terms, sympy expressions, and text that names scalars: those of that
name in the terms, or new ones. Values may contain symbols that have values themselves, but not in a
cycle.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from numbers import Rational, Real
from typing import Any, cast

from ...core.declare import scalar
from ...core.operators import coerce, label, number
from ...core.sorts import Linear, Matrix, Quaternion, Scalar
from ...core.terms import Term, describe_symbol, free_symbols, order
from ...deadline import timed
from ...errors import RewriteError, SortError
from ...interop import sympy_bridge
from ...text.printing import brief
from ..graph.nodes import ZERO, Nodes
from .agree import check_facts

Values = Mapping[Any, Any]
Entry = tuple[int, int] | None
"""Which coordinate of a symbol an entry is, and its sign; None for a zero."""


def own_entries(t: Term, facts: frozenset[str]) -> list[Entry]:
    """For every coordinate of a symbol, the free coordinate that it equals, and the sign.

    >>> from rewrite import matrix
    >>> own_entries(matrix("W", 2, antisymmetric=True), frozenset(["antisymmetric"]))
    [None, (1, 0), (1, 1), None]
    """
    count = t.sort.coordinates(t.shape)
    if t.sort is Quaternion and "pure" in facts:
        return [None, (1, 0), (2, 0), (3, 0)]
    if t.sort is not Matrix or not facts & {"diagonal", "symmetric", "antisymmetric"}:
        return [(k, 0) for k in range(count)]
    n = t.shape[1]
    found: list[Entry] = []
    for k in range(count):
        i, j = divmod(k, n)
        upper = min(i, j) * n + max(i, j)
        zero = (i == j and "antisymmetric" in facts) or (i != j and "diagonal" in facts)
        found.append(None if zero else (upper, int(i > j and "antisymmetric" in facts)))
    return found


def own_coordinates(g: Nodes, t: Term, facts: frozenset[str], fixed: bool) -> tuple[int, ...]:
    """A symbol as inputs of a graph."""
    return tuple(
        [
            ZERO if entry is None else g.input(t, entry[0], fixed) ^ entry[1]
            for entry in timed(own_entries(t, facts))
        ]
    )


def checked_values(
    values: Values | None, terms: Iterable[Term] = ()
) -> dict[Term, tuple[Term, ...] | Term]:
    """Values as terms: of the symbol's sort, or one scalar for each coordinate.

    Text names the scalar of that name in `terms` or in another value, or else a new one.
    """
    if values is not None and not isinstance(values, Mapping):
        raise RewriteError(f"values are given by a mapping from symbols, not by {label(values)}")
    arrays: dict[Term, Any] = {}
    for key, value in (values or {}).items():
        if not isinstance(key, Term) or not key.is_symbol:
            shown = brief(key) if isinstance(key, Term) else label(key)
            raise RewriteError(f"values are given to symbols, not to {shown}")
        if isinstance(value, Term):
            arrays[key] = coerce(value, key.sort, key.shape, f"the value of {key.name}")
        else:
            arrays[key] = _flat(key, value)
    known = _scalars_named(terms, arrays)
    found: dict[Term, tuple[Term, ...] | Term] = {}
    for key, value in arrays.items():
        given = value if isinstance(value, Term) else tuple(_scalar(x, key, known) for x in value)
        if key.value.facts:
            check_facts(key, given, own_entries(key, key.value.facts))
        found[key] = given
    return found


def _scalars_named(terms: Iterable[Term], arrays: Mapping[Term, Any]) -> dict[str, Term]:
    """The scalars to which text among the values may refer."""
    entries = [x for v in arrays.values() for x in ([v] if isinstance(v, Term) else v)]
    if not any(isinstance(x, str) for x in entries):
        return {}
    roots = [*terms, *[x for x in entries if isinstance(x, Term)]]
    found = {s for t in roots for s in free_symbols(t) if s.is_symbol and s.sort is Scalar}
    return {s.name: s for s in sorted(found, key=order, reverse=True)}


def _flat(t: Term, value: Any) -> list[Any]:
    """The coordinates of an array, after checking its shape."""
    count = t.sort.coordinates(t.shape)
    is_row = getattr(value, "shape", None) == (1, count)
    if hasattr(value, "tolist"):  # an array of NumPy, a matrix of sympy
        value = value.tolist()
    if t.sort is Scalar:
        return [value]
    if value == 0 or (value == 1 and t.sort.has_one):
        value = coerce(value, t.sort, t.shape, f"the value of {t.name}")
        return _constant(t, value)
    rows, columns = t.shape if t.sort is Matrix else (count, 1)
    if _is_row(value, count) and 1 in (rows, columns) and not any(map(_is_row, value)):
        return list(value)
    if t.sort is not Matrix and is_row:  # sympy's vectors are often written so
        return list(value[0])
    if not _is_row(value, rows) or not all(_is_row(row, columns) for row in value):
        needs = f"{rows} rows of {columns}" if t.sort is Matrix else f"{count} numbers"
        raise SortError(f"the value of {describe_symbol(t)} must be {needs}, not {value!r:.60}")
    return [x for row in value for x in row]


def _constant(t: Term, value: Term) -> list[Any]:
    """The coordinates of a zero or one."""
    n = t.shape[1] if t.sort is Matrix else t.sort.coordinates(t.shape)
    count = t.sort.coordinates(t.shape)
    return [int(value == 1 and k % (n + 1) == 0) for k in range(count)]


def _is_row(x: Any, length: int | None = None) -> bool:
    return isinstance(x, Sequence) and not isinstance(x, str) and length in (None, len(x))


def _scalar(x: Any, owner: Term, known: Mapping[str, Term]) -> Term:
    """A number, name, sympy expression or scalar term as a scalar term."""
    where = f"the value of {owner.name}"
    if isinstance(x, Term):
        return coerce(x, Scalar, (1, 1), where)
    if isinstance(x, str):
        return known[x] if x in known else scalar(x)
    if isinstance(x, Rational) and not isinstance(x, bool):
        return number(Fraction(int(x.numerator), int(x.denominator)))  # type: ignore[no-any-return]
    if isinstance(x, Real | Decimal) and not isinstance(x, bool):
        if not isfinite(x):
            raise SortError(f"{where}: {x} is not a finite number")
        return number(str(x) if isinstance(x, Decimal) else repr(float(x)))  # type: ignore[no-any-return]
    if hasattr(x, "free_symbols"):
        return cast(Scalar, sympy_bridge().from_sympy(x))
    raise SortError(f"{where}: {label(x)} is not a number, name, scalar term or sympy expression")


def refuse_without_coordinates(t: Term) -> None:
    """Refuse a term of a sort that has no coordinates."""
    if t.sort.coordinates(t.shape) > 0:
        return
    remedy = f"give the class {t.sort.__name__} a dimension"
    if not issubclass(t.sort, Linear):
        remedy = "only terms of scalars, vectors, matrices and quaternions are lowered"
    raise RewriteError(f"lower: {brief(t)} is {label(t)}, which has no coordinates; {remedy}")
