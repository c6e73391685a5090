"""Numbers that meet in a product are multiplied.

2 ((2 s) v) takes two multiplications for each v; with 4 s, which several products share, it is one.
2 (1/x · 1/y) is 2/(x y).
"""

from __future__ import annotations

from .graph import Graph
from .nodes import ONE, PRODUCT, RECIP, SCALE, Number
from .rebuild import Old, moved, rebuilt, use_counts


def numbers_met(g: Graph) -> Graph:
    """The graph with at most one number in each product, which one of its factors carries.

    >>> from rewrite import lower, ops, scalars
    >>> s, x, y = scalars("s x y")
    >>> g = lower([2*((2*s)*x), 2*((2*s)*y), (s/2)*(2*x)], arrange=False)
    >>> print(ops(g), "|", ops(numbers_met(g)))
    8 multiplications | 4 multiplications
    """
    order = g.reachable()
    uses = use_counts(g, order)
    kinds, args, values = g.kinds, g.args, g.values

    def replace(node: int, done: Old) -> int | None:
        number: Number = 1
        product = node
        if kinds[node] is SCALE and uses[args[node][0] >> 1] == 1:
            number, product = values[node], args[node][0] >> 1
        if kinds[product] is not PRODUCT:
            return None
        scaled = [a for a in args[product] if kinds[a >> 1] is SCALE]
        below = all(_is_divisor(g, uses, a >> 1, product) for a in args[product])
        if len(scaled) + (product != node) < (1 if below else 2):
            return None
        for a in scaled:
            number *= values[a >> 1]
        first, *rest = [moved(args[a >> 1][0], done) for a in scaled] or [ONE]
        rest += [moved(a, done) for a in args[product] if kinds[a >> 1] is not SCALE]
        if below:
            return g.scale(number, g.recip(g.product([g.recip(x) for x in (first, *rest)])))
        return g.product([g.scale(number, first), *rest])

    return rebuilt(g, replace)


def _is_divisor(g: Graph, uses: list[int], node: int, product: int) -> bool:
    """Whether a factor is a reciprocal, or a multiple of one, that nothing else uses and that is
    calculated as often as the product."""
    inner = g.args[node][0] >> 1 if g.kinds[node] is SCALE else node
    once = uses[node] == uses[inner] == 1
    return once and g.kinds[inner] is RECIP and g.fixed[node] == g.fixed[product]
