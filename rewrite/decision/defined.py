"""Where terms are defined: what they divide by, and whether they divide at all.

The record of an operator states its requirements, as `undefined`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..core.linear import add, div, power, times
from ..core.operators import NUMBER
from ..core.sorts import Scalar
from ..core.terms import Term, free_symbols, order, postorder
from ..errors import RewriteError
from ..evaluation.evaluate import evaluate
from ..normalform.walk import normal
from ..theory.lengths import norm, norm2
from ..theory.scalars import pi
from ..theory.vectors import dot


def must_not_vanish(nodes: Iterable[Term]) -> tuple[Term, ...]:
    """The divisors in the nodes of terms: denominators, determinants of inverses, squared norms."""
    found = {x: None for t in nodes for x in _needs(t) or ()}
    return tuple(sorted((t for t in found if _varies(t)), key=order))


def _varies(t: Term) -> bool:
    return any(s.is_symbol for s in postorder(t))


def is_total(nodes: Iterable[Term]) -> bool:
    """Whether the nodes of terms have a value wherever their symbols have one."""
    return all(_needs(s) is None for s in nodes)


def never_negative(t: Term) -> bool:
    """Whether a scalar is clearly not negative: a root, an even power, a norm, a positive constant,
    or made of such.

    >>> from rewrite import norm, number, scalar, sqrt, vector
    >>> x, a = scalar("x"), vector("a")
    >>> never_negative(3*x**2*norm(a) + 1), never_negative(x*norm(a))
    (True, False)
    >>> never_negative(x**2*(sqrt(number(2)) - 1)), never_negative(1 - sqrt(number(2)))
    (True, False)
    """
    return _never_negative(t) or _never_negative(normal(t))


def _never_negative(t: Term) -> bool:
    known: dict[Term, bool] = {}
    for s in postorder(t):
        of = [known[a] for a in s.args]
        if s.op is NUMBER:
            known[s] = s.value >= 0
        elif s.op is power:
            n = s.args[1].value
            known[s] = of[0] or n.denominator > 1 or n % 2 == 0
        elif s.op in (add, times, div):
            known[s] = all(of)
        else:
            squared = s.op is dot and s.args[0] is s.args[1]
            known[s] = s.op in (norm, norm2) or s is pi or squared
        known[s] = known[s] or _is_positive_constant(s)
    return known[t]


def _is_positive_constant(t: Term) -> bool:
    """Whether an enclosure of a constant, such as 1 - cos(π/5), has only positive numbers."""
    if t.sort is not Scalar or free_symbols(t):
        return False
    try:
        return bool(evaluate(t, {}, "interval") > 0)
    except (RewriteError, ArithmeticError):
        return False


def _needs(t: Term) -> Sequence[Term] | None:
    """The terms that must not vanish for a term to have a value; None if it always has one.

    A user's function that does not declare where it is undefined may be undefined anywhere.
    """
    if t.op.undefined is None:
        return None if t.op.evaluate is None and t.op.definition is None else ()
    return t.op.undefined(*t.args)
