"""Sines and cosines of sums of angles by those of the parts, where that saves calls.

sin(x + y) takes two multiplications and an addition if sine and cosine of x and of y are there
already; a call weighs as much as sixteen. Where some of them are missing, all sums of two angles
that hang together are opened at once if that takes fewer calls in all.
"""

from __future__ import annotations

from collections import defaultdict

from .graph import Graph
from .nodes import COS, ONE, SCALE, SIN, SUM
from .operation_count import CALL as CALL_WEIGHT
from .rebuild import Old, moved, rebuilt

OPENED = 3
"""The cost of opening the sine of a sum, in additions."""
Pair = tuple[int, int]


def opened_angles(g: Graph) -> Graph:
    """The graph with sines of sums opened, where that saves calls."""
    sines = [n for n in g.reachable() if g.kinds[n] in (SIN, COS)]
    parts = {n: p for n in sines if (p := _parts(g, g.args[n][0])) is not None}
    chosen = _chosen(g, sines, parts)
    if not chosen:
        return g

    def replace(node: int, done: Old) -> int | None:
        if node not in chosen:
            return None
        x, y = (moved(p, done) for p in parts[node])
        if g.kinds[node] is SIN:
            if x == y:
                return g.scale(2, g.mul(g.sin(x), g.cos(x)))
            return g.add([g.mul(g.sin(x), g.cos(y)), g.mul(g.cos(x), g.sin(y))])
        if x == y:
            return g.add([ONE, g.scale(-2, g.mul(g.sin(x), g.sin(x)))])
        return g.add([g.mul(g.cos(x), g.cos(y)), g.neg(g.mul(g.sin(x), g.sin(y)))])

    return rebuilt(g, replace)


def _parts(g: Graph, angle: int) -> Pair | None:
    """The two angles that an angle is the sum of."""
    node = angle >> 1
    if g.kinds[node] is SUM and len(g.args[node]) == 2 and not g.fixed[node]:
        x, y = g.args[node]
        return None if g.fixed[x >> 1] or g.fixed[y >> 1] else (x, y)
    if g.kinds[node] is SCALE and g.values[node] == 2 and not g.fixed[node]:
        return g.args[node][0], g.args[node][0]
    return None


def _chosen(g: Graph, sines: list[int], parts: dict[int, Pair]) -> set[int]:
    """The sines to open: group by group of those that have parts in common."""
    plain = {(g.kinds[n], g.args[n][0]) for n in sines if n not in parts}
    found: set[int] = set()
    for group in _groups(parts):
        bases = {p & ~1 for n in group for p in parts[n]}
        if any(_parts(g, b) is not None for b in bases):
            continue  # sums of sums: their own sines are not there
        missing = sum((kind, b) not in plain for kind in (SIN, COS) for b in bases)
        if CALL_WEIGHT * missing + OPENED * len(group) < CALL_WEIGHT * len(group):
            found.update(group)
    return found


def _groups(parts: dict[int, Pair]) -> list[list[int]]:
    """Sines that have parts in common, directly or through others."""
    home: dict[int, int] = {}

    def find(x: int) -> int:
        while home.setdefault(x, x) != x:
            home[x] = x = home[home[x]]
        return x

    for x, y in parts.values():
        home[find(x & ~1)] = find(y & ~1)
    groups: dict[int, list[int]] = defaultdict(list)
    for n, (x, _) in parts.items():
        groups[find(x & ~1)].append(n)
    return list(groups.values())
