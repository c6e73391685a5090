"""Outcomes of the lines of a sheet, and of the sheet as a whole."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from textwrap import indent
from typing import Any

from ..text.counting import counted
from .commands import Answer
from .reading import Line

ERROR = 2
WORST_FIRST = (ERROR, 1, 3, 4, 0)
"""Exit statuses: an error before a refutation before undecided before probable before done."""
WORDS = {0: "done", 1: "refuted", ERROR: "error", 3: "undecided", 4: "probable"}


@dataclass(frozen=True)
class Outcome:
    """The outcome of one line."""

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
        return f"{self.line.text}\n{indent(self.answer.text, '  ')}"

    def data(self) -> dict[str, Any]:
        """For machines."""
        found: dict[str, Any] = {"line": self.line.number, "text": self.line.text}
        if self.answer is None:
            return {**found, "status": "error", "error": self.error, "at": list(self.place)}
        return {**found, **self.answer.as_data()}


@dataclass
class Summary:
    """All outcomes, and the worst of them."""

    outcomes: list[Outcome] = field(default_factory=list)

    @property
    def status(self) -> int:
        found = {outcome.status for outcome in self.outcomes}
        return next((status for status in WORST_FIRST if status in found), 0)

    def data(self) -> dict[str, Any]:
        """For machines: every line, and the word and the number of the worst of them."""
        lines = [outcome.data() for outcome in self.outcomes]
        word = WORDS[self.status]
        return {"lines": lines, "summary": str(self), "status": word, "exit": self.status}

    def __str__(self) -> str:
        found = Counter(o.answer.word if o.answer else "error" for o in self.outcomes)
        words = ("done", "proved", "probable", "undecided", "refuted")
        reported = [f"{found[w]} {w}" for w in words if found[w]]
        errors = found["error"]
        return (
            ", ".join([*reported, *([counted(errors, "error")] if errors else [])])
            or "nothing to do"
        )
