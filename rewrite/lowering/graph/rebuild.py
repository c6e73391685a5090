"""Rebuilding parts of a graph.

Nodes are never changed. A step adds the nodes that it needs and returns the same nodes with other
outputs; nodes on which no output depends any more are dropped at the end, by `compacted`. So a step
takes little time if it finds little to do.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection

from .graph import Graph
from .nodes import (
    CALL,
    CONST,
    COS,
    INPUT,
    NEG,
    PI,
    PICK,
    POWER,
    PRODUCT,
    RECIP,
    SCALE,
    SIN,
    SUM,
)

Old = dict[int, int]
"""The references that replace nodes; a missing node stands for itself."""


def moved(ref: int, done: Old) -> int:
    """The replacement of a reference."""
    found = done.get(ref >> 1)
    if found is None:
        return ref
    return found ^ 1 if ref & 1 and found else found


def remade(g: Graph, node: int, done: Old) -> int:
    """A node rebuilt with the replacements of its operands."""
    args = g.args[node]
    for a in args:
        if a >> 1 in done:
            return _MAKE[g.kinds[node]](g, [moved(a, done) for a in args], g.values[node])
    return 2 * node


_MAKE: dict[str, Callable[..., int]] = {
    CONST: lambda g, xs, value: g.const(value),
    PI: lambda g, xs, value: g.pi(),
    SUM: lambda g, xs, value: g.add(xs),
    SCALE: lambda g, xs, value: g.scale(value, xs[0]),
    PRODUCT: lambda g, xs, value: g.product(xs),
    RECIP: lambda g, xs, value: g.recip(xs[0]),
    NEG: lambda g, xs, value: g.opposite(xs[0]),
    POWER: lambda g, xs, value: g.power(xs[0], value),
    SIN: lambda g, xs, value: g.sin(xs[0]),
    COS: lambda g, xs, value: g.cos(xs[0]),
    CALL: lambda g, xs, value: g.call(value, xs),
    PICK: lambda g, xs, value: g.pick(xs[0], value),
}


def rebuilt(g: Graph, chosen: Collection[int], replace: Callable[[int, Old], int]) -> Graph:
    """The graph with the chosen nodes replaced by the references that `replace` returns."""
    if not chosen:
        return g
    done = Old()
    kinds, args, values, order = g.kinds, g.args, g.values, g.reachable()
    for node in order[bisect_left(order, min(chosen)) :]:
        if node in chosen:
            found = replace(node, done)
        else:
            for a in args[node]:
                if a >> 1 in done:
                    break
            else:
                continue
            found = _MAKE[kinds[node]](g, [moved(a, done) for a in args[node]], values[node])
        if found != 2 * node:
            done[node] = found
    return redirected(g, done)


def redirected(g: Graph, done: Old) -> Graph:
    """The graph with the replacements of nodes in its outputs."""
    if not done:
        return g
    return g.asked([o.with_refs([moved(x, done) for x in o.refs]) for o in g.outputs])


def compacted(g: Graph, limit: int | None = None) -> Graph:
    """A new graph of only the nodes on which the outputs depend.

    >>> from rewrite import lower, scalars
    >>> x, y = scalars("x y")
    >>> g = lower(x*y - y*x + x, arrange=False)
    >>> len(g), len(compacted(g))
    (5, 3)
    """
    h = g.like()
    h.limit = g.limit if limit is None else limit
    place = [0] * len(g)
    place[1] = 2
    for node in g.reachable():
        if node > 1:
            kind, args = g.kinds[node], tuple([place[a >> 1] | a & 1 for a in g.args[node]])
            place[node] = h.node(kind, args, g.values[node])
            if kind is INPUT:
                h.fixed[place[node] >> 1] = g.fixed[node]
    h.outputs = [o.with_refs([place[x >> 1] | x & 1 for x in o.refs]) for o in g.outputs]
    return h


def copied(g: Graph, into: Graph) -> list[int]:
    """The references, in another graph with the same arguments, of the outputs of a graph."""
    done = Old({0: 0, 1: 2})
    for node in g.reachable():
        kind, args, value = g.kinds[node], g.args[node], g.values[node]
        if kind is INPUT:
            done[node] = into.node(kind, args, value)
        elif node > 1:
            done[node] = _MAKE[kind](into, [moved(a, done) for a in args], value)
    return [moved(ref, done) for ref in g.roots()]
