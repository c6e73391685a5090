"""Time limits of analyses: one deadline for the whole, and shares of it for the parts."""

from __future__ import annotations

import time
from dataclasses import dataclass
from math import inf

from ..errors import RewriteError


@dataclass(frozen=True)
class Deadline:
    """A point in time.

    >>> whole = Deadline.after(10)
    >>> 4 < whole.share(0.5).left <= 5, whole.share(0.5, most=1).left <= 1, whole.passed
    (True, True, False)
    """

    end: float = inf

    @staticmethod
    def after(seconds: float | None) -> Deadline:
        """The time this many seconds from now; never, if None."""
        if seconds is None:
            return Deadline()
        if not isinstance(seconds, int | float) or not seconds > 0:
            raise RewriteError(f"the time limit is a positive number of seconds, not {seconds!r}")
        return Deadline(time.monotonic() + seconds)

    @property
    def left(self) -> float:
        """The seconds left, at least a hundredth."""
        return max(self.end - time.monotonic(), 0.01)

    @property
    def passed(self) -> bool:
        return time.monotonic() > self.end

    def share(self, part: float, most: float = inf) -> Deadline:
        """A share of the time left, and at most this many seconds."""
        return Deadline(time.monotonic() + min(part * self.left, most))
