"""Products opened in the sums that use them, also where they are used several times.

That pays where many addends have few factors in common, as the moments of many bodies have
velocities, and where parameters meet that stand in different products.
"""

from __future__ import annotations

from .brackets import Bag, Monomial
from .factors import collected
from .graph import Graph
from .nodes import CONST, PRODUCT, SCALE, SUM, Number
from .rebuild import Old, moved, redirected, remade, use_counts

COPIES = 8
"""How many monomials are copied where sums are opened, for each node of a graph."""


class Form:
    """A sum of monomials on its way into the new graph; a product is one monomial."""

    __slots__ = ("coefficients", "is_sum", "monomials", "sign")

    def __init__(self, sign: int, coefficient: Number, bag: Bag) -> None:
        self.sign, self.is_sum = sign, False
        self.monomials: list[Monomial] = [(0, bag)]
        self.coefficients: list[Number] = [coefficient]

    def copy(self) -> Form:
        """A form of its own, to be changed."""
        made = Form(self.sign, 1, {})
        made.is_sum, made.coefficients = self.is_sum, list(self.coefficients)
        made.monomials = [(sign, dict(bag)) for sign, bag in self.monomials]
        return made


def multiplied_out(g: Graph, widest: int, most: int) -> Graph | None:
    """The graph with common factors taken out after products of sums were multiplied out, and sums
    that are used several times were opened where they are used, as long as what comes out has no
    more monomials than `widest`. None if that takes more than `most` new operations."""
    return _Opening(g, widest).result(most)


class _Opening:
    def __init__(self, g: Graph, widest: int) -> None:
        self.g, self.widest = g, widest
        self.open: dict[int, Form] = {}  # forms of sums and products that are used several times
        self.order = g.reachable()
        self.budget = COPIES * len(self.order) + 1000
        self.uses = use_counts(g, self.order)
        self.done: Old = {}
        self.forms: dict[int, Form] = {}

    def result(self, most: int) -> Graph | None:
        g, seen = self.g, len(self.g)
        for node in self.order:
            kind = g.kinds[node]
            if kind is SUM or kind is PRODUCT or kind is SCALE:
                self._read(node)
            else:
                for a in g.args[node]:
                    self._ref(a)
                self.done[node] = remade(g, node, self.done)
            if len(g) > seen:
                most -= sum([max(len(args) - 1, 0) for args in g.args[seen:]])
                seen = len(g)
                if most < 0:
                    return None
        for ref in g.roots():
            self._ref(ref)
        return redirected(g, self.done)

    def _read(self, node: int) -> None:
        """Hold a sum or a product back as a form, or make it if it is large and used often."""
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
        """The form of a node that may be opened: it is used here alone, or small."""
        form = self.open.get(node)
        if form is None:
            return self.forms.pop(node, None)
        self.budget -= len(form.monomials)
        return form.copy() if self.budget > 0 else None

    def _product(self, node: int) -> Form:
        """A product, with those factors opened that are used here alone."""
        coefficient: Number = self.g.values[node] if self.g.kinds[node] is SCALE else 1
        form = Form(0, coefficient, {})
        for a in self.g.args[node]:
            inner = self.open.get(a >> 1) or self.forms.get(a >> 1)
            many = 0 if inner is None else len(inner.monomials) * len(form.monomials)
            taken = None
            if inner is not None and (not inner.is_sum or many <= self.widest):
                taken = self._taken(a >> 1)
            form = _times(form, self._atom(self._ref(a)) if taken is None else taken)
        return form

    def _atom(self, ref: int) -> Form:
        """A factor that is not opened; numbers go to the coefficient."""
        node, sign = ref >> 1, ref & 1
        if self.g.kinds[node] is CONST:
            return Form(sign, self.g.values[node], {})
        return Form(sign, 1, {node: 1})

    def _sum(self, node: int) -> Form:
        """A sum, with those addends opened that are used here alone; the longest takes the rest."""
        parts: list[Form] = []
        for a in self.g.args[node]:
            part = self._taken(a >> 1)
            if part is None:
                part = self._atom(self._ref(a))
            else:
                part.sign ^= a & 1
            parts.append(part)
        whole = max(parts, key=lambda part: len(part.monomials))
        for part in parts:
            if part is not whole:
                turn = part.sign ^ whole.sign
                whole.monomials += [(sign ^ turn, bag) for sign, bag in part.monomials]
                whole.coefficients += part.coefficients
        whole.is_sum = True
        return whole

    def _made(self, form: Form) -> int:
        entries = zip(form.monomials, form.coefficients, strict=True)
        made = collected(self.g, [(sign, c, bag) for (sign, bag), c in entries])
        return made ^ form.sign if made else made


def _times(x: Form, y: Form) -> Form:
    """The product of two forms; of two products, the longer bag takes the other in."""
    if len(x.monomials) == len(y.monomials) == 1:
        (s, a), (t, b) = x.monomials[0], y.monomials[0]
        if len(a) < len(b):
            a, b = b, a
        for node, n in b.items():
            a[node] = a.get(node, 0) + n
        return Form(s ^ t ^ x.sign ^ y.sign, x.coefficients[0] * y.coefficients[0], a)
    whole = Form(x.sign ^ y.sign, 1, {})
    whole.is_sum = True
    whole.monomials = [
        (s ^ t, _bag_of_product(a, b)) for s, a in x.monomials for t, b in y.monomials
    ]
    whole.coefficients = [c * d for c in x.coefficients for d in y.coefficients]
    return whole


def _bag_of_product(a: Bag, b: Bag) -> Bag:
    """The bag of a product."""
    found = dict(a)
    for x, n in b.items():
        found[x] = found.get(x, 0) + n
    return found
