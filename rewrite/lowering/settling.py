"""Save negations that `orient` leaves, by changing the sign of one more value each.

Where two outputs need a value with different signs, one of them is left with a negation. Often
another value that both depend on can be calculated with the other sign instead. For each negation
that is left, the values below it are tried one by one: the signs of the nodes above a value are
calculated again, and the change is kept if it saves a negation.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from heapq import heappop, heappush

from .graph import Graph
from .nodes import CONST, PRODUCT, RECIP, SCALE, SUM

TRIED = 12
"""How many values are turned for one negation."""
DEEPEST = 6
"""How far below a negation they are."""
MOST_SEEN = 200
"""How many nodes are examined below a negation, and how many operands of one of them."""
MOST_MOVED = 200
"""How many nodes may follow a turn, or be asked whether they do."""
WORK = 100
"""How many operands may be read in all, for each operand of the graph (at least a thousand): long
sums are not read again for every value that is tried."""

Side = Callable[[int], int]
"""Whether a node is calculated as its opposite, from the sides of its operands."""


class Settling:
    """The sides of all nodes, and who needs which."""

    def __init__(
        self, g: Graph, order: list[int], flipped: bytearray, preferences: list[int]
    ) -> None:
        self.g, self.flipped, self.preferences = g, flipped, preferences
        self.place = {node: i for i, node in enumerate(order)}
        self.users: dict[int, list[int]] = defaultdict(list)
        self.wanted: dict[int, set[int]] = defaultdict(set)
        self.left = WORK * max(1000, sum([len(g.args[node]) for node in order]))
        for ref in g.roots():
            self.wanted[ref >> 1].add(ref & 1)
        for node in order:
            strict = g.takes_signs(node)
            for a in g.args[node]:
                self.users[a >> 1].append(node)
                if strict:
                    self.wanted[a >> 1].add(a & 1)

    def run(self, negated: set[int], side: Side) -> None:
        """Turn what saves negations, in the order of the nodes."""
        for node in sorted(negated, key=self.place.__getitem__):
            if self.left > 0 and self.is_negated(node):
                any(self.turned(x, side) for x in self.candidates(node))

    def is_negated(self, node: int) -> bool:
        """Whether somebody needs the other sign than is calculated."""
        if self.g.kinds[node] is CONST:
            return False
        return any(sign ^ self.flipped[node] for sign in self.wanted.get(node, ()))

    def candidates(self, root: int) -> Iterator[int]:
        """Values below a node that can be had with either sign, the nearest first."""
        g, level, seen, left = self.g, [root], {root}, TRIED
        for _ in range(DEEPEST):
            below: list[int] = []
            for node in level:
                room = MOST_SEEN - len(seen)
                passes = g.kinds[node] in (SUM, PRODUCT, RECIP) or g.is_odd(node)
                if room > 0 and passes:
                    new = dict.fromkeys([a >> 1 for a in g.args[node][:room]])
                    below += [x for x in new if x not in seen]
                    seen.update(new)
            for node in below:
                if self.is_free(node):
                    yield node
                    left -= 1
                    if not left:
                        return
            level = below

    def is_free(self, node: int) -> bool:
        g = self.g
        if g.kinds[node] is SUM:
            return len({(a & 1) ^ self.flipped[a >> 1] for a in g.args[node][:MOST_SEEN]}) > 1
        return g.kinds[node] is SCALE

    def turned(self, node: int, side: Side) -> bool:
        """Turn a value and see; whether that has saved a negation, and is kept."""
        preference = self.preferences[node]
        self.preferences[node] = 1 if self.flipped[node] else -1
        moved = self.follow(node, side)
        if moved is not None and self.gain(moved) > 0:
            return True
        for x in moved or ():
            self.flipped[x] ^= 1
        self.preferences[node] = preference
        return False

    def follow(self, start: int, side: Side) -> list[int] | None:
        """The nodes whose sides change; None, and none of them, if they are too many."""
        heap, queued, moved = [(self.place[start], start)], {start}, list[int]()
        while heap:
            node = heappop(heap)[1]
            self.left -= len(self.g.args[node])
            if side(node) == self.flipped[node]:
                continue
            self.flipped[node] ^= 1
            moved.append(node)
            if len(moved) > MOST_MOVED or len(queued) + len(self.users[node]) > MOST_MOVED:
                for x in moved:
                    self.flipped[x] ^= 1
                return None
            for user in self.users[node]:
                if user not in queued:
                    queued.add(user)
                    heappush(heap, (self.place[user], user))
        return moved

    def gain(self, moved: list[int]) -> int:
        """How many negations fewer there are than before these nodes were turned."""
        saved = 0
        for x in moved:
            after = self.is_negated(x)
            self.flipped[x] ^= 1
            saved += self.is_negated(x) - after
            self.flipped[x] ^= 1
        return saved
