"""Tables on a few elements, filled cell by cell so that equations hold.

After every choice, the cells that it forces are filled; a choice that leads nowhere is undone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from ...core.laws import Op, Pattern
from ...deadline import time_left
from .finite_tables import Carriers, Cell, Model, Values, reduced

NO_VALUE: Any = object()


class Asked(Protocol):
    """The search: its goal, and its limits."""

    operators: tuple[Op, ...]
    carriers: Carriers
    domains: dict[Cell, tuple[int | None, ...]]
    steps: int
    stopped: str | None

    def is_vain(self, values: Values) -> bool: ...

    def candidates(self, cell: Cell, mentioned: frozenset[int | None]) -> list[int | None]: ...


class _Choice(NamedTuple):
    """A cell for which all values are tried."""

    at: int
    values: Iterator[int | None]
    mentioned: frozenset[int | None]
    mark: int


class Filling:
    """Fill the first empty cell in every way, each time with the cells that this forces.

    The choices made so far are a stack, since there may be as many as there are cells.
    """

    def __init__(self, search: Asked, tables: Tables) -> None:
        self.search, self.tables = search, tables
        self.cells = list(search.domains)
        self.choices: list[_Choice] = []

    def models(self, mentioned: frozenset[int | None]) -> Iterator[Model]:
        search, tables = self.search, self.tables
        if self.whole(0, mentioned):
            yield self.model()
        while self.choices:
            choice = self.choices[-1]
            tables.undo(choice.mark)
            value = next(choice.values, NO_VALUE)
            if value is NO_VALUE:
                self.choices.pop()
                continue
            if tables.steps == search.steps or not time_left():
                search.stopped = f"tried {tables.steps} choices"
                return
            tables.steps += 1
            settled = tables.settle(self.cells[choice.at], value)
            if settled and self.whole(choice.at + 1, choice.mentioned | {value}):
                yield self.model()

    def whole(self, start: int, mentioned: frozenset[int | None]) -> bool:
        """Whether no cell is empty; the first empty cell becomes the next choice."""
        values = self.tables.values
        if self.search.is_vain(values):
            return False
        for at in range(start, len(self.cells)):
            cell = self.cells[at]
            if cell not in values:
                mentioned = mentioned.union(cell[1:])
                some = iter(self.search.candidates(cell, mentioned))
                self.choices.append(_Choice(at, some, mentioned, len(self.tables.trail)))
                return False
        return True

    def model(self) -> Model:
        return Model(self.search.operators, self.search.carriers, dict(self.tables.values))


class Tables:
    """The tables while they are being filled, and how to undo the last steps.

    An instance of an equation watches the cells that keep it from being decided; when one of them
    is filled, it is examined again.
    """

    def __init__(
        self,
        domains: Mapping[Cell, tuple[int | None, ...]],
        instances: Sequence[tuple[Pattern, Pattern]],
        values: dict[Cell, int | None],
    ) -> None:
        self.domains, self.instances, self.values = domains, instances, values
        self.watching: dict[Cell, list[int]] = {}
        self.trail: list[tuple[bool, Cell]] = []  # cells filled (True) or watched (False)
        self.steps = 0
        self.constants = [cell for cell in self.domains if len(cell) == 1]

    def start(self) -> bool:
        """Fill the cells that are forced from the start; False if that is contradictory."""
        forced: list[tuple[Cell, int | None]] = []
        return all(self._follow(i, forced) for i in range(len(self.instances))) and all(
            self.settle(*one) for one in forced
        )

    def settle(self, cell: Cell, value: int | None) -> bool:
        """Fill a cell and all cells that it forces; False if that is contradictory."""
        forced = [(cell, value)]
        while forced:
            cell, value = forced.pop()
            if cell in self.values:
                if self.values[cell] != value:
                    return False
                continue
            if value not in self.domains[cell] or (len(cell) == 1 and value in self._named()):
                return False
            self.values[cell] = value
            self.trail.append((True, cell))
            if not all(self._follow(i, forced) for i in tuple(self.watching.get(cell, ()))):
                return False
        return True

    def undo(self, mark: int) -> None:
        """Return to the state in which the trail was `mark` long."""
        while len(self.trail) > mark:
            filled, cell = self.trail.pop()
            if filled:
                del self.values[cell]
            else:
                self.watching[cell].pop()

    def _follow(self, i: int, forced: list[tuple[Cell, int | None]]) -> bool:
        """Examine an instance: it is true or false, or forces a value, or waits for some cell."""
        left, right = (reduced(side, self.values) for side in self.instances[i])
        if left is None or left == right:
            return True
        waiting = [side for side in (left, right) if isinstance(side, tuple)]
        for side in waiting:
            self._watch(i, side)
        if _is_cell(right) and not isinstance(left, tuple):
            forced.append((right, left))
        elif _is_cell(left) and not isinstance(right, tuple):
            may_be_undefined = right is not None and None in self.domains[left]
            forced += [] if may_be_undefined else [(left, right)]
        return bool(waiting)

    def _watch(self, i: int, p: Pattern) -> None:
        while not _is_cell(p):
            p = next(q for q in p[1:] if isinstance(q, tuple))
        self.watching.setdefault(p, []).append(i)
        self.trail.append((False, p))

    def _named(self) -> list[int | None]:
        return [self.values[cell] for cell in self.constants if cell in self.values]


def _is_cell(p: Pattern) -> bool:
    return isinstance(p, tuple) and not any(isinstance(q, tuple) for q in p)
