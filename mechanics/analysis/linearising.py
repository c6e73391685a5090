"""`linearised`: small motions of a system about a state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from rewrite import (
    Quaternion,
    Scalar,
    Term,
    Vector,
    column,
    free_symbols,
    number,
    quat,
    time,
    time_limited,
)

from ..equations.motion import EquationsOfMotion
from ..errors import ModelError
from ..numerics.slots import shape_of
from ..system import System
from .linear_model import LinearModel
from .operating_values import drawn
from .perturbed import Perturbed
from .reducing import choose
from .steadiness import SEEDS, moves, must_be_steady, must_not_depend_on_time, needed
from .unreduced import unreduced


@time_limited
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
    time_limit: float | None = None,
) -> LinearModel:
    """Small motions of a system about an equilibrium or a steady motion.

    `at` gives coordinates, speeds and inputs by name or symbol, as numbers or terms of parameters;
    all others are zero, and attitudes the identity. Parameters without values in `parameters` are
    kept as symbols. `inputs` are the symbols that drive the motion, by default all that change with
    time and are not states. `outputs` are terms by name. With constraints, `independent` names
    coordinates and speeds to keep where possible. A state that is not in steady motion is refused,
    unless check=False. About a steady motion, coordinates on which nothing depends are left out; at
    rest they are kept. `ignore` overrides that.

    >>> from mechanics.models import plane_pendulum
    >>> model = linearised(plane_pendulum(1), at={"q1": 0})
    >>> model.mass, model.stiffness
    ([[m1*l1**2]], [[g*l1*m1]])
    """
    equations = unreduced(system, "linearised")
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
        must_be_steady(model)
    if moves(model) if ignore is None else ignore:
        model.kept = needed(model)
    if check:
        must_not_depend_on_time(model, chosen, named)
    return model


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
    """The state with zeros for all values that are not given; accelerations are zero."""
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
        raise ModelError(f"{', '.join(unknown)} is not a parameter here; there are {listed}")
    return {named[str(k)]: v for k, v in given.items() if str(k) in named}


def _belongs(p: Perturbed, name: str) -> bool:
    """Whether a parameter belongs to the system, even if it does not occur here."""
    return name in {str(s) for s in (*p.pieces.symbols, *p.system.values)}
