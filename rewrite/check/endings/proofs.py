"""Proofs that a system terminates, as data: each step can be checked by itself.

A proof is a list of steps. `Lowered` takes rules away that an order lowers, where it raises no
other; `Turned` reads all words backwards; `Called` ends the proof: every circle of calls loses
calls until none is left; so does `Bounded`, an automaton for words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .match_bounds import MatchBound
from .plain import PlainRule, System
from .unary_words import spelled, turned

Order = Any
"""An Interpretation, a PathOrder, a FilteredOrder, or a KnuthBendix."""


@dataclass(frozen=True)
class Lowered:
    """Rules that an order lowers in every context; it raises no other rule and no law."""

    order: Order
    gone: tuple[PlainRule, ...]

    def __str__(self) -> str:
        return f"{_kind(self.order)} {self.order}"


@dataclass(frozen=True)
class Turned:
    """All words are read backwards."""

    def __str__(self) -> str:
        return "words read backwards"


@dataclass(frozen=True)
class Spelled:
    """Words of an associative head become chains of unary heads, one for each letter."""

    def __str__(self) -> str:
        return "words letter by letter"


@dataclass(frozen=True)
class Circle:
    """Some calls of a circle that an order lowers, or that leave a part of one operand.

    `how` is an order, or for each head of a call the operand that is examined.
    """

    calls: tuple[PlainRule, ...]
    rules: tuple[PlainRule, ...]
    how: Any
    gone: tuple[PlainRule, ...]


@dataclass(frozen=True)
class Called:
    """Calls taken away circle by circle, until there is no circle."""

    circles: tuple[Circle, ...]

    def __str__(self) -> str:
        kinds = dict.fromkeys(_kind(c.how) for c in self.circles)
        return "dependency pairs" + (f" ({', '.join(kinds)})" if kinds else "")


@dataclass(frozen=True)
class Bounded:
    """All that words lead to is accepted by an automaton whose letters have bounded heights."""

    bound: MatchBound

    def __str__(self) -> str:
        return str(self.bound)


Step = Lowered | Turned | Spelled | Called | Bounded
Proof = tuple[Step, ...]
NAMES = {
    "Interpretation": "interpretation",
    "PathOrder": "path order",
    "FilteredOrder": "path order",
    "KnuthBendix": "Knuth-Bendix order",
}


def _kind(order: Order) -> str:
    return NAMES.get(type(order).__name__, "subterms")


def reported(system: System, proof: Proof, names: Sequence[str]) -> tuple[str, ...]:
    """The steps of a proof, each with the names of the rules that it settles."""
    found: list[str] = []
    for step in proof:
        before = system
        if isinstance(step, Lowered):
            system = system.without(step.gone)
        elif isinstance(step, Called | Bounded):
            system = system.without(system.strict)
        else:
            system = (turned if isinstance(step, Turned) else spelled)(system) or system
        done = dict.fromkeys(i for i in before.origins if i not in system.origins)
        found.append(f"{step}: {', '.join(names[i] for i in done)}" if done else str(step))
    return tuple(found)
