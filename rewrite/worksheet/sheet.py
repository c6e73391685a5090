"""Running a sheet: line by line, going on after an error, with a summary at the end."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from ..errors import ParseError, RewriteError
from .commands import COMMANDS, Answer, Command, prove
from .reading import Line, check_characters, lines_of, read_sheet
from .session import ADJECTIVES, Session

ERROR = 2
WORST_FIRST = (ERROR, 1, 3, 4, 0)
"""Exit statuses: an error before a refutation before undecided before probable before done."""
_APART = re.compile(r"(?=[ \t]|$)(?![ \t]*=(?!=))")  # after a command, and it is not defined
_WORD = re.compile(r"[^\W\d]\w*")
_NAMED = {0: "done", 1: "refuted", ERROR: "error", 3: "undecided", 4: "probable"}


@dataclass(frozen=True)
class Outcome:
    """What became of one line."""

    line: Line
    file: str
    answer: Answer | None = None
    error: str = ""
    place: tuple[int, int] = (0, 0)

    @property
    def status(self) -> int:
        return ERROR if self.answer is None else self.answer.status

    def __str__(self) -> str:
        if self.answer is None:
            row, column = self.place
            return f"{self.file}:{row}:{column}: error: {self.error}"
        body = "\n".join(f"  {row}" for row in self.answer.text.splitlines())
        return f"{self.line.text}\n{body}"

    def data(self) -> dict[str, Any]:
        """For machines."""
        found: dict[str, Any] = {"line": self.line.number, "text": self.line.text}
        found["status"] = _NAMED[self.status]
        if self.answer is None:
            return {**found, "error": self.error, "at": list(self.place)}
        return {**found, "output": self.answer.text, **self.answer.data, "status": found["status"]}


@dataclass
class Summary:
    """All outcomes, and the worst of them."""

    outcomes: list[Outcome] = field(default_factory=list)

    @property
    def status(self) -> int:
        found = {outcome.status for outcome in self.outcomes}
        return next((status for status in WORST_FIRST if status in found), 0)

    def __str__(self) -> str:
        counted = Counter(_kind(outcome) for outcome in self.outcomes)
        words = ("done", "proved", "probable", "undecided", "refuted", "error")
        told = [f"{counted[w]} {w}{_plural(w, counted[w])}" for w in words if counted[w]]
        return ", ".join(told) or "nothing to do"


def _kind(outcome: Outcome) -> str:
    proof = outcome.answer is not None and outcome.answer.verdict
    return "proved" if proof and outcome.status == 0 else _NAMED[outcome.status]


def _plural(word: str, count: int) -> str:
    return "s" if word == "error" and count > 1 else ""


def run_sheet(text: str, file: str = "sheet", bare: Command | None = None) -> Iterator[Outcome]:
    """Do what each line says; declarations give no outcome unless they are wrong.

    `bare` is done with a line that begins with no command, if it is an equation.

    >>> for outcome in run_sheet("vector a, b\\nprove cross(a, b) == -cross(b, a)\\nsimplify c"):
    ...     print(outcome)
    prove cross(a, b) == -cross(b, a)
      proved
        both sides have the same components: 3 polynomials in 6 generators
    sheet:3:10: error: unknown name 'c'
    """
    session = Session(COMMANDS)
    for line in lines_of(text):
        try:
            check_characters(line)
            command, start = _command(line.text, bare)
            if command is None:
                if not session.declares(line.text):
                    raise ParseError(_expected(line.text), line.text, 0)
            else:
                yield Outcome(line, file, command(session, line.text, start))
        except ParseError as error:
            yield Outcome(line, file, None, error.message, line.place(error.position))
        except (RewriteError, RecursionError, MemoryError) as error:
            yield Outcome(line, file, None, str(error) or type(error).__name__, line.place(0))


def _command(text: str, bare: Command | None) -> tuple[Command | None, int]:
    word = _WORD.match(text)
    if word is not None and word[0] in COMMANDS and _APART.match(text, word.end()):
        return COMMANDS[word[0]], word.end()
    if bare is not None and "==" in text and (word is None or word[0] != "assume"):
        return bare, 0
    return None, 0


def _expected(text: str) -> str:
    word = _WORD.match(text)
    known = [*COMMANDS, *ADJECTIVES, "assume", "triad"]
    close = get_close_matches(word[0], known, 1) if word is not None else []
    hint = f"; did you mean {close[0]!r}?" if close else ""
    return (
        "expected a declaration such as `vector a, b`, a definition `name = expression`, "
        f"or one of {', '.join(COMMANDS)}{hint}"
    )


def run_file(path: str | Path, told: Callable[[Outcome], None] = lambda outcome: None) -> Summary:
    """Run a sheet from a file, telling each outcome as it comes."""
    summary = Summary()
    for outcome in run_sheet(read_sheet(path), str(path)):
        summary.outcomes.append(outcome)
        told(outcome)
    return summary


def identities(file: str | Path, told: Callable[[Outcome], None] = lambda outcome: None) -> Summary:
    """Decide every identity of a file: lines `L == R`, or `L == R when FACT`, after declarations.

    `told` is called with each outcome as it comes. The summary has them all, and the exit status.
    """
    summary = Summary()
    for outcome in run_sheet(read_sheet(file), str(file), bare=prove):
        summary.outcomes.append(outcome)
        told(outcome)
    return summary
