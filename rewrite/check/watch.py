"""Watching files of rules: each time one changes, what changed is checked again."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from .pipeline import Options, check
from .report import Report

PAUSE = 0.3
"""Seconds between two looks at the files."""


def watch(
    files: Sequence[str],
    options: Options,
    told: Callable[[Report], None],
    rounds: int | None = None,
    pause: float = PAUSE,
) -> None:
    """Check files again and again, until interrupted or for so many rounds.

    Findings about rules and sets that did not change come from the memory of the options.
    """
    seen: tuple[float, ...] = ()
    while rounds is None or rounds > 0:
        now = tuple(_changed(f) for f in files)
        if now != seen:
            seen = now
            told(check(*files, options=options))
            rounds = None if rounds is None else rounds - 1
        try:
            time.sleep(pause)
        except KeyboardInterrupt:
            return


def _changed(path: str) -> float:
    try:
        return Path(path).stat().st_mtime_ns
    except OSError:
        return -1.0
