"""Progress of long work, on a terminal."""

from __future__ import annotations

import re
import sys
import time
from typing import Any, TextIO

AFTER, EVERY = 0.5, 0.1
"""The seconds before a bar is shown, and between two updates."""
WIDTH = 24
"""The width of a bar in characters."""
CLEARED = "\r\x1b[K"
"""The characters that clear the line of a terminal."""
_TOTAL = re.compile(r"of (\d+)\b")


class ProgressBar:
    """A line on a terminal that shows the progress of some work: see `progress_bar`."""

    def __init__(self, title: str, stream: TextIO) -> None:
        self.title, self.stream = title, stream
        self.next = time.monotonic() + AFTER
        self.shown = False

    def __call__(self, done: int, what: str) -> None:
        now = time.monotonic()
        if now < self.next:
            return
        self.next, self.shown = now + EVERY, True
        self.stream.write(f"{CLEARED}{self.title} {drawn(done, what)}")
        self.stream.flush()

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(self, *error: Any) -> None:
        if self.shown:
            self.stream.write(CLEARED)
            self.stream.flush()


def progress_bar(title: str = "", stream: TextIO | None = None) -> ProgressBar:
    """A `progress` for long work: a bar on the terminal, which is cleared when the work is done.

    It is drawn on standard error, or another stream, only if that is a terminal and the work takes
    longer than half a second. Work of unknown length shows a count.

    >>> from rewrite import dot, simplify, vectors
    >>> a, b = vectors("a b")
    >>> with progress_bar("simplifying") as bar:
    ...     simplify([dot(a, b) - dot(b, a), dot(a, a + b)], progress=bar)
    [0, dot(a, a + b)]
    """
    stream = sys.stderr if stream is None else stream
    bar = ProgressBar(title, stream)
    if stream is None or not stream.isatty():
        bar.next = float("inf")
    return bar


def drawn(done: int, what: str) -> str:
    """A bar with a count if `what` begins with the total; otherwise the count alone.

    >>> drawn(6, "of 8 terms"), drawn(120, "open")
    ('[##################......] 6 of 8 terms', '120 open')
    """
    total = _TOTAL.match(what)
    if total is None or not int(total[1]):
        return f"{done} {what}"
    full = min(WIDTH, WIDTH * done // int(total[1]))
    return f"[{'#' * full}{'.' * (WIDTH - full)}] {done} {what}"
