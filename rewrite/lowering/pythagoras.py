"""Squares of sines and cosines in sums: F sin² + F cos² is F, and F - F sin² is F cos²."""

from __future__ import annotations

from collections import Counter

from ..deadline import timed
from .nodes import COS, PRODUCT, SIN, Nodes

Key = frozenset[tuple[int, int]]
"""Nodes with their exponents."""
Table = dict[Key, int]
"""The coefficient of each product."""


def pythagoras(h: Nodes, table: Table) -> Table:
    """F sin² + F cos² -> F, and F - F sin² -> F cos² if the cosine already exists.

    >>> g = Nodes()
    >>> s, c = (make(g.input("q", 0)) >> 1 for make in (g.sin, g.cos))
    >>> pythagoras(g, {frozenset({(s, 2)}): 2, frozenset({(c, 2)}): 2})
    {frozenset(): 2}
    """
    for key in timed(list(table)):
        if key not in table:
            continue
        for square, rest in _squares(h, key):
            ref = table[key]
            partner = _with_square(h, rest, _other(h, square))
            met = next((k for k in partner if table.get(k) == ref), None)
            if met is not None:
                del table[key], table[met]
                _put(h, table, rest, ref)
                break
            if table.get(rest) == ref ^ 1 and partner:
                del table[key], table[rest]
                _put(h, table, partner[0], ref ^ 1)
                break
    return table


def _put(h: Nodes, table: Table, key: Key, ref: int) -> None:
    whole = h.add([table.pop(key, 0), ref])
    if whole:
        table[key] = whole


def _squares(h: Nodes, key: Key) -> list[tuple[int, Key]]:
    """Sines and cosines whose squares are in a bag, each with the rest of the bag."""
    found: list[tuple[int, Key]] = []
    kinds = h.kinds
    for x, n in key:
        if n > 1 or kinds[x] is PRODUCT:
            break
    else:
        return found
    for x, n in sorted([(x, n) for x, n in key if n > 1 or kinds[x] is PRODUCT]):
        if h.kinds[x] in (SIN, COS):
            found.append((x, _lessened(key, x, n, 2)))
        elif h.kinds[x] is PRODUCT and len(set(h.args[x])) == 1 and len(h.args[x]) == 2:
            inner = h.args[x][0] >> 1
            if h.kinds[inner] in (SIN, COS):
                found.append((inner, _lessened(key, x, n, 1)))
    return found


def _lessened(key: Key, x: int, n: int, by: int) -> Key:
    rest = key - {(x, n)}
    return rest | {(x, n - by)} if n > by else rest


def _other(h: Nodes, x: int) -> int | None:
    """The cosine of the angle of a sine, or the reverse, if it exists."""
    return h.has(COS if h.kinds[x] is SIN else SIN, h.args[x])


def _with_square(h: Nodes, rest: Key, other: int | None) -> list[Key]:
    """The bags of a rest and the square of another node: the square as a node, or as two
    factors."""
    if other is None:
        return []
    found = []
    square = h.has(PRODUCT, (other, other))
    for node, n in (() if square is None else ((square >> 1, 1),)) + ((other >> 1, 2),):
        bag = Counter(dict(rest))
        bag[node] += n
        found.append(frozenset(bag.items()))
    return found
