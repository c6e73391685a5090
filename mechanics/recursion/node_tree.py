"""The nodes of a system.

Links are nodes. So is a body, or the point of a force, that moves relative to the link from whose
points it is placed, as when angles are measured from the ground. Links on a fixed joint are part of
the parent node. A point with a declared velocity, such as that of a free body or a prescribed base,
starts from the ground: its velocity is absolute.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rewrite import Matrix, Vector, cross, identity, linear_in, normal, simplify, zero

from ..dynamics.tree import Link, Placement, links
from ..kinematics.kinematics import crossed, plus, turned
from ..parts.bodies import NO_INERTIA, Body
from ..parts.efforts import Force, is_steady
from ..parts.frames import Frame, X, Y, Z
from ..parts.points import NOWHERE, Point
from ..system import System
from .inertias import inertia_of
from .nodes import NONE, Freedom, Node, Rates


def nodes(system: System) -> list[Node]:
    """The nodes of a system, each after its parent; the first is the ground.

    >>> from mechanics.models import satellite
    >>> nodes(satellite())
    [node ground, node 1, node A, node B, node C]
    """
    return _Tree(system).nodes


class _Tree:
    """The nodes made so far, and the nodes of links."""

    def __init__(self, system: System) -> None:
        self.system, self.k = system, system.kinematics
        self.speeds = system.speeds
        still = Rates(NONE, NONE, NONE, NONE)
        ground = Node("ground", system.ground, system.origin, None, identity(), NONE, still)
        self.nodes = [ground]
        self.of_link: dict[Link, Node] = {}
        for link in links(system):
            self.of_link[link] = ground
            if link.parent is not None:
                before = self.of_link[link.parent]
                if not _is_fixed(before, link.frame, link.point):
                    before = self.node(before, link.name, link.frame, link.point)
                self.of_link[link] = before
        for link in self.of_link:
            self.load(link)

    # -- making nodes -----------------------------------------------------------------------------

    def node(self, before: Node, name: str, frame: Frame, point: Point) -> Node:
        """A new node after another."""
        chain = _chain(point, before.point)
        if any(p.declared_velocity is not None for p in chain):
            return self.started(name, frame, point)
        P, slide, slide_rate = self.way(chain, before.frame)
        R = frame.turn_to(before.frame)
        back = _back(R)
        rates = Rates(*self.spinning(frame, before.frame), back(slide), back(slide_rate))
        return self.added(Node(name, frame, point, before, R, P, rates))

    def started(self, name: str, frame: Frame, point: Point) -> Node:
        """A new node with a declared velocity, relative to the ground."""
        ground = self.nodes[0]
        motion, base = self.k.motion(point), self.k.base(point)
        to_own = base.turn_to(frame)
        velocity, acceleration = (
            normal(to_own @ v) for v in (motion.velocity, motion.acceleration)
        )
        rates = Rates(*self.spinning(frame, ground.frame), velocity, acceleration)
        P = placed(ground, frame, point)
        found = Node(name, frame, point, ground, P.rotation, P.offset, rates, absolute=True)
        return self.added(found)

    def added(self, node: Node) -> Node:
        node.freedoms = self.freedoms(node.rates)
        assert node.parent is not None
        node.parent.children.append(node)
        self.nodes.append(node)
        return node

    def spinning(self, frame: Frame, before: Frame) -> tuple[Vector, Vector]:
        """The angular velocity relative to a frame, and its rate, in own coordinates."""
        spin = self.k.in_speeds(frame.angular_velocity(before))
        return spin, self.k.rate(spin)

    def way(self, chain: Sequence[Point], before: Frame) -> tuple[Vector, Vector, Vector]:
        """The vector along a chain of points, and its rates, relative to a frame."""
        P = slide = slide_rate = NONE
        for p in chain:
            if p.offset is NOWHERE:
                continue
            turn = p.frame.turn_to(before)
            r, v = p.offset, self.k.rate(p.offset)
            a = self.k.rate(v)
            if not is_steady(turn):
                w, dw = self.spinning(p.frame, before)
                a = plus(plus(a, crossed(dw, r)), crossed(w, plus(2 * v, cross(w, r))))
                v = plus(v, crossed(w, r))
            P, slide = plus(P, turned(turn, r)), plus(slide, turned(turn, v))
            slide_rate = plus(slide_rate, turned(turn, a))
        return normal(P), normal(slide), normal(slide_rate)

    def freedoms(self, rates: Rates) -> tuple[Freedom, ...]:
        """The motion that each scalar speed gives."""
        turns, slides = (linear_in(v, self.speeds)[0] for v in (rates.spin, rates.slide))
        found, index = [], 0
        for u, turn, slide in zip(self.speeds, turns, slides, strict=True):
            for axis in (X, Y, Z) if isinstance(u, Vector) else (None,):
                both = _along(turn, axis), _along(slide, axis)
                if both != (NONE, NONE):
                    found.append(Freedom(index, *both))
                index += 1
        return tuple(found)

    # -- bodies and efforts on nodes --------------------------------------------------------------

    def load(self, link: Link) -> None:
        """Put bodies, forces and torques on the nodes to which they are fixed."""
        node = self.of_link[link]
        for body, _ in link.bodies:
            self.carry(node, body)
        for force, _ in link.forces:
            self.push(node, force)
        for torque, _ in link.torques:
            own = self.fixed_to(node, f"{torque.name} on {link.name}", torque.frame, node.point)
            value = normal(torque.seen_in.turn_to(own.frame) @ torque.vector)
            own.moment = plus(own.moment, self.k.in_speeds(value))

    def carry(self, node: Node, body: Body) -> None:
        """Add a body to the node to which it is fixed.

        A point mass at the start of the next node is added to that node, where it needs no lever.
        """
        own = self.fixed_to(node, f"{body.name} of {node.name}", body.frame, body.centre)
        place = placed(own, body.frame, body.centre)
        if body.inertia is NO_INERTIA and place.offset is not NONE:
            at = next((c for c in own.children if c.P is place.offset), None)
            if at is not None:
                own, place = at, Placement(identity(), NONE)
        own.inertia += inertia_of(body, place)

    def fixed_to(self, node: Node, name: str, frame: Frame, point: Point) -> Node:
        """The node to which a frame and a point are fixed: the given one, or another after it."""
        return node if _is_fixed(node, frame, point) else self.node(node, name, frame, point)

    def push(self, node: Node, force: Force) -> None:
        own = self.fixed_to(node, f"{force.name} on {node.name}", node.frame, force.point)
        value = self.k.in_speeds(normal(force.seen_in.turn_to(own.frame) @ force.vector))
        own.force = plus(own.force, value)
        offset = placed(own, own.frame, force.point).offset
        own.moment = plus(own.moment, crossed(offset, value))


def placed(node: Node, frame: Frame, point: Point) -> Placement:
    """How a frame and a point are placed on a node."""
    total: Vector = NONE
    for p in _chain(point, node.point):
        total = total + p.frame.turn_to(node.frame) @ p.offset
    return Placement(frame.turn_to(node.frame), normal(total))


def _is_fixed(node: Node, frame: Frame, point: Point) -> bool:
    """Whether a frame and a point do not move relative to a node."""
    chain = _chain(point, node.point)
    moving = any(p.declared_velocity is not None for p in chain)
    return not moving and placed(node, frame, point).is_fixed


def _chain(point: Point, end: Point) -> list[Point]:
    """The points on the path to another, without that one."""
    found = []
    for p in point.chain:
        if p is end:
            break
        found.append(p)
    return found


def _back(R: Matrix) -> Any:
    """The matrix from the parent's coordinates to the own ones, simple for a single joint."""
    return lambda v: v if v is NONE or R is identity() else simplify(R.T @ v)


def _along(partial: Any, axis: Vector | None) -> Vector:
    if partial is zero(like=partial):
        return NONE
    found: Vector = partial if axis is None else simplify(partial @ axis)
    return found
