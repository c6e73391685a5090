"""Equations between speeds that no equation between coordinates implies, as for a rolling wheel.

They constrain the speeds, and do not change the set of configurations.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rewrite import Scalar, evaluate, random_assignment

from ...linear_algebra import timely
from ..closure.closures import Closure
from ..configurations.search import numeric_rank

Floats = NDArray[np.float64]
SEED = 23
"""The seed of the random state; any other would do."""


def independent_speeds(rows: Sequence[Any], closure: Closure, state: Floats) -> int:
    """How many speeds the rows of constraints leave free at a configuration.

    A row has `delta`, the coefficients of all speeds. Symbols that do not occur in the closure get
    random values.
    """
    blocks = [row.delta for row in rows]
    put = random_assignment([b for row in blocks for b in row], SEED, domain="float")
    put |= _values(closure, state)
    matrix = []
    for row in blocks:
        numbers = [np.asarray(evaluate(b, put, domain="float"), dtype=float) for b in row]
        matrix.append(np.concatenate([np.ravel(x) for x in numbers]))
    found = np.array(matrix)
    return int(found.shape[1] - numeric_rank(timely(np.linalg.svd, found, compute_uv=False)))


def _values(closure: Closure, state: Floats) -> dict[Any, Any]:
    """The values of the symbols of a closure at a state."""
    parts: dict[Any, list[float]] = {}
    for c in closure.movable:
        if c.symbol is not None:
            parts.setdefault(c.symbol, []).extend(map(float, state[closure.states[c]]))
    return {s: xs[0] if isinstance(s, Scalar) else tuple(xs) for s, xs in parts.items()}
