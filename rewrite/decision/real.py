"""Consequences of equations that hold only for real numbers.

A sum of squares is zero only if every square is: x² + y² = 0 gives x = 0 and y = 0, a·a = 0 gives
a = 0. A power is zero only if its base is. If a product has a factor that is a sum of squares, the
rest of it times each of the squares is zero: x³ = y³ gives (x - y) y = 0 and x = y. A factor that
is never zero can be dropped. And if a sum of squares plus a positive number would have to be zero,
the equations contradict each other. Each of these is a step that can be checked by multiplying out:
zeroᵏ + squares = Σ multiplier · equation.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from math import prod

from ..factoring.polynomial_factors import factors
from .ideal import Cofactors, Exponents, Ideal, Tracked
from .ring import Polynomial, Ring, TooLargeError
from .sums_of_squares import Square, is_positive, sum_of_squares

ROUNDS = 12
"""At most this many rounds of conclusions are drawn."""
LONGEST = 60
"""Polynomials with more monomials than this are not factored."""
MOST_ROOTS = 6
"""At most this many roots are compared with each other."""
HIGHEST_POWER = 6
"""Powers of a polynomial up to this one are tested for membership in the ideal."""


@dataclass(frozen=True)
class Step:
    """zero = 0, because zeroᵖᵒʷᵉʳ + squares is a combination of polynomials known to vanish."""

    zero: Polynomial
    power: int
    squares: list[Square]
    cofactors: Cofactors


@dataclass
class Consequences:
    """The ideal of some equations, with consequences for real numbers."""

    ring: Ring
    roots: list[int]
    """Generators that are not negative."""
    ideal: Ideal
    nonzero: frozenset[int] = frozenset()
    """Generators that are never zero."""
    steps: list[Step] = field(default_factory=list)
    contradictory: bool = False
    _rests: list[Polynomial] = field(default_factory=list)
    """Cofactors of sums of squares: a power of one may be a consequence."""

    def draw(self) -> None:
        """Draw conclusions until there are no new ones."""
        try:
            for _ in range(ROUNDS):
                self.ideal.close()
                known = self.ideal.reduced_basis()
                new = [step for p, c in known if any(c.values()) for step in self._from(p, c)]
                added = [step for step in new if self._enter(step)]
                for rest in self._rests if added else ():
                    self.draw_power(rest)
                self._rests.clear()
                if self.contradictory or not added:
                    return
        except TooLargeError:
            return

    def draw_from(self, known: list[Tracked]) -> None:
        """Draw conclusions only from these polynomials, which are zero."""
        try:
            for step in [step for p, c in known for step in self._from(p, c)]:
                self._enter(step)
        except TooLargeError:
            return

    def equal_roots(self) -> list[Tracked]:
        """r² - s² for roots r and s with equal squares, and r² - n for a number n: these reduce to
        zero and are not in the basis, but they have factors such as r - s and r + s."""
        some = [self.ring.context.gen(place) for place in self.roots[:MOST_ROOTS]]
        found = []
        for r in some:
            rest, by = self.ideal.rest(r**2)
            found += [(r**2 - rest, by)] if rest.is_constant() else []
        for r, s in combinations(some, 2):
            c = self.ideal.cofactors(self.ring.reduced(r**2 - s**2))
            found += [(r**2 - s**2, c)] if c is not None else []
        return found

    def draw_power(self, p: Polynomial) -> None:
        """Conclude p = 0 if a power of p is among the consequences."""
        try:
            found = self.ideal.power(p, HIGHEST_POWER)
        except TooLargeError:
            return
        if found is not None and found[0] > 1:
            self._enter(Step(p, found[0], [], found[1]))

    def _enter(self, step: Step) -> bool:
        if self._is_never_zero(step.zero):
            self.contradictory = True
        elif self.ideal.cofactors(step.zero) is not None:
            return False
        self.steps.append(step)
        self.ideal.add(step.zero)
        return True

    def _is_never_zero(self, p: Polynomial) -> bool:
        """Whether a polynomial is a number, or a monomial of generators that are never zero."""
        if p.is_constant():
            return True
        if len(p) > 1:
            return False
        return self.nonzero.issuperset(i for i, k in enumerate(p.monoms()[0]) if k)

    def _from(self, p: Polynomial, c: Cofactors) -> Iterator[Step]:
        """The consequences of one polynomial that is zero."""
        if self._is_never_zero(p):
            yield Step(p / p, 1, [], {i: x / p.leading_coefficient() for i, x in c.items()})
            return
        yield from self._from_squares(p, self.ring.unit, c)
        yield from self._from_spheres(p, c)
        if len(p) <= LONGEST:
            yield from self._from_factors(p, c)

    def _from_spheres(self, p: Polynomial, c: Cofactors) -> Iterator[Step]:
        """Conclusions from p = 0 if p and multiples of relations such as x² + y² = 1 make a sum of
        squares: |a| = |b| = 1 and a·b = 1 give |a - b|² = 0."""
        degrees = p.degrees()
        spheres = [
            relation
            for place, degree, relation in self.ring.relations
            if degree == 2 and degrees[place] == 1 and place not in self.ring.splitting
        ]
        largest = max(abs(x) for powers, x in p.terms() if any(powers))
        for scale in (2 / largest, -2 / largest) if spheres and len(p) <= LONGEST else ():
            whole = sum(spheres, p * scale)
            steps = self._from_squares(whole, self.ring.unit, {i: x * scale for i, x in c.items()})
            yield from steps

    def _from_factors(self, p: Polynomial, c: Cofactors) -> Iterator[Step]:
        self.ring.allow(len(p), len(p))
        _, found = factors(p)
        if any(m > 1 for _, m in found):
            zero = prod([f for f, _ in found], start=self.ring.unit)
            k = (max(m for _, m in found) + 1) // 2 * 2
            yield Step(zero, k, [], self._times(zero**k / p, c))
            return
        for f, _ in found if len(found) > 1 else ():
            steps = list(self._from_squares(f, p / f, c))
            self._rests += [p / f] if steps else []
            yield from steps

    def _from_squares(self, f: Polynomial, rest: Polynomial, c: Cofactors) -> Iterator[Step]:
        """Conclusions from f · rest = 0 if f or -f is a sum of squares: then f · rest² is one too,
        and each of its squares is zero: w m (q · rest)², and times m the square of m · q · rest."""
        sign, squares = 1, sum_of_squares(f, self.roots)
        if squares is None:
            sign, squares = -1, sum_of_squares(-f, self.roots)
        for s in squares or ():
            if is_positive(squares or []) and not is_positive([s]):
                continue  # the number among the squares is stronger
            times = self.ring.context.term(exp_vec=s.roots)
            others = [
                Square(x.weight / s.weight, _sum(x.roots, s.roots), x.base * rest)
                for x in squares or ()
                if x is not s
            ]
            factor = rest * times * sign / s.weight
            yield Step(s.base * rest * times, 2, others, self._times(factor, c))

    def _times(self, factor: Polynomial, c: Cofactors) -> Cofactors:
        return {i: self.ring.product(self.ring.reduced(factor), x) for i, x in c.items()}


def _sum(x: Exponents, y: Exponents) -> Exponents:
    return tuple([i + k for i, k in zip(x, y, strict=True)])
