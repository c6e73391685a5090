"""d'Alembert: with inertial forces included, forces and moments about any point are in balance."""

from __future__ import annotations

from dataclasses import replace

from rewrite import time_limited, zero

from ..dynamics.carried import must_move
from ..dynamics.reactions import constraint_equations
from ..equations.equations import Equation, Equations
from ..parts.checks import must_be_in
from ..parts.points import Point
from ..system import System
from .newton_euler import balances


@time_limited
def dalembert(
    system: System, about: Point | None = None, *, time_limit: float | None = None
) -> Equations:
    """Forces and moments, including inertial ones, vanish: for the whole system about a point (by
    default the origin), and along the axis of each joint for the links that it carries.

    >>> from mechanics.models import satellite
    >>> system = satellite()
    >>> for equation in dalembert(system, about=system.bodies[1].centre)[:2]:
    ...     print(equation)
    F1 + F4 - (mu1*acc(G1) + mu4*acc(G4)) = zero(Vector)
    cross(arm(G4, G1), F1) + C1 - (cross(arm(G4, G1), mu1*acc(G1)) + turning(body_1)) =
    zero(Vector)
    """
    must_move(system)
    about = about or system.origin
    must_be_in(system.ground, "d'Alembert", about)
    found: list[Equation] = []
    for joint in system.joints:
        found += balances(system, joint, None if joint.transmits else about)
    found += constraint_equations(system)
    vanishing = [replace(e, left=e.right - e.left, right=zero(like=e.left)) for e in found]
    return Equations("d'Alembert", system, vanishing)
