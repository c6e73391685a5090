"""Dependent speeds in terms of independent ones, solved as vectors where that is possible.

A vector row with a vector column is solved by the inverse of its block, which is a transpose for a
rotation; one with three scalar columns by Cramer's rule for vectors; up to three coupled scalar
rows by Cramer's rule for scalars. Larger coupled groups are eliminated row by row. Nothing is
differentiated: the same solution with the bias in place of the prescribed part gives the
accelerations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from graphlib import TopologicalSorter
from typing import Any

from rewrite import (
    Scalar,
    Vector,
    column,
    cross,
    dot,
    evaluate,
    free_symbols,
    inv,
    normal,
    number,
    triple,
    zero,
)

from ..kinematics.kinematics import minus, plus
from .columns import Column, Line, added, times, vanishes
from .pivoting import Chosen

TOGETHER = 3
"""How many coupled scalar rows are solved at once."""


@dataclass(frozen=True)
class Dependent:
    """u = Σ T u_i + σ and u' = Σ T u_i' + β, for one dependent column."""

    column: Column
    by: dict[Column, Any]
    sigma: Any
    beta: Any


def dependent_speeds(chosen: Chosen) -> list[Dependent]:
    """Every dependent column in terms of the independent ones, in the order of the columns."""
    pivots = dict(chosen.pivots)
    order = [i for i, _ in chosen.pivots]
    solved: dict[Column, Dependent] = {}
    _solve({i: chosen.lines[i] for i in order}, pivots, solved)
    return [solved[c] for c in chosen.columns if c in solved]


def _solve(
    lines: dict[int, Line], pivots: dict[int, tuple[Column, ...]], solved: dict[Column, Dependent]
) -> None:
    """Solve rows for their pivots: rows on which others depend first, coupled rows together."""
    for group in _groups(lines, pivots):
        known = [_put(lines[i], solved) for i in group]
        if len(group) == 1:
            _record(pivots[group[0]], _single(known[0], pivots[group[0]]), solved)
        elif len(group) <= TOGETHER and not any(x.is_vector for x in known):
            columns = [c for i in group for c in pivots[i]]
            _record(columns, _cramer(known, columns), solved)
        else:
            _eliminate(dict(zip(group, known, strict=True)), pivots, solved)


def _eliminate(
    lines: dict[int, Line], pivots: dict[int, tuple[Column, ...]], solved: dict[Column, Dependent]
) -> None:
    """Coupled rows: solve the first for its pivots, substitute into the others, and go back."""
    first, *others = lines
    own: dict[Column, Dependent] = {}
    _record(pivots[first], _single(lines[first], pivots[first]), own)
    _solve({i: _put(lines[i], own) for i in others}, pivots, solved)
    for d in own.values():
        line = _put(Line(d.by, d.sigma, d.beta), solved)
        solved[d.column] = Dependent(d.column, line.by, line.tau, line.bias)


def _groups(lines: dict[int, Line], pivots: dict[int, tuple[Column, ...]]) -> Iterable[list[int]]:
    """Groups of coupled rows, each group after those on which it depends."""
    owner = {c: i for i in lines for c in pivots[i]}
    needs = {i: {owner[c] for c in x.by if c in owner} - {i} for i, x in lines.items()}
    reach = {i: _reached(i, needs) for i in lines}
    group = {i: min((k for k in reach[i] if i in reach[k]), default=i, key=[*lines].index)
             for i in lines}  # fmt: skip
    graph = {group[i]: {group[k] for k in needs[i]} - {group[i]} for i in lines}
    for i in lines:
        graph[group[i]] = graph[group[i]] | ({group[k] for k in needs[i]} - {group[i]})
    for name in TopologicalSorter(graph).static_order():
        yield [i for i in lines if group[i] == name]


def _reached(start: int, needs: dict[int, set[int]]) -> set[int]:
    found, rest = {start}, [start]
    while rest:
        for k in needs[rest.pop()] - found:
            found.add(k)
            rest.append(k)
    return found


def _put(line: Line, solved: dict[Column, Dependent]) -> Line:
    """A row with solved columns replaced by their solutions."""
    by: dict[Column, Any] = {c: b for c, b in line.by.items() if c not in solved}
    tau, bias = line.tau, line.bias
    for c in line.by.keys() & solved.keys():
        block, d = line.by[c], solved[c]
        for other, t in d.by.items():
            by[other] = added(by.get(other), times(block, t))
        tau = plus(tau, _scaled(block, d.sigma))
        bias = plus(bias, _scaled(block, d.beta))
    found = {c: short(b) for c, b in by.items()}
    return Line({c: b for c, b in found.items() if not vanishes(b)}, short(tau), bias)


def _scaled(block: Any, t: Any) -> Any:
    if vanishes(t):
        shape = block.shape[0], 1
        return zero(shape)
    return times(block, t)


def _record(
    columns: Sequence[Column], found: Sequence[Dependent], solved: dict[Column, Dependent]
) -> None:
    solved.update(zip(columns, found, strict=True))


# -- one row, or a few scalar ones ----------------------------------------------------------------


def _single(line: Line, columns: tuple[Column, ...]) -> list[Dependent]:
    """A row solved for its pivots."""
    if not line.is_vector:
        return _cramer([line], list(columns))
    (blocks, rest) = [line.by[c] for c in columns], _without(line, columns)
    if len(columns) == 1:
        inverse = normal(-inv(blocks[0]))
        return [_applied(columns[0], lambda t: times(inverse, t), rest)]
    a, b, c = blocks
    volume = short(triple(a, b, c))
    reciprocals = [short(cross(*pair)) for pair in ((b, c), (c, a), (a, b))]
    return [
        _applied(column, _projection(reciprocal, volume), rest)
        for column, reciprocal in zip(columns, reciprocals, strict=True)
    ]


def _projection(reciprocal: Any, volume: Any) -> Callable[[Any], Any]:
    """-reciprocal · t / volume."""
    scaled = -reciprocal if volume is number(1) else -(reciprocal / volume)
    scaled = reciprocal if volume is number(-1) else scaled

    def of(t: Any) -> Any:
        return dot(scaled, t) if isinstance(t, Vector) else scaled.T @ t

    return of


def _without(line: Line, columns: Sequence[Column]) -> Line:
    return Line({c: b for c, b in line.by.items() if c not in columns}, line.tau, line.bias)


def _applied(column: Column, solve: Callable[[Any], Any], rest: Line) -> Dependent:
    none = zero((column.width, 1))
    by = {c: short(solve(b)) for c, b in rest.by.items()}
    sigma = none if vanishes(rest.tau) else short(solve(rest.tau))
    beta = none if vanishes(rest.bias) else solve(rest.bias)
    return Dependent(column, {c: b for c, b in by.items() if not vanishes(b)}, sigma, beta)


def _cramer(lines: list[Line], columns: list[Column]) -> list[Dependent]:
    """Scalar rows solved by Cramer's rule."""
    none = zero(Scalar)
    matrix = [[x.by.get(c, none) for c in columns] for x in lines]
    whole = short(determinant(matrix))
    rests = [_without(x, columns) for x in lines]
    others = list(dict.fromkeys(c for x in rests for c in x.by))

    def solved(k: int, sides: list[Any]) -> Any:
        swapped = [[*row[:k], s, *row[k + 1 :]] for row, s in zip(matrix, sides, strict=True)]
        found = short(determinant(swapped))
        return found if vanishes(found) else short(-found / whole)

    return [
        Dependent(
            column,
            {o: t for o in others if not vanishes(t := _by(k, o, rests, solved))},
            solved(k, [x.tau for x in rests]),
            solved(k, [x.bias for x in rests]),
        )
        for k, column in enumerate(columns)
    ]


def _by(k: int, other: Column, rests: list[Line], solved: Callable[[int, list[Any]], Any]) -> Any:
    """The coefficient of a column in the solution number k: a row, for a vector column."""
    if not other.is_vector:
        return solved(k, [x.by.get(other, zero(Scalar)) for x in rests])
    total: Any = zero((1, 3))
    for i, x in enumerate(rests):
        if other in x.by:
            unit = [number(int(i == j)) for j in range(len(rests))]
            total = plus(total, times(solved(k, unit), x.by[other]))
    return total


def determinant(rows: list[list[Any]]) -> Any:
    """The determinant of one, two or three rows of scalars, without products with zero."""
    if len(rows) == 1:
        return rows[0][0]
    total: Any = zero(Scalar)
    for k, entry in enumerate(rows[0]):
        if not vanishes(entry):
            minor = determinant([[*row[:k], *row[k + 1 :]] for row in rows[1:]])
            if not vanishes(minor):
                product = entry * minor
                total = minus(total, product) if k % 2 else plus(total, product)
    return total


def short(t: Any) -> Any:
    """A term without symbols as numbers; any other term unchanged."""
    if free_symbols(t):
        return t
    value = evaluate(t, {})
    if isinstance(t, Scalar):
        return number(value)
    if isinstance(t, Vector):
        return normal(column(*map(number, value)))
    return normal(t)
