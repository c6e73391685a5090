"""`--simulate`: the motion of a mechanism in numbers, with values from the command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rewrite import RewriteError, Scalar, evaluate, free_symbols, number, parse, postorder, subs

from ..errors import ModelError
from ..simulation import NotClosedError, motion_code
from ..system import System
from .equations_report import equations_of
from .loading import Loaded

ROWS = 11
"""How many states are printed."""


@dataclass(frozen=True)
class Motion:
    """Times and states by name."""

    times: Any
    columns: dict[str, Any]

    def table(self) -> str:
        """Some of the states, evenly spread."""
        rows = np.unique(np.linspace(0, len(self.times) - 1, ROWS).round().astype(int))
        head = "".join(f"{name:>12}" for name in ("time", *self.columns))
        lines = [
            "".join(f"{x:>12.6g}" for x in (self.times[i], *(c[i] for c in self.columns.values())))
            for i in rows
        ]
        return "\n".join([head, *lines])

    def as_data(self) -> dict[str, Any]:
        columns = {name: [float(x) for x in c] for name, c in self.columns.items()}
        return {"time": [float(t) for t in self.times], **columns}


def simulated(m: Loaded, seconds: float, settings: str, steps: int) -> Motion:
    """The motion for so many seconds from a state that `settings` gives with the parameters."""
    given = parsed_settings(settings)
    system = _with_functions(m.system, given)
    program = motion_code(equations_of(system, "kane"))
    values = {**_efforts_at_rest(m), **m.values, **given}
    numbers = {name: _number(name, v) for name, v in values.items()}
    states = {n for n, _ in (*program.layout.configuration, *program.layout.speeds)}
    _must_be_known(m, program, numbers)
    try:
        run = program.mechanism({k: v for k, v in numbers.items() if k not in states})
        start = run.state({k: v for k, v in numbers.items() if k in states})
        fixed = [k for k in given if k in states and k.removesuffix("'") in _coordinates(system)]
        times, found = run.integrate(_closed(run, start, fixed), 0.0, seconds, steps)
    except (ValueError, np.linalg.LinAlgError) as error:
        raise ModelError(f"the motion cannot be calculated: {error}") from None
    if not np.isfinite(found).all():
        raise ModelError("the motion leaves all bounds: try more --steps, or other values")
    return Motion(times, _columns(program.layout, found))


def _closed(run: Any, start: Any, fixed: list[str]) -> Any:
    """A state that satisfies the constraints; what was given is kept if that can be."""
    try:
        return run.consistent(start, fixed)
    except NotClosedError:
        return run.consistent(start)


def _coordinates(system: System) -> set[str]:
    return {str(q) for q in system.coordinates}


def parsed_settings(text: str) -> dict[str, str]:
    """`name=value, name=value`."""
    found: dict[str, str] = {}
    for item in filter(None, (x.strip() for x in text.replace(";", ",").split(","))):
        name, equals, value = (x.strip() for x in item.partition("="))
        if not equals or not name or not value:
            raise ModelError(f"--set {item!r}: expected name=value, as in m=2, q1=0.5, q1'=0")
        found[name] = value
    return found


def _number(name: str, value: Any) -> float:
    try:
        t = parse(value, []) if isinstance(value, str) else number(value)
        return float(evaluate(t, {}, "float"))
    except (RewriteError, TypeError, ValueError) as error:
        raise ModelError(f"{name} = {value} is no number: {error}") from None


def _efforts_at_rest(m: Loaded) -> dict[str, Any]:
    """Given forces and torques are zero unless they are set."""
    return {x.name: 0 for x in m.names if x.kind == "effort"}


def _must_be_known(m: Loaded, program: Any, numbers: Mapping[str, float]) -> None:
    layout = program.layout
    states = {n for n, _ in (*layout.configuration, *layout.speeds)} | set(layout.own)
    needed = {n for names in layout.inputs.values() for n in names} - states
    missing = sorted(needed - numbers.keys())
    if missing:
        wanted = ", ".join(f"{n}=…" for n in missing)
        raise ModelError(f"values are missing: add --set '{wanted}'")
    unknown = sorted(numbers.keys() - needed - states - {x.name for x in m.names})
    if unknown:
        raise ModelError(f"--set: {', '.join(unknown)} is no name of {m.name}")


def _columns(layout: Any, states: Any) -> dict[str, Any]:
    found, at = {}, 0
    for name, shape in (*layout.configuration, *layout.speeds):
        n = int(np.prod(shape))
        for k in range(n):
            found[name if n == 1 else f"{name}[{k}]"] = states[:, at + k]
        at += n
    return found


# -- functions that the description leaves open ----------------------------------------------------


def _with_functions(system: System, given: dict[str, str]) -> System:
    """The system with terms for functions known by their names; they are taken out of `given`."""
    symbols = [*system.coordinates, *system.own_speeds]
    known: dict[Any, Scalar] = {}

    def replaced(t: Any) -> Any:
        for s in postorder(t):
            name = s.op.name
            if (
                s.op.module
                and s.args
                and s.op.module.startswith("mechanics.lsd")
                and s not in known
            ):
                if name not in given:
                    raise ModelError(
                        f"{name} is not given: add --set '{name}=…', a number or a term"
                    )
                inside = {str(x): x for x in (*symbols, *free_symbols(t))}
                known[s] = parse(given[name], list(inside.values()))
        return subs(t, known) if known else t

    def effort(e: Any) -> Any:
        value = replaced(e.value)
        return e if value is e.value else replace(e, value=value, potential=None)

    system.joints[:] = [replace(j, efforts=tuple(map(effort, j.efforts))) for j in system.joints]
    system.forces[:] = [replace(f, vector=replaced(f.vector)) for f in system.forces]
    system.torques[:] = [replace(t, vector=replaced(t.vector)) for t in system.torques]
    for s in known:
        given.pop(s.op.name, None)
    system.forget()
    return system
