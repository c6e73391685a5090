"""Deadlines: how long a calculation may take, said once and kept by everything that it calls.

`within(seconds)` sets a deadline for all that is done inside it, in this thread or task. Loops that
may be long call `check_time()`, which raises `OutOfTimeError` once the time is out. An inner
deadline can only be earlier than the outer one. Nothing is interrupted in the middle: whoever calls
a function of another library that cannot be stopped must know beforehand how long it takes, and
`time_left()` tells how long it may.

>>> with within(60):
...     check_time()
>>> time_left()
inf
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from time import monotonic
from typing import TypeVar

from .errors import LimitError, RewriteError

T = TypeVar("T")
_deadline: ContextVar[float] = ContextVar("deadline", default=inf)


class OutOfTimeError(LimitError):
    """The time that was given is out."""


class within:  # noqa: N801  (it reads as a part of the sentence: with within(5))
    """Set a deadline so many seconds from now; None sets none."""

    __slots__ = ("_seconds", "_token")

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds

    def __enter__(self) -> None:
        now = _deadline.get()
        until = now if self._seconds is None else min(now, monotonic() + self._seconds)
        self._token = _deadline.set(until)

    def __exit__(self, *raised: object) -> None:
        _deadline.reset(self._token)


@contextmanager
def unlimited() -> Iterator[None]:
    """Suspend every deadline, for what is done once and must not be left half done."""
    token = _deadline.set(inf)
    try:
        yield
    finally:
        _deadline.reset(token)


def time_left() -> float:
    """How many seconds are left, at least 0; infinitely many if there is no deadline."""
    return max(0.0, _deadline.get() - monotonic())


def check_time() -> None:
    """Raise OutOfTimeError if the time is out."""
    if monotonic() > _deadline.get():
        raise OutOfTimeError("the time limit was reached")


def timed(items: Iterable[T], every: int = 256) -> Iterator[T]:
    """Items one by one, with a look at the clock now and then.

    >>> list(timed("ab"))
    ['a', 'b']
    """
    for n, item in enumerate(items, 1):
        if n % every == 0:
            check_time()
        yield item


def checked_limit(time_limit: float | None) -> float | None:
    """A time limit as a user gives it: None, or a positive number of seconds.

    >>> checked_limit(-1)
    Traceback (most recent call last):
    ...
    rewrite.errors.RewriteError: the time limit is a positive number of seconds, not -1
    """
    if time_limit is not None and (
        isinstance(time_limit, bool)
        or not isinstance(time_limit, int | float)
        or not time_limit > 0
    ):
        raise RewriteError(f"the time limit is a positive number of seconds, not {time_limit!r}")
    return time_limit
