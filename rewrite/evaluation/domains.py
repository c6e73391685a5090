"""The domains: rationals, square roots of them, integers modulo a prime, floats, intervals.

| domain | coordinates | equality | what it refuses |
|---|---|---|---|
| `Exact()` | rationals | decided | irrational roots, sines of plain numbers other than 0 |
| `Surds()` | sums of square roots of rationals | decided | other irrational numbers |
| `Modular(p)` | integers modulo a prime p | decided, modulo p | all roots, the same sines |
| `Float()` | Python floats | approximate | overflow |
| `Interval(precision)` | arb balls | refuted only | what the radii leave undecided |
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import flint

from ..errors import NotExactError, RewriteError, UndefinedError
from .fields import Domain, Pair, digest, quarter_turns
from .formulas import circle_power
from .reals import Float, Interval, differ
from .surds import Surd, root_of_rational


@dataclass(frozen=True)
class Exact(Domain):
    """The rational numbers: ints and Fractions outside, flint's rationals inside.

    >>> Exact().dump(Exact().root(Exact().number(Fraction(4, 9)), 2))
    Fraction(2, 3)
    """

    largest_exponent = 100_000

    def number(self, value: int | Fraction) -> Any:
        return flint.fmpq(value.numerator, value.denominator)

    def load(self, value: object) -> Any:
        return value if isinstance(value, flint.fmpq) else super().load(value)

    def dump(self, x: Any) -> Fraction:
        return Fraction(int(x.p), int(x.q))

    def root(self, x: Any, n: int, square: bool = False) -> Any:
        if x < 0:
            raise UndefinedError(f"the root of the negative number {x}")
        up, down = x.p.root(n), x.q.root(n)
        if up**n != x.p or down**n != x.q:
            raise NotExactError(f"the {_ordinal(n)} root of {x} is not rational")
        return flint.fmpq(up, down)

    def pi(self) -> Any:
        raise NotExactError("pi is not rational; assign it a stand-in, or use float or interval")

    def cis(self, x: Any) -> Pair:
        if x != 0:
            raise NotExactError(f"the sine of the plain number {x} is not rational; use an Angle")
        return self.one, self.zero

    def turn(self, r: Fraction) -> Pair:
        if r.denominator > 2:
            raise NotExactError(f"the sine and cosine of {r}*pi are not both rational")
        return quarter_turns(self, int(2 * r))

    def uninterpreted(self, name: str, args: Sequence[Any]) -> Any:
        code = digest(name, *args)
        return flint.fmpq(code % 19997 - 9998, 1 + (code >> 64) % 97)


LONGEST_RADICAND = 96
"""A square root is simplified if its number has at most this many bits: it has to be factored."""


@dataclass(frozen=True)
class Surds(Exact):
    """The real numbers that are sums of square roots of rationals: x² = 2 has solutions here.

    >>> x = Surds().root(flint.fmpq(1, 2), 2)
    >>> x, x * x, x > 0
    (1/2*sqrt(2), 1/2, True)
    """

    largest_exponent = 200

    def load(self, value: object) -> Any:
        return value if isinstance(value, Surd) else super().load(value)

    def dump(self, x: Any) -> Any:
        return x if isinstance(x, Surd) else super().dump(x)

    def root(self, x: Any, n: int, square: bool = False) -> Any:
        if isinstance(x, Surd):
            raise NotExactError(f"the root of the irrational number {x}")
        if n == 2 and x > 0 and (x.p * x.q).height_bits() <= LONGEST_RADICAND:
            return root_of_rational(x)
        return super().root(x, n, square)


LARGEST_TURN = 200
"""Sines of multiples of π/n have values modulo suitable primes if all prime factors of n are below
this."""


@dataclass(frozen=True)
class Modular(Domain):
    """The integers modulo a prime, by default 2⁶¹ - 1.

    A false rational identity fails modulo p at all points but a fraction of about degree/p. No
    number is positive here, so every root is refused. The sines of multiples of π/n are those of a
    point of order 2 n on the circle, if there is one modulo p: an identity between such sines is
    algebraic, and holds for every point of that order if it holds for one.

    >>> Modular(7).dump(Modular(7).load(Fraction(1, 3)))
    5
    """

    p: int = 2**61 - 1

    def __post_init__(self) -> None:
        if self.p < 5 or not flint.fmpz(self.p).is_prime():
            raise RewriteError(f"the modulus must be a prime greater than 3, not {self.p}")

    @cached_property
    def _residue(self) -> Any:
        p = self.p
        return flint.fmpz_mod_ctx(p) if p >> 63 else lambda value: flint.nmod(value, p)

    def number(self, value: int | Fraction) -> Any:
        if isinstance(value, int):
            return self._residue(value)
        divisor = self._residue(value.denominator)
        if divisor == 0:
            raise UndefinedError(f"{value} has no value modulo {self.p}")
        return self._residue(value.numerator) / divisor

    def load(self, value: object) -> Any:
        return value if isinstance(value, flint.nmod | flint.fmpz_mod) else super().load(value)

    def dump(self, x: Any) -> int:
        return int(x)

    def lend(self, x: Any) -> Any:
        return x  # it can be divided, and refuses comparison

    def root(self, x: Any, n: int, square: bool = False) -> Any:
        raise NotExactError("modulo a prime a root cannot be distinguished from its opposite")

    def pi(self) -> Any:
        raise NotExactError("pi has no value modulo a prime; assign it a stand-in")

    def cis(self, x: Any) -> Pair:
        if x != 0:
            raise NotExactError("the sine of a plain number has no value modulo a prime")
        return self.one, self.zero

    def turn(self, r: Fraction) -> Pair:
        if r.denominator <= 2:
            return quarter_turns(self, int(2 * r))
        order, unity = self._unity
        times = r * order / 2
        if times.denominator > 1:
            why = f"only calculated for multiples of pi/{order // 2}, which have roots modulo"
            raise NotExactError(f"the sine of {r}*pi is {why} {self.p}")
        return circle_power(self, unity, int(times))

    @cached_property
    def _unity(self) -> tuple[int, Pair]:
        """A point of the circle at 2π/n, and n, the largest possible product of small primes.

        The circle is a group of p + 1 or p - 1 points; its points of order n stand for the angles
        k·2π/n, with k prime to n. The point is chosen so that the sine of π/2 is 1.
        """
        count = self.p + 1 if self.p % 4 == 3 else self.p - 1
        order, small = 1, [q for q in range(2, LARGEST_TURN) if count % q == 0]
        while small and any(count % (order * q) == 0 for q in small):
            order *= next(q for q in small if count % (order * q) == 0)
        one, zero, t = self.one, self.zero, self.number(2)
        while True:
            t = t + one
            square = t * t + one
            if square == 0:
                continue
            point = (one - t * t) / square, (t + t) / square
            point = circle_power(self, point, count // order)
            proper = all(circle_power(self, point, order // q) != (one, zero) for q in small)
            if proper and (order % 4 or circle_power(self, point, order // 4) == (zero, one)):
                return order, point

    def surd(self, x: Any) -> Any:
        """One of the two square roots of an element, always the same."""
        if x != 0 and x ** (self.p // 2) != 1:
            raise NotExactError(f"{x} has no square root modulo {self.p}")
        return x.sqrt()

    def uninterpreted(self, name: str, args: Sequence[Any]) -> Any:
        return self.number(digest(name, *args) % self.p)


def _ordinal(n: int) -> str:
    return {2: "square", 3: "cube"}.get(n, f"{n}th")


__all__ = ["DOMAINS", "Exact", "Float", "Interval", "Modular", "Surds", "differ", "domain_of"]

DOMAINS: dict[str, Domain] = {
    "exact": Exact(),
    "surds": Surds(),
    "modular": Modular(),
    "float": Float(),
    "interval": Interval(),
}


def domain_of(domain: Domain | str) -> Domain:
    """A domain, given itself or its name."""
    if isinstance(domain, Domain):
        return domain
    if domain not in DOMAINS:
        raise RewriteError(f"unknown domain {domain!r}; known are {', '.join(DOMAINS)}")
    return DOMAINS[domain]
