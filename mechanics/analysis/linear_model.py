"""`linearised`: small motions about an equilibrium or a steady motion, with symbols kept."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
import sympy

from rewrite import (
    Quaternion,
    Scalar,
    Term,
    Vector,
    column,
    equal,
    free_symbols,
    number,
    quat,
    rotation_matrix,
    simplify,
    time,
)

from ..dependence.numbers import random_values
from ..errors import ModelError, NotSteadyError, RedundancyWarning
from ..formalisms import kane
from ..motion import EquationsOfMotion
from ..numerics.slots import shape_of
from ..system import System
from .perturbed import Perturbed, as_term, exact_value, float_of
from .reducing import Choice, Expressions, Floats, Reduced, choose, reduce
from .term_matrix import TermMatrix

TOLERANCE = 1e-7
"""How far from zero a residual may be in numbers, by the size of what it is made of."""
SEEDS = (1, 2)
DRAWS = 40
LONG = 3000
"""Residuals with more operations are judged in numbers alone."""


@dataclass(eq=False)
class LinearModel:
    """mass δu' + damping δu + stiffness δq = drive δinputs, and x' = A x + B δinputs.

    x are the deviations of `states`: independent coordinates, then independent speeds. Coordinates
    on which nothing depends are `ignored`. The outputs are y = C x + feedthrough δinputs.
    Matrices of terms are made when they are asked for; `numbers` gives them as arrays.
    """

    perturbed: Perturbed
    nominal: dict[Any, Any]
    parameters: dict[Any, Any]
    choice: Choice
    kept: tuple[int, ...]
    """Which of the independent coordinates are kept."""
    output_names: list[str]
    notes: list[str] = field(default_factory=list)

    # -- names ------------------------------------------------------------------------------------

    @property
    def coordinates(self) -> list[str]:
        chosen = [self.choice.coordinates[i] for i in self.kept]
        return [str(self.perturbed.coordinates[i]) for i in chosen]

    @property
    def speeds(self) -> list[str]:
        return [str(self.perturbed.speeds[i]) for i in self.choice.speeds]

    @property
    def states(self) -> list[str]:
        return [*self.coordinates, *self.speeds]

    @property
    def inputs(self) -> list[str]:
        return [str(d) for d in self.perturbed.inputs]

    @property
    def outputs(self) -> list[str]:
        return self.output_names or self.states

    @property
    def ignored(self) -> list[str]:
        """Independent coordinates on which nothing depends."""
        chosen = [c for i, c in enumerate(self.choice.coordinates) if i not in self.kept]
        return [str(self.perturbed.coordinates[i]) for i in chosen]

    @property
    def symbols(self) -> list[Any]:
        """Parameters that have no value yet."""
        there = {s for s in self.perturbed.symbols if s not in self.nominal}
        there |= {s for t in self.nominal.values() if isinstance(t, Term) for s in free_symbols(t)}
        return sorted((s for s in there if s not in self.parameters), key=str)

    # -- terms ------------------------------------------------------------------------------------

    @cached_property
    def _exact(self) -> Reduced:
        values = exact_values(self.perturbed, self.nominal, self.parameters)
        return reduce(self.perturbed.at(values, True), self.choice, Expressions())

    def _terms(self, matrix: Any) -> TermMatrix:
        there = [*self.symbols, *self.parameters]
        rows = [
            [simplify(as_term(matrix[i, j], there)) for j in range(matrix.cols)]
            for i in range(matrix.rows)
        ]
        return TermMatrix(rows, matrix.cols)

    @cached_property
    def mass(self) -> TermMatrix:
        return self._terms(self._exact.mass)

    @cached_property
    def damping(self) -> TermMatrix:
        """With gyroscopic terms: all that goes with the speeds."""
        return self._terms(self._exact.damping)

    @cached_property
    def stiffness(self) -> TermMatrix:
        """All that goes with the coordinates, a row for each speed."""
        return self._terms(self._exact.stiffness[:, list(self.kept)])

    @cached_property
    def sympy(self) -> StateSpace:
        """A, B, C and the feedthrough as matrices of sympy."""
        return state_space(self._exact, self.kept, Expressions())

    @cached_property
    def A(self) -> TermMatrix:
        return self._terms(self.sympy.A)

    @cached_property
    def B(self) -> TermMatrix:
        return self._terms(self.sympy.B)

    @cached_property
    def C(self) -> TermMatrix:
        return self._terms(self.sympy.C)

    @cached_property
    def feedthrough(self) -> TermMatrix:
        return self._terms(self.sympy.feedthrough)

    # -- numbers ----------------------------------------------------------------------------------

    def numbers(self, values: Mapping[Any, Any] | None = None) -> StateSpace:
        """The same in numbers, for values of the parameters by name or symbol."""
        given = dict(self.parameters)
        named = {str(s): s for s in self.symbols}
        for key, value in (values or {}).items():
            if str(key) not in named:
                listed = ", ".join(named) or "none"
                raise ModelError(f"{key} is no parameter without a value; there are {listed}")
            given[named[str(key)]] = value
        missing = [str(s) for s in self.symbols if s not in given]
        if missing:
            raise ModelError(f"values are missing: {', '.join(f'{m!r}: …' for m in missing)}")
        found = float_values(self.perturbed, self.nominal, given)
        reduced = reduce(self.perturbed.at(found, False), self.choice, Floats())
        return state_space(reduced, self.kept, Floats())

    def __str__(self) -> str:
        lines = [f"small motions of {self.perturbed.system.name}: {', '.join(self.states)}"]
        if self.inputs:
            lines.append(f"inputs: {', '.join(self.inputs)}")
        if self.ignored:
            lines.append(f"nothing depends on {', '.join(self.ignored)}")
        return "\n".join([*lines, *self.notes])


@dataclass
class StateSpace:
    """mass, damping, stiffness, A, B, C and feedthrough as arrays, or as matrices of sympy."""

    mass: Any
    damping: Any
    stiffness: Any
    A: Any
    B: Any
    C: Any
    feedthrough: Any


def state_space(r: Reduced, kept: Sequence[int], k: Any) -> StateSpace:
    """x' = A x + B v and y = C x + D v, for the coordinates that are kept."""
    nq, nu = len(kept), r.mass.shape[0]
    ni = r.drive.shape[1]
    stiffness = k.part(r.stiffness, range(nu), kept)
    own = k.part(r.own, kept, kept)
    along = k.part(r.along, kept, range(nu))
    both = np.hstack if not k.exact else lambda parts: sympy.Matrix.hstack(*parts)
    solved = k.solve(r.mass, both([stiffness, r.damping, r.drive]))
    A, B = k.zeros(nq + nu, nq + nu), k.zeros(nq + nu, ni)
    _put(A, 0, 0, own)
    _put(A, 0, nq, along)
    _put(A, nq, 0, -k.part(solved, range(nu), range(nq)))
    _put(A, nq, nq, -k.part(solved, range(nu), range(nq, nq + nu)))
    _put(B, nq, 0, k.part(solved, range(nu), range(nq + nu, nq + nu + ni)))
    C, D = _measured(r, kept, k, A, B, nq, nu)
    return StateSpace(r.mass, r.damping, stiffness, A, B, C, D)


def _measured(r: Reduced, kept: Any, k: Any, A: Any, B: Any, nq: int, nu: int) -> tuple[Any, Any]:
    """C and the feedthrough: of all states, or of the outputs that were asked for."""
    if r.outputs is None:
        C = k.zeros(nq + nu, nq + nu)
        for i in range(nq + nu):
            C[i, i] = 1
        return C, k.zeros(nq + nu, B.shape[1])
    by_q, by_u, by_i, by_a = r.outputs
    n = by_q.shape[0]
    speeds = range(nq, nq + nu)
    fast = by_a @ k.part(A, speeds, range(nq + nu))
    C = k.zeros(n, nq + nu)
    _put(C, 0, 0, k.part(by_q, range(n), kept))
    _put(C, 0, nq, by_u)
    return k.tidy(C + fast), k.tidy(by_i + by_a @ k.part(B, speeds, range(B.shape[1])))


def _put(whole: Any, row: int, column: int, part: Any) -> None:
    for i in range(part.shape[0]):
        for j in range(part.shape[1]):
            whole[row + i, column + j] = part[i, j]


# -- values of all symbols ------------------------------------------------------------------------


def exact_values(p: Perturbed, nominal: Mapping[Any, Any], given: Mapping[Any, Any]) -> Any:
    """Expressions of sympy for all symbols."""
    known = {s: exact_value(s, v) for s, v in given.items() if isinstance(s, Scalar)}
    known |= {s: _exact_array(v) for s, v in given.items() if not isinstance(s, Scalar)}
    numbers = {exact_value(s): known[s] for s in known if isinstance(s, Scalar)}
    found = dict(known)
    for s in p.symbols:
        if s not in found:
            found[s] = exact_value(s)
    for s, value in nominal.items():
        found[s] = sympy.sympify(exact_value(s, value)).subs(numbers)
    return found


def _exact_array(value: Any) -> Any:
    flat = np.vectorize(lambda x: sympy.nsimplify(x, rational=True), otypes=[object])
    return tuple(map(tuple, flat(value))) if np.ndim(value) == 2 else tuple(flat(value))


def float_values(p: Perturbed, nominal: Mapping[Any, Any], given: Mapping[Any, Any]) -> Any:
    """Floats for all symbols."""
    found = {
        s: float_of(v, {}) if isinstance(s, Scalar) else np.asarray(v, dtype=float)
        for s, v in given.items()
    }
    for s, value in nominal.items():
        found[s] = float_of(value, found)
    return found


def drawn(p: Perturbed, nominal: Mapping[Any, Any], given: Mapping[Any, Any], seed: int) -> Any:
    """Floats for all symbols: given values, and random ones for all other parameters, for which
    the state is real."""
    there = {s for s in p.symbols if s not in nominal}
    there |= {s for t in nominal.values() if isinstance(t, Term) for s in free_symbols(t)}
    rest = sorted((s for s in there if s not in given), key=str)
    for again in range(DRAWS):
        found = {**random_values(rest, np.random.default_rng(seed + 10 * again)), **given}
        try:
            return float_values(p, nominal, found)
        except ModelError:
            if not rest or again == DRAWS - 1:
                raise
    return None


# -- making one -----------------------------------------------------------------------------------


def linearised(
    system: System | EquationsOfMotion,
    at: Mapping[Any, Any] | None = None,
    *,
    parameters: Mapping[Any, Any] | None = None,
    inputs: Sequence[Any] | None = None,
    outputs: Any = None,
    independent: Sequence[Any] | None = None,
    check: bool = True,
    ignore: bool | None = None,
) -> LinearModel:
    """Small motions of a system about an equilibrium or a steady motion.

    `at` gives coordinates, speeds and inputs by name or symbol, as numbers or terms of parameters;
    what is not given is zero, and no turn. Parameters without values in `parameters` are kept as
    symbols. `inputs` are the symbols by which the motion is driven: all that are no states, unless
    told otherwise. `outputs` are terms by name. With constraints, `independent` names coordinates
    and speeds that stay if they can. What is no steady motion is refused, unless check=False.
    Coordinates on which nothing depends are left out of a steady motion, and kept at rest; `ignore`
    says otherwise.

    >>> from mechanics.models import plane_pendulum
    >>> model = linearised(plane_pendulum(1), at={"q1": 0})
    >>> model.mass, model.stiffness
    ([[m1*l1**2]], [[g*l1*m1]])
    """
    equations = _formed(system)
    attitudes, nominal = _operating(equations, at or {})
    chosen = _inputs(equations, inputs)
    named = _outputs(outputs)
    p = Perturbed(equations, attitudes, chosen, named)
    nominal = _completed(p, nominal)
    given = _given(p, nominal, parameters or {})
    values = drawn(p, nominal, given, SEEDS[0])
    choice = choose(
        p.at(values, False), None if independent is None else list(map(str, independent))
    )
    model = LinearModel(
        p, nominal, given, choice, tuple(range(len(choice.coordinates))), list(named)
    )
    if check:
        _must_be_steady(model)
    if _moves(model) if ignore is None else ignore:
        model.kept = _needed(model)
    if check:
        _must_not_depend_on_time(model, chosen, named)
    return model


def _formed(system: Any) -> EquationsOfMotion:
    if isinstance(system, EquationsOfMotion):
        if system.reduction is None:
            return system
        system = system.system
    if not isinstance(system, System):
        raise ModelError(f"linearised takes a System, or what kane(system) gives, not {system!r}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RedundancyWarning)
        return kane(system)


def _operating(
    e: EquationsOfMotion, at: Mapping[Any, Any]
) -> tuple[dict[Any, Any], dict[Any, Any]]:
    """Attitudes, and values of scalars by name, of the state."""
    p = Perturbed(e, {}, [], {})
    named: dict[str, Any] = {}
    for s in (*p.pieces.state.symbols, *p.pieces.inputs.symbols):
        named[str(s)] = s
    for d in (*p.coordinates, *p.speeds):
        named.setdefault(str(d), d.symbol)
    attitudes: dict[Any, Any] = {}
    found: dict[Any, Any] = {}
    for key, value in at.items():
        symbol = named.get(str(key))
        if symbol is None:
            raise ModelError(f"at: {p.pieces.state.unknown(str(key))}")
        if isinstance(symbol, Vector):
            parts = [d.symbol for d in (*p.coordinates, *p.speeds) if d.of is symbol]
            parts = parts or [f"{symbol}_{axis}" for axis in "xyz"]
            found |= {str(s): x for s, x in zip(parts, value, strict=True)}
        elif not isinstance(symbol, Scalar):
            attitudes[symbol] = _attitude(symbol, value)
        else:
            found[str(symbol)] = value
    return attitudes, found


def _attitude(symbol: Any, value: Any) -> Any:
    """A rotation or quaternion as a term."""
    if isinstance(value, Term):
        return value
    flat = np.asarray(value, dtype=float)
    if isinstance(symbol, Quaternion):
        w, x, y, z = (number(Fraction(float(v))) for v in flat)
        return quat(w, column(x, y, z))
    raise ModelError(f"at: give {symbol} as a term, such as rot(Z, angle)")


def _inputs(e: EquationsOfMotion, inputs: Sequence[Any] | None) -> list[Any]:
    p = Perturbed(e, {}, [], {})
    if inputs is None:
        return [s for s in p.pieces.inputs.symbols if len(shape_of(s)) < 2]
    named = p.pieces.inputs.by_name
    for s in inputs:
        if str(s) not in named:
            raise ModelError(f"inputs: {p.pieces.inputs.unknown(str(s))}")
    return [named[str(s)] for s in inputs]


def _outputs(outputs: Any) -> dict[str, Any]:
    if outputs is None:
        return {}
    if not isinstance(outputs, Mapping):
        outputs = {str(t): t for t in ([outputs] if isinstance(outputs, Term) else outputs)}
    for name, t in outputs.items():
        if not isinstance(t, Scalar):
            raise ModelError(f"output {name}: a scalar term is needed, not {t!r}")
    return dict(outputs)


def _completed(p: Perturbed, found: Mapping[str, Any]) -> dict[Any, Any]:
    """The state with zeros for all that is not given; accelerations are zero."""
    rest = [s for s in p.pieces.inputs.symbols if isinstance(s, Scalar)]
    scalars = [d.symbol for d in (*p.coordinates, *p.speeds, *p.inputs)] + rest
    values = {s: found.get(str(s), 0) for s in scalars}
    return {**values, **dict.fromkeys(p.accelerations, 0), time: 0}


def _given(p: Perturbed, nominal: Mapping[Any, Any], given: Mapping[Any, Any]) -> dict[Any, Any]:
    there = {s for s in p.symbols if s not in nominal}
    there |= {s for t in nominal.values() if isinstance(t, Term) for s in free_symbols(t)}
    named = {str(s): s for s in there}
    unknown = [str(k) for k in given if str(k) not in named and not _belongs(p, str(k))]
    if unknown:
        listed = ", ".join(sorted(named)) or "none"
        raise ModelError(f"{', '.join(unknown)} is no parameter here; there are {listed}")
    return {named[str(k)]: v for k, v in given.items() if str(k) in named}


def _belongs(p: Perturbed, name: str) -> bool:
    """Whether a parameter belongs to the system, although it does not matter here."""
    return name in {str(s) for s in (*p.pieces.symbols, *p.system.values)}


# -- what is refused ------------------------------------------------------------------------------


def _must_be_steady(model: LinearModel) -> None:
    """Refuse a state in which something accelerates, or that the constraints do not allow."""
    p = model.perturbed
    values = drawn(p, model.nominal, model.parameters, SEEDS[1])
    e = p.at(values, False)
    residual = np.array([float(x) for x in reduce(e, model.choice, Floats()).residual])
    scale = 1.0 + max((abs(float(x)) for x in e.values["f"]), default=0.0)
    wrong = [i for i, x in enumerate(residual) if not abs(x) <= TOLERANCE * scale]
    exact = None if not wrong and not model.symbols else _residual(model)
    if wrong:
        names = residual_names(model)
        shown = [f"{names[i]}: {_shown(model, exact, i, residual[i])}" for i in wrong[:4]]
        raise NotSteadyError(
            f"{p.system.name} is not at rest or in steady motion there. Left over are "
            f"{'; '.join(shown)}. See equilibria(system), or say check=False"
        )
    if exact is not None and not all(map(_is_zero, exact)):
        model.notes.append("that this is a steady motion was checked in numbers alone")


def _residual(model: LinearModel) -> list[Any]:
    """What is left over, as expressions."""
    return list(model._exact.residual)


def _shown(model: LinearModel, exact: Any, i: int, value: float) -> str:
    text = str(exact[i]) if exact is not None else ""
    return text if 0 < len(text) < 200 else f"{value:.4g}"


def _is_zero(x: Any) -> bool:
    x = sympy.sympify(x)
    if x == 0:
        return True
    if sympy.count_ops(x) > LONG:
        return False
    if sympy.cancel(sympy.together(x)) == 0:
        return True
    return bool(equal(as_term(x, ()), 0).proved)


def residual_names(model: LinearModel) -> list[str]:
    """What each residual is."""
    p = model.perturbed
    names = [f"effort along {s}" for s in model.speeds]
    names += [f"gap {i + 1}" for i in range(len(p.terms["gap"]))]
    names += [f"speed of constraint {i + 1}" for i in range(len(p.terms["tau"]))]
    return names + [f"acceleration of constraint {i + 1}" for i in range(len(p.terms["gamma"]))]


def _moves(model: LinearModel) -> bool:
    """Whether a coordinate changes in the motion about which all is linear."""
    p = model.perturbed
    values = drawn(p, model.nominal, model.parameters, SEEDS[0])
    return any(abs(float(x)) > 1e-12 for x in p.at(values, False).values["rate"])


def _needed(model: LinearModel) -> tuple[int, ...]:
    """The coordinates on which something depends that is kept."""
    everything = range(len(model.choice.coordinates))
    depends = np.zeros((0, 0))
    for seed in SEEDS:
        values = drawn(model.perturbed, model.nominal, model.parameters, seed)
        found = reduce(model.perturbed.at(values, False), model.choice, Floats())
        space = state_space(found, everything, Floats())
        rows = np.vstack([space.A, space.C]) if model.output_names else space.A
        scale = np.abs(rows).max(initial=1.0)
        now = np.abs(rows) > 1e-12 * scale
        depends = now if not depends.size else depends | now
    kept = list(everything)
    n = len(model.choice.coordinates)
    for _ in everything:
        alive = [*kept, *range(n, depends.shape[0])]
        idle = [
            i
            for i in kept
            if not depends[[r for r in alive if r != i], i].any() and not depends[i, i]
        ]
        if not idle:
            break
        kept = [i for i in kept if i not in idle]
    return tuple(kept)


def _must_not_depend_on_time(model: LinearModel, inputs: Any, outputs: Any) -> None:
    """Refuse a motion along which the linear equations change."""
    p = model.perturbed
    values = drawn(p, model.nominal, model.parameters, SEEDS[0])
    rates = [float(x) for x in p.at(values, False).values["rate"]]
    moving = {d.symbol: r for d, r in zip(p.coordinates, rates, strict=True) if abs(r) > 1e-12}
    if not moving and time not in p.symbols:
        return
    first = _matrices(p, values, model)
    for step in (0.37, 0.91):
        there = Perturbed(p.equations, _turned_on(p, moving, step), inputs, outputs)
        plain = {d.symbol for d in p.coordinates if d.of is d.symbol}
        later = {s: v + step * moving.get(s, 0.0) if s in plain else v for s, v in values.items()}
        later[time] = step
        second = _matrices(there, later, model)
        scale = 1.0 + np.abs(first).max(initial=0.0)
        if not np.allclose(first, second, atol=1e-7 * scale, rtol=0):
            names = ", ".join(map(str, [*moving, *([time] if time in p.symbols else [])]))
            raise NotSteadyError(
                f"{p.system.name}: the linear equations change along this motion, since they "
                f"depend on {names}; choose other coordinates, or another state"
            )


def _matrices(p: Perturbed, values: Any, model: LinearModel) -> Any:
    reduced = reduce(p.at(values, False), model.choice, Floats())
    space = state_space(reduced, model.kept, Floats())
    residual = np.array([float(x) for x in reduced.residual])
    return np.concatenate([space.A.ravel(), space.C.ravel(), residual])


def _turned_on(p: Perturbed, moving: Mapping[Any, float], step: float) -> dict[Any, Any]:
    """The attitudes after some time."""
    found = dict(p.attitudes)
    for s in {d.of for d in p.coordinates if d.of is not d.symbol}:
        spin = np.array([moving.get(d.symbol, 0.0) for d in p.coordinates if d.of is s])
        size = float(np.linalg.norm(spin))
        if not size:
            continue
        half = size * step / 2
        parts = [np.cos(half), *(np.sin(half) * spin / size)]
        w, x, y, z = (number(Fraction(float(v))) for v in parts)
        turn = quat(w, column(x, y, z))
        before = p.attitudes.get(s)
        if isinstance(s, Quaternion):
            found[s] = turn if before is None else before * turn
        else:
            found[s] = rotation_matrix(turn) if before is None else before @ rotation_matrix(turn)
    return found
