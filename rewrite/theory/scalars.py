"""Functions of scalars: sine, cosine, square root, and functions that a user names."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..facts import TRUE
from ..laws import Abbreviates, Absorbing, Law, Parity
from ..operators import ZERO, Atom, Operator, number, operator
from ..sorts import Scalar
from ..terms import Term, intern
from .linear import power

if TYPE_CHECKING:
    from ..normalform.call import Call

PI = Atom("pi", 1, False)
PI.facts.update({"constant": lambda known, t: TRUE, "nonzero": lambda known, t: TRUE})
pi: Scalar = intern(PI, (), Scalar, (1, 1), "pi")


@dataclass(frozen=True)
class ValueAtZero(Law):
    """f(0) -> value."""

    value: int
    step = 44
    arity = 1

    def apply(self, call: Call) -> None:
        if call.args[0] == 0:
            call.end(number(self.value))


sin = operator(
    "sin",
    Scalar,
    result=Scalar,
    laws=[Parity(odd=True), Absorbing(ZERO)],
    module="",
    latex=r"\sin {0}",
)
cos = operator(
    "cos",
    Scalar,
    result=Scalar,
    laws=[Parity(odd=False), ValueAtZero(1)],
    module="",
    latex=r"\cos {0}",
)


def _root(x: Term) -> Term:
    return power.build((x, number(Fraction(1, 2))))  # type: ignore[no-any-return]


sqrt = operator(
    "sqrt",
    Scalar,
    result=Scalar,
    module="",
    laws=[Abbreviates(_root)],
    unicode="√({0})",
    latex=r"\sqrt{{{0}}}",
)


def function(name: str, arity: int = 1, **more: Any) -> Operator[..., Scalar]:
    """A function of scalars known by its name alone: equal arguments give equal values.

    >>> from rewrite import scalars
    >>> x, y = scalars("x y")
    >>> f = function("f", 2)
    >>> f(x + y, 0)
    f(x + y, 0)
    """
    import sys

    more.setdefault("module", sys._getframe(1).f_globals.get("__name__", "?"))
    return operator(name, *([Scalar] * arity), result=Scalar, **more)
