"""Lowering: terms to one shared graph of scalar operations.

The walk visits every distinct sub-term once and never writes a tree: sub-terms shared in the terms
are shared in the graph, and so are scalars that become equal. Structural zeros and ones disappear
as nodes are made. `arrange` then reduces the number of operations.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from ..core.context import EMPTY, Context
from ..core.operators import label
from ..core.sorts import Matrix, Scalar
from ..core.terms import Term
from ..deadline import checked_limit, within
from ..errors import RewriteError
from .arranging.arrange import arranged
from .counting.count import counted
from .from_terms.also_written import written_to_share
from .from_terms.build import Lowering, Progress, chosen_symbols, used_once
from .from_terms.frames import Frame
from .from_terms.frames import frame as in_frame
from .from_terms.given import Values, checked_values, refuse_without_coordinates
from .from_terms.joined_inverses import with_inverses_joined
from .graph.graph import Graph, Output
from .graph.nodes import MAX_NODES

Rows = Sequence[Term] | Sequence[Sequence[Term]]
Terms = Term | Iterable[Term] | Mapping[str, Term] | Mapping[str, Term | Rows]


def lower(
    terms: Terms | Graph,
    values: Values | None = None,
    *,
    context: Context | None = None,
    parameters: Iterable[Term] = (),
    arguments: Iterable[Term] = (),
    frame: Frame | None = None,
    arrange: bool = True,
    limit: int = MAX_NODES,
    progress: Progress | None = None,
    time_limit: float | None = None,
) -> Graph:
    """Terms as one graph of scalar operations, with few of them.

    `terms` are a term, several, or a mapping that names them; a list of scalars under one name, or
    a list of rows, becomes one array. `values` gives symbols values: terms, or arrays (see
    `given`); symbols without one are inputs. `context` has facts for this calculation; if its
    equations give a value to a sub-term as it is written, that value is used. `parameters` are
    symbols that stay the same over many evaluations, besides those declared `constant`: operations
    that depend only on them are separated. With `frame`, vectors and matrices are given by their
    components in another frame: a rotation whose columns are its axes, or a triad (i, j, k).
    `arguments` are the symbols that come first among the arguments, in this order, whether they are
    needed or not; the others follow in the order of terms, parameters last.

    Every distinct sub-term is visited once; `limit` bounds the nodes of the graph. If the graph is
    not complete after `time_limit` seconds, a LimitError is raised; if it is, but could be arranged
    better, it is returned as it is. `progress` is called from time to time with the number of terms
    done and the current activity.

    >>> from rewrite import cross, dot, ops, vectors
    >>> a, b = vectors("a b")
    >>> print(ops(lower([cross(a, b), cross(b, a), dot(a, cross(a, b))])))
    9 multiplications, 8 additions
    >>> print(ops(lower(cross(a, b), {a: (0, 0, 1)})))
    1 addition
    """
    if isinstance(terms, Graph):
        given = values or tuple(parameters) or tuple(arguments)
        if given or context is not None or frame is not None:
            raise RewriteError("a graph is already lowered: give values and facts with its terms")
        return terms
    with within(checked_limit(time_limit)):
        named, arrays = _named(terms)
        if frame is not None:
            named = {name: in_frame(t, frame, context) for name, t in named.items()}
        known = checked_values(values, named.values())
        low = Lowering(known, context or EMPTY, parameters, limit, progress)
        roots = _cheapest(tuple(named.values()), low)
        low.alone = used_once(roots)
        first = chosen_symbols(arguments, "arguments")
        outputs = []
        for name, t in zip(named, roots, strict=True):
            refuse_without_coordinates(t)
            outputs.append(Output(name, t.sort, t.shape, low.coordinates(t)))
        low.graph.outputs = _gathered(outputs, arrays)
        low.graph.arguments = low.arguments(first)
        return arranged(low.graph, progress) if arrange else low.graph


def _cheapest(roots: Sequence[Term], low: Lowering) -> Sequence[Term]:
    """The terms with products written such that they take the fewest operations."""
    roots = written_to_share(roots, low.is_given, set())
    joined = with_inverses_joined(roots, low.stays)
    if joined is None:
        return roots
    return min(roots, joined, key=lambda some: _totals(low.alike(), some))


def _totals(low: Lowering, roots: Sequence[Term]) -> tuple[int, int]:
    """The operations of some terms in every evaluation, and those that are done once."""
    low.alone = used_once(roots)
    low.graph.outputs = [Output("", t.sort, t.shape, low.coordinates(t)) for t in roots]
    found, once = counted(low.graph)
    return found.total, once.total


Arrays = Mapping[str, tuple[int, ...]]
"""The number of entries, or of rows and columns, of each list given by name."""


def _named(terms: Terms) -> tuple[dict[str, Term], Arrays]:
    """The terms by output name, with entries of lists one by one, and the shapes of the lists."""
    if isinstance(terms, Term):
        terms = {"result": terms}
    elif not isinstance(terms, Mapping):
        if isinstance(terms, str | AbstractSet) or not isinstance(terms, Iterable):
            raise RewriteError(f"lower takes terms, not {label(terms)}")
        terms = {f"result{k}": t for k, t in enumerate(terms, 1)}
    found: dict[str, Term] = {}
    arrays: dict[str, tuple[int, ...]] = {}
    for name, t in terms.items():
        if isinstance(name, str) and isinstance(t, list | tuple):
            entries, arrays[name] = _entries(name, t)
            found |= {f"{name}\0{k}": x for k, x in enumerate(entries)}
        elif isinstance(name, str) and isinstance(t, Term):
            found[name] = t
        else:
            raise RewriteError(f"lower takes terms by name, not {label(t)} as {name!r}")
    return found, arrays


def _entries(name: str, given: Sequence[object]) -> tuple[list[Term], tuple[int, ...]]:
    """The scalars of a list, or of a list of rows that are equally long."""
    rows = [list(row) if isinstance(row, list | tuple) else [row] for row in given]
    flat = [t for row in rows for t in row]
    if not flat or len({len(row) for row in rows}) > 1:
        raise RewriteError(f"lower: {name} is a list of scalars, or of rows that are equally long")
    found: list[Term] = []
    for t in flat:
        if not isinstance(t, Scalar):
            raise RewriteError(f"lower: the entries of {name} are scalars, not {label(t)}")
        found.append(t)
    nested = isinstance(given[0], list | tuple)
    return found, (len(rows), len(rows[0])) if nested else (len(rows),)


def _gathered(outputs: list[Output], arrays: Arrays) -> list[Output]:
    """The outputs, with the entries of each list put together again."""
    found: list[Output] = []
    for output in outputs:
        name, mark, k = output.name.partition("\0")
        if not mark:
            found.append(output)
        elif k == "0":
            refs = [o.refs[0] for o in outputs if o.name.partition("\0")[:2] == (name, mark)]
            shape, listed = arrays[name], len(arrays[name]) == 1
            whole = (*shape, 1) if listed else shape
            found.append(Output(name, Matrix, whole, tuple(refs), listed))
    return found
