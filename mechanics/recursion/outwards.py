"""Outwards: how every node moves, from the ground to the tips.

    ω_j = Rᵀ ω_i + s        ω˙_j = Rᵀ ω˙_i + s˙ + (Rᵀ ω_i) × s
    a_j = Rᵀ (a_i + U_i P) + p¨ + 2 (Rᵀ ω_i) × p˙

with the relative angular velocity s and the relative motion p of the point, both in own
coordinates. The ground is accelerated opposite to gravity, so weights need no separate terms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from rewrite import Matrix, Vector, zero

from ..kinematics.kinematics import crossed, minus, plus, turned, twice
from ..parts.bodies import NO_INERTIA
from ..system import System
from .inertias import motion_matrix
from .nodes import NONE, Node, Rates


@dataclass(frozen=True)
class Moving:
    """Angular velocity and acceleration, and the acceleration of the point, in own coordinates.

    `velocity` is None unless it is requested.
    """

    w: Vector = NONE
    dw: Vector = NONE
    a: Vector = NONE
    velocity: Vector = NONE

    @cached_property
    def U(self) -> Matrix:
        """The matrix that gives accelerations of other points relative to the node's point."""
        return motion_matrix(self.w, self.dw)


def motions(
    system: System, tree: Sequence[Node], *, steady: bool = False, weight: bool = True
) -> dict[Node, Moving]:
    """How every node moves; with `steady`, while the speeds do not change.

    With `weight`, accelerations are relative to free fall.

    >>> from mechanics.models import plane_pendulum
    >>> from mechanics.recursion.node_tree import nodes
    >>> system = plane_pendulum(1)
    >>> tree = nodes(system)
    >>> motions(system, tree)[tree[1]].w
    q1'*column(0, 0, 1)
    """
    ground, *rest = tree
    falling = minus(zero(Vector), system.weight) if weight else NONE
    found = {ground: Moving(a=falling)}
    for node in rest:
        rates = node.rates.steady(system.kinematics) if steady else node.rates
        assert node.parent is not None
        found[node] = _moved(node, rates, found[node.parent])
    return found


def _moved(node: Node, rates: Rates, before: Moving) -> Moving:
    back = node.R.T
    carried = turned(back, before.w)
    w = plus(carried, rates.spin)
    dw = plus(plus(turned(back, before.dw), rates.spin_rate), crossed(carried, rates.spin))
    if node.absolute:
        return Moving(w, dw, plus(turned(back, before.a), rates.slide_rate), rates.slide)
    far = (
        before.a if NO_INERTIA is before.U or node.P is NONE else plus(before.a, before.U @ node.P)
    )
    a = plus(turned(back, far), rates.slide_rate)
    a = plus(a, crossed(carried, twice(rates.slide)))
    velocity = plus(before.velocity, crossed(before.w, node.P))
    return Moving(w, dw, a, plus(turned(back, velocity), rates.slide))
