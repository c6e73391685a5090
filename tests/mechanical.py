"""Shared by the tests of mechanics: exact states, and accelerations solved from equations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from mechanics.dynamics.energy import speeds_by_rates
from mechanics.equations.equations import Equations
from mechanics.equations.motion import EquationsOfMotion
from mechanics.formalisms import hamilton
from mechanics.system import System
from rewrite import Angle, Evaluation, Scalar, coefficient, diff, evaluate, random_assignment, time


def rows_of(equations: Equations | EquationsOfMotion) -> list[tuple[tuple[Any, ...], Any]]:
    """Coefficients of the unknowns and right sides, by blocks."""
    if isinstance(equations, Equations):
        return list(equations.linear())
    n = len(equations.unknowns)
    return [(tuple(equations.mass(i, j) for j in range(n)), equations.right[i]) for i in range(n)]


def exact_state(system: System, terms: Iterable[Any], seed: int) -> dict[Any, Any]:
    """A random rational state, with positive parameters and no right angles.

    Declared speeds have the values that the rates of coordinates make.
    """
    known, draw = speeds_by_rates(system), Random(seed)
    state = dict(random_assignment([*terms, *known.values()], random=seed))
    for s, value in sorted(state.items(), key=lambda item: str(item[0])):
        if isinstance(value, Angle):
            tangent = Fraction(draw.choice([-1, 1]) * draw.randint(1, 8), 9)
            state[s] = Angle.of_tangent(tangent, value.value, value.parts)
        elif s.sort is Scalar and diff(s, time) == 0:
            state[s] = Fraction(draw.randint(1, 9), draw.randint(1, 5))
    for speed, value in known.items():
        state[speed] = evaluate(value, state)
    return state


def solved(rows: Sequence[tuple[tuple[Any, ...], Any]], state: Any) -> list[Fraction]:
    """The scalar unknowns, exactly."""
    at, matrix = Evaluation(state), list[list[Fraction]]()
    for coefficients, right in rows:
        blocks = [_as_rows(at(c), c.shape) for c in coefficients]
        value = _as_rows(at(right), right.shape)
        for k in range(len(value)):
            matrix.append([x for b in blocks for x in b[k]] + value[k])
    return gauss(matrix)


def _as_rows(value: Any, shape: tuple[int, ...]) -> list[list[Fraction]]:
    if shape == (1, 1):
        return [[Fraction(value)]]
    if shape[1] == 1:
        return [[Fraction(x)] for x in value]
    if shape[0] == 1:
        return [[Fraction(x) for x in (value[0] if isinstance(value[0], tuple) else value)]]
    return [[Fraction(x) for x in row] for row in value]


def gauss(matrix: list[list[Fraction]]) -> list[Fraction]:
    """The solution of a square system, from its extended matrix."""
    n = len(matrix)
    assert all(len(row) == n + 1 for row in matrix), "as many equations as unknowns"
    for i in range(n):
        pivot = next(k for k in range(i, n) if matrix[k][i])
        matrix[i], matrix[pivot] = matrix[pivot], matrix[i]
        matrix[i] = [x / matrix[i][i] for x in matrix[i]]
        for k in range(n):
            if k != i and matrix[k][i]:
                factor = matrix[k][i]
                matrix[k] = [x - factor * y for x, y in zip(matrix[k], matrix[i], strict=True)]
    return [row[n] for row in matrix]


def by_hamilton(system: System, state: dict[Any, Any]) -> Any:
    """q'' from p = ∂T/∂q' and p' = -∂H/∂q + Q: what p' is by the chain rule is what it must be."""
    n = len(system.coordinates)
    equations = hamilton(system, forces=True).at("parameters")
    unknowns = [diff(q, time, 2) for q in system.coordinates]
    rows = []
    for momentum, change in zip(equations[:n], equations[n:], strict=True):
        slope = diff(momentum.left, time)
        at_rest = evaluate(slope, {**state, **dict.fromkeys(unknowns, 0)})
        coefficients = tuple(coefficient(slope, u) for u in unknowns)
        rows.append((coefficients, change.right - at_rest))
    return solved(rows, state)


def speeds_from_coordinates(
    system: System, state: dict[Any, Any], second: Sequence[Fraction]
) -> list[Fraction]:
    """The rates of the speeds, from the second derivatives of the coordinates."""
    more = {diff(q, time, 2): x for q, x in zip(system.coordinates, second, strict=True)}
    known = speeds_by_rates(system)
    found: list[Fraction] = []
    for u in system.speeds:
        value = evaluate(diff(known.get(u, u), time), {**state, **more})
        found += list(value) if isinstance(value, tuple) else [value]
    return [Fraction(x) for x in found]
