"""Naming: every parameter, coordinate and effort of a mechanism gets a name, and a line in a table.

An anonymous parameter `?s` is named after the place where it stands: `satellite_mass`,
`joint2_frame1_z`. A name that is taken already gets a number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from rewrite import Scalar, function, scalar

_NOT_IN_NAMES = re.compile(r"\W+")


@dataclass(frozen=True)
class Meaning:
    """A line of the table: a name and what it stands for."""

    name: str
    kind: str
    """parameter, coordinate, function, effort, body, joint or frame."""
    meaning: str


class Names:
    """The names given so far."""

    def __init__(self) -> None:
        self.table: list[Meaning] = []
        self._taken: dict[str, int] = {}
        self._named: dict[str, Any] = {}

    def parameter(self, hint: str, meaning: str) -> Scalar:
        """A new constant, named after a place."""
        return scalar(self._new(hint, "parameter", meaning), constant=True)

    def named_parameter(self, name: str) -> Scalar:
        """The constant of this name, the same wherever it is written."""
        if name not in self._named:
            self._named[name] = scalar(self._new(name, "parameter", "as named"), constant=True)
        found: Scalar = self._named[name]
        return found

    def coordinate(self, hint: str, meaning: str) -> Scalar:
        """A new scalar that depends on time."""
        return scalar(self._new(hint, "coordinate", meaning), time=True)

    def effort(self, hint: str, meaning: str) -> Scalar:
        """An unknown component of a force or torque, an input of the equations."""
        return scalar(self._new(hint, "effort", meaning), time=True)

    def function(self, hint: str, arguments: tuple[Scalar, ...], meaning: str) -> Scalar:
        """A new function of these arguments."""
        name = self._new(hint, "function", meaning)
        found: Scalar = function(name, len(arguments))(*arguments)
        return found

    def named_function(self, name: str, arguments: tuple[Scalar, ...]) -> Scalar:
        """The function of this name, the same wherever it is written."""
        key = f"{name}({len(arguments)})"
        if key not in self._named:
            self._new(name, "function", f"of {len(arguments)} arguments, as named")
            self._named[key] = function(name, len(arguments))
        found: Scalar = self._named[key](*arguments)
        return found

    def note(self, name: str, kind: str, meaning: str) -> None:
        """A line of the table for something that has its name already."""
        self.table.append(Meaning(name, kind, meaning))

    def _new(self, hint: str, kind: str, meaning: str) -> str:
        plain = _NOT_IN_NAMES.sub("_", hint).strip("_") or "p"
        count = self._taken.get(plain, 0) + 1
        self._taken[plain] = count
        name = plain if count == 1 else f"{plain}_{count}"
        if count > 1 and name in self._taken:
            return self._new(f"{name}_", kind, meaning)
        self._taken.setdefault(name, 1)
        self.note(name, kind, meaning)
        return name

    def __str__(self) -> str:
        width = max((len(line.name) for line in self.table), default=0)
        return "\n".join(f"{x.name:{width}}  {x.kind}: {x.meaning}" for x in self.table)
