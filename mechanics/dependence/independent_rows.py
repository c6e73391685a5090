"""Which rows of the constraints are independent, and how the others depend on them.

Rows are examined in the order of their declaration, at a generic state that satisfies the
constraints. A row that is a combination of earlier ones is redundant. Accelerations do not change
if such rows are left out; rigid bodies do not determine how the rows would share the reaction.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal
from weakref import WeakKeyDictionary

import numpy as np

from rewrite import time_limited

from ..constraints import Row
from ..errors import ContradictionError, RedundancyWarning
from ..linear_algebra import timely
from ..system import System
from .contradictions import refuse_contradiction, refuse_flat, refuse_speeds
from .numbers import Floats, Numbers, State
from .states import SURE, Search, generic_state, random_state

LOOKS = 3
"""At most this many states are tried: the rank may be smaller where something is folded."""


@dataclass(frozen=True)
class ConstraintReport:
    """Which equations of the constraints are independent, and at which state that was found.

    Ranks are computed in floating point at a few states, so they are evidence; `freedom` decides.

    >>> from mechanics.models import four_bar
    >>> print(constraint_report(four_bar()))
    four bar: 5 equations between 3 speeds, 2 of them independent, mobility 1 (evidence)
      always true: C_1_z, C_2, C_3
    """

    name: str
    speeds: int
    kept: tuple[Row, ...] = field(repr=False)
    """The independent rows: vectors where all three equations are independent."""
    rank: int
    always: tuple[str, ...]
    """Equations that hold for all coordinates."""
    redundant: Mapping[str, tuple[str, ...]]
    """Equations that follow from others, and from which."""
    is_met: bool
    """Whether a state was found that satisfies the constraints."""
    is_obstructed: bool
    """Whether some first-order motions do not continue, so that there are fewer freedoms."""
    state: State = field(repr=False)
    status: Literal["evidence"] = "evidence"
    """The status of the ranks, which are floating-point results."""

    @property
    def equations(self) -> int:
        return self.rank + len(self.always) + len(self.redundant)

    @property
    def mobility(self) -> int:
        """Speeds less independent equations."""
        return self.speeds - self.rank

    def __str__(self) -> str:
        lines = [
            f"{self.name}: {self.equations} equations between {self.speeds} speeds, {self.rank} of "
            f"them independent, mobility {self.mobility} ({self.status})"
        ]
        if self.always:
            lines.append(f"  always true: {', '.join(self.always)}")
        for name, others in self.redundant.items():
            lines.append(f"  redundant: {name} {_because(others)}")
        if self.is_obstructed:
            lines.append("  some of these motions do not continue beyond first order: see freedom")
        if not self.is_met:
            lines.append("  no state was found that satisfies the constraints")
        return "\n".join(lines)


_REPORTS: WeakKeyDictionary[System, tuple[list[Row], ConstraintReport]] = WeakKeyDictionary()


@time_limited
def constraint_report(system: System, *, time_limit: float | None = None) -> ConstraintReport:
    """Which equations of the constraints of a system are independent of each other.

    The result is kept until the system changes. Contradictory constraints are refused, and
    redundant ones give a warning when they are found.
    """
    rows = system.constraint_rows
    known = _REPORTS.get(system)
    if known is None or known[0] is not rows:
        known = _REPORTS[system] = rows, _report(system)
        _warn(known[1])
    return known[1]


def _report(system: System) -> ConstraintReport:
    numbers = Numbers(system)
    names = [part.name for row in numbers.rows for part in row.parts]
    sizes = _usual_sizes(numbers)
    always = _always(numbers, names, sizes)
    search, delta, tau = _looked(numbers, sizes, len(names) - len(always))
    chosen, follows = independent(delta, search.tolerance, sizes)
    refuse_speeds(system.name, names, delta, tau)
    refuse_flat(numbers, search, {names[i] for i, by in follows.items() if not by} - always)
    redundant = {names[i]: tuple(names[j] for j in js) for i, js in follows.items()}
    spare = len(chosen) < len(names) - len(always)
    return ConstraintReport(
        system.name,
        delta.shape[1],
        tuple(_kept(numbers.rows, chosen)),
        len(chosen),
        tuple(n for n in names if n in always),
        {n: js for n, js in redundant.items() if n not in always},
        search.found,
        spare and search.found and _is_obstructed(numbers, search, delta, tau),
        search.state,
    )


def _looked(numbers: Numbers, sizes: Floats, most: int) -> tuple[Search, Floats, Floats]:
    """The state of highest rank that satisfies the constraints, with Δ and τ there."""
    searches = []
    for seed in range(LOOKS):
        search = generic_state(numbers, seed)
        delta, tau = numbers.velocities(search.state)
        rank = len(independent(delta, search.tolerance, sizes)[0])
        searches.append((search.found, rank, seed, search, delta, tau))
        if search.found and rank == most:
            break
    met, _, _, search, delta, tau = max(searches, key=lambda s: s[:3])
    if not met:
        refuse_contradiction(numbers, search)
    return search, delta, tau


def independent(
    delta: Floats, sure: float = SURE, usual: Floats | None = None
) -> tuple[list[int], dict[int, list[int]]]:
    """The rows that are independent of earlier ones; and for each other row, the rows it combines.

    A row that is small compared with its `usual` size counts as zero, such as the slope of a square
    where the square vanishes.

    >>> independent(np.array([[1.0, 0.0], [2.0, 0.0], [0.0, 3.0], [1.0, 1.0]]))
    ([0, 2], {1: [0], 3: [0, 2]})
    """
    sizes = np.linalg.norm(delta, axis=1)
    scale = np.full(len(delta), float(sizes.max(initial=0.0)) or 1.0)
    scale = scale if usual is None else np.maximum(scale, usual)
    chosen: list[int] = []
    follows: dict[int, list[int]] = {}
    for i, row in enumerate(delta):
        if sizes[i] < sure * scale[i]:
            follows[i] = []
            continue
        unit, before = row / sizes[i], delta[chosen] / sizes[chosen, None]
        by = timely(np.linalg.lstsq, before.T, unit, rcond=None)[0] if chosen else np.zeros(0)
        if np.linalg.norm(unit - by @ before) > sure:
            chosen.append(i)
        else:
            follows[i] = [j for j, c in zip(chosen, by, strict=True) if abs(c) > sure]
    return chosen, follows


def _kept(rows: list[Row], chosen: list[int]) -> Iterator[Row]:
    """The independent rows; of a vector row only the independent parts, if not all are."""
    at = 0
    for row in rows:
        parts = row.parts
        there = [part for i, part in enumerate(parts, at) if i in chosen]
        yield from [row] if len(there) == len(parts) else there
        at += len(parts)


def _usual_sizes(numbers: Numbers) -> Floats:
    """The lengths of the rows at random states, which need not satisfy the constraints."""
    rng = np.random.default_rng(LOOKS)
    deltas = [numbers.velocities(random_state(numbers, rng))[0] for _ in range(2)]
    first, second = (np.linalg.norm(delta, axis=1) for delta in deltas)
    return np.asarray(np.maximum(first, second), dtype=np.float64)


def _always(numbers: Numbers, names: list[str], sizes: Floats) -> set[str]:
    """Equations that contain no speed at random states; those that do not hold are refused."""
    idle = {name for name, size in zip(names, sizes, strict=True) if size < SURE}
    state = random_state(numbers, np.random.default_rng(LOOKS))
    for g, gap in zip(numbers.closures, numbers.positions(state)[0], strict=True):
        if g.name in idle and abs(gap) > SURE:
            raise ContradictionError(
                f"{numbers.system.name}: the constraint {g.name} needs {g.position} to vanish, "
                "which no motion can change; correct the constraint, or declare the relation "
                "between parameters with assembled(relations=[…])"
            )
    return idle


def _is_obstructed(numbers: Numbers, search: Search, delta: Floats, tau: Floats) -> bool:
    """Whether a velocity that the constraints allow leads to accelerations that they do not."""
    rng, sure = np.random.default_rng(LOOKS), search.tolerance
    start = (
        timely(np.linalg.lstsq, delta, -tau, rcond=sure)[0]
        if len(delta)
        else np.zeros(delta.shape[1])
    )
    wish = rng.normal(size=delta.shape[1])
    u = wish - timely(np.linalg.lstsq, delta, delta @ wish, rcond=sure)[0] + start
    gamma = numbers.gamma(
        search.state | numbers.with_speeds(np.concatenate([u, np.zeros(len(numbers.own))]))
    )
    missed = gamma - delta @ timely(np.linalg.lstsq, delta, gamma, rcond=sure)[0]
    return bool(np.abs(missed).max(initial=0.0) > 1e-5 * max(1.0, np.abs(gamma).max(initial=0.0)))


def _because(others: tuple[str, ...]) -> str:
    return f"follows from {', '.join(others)}" if others else "constrains no speed here"


def _warn(report: ConstraintReport) -> None:
    if report.redundant:
        listed = "; ".join(f"{n} {_because(m)}" for n, m in report.redundant.items())
        warnings.warn(
            f"{report.name}: redundant constraints are left out: {listed}. Accelerations are the "
            "same without them; how they would share the reaction is not determined",
            RedundancyWarning,
            stacklevel=3,
        )
    if report.is_obstructed:
        warnings.warn(
            f"{report.name}: {report.mobility} motions are possible to first order, but not all of "
            "them continue: there are fewer freedoms (see freedom), and the equations of motion "
            "are right only if the missing constraint is declared with constrain",
            RedundancyWarning,
            stacklevel=3,
        )
    if not report.is_met:
        warnings.warn(
            f"{report.name}: no configuration was found that satisfies the constraints; give a "
            "configuration to start near and values of parameters with assembled(near=…, "
            "values=…, relations=…)",
            RedundancyWarning,
            stacklevel=3,
        )
