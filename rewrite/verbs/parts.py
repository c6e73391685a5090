"""The parts of a sum: groups of summands with symbols that no other group has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from ..core.terms import Term, free_symbols, order

T = TypeVar("T")
MOST_REMOVED = 8
"""At most this many of the most frequent symbols are ignored when grouping."""


def parted(summands: Sequence[Term]) -> list[list[Term]]:
    """Summands in groups that have only the most frequent symbols in common.

    The most frequent symbols are ignored, one after another, until the summands separate: in the
    balance of a system, into its bodies. The result is one group if they never do, or if every
    group has one summand.

    >>> from rewrite import cross, scalars, vectors
    >>> m, n = scalars("m n")
    >>> a, b, w = vectors("a b w")
    >>> parted([m * a, m * cross(a, w), n * cross(b, w), n * b, w])
    [[m*a, m*cross(a, w)], [n*cross(b, w), n*b], [w]]
    """
    symbols = [free_symbols(t) for t in summands]
    seen = Counter(x for mine in symbols for x in mine)
    frequent = sorted((x for x in seen if seen[x] > 1), key=lambda x: (-seen[x], order(x)))
    away: set[Term] = set()
    for x in frequent[:MOST_REMOVED]:
        away.add(x)
        groups = together(summands, [mine - away for mine in symbols])
        if sum(len(g) > 1 for g in groups) > 1:
            return groups
    return [list(summands)]


def together(items: Sequence[T], keys: Sequence[Iterable[Any]]) -> list[list[T]]:
    """Items in groups: two items are in one group if they share a key, directly or through
    others."""
    leader = list(range(len(items)))

    def find(i: int) -> int:
        while leader[i] != i:
            leader[i] = leader[leader[i]]
            i = leader[i]
        return i

    owner: dict[Any, int] = {}
    for i, mine in enumerate(keys):
        for key in mine:
            j = owner.setdefault(key, i)
            leader[find(i)] = find(j)
    groups: dict[int, list[T]] = {}
    for i, item in enumerate(items):
        groups.setdefault(find(i), []).append(item)
    return list(groups.values())
