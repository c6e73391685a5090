"""Further equations that follow from those of a context, for proofs by laws and rules."""

from __future__ import annotations

from ..core.context import Context
from ..core.facts import Fact
from ..core.operators import one_of
from ..core.sorts import Matrix
from ..core.substitution import subs
from ..core.terms import Term
from ..errors import RewriteError
from ..evaluation.tasks import Equation, unfolded
from ..normalform.walk import normal
from ..theory.matrices import matmul
from .inverse_pairs import products_that_are_one


def with_consequences(context: Context) -> Context:
    """A context extended by y x = Id where x y = Id is stated, and by values of symbols."""
    more = [
        Fact("equals", (matmul.build((pair.y, pair.x)), one_of(Matrix, pair.x.shape)))
        for pair in products_that_are_one(context.facts)
    ]
    more += [Fact("equals", pair) for pair in solved(context).items()]
    try:
        return context + Context(*more) if more else context
    except RewriteError:  # the values of symbols may depend on each other
        return context


def solved(context: Context) -> dict[Term, Term]:
    """The values of symbols in linear equations between scalars that are stated in another way.

    >>> from rewrite import equals, pi, scalars
    >>> x, y, z = scalars("x y z")
    >>> solved(Context(equals(x + y, pi), equals(2*x, 2*z)))
    {x: pi - y, y: pi - z}
    """
    found: dict[Term, Term] = {}
    for e in unfolded(context)[0]:
        if e.left.is_symbol or e.right.is_symbol:
            continue
        sides = [e.left, e.right]
        for x, value in found.items():
            sides = [subs(side, {x: value}) for side in sides]
        for x, value in Equation(sides[0], sides[1]).gives[:1]:
            found[x] = normal(value)
    return found
