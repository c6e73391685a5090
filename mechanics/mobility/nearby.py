"""Configurations near a configuration, in floating point: how many dimensions they spread over."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .clock import Clock
from .search import Numeric, numeric_rank

Floats = NDArray[np.float64]
NEAR = 1e-2
"""How far the samples are that measure a dimension."""
FAR = 0.25
"""How far those are that show which relations hold beyond first order."""


def kernel(matrix: Floats) -> Floats:
    """An orthonormal basis of the motions that a Jacobian allows, as columns."""
    _, singular, rows = np.linalg.svd(matrix)
    return np.asarray(rows[numeric_rank(singular) :].T)


def samples(
    numeric: Numeric,
    state: Floats,
    moving: NDArray[np.bool_],
    distance: float,
    count: int,
    rng: np.random.Generator,
    clock: Clock,
) -> tuple[Floats, Floats]:
    """Configurations near a state, and the motions (columns × samples) that lead to them.

    Random first-order motions are taken and brought back onto the closure. Far samples of another
    rank are left out, for they may be on another branch.
    """
    _, slopes = numeric.at(state[:, None])
    rows = slice(0, numeric.closure.vanishing)
    basis = kernel(slopes[0][rows][:, moving])
    weights = rng.normal(size=(basis.shape[1], count))
    weights /= np.maximum(np.linalg.norm(weights, axis=0), 1e-12)
    by = np.zeros((numeric.closure.columns, count))
    by[moving] = distance * (basis @ weights)
    begun = numeric.stepped(np.repeat(state[:, None], count, axis=1), by)
    found, size = numeric.projected(begun, moving, clock)
    good = (size < 1e-11) & numeric.is_allowed(found)
    if distance > NEAR:
        good &= numeric.ranks(found) == numeric.rank(state)
    return found[:, good], motions(numeric, state, found[:, good])


def motions(numeric: Numeric, state: Floats, states: Floats) -> Floats:
    """Differences of states, by columns; for attitudes twice the vector part of the turn."""
    closure = numeric.closure
    found = np.zeros((closure.columns, states.shape[1]))
    for c in closure.movable:
        found[closure.places[c]] = c.difference(state[closure.states[c]], states[closure.states[c]])
    return found
