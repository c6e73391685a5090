"""Newton–Euler: balances of forces and moments, of the whole and of what each joint carries."""

from __future__ import annotations

from typing import Any

from rewrite import Scalar, Vector, dot, zero

from ..balances import Balance
from ..carried import beyond, is_slider, must_move
from ..checks import must_be_in
from ..equations import Equation, Equations
from ..joints import Free, Freedom, Joint
from ..kinematics import plus
from ..points import Point
from ..system import System


def newton_euler(system: System, about: Point | None = None) -> Equations:
    """Of a free body all forces and moments are in balance; of what a joint moves, those along its
    axis. Moments are taken about the joint; for the whole, `about` another point if given. Where an
    angle is measured from another frame than that of the link before, what lies beyond does not
    turn with the link before: its forces act where it is carried.

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
        found += balances(system, joint, about if isinstance(joint, Free) else None)
    return Equations("Newton-Euler", system, found)


def balances(system: System, joint: Freedom, about: Point | None = None) -> list[Equation]:
    """The balances of what a joint moves, as far as the joint does not hold it."""
    balance = Balance(system, system.kinematics.base(joint.point))
    point = about or joint.point

    def forces() -> tuple[Any, Any]:
        part = beyond(system, joint)
        return balance.inertia_forces(part), balance.forces(part)

    def moments() -> tuple[Any, Any]:
        return balance.turned_inertia(joint, point), balance.turned_moments(joint, point)

    def equation(name: str, left: Any, right: Any) -> Equation:
        return Equation(name, left, right, system.accelerations, finer=balance.meaning)

    if isinstance(joint, Joint):
        axis = balance.axis(joint)
        left, right = (_along(axis, x) for x in (forces() if is_slider(joint) else moments()))
        return [equation(f"{joint.kind} {joint.name}", left, plus(right, system.along(joint)))]
    turning = equation(f"moments on {joint.name} about {point.name}", *moments())
    if not isinstance(joint, Free):
        return [turning]
    return [equation(f"forces on {joint.name}", *forces()), turning]


def _along(axis: Any, v: Any) -> Any:
    return zero(Scalar) if v is zero(Vector) else dot(axis, v)
