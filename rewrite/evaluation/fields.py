"""The interface of a domain of values: the operations that differ from field to field.

Elements support + and *. Everything else is a method here, so that every operator has one formula
for all domains (in `semantics`). A partial operation outside its domain raises
UndefinedError; a value that exists but not in the field raises NotExactError.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from fractions import Fraction
from functools import cached_property
from hashlib import blake2b
from math import inf
from numbers import Rational
from typing import Any, ClassVar

from ..errors import SortError

Coordinates = tuple[Any, ...]
"""A value of any sort, internally: its coordinates, a matrix row by row."""
Pair = tuple[Any, Any]
"""A cosine and a sine."""


class Domain(ABC):
    """A field of coordinates."""

    decides = True
    """Whether `==` between two elements decides their equality."""
    eliminates: ClassVar[bool] = True
    """Whether matrices are inverted by elimination: not if no pivot is known to be safe, or if
    quotients grow."""
    largest_exponent: ClassVar[float] = inf
    """The largest exponent that is allowed, since powers of rationals grow without bound."""

    @abstractmethod
    def number(self, value: int | Fraction) -> Any:
        """The element that a rational number stands for."""

    @cached_property
    def zero(self) -> Any:
        return self.number(0)

    @cached_property
    def one(self) -> Any:
        return self.number(1)

    def load(self, value: object) -> Any:
        """The element that a number given by a user stands for."""
        if type(value) is int or type(value) is Fraction:
            return self.number(value)
        if isinstance(value, Rational) and not isinstance(value, bool):
            return self.number(Fraction(int(value.numerator), int(value.denominator)))
        raise SortError(f"{value!r} is not an exact number; use an int or a Fraction")

    def dump(self, x: Any) -> Any:
        """An element as the user sees it."""
        return x

    def lend(self, x: Any) -> Any:
        """An element as it is passed to a user's evaluation function."""
        return self.dump(x)

    def divide(self, x: Any, y: Any) -> Any:
        """x/y; ZeroDivisionError if y is zero."""
        return x / y

    def is_zero(self, x: Any) -> bool:
        """Whether an element is certainly zero."""
        return bool(x == 0)

    def pivot(self, column: Sequence[Any]) -> int | None:
        """The index of the best element to divide by, or None if all are zero."""
        return next((i for i, x in enumerate(column) if not self.is_zero(x)), None)

    @abstractmethod
    def root(self, x: Any, n: int, square: bool = False) -> Any:
        """The nonnegative n-th root of x; with `square`, x is known not to be negative."""

    @abstractmethod
    def pi(self) -> Any:
        """π."""

    @abstractmethod
    def cis(self, x: Any) -> Pair:
        """Cosine and sine of a plain number."""

    @abstractmethod
    def turn(self, r: Fraction) -> Pair:
        """Cosine and sine of r·π."""

    @abstractmethod
    def uninterpreted(self, name: str, args: Sequence[Any]) -> Any:
        """The value of a function of which only the name is known."""

    def session(self) -> AbstractContextManager[Any]:
        """The context manager to enter while this domain calculates."""
        return nullcontext()


def digest(*parts: object) -> int:
    """A large number that depends only on the text of its arguments."""
    text = "|".join(map(str, parts))
    return int.from_bytes(blake2b(text.encode(), digest_size=16).digest(), "big")


# -- the circle -----------------------------------------------------------------------------------


def quarter_turns(domain: Domain, k: int) -> Pair:
    """Cosine and sine of k·π/2."""
    cosine, sine = ((1, 0), (0, 1), (-1, 0), (0, -1))[k % 4]
    return domain.number(cosine), domain.number(sine)


def circle_times(x: Pair, y: Pair) -> Pair:
    """The point of the circle at the sum of two angles."""
    return x[0] * y[0] - x[1] * y[1], x[0] * y[1] + x[1] * y[0]
