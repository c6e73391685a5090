"""Work in a separate process, which can be stopped at any time.

A contender works in one process for a whole family, so that it keeps its own caches from run to run
and is not affected by the others. The clock runs in that process, and only one process is busy at a
time.
"""

from __future__ import annotations

import contextlib
import gc
import math
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
from typing import Any

from .harness import Contender, GaveUp

FORK: Any = multiprocessing.get_context("fork")


class Stopped(Exception):  # noqa: N818
    """A process was stopped after a number of seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"stopped after {seconds:.3g} s")


class Failed(Exception):  # noqa: N818
    """A process failed; the message has its error."""


class Child:
    """A process that sends its results; the first word of a message is its kind."""

    open: list[Connection] = []
    """The parent's ends of all pipes; a child closes them, to notice when its parent is gone."""

    def __init__(self, work: Callable[[Connection], None]) -> None:
        self.pipe, far = FORK.Pipe()
        Child.open.append(self.pipe)
        self.process = FORK.Process(target=_begun, args=(work, far), daemon=True)
        self.process.start()
        far.close()

    def get(self, seconds: float) -> Any:
        """The next message, if it comes within this time; otherwise the process is stopped."""
        start = time.monotonic()
        try:
            if not self.pipe.poll(None if seconds == math.inf else max(seconds, 0.0)):
                self.stop()
                raise Stopped(time.monotonic() - start)
            word, found = self.pipe.recv()
        except (EOFError, ConnectionError):
            self.stop()
            raise Failed("crashed without a message") from None
        if word == "gave up":
            raise GaveUp(found)
        if word == "failed":
            raise Failed(f"failed with {found}")
        return found

    def stop(self) -> None:
        """Stop it and all processes that it has started."""
        if self.pipe in Child.open:
            Child.open.remove(self.pipe)
            self.pipe.close()
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except ProcessLookupError:
                self.process.kill()  # it had not yet started a process group
            self.process.join()


def _begun(work: Callable[[Connection], None], far: Connection) -> None:
    os.setpgid(0, 0)
    gc.freeze()  # existing objects need not be scanned before every run
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for near in Child.open:
        near.close()
    with contextlib.suppress(EOFError, ConnectionError):  # the parent is gone
        work(far)


def limited(work: Callable[[], Any], seconds: float) -> Any:
    """The result of a function, if it returns within this time.

    >>> limited(lambda: 6*7, 10)
    42
    """
    child = Child(lambda far: _reported(far, lambda: far.send(("found", work()))))
    try:
        return child.get(seconds)
    finally:
        child.stop()


@contextlib.contextmanager
def alarmed(seconds: float) -> Iterator[None]:
    """Stop the Python code in this block after this many seconds."""
    start = time.monotonic()

    def ring(*_: Any) -> None:
        raise Stopped(time.monotonic() - start)

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.001))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


class Worker:
    """A contender working in its process."""

    def __init__(self, contender: Contender, tables: Sequence[dict[Any, Any]] = ()) -> None:
        self.tables = tables
        self.child = Child(lambda far: _serve(far, contender, tables))

    def first(self, size: int, within: float, seconds: float) -> tuple[Any, float]:
        """The answer and its time; `within` limits the run, `seconds` everything together."""
        start = time.monotonic()
        left = lambda: start + seconds - time.monotonic()  # noqa: E731
        try:
            self.child.pipe.send(size)
            self.child.get(seconds)
            taken = self.child.get(min(within, left()))
            answer, tables = self.child.get(left())
        except Stopped:
            raise Stopped(time.monotonic() - start) from None
        for table, more in zip(self.tables, tables, strict=True):
            table.update(more)
        return answer, taken

    def again(self, seconds: float) -> float:
        """How long one more run takes."""
        self.child.pipe.send(None)
        return float(self.child.get(seconds))

    def stop(self) -> None:
        self.child.stop()


def _serve(far: Connection, contender: Contender, tables: Sequence[dict[Any, Any]]) -> None:
    """Serve requests: prepare, run and answer a size; for None, run the last size once more."""
    value: Any = None

    def asked(size: int | None) -> None:
        nonlocal value
        if size is not None:
            value = contender.prepare(size)
            far.send(("prepared", size))
        taken, result = timed(contender.run, contender.fresh(value))
        far.send(("ran", taken))
        if size is not None:
            answer = contender.answer(result)
            far.send(("answered", (answer, [dict(table) for table in tables])))

    while True:
        size = far.recv()
        _reported(far, lambda size=size: asked(size))  # type: ignore[misc]


def _reported(far: Connection, work: Callable[[], None]) -> None:
    try:
        work()
    except GaveUp as reason:
        far.send(("gave up", str(reason)))
    except (EOFError, ConnectionError):
        raise
    except Exception as error:
        first = (str(error).splitlines() or [""])[0][:100]
        far.send(("failed", f"{type(error).__name__}: {first}"))


def timed(run: Callable[[Any], Any], value: Any) -> tuple[float, Any]:
    """The time of a run with the garbage collector off, and its result."""
    gc.collect()
    gc.disable()
    try:
        start = time.perf_counter()
        result = run(value)
        return time.perf_counter() - start, result
    finally:
        gc.enable()
