"""Whether the laws of operators leave a measure as it is, or lower it.

The equations of a law are written in the direction in which `normal` uses them. They are checked as
terms, on variables; so is the normal form of every operator on variables, which shows what laws
without equations do at the head of a term.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from ..errors import RewriteError
from ..laws import Equation, Morphism, Op, Pattern, Powers
from ..laws.tables import sorted_equation
from ..normalform.walk import normal
from ..operators import Atom
from ..terms import Term
from ..theory.linear import neg
from ..variables import variable
from .measure import measured
from .ordering import Ordering


def growing_law(ops: Sequence[Op]) -> str | None:
    """A law that makes the measure grow, or None."""
    for op in ops:
        found = _growing(op)
        if found is not None:
            return found
    return None


@cache
def _growing(op: Op) -> str | None:
    for what, left, right in _told(op):
        p, q = measured(left), measured(right)
        names = tuple(sorted({op.name}))
        if p != q and not Ordering(names).above(p, q):
            return f"{op}: {what}"
    return None


def law_pairs(ops: Sequence[Op]) -> list[tuple[Term, Term]] | None:
    """The sides of all equations of the laws; None if a law has no equations to be checked."""
    found: list[tuple[Term, Term]] = []
    for op in ops:
        if any(isinstance(law, Powers) for law in op.laws):
            return None
        found += [(left, right) for _, left, right in _told(op)]
        if any(not law.equations(op) for law in op.laws):
            return None
    return found


def _told(op: Op) -> Iterator[tuple[str, Term, Term]]:
    """Equations of the laws that `normal` uses, and what it makes of the operator on variables."""
    for law in op.laws:
        if isinstance(law, Morphism) and not law.eager:
            continue
        for equation in law.equations(op):
            sides = _terms(equation)
            if sides is not None:
                yield (str(law), *sides)
    kinds = op.params
    if None not in kinds:
        names = (f"v{i}" for i in range(len(kinds)))
        args = tuple(variable(n, *k) for n, k in zip(names, kinds, strict=True) if k is not None)
        t = op.build(args)
        yield "its normal form", t, normal(t)


def _terms(equation: Equation) -> tuple[Term, Term] | None:
    """The sides of an equation as terms; None if sorts are open."""
    try:
        left, right, kinds = sorted_equation(equation)
        variables = {name: variable(name, *kind) for name, kind in kinds.items()}
        return _built(left, variables), _built(right, variables)
    except (RewriteError, KeyError):
        return None


def _built(p: Pattern, variables: dict[str, Term]) -> Term:
    if isinstance(p, str):
        return variables[p]
    if isinstance(p, Term):
        return p
    if isinstance(p, Atom):
        raise KeyError(p)
    head = neg if p[0] == "-" else p[0]
    found: Term = head.build(tuple(_built(q, variables) for q in p[1:]))
    return found
