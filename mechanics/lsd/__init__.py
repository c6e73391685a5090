"""LSD: mechanisms described in text, compiled to a `System`."""

from __future__ import annotations

from pathlib import Path

from ..system import System
from .compiling import compiled
from .declaring import described
from .errors import LsdError
from .mechanism import Mechanism, mechanism
from .parsing import read_source

__all__ = ["LsdError", "Mechanism", "read", "read_mechanism"]


def read(path: str | Path) -> System:
    """The system that a file describes."""
    return compiled(read_mechanism(path))


def read_mechanism(path: str | Path) -> Mechanism:
    """The numbered mechanism that a file describes, with the table of its names."""
    path = Path(path)
    return mechanism(described(read_source(path), str(path)), path.stem)
