"""Special cases of rules that matching adds: a variable may stand for a neutral element.

If f has a neutral element e, h(f(x, y)) -> x also matches h(a): as h(f(a, e)) and as h(f(e, a)). So
rules have more overlaps than their left sides show. Matching does not do this at the head of a left
side.

>>> from rewrite import Neutral, Term, operator, rule, symbol
>>> class Thing(Term):
...     "Some thing."
>>> h, e = operator("h", Thing, result=Thing), symbol("e", Thing)
>>> f = operator("f", Thing, Thing, result=Thing, laws=[Neutral(e)])
>>> @rule
... def first(x: Thing, y: Thing):
...     "h of a pair is its first."
...     return h(f(x, y)) >> x
>>> for case in special_rules(first):
...     print(case.name, case.left, "->", case.right)
first with x = e h(y) -> e
first with y = e h(x) -> x
first with x = e, y = e h(e) -> e
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ...core.laws import Neutral
from ...core.linear import LINEAR_OPERATORS
from ...core.operators import VARIABLE
from ...core.terms import Term, postorder
from ...core.variables import instance, variables_of
from ...deadline import OutOfTimeError
from ...errors import LimitError, RewriteError
from ...matching.patterns import neutral_for
from ...normalform.walk import normal
from ...rewriting.critical import LawRule, with_values
from ...rewriting.rule import Rule

MOST = 5
"""The most variables of a rule that may stand for neutral elements."""


def special_rules(rule: Rule) -> Iterator[LawRule]:
    """A rule with neutral elements for some variables below its head, for every choice of them."""
    neutral = sorted(_neutral(rule.left), key=str)
    if len(neutral) > MOST:
        raise LimitError(f"{rule.name} has more than {MOST} variables that may be neutral")
    seen = {(rule.left, rule.right)}
    for count in range(1, len(neutral) + 1):
        for some in combinations(neutral, count):
            values = dict(some)
            try:
                left, right = (normal(instance(t, values)) for t in (rule.left, rule.right))
            except OutOfTimeError:
                raise
            except (RewriteError, ArithmeticError):
                continue
            lost = len(values) < count or not variables_of(right) <= variables_of(left)
            if lost or left.op is not rule.left.op or left is right or (left, right) in seen:
                continue
            seen.add((left, right))
            reported = ", ".join(f"{v} = {e}" for v, e in some)
            when = tuple(with_values(c, values) for c in rule.conditions)
            yield LawRule(f"{rule.name} with {reported}", left, right, when)


def _neutral(left: Term) -> set[tuple[Term, Term]]:
    """The variables that may be neutral in their positions, each with the neutral element."""
    found: set[tuple[Term, Term]] = set()
    for s in postorder(left):
        law = s.op.law(Neutral) if s.args and s.op not in LINEAR_OPERATORS else None
        if law is not None and s is not left:
            for v in s.args:
                e = neutral_for(law, v, {}) if v.op is VARIABLE else None
                found |= {(v, e)} if e is not None else set()
    return found
