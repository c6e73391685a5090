"""Sums of products with common factors taken out, like terms collected, and sin² + cos² reduced.

Sums and products that are used once are read as one polynomial together with their user. Factors
that depend only on parameters are combined into one, because their product is calculated once. If
no two monomials have anything in common, a sum is left as it is.
"""

from __future__ import annotations

from ..deadline import timed
from .brackets import Bag, bag_of, nested, product_of
from .graph import Graph
from .nodes import CONST, COS, ONE, PRODUCT, RECIP, SCALE, SIN, SUM, Nodes, Number
from .pythagoras import Key, pythagoras
from .rebuild import Old, moved, redirected, remade

Read = tuple[int, Number, list[int]]
"""A monomial: a sign, a positive number, and nodes, with repetition."""
Monomial = tuple[Number, Bag]
"""A monomial: a number of any sign, and its other factors."""


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
            return collected(self.g, [(-c if s else c, bag_of(xs)) for s, c, xs in monomials])
        if flat:
            return 2 * node
        return self.g.add([_plain(self.g, monomial) for monomial in monomials])

    def _product(self, node: int) -> int:
        flat, monomial = self._factors(node)
        if _is_ready(self.g, monomial):
            return 2 * node if flat else _plain(self.g, monomial)
        sign, c, factors = monomial
        return collected(self.g, [(-c if sign else c, bag_of(factors))])

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


def _plain(g: Nodes, monomial: Read) -> int:
    sign, c, factors = monomial
    made = g.scale(c, g.product([2 * x for x in factors]))
    return made ^ sign if made else made


def _has_work(g: Nodes, monomials: list[Read]) -> bool:
    """Whether two monomials have something in common, or one can be simplified."""
    seen: set[object] = set()
    alone = 0  # numbers and parameters
    for monomial in monomials:
        _, c, factors = monomial
        if not _is_ready(g, monomial):
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
        for i, x in enumerate(factors):
            kind = g.kinds[x]
            if kind is SIN or kind is COS:
                if x in factors[:i]:
                    return True
            elif kind is PRODUCT:
                first, *_, last = g.args[x]
                if first == last and g.kinds[first >> 1] in (SIN, COS):
                    return True
    return False


def _is_ready(g: Nodes, monomial: Read) -> bool:
    """Whether at most one factor depends only on parameters, and no factor occurs with its
    inverse."""
    _, c, factors = monomial
    many = c != 1
    for x in factors:
        if g.fixed[x]:
            if many:
                return False
            many = True
        if g.kinds[x] is RECIP and g.args[x][0] >> 1 in factors:
            return False
    return True


# -- making ---------------------------------------------------------------------------------------


def collected(g: Nodes, monomials: list[Monomial]) -> int:
    """The sum of monomials: like ones collected, sin² + cos² reduced, and factors taken out."""
    table: dict[Key, list[int]] = {}
    bags: dict[Key, Bag] = {}
    for c, bag in timed(monomials):
        fixed, rest = _split(g, c, bag)
        key = frozenset(rest.items())
        if key in table:
            table[key].append(fixed)
        else:
            table[key], bags[key] = [fixed], rest
    found = {key: refs[0] if len(refs) == 1 else g.add(refs) for key, refs in table.items()}
    found = {key: ref for key, ref in found.items() if ref}
    if len(found) > 1:
        found = pythagoras(g, found)
    entries = timed(found.items())
    return nested(g, [_entry(ref, bags.get(key) or dict(sorted(key))) for key, ref in entries])


def _split(g: Nodes, c: Number, bag: Bag) -> tuple[int, Bag]:
    """The part that depends only on parameters, as one node, and the rest."""
    kinds, is_fixed = g.kinds, g.fixed
    for x in bag:
        if is_fixed[x] or kinds[x] is RECIP:
            break
    else:
        return ONE if c == 1 else g.const(c), bag
    for x in [x for x in bag if kinds[x] is RECIP]:
        bag = _cancelled(bag, x, g.args[x][0] >> 1)
    fixed = [x for x in bag if is_fixed[x]]
    if not fixed:
        return ONE if c == 1 else g.const(c), bag
    alone = len(fixed) == 1 and bag[fixed[0]] == 1
    whole = 2 * fixed[0] if alone else product_of(g, {x: bag[x] for x in sorted(fixed)})
    return g.scale(c, whole), {x: n for x, n in bag.items() if not is_fixed[x]}


def _cancelled(bag: Bag, x: int, inverse: int) -> Bag:
    """A bag with a factor and its inverse cancelled."""
    n = min(bag.get(x, 0), bag.get(inverse, 0))
    less = {k: v - n if k in (x, inverse) else v for k, v in bag.items()} if n else bag
    return {k: v for k, v in less.items() if v} if n else bag


def _entry(ref: int, bag: Bag) -> tuple[int, Bag]:
    """A sign and a bag, with the coefficient as one factor."""
    if ref >> 1 != ONE >> 1:
        bag = {**bag, ref >> 1: bag.get(ref >> 1, 0) + 1}
    return ref & 1, bag
