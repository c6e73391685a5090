"""One-sided inverses are two-sided: A B = Id gives B A = Id for square matrices.

And A B = A + B gives B A = A B, because it says that (A - Id) (B - Id) = Id.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from ..core.facts import Fact
from ..core.linear import add, neg, scale
from ..core.operators import NUMBER, ONE, one_of
from ..core.sorts import Matrix
from ..core.terms import Term
from ..normalform.monomials import split
from ..normalform.walk import normal
from ..theory.matrices import matmul


class InversePair(NamedTuple):
    """x y = Id, which is the equation of a fact times a factor; the factor is negative if the sides
    are swapped."""

    fact: Fact
    factor: Fraction
    x: Term
    y: Term


def inverse_pairs(facts: Iterable[Fact]) -> Iterator[InversePair]:
    """The pairs of square matrices that are inverse to each other by an equation."""
    for fact in facts:
        if fact.name == "equals":
            yield from _products(fact)
            yield from _shifted(fact)


def _products(fact: Fact) -> Iterator[InversePair]:
    for sign, (left, right) in ((1, fact.terms), (-1, fact.terms[::-1])):
        number = _multiple_of_one(right)
        if left.op is matmul and number:
            for k in range(1, len(left.args)):
                x, y = _product(left.args[:k]), _product(left.args[k:])
                if x.shape == y.shape == right.shape:
                    yield InversePair(fact, sign / number, _times(1 / number, x), y)


def _shifted(fact: Fact) -> Iterator[InversePair]:
    """From c x y + s x + t y + u Id = 0: (x + t/c) (y + s/c) is a multiple of Id."""
    left, right = fact.terms
    if left.sort is not Matrix or left.shape[0] != left.shape[1]:
        return
    parts = _parts(normal(add.build((left, neg.build((right,))))))
    one = one_of(Matrix, left.shape)
    words = [t for t in parts if t.op is matmul]
    for word in words[:1] if len(words) == 1 else ():
        c, u = parts[word], parts.get(one, Fraction())
        for k in range(1, len(word.args)):
            x, y = normal(_product(word.args[:k])), normal(_product(word.args[k:]))
            s, t = parts.get(x, Fraction()), parts.get(y, Fraction())
            number = (s * t - u * c) / c**2
            if number and (s or t) and parts.keys() <= {word, x, y, one}:
                x, y = (
                    add.build((z, _times(shift / c, one))) if shift else z
                    for z, shift in ((x, t), (y, s))
                )
                yield InversePair(fact, 1 / (c * number), _times(1 / number, x), y)


def _parts(t: Term) -> dict[Term, Fraction]:
    """The summands of a term with rational coefficients; empty if there are others."""
    found = [split(s) for s in (t.args if t.op is add else (t,))]
    if any(factors is not None for _, factors, _ in found):
        return {}
    return {core: Fraction(c) for c, _, core in found if core is not None}


def _times(number: Fraction, t: Term) -> Term:
    return t if number == 1 else scale.build((number, t))


def _multiple_of_one(t: Term) -> Fraction | None:
    """The number n if a term is n times the identity; otherwise None."""
    if t.op is scale and t.args[0].op is NUMBER and t.args[1].op is ONE:
        return Fraction(t.args[0].value)
    return Fraction(1) if t.op is ONE and t.sort is Matrix else None


def products_that_are_one(facts: Iterable[Fact]) -> Iterator[InversePair]:
    """The pairs whose product itself is stated, as a multiple of Id."""
    return (pair for fact in facts if fact.name == "equals" for pair in _products(fact))


def _product(factors: tuple[Term, ...]) -> Term:
    return factors[0] if len(factors) == 1 else matmul.build(factors)
