"""The change from all speeds to independent ones, for partial velocities and efforts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..constraints import Row
from ..errors import ModelError
from ..kinematics.kinematics import plus
from ..system import System
from .columns import Column, lines, named_columns, times, vanishes
from .dependent_speeds import Dependent, dependent_speeds, short
from .independent_rows import ConstraintReport, constraint_report
from .numbers import Numbers, State
from .pivoting import choose
from .states import given_state


@dataclass(frozen=True)
class Reduction:
    """Independent columns, and the dependent ones in terms of them."""

    speeds: tuple[Any, ...]
    independent: tuple[Column, ...]
    dependent: tuple[Dependent, ...]
    rows: tuple[Row, ...] = ()
    """The independent rows of the constraints that were solved."""

    @cached_property
    def _places(self) -> dict[Column, int]:
        return {c: i for i, u in enumerate(self.speeds) for c in (Column(u), *Column(u).split)}

    def partials(self, by_speed: Sequence[Any]) -> tuple[Any, ...]:
        """Blocks by speed, converted to blocks by independent column."""
        found: dict[Column, Any] = {c: self._part(by_speed, c) for c in self.independent}
        for d in self.dependent:
            own = self._part(by_speed, d.column)
            if not vanishes(own):
                for c, t in d.by.items():
                    found[c] = plus(found[c], times(own, t))
        return tuple(found[c] for c in self.independent)

    def bias(self, by_speed: Sequence[Any], bias: Any) -> Any:
        """An acceleration while the independent speeds do not change."""
        for d in self.dependent:
            own = self._part(by_speed, d.column)
            if not (vanishes(own) or vanishes(d.beta)):
                bias = plus(bias, times(own, d.beta))
        return bias

    def efforts(self, along_speeds: Sequence[Any]) -> list[Any]:
        """Efforts along speeds, reduced to independent columns."""
        own = [along_speeds[self._places[c]] for c in self.independent]
        found = dict(zip(self.independent, map(_along, self.independent, own), strict=True))
        for d in self.dependent:
            effort = _along(d.column, along_speeds[self._places[d.column]])
            if not vanishes(effort):
                for c, t in d.by.items():
                    found[c] = plus(found[c], times(t.T, effort))
        return [found[c] for c in self.independent]

    def _part(self, by_speed: Sequence[Any], c: Column) -> Any:
        return c.of(by_speed[self._places[c]])


def _along(c: Column, effort: Any) -> Any:
    return effort if c.axis is None else short(c.axis.T @ effort)


def reduction(
    system: System, independent: Any = None, dependent: Sequence[Any] | None = None
) -> Reduction:
    """Solve the constraints for dependent speeds: those that are named, or a good choice.

    `independent` are the speeds to keep, or True to let the software choose; or `dependent` are the
    speeds to solve for. A coordinate of a vector speed is named with x_of, y_of or z_of.
    """
    report = constraint_report(system)
    columns, allowed = _columns(system, report, independent, dependent)
    state = _state(system, report)
    chosen = choose(lines(report.kept, columns), columns, allowed, state)
    solved = dependent_speeds(chosen)
    names = {d.column for d in solved}
    rest = tuple(c for c in chosen.columns if c not in names)
    return Reduction(system.speeds, rest, tuple(solved), report.kept)


def _columns(
    system: System, report: ConstraintReport, independent: Any, dependent: Any
) -> tuple[list[Column], list[Column]]:
    """All columns, and those that may be dependent."""
    what = f"{system.name}: independent speeds"
    wanted = (
        named_columns(system.speeds, independent or (), what) if independent is not True else []
    )
    given = named_columns(system.speeds, dependent or (), f"{system.name}: dependent speeds")
    split = {c.speed for c in (*wanted, *given) if c.axis is not None}
    columns = [c for u in system.speeds for c in (Column(u).split if u in split else (Column(u),))]
    allowed = [c for c in columns if (c in given if given else c not in wanted)]
    count = sum(c.width for c in columns) - sum(c.width for c in allowed)
    if (wanted or given) and count != report.mobility:
        raise ModelError(
            f"{system.name}: this choice leaves {count} speeds independent, but there are "
            f"{report.mobility}, since {report.rank} of the equations are independent"
        )
    return columns, allowed


def _state(system: System, report: ConstraintReport) -> State:
    """The configuration that the system declares, if its constraints are regular there."""
    if not system.near:
        return report.state
    return given_state(Numbers(system), report.state, report.rank)
