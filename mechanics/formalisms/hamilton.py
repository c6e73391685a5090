"""Hamilton's equations: momenta p = ∂T/∂q', and p' = -∂H/∂q, or with forces p' = -∂H/∂q + Q.

Since H = T + V in terms of momenta, -∂H/∂q at constant p is ∂T/∂q at constant q', less ∂V/∂q. The
first set relates the rates to the momenta; it is linear in them, with the mass matrix.
"""

from __future__ import annotations

from typing import Any

from rewrite import diff, normal, scalar, time, time_limited, zero

from ..dynamics.energy import generalised_forces, potential
from ..dynamics.names import fresh, slope
from ..dynamics.reactions import multipliers
from ..equations.equations import Equation, Equations
from ..kinematics.kinematics import plus
from ..system import System
from .lagrange import kinetic
from .rows_in_rates import RowsInRates


@time_limited
def hamilton(system: System, *, forces: bool = False, time_limit: float | None = None) -> Equations:
    """Two equations of first order for each coordinate.

    All efforts must have a potential; with `forces` they enter as generalised forces instead.

    With constraints, p' = -∂H/∂q + Δᵀ Λ, and the constraints Δ q' + τ = 0 themselves come last.

    >>> from mechanics.models import plane_pendulum
    >>> for equation in hamilton(plane_pendulum(1)):
    ...     print(equation.at("parameters").simplified())
    m1*q1'*l1**2 = p_q1
    p_q1' = -g*l1*m1*sin(q1)
    """
    T, efforts = kinetic(system), generalised_forces(system)
    V: Any = zero(like=T) if forces else potential(system)
    momenta = [fresh(system, scalar(f"p_{q}", time=True)) for q in system.coordinates]
    rates = [diff(q, time) for q in system.coordinates]
    first, second, held = [], [], RowsInRates(system)
    each = zip(system.coordinates, rates, momenta, efforts, strict=True)
    for i, (q, dq, p, effort) in enumerate(each):
        dp: Any = diff(p, time)
        H, Q = scalar("H", time=True), fresh(system, scalar(f"Q_{q}", time=True))
        energy: Any = scalar("T", time=True)
        meaning: dict[Any, Any] = {slope(energy, dq): diff(T, dq)}
        first.append(
            Equation(f"{q}", slope(energy, dq), p, tuple(rates), finer={"vector": meaning})
        )
        meaning = {slope(H, q): normal(diff(V, q) - diff(T, q)), Q: effort}
        right = plus(-slope(H, q) + Q if forces else -slope(H, q), held.along(i))
        unknowns = (dp, *multipliers(system))
        second.append(Equation(f"{p}", dp, right, unknowns, finer={"vector": meaning}))
    return Equations("Hamilton", system, [*first, *second, *held.speed_equations()])
