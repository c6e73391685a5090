"""Reissner's beam: geometrically exact, from its Lagrangian on the group of displacements."""

from __future__ import annotations

from typing import Any

from rewrite import (
    Scalar,
    cross,
    diff,
    dot,
    function,
    matrix,
    scalar,
    time,
    time_limited,
    vector,
    x_of,
    y_of,
    z_of,
)

from ..field_equations import FieldEquation, FieldEquations
from ..groups import SE3
from ..motions import Motion, motion
from ..poincare_chetayev import PoincareChetayev, poincare_chetayev
from ..reference_lines import ARC

ENERGY = function("U", 6)
"""An unspecified function for the energy."""


def stored_energy(moves: Motion) -> Scalar:
    """An unspecified energy U(K, Γ): a function of six numbers."""
    K, Gamma = moves.velocity(ARC)
    return ENERGY(*(of(v) for v in (K, Gamma) for of in (x_of, y_of, z_of)))


@time_limited
def reissner_beam(
    energy: Any = stored_energy, *, time_limit: float | None = None
) -> PoincareChetayev:
    """The beam with L = ½ ρ (Ω·J Ω + A V·V) - U(K, Γ), loads m and n along it.
    After `time_limit` seconds it stops with a LimitError.

    >>> beam = reissner_beam()
    >>> print(beam.at("algebra"))
    SE3:  mu_s_ds + mu_t' - coadjoint(eta_s, mu_s) - coadjoint(eta_t, mu_t) = F
    """
    moves = motion(SE3(), (time, ARC))
    rho, A = scalar("rho", constant=True), scalar("A", constant=True)
    J = matrix("J", symmetric=True, constant=True)
    Omega, V = moves.velocity(time)
    kinetic = rho * (dot(Omega, J @ Omega) + A * dot(V, V)) / 2
    loads = [vector(n, time=True, along=ARC) for n in ("m", "n")]
    return poincare_chetayev(
        SE3(), kinetic - energy(moves), (time, ARC), forces=loads, invariant=True
    )


def as_printed(beam: PoincareChetayev, energy: Any = stored_energy) -> FieldEquations:
    """ρ (J ∂ₜΩ + Ω × J Ω) = ∂ₛM + K × M + Γ × N + m, ρ A (∂ₜV + Ω × V) = ∂ₛN + K × N + n."""
    moves = beam.motion
    (Omega, V), (K, Gamma) = moves.velocity(time), moves.velocity(ARC)
    U = energy(moves)
    M, N = diff(U, K), diff(U, Gamma)
    rho, A = scalar("rho", constant=True), scalar("A", constant=True)
    J = matrix("J", symmetric=True, constant=True)
    m, n = beam.forces
    moment = diff(M, ARC) + cross(K, M) + cross(Gamma, N) + m
    force = diff(N, ARC) + cross(K, N) + n
    return FieldEquations(
        [
            FieldEquation(
                "moment", rho * (J @ diff(Omega, time) + cross(Omega, J @ Omega)), moment
            ),
            FieldEquation("force", rho * A * (diff(V, time) + cross(Omega, V)), force),
        ]
    )
