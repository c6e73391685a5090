"""Lagrange's equations, in the coordinates: d/dt ∂T/∂q' - ∂T/∂q = Q."""

from __future__ import annotations

from typing import Any

from rewrite import Term, diff, scalar, time, time_limited

from ..dynamics.carried import must_move
from ..dynamics.energy import (
    as_declared,
    generalised_forces,
    has_coordinates,
    in_rates,
    kinetic_energy,
)
from ..dynamics.names import fresh, rate, slope
from ..dynamics.reactions import multipliers
from ..equations.equations import Equation, Equations
from ..errors import ModelError
from ..kinematics.kinematics import plus
from ..system import System
from .rows_in_rates import RowsInRates


@time_limited
def lagrange(system: System, *, time_limit: float | None = None) -> Equations:
    """One equation for each coordinate; the unknowns are the second derivatives of coordinates.

    The system must have only scalar coordinates: attitudes as three angles, and no chosen speeds.
    For quaternions, rotation symbols or chosen speeds, use Kane or Newton-Euler.

    With constraints, Δᵀ Λ is added on the right, the multipliers Λ are also unknown, and the
    equations Δ q'' = γ come last.

    >>> from mechanics.models import plane_pendulum
    >>> (equation,) = lagrange(plane_pendulum(1))
    >>> print(equation)
    rate(slope(T, q1')) - slope(T, q1) = Q_q1
    >>> print(equation.at("parameters").simplified())
    m1*q1''*l1**2 = -g*l1*m1*sin(q1)
    """
    T, forces = kinetic(system), generalised_forces(system)
    held = RowsInRates(system)
    unknowns = (*(diff(q, time, 2) for q in system.coordinates), *multipliers(system))
    found = []
    for i, (q, Q) in enumerate(zip(system.coordinates, forces, strict=True)):
        dq: Any = diff(q, time)
        name, force = scalar("T", time=True), fresh(system, scalar(f"Q_{q}", time=True))
        left = rate(slope(name, dq)) - slope(name, q)
        meaning: dict[Term, Term] = {
            rate(slope(name, dq)): as_declared(system, diff(diff(T, dq), time)),
            slope(name, q): diff(T, q),
            force: Q,
        }
        right = plus(force, held.along(i))
        found.append(Equation(f"{q}", left, right, unknowns, finer={"vector": meaning}))
    return Equations("Lagrange", system, [*found, *held.equations(unknowns)])


def kinetic(system: System) -> Any:
    """Kinetic energy in terms of the coordinates and their rates."""
    must_move(system)
    if not has_coordinates(system):
        raise ModelError(
            f"{system.name}: Lagrange's and Hamilton's equations need a coordinate for each "
            "freedom; describe attitudes by three angles"
        )
    if system.kinematics.rates:
        raise ModelError(
            f"{system.name}: Lagrange's and Hamilton's equations are in the rates of coordinates; "
            "use Kane for chosen speeds"
        )
    return in_rates(system, kinetic_energy(system))
