"""Terms made only of scalars: a graph of scalars, written back as terms.

>>> from rewrite import cross, dot, rot, scalars, column
>>> q, l = scalars("q l")
>>> in_scalars(dot(column(l, 0, 0), rot(column(0, 0, 1), q) @ column(0, 1, 0)))
(-l*sin(q),)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...core.linear import add, neg, power, times
from ...core.operators import number
from ...core.sorts import Matrix, Quaternion, Scalar, Vector
from ...core.terms import Term
from ...deadline import time_limited
from ...errors import RewriteError
from ...normalform.walk import normal
from ...theory.entries import entry
from ...theory.scalars import cos, pi, sin
from ..graph.graph import Graph
from ..graph.nodes import CALL, CONST, COS, INPUT, NEG, PI, POWER, PRODUCT, RECIP, SCALE, SIN, SUM
from ..lower import lower


@time_limited
def in_scalars(t: Term, *, time_limit: float | None = None) -> tuple[Any, ...]:
    """The coordinates of a term as terms in scalars, and in coordinates of its symbols."""
    graph = lower(t, arrange=False)
    known = _written(graph)
    return tuple([normal(_signed(known, ref)) for ref in graph.roots()])


def _signed(known: dict[int, Any], ref: int) -> Any:
    x = known[ref >> 1]
    return neg.build((x,)) if ref & 1 else x


def _coordinate(symbol: Any, k: int) -> Any:
    """A coordinate of a symbol: a[0], q[0], A[0, 1]."""
    if symbol.sort is Scalar:
        return symbol
    if symbol.sort is Matrix:
        return entry(symbol, divmod(k, symbol.shape[1]))
    if symbol.sort in (Vector, Quaternion):
        return entry(symbol, k)
    raise RewriteError(f"{symbol} is of a sort whose coordinates have no names")


def _written(g: Graph) -> dict[int, Any]:
    """The term of every node that the outputs depend on."""
    make: dict[str, Callable[[int, list[Any]], Any]] = {
        CONST: lambda node, xs: number(g.values[node]),
        PI: lambda node, xs: pi,
        INPUT: lambda node, xs: _coordinate(*g.values[node]),
        SUM: lambda node, xs: add.build(tuple(xs)),
        SCALE: lambda node, xs: times.build((number(g.values[node]), xs[0])),
        PRODUCT: lambda node, xs: times.build(tuple(xs)),
        RECIP: lambda node, xs: power.build((xs[0], number(-1))),
        NEG: lambda node, xs: neg.build((xs[0],)),
        POWER: lambda node, xs: power.build((xs[0], number(g.values[node]))),
        SIN: lambda node, xs: sin.build((xs[0],)),
        COS: lambda node, xs: cos.build((xs[0],)),
        CALL: lambda node, xs: g.values[node].op.build(tuple(xs)),
    }
    done: dict[int, Any] = {}
    for node in g.reachable():
        kind = g.kinds[node]
        if kind not in make:
            raise RewriteError("a function that returns several scalars cannot be written so")
        done[node] = make[kind](node, [_signed(done, a) for a in g.args[node]])
    return done
