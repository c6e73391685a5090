"""Efforts per unit of each inertial parameter, along the speeds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rewrite import Scalar, number, zero

from ..kinematics.kinematics import plus
from .inertias import NAMES, inertia_of_parameters
from .inwards import Wrench, before, power
from .nodes import Node
from .outwards import Moving

NOTHING: Scalar = zero(Scalar)


def unit_wrench(place: int, moving: Moving) -> Wrench:
    """The wrench that a unit of one of the ten parameters needs."""
    ten = [number(int(i == place)) for i in range(len(NAMES))]
    return inertia_of_parameters(ten).wrench(moving.w, moving.dw, moving.a, moving.U)


def column(node: Node, wrench: Wrench, size: int) -> list[Scalar]:
    """The components of a wrench on a node along each scalar speed."""
    found: list[Any] = [NOTHING] * size
    at: Node | None = node
    while at is not None:
        for freedom in at.freedoms:
            along = power(freedom.turn, freedom.slide, wrench)
            found[freedom.index] = plus(found[freedom.index], along)
        wrench, at = before(at, wrench), at.parent
    return found


def columns(
    tree: Sequence[Node], moving: Mapping[Node, Moving], size: int
) -> Iterator[tuple[Node, int, list[Scalar]]]:
    """For each node with a body and each of its ten parameters, the efforts of a unit of it."""
    for node in tree[1:]:
        if node.inertia.is_none:
            continue
        for place, parameter in enumerate(node.inertia.parameters):
            if parameter is not NOTHING:
                yield node, place, column(node, unit_wrench(place, moving[node]), size)
