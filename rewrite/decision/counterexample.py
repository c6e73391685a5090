"""Counterexamples in small numbers: points that satisfy every fact and where two terms differ.

Points are drawn at random, easy ones and awkward ones, and the simplest counterexample is
simplified further: one value after another is replaced by zero, an axis, the identity or a quarter
turn, as long as the two sides differ. A point is literal: an angle that also occurs outside of
sines has its own value, and so has π; the sides are then compared as disjoint balls.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any

from ..core.context import EMPTY, Context
from ..core.linear import div
from ..core.operators import number
from ..core.terms import Term, free_symbols, order
from ..deadline import OutOfTimeError, check_time, checked_limit, time_left, within
from ..errors import FactError, NotExactError, RewriteError, UndefinedError
from ..evaluation.angles import Angle
from ..evaluation.reals import differ
from ..theory.scalars import pi
from .given_angles import Given, without_given_angles
from .shown_points import AWKWARD, Assignment, At, LiteralPoints, fields_for, tries_after
from .sides import sides
from .simpler import negated, score, simpler, weight

ATTEMPTS = 60
"""The search gives up after this many points."""
ENOUGH = 6
"""The simplest of this many counterexamples is kept."""
FEW = 20
"""After this many points, larger numbers are tried."""
FAILURES = 3
"""Square roots are allowed in points after this many points could not be drawn."""
SEARCHING = 0.6
"""The fraction of the time spent on searching; the rest is for simplifying the result."""
INEXACT = 10_000
"""The extra cost of a point at which the sides have no exact values."""
ROUNDS = 20
"""All values are simplified at most this many times."""
NOT_HERE = (UndefinedError, NotExactError, ZeroDivisionError, FactError)


@dataclass(frozen=True, repr=False)
class Counterexample:
    """A point, and the values of both sides there: fractions, or balls if `exact` is False."""

    point: Mapping[Term, Any]
    left: Any
    right: Any
    exact: bool
    given: tuple[Given, ...] = ()
    """Symbols whose values follow from others by an equation of the context."""

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        return self.about(*self.point, *(g.symbol for g in self.given))

    def about(self, *terms: Term) -> str:
        """As text, with the values of the symbols of some terms."""
        where = ", ".join(f"{name} = {value}" for name, value in self.values(*terms))
        sides = ", ".join(f"{name} is {value}" for name, value in self.sides())
        return f"at {where}: {sides}" if where else sides

    def values(self, *terms: Term) -> list[tuple[str, str]]:
        """The values of the symbols of some terms, as text.

        A point also has values for the symbols of all facts of the context, which may be many more.
        """
        wanted = {s for t in terms for s in free_symbols(t)}
        for g in self.given:
            wanted |= free_symbols(g.value) if g.symbol in wanted else set()
        found = sorted(self.point.items(), key=lambda pair: order(pair[0]))
        values = [(_name(t, v), shown(t, v)) for t, v in found if wanted & free_symbols(t)]
        return values + [g.shown() for g in self.given if g.symbol in wanted]

    def sides(self) -> list[tuple[str, str]]:
        """The values of both sides, as text."""
        return [("left", shown(None, self.left)), ("right", shown(None, self.right))]


def _name(t: Term, value: Any) -> str:
    if isinstance(value, Angle) and _quarter(value) is None:
        part = t if value.parts == 1 else div.build((t, number(value.parts)))
        return f"(cos, sin)({part})"
    return str(t)


def _quarter(angle: Angle) -> int | None:
    """How many quarter turns an angle is, if it is a whole number of them."""
    corners = ((1, 0), (0, 1), (-1, 0), (0, -1))
    point = (angle.cos, angle.sin)
    return corners.index(point) * angle.parts if point in corners else None


def shown(t: Term | None, value: Any) -> str:
    """A value as text."""
    if isinstance(value, Angle):
        quarters = _quarter(value)
        if quarters is not None:
            return {0: "0", 1: "π/2", 2: "π"}.get(quarters, f"{Fraction(quarters, 2)}π")
        return f"({value.cos}, {value.sin})"
    if isinstance(value, tuple):
        return f"({', '.join(shown(None, x) for x in value)})"
    return str(value)


def find_counterexample(
    a: Any,
    b: Any,
    context: Context | None = None,
    time_limit: float | None = 5.0,
    seed: int = 0,
    attempts: int = ATTEMPTS,
) -> Counterexample | None:
    """A point of small numbers at which two terms differ, or None if none is found.

    >>> from rewrite import cross, scalar, sin, vectors
    >>> a, b = vectors("a b")
    >>> print(find_counterexample(cross(a, b), cross(b, a)))
    at a = (1, 0, 0), b = (0, 1, 0): left is (0, 0, 1), right is (0, 0, -1)
    >>> θ = scalar("θ")
    >>> print(find_counterexample(sin(2*θ), 2*sin(θ)))
    at θ = π/2: left is 0, right is 2
    """
    with within(checked_limit(time_limit)):
        left, right = sides(a, b, "find_counterexample")
        try:
            asked = without_given_angles(left, right, context or EMPTY)
            search = _Search(asked.left, asked.right, asked.context)
            found = search.run(Random(seed), attempts)
            return replace(found, given=asked.given) if found and asked.given else found
        except OutOfTimeError:
            return None


class _Search:
    def __init__(self, a: Term, b: Term, context: Context) -> None:
        self.a, self.b, self.context = a, b, context
        self.best: Counterexample | None = None
        self.points, self.failures = LiteralPoints([a, b], context), 0
        equations = self.points.sampler.task.equations
        self.tied = frozenset[Term]().union(*(e.symbols for e in equations))

    def run(self, random: Random, attempts: int) -> Counterexample | None:
        """The best counterexample found; part of the time is reserved for simplifying."""
        found = 0
        try:
            with within(SEARCHING * time_left()):
                for attempt in range(attempts):
                    found += self._tried(random, attempt)
                    if found >= ENOUGH:
                        break
        except OutOfTimeError:
            pass
        try:
            if self.best is not None:
                self._simplify(self.best)
        except OutOfTimeError:
            pass
        return self.best

    def _tried(self, random: Random, attempt: int) -> bool:
        """Whether a random point, or one near it, is a counterexample."""
        tries = tries_after(self.failures)
        point = self.points.draw(random, AWKWARD[attempt % len(AWKWARD)], tries=tries)
        self.failures += point is None
        if self.failures == FAILURES and self.best is None:
            self.points = LiteralPoints(
                [self.a, self.b], self.context, fields_for(self.context)[-1]
            )
        example = None if point is None else self._differs(point)
        if point is not None and example is None:
            point = self._wider(point, random) if attempt > FEW else self._mirrored(point)
            example = None if point is None else self._differs(point)
        if example is None:
            return False
        if self.best is None or _price(example) < _price(self.best):
            self.best = example
        return True

    def _wider(self, point: Assignment, random: Random) -> Assignment | None:
        """A point with larger numbers for scalars: small ones may all be zeros of a polynomial."""
        scalars = [t for t, value in point.items() if isinstance(value, int | Fraction)]
        wide = {t: Fraction(random.randint(-9999, 9999), random.randint(1, 99)) for t in scalars}
        return {**point, **wide} if self._serves({**point, **wide}) else None

    def _mirrored(self, point: Assignment) -> Assignment | None:
        """A counterexample from a point at which the sides agree, by negating one value: equations
        of a context may have solutions that are never drawn."""
        for t, value in () if self.context.is_empty else point.items():
            if not isinstance(value, Angle) and self._serves({**point, t: negated(value)}):
                return {**point, t: negated(value)}
        return None

    def _differs(self, point: Assignment) -> Counterexample | None:
        """The point as a counterexample, if it is one."""
        for domain in self.points.ways:
            try:
                at = At(point, domain)
                left, right = at.coordinates(self.a), at.coordinates(self.b)
                exact = at.domain.decides
                if (left != right) if exact else differ(left, right):
                    own = {t: v for t, v in point.items() if t is not pi}
                    return Counterexample(own, at(self.a), at(self.b), exact)
                if exact:
                    return None
            except NOT_HERE:
                continue
            except OutOfTimeError:
                raise
            except RewriteError:
                return None
        return None

    def _simplify(self, example: Counterexample) -> None:
        """Simplify the best point, one value after the other."""
        for _ in range(ROUNDS):
            before = _price(example)
            for t in sorted(example.point, key=order):
                least = weight(example.point[t])
                for value in simpler(t, example.point[t]):
                    if weight(value) < least:
                        other = self._with(example, t, value)
                        if other is not None and other.exact >= example.exact:
                            self.best = example = other
                            least = weight(value)
            if _price(example) == before:
                break

    def _with(self, example: Counterexample, t: Term, value: Any) -> Counterexample | None:
        """The point with one other value; values that equations relate to it are drawn again."""
        found = self._serving({**example.point, t: value})
        if found is not None or t not in self.tied:
            return found
        rest = {s: v for s, v in example.point.items() if s not in self.tied}
        point = self.points.draw(Random(0), AWKWARD[0], {**rest, t: value})
        found = None if point is None else self._differs(point)
        return found if found is not None and _price(found) < _price(example) else None

    def _serves(self, point: Assignment) -> bool:
        return self._serving(point) is not None

    def _serving(self, point: Assignment) -> Counterexample | None:
        check_time()
        try:
            return self._differs(point) if self.points.fits(point) else None
        except OutOfTimeError:
            raise
        except (RewriteError, ZeroDivisionError):
            return None


def _price(example: Counterexample) -> int:
    return score(dict(example.point)) + INEXACT * (not example.exact)
