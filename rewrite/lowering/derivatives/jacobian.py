"""Jacobians of a graph: derivatives of its outputs with respect to its inputs, again as a graph.

Derivatives are made node by node and share everything with the values and with each other. So the
result grows at most in proportion to the graph for each input (forward) or each output (backward),
and is never an expanded expression.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...core.context import EMPTY, Context
from ...core.operators import OPAQUE, label
from ...core.sorts import sort_of_shape
from ...core.terms import Term
from ...deadline import checked_limit, within
from ...errors import NoDerivativeError, RewriteError
from ...text.printing import brief
from ...theory.rates import mentions
from ..arranging.arrange import arranged
from ..from_terms.build import Lowering, Progress
from ..from_terms.frames import Frame
from ..from_terms.given import Values, own_entries, refuse_without_coordinates
from ..graph.graph import Graph, Output
from ..graph.nodes import INPUT, MAX_NODES
from ..graph.rebuild import compacted
from ..lower import Terms, lower
from .graph_derivatives import Derivatives

MODES = ("auto", "forward", "backward")


def jacobian(
    terms: Terms | Graph,
    by: Term | Iterable[Term],
    values: Values | None = None,
    *,
    context: Context | None = None,
    parameters: Iterable[Term] = (),
    frame: Frame | None = None,
    mode: str = "auto",
    arrange: bool = True,
    limit: int = MAX_NODES,
    progress: Progress | None = None,
    time_limit: float | None = None,
) -> Graph:
    """The derivatives of terms with respect to symbols, as a graph: for `ops`, `code` and more
    derivatives.

    For every term F and symbol x there is an output dF_dx, a matrix with a row for each coordinate
    of F and a column for each coordinate of x that its facts leave free. `mode` is "forward" (good
    for few inputs), "backward" (for few outputs), or "auto". The rest is as in `lower`.

    The arguments are those of the terms, needed or not, so that code for the terms and code for
    their derivatives have the same arguments. Coordinates related by a fact (a unit quaternion, a
    rotation) count as independent: such derivatives are right along changes that preserve the fact.

    >>> from rewrite import cos, ops, scalars, sin
    >>> r, φ = scalars("r φ")
    >>> g = jacobian({"x": r*cos(φ), "y": r*sin(φ)}, [r, φ])
    >>> [output.name for output in g.outputs]
    ['dx_dr', 'dx_dφ', 'dy_dr', 'dy_dφ']
    >>> print(ops(g))
    2 multiplications, 1 addition, 2 calls
    """
    if mode not in MODES:
        raise RewriteError(f"jacobian: mode is one of {', '.join(MODES)}, not {mode!r}")
    with within(checked_limit(time_limit)):
        g = lower(
            terms,
            values,
            context=context,
            parameters=parameters,
            frame=frame,
            arrange=False,
            limit=limit,
            progress=progress,
        )
        known = EMPTY if context is None else context
        columns = {x: _columns(g, x, known) for x in _chosen(by, values, known)}
        _refuse_opaque(g, columns)
        h = compacted(g, limit=limit)
        work = Derivatives(h, [c for inputs in columns.values() for c in inputs], progress)
        count = sum(len(output.refs) for output in h.outputs)
        forward = mode == "forward" or (mode == "auto" and len(work.inputs) <= count)
        rows = work.forward() if forward else work.backward()
        h.outputs = _outputs(h, columns, rows)
        return arranged(h, progress) if arrange else h


def _chosen(by: Any, values: Values | None, context: Context) -> list[Term]:
    """The symbols by which derivatives are taken."""
    chosen = list(by) if isinstance(by, Iterable) and not isinstance(by, Term | str) else [by]
    for x in chosen:
        if not isinstance(x, Term) or not x.is_symbol:
            raise RewriteError(f"jacobian: derivatives are taken by symbols, not by {label(x)}")
        if x in (values or {}) or context.value_of(x) is not None:
            raise RewriteError(f"jacobian: {x.name} has a value, so nothing depends on it")
        refuse_without_coordinates(x)
    return chosen


def _refuse_opaque(g: Graph, by: Iterable[Term]) -> None:
    """Refuse a graph with an opaque sympy expression that mentions a symbol."""
    for argument in g.arguments:
        for x in by if argument.symbol.op is OPAQUE else ():
            if mentions(argument.symbol.value, x):
                shown = brief(argument.symbol)
                raise NoDerivativeError(
                    f"jacobian: {shown} depends on {x.name} in a way that is not known"
                )


def _columns(g: Graph, x: Term, context: Context) -> list[tuple[Term, int]]:
    """The coordinates of a symbol that are inputs of a graph, or would be."""
    facts = Lowering(context=context).facts(x)
    free = dict.fromkeys((x, entry[0]) for entry in own_entries(x, facts) if entry is not None)
    known = {v for v, kind in zip(g.values, g.kinds, strict=True) if kind is INPUT}
    present = [key for key in known if key[0] is x and key not in free]
    return [*free, *sorted(present, key=lambda key: key[1])]


def _outputs(
    h: Graph, columns: dict[Term, list[tuple[Term, int]]], rows: list[list[int]]
) -> list[Output]:
    found, start = [], 0
    for output in h.outputs:
        count, at = len(output.refs), 0
        mine = rows[start : start + count]
        start += count
        for x, inputs in columns.items():
            entries = [ref for row in mine for ref in row[at : at + len(inputs)]]
            at += len(inputs)
            shape = (count, len(inputs))
            name = f"d{output.name}_d{x.name}"
            found.append(Output(name, sort_of_shape(shape), shape, tuple(entries)))
    return found
