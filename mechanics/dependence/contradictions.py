"""Constraints that cannot hold together: which, and by how much."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..constraints.condition import Condition
from ..errors import ContradictionError, ModelError
from ..linear_algebra import timely
from .numbers import Floats, Numbers
from .states import Search, project, random_state

CLEAR = 1e-6
"""Numbers below this are taken for zero."""
NUDGE = 0.1
"""How far a configuration is moved to see whether an equation follows from the others."""
OFF, TRIES = 1e-7, 3
"""A constraint that is off by more than the first in all of so many searches cannot be met."""


def refuse_contradiction(numbers: Numbers, search: Search) -> None:
    """Refuse constraints if some of them differ by a constant, or if no configuration was found
    although all parameters have values."""
    _refuse_constants(numbers)
    free = [s for s in numbers.parameters if s not in numbers.system.values]
    if free:
        return
    worst = int(np.argmax(np.abs(search.gaps)))
    raise ContradictionError(
        f"{numbers.system.name}: the constraints cannot be met"
        f"{' near the given configuration' if numbers.system.near else ''}: in the best of many "
        f"searches, {numbers.closures[worst].name} is off by {abs(search.gaps[worst]):.3g}"
    )


def _refuse_constants(numbers: Numbers) -> None:
    """Refuse closure equations if a combination of them is constant and does not vanish."""
    rng = np.random.default_rng(1)
    first = random_state(numbers, rng)
    coordinates = set(numbers.rates)
    looked = [numbers.positions(first)]
    for _ in range(2):
        other = random_state(numbers, rng)
        moved = {s: x if s in coordinates else first[s] for s, x in other.items()}
        looked.append(numbers.positions(moved))
    slopes = np.hstack([at for _, at in looked])
    left, sizes, _ = timely(np.linalg.svd, slopes)
    rank = int((sizes > CLEAR * max(1.0, sizes.max(initial=0.0))).sum())
    for combination in left[:, rank:].T:
        constant = float(combination @ looked[0][0])
        if abs(constant) > CLEAR:
            names = [
                g.name for g, c in zip(numbers.closures, combination, strict=True) if abs(c) > CLEAR
            ]
            raise ContradictionError(
                f"{numbers.system.name}: the constraints {', '.join(names)} contradict each other: "
                "a combination of them is constant and does not vanish"
            )


def refuse_speeds(name: str, names: Sequence[str], delta: Floats, tau: Floats) -> None:
    """Refuse prescribed speeds that contradict each other."""
    if not len(delta):
        return
    u = timely(np.linalg.lstsq, delta, -tau, rcond=1e-9)[0]
    missed = delta @ u + tau
    if np.abs(missed).max() > CLEAR * max(1.0, np.abs(tau).max()):
        listed = ", ".join(n for n, x in zip(names, missed, strict=True) if abs(x) > CLEAR)
        raise ContradictionError(
            f"{name}: the constraints {listed} prescribe speeds that contradict each other"
        )


def refuse_flat(numbers: Numbers, search: Search, flat: set[str]) -> None:
    """Refuse conditions that constrain the coordinates but no speed, because their slopes vanish
    where they hold, as that of a square does. Equations that follow from others are not refused."""
    names = [g.name for g in numbers.closures]
    system = numbers.system
    declared = [c for c in system.constraints if isinstance(c, Condition)]
    flat = flat & {g.name for c in declared for g in c.closures(system.setting)}
    suspect = [i for i, name in enumerate(names) if name in flat]
    if not suspect or not search.found:
        return
    rest = [i for i in range(len(names)) if i not in suspect]
    fails = np.zeros(len(suspect), dtype=int)
    rng = np.random.default_rng(TRIES)
    for _ in range(TRIES):
        width = numbers.positions(search.state)[1].shape[1]
        nudged = numbers.stepped(search.state, np.asarray(rng.normal(size=width) * NUDGE))
        found = project(numbers, nudged, rest)
        gaps = numbers.positions(found.state)[0][suspect]
        fails += found.found & (np.abs(gaps) > OFF)
    if (fails == TRIES).any():
        name = names[suspect[int(np.argmax(fails))]]
        position = next(g.position for g in numbers.closures if g.name == name)
        raise ModelError(
            f"{numbers.system.name}: the slope of the constraint {name} vanishes wherever it holds "
            f"({position} = 0), as that of a square does, so it constrains no speed; write it "
            "without the square, or each of several squared terms as its own constraint"
        )
