"""Which speeds depend on the others: a choice that is regular and keeps the solution short.

Each row of the constraints gets as many scalar columns as it has scalar equations, or one vector
column. Preferred columns occur in few other rows, have constant coefficients, and are well
conditioned at a state of the system; among equally good ones, the joints declared first stay
independent.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

import numpy as np

from rewrite import free_symbols

from ..errors import ModelError
from ..parts.efforts import is_steady
from .columns import Column, Line
from .numbers import Compiled, Floats, State

POOR = 0.3
"""Columns whose regularity is less than this fraction of the best are not considered."""
SINGULAR = 1e-7
"""A block that is less regular than this counts as singular."""
MANY = 12
"""With more scalar columns than this in a vector row, not all triples of them are compared."""


@dataclass
class Chosen:
    """The rows, of which some vector ones may be split, each with its dependent columns."""

    lines: list[Line]
    columns: list[Column]
    pivots: list[tuple[int, tuple[Column, ...]]]


class _StuckError(Exception):
    """No column fits a row as it is."""

    def __init__(self, line: int) -> None:
        self.line = line


def choose(
    lines: Sequence[Line], columns: Sequence[Column], allowed: Iterable[Column], state: State
) -> Chosen:
    """Dependent columns for all rows, chosen from those that are allowed."""
    lines, columns, allowed = list(lines), list(columns), list(allowed)
    for _ in range(len(lines) + len(columns) + 1):
        try:
            return Chosen(lines, columns, _Choice(lines, columns, allowed, state).pivots())
        except _StuckError as stuck:
            line = lines[stuck.line]
            if line.is_vector:
                lines[stuck.line : stuck.line + 1] = line.split
                continue
            vector = next((c for c in allowed if c.is_vector and c in line.by), None)
            if vector is None:
                break
            lines = [_with_split(x, vector) for x in lines]
            columns = [y for x in columns for y in (x.split if x == vector else (x,))]
            allowed = [y for x in allowed for y in (x.split if x == vector else (x,))]
    raise ModelError(
        f"{', '.join(map(str, allowed))} do not follow from the constraints: choose other "
        "dependent speeds, or let the software choose"
    )


def _with_split(line: Line, vector: Column) -> Line:
    """A row in which a vector column is replaced by its coordinates."""
    if vector not in line.by:
        return line
    by = {c: b for c, b in line.by.items() if c != vector}
    parts = {c: c.of(line.by[vector]) for c in vector.split}
    return Line(by | parts, line.tau, line.bias)


class _Choice:
    """Gauss's elimination in floating point, row by row."""

    def __init__(
        self, lines: list[Line], columns: list[Column], allowed: list[Column], state: State
    ) -> None:
        self.lines, self.columns, self.allowed = lines, columns, allowed
        starts = np.cumsum([0, *(c.width for c in columns)])
        self.places = {c: slice(a, a + c.width) for c, a in zip(columns, starts, strict=False)}
        starts = np.cumsum([0, *(3 if x.is_vector else 1 for x in lines)])
        self.at = [slice(a, b) for a, b in pairwise(starts)]
        self.matrix = self._evaluated(int(starts[-1]), state)

    def _evaluated(self, size: int, state: State) -> Floats:
        matrix = np.zeros((size, sum(c.width for c in self.columns)))
        blocks = [(i, c, b) for i, x in enumerate(self.lines) for c, b in x.by.items()]
        for (i, c, _), value in zip(blocks, Compiled([b for *_, b in blocks])(state), strict=True):
            matrix[self.at[i], self.places[c]] = value.reshape(-1, c.width)
        return matrix

    def pivots(self) -> list[tuple[int, tuple[Column, ...]]]:
        found: list[tuple[int, tuple[Column, ...]]] = []
        rest, free = set(range(len(self.lines))), list(self.allowed)
        while rest:
            _, i, columns = min(self._best(i, rest, free) for i in rest)
            found.append((i, tuple(self.columns[k] for k in columns)))
            rest.remove(i)
            free = [c for c in free if c not in found[-1][1]]
            self._clear(i, found[-1][1], rest)
        return found

    def _best(self, i: int, rest: set[int], free: list[Column]) -> tuple[Any, int, tuple[int, ...]]:
        """The best columns for a row: (cost, row, columns by number)."""
        candidates = [(self._regularity(i, cs), cs) for cs in self._candidates(i, free)]
        best = max((r for r, _ in candidates), default=0.0)
        if best < SINGULAR:
            raise _StuckError(i)
        costs = []
        for regularity, cs in candidates:
            if regularity >= POOR * best:
                numbers = tuple(self.columns.index(c) for c in cs)
                costs.append(((self._cost(i, cs, rest), [-n for n in numbers]), i, numbers))
        return min(costs)

    def _candidates(self, i: int, free: list[Column]) -> list[tuple[Column, ...]]:
        here = [c for c in free if np.abs(self._block(i, (c,))).max() > SINGULAR]
        scalars = [c for c in here if not c.is_vector]
        if not self.lines[i].is_vector:
            return [(c,) for c in scalars]
        found: list[tuple[Column, ...]] = [(c,) for c in here if c.is_vector]
        if len(scalars) > MANY:
            scalars = self._spread(i, scalars)
        return found + [cs[::-1] for cs in combinations(scalars[::-1], 3)]

    def _spread(self, i: int, scalars: list[Column]) -> list[Column]:
        """Three columns, chosen one by one so that their directions differ as much as possible."""
        block, found = self._block(i, scalars).copy(), []
        for _ in range(3):
            sizes = np.linalg.norm(block, axis=0)
            k = int(np.argmax(sizes))
            if sizes[k] < SINGULAR:
                break
            found.append(scalars[k])
            unit = block[:, k] / sizes[k]
            block = block - np.outer(unit, unit @ block)
        return sorted(found, key=self.columns.index)

    def _block(self, i: int, columns: Sequence[Column]) -> Floats:
        return np.hstack([self.matrix[self.at[i], self.places[c]] for c in columns])

    def _regularity(self, i: int, columns: tuple[Column, ...]) -> float:
        """The smallest singular value: how far the block is from a singular one."""
        return float(np.linalg.svd(self._block(i, columns), compute_uv=False)[-1])

    def _cost(self, i: int, columns: tuple[Column, ...], rest: set[int]) -> int:
        """How many other rows it changes, and whether its coefficients change with time."""
        others = sum(any(c in self.lines[k].by for c in columns) for k in rest if k != i)
        blocks = [self.lines[i].by.get(c) for c in columns]
        if any(b is None for b in blocks):  # it came from another row by elimination
            return others + 3
        if not any(free_symbols(b) for b in blocks if b is not None):
            return others
        return others + (1 if all(is_steady(b) for b in blocks if b is not None) else 2)

    def _clear(self, i: int, columns: tuple[Column, ...], rest: set[int]) -> None:
        own = self.matrix[self.at[i]]
        solved = np.linalg.solve(self._block(i, columns), own)
        for k in rest:
            rows = self.at[k]
            self.matrix[rows] = self.matrix[rows] - self._block(k, columns) @ solved
