"""Where terms are defined: what they divide by, and whether they divide at all."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.linear import div, power
from ..core.sorts import Matrix, Quaternion
from ..core.terms import Term, free_symbols, order, postorder
from ..theory.matrices import det, inv
from ..theory.scalars import sqrt
from ..theory.vectors import norm2


def must_not_vanish(terms: Sequence[Term]) -> tuple[Term, ...]:
    """What some terms divide by: divisors, determinants of what is inverted, squared norms."""
    found: dict[Term, None] = {}
    for root in terms:
        for t in postorder(root):
            if t.op is div:
                found[t.args[1]] = None
            elif t.op is inv or (t.op is power and t.args[1].value < 0):
                found[_divisor(t.args[0])] = None
    return tuple(sorted((t for t in found if free_symbols(t)), key=order))


def is_total(terms: Sequence[Term]) -> bool:
    """Whether terms have a value wherever their symbols have one."""
    nodes = {s for t in terms for s in postorder(t)}
    return not any(
        t.op in (div, inv, sqrt)
        or (t.op is power and (t.args[1].value < 0 or t.args[1].value.denominator > 1))
        or t.op.evaluate is not None
        or t.op.definition is not None
        for t in nodes
    )


def _divisor(t: Term) -> Term:
    """What vanishes where a term has no inverse."""
    if t.sort is Matrix:
        return det(t)  # type: ignore[arg-type]
    return norm2(t) if t.sort is Quaternion else t  # type: ignore[arg-type]
