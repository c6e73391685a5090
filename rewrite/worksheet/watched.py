"""Running a sheet with bounded time and memory for every line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from pathlib import Path

from ..errors import RewriteError
from .apart import apart
from .commands import COMMANDS, Command
from .outcomes import Outcome
from .reading import Line, lines_of
from .session import Session
from .sheet import command_of, run_line

SECONDS = 60.0
"""The default time limit for a line, in seconds."""


def watched(
    text: str,
    file: str = "sheet",
    bare: Command | None = None,
    *,
    seconds: float = SECONDS,
    style: str = "",
) -> Iterator[Outcome]:
    """As `run_sheet`, in a separate process, with answers in a style.

    A line that exceeds the limits is an error. A new process executes the rest, after repeating all
    declarations.

    >>> [outcome] = watched("vector a, b\\nprint cross(a, b)", style="unicode")
    >>> print(outcome)
    print cross(a, b)
      a × b
    """
    lines = list(lines_of(text))
    done, lost = 0, set[int]()
    while done < len(lines):
        try:
            for outcome in apart(_run, lines, file, bare, style, done, lost, seconds=seconds):
                done += 1
                if outcome is not None:
                    yield outcome
        except RewriteError as error:
            yield Outcome(lines[done], file, None, str(error), lines[done].place(0))
            lost.add(done)
            done += 1


def _run(
    lines: Sequence[Line],
    file: str,
    bare: Command | None,
    style: str,
    done: int,
    lost: Set[int],
) -> Iterator[Outcome | None]:
    """The outcomes of the remaining lines; of the lines before, only declarations are repeated."""
    session = Session(COMMANDS, Path(file).parent)
    for number, line in enumerate(lines):
        if number >= done:
            yield _light(run_line(session, line, file, bare), style)
        elif number not in lost and command_of(line.text, bare)[0] is None:
            run_line(session, line, file, bare)


def _light(outcome: Outcome | None, style: str) -> Outcome | None:
    """An outcome to send to another process: text and data, no terms."""
    if outcome is None or outcome.answer is None:
        return outcome
    answer = outcome.answer
    plain = replace(answer, text=answer.styled(style), latex="", shown=None)
    return replace(outcome, answer=plain)
