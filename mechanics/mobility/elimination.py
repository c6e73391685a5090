"""Polynomial systems near a point: factored, solved where they are linear, until their rank is full.

Every step keeps the point and passes to a part of the solutions that contains it (one factor of an
equation) or to an equivalent system near it (an unknown that is solved for, with a denominator that
does not vanish there). So solutions of what is left are solutions of the whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .clock import Clock
from .closures import Closure
from .coordinate_kinds import Slide
from .half_tangents import Chart
from .jets import float_jacobian
from .polynomials import (
    MOST_TERMS,
    TooLargeError,
    coefficients,
    polynomial_program,
    pseudo_remainder,
    vanishes,
)
from .search import numeric_rank
from .straight_line import Arithmetic

Floats = NDArray[np.float64]
FACTORED_TERMS = 1500
"""Larger polynomials are not factored."""
REDUCED_TERMS = 1500
"""Larger polynomials are not reduced by others …"""
RELATED_TERMS = 80
"""… and larger ones than this not related in pairs."""


@dataclass(frozen=True)
class Solved:
    """A variable that is a quotient of polynomials in the others that are left."""

    variable: int
    above: Any
    below: Any


class PolynomialSystem:
    """Equations and relations between parameters in the variables of a chart, near a point.

    What was concluded holds where the polynomials in `units` and all denominators do not vanish.
    """

    def __init__(self, chart: Chart, values: Sequence[float], clock: Clock) -> None:
        self.chart, self.clock = chart, clock
        self.values = list(values)
        self.rules = chart.constant_rules()
        self.solved: list[Solved] = []
        self.related: set[tuple[str, str, int]] = set()
        self.units: list[Any] = []
        self.relations: list[Any] = []
        equations, relations = chart.polynomials()
        self.relations = self._local(relations)
        self.equations = self._local(equations)

    def __copy__(self) -> PolynomialSystem:
        other = object.__new__(PolynomialSystem)
        vars(other).update(vars(self))
        other.solved, other.related = list(self.solved), set(self.related)
        other.units = list(self.units)
        return other

    # -- variables --------------------------------------------------------------------------------

    def active(self, role: str) -> list[int]:
        """The variables of a role that are not solved for."""
        gone = {s.variable for s in self.solved}
        return [
            k for k, v in enumerate(self.chart.variables) if v.role == role and k not in gone
        ]

    @property
    def dimension(self) -> int:
        """Unknowns less equations."""
        return len(self.active("unknown")) - len(self.equations)

    # -- one polynomial ---------------------------------------------------------------------------

    def reduced(self, p: Any) -> Any:
        """A polynomial with powers of algebraic numbers reduced."""
        if len(p) > MOST_TERMS:
            raise TooLargeError
        for variable, degree, rule in self.rules:
            if not p.is_zero() and p.degrees()[variable] >= degree:
                p = p % rule
        return p

    def local_factor(self, p: Any) -> Any | None:
        """The factor of a polynomial that vanishes at the point; None where it is zero anyway."""
        p = self.reduced(p)
        if p.is_zero():
            return None
        if len(p) > FACTORED_TERMS:
            return monic(p)
        self.clock.check()
        parameters = set(self.active("parameter")) | set(self.active("constant"))
        here = [monic(f) for f, _ in p.factor()[1] if vanishes(f, self.values)]
        if any(_variables(f) <= parameters and f in self.relations for f in here):
            return None
        here = [f for f in here if not _variables(f) <= parameters] or here
        if not here:
            return monic(p)
        return min(here, key=lambda f: (f.total_degree(), len(f)))

    def _local(self, polynomials: Sequence[Any]) -> list[Any]:
        """Local factors, each once, without linear dependences."""
        found = [self.local_factor(p) for p in polynomials]
        return independent([f for f in found if f is not None])

    # -- the system -------------------------------------------------------------------------------

    def closure(self) -> Closure:
        """What is left as a closure of its own, whose coordinates are lengths."""
        roles = {r: self.active(r) for r in ("unknown", "parameter", "constant")}
        slides = {
            k: Slide(None, self.chart.variables[k].label, k) for ks in roles.values() for k in ks
        }
        numbers = {slides[k]: self.chart.variables[k] for k in roles["constant"]}
        slots = [0] * len(self.chart.variables)
        for slot, k in enumerate([*roles["unknown"], *roles["parameter"], *roles["constant"]]):
            slots[k] = slot
        program = polynomial_program([*self.equations, *self.relations], slots)
        return ReducedClosure(
            program,
            tuple(f"reduced {k}" for k in range(len(self.equations))),
            tuple(f"relation {k}" for k in range(len(self.relations))),
            tuple(slides[k] for k in roles["unknown"]),
            tuple(slides[k] for k in roles["parameter"]),
            tuple(slides[k] for k in roles["constant"]),
            originals=numbers,
        )

    def state(self) -> Floats:
        """The point as a state of that closure."""
        return np.array(
            [self.values[k] for k in [*self.active("unknown"), *self.active("parameter")]]
        )

    def rank(self) -> int:
        """The rank of the equations by the unknowns at the point, in floating point."""
        if not self.equations:
            return 0
        closure = self.closure()
        _, slopes = float_jacobian(closure, self.state()[:, None])
        matrix = slopes[: closure.count, : closure.tree, 0]
        size = np.maximum(np.abs(matrix).max(axis=1), 1e-5)
        return numeric_rank(np.linalg.svd(matrix / size[:, None], compute_uv=False))

    @property
    def is_regular(self) -> bool:
        """Whether the equations are independent at the point."""
        return self.rank() == len(self.equations)

    def simplify(self) -> bool:
        """Solve for variables until the system is regular; whether it is."""
        for _ in range(3 * len(self.chart.variables) + 3):
            if self.is_regular:
                return True
            self.clock.check()
            if not (self._solve_one() or self._drop_multiples() or self._relate_pair()):
                return False
        return False

    def parametrise(self) -> bool:
        """Solve for as many unknowns as can be; whether no equation is left."""
        for _ in range(len(self.chart.variables)):
            self.clock.check()
            if not self.equations or not self._solve_one():
                break
        return not self.equations

    def _solve_one(self) -> bool:
        """Solve one polynomial for a variable in which it is linear; the shortest that is."""
        choices = []
        for polynomials, role in ((self.relations, "parameter"), (self.equations, "unknown")):
            for p in polynomials:
                for k in self.active(role):
                    if p.degrees()[k] == 1:
                        below = p.derivative(k)
                        if not vanishes(below, self.values, 1e-6):
                            choices.append((role == "unknown", len(below), len(p), k, p, below))
        if not choices:
            return False
        _, _, _, k, p, below = min(choices, key=lambda c: c[:4])
        above = self.reduced(below * self.chart.gens[k] - p)
        self._substitute(Solved(k, above, below))
        return True

    def _drop_multiples(self) -> bool:
        """Reduce equations by shorter ones; whether one of them thereby became zero."""
        for h in self.equations:
            for k in self.active("unknown"):
                if not h.degrees()[k] or vanishes(coefficients(h, k)[-1], self.values):
                    continue
                if vanishes(h.derivative(k), self.values):
                    continue
                rest = [self._remainder(p, h, k) if p is not h else h for p in self.equations]
                left = self._local(rest)
                if len(left) < len(self.equations):
                    self.equations = left
                    self.units.append(coefficients(h, k)[-1])
                    return True
        return False

    def _remainder(self, p: Any, h: Any, k: int) -> Any:
        if p.degrees()[k] < h.degrees()[k] or len(p) > REDUCED_TERMS:
            return p
        try:
            return self.reduced(pseudo_remainder(p, h, k, REDUCED_TERMS))
        except TooLargeError:
            return p

    def _relate_pair(self) -> bool:
        """Add what follows from two equations: one that is linear in a variable, one without it.

        An added equation only makes the family smaller. Those that hold on it make it simpler.
        """
        for f, g, k in self._pairs():
            self.clock.check()
            if (str(f), str(g), k) in self.related:
                continue
            self.related.add((str(f), str(g), k))
            try:
                new = self._euclid(f, g, k)
            except TooLargeError:
                continue
            left = self._local([*self.equations, *new])
            if len(left) > len(self.equations):
                self.equations = left
                return True
        return False

    def _pairs(self) -> list[tuple[Any, Any, int]]:
        """Pairs of short equations with a variable of low degree in both."""
        short = [p for p in self.equations if len(p) <= RELATED_TERMS]
        found = []
        for i, f in enumerate(short):
            for g in short[:i]:
                for k in self.active("unknown"):
                    a, b = int(f.degrees()[k]), int(g.degrees()[k])
                    if a and b and max(a, b) <= 4:
                        found.append((max(a, b), len(f) * len(g), i, k, f, g))
        found.sort(key=lambda item: item[:4])
        return [(f, g, k) for _, _, _, k, f, g in found]

    def _euclid(self, f: Any, g: Any, k: int) -> list[Any]:
        """The last remainders of two polynomials in one variable: of degree one, and of none."""
        if f.degrees()[k] < g.degrees()[k]:
            f, g = g, f
        found = []
        while not g.is_zero() and g.degrees()[k]:
            rest = self.reduced(pseudo_remainder(f, g, k, REDUCED_TERMS))
            local = self.local_factor(rest)
            if local is None:
                break
            f, g = g, local
            if g.degrees()[k] <= 1:
                found.append(g)
        return found

    def _substitute(self, solved: Solved) -> None:
        self.solved.append(solved)
        rest = [self._without(p, solved) for p in self.relations]
        self.relations = self._local(rest)
        self.equations = self._local([self._without(p, solved) for p in self.equations])

    def _without(self, p: Any, solved: Solved) -> Any:
        """A polynomial with a variable replaced, without the denominator."""
        k = solved.variable
        degree = int(p.degrees()[k])
        if not degree:
            return p
        if len(p) * max(len(solved.above), len(solved.below)) ** degree > 40 * MOST_TERMS:
            raise TooLargeError
        total = 0 * self.chart.one
        for n, part in enumerate(coefficients(p, k)):
            total += part * solved.above**n * solved.below ** (degree - n)
        return self.reduced(total)

    # -- back to the whole ------------------------------------------------------------------------

    def lifted(self, ops: Arithmetic, left: dict[int, Any]) -> list[Any]:
        """The values of all variables, from those of the variables that are left."""
        values: list[Any] = [left.get(k) for k in range(len(self.chart.variables))]
        for s in reversed(self.solved):
            slots = list(range(len(values)))
            above, below = polynomial_program([s.above, s.below], slots).run(ops, values)
            values[s.variable] = ops.mul(above, ops.inverse(below))
        return values


@dataclass
class ReducedClosure(Closure):
    """A closure in the variables of a chart; its numbers are those of the chart."""

    originals: Any = None

    def constant_floats(self, c: Any) -> list[float]:
        floats: list[float] = self.originals[c].coordinate.floats()
        return floats[:1]

    def constant_balls(self, c: Any) -> list[Any]:
        balls: list[Any] = self.originals[c].coordinate.balls()
        return balls[:1]


def monic(p: Any) -> Any:
    """A polynomial with leading coefficient one."""
    return p / p.leading_coefficient()


def _variables(p: Any) -> set[int]:
    return {k for k, n in enumerate(p.degrees()) if n}


def independent(polynomials: list[Any]) -> list[Any]:
    """Polynomials that span the same space over the rationals, the shortest ones first."""
    polynomials = sorted(polynomials, key=lambda p: (p.total_degree(), len(p), str(p)))
    rows: list[tuple[Any, Any]] = []
    found = []
    for p in polynomials:
        rest = p
        for monomial, row in rows:
            q = rest[monomial]
            if q:
                rest = rest - q * row
        if not rest.is_zero():
            lead = rest.monomial(0)
            rest = rest / rest.leading_coefficient()
            rows = [(m, r - r[lead] * rest if r[lead] else r) for m, r in rows]
            rows.append((lead, rest))
            found.append(p)
    return found
