"""Configurations near another one, in floating point, and how many dimensions they span."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...linear_algebra import timely
from ..clock import Clock
from .search import Numeric, columns_of, numeric_rank

Floats = NDArray[np.float64]
NEAR = 1e-2
"""The distance of samples that measure a dimension."""
MIDDLE = 0.1
"""The distance of samples that show whether any motion leaves a given configuration."""
FAR = 0.25
"""The distance of samples that show which relations hold beyond first order."""
LOOKED_AT = 10
"""How many configurations are compared before one is chosen."""
FAR_SAMPLES = 8
"""How many configurations further away must confirm that an unknown stands still."""
ALIKE = 4
"""How many configurations of one rank are compared; half as many for trees above SMALL_TREE."""
SMALL_TREE = 10
"""The most freedoms of a small tree, in which a step of the search takes little time."""


@dataclass(frozen=True)
class Candidate:
    """A configuration in floating point, and its measured rank and motions."""

    state: Floats
    rank: int
    dimension: int
    idle: int
    """How many unknowns do not move in any motion."""
    margin: float = 0.0
    """The smallest singular value that is not zero: how far the rank is from being smaller."""
    still: tuple[int, ...] = ()
    """The columns of unknowns that do not move."""
    is_measured: bool = True
    """Whether there was time to measure how it moves."""

    @property
    def merit(self) -> tuple[Any, ...]:
        """The order of candidates: those that move, then by high rank, then by few idle unknowns.

        A lower rank means that something is folded or coincides, which is not generic.
        """
        return (not self.dimension, -self.rank, self.idle, -self.dimension, self.still)


def kernel(matrix: Floats) -> Floats:
    """An orthonormal basis of the motions that a Jacobian allows, as columns."""
    _, singular, rows = timely(np.linalg.svd, matrix)
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

    Random first-order motions are taken and brought back onto the closure. Samples of another rank
    may be on another branch, and are left out with `of_same_rank`.
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
    """How many dimensions the configurations at a middle distance from a state span.

    Where branches cross, it is the dimension of all of them together.
    """
    tree = numeric.closure.tree
    moving = columns_of(numeric.closure, numeric.closure.unknowns)
    _, by = samples(numeric, state, moving, MIDDLE, 2 * tree + 8, rng, clock)
    if not by.shape[1]:
        return 0
    singular = timely(np.linalg.svd, by[:tree] / MIDDLE, compute_uv=False)
    return int((singular > 0.2 * np.sqrt(by.shape[1] / tree)).sum())


def beside(
    numeric: Numeric, state: Floats, most: int, rng: np.random.Generator, clock: Clock
) -> list[Floats]:
    """Configurations near a special one, at which the rank is higher."""
    moving = columns_of(numeric.closure, numeric.closure.unknowns)
    found, _ = samples(numeric, state, moving, FAR, 4 * most, rng, clock)
    ranks = numeric.ranks(found)
    own = numeric.rank(state)
    return [s for s, rank in zip(found.T, ranks, strict=True) if rank > own][:most]


def motions(numeric: Numeric, state: Floats, states: Floats) -> Floats:
    """Differences of states, by columns; for attitudes twice the vector part of the turn."""
    closure = numeric.closure
    found = np.zeros((closure.columns, states.shape[1]))
    for c in closure.movable:
        found[closure.places[c]] = c.difference(state[closure.states[c]], states[closure.states[c]])
    return found


def compared(
    numeric: Numeric, states: Floats, rng: np.random.Generator, clock: Clock
) -> list[Candidate]:
    """Candidates that move differently, the best first."""
    found: dict[tuple[Any, ...], Candidate] = {}
    seen: Counter[int] = Counter()
    alike = ALIKE if numeric.closure.tree <= SMALL_TREE else ALIKE // 2
    for state in states.T:
        if clock.is_over and found:
            break
        rank = numeric.rank(state)
        seen[rank] += 1
        if seen[rank] > alike or len(found) >= LOOKED_AT:
            continue
        candidate = look(numeric, state, rank, rng, clock)
        other = found.get(candidate.merit)
        if other is None or other.margin < candidate.margin:
            found[candidate.merit] = candidate
    return sorted(found.values(), key=lambda c: c.merit)


def look(
    numeric: Numeric, state: Floats, rank: int, rng: np.random.Generator, clock: Clock
) -> Candidate:
    """How many dimensions the configurations near a state span, and which unknowns stand still."""
    closure = numeric.closure
    moving = columns_of(closure, closure.unknowns)
    _, by = samples(numeric, state, moving, NEAR, closure.tree + 6, rng, clock)
    margin = float(numeric.singular_values(state)[rank - 1]) if rank else 1.0
    if not by.shape[1] or clock.is_over:
        still = tuple(range(closure.tree))
        return Candidate(state, rank, 0, closure.tree, margin, still, not clock.is_over)
    left, singular, _ = timely(np.linalg.svd, by[: closure.tree] / NEAR)
    enough = 0.05 * np.sqrt(by.shape[1] / closure.tree)
    dimension = int((singular > enough).sum())
    rests = np.abs(left[:, :dimension]).max(axis=1, initial=0.0) < 5e-3
    if rests.any() and dimension:
        _, far = samples(numeric, state, moving, FAR, FAR_SAMPLES, rng, clock, True)
        rests &= np.abs(far[: closure.tree]).max(axis=1, initial=0.0) < 1e-3
    at_rest = tuple(map(int, np.flatnonzero(rests)))
    return Candidate(state, rank, dimension, len(at_rest), margin, at_rest)
