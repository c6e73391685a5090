"""Parts that several sums, or several products, have in common, calculated once.

The pair of operands that most sums (products) contain becomes a separate node, and so on with the
rest: longer common parts are built pair by pair. Sums share pairs up to their sign. In rows with
very many operands that could be shared, only neighbours are paired, so that the work stays
proportional to the graph.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from heapq import heapify, heappop, heappush

from ..graph.graph import Graph
from ..graph.nodes import PRODUCT, SUM
from ..graph.rebuild import Old, moved, rebuilt
from .companions import companions_joined, joined

WIDE = 24
"""In rows with at most this many operands, all pairs are considered."""
Pair = tuple[int, int]


def shared(g: Graph, kind: str) -> Graph:
    """The graph with common parts of its sums, or of its products, calculated once."""
    g = companions_joined(g, kind, WIDE)
    nodes = [n for n in g.reachable() if g.kinds[n] is kind]
    if not any(len(g.args[n]) > 2 for n in nodes):
        return g  # two rows of two operands with a common pair would be one node
    search = _Search(g, nodes, signed=kind is SUM)
    search.run()

    def replace(node: int, done: Old) -> int:
        return joined(g, kind, [search.ref(x, done, kind) for x in search.operands(node)])

    return rebuilt(g, search.changed, replace)


class _Search:
    """Rows of references, and the pairs taken out of them.

    A pair is numbered after all nodes: the reference `base + 2·i` is the i-th pair.
    """

    def __init__(self, g: Graph, nodes: list[int], signed: bool) -> None:
        self.g, self.nodes, self.signed = g, nodes, signed
        self.rows: dict[int, Counter[int]] = {}
        self.changed: set[int] = set()
        self.base = 2 * len(g)
        self.pairs: list[Pair] = []
        self.once: list[bool] = []
        """Which pairs depend only on parameters."""
        self.where: dict[Pair, set[int]] = defaultdict(set)
        self.whole: set[Pair] = set()
        """Pairs that are rows themselves: to take them out changes one row less."""
        self.heap: list[tuple[int, Pair]] = []
        self._made: dict[int, int] = {}

    def run(self) -> None:
        self._index()
        self.heap = [(-self._gain(p, rows), p) for p, rows in self.where.items() if len(rows) > 1]
        heapify(self.heap)
        while self.heap:
            gain, pair = heappop(self.heap)
            now = self._gain(pair, self.where[pair])
            if now == -gain and now > 0:
                self._take(pair)
            elif now > 0:
                heappush(self.heap, (-now, pair))

    def _index(self) -> None:
        """Index the pairs of long rows, with all rows that contain them."""
        args = self.g.args
        spread = Counter([x & ~1 for n in self.nodes for x in set(args[n])])
        short = []
        for node in self.nodes:
            if len(args[node]) == 2:
                short.append(node)
                continue
            row = self.rows[node] = Counter(args[node])
            many = sorted([x for x in row if spread[x & ~1] > 1 or row[x] > 3])
            for i, x in enumerate(many):
                if row[x] > 1:
                    self.where[x, x].add(node)
                near = many[i + 1 :] if len(many) <= WIDE else many[i + 1 : i + 3]
                for y in near:
                    self.where[self._pair(x, y)].add(node)
        for node in short:
            pair = self._pair(*args[node])
            rows = self.where.get(pair)
            if rows is not None:
                rows.add(node)
                self.whole.add(pair)
                self.rows[node] = Counter(args[node])

    def _pair(self, x: int, y: int) -> Pair:
        x, y = (x, y) if x <= y else (y, x)
        return (x ^ 1, y ^ 1) if self.signed and x & 1 else (x, y)

    def _gain(self, pair: Pair, rows: set[int]) -> int:
        """The operations saved, and a little more for a row that is there anyway; those that depend
        only on parameters count little."""
        once = all(self._is_fixed(x) for x in pair)
        gain = (len(rows) - 1) * (2 if once else 2000)
        return gain + (gain > 0 and pair in self.whole)

    def _is_fixed(self, x: int) -> bool:
        return self.g.fixed[x >> 1] if x < self.base else self.once[(x - self.base) >> 1]

    def _take(self, pair: Pair) -> None:
        """Replace a pair by a new reference in all rows that contain it."""
        new = self.base + 2 * len(self.pairs)
        self.once.append(all(map(self._is_fixed, pair)))
        self.pairs.append(pair)
        for node in sorted(self.where.pop(pair)):
            row = self.rows[node]
            sign = 0 if _has(row, pair) else 1
            taken = (pair[0] ^ sign, pair[1] ^ sign)
            if not _has(row, taken):
                continue
            self.changed.add(node)
            for x in taken:
                self._drop(node, row, x)
            self._enter(node, row, new ^ sign)

    def _drop(self, node: int, row: Counter[int], x: int) -> None:
        row[x] -= 1
        if row[x] == 1:
            self.where[x, x].discard(node)
        if not row[x]:
            del row[x]
            for y in row if len(row) <= 2 * WIDE else ():
                rows = self.where.get(self._pair(x, y))
                if rows is not None:
                    rows.discard(node)

    def _enter(self, node: int, row: Counter[int], new: int) -> None:
        for y in row if len(row) <= WIDE else ():
            pair = self._pair(new, y)
            rows = self.where[pair]
            rows.add(node)
            if len(rows) > 1:
                heappush(self.heap, (-self._gain(pair, rows), pair))
        row[new] += 1
        if row[new] > 1:
            self.where[new, new].add(node)

    def operands(self, node: int) -> list[int]:
        """The operands that are left in a row."""
        return [x for x, n in sorted(self.rows[node].items()) for _ in range(n)]

    def ref(self, x: int, done: Old, kind: str) -> int:
        """An operand in the new graph; pairs are made when they are first needed."""
        if x < self.base:
            return moved(x, done)
        stack = [x & ~1]
        while stack:
            pair = self.pairs[(stack[-1] - self.base) >> 1]
            missing = [y & ~1 for y in pair if y >= self.base and y & ~1 not in self._made]
            if missing:
                stack += missing
                continue
            refs = [moved(y, done) if y < self.base else self._made[y & ~1] ^ (y & 1) for y in pair]
            self._made[stack.pop()] = joined(self.g, kind, refs)
        return self._made[x & ~1] ^ (x & 1)


def _has(row: Counter[int], pair: Pair) -> bool:
    x, y = pair
    return row.get(x, 0) > 1 if x == y else x in row and y in row


__all__ = ["PRODUCT", "SUM", "shared"]
