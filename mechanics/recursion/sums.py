"""Energies and momenta of a tree, from velocities in link frames."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rewrite import Scalar, Vector, dot, zero

from ..kinematics.kinematics import crossed, plus, turned
from ..parts.bodies import NO_INERTIA, NO_MASS
from .inwards import Wrench
from .nodes import NONE, Node
from .outwards import Moving


def momenta_of(tree: Sequence[Node], moving: Mapping[Node, Moving]) -> dict[Node, Wrench]:
    """M v + ω × S and J ω + S × v of each node, about its point."""
    found = {}
    for node in tree[1:]:
        body, m = node.inertia, moving[node]
        linear = NONE if body.mass is NO_MASS or m.velocity is NONE else body.mass * m.velocity
        linear = plus(linear, crossed(m.w, body.first))
        turning = NONE if NO_INERTIA is body.moments or m.w is NONE else body.moments @ m.w
        found[node] = linear, plus(turning, crossed(body.first, m.velocity))
    return found


def kinetic(tree: Sequence[Node], moving: Mapping[Node, Moving]) -> Scalar:
    """½ Σ v·(M v + ω × S) + ω·(J ω + S × v)."""
    total: Scalar = zero(Scalar)
    for node, (linear, angular) in momenta_of(tree, moving).items():
        m = moving[node]
        for one, other in ((m.velocity, linear), (m.w, angular)):
            if NONE not in (one, other):
                total = plus(total, dot(one, other))
    return total if total is zero(Scalar) else total / 2


def whole(tree: Sequence[Node], wrenches: Mapping[Node, Wrench]) -> Wrench:
    """The sum of momenta in coordinates of the ground, about its origin."""
    ground = tree[0]
    f: Vector = NONE
    n: Vector = NONE
    for child in ground.children:
        if child in wrenches:
            g = turned(child.R, wrenches[child][0])
            moment = plus(turned(child.R, wrenches[child][1]), crossed(child.P, g))
            f, n = plus(f, g), plus(n, moment)
    return f, n
