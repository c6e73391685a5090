"""Naming: every parameter, coordinate and effort of a mechanism gets a name, and a line in a table.

An anonymous parameter `?s` is named after the place where it occurs: `satellite_mass`,
`joint2_frame1_z`. A name that is already taken gets a number. A name in the description, such as
`?mass`, means the same thing wherever it occurs, and is never given to anything else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache
from typing import Any

from rewrite import RewriteError, Scalar, function, matrix, quaternion, rotation, scalar, vector

from .budget import Budget

_NOT_IN_NAMES = re.compile(r"\W+")


@dataclass(frozen=True)
class Meaning:
    """A line of the table: a name and what it stands for."""

    name: str
    kind: str
    """parameter, coordinate, function, effort, body, joint or frame."""
    meaning: str


@cache
def _function(name: str, arity: int) -> Any:
    """The function of a name: the same in every description, so that their terms can be equal."""
    return function(name, arity)


SYMBOLS: dict[str, Callable[[str], Any]] = {
    "speed": lambda name: scalar(name, time=True),
    "vector speed": lambda name: vector(name, time=True),
    "quaternion": lambda name: quaternion(name, unit=True, time=True),
    "rotation": lambda name: rotation(name, time=True),
    "vector": lambda name: vector(name, constant=True),
    "vector effort": lambda name: vector(name, time=True),
    "inertia": lambda name: matrix(name, symmetric=True, constant=True),
}
"""How to make the symbols that are not scalar constants or coordinates, by their kind."""


class Names:
    """The names used so far; `written` are those that the description gives as `?name`."""

    def __init__(self, written: Collection[str] = (), budget: Budget | None = None) -> None:
        self.budget = budget or Budget()
        self.written = written
        self.table: list[Meaning] = []
        self._taken: dict[str, int] = dict.fromkeys(written, 1)
        self._named: dict[str, tuple[str, Any]] = {}

    def apart(self) -> Names:
        """A separate set of names for the same description, for trial evaluations."""
        return Names(self.written, self.budget)

    # -- new names --------------------------------------------------------------------------------

    def parameter(self, hint: str, meaning: str) -> Scalar:
        """A new constant, named after a place."""
        return scalar(self._new(hint, "parameter", meaning), constant=True)

    def coordinate(self, hint: str, meaning: str) -> Scalar:
        """A new scalar that depends on time."""
        return scalar(self._new(hint, "coordinate", meaning), time=True)

    def effort(self, hint: str, meaning: str) -> Scalar:
        """An unknown component of a force or torque, an input of the equations."""
        return scalar(self._new(hint, "effort", meaning), time=True)

    def function(self, hint: str, arguments: tuple[Scalar, ...], meaning: str) -> Scalar:
        """A new function of these arguments."""
        name = self._new(hint, "function", meaning)
        found: Scalar = _function(name, len(arguments))(*arguments)
        return found

    # -- names that are written -------------------------------------------------------------------

    def named_parameter(self, name: str) -> Scalar:
        """The constant of this name, or the coordinate or speed if one has this name."""
        known = self._named.get(name)
        if known is not None and known[0] in ("coordinate", "speed"):
            found: Scalar = known[1]
            return found
        return self._by_name(name, "parameter", "as named")

    def named_coordinate(self, name: str, meaning: str) -> Scalar:
        """The coordinate of this name."""
        return self._by_name(name, "coordinate", meaning)

    def named_symbol(self, kind: str, name: str, meaning: str) -> Any:
        """A symbol of another kind with this name; see `SYMBOLS`."""
        if name not in self._named:
            self._named[name] = kind, SYMBOLS[kind](name)
            self._taken.setdefault(name, 1)
            self.note(name, kind, meaning)
        self._must_be(name, kind)
        return self._named[name][1]

    def known(self, name: str) -> Any:
        """The speed, quaternion, vector or matrix of this name, None if there is none."""
        kind, symbol = self._named.get(name, ("", None))
        return symbol if kind in SYMBOLS else None

    def is_coordinate(self, name: str) -> bool:
        return self._named.get(name, ("",))[0] == "coordinate"

    def named_effort(self, name: str) -> Scalar:
        """The given function of time of this name."""
        return self._by_name(name, "effort", "given function of time")

    def named_function(self, name: str, arguments: tuple[Scalar, ...]) -> Scalar:
        """The function of this name, the same wherever it is written."""
        kind = f"function of {len(arguments)}"
        if name not in self._named:
            made = _function(name, len(arguments))
            self.note(name, "function", f"of {len(arguments)} arguments, as named")
            self._named[name] = kind, made
        self._must_be(name, kind)
        found: Scalar = self._named[name][1](*arguments)
        return found

    def _by_name(self, name: str, kind: str, meaning: str) -> Scalar:
        if name not in self._named:
            steady = kind == "parameter"
            self._named[name] = kind, scalar(name, constant=steady, time=not steady)
            self._taken.setdefault(name, 1)
            self.note(name, kind, meaning)
        self._must_be(name, kind)
        found: Scalar = self._named[name][1]
        return found

    def _must_be(self, name: str, kind: str) -> None:
        if self._named[name][0] != kind:
            known = self._named[name][0]
            raise RewriteError(f"?{name} is a {known} elsewhere, and cannot be a {kind} here")

    # -- the table --------------------------------------------------------------------------------

    def note(self, name: str, kind: str, meaning: str) -> None:
        """Add a line to the table for something that already has a name."""
        self.table.append(Meaning(name, kind, meaning))

    def drop(self, names: Collection[str]) -> None:
        """Remove names from the table that turned out not to occur."""
        self.table = [line for line in self.table if line.name not in names]

    def _new(self, hint: str, kind: str, meaning: str) -> str:
        plain = _NOT_IN_NAMES.sub("_", hint).strip("_") or "p"
        name, count = plain, self._taken.get(plain, 0)
        while name in self._taken:
            count += 1
            name = f"{plain}_{count}"
        self._taken[plain] = max(count, 1)
        self._taken[name] = 1
        self.note(name, kind, meaning)
        return name

    def __str__(self) -> str:
        width = max((len(line.name) for line in self.table), default=0)
        return "\n".join(f"{x.name:{width}}  {x.kind}: {x.meaning}" for x in self.table)
