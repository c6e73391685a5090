"""Families by standard bases: the last resort, where factoring and solving lead nowhere.

As many unknowns as there are motions are held. In the other unknowns the equations have a
lexicographic basis, whose coefficients are polynomials in the held unknowns and the parameters. Its
members are taken as equations of a family, one for each of these unknowns. Division then verifies
that all equations of the closure hold on the family, so no proof depends on the basis itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arithmetic.matrices import pivots
from ..arithmetic.polynomials import (
    TooLargeError,
    coefficients,
    gradient,
    pseudo_remainder,
    vanishes,
)
from ..clock import Clock
from ..closure.closures import Closure
from .families import Family, certified_family
from .half_tangents import Chart
from .polynomial_systems import PolynomialSystem
from .standard_bases import lexicographic_basis

Floats = NDArray[np.float64]
MOST_ORDERS, SECONDS = 4, 3.0
"""How many orders of the unknowns are tried, and the time limit for one basis."""
DIVIDED_TERMS = 6000
"""Divisions with larger polynomials are given up."""


def family_by_basis(closure: Closure, state: Floats, clock: Clock) -> Family | None:
    """A family through a state as large as its first-order motions, if a basis shows one."""
    if not closure.is_algebraic:
        return None
    try:
        chart = Chart(closure, state, (), clock)
        system = PolynomialSystem(chart, chart.values(state), clock)
        if not system.equations or system.relations:
            return None
        rules = [rule for _, _, rule in system.rules]
        for order, held in islice(_orders(system), MOST_ORDERS):
            part = clock.at_most(SECONDS)
            basis = lexicographic_basis([*system.equations, *rules], order, held, part)
            if basis is None:
                continue
            family = _triangular(system, basis, order)
            if family is not None:
                return certified_family(closure, family, ())
    except (TooLargeError, ZeroDivisionError):
        return None
    return None


def _orders(system: PolynomialSystem) -> Iterator[tuple[list[int], list[int]]]:
    """Orders of the variables to solve for (unknowns, then numbers), each with the held variables.

    At special configurations several solutions may agree in the held unknowns and in the last one
    that is solved for; another order may then distinguish them.
    """
    unknowns, values = system.active("unknown"), np.array(system.values)
    slopes = np.array([gradient(p, values)[unknowns] for p in system.equations])
    size = np.maximum(np.abs(slopes).max(axis=1, initial=0.0), 1e-9)
    for first in range(len(unknowns)):
        wish = np.where(np.arange(len(unknowns)) == first, 1e-3, 1.0)
        bound = set(pivots(slopes / size[:, None], prefer=wish)[1])
        free = [k for j, k in enumerate(unknowns) if j not in bound]
        turned = [*range(first, len(unknowns)), *range(first)]
        rest = [unknowns[j] for j in turned if j in bound]
        yield [*rest, *system.active("constant")], [*free, *system.active("parameter")]


def _triangular(
    system: PolynomialSystem, basis: list[Any], order: list[int]
) -> PolynomialSystem | None:
    """One equation for each unknown that is solved for, if all others follow from them."""
    numbers = set(system.active("constant"))
    wanted = [k for k in order if k not in numbers]
    chosen: dict[int, Any] = {}
    for p in basis:
        factor = system.local_factor(p)
        if factor is None:
            continue
        main = next((k for k in order if factor.degrees()[k]), None)
        if main not in wanted or vanishes(factor.derivative(main), system.values):
            continue
        if main not in chosen or factor.degrees()[main] < chosen[main].degrees()[main]:
            chosen[main] = factor
    if len(chosen) < len(wanted):
        return None
    ordered = [(k, chosen[k]) for k in wanted]
    heads = [coefficients(p, k)[-1] for k, p in ordered]
    if any(vanishes(h, system.values) for h in heads):
        return None
    if not all(_follows(system, p, ordered) for p in system.equations):
        return None
    family = copy(system)
    family.equations = [p for _, p in ordered]
    family.units = [*system.units, *heads]
    return family


def _follows(system: PolynomialSystem, p: Any, ordered: list[tuple[int, Any]]) -> bool:
    """Whether a polynomial vanishes where the triangular equations do and their heads do not."""
    for k, q in ordered:
        system.clock.check()
        p = system.reduced(pseudo_remainder(p, q, k, DIVIDED_TERMS))
        if p.is_zero():
            return True
    return False
