"""Integration step by step, by the methods of scipy, with limits, events and projection."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from math import isfinite, nan
from time import monotonic
from typing import Any

import numpy as np

from ..errors import ModelError
from .events import Event, Passage, passage, passes

METHODS = ("DOP853", "RK45", "RK23", "Radau", "BDF", "LSODA")
ONE_STEP = ("DOP853", "RK45", "RK23", "Radau")
"""Methods that start every step afresh, so that the state may be moved between two steps."""
EMPTY = 60
"""The integration is given up after this many evaluations in a row without finite values."""


@dataclass
class Limits:
    """The limits at which an integration is given up."""

    begun: float
    """When the seconds begin."""
    seconds: float = 120.0
    evaluations: int = 5_000_000


class _GivenUpError(Exception):
    """The integration is given up; the message says why."""


class _Watch:
    """A right-hand side that raises an error when it takes too long or stays without finite values.
    The check is here because a method of scipy may search for a step forever.
    """

    def __init__(self, function: Callable[[float, Any], Any], limits: Limits) -> None:
        self.function, self.limits = function, limits
        self.evaluations, self.empty = 0, 0
        self.last = nan

    def __call__(self, t: float, y: Any) -> Any:
        found = self.function(t, y)
        self.evaluations += 1
        self.check(t)
        if isfinite(found.sum()):
            self.empty, self.last = 0, t
            return found
        self.empty += 1
        if self.empty > EMPTY:
            when = f"after t = {self.last:.6g}" if isfinite(self.last) else "at the start"
            raise _GivenUpError(
                f"{when} the rates are not finite: the mass matrix or the coordinates (such as "
                "Euler angles) are singular there"
            )
        return found

    def check(self, t: float) -> None:
        """Stop at the limits."""
        if monotonic() - self.limits.begun > self.limits.seconds:
            raise _GivenUpError(
                f"the limit of {self.limits.seconds:g} s of time was reached at t = {t:.6g}; give "
                "more with time_limit, or looser tolerances"
            )
        if self.evaluations > self.limits.evaluations:
            raise _GivenUpError(
                f"the limit of {self.limits.evaluations} evaluations was reached at t = {t:.6g}; "
                "give more with evaluations, or looser tolerances"
            )


@dataclass
class Integrated:
    """Times, states and their gaps, events, and why the integration ended."""

    times: list[float] = field(default_factory=list)
    states: list[Any] = field(default_factory=list)
    gaps: list[Any] = field(default_factory=list)
    events: dict[str, list[Passage]] = field(default_factory=dict)
    stopped: str = ""
    """Why it ended before the end; empty if it did not."""
    steps: int = 0
    evaluations: int = 0


def solver_class(method: str) -> Any:
    """A method of scipy by its name."""
    if method not in METHODS:
        raise ModelError(f"simulate: method is one of {', '.join(METHODS)}, not {method!r}")
    try:
        return getattr(import_module("scipy.integrate"), method)
    except ImportError:
        raise ModelError(
            "simulate needs scipy, which is not installed: pip install 'penelope-rewrite[motion]'"
        ) from None


@dataclass
class Integration:
    """A motion to be computed."""

    function: Callable[[float, Any], Any]
    project: Callable[[float, Any], Any] | None
    gaps: Callable[[float, Any], Any] | None
    events: Mapping[str, Event]
    values: Mapping[str, Callable[[float, Any], float]]
    """The quantity that each event watches, as a function of t and y."""
    limits: Limits
    progress: Callable[[float], Any]

    def run(self, method: Any, y: Any, times: Any, rtol: float, atol: Any) -> Integrated:
        """States at times in ascending order, from the state at the first of them, by a class of
        scipy.
        """
        start = float(times[0])
        found = Integrated(events={name: [] for name in self.events})
        before = {name: g(start, y) for name, g in self.values.items()}
        watch = _Watch(self.function, self.limits)
        self._kept(found, start, np.array(y))
        try:
            solver = method(watch, start, y, float(times[-1]), rtol=rtol, atol=atol)
            self._go(solver, watch, found, before, times)
        except _GivenUpError as reason:
            found.stopped = str(reason)
        found.evaluations = watch.evaluations
        return found

    def _go(
        self, solver: Any, watch: _Watch, found: Integrated, before: dict[str, float], times: Any
    ) -> None:
        """Take steps until the end, or until there is a reason to stop."""
        next_one = 1
        while solver.status == "running" and not found.stopped:
            message = solver.step()
            found.stopped = _broken(solver, message)
            if found.stopped:
                break
            dense = solver.dense_output()
            before, stop = self._watch(solver, dense, before, found)
            end = solver.t if stop is None else stop
            while next_one < len(times) and times[next_one] <= end:
                self._keep(found, float(times[next_one]), dense(times[next_one]))
                watch.check(found.times[-1])
                next_one += 1
            if stop is not None and stop > found.times[-1]:
                self._keep(found, stop, dense(stop))
            self._projected(solver)
            found.steps += 1
            self.progress((solver.t - times[0]) / (times[-1] - times[0]))

    def _keep(self, found: Integrated, t: float, y: Any) -> None:
        self._kept(found, t, y if self.project is None else self.project(t, y))

    def _kept(self, found: Integrated, t: float, y: Any) -> None:
        found.times.append(t)
        found.states.append(y)
        if self.gaps is not None:
            found.gaps.append(self.gaps(t, y))

    def _watch(
        self, solver: Any, dense: Any, before: dict[str, float], found: Integrated
    ) -> tuple[dict[str, float], float | None]:
        """Record the events of a step; return the values after it, and the time to stop, if any."""
        after = {name: g(solver.t, solver.y) for name, g in self.values.items()}
        seen = []
        for name, event in self.events.items():
            if passes(event, before[name], after[name]):
                t = passage(self._along(name, dense), solver.t_old, solver.t)
                seen.append((t, name))
        for t, name in sorted(seen):
            found.events[name].append(Passage(t, dense(t)))
            if self.events[name].stop:
                found.stopped = f"event {name} at t = {t:.6g}"
                return after, t
        return after, None

    def _along(self, name: str, dense: Any) -> Callable[[float], float]:
        return lambda t: self.values[name](t, dense(t))

    def _projected(self, solver: Any) -> None:
        if self.project is not None and type(solver).__name__ in ONE_STEP:
            solver.y = self.project(solver.t, solver.y)
            solver.f = solver.fun(solver.t, solver.y)


def _broken(solver: Any, message: str | None) -> str:
    """The reason why a step is the last one, or an empty text."""
    if solver.status == "failed":
        return f"at t = {solver.t:.6g}: {message or 'the step became too small'}"
    if not np.isfinite(solver.y).all():
        return f"after t = {solver.t_old:.6g} the state is not finite"
    return ""
