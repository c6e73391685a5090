"""A flexible body in a floating frame: the generalised equations of Newton and Euler.

Its points are at X + q^α Φ_α in a frame that floats with it, on SE(3) × R^n. The integrals over the
body are

    J_rr = ∫ X̃ᵀ X̃,  J_re,α = ∫ X̃ᵀ Φ̃_α,  J_ee,αβ = ∫ Φ̃_αᵀ Φ̃_β,  a_α = ∫ Φ_α,  M_αβ = ∫ Φ_α·Φ_β

from which follow β_α = ∫ X × Φ_α = -2 vee(J_re,α) and λ_αβ = ∫ Φ_α × Φ_β = -2 vee(J_ee,αβ).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rewrite import (
    Matrix,
    Scalar,
    Vector,
    add,
    cross,
    diff,
    dot,
    matrix,
    normal,
    scalar,
    time,
    time_limited,
    vector,
    vee,
    zero,
)

from ...errors import ModelError
from ..field_equations import FieldEquation, FieldEquations
from ..groups import SE3, Rn
from ..motions import Motion, motion
from ..poincare_chetayev import PoincareChetayev, poincare_chetayev


@dataclass(frozen=True)
class FlexibleBody:
    """The integrals of a body with n modal coordinates, as constant symbols."""

    modes: int

    def __post_init__(self) -> None:
        if type(self.modes) is not int or self.modes < 1:
            raise ModelError(
                f"a flexible body has one modal coordinate or more, not {self.modes!r}"
            )

    @property
    def indices(self) -> range:
        """1, 2, …, n."""
        return range(1, self.modes + 1)

    @cached_property
    def mass(self) -> Scalar:
        return scalar("mass", constant=True)

    @cached_property
    def first(self) -> Vector:
        """∫ X, the first moment of the body at rest."""
        return vector("S", constant=True)

    def a(self, i: int) -> Vector:
        """∫ Φ_i."""
        return vector(f"a{i}", constant=True)

    @cached_property
    def J_rr(self) -> Matrix:
        return matrix("J_rr", symmetric=True, constant=True)  # type: ignore[no-any-return]

    def J_re(self, i: int) -> Matrix:
        return matrix(f"J_re{i}", constant=True)  # type: ignore[no-any-return]

    def J_ee(self, i: int, j: int) -> Any:
        """J_ee,ij, the transpose of J_ee,ji."""
        if i == j:
            return matrix(f"J_ee{i}{i}", symmetric=True, constant=True)
        found = matrix(f"J_ee{min(i, j)}{max(i, j)}", constant=True)
        return found if i < j else found.T

    def M(self, i: int, j: int) -> Scalar:
        return scalar(f"M{min(i, j)}{max(i, j)}", constant=True)

    def K(self, i: int, j: int) -> Scalar:
        return scalar(f"K{min(i, j)}{max(i, j)}", constant=True)

    def lam(self, i: int, j: int) -> Vector:
        """λ_ij = ∫ Φ_i × Φ_j."""
        return zero(Vector) if i == j else normal(-2 * vee(self.J_ee(i, j)))

    # -- what depends on the modal coordinates ----------------------------------------------------

    def inertia(self, q: dict[int, Any]) -> Any:
        """J(q) = J_rr + q^α (J_re,α + J_re,αᵀ) + q^α q^β J_ee,αβ."""
        linear = [q[i] * (self.J_re(i) + self.J_re(i).T) for i in self.indices]
        square = [q[i] * q[j] * self.J_ee(i, j) for i in self.indices for j in self.indices]
        return add(self.J_rr, *linear, *square)

    def static_moment(self, q: dict[int, Any]) -> Any:
        """m s(q) = ∫ X + q^α ∫ Φ_α."""
        return add(self.first, *(q[i] * self.a(i) for i in self.indices))

    def beta(self, q: dict[int, Any], i: int) -> Any:
        """β_i(q) = ∫ X × Φ_i + q^α λ_αi."""
        own = -2 * vee(self.J_re(i))
        return add(own, *(q[j] * self.lam(j, i) for j in self.indices))


@time_limited
def floating_frame(modes: int = 2, *, time_limit: float | None = None) -> PoincareChetayev:
    """The flexible body on SE(3) × R^n, with L = ½ ηᵀ F(q) η - ½ qᵀ K q.
    After `time_limit` seconds it stops with a LimitError.

    >>> floating_frame(1).names
    ['Omega', 'V', "q1'"]
    """
    body = FlexibleBody(modes)
    group = SE3() * Rn(modes)
    moves = motion(group)
    return poincare_chetayev(group, lagrangian(body, moves))


def lagrangian(body: FlexibleBody, moves: Motion) -> Any:
    """½ ηᵀ F η - ½ qᵀ K q, with the blocks of F written out."""
    Omega, V, *rates = moves.velocity(time)
    q = dict(zip(body.indices, moves.configuration[2:], strict=True))
    dq = dict(zip(body.indices, rates, strict=True))
    pairs = [(i, j) for i in body.indices for j in body.indices]
    rigid = dot(Omega, body.inertia(q) @ Omega) / 2 + body.mass * dot(V, V) / 2
    mixed = dot(Omega, cross(body.static_moment(q), V))
    bent = [dq[i] * (dot(body.beta(q, i), Omega) + dot(body.a(i), V)) for i in body.indices]
    modal = [(body.M(i, j) * dq[i] * dq[j] - body.K(i, j) * q[i] * q[j]) / 2 for i, j in pairs]
    return normal(add(rigid, mixed, *bent, *modal))


def as_printed(equations: PoincareChetayev) -> FieldEquations:
    """F (dΩ/dt, γ, q¨) and the other terms, with γ = dV/dt + Ω × V; their sum is zero."""
    Omega, V, *rates = equations.motion.velocity(time)
    body = FlexibleBody(len(rates))
    n = body.indices
    q = dict(zip(n, equations.motion.configuration[2:], strict=True))
    dq = dict(zip(n, rates, strict=True))
    ddq = {i: diff(x, time) for i, x in dq.items()}
    turned, gamma = diff(Omega, time), diff(V, time) + cross(Omega, V)
    J, ms = body.inertia(q), body.static_moment(q)
    first = add(
        J @ turned + cross(ms, gamma) + cross(Omega, J @ Omega),
        *(ddq[i] * body.beta(q, i) + 2 * dq[i] * (body.J_re(i) @ Omega) for i in n),
        *(2 * q[j] * dq[i] * (body.J_ee(j, i) @ Omega) for i in n for j in n),
    )
    second = add(
        body.mass * gamma - cross(ms, turned) + cross(Omega, cross(Omega, ms)),
        *(ddq[i] * body.a(i) + 2 * dq[i] * cross(Omega, body.a(i)) for i in n),
    )
    third = [
        add(
            dot(body.beta(q, i), turned) + dot(body.a(i), gamma) - dot(Omega, body.J_re(i) @ Omega),
            *(body.M(i, j) * ddq[j] - q[j] * dot(Omega, body.J_ee(i, j) @ Omega) for j in n),
            *(2 * dq[j] * dot(body.lam(j, i), Omega) + body.K(i, j) * q[j] for j in n),
        )
        for i in n
    ]
    names = zip(equations.names, [first, second, *third], strict=True)
    return FieldEquations([FieldEquation(name, t, zero(like=t)) for name, t in names])
