"""Maxima, if it is installed: a tape run in its canonical rational expressions, with `tellrat`.

It is searched for as `maxima` on the path and in the wheel passagemath-maxima. One process serves
all runs; if a run takes too long, the process is stopped, and the next run starts another.
"""

from __future__ import annotations

import glob
import importlib.util
import os
import select
import shutil
import subprocess
import time
from typing import Any

from .harness import GaveUp
from .tape import Tape

MARK = "@@"
STARTING = 30.0
"""The seconds that it has for starting."""


def command() -> tuple[str, dict[str, str]] | None:
    """The command that starts Maxima, and its environment."""
    found = shutil.which("maxima")
    if found:
        return found, {}
    wheels = importlib.util.find_spec("sage_wheels")
    for place in (wheels.submodule_search_locations or ()) if wheels else ():
        lisp = glob.glob(os.path.join(place, "lib", "ecl-*"))
        program = os.path.join(place, "bin", "maxima")
        if lisp and os.path.exists(program):
            return program, {"MAXIMA_PREFIX": place, "ECLDIR": f"{lisp[0]}/"}
    return None


class Maxima:
    """A conversation with one Maxima."""

    name = "Maxima"

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.process: Any = None

    def prepare(self, tape: Tape) -> str:
        return program(tape)

    def decide(self, text: str) -> bool:
        return self._ask(text, self.seconds) == "1"

    def fresh(self, text: str) -> str:
        """A running Maxima, outside the clock."""
        if self.process is None:
            self._start()
        return text

    def _start(self) -> None:
        found = command()
        assert found is not None, "Maxima is not installed"
        path, environment = found
        self.process = subprocess.Popen(
            [path, "--very-quiet"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **environment},
        )
        self._ask(f'(algebraic: true, print("{MARK}ready"))$\n', STARTING)

    def _ask(self, text: str, seconds: float) -> str:
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()
        end, seen = time.monotonic() + seconds, b""
        stream = self.process.stdout
        while True:
            ready = select.select([stream], [], [], max(0.0, end - time.monotonic()))[0]
            piece = os.read(stream.fileno(), 1 << 16) if ready else b""
            if not piece:
                self._stop()
                raise GaveUp("it crashed" if ready else f"more than {seconds:g} s")
            seen += piece
            *lines, _ = seen.decode().split("\n")
            for line in lines:
                if MARK in line:
                    return line.partition(MARK)[2].strip()

    def _stop(self) -> None:
        self.process.kill()
        self.process.wait()
        self.process = None


def program(tape: Tape) -> str:
    """A tape as one block, which returns 0 at the first component that is not zero, else 1."""
    wanted = set(tape.differences)
    body = []
    for place, (op, a, b) in enumerate(tape.steps):
        value = f"t{a}{op}t{b}" if op in "+-*" else f"rat({a})"
        body.append(f"t{place}:{value}")
        if place in wanted:
            body.append(f"if ratdisrep(t{place})#0 then return(0)")
    own = ",".join(f"t{place}" for place in range(len(tape.steps)))
    spheres = [[tape.steps[p][1] for p in sphere] for sphere in tape.spheres]
    known = [f"tellrat({'+'.join(f'{x}^2' for x in s)}-1)," for s in spheres]
    forgotten = [f"untellrat({x})," for s in spheres for x in s]
    lines = [f"block([{own},answer],", *known, "answer:block("]
    lines += [",\n".join([*body, "1"]), "),", *forgotten, f'print(concat("{MARK}",answer)))$\n']
    return "\n".join(lines)
