"""Measuring fairly: contenders interleaved and repeated in one run, answers checked first.

A family is one kind of work at growing sizes. Each contender prepares its input outside the clock,
does the work inside it, and its answer is checked before any time counts. What is reported is the
median, its spread, the ratio to the reference contender, and the growth exponent.
"""

from __future__ import annotations

import gc
import json
import math
import os
import signal
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any


class GaveUp(Exception):  # noqa: N818
    """Raised by a contender that has no answer: its message is the reason."""


@dataclass(frozen=True)
class Contender:
    """Somebody who can do the work: `prepare(n)` outside the clock, `run(input)` inside it.

    `answer(result)` turns a result into a plain value that can be compared with the others'.
    """

    name: str
    prepare: Callable[[int], Any]
    run: Callable[[Any], Any]
    answer: Callable[[Any], Any] = lambda result: result
    most: float = math.inf
    """The largest size it is asked to do, where it is known to be hopeless beyond."""
    fresh: Callable[[Any], Any] = lambda value: value
    """A new copy of the input, outside the clock, for work that changes or marks its input."""
    within: float = math.inf
    """The seconds it has: tried first in a process of its own, which is ended there."""


@dataclass(frozen=True)
class Family:
    """One kind of work: sizes, contenders (the first is the reference of the ratios)."""

    name: str
    sizes: Sequence[int]
    contenders: Sequence[Contender]
    about: str = ""
    truth: Any = None
    """The answer, where it is known beforehand; else that of the first contender."""


@dataclass
class Row:
    """What one contender did at one size."""

    family: str
    size: int
    contender: str
    seconds: list[float] = field(default_factory=list)
    note: str = ""

    @property
    def median(self) -> float:
        return statistics.median(self.seconds) if self.seconds else math.nan

    @property
    def spread(self) -> float:
        """Largest minus smallest, relative to the median."""
        return (max(self.seconds) - min(self.seconds)) / self.median if self.seconds else math.nan


def measure(
    family: Family,
    repeat: int,
    limit: float,
    log: Any = sys.stderr,
    end: float = math.inf,
) -> list[Row]:
    """Run a family; a contender that took longer than `limit` at one size skips the next.

    After `end`, by the monotonic clock, no size is begun, and no run is repeated.
    """
    rows: list[Row] = []
    skipped: dict[str, str] = {}
    for size in family.sizes:
        if time.monotonic() > end:
            for contender in family.contenders:
                skipped.setdefault(contender.name, "the time was over")
        inputs: dict[str, Any] = {}
        entries: dict[str, Row] = {}
        wanted: Any = family.truth
        for contender in family.contenders:
            row = entries[contender.name] = Row(family.name, size, contender.name)
            rows.append(row)
            if size > contender.most:
                skipped.setdefault(contender.name, f"not asked beyond {contender.most:g}")
            if contender.name in skipped:
                row.note = skipped[contender.name]
                continue
            print(f"  {family.name} n={size}: {contender.name}", file=log, flush=True)
            inputs[contender.name] = contender.prepare(size)
            failure = _failure(contender, inputs[contender.name])
            if failure:
                row.note = skipped[contender.name] = f"{failure} at n={size}"
                del inputs[contender.name]
                continue
            try:
                answer = contender.answer(contender.run(contender.fresh(inputs[contender.name])))
            except GaveUp as reason:
                row.note = skipped[contender.name] = f"{reason} at n={size}"
                del inputs[contender.name]
                continue
            if wanted is None:
                wanted = answer
            elif answer != wanted:
                row.note = skipped[contender.name] = "WRONG ANSWER"
                del inputs[contender.name]
        for turn in range(repeat):
            if turn and time.monotonic() > end:
                break
            for contender in family.contenders:
                if contender.name in inputs:
                    value = contender.fresh(inputs[contender.name])
                    try:
                        taken = _timed(contender.run, value)
                        entries[contender.name].seconds.append(taken)
                    except GaveUp as reason:
                        entries[contender.name].seconds.clear()
                        entries[contender.name].note = f"{reason} at n={size}"
                        skipped[contender.name] = entries[contender.name].note
                        del inputs[contender.name]
        for name, row in entries.items():
            if row.seconds and row.median > limit:
                skipped[name] = f"took {row.median:.1f} s at n={size}"
    return rows


def _failure(contender: Contender, value: Any) -> str:
    """Whether a contender with a limit does the work within it, tried in a process of its own."""
    if contender.within == math.inf:
        return ""
    end = time.monotonic() + contender.within
    child = os.fork()
    if not child:
        code = 1
        try:
            contender.run(contender.fresh(value))
            code = 0
        finally:
            os._exit(code)
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return "failed" if status else ""
        time.sleep(0.002)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return f"more than {contender.within:g} s"


def _timed(run: Callable[[Any], Any], value: Any) -> float:
    gc.collect()
    gc.disable()
    try:
        start = time.perf_counter()
        result = run(value)
        taken = time.perf_counter() - start
        del result
        return taken
    finally:
        gc.enable()


def growth(rows: Sequence[Row]) -> float:
    """The exponent of n in the time, fitted to the sizes measured."""
    points = [(math.log(r.size), math.log(r.median)) for r in rows if r.seconds]
    if len(points) < 2:
        return math.nan
    mx = statistics.fmean(x for x, _ in points)
    my = statistics.fmean(y for _, y in points)
    above = sum((x - mx) * (y - my) for x, y in points)
    return above / sum((x - mx) ** 2 for x, _ in points)


def table(family: Family, rows: Sequence[Row]) -> str:
    """A Markdown table: a line a contender, a column a size, times and ratios to the reference."""
    reference = family.contenders[0].name
    base = {r.size: r.median for r in rows if r.contender == reference}
    head = "| " + " | ".join([family.name, *(f"n = {n}" for n in family.sizes), "growth"]) + " |"
    lines = [head, "|" + "---|" * (len(family.sizes) + 2)]
    for contender in family.contenders:
        own = [r for r in rows if r.contender == contender.name]
        cells = [_cell(r, base.get(r.size, math.nan)) for r in own]
        exponent = growth(own)
        grown = "" if math.isnan(exponent) else f"n^{exponent:.2f}"
        lines.append("| " + " | ".join([contender.name, *cells, grown]) + " |")
    return "\n".join(lines)


def _cell(row: Row, base: float) -> str:
    if not row.seconds:
        return f"— ({row.note})"
    ratio = "" if math.isnan(base) else f"{row.median / base:.3g}×, "
    return f"{shown_time(row.median)} ({ratio}±{row.spread / 2:.0%})"


def shown_time(seconds: float) -> str:
    """A time with its unit."""
    for unit, factor in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def as_json(rows: Sequence[Row]) -> str:
    """All measurements, for machines."""
    return json.dumps(
        [
            {
                "family": r.family,
                "size": r.size,
                "contender": r.contender,
                "median": None if math.isnan(r.median) else r.median,
                "seconds": r.seconds,
                "note": r.note,
            }
            for r in rows
        ],
        indent=1,
    )
