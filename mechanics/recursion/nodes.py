"""Nodes: the tree of links in the form that a recursion needs.

A node is a frame and a point with everything fixed to them. It has its motion relative to the
parent node. Everything of a node is in coordinates of its own frame, and `R` takes them to those of
the parent.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rewrite import Matrix, Vector, zero

from ..kinematics.kinematics import Kinematics
from ..parts.frames import Frame
from ..parts.points import Point
from .inertias import NO_BODY, Inertia

NONE: Vector = zero(Vector)


@dataclass(frozen=True)
class Freedom:
    """The motion of a node relative to its parent for one scalar speed: a turn and a slide.

    `index` counts the scalar speeds of the system; a vector has three.
    """

    index: int
    turn: Vector
    slide: Vector


@dataclass(frozen=True)
class Rates:
    """How a node moves relative to its parent, in own coordinates.

    `slide` and `slide_rate` are the first two rates of the vector from the parent's point, relative
    to the parent's frame; for an absolute motion they are velocity and acceleration.
    """

    spin: Vector
    spin_rate: Vector
    slide: Vector
    slide_rate: Vector

    def steady(self, k: Kinematics) -> Rates:
        """The rates while the speeds do not change."""
        rates = k.at_steady_speeds(self.spin_rate), k.at_steady_speeds(self.slide_rate)
        return Rates(self.spin, rates[0], self.slide, rates[1])


@dataclass(eq=False)
class Node:
    """A frame and a point, their motion relative to the parent, and the bodies and efforts on them.

    `P` is the vector from the parent's point, in the parent's coordinates. If the motion is
    `absolute`, its rates are not those of `P`, but declared velocities.
    """

    name: str
    frame: Frame
    point: Point
    parent: Node | None
    R: Matrix
    P: Vector
    rates: Rates
    absolute: bool = False
    freedoms: tuple[Freedom, ...] = ()
    children: list[Node] = field(default_factory=list)
    inertia: Inertia = NO_BODY
    force: Vector = NONE
    """The sum of the forces, in own coordinates."""
    moment: Vector = NONE
    """The moment of the forces about the point, plus the torques."""

    @property
    def ancestors(self) -> list[Node]:
        """This node, its parent and so on."""
        found, node = [self], self.parent
        while node is not None:
            found.append(node)
            node = node.parent
        return found

    @property
    def mark(self) -> str:
        """Its name as part of the name of a symbol."""
        return re.sub(r"\W+", "_", self.name)

    def __repr__(self) -> str:
        return f"node {self.name}"
