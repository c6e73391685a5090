"""Save negations that `orient` leaves, by changing the sign of one more value for each.

If two outputs need a value with different signs, one of them keeps a negation. Often another value
on which both depend can be calculated with the other sign instead. For each remaining negation, the
values below it are tried one by one: the signs of the nodes above a value are calculated again, and
the change is kept if it saves a negation.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import islice

from ..graph.graph import Graph
from ..graph.nodes import SCALE, SUM

TRIED = 12
"""At most this many values are tried for one negation."""
DEEPEST = 6
"""They are at most this many levels below the negation."""
MOST_SEEN = 200
"""The most nodes examined below a negation, and the most operands of one of them."""
MOST_MOVED = 200
"""The most nodes whose sign may change with a value, or that are examined for that."""
WORK = 100
"""The most operands read in total, for each operand of the graph (of at least a thousand): long
sums are not read again for every value that is tried."""

Side = Callable[[int], int]
"""Whether a node is calculated as its opposite, given the signs of its operands."""


class Settling:
    """The signs of all nodes, and which signs are needed; it serves for several choices."""

    def __init__(self, g: Graph, wanted: list[int], turnable: Sequence[int]) -> None:
        self.g, self.turnable = g, turnable
        self.users: dict[int, list[int]] = {}
        """The nodes that use each node whose sign may change."""
        self.wanted: dict[int, int] = defaultdict(int)
        """Which signs of a node are needed: 1 for plus, 2 for minus, 3 for both."""
        self.below: dict[int, tuple[list[int], Iterator[int]]] = {}
        self.work = WORK * max(1000, sum([len(g.args[node]) for node in g.reachable()]))
        for ref in wanted:
            self.wanted[ref >> 1] |= 1 + (ref & 1)
        users, args = self.users, g.args
        for node in g.reachable():
            if turnable[node]:
                for a in args[node]:
                    x = a >> 1
                    if turnable[x]:
                        if x in users:
                            users[x].append(node)
                        else:
                            users[x] = [node]

    def run(
        self, flipped: bytearray, preferences: list[int], negated: set[int], side: Side
    ) -> None:
        """Change the signs of values that save negations, in the order of the nodes."""
        self.flipped, self.preferences, self.left = flipped, preferences, self.work
        for node in sorted([n for n in negated if self.turnable[n]]):
            if self.left > 0 and self.is_negated(node):
                any(self.turned(x, side) for x in self.candidates(node))

    def is_negated(self, node: int) -> bool:
        """Whether the other sign than the calculated one is needed."""
        return bool(self.wanted.get(node, 0) & (1 if self.flipped[node] else 2))

    def candidates(self, root: int) -> Iterator[int]:
        """Values below a node that can have either sign, the nearest first."""
        if root not in self.below:
            self.below[root] = [], _values_below(self.g, self.turnable, root)
        found, more = self.below[root]
        at, left = 0, TRIED
        while left:
            if at == len(found):
                found += islice(more, 1)
                if at == len(found):
                    return
            at += 1
            if self.is_free(found[at - 1]):
                left -= 1
                yield found[at - 1]

    def is_free(self, node: int) -> bool:
        """Whether a sum has addends of both signs; a multiple can always have either."""
        g, flipped = self.g, self.flipped
        if g.kinds[node] is SCALE:
            return True
        first, *rest = g.args[node][:MOST_SEEN]
        sign = (first & 1) ^ flipped[first >> 1]
        return any((a & 1) ^ flipped[a >> 1] != sign for a in rest)

    def turned(self, node: int, side: Side) -> bool:
        """Change the sign of a value if that saves a negation; whether it did."""
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
        """Change signs upwards from a node, and return the nodes changed; None, with nothing
        changed, if there are too many."""
        heap, queued, moved = [start], {start}, list[int]()
        while heap:
            node = heappop(heap)  # operands have lower numbers
            self.left -= len(self.g.args[node])
            if side(node) == self.flipped[node]:
                continue
            self.flipped[node] ^= 1
            moved.append(node)
            users = self.users.get(node, ())
            if len(moved) > MOST_MOVED or len(queued) + len(users) > MOST_MOVED:
                for x in moved:
                    self.flipped[x] ^= 1
                return None
            for user in users:
                if user not in queued:
                    queued.add(user)
                    heappush(heap, user)
        return moved

    def gain(self, moved: list[int]) -> int:
        """The number of negations saved by changing the signs of these nodes."""
        saved = 0
        for x in moved:
            signs = self.wanted.get(x, 0)
            if signs == 1 or signs == 2:
                saved += 1 if self.flipped[x] == signs - 1 else -1
        return saved


def _values_below(g: Graph, turnable: Sequence[int], root: int) -> Iterator[int]:
    """The sums and multiples below a node whose signs may change, the nearest first."""
    level, seen = [root], {root}
    for _ in range(DEEPEST):
        below: list[int] = []
        for node in level:
            room = MOST_SEEN - len(seen)
            if room > 0 and g.kinds[node] is not SCALE:
                for a in g.args[node][:room]:
                    x = a >> 1
                    if turnable[x] and x not in seen:
                        seen.add(x)
                        below.append(x)
        yield from [x for x in below if g.kinds[x] is SUM or g.kinds[x] is SCALE]
        level = below
