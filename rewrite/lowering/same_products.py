"""Products of the same factors, whatever way they were put together, calculated once.

a·(b·c) and (a·b)·c are different nodes where both a·b and b·c are used elsewhere.
"""

from __future__ import annotations

from .graph import Graph
from .nodes import PRODUCT
from .rebuild import Old, moved, rebuilt

WIDEST = 24
"""How many factors a product may have to be compared."""


def merged(g: Graph) -> Graph:
    """The graph with one node for all products of the same factors.

    >>> from rewrite import lower, scalars
    >>> a, b, c = scalars("a b c")
    >>> g = lower([a*b, b*c, a*(b*c) + 1, (a*b)*c + 2], arrange=False)
    >>> [sum(h.kinds[n] is PRODUCT for n in h.reachable()) for h in (g, merged(g))]
    [4, 3]
    """
    factors: dict[int, tuple[int, ...]] = {}
    first: dict[tuple[int, ...], int] = {}
    same: dict[int, int] = {}
    for node in g.reachable():
        if g.kinds[node] is PRODUCT:
            operands = [same.get(a >> 1, a >> 1) for a in g.args[node]]
            found = tuple(sorted([f for a in operands for f in factors.get(a, (a,))]))
            if len(found) <= WIDEST:
                factors[node] = found
                known = first.setdefault(found, node)
                if known != node:
                    same[node] = known

    def replace(node: int, done: Old) -> int | None:
        return moved(2 * same[node], done) if node in same else None

    return rebuilt(g, replace) if same else g
