"""The configuration that is analysed: the one that is given, or a generic one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import atan2
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rewrite import Angle, RewriteError, Term, evaluate

from ...errors import ModelError
from ..clock import Clock
from ..closure.closures import Closure
from ..closure.coordinate_kinds import Attitude, Coordinate, Turn
from .assembly import assemble, drawn, started, with_fixed
from .nearby import Candidate, compared
from .search import SMALL, Numeric, columns_of

Floats = NDArray[np.float64]
SNAP = 1e-3
"""How far a given configuration may be from one that satisfies the closure."""


class ClosureError(ModelError):
    """A closure that cannot be met; the message says where and by how much it fails."""


@dataclass(frozen=True)
class Place:
    """A configuration, others that move differently, and whether parameters are free there."""

    state: Floats
    candidates: tuple[Candidate, ...]
    free_parameters: bool
    is_given: bool


def place(numeric: Numeric, at: Any, near: Any, rng: np.random.Generator, clock: Clock) -> Place:
    """The configuration to analyse: the given one, one near the start of a system, or any."""
    closure = numeric.closure
    _must_depend(numeric, rng, clock)
    if at is None and near:
        close = started(numeric, _fixed(closure, near), rng, clock)
        if close:
            return _place(close, True, False)
    fixed = None if at is None else _fixed(closure, at)
    found = assemble(numeric, rng, clock, fixed)
    if fixed is not None and not (found.candidates and found.free_parameters):
        snapped = _snapped(numeric, fixed, rng, clock)
        if snapped:
            return _place(snapped, True, True)
    if not found.candidates:
        raise ClosureError(_complaint(numeric, fixed, rng, clock))
    return _place(found.candidates, found.free_parameters, fixed is not None)


def _place(candidates: Sequence[Candidate], free: bool, is_given: bool) -> Place:
    return Place(candidates[0].state, tuple(candidates), free, is_given)


def _snapped(
    numeric: Numeric, fixed: Floats, rng: np.random.Generator, clock: Clock
) -> list[Candidate]:
    """Configurations very near to the given one."""
    closure = numeric.closure
    begun = with_fixed(drawn(numeric, rng, clock), fixed)
    states, size = numeric.projected(begun, columns_of(closure, closure.unknowns), clock)
    given = ~np.isnan(fixed)
    off = np.abs(states[given] - fixed[given][:, None]).max(axis=0)
    good = (size < SMALL) & (off < SNAP) & numeric.is_allowed(states)
    return compared(numeric, states[:, good], rng, clock) if good.any() else []


def _must_depend(numeric: Numeric, rng: np.random.Generator, clock: Clock) -> None:
    """Refuse equations and relations that are numbers other than zero, before any search."""
    closure = numeric.closure
    values, slopes = numeric.at(drawn(numeric, rng, clock.at_most(1.0))[:, :1])
    for k, name in enumerate(_names(closure)):
        if not slopes[0, k].any() and abs(values[0, k]) > 1e-9:
            raise ClosureError(
                f"{name} cannot be met: with the given values it is {values[0, k]:.6g} for all "
                "values of the unknowns"
            )


def _names(closure: Closure) -> list[str]:
    equations = [f"equation {name}" for name in closure.names]
    return [*equations, *(f"relation {name}" for name in closure.relation_names)]


def _complaint(
    numeric: Numeric, fixed: Floats | None, rng: np.random.Generator, clock: Clock
) -> str:
    closure = numeric.closure
    begun = with_fixed(drawn(numeric, rng, clock), fixed)
    if fixed is None:
        states, size = numeric.projected(begun, np.ones(closure.columns, dtype=bool), clock)
        values, _ = numeric.at(states)
        worst = _worst(closure, values[int(np.argmin(size))])
        return (
            "no configuration was found that satisfies the closure equations: in the best result "
            f"of a search from many starts, {worst}; the equations or the given values probably "
            "contradict each other; if you know a configuration, give it in at="
        )
    values, _ = numeric.at(begun)
    worst = _worst(closure, values[int(np.argmin(np.abs(values).max(axis=1)))])
    return f"the closure cannot be met at the given configuration: there {worst}"


def _worst(closure: Closure, values: Floats) -> str:
    names = _names(closure)
    k = int(np.argmax(np.abs(values[: len(names)])))
    return f"{names[k]} is off by {abs(values[k]):.3g} (scaled)"


# -- values of unknowns ---------------------------------------------------------------------------


def _fixed(closure: Closure, at: Any) -> Floats:
    """A state with the given values of unknowns, nan elsewhere."""
    if not isinstance(at, Mapping):
        raise ModelError(f"at= is a mapping from unknowns to values, not {at!r}")
    found = np.full(sum(c.state for c in closure.movable), np.nan)
    symbols = {c.symbol: c for c in closure.unknowns if c.symbol is not None}
    by_name = {c.symbol.value.name: c.symbol for c in closure.unknowns if c.symbol is not None}
    for symbol, value in at.items():
        if symbol not in symbols and isinstance(symbol, Term) and symbol.is_symbol:
            symbol = by_name.get(symbol.value.name, symbol)
        if symbol not in symbols:
            raise ModelError(
                f"at= gives a value to {symbol}, which is not an unknown of the closure"
            )
        group = [c for c in closure.unknowns if c.symbol is symbol]
        values = _components(group, value)
        for c, x in zip(group, values, strict=True):
            found[closure.states[c]] = x
    return found


def _components(group: list[Coordinate], value: Any) -> list[Any]:
    """Floats for the coordinates of one symbol."""
    if len(group) == 1 and isinstance(group[0], Attitude):
        return [_quaternion(group[0], value)]
    if len(group) == 1:
        return [_float(group[0], value)]
    if not isinstance(value, Sequence) or len(value) != len(group):
        raise ModelError(
            f"at= gives {value!r} to {group[0].symbol}, which has {len(group)} components"
        )
    return [_float(c, x) for c, x in zip(group, value, strict=True)]


def _quaternion(c: Coordinate, value: Any) -> Floats:
    numbers = np.array(value, dtype=float)
    if numbers.shape == (3, 3):
        numbers = _of_matrix(numbers)
    size = np.linalg.norm(numbers)
    if numbers.shape != (4,) or abs(size - 1) > 1e-6:
        raise ModelError(
            f"at= gives {value!r} to {c.label}, which needs a unit quaternion (four numbers) or a "
            "rotation matrix"
        )
    return np.asarray(numbers / size)


def _of_matrix(R: Floats) -> Floats:
    """The quaternion of a rotation matrix."""
    signs = np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]])
    squares = 1 + signs @ np.diag(R)
    products = np.array([
        [0, R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]],
        [R[2, 1] - R[1, 2], 0, R[0, 1] + R[1, 0], R[0, 2] + R[2, 0]],
        [R[0, 2] - R[2, 0], R[0, 1] + R[1, 0], 0, R[1, 2] + R[2, 1]],
        [R[1, 0] - R[0, 1], R[0, 2] + R[2, 0], R[1, 2] + R[2, 1], 0],
    ])  # fmt: skip
    k = int(np.argmax(squares))
    found = products[k].astype(float)
    found[k] = squares[k]
    return np.asarray(found / np.linalg.norm(found))


def _float(c: Coordinate, value: Any) -> float:
    if isinstance(value, Angle):
        if not isinstance(c, Turn):
            raise ModelError(f"at= gives an Angle to {c.label}, which occurs in no sine")
        return atan2(float(Fraction(value.sin)), float(Fraction(value.cos))) * value.parts
    if isinstance(value, Term):
        try:
            return float(evaluate(value, {}, domain="float"))
        except RewriteError as error:
            raise ModelError(f"at= gives {value} to {c.label}, which is not a number") from error
    try:
        found = float(value)
    except (TypeError, ValueError) as error:
        raise ModelError(f"at= gives {value!r} to {c.label}, which is not a number") from error
    if not np.isfinite(found):
        raise ModelError(f"at= gives {value!r} to {c.label}, which is not a number")
    return found
