"""Energy along a motion: a quantity that stays constant if the numbers are right.

If all efforts have a potential V and nothing is prescribed, it is T + V. Otherwise it is T less the
work of all efforts, which is integrated together with the motion.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rewrite import RewriteError, Scalar, Vector, dot, free_symbols, normal, scalar, time, zero

from ..dynamics.energy import kinetic_energy, potential, works
from ..errors import NoPotentialError
from ..parts.efforts import is_steady
from ..system import System


@dataclass(frozen=True, eq=False)
class EnergyBalance:
    """Kinetic energy, potential and power of a system, in its coordinates and speeds."""

    system: System
    states: frozenset[Any]

    @cached_property
    def kinetic(self) -> Any:
        return self.system.by_speeds(kinetic_energy(self.system))

    @cached_property
    def potential(self) -> Any:
        """The potential of those efforts that have one."""
        return self.system.by_speeds(potential(self.system, partly=True))

    @cached_property
    def is_conserved(self) -> bool:
        """Whether T + V stays the same."""
        try:
            whole = potential(self.system)
        except NoPotentialError:
            return False
        return not self.prescribed and not self._moving(whole)

    @cached_property
    def prescribed(self) -> str:
        """The prescribed motions, as text, on which reactions do work; empty if there are none."""
        found = self._moving(self.kinetic)
        for row in self.system.constraint_rows:
            if row.tau is not zero(like=row.tau):
                found |= self._moving(row.tau) or {row.name}
        return ", ".join(sorted(map(str, found)))

    def _moving(self, t: Any) -> set[Any]:
        """Symbols that change with time and are not states, and time itself."""
        there: set[Any] = set(free_symbols(t))
        return {s for s in there if s is time or (not is_steady(s) and s not in self.states)}

    @cached_property
    def power(self) -> Any:
        """The power of all efforts."""
        total: Any = zero(Scalar)
        for effort, velocity in works(self.system):
            by = dot(effort, velocity) if isinstance(effort, Vector) else effort * velocity
            total = total + by
        return self.system.by_speeds(normal(total))

    @cached_property
    def work(self) -> Any:
        """A symbol for the work of all efforts, which becomes a state."""
        taken = {str(s) for s in self.states}
        name = "work"
        while name in taken:
            name += "_"
        return scalar(name, time=True)


def balance_of(system: System, states: Any) -> EnergyBalance | None:
    """The balance of a system; None if its energy cannot be formed."""
    found = EnergyBalance(system, frozenset(states))
    try:
        if found.is_conserved or found.power is not None:
            return found
    except RewriteError:
        return None
    return None
