"""Conditions that are given as terms, which stay zero or have a prescribed value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rewrite import diff, time

from .constraint import Constraint
from .row import Row, Setting


@dataclass(frozen=True, eq=False, repr=False)
class Condition(Constraint):
    """A scalar or vector term that vanishes: of coordinates, or linear in speeds."""

    name: str
    term: Any
    is_holonomic: bool
    prescribed: tuple[Any, ...] = ()
    """Its symbols that move and are not coordinates: prescribed functions of time."""

    def formed(self, setting: Setting) -> list[Row]:
        given = diff(self.term, time) if self.is_holonomic else self.term
        velocity = setting.by_speeds(given)
        position = self.term if self.is_holonomic else None
        return [Row(self.name, setting.speeds, velocity, setting.bias(velocity), position)]

    @property
    def what(self) -> str:
        kind = "holonomic" if self.is_holonomic else "nonholonomic"
        given = ", ".join(map(str, self.prescribed))
        return f"{kind}: {self.term} = 0" + (f", for given {given}" if given else "")
