"""One-sided inverses are two-sided: A B = Id gives B A = Id for square matrices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..core.context import Context
from ..core.facts import Fact
from ..core.operators import ONE
from ..core.sorts import Matrix
from ..core.terms import Term
from ..theory.matrices import matmul


class InversePair(NamedTuple):
    """x y = Id, which a fact says as it stands (sign 1) or with its sides exchanged (sign -1)."""

    fact: Fact
    sign: int
    x: Term
    y: Term


def inverse_pairs(facts: Iterable[Fact]) -> Iterator[InversePair]:
    """The pairs of square matrices that equations say to be inverse to each other."""
    for fact in facts:
        if fact.name != "equals":
            continue
        for sign, (left, right) in ((1, fact.terms), (-1, fact.terms[::-1])):
            if left.op is matmul and right.op is ONE and right.sort is Matrix:
                for k in range(1, len(left.args)):
                    x, y = _product(left.args[:k]), _product(left.args[k:])
                    if x.shape == y.shape == right.shape:
                        yield InversePair(fact, sign, x, y)


def with_other_side(context: Context) -> Context:
    """A context that knows of every such pair that it is inverse on the other side too."""
    unit = {fact: max(fact.terms, key=lambda t: t.op is ONE) for fact in context.facts}
    more = [
        Fact("equals", (matmul.build((pair.y, pair.x)), unit[pair.fact]))
        for pair in inverse_pairs(context.facts)
    ]
    return context + Context(*more) if more else context


def _product(factors: tuple[Term, ...]) -> Term:
    return factors[0] if len(factors) == 1 else matmul.build(factors)
