"""Operands that always occur together.

The sums for many bodies are too long to compare their operands pairwise. But operands that occur in
exactly the same sums, like the m z² of all bodies in two moments of inertia, are found by listing
for each operand where it occurs.
"""

from __future__ import annotations

from collections import defaultdict

from ..graph.graph import Graph
from ..graph.nodes import SUM
from ..graph.rebuild import Old, moved, rebuilt

Places = tuple[tuple[int, int], ...]
"""The rows in which an operand occurs, with its sign in each relative to the first."""


def companions_joined(g: Graph, kind: str, longest: int) -> Graph:
    """The graph with operands joined that occur in the same rows, if some row is long."""
    rows = [n for n in g.reachable() if g.kinds[n] is kind]
    if all(len(g.args[n]) <= longest for n in rows):
        return g
    leaders, members = _groups(g, rows)
    if not members:
        return g
    touched = {n for n in rows if any(a >> 1 in leaders for a in g.args[n])}

    def replace(node: int, done: Old) -> int:
        refs = []
        for a in g.args[node]:
            leader = leaders.get(a >> 1)
            if leader is None:
                refs.append(moved(a, done))
            elif leader == a >> 1:
                whole = [moved(x ^ (a & 1), done) for x in members[leader]]
                refs.append(joined(g, kind, whole))
        return joined(g, kind, refs)

    return rebuilt(g, touched, replace)


def _groups(g: Graph, rows: list[int]) -> tuple[dict[int, int], dict[int, list[int]]]:
    """The leader of each operand with companions, and the operands of each leader, with their signs
    relative to it."""
    places: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for row in rows:
        for a in g.args[row]:
            places[a >> 1].append((row, a & 1))
    together: dict[Places, list[int]] = defaultdict(list)
    for x, found in places.items():
        if len(found) > 1 and len({row for row, _ in found}) == len(found):
            sign = found[0][1]
            together[tuple([(row, s ^ sign) for row, s in found])].append(2 * x + sign)
    members = {}
    for refs in together.values():
        if len(refs) > 1:
            refs.sort()
            members[refs[0] >> 1] = [x ^ (refs[0] & 1) for x in refs]
    return {x >> 1: leader for leader, refs in members.items() for x in refs}, members


def joined(g: Graph, kind: str, refs: list[int]) -> int:
    """A sum, or a product."""
    if len(refs) == 1:
        return refs[0]
    return g.add(refs) if kind is SUM else g.product(refs)
