"""Branches: configurations that random starts lead to, grouped by which unknowns move there.

Each kind of branch is represented by one configuration, at which its dimension is found by the
same arguments as the freedom. The list may be incomplete, since starts may miss some kinds.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..arguments.bounds import Bounds, bounds
from ..clock import Clock, OutOfTimeError
from ..configurations.assembly import relevant
from ..configurations.nearby import Candidate, look
from ..configurations.placing import Place
from ..configurations.search import Numeric, columns_of, length_scale, random_states
from ..exact.alignments import Alignment
from ..exact.families import family_through, guessed_alignments
from ..report import Branch, Status
from .velocities import column_speeds

Floats = NDArray[np.float64]
LARGEST_TREE = 10
"""Other branches of larger mechanisms are reported without proof, to save time."""
MOST_BRANCHES = 6
"""The most branches that are examined."""
EVIDENCE: Status = "evidence"
STARTS = 60
"""How many random starts lead to branches."""


def branches(
    numeric: Numeric, where: Place, found: Bounds, rng: np.random.Generator, clock: Clock
) -> tuple[Branch, ...]:
    """The branches that were met, the one that the report is about first."""
    candidates = list(where.candidates)
    first = candidates[0]
    assert found.state is not None
    if numeric.closure.tree <= LARGEST_TREE and not where.is_given:
        candidates += _met(numeric, found.state, rng, clock.at_most(clock.seconds / 2))
    listed = []
    for candidate in kinds(candidates)[:MOST_BRANCHES]:
        is_first = (candidate.dimension, candidate.still) == (first.dimension, first.still)
        known = found if is_first else None
        try:
            if known is None:
                clock.check()
            listed.append(_branch(numeric, candidate, known, rng, clock))
        except OutOfTimeError:
            break
    return tuple({(b.conditions, b.freedom): b for b in reversed(listed)}.values())[::-1]


def _met(
    numeric: Numeric, state: Floats, rng: np.random.Generator, clock: Clock
) -> list[Candidate]:
    """Configurations that random starts lead to, with the parameters of a state."""
    closure = numeric.closure
    states = random_states(closure, rng, STARTS, length_scale(closure))
    for c in closure.parameters:
        states[closure.states[c]] = state[closure.states[c]][:, None]
    moving = columns_of(closure, closure.unknowns)
    states, size = numeric.projected(states, moving, clock)
    found = []
    for s in relevant(numeric, states, size).T:
        if clock.is_over:
            break
        found.append(look(numeric, s, numeric.rank(s), rng, clock))
    return found


def kinds(candidates: Sequence[Candidate]) -> list[Candidate]:
    """One candidate for every kind of branch: the first one for its kind, and the one of the
    highest rank for every other kind."""
    first = candidates[0]
    best: dict[tuple[int, tuple[int, ...]], Candidate] = {}
    for c in candidates:
        key = c.dimension, c.still
        other = best.get(key)
        if other is None or (other is not first and _is_better(c, other)):
            best[key] = c
    return list(best.values())


def _is_better(c: Candidate, other: Candidate) -> bool:
    return (c.rank, c.margin) > (other.rank, other.margin)


def _branch(
    numeric: Numeric,
    candidate: Candidate,
    known: Bounds | None,
    rng: np.random.Generator,
    clock: Clock,
) -> Branch:
    closure = numeric.closure
    mobility = closure.tree - candidate.rank
    if known is not None and known.family is not None and known.family.aligned:
        return Branch(_lines(known.family.aligned), *_outcome(known, candidate), mobility)
    if closure.tree > LARGEST_TREE:
        outcome = _outcome(known, candidate) if known else (candidate.dimension, EVIDENCE)
        return Branch(_at_rest(numeric, candidate), *outcome, mobility)
    found = _bounds(numeric, candidate, rng, clock) if known is None else known
    dimension, status = _outcome(found, candidate)
    aligned = [
        a for a in guessed_alignments(numeric, candidate.state, rng, clock)
        if closure.is_unknown(a.solved)
    ]  # fmt: skip
    sure = family_through(closure, candidate.state, aligned, clock) if aligned else None
    if sure is not None and sure.dimension == dimension:
        return Branch(_lines(aligned), dimension, status, mobility)
    return Branch(_at_rest(numeric, candidate), dimension, status, mobility)


def _bounds(
    numeric: Numeric, candidate: Candidate, rng: np.random.Generator, clock: Clock
) -> Bounds:
    return bounds(numeric, Place(candidate.state, (candidate,), True, False), rng, clock)


def _outcome(found: Bounds, candidate: Candidate) -> tuple[int, Status]:
    if found.is_settled and not found.at_values:
        return found.lower, "proved"
    return candidate.dimension, "evidence"


def _at_rest(numeric: Numeric, candidate: Candidate) -> tuple[str, ...]:
    """The unknowns that stand still, in words, where no relation is known."""
    speeds = column_speeds(numeric.closure)
    names = [str(speeds[k]) for k in candidate.still if speeds[k] is not None]
    return (f"{', '.join(names)} at rest",) if names and candidate.dimension else ()


def _lines(aligned: Sequence[Alignment]) -> tuple[str, ...]:
    """Relations in words: constants first, then those between few coordinates."""
    return tuple(map(str, sorted(aligned, key=lambda a: (len(a.others), a.solved.label))))
