"""`equilibria`: states at rest in which nothing accelerates.

With symbols, equations with one unknown in each factor are solved one after the other: polynomials
of degree 1 and 2, and a sin q + b cos q + c. Then all solutions are found. Otherwise the search is
numerical from many starts, and may miss some.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import sympy

from rewrite import Scalar, from_sympy, time_limited, to_sympy

from ..errors import ModelError, RedundancyWarning
from ..formalisms import kane
from ..linear_algebra import timely
from ..system import System
from .perturbed import Perturbed, exact_value, float_of
from .reducing import shorter
from .root_search import NotSolvedError, repeats, solved

STEPS = 60
"""How many steps Newton's iteration may take from one start."""
CLOSE = 1e-10
SAME = 1e-6
"""A relative residual below the first is zero; states closer than the second are one
equilibrium."""
MANY = 64
"""At most this many branches are followed with symbols."""


@dataclass(frozen=True)
class Equilibrium:
    """Values of the coordinates by name, terms or numbers; it exists if `conditions` hold."""

    values: Mapping[str, Any]
    conditions: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    """Coordinates that may have any value."""

    def __getitem__(self, name: Any) -> Any:
        return self.values[str(name)]

    def __str__(self) -> str:
        parts = [f"{n} = {_written(v)}" for n, v in self.values.items()]
        parts += [f"{n} any" for n in self.free]
        when = f"   if {' and '.join(self.conditions)}" if self.conditions else ""
        return ", ".join(parts) + when


def _written(value: Any) -> str:
    """A number, or a term as sympy writes it, because solutions may contain acos."""
    if isinstance(value, float):
        return f"{value:.8g}"
    return str(value) if not value.args else str(to_sympy(value))


@dataclass
class Equilibria(Sequence[Equilibrium]):
    """The equilibria that were found, how, and whether they are all, up to full turns of angles and
    for generic parameters (special values such as zero may have more).
    """

    found: list[Equilibrium]
    complete: bool
    how: str
    notes: list[str] = field(default_factory=list)
    turns: bool = False
    """Whether coordinates occur in sines, so that any multiple of 2π may be added to them."""

    def __getitem__(self, i: Any) -> Any:
        return self.found[i]

    def __len__(self) -> int:
        return len(self.found)

    def __str__(self) -> str:
        every = "all of them, up to multiples of 2 pi" if self.turns else "all of them"
        all_of_them = every if self.complete else "there may be others"
        head = f"{len(self.found)} equilibria, {self.how}; {all_of_them}"
        return "\n".join([head, *map(str, self.found), *self.notes])


@time_limited
def equilibria(
    system: System,
    parameters: Mapping[Any, Any] | None = None,
    *,
    inputs: Mapping[Any, Any] | None = None,
    near: Mapping[Any, Any] | None = None,
    starts: int = 80,
    seed: int = 0,
    time_limit: float | None = None,
) -> Equilibria:
    """States at rest in which nothing accelerates; inputs are zero, unless given as numbers.

    They are solved for with symbols where that works. Otherwise the search is numerical, from the
    state `near` and from random `starts`, and needs values for all parameters.

    >>> from mechanics.models import plane_pendulum
    >>> print(equilibria(plane_pendulum(1)))
    2 equilibria, solved with symbols; all of them, up to multiples of 2 pi
    q1 = 0
    q1 = pi
    """
    if not isinstance(system, System):
        raise ModelError(f"equilibria takes a System, not {system!r}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RedundancyWarning)
        p = Perturbed(kane(system), {}, [], {})
    if any(d.of is not d.symbol for d in p.coordinates):
        raise ModelError(
            f"{system.name}: equilibria need scalar coordinates; describe attitudes by three angles"
        )
    search = _Search(p, dict(parameters or {}), dict(inputs or {}))
    reason = "constraints are solved in numbers"
    if not system.constraints:
        try:
            return search.exact()
        except NotSolvedError as error:
            reason = str(error)
    return search.in_numbers(dict(near or {}), starts, seed, reason)


@dataclass(eq=False)
class _Search:
    p: Perturbed
    parameters: dict[Any, Any]
    inputs: dict[Any, Any]

    def __post_init__(self) -> None:
        p = self.p
        moving = {str(s): s for s in p.pieces.inputs.symbols}
        unknown = [str(k) for k in self.inputs if str(k) not in moving]
        if unknown:
            raise ModelError(f"inputs: {p.pieces.inputs.unknown(unknown[0])}")
        self.still: dict[Any, Any] = {d.symbol: 0 for d in p.speeds}
        given = {str(k): v for k, v in self.inputs.items()}
        for name, s in moving.items():
            if not isinstance(s, Scalar):
                raise ModelError(
                    f"the input {name} is not a scalar: give its coordinates one by one"
                )
            self.still[s] = given.get(name, 0)
        self.still |= dict.fromkeys(p.accelerations, 0)
        named = {str(s): s for s in p.symbols if s not in self.still}
        for key in self.parameters:
            if str(key) not in named and str(key) not in map(str, p.pieces.symbols):
                raise ModelError(
                    f"{key} is not a parameter here; there are {', '.join(named) or 'none'}"
                )
        self.known = {named[str(k)]: v for k, v in self.parameters.items() if str(k) in named}

    # -- with symbols -----------------------------------------------------------------------------

    def exact(self) -> Equilibria:
        values = {s: exact_value(s, self.known.get(s)) for s in self.p.symbols}
        values |= {s: exact_value(s, v) for s, v in self.still.items()}
        unknowns = {
            d.symbol: sympy.Symbol(f"q_{i}", real=True) for i, d in enumerate(self.p.coordinates)
        }
        values |= unknowns
        f = [shorter(x) for x in self.p.at(values, True).values["f"]]
        found: list[Equilibrium] = []
        for branch in solved([sympy.sympify(x) for x in f], list(unknowns.values()), {}, ()):
            if len(found) >= MANY:
                raise NotSolvedError("there are too many branches")
            one = self._equilibrium(branch, unknowns)
            if one not in found:  # two factors may vanish at the same place
                found.append(one)
        periodic = all(repeats(x, u) for x in f for u in unknowns.values())
        notes = [] if periodic else ["a full turn of an angle may lead to other equilibria"]
        turns = any(sympy.sympify(x).has(sympy.sin, sympy.cos, sympy.tan) for x in f)
        return Equilibria(found, periodic, "solved with symbols", notes, turns)

    def _equilibrium(self, branch: Any, unknowns: Mapping[Any, Any]) -> Equilibrium:
        known, conditions = branch
        there = [s for s in self.p.symbols if isinstance(s, Scalar)]
        values = {
            str(s): from_sympy(shorter(known[x]), there) for s, x in unknowns.items() if x in known
        }
        free = tuple(str(s) for s, x in unknowns.items() if x not in known)
        return Equilibrium(values, tuple(conditions), free)

    # -- in numbers -------------------------------------------------------------------------------

    def in_numbers(self, near: Any, starts: int, seed: int, reason: str) -> Equilibria:
        system = self.p.system
        numbers = {s: float_of(v, {}) if isinstance(s, Scalar) else np.asarray(v, dtype=float)
                   for s, v in {**system.values, **self.known}.items()}  # fmt: skip
        missing = [str(s) for s in self.p.symbols if s not in numbers and s not in self.still]
        if missing:
            raise ModelError(
                f"{system.name}: the equilibria are not found with symbols ({reason}); a numerical "
                f"search needs values for {', '.join(missing)}"
            )
        base = numbers | {s: float_of(v, numbers) for s, v in self.still.items()}
        names = {str(d): i for i, d in enumerate(self.p.coordinates)}
        rng, n = np.random.default_rng(seed), len(self.p.coordinates)
        held, turning = self._idle(base, rng), self._turning(base, rng)
        first = np.zeros(n)
        for key, value in {**{str(k): v for k, v in system.near.items()}, **near}.items():
            if str(key) in names:
                first[names[str(key)]] = float_of(value, numbers)
        found: list[Any] = []
        for i in range(max(starts, 1)):
            start = first if not i else first * (i % 2) + rng.uniform(-np.pi, np.pi, n)
            start = np.where(held, first, start)
            at = self._newton(base, start)
            if at is not None and not any(_same(at, other, turning) for other in found):
                found.append(at)
        wanted = {name: i for name, i in names.items() if not held[i]}
        free = tuple(name for name, i in names.items() if held[i])
        values = [{name: float(q[i]) for name, i in wanted.items()} for q in found]
        how = f"found in numbers from {starts} starts ({reason})"
        return Equilibria([Equilibrium(v, (), free) for v in values], False, how)

    def _idle(self, base: Any, rng: Any) -> Any:
        """The coordinates on which nothing depends, judged at some random states."""
        n, m = len(self.p.coordinates), len(self.p.terms["tau"])
        depends = np.zeros(n, dtype=bool)
        for _ in range(3):
            _, slopes = self._system(base, rng.uniform(-1, 1, n), rng.uniform(-1, 1, m))
            depends |= (np.abs(slopes[:, :n]) > 1e-10).any(axis=0)
        return ~depends

    def _turning(self, base: Any, rng: Any) -> Any:
        """The coordinates that a full turn leaves without effect, judged at some random states."""
        n, m = len(self.p.coordinates), len(self.p.terms["tau"])
        turning = np.ones(n, dtype=bool)
        for i in range(n):
            for _ in range(2):
                q, held = rng.uniform(-1, 1, n), rng.uniform(-1, 1, m)
                here = self._system(base, q, held)
                there = self._system(base, q + 2 * np.pi * (np.arange(n) == i), held)
                turning[i] &= all(map(np.allclose, here, there))
        return turning

    def _system(self, base: Any, q: Any, held: Any) -> tuple[Any, Any]:
        """f + Δᵀ Λ and the gaps, with their derivatives by coordinates and multipliers."""
        p = self.p
        values = base | {d.symbol: float(x) for d, x in zip(p.coordinates, q, strict=True)}
        e = p.at(values, False)
        n, nu = len(p.coordinates), len(p.speeds)
        D = np.array(e.values["Delta"], dtype=float).reshape(-1, nu)
        m = len(D)
        f = np.array(e.values["f"], dtype=float) + D.T @ held
        slopes = e.slopes["f"][:, :n].copy()
        for r in range(m):
            slopes += held[r] * e.slopes["Delta"][r * nu : (r + 1) * nu, :n]
        gaps = np.array(e.values["gap"], dtype=float)
        top = np.hstack([slopes, D.T])
        low = np.hstack([e.slopes["gap"][:, :n], np.zeros((len(gaps), m))])
        return np.concatenate([f, gaps]), np.vstack([top, low])

    def _newton(self, base: Any, start: Any) -> Any:
        q, n = np.array(start), len(start)
        held = np.zeros(len(self.p.terms["tau"]))
        with np.errstate(all="ignore"):
            for _ in range(STEPS):
                residual, slopes = self._system(base, q, held)
                if not np.isfinite(residual).all() or not np.isfinite(slopes).all():
                    return None
                scale = 1 + np.abs(slopes).max(initial=0.0)
                if np.abs(residual).max(initial=0.0) < CLOSE * scale:
                    return np.array([_cleaned(x) for x in q])
                step = timely(np.linalg.lstsq, slopes, -residual, rcond=1e-12)[0]
                step *= min(1.0, 1.0 / max(np.abs(step[:n]).max(initial=0.0), 1e-12))
                q, held = q + step[:n], held + step[n:]
        return None


def _same(a: Any, b: Any, turning: Any) -> bool:
    """Whether two states are equal up to full turns of the angles among the coordinates."""
    apart = np.abs(a - b)
    turned = np.abs(np.mod(apart + np.pi, 2 * np.pi) - np.pi)
    return bool((np.where(turning, turned, apart) < SAME).all())


def _cleaned(x: float) -> float:
    """A coordinate without rounding errors near zero."""
    return 0.0 if abs(x) < 1e-12 else float(x)
