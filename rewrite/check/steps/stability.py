"""Whether a step on symbols is also a step on all instances.

It is, unless a law changes the instance first: f(x, y) -> g(x, y) rewrites f(x, y), but not f(a, a)
if f is idempotent, since then f(a, a) is a. Laws that only move operands make no difference.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...core.laws import AlsoWritten, Associative, Commutative, Law
from ...core.linear import LINEAR_OPERATORS
from ...core.terms import Term, postorder
from ..measures.laws_kept import laws_that_name

MOVING = (Associative, Commutative, AlsoWritten)
"""Laws that remove nothing: unification takes them into account, or `normal` ignores them."""


def stable(terms: Iterable[Term]) -> bool:
    """Whether no law removes anything from instances of terms.

    >>> from rewrite import Commutative, Idempotent, Term, operator, symbol
    >>> class Thing(Term):
    ...     "Some thing."
    >>> a, b = symbol("a", Thing), symbol("b", Thing)
    >>> f = operator("f", Thing, Thing, result=Thing, laws=[Commutative()])
    >>> g = operator("g", Thing, Thing, result=Thing, laws=[Idempotent()])
    >>> stable([f(a, b)]), stable([f(a, g(a, b))])
    (True, False)
    """
    inside = {s.op if s.args else s for t in terms for s in postorder(t)}
    ops = [op for op in inside if not isinstance(op, Term)]
    if any(op in LINEAR_OPERATORS or not all(map(_moves, op.laws)) for op in ops):
        return False
    return all(_moves(law) for _, law in laws_that_name(inside, ops))


def _moves(law: Law) -> bool:
    return isinstance(law, MOVING) and getattr(law, "opens", None) is None
