"""Sums, scalars and powers as polynomials."""

from __future__ import annotations

from fractions import Fraction

from ..core.hooks import brief
from ..core.linear import add, power
from ..core.operators import number
from ..core.sorts import Scalar
from ..core.terms import Term
from ..deadline import LIGHT, check_time, timed
from ..errors import LimitError, UndefinedError
from ..normalform.addends import Addends
from ..normalform.monomials import Number, bits, exact_power, tidy
from .reader import MAX_FACTORS, MAX_REPEATED, Reader, tidied
from .tables import product_of
from .word_forms import Monomial, merged
from .writing import Polynomial

MAX_BITS = 200_000
"""The most bits of the numbers in a power of a sum: a single product of longer ones would exceed
any time limit."""


class SumsAndPowers(Reader):
    """Reads sums, scalings, quotients and powers, on operands that have been read."""

    def sum_of(self, t: Term) -> Polynomial:
        sums: Polynomial = {}
        for a in t.args:
            part = self.found[a]
            check_time(len(part) / LIGHT)
            for key, c in part.items():
                sums[key] = sums.get(key, 0) + c
        return tidied(sums)

    def collected(self, addends: Addends) -> Polynomial:
        """A long sum whose equal addends have already been counted."""
        sums: Polynomial = {}
        for weights in (addends.plain, addends.scaled):
            for item, weight in timed(weights.items()):
                if isinstance(item, Term):
                    part = self.found[item]
                else:
                    part = self.times([self.found[x] for x in item])
                for key, c in part.items():
                    sums[key] = sums.get(key, 0) + weight * c
        return tidied(sums)

    def opposite(self, t: Term) -> Polynomial:
        return {key: -c for key, c in self.found[t.args[0]].items()}

    def scaled(self, t: Term) -> Polynomial:
        return self.times([self.found[a] for a in t.args])

    def divided(self, t: Term) -> Polynomial:
        c = t.args[1].value
        if not c:
            raise UndefinedError(f"{brief(t)} divides by zero")
        return {key: tidy(Fraction(d) / c) for key, d in self.found[t.args[0]].items()}

    def _inverted(self, base: Term, e: int) -> Polynomial | None:
        """A scalar to a negative power; None if it is zero."""
        opened = self.found[base]
        if len(opened) != 1:
            opened = self.atom(self.written(base)) if opened else {}
        for (m, _), c in opened.items():
            if len(m) * -e <= MAX_REPEATED:
                return self._turned_over(m * -e, exact_power(c, e))
            whole = self.walk.visit(power.build((self.written(base), number(e))))
            return self.of_mono(whole, power)
        return None

    def _turned_over(self, m: Monomial, c: Number) -> Polynomial:
        """A number over a monomial; a sum that was in a denominator is expanded."""
        found = [~x for x in m]
        terms = self.alphabet.scalar_terms
        sums = [terms[x] for x in found if x >= 0 and getattr(terms[x], "op", None) is add]
        rest = [x for x in found if x < 0 or getattr(terms[x], "op", None) is not add]
        return self.times([{(tuple(sorted(rest)), ()): c}, *map(self.polynomial, sums)])

    def power_of(self, t: Term) -> Polynomial:
        base, e = t.args[0], t.args[1].value
        if type(e) is not int or e == 0:
            return self.by_laws(t)
        if t.sort is not Scalar:
            return self._word_power(t, base, e)
        opened = self.found[base]
        if e < 0:
            found = self._inverted(base, e)
            if found is None:
                raise UndefinedError(f"{brief(t)} divides by zero")
            return found
        if len(opened) == 1:
            (((m, _), c),) = opened.items()
            if len(m) * e > MAX_REPEATED:
                return self.by_laws(t)
            return {(merged(tuple(sorted(m * e)), ()), ()): exact_power(c, e)}
        self.check(e * e if len(opened) > 1 else 0)  # the least number of monomials made
        if e * max(map(bits, opened.values()), default=0) > MAX_BITS:
            raise LimitError(f"{brief(t)} would have numbers of more than {MAX_BITS} bits")
        return self.times([opened] * e)

    def _word_power(self, t: Term, base: Term, e: int) -> Polynomial:
        """A power of a matrix, a quaternion, or another sort with a product."""
        role = product_of(t.sort.product)
        if e < 0 or role is None or not self.is_space(role.op, t.sort):
            return self.by_laws(t)
        if e > MAX_FACTORS:
            if not base.args:
                return self.by_laws(t)
            raise LimitError(f"expand would write a power as {e} factors, more than {MAX_FACTORS}")
        return self.product(role, [self.found[base]] * e)
