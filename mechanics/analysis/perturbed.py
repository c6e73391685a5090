"""A system near a state: its equations and their derivatives by small changes, as one function.

Every state is a scalar here: the coordinates of a vector, and for an attitude R the three small
turns θ of R (1 + θ~) about axes of the body.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import sympy

from rewrite import (
    Quaternion,
    Scalar,
    Term,
    Vector,
    code,
    column,
    cross,
    diff,
    from_sympy,
    identity,
    interruptible,
    jacobian,
    lower,
    number,
    quat,
    scalar,
    subs,
    tilde,
    time,
    to_sympy,
    x_of,
    y_of,
    z_of,
)

from ..dependence.numbers import Numbers
from ..equations.motion import EquationsOfMotion
from ..errors import ModelError
from ..numerics.pieces_of import pieces_of
from ..numerics.slots import shape_of

AXES = "xyz"
PARTS = (x_of, y_of, z_of)


@dataclass(frozen=True)
class Deviation:
    """A scalar that may deviate: its symbol, and the state that it belongs to."""

    symbol: Any
    of: Any
    is_speed: bool

    def __str__(self) -> str:
        return str(self.symbol)


class Perturbed:
    """The terms of a motion as functions of scalars, with their derivatives.

    Derivatives are taken by the states and by `inputs`; `outputs` are further terms to
    differentiate. The function is made once and runs with floats or with expressions of sympy.
    """

    def __init__(
        self,
        equations: EquationsOfMotion,
        attitudes: Mapping[Any, Any],
        inputs: Sequence[Any],
        outputs: Mapping[str, Any],
    ) -> None:
        self.equations, self.system = equations, equations.system
        self.pieces = pieces_of(equations)
        self.attitudes = dict(attitudes)
        self.outputs = {name: self.system.by_speeds(t) for name, t in outputs.items()}
        self._known: dict[Any, Any] = {}
        self.coordinates = [d for s in self.pieces.rates for d in self._deviations(s, False)]
        self.speeds = [d for s in self.pieces.speeds for d in self._deviations(s, True)]
        self.accelerations = self._accelerations()
        self.inputs = [d for s in inputs for d in self._deviations(s, False)]

    # -- scalars ----------------------------------------------------------------------------------

    def _deviations(self, s: Any, is_speed: bool) -> list[Deviation]:
        if isinstance(s, Scalar):
            return [Deviation(s, s, is_speed)]
        parts = _parts(s)
        if isinstance(s, Vector):
            self._known[s] = column(*parts)
        else:
            self._known[s] = self._turned(s, column(*parts))
        return [Deviation(part, s, is_speed) for part in parts]

    def _turned(self, s: Any, small: Any) -> Any:
        """An attitude after a small turn, to first order."""
        at = self.attitudes.get(s)
        if isinstance(s, Quaternion):
            small_turn = quat(number(1), small / 2)
            return small_turn if at is None else at * small_turn
        turn = identity() + tilde(small)
        return turn if at is None else at @ turn

    def _accelerations(self) -> list[Any]:
        """Symbols for the rates of the speeds; outputs may contain them."""
        found = []
        for u in self.pieces.speeds:
            if isinstance(u, Scalar):
                found.append(diff(u, time))
                continue
            parts = _parts(diff(u, time))
            self._known[diff(u, time)] = column(*parts)
            found += parts
        return found

    def scalarised(self, t: Any) -> Any:
        """A term in terms of the scalars that may deviate."""
        return subs(t, self._known) if self._known else t

    # -- terms ------------------------------------------------------------------------------------

    @cached_property
    def terms(self) -> dict[str, list[Any]]:
        """All terms by groups."""
        p = self.pieces
        closures = [g.position for g in Numbers(self.system).closures]
        found = {
            "rate": self._rates(),
            "f": p.right,
            "Delta": p.delta,
            "tau": p.tau,
            "gap": closures,
            "M": p.mass,
            "gamma": p.gamma,
            "out": list(self.outputs.values()),
        }
        return {name: [self.scalarised(t) for t in terms] for name, terms in found.items()}

    def _rates(self) -> list[Any]:
        """The rates of the deviations of the configuration."""
        found: list[Any] = []
        spins = self._spins()
        for s, rate in self.pieces.rates.items():
            if isinstance(s, Scalar):
                found.append(rate)
                continue
            small = column(*[d.symbol for d in self.coordinates if d.of is s])
            turning = spins[s] + cross(small, spins[s])
            found += [part(turning) for part in PARTS]
        return found

    def _spins(self) -> dict[Any, Any]:
        """The angular velocity of each attitude without angles, in axes of the body."""
        found: dict[Any, Any] = {}
        for joint in self.system.joints:
            attitude = getattr(joint.type, "attitude", None)
            if attitude is not None and not attitude.angles:
                spin = attitude.own_spin if attitude.spin is None else attitude.spin
                found[attitude.symbol] = spin
        return found

    # -- functions --------------------------------------------------------------------------------

    @property
    def by(self) -> list[Any]:
        """The scalars by which derivatives are taken."""
        movable = [d.symbol for d in (*self.coordinates, *self.speeds, *self.inputs)]
        return [*movable, *self.accelerations] if self.outputs else movable

    @cached_property
    def _graphs(self) -> tuple[Any, Any]:
        named = {
            f"{group}_{i}": t for group, terms in self.terms.items() for i, t in enumerate(terms)
        }
        moving = {n: t for n, t in named.items() if n.partition("_")[0] in DIFFERENTIATED}
        values = lower(named, arrange=False)
        if not moving or not self.by:
            return values, None
        return values, jacobian(moving, self.by, arrange=False)

    def _code(self, language: str) -> tuple[Any, Any]:
        values, slopes = self._graphs
        return code(values, language), None if slopes is None else code(slopes, language)

    @cached_property
    def _symbolic(self) -> tuple[Any, Any]:
        return self._code("sympy")

    @cached_property
    def _numeric(self) -> tuple[Any, Any]:
        return self._code("python")

    def at(self, values: Mapping[Any, Any], exact: bool) -> Expansion:
        """Values and derivatives at a state: floats, or expressions of sympy."""
        made = self._symbolic if exact else self._numeric
        found, slopes = (self._called(c, values) for c in made)
        whole = sympy.Matrix if exact else _array
        sizes = {group: len(terms) for group, terms in self.terms.items()}
        parts, at = {}, 0
        for group, n in sizes.items():
            parts[group] = found[at : at + n]
            at += n
        n, jac, start = len(self.by), {}, 0
        for group in DIFFERENTIATED:
            count = sizes[group]
            rows = [_flat(x) for x in slopes[start : start + count * n]]
            start += count * n
            flat = [x for row in rows for x in row]
            jac[group] = whole(count, n, flat)
        return Expansion(self, parts, jac, {str(d): values[d.symbol] for d in self.speeds})

    def _called(self, made: Any, values: Mapping[Any, Any]) -> list[Any]:
        if made is None:
            return []
        called = interruptible(made.function)
        found = called(*[values[a.symbol] for a in made.program.arguments])
        return list(found) if len(made.program.outputs) > 1 else [found]

    @cached_property
    def symbols(self) -> list[Any]:
        """All symbols of the terms that are not scalars of the state."""
        values, slopes = self._graphs
        there = [a.symbol for g in (values, slopes) if g is not None for a in g.arguments]
        own = {d.symbol for d in (*self.coordinates, *self.speeds)}
        return [s for s in dict.fromkeys(there) if s not in own]


def _parts(s: Any) -> list[Any]:
    """Scalars for the coordinates of a symbol: w_x, and w_x' for those of w'."""
    name, rates = str(s).rstrip("'"), str(s).count("'")
    return [scalar(f"{name}_{axis}" + "'" * rates, time=True) for axis in AXES]


DIFFERENTIATED = ("rate", "f", "Delta", "tau", "gap", "out")


@dataclass
class Expansion:
    """Values of all groups of terms, and their derivatives: a row for each, a column for each
    scalar of `perturbed.by`."""

    perturbed: Perturbed
    values: dict[str, list[Any]]
    slopes: dict[str, Any]
    speeds_at: dict[str, Any]
    """The speeds of the state, by name."""


def _flat(x: Any) -> list[Any]:
    while isinstance(x, tuple) and len(x) == 1:
        x = x[0]
    return list(x) if isinstance(x, tuple) else [x]


def _array(rows: int, columns: int, flat: list[Any]) -> Any:
    return np.array(flat, dtype=float).reshape(rows, columns)


# -- values of symbols ----------------------------------------------------------------------------


def exact_value(symbol: Any, given: Any = None) -> Any:
    """A symbol, or the value that is given for it, as expressions of sympy."""
    if given is not None:
        return (
            to_sympy(given) if isinstance(given, Scalar) else sympy.nsimplify(given, rational=True)
        )
    if isinstance(symbol, Scalar):
        return to_sympy(symbol)
    shape = shape_of(symbol)
    names = np.array([f"{symbol}{k}" for k in range(1, int(np.prod(shape)) + 1)], dtype=object)
    if len(shape) == 2:
        names = np.array(
            [f"{symbol}{i}{k}" for i in range(1, shape[0] + 1) for k in range(1, shape[1] + 1)],
            dtype=object,
        )
    made = [sympy.Symbol(n, real=True) for n in names]
    facts = symbol.value.facts
    if len(shape) == 2 and facts & {"symmetric", "diagonal"}:
        n = shape[0]
        made = [made[min(i, k) * n + max(i, k)] for i in range(n) for k in range(n)]
    return _nested(made, shape)


def _nested(flat: list[Any], shape: tuple[int, ...]) -> Any:
    if len(shape) == 1:
        return tuple(flat)
    step = shape[1]
    return tuple(tuple(flat[i : i + step]) for i in range(0, len(flat), step))


def as_term(expression: Any, symbols: Sequence[Any]) -> Any:
    """An expression of sympy as a term with the symbols of the model."""
    return from_sympy(sympy.sympify(expression), [s for s in symbols if isinstance(s, Scalar)])


def float_of(value: Any, numbers: Mapping[Any, Any]) -> Any:
    """A number or a term as a float, with values for the symbols of the term."""
    if not isinstance(value, Term):
        return float(value)
    written: Any = to_sympy(value) if isinstance(value, Scalar) else value
    known = {to_sympy(s): x for s, x in numbers.items() if isinstance(s, Scalar)}
    found = interruptible(lambda: sympy.N(written.subs(known)))()
    if not found.is_number:
        missing = ", ".join(sorted(map(str, found.free_symbols)))
        raise ModelError(f"{written}: no value for {missing}")
    if not found.is_real:
        raise ModelError(f"{written} is not real for these values of the parameters")
    return float(found)
