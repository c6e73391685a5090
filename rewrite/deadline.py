"""Deadlines: a time limit is set once and kept by everything that a calculation calls.

`within(seconds)` sets a deadline for everything inside it, in this thread or task. Long loops call
`check_time()`, which raises `OutOfTimeError` once time is up. An inner deadline can only be earlier
than the outer one. Nothing is interrupted in the middle: before calling a library function that
cannot be stopped, compare how long it will take with `time_left()`.

A limit may be on time, on processor time, which other programs do not use up, or on work: every
`check_time()` counts as work, so that a limit on work is the same on every machine.

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
from itertools import chain, count
from math import inf
from time import monotonic, thread_time
from typing import Any, ParamSpec, TypeVar

from .errors import LimitError, RewriteError
from .garbage import put_off

T = TypeVar("T")
R = TypeVar("R")
P = ParamSpec("P")
LIGHT = 16
"""This many items of a light loop count as one unit of work."""


class OutOfTimeError(LimitError):
    """The time limit was reached."""


class OutOfWorkError(OutOfTimeError):
    """The limit on work or on processor time was reached."""


class Clock:
    """A deadline: the end on the wall clock, the end in processor time, and the remaining work."""

    __slots__ = ("processor", "until", "wall", "work")

    def __init__(self, wall: float, processor: float, work: float, until: float) -> None:
        self.wall, self.processor, self.work = wall, processor, work
        self.until = until
        """When to check again: before that time no limit can have been reached."""

    def within(self, seconds: float | None, processor: float | None, work: float | None) -> Clock:
        """A clock that ends no later than this one; None sets no further limit of that kind."""
        wall = self.wall if seconds is None else min(self.wall, monotonic() + seconds)
        until, ends = min(self.until, wall), self.processor
        if processor is not None:
            ends, until = min(ends, thread_time() + processor), min(until, monotonic() + processor)
        return Clock(wall, ends, self.work if work is None else min(self.work, work), until)

    def met(self) -> OutOfTimeError | None:
        """The limit that was reached, as an error; None if there is none, and `until` is
        updated."""
        if self.work < 0:
            return OutOfWorkError("the limit on work was reached")
        now = monotonic()
        if now <= self.until:
            return None
        if now > self.wall:
            return OutOfTimeError("the time limit was reached")
        left = self.processor - thread_time()  # a slow call, so the wall clock comes first
        if left < 0:
            return OutOfWorkError("the limit on processor time was reached")
        self.until = min(self.wall, now + left)
        return None


_clock: ContextVar[Clock] = ContextVar("clock", default=Clock(inf, inf, inf, inf))  # noqa: B039
CLOCKS: list[Clock] = []
"""The running clocks in all threads; while there are none, no time needs to be checked."""
_glances = count(1).__next__


class under:  # noqa: N801  (it reads as a part of the sentence: with under(clock))
    """Put everything inside under a clock; its work also counts for the clock around it."""

    __slots__ = ("_before", "_outer", "_token", "clock")

    def __init__(self, clock: Clock) -> None:
        self.clock = clock

    def __enter__(self) -> Clock:
        self._outer, self._before = _clock.get(), self.clock.work
        self._token = _clock.set(self.clock)
        if self._outer.wall == inf and self.clock.wall < inf:
            put_off(self.clock.wall - monotonic())
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
    """Set limits on seconds from now, on seconds of processor time, and on work; None sets none."""
    return under(clock_within(seconds, processor, work))


def clock_within(
    seconds: float | None, processor: float | None = None, work: float | None = None
) -> Clock:
    """A clock with such limits, for `under`."""
    return _clock.get().within(seconds, processor, work)


@contextmanager
def unlimited() -> Iterator[None]:
    """Suspend every deadline, for work that is done once and must not be left half done."""
    token = _clock.set(Clock(inf, inf, inf, inf))
    try:
        yield
    finally:
        _clock.reset(token)


@contextmanager
def uncounted() -> Iterator[None]:
    """Suspend limits on work, for what is made once and kept: a second call counts none."""
    wall = _clock.get().wall
    token = _clock.set(Clock(wall, inf, inf, wall))
    try:
        yield
    finally:
        _clock.reset(token)


def time_left() -> float:
    """The remaining seconds, at least 0; infinite if there is no deadline."""
    clock = _clock.get()
    return 0.0 if clock.met() is not None else max(0.0, clock.until - monotonic())


def check_time(work: float = 1) -> None:
    """Count work, and raise OutOfTimeError if a limit on time or work was reached."""
    clock = _clock.get()
    clock.work -= work
    if clock.work < 0 or monotonic() > clock.until:
        limit = clock.met()
        if limit is not None:
            raise limit


def glance_at_time() -> None:
    """Check the time at every 16th call, for work that is frequent and takes a few microseconds."""
    if not _glances() & 15:
        check_time(0)


def count_work(work: float) -> None:
    """Count work, in a place where no error may be raised."""
    _clock.get().work -= work


def timed(items: Iterable[T], every: int = 256) -> Iterator[T]:
    """Items one by one; the time is checked from time to time.

    >>> list(timed("ab"))
    ['a', 'b']
    """
    short = isinstance(items, Sized) and len(items) < every
    return iter(items) if short else _timed(items, every, every / LIGHT)


def watched(items: Iterable[T], every: int = 1024) -> Iterator[T]:
    """Items one by one; the time is checked from time to time, but no work is counted.

    This is for loops beside the work proper: what is found with a limit on work does not change.

    >>> list(watched("ab"))
    ['a', 'b']
    """
    short = isinstance(items, Sized) and len(items) < every
    return iter(items) if short else _timed(items, every, 0)


def _timed(items: Iterable[T], every: int, work: float) -> Iterator[T]:
    if type(items) is tuple:
        return chain.from_iterable(_parts(items, every, work))
    return _one_by_one(items, every, work)


def _parts(items: tuple[T, ...], every: int, work: float) -> Iterator[tuple[T, ...]]:
    """Parts of a tuple: what is done between two checks does not pass through Python."""
    for start in range(0, len(items), every):
        if start:
            check_time(work)
        yield items[start : start + every]


def _one_by_one(items: Iterable[T], every: int, work: float) -> Iterator[T]:
    for n, item in enumerate(items, 1):
        if n % every == 0:
            check_time(work)
        yield item


def time_limited(function: Callable[P, R]) -> Callable[P, R]:
    """Make a function keep its keyword `time_limit`: after that many seconds a LimitError is
    raised, also in place of any other RewriteError that occurs later.

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
    """A user's time limit, checked: None, or a positive number of seconds.

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
