"""Sums of scalars u·(M v), read from the words of the kernel and written again."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from ..core.linear import add, power, times
from ..core.operators import number
from ..core.sorts import Scalar, sort_of_shape
from ..core.terms import Term
from ..deadline import LIGHT, check_time
from ..kernel.alphabet import Letters
from ..kernel.polynomials import Kernel
from ..kernel.reader import SCALAR
from ..kernel.tables import Op
from ..kernel.word_forms import Monomial, merged
from ..kernel.writing import Polynomial, Target
from ..matching.scalar_products import scaled


class Root(NamedTuple):
    """A factor of a square or product: a scalar, times a vector word if there is one."""

    scalars: Monomial
    word: Letters


class Form(NamedTuple):
    """The data shared by squares of one kind: a scalar factor, the matrix between two vectors."""

    rest: Monomial
    product: Op | None
    middle: Letters


Sum = dict[Root, Fraction]
"""A sum of roots with numbers."""


class SumOfForms:
    """One sum: the rest of it after squares and products have been taken out."""

    def __init__(self, kernel: Kernel, t: Term) -> None:
        self.kernel = kernel
        self.poly: Polynomial = dict(self.kernel.polynomial(t))

    def number(self, form: Form, u: Root) -> Fraction:
        """The coefficient of the square of a root."""
        sign, key = self.key(form, u, u)
        return sign * Fraction(self.poly.get(key, 0))

    def key(self, form: Form, u: Root, v: Root) -> tuple[int, Any]:
        """The monomial of a product of two roots, with a sign; sign 0 if there is more than one."""
        m = merged(form.rest, merged(u.scalars, v.scalars))
        if form.product is None:
            return 1, (m, ())
        space = self.kernel.spaces[form.product]
        turned = space.reversed(u.word)
        entries = () if turned is None else space.form(turned[1] + form.middle + v.word)
        if turned is None or len(entries) != 1:
            return 0, (m, ())
        ((c, n, _),) = entries
        return turned[0] * int(c), (merged(m, n), ())

    def expansion(self, form: Form, left: Sum, right: Sum, d: Fraction) -> Polynomial:
        """The monomials of a product of two sums of roots; none if they are not known."""
        total: Polynomial = {}
        check_time(len(left) * len(right) / LIGHT)
        for u, r in left.items():
            for v, s in right.items():
                sign, key = self.key(form, u, v)
                if not sign:
                    return {}
                total[key] = total.get(key, 0) + sign * d * r * s
        return total

    # -- writing ----------------------------------------------------------------------------------

    def product(self, form: Form, left: Sum, right: Sum, d: Fraction) -> Term:
        left, right, d = _with_few_numbers(left, right, d)
        factor = self.kernel.term({(form.rest, ()): d}, Scalar, SCALAR)
        first, last = (self._written(form, some) for some in (left, right))
        if form.product is None:
            both: Any = power.build((first, number(2)))
            if first is not last:
                both = times.build((first, last))
            return scaled(1, {factor: 1}, both)
        space = self.kernel.spaces[form.product]
        assert space.product.turn is not None
        turned: Any = space.product.turn.build((first,))
        middle = [self.kernel.alphabet.term(x) for x in form.middle]
        return scaled(1, {factor: 1}, form.product.build((turned, *middle, last)))

    def _written(self, form: Form, some: Sum) -> Term:
        summands = [self._root(u, c, form) for u, c in some.items()]
        made: Term = summands[0] if len(summands) == 1 else add.build(tuple(summands))
        return made

    def _root(self, root: Root, c: Fraction, form: Form) -> Term:
        factor = self.kernel.term({(root.scalars, ()): c}, Scalar, SCALAR)
        if not root.word:
            return factor
        term = self.kernel.alphabet.term
        shape = term(root.word[0]).shape[0], term(root.word[-1]).shape[1]
        target = Target(sort_of_shape(shape), shape, form.product)
        return scaled(1, {factor: 1}, self.kernel.writer.core(root.word, target))


def _with_few_numbers(left: Sum, right: Sum, d: Fraction) -> tuple[Sum, Sum, Fraction]:
    """The product d left right with both sums divided by numbers, if that leaves fewer numbers:
    9 (a + b/3)² is (3 a + b)². A number inside multiplies a whole vector."""

    def divided(k: Fraction, m: Fraction) -> tuple[Sum, Sum, Fraction]:
        first, last = ({u: c / x for u, c in some.items()} for some, x in ((left, k), (right, m)))
        return first, first if left is right else last, d * k * m

    def numbers(made: tuple[Sum, Sum, Fraction]) -> tuple[int, bool]:
        inside = {(u, abs(c)) for some in made[:2] for u, c in some.items()}
        return sum(c != 1 for _, c in inside), made[2] != 1

    some, others = ({abs(c): None for c in x.values()} for x in (left, right))
    ways = [(k, k) for k in some] if left is right else [(k, m) for k in some for m in others]
    return min((divided(*way) for way in ways), key=numbers)
