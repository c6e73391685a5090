"""The limits of one call of `simplify`: work, and time if it is given.

Work is counted and not timed, so that the same term has the same result on every machine. If
counting underestimates the work, a limit on processor time ends it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from ..core.terms import Term, postorder
from ..deadline import OutOfTimeError, OutOfWorkError, clock_within, under, within
from ..rewriting.run import Limits, Run, size

LIMITS = Limits(steps=2_000, seconds=None, size=100_000, budget=20_000)
"""The limits of a single step."""
LEAST_GROWN, GROWTH = 10_000, 8
"""The largest size of intermediate terms: at least the first, and more for a larger term. The
energy of a heavy top grows more than twelvefold before it becomes small. In large equations of
arms, no form of more than six times the size of a term made it cheaper, and expanding in vain took
a third of the time."""
WORK, SECONDS = 40_000, 6.0
"""The most work for a walk, and the most seconds of processor time: twice what large equations of
arms take, so that the count of work decides on a busy machine too. It is always the same."""
TOTAL, TOTAL_SECONDS = 2_000_000, 60.0
"""The most work for a term, and the most seconds of processor time. With half as much work, one of
35 entries of an arm with seven joints ended before its last walks, and a second call lowered it."""
LARGE, TOTAL_OF_LARGE, SECONDS_OF_LARGE = 4_000, 250_000, 20.0
"""The same for terms with more parts: they have thousands of sums, whose forms are priced beside
all the others. The largest entry of a humanoid with 30 joints has 3,200 parts."""
WALKS = 30
"""The most walks over a whole term."""
GRACE = 0.06
"""The fraction of the time limit by which it may be exceeded to price the forms found so far."""


class Allowance:
    """The remaining work and time, and the reasons why steps were left out."""

    def __init__(self, seconds: float | None = None) -> None:
        self.deadline = None if seconds is None else time.monotonic() + seconds
        self.seconds = seconds
        self.clock = clock_within(seconds)
        self.total = TOTAL, TOTAL_SECONDS
        self.reasons: dict[str, None] = {}

    def begin(self, t: Term) -> None:
        """Begin with a term: a large one gets less work, so that it ends in seconds too."""
        is_large = sum(1 for _ in postorder(t)) > LARGE
        self.total = (TOTAL_OF_LARGE, SECONDS_OF_LARGE) if is_large else (TOTAL, TOTAL_SECONDS)

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Give a term up some time after its time or work has run out."""
        work, seconds = self.total
        try:
            with within(self.grace(), seconds, work):
                yield
        except OutOfTimeError as error:
            self.note(error)

    @contextmanager
    def share(self, parts: int) -> Iterator[None]:
        """Keep to an equal share of the remaining time, for one of several terms."""
        whole = self.deadline
        if self.left is not None:
            self.deadline = time.monotonic() + self.left / parts
        try:
            yield
        finally:
            self.deadline = whole

    def renew(self) -> None:
        """Begin with a walk: each has the same time and work."""
        self.clock = clock_within(self.left, SECONDS, WORK)

    def step(self) -> under:
        """Limit a step to the remaining time and work of the term."""
        return under(self.clock)

    def grace(self) -> float | None:
        """The seconds until even pricing the forms found so far must stop."""
        if self.seconds is None or self.left is None:
            return None
        return self.left + GRACE * self.seconds

    @property
    def left(self) -> float | None:
        """The remaining seconds."""
        return None if self.deadline is None else max(0.0, self.deadline - time.monotonic())

    def note(self, error: OutOfTimeError | None = None) -> None:
        """Record what ran out: the time or the work."""
        if isinstance(error, OutOfWorkError) or self.seconds is None:
            self.reasons["the work that is allowed for a term"] = None
        else:
            self.reasons[f"{self.seconds:g} seconds"] = None

    @property
    def is_used_up(self) -> bool:
        limit = self.clock.met()
        if limit is not None:
            self.note(limit)
        return limit is not None

    def branch(self, run: Run, t: Term) -> Run:
        """A separate run for one step, with the same walk; its steps are kept with its form."""
        most = LEAST_GROWN + GROWTH * size(t)
        limits = replace(LIMITS, size=most, seconds=self.left)
        return Run(run.context, limits, run.trace is not None, run.walk)
