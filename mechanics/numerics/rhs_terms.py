"""The terms of a right-hand side: rates of the configuration, and equations for those of speeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from rewrite import diff, free_symbols, subs, time

from ..errors import ModelError
from ..parts.efforts import is_steady
from .slots import Slots

TERMS = (
    "solved", "mass", "right", "delta", "gamma", "tau", "gaps", "dependence", "betas", "full",
    "side",
)  # fmt: skip
DERIVATIVES = 3
"""An input that is given as a term is differentiated at most this many times."""


@dataclass(frozen=True, eq=False)
class Pieces:
    """Terms from which the rates of all states follow.

    - `solved`: the rates of the speeds themselves, if they are known;
    - otherwise the upper triangle of M, row by row, and f, where M u' = f;
    - with multipliers also Δ, γ, τ and the gaps, row by row;
    - with `independent` speeds (indices among all speeds), M and f belong to these, and the rates
      of the speeds in `others` follow from u' = T u_i' + β.
    """

    name: str
    rates: Mapping[Any, Any]
    """Coordinates, quaternions and rotations, with their rates in terms of the speeds."""
    speeds: tuple[Any, ...]
    solved: Sequence[Any] = ()
    mass: Sequence[Any] = ()
    right: Sequence[Any] = ()
    delta: Sequence[Any] = ()
    gamma: Sequence[Any] = ()
    tau: Sequence[Any] = ()
    gaps: Sequence[Any] = ()
    dependence: Sequence[Any] = ()
    betas: Sequence[Any] = ()
    independent: Sequence[int] = ()
    others: Sequence[int] = ()
    full: Sequence[Any] = ()
    """All entries, row by row, of equations that are linear in u' and in the unknowns after it;
    `side` is their right side."""
    side: Sequence[Any] = ()
    replaced: Mapping[Any, Any] = field(default_factory=dict)
    """Inputs that were replaced by terms, and their rates."""

    @cached_property
    def state(self) -> Slots:
        """The configuration, and then the speeds."""
        return Slots((*self.rates, *self.speeds), "state")

    @property
    def groups(self) -> dict[str, list[Any]]:
        """The terms that the code computes, by the name of their array."""
        found = {
            "rate": list(self.rates.values()),
            "acc": self.solved,
            "M": self.mass,
            "f": self.right,
            "Delta": self.delta,
            "gamma": self.gamma,
            "tau": self.tau,
            "gap": self.gaps,
            "T": self.dependence,
            "beta": self.betas,
            "full": self.full,
            "side": self.side,
        }
        return {name: list(terms) for name, terms in found.items() if len(terms)}

    @cached_property
    def symbols(self) -> list[Any]:
        """All symbols that are not states, in the order of their names."""
        found = {s for terms in self.groups.values() for t in terms for s in free_symbols(t)}
        return sorted(found - set(self.state.symbols) - {time}, key=_natural)

    @cached_property
    def parameters(self) -> Slots:
        """The symbols that stay constant during a motion."""
        return Slots([s for s in self.symbols if is_steady(s)], "parameters")

    @cached_property
    def inputs(self) -> Slots:
        """The symbols that change with time and are not states: the caller gives their values."""
        return Slots([s for s in self.symbols if not is_steady(s)], "inputs")

    # -- inputs as terms --------------------------------------------------------------------------

    def with_inputs(self, given: Mapping[Any, Any]) -> Pieces:
        """The same with terms in place of inputs: functions of `time`, of states and parameters.

        Rates of an input follow from those of its term.
        """
        if not given:
            return self
        known = self._known(given)
        changed: dict[str, Any] = {
            name: tuple(subs(t, known) for t in getattr(self, name)) for name in TERMS
        }
        rates = {s: subs(t, known) for s, t in self.rates.items()}
        return replace(self, rates=rates, replaced={**self.replaced, **known}, **changed)

    def _known(self, given: Mapping[Any, Any]) -> dict[Any, Any]:
        """Inputs, and those of their rates that occur, with the terms that replace them."""
        wanted, found = set(self.inputs.symbols), dict[Any, Any]()
        own = self._rates_of_states()
        for s, t in given.items():
            symbol, term, before = s, t, len(found)
            for _ in range(DERIVATIVES):
                if symbol in wanted:
                    self._must_be_known(symbol, term)
                    found[symbol] = term
                symbol, term = diff(symbol, time), subs(diff(term, time), own)
            if len(found) == before:
                raise ModelError(self.inputs.unknown(str(s)))
        return found

    def _rates_of_states(self) -> dict[Any, Any]:
        """Rates of scalar coordinates in terms of the speeds."""
        scalars = {s: t for s, t in self.rates.items() if t.shape == (1, 1) and s.shape == (1, 1)}
        return {diff(s, time): t for s, t in scalars.items() if diff(s, time) is not t}

    def _must_be_known(self, symbol: Any, term: Any) -> None:
        fast = {diff(u, time) for u in self.speeds}
        if free_symbols(term) & fast:
            raise ModelError(
                f"{symbol} = {term} depends on accelerations; give an input in terms of "
                "coordinates and speeds, or filter it through an additional state"
            )

    def description(self) -> str:
        """State, parameters and inputs in their order."""
        lines = [f"state y:      {', '.join(self.state.names)}"]
        lines.append(f"parameters p: {', '.join(self.parameters.names) or 'none'}")
        if self.inputs.size:
            lines.append(f"inputs, then: {', '.join(self.inputs.names)}")
        return "\n".join(lines)


def _natural(s: Any) -> Any:
    """A sort key in which numbers inside names are compared as numbers: m2 before m10."""
    parts, digits = [], ""
    for c in str(s):
        if c.isdigit():
            digits += c
            continue
        if digits:
            parts.append((0, int(digits), ""))
            digits = ""
        parts.append((1, 0, c))
    if digits:
        parts.append((0, int(digits), ""))
    return parts, s.shape
