"""Measure a family within its time limit.

At every size each contender answers once, and answers are compared before any time counts; then all
of them run in turns. The remaining time is divided equally between the contenders' first answers,
with one more share for the turns and the larger sizes. A contender that is stopped, gives up, fails
or is wrong does not get larger sizes, and neither does one that would not finish by its growth.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from typing import Any

from .harness import Contender, Family, GaveUp, Row
from .worker import Failed, Stopped, Worker

AT_ONCE = 1.0
"""A first run of at least this many seconds counts once its answer is checked: it needs no warm-up.
"""


def measure(
    family: Family,
    repeat: int,
    limit: float = math.inf,
    end: float = math.inf,
    log: Any = sys.stderr,
    clock: Callable[[], float] = time.monotonic,
    hire: Callable[..., Any] = Worker,
) -> list[Row]:
    """Run a family until the time `end` at the latest; `limit` is for any one answer."""
    run = _Run(family, repeat, limit, end, log, clock, hire)
    try:
        for place, size in enumerate(family.sizes):
            run.at(size, len(family.sizes) - place)
    finally:
        for worker in run.workers.values():
            worker.stop()
    return run.rows


class _Run:
    """The state of a run of one family."""

    def __init__(
        self,
        family: Family,
        repeat: int,
        limit: float,
        end: float,
        log: Any,
        clock: Callable[[], float],
        hire: Callable[..., Any],
    ) -> None:
        self.family, self.repeat, self.limit, self.end = family, repeat, limit, end
        self.log, self.clock, self.hire = log, clock, hire
        self.rows: list[Row] = []
        self.out: dict[str, str] = {}
        """The contenders that have dropped out, and why."""
        self.workers: dict[str, Any] = {}

    @property
    def left(self) -> float:
        return self.end - self.clock()

    def at(self, size: int, sizes: int) -> None:
        """Measure one size, with `sizes` left including this one."""
        first = self.answers(size)
        self.turns(first, self.clock() + self.left / sizes)

    # -- answers ----------------------------------------------------------------------------------

    def answers(self, size: int) -> dict[str, tuple[Row, float]]:
        """The rows of the contenders whose answers agree, and the times of these answers."""
        found: dict[str, tuple[Row, float]] = {}
        answers = [] if self.family.truth is None else [self.family.truth]
        for place, contender in enumerate(self.family.contenders):
            row = Row(self.family.name, size, contender.name)
            self.rows.append(row)
            others = [c for c in self.family.contenders[place:] if size <= c.most]
            seconds = self.left / (1 + sum(c.name not in self.out for c in others))
            row.note = self.absent(contender, size, min(seconds, self.limit))
            if row.note:
                continue
            print(f"  {self.family.name} n={size}: {contender.name}", file=self.log, flush=True)
            first = self.first(contender, size, min(seconds, self.limit), row)
            if first is None:
                continue
            answer, taken = first
            answers = answers or [answer]
            if answer != answers[0]:
                self.dismiss(row, "WRONG ANSWER")
            elif contender.timed:
                found[contender.name] = row, taken
            else:
                row.note = "not timed"
        return found

    def absent(self, contender: Contender, size: int, seconds: float) -> str:
        """Why a contender is left out, or an empty text."""
        if contender.name in self.out:
            return self.out[contender.name]
        if size > contender.most:
            return f"not asked beyond n = {contender.most:g}"
        if self.left <= 0:
            return "not begun, the time was over"
        own = [r for r in self.rows if r.contender == contender.name and r.seconds]
        expected = foreseen(own, size)
        allowed = min(seconds, contender.within)
        if expected <= allowed:
            return ""
        self.out[contender.name] = f"skipped, see n = {size}"
        return f"not begun, {expected:.3g} s or more expected, {allowed:.3g} s allowed"

    def first(self, contender: Contender, size: int, seconds: float, row: Row) -> Any:
        """The answer and the time of a contender, or None if there is none."""
        if contender.name not in self.workers:
            self.workers[contender.name] = self.hire(contender, self.family.tables)
        try:
            return self.workers[contender.name].first(size, contender.within, seconds)
        except (Stopped, GaveUp, Failed) as reason:
            self.dismiss(row, str(reason))
            return None

    def dismiss(self, row: Row, why: str) -> None:
        row.note = why
        self.out[row.contender] = f"skipped, see n = {row.size}"
        self.workers[row.contender].stop()

    # -- turns ------------------------------------------------------------------------------------

    def turns(self, first: dict[str, tuple[Row, float]], until: float) -> None:
        """Run all contenders in turns, as often as requested, as long as there is time."""
        for row, taken in first.values():
            row.seconds += [taken] if taken >= AT_ONCE else []
        for _ in range(self.repeat):
            for row, taken in first.values():
                if len(row.seconds) >= self.repeat or row.contender in self.out:
                    continue
                if self.clock() + taken <= until:
                    self.turn(row)
                elif not row.seconds:
                    row.seconds.append(taken)

    def turn(self, row: Row) -> None:
        try:
            row.seconds.append(self.workers[row.contender].again(self.left))
        except Stopped as reason:
            self.dismiss(row, str(reason))
        except (GaveUp, Failed) as reason:
            row.seconds.clear()  # it failed after its first answer
            self.dismiss(row, str(reason))


def foreseen(rows: list[Row], size: int) -> float:
    """The shortest time to be expected, from the growth over the last two sizes.

    >>> foreseen([Row("", 2, "", [1.0]), Row("", 4, "", [8.0])], 8)
    64.0
    """
    if not rows:
        return 0.0
    last, exponent = rows[-1], 0.0
    if len(rows) > 1:
        growth = math.log(last.median / rows[-2].median)
        exponent = max(0.0, growth / math.log(last.size / rows[-2].size))
    return float(last.median * (size / last.size) ** exponent)
