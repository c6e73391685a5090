"""The constraints of a system in floating point, at a state.

A state that satisfies the constraints shows which of them are independent there, and which speeds
follow from others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rewrite import (
    Angle,
    Matrix,
    Quaternion,
    Scalar,
    Vector,
    code,
    diff,
    free_symbols,
    random_assignment,
    time,
    zero,
)

from ..constraints import Closure, Row
from ..parts.efforts import is_steady
from ..system import System
from ..system.rates import kinematic_equations

Floats = NDArray[np.float64]
State = dict[Any, Any]
"""Values by symbols: numbers, and arrays for vectors, quaternions and matrices."""


class Compiled:
    """Terms as a function of a state; each value comes as an array of its shape."""

    def __init__(self, terms: Sequence[Any]) -> None:
        self.terms = list(terms)
        self.symbols: frozenset[Any] = frozenset().union(*map(free_symbols, self.terms))
        named = {f"t{i}": t for i, t in enumerate(self.terms)}
        self._code = code(named, "python", arrange=False) if named else None

    def __call__(self, state: Mapping[Any, Any]) -> list[Any]:
        if self._code is None:
            return []
        given = [state[argument.symbol] for argument in self._code.program.arguments]
        found = self._code.function(*given)
        found = found if len(self.terms) > 1 else (found,)
        return [np.array(x, dtype=float) for x in found]


def width(u: Any) -> int:
    """How many coordinates a speed has."""
    return 3 if isinstance(u, Vector) else 1


class Numbers:
    """The constraints of a system as functions of a state."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.speeds = system.speeds
        self.own = tuple(diff(q, time) for q in system.closing_coordinates)
        self.closures: list[Closure] = [
            g for c in system.constraints for g in c.closures(system.setting)
        ]
        self.rows: list[Row] = system.constraint_rows

    # -- at the level of positions ----------------------------------------------------------------

    @cached_property
    def _positions(self) -> Compiled:
        slopes = [b for g in self.closures for b in self._slopes(g)]
        return Compiled([g.position for g in self.closures] + slopes)

    def _slopes(self, g: Closure) -> list[Any]:
        columns = (*self.speeds, *self.own)
        return [g.by[u] if u in g.by else zero((1, u.shape[0])) for u in columns]

    def positions(self, state: State) -> tuple[Floats, Floats]:
        """The residuals, and their derivatives by the speeds and by coordinates of loops."""
        found, m = self._positions(state), len(self.closures)
        gaps = np.array([float(x) for x in found[:m]])
        per = len(self.speeds) + len(self.own)
        rows = [
            np.concatenate([np.ravel(b) for b in found[m + i * per : m + (i + 1) * per]])
            for i in range(m)
        ]
        return gaps, np.array(rows).reshape(m, sum(map(width, self.speeds)) + len(self.own))

    @cached_property
    def rates(self) -> dict[Any, Any]:
        """The rate of each coordinate, quaternion or rotation, in terms of the speeds."""
        found = dict(kinematic_equations(self.system))
        by_rate = {diff(q, time): q for q in self.system.closure_unknowns if isinstance(q, Scalar)}
        own = {dq: dq for dq in self.own}
        return {by_rate.get(rate, rate): t for rate, t in (found | own).items()}

    @cached_property
    def _moved(self) -> Compiled:
        return Compiled(list(self.rates.values()))

    def stepped(self, state: State, by: Floats) -> State:
        """A state after a step along the speeds, and along the coordinates of loops."""
        there = dict(state) | self.with_speeds(by)
        moved = dict(state)
        for symbol, rate in zip(self.rates, self._moved(there), strict=True):
            moved[symbol] = on_its_manifold(symbol, np.asarray(state[symbol], dtype=float) + rate)
        return moved

    def with_speeds(self, values: Floats) -> State:
        """A state of speeds, and of rates of coordinates of loops, from their values."""
        found: State = {}
        at = 0
        for u in (*self.speeds, *self.own):
            n = width(u)
            found[u] = values[at : at + n] if isinstance(u, Vector) else float(values[at])
            at += n
        return found

    # -- at the level of speeds -------------------------------------------------------------------

    @cached_property
    def _velocities(self) -> Compiled:
        terms: list[Any] = []
        for row in self.rows:
            terms += [*row.delta, row.tau, *_axes(row)]
        return Compiled(terms)

    def velocities(self, state: State) -> tuple[Floats, Floats]:
        """Δ and τ in scalar rows: a vector row along each of its axes."""
        found = iter(self._velocities(state))
        delta, rest = [], []
        for row in self.rows:
            blocks = [next(found) for _ in self.speeds]
            tau = next(found)
            size = 3 if row.is_vector else 1
            matrix = np.hstack([b.reshape(size, -1) for b in blocks])
            axes = np.array([next(found).ravel() for _ in range(3)]) if row.is_vector else np.eye(1)
            delta.append(axes @ matrix)
            rest.append(axes @ tau.reshape(size))
        n = sum(map(width, self.speeds))
        if not delta:
            return np.zeros((0, n)), np.zeros(0)
        return np.vstack(delta), np.concatenate(rest)

    @cached_property
    def _biases(self) -> Compiled:
        return Compiled([t for row in self.rows for t in (row.bias, *_axes(row))])

    def gamma(self, state: State) -> Floats:
        """γ in scalar rows."""
        found = iter(self._biases(state))
        rows = []
        for row in self.rows:
            bias = np.atleast_1d(next(found)).ravel()
            axes = np.array([next(found).ravel() for _ in _axes(row)])
            rows.append(-axes @ bias if row.is_vector else -bias)
        return np.concatenate(rows) if rows else np.zeros(0)

    # -- states -----------------------------------------------------------------------------------

    @cached_property
    def symbols(self) -> list[Any]:
        """All symbols that must have a value, in the order of their names."""
        parts = [self._positions, self._velocities, self._moved]
        found = {s for part in parts for s in part.symbols} | set(self.rates)
        found |= {s for row in self.rows for s in free_symbols(row.bias)}
        found |= {s for t in self.system.relations for s in free_symbols(t)}
        return sorted(found, key=lambda s: (str(s), s.shape))

    @cached_property
    def parameters(self) -> list[Any]:
        return [s for s in self.symbols if is_steady(s)]


def _axes(row: Row) -> tuple[Any, ...]:
    return row.axes if row.is_vector else ()


def on_its_manifold(symbol: Any, value: Floats) -> Any:
    """A unit quaternion or a rotation matrix nearest to a value; a scalar as it is."""
    if isinstance(symbol, Quaternion):
        return value / np.linalg.norm(value)
    if isinstance(symbol, Matrix) and not isinstance(symbol, Scalar):
        left, _, right = np.linalg.svd(value)
        return left @ right
    return float(value)


def random_values(symbols: Iterable[Any], rng: np.random.Generator) -> State:
    """Random values that satisfy the facts of the symbols; parameters are positive."""
    found: State = {}
    for s in symbols:
        if isinstance(s, Scalar):
            found[s] = rng.uniform(0.5, 1.5) if is_steady(s) else rng.uniform(-1.5, 1.5)
        else:
            drawn = random_assignment([s], random=int(rng.integers(1 << 30)))[s]
            found[s] = np.array(_plain(drawn), dtype=float)
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_plain(x) for x in value]
    return float(value.value) if isinstance(value, Angle) else float(value)
