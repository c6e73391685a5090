"""`python -m bench [SUITE…] [--quick] [--seconds N] [--out FOLDER]`: this project and its peers.

All do the same work, interleaved and repeated in one run, and every answer is checked before any
time counts. Tables have medians as ratios, the spread, and the growth exponent. A run ends when its
time is over: every suite, family and contender has a share of it, a contender that takes longer is
stopped, and the output says what was left out. With --quick sizes are small, and if no suite is
named, only the families that the README shows are measured.
"""

from __future__ import annotations

import argparse
import importlib
import pathlib
import platform
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from .harness import Family, GaveUp, Row, in_common, table
from .measure import measure
from .report import HEADLINES, into_readme, written
from .worker import Failed, Stopped, alarmed, limited

SUITES = {
    "core": 5,
    "rules": 4,
    "engine": 4,
    "simplify": 3,
    "quaternions": 3,
    "decide": 4,
    "equations": 5,
    "constraints": 3,
    "robots": 6,
    "scalars": 8,
    "media": 2,
    "motion": 2,
}
"""The suites, each with its share of the time; later suites get what earlier ones leave."""
SECONDS, QUICK_SECONDS = 1800.0, 85.0
LIMIT = 600.0
NOTES, PLOTS = 0.1, 0.1
"""The fraction of a family's time for the notes after its table, and of all time for plots."""


def main() -> int:
    start = time.monotonic()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # workers are ended on the way out
    options = _options()
    done: list[tuple[Family, list[Row]]] = []
    texts: list[str] = []

    def report(text: str) -> None:
        texts.append(text)
        print(text, end="\n\n", flush=True)

    runs = "1 run" if options.repeat == 1 else f"{options.repeat} interleaved runs"
    report(f"Python {platform.python_version()}, medians of {runs}, {options.seconds:g} s for all")
    measuring = options.seconds * (1 - PLOTS if options.out else 1)
    for name, end in ends(options.suites, start, start + measuring):
        try:
            with alarmed(end - time.monotonic()):
                suite = importlib.import_module(f"bench.{name}")
                families = _chosen(suite.families(options.quick), options)
        except Stopped as reason:
            report(f"{name}: left out, setting up was {reason}")
            continue
        for family, rows in _measured(suite, families, options, end, report):
            done.append((family, rows))
    if options.readme:
        into_readme(pathlib.Path("README.md"), done)
    if options.out:
        print(written(options.out, "\n\n".join(texts) + "\n", done, start + options.seconds))
    print(f"ended after {time.monotonic() - start:.0f} s", file=sys.stderr)
    return int(any(row.note == "WRONG ANSWER" for _, rows in done for row in rows))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("suites", nargs="*", default=list(SUITES), help=f"of {', '.join(SUITES)}")
    parser.add_argument("--quick", action="store_true", help="small sizes, two minutes at the most")
    parser.add_argument("--repeat", type=int, help="timed runs of each contender: 5, quickly 3")
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds for one answer: 600")
    parser.add_argument(
        "--seconds", type=float, help=f"for all: {SECONDS:g}, quickly {QUICK_SECONDS:g}"
    )
    parser.add_argument("--out", type=pathlib.Path, help="where to write table, JSON and plots")
    parser.add_argument("--readme", action="store_true", help="put the table into README.md")
    options = parser.parse_args()
    for suite in options.suites:
        if suite not in SUITES:
            parser.error(f"there is no suite {suite!r}; there are {', '.join(SUITES)}")
    options.seconds = options.seconds or (QUICK_SECONDS if options.quick else SECONDS)
    options.repeat = options.repeat or (3 if options.quick else 5)
    return options


def ends(
    suites: list[str], start: float, end: float, clock: Callable[[], float] = time.monotonic
) -> Iterator[tuple[str, float]]:
    """When each suite has to end, computed when it begins from its share of the remaining time.

    >>> list(ends(["core", "simplify"], 0.0, 80.0, clock=lambda: 0.0))
    [('core', 50.0), ('simplify', 80.0)]
    """
    parts = [SUITES[name] for name in suites]
    for i, name in enumerate(suites):
        now = max(clock(), start)
        yield name, now + (end - now) * parts[i] / sum(parts[i:])


def _chosen(families: Sequence[Family], options: argparse.Namespace) -> list[Family]:
    """All families, or only those that the README shows if --quick is used with all suites."""
    quickly = options.quick and len(options.suites) == len(SUITES)
    return [family for family in families if not quickly or family.name in HEADLINES]


def _measured(
    suite: Any,
    families: Sequence[Family],
    options: argparse.Namespace,
    end: float,
    report: Callable[[str], None],
) -> Iterator[tuple[Family, list[Row]]]:
    for i, family in enumerate(families):
        now = time.monotonic()
        if now > end:
            report(f"{family.name}: left out, the time was over")
            continue
        share = (end - now) / (len(families) - i)
        rows = measure(family, options.repeat, options.limit, now + share * (1 - NOTES))
        report(table(family, rows))
        report(in_common(family, rows))
        if hasattr(suite, "notes") and any(row.seconds for row in rows):
            _beside(partial(suite.notes, *_begun(family, rows)), now + share, report)
        yield family, rows
    if hasattr(suite, "memory") and not options.quick:
        _beside(suite.memory, end, report)


def _beside(work: Callable[[], str], end: float, report: Callable[[str], None]) -> None:
    """Report the notes that accompany the times, if they are ready in time."""
    try:
        report(limited(work, max(end - time.monotonic(), 0.5)))
    except (Stopped, Failed, GaveUp) as reason:
        report(f"The notes on the times are left out: {reason}")


def _begun(family: Family, rows: list[Row]) -> tuple[Family, list[Row]]:
    """The sizes at which some contender has an answer."""
    sizes = [n for n in family.sizes if any(row.size == n and row.seconds for row in rows)]
    return replace(family, sizes=sizes), [row for row in rows if row.size in sizes]


if __name__ == "__main__":
    sys.exit(main())
