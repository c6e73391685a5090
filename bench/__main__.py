"""`python -m bench [FAMILY…] [--quick]`: measure, check, print tables, write JSON."""

from __future__ import annotations

import argparse
import importlib
import pathlib
import platform
import sys

from .harness import as_json, measure, table

SUITES = ("core", "rules", "simplify", "quaternions")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("suites", nargs="*", default=SUITES, help=f"among {', '.join(SUITES)}")
    parser.add_argument("--quick", action="store_true", help="small sizes, a minute or two")
    parser.add_argument("--repeat", type=int, default=5, help="timed runs of each contender")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds that end a contender")
    parser.add_argument("--json", type=pathlib.Path, help="where to write all measurements")
    options = parser.parse_args()
    rows = []
    print(f"Python {platform.python_version()}, medians of {options.repeat} interleaved runs\n")
    for name in options.suites:
        suite = importlib.import_module(f"bench.{name}")
        for family in suite.families(options.quick):
            found = measure(family, options.repeat, options.limit)
            print(table(family, found), end="\n\n", flush=True)
            rows += found
            if hasattr(suite, "notes"):
                print(suite.notes(family, found), end="\n\n", flush=True)
        if hasattr(suite, "memory"):
            print(suite.memory(), end="\n\n")
    if options.json:
        options.json.write_text(as_json(rows))
    return int(any(row.note == "WRONG ANSWER" for row in rows))


if __name__ == "__main__":
    sys.exit(main())
