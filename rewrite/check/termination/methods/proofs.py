"""Proofs that a system terminates, as data: each step can be checked by itself.

A proof is a list of steps. `Lowered` removes rules that an order lowers, if it raises no other;
`Turned` reverses all words; `Spelled` reads products of constants as words. `Called` ends the proof
by removing calls until no cycle of calls is left; `Bounded` ends it with an automaton for words.
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
    """All words are reversed."""

    def __str__(self) -> str:
        return "words read backwards"


@dataclass(frozen=True)
class Spelled:
    """Words of an associative head become chains of unary heads, one for each letter."""

    def __str__(self) -> str:
        return "words letter by letter"


@dataclass(frozen=True)
class Cycle:
    """Some calls of a cycle that an order lowers, or that make one operand a proper subterm.

    `how` is an order, or for each head of a call the index of that operand.
    """

    calls: tuple[PlainRule, ...]
    rules: tuple[PlainRule, ...]
    how: Any
    gone: tuple[PlainRule, ...]


@dataclass(frozen=True)
class Called:
    """Calls are removed cycle by cycle until no cycle is left."""

    cycles: tuple[Cycle, ...]

    def __str__(self) -> str:
        kinds = dict.fromkeys(_kind(c.how) for c in self.cycles)
        return "dependency pairs" + (f" ({', '.join(kinds)})" if kinds else "")


@dataclass(frozen=True)
class Bounded:
    """An automaton whose letters have bounded heights accepts all words that can be reached."""

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
