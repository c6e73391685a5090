"""Numbers that meet in a product are multiplied.

2 ((2 s) v) takes two multiplications for each v; with 4 s, which several products share, it is one.
"""

from __future__ import annotations

from .graph import Graph
from .nodes import PRODUCT, SCALE, Number
from .rebuild import Old, moved, rebuilt


def numbers_met(g: Graph) -> Graph:
    """The graph with at most one number in each product, which one of its factors carries.

    >>> from rewrite import lower, ops, scalars
    >>> s, x, y = scalars("s x y")
    >>> g = lower([2*((2*s)*x), 2*((2*s)*y), (s/2)*(2*x)], arrange=False)
    >>> print(ops(g), "|", ops(numbers_met(g)))
    8 multiplications | 4 multiplications
    """
    order = g.reachable()
    uses = g.uses()
    kinds, args, values = g.kinds, g.args, g.values

    def replace(node: int, done: Old) -> int | None:
        number: Number = 1
        product = node
        if kinds[node] is SCALE and uses[args[node][0] >> 1] == 1:
            number, product = values[node], args[node][0] >> 1
        if kinds[product] is not PRODUCT:
            return None
        scaled = [a for a in args[product] if kinds[a >> 1] is SCALE]
        if len(scaled) + (product != node) < 2:
            return None
        for a in scaled:
            number *= values[a >> 1]
        first, *others = [moved(args[a >> 1][0], done) for a in scaled]
        rest = [moved(a, done) for a in args[product] if kinds[a >> 1] is not SCALE]
        return g.product([g.scale(number, first), *others, *rest])

    return rebuilt(g, replace)
