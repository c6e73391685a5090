"""Compiling patterns: the laws of a term's operator decide which matcher it gets."""

from __future__ import annotations

from collections.abc import Callable

from ..core.laws import Anticommutative, Commutative, Powers, ReadsAs
from ..core.linear import add, div, neg, power, scale, times
from ..core.operators import DECLARED, VARIABLE
from ..core.sorts import Scalar
from ..core.terms import Term, postorder
from ..core.variables import variables_of
from .bags import Bag
from .letters import product_of
from .patterns import Compile, Ground, Op, Pattern, Plain, Signed, Swapped, Variable
from .scalar_products import Product
from .sums import Sum
from .words import Word

BY_MONOMIALS: dict[Op, Callable[[Term, Compile], Pattern]] = {
    add: Sum,
    neg: Product,
    times: Product,
    scale: Product,
    power: Product,
    div: Product,
}
"""The operators whose patterns are matched by monomials."""

DEEPEST = 150
"""The deepest nesting of operators in a pattern, since matching is recursive."""


def too_deep(t: Term) -> str:
    """Why a pattern is nested too deep to be matched; empty if it is not. Parts without variables
    are only compared."""
    levels: dict[Term, int] = {}
    for s in postorder(t):
        below = max((levels[a] for a in s.args), default=0)
        levels[s] = below + 1 if below or s.op is VARIABLE else 0
    if levels[t] <= DEEPEST:
        return ""
    return (
        f"is nested {levels[t]} operators deep, and patterns may have a depth of at most "
        f"{DEEPEST}; declare an operator for an inner part of it"
    )


def compiled(t: Term) -> Pattern:
    """The matcher of a normal term with variables."""
    if not variables_of(t):
        return Ground(t)
    if t.op is VARIABLE:
        return Variable(t)
    return compiled_head(t)


def compiled_head(t: Term) -> Pattern:
    """The matcher of the left side of a rule, which may match inside longer sums and products."""
    if not t.args:  # all symbols have the same operator
        return Ground(t)
    product = product_of(t)
    if product is not None:
        return Bag(t, product, compiled) if product.law(Commutative) else Word(t, product, compiled)
    if t.op in BY_MONOMIALS and not (t.op is power and t.sort is not Scalar):
        return BY_MONOMIALS[t.op](t, compiled)
    if t.op.law(Commutative) is not None:
        return Swapped(t, compiled)
    kind = Plain if t.op.law(Anticommutative) is None else Signed
    return kind(t, compiled)


def heads_of(t: Term) -> tuple[Op, ...]:
    """The operators that a term may have at its head for the left side `t` to occur there."""
    product = product_of(t) if t.args else None
    if product is not None:
        powers = product.law(Powers)
        also = [op for op in list(DECLARED.values()) if _reads_as(op, product)]
        return (product, *(() if powers is None else (powers.power,)), *also)
    if t.op in BY_MONOMIALS and t.op is not add and not (t.op is power and t.sort is not Scalar):
        return (times, power) if t.sort is Scalar else (scale,)
    return (t.op,)


def _reads_as(op: Op, word: Op) -> bool:
    law = op.law(ReadsAs)
    return law is not None and op is not word and law.of is word
