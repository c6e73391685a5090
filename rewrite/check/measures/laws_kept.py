"""Whether the laws of operators keep or lower a measure, and never raise it.

The equations of a law are written in the direction in which `normal` uses them. They are checked as
terms on variables. So is the normal form of every operator on variables, which shows the effect of
laws without equations at the head of a term.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import fields
from functools import cache
from typing import Any

from ...core.laws import Equation, Law, Morphism, OnFact, Op, Pattern, Powers
from ...core.linear import neg
from ...core.operators import DECLARED, Atom, Operator
from ...core.terms import Term, postorder
from ...core.variables import variable
from ...deadline import OutOfTimeError
from ...errors import LimitError, RewriteError
from ...normalform.walk import normal
from ..models.finite_tables import sorted_equation
from .measure import NO_OPERATORS, Polynomial, measured


def measured_laws(
    ops: Sequence[Op], whole: frozenset[Op] = NO_OPERATORS
) -> list[tuple[Polynomial, Polynomial]] | None:
    """Measures before and after each law of the operators, and of operators that name them.

    None if that is unknown: a law depends on facts, or is too large to measure.
    """
    try:
        found = [pair for op in _with_users(ops) for pair in _measured_laws(op, whole)]
    except OutOfTimeError:
        raise
    except RewriteError:
        return None
    return list(dict.fromkeys(found))


@cache
def _measured_laws(op: Op, whole: frozenset[Op]) -> list[tuple[Polynomial, Polynomial]]:
    if op.module and any(isinstance(law, OnFact) for law in op.laws):
        raise LimitError(f"{op}: the effect of a law that depends on a fact is not measured")
    pairs = [(measured(left, whole), measured(right, whole)) for _, left, right in _reported(op)]
    return [(p, q) for p, q in pairs if p != q]


def _with_users(ops: Sequence[Op]) -> list[Op]:
    """The operators, and those declared by an author whose laws name one of them."""
    found = dict.fromkeys(ops)
    users = [op for op in list(DECLARED.values()) if op.module and op not in found]
    users = [op for op in users if any(named_by(law) & found.keys() for law in op.laws)]
    return [*found, *sorted(users, key=lambda op: op.name)]


def laws_that_name(heads: Collection[Op | Term], but: Collection[Op]) -> Iterator[tuple[Op, Law]]:
    """The laws that name one of `heads`, of all operators except those in `but`."""
    for op in list(DECLARED.values()):
        if op.laws and op not in but:
            yield from ((op, law) for law in op.laws if not named_by(law).isdisjoint(heads))


def named_by(law: Law) -> set[Op | Term]:
    """The operators and symbols that a law names."""
    values: list[Any] = [getattr(law, f.name) for f in fields(law)]
    inside = (s for x in values if isinstance(x, Term) for s in postorder(x))
    return {s.op if s.args else s for s in inside} | {x for x in values if isinstance(x, Operator)}


def law_pairs(ops: Sequence[Op]) -> list[tuple[Term, Term]] | None:
    """The sides of all equations of the laws; None if a law has no equations to be checked."""
    found: list[tuple[Term, Term]] = []
    for op in _with_users(ops):
        if any(isinstance(law, Powers) for law in op.laws):
            return None
        found += [(left, right) for _, left, right in _reported(op)]
        if any(not law.equations(op) for law in op.laws):
            return None
    return found


def _reported(op: Op) -> Iterator[tuple[str, Term, Term]]:
    """Equations of the laws that `normal` uses, and the normal form of the operator on
    variables."""
    for law in op.laws:
        if isinstance(law, Morphism) and not law.eager:
            continue
        for equation in law.equations(op):
            both = equation_terms(equation)
            if both is not None:
                yield (str(law), *both)
    kinds = op.params
    if None not in kinds:
        names = (f"v{i}" for i in range(len(kinds)))
        args = tuple(variable(n, *k) for n, k in zip(names, kinds, strict=True) if k is not None)
        t = op.build(args)
        yield "its normal form", t, normal(t)


def equation_terms(equation: Equation) -> tuple[Term, Term] | None:
    """The sides of an equation as terms; None if sorts are open."""
    try:
        left, right, kinds = sorted_equation(equation)
        variables = {name: variable(name, *kind) for name, kind in kinds.items()}
        return _built(left, variables), _built(right, variables)
    except OutOfTimeError:
        raise
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
