"""How many operations arranging a graph may save, seen without arranging it.

Arranging takes common factors out of sums, calculates common parts of sums and of products once,
and lets numbers of one product meet. Where nothing occurs twice, it saves nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from heapq import heappop, heappush
from itertools import combinations

from ..graph.graph import Graph
from ..graph.nodes import PRODUCT, SCALE, SUM

LONGEST = 16
"""The longest sums and products whose pairs of operands are counted."""


def most_saved(g: Graph, nodes: Iterable[int]) -> int:
    """How many operations arranging saves, or more: it saves less in nearly all cases.

    >>> from rewrite import lower, scalars
    >>> x, y, z = scalars("x y z")
    >>> graphs = [lower(t, arrange=False) for t in (x*y + z, x*y + x*z + x, 2*x)]
    >>> [most_saved(g, g.reachable()) for g in graphs]
    [0, 2, 1]
    """
    order = list(nodes)
    uses = Counter([a >> 1 for node in order for a in g.args[node]])
    pairs: Counter[tuple[str, int, int]] = Counter()
    saved = 0
    for node in order:
        kind, args = g.kinds[node], g.args[node]
        if kind is SCALE:
            saved += 1
        elif kind is SUM or kind is PRODUCT:
            if kind is SUM:
                saved += _repeated(g, node, uses)
            if len(args) <= LONGEST:
                pairs.update([(kind, x, y ^ (x & 1)) for x, y in combinations(args, 2)])
    return saved + sum(pairs.values()) - len(pairs)


def _repeated(g: Graph, node: int, uses: Counter[int]) -> int:
    """How many factors of the addends of a sum, and of those of brackets that are used once, are
    repeated; multiples of brackets are not multiplied out.

    A shared product is opened once, with how often it occurs: a high power is a short chain.
    """
    times, pending = {node: 1}, [-node]
    leaves: Counter[int] = Counter()
    while pending:  # operands come before what is made of them
        parent = -heappop(pending)
        for a in g.args[parent]:
            child = a >> 1
            opens = g.kinds[child] is SUM and uses[child] == 1
            if g.kinds[child] is SCALE:
                child = g.args[child][0] >> 1
            if not opens and g.kinds[child] is not PRODUCT:
                leaves[child] += times[parent]
                continue
            if child not in times:
                heappush(pending, -child)
            times[child] = times.get(child, 0) + times[parent]
    return leaves.total() - len(leaves)
