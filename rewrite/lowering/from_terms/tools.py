"""The tools that the records of operators use in their formulas, on a graph.

They implement `theory/scalar_tools.py`; `Lowering` adds what it knows about terms.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..graph.graph import Graph
from ..graph.nodes import ONE, ZERO
from ..matrix_blocks.block_factors import without_inverse
from ..matrix_blocks.chains import Block, inner, product
from ..matrix_blocks.squares import cofactors, determinant, inverse

Refs = tuple[int, ...]


class Tools:
    """Operations on scalars and matrices, each of which makes nodes of a graph."""

    zero, one = ZERO, ONE

    def __init__(self, graph: Graph) -> None:
        self.work_on(graph)

    def work_on(self, graph: Graph) -> None:
        """Make nodes in this graph from now on."""
        self.graph = graph
        self.number, self.pi, self.value = graph.const, graph.pi, graph.number
        self.add, self.neg, self.mul, self.scale = graph.add, graph.neg, graph.mul, graph.scale
        self.recip, self.repeated, self.power = graph.recip, graph.repeated, graph.power
        self.sin, self.cos = graph.sin, graph.cos

    def less(self, x: int, y: int) -> int:
        return self.add((x, self.neg(y)))

    def inner(self, x: Sequence[int], y: Sequence[int]) -> int:
        return inner(self.graph, x, y)

    def sums(self, *xs: Refs) -> Refs:
        return tuple(map(self.add, zip(*xs, strict=True)))

    def opposites(self, x: Sequence[int]) -> Refs:
        return tuple(map(self.neg, x))

    def scaled(self, k: int, x: Sequence[int]) -> Refs:
        common, rest = (ONE, x) if k <= ONE + 1 else without_inverse(self.graph, x)
        k = self.mul(k, common)
        return tuple([self.mul(k, c) for c in rest])

    def product(self, x: Refs, y: Refs, inner: int) -> Refs:
        left, right = Block(x, len(x) // inner, inner), Block(y, inner, len(y) // inner)
        return product(self.graph, left, right).refs

    def transposed(self, x: Refs, columns: int) -> Refs:
        return Block(x, len(x) // columns, columns).transposed().refs

    def inverse(self, x: Refs, size: int) -> Refs:
        return inverse(self.graph, Block(x, size, size)).refs

    def determinant(self, x: Refs, size: int) -> int:
        return determinant(self.graph, Block(x, size, size))

    def cofactors(self, x: Refs, size: int) -> Refs:
        return cofactors(self.graph, Block(x, size, size)).refs
