"""The limits of one call of `simplify`: work, counted in nodes of terms, and time, if given.

Work is counted and not timed, so that the same term has the same result on every machine.
"""

from __future__ import annotations

import time
from dataclasses import replace

from ..core.terms import Term
from ..rewriting.run import Limits, Run, size

LIMITS = Limits(steps=2_000, seconds=None, size=100_000, budget=20_000)
"""The limits of a single step."""
LEAST_GROWN, GROWTH = 1_000, 30
"""How large a term may become on the way: more for a larger term."""
LEAST_WORK, WORK_PER_NODE = 200_000, 100
"""How many nodes all steps together may take as input: more for a larger term."""
GRACE = 0.06
"""The fraction of the time limit that may pass after its end, to price the forms found so far."""


class Allowance:
    """The work and time that are left, and the reason why a step was left out."""

    def __init__(self, seconds: float | None = None) -> None:
        self.deadline = None if seconds is None else time.monotonic() + seconds
        self.seconds = seconds
        self.work = LEAST_WORK
        self.reasons: dict[str, None] = {}

    def begin(self, t: Term) -> None:
        """Begin with a new term: every term has its own allowance of work."""
        self.work = LEAST_WORK + WORK_PER_NODE * size(t)

    def grace(self) -> float | None:
        """The seconds until even pricing the forms found so far must stop."""
        if self.seconds is None or self.left is None:
            return None
        return self.left + GRACE * self.seconds

    @property
    def left(self) -> float | None:
        """The seconds that are left."""
        return None if self.deadline is None else max(0.0, self.deadline - time.monotonic())

    def note_time(self) -> None:
        """Remember that the time was not enough."""
        self.reasons[f"{self.seconds:g} seconds" if self.seconds else "the time limit"] = None

    @property
    def is_used_up(self) -> bool:
        if self.work < 0:
            self.reasons["the work that is allowed for a term of its size"] = None
            return True
        if self.deadline is not None and time.monotonic() > self.deadline:
            self.note_time()
            return True
        return False

    def spend(self, nodes: int) -> bool:
        """Whether a step on so many nodes is allowed; if so, count it."""
        if self.is_used_up:
            return False
        self.work -= nodes
        return True

    def branch(self, run: Run, t: Term) -> Run:
        """A separate run for one step, with the same walk; its steps are kept with its form."""
        most = max(LEAST_GROWN + GROWTH * size(t), 4 * run.size_of_input)
        branch = Run(
            run.context, replace(LIMITS, size=most, seconds=self.left), run.trace is not None
        )
        branch.walk = run.walk
        return branch
