"""Progress of a simulation: a bar on a terminal, or a function of the caller."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from typing import Any

WIDTH = 30
PAUSE = 0.2
"""Seconds between two changes of the bar."""


class ProgressBar:
    """A bar on the terminal, drawn only if the errors of the program go to one."""

    def __init__(self, title: str) -> None:
        self.title, self.shown, self.last = title, False, monotonic()

    def __call__(self, part: float) -> None:
        """Show which part of the whole is done, from 0 to 1."""
        now = monotonic()
        if now - self.last < PAUSE or not sys.stderr.isatty():
            return
        full = int(WIDTH * part)
        bar = "#" * full + "." * (WIDTH - full)
        sys.stderr.write(f"\r{self.title} [{bar}] {part:4.0%}")
        sys.stderr.flush()
        self.shown, self.last = True, now

    def close(self) -> None:
        """Clear the line."""
        if self.shown:
            sys.stderr.write("\r" + " " * (len(self.title) + WIDTH + 10) + "\r")
            sys.stderr.flush()


def shown_by(progress: Any, title: str) -> tuple[Callable[[float], Any], Callable[[], None]]:
    """Two functions: one is called with the fraction that is done, the other at the end."""
    if progress is None or progress is True:
        bar = ProgressBar(title)
        return bar, bar.close
    if progress is False:
        return (lambda part: None), (lambda: None)
    return progress, (lambda: None)
