"""Python's garbage collector under short time limits.

A full collection stops everything until every object is visited: a tenth of a second in a process
that has loaded sympy and scipy, half a second with a term of some hundred thousand nodes. While a
short time limit runs, full collections are put off. Young objects are collected as usual.
"""

from __future__ import annotations

import gc
import os
from threading import Lock

SHORT = 5.0
"""Collections are put off for this many seconds at most, since garbage takes room until then."""
NEVER = 1 << 30
_lock = Lock()
_usual: list[tuple[int, int, int]] = []
"""The thresholds while they are changed."""


def put_off(seconds: float) -> None:
    """Put off full collections, for a calculation that ends within so many seconds."""
    with _lock:
        if seconds <= SHORT and not _usual and gc.get_threshold()[0]:
            _usual.append(gc.get_threshold())
            gc.set_threshold(*_usual[0][:2], NEVER)


def as_usual() -> None:
    """Collect as usual again."""
    if _usual:
        with _lock:
            while _usual:
                gc.set_threshold(*_usual.pop())


if hasattr(os, "register_at_fork"):  # a worker started meanwhile would never collect
    os.register_at_fork(
        before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release
    )
    os.register_at_fork(after_in_child=as_usual)
