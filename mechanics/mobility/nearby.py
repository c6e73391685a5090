"""Configurations near a configuration, in floating point: how many dimensions they spread over."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .clock import Clock
from .search import Numeric, columns_of, numeric_rank

Floats = NDArray[np.float64]
NEAR = 1e-2
"""How far the samples are that measure a dimension."""
MIDDLE = 0.1
"""How far those are that show whether a given configuration can be left at all."""
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
    of_same_rank: bool = False,
) -> tuple[Floats, Floats]:
    """Configurations near a state, and the motions (columns × samples) that lead to them.

    Random first-order motions are taken and brought back onto the closure. Those of another rank
    may be on another branch.
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
    if of_same_rank:
        good &= numeric.ranks(found) == numeric.rank(state)
    return found[:, good], motions(numeric, state, found[:, good])


def observed_dimension(
    numeric: Numeric, state: Floats, rng: np.random.Generator, clock: Clock
) -> int:
    """How many dimensions the configurations spread over that are not quite near to a state.

    Where branches cross it is the dimension of what they span.
    """
    tree = numeric.closure.tree
    moving = columns_of(numeric.closure, numeric.closure.unknowns)
    _, by = samples(numeric, state, moving, MIDDLE, 2 * tree + 8, rng, clock)
    if not by.shape[1]:
        return 0
    singular = np.linalg.svd(by[:tree] / MIDDLE, compute_uv=False)
    return int((singular > 0.2 * np.sqrt(by.shape[1] / tree)).sum())


def motions(numeric: Numeric, state: Floats, states: Floats) -> Floats:
    """Differences of states, by columns; for attitudes twice the vector part of the turn."""
    closure = numeric.closure
    found = np.zeros((closure.columns, states.shape[1]))
    for c in closure.movable:
        found[closure.places[c]] = c.difference(state[closure.states[c]], states[closure.states[c]])
    return found
