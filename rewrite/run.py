"""A run: the state that strategies share while they rewrite one term.

It holds the context, the limits, what has been spent, why something stopped, and on request the
steps. Strategies are functions from a term to a term, or None where nothing changes; a strategy
that has run into a limit finds nothing to do any more, and so every loop comes to its end with the
best term so far.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from .context import EMPTY, Context
from .errors import LimitError, RewriteError
from .matching.patterns import BUDGET, OutOfBudget, Search
from .normalform.walk import Normaliser
from .operators import label
from .terms import Term, order

if TYPE_CHECKING:
    from .derivation import Derivation
    from .rule import Rule

FIXED_POINT = "fixed point"


@dataclass(frozen=True)
class Limits:
    """How far a run may go: steps, seconds, the size of a term, and the budget of one search."""

    steps: int | None = 100_000
    seconds: float | None = 60.0
    size: int | None = 1_000_000
    budget: int = BUDGET


@dataclass(frozen=True)
class Outcome:
    """What a run ended with: the term, why it stopped, and how many rules were used.

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
    """What strategies share while one term is rewritten."""

    def __init__(
        self, context: Context | None = None, limits: Limits | None = None, trace: bool = False
    ) -> None:
        self.context = context or EMPTY
        self.walk = Normaliser(self.context)
        self.limits = limits or Limits()
        self.steps = 0
        self.began = time.monotonic()
        self.stopped: str | None = None
        self.noted: list[str] = []
        self.complete = True
        self.size_of_input = 0
        self.path: list[int] = []
        self.trace: list[Any] | None = [] if trace else None

    # What strategies ask for -----------------------------------------------------------------

    def normal(self, t: Term) -> Term:
        """The normal form, remembered as a step if that is asked for."""
        found = self.walk.run(t)
        if found is not t and self.trace is not None:
            self.record(None, {}, t, found)
        return found

    def rewritten(self, t: Term, rules: Iterable[Rule]) -> Term | None:
        """The normal term after one use of the first rule that changes it at its head."""
        if self.stopped is not None:
            return None
        for rule in rules:
            search = Search(self.context, self.limits.budget, self.walk)
            try:
                for place in rule.places(t, search):
                    found = rule.result(place, search)
                    if found is not None and found is not t and self.allowed(found):
                        if self.trace is not None:
                            self.record(rule, place.bindings, t, found)
                        return found
            except OutOfBudget:
                self.complete = False
            if self.stopped is not None:
                return None
        return None

    def allowed(self, found: Term) -> bool:
        """Count a step; whether it stays within the limits."""
        limits = self.limits
        if limits.steps is not None and self.steps >= limits.steps:
            self.stop(f"{limits.steps} steps")
        elif limits.seconds is not None and time.monotonic() - self.began > limits.seconds:
            self.stop(f"{limits.seconds} seconds")
        elif limits.size is not None and size(found) > max(limits.size, 4 * self.size_of_input):
            self.stop(f"size {limits.size}")
        else:
            self.steps += 1
            return True
        return False

    def stop(self, reason: str) -> None:
        """From now on nothing changes any more."""
        self.stopped = self.stopped or reason
        self.note(reason)

    def note(self, reason: str) -> None:
        """Remember why a loop ended otherwise than at a fixed point."""
        if reason not in self.noted:
            self.noted.append(reason)

    def record(self, by: Strategy | None, bindings: dict[Any, Any], t: Term, found: Term) -> None:
        """Remember a step at the present place."""
        from .derivation import Step

        assert self.trace is not None
        used = {v: x for v, x in bindings.items() if isinstance(v, Term)}
        self.trace.append(Step(by, tuple(self.path), used, t, found))

    def repeat(self, steps: slice, depth: int) -> None:
        """Remember that steps taken at another place, `depth` deep, were taken at this one too."""
        assert self.trace is not None
        for step in self.trace[steps]:
            place = (*self.path, *step.position[depth:])
            self.trace.append(replace(step, position=place))

    @property
    def reason(self) -> str:
        return ", ".join(self.noted) or FIXED_POINT


def size(t: Term) -> int:
    """How many nodes a term has, written out."""
    return int(order(t)[0])


class Strategy:
    """A way to rewrite: `apply` gives a term's next form, or None where nothing changes."""

    def apply(self, t: Term, run: Run) -> Term | None:
        raise NotImplementedError

    def __call__(self, t: Any, context: Context | None = None) -> Any:
        """The normal term that the strategy makes, or None if it changes nothing."""
        outcome = self.run(t, context)
        return outcome.term if outcome.steps else None

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
    ) -> Outcome:
        """Rewrite a term, and say why it ended; with `trace`, with its derivation."""
        if not isinstance(t, Term):
            raise RewriteError(f"a strategy rewrites a term, not {label(t)}")
        from .derivation import Derivation

        run = Run(context, Limits(steps, seconds, size, budget), trace)
        run.size_of_input = _size(t)
        try:
            start = run.normal(t)
            found = self.apply(start, run)
        except LimitError as error:
            run.stop(str(error))
            start, found = t, None
        result = start if found is None else found
        derivation = None
        if run.trace is not None:
            derivation = Derivation(t, result, tuple(run.trace), run.context)
        return Outcome(result, run.reason, run.steps, run.complete, derivation)


_size = size


def within(limits: Limits, run: Run, **tighter: Any) -> Limits:
    """Limits with some of them tightened, counted from now on."""
    given = {k: v for k, v in tighter.items() if v is not None}
    if "steps" in given:
        given["steps"] = run.steps + given["steps"]
        if limits.steps is not None:
            given["steps"] = min(limits.steps, given["steps"])
    if "seconds" in given:
        given["seconds"] = time.monotonic() - run.began + given["seconds"]
        if limits.seconds is not None:
            given["seconds"] = min(limits.seconds, given["seconds"])
    return replace(limits, **given)
