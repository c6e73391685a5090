"""Numbers that meet in a product are multiplied.

2 ((2 s) v) takes two multiplications for each v; with 4 s, which several products share, it is one.
"""

from __future__ import annotations

from ..graph.graph import Graph
from ..graph.nodes import PRODUCT, SCALE, Number
from ..graph.rebuild import Old, moved, rebuilt


def numbers_met(g: Graph) -> Graph:
    """The graph with at most one number in each product, which one of its factors carries.

    >>> from rewrite import lower, ops, scalars
    >>> s, x, y = scalars("s x y")
    >>> g = lower([2*((2*s)*x), 2*((2*s)*y), (s/2)*(2*x)], arrange=False)
    >>> print(ops(g), "|", ops(numbers_met(g)))
    8 multiplications | 4 multiplications
    """
    if SCALE not in g.kinds_made:
        return g
    uses = g.uses()
    kinds, args, values = g.kinds, g.args, g.values

    chosen: dict[int, int] = {}
    """Products with several numbers, or multiples of products with a number, and the products."""
    for node in g.reachable():
        kind, product = kinds[node], node
        if kind is SCALE and uses[args[node][0] >> 1] == 1:
            product = args[node][0] >> 1
            kind = kinds[product]
        if kind is PRODUCT:
            scaled = [a for a in args[product] if kinds[a >> 1] is SCALE]
            if len(scaled) + (product != node) > 1:
                chosen[node] = product

    def replace(node: int, done: Old) -> int:
        product = chosen[node]
        number: Number = 1 if product == node else values[node]
        scaled = [a for a in args[product] if kinds[a >> 1] is SCALE]
        for a in scaled:
            number *= values[a >> 1]
        first, *others = [moved(args[a >> 1][0], done) for a in scaled]
        rest = [moved(a, done) for a in args[product] if kinds[a >> 1] is not SCALE]
        return g.product([g.scale(number, first), *others, *rest])

    return rebuilt(g, chosen, replace)
