"""The tree of links, from which recursive formalisms start.

A link is everything that moves with the outer frame and point of a joint; the first link is the
ground. Each link has the joint that carries it, its parent link, the placement of the inner side of
its joint on the parent, and its bodies and efforts with their placements.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

from rewrite import Matrix, Vector, normal, time_limited, zero

from ..errors import ModelError
from ..joints import Joint
from ..parts.bodies import Body
from ..parts.efforts import Force, Torque, is_steady
from ..parts.frames import Frame
from ..parts.points import Point
from ..system import System
from .carried import joint_of, turning_joint

Placed = TypeVar("Placed")


@dataclass(frozen=True)
class Placement:
    """A frame and a point as seen from a link: both in coordinates of the frame of the link."""

    rotation: Matrix
    offset: Vector

    @property
    def is_fixed(self) -> bool:
        """Whether it does not depend on time, as when angles are measured from link to link."""
        return is_steady(self.rotation) and is_steady(self.offset)


@dataclass(eq=False)
class Link:
    """A link: everything that a joint carries directly; without a joint, the ground.

    `placement` takes the frame and point of the parent link to the inner ones of the joint. Forces
    act at `offset` of their placement, and the `rotation` takes their coordinates to the frame of
    the link.
    """

    frame: Frame
    point: Point
    joint: Joint | None = None
    parent: Link | None = None
    placement: Placement | None = None
    children: list[Link] = field(default_factory=list)
    bodies: list[tuple[Body, Placement]] = field(default_factory=list)
    forces: list[tuple[Force, Placement]] = field(default_factory=list)
    torques: list[tuple[Torque, Matrix]] = field(default_factory=list)

    @property
    def name(self) -> str:
        return "ground" if self.joint is None else self.joint.name

    def placed(self, frame: Frame, point: Point) -> Placement:
        """The placement of a frame and a point on this link, whose point must carry the point."""
        total: Vector = zero(Vector)
        for p in point.chain:
            if p is self.point:
                return Placement(frame.turn_to(self.frame), normal(total))
            total = total + p.frame.turn_to(self.frame) @ p.offset
        raise ModelError(
            f"{point} does not descend from {self.point}, the point of link {self.name}: place it "
            "from that point"
        )

    def __repr__(self) -> str:
        return f"link {self.name}"


@time_limited
def links(system: System, *, time_limit: float | None = None) -> list[Link]:
    """The ground and the link of each joint, in the order of the joints.

    Parents come before their children. If frames do not follow points, as with angles that are all
    measured from the ground, placements depend on coordinates; `Placement.is_fixed` says so.
    After `time_limit` seconds it stops with a LimitError.

    >>> from mechanics.models import satellite
    >>> [(x, x.parent, x.bodies and x.bodies[0][0]) for x in links(satellite())]
    [(link ground, None, []), (link 1, link ground, 1), (link A, link 1, []), (link B, link A, []),
    (link C, link B, 4)]
    >>> links(satellite())[2].placement.offset
    z12*column(0, 0, 1)
    """
    ground = Link(system.ground, system.origin)
    by_joint: dict[Joint | None, Link] = {None: ground}
    for joint in system.joints:
        parent = by_joint[joint_of(system, joint.inner_point)]
        placement = parent.placed(joint.inner_frame, joint.inner_point)
        by_joint[joint] = Link(joint.frame, joint.point, joint, parent, placement)
        parent.children.append(by_joint[joint])
    _load(system, by_joint)
    return list(by_joint.values())


def _load(system: System, by_joint: dict[Joint | None, Link]) -> None:
    """Put bodies and efforts on the links that carry them."""
    for body in system.bodies:
        link = by_joint[joint_of(system, body.centre)]
        link.bodies.append((body, link.placed(body.frame, body.centre)))
    for force in system.acting_forces:
        link = by_joint[joint_of(system, force.point)]
        link.forces.append((force, link.placed(force.seen_in, force.point)))
    for torque in system.torques:
        on = turning_joint(system, torque.frame)
        if torque.body is not None:
            on = joint_of(system, torque.body.centre)
        link = by_joint[on]
        link.torques.append((torque, torque.seen_in.turn_to(link.frame)))
