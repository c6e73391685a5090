"""Lagrange's equations, in the coordinates: d/dt ∂T/∂q' - ∂T/∂q = Q."""

from __future__ import annotations

from typing import Any

from rewrite import coefficient, diff, normal, scalar, time

from ..energy import has_coordinates, in_rates, kinetic_energy, power
from ..equations import Equation, Equations
from ..errors import ModelError
from ..names import rate, slope
from ..system import System


def lagrange(system: System) -> Equations:
    """One equation for each coordinate; the unknowns are the second derivatives of coordinates.

    >>> from mechanics.models import plane_pendulum
    >>> (equation,) = lagrange(plane_pendulum(1))
    >>> print(equation)
    rate(slope(T, q1')) - slope(T, q1) = Q_q1
    >>> print(equation.at("parameters").simplified())
    m1*q1''*l1**2 = -g*l1*m1*sin(q1)
    """
    T, P = energies(system)
    unknowns = tuple(diff(q, time, 2) for q in system.coordinates)
    found = []
    for q in system.coordinates:
        dq: Any = diff(q, time)
        name, force = scalar("T", time=True), scalar(f"Q_{q}", time=True)
        left = rate(slope(name, dq)) - slope(name, q)
        meaning = {
            rate(slope(name, dq)): diff(diff(T, dq), time),
            slope(name, q): diff(T, q),
            force: normal(coefficient(P, dq)),
        }
        found.append(Equation(f"{q}", left, force, unknowns, finer={"vector": meaning}))
    return Equations("Lagrange", system, found)


def energies(system: System) -> tuple[Any, Any]:
    """Kinetic energy and power of the efforts, by the coordinates and their rates."""
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
    return in_rates(system, kinetic_energy(system)), in_rates(system, power(system))
