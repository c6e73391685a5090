"""How many operations each node of a graph takes; `ops` explains the convention."""

from __future__ import annotations

from ..graph.graph import Graph
from ..graph.nodes import CALL, COS, NEG, POWER, PRODUCT, RECIP, SCALE, SIN, SUM
from .operation_count import Cost
from .orient import divisors_of, orient

ADDITIONS, DIVISIONS, CALLS = 1, 2, 3
"""The places of these operations in a `Cost`; multiplications come first."""
SINGLE = {NEG: ADDITIONS, SIN: CALLS, COS: CALLS, POWER: CALLS, CALL: CALLS}
"""The kinds of nodes that are always one operation."""


def counted(g: Graph) -> tuple[Cost, Cost]:
    """The operations in every evaluation, and those that depend only on parameters."""
    found, once = g.analysed(_without_negations)
    negated = orient(g).negated
    fixed = sum([g.fixed[node] for node in negated])
    return (
        found._replace(additions=found.additions + len(negated) - fixed),
        once._replace(additions=once.additions + fixed),
    )


def least(g: Graph) -> tuple[int, int]:
    """The weights of these operations if no negation is needed, which is quicker to see."""
    found, once = g.analysed(_without_negations)
    return found.total, once.total


def _without_negations(g: Graph) -> tuple[Cost, Cost]:
    found, once = [0, 0, 0, 0], [0, 0, 0, 0]
    kinds, args, fixed, divisors = g.kinds, g.args, g.fixed, divisors_of(g)
    for node in g.reachable():
        operands = args[node]
        if not operands:
            continue
        total, kind = once if fixed[node] else found, kinds[node]
        if kind is SUM:
            total[ADDITIONS] += len(operands) - 1
        elif kind is PRODUCT:
            below = sum([a >> 1 in divisors for a in operands]) if divisors else 0
            above = len(operands) - below
            total[0] += (above - 1 if above else 0) + (below - 1 if below else 0)
            total[DIVISIONS] += below > 0
        elif kind is SCALE:
            total[DIVISIONS if operands[0] >> 1 in divisors else 0] += 1
        elif kind is RECIP:
            total[DIVISIONS] += node not in divisors
        elif kind in SINGLE:
            total[SINGLE[kind]] += 1
    return Cost(*found), Cost(*once)
