"""Checks on a linearised motion: which states are refused, and which coordinates are left out."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np
import sympy

from rewrite import (
    Quaternion,
    column,
    equal,
    number,
    quat,
    rotation_matrix,
    time,
)

from ..errors import NotSteadyError
from .linear_model import LinearModel
from .operating_values import drawn
from .perturbed import Perturbed, as_term
from .reducing import Floats, reduce, shorter
from .state_space import state_space

TOLERANCE = 1e-7
"""How far from zero a residual may be in floats, relative to the size of the efforts."""
SEEDS = (1, 2)
"""The seeds of the random parameters at which a motion is checked."""
LONG = 3000
"""Residuals with more operations are checked only in floating point."""


def must_be_steady(model: LinearModel) -> None:
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
        shown = [f"{names[i]}: {_shown(exact, i, residual[i])}" for i in wrong[:4]]
        raise NotSteadyError(
            f"{p.system.name} is not at rest or in steady motion there. The residuals are "
            f"{'; '.join(shown)}. See equilibria(system), or set check=False"
        )
    if exact is not None and not all(map(_is_zero, exact)):
        model.notes.append("this is a steady motion by a check in floating point only")


def _residual(model: LinearModel) -> list[Any]:
    """The residuals, as expressions."""
    return list(model.residual)


def _shown(exact: Any, i: int, value: float) -> str:
    text = str(exact[i]) if exact is not None else ""
    return text if 0 < len(text) < 200 else f"{value:.4g}"


def _is_zero(x: Any) -> bool:
    x = sympy.sympify(x)
    if x == 0:
        return True
    if sympy.count_ops(x) > LONG:
        return False
    if shorter(x) == 0:
        return True
    return bool(equal(as_term(x, ()), 0).proved)


def residual_names(model: LinearModel) -> list[str]:
    """A name for each residual."""
    p = model.perturbed
    names = [f"effort along {s}" for s in model.speeds]
    names += [f"gap {i + 1}" for i in range(len(p.terms["gap"]))]
    names += [f"speed of constraint {i + 1}" for i in range(len(p.terms["tau"]))]
    return names + [f"acceleration of constraint {i + 1}" for i in range(len(p.terms["gamma"]))]


def moves(model: LinearModel) -> bool:
    """Whether a coordinate changes in the steady motion."""
    p = model.perturbed
    values = drawn(p, model.nominal, model.parameters, SEEDS[0])
    return any(abs(float(x)) > 1e-12 for x in p.at(values, False).values["rate"])


def needed(model: LinearModel) -> tuple[int, ...]:
    """The coordinates that affect speeds, outputs or other kept coordinates."""
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


def must_not_depend_on_time(model: LinearModel, inputs: Any, outputs: Any) -> None:
    """Refuse a motion if the coefficients of its linear equations change along it."""
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
