"""Squares of sines and cosines in sums: F sin² + F cos² is F, and F - F sin² is F cos²."""

from __future__ import annotations

from ...deadline import timed
from ..graph.nodes import COS, PRODUCT, SIN, Nodes

Factors = tuple[int, ...]
"""Nodes in order, with repetition."""
Table = dict[Factors, int]
"""The coefficient of each product."""


def pythagoras(h: Nodes, table: Table) -> Table:
    """F sin² + F cos² -> F, and F - F sin² -> F cos² if the cosine already exists.

    >>> g = Nodes()
    >>> s, c = (make(g.input("q", 0)) >> 1 for make in (g.sin, g.cos))
    >>> pythagoras(g, {(s, s): 2, (c, c): 2})
    {(): 2}
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


def _put(h: Nodes, table: Table, key: Factors, ref: int) -> None:
    whole = h.add([table.pop(key, 0), ref])
    if whole:
        table[key] = whole


def _squares(h: Nodes, key: Factors) -> list[tuple[int, Factors]]:
    """Sines and cosines whose squares are factors of a product, each with the other factors."""
    found: list[tuple[int, Factors]] = []
    kinds, last = h.kinds, -1
    for i, x in enumerate(key):
        kind = kinds[x]
        if kind is PRODUCT:
            args = h.args[x]
            if x != last and len(args) == 2 and args[0] == args[1] and _turns(h, args[0] >> 1):
                found.append((args[0] >> 1, key[:i] + key[i + 1 :]))
        elif (kind is SIN or kind is COS) and x != last and key[i + 1 : i + 2] == (x,):
            found.append((x, key[:i] + key[i + 2 :]))
        last = x
    return found


def _turns(h: Nodes, x: int) -> bool:
    return h.kinds[x] is SIN or h.kinds[x] is COS


def _other(h: Nodes, x: int) -> int | None:
    """The cosine of the angle of a sine, or the reverse, if it exists."""
    return h.has(COS if h.kinds[x] is SIN else SIN, h.args[x])


def _with_square(h: Nodes, rest: Factors, other: int | None) -> list[Factors]:
    """The products of some factors and the square of another node: the square as a node, or as two
    factors."""
    if other is None:
        return []
    square = h.has(PRODUCT, (other, other))
    squares = [(other >> 1, other >> 1)] if square is None else [(square >> 1,), (other >> 1,) * 2]
    return [tuple(sorted(rest + more)) for more in squares]
