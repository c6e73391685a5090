"""Simplifying many terms within one time limit."""

from __future__ import annotations

from time import monotonic
from typing import Any

from rewrite import simplify

PART = 4
"""One term gets a quarter of the time that is left."""


class Simplifier:
    """`simplify` for one term after another; when the time is over, terms stay as they are.

    >>> from rewrite import scalar
    >>> x, within = scalar("x"), Simplifier(10.0)
    >>> within(x + x), within.ended
    (2*x, False)
    """

    def __init__(self, seconds: float | None = None) -> None:
        self.end = None if seconds is None else monotonic() + seconds
        self.ended = False
        """Whether some term was left as it was."""

    def __call__(self, t: Any) -> Any:
        if self.end is None:
            return simplify(t)
        left = self.end - monotonic()
        if left <= 0:
            self.ended = True
            return t
        return simplify(t, time_limit=left / PART)
