"""Newton–Euler: balances of forces and moments, for the system and for each joint's links."""

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
    """Balances of all forces and moments for a free body, and along the free directions of a joint
    for the links that it moves. Moments are taken about the joint; for the whole system, `about`
    another point if given. If an angle is not measured from the frame of the link before, the links
    beyond do not turn with that link: their forces act where they are carried.

    With constraints, their reactions are further unknowns, and the equations Δ u' = γ come last.

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
    """The balances of the links that a joint moves, along its free directions."""
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
    """The moment about another point of the efforts along the velocity of a free body."""
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
