"""Cost: how many scalar operations a term takes, with shared sub-terms counted once.

The price of a term is that of lowering: its graph is built by the same formulas, and its operations
are counted before anything is arranged. Only savings of arranging that are quick to find are
predicted (`quick_count`): fewer negations and divisions, sines of sums, common parts of sums.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from ..core.context import EMPTY, Context
from ..core.definitions import meaning_of
from ..core.hooks import hooks
from ..core.operators import label
from ..core.terms import Term
from ..deadline import OutOfTimeError, checked_limit, within
from ..errors import RewriteError
from ..lowering.counting.operation_count import Cost
from ..lowering.estimates.quick_count import quickly_counted, reached
from ..lowering.estimates.savings import most_saved
from ..lowering.from_terms.also_written import written_to_share
from ..lowering.from_terms.build import Everything, Lowering, has_shared_parts
from ..lowering.from_terms.joined_inverses import with_inverses_joined
from ..lowering.graph.nodes import INPUT, RECIP

__all__ = ["Cost", "Prices", "cost"]


def cost(
    terms: Term | Iterable[Term],
    context: Context | None = None,
    *,
    time_limit: float | None = None,
) -> Cost:
    """The scalar operations that a term takes, or several together; an upper bound.

    They are those of the graph with which `lower` begins; arranging it may save some more. Terms
    without coordinates have the costs that their operators declare.
    After `time_limit` seconds it stops with a LimitError.

    >>> from rewrite import cross, dot, vectors
    >>> a, b = vectors("a b")
    >>> print(cost(dot(cross(a, b), cross(a, b))))
    9 multiplications, 5 additions
    >>> cost(a - b) == cost(a + b)
    True
    """
    if not isinstance(terms, Iterable | Term) or isinstance(terms, str):
        raise RewriteError(f"cost takes terms, not {label(terms)}")
    roots = (terms,) if isinstance(terms, Term) else tuple(terms)
    for t in roots:
        if not isinstance(t, Term):
            raise RewriteError(f"cost takes terms, not {label(t)}")
    with within(checked_limit(time_limit)):
        return Prices(context).together(roots)


LEAST_ARRANGED, MOST_ARRANGED = 6, 5_000
"""Two forms are compared after arranging only if their price is in this range."""
MOST_SAVED, MOST_OF_SMALL = 0.35, 0.5
"""Large forms with parameters, and small ones with inverses, whose prices differ by more than this
fraction are not compared so: among 8,000 random terms, arranging made up for a difference of 0.28
at most; of small terms for a little more."""
SMALL = 150
"""Up to this price, terms are lowered in a few milliseconds, and compared in more cases."""
CLOSE = 2
"""Prices that differ by at most this depend on what else was priced before, since signs are
shared."""


def is_dearer(
    after: Sequence[Term], before: Sequence[Term], prices: Prices, context: Context | None
) -> bool:
    """Whether terms with a lower price take more operations after all.

    The price does not include all savings of arranging. Only where these may reverse the order,
    both are lowered.
    """
    changed = any(a is not b for a, b in zip(after, before, strict=True))
    if not changed or not any(t.args for t in after):
        return False
    less, price = prices.together(after).total, prices.together(before).total
    close = less + CLOSE >= price and not prices.are_certainly_alike(after, before)
    if close and cost(after, context).total > cost(before, context).total:
        return True
    if not LEAST_ARRANGED <= price <= MOST_ARRANGED or not prices.may_be_reversed(after, before):
        return False
    try:
        return hooks.takes_more(after, before, context)
    except OutOfTimeError:
        raise
    except (RewriteError, ArithmeticError):  # terms without coordinates
        return False


class Prices:
    """The costs of terms, with one graph for all: forms of one term share most of it."""

    def __init__(self, context: Context | None = None) -> None:
        self.context = context or EMPTY
        self.known: dict[tuple[Term, ...], Cost] = {}
        self.plain: set[Term] = set()

    @cached_property
    def low(self) -> Lowering:
        return Lowering(context=self.context, alone=Everything())

    def of(self, t: Term) -> Cost:
        """The operations of one term."""
        return self.together((t,))

    def together(self, terms: Iterable[Term]) -> Cost:
        """The operations of several terms, with shared sub-terms counted once."""
        roots = tuple(terms)
        found = self.known.get(roots)
        if found is None:
            found = self.known[roots] = self._counted(roots)
        return found

    def are_same(self, some: Sequence[Term], others: Sequence[Term]) -> bool:
        """Whether terms have the same coordinates in the graph."""
        refs = self._references(some)
        return refs is not None and refs == self._references(others)

    def are_certainly_alike(self, some: Sequence[Term], others: Sequence[Term]) -> bool:
        """Whether terms have the same coordinates and need no signs, which stand elsewhere if
        something else is calculated first."""
        if not self.are_same(some, others):
            return False
        args, nodes = self.low.graph.args, reached(self.low.graph, self._references(some) or ())
        return not any(ref & 1 for node in nodes for ref in args[node])

    def may_be_reversed(self, after: Sequence[Term], before: Sequence[Term]) -> bool:
        """Whether arranging may save so much more of the terms before that they are cheaper.

        That depends on what occurs twice (see `most_saved`). Operations of parameters are counted
        apart after arranging: such terms may be cheaper unless they are large and their prices far
        apart. Inverses may cancel, and in a list, what one term saves hides what another one costs.
        """
        if self.are_same(after, before):
            return has_shared_parts(before)  # lowering keeps them, the price does not
        g, less, price = self.low.graph, self.together(after).total, self.together(before).total
        now, then = [reached(g, self._references(terms) or ()) for terms in (after, before)]
        small = price <= SMALL
        parameters = any(g.kinds[node] is INPUT and g.fixed[node] for node in then)
        if small and (parameters or len(after) > 1):
            return True
        if parameters:
            return less >= (1 - MOST_SAVED) * price
        if small and any(g.kinds[node] is RECIP for node in then):
            return less >= (1 - MOST_OF_SMALL) * price
        saved = 0 if small else most_saved(g, now)
        return less - saved > price - most_saved(g, then)

    def _counted(self, roots: tuple[Term, ...]) -> Cost:
        refs = self._references(roots)
        if refs is None:
            return declared(roots)
        found = quickly_counted(self.low.graph, refs, self.low.declared)
        joined = with_inverses_joined(roots, self.low.stays)
        others = None if joined is None else self._references(joined)
        if others is None:
            return found
        return min(found, quickly_counted(self.low.graph, others, self.low.declared), key=_total)

    def _references(self, terms: Sequence[Term]) -> list[int] | None:
        """The nodes of the coordinates of terms; None if they have none."""
        try:
            written = written_to_share(terms, self.low.is_given, self.plain)
            return [ref for t in written for ref in self.low.coordinates(t)]
        except OutOfTimeError:
            raise  # costs counted in different ways must not be compared
        except (RewriteError, ArithmeticError):
            return None


def _total(found: Cost) -> int:
    return found.total


def declared(roots: Iterable[Term]) -> Cost:
    """The sum of the costs that operators declare, over all distinct sub-terms."""
    total = [0, 0, 0, 0]
    done: set[Term] = set()
    stack = list(roots)
    while stack:
        t = stack.pop()
        if t not in done:
            done.add(t)
            stack += (meaning_of(t),) if _by_definition(t) else t.args
            for i, n in enumerate(_own(t)):
                total[i] += n
    return Cost(*total)


def _by_definition(t: Term) -> bool:
    """Whether a term costs what its definition costs."""
    return t.op.definition is not None and t.op.cost is None


def _own(t: Term) -> tuple[int, ...]:
    """The cost that the operator at the head declares."""
    if not t.args or _by_definition(t):
        return ()
    return (0, 0, 0, 1) if t.op.cost is None else t.op.cost(t)
