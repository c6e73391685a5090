"""Loops: a term that comes back when a set rewrites it, itself or inside a larger one.

Every left side is a start, with symbols for its variables. Steps at all places are followed, each
by the first rule of the set that changes something there, the smallest terms first, up to a limit.
Where a term comes up that contains the start, or an instance of a left side that led to it, the
same steps can be taken again, and again.

>>> from rewrite import RuleSet, Term, operator, rule
>>> class Thing(Term):
...     "Some thing."
>>> f, g = operator("f", Thing, result=Thing), operator("g", Thing, result=Thing)
>>> @rule
... def there(x: Thing):
...     "f = g"
...     return f(x) >> g(g(x))
>>> @rule
... def back(x: Thing):
...     "g = f"
...     return g(g(x)) >> g(f(x))
>>> print(found_loop(RuleSet(there, back)))
f(x) -> g(g(x)) -> g(f(x))   (there, back)
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count

from ..core.context import Context
from ..core.substitution import replaced
from ..core.terms import Term, postorder
from ..errors import RewriteError
from ..matching.patterns import OutOfBudget, Search
from ..normalform.walk import normal
from ..rewriting.rule import Rule
from ..rewriting.ruleset import RuleSet
from ..rewriting.run import size
from ..rewriting.strategies import bottom_up, exhaust
from .instances import concrete

NODES, STEPS, PLACES, SECONDS = 60, 8, 12, 3.0
"""How many terms are followed from one start, how many steps deep, how many places of a rule, and
for how long."""


@dataclass(frozen=True)
class Loop:
    """The terms of a loop and the rules between them."""

    terms: tuple[Term, ...]
    rules: tuple[Rule, ...]
    growing: bool = False
    """Whether the last term has an instance of the first left side, and not the first term."""

    def __str__(self) -> str:
        names = ", ".join(r.name for r in self.rules)
        more = " -> …" if self.growing else ""
        return f"{' -> '.join(map(str, self.terms))}{more}   ({names})"


def found_loop(rules: RuleSet, nodes: int = NODES) -> Loop | None:
    """A loop from a left side of the set, the shortest of those that were met."""
    end = time.monotonic() + SECONDS
    for r in rules:
        if time.monotonic() > end:
            return None
        try:
            start = concrete(r)
            found = _from(r, normal(start.left, start.context), start.context, rules, nodes)
        except (RewriteError, ArithmeticError):
            continue
        if found is not None:
            return found
    return None


def _from(first: Rule, start: Term, context: Context, rules: RuleSet, nodes: int) -> Loop | None:
    ticket = count()
    queue = [(0, size(start), next(ticket), Loop((start,), ()))]
    seen = {start}
    end = time.monotonic() + SECONDS
    while queue and len(seen) < nodes and time.monotonic() < end:
        depth, _, _, path = heapq.heappop(queue)
        if depth >= STEPS:
            continue
        for r, t in steps(path.terms[-1], context, rules):
            longer = Loop((*path.terms, t), (*path.rules, r))
            if any(s is start for s in postorder(t)):
                return longer
            if _again(first, t, context, rules):
                return replace(longer, growing=True)
            if t not in seen and size(t) <= 4 * size(start) + 40:
                seen.add(t)
                heapq.heappush(queue, (depth + 1, size(t), next(ticket), longer))
    return None


def _again(first: Rule, t: Term, context: Context, rules: RuleSet) -> bool:
    """Whether a term has an instance of the left side it came from, and does go on for ever."""
    search = Search(context, budget=2_000)
    try:
        if not any(
            first.result(p, search) is not None
            for s in postorder(t)
            for p in first.places(s, search)
        ):
            return False
    except (OutOfBudget, RewriteError):
        return False
    outcome = exhaust(bottom_up(rules)).run(t, context, steps=200, seconds=0.3, size=5_000)
    return "steps" in outcome.reason or "size" in outcome.reason or "cycle" in outcome.reason


def steps(t: Term, context: Context, rules: RuleSet) -> Iterator[tuple[Rule, Term]]:
    """Every term that the set makes of a normal term in one step, with the rule that does it."""
    for position, s in _positions(t):
        for r in rules.index.candidates(s):
            whole = None
            for found in _results(r, s, context):
                whole = normal(replaced(t, position, found), context) if position else found
                if whole is not t:
                    yield r, whole
            if whole is not None:
                break


def _results(r: Rule, t: Term, context: Context) -> Iterator[Term]:
    search = Search(context, budget=2_000)
    try:
        for i, place in enumerate(r.places(t, search)):
            found = r.result(place, search)
            if found is not None and found is not t:
                yield found
            if i >= PLACES:
                return
    except (OutOfBudget, RewriteError):
        return


def _positions(root: Term) -> Iterator[tuple[tuple[int, ...], Term]]:
    stack: list[tuple[tuple[int, ...], Term]] = [((), root)]
    seen = set()
    while stack:
        position, t = stack.pop()
        if t not in seen:
            seen.add(t)
            yield position, t
            stack += [((*position, i), a) for i, a in enumerate(t.args)]
