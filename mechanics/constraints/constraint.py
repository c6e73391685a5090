"""The base class of constraints: a constraint has a name and yields rows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from rewrite import Scalar

from .row import Closure, Row, Setting


class Constraint(ABC):
    """A condition on the motion of a system, declared by `constrain`, `rolls` or `close`."""

    name: str

    def rows(self, setting: Setting) -> list[Row]:
        """Its equations between speeds, for one choice of speeds."""
        if self not in setting.known:
            setting.known[self] = self.formed(setting)
        found: list[Row] = setting.known[self]
        return found

    @abstractmethod
    def formed(self, setting: Setting) -> list[Row]:
        """The rows, computed without the cache of `rows`."""

    def closures(self, setting: Setting) -> list[Closure]:
        """Its equations between coordinates only, in scalars."""
        return [closure for row in self.rows(setting) for closure in row.closures]

    def upright(self, setting: Setting) -> list[Scalar]:
        """Scalars that are positive in the intended assembly."""
        return []

    @property
    def coordinates(self) -> tuple[Scalar, ...]:
        """Coordinates that it adds, such as the angle of a screw that closes a loop."""
        return ()

    def rates(self, setting: Setting) -> dict[Any, Any]:
        """The rates of its own coordinates in terms of the speeds."""
        return {}

    @property
    @abstractmethod
    def what(self) -> str:
        """A description in words."""

    def __repr__(self) -> str:
        return f"{self.name} ({self.what})"
