"""Motions at a configuration: a basis, independent speeds, redundant equations, idle speeds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import atan2
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rewrite import Scalar

from ..arguments.bounds import Bounds
from ..arithmetic.fields import NearlyReal
from ..arithmetic.jacobians import field_jacobian
from ..arithmetic.matrices import echelon, kernel_basis, transposed
from ..closure.closures import Closure
from ..closure.coordinate_kinds import Attitude, Turn
from ..configurations.search import state_slots

Floats = NDArray[np.float64]
Number = Fraction | float
Speed = Scalar | str
"""The unknown whose rate it is, or the name of a component."""


@dataclass(frozen=True)
class Velocities:
    """The results of the Jacobian at a configuration."""

    motions: tuple[dict[Speed, Number], ...]
    independent: tuple[Speed, ...]
    others: dict[Speed, dict[Speed, Number]]
    idle: tuple[Speed, ...]
    redundant: tuple[str, ...]


def velocities(closure: Closure, found: Bounds) -> Velocities:
    """Motions and speeds; the first unknowns are taken as independent where that is possible."""
    field, slots = _where(closure, found)
    _, rows = field_jacobian(closure, field, slots)
    delta = [row[: closure.tree] for row in rows[: closure.count]]
    speeds = column_speeds(closure)
    backwards = [row[::-1] for row in delta]
    basis = [v[::-1] for v in kernel_basis(field, backwards, closure.tree)][::-1]
    real = [[_number(field, x) for x in v] for v in basis]
    shown = [k for k, s in enumerate(speeds) if s is not None]
    motions = tuple({speeds[k]: v[k] for k in shown if v[k]} for v in real)
    first = [next(k for k in range(closure.tree) if _is_own(real, i, k)) for i in range(len(real))]
    others = {
        speeds[k]: {speeds[f]: v[k] for f, v in zip(first, real, strict=True) if v[k]}
        for k in shown
        if k not in first
    }
    idle = tuple(speeds[k] for k in shown if not any(v[k] for v in real))
    return Velocities(
        motions,
        tuple(speeds[k] for k in first),
        others,
        idle,
        _redundant(closure, field, delta, found),
    )


def _is_own(real: list[list[Number]], i: int, k: int) -> bool:
    """Whether column k is 1 in motion i and 0 in the others."""
    return all(v[k] == (1 if j == i else 0) for j, v in enumerate(real))


def _redundant(
    closure: Closure, field: Any, delta: list[list[Any]], bounds: Bounds
) -> tuple[str, ...]:
    """Equations that depend on those before them, and do not obstruct to higher order either."""
    independent = set(echelon(field, transposed(delta))[1]) if delta else set()
    needed = set(bounds.forms.rows) if bounds.forms is not None else set()
    last = closure.count - closure.auxiliary
    found = [name for k, name in enumerate(closure.names[:last]) if k not in independent | needed]
    return (*found, *closure.trivial)


def _where(closure: Closure, found: Bounds) -> tuple[Any, list[Any]]:
    if found.exact is not None:
        return found.exact.field, list(found.exact.slots)
    assert found.state is not None
    return NearlyReal(), state_slots(closure, found.state)


def slots_state(closure: Closure, slots: Sequence[float], near: Floats) -> Floats:
    """The state that belongs to slots; angles are taken near those of another state."""
    found = near.copy()
    for c in closure.movable:
        where, start = closure.states[c], closure.slots[c].start
        if isinstance(c, Turn):
            angle = atan2(slots[start + 1], slots[start]) * c.parts
            whole = 2 * np.pi * c.parts
            found[where] = angle + whole * round(float(near[where][0] - angle) / whole)
        else:
            found[where] = slots[start : start + c.state]
    return found


def column_speeds(closure: Closure) -> list[Any]:
    """For each column of the unknowns, the symbol whose rate it is; None for roots."""
    found: list[Any] = []
    for c in closure.unknowns:
        if c in closure.positive:
            found.append(None)
        elif isinstance(c, Attitude):
            found += list(c.column_labels)
        else:
            found.append(c.symbol if isinstance(c.symbol, Scalar) else c.label)
    return found


def _number(field: Any, x: Any) -> Number:
    """A readable number: a fraction if it is rational."""
    if isinstance(field, NearlyReal):
        q = Fraction(x).limit_denominator(24)
        close = abs(float(q) - x) < 1e-10
        return (float(q) if q.denominator > 1 else int(q)) if close else float(x)
    exact = field.fraction(x)
    return exact if exact is not None else float(field.real(x))
