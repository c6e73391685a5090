"""`simulate`: from a system and a state to its motion."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any

import numpy as np

from rewrite import time_limited

from ..equations.motion import EquationsOfMotion
from ..errors import ModelError, RedundancyWarning, StoppedWarning
from ..formalisms import kane
from ..robots.dynamics import recursive
from ..system import System
from .events import events_of
from .integrating import ONE_STEP, Integration, Limits, solver_class
from .progress_bar import shown_by
from .run import Run
from .simulation_task import Task

FORMALISMS: dict[str, Callable[[System], EquationsOfMotion]] = {
    "kane": kane,
    "recursive": recursive,
}
"""The formalisms that give M u' = f."""
STABILISED = ("auto", "projection", "baumgarte", "none")


def simulate(
    system: System | EquationsOfMotion,
    state: Mapping[Any, Any],
    until: float,
    *,
    parameters: Mapping[Any, Any] | None = None,
    inputs: Mapping[Any, Any] | None = None,
    events: Mapping[str, Any] | None = None,
    functions: Mapping[str, Any] | None = None,
    formalism: str = "kane",
    start: float = 0.0,
    samples: int = 201,
    times: Any = None,
    rtol: float = 1e-9,
    atol: float = 1e-11,
    method: str = "DOP853",
    language: str = "c",
    stabilise: str = "auto",
    rate: Any = 10.0,
    near: Mapping[Any, Any] | None = None,
    adjust: bool = False,
    progress: Any = None,
    time_limit: float = 120.0,
    evaluations: int = 5_000_000,
) -> Run:
    """The motion of a system from a state until a time.

    - `state`: coordinates and speeds by name or symbol; all others are zero, or the identity
      rotation. With constraints, the others follow from them, near the values in `near` or in
      `system.assembled`; `adjust` allows the given values to be moved too;
    - `parameters`: numbers or arrays by name or symbol; by default those of `system.assembled`;
    - `inputs`: values of symbols that change with time and are not states: a number, a function of
      t or of t and y, or a term of states, parameters and `time`, such as a control law;
    - `functions`: Python functions for functions that the model only names;
    - `events`: terms or functions of t and y whose zeros are recorded; see `Event`;
    - `samples` or `times`: at how many times, or at which, the states are kept;
    - `rtol`, `atol`, `method`: as in scipy. `language` is "c" (NumPy if there is no compiler),
      "numpy" or "python";
    - `stabilise`: gaps of constraints are closed by "projection" after every step, or decay by
      Baumgarte's terms at a `rate` ("baumgarte", also for multistep methods);
    - `progress`: False, or a function of the fraction done; by default a bar on a terminal;
    - `time_limit` in seconds, `evaluations`: the run stops at these limits, and says so. If the
      time is out before the code is made, it stops with a LimitError. The time begins when scipy
      is loaded, which may take a second.

    >>> from mechanics.models import plane_pendulum
    >>> run = simulate(plane_pendulum(1), {"q1": 1.0}, 2.0,
    ...                parameters={"m1": 1, "l1": 1, "g": 9.81})
    >>> run.energy_drift < 1e-8, len(run["q1"])
    (True, 201)
    """
    _must_be_right(state, parameters, inputs, near, rtol, atol)
    solver = solver_class(method)  # loading scipy may take a second, which is not counted
    limits = Limits(monotonic(), time_limit, evaluations)
    kept, watched = _times(start, until, samples, times), events_of(events)

    def begun(*, time_limit: float) -> tuple[Task, Any, dict[str, Any]]:
        task = Task(
            _equations(system, formalism), dict(parameters or {}), dict(inputs or {}), language,
            _stabilised(stabilise, method), rate, functions,
        )  # fmt: skip
        y = task.begun(state, dict(near or {}), float(kept[0]), adjust)
        return task, y, {name: task.watched(name, e.of) for name, e in watched.items()}

    task, y, values = time_limited(begun)(time_limit=time_limit)
    report, close = shown_by(progress, str(task.system.name))
    integration = Integration(
        task.bound, task.projection, task.gaps, watched, values, limits, report
    )
    try:
        with np.errstate(all="ignore"):
            found = integration.run(solver, y, kept, rtol, atol)
    finally:
        close()
    if found.stopped and not found.stopped.startswith("event"):
        warnings.warn(StoppedWarning(f"{task.system.name}: {found.stopped}"), stacklevel=2)
    return task.run(found)


def _equations(system: Any, formalism: str) -> EquationsOfMotion:
    if isinstance(system, EquationsOfMotion):
        return system
    if not isinstance(system, System):
        raise ModelError(f"simulate takes a System or the result of kane, not {system!r}")
    if formalism not in FORMALISMS:
        listed = ", ".join(FORMALISMS)
        raise ModelError(f"simulate: formalism is one of {listed}, not {formalism!r}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RedundancyWarning)
        return FORMALISMS[formalism](system)


def _stabilised(stabilise: str, method: str) -> str:
    if stabilise not in STABILISED:
        listed = ", ".join(STABILISED)
        raise ModelError(f"simulate: stabilise is one of {listed}, not {stabilise!r}")
    several = method not in ONE_STEP
    if stabilise == "projection" and several:
        raise ModelError(
            f"simulate: {method} is a multistep method, so states cannot be projected between "
            "steps; use stabilise='baumgarte', or a method such as DOP853 or Radau"
        )
    return ("baumgarte" if several else "projection") if stabilise == "auto" else stabilise


def _must_be_right(
    state: Any, parameters: Any, inputs: Any, near: Any, rtol: Any, atol: Any
) -> None:
    """Refuse settings that are not mappings from names, and invalid tolerances."""
    given = {"state": state, "parameters": parameters, "inputs": inputs, "near": near}
    for what, value in given.items():
        if value is not None and not isinstance(value, Mapping):
            raise ModelError(f"simulate: {what} is a mapping from names to values, not {value!r}")
    for what, value in (("rtol", rtol), ("atol", atol)):
        if not (np.all(np.isreal(value)) and np.all(np.asarray(value, dtype=float) > 0)):
            raise ModelError(f"simulate: {what} is a positive number, not {value!r}")


def _times(start: float, until: float, samples: int, times: Any) -> Any:
    if times is None:
        if not samples >= 2:
            raise ModelError(f"simulate: at least 2 samples are needed, not {samples!r}")
        try:
            times = np.linspace(float(start), float(until), int(samples))
        except (TypeError, ValueError):
            raise ModelError(
                f"simulate: start and until are times, not {start!r} and {until!r}"
            ) from None
    found = np.asarray(times, dtype=float)
    rising = found.ndim == 1 and len(found) > 1 and (np.diff(found) > 0).all()
    if not rising or not np.isfinite(found).all():
        raise ModelError(
            f"simulate: times must increase from start = {start:g} to until = {until:g}; give "
            "`until` later than `start`"
        )
    return found
