"""All that a set can do to a term: every rule at every place, and the results that this leads to.

A strategy takes one of these steps; claims about all of them are checked here.

>>> from rewrite import RuleSet, Term, operator, rule, symbol
>>> class Thing(Term):
...     "Some thing."
>>> f, g = operator("f", Thing, result=Thing), operator("g", Thing, result=Thing)
>>> @rule
... def twice(x: Thing):
...     "f f = g"
...     return f(f(x)) >> g(x)
>>> for end in results(f(f(f(symbol("a", Thing)))), EMPTY, RuleSet(twice)):
...     print(end)
f(g(a))
g(f(a))
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from ..core.context import EMPTY, Context
from ..core.substitution import replaced
from ..core.terms import Term
from ..deadline import OutOfTimeError, check_time
from ..errors import RewriteError
from ..matching.patterns import OutOfBudget, Search
from ..normalform.walk import normal
from ..rewriting.critical import positions
from ..rewriting.rule import Rule
from ..rewriting.ruleset import RuleSet
from ..rewriting.run import size

__all__ = ["EMPTY", "results", "steps"]

PLACES, BUDGET = 12, 2_000
"""How many ways to use a rule at one place are examined, and how long they are searched for."""
NODES, LARGEST = 80, 200
"""How many terms are followed to see where they end, and of what size."""


def steps(t: Term, context: Context, rules: RuleSet) -> Iterator[tuple[Rule, Term]]:
    """Every term that a set makes of a normal term in one step, with the rule that does it."""
    seen: set[Term] = set()
    for position, s in positions(t):
        if s in seen:
            continue
        seen.add(s)
        for r in rules.index.candidates(s):
            for found in _made(r, s, context):
                whole = normal(replaced(t, position, found), context) if position else found
                if whole is not t:
                    yield r, whole


def _made(r: Rule, t: Term, context: Context) -> Iterator[Term]:
    search = Search(context, budget=BUDGET)
    try:
        for i, place in enumerate(r.places(t, search)):
            found = r.result(place, search)
            if found is not None and found is not t:
                yield found
            if i >= PLACES:
                return
    except OutOfTimeError:
        raise
    except (OutOfBudget, RewriteError):
        check_time()  # a search ends so when the time is out, too
        return


def results(
    t: Term,
    context: Context,
    rules: RuleSet,
    enough: int = 2,
    nodes: int = NODES,
    deadline: float | None = None,
) -> list[Term]:
    """Normal forms that a term has, `enough` of them at most, and as far as it can be followed."""
    found: dict[Term, None] = {}
    seen, stack = {t}, [t]
    while stack and len(found) < enough and len(seen) < nodes:
        if deadline is not None and time.monotonic() > deadline:
            break
        s = stack.pop()
        after = [x for _, x in steps(s, context, rules)] if size(s) <= LARGEST else [s]
        if not after:
            found[s] = None
        stack += [x for x in after if x not in seen]
        seen.update(after)
    return list(found)
