"""Products multiplied out in the sums that use them, even if they are used several times.

That pays if many addends have few factors in common, like moments of many bodies that share
velocities, or if parameters of different products can be combined.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from ...core.sorts import Scalar
from ..graph.graph import Graph, Output
from ..graph.nodes import CONST, PRODUCT, SCALE, SUM, Number
from ..graph.rebuild import Old, moved, redirected, remade
from .factors import Monomial, collected, monomial
from .parameter_forms import together

COPIES = 8
"""The most monomials copied when sums are multiplied out, for each node of the graph."""


class Form(NamedTuple):
    """A sum of monomials that is not yet in the new graph; a product is one monomial.

    The list is never changed, so that forms can share it."""

    sign: int
    monomials: list[Monomial]
    is_sum: bool = False


def multiplied_out(g: Graph, widest: int, most: int, additions: float = inf) -> Graph | None:
    """The graph with products of sums multiplied out, sums that are used several times merged into
    their users, and common factors taken out again.

    A sum is merged only if it has at most `widest` monomials. None if that takes more than `most`
    new operations, or if the sums of the outputs would take more than `additions` additions."""
    return _Opening(g, widest).result(most, additions)


class _Opening:
    def __init__(self, g: Graph, widest: int) -> None:
        self.g, self.widest = g, widest
        self.open: dict[int, Form] = {}  # forms of sums and products used several times
        self.order = g.reachable()
        self.budget = COPIES * len(self.order) + 1000
        self.uses = g.uses()
        self.done: Old = {}
        self.forms: dict[int, Form] = {}

    def result(self, most: int, additions: float) -> Graph | None:
        g, seen, left = self.g, len(self.g), most
        for node in self.order:
            kind = g.kinds[node]
            if kind is SUM or kind is PRODUCT or kind is SCALE:
                self._read(node)
            else:
                for a in g.args[node]:
                    self._ref(a)
                self.done[node] = remade(g, node, self.done)
            if len(g) > seen:
                left -= sum([max(len(args) - 1, 0) for args in g.args[seen:]])
                seen = len(g)
                if left < 0:
                    return None
        needed = self._additions()
        if needed > additions or needed + self._made_already() > most:
            return None
        for ref in g.roots():
            self._ref(ref)
        return redirected(g, self.done)

    def _additions(self) -> int:
        """The additions of outputs that are not made yet, with like monomials collected."""
        forms = [self.forms[node] for node in self._waiting()]
        return sum([len({rest for _, _, rest in form.monomials}) - 1 for form in forms])

    def _made_already(self) -> int:
        """The operations in every evaluation of the nodes that these outputs are made of."""
        g = self.g
        parts = [form.monomials for form in map(self.forms.__getitem__, self._waiting())]
        refs = {2 * x for some in parts for _, _, rest in some for x in rest}
        made = g.asked([Output("", Scalar, (), tuple(refs))]).reachable()
        counted = [n for n in made if g.kinds[n] is SUM or g.kinds[n] is PRODUCT]
        return sum([len(g.args[n]) - 1 for n in counted if not g.fixed[n]])

    def _waiting(self) -> list[int]:
        """The outputs that are not made yet."""
        return [n for n in {ref >> 1 for ref in self.g.roots()} if n in self.forms]

    def _read(self, node: int) -> None:
        """Keep a sum or product as a form, or make it if it is large and used several times."""
        form = self._sum(node) if self.g.kinds[node] is SUM else self._product(node)
        self.forms[node] = form
        if self.uses[node] > 1:
            if len(form.monomials) <= self.widest:
                self.open[node] = form
            else:
                self._ref(2 * node)

    def _ref(self, ref: int) -> int:
        """The replacement of a reference; deferred nodes are made now."""
        node = ref >> 1
        form = self.forms.pop(node, None)
        if form is not None:
            self.done[node] = self._made(form)
        return moved(ref, self.done)

    def _taken(self, node: int) -> Form | None:
        """The form of a node that may be merged: it is used only here, or it is small."""
        form = self.open.get(node)
        if form is None:
            return self.forms.pop(node, None)
        self.budget -= len(form.monomials)
        return form if self.budget > 0 else None

    def _product(self, node: int) -> Form:
        """A product, with the factors multiplied out that may be merged."""
        g = self.g
        sign, plain = 0, list[int]()
        c: Number = g.values[node] if g.kinds[node] is SCALE else 1
        merged, size = list[Form](), 1
        for a in g.args[node]:
            inner = self.open.get(a >> 1) or self.forms.get(a >> 1)
            if inner is not None:
                many = len(inner.monomials) * size
                if not inner.is_sum or many <= self.widest:
                    taken = self._taken(a >> 1)
                    if taken is not None:
                        merged.append(taken)
                        size = many
                        continue
            ref = self._ref(a)
            sign ^= ref & 1
            if g.kinds[ref >> 1] is CONST:
                c *= g.values[ref >> 1]
            else:
                plain.append(ref >> 1)
        form = Form(sign, [monomial(g, c, plain)])
        for other in merged:
            form = _times(form, other)
        return form

    def _sum(self, node: int) -> Form:
        """A sum, with the addends merged that may be; the longest one comes first."""
        parts = [self._addend(a) for a in self.g.args[node]]
        longest = max(parts, key=lambda part: len(part.monomials))
        found = list(longest.monomials)
        for part in parts:
            if part is not longest:
                turned = part.sign != longest.sign
                found += _opposite(part.monomials) if turned else part.monomials
        return Form(longest.sign, found, True)

    def _addend(self, a: int) -> Form:
        part = self._taken(a >> 1)
        if part is not None:
            return part._replace(sign=part.sign ^ 1) if a & 1 else part
        ref = self._ref(a)
        if self.g.kinds[ref >> 1] is CONST:
            return Form(ref & 1, [(self.g.values[ref >> 1], (), ())])
        return Form(ref & 1, [monomial(self.g, 1, [ref >> 1])])

    def _made(self, form: Form) -> int:
        made = collected(self.g, form.monomials)
        return made ^ form.sign if made else made


def _times(x: Form, y: Form) -> Form:
    """The product of two forms."""
    if len(x.monomials) == len(y.monomials) == 1:
        (c, p, a), (d, q, b) = x.monomials[0], y.monomials[0]
        return Form(x.sign ^ y.sign, [(c * d, together(p, q), together(a, b))])
    found = [
        (c * d, together(p, q), together(a, b))
        for c, p, a in x.monomials
        for d, q, b in y.monomials
    ]
    return Form(x.sign ^ y.sign, found, True)


def _opposite(monomials: list[Monomial]) -> list[Monomial]:
    return [(-c, fixed, rest) for c, fixed, rest in monomials]
