"""Sines and cosines of x + k π, reduced by quarter turns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..core.laws import Law
from ..core.linear import add, neg, times
from ..core.operators import NUMBER, Atom, Operator, number
from ..core.terms import Term

if TYPE_CHECKING:
    from ..normalform.call import Call

Op = Operator[..., Any]


@dataclass(frozen=True)
class QuarterTurns(Law):
    """f(x + k π) -> ± sin or ± cos of x + r π with |r| < 1/2, and of r π with 0 < r ≤ 1/4.

    `pi` is π, `waves` are the sine and the cosine, and f is the one of these with the number
    `phase`. The only rational values besides 0 and ±1 are ±1/2, at π/6.
    """

    pi: Atom
    waves: Callable[[], tuple[Op, Op]]
    phase: int
    step = 30
    arity = 1

    def apply(self, call: Call) -> None:
        (angle,) = call.args
        parts = angle.args if angle.op is add else (angle,)
        i, turns = next(((i, k) for i, t in enumerate(parts) if (k := self.times_pi(t))), (0, None))
        if turns is None:
            return
        quarters = int(2 * turns)  # towards zero, so that x - π/3 stays as it is
        others = [*parts[:i], *parts[i + 1 :]]
        rest = turns - Fraction(quarters, 2)
        if others:
            if quarters:
                call.restart_with(self.shifted(quarters, [*others, self.angle(rest, parts[i])]))
            return
        if quarters:
            call.restart_with(self.shifted(quarters, [self.angle(rest, parts[i])]))
        elif self.phase == 0 and rest == Fraction(1, 6):
            call.end(number(Fraction(1, 2)))
        elif rest > Fraction(1, 4) or (rest == Fraction(1, 4) and self.phase == 0):
            other = self.waves()[1 - self.phase]
            call.restart_with(other.build((self.angle(Fraction(1, 2) - rest, parts[i]),)))

    def times_pi(self, t: Term) -> Fraction | None:
        """k if a normal term is k π."""
        if t.op is self.pi:
            return Fraction(1)
        if t.op is neg and t.args[0].op is self.pi:
            return Fraction(-1)
        if t.op is times and len(t.args) == 2 and t.args[1].op is self.pi:
            return Fraction(t.args[0].value) if t.args[0].op is NUMBER else None
        return None

    def angle(self, k: Fraction, like: Term) -> Term:
        """k π."""
        pi = like if like.op is self.pi else like.args[-1]
        found: Term = times.build((number(k), pi))
        return found

    def shifted(self, quarters: int, parts: list[Term]) -> Term:
        """The sine or cosine of a sum and so many quarter turns."""
        turn = (self.phase + quarters) % 4
        wave = self.waves()[turn % 2]
        found: Term = wave.build((add.build(tuple(parts)) if len(parts) > 1 else parts[0],))
        return neg.build((found,)) if turn > 1 else found
