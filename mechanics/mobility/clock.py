"""The time that an analysis may take."""

from __future__ import annotations

from time import monotonic

LAST_RESORT = 6.0
"""The seconds that standard bases may take in one analysis."""


class OutOfTimeError(Exception):
    """The time limit is reached; the report contains what is known by then."""


class Clock:
    """A limit in seconds, checked between steps.

    >>> Clock(10.0).is_over
    False
    """

    def __init__(self, seconds: float) -> None:
        self.begun = monotonic()
        self.seconds = seconds
        self.last_resort = LAST_RESORT
        """How many seconds standard bases may still take."""

    @property
    def left(self) -> float:
        """How many seconds are left."""
        return self.begun + self.seconds - monotonic()

    @property
    def is_over(self) -> bool:
        return self.left <= 0

    def check(self) -> None:
        """Stop here if the time is over."""
        if self.is_over:
            raise OutOfTimeError

    def at_most(self, seconds: float) -> Clock:
        """A clock for this many seconds, but for no more than half of the time that is left."""
        return Clock(min(seconds, max(0.0, self.left) / 2))
