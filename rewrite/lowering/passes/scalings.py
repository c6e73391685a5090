"""A factor of many products and brackets, multiplied into their operands.

m (y² + z²), m (z² + x²), m (x² + y²), m x y, m y z and m z x take six multiplications by m; with m
x, m y and m z they take three. A factor is moved into products, and through brackets that are used
only with it into the products inside, where one operand of each takes it; the search looks for few
operands that cover all products. Numbers are moved in the same way: 2 (x y + x z) needs no further
multiplication if 2 x is calculated anyway.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from ...deadline import check_time, timed
from ..graph.graph import Graph
from ..graph.nodes import CONST, PRODUCT, SCALE, SUM
from ..graph.rebuild import Old, moved, rebuilt

LEAST = 3
"""A factor is tried if it is in at least this many products; a number is always tried."""


@dataclass
class Push:
    """The move of a factor: the products that lose it, the brackets and the products inside them
    that take it, and the operand of each product into which it is multiplied.
    """

    factor: int
    plain: dict[int, list[int]] = field(default_factory=dict)
    """Products of this factor and several others, with the others."""
    brackets: dict[int, int] = field(default_factory=dict)
    """Products of this factor and a bracket, with the bracket."""
    inside: dict[int, list[int]] = field(default_factory=dict)
    """Products in the brackets, with their factors."""
    alone: set[int] = field(default_factory=set)
    """The summands of brackets that are not products."""
    free: set[int] = field(default_factory=set)
    """The operands whose multiples take no further operation."""
    chosen: dict[int, int] = field(default_factory=dict)

    @property
    def leaves(self) -> dict[int, list[int]]:
        return {**self.plain, **self.inside}


def pushed(g: Graph) -> Graph:
    """The graph with factors moved into the operands of products and brackets, where that saves.

    >>> from rewrite import lower, ops, scalars
    >>> from rewrite.lowering.passes.factors import factored
    >>> m, x, y = scalars("m x y")
    >>> g = factored(lower([m*(x*x + y*y), m*(x*x - y*y), m*x*y], arrange=False))
    >>> print(ops(g), "|", ops(pushed(g)))
    6 multiplications, 2 additions | 5 multiplications, 2 additions
    """
    order = g.reachable()
    uses = g.uses()
    found: dict[int, Push | None] = {}
    for factor, products in sorted(_rows(g, order).items(), key=lambda row: -len(row[1])):
        if len(products) >= LEAST or g.kinds[factor] is CONST:
            check_time()
            push = _push(g, uses, factor, products)
            if push is None:
                continue
            touched = {*push.leaves, *push.brackets, *push.brackets.values()}
            multiples = [g.args[p][0] >> 1 for p in push.plain if g.kinds[p] is SCALE]
            gain = _gain(push) + _gain_below(g, uses, push)
            if gain > 0 and found.keys().isdisjoint(touched.union(multiples)):
                found.update(dict.fromkeys(touched, push))
                found.update(dict.fromkeys(multiples))
    chosen = {n: push for n, push in found.items() if push is not None}
    return rebuilt(g, chosen, lambda node, done: _replaced(g, chosen[node], node, done))


def _rows(g: Graph, order: list[int]) -> dict[int, list[int]]:
    """The products in which each factor occurs once; and the multiples by each number."""
    rows: dict[int, list[int]] = defaultdict(list)
    kinds, args = g.kinds, g.args
    for node in timed(order):
        if kinds[node] is PRODUCT:
            factors: Iterable[int] = args[node]
            if len(set(factors)) < len(args[node]):
                factors = [x for x, n in Counter(factors).items() if n == 1]
            for x in factors:
                rows[x >> 1].append(node)
        elif kinds[node] is SCALE:
            rows[g.const(g.values[node]) >> 1].append(node)
    return rows


def _push(g: Graph, uses: list[int], factor: int, products: list[int]) -> Push | None:
    """Where a factor can go, and the operands that take it; None if it stays where it is."""
    push, kinds, args = Push(factor), g.kinds, g.args
    for p in products:
        rest = [a >> 1 for a in args[p] if a >> 1 != factor]
        other = rest[0]
        if kinds[p] is SCALE and kinds[other] is PRODUCT and uses[other] == 1:
            rest = [a >> 1 for a in args[other]]
        if len(rest) > 1:
            push.plain[p] = rest
        elif kinds[other] is SUM and uses[other] == 1:
            push.brackets[p] = other
    if push.brackets:
        _without_others(g, uses, push)
    if not (push.plain or push.brackets):
        return None
    for bracket in push.brackets.values():
        for a in g.args[bracket]:
            if g.kinds[a >> 1] is PRODUCT:
                push.inside[a >> 1] = [x >> 1 for x in g.args[a >> 1]]
            else:
                push.alone.add(a >> 1)
    operands = {*push.alone, *[x for factors in push.leaves.values() for x in factors]}
    push.free = {x for x in operands if _is_free(g, uses, factor, x)}
    push.chosen = _covered(push.leaves, push.alone | push.free)
    return push


def _is_free(g: Graph, uses: list[int], factor: int, x: int) -> bool:
    """Whether the product of a factor and an operand is calculated once, or is there already, or
    two numbers meet."""
    if g.kinds[factor] is not CONST:
        there = g.has(PRODUCT, (2 * min(factor, x), 2 * max(factor, x)))
    elif g.kinds[x] is SCALE and uses[x] == 1:
        return True
    else:
        there = g.has(SCALE, (2 * x,), g.values[factor])
    known = there is not None and there >> 1 < len(uses) and uses[there >> 1] > 0
    return known or (g.fixed[x] and g.fixed[factor])


def _without_others(g: Graph, uses: list[int], push: Push) -> None:
    """Repeatedly leave out brackets with a product that is used elsewhere or already has the
    factor, until there are none."""
    own = 2 * push.factor
    while True:
        inner = Counter([a >> 1 for b in push.brackets.values() for a in g.args[b]])
        products = [x for x in inner if g.kinds[x] is PRODUCT]
        foreign = {x for x in products if uses[x] != inner[x] or own in g.args[x]}
        wrong = [p for p, b in push.brackets.items() if any(a >> 1 in foreign for a in g.args[b])]
        if not wrong:
            return
        for p in wrong:
            del push.brackets[p]


def _covered(left: dict[int, list[int]], taken: set[int]) -> dict[int, int]:
    """An operand for every product: few in total, besides those that are taken anyway; products
    without a choice come first."""
    found, taken = dict[int, int](), set(taken)
    choices = {node: set(factors) for node, factors in left.items()}
    count: dict[int, int] = {}
    for factors in choices.values():
        for x in factors:
            count[x] = count.get(x, 0) + 1
    for node in timed(sorted(left, key=lambda node: len(choices[node]))):
        best = max(choices[node], key=lambda x: (x in taken, count[x], -x))
        found[node] = best
        taken.add(best)
    return found


def _gain(push: Push) -> int:
    """The multiplications saved."""
    operands = {*push.alone, *push.chosen.values()} - push.free
    return len(push.plain) + len(push.brackets) - len(operands)


def _gain_below(g: Graph, uses: list[int], push: Push) -> int:
    """The multiplications saved later if operands that are used nowhere else are products in turn,
    whose common factors can take the factor."""
    chosen = Counter(push.chosen.values())
    left = {
        x: [a >> 1 for a in g.args[x]]
        for x, n in chosen.items()
        if g.kinds[x] is PRODUCT and uses[x] == n
    }
    return len(left) - len(set(_covered(left, set()).values())) if len(left) > 1 else 0


def _replaced(g: Graph, push: Push, node: int, done: Old) -> int:
    factor = moved(2 * push.factor, done)
    if node in push.brackets:
        return moved(2 * push.brackets[node], done)
    if node in push.chosen:
        rest = list(push.leaves[node])
        rest.remove(push.chosen[node])
        scaled = g.mul(factor, moved(2 * push.chosen[node], done))
        return g.product([scaled, *[moved(2 * x, done) for x in rest]])
    refs = [moved(a, done) for a in g.args[node]]
    alone = [a >> 1 in push.alone for a in g.args[node]]
    return g.add([g.mul(factor, x) if one else x for x, one in zip(refs, alone, strict=True)])
