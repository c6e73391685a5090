"""Progress of a simulation: a bar on a terminal, or a function given by the caller."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rewrite import progress_bar


def shown_by(progress: Any, title: str) -> tuple[Callable[[float], Any], Callable[[], None]]:
    """Two functions: one is called with the fraction that is done, the other at the end."""
    if progress is None or progress is True:
        bar = progress_bar(title)
        return (lambda part: bar(int(100 * part), "of 100 %")), (lambda: bar.__exit__())
    if progress is False:
        return (lambda part: None), (lambda: None)
    return progress, (lambda: None)
