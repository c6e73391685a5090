"""Running a sheet line by line, continuing after errors, with a summary at the end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from difflib import get_close_matches
from pathlib import Path

from ..deadline import check_time, time_limited
from ..errors import ParseError, RewriteError
from .commands import COMMANDS, Command, prove
from .loading import LOADERS
from .outcomes import Outcome, Summary
from .reading import Line, check_characters, lines_of, read_sheet
from .session import ADJECTIVES, Session

_APART = re.compile(r"(?=[ \t]|$)(?![ \t]*=(?!=))")  # after a command, unless `=` follows
_WORD = re.compile(r"[^\W\d]\w*")
_BEGIN = (*COMMANDS, *sorted(ADJECTIVES), "assume", "triad", *LOADERS)
"""The words with which a line may begin."""


def run_sheet(text: str, file: str = "sheet", bare: Command | None = None) -> Iterator[Outcome]:
    """Execute each line; declarations give no outcome unless they are wrong.

    `bare` is the command for equations that begin with no command.

    >>> for outcome in run_sheet("vector a, b\\nprove cross(a, b) == -cross(b, a)\\nsimplify c"):
    ...     print(outcome)
    prove cross(a, b) == -cross(b, a)
      proved
        both sides have the same normal form
    sheet:3:10: error: unknown name 'c'; declare it first: `vector c` in a sheet,
    vector("c") in Python
    """
    session = Session(COMMANDS, Path(file).parent)
    for line in lines_of(text):
        check_time()
        try:
            outcome = run_line(session, line, file, bare)
        except MemoryError:
            outcome = Outcome(line, file, None, "out of memory", line.place(0))
        if outcome is not None:
            yield outcome


def run_line(session: Session, line: Line, file: str, bare: Command | None) -> Outcome | None:
    """Execute one line; None if it is a declaration."""
    try:
        check_characters(line)
        command, start = command_of(line.text, bare)
        if command is not None:
            return Outcome(line, file, command(session, line.text, start))
        if not session.declares(line.text):
            raise ParseError(_expected(line.text), line.text, 0)
    except ParseError as error:
        said = error.message + _continued(line, error.position)
        return Outcome(line, file, None, said, line.place(error.position))
    except (RewriteError, RecursionError) as error:
        return Outcome(line, file, None, str(error), line.place(0))
    return None


def command_of(text: str, bare: Command | None) -> tuple[Command | None, int]:
    """The command of a line and where its text begins; None if the line is a declaration."""
    word = _WORD.match(text)
    if word is not None and word[0] in COMMANDS and _APART.match(text, word.end()):
        return COMMANDS[word[0]], word.end()
    if bare is not None and "==" in text and (word is None or word[0] != "assume"):
        return bare, 0
    return None, 0


def _continued(line: Line, position: int) -> str:
    """A hint for a line that begins with a command but continues the line before."""
    word = _WORD.match(line.text, position)
    if position not in line.starts[1:] or word is None or word[0] not in _BEGIN:
        return ""
    return "; a line that begins with a blank continues the one before"


def _expected(text: str) -> str:
    word = _WORD.match(text)
    close = get_close_matches(word[0], _BEGIN, 1) if word is not None else []
    hint = f"; did you mean {close[0]!r}?" if close else ""
    return (
        "expected a declaration such as `vector a, b`, a definition `name = expression`, "
        f"or one of {', '.join(COMMANDS)}{hint}"
    )


def run_file(
    path: str | Path,
    report: Callable[[Outcome], None] = lambda outcome: None,
    bare: Command | None = None,
) -> Summary:
    """Run a sheet from a file, reporting each outcome as it comes; `bare` is as in `run_sheet`."""
    summary = Summary()
    for outcome in run_sheet(read_sheet(path), str(path), bare):
        summary.outcomes.append(outcome)
        report(outcome)
    return summary


@time_limited
def identities(
    file: str | Path,
    report: Callable[[Outcome], None] = lambda outcome: None,
    *,
    time_limit: float | None = None,
) -> Summary:
    """Decide every identity of a file: lines `L == R`, or `L == R when FACT`, after declarations.

    `report` is called with each outcome as soon as it is known. The summary has all outcomes and
    the exit status. After `time_limit` seconds it stops with a LimitError.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder) / "laws.txt"
    ...     _ = file.write_text("vector a, b\\ndot(a, b) == dot(b, a)\\ncross(a, b) == cross(b, a)")
    ...     print(identities(file))
    1 proved, 1 refuted
    """
    return run_file(file, report, prove)
