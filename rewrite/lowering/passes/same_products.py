"""Products of the same factors, however they were grouped, calculated once.

a·(b·c) and (a·b)·c are different nodes if both a·b and b·c are used elsewhere. Squares of
several factors are one square of their product, a² b² c² = (a b c)², and so are other powers.
Several denominators of a product are one product, which may share factors with others.
"""

from __future__ import annotations

from collections import Counter

from ..graph.graph import Graph
from ..graph.nodes import PRODUCT, RECIP
from ..graph.rebuild import Old, moved, rebuilt

WIDEST = 24
"""Products with more factors than this are not compared."""


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
            parts: list[int] = []
            for a in g.args[node]:
                x = same.get(a >> 1, a >> 1)
                if x in factors:
                    parts += factors[x]
                else:
                    parts.append(x)
            parts.sort()
            found = tuple(parts)
            if len(found) <= WIDEST:
                factors[node] = found
                known = first.setdefault(found, node)
                if known != node:
                    same[node] = known

    return rebuilt(g, same, lambda node, done: moved(2 * same[node], done))


def squared(g: Graph) -> Graph:
    """The graph with products of several squares, or of equal powers, as powers of products.

    >>> from rewrite import lower, scalars
    >>> a, b, c = scalars("a b c")
    >>> from rewrite import ops
    >>> print(ops(lower(a**2*b**2*c**2, arrange=False)), "|", ops(lower(a**2*b**2*c**2)))
    5 multiplications | 3 multiplications
    """
    order = g.reachable()
    uses = g.uses()
    factors: dict[int, list[int]] = {}
    squares: dict[int, Counter[int]] = {}
    for node in order:
        if g.kinds[node] is PRODUCT:
            parts: list[int] = []
            for a in g.args[node]:
                alone = not a & 1 and uses[a >> 1] == 1
                parts += factors.get(a >> 1, [a]) if alone else [a]
            factors[node] = parts if len(parts) <= WIDEST else [2 * node]
            if len(parts) > 3 and len(parts) - len(set(parts)) > 1:
                counts = Counter(factors[node])
                if sum(n > 1 for n in counts.values()) > 1:
                    squares[node] = counts

    def replace(node: int, done: Old) -> int:
        counts = squares[node]
        powers = {n for n in counts.values() if n > 1}
        if len(powers) == 1:
            whole = g.product([moved(x, done) for x, n in counts.items() if n > 1])
            alone = [moved(x, done) for x, n in counts.items() if n == 1]
            return g.product([g.repeated(whole, *powers), *alone])
        halves = [moved(x, done) for x, n in counts.items() for _ in range(n // 2)]
        rest = [moved(x, done) for x, n in counts.items() if n % 2]
        half = g.product(halves)
        return g.product([half, half, *rest])

    return rebuilt(g, squares, replace)


def denominators_joined(g: Graph) -> Graph:
    """The graph with one reciprocal in each product instead of several that are used only there.

    >>> from rewrite import lower, ops, scalars
    >>> a, b, c = scalars("a b c")
    >>> print(ops(lower([a*b*c, 1/b**2/c])))
    3 multiplications, 1 division
    """
    if RECIP not in g.kinds_made:
        return g
    order = g.reachable()
    uses = g.uses()
    alone = {n for n in order if g.kinds[n] is RECIP and uses[n] == 1}
    below: dict[int, list[int]] = {}
    for node in order if len(alone) > 1 else ():
        if g.kinds[node] is PRODUCT:
            every = [a for a in g.args[node] if a >> 1 in alone]
            found = [a for a in every if g.fixed[a >> 1] == g.fixed[node]]
            above = [a >> 1 for a in g.args[node] if a not in every]
            if found and above and not any(g.fixed[n] for n in above):
                found = every  # a parameter is one more divisor instead of one more factor
            if len(found) > 1:
                below[node] = found

    def replace(node: int, done: Old) -> int:
        joined = below[node]
        sign = sum(a & 1 for a in joined) & 1
        factors = [x for a in joined for x in _factors(g, g.args[a >> 1][0], node, uses)]
        whole = g.recip(g.product([moved(x, done) for x in factors])) ^ sign
        return g.product([whole, *[moved(a, done) for a in g.args[node] if a not in joined]])

    return rebuilt(g, below, replace)


def _factors(g: Graph, ref: int, user: int, uses: list[int]) -> tuple[int, ...]:
    """The factors of a product that is used once and calculated as often as its user, or the
    reference itself."""
    alone = g.kinds[ref >> 1] is PRODUCT and uses[ref >> 1] == 1 and not ref & 1
    return g.args[ref >> 1] if alone and g.fixed[ref >> 1] == g.fixed[user] else (ref,)
