"""Deadlines: how long a calculation may take, said once and kept by everything that it calls.

`within(seconds)` sets a deadline for all that is done inside it, in this thread or task. Loops that
may be long call `check_time()`, which raises `OutOfTimeError` once the time is out. An inner
deadline can only be earlier than the outer one. Nothing is interrupted in the middle: whoever calls
a function of another library that cannot be stopped must know beforehand how long it takes, and
`time_left()` is how long it still may.

A limit may be one of time, of time on the processor, which other programs do not use up, or of
work: every `check_time()` counts as work, so that a limit of work is the same on every machine.

>>> with within(60):
...     check_time()
>>> time_left()
inf
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from itertools import count
from math import inf
from time import monotonic, thread_time
from typing import Any, ParamSpec, TypeVar

from .errors import LimitError, RewriteError

T = TypeVar("T")
R = TypeVar("R")
P = ParamSpec("P")
LIGHT = 16
"""How many items of a loop count as one piece of work."""


class OutOfTimeError(LimitError):
    """The time that was given is out."""


class OutOfWorkError(OutOfTimeError):
    """The work that was allowed is done, or the time on the processor is out."""


class Clock:
    """What is left: until when, how long on the processor, and how much work."""

    __slots__ = ("processor", "until", "wall", "work")

    def __init__(self, wall: float, processor: float, work: float, until: float) -> None:
        self.wall, self.processor, self.work = wall, processor, work
        self.until = until
        """When to look again: the processor may be busy with something else till then."""

    def within(self, seconds: float | None, processor: float | None, work: float | None) -> Clock:
        """A clock that ends no later than this one; None sets no limit of a kind."""
        wall = self.wall if seconds is None else min(self.wall, monotonic() + seconds)
        until, ends = min(self.until, wall), self.processor
        if processor is not None:
            ends, until = min(ends, thread_time() + processor), min(until, monotonic() + processor)
        return Clock(wall, ends, self.work if work is None else min(self.work, work), until)

    def met(self) -> OutOfTimeError | None:
        """The limit that is met; if there is none, how long to wait before looking again."""
        if self.work < 0:
            return OutOfWorkError("the work that was allowed is done")
        now = monotonic()
        if now <= self.until:
            return None
        if now > self.wall:
            return OutOfTimeError("the time limit was reached")
        left = self.processor - thread_time()  # a slow call, so the wall clock is asked first
        if left < 0:
            return OutOfWorkError("the time on the processor is out")
        self.until = min(self.wall, now + left)
        return None


_clock: ContextVar[Clock] = ContextVar("clock", default=Clock(inf, inf, inf, inf))  # noqa: B039
CLOCKS: list[Clock] = []
"""The clocks that are running, in all threads: while there are none, nobody need look."""
_glances = count(1).__next__


class under:  # noqa: N801  (it reads as a part of the sentence: with under(clock))
    """Let everything inside be ended by a clock; its work counts for the clock around it too."""

    __slots__ = ("_before", "_outer", "_token", "clock")

    def __init__(self, clock: Clock) -> None:
        self.clock = clock

    def __enter__(self) -> Clock:
        self._outer, self._before = _clock.get(), self.clock.work
        self._token = _clock.set(self.clock)
        CLOCKS.append(self.clock)
        return self.clock

    def __exit__(self, *raised: object) -> None:
        _clock.reset(self._token)
        CLOCKS.remove(self.clock)
        if self._outer is not self.clock and self._outer.work != inf:
            self._outer.work -= self._before - self.clock.work


def within(
    seconds: float | None, processor: float | None = None, work: float | None = None
) -> under:
    """Set a deadline so many seconds from now, on the processor too, or after so much work; None
    sets none."""
    return under(clock_within(seconds, processor, work))


def clock_within(
    seconds: float | None, processor: float | None = None, work: float | None = None
) -> Clock:
    """A clock with such a deadline, for `under`."""
    return _clock.get().within(seconds, processor, work)


@contextmanager
def unlimited() -> Iterator[None]:
    """Suspend every deadline, for what is done once and must not be left half done."""
    token = _clock.set(Clock(inf, inf, inf, inf))
    try:
        yield
    finally:
        _clock.reset(token)


def time_left() -> float:
    """How many seconds are left, at least 0; infinitely many if there is no deadline."""
    clock = _clock.get()
    return 0.0 if clock.met() is not None else max(0.0, clock.until - monotonic())


def check_time(work: float = 1) -> None:
    """Raise OutOfTimeError if the time is out, or the work that is allowed is done."""
    clock = _clock.get()
    clock.work -= work
    if clock.work < 0 or monotonic() > clock.until:
        limit = clock.met()
        if limit is not None:
            raise limit


def glance_at_time() -> None:
    """Look at the clock at every 16th call: for what is done often and takes a few microseconds."""
    if not _glances() & 15:
        check_time(0)


def count_work(work: float) -> None:
    """Count work that is done, in a place where no error may be raised."""
    _clock.get().work -= work


def timed(items: Iterable[T], every: int = 256) -> Iterator[T]:
    """Items one by one, with a look at the clock now and then.

    >>> list(timed("ab"))
    ['a', 'b']
    """
    short = isinstance(items, Sized) and len(items) < every
    return iter(items) if short else _timed(items, every)


def _timed(items: Iterable[T], every: int) -> Iterator[T]:
    work = every / LIGHT
    for n, item in enumerate(items, 1):
        if n % every == 0:
            check_time(work)
        yield item


def time_limited(function: Callable[P, R]) -> Callable[P, R]:
    """Let a function keep its keyword `time_limit`: what it calls gives up with a LimitError when
    so many seconds have passed. An error that is made of that one, or comes later, is no finding.

    >>> @time_limited
    ... def counted(n, *, time_limit=None):
    ...     return sum(1 for _ in timed(range(n)))
    >>> counted(1000, time_limit=60)
    1000
    """

    @wraps(function)
    def limited(*args: P.args, **kwargs: P.kwargs) -> R:
        given: Any = kwargs.get("time_limit")
        with within(checked_limit(given)) as clock:
            try:
                return function(*args, **kwargs)
            except LimitError:
                raise
            except RewriteError as error:
                if (limit := clock.met()) is None:
                    raise
                raise limit from error

    return limited


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
