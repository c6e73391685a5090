"""Class 1: equations, never rules: the context in which everything else matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from ..operators import ZERO
from ..terms import Term, order
from .base import (
    RESULT,
    Equation,
    Law,
    Op,
    agree,
    belongs,
    result_of,
)

if TYPE_CHECKING:
    from ...normalform.call import Call


@dataclass(frozen=True)
class Associative(Law):
    """f(x, f(y, z)) = f(f(x, y), z).

    `opens` says which nested uses may be flattened, if not all: a matrix product in which a 1×1
    part scales the rest, as in (bᵀ c) A, is no chain of its factors.
    """

    opens: Callable[[Term], bool] | None = None
    step = 10

    def fits(self, op: Op) -> str | None:
        return super().fits(op) or agree(op, 0, 1, RESULT)

    def is_idle(self, on_symbols: bool) -> bool:
        return on_symbols

    def apply(self, call: Call) -> None:
        op = call.op
        for arg in call.args:
            if arg.op is op:
                break
        else:
            return
        flat: list[Term] = []
        for arg in call.args:
            flat.extend(arg.args) if arg.op is op else flat.append(arg)
        call.walk.check_length(op, len(flat))
        call.args = flat

    def equations(self, op: Op) -> list[Equation]:
        return [((op, "x", (op, "y", "z")), (op, (op, "x", "y"), "z"))]


@dataclass(frozen=True)
class ReadsAs(Law):
    """f(x, y) stands for words of another operator, each with a sign.

    a × b is the word tilde(a) b of matrix products, and -tilde(b) a. Rules about words apply to
    these words too; `normal` ignores them. `makes` are the operators that the words may have and
    the term not; if it is None, they are not known.
    """

    of: Op
    words: Callable[[Term], Iterator[tuple[int, list[Term]]]]
    makes: tuple[Op, ...] | None = None
    step = 99

    def fits(self, op: Op) -> str | None:
        return None if self.of.law(Associative) is not None else f"{self.of} is not associative"


@dataclass(frozen=True)
class Commutative(Law):
    """f(x, y) = f(y, x)."""

    step = 15

    def fits(self, op: Op) -> str | None:
        return super().fits(op) or agree(op, 0, 1)

    def apply(self, call: Call) -> None:
        call.args.sort(key=order)

    def equations(self, op: Op) -> list[Equation]:
        return [((op, "x", "y"), (op, "y", "x"))]


@dataclass(frozen=True)
class Anticommutative(Law):
    """f(x, y) = -f(y, x), and f(x, x) = 0; with more operands, for every exchange of two."""

    step = 15

    def fits(self, op: Op) -> str | None:
        if len(op.params) < 2:
            return "it is about operators of two or more operands"
        return agree(op, *range(len(op.params))) or belongs(ZERO, result_of(op))

    def apply(self, call: Call) -> None:
        args = call.args
        for i in range(1, len(args)):  # insertion sort: operands are few and swaps are counted
            j = i
            while j and order(args[j]) < order(args[j - 1]):
                args[j], args[j - 1] = args[j - 1], args[j]
                call.negate()
                j -= 1
        if any(x is y for x, y in pairwise(args)):
            call.vanish()

    def equations(self, op: Op) -> list[Equation]:
        names = [f"x{i}" for i in range(len(op.params))]
        found: list[Equation] = []
        for i in range(len(names) - 1):
            swapped = [*names[:i], names[i + 1], names[i], *names[i + 2 :]]
            equal = [*names[:i], names[i], names[i], *names[i + 2 :]]
            found += [((op, *names), ("-", (op, *swapped))), ((op, *equal), ZERO)]
        return found
