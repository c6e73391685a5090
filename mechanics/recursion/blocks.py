"""Scalars combined into blocks: vectors or matrices where speeds are vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rewrite import Scalar, Vector, column, outer, zero

from ..equations.motion import EquationsOfMotion
from ..results.blocks_as_scalars import axes
from ..system import System


def blocks(
    formalism: str, system: System, upper: Sequence[Sequence[Scalar]], right: Sequence[Scalar]
) -> EquationsOfMotion:
    """Equations of motion from the scalars of the upper triangle of M and of f."""
    places, start = [], 0
    for u in system.speeds:
        places.append(range(start, start + len(axes(u))))
        start += len(axes(u))

    def entry(i: int, k: int) -> Scalar:
        return upper[min(i, k)][abs(i - k)]

    rows = [[_block(entry, i, k) for k in places[n:]] for n, i in enumerate(places)]
    sides = [_side([right[i] for i in place]) for place in places]
    return EquationsOfMotion(formalism, system, rows, sides).with_scalars(upper, right)


def _block(entry: Any, rows: range, columns: range) -> Any:
    if len(rows) == 1:
        found = _side([entry(rows[0], k) for k in columns])
        if not isinstance(found, Vector):
            return found
        return zero((1, 3)) if found is zero(Vector) else found.T
    if len(columns) == 1:
        return _side([entry(i, columns[0]) for i in rows])
    total: Any = zero((3, 3))
    from_axes = axes(zero(Vector))
    for i, a in zip(rows, from_axes, strict=True):
        for k, b in zip(columns, from_axes, strict=True):
            if entry(i, k) is not zero(Scalar):
                total = total + entry(i, k) * outer(a, b)
    return total


def _side(scalars: list[Scalar]) -> Any:
    if len(scalars) == 1:
        return scalars[0]
    return zero(Vector) if all(s is zero(Scalar) for s in scalars) else column(*scalars)
