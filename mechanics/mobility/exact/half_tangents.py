"""Closure equations as polynomials in half-tangents and lengths, near a configuration.

cos φ = (1 - t²)/(1 + t²) and sin φ = 2t/(1 + t²) with t = tan(φ/2), or with the cotangent in place
of the tangent where that is smaller. Trigonometric equations become rational: they can be factored,
and solved for unknowns in which they are linear. Denominators 1 + t² have no real zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import cos, sin
from typing import Any

import flint
import numpy as np
from numpy.typing import NDArray

from ..arithmetic.polynomials import TooLargeError
from ..arithmetic.trig_polynomials import TrigRing, closure_polynomials
from ..clock import Clock
from ..closure.closures import Closure
from ..closure.coordinate_kinds import Attitude, Coordinate, Surd, Turn
from ..closure.straight_line import Arithmetic
from .alignments import Alignment, aligned_slots

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Variable:
    """A variable of the polynomials: a half-tangent, a length, or an algebraic number."""

    coordinate: Coordinate
    component: int = 0
    flipped: bool = False
    """Whether it is the cotangent of the half angle."""
    role: str = "unknown"

    @property
    def label(self) -> str:
        c = self.coordinate
        if isinstance(c, Turn):
            name = "cot" if self.flipped else "tan"
            return f"{name}({c.label}/{2 * c.parts})"
        return c.label if not isinstance(c, Attitude) else f"{c.label}{self.component}"


class Chart:
    """Half-tangents and lengths as coordinates near a configuration that satisfies alignments."""

    def __init__(
        self, closure: Closure, state: Floats, aligned: Sequence[Alignment], clock: Clock
    ) -> None:
        self.closure, self.state, self.aligned = closure, state, tuple(aligned)
        self.solved = {a.solved for a in aligned}
        self.ring = TrigRing(closure, clock)
        self.variables = self._variables()
        self.context = flint.fmpq_mpoly_ctx.get(
            [f"z{k}" for k in range(len(self.variables))], flint.Ordering.degrevlex
        )
        self.gens = self.context.gens()
        self.one = self.context.from_dict({(0,) * len(self.variables): 1})
        self.index = {(v.coordinate, v.component): k for k, v in enumerate(self.variables)}

    def _variables(self) -> list[Variable]:
        closure, found = self.closure, []
        for c in closure.coordinates:
            if c in self.solved or c in closure.given:
                continue
            role = "unknown" if closure.is_unknown(c) else "parameter"
            if c in closure.constants:
                found.append(Variable(c, role="constant"))
            elif isinstance(c, Turn):
                flipped = cos(self.state[closure.states[c]][0] / c.parts) < -0.2
                found.append(Variable(c, flipped=flipped, role=role))
            else:
                found += [Variable(c, k, role=role) for k in range(c.slots)]
        return found

    # -- polynomials ------------------------------------------------------------------------------

    def polynomials(self) -> tuple[list[Any], list[Any]]:
        """Numerators of the equations and of the relations."""
        slots = aligned_slots(self.closure, self.ring, self.ring.slots(), self.aligned)
        found = closure_polynomials(self.ring, slots)
        converted = [self.converted(p) for p in found]
        extra = self._unit_quaternions()
        n = self.closure.count
        unit_unknowns = [p for p, role in extra if role == "unknown"]
        unit_parameters = [p for p, role in extra if role == "parameter"]
        return converted[:n] + unit_unknowns, converted[n:] + unit_parameters

    def _unit_quaternions(self) -> list[tuple[Any, str]]:
        found = []
        for k, v in enumerate(self.variables):
            if isinstance(v.coordinate, Attitude) and v.component == 0:
                square = sum((self.gens[k + j] ** 2 for j in range(4)), 0 * self.one)
                found.append((square - 1, v.role))
        return found

    def converted(self, p: Any) -> Any:
        """A polynomial in cosines and sines as one in half-tangents, without denominators."""
        cosines, others = self._substitutes()
        degrees = self._circle_degrees(p)
        total = 0 * self.one
        cache: dict[tuple[Any, ...], Any] = {}
        for exponents, q in p.terms():
            term = q * self.one
            for k, n in enumerate(exponents):
                if n and k in others:
                    term *= others[k] ** n
            for (i, j), (c, s, h) in cosines.items():
                key = (i, exponents[i], exponents[j])
                if key not in cache:
                    rest = degrees[i] - exponents[i] - exponents[j]
                    cache[key] = c ** exponents[i] * s ** exponents[j] * h**rest
                term *= cache[key]
            total += term
            if len(total) > 20_000:
                raise TooLargeError
        return total

    def _substitutes(self) -> tuple[dict[Any, Any], dict[int, Any]]:
        """The substitute for each variable of the ring of cosines, sines and lengths."""
        ring, closure = self.ring, self.closure
        where = {slot: k for k, slot in enumerate(ring.order)}
        circles: dict[Any, Any] = {}
        others: dict[int, Any] = {}
        for k, v in enumerate(self.variables):
            slot, z = closure.slots[v.coordinate].start, self.gens[k]
            if isinstance(v.coordinate, Turn) and v.role != "constant":
                sign = -1 if v.flipped else 1
                circles[where[slot], where[slot + 1]] = (sign * (1 - z**2), 2 * z, 1 + z**2)
            else:
                others[where[slot + v.component]] = z
        return circles, others

    def _circle_degrees(self, p: Any) -> dict[int, int]:
        """For each angle, the highest degree in its cosine and sine together."""
        circles, _ = self._substitutes()
        found = {i: 0 for i, _ in circles}
        for exponents in p.monoms():
            for i, j in circles:
                found[i] = max(found[i], exponents[i] + exponents[j])
        return found

    def constant_rules(self) -> list[tuple[int, int, Any]]:
        """Minimal polynomials of the numbers among the variables."""
        found = []
        for k, v in enumerate(self.variables):
            c, z = v.coordinate, self.gens[k]
            if v.role == "constant":
                slot = self.closure.slots[c].start
                rule = next(r for i, _, r in self.ring.rules if self.ring.order[i] == slot)
                least = self.converted(rule) if not isinstance(c, Surd) else z**2 - c.radicand
                found.append((k, least.degrees()[k], least))
        return found

    # -- values -----------------------------------------------------------------------------------

    def values(self, state: Floats) -> list[float]:
        """The floats of the variables at a state."""
        return [self._value(v, state) for v in self.variables]

    def _value(self, v: Variable, state: Floats) -> float:
        c = v.coordinate
        if v.role == "constant":
            return self.closure.constant_floats(c)[0]
        here = state[self.closure.states[c]]
        if not isinstance(c, Turn):
            return float(here[v.component])
        angle = here[0] / c.parts
        if v.flipped:
            return float(sin(angle) / (1 - cos(angle)))
        return float(sin(angle) / (1 + cos(angle)))

    def values_of(self, field: Any, slots: Sequence[Any]) -> list[Any]:
        """The values of the variables at an exact point, from the slots of the closure."""
        one = field.number(Fraction(1))
        found = []
        for v in self.variables:
            start = self.closure.slots[v.coordinate].start
            if not isinstance(v.coordinate, Turn) or v.role == "constant":
                found.append(slots[start + v.component])
                continue
            cosine = field.neg(slots[start]) if v.flipped else slots[start]
            below = field.inverse(field.add(one, cosine))
            found.append(field.mul(slots[start + 1], below))
        return found

    def slots_of(self, ops: Arithmetic, values: Sequence[Any]) -> list[Any]:
        """The slots of the closure for values of the variables, in any arithmetic of a field."""
        one = ops.number(Fraction(1))
        found: list[Any] = [None] * sum(c.slots for c in self.closure.coordinates)
        for k, v in enumerate(self.variables):
            start = self.closure.slots[v.coordinate].start
            if not isinstance(v.coordinate, Turn) or v.role == "constant":
                found[start + v.component] = values[k]
                continue
            square = ops.mul(values[k], values[k])
            below = ops.inverse(ops.add(one, square))
            cosine = ops.mul(ops.add(one, ops.neg(square)), below)
            found[start] = ops.neg(cosine) if v.flipped else cosine
            found[start + 1] = ops.scale(Fraction(2), ops.mul(values[k], below))
        for c in self.closure.constants:
            start = self.closure.slots[c].start
            if c in self.closure.given:
                given = [ops.number(q) for q in self.closure.given[c]]
                found[start : start + len(given)] = given
            elif isinstance(c, Turn):
                found[start + 1] = _cosine_multiple(ops, found[start], c.order // 4 - 1)
        return aligned_slots(self.closure, ops, found, self.aligned)


def _cosine_multiple(ops: Arithmetic, cosine: Any, n: int) -> Any:
    """cos(n θ) from cos θ."""
    before, now = ops.number(Fraction(1)), cosine
    for _ in range(n - 1):
        twice = ops.scale(Fraction(2), ops.mul(cosine, now))
        before, now = now, ops.add(twice, ops.neg(before))
    return ops.number(Fraction(1)) if n == 0 else now
