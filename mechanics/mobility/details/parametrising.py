"""Rational parametrisations of a family: unknowns as quotients of polynomials in a few of them."""

from __future__ import annotations

from copy import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arithmetic.polynomials import TooLargeError, fraction
from ..clock import Clock, OutOfTimeError
from ..configurations.search import Numeric
from ..exact.elimination import parametrise
from ..exact.families import family_through, guessed_alignments
from ..exact.polynomial_systems import PolynomialSystem, Solved

Floats = NDArray[np.float64]
LARGEST_TREE = 10
"""The most freedoms of a tree whose equations are solved."""
LONGEST = 40
"""Quotients with more terms are not shown."""


def parametrisation(
    numeric: Numeric, state: Floats, dimension: int, rng: np.random.Generator, clock: Clock
) -> dict[Any, str]:
    """All unknowns in terms of a few, if the equations can be solved one after the other."""
    closure = numeric.closure
    if closure.tree > LARGEST_TREE:
        return {}
    try:
        aligned = guessed_alignments(numeric, state, rng, clock)
        for choice in ([aligned] if aligned else []) + [[]]:
            family = family_through(closure, state, choice, clock)
            if family is None or family.dimension != dimension:
                continue
            system = copy(family.system)
            if parametrise(system):
                return _text(system, choice)
    except (TooLargeError, ZeroDivisionError, OutOfTimeError):
        pass
    return {}


def _text(system: PolynomialSystem, aligned: list[Any]) -> dict[Any, str]:
    names = [v.label for v in system.chart.variables]
    found: dict[Any, str] = {}
    for s in system.solved:
        if system.chart.variables[s.variable].role != "unknown":
            continue
        if len(s.above) + len(s.below) > LONGEST:
            return {}
        found[names[s.variable]] = _quotient(s, names)
    for a in aligned:
        left, _, right = str(a).partition(" = ")
        found[left] = right
    return found


def _quotient(s: Solved, names: list[str]) -> str:
    above, below = _polynomial(s.above, names), _polynomial(s.below, names)
    if below == "1":
        return above
    return f"({above})/({below})"


def _polynomial(p: Any, names: list[str]) -> str:
    """A polynomial with the names of its variables."""
    terms = []
    for exponents, q in p.terms():
        factors = [
            name if n == 1 else f"{name}^{int(n)}"
            for name, n in zip(names, exponents, strict=True)
            if n
        ]
        number = fraction(q)
        if abs(number) != 1 or not factors:
            factors.insert(0, str(abs(number)))
        terms.append(("- " if number < 0 else "+ ") + "*".join(factors))
    text = " ".join(terms) or "+ 0"
    return text.removeprefix("+ ")
