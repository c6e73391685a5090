"""Instances of rules with conditions on order: symbols and larger terms are tried until they hold.

`precedes` compares sizes first, then names. So symbols whose names come early and late are tried,
and terms that an operator of the rule makes of them.

>>> from rewrite import Term, operator, precedes, rule
>>> class Thing(Term):
...     "Some thing."
>>> f, k = operator("f", Thing, result=Thing), operator("k", Thing, Thing, result=Thing)
>>> @rule
... def larger_first(x: Thing, y: Thing):
...     "k = f"
...     return (k(x, f(y)) >> f(x)).when(precedes(f(y), x))
>>> [found.left for found in firing(larger_first, most=2)]
[k(f(x), f(a_y)), k(k(x, a_x), f(y))]
>>> @rule
... def never(x: Thing, y: Thing):
...     "k = f"
...     return (k(x, y) >> f(x)).when(precedes(x, y), precedes(y, x))
>>> firing(never)
[]
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

from ...core.declare import symbol
from ...core.facts import Fact
from ...core.linear import add
from ...core.operators import VARIABLE
from ...core.sorts import Linear, Scalar
from ...core.terms import Term, postorder
from ...core.variables import Bindings, instance, variables_of
from ...deadline import OutOfTimeError
from ...errors import RewriteError
from ...matching.patterns import Search
from ...rewriting.conditions import FreeOf, Precedes, satisfied
from ...rewriting.rule import Rule
from .instances import Instance, concrete, simple

TRIES = 600
"""At most this many instances are tried."""


def conditions_on_order(rule: Rule) -> list[Precedes | FreeOf]:
    return [c for c in rule.conditions if isinstance(c, Precedes | FreeOf)]


def firing(rule: Rule, most: int = 4) -> list[Instance]:
    """Instances for which the conditions on order hold; one if there are no such conditions.

    The first has symbols for its variables if possible. There are several because a finding about
    an instance with larger terms may be due to these terms.
    """
    found = concrete(rule)
    wanted = conditions_on_order(rule)
    if not wanted:
        return [found]
    search = Search(found.context)
    fitting = (
        bindings
        for bindings in _choices(rule, found.bindings)
        if all(satisfied(c, bindings, search) for c in wanted)
    )
    return [_instance(rule, found, bindings) for bindings in islice(fitting, most)]


def _instance(rule: Rule, found: Instance, bindings: Bindings) -> Instance:
    left, right = (instance(t, bindings) for t in (rule.written.left, rule.written.right))
    return Instance(left, right, found.context, bindings)


def _choices(rule: Rule, bindings: Bindings) -> Iterator[Bindings]:
    """Other values for the variables in conditions on order, the fewest changes first."""
    related = {v for c in rule.conditions if isinstance(c, Fact) and not simple(c)
               for t in c.terms for v in variables_of(t)}  # fmt: skip
    free = {v for c in conditions_on_order(rule) for t in c.terms for v in variables_of(t)}
    varied = sorted(free - related, key=str)
    options = [_values(rule, v, bindings[v]) for v in varied]
    some = sorted(product(*map(enumerate, options)), key=lambda picked: sum(i for i, _ in picked))
    for picked in some[:TRIES]:
        yield {**bindings, **{v: t for v, (_, t) in zip(varied, picked, strict=True)}}


def _values(rule: Rule, v: Term, own: Term) -> list[Term]:
    """A symbol, symbols ordered before and after it, and larger terms of the same kind."""
    facts: dict[str, Any] = {
        c.name: True
        for c in rule.conditions
        if isinstance(c, Fact) and simple(c) and c.terms[0] is v
    }
    early, late = (symbol(f"{c}_{own.name}", own.sort, own.shape, **facts) for c in "az")
    found = [own, early, late]
    if not facts:
        found += _larger(rule, [own, early, late])
        found += _larger(rule, found[3:4]) if len(found) > 3 else []
    return found


def _larger(rule: Rule, some: list[Term]) -> list[Term]:
    """Terms of one kind that an operator of the rule makes of others, or a sum of them."""
    kind = some[0].sort, some[0].shape
    found: dict[Term, None] = {}
    if issubclass(some[0].sort, Linear) and len(some) > 1:
        found[add.build(tuple(some[:2]))] = None
        found[add.build(tuple(some))] = None
    for s in postorder(rule.written.left):
        if s.args and s.op is not VARIABLE and all((a.sort, a.shape) == kind for a in s.args):
            try:
                made = s.op.build(tuple(some[i % len(some)] for i in range(len(s.args))))
            except OutOfTimeError:
                raise
            except RewriteError:
                continue
            if (made.sort, made.shape) == kind and made.sort is not Scalar:
                found[made] = None
    return list(found)[:3]
