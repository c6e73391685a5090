"""`economical`: for every scalar of M and f, the form that makes all of them together cheapest.

A term has several forms: as it was formed, in which vectors are shared between entries; in normal
form, in which common rotations cancel and parameters come first; expanded; the smallest that
`simplify` finds. The cost of each depends on the others, since common parts are computed once.
So a form is tried in all scalars together, and kept if that reduces the total operations.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from rewrite import Vector, expand, free_symbols, normal, ops, postorder, simplify, time_limited

from ..parts.efforts import is_steady
from ..results.blocks_as_scalars import axes
from .motion import EquationsOfMotion

Form = Callable[[Any], Any]
FEW = 9
"""Up to this many scalars, the quick search tries smallest forms too."""
MAX_TRIALS = 400
"""The total operations are counted at most this many times."""
MAX_PARTS: dict[Form, int] = {}
"""Terms with more distinct parts stay as they are."""
MAX_GROWTH = 2
"""The factor by which a form may have more parts: one that grows more is rarely cheaper."""


def _expanded(t: Any) -> Any:
    return normal(expand(t))


def _opened(t: Any) -> Any:
    return normal(expand(simplify(t)))


MAX_PARTS |= {_expanded: 150, simplify: 50, _opened: 50}
QUICK: tuple[Form, ...] = (normal, _expanded)
THOROUGH: tuple[Form, ...] = (normal, _expanded, simplify, _opened)


@time_limited
def economical(
    equations: EquationsOfMotion, *, thorough: bool = False, time_limit: float | None = None
) -> EquationsOfMotion:
    """The same equations with scalars in forms that take fewer operations together.

    Sines and cosines are not counted; `ops` lists them separately. The quick search tries each
    form for all entries of a kind at once. The thorough one also tries smallest forms, simplifies
    all entries as one list, in which they may be written by each other, and goes through the
    entries one by one.

    >>> from mechanics import kane
    >>> from mechanics.models import plane_pendulum
    >>> formed = kane(plane_pendulum(2))
    >>> cost = lambda equations: equations.operations().total
    >>> cost(economical(formed)) < cost(formed)
    True
    """
    search = _Search(equations)
    search.by_kind(THOROUGH if thorough else QUICK)
    if thorough:
        search.together()
        search.one_by_one(THOROUGH)
        search.one_by_one(THOROUGH)
    return equations.with_scalars(*search.split())


class _Search:
    """Scalars in their best forms so far, and their cost."""

    def __init__(self, equations: EquationsOfMotion) -> None:
        self.rows = [len(row) for row in equations.entries]
        self.names = list(equations.more)
        self.formed = [e for row in equations.entries for e in row] + list(equations.sides)
        self.formed += equations.more.values()
        self.parts = [_parts(t) for t in self.formed]
        self.trials = 0
        self._forms: dict[tuple[Form, Any], Any] = {}
        self._costs: dict[tuple[Any, ...], int] = {}
        self.moving = [_moves(t) for t in self.formed]
        self.kinds = [*dict.fromkeys(tuple(k) for k in _kinds(equations))]
        self.best, self.cost = list(self.formed), self.cost_of(self.formed)

    def by_kind(self, forms: Sequence[Form]) -> None:
        """Try each form for all entries of a kind: a block of M, its diagonal, the right sides.

        The form that saves most by itself comes first.
        """
        moves: list[tuple[int, int, Form, tuple[int, ...]]] = []
        if sum(self.moving) <= FEW:
            forms = [*(f for f in forms if f is not simplify), simplify]
        for places in self.kinds:
            for form in forms:
                cost = self.cost_with(form, places)
                if cost is not None and cost < self.cost:
                    moves.append((cost, len(moves), form, places))
        for _, _, form, places in sorted(moves, key=lambda move: move[:2]):
            self.attempt(form, places)

    def together(self) -> None:
        """Try what `simplify` makes of the list of all entries that move: entries written by each
        other, such as those of a chain of links."""
        places = [i for i, moves in enumerate(self.moving) if moves]
        found = list(self.best)
        for i, t in zip(places, simplify([self.formed[i] for i in places]), strict=True):
            found[i] = t
        cost = self.cost_of(found)
        if cost < self.cost:
            self.best, self.cost = found, cost

    def one_by_one(self, forms: Sequence[Form]) -> None:
        """Try each form that costs no more by itself, for one entry at a time."""
        for i in reversed(range(len(self.formed))):
            for form in forms:
                if self.cost_of([self.form(form, i)]) <= self.cost_of([self.formed[i]]):
                    self.attempt(form, [i])

    def attempt(self, form: Form, places: Sequence[int]) -> None:
        """Keep a form if it makes the total cheaper."""
        cost = self.cost_with(form, places)
        if cost is not None and cost < self.cost:
            self.best, self.cost = self.changed(form, places), cost

    def cost_with(self, form: Form, places: Sequence[int]) -> int | None:
        """The total cost with a form at some places; None if it changes nothing."""
        changed = self.changed(form, places)
        if all(x is y for x, y in zip(changed, self.best, strict=True)):
            return None
        if tuple(changed) not in self._costs:
            if self.trials >= MAX_TRIALS:
                return None
            self.trials += 1
        return self.cost_of(changed)

    def changed(self, form: Form, places: Sequence[int]) -> list[Any]:
        found = list(self.best)
        for i in places:
            found[i] = self.form(form, i)
        return found

    def form(self, form: Form, i: int) -> Any:
        """An entry in a form. Terms that are too large stay as they are, and so do those that
        contain only parameters, since these are not counted."""
        t = self.formed[i]
        if not self.moving[i] or self.parts[i] > MAX_PARTS.get(form, math.inf):
            return t
        key = form, t
        if key not in self._forms:
            found = form(t)
            self._forms[key] = t if _parts(found) > MAX_GROWTH * self.parts[i] else found
        return self._forms[key]

    def cost_of(self, scalars: Sequence[Any]) -> int:
        """The cost of several scalars together; each group is counted once."""
        key = tuple(scalars)
        if key not in self._costs:
            self._costs[key] = operations(scalars)
        return self._costs[key]

    def split(self) -> tuple[list[list[Any]], list[Any], dict[str, Any]]:
        """The entries by rows, the right sides, and the scalars of constraints."""
        rows, at = [], 0
        for length in self.rows:
            rows.append(self.best[at : at + length])
            at += length
        end = len(self.best) - len(self.names)
        return rows, self.best[at:end], dict(zip(self.names, self.best[end:], strict=True))


def _kinds(equations: EquationsOfMotion) -> list[list[int]]:
    """Groups of similar scalars, as indices: entries for the same vectors or for scalar speeds,
    with the diagonal separate; right sides for a vector or for scalar speeds; both together; all
    right sides; the scalars of constraints, by name; everything."""
    kinds: dict[Any, list[int]] = {}
    involved: dict[Any, list[int]] = {}
    owner = [u if isinstance(u, Vector) else None for u in equations.unknowns for _ in axes(u)]
    place = 0
    for i, row in enumerate(equations.entries):
        for j in range(i, i + len(row)):
            kinds.setdefault((owner[i], owner[j], i == j), []).append(place)
            for one in {owner[i], owner[j]}:
                involved.setdefault(one, []).append(place)
            place += 1
    for i in range(len(equations.sides)):
        kinds.setdefault(owner[i], []).append(place + i)
        involved[owner[i]].append(place + i)
    sides = [*range(place, place + len(equations.sides))]
    total = place + len(sides)
    brought: dict[str, list[int]] = {}
    for i, name in enumerate(equations.more, total):
        brought.setdefault(name.split("_")[0], []).append(i)
    whole = [*range(total + len(equations.more))]
    return [*involved.values(), *kinds.values(), sides, *brought.values(), whole]


def _moves(t: Any) -> bool:
    """Whether a term contains symbols other than parameters, even if its value is constant."""
    symbols: Any = free_symbols(t)
    return not all(map(is_steady, symbols))


def _parts(t: Any) -> int:
    """How many distinct parts a term has."""
    return sum(1 for _ in postorder(t))


def operations(scalars: Sequence[Any]) -> int:
    """Multiplications, additions and divisions of several scalars together."""
    found = ops(scalars)
    return found.multiplications + found.additions + found.divisions
