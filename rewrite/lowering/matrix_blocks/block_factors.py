"""A common factor of all coordinates of a value, taken out before the value is multiplied.

The entries of A⁻¹ have the factor 1/det(A), and those of vee(A) the factor ½. In A⁻¹ b it then
multiplies three scalars instead of nine.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..graph.nodes import ONE, PRODUCT, RECIP, SCALE, Nodes

Refs = tuple[int, ...]


def without_inverse(g: Nodes, refs: Sequence[int]) -> tuple[int, Sequence[int]]:
    """The reciprocal that several scalars have as a common factor, or 1, and the remaining
    factors."""
    nodes = _of_one_kind(g, refs, PRODUCT)
    for a in g.args[min(nodes)] if nodes else ():
        if g.kinds[a >> 1] is RECIP and all(a in g.args[n] for n in nodes):
            left = {n: g.product(_less(g.args[n], a)) for n in nodes}
            return a, [left[x >> 1] ^ (x & 1) if x else x for x in refs]
    return ONE, refs


def without_number(g: Nodes, refs: Sequence[int]) -> tuple[int, Sequence[int]]:
    """The number that several scalars have as a common factor, or 1, and the remaining factors."""
    nodes = _of_one_kind(g, refs, SCALE)
    if len({abs(g.values[n]) for n in nodes}) != 1:
        return ONE, refs
    left = {n: g.args[n][0] ^ (g.values[n] < 0) for n in nodes}
    number = g.const(abs(g.values[min(nodes)]))
    return number, [left[x >> 1] ^ (x & 1) if x else x for x in refs]


def _of_one_kind(g: Nodes, refs: Sequence[int], kind: str) -> set[int]:
    """The nodes of several scalars, if all are of this kind and none depends only on parameters,
    where a factor costs nothing in an evaluation."""
    nodes = {x >> 1 for x in refs if x}
    if len(nodes) < 2 or any(g.kinds[n] is not kind or g.fixed[n] for n in nodes):
        return set()
    return nodes


def _less(args: Refs, a: int) -> Refs:
    at = args.index(a)
    return args[:at] + args[at + 1 :]
