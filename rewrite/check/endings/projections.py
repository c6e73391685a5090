"""The subterm criterion: one operand of every head is a part of itself after each call.

If it is the same or a part in all calls of a circle, those that leave a proper part are made
finitely often, because parts and what they are rewritten to terminate
(Hirokawa and Middeldorp 2004).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice, product

from .plain import Plain, PlainRule, System, subterms

PROJECTIONS = 2_000
"""How many choices of operands are examined."""


def lowered_parts(calls: Sequence[PlainRule], system: System) -> dict[str, int] | None:
    """For each head the number of such an operand, if there are some that get smaller."""
    heads = {t[0]: len(t) - 1 for c in calls for t in c}
    if any(h[1:] in system.theory for h in heads):
        return None
    for some in islice(product(*(range(n) for n in heads.values())), PROJECTIONS):
        at = dict(zip(heads, some, strict=True))
        both = [(part(left, at), part(right, at)) for left, right in calls]
        inside = all(any(s == small for s in subterms(large)) for large, small in both)
        if inside and any(large != small for large, small in both):
            return at
    return None


def part(t: Plain, at: Mapping[str, int]) -> Plain:
    return t[1 + at[t[0]]]
