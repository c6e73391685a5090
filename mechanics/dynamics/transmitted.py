"""`reaction`: the force and moment that a joint transmits, in a tree or in a loop."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rewrite import Code, Vector, code, normal, subs, time_limited, x_of, y_of, z_of, zero

from ..constraints import Closing, Constraint, Push, Rolling
from ..errors import ModelError
from ..joints import Joint
from ..kinematics.kinematics import plus
from ..parts.frames import Frame
from ..parts.points import Point
from ..results.simplifier import Simplifier
from ..system import System
from .balances import Balance
from .carried import beyond
from .reactions import acting_rows

COORDINATES = {"x": x_of, "y": y_of, "z": z_of}


@dataclass(frozen=True, eq=False)
class Reaction:
    """A force at a point and a moment about it, on the links beyond a joint.

    Both are in coordinates of `seen_in`. They are terms of coordinates, speeds, accelerations and
    multipliers. They include efforts of springs and motors along the joint, which are all that a
    joint transmits along its free directions.
    """

    name: str
    point: Point
    seen_in: Frame
    force: Vector
    moment: Vector

    def simplified(self, *, time_limit: float | None = None) -> Reaction:
        """The reaction in its smallest form, as far as `time_limit` allows."""
        small = Simplifier(time_limit)
        return replace(self, force=small(self.force), moment=small(self.moment))

    @time_limited
    def named(self, *, time_limit: float | None = None) -> dict[str, Any]:
        """The scalars by name: force_x, …, moment_z.
        After `time_limit` seconds it stops with a LimitError.
        """
        both = (("force", self.force), ("moment", self.moment))
        return {f"{what}_{x}": of(v) for what, v in both for x, of in COORDINATES.items()}

    @time_limited
    def code(
        self, language: str = "python", *, time_limit: float | None = None, **options: Any
    ) -> Code:
        """A function that computes all scalars of `named`.
        After `time_limit` seconds it stops with a LimitError.
        """
        return code(self.named(), language, **options)

    def __str__(self) -> str:
        return f"{self.name} at {self.point}: force {self.force}, moment {self.moment}"


@time_limited
def reaction(
    system: System,
    joint: Joint | Constraint | str,
    *,
    seen_in: Frame | None = None,
    time_limit: float | None = None,
) -> Reaction:
    """The wrench of a joint on the link beyond it, or of a constraint on the body that it holds.

    The joint is given as an object or by its name. In a tree the reaction follows from the balance
    of all links beyond. If the joint closes a loop, or a body rolls, it is made of multipliers.
    Coordinates are those of the outer frame, or of `seen_in`.

    If equations of constraints are redundant, only the independent ones have multipliers: they
    could share the reaction differently, and rigid bodies do not determine how.

    >>> from mechanics.models import plane_pendulum
    >>> print(reaction(plane_pendulum(1), "A1").simplified().force)
    m1*(l1*q1'' + g*sin(q1))*column(1, 0, 0) + m1*(g*cos(q1) + l1*q1'**2)*column(0, 1, 0)
    """
    found = _found(system, joint)
    if isinstance(found, Joint):
        return _in_tree(system, found, seen_in or found.frame)
    if isinstance(found, Closing):
        return _held(system, found, found.point_b, found.frame_b, seen_in or found.frame_b)
    if isinstance(found, Rolling):
        return _held(system, found, found.centre, found.frame, seen_in or found.on.frame)
    raise ModelError(
        f"{system.name}: the constraint {found.name} is given as a term, so its multiplier acts "
        "along coordinates and not at a point; see `multipliers` of the equations"
    )


def _found(system: System, joint: Joint | Constraint | str) -> Joint | Constraint:
    there: list[Joint | Constraint] = [*system.joints, *system.constraints]
    for x in there:
        if x is joint or x.name == joint:
            return x
    listed = ", ".join(x.name for x in there)
    raise ModelError(f"{system.name} has no joint or constraint {joint}; there are {listed}")


def _in_tree(system: System, joint: Joint, seen_in: Frame) -> Reaction:
    """Inertial terms less efforts, of everything that a joint carries and turns."""
    balance, at = Balance(system, seen_in), joint.point
    part = beyond(system, joint)
    force = balance.inertia_forces(part) - balance.forces(part)
    moment = balance.turned_inertia(joint, at) - balance.turned_moments(joint, at)
    for level in balance.meaning.values():
        force, moment = (normal(subs(t, level)) for t in (force, moment))
    return Reaction(joint.name, at, seen_in, force, moment)


def _held(
    system: System, found: Constraint, point: Point, frame: Frame, seen_in: Frame
) -> Reaction:
    """The force at a point and the moment on a frame, from the multipliers of a constraint."""
    own = {part.name for row in found.rows(system.setting) for part in (row, *row.parts)}
    force: Any = zero(Vector)
    moment: Any = zero(Vector)
    for row in acting_rows(system):
        for push in row.pushes if row.name in own else ():
            if push.point is point:
                force = plus(force, _seen(push, row.multiplier, seen_in))
            elif push.frame is frame:
                moment = plus(moment, _seen(push, row.multiplier, seen_in))
    return Reaction(found.name, point, seen_in, normal(force), normal(moment))


def _seen(push: Push, multiplier: Any, seen_in: Frame) -> Any:
    return push.seen_in.turn_to(seen_in) @ push.of(multiplier)
