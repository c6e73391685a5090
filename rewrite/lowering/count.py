"""How many operations each node of a graph takes; the convention is written in `ops`."""

from __future__ import annotations

from ..verbs.cost import Cost
from .graph import Graph
from .nodes import CALL, COS, NEG, POWER, PRODUCT, RECIP, SCALE, SIN, SUM
from .orient import Orientation, orient


def counted(g: Graph) -> tuple[Cost, Cost]:
    """The operations of every evaluation, and those that depend on parameters alone."""
    way = orient(g)
    found, once = [0, 0, 0, 0], [0, 0, 0, 0]
    for node in way.order:
        total = once if g.fixed[node] else found
        for i, n in enumerate(_own(g, node, way)):
            total[i] += n
    for node in way.negated:
        (once if g.fixed[node] else found)[1] += 1
    return Cost(*found), Cost(*once)


def _own(g: Graph, node: int, way: Orientation) -> tuple[int, ...]:
    """What one node takes."""
    kind, count = g.kinds[node], len(g.args[node])
    if kind is SUM:
        return 0, count - 1
    if kind is SCALE:
        return (1,)
    if kind is NEG:
        return 0, 1
    if kind is PRODUCT:
        below = sum([a >> 1 in way.divisors for a in g.args[node]])
        if not below:
            return (count - 1,)
        above = count - below
        return max(above - 1, 0) + below - 1, 0, 1
    if kind is RECIP:
        return (0, 0, int(node not in way.divisors))
    return (0, 0, 0, 1) if kind in (SIN, COS, POWER, CALL) else ()
