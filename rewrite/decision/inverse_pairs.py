"""One-sided inverses are two-sided: A B = Id gives B A = Id for square matrices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from ..core.context import Context
from ..core.facts import Fact
from ..core.linear import scale
from ..core.operators import NUMBER, ONE, one_of
from ..core.sorts import Matrix
from ..core.terms import Term
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
        if fact.name != "equals":
            continue
        for sign, (left, right) in ((1, fact.terms), (-1, fact.terms[::-1])):
            number = _multiple_of_one(right)
            if left.op is matmul and number:
                for k in range(1, len(left.args)):
                    x, y = _product(left.args[:k]), _product(left.args[k:])
                    if x.shape == y.shape == right.shape:
                        x = x if number == 1 else scale.build((1 / number, x))
                        yield InversePair(fact, sign / number, x, y)


def _multiple_of_one(t: Term) -> Fraction | None:
    """The number n if a term is n times the identity; otherwise None."""
    if t.op is scale and t.args[0].op is NUMBER and t.args[1].op is ONE:
        return Fraction(t.args[0].value)
    return Fraction(1) if t.op is ONE and t.sort is Matrix else None


def with_other_side(context: Context) -> Context:
    """A context extended by the other equation, y x = Id, of every such pair."""
    more = [
        Fact("equals", (matmul.build((pair.y, pair.x)), one_of(Matrix, pair.x.shape)))
        for pair in inverse_pairs(context.facts)
    ]
    return context + Context(*more) if more else context


def _product(factors: tuple[Term, ...]) -> Term:
    return factors[0] if len(factors) == 1 else matmul.build(factors)
