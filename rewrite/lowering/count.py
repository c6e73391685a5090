"""How many operations each node of a graph takes; `ops` explains the convention."""

from __future__ import annotations

from .graph import Graph
from .nodes import CALL, COS, NEG, POWER, PRODUCT, RECIP, SCALE, SIN, SUM
from .operation_count import Cost
from .orient import orient

CALLED = (SIN, COS, POWER, CALL)


def counted(g: Graph) -> tuple[Cost, Cost]:
    """The operations in every evaluation, and those that depend only on parameters."""
    way = orient(g)
    found, once = [0, 0, 0, 0], [0, 0, 0, 0]
    kinds, args, fixed, divisors = g.kinds, g.args, g.fixed, way.divisors
    for node in way.order:
        total, kind = once if fixed[node] else found, kinds[node]
        if kind is SUM:
            total[1] += len(args[node]) - 1
        elif kind is PRODUCT:
            below = sum([a >> 1 in divisors for a in args[node]]) if divisors else 0
            above = len(args[node]) - below
            total[0] += max(above - 1, 0) + max(below - 1, 0)
            total[2] += below > 0
        elif kind is SCALE:
            total[2 if args[node][0] >> 1 in divisors else 0] += 1
        elif kind is NEG:
            total[1] += 1
        elif kind is RECIP:
            total[2] += node not in divisors
        elif kind in CALLED:
            total[3] += 1
    for node in way.negated:
        (once if fixed[node] else found)[1] += 1
    return Cost(*found), Cost(*once)
