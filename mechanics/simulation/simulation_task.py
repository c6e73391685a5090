"""A system with its numbers, ready to be integrated."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from rewrite import Scalar, Term, code, evaluate, free_symbols, time

from ..equations.motion import EquationsOfMotion
from ..errors import ModelError
from ..numerics import RightHandSide
from ..numerics.pieces_of import pieces_of
from ..numerics.rhs_terms import Pieces
from ..numerics.slots import shape_of
from ..numerics.stabilising import pull_of
from ..system import System
from .energy_balance import EnergyBalance, balance_of
from .run import Run
from .starting import Start

RATES = "; for an input that is a term such as sin(2*time), its rates are derived"


@dataclass(eq=False)
class Task:
    """A system with its numbers, ready to be integrated."""

    equations: EquationsOfMotion
    given_parameters: dict[Any, Any]
    given_inputs: dict[Any, Any]
    language: str
    stabilise: str
    rate: Any
    functions: Mapping[str, Any] | None = None

    @property
    def system(self) -> System:
        return self.equations.system

    # -- the function -----------------------------------------------------------------------------

    @cached_property
    def f(self) -> RightHandSide:
        pull = pull_of("baumgarte", self.rate) if self.stabilise == "baumgarte" else None
        return RightHandSide(self._pieces, self.language, pull, self.functions)

    @cached_property
    def _pieces(self) -> Pieces:
        plain = pieces_of(self.equations)
        if self.balance is not None and self._counts_work:
            plain = replace(plain, rates={**plain.rates, self.balance.work: self.balance.power})
        return plain.with_inputs(self._terms(plain))

    @cached_property
    def balance(self) -> EnergyBalance | None:
        """The energy balance of the system; None if it cannot be formed."""
        return balance_of(self.system, pieces_of(self.equations).state.symbols)

    @property
    def _counts_work(self) -> bool:
        found = self.balance
        return found is not None and not found.is_conserved and not found.prescribed

    def _terms(self, pieces: Pieces) -> dict[Any, Any]:
        """The inputs that are given as terms, by symbol."""
        named = {str(s): s for s in pieces.inputs.symbols}
        return {
            named.get(str(key), key): value
            for key, value in self.given_inputs.items()
            if isinstance(value, Term)
        }

    @cached_property
    def values(self) -> dict[Any, Any]:
        """Numbers of parameters, and numbers or functions of t and y of inputs, by symbol."""
        pieces, found = self.f.pieces, dict[Any, Any]()
        rest = {k: v for k, v in self.given_inputs.items() if not isinstance(v, Term)}
        known = {str(s): s for s in (*pieces.symbols, *self._other_symbols)}
        assembled = {s: _plain(x) for s, x in self.system.values.items()}
        given = {str(s): x for part in (self.given_parameters, rest) for s, x in part.items()}
        for s in (s for s in assembled if str(s) in known):
            found[s] = assembled[s]
        for key, value in given.items():
            if str(key) not in known:
                raise ModelError(_unknown(self.system, str(key), pieces))
            found[known[str(key)]] = self.f.of_time_and_state(known[str(key)], value)
        missing = [str(s) for s in pieces.symbols if s not in found]
        if missing:
            raise ModelError(_missing(self.system, missing, pieces))
        return found

    @cached_property
    def _other_symbols(self) -> set[Any]:
        """Symbols that do not affect the motion, but which the caller may give values."""
        found = free_symbols(self.system.mass)
        for b in self.system.bodies:
            found |= free_symbols(b.inertia)
        if self.balance is not None:
            found |= free_symbols(self.balance.kinetic) | free_symbols(self.balance.potential)
        found |= free_symbols(self.system.weight)
        for value in self.given_inputs.values():
            found |= free_symbols(value) if isinstance(value, Term) else set()
        return set(found) - set(self.f.pieces.state.symbols)

    @cached_property
    def bound(self) -> Callable[[float, Any], Any]:
        wanted = set(self.f.pieces.symbols)
        return self.f.bind({str(s): v for s, v in self.values.items() if s in wanted})

    # -- constraints ------------------------------------------------------------------------------

    @cached_property
    def constrained(self) -> Start | None:
        if not self.system.constraints:
            return None
        values = {str(s): _of_time(v) for s, v in self.values.items()}
        prescribed = {str(s): self._of_time(s, t) for s, t in self.f.pieces.replaced.items()}
        apart = (str(self.balance.work),) if self.balance is not None else ()
        return Start(self.equations, values | prescribed, apart)

    def _of_time(self, symbol: Any, term: Any) -> Callable[[float], Any]:
        """An input that is given by a term, as a function of t for the constraints."""
        made = code({"r": term}, "python")
        symbols = [a.symbol for a in made.program.arguments]
        free = [s for s in symbols if s is not time and s not in self.values]

        def value(t: float) -> Any:
            if free:
                raise ModelError(
                    f"{symbol} = {term} drives a constraint, so it may depend only on time and "
                    f"parameters, not on {', '.join(map(str, free))}"
                )
            return made.function(*[t if s is time else self.values[s] for s in symbols])

        return value

    @property
    def projection(self) -> Callable[[float, Any], Any] | None:
        curved = any(shape_of(s) for s in self.f.pieces.rates)
        if self.stabilise != "projection" or (self.constrained is None and not curved):
            return None
        return self._project

    @property
    def gaps(self) -> Callable[[float, Any], Any] | None:
        """The gaps of the constraints, as a function of t and y."""
        if (start := self.constrained) is None:
            return None
        return lambda t, y: start.gaps(t, self._without_work(y))

    def _without_work(self, y: Any) -> Any:
        return y if self._apart is None else np.delete(y, self._apart)

    def _project(self, t: float, y: Any) -> Any:
        """The state moved onto the constraints, with unit quaternions and orthogonal rotations; the
        work is kept."""
        at = self._apart
        if self.constrained is not None:
            found = self.constrained.project(t, self._without_work(y))
            return np.insert(found, at, y[at]) if at is not None else found
        return on_manifold(self.f, y)

    @cached_property
    def _apart(self) -> int | None:
        """The index of the work among the states, if it is one of them."""
        entries = self.f.pieces.state.entries
        name = str(self.balance.work) if self.balance is not None else ""
        return entries.get(name)

    def begun(
        self, state: Mapping[Any, Any], near: Mapping[Any, Any], t: float, adjust: bool
    ) -> Any:
        """The initial state, which satisfies the constraints."""
        known = set(self.f.pieces.state.symbols)
        guess = {str(s): _plain(x) for s, x in self.system.near.items() if s in known}
        start = {str(k): x for given in (guess, near, state) for k, x in given.items()}
        y = on_manifold(self.f, self.f.pack(start))
        self.bound(t, y)
        if self.constrained is None:
            return y
        at = self._apart
        inner = self._without_work(y)
        found = self.constrained.closed(self.f, inner, [str(k) for k in state], t, adjust)
        return found if at is None else np.insert(found, at, 0.0)

    # -- the result -------------------------------------------------------------------------------

    def watched(self, name: str, of: Any) -> Callable[[float, Any], float]:
        """The value of an event as a function of t and y."""
        if not isinstance(of, Term):
            return lambda t, y: float(of(t, y))
        if not isinstance(of, Scalar):
            raise ModelError(f"event {name}: {of} is not a scalar")
        probe = Run(self.equations, self.f, np.zeros(1), np.zeros((1, 0)), self.values)
        probe.must_be_known(of)
        made = code({"r": probe.in_states(of)}, "python")
        symbols = [a.symbol for a in made.program.arguments]

        def value(t: float, y: Any) -> float:
            here = Run(self.equations, self.f, np.array([t]), np.array([y]), self.values)
            return float(made.function(*[here.column(s)[0] for s in symbols]))

        return value

    def run(self, found: Any) -> Run:
        run = Run(
            self.equations, self.f, np.array(found.times), np.array(found.states), self.values,
            found.events, found.stopped, found.steps, found.evaluations, balance=self.balance,
        )  # fmt: skip
        if self.constrained is not None:
            run.gaps = np.array(found.gaps)
            run.notes += self.constrained.notes
        if self.language == "c" and not self.f.compiled:
            run.notes.append(self.f.note)
        return run


def on_manifold(f: RightHandSide, y: Any) -> Any:
    """A state whose quaternions have the norm 1 and whose rotations are orthogonal."""
    y = np.array(y, dtype=float)
    for s in f.pieces.rates:
        place = f.pieces.state.place(s)
        if place.stop - place.start == 4:
            y[place] /= np.linalg.norm(y[place])
        elif place.stop - place.start == 9:
            left, _, right = np.linalg.svd(y[place].reshape(3, 3))
            y[place] = (left @ right).ravel()
    return y


def _missing(system: System, missing: list[str], pieces: Pieces) -> str:
    inputs = set(map(str, pieces.inputs.symbols))
    values = [m for m in missing if m not in inputs]
    moving = [m for m in missing if m in inputs]
    parts = []
    if values:
        parts.append(f"values are missing: parameters={{{', '.join(f'{m!r}: …' for m in values)}}}")
    if moving:
        parts.append(
            f"{', '.join(moving)} changes with time and is not a state: give a number, a function "
            f"of t or a term, inputs={{{', '.join(f'{m!r}: …' for m in moving)}}}"
            + (RATES if any(m.endswith("'") for m in moving) else "")
        )
    return f"{system.name}: {'; '.join(parts)}"


def _unknown(system: System, name: str, pieces: Pieces) -> str:
    if name in map(str, pieces.state.symbols):
        return f"{name} is a state of {system.name}: give it in `state`, not among the parameters"
    listed = ", ".join(map(str, pieces.symbols)) or "none"
    return f"{name} is neither a parameter nor an input of {system.name}; there are {listed}"


def _plain(value: Any) -> Any:
    """A number of the model as a float."""
    if isinstance(value, Term):
        return float(evaluate(value, {}, "float"))
    return value if np.ndim(value) else float(value)


def _of_time(value: Any) -> Any:
    """A function of only t, for callers that have no states."""
    return (lambda t: value(t, None)) if callable(value) else value
