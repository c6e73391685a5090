"""Rows and columns of a matrix of floats that carry its rank."""

from __future__ import annotations

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
