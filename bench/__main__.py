"""`python -m bench [SUITE…] [--quick] [--out FOLDER]`: this project and its peers on the same work.

Contenders are interleaved and repeated in one run, and every answer is checked before any time
counts. Tables have medians as ratios to this project, the spread, and the growth exponent. With
--quick all suites together end within two minutes; what was left out is told.
"""

from __future__ import annotations

import argparse
import importlib
import pathlib
import platform
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from .harness import Family, Row, measure, table
from .report import into_readme, written

SUITES = ("core", "rules", "simplify", "quaternions", "decide", "scalars", "equations")
QUICK_SECONDS = 90.0
"""What a quick run may take, shared by the suites and by their families."""
QUICK_ANSWER = 1.5
"""How many seconds a contender may take for one answer in a quick run."""


def main() -> int:
    options = _options()
    heading = f"Python {platform.python_version()}, medians of {options.repeat} interleaved runs"
    print(f"{heading}\n")
    done: list[tuple[Family, list[Row]]] = []
    start = time.monotonic()
    for i, name in enumerate(options.suites, 1):
        suite = importlib.import_module(f"bench.{name}")
        end = start + options.seconds * i / len(options.suites)
        for family, rows in _measured(suite, options, end):
            done.append((family, rows))
            print(table(family, rows), end="\n\n", flush=True)
            if hasattr(suite, "notes"):
                print(suite.notes(*_begun(family, rows)), end="\n\n", flush=True)
        if hasattr(suite, "memory") and not options.quick:
            print(suite.memory(), end="\n\n")
    if options.readme:
        into_readme(pathlib.Path("README.md"), done)
    if options.out:
        print(written(options.out, heading, done))
    return int(any(row.note == "WRONG ANSWER" for _, rows in done for row in rows))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("suites", nargs="*", default=SUITES, help=f"among {', '.join(SUITES)}")
    parser.add_argument("--quick", action="store_true", help="small sizes, two minutes at the most")
    parser.add_argument("--repeat", type=int, help="timed runs of each contender: 5, quickly 3")
    parser.add_argument("--limit", type=float, help="seconds that end a contender: 60, quickly 2")
    parser.add_argument("--seconds", type=float, help="for all suites together: no end, quickly 90")
    parser.add_argument("--out", type=pathlib.Path, help="where to write table, JSON and plots")
    parser.add_argument("--readme", action="store_true", help="put the table into README.md")
    options = parser.parse_args()
    for suite in options.suites:
        if suite not in SUITES:
            parser.error(f"there is no suite {suite!r}; there are {', '.join(SUITES)}")
    options.seconds = options.seconds or (QUICK_SECONDS if options.quick else float("inf"))
    options.repeat = options.repeat or (3 if options.quick else 5)
    options.limit = options.limit or (2.0 if options.quick else 60.0)
    return options


def _measured(
    suite: Any, options: argparse.Namespace, end: float
) -> Iterator[tuple[Family, list[Row]]]:
    families = list(suite.families(options.quick))
    for i, family in enumerate(families):
        now = time.monotonic()
        if now > end:
            print(f"{family.name}: left out, the time was over\n", flush=True)
            continue
        share = now + (end - now) / (len(families) - i)
        chosen = _impatient(family) if options.quick else family
        yield family, measure(chosen, options.repeat, options.limit, end=share)


def _begun(family: Family, rows: list[Row]) -> tuple[Family, list[Row]]:
    """The sizes that were begun before the time was over."""
    sizes = [n for n in family.sizes if any(row.size == n and row.seconds for row in rows)]
    return replace(family, sizes=sizes), [row for row in rows if row.size in sizes]


def _impatient(family: Family) -> Family:
    """The same work for contenders that have little time: each is tried apart first."""
    first, *others = family.contenders
    quick = [replace(c, within=min(c.within, QUICK_ANSWER)) for c in others]
    return replace(family, contenders=(first, *quick))


if __name__ == "__main__":
    sys.exit(main())
