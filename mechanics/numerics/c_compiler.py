"""Compile C with the local compiler, and load it into this process."""

from __future__ import annotations

import ctypes
import hashlib
import os
import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rewrite import output_of

LONG = 400_000
"""C files with more characters are compiled with little optimisation, to save time."""
TIME_LIMIT = 180.0
"""Seconds that a compiler may take."""


def compiler() -> str | None:
    """The C compiler: the one that CC names, or cc, gcc or clang; None if there is none."""
    for name in (os.environ.get("CC", ""), "cc", "gcc", "clang"):
        found = shutil.which(name) if name else None
        if found:
            return found
    return None


class NotCompiledError(Exception):
    """There is no compiled function; the message says why."""


@cache
def _folder() -> Any:
    """A temporary folder, which is deleted when this process ends."""
    return TemporaryDirectory(prefix="penelope_")


@cache
def library(source: str) -> ctypes.CDLL:
    """The library compiled from a C file, once for each text."""
    program = compiler()
    if program is None:
        raise NotCompiledError("there is no C compiler: none of $CC, cc, gcc and clang is found")
    name = hashlib.sha256(source.encode()).hexdigest()[:24]
    text, made = (Path(_folder().name) / f"{name}{end}" for end in (".c", ".so"))
    text.write_text(source, encoding="utf-8")
    level = "-O1" if len(source) > LONG else "-O2"
    command = [program, level, "-fPIC", "-shared", "-o", str(made), str(text), "-lm"]
    try:
        status, _, messages = output_of(command, seconds=TIME_LIMIT)
    except OSError as error:
        raise NotCompiledError(f"{program} did not compile it: {error}") from None
    if status:
        said = messages.strip().splitlines()
        raise NotCompiledError(f"{program} did not compile it: {said[0] if said else 'no reason'}")
    return ctypes.CDLL(str(made))
