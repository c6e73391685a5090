"""The subterm criterion: for every head, one operand that no call makes larger.

If in all calls of a cycle this operand stays the same or becomes one of its subterms, then the
calls that leave a proper subterm can occur only finitely often, because operands terminate
(Hirokawa and Middeldorp 2004).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice, product

from .plain import Plain, PlainRule, System, subterms

PROJECTIONS = 2_000
"""At most this many choices of operands are examined."""


def lowered_parts(calls: Sequence[PlainRule], system: System) -> dict[str, int] | None:
    """For each head the index of such an operand; None unless some call makes one smaller."""
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
