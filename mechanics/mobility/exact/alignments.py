"""Linear relations with small integer coefficients that hold along the motion of a mechanism.

In many mechanisms with redundant equations some angles stay equal, opposite or constant, such as
those that keep a platform level. Such relations are guessed from samples. No proof depends on the
guess: configurations that satisfy a guessed relation are a subset of all configurations, so their
dimension bounds the freedom from below.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import pi
from typing import Any

import flint
import numpy as np
from numpy.typing import NDArray

from ..arithmetic.polynomials import TooLargeError
from ..closure.closures import Closure
from ..closure.coordinate_kinds import Coordinate, Slide, Turn

Floats = NDArray[np.float64]
LARGEST = 4
"""The largest coefficient of a relation."""
SURE = 2e-5
"""How well samples must satisfy a relation."""
FINEST = 12
"""Constants in relations of angles are multiples of π/12."""


@dataclass(frozen=True)
class Alignment:
    """`solved` is a sum of integer multiples of other coordinates and a constant.

    For angles (divided into their parts) the constant is a multiple of π, for lengths a number.
    """

    solved: Coordinate
    others: tuple[tuple[Coordinate, int], ...]
    constant: Fraction

    def __str__(self) -> str:
        terms: list[tuple[Fraction | int, str]] = [(n, _in_parts(c)) for c, n in self.others]
        if isinstance(self.solved, Turn):
            terms.append((1 - (1 - self.constant) % 2, "π"))
        else:
            terms.append((self.constant, ""))
        words = [_signed(q, name) for q, name in terms if q] or ["+ 0"]
        text = " ".join(words).removeprefix("+ ").replace("- ", "-", words[0][0] == "-")
        return f"{_in_parts(self.solved)} = {text}"


def _in_parts(c: Coordinate) -> str:
    parts = getattr(c, "parts", 1)
    return c.label if parts == 1 else f"{c.label}/{parts}"


def _signed(q: Fraction | int, name: str) -> str:
    sign, size = ("- " if q < 0 else "+ "), abs(q)
    return f"{sign}{size}" if not name else f"{sign}{name}" if size == 1 else f"{sign}{size}·{name}"


def alignments(closure: Closure, state: Floats, states: Floats) -> list[Alignment]:
    """Relations that a configuration and its neighbours satisfy, each solved for an unknown."""
    found: list[Alignment] = []
    for kind in (Turn, Slide):
        group: list[Coordinate] = [
            c for c in closure.movable if isinstance(c, kind) and not _is_plain(c)
        ]
        if group:
            found += _of_kind(closure, group, state, states)
    return found


def _is_plain(c: Coordinate) -> bool:
    return isinstance(c, Turn) and c.plain


def _of_kind(
    closure: Closure, group: list[Coordinate], state: Floats, states: Floats
) -> list[Alignment]:
    parts = np.array([getattr(c, "parts", 1) for c in group], dtype=float)
    rows = [closure.states[c].start for c in group]
    here = state[rows] / parts
    spread = (states[rows] - state[rows][:, None]) / parts[:, None]
    relations = integer_relations(spread)
    exact = [(r, _constant(float(np.dot(r, here)), group)) for r in relations]
    return _solved(closure, group, [(r, k) for r, k in exact if k is not None])


def integer_relations(spread: Floats) -> list[list[int]]:
    """Independent integer vectors n with n · spread = 0, to the accuracy of the samples.

    >>> integer_relations(np.array([[0.1, 0.3], [0.2, 0.1], [-0.3, -0.4]]))
    [[1, 1, 1]]
    """
    n, count = spread.shape
    scaled = np.rint(spread / SURE).astype(object)
    rows = [[int(i == j) for j in range(n)] + [int(x) for x in scaled[i]] for i in range(n)]
    reduced = flint.fmpz_mat(rows).lll()
    found = []
    for i in range(n):
        vector = [int(reduced[i, j]) for j in range(n)]
        error = np.abs(np.array(vector, dtype=float) @ spread).max() if count else 0.0
        if max(map(abs, vector)) <= LARGEST and error < SURE * max(1, sum(map(abs, vector))):
            sign = -1 if next(x for x in vector if x) < 0 else 1
            found.append([sign * x for x in vector])
    return found


def _constant(value: float, group: list[Coordinate]) -> Fraction | None:
    """The constant of a relation as an exact number, if it is a simple one."""
    if isinstance(group[0], Turn):
        q = Fraction(round(value / pi * FINEST), FINEST)
        close = abs(float(q) * pi - value) < SURE * 10
        return q if close else None
    q = Fraction(value).limit_denominator(64)
    return q if abs(float(q) - value) < SURE * 10 and abs(q) < 1000 else None


def _solved(
    closure: Closure, group: Sequence[Coordinate], relations: list[tuple[list[int], Fraction]]
) -> list[Alignment]:
    """The relations solved for unknowns that occur with coefficient ±1, one after the other."""
    rows = [([Fraction(x) for x in r], k) for r, k in relations]
    found: list[tuple[int, list[Fraction], Fraction]] = []
    rows.sort(key=lambda row: sum(map(abs, row[0])))
    for _ in range(len(rows)):
        choice = _pivot(closure, group, rows)
        if choice is None:
            break
        i, j = choice
        row, constant = rows.pop(i)
        row, constant = [x / row[j] for x in row], constant / row[j]
        rows = [_cleared(other, row, constant, j) for other in rows]
        found = [(p, *_cleared((r, k), row, constant, j)) for p, r, k in found]
        found.append((j, row, constant))
    return [_alignment(group, *item) for item in found if _is_integral(item[1])]


def _pivot(
    closure: Closure, group: Sequence[Coordinate], rows: list[Any]
) -> tuple[int, int] | None:
    for i, (row, _) in enumerate(rows):
        for j in range(len(group) - 1, -1, -1):
            if abs(row[j]) == 1 and closure.is_unknown(group[j]):
                return i, j
    return None


def _cleared(
    row: tuple[list[Fraction], Fraction], by: list[Fraction], constant: Fraction, j: int
) -> tuple[list[Fraction], Fraction]:
    factor = row[0][j]
    return [x - factor * y for x, y in zip(row[0], by, strict=True)], row[1] - factor * constant


def _is_integral(row: list[Fraction]) -> bool:
    return all(x.denominator == 1 for x in row)


def _alignment(
    group: Sequence[Coordinate], pivot: int, row: list[Fraction], constant: Fraction
) -> Alignment:
    others = tuple(
        (c, -int(x)) for k, (c, x) in enumerate(zip(group, row, strict=True)) if x and k != pivot
    )
    return Alignment(group[pivot], others, constant)


# -- alignments imposed ---------------------------------------------------------------------------


def aligned_slots(
    closure: Closure, ops: Any, slots: list[Any], aligned: Sequence[Alignment]
) -> list[Any]:
    """Slots in which the solved coordinates have the values that their alignments give."""
    found = list(slots)
    for a in aligned:
        start = closure.slots[a.solved].start
        if isinstance(a.solved, Turn):
            found[start : start + 2] = _aligned_turn(closure, ops, slots, a)
        else:
            total = ops.number(a.constant)
            for c, n in a.others:
                part = ops.scale(Fraction(n), slots[closure.slots[c].start])
                total = ops.add(total, part)
            found[start] = total
    return found


def _aligned_turn(closure: Closure, ops: Any, slots: list[Any], a: Alignment) -> list[Any]:
    total = _constant_point(closure, ops, slots, a.constant)
    for c, n in a.others:
        start = closure.slots[c].start
        point = slots[start], slots[start + 1]
        if n < 0:
            point = point[0], ops.neg(point[1])
        for _ in range(abs(n)):
            total = _turned(ops, total, point)
    return list(total)


def _turned(ops: Any, a: tuple[Any, Any], b: tuple[Any, Any]) -> tuple[Any, Any]:
    both = ops.add(ops.mul(a[0], b[0]), ops.neg(ops.mul(a[1], b[1])))
    return both, ops.add(ops.mul(a[0], b[1]), ops.mul(a[1], b[0]))


def _constant_point(
    closure: Closure, ops: Any, slots: list[Any], turn: Fraction
) -> tuple[Any, Any]:
    """Cosine and sine of a multiple of π."""
    quarters = turn * 2
    if quarters.denominator == 1:
        x, y = [(1, 0), (0, 1), (-1, 0), (0, -1)][int(quarters) % 4]
        return ops.number(Fraction(x)), ops.number(Fraction(y))
    for c in closure.constants:
        if isinstance(c, Turn) and c.order and (turn * c.order / 2).denominator == 1:
            start = closure.slots[c].start
            total = ops.number(Fraction(1)), ops.number(Fraction(0))
            for _ in range(int(turn * c.order / 2) % c.order):
                total = _turned(ops, total, (slots[start], slots[start + 1]))
            return total
    raise TooLargeError
