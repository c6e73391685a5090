"""Events: times at which a term, or a function of the state, passes through zero."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rewrite import Term

from ..errors import ModelError

HALVINGS = 60
"""How often an interval with a change of sign is halved."""


@dataclass(frozen=True)
class Event:
    """An event: the zero of a scalar term of the system, or of a function of t and y.

    With direction=1 only passages from below count, with -1 only those from above, with 0 both.
    With `stop` the simulation ends there.
    """

    of: Any
    direction: int = 0
    stop: bool = False


@dataclass(frozen=True)
class Passage:
    """The time of an event, and the state then."""

    time: float
    state: Any


def events_of(given: Mapping[str, Any] | None) -> dict[str, Event]:
    """Events from terms, functions or events by name."""
    found: dict[str, Event] = {}
    for name, of in (given or {}).items():
        event = of if isinstance(of, Event) else Event(of)
        if not isinstance(event.of, Term) and not callable(event.of):
            raise ModelError(
                f"event {name}: a scalar term of the system or a function of t and y is needed, "
                f"not {event.of!r}"
            )
        if event.direction not in (-1, 0, 1):
            raise ModelError(f"event {name}: its direction is -1, 0 or 1, not {event.direction!r}")
        found[str(name)] = event
    return found


def passes(event: Event, before: float, after: float) -> bool:
    """Whether a value goes through zero in the direction that is watched."""
    up, down = before < 0 <= after, before > 0 >= after
    return (up and event.direction >= 0) or (down and event.direction <= 0)


def passage(g: Callable[[float], float], start: float, end: float) -> float:
    """Where a function of time changes its sign between two times, by halving the interval."""
    sign = g(start) < 0
    for _ in range(HALVINGS):
        middle = (start + end) / 2
        if not start < middle < end:
            break
        if (g(middle) < 0) == sign:
            start = middle
        else:
            end = middle
    return end
