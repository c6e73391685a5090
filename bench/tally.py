"""Numbers that count the operations on them, by the convention of `rewrite/lowering/ops.py`.

Multiplications, additions and subtractions, and calls count; changes of sign are free, and so is
work that depends only on parameters.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import rewrite as rw

Values = Callable[[str], float]


class Tally:
    """The counts so far."""

    def __init__(self) -> None:
        self.multiplications = self.additions = self.calls = 0

    @property
    def cost(self) -> rw.Cost:
        return rw.Cost(self.multiplications, self.additions, 0, self.calls)


class Number:
    """A float that counts operations on it; the integers 0 and 1 cost nothing.

    >>> tally = Tally()
    >>> x, m = Number(2.0, tally), Number(3.0, tally, fixed=True)
    >>> (x*x*(m + m) - 0*x).value, tally.cost
    (24.0, Cost(multiplications=2, additions=0, divisions=0, calls=0))
    """

    def __init__(self, value: float, tally: Tally, fixed: bool = False) -> None:
        self.value, self.tally, self.fixed = value, tally, fixed

    def __add__(self, other: Any) -> Any:
        if isinstance(other, int) and other == 0:
            return self
        found = self._with(other, self.value + value(other))
        self.tally.additions += not found.fixed
        return found

    __radd__ = __add__

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, int) and other in (0, 1):
            return self if other else 0
        found = self._with(other, self.value * value(other))
        self.tally.multiplications += not found.fixed
        return found

    __rmul__ = __mul__

    def __neg__(self) -> Number:
        return Number(-self.value, self.tally, self.fixed)

    def __sub__(self, other: Any) -> Any:
        return self + -other

    def __rsub__(self, other: Any) -> Any:
        return -self + other

    def _with(self, other: Any, value: float) -> Number:
        return Number(value, self.tally, self.fixed and getattr(other, "fixed", True))

    def turn(self) -> tuple[Number, Number]:
        """Cosine and sine."""
        self.tally.calls += 2
        return Number(math.cos(self.value), self.tally), Number(math.sin(self.value), self.tally)


def value(x: Any) -> float:
    return x.value if isinstance(x, Number) else float(x)


class Names:
    """Numbers by their names; those that begin with one of the letters `fixed` are parameters."""

    def __init__(self, values: Values, fixed: str) -> None:
        self.values, self.fixed, self.tally = values, fixed, Tally()

    def __call__(self, name: str) -> Number:
        return Number(self.values(name), self.tally, name[0] in self.fixed)

    def vector(self, name: str) -> list[Any]:
        return [self(f"{name}{i}") for i in (1, 2, 3)]
