"""Modes and stability: eigenvalues as numbers, and the characteristic polynomial and the conditions
of Routh and Hurwitz with symbols."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import sympy

from rewrite import interruptible, simplify, time_limited

from ..errors import ModelError
from ..linear_algebra import timely
from .linear_model import LinearModel
from .linearising import linearised
from .perturbed import as_term
from .reducing import shorter

NEAR = 1e-8
"""Real parts below this fraction of the largest eigenvalue are taken for zero."""


@dataclass(frozen=True)
class Mode:
    """An eigenvalue with its shape: how the states move together, with the largest scaled to 1."""

    eigenvalue: complex
    shape: Mapping[str, complex]

    @property
    def frequency(self) -> float:
        """Its angular frequency, in radians for each unit of time."""
        return abs(self.eigenvalue.imag)

    @property
    def damping_ratio(self) -> float | None:
        """-Re λ/|λ|; None for an eigenvalue of zero."""
        size = abs(self.eigenvalue)
        return -self.eigenvalue.real / size if size else None

    def __str__(self) -> str:
        parts = ", ".join(f"{n} {_shown(x)}" for n, x in self.shape.items() if abs(x) > 1e-6)
        return f"{_shown(self.eigenvalue)}: {parts}"


@time_limited
def modes(
    model: Any,
    values: Mapping[Any, Any] | None = None,
    *,
    time_limit: float | None = None,
    **options: Any,
) -> list[Mode]:
    """The modes of small motions in numbers; the least damped come first.

    `model` is the result of `linearised`, or a system with the options of `linearised`.

    >>> from mechanics.models import plane_pendulum
    >>> first, _ = modes(plane_pendulum(1), {"g": 9, "l1": 1, "m1": 1})
    >>> round(first.frequency, 12)
    3.0
    """
    model = _model(model, options)
    A = model.numbers(values).A
    found, shapes = timely(np.linalg.eig, A)
    each = [complex(x) for x in found]
    order = sorted(range(len(each)), key=lambda i: (-round(each[i].real, 12), -each[i].imag))
    return [_mode(model.states, each[i], shapes[:, i]) for i in order]


def _mode(states: list[str], eigenvalue: complex, shape: Any) -> Mode:
    largest = shape[int(np.argmax(np.abs(shape)))]
    each = {n: complex(x) for n, x in zip(states, shape / largest, strict=True)}
    return Mode(eigenvalue, each)


def _shown(x: complex) -> str:
    x = complex(x)
    if abs(x.imag) <= 1e-12 * (1 + abs(x)):
        return f"{x.real:.6g}"
    return f"{x.real:.6g}{x.imag:+.6g}i"


def _model(model: Any, options: Mapping[str, Any]) -> LinearModel:
    if isinstance(model, LinearModel):
        if options:
            raise ModelError("options are for a system; a linearised model takes none")
        return model
    return linearised(model, **options)


@dataclass
class Stability:
    """The characteristic polynomial of small motions, and the stability that follows from it.

    `polynomial` has its coefficients from the highest power, after `zero_roots` factors of the
    variable were divided out. Without zero roots, all motions decay if and only if all `conditions`
    are positive.
    """

    polynomial: list[Any]
    zero_roots: int
    conditions: list[Any]
    eigenvalues: list[complex] | None = None
    notes: list[str] = field(default_factory=list)

    @property
    def verdict(self) -> str:
        """ "asymptotically stable", "unstable", or "not decided by the linear equations"; without
        numbers, "depends on parameters"."""
        if self.eigenvalues is None:
            return "depends on parameters"
        size = max((abs(x) for x in self.eigenvalues), default=0.0)
        worst = max((x.real for x in self.eigenvalues), default=0.0)
        if worst > NEAR * max(size, 1e-300):
            return "unstable"
        if worst < -NEAR * size:
            return "asymptotically stable"
        return "not decided by the linear equations: some eigenvalues have no real part"

    def __str__(self) -> str:
        n = len(self.polynomial) - 1
        lines = [f"characteristic polynomial, s**{n + self.zero_roots} first:"]
        lines += [f"  s**{n + self.zero_roots - i}: {c}" for i, c in enumerate(self.polynomial)]
        if self.zero_roots:
            lines.append(f"{self.zero_roots} roots are zero")
        lines.append("decays if all of these are positive:")
        lines += [f"  {c}" for c in self.conditions]
        if self.eigenvalues is not None:
            lines.append(f"eigenvalues: {', '.join(map(_shown, self.eigenvalues))}")
            lines.append(self.verdict)
        return "\n".join([*lines, *self.notes])


@time_limited
def stability(
    model: Any,
    values: Mapping[Any, Any] | None = None,
    *,
    time_limit: float | None = None,
    **options: Any,
) -> Stability:
    """The stability of small motions: the characteristic polynomial and the conditions of Routh and
    Hurwitz as terms, and with values for all parameters the eigenvalues and a verdict.

    >>> from mechanics.models import plane_pendulum
    >>> found = stability(plane_pendulum(1, dampers=True))
    >>> found.polynomial[0], found.polynomial[2], len(found.conditions)
    (1, g/l1, 2)
    """
    model = _model(model, options)
    coefficients = _characteristic(model.sympy.A)
    zeros = 0
    while len(coefficients) > 1 and coefficients[-1] == 0:
        coefficients.pop()
        zeros += 1
    there = [*model.symbols, *model.parameters]
    conditions = [shorter(d) for d in hurwitz(coefficients)]
    found = Stability(_terms(coefficients, there), zeros, _terms(conditions, there))
    if any(c == 0 for c in conditions):
        found.notes.append("a condition is always zero: some motions do not decay for any values")
    if values is not None or not model.symbols:
        space = model.numbers(values)
        found.eigenvalues = [complex(x) for x in timely(np.linalg.eigvals, space.A)]
    return found


@interruptible
def _characteristic(matrix: Any) -> list[Any]:
    """The coefficients of the characteristic polynomial, from the highest power."""
    s = sympy.Symbol("s_characteristic")
    return [shorter(c) for c in matrix.charpoly(s).all_coeffs()]


@interruptible
def hurwitz(coefficients: list[Any]) -> list[Any]:
    """The leading minors of Hurwitz's matrix, for coefficients from the highest power: all roots
    have negative real parts if and only if all minors are positive, for a leading coefficient 1.

    >>> hurwitz([1, 2, 3])
    [2, 6]
    """
    n = len(coefficients) - 1
    found = []
    for size in range(1, n + 1):
        rows = [
            [_at(coefficients, 2 * (j + 1) - (i + 1)) for j in range(size)] for i in range(size)
        ]
        found.append(sympy.Matrix(rows).det(method="berkowitz"))
    return found


def _at(coefficients: list[Any], k: int) -> Any:
    return coefficients[k] if 0 <= k < len(coefficients) else 0


def _terms(expressions: list[Any], there: Any) -> list[Any]:
    return [simplify(as_term(x, there)) for x in expressions]
