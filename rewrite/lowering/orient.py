"""Which way round each value is calculated, so that few minus signs are left to write.

A node is calculated as it stands or as its opposite. A difference can be either at no cost, and so
can a multiple by a number; a product has the sign of its factors; sums, differences and sines take
operands of either sign. What needs the other sign than was calculated (an output, an argument of a
function) takes a negation, once for each node.
"""

from __future__ import annotations

from dataclasses import dataclass

from .graph import Graph
from .nodes import CALL, CONST, POWER, PRODUCT, RECIP, SCALE, SIN, SUM


@dataclass(frozen=True)
class Orientation:
    """The nodes in order, which are calculated as their opposites, and what is negated besides."""

    order: list[int]
    uses: list[int]
    flipped: bytearray
    negated: set[int]
    divisors: set[int]
    """Inverses that are written as divisions, in the one product that they are used in."""

    def sign(self, ref: int) -> int:
        """Whether a reference is the opposite of what was calculated."""
        return (ref & 1) ^ self.flipped[ref >> 1]


def orient(g: Graph) -> Orientation:
    """Choose the sign of every node that the outputs depend on."""
    order = g.reachable()
    uses, divisors = [0] * len(g), set[int]()
    for node in order:
        for a in g.args[node]:
            uses[a >> 1] += 1
    for ref in g.roots():
        uses[ref >> 1] += 1
    for node in order:
        if g.kinds[node] is PRODUCT:
            inverses = [a >> 1 for a in g.args[node] if g.kinds[a >> 1] is RECIP]
            divisors.update([x for x in inverses if uses[x] == 1 and g.fixed[x] == g.fixed[node]])
    found = Orientation(order, uses, bytearray(len(g)), set(), divisors)
    votes = _votes(g, order)
    for node in order:
        _turn(g, node, votes, found)
    for ref in g.roots():
        if found.sign(ref) and g.kinds[ref >> 1] is not CONST:
            found.negated.add(ref >> 1)
    return found


def _turnable(g: Graph, order: list[int]) -> bytearray:
    """Which nodes can be had as their opposites at no cost."""
    found = bytearray(len(g))
    for node in order:
        kind, args = g.kinds[node], g.args[node]
        if kind is SCALE or kind is RECIP:
            found[node] = 1
        elif kind in (SUM, PRODUCT, SIN):
            found[node] = is_mixed(g, node) or any(found[a >> 1] for a in args)
    return found


def is_mixed(g: Graph, node: int) -> bool:
    """Whether a node is a sum of addends of both signs."""
    return g.kinds[node] is SUM and any(a & 1 for a in g.args[node])


def _votes(g: Graph, order: list[int]) -> list[int]:
    """Whether the outputs want a node as it stands (> 0) or its opposite, through products too."""
    votes, turnable = [0] * len(g), _turnable(g, order)
    for ref in g.roots():
        votes[ref >> 1] += -1 if ref & 1 else 1
    for node in reversed(order):
        vote = votes[node]
        if vote and turnable[node] and g.kinds[node] is not SCALE and not is_mixed(g, node):
            for a in g.args[node]:  # the first that can be turned will do
                if turnable[a >> 1]:
                    votes[a >> 1] += 1 if (vote > 0) ^ (a & 1) else -1
                    break
    return votes


def _turn(g: Graph, node: int, votes: list[int], found: Orientation) -> None:
    kind, args, flipped = g.kinds[node], g.args[node], found.flipped
    if kind is SUM:
        signs = [found.sign(a) for a in args]
        mixed = 0 < sum(signs) < len(signs)
        flipped[node] = votes[node] < 0 if mixed else signs[0]
    elif kind is SCALE or (kind is RECIP and node not in found.divisors):
        flipped[node] = votes[node] < 0
    elif kind in (PRODUCT, RECIP, SIN):
        parity = 0
        for a in args:
            parity ^= flipped[a >> 1]
        flipped[node] = parity
    elif kind in (POWER, CALL):
        found.negated.update(
            [a >> 1 for a in args if found.sign(a) and g.kinds[a >> 1] is not CONST]
        )
