"""The sign with which each value is calculated, so that few minus signs have to be written.

A node is calculated as it stands or as its opposite. A difference can be either at no cost, and so
can a multiple by a number; a product has the sign of its factors; sums, differences, odd and even
functions take operands of either sign. If an output or an argument of another function needs the
other sign, that takes a negation, once for each node.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from random import Random

from ..graph.graph import Graph
from ..graph.nodes import CALL, CONST, INPUT, POWER, PRODUCT, RECIP, SCALE, SIN, SUM
from .settling import Settling

LARGE, SMALL = 2000, 100
"""The most nodes of a graph for which a second choice of signs is tried, and for which more are
tried, if the first leaves negations."""
GUESSES = 4
"""The number of further random choices: three nested products of vectors need one or two."""
EITHER, AS_ADDENDS, AS_FACTORS = 1, 2, 3
"""The sign of a node: either one; that of its addends, or either one if they differ; or the product
of those of its factors. All others are calculated as they stand."""


@dataclass(frozen=True)
class Orientation:
    """The nodes in order, which of them are calculated as opposites, and which are also negated."""

    order: list[int]
    uses: list[int]
    flipped: bytearray
    negated: set[int]
    divisors: set[int]
    """Reciprocals that are written as divisions in the only product that uses them."""

    def sign(self, ref: int) -> int:
        """Whether a reference is the opposite of the calculated value."""
        return (ref & 1) ^ self.flipped[ref >> 1]


def orient(g: Graph) -> Orientation:
    """Choose the sign of every node that the outputs depend on; done once for the same outputs."""
    return g.analysed(_chosen)


def _chosen(g: Graph) -> Orientation:
    order, kinds = g.reachable(), g.kinds
    uses, divisors = g.uses(), divisors_of(g)
    called = CALL in g.kinds_made or POWER in g.kinds_made
    strict = [n for n in order if g.takes_signs(n)] if called else []
    asked = (*g.roots(), *[a for n in strict for a in g.args[n]])
    wanted = [x for x in asked if kinds[x >> 1] is not CONST]
    if not any(x & 1 for x in wanted):  # no opposite is needed, so nothing changes
        return Orientation(order, uses, bytearray(len(g)), set(), divisors)
    flipped, negated = _Choice(g, wanted).best()
    return Orientation(order, uses, flipped, negated, divisors)


class _Choice:
    """Signs of the nodes of a graph that leave few negations of the wanted references."""

    def __init__(self, g: Graph, wanted: list[int]) -> None:
        self.g, self.wanted = g, wanted
        self.uses, self.divisors = g.uses(), divisors_of(g)
        self.roles = [0] * len(g)
        self.moving: list[int] = []
        """The nodes that may be calculated as opposites, in order."""
        self.turnable = [0] * len(g)
        """Which of them can be made opposites: 0 not, 1 at no cost, more through an operand; a near
        operand that is used nowhere else is best, because no other node depends on its sign."""
        self.flipped, self.preferences = bytearray(), list[int]()
        self._read()

    def _read(self) -> None:
        kinds, args, roles, turnable = self.g.kinds, self.g.args, self.roles, self.turnable
        uses, divisors = self.uses, self.divisors
        for node in self.g.reachable():
            kind = kinds[node]
            if kind is INPUT or kind is CONST:
                continue
            near = 0
            if kind is SUM:
                role = AS_ADDENDS
                for a in args[node]:
                    if a & 1:
                        near = 1
                        break
            elif kind is PRODUCT and not divisors:
                role = AS_FACTORS
            else:
                role = self._role(node, kind)
                near = 1 if role == EITHER or kind is RECIP else 0
            if role:
                self.moving.append(node)
                roles[node] = role
                if not near:
                    for a in args[node]:
                        far = turnable[a >> 1]
                        if far:
                            far += 2 if uses[a >> 1] > 1 else 1
                            if not near or far < near:
                                near = far
                turnable[node] = near

    def _role(self, node: int, kind: str) -> int:
        """The role of a node that is not a sum."""
        g = self.g
        if kind is PRODUCT:  # a quotient of numbers can have either sign
            return EITHER if all(a >> 1 in self.divisors for a in g.args[node]) else AS_FACTORS
        if kind is SCALE:
            return EITHER
        if kind is RECIP:
            return AS_FACTORS if node in self.divisors else EITHER
        if kind is SIN or (kind is CALL and g.is_odd(node)):
            return EITHER if g.kinds[g.args[node][0] >> 1] is CONST else AS_FACTORS
        return 0

    @cached_property
    def settling(self) -> Settling:
        return Settling(self.g, self.wanted, self.turnable)

    @cached_property
    def unavoidable(self) -> set[int]:
        """The nodes that are needed with both signs, so that one of them is negated."""
        return {x >> 1 for x in self.wanted if x & 1} & {x >> 1 for x in self.wanted if not x & 1}

    def best(self) -> tuple[bytearray, set[int]]:
        """Which nodes are calculated as opposites, and which are also negated."""
        best: tuple[bytearray, set[int]] | None = None
        tried: list[list[bool]] = []
        for preferences in self._guesses():
            minus = [preferences[node] < 0 for node in self.moving]
            if minus in tried:
                continue
            tried.append(minus)
            negated = self._decided(preferences)
            if best is None or len(negated) < len(best[1]):
                best = self.flipped, negated
            if not any(self.turnable[node] for node in best[1] - self.unavoidable):
                break
        assert best is not None
        return best

    def _guesses(self) -> Iterator[list[int]]:
        """Preferred signs to try: the first or the last of several factors takes a minus, or a
        random one."""
        yield self._passed_on(first=True)
        size = len(self.g.reachable())
        if size <= LARGE:
            yield self._passed_on(first=False)
        count = len(self.g)
        for seed in range(GUESSES if size <= SMALL else 0):
            signs = _random_signs(seed, 1 << count.bit_length())[:count]
            for x in self.wanted:
                signs[x >> 1] = -1 if x & 1 else 1
            yield signs

    def _passed_on(self, first: bool) -> list[int]:
        """Whether a node is preferred as it stands (> 0) or as its opposite (< 0); products pass
        this on to a factor, the first or the last of equally suitable ones."""
        g, uses, turnable = self.g, self.uses, self.turnable
        found = [0] * len(g)
        for ref in self.wanted:
            found[ref >> 1] += -1 if ref & 1 else 1
        for node in reversed(self.moving):
            if found[node] and (turnable[node] > 1 or g.kinds[node] is RECIP):
                best, least = -1, 0
                for a in g.args[node] if first else reversed(g.args[node]):
                    far = turnable[a >> 1]
                    if far:
                        far += uses[a >> 1] > 1
                        if best < 0 or far < least:
                            best, least = a, far
                if best >= 0:
                    found[best >> 1] += 1 if (found[node] > 0) ^ (best & 1) else -1
        return found

    def _decided(self, preferences: list[int]) -> set[int]:
        """The negations that are left if nodes that can have either sign have the preferred
        one."""
        flipped = self.flipped = bytearray(len(self.g))
        self.preferences = preferences
        args, roles = self.g.args, self.roles
        for node in self.moving:  # as `side`, which would be called for every node
            turned = 0
            if roles[node] == AS_FACTORS:
                for a in args[node]:
                    turned ^= flipped[a >> 1]
            elif roles[node] == EITHER:
                turned = preferences[node] < 0
            else:
                turned = flipped[args[node][0] >> 1]
                for a in args[node]:
                    if (a & 1) ^ flipped[a >> 1] != turned:
                        turned = preferences[node] < 0
                        break
            flipped[node] = turned
        negated = self._negated()
        if negated:
            self.settling.run(flipped, preferences, negated, self.side)
            negated = self._negated()
        return negated

    def _negated(self) -> set[int]:
        flipped = self.flipped
        return {x >> 1 for x in self.wanted if (x & 1) ^ flipped[x >> 1]}

    def side(self, node: int) -> int:
        """Whether a node is calculated as its opposite, given the signs of its operands."""
        role, flipped = self.roles[node], self.flipped
        if role == AS_FACTORS:
            parity = 0
            for a in self.g.args[node]:
                parity ^= flipped[a >> 1]
            return parity
        if role == AS_ADDENDS:
            args = self.g.args[node]
            first = (args[0] & 1) ^ flipped[args[0] >> 1]
            for a in args:
                if (a & 1) ^ flipped[a >> 1] != first:
                    break
            else:
                return first
        return role > 0 and self.preferences[node] < 0


@cache
def _random_signs(seed: int, count: int) -> list[int]:
    random = Random(seed)
    return [random.choice((-1, 1)) for _ in range(count)]


def divisors_of(g: Graph) -> set[int]:
    """The reciprocals that are used in only one product, or in one multiple by a number."""
    return g.analysed(_divisors)


def _divisors(g: Graph) -> set[int]:
    if RECIP not in g.kinds_made:
        return set()
    kinds, uses = g.kinds, g.uses()
    inverses = {n for n in g.reachable() if kinds[n] is RECIP and uses[n] == 1}
    found = set[int]()
    for node in g.reachable() if inverses else ():
        if kinds[node] is PRODUCT or kinds[node] is SCALE:
            for a in g.args[node]:
                if a >> 1 in inverses and g.fixed[a >> 1] == g.fixed[node]:
                    found.add(a >> 1)
    return found


def is_mixed(g: Graph, node: int) -> bool:
    """Whether a node is a sum of addends of both signs."""
    return g.kinds[node] is SUM and any(a & 1 for a in g.args[node])
