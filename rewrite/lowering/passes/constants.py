"""Combining parameters of nested sums.

q - (p + x) + y is (q - p) - x + y, and q - p is calculated only once for all evaluations. So a sum
with a parameter is merged into the sums that use it, if it is used only in sums.
"""

from __future__ import annotations

from ..graph.graph import Graph
from ..graph.nodes import SUM
from ..graph.rebuild import Old, moved, rebuilt

LONGEST = 4
"""The most addends, not counting parameters, of a sum that is merged."""


def constants_met(g: Graph) -> Graph:
    """The graph with sums that have a parameter merged into the sums that use them."""
    order = g.reachable()
    opened = {n for n in order if _has_constant(g, n)}
    opened -= {ref >> 1 for ref in g.roots()}
    for node in order:
        if g.kinds[node] is not SUM:
            opened -= {a >> 1 for a in g.args[node]}
    if not opened:
        return g
    addends: dict[int, list[int]] = {}

    def replace(node: int, done: Old) -> int:
        refs: list[int] = []
        for a in g.args[node]:
            inner = addends.get(a >> 1)
            refs += [x ^ (a & 1) for x in inner] if inner else [moved(a, done)]
        if node in opened and len(refs) <= 2 * LONGEST:
            addends[node] = refs
        fixed = [x for x in refs if g.fixed[x >> 1]]
        return g.add([g.add(fixed), *[x for x in refs if not g.fixed[x >> 1]]])

    users = {n for n in order if g.kinds[n] is SUM and (n in opened or _uses(g, n, opened))}
    return rebuilt(g, users, replace)


def _has_constant(g: Graph, node: int) -> bool:
    """Whether a node is a short sum of parameters and others."""
    if g.kinds[node] is not SUM or g.fixed[node]:
        return False
    return 0 < sum(not g.fixed[a >> 1] for a in g.args[node]) <= min(LONGEST, len(g.args[node]) - 1)


def _uses(g: Graph, node: int, some: set[int]) -> bool:
    return any(a >> 1 in some for a in g.args[node])
