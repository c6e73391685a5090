"""How many operations arranging a graph may save, seen without arranging it.

Arranging takes common factors out of sums, calculates common parts of sums and of products once,
and lets numbers of one product meet. Where nothing occurs twice, it saves nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from .graph import Graph
from .nodes import PRODUCT, SCALE, SUM

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
                saved += _repeated(_factors(g, node, uses))
            if len(args) <= LONGEST:
                pairs.update([(kind, x, y ^ (x & 1)) for x, y in combinations(args, 2)])
    return saved + sum(pairs.values()) - len(pairs)


def _repeated(some: Iterable[int]) -> int:
    found = list(some)
    return len(found) - len(set(found))


def _factors(g: Graph, node: int, uses: Counter[int]) -> Iterator[int]:
    """The factors of the addends of a sum, and of those of brackets that are used once; multiples
    of brackets are not multiplied out."""
    stack = [node]
    while stack:
        for a in g.args[stack.pop()]:
            child = a >> 1
            if g.kinds[child] is SCALE:
                child = g.args[child][0] >> 1
            elif g.kinds[child] is SUM and uses[child] == 1:
                stack.append(child)
                continue
            if g.kinds[child] is PRODUCT:
                stack.append(child)
            else:
                yield child
