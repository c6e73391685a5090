"""All steps of a rule set on a term: every rule at every position, and the terms that result.

A strategy takes only one of these steps; confluence, for example, is a claim about all of them.

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

from ...core.context import EMPTY, Context
from ...core.substitution import replaced
from ...core.terms import Term
from ...deadline import OutOfTimeError, check_time
from ...errors import RewriteError
from ...matching.patterns import OutOfBudget, Search
from ...normalform.walk import normal
from ...rewriting.critical import positions
from ...rewriting.rule import Rule
from ...rewriting.ruleset import RuleSet
from ...rewriting.run import size

__all__ = ["EMPTY", "results", "steps"]

PLACES, BUDGET = 12, 2_000
"""At most this many matches of a rule at one position are examined, with this search budget."""
NODES, LARGEST = 80, 200
"""At most this many terms are rewritten in search of normal forms, each of at most this size."""


def steps(t: Term, context: Context, rules: RuleSet) -> Iterator[tuple[Rule, Term]]:
    """Every term that one step of a rule set makes of a normal term, with the rule applied."""
    made: dict[Term, list[tuple[Rule, Term]]] = {}
    for position, s in positions(t):
        if s not in made:
            candidates = rules.index.candidates(s)
            made[s] = [(r, found) for r in candidates for found in _made(r, s, context)]
        for r, found in made[s]:  # at another position the same step may lead elsewhere
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
        check_time()  # the search may also have ended because time is up
        return


def results(
    t: Term,
    context: Context,
    rules: RuleSet,
    enough: int = 2,
    nodes: int = NODES,
    deadline: float | None = None,
) -> list[Term]:
    """At most `enough` normal forms of a term, as far as they are found within the limits."""
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
