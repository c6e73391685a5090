"""x + x y as x (1 + y), if several sums have the same 1 + y, or if y is a sum with a number.

For one sum that saves nothing, unless the number takes up the one: x + x (z + 2) is x (z + 3). For
several, the sum 1 + y is calculated once.
"""

from __future__ import annotations

from collections import defaultdict

from ..graph.graph import Graph
from ..graph.nodes import CONST, ONE, PRODUCT, SUM
from ..graph.rebuild import Old, moved, rebuilt

LONGEST = 12
"""The longest sums that are examined."""
Key = tuple[int, tuple[int, ...]]
"""The sign of y, and its factors."""


def ones_gathered(g: Graph) -> Graph:
    """The graph with the factors 1 + y that several sums share.

    >>> from rewrite import lower, ops, scalars
    >>> a, b, c, d, y = scalars("a b c d y")
    >>> g = lower([a*b - a*b*y, a*c - a*c*y, a*b, a*c], arrange=False)
    >>> print(ops(g), "|", ops(ones_gathered(g)))
    4 multiplications, 2 additions | 4 multiplications, 1 addition
    """
    order = g.reachable()
    uses = g.uses()
    where: dict[Key, dict[int, tuple[int, int]]] = defaultdict(dict)
    for node in order:
        if g.kinds[node] is SUM and len(g.args[node]) <= LONGEST:
            for x, product, key in _pairs(g, node, uses):
                where[key].setdefault(node, (x, product))
    chosen: dict[int, tuple[int, int, Key]] = {}
    for key, sums in sorted(where.items(), key=lambda item: -len(item[1])):
        free = {node: pair for node, pair in sums.items() if node not in chosen}
        if len(free) > 1 or _has_number(g, key[1]):
            chosen |= {node: (*pair, key) for node, pair in free.items()}

    def replace(node: int, done: Old) -> int:
        x, product, (sign, rest) = chosen[node]
        others = [moved(a, done) for a in g.args[node] if a not in (x, product)]
        y = g.product([moved(a, done) for a in rest])
        addends = g.args[y >> 1] if _has_number(g, (y,)) else (y & ~1,)
        more = [a ^ sign ^ (y & 1) for a in addends if a]
        return g.add([*others, g.mul(moved(x, done), g.add([ONE, *more]))])

    return rebuilt(g, chosen, replace)


def _has_number(g: Graph, factors: tuple[int, ...]) -> bool:
    """Whether there is only one factor, a sum with a number."""
    node = factors[0] >> 1
    return (
        len(factors) == 1
        and g.kinds[node] is SUM
        and any(g.kinds[a >> 1] is CONST for a in g.args[node])
    )


def _pairs(g: Graph, node: int, uses: list[int]) -> list[tuple[int, int, Key]]:
    """Addends x and ± x y of a sum, if nothing else uses the product, with the sign and factors of
    y."""
    addends = {a >> 1: a for a in g.args[node]}
    found = []
    for product in g.args[node]:
        at = product >> 1
        if g.kinds[at] is PRODUCT and uses[at] == 1:
            for b in g.args[at]:
                x = addends.get(b >> 1)
                if x is not None and g.args[at].count(b) == 1:
                    rest = tuple([a for a in g.args[at] if a != b])
                    found.append((x, product, ((product ^ x ^ b) & 1, rest)))
    return found
