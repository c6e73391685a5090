"""The mass matrix from composite bodies: all links beyond a joint are one rigid body.

From the tips inwards, the inertias of all links beyond are added in the frame of each node. A unit
rate of a speed needs the force and the moment of that one body, which are passed inwards; their
components along the other speeds on the path to the ground are the entries of M.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rewrite import Scalar, Vector, identity, normal, tilde, zero

from ..kinematics.kinematics import crossed, plus, turned
from ..parts.bodies import NO_INERTIA, NO_MASS
from .inertias import Inertia
from .inwards import Wrench, before, power
from .nodes import NONE, Freedom, Node


def composites(tree: Sequence[Node]) -> dict[Node, Inertia]:
    """The inertia of each node and all beyond it, in its frame."""
    found: dict[Node, Inertia] = {}
    for node in reversed(tree[1:]):
        total = node.inertia
        for child in node.children:  # parameters first: their sums are computed once
            total = _sum(total, _mass_at(child.P, found[child].mass))
        for child in node.children:
            total = _sum(total, _without_mass(child, found[child]))
        found[node] = total
    return found


def _sum(one: Inertia, other: Inertia) -> Inertia:
    """A sum that is not simplified, because other entries share its parts."""
    mass = normal(one.mass + other.mass)
    return Inertia(mass, plus(one.first, other.first), plus(one.moments, other.moments))


def _without_mass(node: Node, body: Inertia) -> Inertia:
    """S and J - P~ S~ - S~ P~ in the frame of the parent node: an inertia less a mass at P."""
    first, P = turned(node.R, body.first), node.P
    moments = body.moments
    if moments is not NO_INERTIA and node.R is not identity():
        moments = node.R @ moments @ node.R.T
    if P is NONE:
        return Inertia(NO_MASS, first, moments)
    if first is not NONE:
        moments = plus(moments, -1 * (tilde(P) @ tilde(first) + tilde(first) @ tilde(P)))
    return Inertia(NO_MASS, first, moments)


def _mass_at(P: Vector, mass: Scalar) -> Inertia:
    """M, M P and -M P~ P~."""
    if P is NONE or mass is NO_MASS:
        return Inertia(mass)
    return Inertia(mass, mass * P, mass * (-1 * (tilde(P) @ tilde(P))))


def accelerated(freedom: Freedom, body: Inertia) -> Wrench:
    """The wrench that a body needs for a unit rate of a speed."""
    turn, slide = freedom.turn, freedom.slide
    F = zero(Vector) if slide is NONE or body.mass is NO_MASS else body.mass * slide
    F = plus(F, crossed(turn, body.first))
    N = NONE
    if turn is not NONE and body.moments is not NO_INERTIA:
        N = body.moments @ turn
    return F, plus(N, crossed(body.first, slide))


def entries(tree: Sequence[Node], size: int) -> list[list[Scalar]]:
    """The upper triangle of the mass matrix, row by row.

    >>> from rewrite import simplify
    >>> from mechanics.models import plane_pendulum
    >>> from mechanics.recursion.node_tree import nodes
    >>> [[simplify(x) for x in row] for row in entries(nodes(plane_pendulum(1)), 1)]
    [[m1*l1**2]]
    """
    rows: list[list[Any]] = [[zero(Scalar)] * (size - i) for i in range(size)]
    for (i, k), entry in _products(tree):
        rows[i][k - i] = plus(rows[i][k - i], entry)
    return rows


def _products(tree: Sequence[Node]) -> Iterator[tuple[tuple[int, int], Scalar]]:
    """The entries of M, for each freedom and each of those on the path to the ground."""
    bodies = composites(tree)
    for node in tree[1:]:
        for place, freedom in enumerate(node.freedoms):
            wrench, at = accelerated(freedom, bodies[node]), node
            for other in node.freedoms[place:]:
                yield _entry(freedom, other, wrench)
            while at.parent is not None:
                wrench, at = before(at, wrench), at.parent
                for other in at.freedoms:
                    yield _entry(freedom, other, wrench)
                    if other.index == freedom.index:  # once as row and once as column
                        yield _entry(freedom, other, wrench)


def _entry(one: Freedom, other: Freedom, wrench: Wrench) -> tuple[tuple[int, int], Scalar]:
    i, k = sorted((one.index, other.index))
    return (i, k), power(other.turn, other.slide, wrench)
