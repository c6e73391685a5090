"""Nodes: the tree of links as a recursion sees it.

A node is a frame and a point with all that is fixed to them. Each says how it moves against the one
before. Everything of a node is in coordinates of its own frame, and `R` takes them to those of the
node before.
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
    """The motion of a node against the one before for one scalar speed: a turn and a slide.

    `index` counts the scalar speeds of the system; a vector has three.
    """

    index: int
    turn: Vector
    slide: Vector


@dataclass(frozen=True)
class Rates:
    """How a node moves against the one before, in own coordinates.

    `slide` and `slide_rate` are the first two rates of the way from the point before, as seen from
    the frame before; of an absolute motion they are velocity and acceleration.
    """

    spin: Vector
    spin_rate: Vector
    slide: Vector
    slide_rate: Vector

    def steady(self, k: Kinematics) -> Rates:
        """The same while the speeds do not change."""
        rates = k.at_steady_speeds(self.spin_rate), k.at_steady_speeds(self.slide_rate)
        return Rates(self.spin, rates[0], self.slide, rates[1])


@dataclass(eq=False)
class Node:
    """A frame and a point, how they move against those before, and what is fixed to them.

    `P` leads from the point before, in coordinates before. If the motion is `absolute`, its rates
    are not those of `P`, but velocities of their own.
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
    """Their moment about the point, and the torques."""

    @property
    def ancestors(self) -> list[Node]:
        """This node, the one before and so on."""
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
