"""Counting operations.

The operations of the generated code are counted as follows:

- multiplications: k - 1 for a product of k factors, squares and multiples by numbers included;
- additions and subtractions: k - 1 for a sum of k addends; a unary minus counts as one if it must
  be written, and nothing if a subtraction, a number or the order of a difference absorbs it;
- divisions: one for each quotient; several by the same divisor are one division and products;
- calls: roots, powers with fractional exponents, functions; sine and cosine of one angle are two.

Numbers cost nothing. Operations that depend only on parameters and numbers can be done once; they
are listed separately, as `.parameters`.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..core.context import Context
from ..core.terms import Term
from ..deadline import time_limited
from .arranging.arrange import arranged
from .counting.count import counted
from .counting.operation_count import Cost
from .graph.graph import Graph
from .graph.nodes import INPUT
from .lower import lower


class Operations(Cost):
    """Scalar operations of every evaluation; `parameters` are those that are done once.

    >>> from rewrite import ops, scalars
    >>> (x, y), (m, k) = scalars("x y"), scalars("m k", constant=True)
    >>> found = ops(m*k*x*y + m*k)
    >>> print(found, "|", found.parameters)
    2 multiplications, 1 addition | 1 multiplication
    """

    parameters: Cost = Cost()


@time_limited
def ops(
    graph: Graph | Term | Iterable[Term],
    parameters: Iterable[Term] = (),
    *,
    time_limit: float | None = None,
) -> Operations:
    """How many scalar operations a graph takes, with those of parameters counted separately.

    Terms are lowered first, with these `parameters`; a graph already has its own.

    >>> from rewrite import cross, vectors
    >>> a, b = vectors("a b")
    >>> print(ops([cross(a, b), cross(a, b)/2]))
    9 multiplications, 3 additions
    """
    g = graph if isinstance(graph, Graph) else lower(graph, parameters=parameters)
    found, once = counted(g)
    result = Operations(*found)
    result.parameters = Cost(*once)
    return result


def takes_more(
    terms: Iterable[Term], others: Iterable[Term], context: Context | None = None
) -> bool:
    """Whether some terms take more operations than others in every evaluation or, if they take as
    many, more that are done once.

    >>> from rewrite import scalars
    >>> (x, y), (m, k) = scalars("x y"), scalars("m k", constant=True)
    >>> takes_more([m*k*x*y + m*k], [m*k*x + m*k*y]), takes_more([m*x + k*x], [m*x + k])
    (True, False)
    """
    most = _totals(lower(list(others), context=context))
    graph = lower(list(terms), context=context, arrange=False)
    fixed = any(graph.kinds[n] is INPUT and graph.fixed[n] for n in graph.reachable())
    if not fixed and _totals(graph) <= most:  # arranging only saves
        return False
    return _totals(arranged(graph)) > most


def _totals(graph: Graph) -> tuple[int, int]:
    """The operations in every evaluation, and those done once."""
    found, once = counted(graph)
    return found.total, once.total
