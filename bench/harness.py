"""Families of work, their measurements, and the tables that show them.

A family is one kind of work at growing sizes. Each contender prepares its input outside the clock
and does the work inside it (see `measure`). A table has the median, its spread, the ratio to the
reference contender, and the growth exponent.
"""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any


class GaveUp(Exception):  # noqa: N818
    """Raised by a contender that has no answer: its message is the reason."""


@dataclass(frozen=True)
class Contender:
    """A program that can do the work: `prepare(n)` outside the clock, `run(input)` inside it.

    `answer(result)` turns a result into a plain value that can be compared with the others'.
    """

    name: str
    prepare: Callable[[int], Any]
    run: Callable[[Any], Any]
    answer: Callable[[Any], Any] = lambda result: result
    most: float = math.inf
    """The largest size it is given, if it is known to be hopeless beyond that."""
    fresh: Callable[[Any], Any] = lambda value: value
    """A new copy of the input, outside the clock, for work that changes or marks its input."""
    within: float = math.inf
    """The seconds that a run may take."""
    timed: bool = True
    """Whether its time is meaningful; its answer is checked in any case."""


@dataclass(frozen=True)
class Family:
    """One kind of work: sizes, contenders (the first is the reference of the ratios)."""

    name: str
    sizes: Sequence[int]
    contenders: Sequence[Contender]
    about: str = ""
    truth: Any = None
    """The answer, if it is known in advance; otherwise that of the first contender is used."""
    tables: Sequence[dict[Any, Any]] = ()
    """Tables that `answer` writes to."""


@dataclass
class Row:
    """The measurements of one contender at one size."""

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
    """A Markdown table: a line per contender, a column per size, times and ratios."""
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
    once = len(row.seconds) == 1
    about = [] if math.isnan(base) else [f"{row.median / base:.3g}×"]
    about.append("1 run" if once else f"±{row.spread / 2:.0%}")
    return f"{shown_time(row.median)} ({', '.join([*about, *filter(None, [row.note])])})"


def own_name(names: Sequence[str]) -> str:
    """The contender that is this project."""
    return next((name for name in names if name.startswith("penelope")), names[0])


def in_common(family: Family, rows: Sequence[Row]) -> str:
    """The sizes that each other contender has in common with this project, and its ratio there."""
    own = own_name([c.name for c in family.contenders])
    ours = {r.size: r.median for r in rows if r.contender == own and r.seconds}
    reported = []
    for name in (c.name for c in family.contenders if c.name != own and c.timed):
        at = {r.size: r.median for r in rows if r.contender == name and r.size in ours}
        at = {n: seconds for n, seconds in at.items() if not math.isnan(seconds)}
        last = max(at, default=0)
        sizes = ", ".join(map(str, at))
        reported.append(
            f"{name} n = {sizes}, {at[last] / ours[last]:.3g}×" if at else f"{name} none"
        )
    return f"In common with {own}, and times as multiples at the last: {'; '.join(reported)}."


def shown_time(seconds: float) -> str:
    """A time with its unit."""
    for unit, factor in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def as_json(rows: Sequence[Row]) -> str:
    """All measurements as JSON."""
    reported = [
        {
            "family": r.family,
            "size": r.size,
            "contender": r.contender,
            "median": None if math.isnan(r.median) else r.median,
            "seconds": r.seconds,
            "note": r.note,
        }
        for r in rows
    ]
    return "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in reported) + "\n]"
