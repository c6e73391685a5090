"""Simpler values: how complicated a point is, and which values may replace one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from ..core.sorts import Matrix, Quaternion, Vector
from ..core.terms import Term
from ..evaluation.angles import Angle
from ..evaluation.surds import Surd
from .shown_points import Assignment

_CORNERS = ((1, 0), (0, 1), (-1, 0), (0, -1))
_AXES = [tuple(int(i == j) for i in range(3)) for j in range(3)]


def score(point: Assignment) -> int:
    """How complicated the values of a point are."""
    return sum(weight(value) for value in point.values())


def weight(value: Any) -> int:
    """How complicated one value is."""
    if isinstance(value, tuple):
        return sum(map(weight, value))
    if isinstance(value, (int, Fraction)):
        up, down = value.numerator, value.denominator
        return 2 * up.bit_length() + 6 * (down.bit_length() - 1) + (up < 0)
    if isinstance(value, Angle):
        return 3 * (weight(value.cos) + weight(value.sin))
    if isinstance(value, Surd):
        return sum(weight(Fraction(int(c.p), int(c.q))) + 12 for c in value.parts.values())
    return 0


def simpler(t: Term, value: Any) -> Iterator[Any]:
    """Values to try in place of one, the simplest first."""
    if isinstance(value, Angle):
        for c, s in (*_CORNERS, (Fraction(3, 5), Fraction(4, 5))):
            yield Angle(c, s, value.value if value.value is None else Fraction(0), value.parts)
        return
    if not isinstance(value, tuple):
        if isinstance(value, int | Fraction):
            yield from map(Fraction, (0, 1, -1, 2, 3))
        return
    yield from _whole_values(t)
    yield from _with_simple_parts(t, value)
    yield from _nudged(value)


def _with_simple_parts(t: Term, value: tuple[Any, ...]) -> Iterator[Any]:
    """A value of a sort made of parts, with one of them replaced by a simple one."""
    start = 0
    for part, _ in t.sort.level.samples() if t.sort.level is not None else ():
        end = start + part.sort.coordinates(part.shape)
        for simple in _whole_values(part):
            yield (*value[:start], *_flat(simple), *value[end:])
        start = end


def _flat(value: Any) -> Iterator[Any]:
    for x in value if isinstance(value, tuple) else (value,):
        yield from x if isinstance(x, tuple) else (x,)


def negated(value: Any) -> Any:
    return tuple(map(negated, value)) if isinstance(value, tuple) else -value


def _whole_values(t: Term) -> Iterator[Any]:
    if t.sort is Vector:
        yield from (_fractions(v) for v in ((0, 0, 0), *_AXES))
    elif t.sort is Quaternion:
        yield from (_fractions(v) for v in ((0, 0, 0, 0), (1, 0, 0, 0), *((0, *e) for e in _AXES)))
        yield from (_fractions(v) for v in ((1, 1, 0, 0), (1, 0, 1, 0), (1, 0, 0, 1)))
    elif t.sort is Matrix:
        rows, columns = t.shape
        yield tuple([(Fraction(0),) * columns] * rows)
        yield tuple([tuple([Fraction(int(i == j)) for j in range(columns)]) for i in range(rows)])
        if rows == columns:
            yield from _quarter_turns(rows)
            for k in range(rows):
                yield _diagonal([1 - 2 * (i == k) for i in range(rows)])
                yield _diagonal([2 * (i == k) - 1 for i in range(rows)])
                yield _diagonal([int(i == k) for i in range(rows)])
            yield _diagonal(list(range(1, rows + 1)))
            yield _diagonal([-1] * rows)


def _diagonal(values: Sequence[int]) -> Any:
    n = len(values)
    return tuple([tuple([Fraction(values[i] * (i == j)) for j in range(n)]) for i in range(n)])


def _quarter_turns(n: int) -> Iterator[Any]:
    """Turns of one axis into another, and the turn of every axis into the next."""
    for i in range(n):
        for j in range(n):
            if i != j:
                rows = [[int(p == q) for q in range(n)] for p in range(n)]
                rows[i][i] = rows[j][j] = 0
                rows[j][i], rows[i][j] = 1, -1
                yield tuple(_fractions(row) for row in rows)
    yield tuple(_fractions([int(q == (p + 1) % n) for q in range(n)]) for p in range(n))


def _nudged(value: tuple[Any, ...]) -> Iterator[Any]:
    """The value with one number, or two mirrored entries, replaced by simple ones."""
    for i, x in enumerate(value):
        if isinstance(x, tuple):
            for row in _nudged(x):
                yield (*value[:i], row, *value[i + 1 :])
            for j in range(min(i, len(x))):
                for number, other in ((0, 0), (1, 1), (1, -1)):
                    rows = [list(row) for row in value]
                    if j < len(rows) and i < len(rows[j]):
                        rows[i][j], rows[j][i] = Fraction(number), Fraction(other)
                        yield tuple(map(tuple, rows))
        elif x != 0:
            for simple in (0, 1, -1, 2):
                yield (*value[:i], Fraction(simple), *value[i + 1 :])


def _fractions(values: Iterable[int]) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, values))
