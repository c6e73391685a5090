"""From all deviations to independent ones: the linearised constraints are solved for the others.

    G δq = 0,   Δ δu + (∂(Δ u + τ)/∂q) δq = 0   give   δq = N δqᵢ,   δu = T δuᵢ + S δqᵢ.

The multipliers Λ of the steady motion come from f + Δᵀ Λ = 0, and multiplication by Tᵀ eliminates
their changes from the equations. The same steps work with floats and with expressions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy

from rewrite import interruptible

from ..errors import ModelError
from ..linear_algebra import timely
from .perturbed import Expansion

SINGULAR = (
    "the equations are singular at this state: something that moves has no mass, or the "
    "coordinates are singular, as Euler angles may be; choose other coordinates"
)
SMALL = 1e-9
"""Pivots below this fraction of the largest entry of their row count as zero."""


@dataclass(frozen=True)
class Choice:
    """Which coordinates and speeds are independent, and which rows of the constraints are used."""

    coordinates: tuple[int, ...]
    speeds: tuple[int, ...]
    closures: tuple[int, ...]
    rows: tuple[int, ...]
    all_coordinates: int
    all_speeds: int

    @property
    def other_coordinates(self) -> list[int]:
        return [i for i in range(self.all_coordinates) if i not in self.coordinates]

    @property
    def other_speeds(self) -> list[int]:
        return [i for i in range(self.all_speeds) if i not in self.speeds]


def choose(e: Expansion, wanted: Sequence[str] | None) -> Choice:
    """Independent coordinates and speeds, from numbers; those whose names are wanted come first."""
    p = e.perturbed
    nq, nu = len(p.coordinates), len(p.speeds)
    G = np.asarray(e.slopes["gap"], dtype=float)[:, :nq]
    D = np.array(e.values["Delta"], dtype=float).reshape(-1, nu) if nu else np.zeros((0, 0))
    names = [str(d) for d in (*p.coordinates, *p.speeds)]
    for name in wanted or ():
        if name not in names:
            raise ModelError(f"independent: {name} is not a state; there are {', '.join(names)}")
    first = [_is_wanted(n, wanted) for n in names]
    closures, dependent = _pivots(G, first[:nq])
    rows, others = _pivots(D, first[nq:])
    kept_q = tuple(i for i in range(nq) if i not in dependent)
    kept_u = tuple(i for i in range(nu) if i not in others)
    return Choice(kept_q, kept_u, tuple(closures), tuple(rows), nq, nu)


def _is_wanted(name: str, wanted: Sequence[str] | None) -> bool:
    """Whether a state is preferred as independent: it is named, or is the rate of a named one."""
    return wanted is not None and (name in wanted or name.removesuffix("'") in wanted)


def _pivots(matrix: Any, last: Sequence[bool]) -> tuple[list[int], list[int]]:
    """Rows and columns of a regular part of full rank, by elimination with the largest pivots;
    columns marked in `last` are taken only if no others are left."""
    a = np.array(matrix, dtype=float)
    rows, columns = list(range(a.shape[0])), list(range(a.shape[1]))
    scale = np.abs(a).max(initial=0.0)
    chosen: tuple[list[int], list[int]] = ([], [])
    for marked in (False, True):
        for _ in range(min(a.shape)):
            free = [c for c in columns if last[c] is marked or bool(last[c]) == marked]
            if not rows or not free:
                break
            part = np.abs(a[np.ix_(rows, free)])
            i, k = np.unravel_index(np.argmax(part), part.shape)
            if part[i, k] <= SMALL * scale:
                break
            r, c = rows[i], free[k]
            for other in rows:
                if other != r:
                    a[other] -= a[r] * (a[other, c] / a[r, c])
            rows.remove(r)
            columns.remove(c)
            chosen[0].append(r)
            chosen[1].append(c)
    return sorted(chosen[0]), sorted(chosen[1])


# -- algebra with floats or expressions -----------------------------------------------------------


class Floats:
    """Matrices of NumPy."""

    exact = False

    def matrix(self, rows: int, columns: int, flat: Sequence[Any]) -> Any:
        return np.array(flat, dtype=float).reshape(rows, columns)

    def zeros(self, rows: int, columns: int) -> Any:
        return np.zeros((rows, columns))

    def solve(self, a: Any, b: Any) -> Any:
        try:
            return timely(np.linalg.solve, a, b) if a.shape[0] else np.zeros((0, b.shape[1]))
        except np.linalg.LinAlgError:
            raise ModelError(SINGULAR) from None

    def part(self, a: Any, rows: Sequence[int], columns: Sequence[int]) -> Any:
        return a[np.ix_(list(rows), list(columns))]

    def tidy(self, a: Any) -> Any:
        return a


class Expressions:
    """Matrices of sympy."""

    exact = True

    def matrix(self, rows: int, columns: int, flat: Sequence[Any]) -> Any:
        return sympy.Matrix(rows, columns, list(flat))

    def zeros(self, rows: int, columns: int) -> Any:
        return sympy.zeros(rows, columns)

    def solve(self, a: Any, b: Any) -> Any:
        if not a.rows:
            return sympy.zeros(0, b.cols)
        return self.tidy(_solved(self.tidy(a), self.tidy(b)))

    def part(self, a: Any, rows: Sequence[int], columns: Sequence[int]) -> Any:
        return a.extract(list(rows), list(columns))

    def tidy(self, a: Any) -> Any:
        return a.applyfunc(shorter)


@interruptible
def shorter(x: Any) -> Any:
    """An expression with common factors cancelled and sin² + cos² = 1 used, if that is shorter."""
    x = sympy.sympify(x)
    if x.is_Atom:
        return x
    found = sympy.cancel(sympy.together(x))
    if found.has(sympy.sin) and found.count_ops() < 400:
        found = min(found, sympy.trigsimp(found), key=sympy.count_ops)
    return found


def _solved(a: Any, b: Any) -> Any:
    """a⁻¹ b by elimination, with pivots that are not zero after cancelling."""
    n, m = a.rows, a.row_join(b)
    for k in range(n):
        order = sorted(range(k, n), key=lambda i: (m[i, k] == 0, sympy.count_ops(m[i, k])))
        if m[order[0], k] == 0:
            raise ModelError(SINGULAR)
        m.row_swap(k, order[0])
        pivot = m[k, k]
        for j in range(k, m.cols):
            m[k, j] = shorter(m[k, j] / pivot)
        for i in range(n):
            if i != k and m[i, k] != 0:
                factor = m[i, k]
                for j in range(k, m.cols):
                    if m[k, j] != 0:
                        m[i, j] = shorter(m[i, j] - factor * m[k, j])
    return m[:, n:]


# -- the reduction --------------------------------------------------------------------------------


@dataclass
class Reduced:
    """Linear equations of independent deviations.

    mass δu' + damping δu + stiffness δq = drive δinputs, with δq' = own δq + along δu.
    """

    mass: Any
    damping: Any
    stiffness: Any
    drive: Any
    own: Any
    along: Any
    residual: list[Any]
    """Unbalanced efforts, gaps and accelerations, which all vanish in a steady motion."""
    outputs: Any
    """The derivatives of the outputs by δq, δu, inputs and δu', side by side."""


@interruptible
def reduce(e: Expansion, choice: Choice, k: Floats | Expressions) -> Reduced:
    """The equations in independent deviations."""
    p = e.perturbed
    nq, nu, ni = len(p.coordinates), len(p.speeds), len(p.inputs)
    q, u, i = range(nq), range(nq, nq + nu), range(nq + nu, nq + nu + ni)
    m = len(e.values["Delta"]) // nu if nu else 0
    D = k.matrix(m, nu, e.values["Delta"])
    f = k.matrix(nu, 1, e.values["f"])
    iu, du, rows = choice.speeds, choice.other_speeds, choice.rows
    Dd, Di = k.part(D, rows, du), k.part(D, rows, iu)
    N = _completed(k, nq, choice.coordinates, choice.other_coordinates, _neg(k.solve(
        _gap(e, k, choice, True), _gap(e, k, choice, False))))  # fmt: skip
    T = _completed(k, nu, iu, du, _neg(k.solve(Dd, Di)))
    held = _neg(k.solve(Dd.T, k.part(f, du, [0]))) if rows else k.zeros(0, 1)
    V = _velocity_by_places(e, k, rows, nu, q) @ N if rows else k.zeros(0, len(choice.coordinates))
    S = k.zeros(nu, len(choice.coordinates))
    S = _placed(S, du, _neg(k.solve(Dd, V))) if rows else S
    F = k.matrix(nu, len(p.by), list(_entries(e.slopes["f"])))
    F = F + _held(e, k, rows, nu, held)
    Fq, Fu = k.part(F, range(nu), q), k.part(F, range(nu), u)
    Fi = k.part(F, range(nu), i)
    R = k.matrix(nq, len(p.by), list(_entries(e.slopes["rate"])))
    Rq, Ru = k.part(R, range(nq), q), k.part(R, range(nq), u)
    keep = choice.coordinates
    own = k.part(Rq @ N + Ru @ S, keep, range(len(keep)))
    along = k.part(Ru @ T, keep, range(len(iu)))
    M = _symmetric(k, e.values["M"], nu)
    mass = T.T @ M @ T
    damping = T.T @ M @ S @ along - T.T @ Fu @ T
    stiffness = T.T @ M @ S @ own - T.T @ (Fq @ N + Fu @ S)
    speeds = k.matrix(m, 1, _speed_gaps(e, m, nu))
    residual = [*_entries(T.T @ f), *e.values["gap"], *_entries(speeds), *e.values["gamma"]]
    return Reduced(
        k.tidy(mass), k.tidy(damping), k.tidy(stiffness), k.tidy(T.T @ Fi), k.tidy(own),
        k.tidy(along), residual, _outputs(e, k, N, T, S, own, along),
    )  # fmt: skip


def _outputs(e: Expansion, k: Any, N: Any, T: Any, S: Any, own: Any, along: Any) -> Any:
    """The derivatives of the outputs by δqᵢ, δuᵢ, inputs and δuᵢ'; they use
    δu' = T δuᵢ' + S (own δqᵢ + along δuᵢ)."""
    p = e.perturbed
    count = len(e.values["out"])
    if not count:
        return None
    nq, nu, ni = len(p.coordinates), len(p.speeds), len(p.inputs)
    H = k.matrix(count, len(p.by), list(_entries(e.slopes["out"])))
    every = range(count)
    Hq, Hu = k.part(H, every, range(nq)), k.part(H, every, range(nq, nq + nu))
    Hi = k.part(H, every, range(nq + nu, nq + nu + ni))
    Ha = k.part(H, every, range(nq + nu + ni, nq + nu + ni + nu))
    return Hq @ N + Hu @ S + Ha @ S @ own, Hu @ T + Ha @ S @ along, Hi, Ha @ T


def _speed_gaps(e: Expansion, m: int, nu: int) -> list[Any]:
    """Δ u + τ at the state."""
    speeds = [e.speeds_at[str(d)] for d in e.perturbed.speeds]
    D, tau = e.values["Delta"], e.values["tau"]
    return [sum((D[r * nu + c] * speeds[c] for c in range(nu)), tau[r]) for r in range(m)]


def _velocity_by_places(e: Expansion, k: Any, rows: Sequence[int], nu: int, q: range) -> Any:
    """∂(Δ u + τ)/∂q for the rows that are used."""
    p = e.perturbed
    D, tau = e.slopes["Delta"], e.slopes["tau"]
    speeds = [e.speeds_at[str(d)] for d in p.speeds]
    flat = [
        sum((D[r * nu + c, j] * speeds[c] for c in range(nu)), tau[r, j]) for r in rows for j in q
    ]
    return k.matrix(len(rows), len(q), flat)


def _held(e: Expansion, k: Any, rows: Sequence[int], nu: int, held: Any) -> Any:
    """Σ Λ_r ∂Δ_r/∂x, for each speed."""
    n = len(e.perturbed.by)
    if not rows:
        return k.zeros(nu, n)
    D = e.slopes["Delta"]
    flat = [
        sum((held[i, 0] * D[r * nu + c, j] for i, r in enumerate(rows)), 0)
        for c in range(nu)
        for j in range(n)
    ]
    return k.matrix(nu, n, flat)


def _gap(e: Expansion, k: Any, choice: Choice, dependent: bool) -> Any:
    G = k.matrix(len(e.values["gap"]), len(e.perturbed.by), list(_entries(e.slopes["gap"])))
    columns = choice.other_coordinates if dependent else choice.coordinates
    return k.part(G, choice.closures, columns)


def _completed(k: Any, n: int, kept: Sequence[int], others: Sequence[int], by: Any) -> Any:
    """A matrix with ones for the kept rows, and given rows for the others."""
    found = k.zeros(n, len(kept))
    for column, row in enumerate(kept):
        found[row, column] = 1
    return _placed(found, others, by)


def _placed(found: Any, rows: Sequence[int], by: Any) -> Any:
    for i, row in enumerate(rows):
        for j in range(by.shape[1]):
            found[row, j] = by[i, j]
    return found


def _symmetric(k: Any, upper: Sequence[Any], n: int) -> Any:
    found, at = k.zeros(n, n), 0
    for i in range(n):
        for j in range(i, n):
            found[i, j] = found[j, i] = upper[at]
            at += 1
    return found


def _entries(a: Any) -> Any:
    return a.ravel() if isinstance(a, np.ndarray) else a


def _neg(a: Any) -> Any:
    return -a
