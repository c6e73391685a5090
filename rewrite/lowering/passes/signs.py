"""Negations of shared factors instead of many outputs.

An output that is calculated with the wrong sign needs a negation. If many such outputs share a
factor, its opposite is made once instead: an outer product of -a and b, or -A B, whose products are
used nowhere else, then needs only as many negations as a has coordinates, or A has rows. The same
is done for the opposites of factors made in this way: those of -x a take one negation, that of x.
"""

from __future__ import annotations

from collections import defaultdict
from heapq import heapify, heappop, heappush

from ..counting.orient import is_mixed, orient
from ..graph.graph import Graph
from ..graph.nodes import NEG, PRODUCT, SUM
from ..graph.rebuild import Old, moved, rebuilt


def signed(g: Graph) -> Graph:
    """The graph with opposites of factors where they save negations of outputs."""
    way = orient(g)
    uses = list(way.uses)
    for ref in g.roots():  # an output that occurs twice, as in a symmetric matrix, is negated once
        if way.sign(ref) and uses[ref >> 1] > 1:
            uses[ref >> 1] -= 1
    opposites = {g.args[n][0] >> 1 for n in way.order if g.kinds[n] is NEG}
    asked = way.negated | {n for n in opposites if way.uses[n] == 1}
    wanted = [n for n in way.order if n in asked and g.kinds[n] in (SUM, PRODUCT)]
    where: dict[int, set[int]] = defaultdict(set)
    for node in wanted:
        if not is_mixed(g, node):
            for product in _products(g, node, uses):
                for a in set(g.args[product]):
                    if g.args[product].count(a) == 1:
                        where[a >> 1].add(node)
    made = {x >> 1 for x in g.roots() if x & 1 and way.sign(x) and x >> 1 in where}
    chosen = _chosen(g, where, made) if asked else {}
    if not chosen:
        return g
    made &= set(chosen.values())  # outputs that are opposites of factors use the new nodes
    if made:
        g = g.asked([o.with_refs([_opposite(g, x, made) for x in o.refs]) for o in g.outputs])
    served = {n for n in g.reachable() if g.kinds[n] is NEG and g.args[n][0] >> 1 in chosen}
    turned = {p: chosen[n] for n in chosen for p in _first(g, n, chosen[n], uses)}

    def replace(node: int, done: Old) -> int:
        if node in served:
            return moved(g.args[node][0], done) ^ 1
        factor = turned[node]
        rest = list(g.args[node])
        rest.remove(2 * factor)
        opposite = g.opposite(moved(2 * factor, done))
        return g.product([opposite, *[moved(a, done) for a in rest]]) ^ 1

    return rebuilt(g, {*turned, *served}, replace)


def _products(g: Graph, node: int, uses: list[int]) -> list[int]:
    """The products that a node is, or is a sum of, and that nothing else uses."""
    inner = [node] if g.kinds[node] is PRODUCT else [a >> 1 for a in g.args[node]]
    return [p for p in inner if g.kinds[p] is PRODUCT and uses[p] == 1]


def _first(g: Graph, node: int, factor: int, uses: list[int]) -> list[int]:
    """The first product of a node that has a factor."""
    return [p for p in _products(g, node, uses) if 2 * factor in g.args[p]][:1]


def _opposite(g: Graph, ref: int, made: set[int]) -> int:
    return g.opposite(ref ^ 1) if ref & 1 and ref >> 1 in made else ref


def _chosen(g: Graph, where: dict[int, set[int]], made: set[int]) -> dict[int, int]:
    """Outputs with the factor whose opposite serves them: few factors for many outputs, preferably
    products or sums of products, which may pass the minus on. The opposite of a factor in `made` is
    itself an output, so that one more use pays."""
    found: dict[int, int] = {}
    factors: dict[int, list[int]] = defaultdict(list)
    for x, nodes in where.items():
        for node in nodes:
            factors[node].append(x)
    left = {x: len(nodes) + (x in made) for x, nodes in where.items()}
    heap = [(-n, _reluctance(g, x), x) for x, n in left.items()]
    heapify(heap)
    while heap:
        most, plain, x = heappop(heap)
        if left[x] != -most:  # fewer are left than when it was entered
            heappush(heap, (-left[x], plain, x))
            continue
        if left[x] < 2:
            break
        for node in sorted(where[x]):
            if node not in found:
                found[node] = x
                for y in factors[node]:
                    left[y] -= 1
    return found


def _reluctance(g: Graph, node: int) -> int:
    """How unlikely a node is to pass a minus on to a shared factor."""
    if g.kinds[node] is PRODUCT:
        return 0
    sums = g.kinds[node] is SUM and all(g.kinds[a >> 1] is PRODUCT for a in g.args[node])
    return 1 if sums else 2
