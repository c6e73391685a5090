"""Polynomial systems near a point: equations in the variables of a chart, and solved variables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...linear_algebra import timely
from ..arithmetic.polynomials import (
    MOST_TERMS,
    TooLargeError,
    gradient,
    polynomial_program,
    vanishes,
)
from ..clock import Clock
from ..closure.closures import Closure
from ..closure.coordinate_kinds import Slide
from ..closure.straight_line import Arithmetic
from ..configurations.search import numeric_rank
from .half_tangents import Chart

Floats = NDArray[np.float64]
FACTORED_TERMS = 1500
"""Larger polynomials are not factored."""


@dataclass(frozen=True)
class Solved:
    """A variable as a quotient of polynomials in the variables not yet solved for."""

    variable: int
    above: Any
    below: Any


class PolynomialSystem:
    """Equations and relations between parameters in the variables of a chart, near a point.

    Conclusions hold where the polynomials in `units` and all denominators do not vanish.
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
        self.relations = self.local(relations)
        self.equations = self.local(equations)

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
        return [k for k, v in enumerate(self.chart.variables) if v.role == role and k not in gone]

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
        """The factor of a polynomial that vanishes at the point; None if it always vanishes."""
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

    def local(self, polynomials: Sequence[Any]) -> list[Any]:
        """Local factors, each once, without linear dependences."""
        found = [self.local_factor(p) for p in polynomials]
        return independent([f for f in found if f is not None])

    # -- the system -------------------------------------------------------------------------------

    def closure(self) -> ReducedClosure:
        """The remaining equations as a closure of its own, whose coordinates are lengths."""
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
        values, columns = np.array(self.values), self.active("unknown")
        matrix = np.array([gradient(p, values)[columns] for p in self.equations])
        size = np.maximum(np.abs(matrix).max(axis=1, initial=0.0), 1e-5)
        return numeric_rank(timely(np.linalg.svd, matrix / size[:, None], compute_uv=False))

    @property
    def is_regular(self) -> bool:
        """Whether the equations are independent at the point."""
        return self.rank() == len(self.equations)

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

    def degree(self, c: Any) -> int:
        """The degree of a number over the rationals."""
        return int(self.originals[c].coordinate.degree)

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
