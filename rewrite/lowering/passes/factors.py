"""Sums of products with common factors taken out, like terms collected, and sin² + cos² reduced.

Sums and products that are used once are read as one polynomial together with their user. Factors
that depend only on parameters are combined into one, because their product is calculated once. If
no two monomials have anything in common, a sum is left as it is.
"""

from __future__ import annotations

from ...deadline import timed
from ..graph.graph import Graph
from ..graph.nodes import CONST, COS, ONE, PRODUCT, RECIP, SCALE, SIN, SUM, ZERO, Nodes, Number
from ..graph.rebuild import Old, moved, redirected, remade
from .brackets import POWER, Bag, bag_of, nested, product_of
from .pythagoras import Factors, pythagoras

Read = tuple[int, Number, list[int]]
"""A monomial: a sign, a positive number, and nodes, with repetition."""
Monomial = tuple[Number, Factors, Factors]
"""A monomial: a number of any sign, its parameters, and its other factors."""
MANY = 16
"""From so many factors on, a factor is looked up in a set."""


def factored(g: Graph) -> Graph:
    """The graph with the common factors of its sums taken out.

    >>> from rewrite import lower, ops, scalars
    >>> a, b, c, d = scalars("a b c d")
    >>> g = lower(a*b + a*c + a*d, arrange=False)
    >>> print(ops(g), "|", ops(factored(g)))
    3 multiplications, 2 additions | 1 multiplication, 2 additions
    """
    return _Factoring(g).result()


class _Factoring:
    def __init__(self, g: Graph) -> None:
        self.g = g
        self.order = g.reachable()
        self.inner = _inner(g, self.order)
        self.done: Old = {}

    def result(self) -> Graph:
        g, inner = self.g, self.inner
        for node in self.order:
            if inner[node] or g.fixed[node]:
                continue
            kind = g.kinds[node]
            if kind is SUM:
                found = self._sum(node)
            elif kind is PRODUCT or kind is SCALE:
                found = self._product(node)
            else:
                found = remade(g, node, self.done)
            if found != 2 * node:
                self.done[node] = found
        return redirected(g, self.done)

    def _sum(self, node: int) -> int:
        """A sum with factors taken out, or as it is."""
        flat, monomials = self._addends(node)
        if _has_work(self.g, monomials):
            signed = [(-c if s else c, xs) for s, c, xs in monomials]
            return collected(self.g, [monomial(self.g, c, xs) for c, xs in signed])
        if flat:
            return 2 * node
        return self.g.add([_plain(self.g, read) for read in monomials])

    def _product(self, node: int) -> int:
        flat, read = self._factors(node)
        if _is_ready(self.g, read):
            return 2 * node if flat else _plain(self.g, read)
        sign, c, factors = read
        return collected(self.g, [monomial(self.g, -c if sign else c, factors)])

    def _addends(self, node: int) -> tuple[bool, list[Read]]:
        """The monomials of a sum and of sums used only in it, and whether nothing has changed."""
        g, inner, done = self.g, self.inner, self.done
        flat, found = True, list[Read]()
        stack = [2 * node]
        while stack:
            top = stack.pop()
            for a in g.args[top >> 1]:
                child, sign = a >> 1, (a ^ top) & 1
                if not inner[child]:
                    flat = flat and child not in done
                    found.append(_atom(g, moved(2 * child, done), sign))
                elif g.kinds[child] is SUM:
                    stack.append(2 * child + sign)
                    flat = False
                else:
                    same, (turn, c, factors) = self._factors(child)
                    flat = flat and same
                    found.append((turn ^ sign, c, factors))
        return flat, found

    def _factors(self, node: int) -> tuple[bool, Read]:
        """The factors of a product and of products used only in it, and whether nothing has
        changed."""
        g, inner, done = self.g, self.inner, self.done
        flat, sign, factors = True, 0, list[int]()
        c: Number = 1
        stack = [node]
        while stack:
            top = stack.pop()
            if g.kinds[top] is SCALE:
                c *= g.values[top]
            for a in g.args[top]:
                child = a >> 1
                if inner[child]:
                    stack.append(child)
                    flat = flat and top == node and g.kinds[top] is SCALE
                elif child in done:
                    turn, d, rest = _atom(g, done[child], 0)
                    sign, c, flat = sign ^ turn, c * d, False
                    factors += rest
                else:
                    factors.append(child)
        return flat, (sign, c, factors)


def _inner(g: Graph, order: list[int]) -> bytearray:
    """The nodes that are read together with their only user: sums in sums, products in both."""
    found = bytearray(len(g))
    uses = g.uses()
    for node in order:
        kind = g.kinds[node]
        if kind is SUM or kind is PRODUCT or kind is SCALE:
            for a in g.args[node]:
                child = a >> 1
                if uses[child] == 1 and not g.fixed[child]:
                    below = g.kinds[child]
                    found[child] = (
                        below is PRODUCT or below is SCALE or (below is SUM and kind is SUM)
                    )
    return found


def _atom(g: Nodes, ref: int, sign: int) -> Read:
    """A summand that is not a product; numbers are coefficients."""
    node = ref >> 1
    if g.kinds[node] is CONST:
        return sign ^ (ref & 1), g.values[node], []
    return sign ^ (ref & 1), 1, [node]


def _plain(g: Nodes, read: Read) -> int:
    sign, c, factors = read
    made = g.scale(c, g.product([2 * x for x in factors]))
    return made ^ sign if made else made


def _has_work(g: Nodes, monomials: list[Read]) -> bool:
    """Whether two monomials have something in common, or one can be simplified."""
    seen: set[object] = set()
    alone = 0  # numbers and parameters
    for read in monomials:
        _, c, factors = read
        if not _is_ready(g, read):
            return True
        if len(factors) < 2 and (not factors or g.fixed[factors[0]]):
            alone += 1
            if alone > 1:
                return True
        elif len(factors) == 1 and c == 1:
            if (factors[0],) in seen:
                return True
            seen.add((factors[0],))
        else:
            parts = {*factors, (c,)} if c != 1 else set(factors)
            if not seen.isdisjoint(parts):
                return True
            seen |= parts
    return _has_square(g, monomials)


def _has_square(g: Nodes, monomials: list[Read]) -> bool:
    """Whether there is the square of a sine or of a cosine."""
    for _, _, factors in monomials:
        met: set[int] = set()
        for x in factors:
            kind = g.kinds[x]
            if kind is SIN or kind is COS:
                if x in met:
                    return True
                met.add(x)
            elif kind is PRODUCT:
                first, *_, last = g.args[x]
                if first == last and g.kinds[first >> 1] in (SIN, COS):
                    return True
    return False


def _is_ready(g: Nodes, read: Read) -> bool:
    """Whether at most one factor depends only on parameters, and no factor occurs with its
    inverse."""
    _, c, factors = read
    many = c != 1
    all_of_them = factors if len(factors) < MANY else set(factors)
    for x in factors:
        if g.fixed[x]:
            if many:
                return False
            many = True
        if g.kinds[x] is RECIP and g.args[x][0] >> 1 in all_of_them:
            return False
    return True


# -- making ---------------------------------------------------------------------------------------


def monomial(g: Nodes, c: Number, factors: list[int]) -> Monomial:
    """A number times some nodes, with parameters separate."""
    is_fixed = g.fixed
    factors.sort()
    for x in factors:
        if is_fixed[x]:
            fixed = tuple([x for x in factors if is_fixed[x]])
            return c, fixed, tuple([x for x in factors if not is_fixed[x]])
    return c, (), tuple(factors)


def collected(g: Nodes, monomials: list[Monomial]) -> int:
    """The sum of monomials: like ones collected, sin² + cos² reduced, and factors taken out."""
    if RECIP in g.kinds_made:
        monomials = [(c, _cancelled(g, fixed), _cancelled(g, rest)) for c, fixed, rest in monomials]
    if len(monomials) == 1:
        return _product(g, *monomials[0])
    table: dict[Factors, dict[Factors, Number]] = {}
    for c, fixed, rest in timed(monomials):
        row = table.get(rest)
        if row is None:
            table[rest] = {fixed: c}
        else:
            row[fixed] = row.get(fixed, 0) + c
    found = {rest: ref for rest, row in table.items() if (ref := _coefficient(g, row))}
    if len(found) > 1:
        found = pythagoras(g, found)
    return nested(g, [_entry(ref, bag_of(rest)) for rest, ref in timed(found.items())])


def _product(g: Nodes, c: Number, fixed: Factors, rest: Factors) -> int:
    if not c:
        return ZERO
    constant = _constant(g, c, fixed)
    if len(rest) < POWER:
        return g.product([constant, *[2 * x for x in rest]])
    sign, bag = _entry(constant, bag_of(rest))
    return product_of(g, bag) ^ sign


def _coefficient(g: Nodes, row: dict[Factors, Number]) -> int:
    """A sum of products of parameters, as one node."""
    refs = [_constant(g, c, fixed) for fixed, c in row.items() if c]
    return refs[0] if len(refs) == 1 else g.add(refs)


def _constant(g: Nodes, c: Number, fixed: Factors) -> int:
    if not fixed:
        return ONE if c == 1 else g.const(c)
    return g.scale(c, 2 * fixed[0] if len(fixed) == 1 else product_of(g, bag_of(fixed)))


def _cancelled(g: Nodes, factors: Factors) -> Factors:
    """Factors without those that occur with their inverses."""
    inverses = [(x, g.args[x][0] >> 1) for x in factors if g.kinds[x] is RECIP]
    if not inverses:
        return factors
    left = bag_of(factors)
    for pair in inverses:
        if all(left.get(x) for x in pair):
            for x in pair:
                left[x] -= 1
    return tuple([x for x in dict.fromkeys(factors) for _ in range(left[x])])


def _entry(ref: int, bag: Bag) -> tuple[int, Bag]:
    """A sign and a bag, with the coefficient as one factor."""
    if ref >> 1 != ONE >> 1:
        bag[ref >> 1] = bag.get(ref >> 1, 0) + 1
    return ref & 1, bag
