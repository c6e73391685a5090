"""Approximate real numbers: floats for a quick look, and balls, which can refute."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from fractions import Fraction
from numbers import Real
from typing import Any

import flint

from ..errors import NotExactError, SortError, UndefinedError
from .fields import Domain, Pair, digest, quarter_turns
from .surds import Surd


@dataclass(frozen=True)
class Float(Domain):
    """Floating point: quick to look at, and proof of nothing."""

    decides = False

    def number(self, value: int | Fraction) -> float:
        return value.numerator / value.denominator

    def load(self, value: object) -> float:
        if isinstance(value, Real | Surd) and not isinstance(value, bool):
            return float(value)
        raise SortError(f"{value!r} is not a real number")

    def pivot(self, column: Sequence[Any]) -> int | None:
        best = max(range(len(column)), key=lambda i: abs(column[i]))
        return best if column[best] else None

    def root(self, x: Any, n: int, square: bool = False) -> float:
        if x < 0:
            raise UndefinedError(f"the root of the negative number {x}")
        return math.sqrt(x) if n == 2 else float(x ** (1 / n))

    def pi(self) -> float:
        return math.pi

    def cis(self, x: Any) -> Pair:
        return math.cos(x), math.sin(x)

    def turn(self, r: Fraction) -> Pair:
        if r.denominator <= 2:
            return quarter_turns(self, int(2 * r))
        return self.cis(math.pi * float(r % 2))

    def uninterpreted(self, name: str, args: Sequence[Any]) -> Any:
        return _wave(self, name, args)


@dataclass(frozen=True)
class Interval(Domain):
    """Balls that certainly contain the value. Two disjoint balls prove that two values differ.

    >>> third = Interval(64).number(Fraction(1, 3))
    >>> differ(third, Interval(64).number(Fraction(1, 3)))
    False
    """

    precision: int = 128
    decides = False

    def number(self, value: int | Fraction) -> Any:
        return flint.arb(flint.fmpq(value.numerator, value.denominator))

    def load(self, value: object) -> Any:
        if isinstance(value, flint.arb | Surd):
            return value.ball() if isinstance(value, Surd) else value
        return flint.arb(value) if isinstance(value, float) else super().load(value)

    def divide(self, x: Any, y: Any) -> Any:
        if y.is_zero():
            raise ZeroDivisionError
        if not y.abs_lower() > 0:
            raise NotExactError(
                f"the divisor {y} cannot be distinguished from zero at this precision"
            )
        return x / y

    def is_zero(self, x: Any) -> bool:
        return bool(x.is_zero())

    def pivot(self, column: Sequence[Any]) -> int | None:
        best = max(range(len(column)), key=lambda i: float(column[i].abs_lower()))
        if all(map(self.is_zero, column)):
            return None
        return best  # if it contains zero, the division will refuse it

    def root(self, x: Any, n: int, square: bool = False) -> Any:
        if x < 0 and not square:
            raise UndefinedError(f"the root of the negative number {x}")
        if x >= 0:
            return x if x.is_zero() else x.root(n)
        if not square:
            raise NotExactError(
                f"{x} cannot be distinguished from a negative number at this precision"
            )
        return flint.arb(0).union(x.upper().root(n))

    def pi(self) -> Any:
        return flint.arb.pi()

    def cis(self, x: Any) -> Pair:
        sine, cosine = x.sin_cos()
        return cosine, sine

    def turn(self, r: Fraction) -> Pair:
        sine, cosine = flint.arb.sin_cos_pi_fmpq(flint.fmpq(r.numerator, r.denominator))
        return cosine, sine

    def uninterpreted(self, name: str, args: Sequence[Any]) -> Any:
        return _wave(self, name, args)

    def session(self) -> AbstractContextManager[Any]:
        return flint.ctx.workprec(self.precision)  # type: ignore[no-any-return]


def _wave(domain: Domain, name: str, args: Sequence[Any]) -> Any:
    """A smooth function chosen by its name. Equal arguments may be rounded differently, so nearly
    equal arguments must have nearly equal images."""
    phase = domain.number(Fraction(digest(name) % 997, 997))
    for i, x in enumerate(args):
        phase += x * domain.number(Fraction(1 + digest(name, i) % 997, 331))
    return domain.cis(phase)[1] * domain.number(3)


def differ(a: Any, b: Any) -> bool:
    """Whether two values of the interval domain are certainly different: some balls are disjoint.

    False proves nothing: overlapping balls may contain equal values or not.
    """
    if isinstance(a, tuple):
        return any(differ(x, y) for x, y in zip(a, b, strict=True))
    return not a.overlaps(b)
