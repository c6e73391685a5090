"""The points, frames and bodies that move with a joint, along their chains.

A hinge gives a point the velocity ω × lever. The lever is the part of the path to the point that
turns with the hinge. If frames follow the chain of points, it is the arm from the hinge to the
point. If an angle is measured from another frame, the links beyond are carried along but do not
turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import takewhile

from rewrite import free_symbols

from ..errors import ModelError
from ..joints import Joint
from ..parts.bodies import NO_INERTIA, NO_MASS, Body
from ..parts.efforts import Force, Torque, is_steady
from ..parts.frames import Frame
from ..parts.points import NOWHERE, Point, same_place
from ..system import System
from .reactions import reaction_forces, reaction_torques

Stretch = tuple[Point, Point]
"""The path from one point to another, all in frames that turn together."""


@dataclass(frozen=True)
class Part:
    """A part of a system: some bodies, and the efforts on them."""

    bodies: list[Body]
    forces: list[Force]
    torques: list[Torque]


def beyond(system: System, joint: Joint) -> Part:
    """The things that a joint moves: all whose points descend from it."""
    return _part(system, lambda p: p.hangs_on(joint.point), lambda t: False)


def turning_with(system: System, joint: Joint) -> Part:
    """The things that a joint turns: bodies and torques by their frames, forces by their levers."""
    return Part(
        [b for b in system.bodies if b.frame.is_under(joint.frame)],
        [f for f in _forces(system) if levers(f.point, joint)],
        [t for t in _torques(system) if t.frame.is_under(joint.frame)],
    )


def levers(point: Point, joint: Joint) -> list[Stretch]:
    """The stretches on the path from a joint to a point that turn with the joint.

    >>> from mechanics.models import plane_pendulum
    >>> system = plane_pendulum(3)
    >>> levers(system.bodies[2].centre, system.joints[0])
    [(A1, P1)]
    """
    if not point.hangs_on(joint.point):
        return []
    found: list[Stretch] = []
    for p in point.chain:
        if p is joint.point or p.origin is None:
            break
        if p.offset is NOWHERE or not p.frame.is_under(joint.frame):
            continue
        joins = found and same_place(found[-1][0], p)
        found[-1:] = [(p.origin, found[-1][1])] if joins else [*found[-1:], (p.origin, p)]
    return [_started(joint, s) for s in reversed(found)]


def _started(joint: Joint, stretch: Stretch) -> Stretch:
    """A stretch; if it starts at the place of the joint, it starts at the point of the joint."""
    start, end = stretch
    return (joint.point, end) if same_place(start, joint.point) else stretch


# -- single links ---------------------------------------------------------------------------------


def link(system: System, joint: Joint) -> Part:
    """The things that a joint carries with no other joint between."""

    def acts(t: Torque) -> bool:
        on = turning_joint(system, t.frame) if t.body is None else joint_of(system, t.body.centre)
        return on is joint

    return _part(system, lambda p: joint_of(system, p) is joint, acts)


def joint_of(system: System, point: Point) -> Joint | None:
    """The joint that carries a point, with no other joint between."""
    known = system.joint_by_point
    return next((known[p] for p in point.chain if p in known), None)


def turning_joint(system: System, frame: Frame) -> Joint | None:
    """The joint that turns a frame, with no other joint between."""
    known = system.joint_by_frame
    return next((known[f] for f in frame.ancestors if f in known), None)


def next_joints(system: System, joint: Joint) -> list[Joint]:
    """The joints that a joint carries, with no other joint between."""
    return [j for j in system.joints if carrier(system, j) is joint]


def carrier(system: System, joint: Joint) -> Joint | None:
    """The joint whose link carries another, or none: the ground."""
    return joint_of(system, joint.inner_point)


def holder(system: System, joint: Joint) -> Joint | None:
    """The joint whose link takes up the moment of another: its carrier, or the joint that turns the
    frame from which the angle is measured, if that is a different one."""
    turned = turning_joint(system, joint.inner_frame)
    on = carrier(system, joint)
    along = None if on is None else turning_joint(system, on.frame)
    return on if turned is along else turned


def must_move(system: System) -> None:
    """Refuse a system without bodies or freedoms, and a freedom that moves no mass or inertia."""
    if not system.bodies:
        raise ModelError(f"{system.name} has no bodies: declare some with body or point_mass")
    if not system.speeds:
        raise ModelError(
            f"{system.name} has no freedoms: declare some with hinge, slider, ball or free"
        )
    for joint in system.joints:
        if joint.speeds and not _resists(system, joint) and not _is_bound(system, joint):
            raise ModelError(
                f"joint {joint.name} moves nothing that has mass or inertia, so its "
                "acceleration is not determined"
            )


def _is_bound(system: System, joint: Joint) -> bool:
    """Whether a constraint holds a joint, so that the joint need not carry mass."""
    speeds = set(joint.speeds)
    return any(speeds & free_symbols(row.velocity) for row in system.own_rows)


def _resists(system: System, joint: Joint) -> bool:
    for b in system.bodies:
        heavy = b.mass is not NO_MASS
        if joint.slides and heavy and b.centre.hangs_on(joint.point):
            return True
        if joint.turns and heavy and levers(b.centre, joint):
            return True
        if joint.turns and b.inertia is not NO_INERTIA and b.frame.is_under(joint.frame):
            return True
    return False


def must_be_rigid(system: System, joint: Joint) -> None:
    """Refuse a link if a part of it does not turn with it, since it cannot be isolated."""
    turned = turning_joint(system, joint.frame)
    part = link(system, joint)
    points = [b.centre for b in part.bodies] + [f.point for f in part.forces]
    points += [_moved_point(j) for j in next_joints(system, joint)]
    for p in (p for end in points for p in _up_to(end, joint.point)):
        if p.offset is NOWHERE:
            continue
        if turning_joint(system, p.frame) is not turned or not _is_held(p.frame, joint.frame):
            raise ModelError(
                f"{p.name} is placed on the link of joint {joint.name} by a vector in "
                f"{p.frame.name}, which does not turn with it: isolated bodies need rigid links; "
                "use newton_euler or kane"
            )


def _moved_point(joint: Joint) -> Point:
    """The point of a joint, moved in coordinates of the inner frame, before the joint turns."""
    point = joint.point
    return point.origin if point.offset is NOWHERE and point.origin else point


def _is_held(frame: Frame, link: Frame) -> bool:
    """Whether a frame has no motion of its own relative to that of the link."""
    if not frame.is_under(link):
        return True
    between = frame.ancestors[: frame.ancestors.index(link)]
    return all(f.declared_spin is None and is_steady(f.rotation) for f in between)


def must_hold_its_bodies(system: System) -> None:
    """Refuse a body that turns with a different link from the one that carries its mass centre."""
    for b in system.bodies:
        on = joint_of(system, b.centre)
        along = None if on is None else turning_joint(system, on.frame)
        if turning_joint(system, b.frame) is not along:
            raise ModelError(
                f"body {b.name} turns with {b.frame.name}, but its mass centre {b.centre.name} is "
                f"on {'the ground' if on is None else f'the link of joint {on.name}'}: to isolate "
                "it, place its centre from the point of the joint that turns it"
            )


def _up_to(point: Point, end: Point) -> Iterator[Point]:
    """The chain of a point up to another point on it."""
    return takewhile(lambda p: p is not end, point.chain)


def _part(system: System, carries: Callable[[Point], bool], acts: Callable[[Torque], bool]) -> Part:
    return Part(
        [b for b in system.bodies if carries(b.centre)],
        [f for f in _forces(system) if carries(f.point)],
        [t for t in _torques(system) if acts(t)],
    )


def _forces(system: System) -> list[Force]:
    """All forces: given ones, those of struts, and those of constraints."""
    return system.acting_forces + reaction_forces(system)


def _torques(system: System) -> list[Torque]:
    return system.torques + reaction_torques(system)
