"""The sign with which each value is calculated, so that few minus signs have to be written.

A node is calculated as it stands or as its opposite. A difference can be either at no cost, and so
can a multiple by a number; a product has the sign of its factors; sums, differences, odd and even
functions take operands of either sign. If an output or an argument of another function needs the
other sign, that takes a negation, once for each node.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from random import Random
from weakref import WeakKeyDictionary

from .graph import Graph
from .nodes import CONST, PRODUCT, RECIP, SCALE, SUM
from .rebuild import use_counts
from .settling import Settling

LARGE, SMALL = 2000, 100
"""The most nodes of a graph for which a second choice of signs is tried, and for which more are
tried, if the first leaves negations."""
GUESSES = 4
"""The number of further random choices: three nested products of vectors need one or two."""


@dataclass(frozen=True)
class Orientation:
    """The nodes in order, which of them are calculated as opposites, and which are also negated."""

    order: list[int]
    uses: list[int]
    flipped: bytearray
    negated: set[int]
    divisors: set[int]
    """Reciprocals that are written as divisions in the only product that uses them."""

    def is_number_at_heart(self, g: Graph, node: int) -> bool:
        """Whether a node is an odd function of a number, or such a function divided by a product:
        the number can be written with either sign."""
        if g.kinds[node] is not PRODUCT:
            return g.is_odd(node) and g.kinds[g.args[node][0] >> 1] is CONST
        return bool(self.divisors) and all(a >> 1 in self.divisors for a in g.args[node])

    def sign(self, ref: int) -> int:
        """Whether a reference is the opposite of the calculated value."""
        return (ref & 1) ^ self.flipped[ref >> 1]


_known: WeakKeyDictionary[Graph, tuple[tuple[int, ...], int, Orientation]] = WeakKeyDictionary()
"""What was chosen last for a graph: its outputs and size then, and the signs."""


def orient(g: Graph) -> Orientation:
    """Choose the sign of every node that the outputs depend on; done once for the same outputs."""
    roots = tuple(g.roots())
    known = _known.get(g)
    if known is None or known[:2] != (roots, len(g)):
        known = _known[g] = roots, len(g), _chosen(g)
    return known[2]


def _chosen(g: Graph) -> Orientation:
    order = g.reachable()
    uses = use_counts(g, order)
    found = Orientation(order, uses, bytearray(len(g)), set(), _divisors(g, order, uses))
    strict = [a for n in order if g.takes_signs(n) for a in g.args[n]]
    wanted = [x for x in (*g.roots(), *strict) if g.kinds[x >> 1] is not CONST]
    if not any(x & 1 for x in wanted):
        return found  # no opposite is needed, so nothing changes
    turnable, settling = _turnable(g, found), Settling(g, order)
    best: Orientation | None = None
    for preferences in _guesses(g, found, wanted, turnable):
        way = _with_signs(g, found, wanted, preferences, settling)
        if best is None or len(way.negated) < len(best.negated):
            best = way
        if not any(turnable[node] for node in best.negated):
            break
    return best or found


def _guesses(
    g: Graph, way: Orientation, wanted: list[int], turnable: list[int]
) -> Iterator[list[int]]:
    """Preferred signs to try: the first or the last of several factors takes a minus, or a random
    one."""
    yield _preferences(g, way, wanted, turnable, first=True)
    if len(way.order) <= LARGE:
        yield _preferences(g, way, wanted, turnable, first=False)
    asked = {x >> 1: -1 if x & 1 else 1 for x in wanted}
    for seed in range(GUESSES if len(way.order) <= SMALL else 0):
        signs = iter(_random_signs(seed, 1 << len(g).bit_length()))
        yield [asked.get(node) or next(signs) for node in range(len(g))]


@cache
def _random_signs(seed: int, count: int) -> list[int]:
    random = Random(seed)
    return [random.choice((-1, 1)) for _ in range(count)]


def _with_signs(
    g: Graph, way: Orientation, wanted: list[int], preferences: list[int], settling: Settling
) -> Orientation:
    """The signs of all nodes, if nodes that can have either sign have the preferred one."""
    found = replace(way, flipped=bytearray(len(g)), negated=set())
    for node in way.order:
        found.flipped[node] = _side(g, node, preferences, found)
    found.negated.update([x >> 1 for x in wanted if found.sign(x)])
    if found.negated:
        side = partial(_side, g, preferences=preferences, found=found)
        settling.run(found.flipped, preferences, found.negated, side)
        found.negated.clear()
        found.negated.update([x >> 1 for x in wanted if found.sign(x)])
    return found


def _divisors(g: Graph, order: list[int], uses: list[int]) -> set[int]:
    """The reciprocals that are used in only one product, or in one multiple by a number."""
    inverses = {n for n in order if g.kinds[n] is RECIP and uses[n] == 1}
    found = set[int]()
    for node in order if inverses else ():
        if g.kinds[node] is PRODUCT or g.kinds[node] is SCALE:
            for a in g.args[node]:
                if a >> 1 in inverses and g.fixed[a >> 1] == g.fixed[node]:
                    found.add(a >> 1)
    return found


def is_mixed(g: Graph, node: int) -> bool:
    """Whether a node is a sum of addends of both signs."""
    return g.kinds[node] is SUM and any(a & 1 for a in g.args[node])


def _turnable(g: Graph, way: Orientation) -> list[int]:
    """Which nodes can be calculated as opposites: 0 not, 1 at no cost, more through an operand; a
    near operand that is used nowhere else is best, because no other node depends on its sign.
    """
    found = [0] * len(g)
    kinds, args, uses = g.kinds, g.args, way.uses
    for node in way.order:
        kind = kinds[node]
        if kind is SCALE or kind is RECIP or way.is_number_at_heart(g, node):
            found[node] = 1
        elif kind is SUM or kind is PRODUCT or g.is_odd(node):
            near = 0
            for a in args[node]:
                if a & 1 and kind is SUM:
                    near = 1
                    break
                far = found[a >> 1]
                if far:
                    far += 2 if uses[a >> 1] > 1 else 1
                    near = min(near, far) if near else far
            found[node] = near
    return found


def _preferences(
    g: Graph, way: Orientation, wanted: list[int], turnable: list[int], first: bool
) -> list[int]:
    """Whether a node is preferred as it stands (> 0) or as its opposite (< 0); products pass this
    on to a factor, the first or the last of equally suitable ones."""
    preferences, uses = [0] * len(g), way.uses
    for ref in wanted:
        preferences[ref >> 1] += -1 if ref & 1 else 1
    for node in reversed(way.order):
        if preferences[node] and (turnable[node] > 1 or g.kinds[node] is RECIP):
            able = [a for a in g.args[node] if turnable[a >> 1]]
            if not first:
                able.reverse()
            if able:
                a = min(able, key=lambda x: turnable[x >> 1] + (uses[x >> 1] > 1))
                preferences[a >> 1] += 1 if (preferences[node] > 0) ^ (a & 1) else -1
    return preferences


def _side(g: Graph, node: int, preferences: list[int], found: Orientation) -> int:
    """Whether a node is calculated as its opposite, given the signs of its operands."""
    kind, args, flipped = g.kinds[node], g.args[node], found.flipped
    if kind is SUM:
        first = (args[0] & 1) ^ flipped[args[0] >> 1]
        for a in args:
            if (a & 1) ^ flipped[a >> 1] != first:
                return preferences[node] < 0
        return first
    if found.is_number_at_heart(g, node):
        return preferences[node] < 0
    if kind is PRODUCT or g.is_odd(node) or (kind is RECIP and node in found.divisors):
        parity = 0
        for a in args:
            parity ^= flipped[a >> 1]
        return parity
    return (kind is SCALE or kind is RECIP) and preferences[node] < 0
