"""Consequences of equations that hold for real numbers only.

A sum of squares is zero only if every square is: x² + y² = 0 gives x = 0 and y = 0, a·a = 0 gives
a = 0. A power is zero only if its base is. A factor that is never zero can be dropped. And if a sum
of squares and a positive number would have to be zero, the equations contradict each other. Each of
these is a step that can be checked by multiplying out: zeroᵏ + squares = Σ multiplier · equation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import prod

from .ideal import Cofactors, Ideal
from .ring import Polynomial, Ring, TooLargeError
from .sums_of_squares import Square, is_positive, sum_of_squares

ROUNDS = 12
"""How often conclusions are drawn from conclusions."""
LONGEST = 60
"""How many monomials a polynomial may have to be factored."""


@dataclass(frozen=True)
class Step:
    """zero = 0, because zeroᵖᵒʷᵉʳ + squares is a combination of what is known to vanish."""

    zero: Polynomial
    power: int
    squares: list[Square]
    cofactors: Cofactors


@dataclass
class Consequences:
    """The ideal of some equations, with what follows for real numbers."""

    ring: Ring
    roots: list[int]
    """Generators that are not negative."""
    ideal: Ideal
    steps: list[Step] = field(default_factory=list)
    contradictory: bool = False

    def draw(self) -> None:
        """Draw conclusions until there are no new ones."""
        try:
            for _ in range(ROUNDS):
                self.ideal.close()
                known = self.ideal.reduced_basis()
                new = [step for p, c in known if any(c.values()) for step in self._from(p, c)]
                added = [step for step in new if self._enter(step)]
                if self.contradictory or not added:
                    return
        except TooLargeError:
            return

    def _enter(self, step: Step) -> bool:
        if step.zero.is_constant():
            self.contradictory = True
        elif self.ideal.cofactors(step.zero) is not None:
            return False
        self.steps.append(step)
        self.ideal.add(step.zero)
        return True

    def _from(self, p: Polynomial, c: Cofactors) -> Iterator[Step]:
        """The consequences of one polynomial that is zero."""
        if p.is_constant():
            yield Step(p / p, 1, [], {i: x / p.leading_coefficient() for i, x in c.items()})
            return
        for sign in (1, -1):
            squares = sum_of_squares(sign * p, self.roots)
            for s in squares or ():
                if not any(s.roots):
                    yield self._square(s, squares or [], {i: sign * x for i, x in c.items()})
        if len(p) <= LONGEST:
            yield from self._factors(p, c)

    def _square(self, s: Square, squares: list[Square], c: Cofactors) -> Step:
        """One of several squares whose sum is zero."""
        others = [Square(x.weight / s.weight, x.roots, x.base) for x in squares if x is not s]
        return Step(s.base, 2, others, {i: x / s.weight for i, x in c.items()})

    def _factors(self, p: Polynomial, c: Cofactors) -> Iterator[Step]:
        self.ring.allow(len(p), len(p))
        _, factors = p.factor()
        if any(m > 1 for _, m in factors):
            zero = prod([f for f, _ in factors], start=self.ring.unit)
            k = (max(int(m) for _, m in factors) + 1) // 2 * 2
            yield Step(zero, k, [], self._times(zero**k / p, c))
            return
        for f, _ in factors if len(factors) > 1 else ():
            squares = sum_of_squares(f, self.roots) or sum_of_squares(-f, self.roots)
            if squares is not None and is_positive(squares):
                yield self._without(f, squares, p, c)

    def _without(self, f: Polynomial, squares: list[Square], p: Polynomial, c: Cofactors) -> Step:
        """A product without a factor that is never zero."""
        rest = p / f
        number = next(s for s in squares if not any(s.roots) and s.base.is_constant())
        scale = number.weight * number.base.leading_coefficient() ** 2
        sign = 1 if sum_of_squares(f, self.roots) is not None else -1
        others = [
            Square(s.weight / scale, s.roots, s.base * rest) for s in squares if s is not number
        ]
        return Step(rest, 2, others, self._times(rest * sign / scale, c))

    def _times(self, factor: Polynomial, c: Cofactors) -> Cofactors:
        return {i: self.ring.product(self.ring.reduced(factor), x) for i, x in c.items()}
