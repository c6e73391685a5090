"""Newton–Euler for isolated bodies: each link by itself, with the efforts of its joints.

A joint acts on the link beyond it with a force and a moment, and on the one before with their
opposites. They are unknown except along the axis of the joint. From the tips inwards, each balance
gives the force or moment of one joint, so only the known components remain in the end.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rewrite import Vector, cross, linear_in, subs, time_limited, vector, zero

from ..dynamics.balances import Balance
from ..dynamics.carried import (
    carrier,
    holder,
    link,
    must_be_rigid,
    must_hold_its_bodies,
    must_move,
)
from ..dynamics.names import identifier
from ..dynamics.reactions import constraint_equations, multipliers, reaction_along
from ..equations.equations import Equation, Equations
from ..joints import Joint
from ..parts.frames import Frame
from ..parts.points import same_place
from ..system import System
from .newton_euler import title

NAME = "Newton-Euler, isolated bodies"


@time_limited
def isolated(system: System, *, time_limit: float | None = None) -> Equations:
    """The balances of each link by itself; the unknowns are the accelerations and the reactions of
    the joints.

    >>> from mechanics.models import plane_pendulum
    >>> for equation in isolated(plane_pendulum(2)):
    ...     print(equation)
    m1*acc(P1) = m1*gravity + forceA1 - forceA2
    cross(arm(A1, P1), m1*acc(P1)) = cross(arm(A1, P1), m1*gravity) + momentA1 -
    cross(arm(A1, A2), forceA2)
    m2*acc(P2) = m2*gravity + forceA2
    cross(arm(A2, P2), m2*acc(P2)) = cross(arm(A2, P2), m2*gravity) + momentA2

    A joint transmits moments to the frame from which its angle is measured, here the ground, so
    momentA2 does not act on the first link. Springs and motors between links are included in the
    moments along the axes.
    """
    links = _Links(system)
    found = [e for j in system.joints for e in links.alone(j)]
    return Equations(NAME, system, [*found, *constraint_equations(system)])


@time_limited
def newton_euler_isolated(system: System, *, time_limit: float | None = None) -> Equations:
    """The equations that remain when the reactions of all joints are eliminated.

    >>> from mechanics.models import plane_pendulum
    >>> print(newton_euler_isolated(plane_pendulum(1))[0].simplified())
    m1*triple(OP1, axisA1, gravity - OP1'') = 0
    """
    links = _Links(system)
    solved: dict[Any, Any] = {}
    found: list[Equation] = []
    for joint in reversed(system.joints):
        pair = [_with(e, solved) for e in links.alone(joint)]
        if links.transmits(joint):
            for e, unknown in zip(pair, reaction(joint), strict=True):
                solved[unknown] = _solved(e, unknown)
        found[:0] = links.left_over(joint, pair, solved)
    return Equations(NAME, system, [*found, *constraint_equations(system)])


def reaction(joint: Joint) -> tuple[Vector, Vector]:
    """The force and the moment of a joint on the link beyond it, about its point."""
    return (
        vector(identifier(f"force{joint.name}"), time=True),
        vector(identifier(f"moment{joint.name}"), time=True),
    )


class _Links:
    """The links of a system; each tree of links has one frame for its coordinates."""

    def __init__(self, system: System) -> None:
        must_move(system)
        must_hold_its_bodies(system)
        for joint in system.joints:
            must_be_rigid(system, joint)
        self.system = system
        self._balances: dict[Frame, Balance] = {}

    def transmits(self, joint: Joint) -> bool:
        """Whether a joint acts on its link: constraints given as terms act along joints."""
        if joint.transmits:
            return True
        along = (reaction_along(self.system, u) for u in joint.speeds)
        return any(t is not zero(like=t) for t in along)

    def balance(self, joint: Joint) -> Balance:
        """The balance for the links of one tree, in coordinates of the base of its first joint."""
        on = carrier(self.system, joint)
        while on is not None:
            joint, on = on, carrier(self.system, on)
        base = self.system.kinematics.base(joint.point)
        return self._balances.setdefault(base, Balance(self.system, base))

    def alone(self, joint: Joint) -> list[Equation]:
        """The balances of forces and of moments of one link."""
        system, balance, at = self.system, self.balance(joint), joint.point
        part = link(system, joint)
        force, moment = balance.forces(part), balance.moments(part, at)
        unknowns = (*system.accelerations, *multipliers(system))
        if self.transmits(joint):
            own = reaction(joint)
            force, moment = (_added(x, y) for x, y in zip((force, moment), own, strict=True))
            unknowns = (*unknowns, *own)
        for other in system.joints:
            if self.transmits(other):
                force, moment = self._reacting(joint, other, force, moment)
        inertia = balance.inertia_forces(part), balance.inertia_moments(part, at)
        meaning = balance.meaning
        return [
            Equation(f"forces on {joint.name}", inertia[0], force, unknowns, finer=meaning),
            Equation(f"moments on {joint.name}", inertia[1], moment, unknowns, finer=meaning),
        ]

    def _reacting(self, joint: Joint, other: Joint, force: Any, moment: Any) -> Any:
        """Forces and moments on a link, less those of another joint that it carries."""
        F, M = reaction(other)
        if carrier(self.system, other) is joint:
            force = _added(force, -F)
            start, end = joint.point, other.point
            if not same_place(start, end):
                moment = _added(moment, -cross(self.balance(joint).arm(start, end), F))
        if holder(self.system, other) is joint:
            moment = _added(moment, -M)
        return force, moment

    def left_over(self, joint: Joint, pair: list[Equation], solved: Any) -> list[Equation]:
        """The equations along the free directions of a joint, where its reaction is its effort."""
        balance, found = self.balance(joint), []
        unknowns = (*self.system.accelerations, *multipliers(self.system))
        for d in joint.directions:
            e = pair[1] if d.turns else pair[0]
            sides = [x.left for x in pair], [x.right for x in pair]
            left, right = (balance.along(d, *side) for side in sides)
            if self.transmits(joint):
                left = balance.along(d, *(solved[x] for x in reaction(joint)))
                right = balance.effort(joint, d)
            name = e.name if isinstance(d.speed, Vector) else title(joint, d, joint.point)
            found.append(replace(e, name=name, left=left, right=right, unknowns=unknowns))
        return found


def _added(total: Any, term: Any) -> Any:
    return term if total is zero(Vector) else total + term


def _with(e: Equation, solved: dict[Any, Any]) -> Equation:
    """An equation of vectors in which solved reactions are replaced by their values."""
    fine = e.at("vector")
    return replace(fine, left=subs(fine.left, solved), right=subs(fine.right, solved))


def _solved(e: Equation, unknown: Any) -> Any:
    """The value of a reaction that is a summand on the right side of an equation."""
    _, rest = linear_in(e.residual, [unknown])
    return rest
