"""A quick count of operations for some references of a growing graph, without arranging it.

The rest of the graph, forms of a term examined before, is not visited. Signs are chosen only if the
opposite of a value is needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from ...core.terms import Term
from ...deadline import check_time, timed
from ..counting.count import counted
from ..counting.operation_count import Cost
from ..graph.graph import Graph, Output
from ..graph.nodes import CONST, NEG, PICK, PRODUCT, RECIP, SCALE, SUM
from ..passes.angle_sums import planned
from ..passes.signs import signed

MOST_SIGNED = 500
"""The most nodes of a graph in which the fewest negations are searched for."""
LONGEST, MOST_SUMS = 16, 16
"""The longest sums that are compared for common parts, and the most of them."""


def quickly_counted(
    g: Graph, refs: Iterable[int], declared: Mapping[int, tuple[int, ...]] | None = None
) -> Cost:
    """The operations that some references take together.

    `declared` has the costs of some calls; all others count as one call each.
    """
    asked = list(refs)
    nodes = reached(g, asked)
    check_time()
    found = _counted_at_once(g, asked, nodes)
    if found is None:
        found = _counted_alone(g, asked, nodes)
    m, a, divisions, calls = found
    total = Cost(m, a - _common_parts(g, nodes), divisions, calls)
    plan = planned(g, nodes) if calls > 2 else None
    if plan is not None:  # arranging expands sines of sums, so the sums are not calculated
        sums = _sums_of_sines(g, nodes, plan.angles)
        saved = plan.saved._replace(additions=plan.saved.additions + sums)
        total = Cost(*[x - y for x, y in zip(total, saved, strict=True)])
    return _with_declared(total, nodes, declared) if declared else total


def _counted_at_once(g: Graph, refs: list[int], nodes: list[int]) -> Cost | None:
    """The operations of some nodes, if no sign has to be chosen and nothing is divided; else
    None."""
    kinds, args = g.kinds, g.args
    m = a = calls = 0
    for node in nodes:
        kind, below = kinds[node], args[node]
        if kind is PRODUCT:
            m += len(below) - 1
        elif kind is SUM:
            a += len(below) - 1
        elif kind is SCALE:
            m += 1
        elif below and kind is not PICK:  # a reciprocal, an opposite or a function
            if kind is RECIP or kind is NEG or any(x & 1 for x in below):
                return None
            calls += 1
    negations = _negations(g, refs, nodes)
    return None if negations is None else Cost(m, a + negations, 0, calls)


def _counted_alone(g: Graph, refs: list[int], nodes: list[int]) -> Cost:
    """The operations of some nodes, in a graph of their own with the best signs."""
    alone = _alone(g, refs, nodes)
    found, once = counted(alone)
    if len({x for x in refs if x & 1}) > 1 and len(nodes) <= MOST_SIGNED:
        alone, found, once = _with_few_negations(alone, found, once)
    m, a, divisions, calls = [x + y for x, y in zip(found, once, strict=True)]
    if divisions > 1:
        fewer, less = _joined_divisions(alone)
        m, divisions = m - fewer, divisions - less
    return Cost(m, a, divisions, calls)


def _negations(g: Graph, refs: list[int], nodes: list[int]) -> int | None:
    """How many negations the opposites among some references take, if that is seen at once: one for
    each value that is needed with both signs, and none for differences and multiples that are used
    nowhere else. None if it is not seen."""
    opposites = {x >> 1 for x in refs if x & 1 and g.kinds[x >> 1] is not CONST}
    if not opposites:
        return 0
    both = opposites.intersection([x >> 1 for x in refs if not x & 1])
    opposites -= both
    for node in opposites:
        is_difference = g.kinds[node] is SUM and any(x & 1 for x in g.args[node])
        if not is_difference and g.kinds[node] is not SCALE:
            return None
    if opposites and any(x >> 1 in opposites for node in nodes for x in g.args[node]):
        return None
    return len(both)


def _with_few_negations(g: Graph, found: Cost, once: Cost) -> tuple[Graph, Cost, Cost]:
    """A graph with its count, after minus signs of outputs are passed on to factors."""
    for _ in range(2):
        turned = signed(g)
        if turned is g:
            break
        fewer, less = counted(turned)
        if fewer.additions + less.additions >= found.additions + once.additions:
            break
        g, found, once = turned, fewer, less
    return g, found, once


def _common_parts(g: Graph, nodes: Iterable[int]) -> int:
    """The additions saved because sums have several addends in common.

    Products do not count: after arranging they may have nothing in common any more.
    """
    sums = [
        {x for x in g.args[n] if g.kinds[x >> 1] is not PRODUCT}
        for n in nodes
        if g.kinds[n] is SUM and len(g.args[n]) <= LONGEST
    ]
    if not 1 < len(sums) <= MOST_SUMS:
        return 0
    saved = 0
    parts: list[set[int]] = []
    for one in sums:
        for part in list(parts):
            for common in (one & part, one & {x ^ 1 for x in part}):
                if len(common) > 1:  # from now on it is a separate part
                    saved += len(common) - 1
                    one -= common
                    part -= {x ^ 1 for x in common} | common
                    parts.append(common)
        parts.append(one)
    return saved


def _sums_of_sines(g: Graph, nodes: Iterable[int], sines: Collection[int]) -> int:
    """The additions in angles that are used only by some sines."""
    angles = {g.args[node][0] >> 1 for node in sines}
    for node in nodes:
        if node not in sines and angles:
            angles -= {x >> 1 for x in g.args[node]}
    return sum(len(g.args[node]) - 1 for node in angles)


def _with_declared(
    total: Cost, nodes: Iterable[int], declared: Mapping[int, tuple[int, ...]]
) -> Cost:
    """A cost with some calls replaced by their declared costs."""
    counts = list(total)
    for node in nodes:
        own = declared.get(node)
        if own is not None:
            counts[3] -= 1
            for i, n in enumerate(own):
                counts[i] += n
    return Cost(*counts)


def reached(g: Graph, refs: Iterable[int]) -> list[int]:
    """The nodes that some references depend on, operands first."""
    args = g.args
    seen = {x >> 1 for x in refs}
    stack = list(seen)
    while stack:
        for x in args[stack.pop()]:
            node = x >> 1
            if node not in seen:
                seen.add(node)
                stack.append(node)
    return sorted(seen)


def _joined_products(g: Graph, refs: list[int], nodes: list[int]) -> dict[int, list[int]]:
    """The factors of products that are a factor of only one other product: arranging joins them, so
    that one division serves all denominators."""
    uses: Counter[int] = Counter(x >> 1 for x in refs)
    elsewhere = {x >> 1 for x in refs}
    for node in timed(nodes):
        uses.update([x >> 1 for x in g.args[node]])
        if g.kinds[node] is not PRODUCT:
            elsewhere.update([x >> 1 for x in g.args[node]])
        else:
            elsewhere.update([x >> 1 for x in g.args[node] if x & 1])
    factors: dict[int, list[int]] = {}
    for node in timed(nodes):
        if g.kinds[node] is PRODUCT and uses[node] == 1 and node not in elsewhere:
            factors[node] = [y for x in g.args[node] for y in (factors.get(x >> 1) or (x,))]
    return factors


def _joined_divisions(g: Graph) -> tuple[int, int]:
    """The multiplications and divisions saved because reciprocals that are factors of the same
    products become one reciprocal of a product. Reciprocals in only one product are one division
    already, unless they depend only on parameters and the product does not."""
    users: dict[int, set[int]] = {n: set() for n, kind in enumerate(g.kinds) if kind is RECIP}
    elsewhere = {x >> 1 for x in g.roots()}
    for node, below in enumerate(g.args):
        for x in below:
            if x >> 1 in users:
                users[x >> 1].add(node)
                if g.kinds[node] is not PRODUCT or below.count(x) > 1:
                    elsewhere.add(x >> 1)
    groups = Counter(
        frozenset(some)
        for n, some in users.items()
        if n not in elsewhere
        and (len(some) > 1 or (g.fixed[n] and not any(g.fixed[user] for user in some)))
    )
    joined = [(len(some), n) for some, n in groups.items() if n > 1]
    return sum((k - 1) * (n - 1) for k, n in joined), sum(n - 1 for _, n in joined)


def _alone(g: Graph, refs: list[int], nodes: list[int]) -> Graph:
    """A graph of some nodes of another, with products that are used once merged into products."""
    made = Graph(g.limit)
    made.kinds_made = g.kinds_made
    place = {0: 0, 1: 1}
    factors = _joined_products(g, refs, nodes)
    inside = set(factors)
    for node in timed(nodes):
        if node > 1 and node not in inside:
            place[node] = len(made.kinds)
            made.kinds.append(g.kinds[node])
            args = [y for x in g.args[node] for y in (factors.get(x >> 1) or (x,))]
            made.args.append(tuple([2 * place[x >> 1] + (x & 1) for x in args]))
            made.values.append(g.values[node])
            made.fixed.append(g.fixed[node])
    moved = tuple([2 * place[x >> 1] + (x & 1) for x in refs])
    made.outputs = [Output("", Term, (), moved)]
    return made
