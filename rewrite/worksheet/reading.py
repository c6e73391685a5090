"""From the text of a sheet to its lines, each with its place in the file.

A line that begins with a blank continues the line before; `#` begins a comment. A file is refused
as a whole if it is not text (not UTF-8, or with a NUL in it) or exceeds the stated limits.
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..errors import ParseError, RewriteError, reason_of

MAX_BYTES = 10_000_000
"""The largest sheet that is read."""
MAX_LINES = 100_000
"""The most lines of a sheet."""


@dataclass(frozen=True)
class Line:
    """One command or declaration, continuation lines included."""

    text: str
    starts: tuple[int, ...]
    """Where in the text each line of the file begins."""
    numbers: tuple[int, ...]
    """The numbers of these lines in the file."""
    columns: tuple[int, ...]
    """How many characters were removed at the beginning of each."""

    @property
    def number(self) -> int:
        return self.numbers[0]

    def place(self, position: int) -> tuple[int, int]:
        """Line and column in the file, from 1, of a position in the text."""
        at = bisect_right(self.starts, max(0, position)) - 1
        return self.numbers[at], self.columns[at] + position - self.starts[at] + 1


def read_sheet(path: str | Path) -> str:
    """The text of a file, if it can be a sheet; `-` is standard input."""
    try:
        if Path(path).is_dir():
            raise RewriteError(f"{path} is a directory, not a sheet")
        with sys.stdin.buffer if path == "-" else open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # a path with a NUL in it is a ValueError
        raise RewriteError(f"{path}: {reason_of(error)}") from None
    if len(data) > MAX_BYTES:
        raise RewriteError(f"{path} has more than {MAX_BYTES} bytes, too many for a sheet")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RewriteError(
            f"{path} is not a text in UTF-8: its byte {error.start} cannot be read"
        ) from None
    if "\0" in text:
        raise RewriteError(f"{path} is not a text: it has a NUL character in it")
    return text


def lines_of(text: str) -> Iterator[Line]:
    """The lines of a sheet, without comments and empty lines.

    >>> [line.text for line in lines_of("vector a, b  # two\\nF = a +\\n    b\\n\\nsimplify F")]
    ['vector a, b', 'F = a + b', 'simplify F']
    """
    rows = text.splitlines()
    if len(rows) > MAX_LINES:
        raise RewriteError(f"the sheet has {len(rows)} lines, more than {MAX_LINES}")
    pending: list[tuple[int, str]] = []
    for number, row in enumerate(rows, 1):
        content = row.split("#", 1)[0].rstrip()
        if not content:
            continue
        if content[0] not in " \t" and pending:
            yield _one_line(pending)
            pending = []
        pending.append((number, content))
    if pending:
        yield _one_line(pending)


def _one_line(rows: list[tuple[int, str]]) -> Line:
    text, starts, columns = "", [], []
    for _, row in rows:
        content = row.lstrip()
        text += " " if text else ""
        starts.append(len(text))
        columns.append(len(row) - len(content))
        text += content
    return Line(text, tuple(starts), tuple(number for number, _ in rows), tuple(columns))


def check_characters(line: Line) -> None:
    """Refuse invisible characters, such as terminal escapes."""
    for position, c in enumerate(line.text):
        if not c.isprintable() and c != "\t":
            raise ParseError(f"the control character U+{ord(c):04X}", line.text, position)
