"""Sums of monomials with common factors taken out, the most common first.

A monomial is a sign and a bag of nodes. Taking out a factor never needs more operations than
before: a factor that several monomials have in common is multiplied once, by the sum of the rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heapify, heappop, heappush

from ...deadline import check_time
from ..graph.nodes import Nodes

DEEPEST = 60
"""The deepest nesting of brackets."""
POWER = 4
"""Powers with at least this exponent are calculated by squaring."""
Bag = dict[int, int]
"""Nodes with their exponents."""
Monomial = tuple[int, Bag]
"""A sign, and a bag."""


def bag_of(nodes: Iterable[int]) -> Bag:
    """The nodes with how often they occur."""
    bag: Bag = {}
    for x in nodes:
        bag[x] = bag.get(x, 0) + 1
    return bag


def product_of(h: Nodes, bag: Bag) -> int:
    """The product of a bag of nodes."""
    refs: list[int] = []
    for node, n in bag.items():
        if n == 1:
            refs.append(2 * node)
        else:
            refs += [2 * node] * n if n < POWER else [h.repeated(2 * node, n)]
    return h.product(refs)


def nested(h: Nodes, entries: list[Monomial], depth: int = 0) -> int:
    """A sum of monomials with brackets.

    >>> g = Nodes()
    >>> x, y, z = (g.input(name, 0) for name in "xyz")
    >>> both = nested(g, [(0, {x >> 1: 1, y >> 1: 1}), (1, {x >> 1: 1, z >> 1: 1})])
    >>> both == g.mul(x, g.add([y, g.neg(z)]))
    True
    """
    check_time(0)
    index = _index(entries) if len(entries) > 1 and depth <= DEEPEST else {}
    if not index:
        return h.add([product_of(h, bag) ^ sign for sign, bag in entries])
    heap = [(-len(rows), h.fixed[x], x) for x, rows in index.items()]
    heapify(heap)
    left = dict(enumerate(entries))
    addends: list[int] = []
    while heap:
        count, fixed, x = heappop(heap)
        rows = index[x]
        if len(rows) < 2:
            continue
        if len(rows) < -count:
            heappush(heap, (-len(rows), fixed, x))
            continue
        taken = sorted(rows)
        group = [left.pop(i) for i in taken]
        for i in taken:
            for y in entries[i][1]:
                if y in index:
                    index[y].discard(i)
        inner = nested(h, [(sign, _without(bag, x)) for sign, bag in group], depth + 1)
        addends.append(h.mul(2 * x, inner))
    return h.add([*addends, *[product_of(h, bag) ^ sign for sign, bag in left.values()]])


def _index(entries: list[Monomial]) -> dict[int, set[int]]:
    """The factors that several monomials share, with the indices of the monomials."""
    where: dict[int, list[int]] = {}
    for i, (_, bag) in enumerate(entries):
        if len(bag) > 1 or sum(bag.values()) > 1:
            for x in bag:
                if x in where:
                    where[x].append(i)
                else:
                    where[x] = [i]
    return {x: set(rows) for x, rows in where.items() if len(rows) > 1}


def _without(bag: Bag, x: int) -> Bag:
    found = dict(bag)
    found[x] -= 1
    if not found[x]:
        del found[x]
    return found
