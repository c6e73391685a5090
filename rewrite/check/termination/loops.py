"""Loops: a set rewrites a term to itself, or to a larger term that contains it.

Every left side is a start, with symbols for its variables. The steps of all rules at all positions
are followed, the smallest terms first, up to a limit. If a term comes up that contains the start,
or an instance of the left side that it began with, the same steps can be repeated forever, unless a
law intervenes: then no loop is reported. If no operator has a law, chains of steps are also
composed from rules (see `endings.closures`), which finds loops that start at no left side.

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
from dataclasses import dataclass, replace
from itertools import count, pairwise
from typing import Any

from ...core.context import EMPTY, Context
from ...core.declare import symbol
from ...core.substitution import replaced, subs
from ...core.terms import Term, postorder
from ...core.variables import Bindings, instance, variables_of
from ...deadline import check_time
from ...errors import RewriteError
from ...matching.patterns import OutOfBudget, Search
from ...normalform.walk import normal
from ...rewriting.critical import positions
from ...rewriting.rule import Rule
from ...rewriting.ruleset import RuleSet
from ...rewriting.run import size
from ..steps.all_steps import steps
from ..steps.instances import Instance, concrete
from ..steps.stability import stable
from ..time_shares import Deadline
from .methods.closures import found_plain_loop
from .methods.plain import Plain, System, system_of

NODES, STEPS, PLACES, SECONDS = 60, 8, 12, 3.0
"""The limits for one start: how many terms, steps in a row, and matches of a rule; and the time for
all starts in seconds."""
ROUNDS = 4
"""How often the steps of a loop are repeated to see whether a law ends it."""


@dataclass(frozen=True)
class Loop:
    """The terms of a loop and the rules between them."""

    terms: tuple[Term, ...]
    rules: tuple[Rule, ...]
    growing: bool = False
    """Whether the last term contains an instance of the first left side, but not the first term."""

    def __str__(self) -> str:
        names = ", ".join(r.name for r in self.rules)
        more = " -> …" if self.growing else ""
        return f"{' -> '.join(map(str, self.terms))}{more}   ({names})"


def found_loop(rules: RuleSet, nodes: int = NODES, deadline: Deadline | None = None) -> Loop | None:
    """The first loop found from a left side of the set, or by composing rules."""
    whole = deadline or Deadline()
    deadline = whole.share(0.5, most=SECONDS)
    for r in rules:
        if deadline.passed:
            break
        try:
            found = _from(r, concrete(r), rules, nodes, deadline)
        except (RewriteError, ArithmeticError):
            continue
        if found is not None:
            return found
    return _plain_loop(rules, whole.share(1, most=SECONDS))


def _plain_loop(rules: RuleSet, deadline: Deadline) -> Loop | None:
    """A loop of rules without conditions on operators without laws, with every step checked."""
    system = None if any(r.conditions for r in rules) else system_of(list(rules))
    if system is None or system.laws or system.theories:
        return None
    found = found_plain_loop(system.strict, lambda: deadline.passed)
    if found is None:
        return None
    try:
        terms = [_built(t, system) for t in found.chain.terms(system.strict)]
    except RewriteError:
        return None
    used = tuple(rules.rules[system.origins[number]] for _, number in found.chain.steps)
    loop = Loop(tuple(terms), used, growing=not any(s is terms[0] for s in postorder(terms[-1])))
    return loop if terms and _followed(loop, rules) else None


def _built(t: Plain, system: System) -> Term:
    """A term with symbols for variables, of the sorts that their positions require."""
    heads = dict(system.heads)

    def made(s: Plain, kind: Any) -> Term:
        if isinstance(s, str):
            variable: Term = symbol(f"x{s}", *kind)
            return variable
        head = heads[s[0]]
        if isinstance(head, Term):
            return head
        found: Term = head.build(tuple(map(made, s[1:], head.params)))
        return found

    return made(t, None)


def _followed(loop: Loop, rules: RuleSet) -> bool:
    """Whether every step of a loop is a step of the set."""
    return all(
        (r, t) in steps(s, EMPTY, rules)
        for s, r, t in zip(loop.terms, loop.rules, loop.terms[1:], strict=False)
    )


def _from(
    first: Rule, own: Instance, rules: RuleSet, nodes: int, deadline: Deadline
) -> Loop | None:
    ticket, context = count(), own.context
    start = normal(own.left, context)
    queue = [(0, size(start), next(ticket), Loop((start,), ()))]
    seen = {start}
    while queue and len(seen) < nodes and not deadline.passed:
        depth, _, _, path = heapq.heappop(queue)
        if depth >= STEPS:
            continue
        for r, t in steps(path.terms[-1], context, rules):
            longer = Loop((*path.terms, t), (*path.rules, r))
            if t is start or _inside(longer, context):
                return longer
            if _again(first, longer, own):
                return replace(longer, growing=True)
            if t not in seen and size(t) <= 4 * size(start) + 40:
                seen.add(t)
                heapq.heappush(queue, (depth + 1, size(t), next(ticket), longer))
    return None


def _inside(path: Loop, context: Context) -> bool:
    """Whether the last term contains the first, and still does when the steps are repeated.

    Laws may prevent that: a -> f(a) goes no further than f(f(a)) if two f cancel. Laws act only on
    adjacent operators, so a term that survives a few rounds survives forever. Every step is
    actually repeated, because a law may also remove a term in between.
    """
    start, whole = path.terms[0], path.terms[-1]
    met = {start, whole}
    for _ in range(ROUNDS):
        for before, after in pairwise(path.terms):
            at = next((position for position, s in positions(whole) if s is before), None)
            if at is None:
                return False
            whole = normal(replaced(whole, at, after), context)
        if whole in met:
            return False
        met.add(whole)
    return any(s is start for s in postorder(whole))


def _again(first: Rule, path: Loop, own: Instance) -> bool:
    """Whether the last term contains an instance of the first left side, for which the same steps
    can be repeated: their rules have no conditions, and no law can intervene."""
    sides = [t for r in path.rules for t in (r.left, r.right)]
    if any(r.conditions for r in path.rules) or not stable((*path.terms, *sides)):
        return False
    check_time()
    last, search = path.terms[-1], Search(own.context, budget=2_000)
    try:
        return any(
            s is not last or _moves_on(first, last, p.bindings, own)
            for s in postorder(last)
            for p in first.places(s, search)
        )
    except (OutOfBudget, RewriteError):
        return False


def _moves_on(first: Rule, t: Term, bindings: Bindings, own: Instance) -> bool:
    """Whether a term that is an instance of its start changes every time the steps are repeated.

    f(x) -> f(a) changes it only once: the next step changes nothing and is not taken.
    """
    if normal(instance(first.left, bindings)) is not t:
        return True  # each round adds something beside the instance
    values = {own.bindings[v]: bindings[v] for v in variables_of(first.left)}
    for _ in range(len(values) + 2):
        t, before = normal(subs(t, values)), t
        if t is before:
            return False
    return True
