"""Closure equations as a straight-line program, to be run in any arithmetic.

The same few steps give residuals in floating point, Jacobians modulo a prime, certified balls,
truncated power series and polynomials: only the arithmetic changes. Nothing is expanded, so a loop
of a dozen joints stays a few hundred steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

NUMBER, SLOT, SUM, SCALE = "number", "slot", "sum", "scale"
PRODUCT, INVERSE = "product", "inverse"


class Arithmetic(Protocol):
    """The operations that a program needs of the values it is run on."""

    def number(self, q: Fraction) -> Any:
        """A rational number."""

    def add(self, x: Any, y: Any) -> Any: ...

    def neg(self, x: Any) -> Any: ...

    def scale(self, q: Fraction, x: Any) -> Any:
        """A rational multiple."""

    def mul(self, x: Any, y: Any) -> Any: ...

    def inverse(self, x: Any) -> Any: ...


@dataclass(frozen=True)
class Step:
    """One operation; operands are registers, with a sign bit as in `Graph`."""

    kind: str
    operands: tuple[int, ...] = ()
    value: Any = None


class Program:
    """Steps in order, each with its own register, and references to the outputs."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.outputs: tuple[int, ...] = ()
        self._known: dict[Step, int] = {}

    def step(self, kind: str, operands: tuple[int, ...] = (), value: Any = None) -> int:
        """A reference to the register of a step; the same step is made once."""
        new = Step(kind, operands, value)
        found = self._known.get(new)
        if found is None:
            found = self._known[new] = 2 * len(self.steps)
            self.steps.append(new)
        return found

    def with_outputs(self, outputs: tuple[int, ...]) -> Program:
        """The same steps with other outputs."""
        other = copy(self)
        other.outputs = outputs
        return other

    # -- pairs (cosine, sine) ---------------------------------------------------------------------

    def turned(self, a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
        """Cosine and sine of the sum of two angles."""
        both = self.step(PRODUCT, (a[0], b[0])), self.step(PRODUCT, (a[1], b[1]))
        mixed = self.step(PRODUCT, (a[0], b[1])), self.step(PRODUCT, (a[1], b[0]))
        return self.step(SUM, (both[0], both[1] ^ 1)), self.step(SUM, mixed)

    def multiple(self, a: tuple[int, int], n: int) -> tuple[int, int]:
        """Cosine and sine of n times an angle, n ≠ 0."""
        if n < 0:
            a, n = (a[0], a[1] ^ 1), -n
        result: tuple[int, int] | None = None
        while n:
            if n & 1:
                result = a if result is None else self.turned(result, a)
            n >>= 1
            if n:
                a = self.turned(a, a)
        assert result is not None
        return result

    # -- running ----------------------------------------------------------------------------------

    def run(self, arithmetic: Arithmetic, slots: Sequence[Any]) -> list[Any]:
        """The values of the outputs."""
        ops, values = arithmetic, list[Any]()
        add, mul, neg = ops.add, ops.mul, ops.neg
        for step in self.steps:
            kind, operands = step.kind, step.operands
            if kind is SLOT:
                result = slots[step.value]
            elif kind is NUMBER:
                result = ops.number(step.value)
            else:
                first = operands[0]
                result = neg(values[first >> 1]) if first & 1 else values[first >> 1]
                combine = add if kind is SUM else mul
                for ref in operands[1:]:
                    x = values[ref >> 1]
                    result = combine(result, neg(x) if ref & 1 else x)
                if kind is SCALE:
                    result = ops.scale(step.value, result)
                elif kind is INVERSE:
                    result = ops.inverse(result)
            values.append(result)
        return [neg(values[ref >> 1]) if ref & 1 else values[ref >> 1] for ref in self.outputs]
