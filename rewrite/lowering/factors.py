"""Sums of products with common factors taken out, like terms collected, and sin² + cos² seen.

Sums and products that are used once are read as one polynomial with what they are used in. A
monomial is a sign and a bag of nodes, of which those that depend on parameters alone are one node,
because their product is calculated once. The factor that most monomials share is taken out first,
and so on inside and outside of the bracket, which never takes more operations than before.
"""

from __future__ import annotations

from collections import Counter
from heapq import heapify, heappop, heappush

from .graph import Graph
from .nodes import CONST, COS, ONE, PRODUCT, RECIP, SCALE, SIN, SUM, Number
from .rebuild import Old, copied, moved, use_counts

COPIES = 8
"""How many monomials are copied where sums are opened, for each node of a graph."""
DEEPEST = 60
"""How many brackets are nested at most."""
Bag = dict[int, int]
Monomial = tuple[int, Bag]
"""A sign, and nodes with their exponents."""


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


def factored(g: Graph, widest: int = 0) -> Graph:
    """The graph with the common factors of its sums taken out.

    With `widest`, products of sums are multiplied out first, and sums that are used several times
    are opened where they are used, as long as what comes out has no more monomials than that.
    """
    return _Factoring(g, widest).result()


class _Factoring:
    def __init__(self, g: Graph, widest: int = 0) -> None:
        self.g, self.h, self.widest = g, g.like(), widest
        self.open: dict[int, Form] = {}  # forms of sums and products that are used several times
        self.order = g.reachable()
        self.budget = COPIES * len(self.order) + 1000
        self.uses = use_counts(g, self.order)
        self.done: Old = {}
        self.forms: dict[int, Form] = {}

    def result(self) -> Graph:
        for node in self.order:
            kind = self.g.kinds[node]
            if kind in (SUM, PRODUCT, SCALE):
                form = self._sum(node) if kind is SUM else self._product(node)
                self.forms[node] = form
                if self.uses[node] > 1:
                    if len(form.monomials) <= self.widest:
                        self.open[node] = form
                    else:
                        self._ref(2 * node)
            else:
                for a in self.g.args[node]:
                    self._ref(a)
                self.done[node] = copied(self.g, node, self.h, self.done)
        self.h.outputs = [o.with_refs([self._ref(x) for x in o.refs]) for o in self.g.outputs]
        return self.h

    # -- reading ----------------------------------------------------------------------------------

    def _ref(self, ref: int) -> int:
        """A reference of the old graph in the new one; what was held back is made now."""
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
        """What stands as it is; numbers go to the coefficient."""
        node, sign = ref >> 1, ref & 1
        kind = self.h.kinds[node]
        if kind is CONST:
            return Form(sign, self.h.values[node], {})
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

    # -- making -----------------------------------------------------------------------------------

    def _made(self, form: Form) -> int:
        h = self.h
        table: dict[frozenset[tuple[int, int]], list[int]] = {}
        for (sign, bag), c in zip(form.monomials, form.coefficients, strict=True):
            fixed, rest = self._split(bag, c)
            table.setdefault(frozenset(rest.items()), []).append(fixed ^ sign if fixed else 0)
        found = {key: h.add(refs) for key, refs in table.items()}
        found = {key: ref for key, ref in found.items() if ref}
        if form.is_sum and len(found) > 1:
            found = _pythagoras(h, found)
        entries = [self._entry(ref, key) for key, ref in found.items()]
        made = _nested(h, entries, 0)
        return made ^ form.sign if made else made

    def _split(self, bag: Bag, c: Number) -> tuple[int, Bag]:
        """The part that depends on parameters alone, as one node, and the rest."""
        h = self.h
        bag = _cancelled(h, bag)
        fixed = [2 * x for x, n in sorted(bag.items()) if h.fixed[x] for _ in range(n)]
        rest = {x: n for x, n in bag.items() if not h.fixed[x]}
        return h.scale(c, h.product(fixed)), rest

    def _entry(self, ref: int, key: frozenset[tuple[int, int]]) -> Monomial:
        bag = dict(sorted(key))
        if ref >> 1 != ONE >> 1:
            bag[ref >> 1] = bag.get(ref >> 1, 0) + 1
        return ref & 1, bag


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
        (s ^ t, dict(Counter(a) + Counter(b))) for s, a in x.monomials for t, b in y.monomials
    ]
    whole.coefficients = [c * d for c in x.coefficients for d in y.coefficients]
    return whole


def _cancelled(h: Graph, bag: Bag) -> Bag:
    """Without what meets its inverse."""
    for x in list(bag):
        inner = h.args[x][0] >> 1 if h.kinds[x] is RECIP else -1
        if inner in bag:
            n = min(bag[x], bag[inner])
            bag = {k: v - n if k in (x, inner) else v for k, v in bag.items()}
            bag = {k: v for k, v in bag.items() if v}
    return bag


def product_of(h: Graph, bag: Bag) -> int:
    """The product of a bag of nodes."""
    refs: list[int] = []
    for node, n in bag.items():
        refs += [2 * node] * n if n < 4 else [h.repeated(2 * node, n)]
    return h.product(refs)


# -- common factors -------------------------------------------------------------------------------


def _nested(h: Graph, entries: list[Monomial], depth: int) -> int:
    """A sum of monomials with common factors taken out, the most common first."""
    if len(entries) == 1 or depth > DEEPEST:
        return h.add([product_of(h, bag) ^ sign for sign, bag in entries])
    index = _index(entries)
    if not index:
        return h.add([product_of(h, bag) ^ sign for sign, bag in entries])
    heap = [(-len(rows), h.fixed[x], x) for x, rows in index.items()]
    heapify(heap)
    left = dict(enumerate(entries))
    addends: list[int] = []
    while heap:
        count, fixed, x = heappop(heap)
        rows = index[x]
        if len(rows) < 2:
            continue
        if len(rows) < -count:
            heappush(heap, (-len(rows), fixed, x))
            continue
        group = [left.pop(i) for i in sorted(rows)]
        for i in sorted(rows):
            for y in entries[i][1]:
                if y in index:
                    index[y].discard(i)
        inner = _nested(h, [(sign, _without(bag, x)) for sign, bag in group], depth + 1)
        addends.append(h.mul(2 * x, inner))
    return h.add([*addends, *[product_of(h, bag) ^ sign for sign, bag in left.values()]])


def _index(entries: list[Monomial]) -> dict[int, set[int]]:
    """The factors that several monomials have, with the places of these."""
    count: dict[int, int] = {}
    long = [(i, bag) for i, (_, bag) in enumerate(entries) if len(bag) > 1 or sum(bag.values()) > 1]
    for _, bag in long:
        for x in bag:
            count[x] = count.get(x, 0) + 1
    index: dict[int, set[int]] = {x: set() for x, n in count.items() if n > 1}
    for i, bag in long if index else ():
        for x in bag:
            if x in index:
                index[x].add(i)
    return index


def _without(bag: Bag, x: int) -> Bag:
    found = dict(bag)
    found[x] -= 1
    if not found[x]:
        del found[x]
    return found


# -- squares of sines and cosines -----------------------------------------------------------------

Table = dict[frozenset[tuple[int, int]], int]


def _pythagoras(h: Graph, table: Table) -> Table:
    """F sin² + F cos² -> F, and F - F sin² -> F cos² where the cosine is there already."""
    for key in list(table):
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


def _put(h: Graph, table: Table, key: frozenset[tuple[int, int]], ref: int) -> None:
    whole = h.add([table.pop(key, 0), ref])
    if whole:
        table[key] = whole


def _squares(
    h: Graph, key: frozenset[tuple[int, int]]
) -> list[tuple[int, frozenset[tuple[int, int]]]]:
    """Sines and cosines whose squares are in a bag, each with what is left without."""
    found = []
    for x, n in sorted(key):
        if h.kinds[x] in (SIN, COS) and n >= 2:
            found.append((x, _lessened(key, x, n, 2)))
        elif h.kinds[x] is PRODUCT and len(set(h.args[x])) == 1 and len(h.args[x]) == 2:
            inner = h.args[x][0] >> 1
            if h.kinds[inner] in (SIN, COS):
                found.append((inner, _lessened(key, x, n, 1)))
    return found


def _lessened(
    key: frozenset[tuple[int, int]], x: int, n: int, by: int
) -> frozenset[tuple[int, int]]:
    rest = key - {(x, n)}
    return rest | {(x, n - by)} if n > by else rest


def _other(h: Graph, x: int) -> int | None:
    """The cosine of the angle of a sine, and the other way, if it is there."""
    return h.has(COS if h.kinds[x] is SIN else SIN, h.args[x])


def _with_square(
    h: Graph, rest: frozenset[tuple[int, int]], other: int | None
) -> list[frozenset[tuple[int, int]]]:
    """The bags that a rest and the square of another make: the square as a node, or two factors."""
    if other is None:
        return []
    found = []
    square = h.has(PRODUCT, (other, other))
    for node, n in (() if square is None else ((square >> 1, 1),)) + ((other >> 1, 2),):
        bag = Counter(dict(rest))
        bag[node] += n
        found.append(frozenset(bag.items()))
    return found
