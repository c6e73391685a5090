"""`python -m bench.endings DATABASE [--seconds N] [--family NAME] [--each]`: which sets terminate?

The problems of the public termination database that are listed in termination_problems.txt (all of
some families with up to 12 rules) are given to `terminates`, each in a separate process with a
limit of CPU time. It counts sets that are proved to terminate, sets with a loop, and undecided
ones. BEFORE has the counts of the same list when this command was written, before there was
`rewrite/check/termination/methods`. The database is not part of this project: DATABASE is a folder
with the files of the repository TermCOMP/TPDB.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from collections import Counter
from multiprocessing.connection import Connection
from pathlib import Path

from rewrite import deadline
from rewrite.check.termination.termination import terminates

from .termination_problems import listed, problem

BEFORE = {
    "AG01": (31, 0),
    "SK90": (106, 2),
    "Der95": (17, 0),
    "equational": (5, 0),
    "strings": (5, 0),
    "strings, z001 …": (31, 0),
}
"""Proved, and loops found, with 4 seconds for each problem."""
PROVED, LOOP, UNKNOWN = "proved", "loop", "unknown"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.endings", description=__doc__)
    parser.add_argument("database", type=Path)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--family", default=None, help="one family only")
    parser.add_argument("--each", action="store_true", help="print the result for each problem")
    options = parser.parse_args()
    print(
        f"{'family':18} {'problems':>8} {PROVED:>7} {LOOP:>5} {UNKNOWN:>8}   before: proved, loop"
    )
    total: Counter[str] = Counter()
    for family, names in listed().items():
        if options.family not in (None, family):
            continue
        found = Counter({"problems": len(names)})
        for name in names:
            answer, reported = judged(options.database / name, options.seconds)
            found[answer] += 1
            if options.each:
                print(f"  {name}: {answer}  {reported}", flush=True)
        total += found
        _row(family, found, *BEFORE[family])
    if options.family is None:
        _row("all", total, *(sum(n) for n in zip(*BEFORE.values(), strict=True)))
    return 0


def _row(family: str, found: Counter[str], proved: int, loops: int) -> None:
    counts = f"{found['problems']:8} {found[PROVED]:7} {found[LOOP]:5} {found[UNKNOWN]:8}"
    print(f"{family:18} {counts}   {proved:14} {loops:5}", flush=True)


def judged(path: Path, seconds: float) -> tuple[str, str]:
    """The verdict on one problem within a time limit, from a process that can be stopped."""
    mine, other = multiprocessing.Pipe()
    worker = multiprocessing.get_context("fork").Process(target=_judge, args=(path, seconds, other))
    worker.start()
    answer: tuple[str, str] = (UNKNOWN, "stopped: the time limit was not kept")
    if mine.poll(40 * seconds + 20):
        answer = mine.recv()
    else:
        worker.kill()
    worker.join()
    return answer


def _judge(path: Path, seconds: float, answer: Connection) -> None:
    start = time.process_time()
    time.monotonic = deadline.monotonic = time.process_time  # independent of other processes
    found = terminates(problem(path), time_limit=seconds)
    reported = str(found.loop) if found.loop else "; ".join(found.measures)
    name = {True: PROVED, False: LOOP, None: UNKNOWN}[found.terminates]
    answer.send((name, f"{reported[:200]} ({time.process_time() - start:.1f} s of CPU)"))


if __name__ == "__main__":
    raise SystemExit(main())
