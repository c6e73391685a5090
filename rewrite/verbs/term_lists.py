"""Lists of terms: the cheapest list that was found, never one that costs more than the one given.

Terms that are simplified one by one may lose what they shared: of n angles, the sines are n, and
those of all their differences are many more. So forms of all terms together are compared as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ..core.context import Context
from ..core.terms import Term, postorder
from ..rewriting.run import Run
from .cost import Prices, cost, is_dearer
from .form_steps import Workshop

FORMS = (("open angles", "gather", "fewer signs"),)
"""Steps by which all simplified terms of a list are brought into another form together."""
MOST_TAKEN_BACK = 20
"""At most this many terms of a list are taken back, one at a time, if all together cost more."""


def cheapest(
    before: Sequence[Term], found: Sequence[Term], workshop: Workshop, run: Run
) -> list[Term]:
    """From two lists of equal terms, one that costs no more than the first, also after lowering."""
    context = workshop.context
    most = cost(before, context).total
    lists = [_with_shared_parts(before, found, most, context)]
    lists += [some for some in _in_other_forms(found, workshop, run) if some != lists[0]]
    lists = [some for some in lists if cost(some, context).total <= most]
    if len(before) == 1:
        return lists[0] if lists else list(before)
    prices = Prices(context)
    lists.sort(key=lambda some: prices.together(tuple(some)).total)
    for some in lists:
        if not is_dearer(some, before, prices, context):
            return some
    return _partly_taken_back(before, lists[0], prices, context) if lists else list(before)


def apart(before: Sequence[Term], after: Sequence[Term]) -> list[Term]:
    """The simplified terms that shared nothing with the others, and the others as they were: of
    these it is not known what they cost together."""
    parts = [{s for s in postorder(t) if s.args} for t in before]
    uses = Counter(s for some in parts for s in some)
    return [
        y if all(uses[s] == 1 for s in some) else x
        for x, y, some in zip(before, after, parts, strict=True)
    ]


def _in_other_forms(found: Sequence[Term], workshop: Workshop, run: Run) -> Iterator[list[Term]]:
    """All terms of a list in another form, as far as that ends."""
    for steps in FORMS:
        if len(found) < 2 or not workshop.steps.keys() >= set(steps):
            continue
        workshop.begin_walk()
        some = [_after(steps, t, workshop, run) for t in found]
        if any(a is not b for a, b in zip(some, found, strict=True)):
            yield some


def _after(steps: Sequence[str], t: Term, workshop: Workshop, run: Run) -> Term:
    way = workshop.after(steps[0], (t, []), run)
    if way is None or way[0] is t:
        return t
    for step in steps[1:]:
        way = workshop.after(step, way, run)
        if way is None:
            return t
    return way[0]


def _with_shared_parts(
    before: Sequence[Term], after: Sequence[Term], most: int, context: Context | None
) -> list[Term]:
    """The terms after, some of them taken back if parts that were shared are lost."""
    best = list(after)
    price = cost(best, context).total
    for i, t in enumerate(before) if price > most else ():
        tried = [*best[:i], t, *best[i + 1 :]]
        lower = cost(tried, context).total
        if lower < price:
            best, price = tried, lower
    return best


def _partly_taken_back(
    before: Sequence[Term], best: Sequence[Term], prices: Prices, context: Context | None
) -> list[Term]:
    """The best terms, of which one is taken back, or those with the least gain, or all."""
    changed = [i for i, t in enumerate(before) if t is not best[i]]
    gains = {i: prices.of(before[i]).total - prices.of(best[i]).total for i in changed}
    least = sorted(changed, key=lambda i: gains[i])
    sets = [{i} for i in changed[:MOST_TAKEN_BACK]]
    sets += [set(least[: 2**k]) for k in range(1, len(changed).bit_length())]
    for some in sets:
        tried = [t if i in some else best[i] for i, t in enumerate(before)]
        if not is_dearer(tried, before, prices, context):
            return tried
    return list(before)
