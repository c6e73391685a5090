"""Jacobians of a graph: derivatives of its outputs by its inputs, as a graph again.

Derivatives are made node by node and share everything with the values and with each other, so the
result is a small multiple of the graph and never an expanded expression: at most as many nodes for
each input (forward) or for each output (backward) as the graph has.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..context import EMPTY, Context
from ..declare import symbol
from ..errors import NoDerivativeError, RewriteError
from ..operators import label, number
from ..sorts import Scalar, sort_of_shape
from ..terms import Term
from ..theory.scalars import is_function, partial
from .arrange import arranged
from .frames import Frame
from .given import Values, own_entries, refuse_without_coordinates
from .graph import Called, Graph, Output
from .lower import Lowering, Progress, Terms, lower
from .nodes import CALL, COS, INPUT, NEG, ONE, PICK, POWER, PRODUCT, RECIP, SCALE, SIN, SUM, ZERO
from .rebuild import compacted

Partial = tuple[int, int]
"""A node, and the derivative of another by it."""
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
    progress: Progress | None = None,
) -> Graph:
    """The derivatives of terms by symbols, as a graph: for `ops`, `code` and more derivatives.

    For every term F and symbol x there is an output dF_dx, a matrix with a row for each coordinate
    of F and a column for each coordinate of x that its facts leave free. `mode` is "forward" (good
    for few inputs), "backward" (for few outputs), or "auto". All else is as in `lower`.

    The arguments are those of the terms, needed or not, so that code of the terms and code of their
    derivatives are called alike. Coordinates that a fact relates (a unit quaternion, a rotation)
    count as free: such derivatives are right along changes that keep to the fact.

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
    g = lower(terms, values, context=context, parameters=parameters, frame=frame, arrange=False)
    known = EMPTY if context is None else context
    columns = {x: _columns(g, x, known) for x in _chosen(by, values, known)}
    h = compacted(g)
    work = _Derivatives(h, [c for inputs in columns.values() for c in inputs])
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


class _Derivatives:
    """The derivatives of the outputs of a graph by some of its inputs, added to its nodes."""

    def __init__(self, h: Graph, inputs: list[tuple[Term, int]]) -> None:
        self.h, self.inputs = h, inputs
        self.order = h.reachable()
        self.place = {key: i for i, key in enumerate(inputs)}
        self.roots = list(h.roots())

    def forward(self) -> list[list[int]]:
        """Rows of derivatives, from the inputs to the outputs."""
        h = self.h
        tangents: dict[int, dict[int, int]] = {}
        for node in self.order:
            if h.kinds[node] is INPUT:
                i = self.place.get(h.values[node])
                tangents[node] = {} if i is None else {i: ONE}
                continue
            if not any(tangents[a >> 1] for a in h.args[node]):
                tangents[node] = {}
                continue
            addends: dict[int, list[int]] = {}
            for inner, factor in self._partials(node):
                for i, ref in tangents[inner].items():
                    addends.setdefault(i, []).append(h.mul(factor, ref))
            found = {i: h.add(refs) for i, refs in sorted(addends.items())}
            tangents[node] = {i: ref for i, ref in found.items() if ref}
        width = range(len(self.inputs))
        return [
            [_signed(tangents[ref >> 1].get(i, ZERO), ref & 1) for i in width] for ref in self.roots
        ]

    def backward(self) -> list[list[int]]:
        """Rows of derivatives, from each output to the inputs."""
        touched = self._touched()
        partials = {
            node: [(inner, factor) for inner, factor in self._partials(node) if touched[inner]]
            for node in self.order
            if touched[node]
        }
        return [self._row(ref, partials) for ref in self.roots]

    def _touched(self) -> dict[int, bool]:
        """Which nodes depend on the inputs chosen."""
        h = self.h
        found: dict[int, bool] = {}
        for node in self.order:
            if h.kinds[node] is INPUT:
                found[node] = h.values[node] in self.place
            else:
                found[node] = any(found[a >> 1] for a in h.args[node])
        return found

    def _row(self, root: int, partials: dict[int, list[Partial]]) -> list[int]:
        h = self.h
        addends: dict[int, list[int]] = {root >> 1: [_signed(ONE, root & 1)]}
        row = [ZERO] * len(self.inputs)
        for node in reversed(self.order):
            given = addends.pop(node, None)
            if given is None:
                continue
            adjoint = h.add(given)
            if h.kinds[node] is INPUT and h.values[node] in self.place:
                row[self.place[h.values[node]]] = adjoint
            for inner, factor in partials.get(node, ()) if adjoint else ():
                addends.setdefault(inner, []).append(h.mul(factor, adjoint))
        return row

    # -- one node ---------------------------------------------------------------------------------

    def _partials(self, node: int) -> list[Partial]:
        """The operands of a node, each with the derivative by it."""
        h, kind, args = self.h, self.h.kinds[node], self.h.args[node]
        if kind is SUM:
            return [(a >> 1, _signed(ONE, a & 1)) for a in args]
        if kind is PRODUCT:
            return _of_product(h, args)
        if not args:
            return []
        x = args[0]
        if kind is SCALE:
            return [(x >> 1, h.const(h.values[node]))]
        if kind is RECIP:
            return [(x >> 1, h.neg(h.mul(2 * node, 2 * node)))]
        if kind is NEG:
            return [(x >> 1, ONE ^ 1)]
        if kind is SIN:
            return [(x >> 1, h.cos(x))]
        if kind is COS:
            return [(x >> 1, h.neg(h.sin(x)))]
        if kind is POWER:
            return [(x >> 1, _signed(self._of_power(node), x & 1))]
        if kind is CALL:
            return [(a >> 1, _signed(self._of_call(node, i), a & 1)) for i, a in enumerate(args)]
        raise NoDerivativeError(f"jacobian: {self._called(node).name} has no scalar derivative")

    def _of_power(self, node: int) -> int:
        h, (x,), e = self.h, self.h.args[node], self.h.values[node]
        if 2 * e == 1:
            return h.scale(e, h.recip(2 * node))
        return h.scale(e, h.power(x, e - 1))

    def _called(self, node: int) -> Called:
        h = self.h
        called: Called = h.values[h.args[node][0] >> 1 if h.kinds[node] is PICK else node]
        return called

    def _of_call(self, node: int, i: int) -> int:
        """The derivative of a function by an operand, as it is declared or as another function."""
        h, called = self.h, self._called(node)
        op, args = called.op, h.args[node]
        if called.gives or any(called.takes):
            raise NoDerivativeError(f"jacobian: {op.name} is no function of scalars alone")
        declared: Any = None if op.derivative is None else op.derivative[i]
        if declared is not None:
            low = Lowering()
            low.graph = h
            dummies = [symbol(f"jacobian_{k}", Scalar) for k in range(len(args))]
            for dummy, ref in zip(dummies, args, strict=True):
                low.known(dummy, (ref,))
            return low.coordinates(declared(number(1), *dummies))[0]
        if not is_function(op):
            raise NoDerivativeError(
                f"jacobian: the derivative of {op.name} is not known; declare it with derivative="
            )
        return h.call(Called(partial(op, i), called.takes, ()), args)


def _signed(ref: int, sign: int) -> int:
    return ref ^ sign if ref else ref


def _of_product(h: Graph, args: tuple[int, ...]) -> list[Partial]:
    """By each factor, the product of the others: of those before it and of those after it."""
    after = [ONE]
    for a in reversed(args[1:]):
        after.append(h.mul(after[-1], a))
    before, found = ONE, []
    for a, rest in zip(args, reversed(after), strict=True):
        found.append((a >> 1, h.mul(before, rest)))
        before = h.mul(before, a)
    return found
