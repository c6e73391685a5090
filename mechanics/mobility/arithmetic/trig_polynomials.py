"""Closure equations as polynomials in cosines, sines and lengths, in a unique form.

s² is written 1 - c² for every angle, and numbers such as cos(π/6) are powers of one algebraic
number, so an expression vanishes identically if and only if its form is 0. Quotients are kept as
numerator and denominator: where the closure is defined, an equation is its numerator.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import flint

from ..clock import Clock, OutOfTimeError
from ..closure.closures import Closure
from ..closure.coordinate_kinds import Attitude, Surd, Turn
from .polynomials import MOST_TERMS, TooLargeError, rational


class TrigRing:
    """The polynomials in the slots of a closure, reduced by equations that always hold there."""

    def __init__(self, closure: Closure, clock: Clock) -> None:
        self.closure, self.clock = closure, clock
        sines: list[int] = []
        others: list[int] = []
        for c in closure.coordinates:
            where = closure.slots[c]
            for k in range(where.start, where.stop):
                is_sine = isinstance(c, Turn) and k == where.start + 1
                (sines if is_sine else others).append(k)
        self.order = [*sines, *others]
        names = [f"x{k}" for k in self.order]
        self.context = flint.fmpq_mpoly_ctx.get(names, flint.Ordering.lex)
        self.slot_gens = dict(zip(self.order, self.context.gens(), strict=True))
        self.one = self.context.from_dict({(0,) * len(names): 1})
        self.rules: list[tuple[int, int, Any]] = []
        self._add_rules()

    def _add_rules(self) -> None:
        """Add the divisors of the reduction: circles, unit quaternions, minimal polynomials."""
        index = {k: i for i, k in enumerate(self.order)}
        x = self.slot_gens
        for c in self.closure.coordinates:
            k = self.closure.slots[c].start
            if c in self.closure.given:
                continue
            if isinstance(c, Turn) and not c.order:
                self.rules.append((index[k + 1], 2, x[k + 1] ** 2 + x[k] ** 2 - 1))
            elif isinstance(c, Turn) and c.order:
                least = cosine_polynomial(c.order)
                poly = sum((q * x[k] ** n for n, q in enumerate(least)), 0 * self.one)
                self.rules.append((index[k], len(least) - 1, poly))
            elif isinstance(c, Surd):
                self.rules.append((index[k], 2, x[k] ** 2 - c.radicand))
            elif isinstance(c, Attitude):
                square = sum((x[k + j] ** 2 for j in range(4)), 0 * self.one)
                self.rules.append((index[k], 2, square - 1))

    # -- the arithmetic of programs ---------------------------------------------------------------

    def number(self, q: Fraction) -> Any:
        return rational(q) * self.one, self.one

    def add(self, x: Any, y: Any) -> Any:
        if x[1] == y[1]:
            return self.checked(x[0] + y[0]), x[1]
        return self.reduced(x[0] * y[1] + y[0] * x[1]), self.reduced(x[1] * y[1])

    def neg(self, x: Any) -> Any:
        return -x[0], x[1]

    def scale(self, q: Fraction, x: Any) -> Any:
        return rational(q) * x[0], x[1]

    def mul(self, x: Any, y: Any) -> Any:
        if len(x[0]) * len(y[0]) > 50 * MOST_TERMS:
            raise TooLargeError
        denominator = x[1] if y[1].is_one() else self.reduced(x[1] * y[1])
        return self.reduced(x[0] * y[0]), denominator

    def inverse(self, x: Any) -> Any:
        if x[0].is_zero():
            raise ZeroDivisionError
        return x[1], x[0]

    # -- normal forms -----------------------------------------------------------------------------

    def checked(self, p: Any) -> Any:
        if len(p) > MOST_TERMS:
            raise TooLargeError
        if self.clock.is_over:
            raise OutOfTimeError
        return p

    def reduced(self, p: Any) -> Any:
        """The unique form of a polynomial."""
        self.checked(p)
        for _ in range(2):
            for variable, degree, rule in self.rules:
                if p.degrees()[variable] >= degree:
                    p = self.checked(p % rule)
        return p

    def slots(self) -> list[Any]:
        """The slots of the closure as elements of the ring."""
        found: list[Any] = []
        for c in self.closure.coordinates:
            where = self.closure.slots[c]
            if c in self.closure.given:
                found += [self.number(q) for q in self.closure.given[c]]
            elif isinstance(c, Turn) and c.order:
                cosine = self.slot_gens[where.start]
                found += [(cosine, self.one), (self._chebyshev(cosine, c.order // 4 - 1), self.one)]
            else:
                found += [(self.slot_gens[k], self.one) for k in range(where.start, where.stop)]
        return found

    def _chebyshev(self, cosine: Any, n: int) -> Any:
        """cos(n θ) as a polynomial in cos θ."""
        before, now = self.one, cosine
        for _ in range(n - 1):
            before, now = now, self.reduced(2 * cosine * now - before)
        return self.one if n == 0 else now


def cosine_polynomial(n: int) -> list[Any]:
    """The monic minimal polynomial of cos(2π/n), lowest coefficient first."""
    double = flint.fmpz_poly.cos_minpoly(n)
    degree = double.degree()
    return [flint.fmpq(int(double[k]), 2 ** (degree - k)) for k in range(degree + 1)]


def closure_polynomials(ring: TrigRing, slots: Sequence[Any]) -> list[Any]:
    """The numerators of the equations and relations, for slots that are elements of the ring."""
    closure = ring.closure
    found = closure.program.run(ring, slots)[: closure.vanishing]
    return [ring.reduced(x[0]) for x in found]
