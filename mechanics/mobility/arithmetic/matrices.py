"""Ranks and kernels: of floats, by large pivots; over any field, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def pivots(
    matrix: Floats, tolerance: float = 1e-6, prefer: Floats | None = None
) -> tuple[list[int], list[int]]:
    """Rows and columns of a large minor, by Gaussian elimination with complete pivoting.

    Columns with a larger weight in `prefer` are taken first where their entries are not small.
    """
    rest = np.array(matrix, dtype=float)
    rows: list[int] = []
    columns: list[int] = []
    if rest.size == 0:
        return rows, columns
    largest = max(1.0, float(np.abs(rest).max()))
    weights = np.ones(rest.shape[1]) if prefer is None else prefer
    for _ in range(min(rest.shape)):
        sizes = np.abs(rest)
        good = sizes * weights * (sizes > max(tolerance * largest, 0.02 * sizes.max()))
        i, j = np.unravel_index(int(np.argmax(good)), good.shape)
        if sizes[i, j] <= tolerance * largest:
            break
        rows.append(int(i))
        columns.append(int(j))
        rest = rest - np.outer(rest[:, j], rest[i]) / rest[i, j]
        rest[i], rest[:, j] = 0.0, 0.0
    return rows, columns


def echelon(field: Any, rows: Sequence[Sequence[Any]]) -> tuple[list[list[Any]], list[int]]:
    """The reduced row echelon form without zero rows, and the pivot columns."""
    matrix = [list(row) for row in rows]
    pivots: list[int] = []
    done = 0
    width = len(matrix[0]) if matrix else 0
    by_size = hasattr(field, "size")
    for j in range(width):
        rest = [i for i in range(done, len(matrix)) if not field.is_zero(matrix[i][j])]
        if not rest:
            continue
        i = max(rest, key=lambda i: field.size(matrix[i][j])) if by_size else rest[0]
        matrix[done], matrix[i] = matrix[i], matrix[done]
        back = field.inverse(matrix[done][j])
        matrix[done] = [field.mul(back, x) for x in matrix[done]]
        for k, row in enumerate(matrix):
            if k != done and not field.is_zero(row[j]):
                factor = field.neg(row[j])
                matrix[k] = [
                    x if field.is_zero(y) else field.add(x, field.mul(factor, y))
                    for x, y in zip(row, matrix[done], strict=True)
                ]
        pivots.append(j)
        done += 1
    return matrix[:done], pivots


def kernel_basis(field: Any, rows: Sequence[Sequence[Any]], width: int) -> list[list[Any]]:
    """Vectors that every row annihilates, one for each column without pivot."""
    reduced, pivots = echelon(field, rows)
    zero, one = field.number(Fraction(0)), field.number(Fraction(1))
    found = []
    for j in range(width):
        if j in pivots:
            continue
        vector = [zero] * width
        vector[j] = one
        for row, pivot in zip(reduced, pivots, strict=True):
            vector[pivot] = field.neg(row[j])
        found.append(vector)
    return found


def transposed(rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Columns as rows."""
    return [list(column) for column in zip(*rows, strict=True)]
