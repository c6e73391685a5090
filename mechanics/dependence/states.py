"""States that satisfy the constraints, found by Newton's method with decreasing damping."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rewrite import diff

from ..errors import ModelError
from ..linear_algebra import timely
from .numbers import Compiled, Floats, Numbers, State, random_values

STEPS = 120
"""How many steps a search may take from one start."""
STARTS = 24
"""The number of starts of a search; each draws new values for parameters without values."""
SMALL = 1e-10
"""The tolerance for satisfied equations, for mechanisms of a size near 1."""
EXACT = 2e-16
"""The gap at which a search stops: where equations depend on each other, gaps shrink slowly, and a
gap of 1e-10 may be an error of 1e-5 in the configuration.
"""
SURE = 1e-7
"""Below this, the remainder of a row of length 1 counts as zero."""
SHAKE = 0.3
"""How far from the given configuration a generic one is searched for."""


@dataclass
class Search:
    """The state where a search ended, and the gaps there."""

    state: State
    gaps: Floats

    @property
    def found(self) -> bool:
        return self.worst < SMALL

    @property
    def worst(self) -> float:
        return float(np.abs(self.gaps).max(initial=0.0))

    @property
    def tolerance(self) -> float:
        """The size below which a row counts as dependent: if equations depend on each other, a gap
        g may mean that the configuration is off by √g."""
        return max(SURE, 30 * float(np.sqrt(min(self.worst, 1e-10))))


def project(numbers: Numbers, state: State, only: Sequence[int] | None = None) -> Search:
    """The state moved along all speeds until the closure equations hold, or `only` some of them."""
    gaps, slopes = _chosen(numbers, state, only)
    for _ in range(STEPS):
        size = float(np.abs(gaps).max(initial=0.0))
        if size < EXACT or not np.isfinite(size):
            break
        trial = _improved(numbers, state, gaps, slopes, only)
        if trial is None:
            break
        state, gaps, slopes = trial
    return Search(state, gaps)


def _chosen(numbers: Numbers, state: State, only: Sequence[int] | None) -> tuple[Floats, Floats]:
    gaps, slopes = numbers.positions(state)
    return (gaps, slopes) if only is None else (gaps[list(only)], slopes[list(only)])


def _improved(
    numbers: Numbers, state: State, gaps: Floats, slopes: Floats, only: Sequence[int] | None
) -> Any:
    """A damped Gauss-Newton step that makes the gaps smaller; None if there is none."""
    square = float(gaps @ gaps)
    normal_matrix, damping = slopes.T @ slopes, min(square, 1.0) * 1e-2
    for _ in range(12):
        matrix = normal_matrix + damping * np.eye(len(normal_matrix))
        step = -timely(np.linalg.lstsq, matrix, slopes.T @ gaps, rcond=1e-13)[0]
        there = numbers.stepped(state, np.asarray(step, dtype=np.float64))
        found, at = _chosen(numbers, there, only)
        if float(found @ found) < square:
            return there, found, at
        damping = max(damping, 1e-6) * 10
    return None


def generic_state(numbers: Numbers, seed: int = 0) -> Search:
    """A configuration with generic parameters, near the one that the system declares; or the best
    that was found, if none satisfies the closure equations."""
    rng, best = np.random.default_rng(seed), None
    for _ in range(STARTS):
        found = project(numbers, random_state(numbers, rng))
        if found.found:
            return found
        if best is None or np.abs(found.gaps).max() < np.abs(best.gaps).max():
            best = found
    assert best is not None
    return best


def random_state(numbers: Numbers, rng: np.random.Generator) -> State:
    """Random parameters and coordinates, near those that the system declares."""
    system = numbers.system
    state = random_values(numbers.symbols, rng)
    state |= {s: _float(x) for s, x in system.values.items()}
    state = _on_relations(numbers, state)
    for s, x in system.near.items():
        value = _float(x)
        shaken = isinstance(value, float)
        state[s] = value + rng.uniform(-SHAKE, SHAKE) if shaken else value
    return state


def _float(x: Any) -> Any:
    value = np.array(x, dtype=float)
    return float(value) if value.ndim == 0 else value


def _on_relations(numbers: Numbers, state: State) -> State:
    """Parameters moved until the relations between them hold; those with values stay."""
    relations, known = numbers.system.relations, numbers.system.values
    free = sorted({s for t in relations for s in numbers.parameters if s not in known}, key=str)
    if not relations:
        return state
    slopes = [diff(t, s) for t in relations for s in free]
    compiled, m = Compiled([*relations, *slopes]), len(relations)
    for _ in range(STEPS):
        found = compiled(state)
        gaps = np.array([float(x) for x in found[:m]])
        if np.abs(gaps).max() < SMALL:
            return state
        matrix = np.array([float(x) for x in found[m:]]).reshape(m, len(free))
        step = timely(np.linalg.lstsq, matrix, -gaps, rcond=None)[0]
        state = state | {s: state[s] + dx for s, dx in zip(free, step, strict=True)}
    raise ModelError(
        f"{numbers.system.name}: no parameters were found that satisfy the relations {relations}; "
        "give values that do with assembled(values=…)"
    )


def given_state(numbers: Numbers, generic: State, rank: int) -> State:
    """The state nearest to the declared configuration, unless constraints are singular there."""
    near = {s: _float(x) for s, x in numbers.system.near.items()}
    found = project(numbers, generic | near)
    delta, _ = numbers.velocities(found.state)
    regular = found.found and timely(np.linalg.matrix_rank, delta, tol=1e-7) >= rank
    return found.state if regular else generic
