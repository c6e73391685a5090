"""Watch files of rules: each time one changes, the changed rules are checked again.

A file is often one of several: it imports operators from a neighbour, or belongs to a package. So
the modules beside it are watched and imported again with it.
"""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from .pipeline import Options, check
from .report import Report

KEPT = ("rewrite", "__main__")
"""Modules that are never imported again: the running engine."""
PAUSE = 0.3
"""Seconds between two checks for changes."""


def watch(
    files: Sequence[str],
    options: Options,
    reported: Callable[[Report], None],
    rounds: int | None = None,
    pause: float = PAUSE,
) -> None:
    """Check files again and again, until interrupted or for a number of rounds.

    Findings about rules and sets that did not change come from the memory of the options.
    """
    seen: dict[str, float] = {}
    while rounds is None or rounds > 0:
        now = {f: _changed(f) for f in (*files, *beside(files).values())}
        if any(seen.get(f) != changed for f, changed in now.items()):
            forget(files)
            reported(check(*files, options=options))
            watched = (*files, *beside(files).values())
            seen = {f: now.get(f, _changed(f)) for f in watched}
            rounds = None if rounds is None else rounds - 1
        try:
            time.sleep(pause)
        except KeyboardInterrupt:
            return


def beside(files: Sequence[str]) -> dict[str, str]:
    """The imported modules from the packages or folders of some files, and their files."""
    packages, folders = set(), set()
    for path in files:
        file, folder = Path(path).resolve(), Path(path).resolve().parent
        package = None
        while (folder / "__init__.py").exists():
            package, folder = folder, folder.parent
        packages |= {package} if package else set()
        folders |= set() if package else {file.parent}
    found = {}
    for name, module in list(sys.modules.items()):
        own = getattr(module, "__file__", None)
        if own is not None and name.partition(".")[0] not in KEPT:
            place = Path(own)
            if place.parent in folders or packages.intersection(place.parents):
                found[name] = own
    return found


def forget(files: Sequence[str]) -> None:
    """Make the next import of some files read their modules again."""
    importlib.invalidate_caches()
    for name in beside(files):
        del sys.modules[name]


def _changed(path: str) -> float:
    try:
        return Path(path).stat().st_mtime_ns
    except OSError:
        return -1.0
