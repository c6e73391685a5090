"""`--simulate`: the motion of a mechanism in numbers, with values from the command line."""

from __future__ import annotations

import difflib
import warnings
from collections.abc import Mapping, Set
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rewrite import (
    RewriteError,
    Scalar,
    evaluate,
    free_symbols,
    number,
    parse,
    postorder,
    subs,
    time,
)

from ..errors import ModelError, StoppedWarning
from ..numerics.pieces_of import pieces_of
from ..simulation import Run, simulate
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
    run: Run
    note: str = ""

    def table(self) -> str:
        """Some of the states, evenly spread."""
        rows = np.unique(np.linspace(0, len(self.times) - 1, ROWS).round().astype(int))
        head = "".join(f"{name:>14}" for name in ("time", *self.columns))
        lines = [
            "".join(f"{x:>14.6g}" for x in (self.times[i], *(c[i] for c in self.columns.values())))
            for i in rows
        ]
        return "\n".join([head, *lines, *([self.note] if self.note else [])])

    def as_data(self) -> dict[str, Any]:
        columns = {name: [float(x) for x in c] for name, c in self.columns.items()}
        note = {"note": self.note} if self.note else {}
        return {"time": [float(t) for t in self.times], **columns, **note}


def simulated(m: Loaded, seconds: float, settings: str, steps: int) -> Motion:
    """The motion over a number of seconds; `settings` gives the initial state and the
    parameters."""
    given = parsed_settings(settings)
    system = _with_functions(m.system, given)
    equations = equations_of(system, "kane")
    known = _Known.of(equations)
    laws = known.laws(given)
    values = {**_efforts_at_rest(m), **m.values, **given}
    numbers = {n: _number(n, v) for n, v in values.items() if n not in laws}
    known.must_suffice(m, {*numbers, *laws}, given)
    state = {n: numbers[n] for n in given if n in known.states}
    near = {n: x for n, x in numbers.items() if n in known.states and n not in state}
    rest = {n: x for n, x in numbers.items() if n in known.parameters}
    inputs: dict[str, Any] = {x.name: np.zeros(3) for x in m.names if x.kind == "vector effort"}
    inputs |= {n: x for n, x in {**numbers, **laws}.items() if n in known.inputs}
    try:
        run = _run(equations, state, near, rest, inputs, seconds, steps)
    except (ValueError, np.linalg.LinAlgError) as error:
        raise ModelError(f"the motion cannot be computed: {error}") from None
    if not run.complete or not np.isfinite(run.y).all():
        why = run.stopped or "numbers grew beyond all bounds"
        remedy = f"try other values{_zeros(system, {**state, **near})}"
        raise ModelError(f"the motion ends after {run.t[-1]:.6g} seconds: {why}; {remedy}")
    columns = {n: run.y[:, run.names.index(n)] for n in known.entries}
    moved = _moved(state, columns) if system.constraints else ""
    notes = [moved, _unset(m, known, given)]
    return Motion(run.t, columns, run, "\n".join(filter(None, notes)))


def _zeros(system: System, given: Mapping[str, float]) -> str:
    """A hint on coordinates that start at 0 because they have no value; that may be singular."""
    unset = [str(q) for q in system.coordinates if isinstance(q, Scalar) and str(q) not in given]
    if system.constraints or not unset:
        return ""
    return f"; coordinates without --set start at 0: {', '.join(unset)}"


def _moved(state: Mapping[str, float], columns: Mapping[str, Any]) -> str:
    """A note on values of `--set` that were changed to satisfy the constraints."""
    begun = {n: (f"{x:.6g}", f"{columns[n][0]:.6g}") for n, x in state.items() if n in columns}
    moved = [f"{n} from {a} to {b}" for n, (a, b) in begun.items() if float(a) != float(b)]
    if not moved:
        return ""
    return f"note: the constraints forbid this state, and it was moved: {', '.join(moved)}"


def _unset(m: Loaded, known: _Known, given: Mapping[str, str]) -> str:
    """A note on efforts that are zero because they have no value."""
    efforts = [x.name for x in m.names if x.kind in ("effort", "vector effort")]
    parts = {n.partition("[")[0] for n in {*given, *m.values}}
    unset = [n for n in efforts if n in known.inputs and n not in parts]
    return f"note: without --set, these are zero: {', '.join(unset)}" if unset else ""


def _run(
    equations: Any,
    state: dict[str, float],
    near: dict[str, float],
    parameters: dict[str, float],
    inputs: dict[str, Any],
    seconds: float,
    steps: int,
) -> Run:
    """The motion; a state that contradicts the constraints is adjusted to them."""

    def moved(adjust: bool) -> Run:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", StoppedWarning)
            return simulate(
                equations, state, seconds, parameters=parameters, inputs=inputs, near=near,
                samples=steps + 1, adjust=adjust, progress=False,
            )  # fmt: skip

    try:
        return moved(adjust=False)
    except ModelError:
        if not equations.system.constraints:
            raise
        return moved(adjust=True)


@dataclass(frozen=True)
class _Known:
    """The names of states, parameters and inputs of a motion."""

    states: set[str]
    parameters: set[str]
    inputs: set[str]
    entries: list[str]
    symbols: tuple[Any, ...]

    @staticmethod
    def of(equations: Any) -> _Known:
        pieces = pieces_of(equations)
        slots = (pieces.state, pieces.parameters, pieces.inputs)
        states, parameters, inputs = ({*map(str, part.symbols), *part.names} for part in slots)
        symbols = (*pieces.state.symbols, *pieces.parameters.symbols, time)
        return _Known(states, parameters, inputs, pieces.state.names, symbols)

    def laws(self, given: Mapping[str, str]) -> dict[str, Any]:
        """Inputs that are terms of time, states and parameters."""
        found: dict[str, Any] = {}
        for name in self.inputs & given.keys():
            try:
                t = parse(given[name], list(self.symbols))
            except RewriteError as error:
                names = ", ".join(map(str, self.symbols))
                raise ModelError(
                    f"{name} = {given[name]} is neither a number nor a term of {names}: {error}"
                ) from None
            if free_symbols(t):
                found[name] = t
        return found

    def must_suffice(self, m: Loaded, numbers: Set[str], given: Any) -> None:
        assembled = {str(s) for s in m.system.values}
        vectors = {x.name for x in m.names if x.kind == "vector effort"}
        needed = {n for n in self.parameters | self.inputs if n.partition("[")[0] not in vectors}
        missing = sorted(needed - numbers - assembled)
        if missing:
            wanted = ", ".join(f"{n}=…" for n in missing)
            raise ModelError(f"values are missing: add --set '{wanted}'")
        there = self.states | self.parameters | self.inputs | {x.name for x in m.names}
        unknown = sorted(set(given) - there - set(map(str, m.system.coordinates)))
        if unknown:
            close = difflib.get_close_matches(unknown[0], sorted(there), 1)
            meant = (
                f"did you mean {close[0]}?" if close else f"there are {', '.join(sorted(there))}"
            )
            raise ModelError(f"--set: {', '.join(unknown)} is not a name of {m.name}; {meant}")


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
        raise ModelError(f"{name} = {value} is not a number: {error}") from None


def _efforts_at_rest(m: Loaded) -> dict[str, Any]:
    """Given forces and torques are zero unless they are set."""
    return {x.name: 0 for x in m.names if x.kind == "effort"}


# -- functions that the description does not define ------------------------------------------------


def _with_functions(system: System, given: dict[str, str]) -> System:
    """The system with terms in place of functions that it only names; they leave `given`."""
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
