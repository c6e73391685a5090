"""Time limits inside libraries such as sympy and other programs, which check no deadline."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from contextvars import copy_context
from ctypes import c_ulong, py_object, pythonapi
from functools import wraps
from math import inf
from threading import Lock, Thread, current_thread, get_ident
from time import monotonic, sleep
from typing import Any, ParamSpec, TypeVar

from .deadline import OutOfTimeError, check_time, clock_within, time_left

R = TypeVar("R")
P = ParamSpec("P")
PAUSE = 0.02
"""Seconds between two attempts to stop a thread."""
IDLE = 50
"""After so many pauses without a call the thread that watches calls ends."""
AGAIN = 0.5
"""Seconds after which a call that was stopped, and goes on, is stopped again."""
MOMENT = 0.002
"""Seconds that a callback of the garbage collector may take."""


def interruptible(function: Callable[P, R]) -> Callable[P, R]:
    """Make a function end at the deadline although it calls a library that checks none.

    It may be stopped between any two Python instructions, so it must leave nothing half done that
    others can see. Without a deadline it is called directly.

    >>> from rewrite import time_limited
    >>> @time_limited
    ... @interruptible
    ... def endless(*, time_limit=None):
    ...     while True:
    ...         pass
    >>> endless(time_limit=0.01)
    Traceback (most recent call last):
    ...
    rewrite.deadline.OutOfTimeError: the time limit was reached
    """

    @wraps(function)
    def watched(*args: P.args, **kwargs: P.kwargs) -> R:
        ends = clock_within(None).wall
        if ends == inf or isinstance(current_thread(), _Apart):
            return function(*args, **kwargs)
        check_time()
        apart = _Apart(lambda: function(*args, **kwargs))
        apart.wait(ends)
        if isinstance(apart.error, _Stopped):
            check_time()
        if apart.error is not None:
            raise apart.error
        result: R = apart.result
        return result

    return watched


def stoppable(function: Callable[..., R], operands: Sequence[Any]) -> R:
    """The result of a short function of the user's, which is stopped at the deadline if it does not
    end.

    `interruptible` starts a thread for every call. Here one thread watches all of them, so a call
    costs a few microseconds more.

    >>> from rewrite.deadline import within
    >>> def endless(x):
    ...     while True:
    ...         x = x + 1
    >>> with within(0.01):
    ...     stoppable(endless, [1])
    Traceback (most recent call last):
    ...
    rewrite.deadline.OutOfTimeError: the time limit was reached
    """
    ends = clock_within(None).wall
    if ends == inf or isinstance(current_thread(), _Apart):
        return function(*operands)
    check_time()
    call = _Call(get_ident(), ends)
    _watch(call)
    try:
        try:
            return function(*operands)
        finally:
            call.finish()
    except _Stopped:
        call.finish()
        raise OutOfTimeError("the time limit was reached") from None


def foreseen(call: Callable[[], R], part: Callable[[], object], times: float) -> R:
    """The result of a call that cannot be stopped, such as one to LAPACK, if there is time for it.

    `part` is a call of the same kind with `times` times less work. It is made first, and timed.

    >>> foreseen(lambda: sum(range(1000)), lambda: sum(range(10)), 100)
    499500
    """
    if time_left() < inf:
        began = monotonic()
        part()
        if times * (monotonic() - began) > time_left():
            raise OutOfTimeError("the time limit is too short for this")
    return call()


def output_of(command: Sequence[str], text: str = "", seconds: float = inf) -> tuple[int, str, str]:
    """Run another program on a text: its return code, its output and its messages.

    At the deadline it is killed with every program that it has started, and an OutOfTimeError is
    raised. The same happens after so many seconds, with a TimeoutError.

    >>> import sys
    >>> output_of([sys.executable, "-c", "print(input() + '!')"], "done")
    (0, 'done!\\n', '')
    """
    check_time()
    left = min(seconds, time_left())
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command,
        stdin=pipe, stdout=pipe, stderr=pipe,
        encoding="utf-8", errors="replace", start_new_session=True,
    ) as program:  # fmt: skip
        try:
            output, messages = program.communicate(text, None if left == inf else left)
        except subprocess.TimeoutExpired:
            if left < seconds:
                raise OutOfTimeError("the time limit was reached") from None
            raise TimeoutError(f"it took more than {seconds:g} seconds") from None
        finally:
            _kill(program)
        return program.returncode, output, messages


def _kill(program: subprocess.Popen[str]) -> None:
    """Kill a program that is still running, and those that it has started."""
    if program.poll() is None:
        with suppress(ProcessLookupError):
            if os.name == "posix":
                os.killpg(program.pid, signal.SIGKILL)
            else:
                program.kill()


class _Stopped(BaseException):
    """Time is up. No library catches this exception."""


def _receive() -> None:
    """Let an exception that another thread raises in this one arrive here, where it does no harm.

    If it were taken back, or its thread ended first, Python 3.11 would look for it for ever in the
    next function that is traced, until one arrives.
    """
    with suppress(_Stopped):
        pythonapi.PyThreadState_SetAsyncExc(c_ulong(get_ident()), py_object(_Stopped))
        for _ in range(100):  # it arrives between two instructions
            pass


class _Call:
    """A call of a function of the user's in some thread, and when it must have ended."""

    __slots__ = ("done", "ends", "stopped", "thread")

    def __init__(self, thread: int, ends: float) -> None:
        self.thread, self.ends, self.done, self.stopped = thread, ends, False, False

    def stop(self) -> None:
        with _lock:
            if not self.done:
                self.stopped, self.ends = True, monotonic() + AGAIN
                pythonapi.PyThreadState_SetAsyncExc(c_ulong(self.thread), py_object(_Stopped))

    def finish(self) -> None:
        """After this, the thread of the call is not stopped any more."""
        with _lock:
            self.done = True
            if self.stopped:  # perhaps just now
                _receive()


_lock = Lock()
_calls: list[_Call] = []
_watchers: list[Thread] = []


def _watch(call: _Call) -> None:
    """Let a thread stop a call that does not end in time."""
    with _lock:
        _calls.append(call)
        if not _watchers:
            _watchers.append(Thread(target=_watching, daemon=True))
            _watchers[0].start()


def _watching() -> None:
    """Stop calls whose time is up, as long as there have been any lately."""
    idle = 0
    while True:
        sleep(PAUSE)
        with _lock:
            _calls[:] = [call for call in _calls if not call.done]
            idle = 0 if _calls else idle + 1
            if idle > IDLE:
                _watchers.clear()
                return
            late = [call for call in _calls if monotonic() > call.ends]
        for call in late:
            call.stop()


def _unwatched() -> None:
    """In a new process there is no other thread."""
    _calls.clear()
    _watchers.clear()
    _lock.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_unwatched
    )


class _Apart(Thread):
    """A call in a separate thread."""

    def __init__(self, call: Callable[[], Any]) -> None:
        super().__init__(daemon=True)
        self.call, self.context = call, copy_context()
        self.result: Any = None
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self.result = self.context.run(self.call)
        except BaseException as error:
            self.error = error

    def wait(self, ends: float) -> None:
        """Run until the call is done, or until it is stopped because time is up."""
        self.start()
        try:
            while self.is_alive() and monotonic() <= ends:
                self.join(max(ends - monotonic(), PAUSE))
        finally:
            self.stop()

    def stop(self) -> None:
        """Raise an exception in the thread until it ends.

        Meanwhile nothing is collected, because Python prints and drops an exception that is raised
        in a callback of the garbage collector.
        """
        collects, stopped = gc.isenabled(), False
        gc.disable()
        try:
            self.join(MOMENT)  # a callback that is running now ends first
            while self.is_alive():
                stopped = True
                pythonapi.PyThreadState_SetAsyncExc(c_ulong(self.ident or 0), py_object(_Stopped))
                self.join(PAUSE)
        finally:
            if stopped:
                _receive()
            if collects:
                gc.enable()
