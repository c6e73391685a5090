"""Counting operations.

What is counted, on what the code will do:

- multiplications: k - 1 for a product of k factors, squares and multiples by numbers included;
- additions and subtractions: k - 1 for a sum of k addends; a unary minus counts as one if it must
  be written, and nothing where a subtraction, a number or the other order of a difference takes it;
- divisions: one for each quotient; several by the same divisor are one division and products;
- calls: roots, powers with fractional exponents, functions; sine and cosine of one angle are two.

Numbers cost nothing. What depends on parameters and numbers alone is told apart, as `.parameters`:
it can be done once.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..terms import Term
from ..verbs.cost import Cost
from .graph import Graph
from .lower import lower
from .nodes import CALL, COS, POWER, PRODUCT, RECIP, SCALE, SIN, SUM
from .orient import Orientation, orient


class Operations(Cost):
    """Scalar operations of every evaluation; `parameters` are those that are done once.

    >>> from rewrite import ops, scalars
    >>> (x, y), (m, k) = scalars("x y"), scalars("m k", constant=True)
    >>> found = ops(m*k*x*y + m*k)
    >>> print(found, "|", found.parameters)
    2 multiplications, 1 additions | 1 multiplications
    """

    parameters: Cost = Cost()


def ops(graph: Graph | Term | Iterable[Term], parameters: Iterable[Term] = ()) -> Operations:
    """How many scalar operations a graph takes, parameter-only ones apart.

    Terms are lowered first, with `parameters` told apart; of a graph they are those that it was
    lowered with.

    >>> from rewrite import cross, vectors
    >>> a, b = vectors("a b")
    >>> print(ops([cross(a, b), cross(a, b)/2]))
    9 multiplications, 3 additions
    """
    g = lower(graph, parameters=parameters)
    found, once = _counted(g)
    result = Operations(*found)
    result.parameters = Cost(*once)
    return result


def _counted(g: Graph) -> tuple[list[int], list[int]]:
    way = orient(g)
    found, once = [0, 0, 0, 0], [0, 0, 0, 0]
    for node in way.order:
        total = once if g.fixed[node] else found
        for i, n in enumerate(_own(g, node, way)):
            total[i] += n
    for node in way.negated:
        (once if g.fixed[node] else found)[1] += 1
    return found, once


def _own(g: Graph, node: int, way: Orientation) -> tuple[int, ...]:
    """What one node takes."""
    kind, count = g.kinds[node], len(g.args[node])
    if kind is SUM:
        return 0, count - 1
    if kind is SCALE:
        return (1,)
    if kind is PRODUCT:
        below = sum([a >> 1 in way.divisors for a in g.args[node]])
        if not below:
            return (count - 1,)
        above = count - below
        return max(above - 1, 0) + below - 1, 0, 1
    if kind is RECIP:
        return (0, 0, int(node not in way.divisors))
    return (0, 0, 0, 1) if kind in (SIN, COS, POWER, CALL) else ()
