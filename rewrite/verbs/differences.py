"""Lists of terms: a term may be written as another term of the list and a difference.

The equations of a chain of links are sums over the links: each has all the summands of the next
one, and some more. Simplified one by one, they have little in common.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from ..core.linear import add, neg
from ..core.terms import Term
from ..deadline import timed
from ..rewriting.run import Run, size
from .cost import Prices
from .smallest import Pipeline

COMMON = 60
"""Summands that occur in more terms than this are not compared."""
ENOUGH = 0.5
"""If a term next to another one costs at most this fraction of what was given, no other form is
tried. On plane chains, the other forms save 1 % and take twice the time."""


def by_differences(
    terms: Sequence[Term], pipeline: Pipeline, run: Run
) -> Iterator[tuple[int, Term]]:
    """The smallest forms found of terms that belong together, each with the number of its term."""
    share, count = pipeline.allowance.share, len(terms)
    opened: list[Term | None] = []
    for t in terms:
        with share(2 * (count - len(opened))):
            opened.append(pipeline.opened(t, run))
    found: dict[int, Term] = {}
    for i, near in by_nearness(opened):
        run.size_of_input = size(terms[i])
        this, other = opened[i], None if near is None else opened[near]
        with share(count - len(found)):
            if near is None or this is None or other is None:
                found[i] = pipeline.whole(terms[i], run)
            else:
                less = add.build((this, neg.build((other,))))
                found[i] = _near(terms[i], found[near], less, pipeline, run)
        yield i, found[i]


def by_nearness(opened: Sequence[Term | None]) -> list[tuple[int, int | None]]:
    """The numbers of expanded terms, each with that of the one before it from which it differs in
    the fewest summands; None if it has as few itself.

    This is a minimum spanning tree, whose root is zero.

    >>> from rewrite import scalars
    >>> x, y, z = scalars("x y z")
    >>> by_nearness([x + 2*y + z, z, x + y + z, None])
    [(1, None), (0, 1), (2, 1), (3, None)]
    """
    sums = [frozenset(() if t is None else t.args if t.op is add else (t,)) for t in opened]
    shared = _shared(sums)
    nearest: dict[int, tuple[float, int | None]] = {
        i: (float("inf") if t is None else len(sums[i]), None) for i, t in enumerate(opened)
    }
    found: list[tuple[int, int | None]] = []
    while nearest:
        i = min(nearest, key=lambda k: (nearest[k][0], k))
        found.append((i, nearest.pop(i)[1]))
        for j in shared[i].keys() & nearest.keys():
            apart = len(sums[i]) + len(sums[j]) - 2 * shared[i][j]
            if apart < nearest[j][0] and _comparable(opened[i], opened[j]):
                nearest[j] = apart, i
    return found


def _comparable(a: Term | None, b: Term | None) -> bool:
    return a is not None and b is not None and (a.sort, a.shape) == (b.sort, b.shape)


def _shared(sums: Sequence[frozenset[Term]]) -> list[Counter[int]]:
    """For every sum, how many summands it has in common with each of the others."""
    where: dict[Term, list[int]] = defaultdict(list)
    for i, one in enumerate(sums):
        for a in one:
            where[a].append(i)
    shared = [Counter[int]() for _ in sums]
    for places in timed(where.values(), every=16):
        for i in places if 1 < len(places) <= COMMON else ():
            shared[i].update(places)
    return shared


def _near(t: Term, other: Term, difference: Term, pipeline: Pipeline, run: Run) -> Term:
    """The smallest form found of a term next to another one: that one and their difference, if this
    costs less than a form of its own."""
    prices, allowance = Prices(run.context), pipeline.allowance
    whole, alone = t, None
    with allowance.kept():
        less = pipeline.whole(run.normal(difference), run)
        whole = pipeline.with_few_signs(run.normal(add.build((other, less))), run)
        more = prices.together((other, whole)).total - prices.of(other).total
        if more <= ENOUGH * prices.of(t).total:
            return whole
    alone = pipeline.whole(t, run)
    with allowance.kept():
        if prices.together((other, whole)) < prices.together((other, alone)):
            return whole
    return alone
