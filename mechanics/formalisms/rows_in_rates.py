"""Rows of constraints in the rates of coordinates, for Lagrange's and Hamilton's equations."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from rewrite import diff, linear_in, normal, subs, time, zero

from ..constraints import Row
from ..dependence.columns import times, transposed, vanishes
from ..dynamics.energy import as_declared, in_rates
from ..dynamics.reactions import acting_rows, made_up
from ..equations.equations import Equation
from ..kinematics.kinematics import plus
from ..system import System


class RowsInRates:
    """Δ q' + τ = 0 and Δ q'' = γ, for the independent rows of the constraints."""

    def __init__(self, system: System) -> None:
        self.system, self.rows = system, acting_rows(system)
        self.rates = tuple(diff(q, time) for q in system.coordinates)

    @cached_property
    def _blocks(self) -> list[tuple[Any, Any]]:
        """Δ and τ of each row."""
        if self.system.speeds == self.rates:
            return [row.blocks for row in self.rows]
        return [linear_in(in_rates(self.system, row.velocity), self.rates) for row in self.rows]

    def along(self, i: int) -> Any:
        """The row of Δᵀ Λ for one coordinate."""
        total: Any = zero((1, 1))
        for row, (delta, _) in zip(self.rows, self._blocks, strict=True):
            if not vanishes(delta[i]):
                total = plus(total, times(transposed(delta[i]), row.multiplier))
        return normal(total)

    def equations(self, unknowns: tuple[Any, ...]) -> list[Equation]:
        """Δ q'' = γ."""
        second = tuple(diff(q, time, 2) for q in self.system.coordinates)
        return [
            Equation(row.name, made_up(delta, second), normal(-self._bias(row, second)), unknowns)
            for row, (delta, _) in zip(self.rows, self._blocks, strict=True)
        ]

    def _bias(self, row: Row, second: tuple[Any, ...]) -> Any:
        if self.system.speeds == self.rates:
            return row.bias
        rate = diff(in_rates(self.system, row.velocity), time)
        still = {ddq: zero(like=ddq) for ddq in second}
        return normal(subs(as_declared(self.system, rate), still))

    def speed_equations(self) -> list[Equation]:
        """Δ q' = -τ."""
        return [
            Equation(row.name, made_up(delta, self.rates), normal(-tau), self.rates)
            for row, (delta, tau) in zip(self.rows, self._blocks, strict=True)
        ]
