"""Class 3: laws that look at one operand and give a result that is already normal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..terms import Term
from .base import (
    RESULT,
    Element,
    Equation,
    Law,
    Op,
    Pattern,
    agree,
    belongs,
    element_of,
    is_element,
    result_of,
)

if TYPE_CHECKING:
    from ...normalform.call import Call


@dataclass(frozen=True)
class Involution(Law):
    """f(f(x)) -> x."""

    step = 40
    arity = 1

    def fits(self, op: Op) -> str | None:
        return super().fits(op) or agree(op, 0, RESULT)

    def is_idle(self, on_symbols: bool) -> bool:
        return on_symbols

    def apply(self, call: Call) -> None:
        if call.args[0].op is call.op:
            call.end(call.args[0].args[0])

    def equations(self, op: Op) -> list[Equation]:
        return [((op, (op, "x")), "x")]


@dataclass(frozen=True)
class Undoes(Law):
    """f(g(x)) -> x, where x has the `fact` asked for, if any."""

    of: Op
    fact: str | None = None
    step = 41
    arity = 1

    def is_idle(self, on_symbols: bool) -> bool:
        return on_symbols

    def apply(self, call: Call) -> None:
        arg = call.args[0]
        if arg.op is self.of and (self.fact is None or call.holds(self.fact, arg.args[0])):
            call.end(arg.args[0])

    def equations(self, op: Op) -> list[Equation]:
        return [((op, (self.of, "x")), "x")] if self.fact is None else []


@dataclass(frozen=True)
class Projector(Law):
    """f(f(x)) -> f(x)."""

    step = 42
    arity = 1

    def fits(self, op: Op) -> str | None:
        return super().fits(op) or agree(op, 0, RESULT)

    def is_idle(self, on_symbols: bool) -> bool:
        return on_symbols

    def apply(self, call: Call) -> None:
        if call.args[0].op is call.op:
            call.end(call.args[0])

    def equations(self, op: Op) -> list[Equation]:
        return [((op, (op, "x")), (op, "x"))]


@dataclass(frozen=True)
class Nilpotent(Law):
    """f applied n times -> z. So f(z) -> z, because f applied n times to f(x) is z as well."""

    n: int
    z: Element
    step = 43
    arity = 1

    def fits(self, op: Op) -> str | None:
        if self.n < 2:
            return f"f must be applied at least twice, not {self.n} times, or it is a constant"
        return super().fits(op) or agree(op, 0, RESULT) or belongs(self.z, result_of(op))

    def apply(self, call: Call) -> None:
        inner, depth = call.args[0], 1
        while depth < self.n and inner.op is call.op:
            inner, depth = inner.args[0], depth + 1
        if depth == self.n or is_element(inner, self.z):
            call.end(element_of(self.z, call.sort, call.shape))

    def equations(self, op: Op) -> list[Equation]:
        left: Pattern = "x"
        for _ in range(self.n):
            left = (op, left)
        return [(left, self.z)]


@dataclass(frozen=True)
class OnFact(Law):
    """f(x) -> result(x) when x has the fact: the transpose of a symmetric matrix is itself."""

    fact: str
    result: Callable[[Term], Term]
    step = 44
    arity = 1

    def apply(self, call: Call) -> None:
        if call.holds(self.fact, call.args[0]):
            call.restart_with(self.result(call.args[0]))
