"""Class 4: laws that combine several operands into a result that is already normal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..terms import Term
from .base import (
    RESULT,
    Element,
    Equation,
    Law,
    Op,
    S,
    Side,
    agree,
    belongs,
    element_of,
    is_element,
    occurs,
    result_of,
)
from .equational import Anticommutative

if TYPE_CHECKING:
    from ...normalform.call import Call


@dataclass(frozen=True)
class Pairing(Law):
    """The base of the laws of class 4: they look at two operands that meet.

    Of an associative operator these are neighbours in a word, and all the laws have to be
    considered at once (see `Call.gather`). Of any other operator they are its two operands; if it
    is anticommutative, these were sorted, and the law is also looked for in the other order.
    """

    def apply(self, call: Call) -> None:
        if call.op.variadic:
            self.apply_to_word(call)
            return
        x, y = call.args
        found = self.meets(call, x, y)
        if found is None and call.op.law(Anticommutative) is not None:
            found = self.meets(call, y, x)
            if found is not None:
                call.negate()
        if found is not None:
            call.end(found)

    def apply_to_word(self, call: Call) -> None:
        """Apply the law to the operands of an associative operator."""
        call.gather()


@dataclass(frozen=True)
class Neutral(Pairing):
    """f(e, x) -> x (left), f(x, e) -> x (right), or both."""

    e: Element
    side: Side = "both"
    step = 50

    def fits(self, op: Op) -> str | None:
        wrong = super().fits(op)
        for i in _sided(self.side, 0, 1):
            wrong = wrong or agree(op, 1 - i, RESULT) or belongs(self.e, op.params[i])
        return wrong

    def is_idle(self, on_symbols: bool) -> bool:
        return on_symbols and not isinstance(self.e, Term)

    def meets(self, call: Call, x: Term, y: Term) -> Term | None:
        if self.side != "right" and is_element(x, self.e):
            return y
        return x if self.side != "left" and is_element(y, self.e) else None

    def apply_to_word(self, call: Call) -> None:
        args, e = call.args, self.e
        if len(args) < 2 or not occurs(e, args):
            return
        spared = {"left": len(args) - 1, "right": 0, "both": None}[self.side]
        kept = [x for i, x in enumerate(args) if i == spared or not is_element(x, e)]
        call.args = kept or [element_of(e, call.sort, call.shape)]

    def equations(self, op: Op) -> list[Equation]:
        return _sided(self.side, ((op, self.e, "x"), "x"), ((op, "x", self.e), "x"))


def _sided(side: Side, left: S, right: S) -> list[S]:
    return {"left": [left], "right": [right], "both": [left, right]}[side]


@dataclass(frozen=True)
class Absorbing(Pairing):
    """f(a, x) -> a (left), f(x, a) -> a (right), or both.

    Between sorts or shapes, `a` is the zero (or one) of the result's sort and shape; a unary
    operator maps `a` to it, and one of several operands absorbs from every place.
    """

    a: Element
    side: Side = "both"
    step = 52

    def fits(self, op: Op) -> str | None:
        if len(op.params) != 2 and self.side != "both":
            return f"{op} has {len(op.params)} operands, and no {self.side} one"
        wrong = belongs(self.a, result_of(op)) if isinstance(self.a, Term) else None
        for i in self._places(op):
            wrong = wrong or belongs(self.a, op.params[i])
        return wrong

    def _places(self, op: Op) -> Sequence[int]:
        return _sided(self.side, 0, 1) if len(op.params) == 2 else range(len(op.params))

    def is_idle(self, on_symbols: bool) -> bool:
        return on_symbols and not isinstance(self.a, Term)

    def meets(self, call: Call, x: Term, y: Term) -> Term | None:
        left = self.side != "right" and is_element(x, self.a)
        if left or (self.side != "left" and is_element(y, self.a)):
            return element_of(self.a, call.sort, call.shape)
        return None

    def apply(self, call: Call) -> None:
        if not occurs(self.a, call.args):
            return
        if self.side == "both":
            call.end(element_of(self.a, call.sort, call.shape))
        else:
            super().apply(call)

    def apply_to_word(self, call: Call) -> None:
        where = [i for i, x in enumerate(call.args) if is_element(x, self.a)]
        call.args = call.args[: where[0] + 1] if self.side == "left" else call.args[where[-1] :]

    def equations(self, op: Op) -> list[Equation]:
        names = [f"x{i}" for i in range(len(op.params))]
        return [((op, *names[:i], self.a, *names[i + 1 :]), self.a) for i in self._places(op)]


@dataclass(frozen=True)
class Inverse(Pairing):
    """f(h(x), x) -> e (left), f(x, h(x)) -> e (right), or both, where h(x) exists.

    `total` says that h(x) exists for every x. With `fact`, the law holds for the operands that
    have it (the transpose is the inverse of an orthogonal matrix).
    """

    h: Op
    e: Element
    side: Side = "both"
    total: bool = False
    fact: str | None = None
    step = 60

    def fits(self, op: Op) -> str | None:
        if len(self.h.params) != 1:
            return f"{self.h} has {len(self.h.params)} operands, and needs one"
        return super().fits(op) or agree(op, 0, 1) or belongs(self.e, result_of(op))

    def meets(self, call: Call, x: Term, y: Term) -> Term | None:
        left = self.side != "right" and x.op is self.h and x.args[0] is y
        right = self.side != "left" and y.op is self.h and y.args[0] is x
        if (left or right) and self.holds_for(call, y if left else x):
            return element_of(self.e, call.sort, call.shape)
        return None

    def holds_for(self, call: Call, x: Term) -> bool:
        """Whether h(x) is the inverse of x."""
        return self.fact is None or call.holds(self.fact, x)

    def equations(self, op: Op) -> list[Equation]:
        left: Equation = ((op, (self.h, "x"), "x"), self.e)
        right: Equation = ((op, "x", (self.h, "x")), self.e)
        return _sided(self.side, left, right) if self.fact is None else []


@dataclass(frozen=True)
class Powers(Pairing):
    """f(x, …, x), n times -> power(x, n): equal neighbours are gathered into powers."""

    power: Op
    step = 60

    def fits(self, op: Op) -> str | None:
        if not op.variadic:
            return f"{op} is not associative, so that x³ could be (x x) x or x (x x)"
        return super().fits(op)


@dataclass(frozen=True)
class Idempotent(Pairing):
    """f(x, x) -> x."""

    step = 60

    def fits(self, op: Op) -> str | None:
        return super().fits(op) or agree(op, 0, 1, RESULT)

    def meets(self, call: Call, x: Term, y: Term) -> Term | None:
        return x if x is y else None

    def equations(self, op: Op) -> list[Equation]:
        return [((op, "x", "x"), "x")]
