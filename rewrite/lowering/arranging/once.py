"""The part of a graph that depends only on parameters, arranged by itself.

It is calculated once. The passes that save operations in every evaluation do not look into it, and
even multiply it out.
"""

from __future__ import annotations

from collections.abc import Callable

from ...core.sorts import Scalar
from ..estimates.savings import most_saved
from ..graph.graph import Graph, Output
from ..graph.nodes import CONST, INPUT, PI
from ..graph.rebuild import Old, compacted, copied, redirected, remade


def once_arranged(g: Graph, arranged: Callable[[Graph], Graph]) -> Graph:
    """The graph with everything that depends only on parameters arranged as a graph of its own, in
    which parameters are arguments like others.

    >>> from rewrite import cos, lower, ops, scalars
    >>> from rewrite.lowering.arranging.arrange import arranged
    >>> a, b, c = scalars("a b c", constant=True)
    >>> (x,) = scalars("x")
    >>> g = lower((a*b + a*c)*cos(x), arrange=False)
    >>> print(ops(g).parameters, "|", ops(once_arranged(g, arranged)).parameters)
    2 multiplications, 1 addition | 1 multiplication, 1 addition
    """
    wanted = _wanted(g)
    if not wanted:
        return g
    part = compacted(g.asked([Output("once", Scalar, (), tuple([2 * n for n in wanted]))]))
    if not (_is_nested(part) or most_saved(part, part.reachable())):
        return g
    part.fixed = [False] * len(part)
    made = copied(arranged(part), g)
    done = Old({n: ref for n, ref in zip(wanted, made, strict=True) if ref != 2 * n})
    for node in g.reachable() if done else ():
        if not g.fixed[node] and (ref := remade(g, node, done)) != 2 * node:
            done[node] = ref
    return redirected(g, done)


def _is_nested(g: Graph) -> bool:
    """Whether an operation has others as operands."""
    order = g.reachable()
    return any(g.args[a >> 1] for n in order for a in g.args[n])


def _wanted(g: Graph) -> list[int]:
    """The nodes that depend only on parameters and are outputs or operands of other nodes."""
    used = {ref >> 1 for ref in g.roots()}
    order = g.reachable()
    for node in order:
        if not g.fixed[node]:
            used.update([a >> 1 for a in g.args[node]])
    atoms = CONST, INPUT, PI
    return [n for n in order if n in used and g.fixed[n] and g.kinds[n] not in atoms]
