"""Python's garbage collector under short time limits.

A full collection stops everything until every object is visited: a tenth of a second in a process
that has loaded sympy and scipy, half a second with a term of some hundred thousand nodes. While a
short time limit runs, full collections are put off. Young objects are collected as usual.

A limit of a few seconds is often set for one part of a call, such as one of many terms. So the
usual thresholds come back a little after the limit has passed, not when the part is done: the
collector itself calls `_look` whenever it has collected young objects.
"""

from __future__ import annotations

import gc
import os
from threading import Lock
from time import monotonic
from typing import Any

SHORT = 5.0
"""Collections are put off for limits up to this many seconds, since garbage takes room until then.
"""
LONGEST = 2 * SHORT
"""Many short limits, one after another, put collections off for this many seconds at most …"""
REST = 1.0
"""… and then not for so many seconds, or until a full collection has taken place."""
MARGIN, LEAST = 1.3, 1.0
"""They are put off for so many times the limit, and for so many seconds at least: the limit may be
that of a small part."""
NEVER = 1 << 30
_lock = Lock()
_usual: list[tuple[int, int, int]] = []
"""The thresholds while they are changed."""
_times = {"begun": 0.0, "ends": 0.0, "rested": 0.0}
"""When collections were first put off, until when they are, and when they may be again."""


def put_off(seconds: float) -> None:
    """Put off full collections, for a calculation that ends within so many seconds."""
    now = monotonic()
    if seconds > SHORT or now < _times["rested"]:
        return
    with _lock:
        if not _usual:
            if not gc.get_threshold()[0]:
                return
            _usual.append(gc.get_threshold())
            _times.update(begun=now, ends=now)
            if _look not in gc.callbacks:
                gc.callbacks.append(_look)
            gc.set_threshold(*_usual[0][:2], NEVER)
        longest = _times["begun"] + LONGEST
        _times["ends"] = min(max(_times["ends"], now + max(MARGIN * seconds, LEAST)), longest)


def _look(phase: str, info: dict[str, Any]) -> None:
    """After a collection: collect as usual again if it is time, and let a full one take place."""
    if phase == "start" or monotonic() < _times["ends"] or not _lock.acquire(blocking=False):
        return
    try:
        if _usual:
            _restore()
            _times["rested"] = monotonic() + REST
        if info["generation"] == 2 or monotonic() > _times["rested"]:
            _times["rested"] = 0.0
            gc.callbacks.remove(_look)
    finally:
        _lock.release()


def _restore() -> None:
    """Set the usual thresholds, unless somebody else has set others meanwhile."""
    usual = _usual.pop()
    if gc.get_threshold() == (*usual[:2], NEVER):
        gc.set_threshold(*usual)


def _as_usual() -> None:
    """Collect as usual again, in a new process: it may have no limit at all."""
    while _usual:
        _restore()
    while _look in gc.callbacks:
        gc.callbacks.remove(_look)
    _times.update(begun=0.0, ends=0.0, rested=0.0)
    _lock.release()


if hasattr(os, "register_at_fork"):  # a worker started meanwhile would never collect
    os.register_at_fork(
        before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_as_usual
    )
