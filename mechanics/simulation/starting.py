"""The initial state of a motion: it satisfies the constraints, or is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..errors import ModelError
from ..numerics import RightHandSide
from .driver import Mechanism, NotClosedError
from .motion_code import MotionCode

CLOSED = 1e-6
"""Gaps up to this size come from rounding, and are closed without a message."""
SOME = 8
"""The most names that a message lists."""
SHOWN = 1e-9
"""Entries that change by more than this are listed in a note."""


class Start:
    """Finds a state that satisfies the constraints, near one that is given."""

    def __init__(
        self, equations: Any, values: Mapping[str, Any], other: tuple[str, ...] = ()
    ) -> None:
        self.other = other
        """States that occur in no constraint."""
        self.mechanism: Mechanism = MotionCode(equations, "projection", 10.0).without_dynamics(
            values
        )
        self.notes: list[str] = []

    def gap(self, t: float, y: Any) -> float:
        """The largest gap of positions and speeds."""
        return max(self.gaps(t, y))

    def gaps(self, t: float, y: Any) -> tuple[float, float]:
        """The largest gap of positions, and the largest of speeds."""
        run = self.mechanism
        delta, tau, _ = run.constraints(t, y)
        places = float(np.abs(run.gaps(y, t)).max(initial=0.0))
        return places, float(np.abs(delta @ y[run.size :] + tau).max(initial=0.0))

    def closed(self, f: RightHandSide, y: Any, given: list[str], t: float, adjust: bool) -> Any:
        """The given state, completed by the constraints."""
        if self.gap(t, y) < CLOSED:
            return self.project(t, y)
        run, fixed = self.mechanism, self._fixed(given)
        places = [g for g in fixed if f"{g}'" in self._speeds]
        try:
            found = run.velocities(
                run.positions(y, places, t), [g for g in fixed if g in self._speeds], t
            )
        except NotClosedError as error:
            if not adjust:
                raise ModelError(
                    f"the state does not satisfy the constraints: {error}. Give values that should "
                    "follow from them in near={…} or not at all, or allow all values to be moved "
                    "with adjust=True"
                ) from None
            found = self._moved_freely(t, y)
        self._note(f, y, found, given)
        return found

    def _moved_freely(self, t: float, y: Any) -> Any:
        try:
            return self.project(t, y)
        except (NotClosedError, ValueError) as error:
            raise ModelError(
                f"no state near the given one satisfies the constraints: {error}"
            ) from None

    @property
    def _speeds(self) -> set[str]:
        layout = self.mechanism.layout
        return {n for n, _ in layout.speeds} | set(layout.own)

    def _fixed(self, given: list[str]) -> list[str]:
        """The given names that Newton's iteration can hold: coordinates and their speeds."""
        return [g for g in given if g in self._speeds or f"{g}'" in self._speeds]

    def project(self, t: float, y: Any) -> Any:
        """The nearest state that satisfies the constraints."""
        return self.mechanism.project(t, y)

    def _note(self, f: RightHandSide, y: Any, found: Any, given: list[str]) -> None:
        """Note which values were found from the constraints, and which given ones were changed."""
        names = [n for n in f.state if n not in self.other]
        each = [x for x in zip(names, y, found, strict=True) if abs(x[1] - x[2]) > SHOWN]
        held = {n for n in names if n.partition("[")[0] in given}
        moved = [f"{n} from {a:.6g} to {b:.6g}" for n, a, b in each if n in held]
        followed = [f"{n} = {b:.6g}" for n, _, b in each if n not in held]
        if moved:
            self.notes.append(f"moved to satisfy the constraints: {_some(moved)}")
        if followed:
            self.notes.append(f"found from the constraints: {_some(followed)}")


def _some(texts: list[str]) -> str:
    """The first of several texts, and how many are left out."""
    more = f" and {len(texts) - SOME} others" if len(texts) > SOME else ""
    return f"{', '.join(texts[:SOME])}{more}"
