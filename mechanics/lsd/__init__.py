"""LSD: mechanisms described in text, compiled to a `System`."""

from __future__ import annotations

from pathlib import Path

from rewrite import time_limited

from ..system import System
from .declaring import described
from .lsd_error import LsdError
from .mechanism import mechanism
from .mechanism_items import Mechanism
from .parsing import read_source
from .to_system import compiled
from .writing import write

__all__ = ["LsdError", "Mechanism", "compiled", "read", "read_mechanism", "read_text", "write"]


@time_limited
def read(path: str | Path, *, time_limit: float | None = None) -> System:
    """The system that a file describes.
    After `time_limit` seconds it stops with a LimitError.
    """
    return compiled(read_mechanism(path))


@time_limited
def read_mechanism(path: str | Path, *, time_limit: float | None = None) -> Mechanism:
    """The numbered mechanism that a file describes, with the table of its names.
    After `time_limit` seconds it stops with a LimitError.
    """
    path = Path(path)
    return read_text(read_source(path), str(path))


@time_limited
def read_text(text: str, file: str = "text.lsd", *, time_limit: float | None = None) -> Mechanism:
    """The numbered mechanism that a text describes; `compiled` makes a system of it.
    After `time_limit` seconds it stops with a LimitError.

    >>> pendulum = read_text('''
    ...     let bob = body mass = ?m, inertia = 0, iframe = [0, -?l, 0] end;
    ...     join earth and bob.frame with link(q) dof = q || [0, 0, 1] end;
    ...     gravity [0, -?g, 0];
    ... ''')
    >>> from mechanics import kane
    >>> print(kane(compiled(pendulum)).simplified())
    m*l**2*q1'' = -g*l*m*sin(q1)
    """
    return mechanism(described(text, file), Path(file).stem)
