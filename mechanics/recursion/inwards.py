"""Inwards: the wrench that every node passes to its parent, and its components along the speeds.

    f_j = F_j + Σ R f_k,    n_j = N_j + Σ (R n_k + P × R f_k)

F and N are the wrench that the motion of a node needs, less the efforts on it. The total power is
that of f_j and n_j on the motion of each node relative to its parent, so the effort along a speed
is Σ f_j·(∂p˙/∂u) + n_j·(∂s/∂u), a single summand if every speed belongs to one joint.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rewrite import Scalar, Vector, dot, zero

from ..kinematics.kinematics import crossed, minus, plus, turned
from .nodes import NONE, Node
from .outwards import Moving

Wrench = tuple[Vector, Vector]


def needed(tree: Sequence[Node], moving: Mapping[Node, Moving]) -> dict[Node, Wrench]:
    """The force and the moment that each node needs by itself."""
    found = {}
    for node in tree[1:]:
        m = moving[node]
        F, N = node.inertia.wrench(m.w, m.dw, m.a, m.U)
        found[node] = minus(F, node.force), minus(N, node.moment)
    return found


def passed(tree: Sequence[Node], wrenches: Mapping[Node, Wrench]) -> dict[Node, Wrench]:
    """The force and the moment that each node needs for itself and all beyond it."""
    found: dict[Node, Wrench] = {}
    for node in reversed(tree[1:]):
        f, n = wrenches.get(node, (NONE, NONE))
        for child in node.children:
            if child in found:
                df, dn = before(child, found[child])
                f, n = plus(f, df), plus(n, dn)
        if (f, n) != (NONE, NONE):
            found[node] = f, n
    return found


def before(node: Node, wrench: Wrench) -> Wrench:
    """A wrench on a node as one on its parent."""
    f = turned(node.R, wrench[0])
    return f, plus(turned(node.R, wrench[1]), crossed(node.P, f))


def along_speeds(tree: Sequence[Node], wrenches: Mapping[Node, Wrench], size: int) -> list[Scalar]:
    """The components of the wrenches along each scalar speed."""
    totals: list[Any] = [zero(Scalar)] * size
    for node in tree:
        if node in wrenches:
            for freedom in node.freedoms:
                along = power(freedom.turn, freedom.slide, wrenches[node])
                totals[freedom.index] = plus(totals[freedom.index], along)
    return totals


def power(turn: Vector, slide: Vector, wrench: Wrench) -> Scalar:
    """n·turn + f·slide."""
    f, n = wrench
    total: Scalar = zero(Scalar)
    for one, other in ((turn, n), (slide, f)):
        if NONE not in (one, other):
            total = plus(total, dot(one, other))
    return total
