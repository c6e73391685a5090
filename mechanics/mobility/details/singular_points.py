"""Singular configurations: where the rank of the Jacobian is smaller than on the rest of a branch.

Rows Δ of the Jacobian that are independent elsewhere are dependent there: ℓ Δ = 0 for some ℓ of
length one. The equations g = 0 and ℓ Δ = 0 are solved in floating point from many starts. A
solution is made exact if its coordinates are simple numbers, and then its rank is exact too.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import pi
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rewrite import Scalar
from rewrite import pi as half_turn

from ..arguments.bounds import exact_rank
from ..arithmetic.matrices import pivots
from ..clock import Clock
from ..closure.closures import Closure
from ..closure.coordinate_kinds import Attitude, Turn
from ..configurations.search import Numeric, columns_of, random_states
from ..exact.simple_points import STEPS, simple_number, simple_point
from ..report import Singular

Floats = NDArray[np.float64]
LARGEST_TREE = 10
STARTS = 24
TURNS = 60
"""The most freedoms of a tree that is searched, the number of random starts, and the steps from
each."""
MOST, MOST_APPROXIMATE = 12, 3
"""How many are reported: exact ones, or approximate ones if none is exact."""


def singular_points(
    numeric: Numeric, state: Floats, rank: int, rng: np.random.Generator, clock: Clock
) -> tuple[Singular, ...]:
    """Configurations of a lower rank, for the parameters of a state."""
    closure = numeric.closure
    if (
        closure.tree > LARGEST_TREE
        or not rank
        or any(isinstance(c, Attitude) for c in closure.unknowns)
    ):
        return ()
    rows = pivots(numeric.jacobian(state))[0]
    if len(rows) != rank:
        return ()
    found: dict[tuple[Any, ...], Singular] = {}
    for candidate in _solutions(numeric, state, rows, rng, clock):
        singular = _judged(numeric, candidate, rank)
        if singular is not None:
            found.setdefault(tuple(map(str, singular.at.values())), singular)
    ordered = sorted(found.values(), key=lambda s: (not s.exact, str(s)))
    exact = [s for s in ordered if s.exact]
    return tuple(exact[:MOST] or ordered[:MOST_APPROXIMATE])


def _solutions(
    numeric: Numeric, state: Floats, rows: list[int], rng: np.random.Generator, clock: Clock
) -> Iterable[Floats]:
    closure = numeric.closure
    states = random_states(closure, rng, STARTS)
    for c in closure.parameters:
        states[closure.states[c]] = state[closure.states[c]][:, None]
    states[:, 0] = state
    weights = rng.normal(size=(len(rows), STARTS))
    weights /= np.linalg.norm(weights, axis=0)
    moving = columns_of(closure, closure.unknowns)
    states, _ = numeric.projected(states, moving, clock)
    damping = np.full(STARTS, 1e-2)
    value, slope = _residual(numeric, states, weights, rows)
    size = np.linalg.norm(value, axis=1)
    for _ in range(TURNS):
        if clock.is_over or (size < 1e-13).all():
            break
        by = _step(value, slope, damping)
        tried = _moved(numeric, states, weights, by)
        new_value, new_slope = _residual(numeric, *tried, rows)
        new_size = np.linalg.norm(new_value, axis=1)
        better = new_size < size
        states = np.where(better, tried[0], states)
        weights = np.where(better, tried[1], weights)
        value = np.where(better[:, None], new_value, value)
        slope = np.where(better[:, None, None], new_slope, slope)
        size = np.where(better, new_size, size)
        damping = np.where(better, damping / 6, damping * 4)
        damping = np.maximum(damping, 1e-13)
    good = (size < 1e-7) & numeric.is_allowed(states)
    return list(states.T[good])


def _residual(
    numeric: Numeric, states: Floats, weights: Floats, rows: list[int]
) -> tuple[Floats, Floats]:
    """g, ℓ Δ and |ℓ|² - 1 for a batch, and their slopes by unknowns and ℓ."""
    closure = numeric.closure
    n, m, batch = closure.tree, len(rows), states.shape[1]
    step = 1e-6
    shifts = np.zeros((closure.columns, batch * (1 + n)))
    for k in range(n):
        shifts[k, batch * (k + 1) : batch * (k + 2)] = step
    spread = numeric.stepped(np.tile(states, (1, 1 + n)), shifts)
    values, slopes = numeric.at(spread)
    delta = slopes[:, rows, :n]
    combined = np.einsum("bij,ib->bj", delta, np.tile(weights, (1, 1 + n)))
    whole = np.concatenate([values, combined], axis=1)
    here = whole[:batch]
    by_unknown = np.stack(
        [(whole[batch * (k + 1) : batch * (k + 2)] - here) / step for k in range(n)], axis=2
    )
    by_weight = np.concatenate(
        [np.zeros((batch, values.shape[1], m)), delta[:batch].transpose(0, 2, 1)], axis=1
    )
    last = np.concatenate([np.zeros((batch, 1, n)), 2 * weights.T[:, None, :]], axis=2)
    length = (weights**2).sum(axis=0)[:, None] - 1
    slope = np.concatenate([np.concatenate([by_unknown, by_weight], axis=2), last], axis=1)
    return np.concatenate([here, length], axis=1), slope


def _step(value: Floats, slope: Floats, damping: Floats) -> Floats:
    square = slope.transpose(0, 2, 1) @ slope
    square += damping[:, None, None] * np.eye(square.shape[1])
    right = slope.transpose(0, 2, 1) @ value[:, :, None]
    return np.asarray(-np.linalg.solve(square, right)[:, :, 0].T)


def _moved(numeric: Numeric, states: Floats, weights: Floats, by: Floats) -> tuple[Floats, Floats]:
    n = numeric.closure.tree
    full = np.zeros((numeric.closure.columns, states.shape[1]))
    full[:n] = np.clip(by[:n], -1, 1)
    return numeric.stepped(states, full), weights + np.clip(by[n:], -1, 1)


def _judged(numeric: Numeric, state: Floats, generic: int) -> Singular | None:
    closure = numeric.closure
    point = simple_point(closure, state)
    rank = numeric.rank(state) if point is None else exact_rank(closure, point)
    if rank >= generic:
        return None
    at = {_key(c): _shown(closure, c, state, point is not None) for c in closure.unknowns
          if c not in closure.positive}  # fmt: skip
    extra = closure.auxiliary
    return Singular(at, rank - extra, closure.tree - rank, point is not None)


def _key(c: Any) -> Any:
    return c.symbol if isinstance(c.symbol, Scalar) else c.label


def _shown(closure: Closure, c: Any, state: Floats, exact: bool) -> Any:
    """A readable value: a multiple of π, a fraction, or a float."""
    value = float(state[closure.states[c]][0])
    if isinstance(c, Turn):
        value = (value + pi * c.parts) % (2 * pi * c.parts) - pi * c.parts
        steps = round(value / pi * STEPS)
        if exact and abs(steps * pi / STEPS - value) < 1e-5:
            return _turn_text(steps % (2 * STEPS * c.parts), c.parts)
        return round(value, 8)
    q = simple_number(value)
    return q if exact and q is not None else round(value, 8)


def _turn_text(steps: int, parts: int) -> Any:
    if steps > STEPS * parts:
        steps -= 2 * STEPS * parts
    q = Fraction(steps, STEPS)
    return half_turn if q == 1 else q * half_turn if q else Fraction(0)
