"""The cases in which a rule fires: with symbols for its variables, and the special cases that
matching adds."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from ...core.context import Context
from ...core.terms import Term
from ...core.variables import Bindings, instance
from ...deadline import OutOfTimeError
from ...errors import RewriteError
from ...normalform.walk import normal
from ...rewriting.rule import Rule
from .instances import bound
from .ordered import conditions_on_order, firing
from .special_rules import special_rules


@dataclass(frozen=True)
class Case:
    """Two normal sides without variables; the left one has no numeric factor."""

    left: Term
    right: Term
    context: Context
    plain: bool
    """Whether the rule has no conditions, so that the case represents all its instances."""


def cases(rule: Rule) -> list[Case]:
    """The cases of a rule; none if its conditions are never met."""
    plain = not rule.conditions
    found = [_case(rule.left, rule.right, i.bindings, i.context, plain) for i in firing(rule)]
    if conditions_on_order(rule):
        return found
    for special in special_rules(rule):
        sides = special.left, special.right
        with suppress(RewriteError):  # the conditions cannot hold in this case
            i = bound(sides, special.conditions)
            case = _case(*sides, i.bindings, i.context, plain)
            found += [case] if case.left.op is special.left.op else []
    return found


def _case(left: Term, right: Term, values: Bindings, context: Context, plain: bool) -> Case:
    left, right = (normal(instance(t, values), context) for t in (left, right))
    return Case(left, right, context, plain)


def known_cases(rule: Rule) -> list[Case]:
    """The cases of a rule, or none if one of them has no meaning."""
    try:
        return cases(rule)
    except OutOfTimeError:
        raise
    except (RewriteError, ArithmeticError):
        return []
