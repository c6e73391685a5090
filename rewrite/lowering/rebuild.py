"""Making a graph again, node by node, with some nodes replaced."""

from __future__ import annotations

from collections.abc import Callable

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
"""What stands for each node of the old graph in the new one: a reference."""


def moved(ref: int, done: Old) -> int:
    """A reference of the old graph in the new one."""
    found = done[ref >> 1]
    return found ^ 1 if ref & 1 and found else found


def copied(g: Graph, node: int, h: Graph, done: Old) -> int:
    """A node of g made again in h, of what stands for its operands there."""
    kind, value = g.kinds[node], g.values[node]
    if kind is INPUT:
        symbol, k = value
        return h.input(symbol, k, g.fixed[node])
    args = [moved(a, done) for a in g.args[node]]
    return _MAKE[kind](h, args, value)


_MAKE: dict[str, Callable[..., int]] = {
    CONST: lambda h, xs, value: h.const(value),
    PI: lambda h, xs, value: h.pi(),
    SUM: lambda h, xs, value: h.add(xs),
    SCALE: lambda h, xs, value: h.scale(value, xs[0]),
    PRODUCT: lambda h, xs, value: h.product(xs),
    RECIP: lambda h, xs, value: h.recip(xs[0]),
    NEG: lambda h, xs, value: h.opposite(xs[0]),
    POWER: lambda h, xs, value: h.power(xs[0], value),
    SIN: lambda h, xs, value: h.sin(xs[0]),
    COS: lambda h, xs, value: h.cos(xs[0]),
    CALL: lambda h, xs, value: h.call(value, xs),
    PICK: lambda h, xs, value: h.pick(xs[0], value),
}


def rebuilt(g: Graph, replace: Callable[[int, Graph, Old], int | None]) -> Graph:
    """The graph with those nodes replaced for which `replace` returns a reference."""
    h, done = g.like(), Old()
    for node in g.reachable():
        found = replace(node, h, done)
        done[node] = copied(g, node, h, done) if found is None else found
    h.outputs = [output.with_refs([moved(x, done) for x in output.refs]) for output in g.outputs]
    return h


def use_counts(g: Graph, order: list[int]) -> list[int]:
    """How often every node is used, by others and by outputs."""
    uses = [0] * len(g)
    for node in order:
        for a in g.args[node]:
            uses[a >> 1] += 1
    for ref in g.roots():
        uses[ref >> 1] += 1
    return uses
