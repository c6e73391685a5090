"""Sums collected by parameters: every parameter is multiplied by one function of the state.

ω × (ω × c) + ω˙ × c is linear in c, and J ω˙ + ω × J ω in J. Collected by the coordinates of c and
the entries of J, their coefficients are sums such as ω₁ ω₂ - ω˙₃, which all points and all moments
of a body share; and parameters with the same coefficient are added: (J₃₃ - J₂₂) ω₂ ω₃. So these
laws, written as in a book, give the form that Euler found, and the matrix of accelerations of a
body only once.

A sum is read as a polynomial in parameters and in other nodes. A product of such nodes is expanded
in it if every addend of one factor has a parameter, and if that is cheaper: the cost of a
coefficient is divided by the number of sums that share it. So forces that are rotated from frame to
frame are not expanded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from ..graph.graph import Graph
from ..graph.nodes import CONST, INPUT, PRODUCT, SCALE, SUM, Number
from ..graph.rebuild import Old, moved, redirected, remade
from .opening_choice import Choice, Shared
from .parameter_forms import Form, Monomial, added, has_parameters, is_linear, rows_of, times

DEGREE = 2
"""The most nodes multiplied in a coefficient, if a product is expanded for it."""
EXPECTED = 2
"""How many times larger than estimated the gain of expanding products may be: on arms and linkages,
where sums share more than foreseen, it is 1.7 times."""
WIDEST = 48
"""Sums with more monomials than this are not read."""


def collected_by_parameters(g: Graph, least: float = 0) -> Graph | None:
    """The graph with its sums collected by parameters, or None if no product is expanded for that,
    or if it is not expected to save at least `least` operations.

    >>> from rewrite import cross, lower, ops, vector, vectors
    >>> w, dw = vectors("w dw")
    >>> c = vector("c", constant=True)
    >>> g = lower(cross(dw, c) + cross(w, cross(w, c)), arrange=False)
    >>> print(ops(g), "|", ops(collected_by_parameters(g)))
    18 multiplications, 12 additions | 15 multiplications, 15 additions
    """
    if not any(g.kinds[n] is INPUT and g.fixed[n] for n in g.reachable()):
        return None
    reading = _Reading(g)
    reading.read()
    if not reading.choices:
        return None
    inner = Counter([p.inner for p in reading.products.values()])
    shared = Shared(reading.forms, reading.choices, inner, reading.uses)
    chosen, gain = shared.chosen()
    if not chosen or EXPECTED * gain < least:
        return None
    reading.read(shared, chosen)
    return reading.made()


class _Product(NamedTuple):
    """A product with one factor expanded: the resulting form, and that factor."""

    form: Form
    inner: int
    turned: bool
    """Whether it is also multiplied by nodes other than parameters."""


class _Reading:
    """The sums and products of a graph as polynomials.

    First all products that may be are expanded, to see what sums have in common; then they are
    expanded only in the `chosen` sums.
    """

    def __init__(self, g: Graph) -> None:
        self.g, self.order = g, g.reachable()
        self.uses = g.uses()
        self.nested = {
            a >> 1
            for node in self.order
            if g.kinds[node] is SUM and not g.fixed[node]
            for a in g.args[node]
            if self.uses[a >> 1] == 1 and g.kinds[a >> 1] is SUM and not g.fixed[a >> 1]
        }
        """Sums that are used in only one other sum, and read together with it."""
        self._closed_forms: dict[tuple[Number, tuple[int, ...]], Form] = {}

    def read(self, shared: Shared | None = None, chosen: AbstractSet[int] = frozenset()) -> None:
        """Read all sums and products, operands first."""
        g, self.shared, self.chosen = self.g, shared, chosen
        self.forms: dict[int, Form] = {}
        """Sums and products that contain parameters."""
        self.products: dict[int, _Product] = {}
        """Products that may be expanded."""
        self.choices: dict[int, Choice] = {}
        for node in self.order:
            if g.fixed[node] or node in self.nested:
                continue
            if g.kinds[node] is SUM:
                self._keep(node, self._sum(node))
            elif g.kinds[node] is PRODUCT or g.kinds[node] is SCALE:
                self._product(node)

    def _keep(self, node: int, form: Form) -> None:
        if has_parameters(form) and len(form) <= WIDEST:
            self.forms[node] = form

    # -- sums -------------------------------------------------------------------------------------

    def _sum(self, node: int) -> Form:
        """A sum with the addends expanded that are used only in it, if that pays."""
        addends = self._addends(node)
        alone = [a >> 1 for a in addends if self.uses[a >> 1] == 1]
        found = {x for x in alone if x in self.products}
        turned = {x for x in found if self.products[x].turned}
        closed = self._added(addends, set())
        if self.shared is None:
            opened = self._added(addends, turned) if turned else closed
            if turned and len(opened) <= WIDEST:
                inner = [self.products[x].inner for x in turned]
                self.choices[node] = Choice(closed, opened, inner)
            return opened if len(opened) <= WIDEST else closed
        best = self._added(addends, turned) if node in self.chosen else closed
        if found > turned:
            whole = self._added(addends, found if node in self.chosen else found - turned)
            saved = sum([self.shared.share(self.products[x].inner) for x in found - turned])
            if len(whole) <= WIDEST and self.shared.cost(whole) < self.shared.cost(best) + saved:
                return whole
        return best

    def _addends(self, node: int) -> list[int]:
        """The addends of a sum, including those of sums that are used only in it."""
        found, stack = list[int](), [2 * node]
        while stack:
            top = stack.pop()
            for a in self.g.args[top >> 1]:
                (stack if a >> 1 in self.nested else found).append(a ^ (top & 1))
        return found

    def _added(self, addends: list[int], opened: AbstractSet[int]) -> Form:
        """A sum with some of its products expanded."""
        parts: list[tuple[Form, int]] = []
        for a in addends:
            child = a >> 1
            form = self.forms.get(child) if self.uses[child] == 1 else None
            part = self._closed(1, child) if form is None else form
            parts.append((self.products[child].form if child in opened else part, a & 1))
        return added(parts)

    # -- products ---------------------------------------------------------------------------------

    def _product(self, node: int) -> None:
        """Read a product: of parameters and one other node, or with one factor that may be
        expanded."""
        g = self.g
        factors = [a >> 1 for a in g.args[node]]
        moving = [x for x in factors if not g.fixed[x]]
        c: Number = g.values[node] if g.kinds[node] is SCALE else 1
        if len(moving) == 1:
            by = self._closed(c, *[x for x in factors if g.fixed[x]])
            self._scaled(node, by, moving[0])
            return
        self._keep(node, self._closed(c, *factors))
        for x in moving:
            inner = self.forms.get(x)
            if inner is not None and is_linear(inner, DEGREE + 1 - len(moving)):
                factors.remove(x)
                self.products[node] = _Product(times(self._closed(c, *factors), inner), x, True)
                return

    def _scaled(self, node: int, by: Form, x: int) -> None:
        """Read a product of parameters and one other node."""
        inner = self.forms.get(x)
        if self.uses[x] > 1:
            if inner is not None:
                self.products[node] = _Product(times(by, inner), x, False)
            inner = None
        elif x in self.products:
            product = self.products[x]
            self.products[node] = product._replace(form=times(by, product.form))
        self._keep(node, times(by, self._closed(1, x) if inner is None else inner))

    def _closed(self, c: Number, *factors: int) -> Form:
        """The form of a product with no factor expanded."""
        key = c, factors
        found = self._closed_forms.get(key)
        if found is None:
            found = self._closed_forms[key] = self._made_closed(c, factors)
        return found

    def _made_closed(self, c: Number, factors: tuple[int, ...]) -> Form:
        kinds, is_fixed = self.g.kinds, self.g.fixed
        fixed, moving = list[int](), list[int]()
        for x in factors:
            if kinds[x] is CONST or kinds[x] is SCALE:
                c *= self.g.values[x]
                x = self.g.args[x][0] >> 1 if self.g.args[x] else 1
            if x != 1:
                (fixed if is_fixed[x] else moving).append(x)
        fixed.sort()
        moving.sort()
        return {(tuple(fixed), tuple(moving)): c}

    # -- making -----------------------------------------------------------------------------------

    def made(self) -> Graph:
        """The graph of what was read."""
        g, needed, done = self.g, self._needed(), Old()
        for node in self.order:
            if needed[node]:
                form = self.forms.get(node)
                found = remade(g, node, done) if form is None else self._made(form, done)
                if found != 2 * node:
                    done[node] = found
        return redirected(g, done)

    def _needed(self) -> bytearray:
        """Which nodes are outputs, or operands of the new nodes."""
        found = bytearray(len(self.g))
        for ref in self.g.roots():
            found[ref >> 1] = 1
        for node in reversed(self.order):
            if found[node]:
                form = self.forms.get(node)
                if form is None:
                    inner: Iterable[int] = [a >> 1 for a in self.g.args[node]]
                else:
                    inner = {x for fixed, nodes in form for x in (*fixed, *nodes)}
                for x in inner:
                    found[x] = 1
        return found

    def _made(self, form: Form, done: Old) -> int:
        """A polynomial as a node: sums of parameters times sums of other nodes, plus the part
        without parameters."""
        g = self.g
        addends = [
            self._product_of(nodes, c, done) for (fixed, nodes), c in form.items() if not fixed
        ]
        for row in rows_of(form):
            p = g.add([self._product_of(fixed, c, done) for fixed, c in row.parameters])
            state = g.add([self._product_of(nodes, c, done) for nodes, c in row.shape])
            addends.append(g.product([p, state]))
        return g.add(addends)

    def _product_of(self, nodes: Monomial, c: Number, done: Old) -> int:
        return self.g.scale(c, self.g.product([moved(2 * x, done) for x in nodes]))
