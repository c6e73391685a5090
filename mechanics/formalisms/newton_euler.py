"""Newton–Euler: balances of forces and moments, of the whole and of what each joint carries."""

from __future__ import annotations

from typing import Any

from rewrite import Vector, cross, time_limited, zero

from ..dynamics.balances import Balance
from ..dynamics.carried import beyond, must_move
from ..dynamics.reactions import constraint_equations, multipliers
from ..equations.equations import Equation, Equations
from ..joints import Direction, Joint
from ..kinematics.kinematics import plus
from ..parts.checks import must_be_in
from ..parts.points import Point
from ..system import System


@time_limited
def newton_euler(
    system: System, about: Point | None = None, *, time_limit: float | None = None
) -> Equations:
    """Of a free body all forces and moments are in balance; of what a joint moves, those along its
    axis. Moments are taken about the joint; for the whole, `about` another point if given. Where an
    angle is measured from another frame than that of the link before, what lies beyond does not
    turn with the link before: its forces act where it is carried.

    With constraints, their reactions act on what is moved and are unknown beside the accelerations;
    the equations Δ u' = γ come last.

    >>> from mechanics.models import satellite
    >>> for equation in newton_euler(satellite())[1:]:
    ...     print(equation)
    turning(body_1) + cross(arm(G1, G4), mu4*acc(G4)) = cross(arm(G1, G4), F4) + C1
    dot(axisA, cross(arm(A, G4), mu4*acc(G4))) = dot(axisA, cross(arm(A, G4), F4)) + C12
    dot(axisB, mu4*acc(G4)) = dot(axisB, F4) + F23
    dot(axisC, cross(arm(C, G4), mu4*acc(G4))) = dot(axisC, cross(arm(C, G4), F4)) + C34
    """
    must_move(system)
    must_be_in(system.ground, "Newton-Euler", about or system.origin)
    found: list[Equation] = []
    for joint in system.joints:
        found += balances(system, joint, None if joint.transmits else about)
    return Equations("Newton-Euler", system, [*found, *constraint_equations(system)])


def balances(system: System, joint: Joint, about: Point | None = None) -> list[Equation]:
    """The balances of what a joint moves, as far as the joint does not hold it."""
    balance = Balance(system, system.kinematics.base(joint.point))
    point = about or joint.point
    part, found = beyond(system, joint), []
    for d in joint.directions:
        left: Any = zero(Vector), zero(Vector)
        right = left
        if d.slides:
            left, right = (balance.inertia_forces(part), left[1]), (balance.forces(part), left[1])
        if d.turns:
            left = left[0], balance.turned_inertia(joint, point)
            right = right[0], balance.turned_moments(joint, point)
        acting = plus(balance.along(d, *right), balance.effort(joint, d))
        if d.turns and point is not joint.point:
            acting = plus(acting, _moved(balance, joint, point))
        found.append(
            Equation(
                title(joint, d, point),
                balance.along(d, *left),
                acting,
                (*system.accelerations, *multipliers(system)),
                finer=balance.meaning,
            )
        )
    return found


def _moved(balance: Balance, joint: Joint, about: Point) -> Any:
    """The moment about another point of what acts along the velocity of a free body."""
    total: Any = zero(Vector)
    for d in joint.directions:
        force = zero(Vector) if d.turns else balance.effort(joint, d)
        if isinstance(force, Vector) and force is not zero(Vector):
            total = plus(total, cross(balance.arm(about, joint.point), force))
    return total


def title(joint: Joint, d: Direction, about: Point) -> str:
    """The name of the equation along a free direction."""
    if not isinstance(d.speed, Vector):
        return joint.label if len(joint.directions) == 1 else f"{joint.label}, {d.speed}"
    return f"moments on {joint.name} about {about.name}" if d.turns else f"forces on {joint.name}"
