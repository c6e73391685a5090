"""Work in a separate process, which is killed if it takes too much time or memory.

No limit inside an algorithm can guarantee that: a single step may be a large product in a compiled
library. If forking is safe, the process has everything that is loaded here; any unfinished work
disappears with it.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from traceback import extract_tb
from typing import Any, TypeVar

from ..errors import LimitError, RewriteError

T = TypeVar("T")
MEMORY = 4 * 2**30
"""The most bytes that such a process may use beyond its initial memory, on Linux."""
_GRACE = 2.0
"""The worker ends by itself this many seconds after the time limit of the waiting process."""
_processes = multiprocessing.get_context("fork" if sys.platform == "linux" else None)


def apart(work: Callable[..., Iterable[T]], *args: Any, seconds: float) -> Iterator[T]:
    """The items that `work(*args)` yields, made in a separate process.

    An item that takes more than `seconds`, or too much memory, raises a LimitError.

    >>> list(apart(range, 3, seconds=60))
    [0, 1, 2]
    """
    here, there = _processes.Pipe(duplex=False)
    worker = _processes.Process(target=_work, args=(there, seconds, work, args), daemon=True)
    with _without_interrupts():
        worker.start()
    there.close()
    try:
        while (item := _received(here, seconds)) is not None:
            yield item[0]
    finally:
        worker.kill()
        worker.join()
        here.close()


def _received(pipe: Connection, seconds: float) -> tuple[Any, ...] | None:
    """The next item, in a tuple; None after the last one."""
    if not pipe.poll(seconds):
        raise LimitError(f"this takes more than {seconds:g} seconds; --seconds allows more")
    try:
        found = pipe.recv()
    except EOFError:
        raise LimitError("the process that worked on this line crashed") from None
    if isinstance(found, RewriteError):
        raise found
    return found  # type: ignore[no-any-return]


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Block Ctrl-C while a process starts, because it reaches both and only one reports it.

    The new process begins with interrupts blocked, and ignores them from its first line on.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# -- in the other process -------------------------------------------------------------------------


def _work(pipe: Connection, seconds: float, work: Callable[..., Iterable[T]], args: Any) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the waiting process
    try:
        _limit_memory()
        _alarm(seconds)
        for item in work(*args):
            pipe.send((item,))
            _alarm(seconds)
        pipe.send(None)
    except BrokenPipeError:
        pass  # nobody is waiting any more
    except MemoryError:
        pipe.send(LimitError(f"this takes more than {MEMORY >> 20} MB of memory"))
    except RewriteError as error:
        pipe.send(RewriteError(str(error)))
    except Exception as error:
        pipe.send(fault(error))


def fault(error: Exception) -> RewriteError:
    """An error that was not raised on purpose, as a message with its place.

    >>> try:
    ...     [][0]
    ... except IndexError as error:
    ...     print(fault(error))  # doctest: +ELLIPSIS
    a fault of penelope itself, please report it: IndexError: list index out of range (...)
    """
    last = extract_tb(error.__traceback__)[-1]
    place = f"{Path(last.filename).name}, line {last.lineno}"
    fault = f"{type(error).__name__}: {error} ({place})"
    return RewriteError(f"a fault of penelope itself, please report it: {fault}")


def _alarm(seconds: float) -> None:
    """Make this process end by itself some time later, since the waiting one may be gone."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds + _GRACE)


def _limit_memory() -> None:
    if sys.platform != "linux":
        return
    import resource

    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + MEMORY
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most if hard < 0 else min(most, hard), hard))
