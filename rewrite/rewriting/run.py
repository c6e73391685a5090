"""A run: the state that strategies share while they rewrite one term.

It holds the context, the limits, the steps and time spent, why something stopped, and on request
the steps. Strategies are functions from a term to a term, or None if nothing changes. After a limit
is reached no strategy changes anything, so every loop ends with the best term so far.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, Any

from ..core.context import EMPTY, Context
from ..core.operators import label
from ..core.terms import Term
from ..core.terms import size as size  # many ask for it here
from ..deadline import checked_limit, time_left, within
from ..errors import LimitError, RewriteError
from ..matching.patterns import BUDGET, OutOfBudget, Search
from ..normalform.walk import Normaliser, normal
from .derivation import Derivation, Step

if TYPE_CHECKING:
    from .rule import Rule

FIXED_POINT = "fixed point"
ROOM = 20_000_000
"""The greatest total length of the positions of all steps of a derivation."""


@dataclass(frozen=True)
class Limits:
    """How far a run may go: steps, seconds, the size of a term, and the budget of one search.

    Steps and seconds are counted from the time when the limits were set.
    """

    steps: int | None = 100_000
    seconds: float | None = 60.0
    size: int | None = 1_000_000
    budget: int = BUDGET
    from_step: int = 0
    from_second: float = 0.0


@dataclass(frozen=True)
class Outcome:
    """The outcome of a run: the term, why the run stopped, and how many rules were used.

    `reason` is "fixed point" if nothing more applies; otherwise the limit that ended the run, or
    "cycle". `complete` is False if a search for matches ran out of its budget.
    """

    term: Any
    reason: str
    steps: int
    complete: bool
    derivation: Derivation | None = None

    @property
    def finished(self) -> bool:
        return self.reason == FIXED_POINT and self.complete


class Run:
    """State that strategies share while one term is rewritten."""

    def __init__(
        self,
        context: Context | None = None,
        limits: Limits | None = None,
        trace: bool = False,
        walk: Normaliser | None = None,
    ) -> None:
        self.context = context or EMPTY
        self.walk = walk or Normaliser(self.context)
        self.limits = limits or Limits()
        self.steps = 0
        self.began = time.monotonic()
        self.stopped: str | None = None
        self.noted: list[str] = []
        self.cuts = 0
        self.complete = True
        self.size_of_input = 0
        self.outer = 0
        """The size of the term around the current position."""
        self.path: list[int] = []
        self.trace: list[Step] | None = [] if trace else None
        self.room = ROOM

    # Used by strategies ----------------------------------------------------------------------

    def normal(self, t: Term) -> Term:
        """The normal form, recorded as a step if there is a trace; the term itself if `normal` hits
        one of its limits."""
        try:
            found = self.walk.run(t)
        except LimitError as error:
            self.stop(str(error))
            return t
        if found is not t and self.trace is not None:
            self.record(None, {}, t, found)
        return found

    def rewritten(self, t: Term, rules: Iterable[Rule]) -> Term | None:
        """A normal term after one application of the first rule that changes it at its head."""
        for rule in rules:
            if self.stopped is not None or not self.in_time():
                return None
            search = self.search()
            try:
                for place in rule.places(t, search):
                    found = rule.result(place, search)
                    if found is None or found is t:
                        continue
                    if not self.allowed(found):
                        return None
                    if self.trace is not None:
                        self.record(rule, place.bindings, t, found)
                    return found
            except OutOfBudget:
                search.partial = True
            except LimitError as error:
                self.stop(str(error))
            if search.partial:
                self.complete = False
                self.cuts += 1
        return None

    def allowed(self, found: Term) -> bool:
        """Count a step if it stays within the limits; whether it does."""
        return self.permits(size(found))

    def search(self) -> Search:
        """A search for matches, within the budget and the time of this run."""
        limits = self.limits
        deadline = None
        if limits.seconds is not None:
            deadline = self.began + limits.from_second + limits.seconds
        return Search(self.context, limits.budget, self.walk, deadline)

    def permits(self, size: int) -> bool:
        """Count a step to a term of this size if it stays within the limits; whether it does."""
        limits = self.limits
        if limits.steps is not None and self.steps - limits.from_step >= limits.steps:
            self.stop(f"{limits.steps} steps")
        elif self.has_room(size) and self.in_time():
            self.steps += 1
            return True
        return False

    def in_time(self) -> bool:
        seconds = self.limits.seconds
        if seconds is not None and self.elapsed - self.limits.from_second > seconds:
            self.stop(f"{seconds} seconds")
        elif not time_left():
            self.stop("the time limit")
        else:
            return True
        return False

    def fits(self, found: Term) -> bool:
        """Whether the size limit allows a term at the current position."""
        return self.has_room(size(found))

    def has_room(self, size: int) -> bool:
        """Whether the whole, with a term of this size at the current position, is no larger than
        the limit or than four times the input."""
        if size <= self.largest:
            return True
        self.stop(f"size {self.limits.size}")
        return False

    @property
    def largest(self) -> float:
        """A term at the current position has at most this many nodes."""
        limit = self.limits.size
        return inf if limit is None else max(limit, 4 * self.size_of_input) - self.outer

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self.began

    def stop(self, reason: str) -> None:
        """Make no more changes from now on, for this reason."""
        self.stopped = self.stopped or reason
        self.note(reason)

    def note(self, reason: str) -> None:
        """Record why a loop ended other than at a fixed point."""
        self.cuts += 1
        if reason not in self.noted:
            self.noted.append(reason)

    def record(self, by: Strategy | None, bindings: dict[Any, Any], t: Term, found: Term) -> None:
        """Record a step at the current position."""
        assert self.trace is not None
        used = {v: x for v, x in bindings.items() if isinstance(v, Term)}
        self.append(Step(by, tuple(self.path), used, t, found))

    def repeat(self, steps: slice, depth: int) -> bool:
        """Record again, at the current position, steps taken at another one, `depth` deep; whether
        there is room and time for that."""
        assert self.trace is not None
        for step in self.trace[steps]:
            place = (*self.path, *step.position[depth:])
            self.append(replace(step, position=place))
            if self.room < 0 or not self.in_time():
                return False
        return True

    def append(self, step: Step) -> None:
        assert self.trace is not None
        self.trace.append(step)
        self.room -= 1 + len(step.position)
        if self.room < 0:
            self.stop("the length of a derivation")

    def forget(self, mark: int) -> None:
        """Forget the steps after a mark: they led to a term that is not kept."""
        if self.trace is not None:
            del self.trace[mark:]

    @contextmanager
    def reset_by(self, exception: type[Exception]) -> Iterator[None]:
        """Undo everything done in the block if this exception ends it."""
        mark, depth, noted = len(self.trace or ()), len(self.path), len(self.noted)
        before = self.steps, self.outer, self.complete, self.cuts, self.room
        try:
            yield
        except exception:
            self.steps, self.outer, self.complete, self.cuts, self.room = before
            del self.path[depth:], self.noted[noted:]
            self.forget(mark)

    @property
    def reason(self) -> str:
        noted = [*self.noted, *(() if self.complete else ("the budget of a search",))]
        return ", ".join(noted) or FIXED_POINT


class Strategy:
    """A way to rewrite: `apply` returns a term's next form, or None if nothing changes."""

    as_written = False
    """Whether it works on terms as they are written, not on their normal forms."""

    def apply(self, t: Term, run: Run) -> Term | None:
        raise NotImplementedError

    def touches(self, t: Term) -> bool:
        """Whether it may change a term; False only if the head of the term rules that out."""
        return True

    def is_idle_on(self, t: Term) -> bool:
        """Whether it cannot change a normal term anywhere, as the operators in it show."""
        return False

    def repeated(self, t: Term, run: Run, early: bool) -> Term | None:
        """A term after one or several applications, for `exhaust`; `early` for the first few,
        during which several at once are allowed."""
        return self.apply(t, run)

    def on(self, t: Term, run: Run) -> Term:
        """A term after the strategy; the term itself if nothing changes."""
        found = self.apply(t, run)
        return t if found is None else found

    def __call__(self, t: Any, context: Context | None = None) -> Any:
        """The normal term that the strategy makes, or None if it changes nothing."""
        outcome = self.run(t, context)
        unchanged = not outcome.steps or outcome.term is normal(t, context)
        return None if unchanged else outcome.term

    def run(
        self,
        t: Term,
        context: Context | None = None,
        *,
        steps: int | None = 100_000,
        seconds: float | None = 60.0,
        size: int | None = 1_000_000,
        budget: int = BUDGET,
        trace: bool = False,
        time_limit: float | None = None,
    ) -> Outcome:
        """Rewrite a term, and say why the run ended; with `trace`, also return the derivation.

        `time_limit` is the same limit as `seconds` under the name used by all verbs; the earlier of
        the two counts.
        """
        if not isinstance(t, Term):
            raise RewriteError(f"a strategy rewrites a term, not {label(t)}")
        for name, limit in {"steps": steps, "seconds": seconds, "size": size}.items():
            if limit is not None and not (isinstance(limit, int | float) and limit >= 0):
                raise RewriteError(f"{name} is None or a number of at least 0, not {limit!r}")
        if not isinstance(budget, int) or budget < 0:
            raise RewriteError(f"budget is a whole number of at least 0, not {budget!r}")
        run = Run(context, Limits(steps, seconds, size, budget), trace)
        with within(checked_limit(time_limit)):
            run.size_of_input = _size(t)
            start = run.normal(t)
            found = self.apply(start, run)
        result = start if found is None else found
        derivation = None
        if run.trace is not None:
            derivation = Derivation(t, result, tuple(run.trace), run.context)
        return Outcome(result, run.reason, run.steps, run.complete, derivation)


_size = size


def tightened(run: Run, given: Limits) -> Limits:
    """The limits of a run, replaced by those given that are tighter, counted from now on."""
    now = run.limits
    if _sooner(given.steps, run.steps, now.steps, now.from_step):
        now = replace(now, steps=given.steps, from_step=run.steps)
    if _sooner(given.seconds, run.elapsed, now.seconds, now.from_second):
        now = replace(now, seconds=given.seconds, from_second=run.elapsed)
    if _sooner(given.size, 0, now.size, 0):
        now = replace(now, size=given.size)
    return replace(now, budget=min(now.budget, given.budget))


def _sooner(some: float | None, since: float, other: float | None, then: float) -> bool:
    return some is not None and (other is None or since + some < then + other)
