"""Assemble a mechanism: draw parameters at random, and find configurations for them.

Parameters are simple numbers that satisfy the relations. If the closure cannot be met for any of
those drawn, they are moved together with the unknowns, and the result says if they are not free.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..arithmetic.matrices import pivots
from ..clock import Clock
from ..closure.closures import Closure
from ..closure.coordinate_kinds import Coordinate, Slide, Turn
from .nearby import LOOKED_AT, SMALL_TREE, Candidate, compared
from .search import SMALL, Numeric, columns_of, length_scale, random_states

Floats = NDArray[np.float64]
ROUNDS = 4
"""How many batches of starts are tried with free parameters."""
STAGES = 6
"""The terms of a closure are satisfied one after the other in at most this many stages."""
ROUGHLY = 1e-7
"""The accuracy of all stages but the last."""
SHAKE = 0.03
"""How far a search starts from a declared configuration, which may be special …"""
NEAR_START = 0.7
"""… and how far from it the search may end."""
BATCH = 40
"""How many starts are tried at once."""
NUDGE = 0.02
"""How far parameters are moved to see whether they are free: far beyond rounding, and near enough
that the search for the unknowns returns to the same assembly."""
NUDGED = 4
"""This many configurations after such moves are enough to say that parameters are free."""
SHORT = 0.05
"""A state with a length below this is chosen only if there is no other: it is nearly degenerate."""
LENGTHS_FIRST = 4.0
"""The weight with which lengths, before angles, are chosen to follow from the relations."""


@dataclass(frozen=True)
class Assembly:
    """Configurations that move differently, the best first, and whether parameters are free."""

    candidates: list[Candidate]
    free_parameters: bool = True


def assemble(
    numeric: Numeric, rng: np.random.Generator, clock: Clock, fixed: Floats | None = None
) -> Assembly:
    """Configurations for parameters that are as free as the relations allow.

    Entries of the state `fixed` are kept, except those that are nan.
    """
    closure = numeric.closure
    unknown = columns_of(closure, closure.unknowns)
    moving = unknown & ~_kept(closure, fixed)
    for turn in range(ROUNDS):
        begun = with_fixed(drawn(numeric, rng, clock), fixed)
        if turn % 2 == (closure.tree > SMALL_TREE):
            states, size = numeric.projected(begun, moving, clock, enough=LOOKED_AT)
        else:
            states, size = grown(numeric, begun, moving, clock)
        found = relevant(numeric, states, size)
        if found.shape[1]:
            return Assembly(compared(numeric, found, rng, clock))
        clock.check()
    if closure.parameters:
        return _bound(numeric, rng, clock, fixed)
    return Assembly([])


def started(
    numeric: Numeric, near: Floats, rng: np.random.Generator, clock: Clock
) -> list[Candidate]:
    """Configurations near a given one, which may be special and need not satisfy the closure."""
    closure = numeric.closure
    begun = with_fixed(drawn(numeric, rng, clock), near)
    by = rng.normal(size=(closure.columns, begun.shape[1])) * SHAKE
    by[~columns_of(closure, closure.unknowns)] = 0.0
    begun = numeric.stepped(begun, by)
    states, size = numeric.projected(begun, columns_of(closure, closure.unknowns), clock)
    given = ~np.isnan(near)
    off = np.abs(states[given] - near[given][:, None]).max(axis=0, initial=0.0)
    found = relevant(numeric, states, np.where(off < NEAR_START, size, 1.0))
    return compared(numeric, found, rng, clock) if found.shape[1] else []


def grown(
    numeric: Numeric, states: Floats, moving: NDArray[np.bool_], clock: Clock
) -> tuple[Floats, Floats]:
    """States brought onto the closure term by term, in the order in which the terms are given.

    When all are satisfied at once, many loops tend to collapse; one after the other they stay open.
    """
    closure = numeric.closure
    terms = [name.partition(".")[0] for name in closure.names]
    ends = [k + 1 for k, name in enumerate(terms) if k + 1 == len(terms) or terms[k + 1] != name]
    steps = min(STAGES, len(ends) - 1)
    for k in range(steps):
        end = ends[(k + 1) * len(ends) // (steps + 1) - 1]
        rows = np.r_[0:end, closure.vanishing : len(numeric.weights)]
        states, _ = numeric.projected(states, moving, clock, rows=rows, accuracy=ROUGHLY)
    return numeric.projected(states, moving, clock, enough=LOOKED_AT)


def _bound(
    numeric: Numeric, rng: np.random.Generator, clock: Clock, fixed: Floats | None
) -> Assembly:
    """Configurations for parameters that have to move, and whether they are free after all."""
    closure = numeric.closure
    everything = ~_kept(closure, fixed)
    begun = with_fixed(drawn(numeric, rng, clock), fixed)
    states, size = numeric.projected(begun, everything, clock, enough=2 * LOOKED_AT)
    found = relevant(numeric, states, size)
    if not found.shape[1]:
        return Assembly([])
    parameter_columns = columns_of(closure, closure.parameters)
    best = _most_free(numeric, found)
    shaken = np.repeat(best[:, None], BATCH, axis=1)
    by = np.where(parameter_columns[:, None], rng.normal(size=(closure.columns, BATCH)) * NUDGE, 0)
    shaken = on_relations(numeric, numeric.stepped(shaken, by), clock)
    moved, size = numeric.projected(shaken, everything & ~parameter_columns, clock, enough=NUDGED)
    free = relevant(numeric, moved, size)
    if free.shape[1]:
        return Assembly(compared(numeric, free, rng, clock))
    return Assembly(compared(numeric, best[:, None], rng, clock), free_parameters=False)


def _most_free(numeric: Numeric, states: Floats) -> Floats:
    """The state whose parameters are bound by the fewest relations, to first order."""
    closure = numeric.closure
    bound = []
    for state in states.T:
        _, slopes = numeric.at(state[:, None])
        matrix = slopes[0][: closure.vanishing]
        both = len(pivots(matrix)[0])
        own = len(pivots(matrix[: closure.count, : closure.tree])[0])
        smallest = min(
            (abs(state[closure.states[c].start]) for c in closure.parameters if type(c) is Slide),
            default=1.0,
        )
        bound.append((smallest < SHORT, both - own, -own))
    return states[:, min(range(len(bound)), key=bound.__getitem__)]


def relevant(numeric: Numeric, states: Floats, size: Floats) -> Floats:
    """The states that satisfy the closure, and in which roots are positive."""
    positive = [numeric.closure.states[c].start for c in numeric.closure.positive]
    good = (size < SMALL) & numeric.is_allowed(states)
    good &= (states[positive] > 0).all(axis=0)
    return states[:, good]


def _kept(closure: Closure, fixed: Floats | None) -> NDArray[np.bool_]:
    """The columns of coordinates that are fixed, or that are numbers."""
    kept: list[Coordinate] = [
        c for c in closure.movable if isinstance(c, Turn) and c.near is not None
    ]
    if fixed is not None:
        kept += [c for c in closure.movable if not np.isnan(fixed[closure.states[c]]).any()]
    return columns_of(closure, kept)


def with_fixed(states: Floats, fixed: Floats | None) -> Floats:
    """States in which some entries are given."""
    if fixed is None:
        return states
    return np.where(np.isnan(fixed)[:, None], states, fixed[:, None])


# -- parameters -----------------------------------------------------------------------------------


def drawn(numeric: Numeric, rng: np.random.Generator, clock: Clock) -> Floats:
    """Random states whose parameters are simple numbers that satisfy the relations."""
    closure = numeric.closure
    states = random_states(closure, rng, BATCH, length_scale(closure))
    for c in closure.parameters:
        where = closure.states[c]
        if isinstance(c, Turn) and c.near is None:
            tangents = rng.integers(1, 16, (1, BATCH)) / 8
            states[where] = 2 * c.parts * np.arctan(tangents)
        elif isinstance(c, Slide):
            states[where] = rng.integers(4, 21, (1, BATCH)) / 8
    return on_relations(numeric, states, clock)


def on_relations(numeric: Numeric, states: Floats, clock: Clock) -> Floats:
    """States whose parameters satisfy the relations; as few of them as possible are moved."""
    closure = numeric.closure
    rows = slice(closure.count, closure.vanishing)
    if not closure.relation_names:
        return states
    _, slopes = numeric.at(states[:, :1], rows)
    slides = np.zeros(closure.columns)
    slides[columns_of(closure, closure.parameters)] = 1.0
    lengths = [c for c in closure.parameters if isinstance(c, Slide)]
    slides[columns_of(closure, lengths)] = LENGTHS_FIRST
    dependent = np.zeros(closure.columns, dtype=bool)
    dependent[pivots(slopes[0] * (slides > 0), prefer=slides)[1]] = True
    found, size = numeric.projected(states, dependent, clock, rows=rows)
    good = size < SMALL
    return found[:, good] if good.any() else found
