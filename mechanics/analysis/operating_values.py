"""Values of all symbols at the state of linearisation: exact, given, or drawn at random."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import sympy

from rewrite import (
    Scalar,
    Term,
    free_symbols,
)

from ..dependence.numbers import random_values
from ..errors import ModelError
from .perturbed import Perturbed, exact_value, float_of

DRAWS = 40
"""Parameters are drawn at most this many times, until the state is real."""


def exact_values(p: Perturbed, nominal: Mapping[Any, Any], given: Mapping[Any, Any]) -> Any:
    """Expressions of sympy for all symbols."""
    known = {s: exact_value(s, v) for s, v in given.items() if isinstance(s, Scalar)}
    known |= {s: _exact_array(v) for s, v in given.items() if not isinstance(s, Scalar)}
    numbers = {exact_value(s): known[s] for s in known if isinstance(s, Scalar)}
    found = dict(known)
    for s in p.symbols:
        if s not in found:
            found[s] = exact_value(s)
    for s, value in nominal.items():
        found[s] = sympy.sympify(exact_value(s, value)).subs(numbers)
    return found


def _exact_array(value: Any) -> Any:
    flat = np.vectorize(lambda x: sympy.nsimplify(x, rational=True), otypes=[object])
    return tuple(map(tuple, flat(value))) if np.ndim(value) == 2 else tuple(flat(value))


def float_values(nominal: Mapping[Any, Any], given: Mapping[Any, Any]) -> Any:
    """Floats for all symbols."""
    found = {
        s: float_of(v, {}) if isinstance(s, Scalar) else np.asarray(v, dtype=float)
        for s, v in given.items()
    }
    for s, value in nominal.items():
        found[s] = float_of(value, found)
    return found


def drawn(p: Perturbed, nominal: Mapping[Any, Any], given: Mapping[Any, Any], seed: int) -> Any:
    """Floats for all symbols: the given values, and random values of all other parameters for which
    the state is real."""
    there = {s for s in p.symbols if s not in nominal}
    there |= {s for t in nominal.values() if isinstance(t, Term) for s in free_symbols(t)}
    rest = sorted((s for s in there if s not in given), key=str)
    for again in range(DRAWS):
        found = {**random_values(rest, np.random.default_rng(seed + 10 * again)), **given}
        try:
            return float_values(nominal, found)
        except ModelError:
            if not rest or again == DRAWS - 1:
                raise
    return None
