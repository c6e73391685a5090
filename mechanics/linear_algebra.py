"""Functions of numpy.linalg and scipy.linalg, which cannot be stopped, within a time limit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from rewrite import check_time, foreseen

LARGE = 200
"""Matrices with fewer rows and columns take milliseconds: 12 ms for an eigenvalue problem with
vectors, on a machine of 2024."""
BATCH = LARGE**3
"""How much work, as m·n·min(m, n), is done between two checks of the time."""


def timely(function: Callable[..., Any], *arrays: Any, **options: Any) -> Any:
    """The result of a function of matrices, or a LimitError if there is no time for it.

    Random matrices with a quarter of the rows and columns are tried first, in the same way, and 48
    times as long is allowed for. For sizes from 128 to 1024 it is 12 to 47 times as long, the most
    for `svd`.

    >>> timely(np.linalg.solve, np.array([[2.0]]), np.array([3.0]))
    array([1.5])
    """
    check_time()

    def whole() -> Any:
        return function(*arrays, **options)

    if max(arrays[0].shape[-2:]) < LARGE:
        return whole()
    rng = np.random.default_rng(1)
    parts = [rng.normal(size=[max(1, n // 4) for n in a.shape]) for a in arrays]
    return foreseen(whole, lambda: timely(function, *parts, **options), 48)


def batched(function: Callable[..., Any], stack: Any, **options: Any) -> Any:
    """The result of a function for each matrix of a stack, a few at a time.

    >>> batched(np.linalg.svd, np.ones((3, 2, 2)), compute_uv=False).shape
    (3, 2)
    """
    m, n = stack.shape[1:]
    few = max(1, BATCH // (m * n * min(m, n) + 1))
    if few >= len(stack):
        return timely(function, stack, **options)
    found = [timely(function, stack[i : i + few], **options) for i in range(0, len(stack), few)]
    if isinstance(found[0], tuple):
        return tuple(np.concatenate(parts) for parts in zip(*found, strict=True))
    return np.concatenate(found)
