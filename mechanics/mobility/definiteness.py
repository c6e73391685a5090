"""Isolated real configurations: a definite form among the obstructions leaves no real motion.

If a combination of the second-order obstructions is positive definite on the kernel of Δ, no real
curve leaves the configuration, though complex ones may. So the freedom is zero there, whatever the
count of unknowns and equations says: a chain of rods stretched between two points is an example.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint
import numpy as np
from numpy.typing import NDArray

from .clock import Clock
from .closures import Closure
from .exact_points import ExactPoint
from .obstructions import LocalForms, local_forms

Floats = NDArray[np.float64]
TURNS = 300


def is_isolated(closure: Closure, point: ExactPoint, clock: Clock) -> bool:
    """Whether second-order obstructions exclude every real motion from an exact configuration."""
    found = local_forms(closure, point.field, list(point.slots), 2, clock)
    quadratic = [form for degree, form in found.forms if degree == 2]
    if not found.mobility or not quadratic:
        return not found.mobility
    balls = [_matrix(point, found, form) for form in quadratic]
    floats = np.array([[[float(x) for x in row] for row in matrix] for matrix in balls])
    weights = _definite_weights(floats)
    return weights is not None and _is_definite(balls, weights)


def _matrix(point: ExactPoint, found: LocalForms, form: dict[Any, Any]) -> list[list[Any]]:
    """The symmetric matrix of a quadratic form, in balls."""
    n = found.mobility
    matrix = [[flint.arb(0)] * n for _ in range(n)]
    for (i, j), x in form.items():
        value = point.field.real(x)
        if i == j:
            matrix[i][i] = value
        else:
            matrix[i][j] = matrix[j][i] = value / 2
    return matrix


def _definite_weights(matrices: Floats) -> list[Fraction] | None:
    """Weights for which the sum seems positive definite, by climbing the smallest eigenvalue."""
    count = len(matrices)
    sizes = np.maximum(np.abs(matrices).max(axis=(1, 2)), 1e-12)
    scaled = matrices / sizes[:, None, None]
    starts = [*np.eye(count), *-np.eye(count), np.ones(count)]
    for start in starts:
        weights = np.array(start, dtype=float)
        for turn in range(TURNS):
            values, vectors = np.linalg.eigh(np.tensordot(weights, scaled, axes=1))
            if values[0] > 1e-3:
                return [Fraction(float(w / s)).limit_denominator(10**6)
                        for w, s in zip(weights, sizes, strict=True)]  # fmt: skip
            slope = np.einsum("i,kij,j->k", vectors[:, 0], scaled, vectors[:, 0])
            weights = weights + slope / (1 + turn / 10)
            weights /= max(1.0, float(np.abs(weights).max()))
    return None


def _is_definite(matrices: list[list[list[Any]]], weights: list[Fraction]) -> bool:
    """Whether a weighted sum is positive definite, for certain: all pivots are positive."""
    n = len(matrices[0])
    total = [
        [
            sum((flint.arb(flint.fmpq(w.numerator, w.denominator)) * m[i][j]
                 for w, m in zip(weights, matrices, strict=True)), flint.arb(0))
            for j in range(n)
        ]
        for i in range(n)
    ]  # fmt: skip
    for k in range(n):
        if not total[k][k] > 0:
            return False
        for i in range(k + 1, n):
            factor = total[i][k] / total[k][k]
            for j in range(k, n):
                total[i][j] = total[i][j] - factor * total[k][j]
    return True
