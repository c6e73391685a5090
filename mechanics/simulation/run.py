"""A computed motion: times, states and everything that follows from them, by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import Any

import numpy as np

from rewrite import RewriteError, Term, code, diff, free_symbols, parse, subs, time

from ..dynamics.energy import position
from ..errors import ModelError
from ..numerics import RightHandSide
from ..numerics.slots import shape_of
from ..parts.frames import Frame
from ..parts.points import Point
from .energy_balance import EnergyBalance
from .events import Passage

ENERGIES = ("energy", "kinetic energy", "potential energy")


@dataclass(eq=False)
class Run:
    """Times `t` and states `y` (a row for each time), and everything that follows from them.

    `run["q1"]` is a state, an input or a term of the system along the motion; so is
    `run[m*l**2*diff(q, time)]`. `run["energy"]`, `run["kinetic energy"]` and
    `run["potential energy"]` are energies. `events` lists the events by name, and `stopped` says
    why the run ended early, if it did.
    """

    equations: Any
    f: RightHandSide
    t: Any
    y: Any
    values: Mapping[Any, Any]
    """Numbers of parameters and functions of time of inputs, by symbol."""
    events: Mapping[str, list[Passage]] = field(default_factory=dict)
    stopped: str = ""
    steps: int = 0
    evaluations: int = 0
    notes: list[str] = field(default_factory=list)
    balance: EnergyBalance | None = None
    gaps: Any = None
    """The largest gaps of positions and of speeds at each time, for a system with constraints."""

    @property
    def system(self) -> Any:
        return self.equations.system

    @property
    def complete(self) -> bool:
        """Whether it reached the end."""
        return not self.stopped

    @cached_property
    def names(self) -> list[str]:
        """The names of all entries of a state."""
        return self.f.state

    # -- by name ----------------------------------------------------------------------------------

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, Term):
            return self._along(key)
        if not isinstance(key, str):
            raise ModelError(f"{key!r} is neither a name nor a term of {self.system.name}")
        if key in ENERGIES:
            return self._energy(key)
        if key in self.f.pieces.state.entries:
            return self.y[:, self.f.pieces.state.entries[key]]
        if key in ("t", "time"):
            return self.t
        known = {str(s): s for s in (*self._known, *self.f.pieces.replaced)}
        if key in known:
            return self._along(known[key])
        try:
            return self._along(parse(key, [s for s in self._known if s is not time]))
        except RewriteError as error:
            listed = [*known, *ENERGIES]
            near = get_close_matches(key, listed, 1)
            hint = f"did you mean {near[0]!r}? " if near else ""
            why = "" if key.rstrip("'").isidentifier() else f" ({str(error).splitlines()[0]})"
            raise ModelError(
                f"{key!r} is neither a name nor a term of {self.system.name}{why}; "
                f"{hint}there are {', '.join(listed)}"
            ) from None

    @cached_property
    def _known(self) -> list[Any]:
        """Symbols that have a value at each time."""
        found = [*self.f.pieces.state.symbols, *self.values, time]
        found += [diff(u, time) for u in self.f.pieces.speeds]
        return found

    def _along(self, term: Any) -> Any:
        """A term at each time: an array with one more axis, the first."""
        wanted = self.in_states(term)
        self.must_be_known(term)
        if not free_symbols(wanted):
            wanted_value = code({"r": wanted}, "numpy").function()
            return np.broadcast_to(wanted_value, (len(self.t), *np.shape(wanted_value))).copy()
        made = code({"r": wanted}, "numpy")
        given = [self.column(a.symbol) for a in made.program.arguments]
        found = np.asarray(made.function(*given))
        shape = shape_of(wanted)
        return np.broadcast_to(found, (len(self.t), *shape)).copy()

    def must_be_known(self, term: Any) -> None:
        """Refuse a term with symbols that have no value in this run."""
        there = free_symbols(self.in_states(term))
        missing = sorted(str(s) for s in there if s not in set(self._known))
        if missing:
            raise ModelError(f"{term}: there is no value for {', '.join(missing)} in this run")

    def in_states(self, term: Any) -> Any:
        """A term in terms of states only; rates of coordinates follow from chosen speeds."""
        if not set(self._known) >= free_symbols(term):
            term = self.system.by_speeds(subs(term, dict(self.f.pieces.replaced)))
        return subs(term, dict(self.f.pieces.replaced))

    def column(self, symbol: Any) -> Any:
        shape = shape_of(symbol)
        if symbol is time:
            return self.t
        if symbol in self.f.pieces.state.start:
            place = self.f.pieces.state.place(symbol)
            return self.y[:, place].reshape(len(self.t), *shape)
        if symbol in self.values:
            value = self.values[symbol]
            if not callable(value):
                return np.broadcast_to(np.asarray(value, dtype=float), (len(self.t), *shape))
            each = [value(t, y) for t, y in zip(self.t, self.y, strict=True)]
            return np.array(each, dtype=float).reshape(len(self.t), *shape)
        return self._acceleration(symbol, shape)

    def _acceleration(self, symbol: Any, shape: tuple[int, ...]) -> Any:
        speeds = {diff(u, time): u for u in self.f.pieces.speeds}
        place = self.f.pieces.state.place(speeds[symbol])
        return self.rates[:, place].reshape(len(self.t), *shape)

    @cached_property
    def rates(self) -> Any:
        """The rates of all states at each time, a row each."""
        given = {str(s): v for s, v in self.values.items() if s in self.f.pieces.symbols}
        f = self.f.bind(given)
        return np.array([f(float(t), y) for t, y in zip(self.t, self.y, strict=True)])

    # -- places -----------------------------------------------------------------------------------

    def position(self, point: Point) -> Any:
        """The position of a point at each time, from the origin and in inertial coordinates."""
        if not isinstance(point, Point):
            raise ModelError(f"position takes a Point of the system, not {point!r}")
        return self._along(position(self.system, point))

    def rotation(self, frame: Frame) -> Any:
        """The matrix that takes coordinates of a frame to inertial ones, at each time."""
        if not isinstance(frame, Frame):
            raise ModelError(f"rotation takes a Frame of the system, not {frame!r}")
        return self._along(frame.turn_to(self.system.ground))

    # -- errors -----------------------------------------------------------------------------------

    def _energy(self, name: str) -> Any:
        if self.balance is None:
            raise ModelError(f"{self.system.name}: its energy cannot be formed")
        kinetic, stored = self.balance.kinetic, self.balance.potential
        terms = {"kinetic energy": [kinetic], "potential energy": [stored]}
        return sum(self._along(t) for t in terms.get(name, [kinetic, stored]))

    @cached_property
    def energy_error(self) -> Any:
        """At each time, the change of T + V, or of T less the work of all efforts, since the start;
        None if motion is prescribed."""
        if self.balance is None or self.balance.prescribed:
            return None
        try:
            if self.balance.is_conserved:
                found = self["energy"]
            else:
                found = self["kinetic energy"] - self[self.balance.work]
        except ModelError:
            return None
        return found - found[0]

    @cached_property
    def energy_drift(self) -> float | None:
        """The largest error of the energy, relative to the largest energy or exchange of energy."""
        if self.energy_error is None:
            return None
        kinetic = self["kinetic energy"]
        scale = float(np.abs(kinetic).max())
        if self.balance is not None and self.balance.is_conserved:
            stored = self["potential energy"]
            scale = max(scale, float(np.ptp(stored)))
        worst = float(np.abs(self.energy_error).max())
        return worst / scale if scale else worst

    @property
    def constraint_drift(self) -> float | None:
        """The largest gap of the constraints, of positions and of speeds; None without any."""
        return None if self.gaps is None else float(np.max(self.gaps))

    # -- words ------------------------------------------------------------------------------------

    def report(self) -> str:
        """A summary: the length of the run, its evaluations, and its errors."""
        lines = [
            f"{self.system.name}: t = {self.t[0]:g} to {self.t[-1]:g}, {len(self.t)} states, "
            f"{self.steps} steps, {self.evaluations} evaluations in {self.language}"
        ]
        if self.stopped:
            lines.append(f"stopped: {self.stopped}")
        lines.append(f"energy: {self._about_energy()}")
        if self.gaps is not None:
            places, speeds = np.max(self.gaps, axis=0)
            lines.append(f"constraints: positions within {places:.1e}, speeds within {speeds:.1e}")
        for name, passages in self.events.items():
            times = ", ".join(f"{p.time:.6g}" for p in passages[:6])
            more = f" and {len(passages) - 6} more" if len(passages) > 6 else ""
            lines.append(f"event {name}: {f'at t = {times}{more}' if passages else 'never'}")
        return "\n".join([*lines, *self.notes])

    @property
    def language(self) -> str:
        return self.f.language if self.f.compiled or self.f.language != "c" else "numpy"

    def _about_energy(self) -> str:
        if self.balance is None:
            return "not formed"
        if self.balance.prescribed:
            return f"not conserved: {self.balance.prescribed} is prescribed"
        if self.energy_drift is None:
            return "not known: values are missing"
        what = "T + V" if self.balance.is_conserved else "T less the work of all efforts"
        return f"{what} is constant to {self.energy_drift:.1e} of the largest energy"

    def __str__(self) -> str:
        return self.report()

    def __repr__(self) -> str:
        return f"<run of {self.system.name}, t = {self.t[0]:g} to {self.t[-1]:g}>"
