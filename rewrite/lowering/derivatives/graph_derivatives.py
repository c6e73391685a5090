"""Derivatives of the outputs of a graph, node by node, forward or backward."""

from __future__ import annotations

from typing import Any

from ...core.declare import symbol
from ...core.operators import number
from ...core.sorts import Scalar
from ...core.terms import Term
from ...deadline import timed
from ...errors import NoDerivativeError
from ...theory.scalars import is_function, partial
from ..from_terms.build import STEPS, Lowering, Progress
from ..graph.graph import Called, Graph
from ..graph.nodes import (
    CALL,
    COS,
    INPUT,
    NEG,
    ONE,
    PICK,
    POWER,
    PRODUCT,
    RECIP,
    SCALE,
    SIN,
    SUM,
    ZERO,
)

Partial = tuple[int, int]
"""A node, and the derivative of another with respect to it."""


class Derivatives:
    """The derivatives of the outputs of a graph with respect to inputs, added to its nodes."""

    def __init__(
        self, h: Graph, inputs: list[tuple[Term, int]], progress: Progress | None = None
    ) -> None:
        self.h, self.inputs, self.progress, self.done = h, inputs, progress, 0
        self.order = h.reachable()
        self.place = {key: i for i, key in enumerate(inputs)}
        self.roots = list(h.roots())

    def _step(self) -> None:
        self.done += 1
        if self.progress is not None and self.done % STEPS == 0:
            self.progress(self.done, "derivatives")

    def forward(self) -> list[list[int]]:
        """Rows of derivatives, from the inputs to the outputs."""
        h = self.h
        tangents: dict[int, dict[int, int]] = {}
        for node in self.order:
            self._step()
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
            for node in timed(self.order)
            if touched[node]
        }
        return [self._row(ref, partials) for ref in self.roots]

    def _touched(self) -> dict[int, bool]:
        """Which nodes depend on the chosen inputs."""
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
            self._step()
            adjoint = h.add(given)
            if h.kinds[node] is INPUT and h.values[node] in self.place:
                row[self.place[h.values[node]]] = adjoint
            for inner, factor in partials.get(node, ()) if adjoint else ():
                addends.setdefault(inner, []).append(h.mul(factor, adjoint))
        return row

    # -- one node ---------------------------------------------------------------------------------

    def _partials(self, node: int) -> list[Partial]:
        """The operands of a node, each with the derivative with respect to it."""
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
        """The derivative of a function by an operand, as declared or as another function."""
        h, called = self.h, self._called(node)
        op, args = called.op, h.args[node]
        if called.gives or any(called.takes):
            raise NoDerivativeError(f"jacobian: {op.name} is not a function of scalars only")
        declared: Any = None if op.derivative is None else op.derivative[i]
        if declared is not None:
            low = Lowering()
            low.work_on(h)
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
    """For each factor, the product of the others: of those before it and those after it."""
    after = [ONE]
    for a in reversed(args[1:]):
        after.append(h.mul(after[-1], a))
    before, found = ONE, []
    for a, rest in zip(args, reversed(after), strict=True):
        found.append((a >> 1, h.mul(before, rest)))
        before = h.mul(before, a)
    return found
