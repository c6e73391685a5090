"""Factor polynomial systems, and solve equations that are linear in a variable, until the rank is
full.

Every step keeps the point and passes to a part of the solutions that contains it (one factor of an
equation) or to an equivalent system near it (an unknown that is solved for, with a denominator that
does not vanish there). So solutions of the remaining system are solutions of the original one.
"""

from __future__ import annotations

from typing import Any

from ..arithmetic.polynomials import (
    MOST_TERMS,
    TooLargeError,
    coefficients,
    pseudo_remainder,
    vanishes,
)
from .polynomial_systems import PolynomialSystem, Solved

REDUCED_TERMS = 1500
"""Larger polynomials are not reduced by others …"""
RELATED_TERMS = 80
"""… and those larger than this are not combined in pairs."""


def simplify(system: PolynomialSystem) -> bool:
    """Solve for variables until the system is regular; return whether it is."""
    for _ in range(3 * len(system.chart.variables) + 3):
        if system.is_regular:
            return True
        system.clock.check()
        if not (_solve_one(system) or _drop_multiples(system) or _relate_pair(system)):
            return False
    return False


def parametrise(system: PolynomialSystem) -> bool:
    """Solve for as many unknowns as possible; return whether no equation is left."""
    for _ in range(len(system.chart.variables)):
        system.clock.check()
        if not system.equations or not _solve_one(system):
            break
    return not system.equations


def _solve_one(system: PolynomialSystem) -> bool:
    """Solve the shortest polynomial that is linear in a variable for that variable."""
    choices = []
    for polynomials, role in ((system.relations, "parameter"), (system.equations, "unknown")):
        for p in polynomials:
            for k in system.active(role):
                if p.degrees()[k] == 1:
                    below = p.derivative(k)
                    if not vanishes(below, system.values, 1e-6):
                        choices.append((role == "unknown", len(below), len(p), k, p, below))
    if not choices:
        return False
    _, _, _, k, p, below = min(choices, key=lambda c: c[:4])
    above = system.reduced(below * system.chart.gens[k] - p)
    _substitute(system, Solved(k, above, below))
    return True


def _drop_multiples(system: PolynomialSystem) -> bool:
    """Reduce equations by another one; return whether one of them became zero by that."""
    for h in system.equations:
        for k in system.active("unknown"):
            if not h.degrees()[k] or vanishes(coefficients(h, k)[-1], system.values):
                continue
            if vanishes(h.derivative(k), system.values):
                continue
            rest = [_remainder(system, p, h, k) if p is not h else h for p in system.equations]
            left = system.local(rest)
            if len(left) < len(system.equations):
                system.equations = left
                system.units.append(coefficients(h, k)[-1])
                return True
    return False


def _remainder(system: PolynomialSystem, p: Any, h: Any, k: int) -> Any:
    if p.degrees()[k] < h.degrees()[k] or len(p) > REDUCED_TERMS:
        return p
    try:
        return system.reduced(pseudo_remainder(p, h, k, REDUCED_TERMS))
    except TooLargeError:
        return p


def _relate_pair(system: PolynomialSystem) -> bool:
    """Add consequences of two equations: one that is linear in a variable, and one without it.

    An added equation can only make the family smaller; one that already holds on it simplifies it.
    """
    for f, g, k in _pairs(system):
        system.clock.check()
        if (str(f), str(g), k) in system.related:
            continue
        system.related.add((str(f), str(g), k))
        try:
            new = _euclid(system, f, g, k)
        except TooLargeError:
            continue
        left = system.local([*system.equations, *new])
        if len(left) > len(system.equations):
            system.equations = left
            return True
    return False


def _pairs(system: PolynomialSystem) -> list[tuple[Any, Any, int]]:
    """Pairs of short equations with a variable of low degree in both."""
    short = [p for p in system.equations if len(p) <= RELATED_TERMS]
    found = []
    for i, f in enumerate(short):
        for g in short[:i]:
            for k in system.active("unknown"):
                a, b = int(f.degrees()[k]), int(g.degrees()[k])
                if a and b and max(a, b) <= 4:
                    found.append((max(a, b), len(f) * len(g), i, k, f, g))
    found.sort(key=lambda item: item[:4])
    return [(f, g, k) for _, _, _, k, f, g in found]


def _euclid(system: PolynomialSystem, f: Any, g: Any, k: int) -> list[Any]:
    """The last remainders of two polynomials in one variable: those of degree one and zero."""
    if f.degrees()[k] < g.degrees()[k]:
        f, g = g, f
    found = []
    while not g.is_zero() and g.degrees()[k]:
        rest = system.reduced(pseudo_remainder(f, g, k, REDUCED_TERMS))
        local = system.local_factor(rest)
        if local is None:
            break
        f, g = g, local
        if g.degrees()[k] <= 1:
            found.append(g)
    return found


def _substitute(system: PolynomialSystem, solved: Solved) -> None:
    system.solved.append(solved)
    rest = [_without(system, p, solved) for p in system.relations]
    system.relations = system.local(rest)
    system.equations = system.local([_without(system, p, solved) for p in system.equations])


def _without(system: PolynomialSystem, p: Any, solved: Solved) -> Any:
    """A polynomial with a variable replaced, without the denominator."""
    k = solved.variable
    degree = int(p.degrees()[k])
    if not degree:
        return p
    if len(p) * max(len(solved.above), len(solved.below)) ** degree > 40 * MOST_TERMS:
        raise TooLargeError
    total = 0 * system.chart.one
    for n, part in enumerate(coefficients(p, k)):
        total += part * solved.above**n * solved.below ** (degree - n)
    return system.reduced(total)
