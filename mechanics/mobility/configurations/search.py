"""Configurations, found in floating point: they guide the proofs, and decide nothing.

A batch of random starts is brought onto the closure by damped Newton steps of least length.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...linear_algebra import batched, timely
from ..arithmetic.jacobians import float_jacobian
from ..clock import Clock
from ..closure.closures import Closure
from ..closure.coordinate_kinds import Slide, Turn

Floats = NDArray[np.float64]
SMALL = 1e-12
"""A weighted residual below this is taken for zero."""
ALL = slice(None)
TURNS = 250
"""The most steps of one projection."""
PATIENCE = 30
"""A projection stops after this many steps without progress."""
RIGHT_TRACE = 4.0
"""One plus the trace of the identity: the target for the trace terms, which must be positive."""
MARGIN = 0.1
"""The search moves terms that must be positive to at least this value."""
RANK_GAP = 2e-5
"""Singular values below this fraction of the largest one are taken for zero."""


@dataclass(frozen=True)
class Numeric:
    """A closure in floating point, with its equations scaled to a size of about one."""

    closure: Closure
    weights: Floats

    @staticmethod
    def of(closure: Closure, rng: np.random.Generator) -> Numeric:
        states = random_states(closure, rng, 16, length_scale(closure))
        _, slopes = float_jacobian(closure, states)
        size = np.nanmedian(np.abs(slopes).sum(axis=1), axis=1)
        size = np.nan_to_num(size, nan=1.0)
        return Numeric(closure, 1 / np.where(size > 1e-9, size, 1.0))

    def at(self, states: Floats, rows: Any = ALL) -> tuple[Floats, Floats]:
        """Weighted residuals (batch × outputs) and slopes (batch × outputs × columns)."""
        values, slopes = float_jacobian(self.closure, states)
        _led(self.closure, values, slopes)
        weights = self.weights[rows]
        return values[rows].T * weights, np.moveaxis(slopes[rows], 2, 0) * weights[None, :, None]

    def stepped(self, states: Floats, by: Floats) -> Floats:
        """States after a motion by columns (columns × batch)."""
        found = states.copy()
        for c in self.closure.movable:
            where = self.closure.states[c]
            found[where] = c.step(states[where], by[self.closure.places[c]])
        return found

    def projected(
        self,
        states: Floats,
        moving: NDArray[np.bool_],
        clock: Clock,
        enough: int | None = None,
        rows: Any = ALL,
        accuracy: float = SMALL / 1000,
    ) -> tuple[Floats, Floats]:
        """States brought onto the closure by moving some columns, and their residuals.

        It may stop when `enough` of them are there. `rows` are the outputs that must vanish.
        """
        batch = states.shape[1]
        damping = np.full(batch, 1e-2)
        values, slopes = self.at(states, rows)
        size = np.linalg.norm(values, axis=1)
        mark = size
        for turn in range(TURNS):
            there = size < accuracy
            if clock.is_over or there.all() or (enough and there.sum() >= enough):
                break
            if turn % PATIENCE == PATIENCE - 1:
                if (there | (size > 0.8 * mark)).all():
                    break
                mark = size
            by = _damped_step(values, slopes[:, :, moving], damping)
            full = np.zeros((self.closure.columns, batch))
            full[moving] = np.clip(by, -1.0, 1.0)
            trial = self.stepped(states, full)
            new_values, new_slopes = self.at(trial, rows)
            new_size = np.nan_to_num(np.linalg.norm(new_values, axis=1), nan=np.inf)
            better = new_size < size
            states = np.where(better, trial, states)
            values = np.where(better[:, None], new_values, values)
            slopes = np.where(better[:, None, None], new_slopes, slopes)
            stuck = ~better & (damping > 1e6)
            size = np.where(better, new_size, size)
            damping = np.where(better, damping / 8, damping * 5)
            damping = np.maximum(damping, 1e-14 + 1e-3 * np.minimum(size, 1) ** 2)
            if stuck[size > SMALL].all() and stuck.any():
                break
        return states, size

    def singular_values(self, state: Floats) -> Floats:
        """The singular values of the Jacobian of the equations by the unknowns, at one state."""
        found = timely(np.linalg.svd, self.jacobian(state), compute_uv=False)
        return np.asarray(found, dtype=float)

    def jacobian(self, state: Floats) -> Floats:
        """The weighted Jacobian at one state: equations × columns of unknowns."""
        _, slopes = self.at(state[:, None])
        return np.asarray(slopes[0][: self.closure.count, : self.closure.tree])

    def rank(self, state: Floats) -> int:
        return numeric_rank(self.singular_values(state))

    def ranks(self, states: Floats) -> NDArray[np.int64]:
        """The ranks at a batch of states."""
        _, slopes = self.at(states)
        own = slopes[:, : self.closure.count, : self.closure.tree]
        return np.array([numeric_rank(s) for s in batched(np.linalg.svd, own, compute_uv=False)])

    def is_allowed(self, states: Floats) -> NDArray[np.bool_]:
        """Whether all terms that must be positive are positive."""
        values, _ = float_jacobian(self.closure, states)
        return np.asarray((values[self.closure.vanishing :] > 1e-6).all(axis=0))


def _led(closure: Closure, values: Floats, slopes: Floats) -> None:
    """Pull traces to their target, and terms that must be positive away from zero."""
    first = closure.vanishing
    last = first + closure.traces
    values[first:last] -= RIGHT_TRACE
    values[last:] -= MARGIN
    met = values[last:] > 0
    values[last:][met] = 0.0
    slopes[last:].transpose(0, 2, 1)[met] = 0.0


def state_slots(closure: Closure, state: Floats) -> list[float]:
    """The floats in the slots at a state."""
    slots: list[float] = []
    for c in closure.coordinates:
        if c in closure.states:
            raw = c.slot_values(state[closure.states[c]][:, None])
            slots += [float(x[0]) for x in raw]
        else:
            slots += closure.constant_floats(c)
    return slots


def numeric_rank(singular: Floats) -> int:
    """How many singular values are not small."""
    if not len(singular) or singular[0] < 1e-12:
        return 0
    return int((singular > RANK_GAP * max(1.0, float(singular[0]))).sum())


def _damped_step(values: Floats, slopes: Floats, damping: Floats) -> Floats:
    """−J⁺ g with damped singular values, for a batch; columns × batch.

    It uses singular values instead of J Jᵀ, because redundant equations make that matrix singular.
    """
    values = np.nan_to_num(values, nan=1.0, posinf=1.0, neginf=1.0)
    slopes = np.nan_to_num(slopes, nan=0.0, posinf=0.0, neginf=0.0)
    left, singular, right = batched(np.linalg.svd, slopes, full_matrices=False)
    weights = singular / (singular**2 + damping[:, None])
    along = np.einsum("bij,bi->bj", left, values) * weights
    return np.asarray(-np.einsum("bj,bjk->bk", along, right).T)


def length_scale(closure: Closure) -> float:
    """The size of the numbers in the equations, as a guess at the size of lengths."""
    numbers = [
        abs(float(step.value)) for step in closure.program.steps if step.kind in ("number", "scale")
    ]
    return max([1.0, *numbers])


def random_states(
    closure: Closure, rng: np.random.Generator, count: int, scale: float = 1.0
) -> Floats:
    """Random states, the lengths among the unknowns of about the given size.

    In some of them all angles are small: from nearly straight chains fewer joints end up folded.
    """
    parts = []
    straight = np.where(
        np.arange(count) % 4 < 2, 1.0, np.where(np.arange(count) % 4 < 3, 0.5, 0.25)
    )
    for c in closure.movable:
        found = c.random(rng, count)
        if isinstance(c, Turn) and closure.is_unknown(c):
            found = found * straight
        if isinstance(c, Slide) and closure.is_unknown(c) and scale != 1.0:
            found = found * np.where(np.arange(count) % 2, scale, 1.0)
        elif isinstance(c, Slide) and not closure.is_unknown(c):
            found = np.abs(found)
        parts.append(found)
    return np.vstack(parts)


def columns_of(closure: Closure, coordinates: Any) -> NDArray[np.bool_]:
    """A mask of the columns of some coordinates."""
    found = np.zeros(closure.columns, dtype=bool)
    for c in coordinates:
        found[closure.places[c]] = True
    return found
