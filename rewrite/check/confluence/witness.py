"""A term with two results, for a critical pair of a rule and a law that cannot be joined.

A law that removes an operator interferes with a rule only after a step: p(x, x) is x by a law, so
no rule applies there, but p(a, b) becomes p(b, b) if a becomes b. So sub-terms of the overlap are
replaced by terms that some rule rewrites to them, and all steps from each such term are followed.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from ...core.substitution import replaced, subs
from ...core.terms import Term, free_symbols, order
from ...core.variables import instance, variables_of
from ...errors import RewriteError
from ...matching.unification import settled, unified
from ...normalform.walk import normal
from ...rewriting.critical import positions
from ...rewriting.rule import Rule
from ...rewriting.ruleset import RuleSet
from ..steps.all_steps import results
from ..steps.instances import symbols_for
from .joining import Divergence

TRIES = 60
"""At most this many terms are examined for one pair."""


def witness(d: Divergence, rules: RuleSet, deadline: float) -> Divergence | None:
    """A term near the overlap of a rule and a law that has two results, if there is one."""
    seen: set[Term] = set()
    for t in before(d.peak, rules):
        if len(seen) >= TRIES or time.monotonic() > deadline:
            return None
        if t in seen:
            continue
        seen.add(t)
        ends = results(t, d.context, rules, deadline=deadline)
        if len(ends) > 1:
            left, right = sorted(ends, key=order)
            return Divergence(d.pair, t, left, right, d.context, d.bindings)
    return None


def before(peak: Term, rules: RuleSet) -> Iterator[Term]:
    """Normal terms that one step rewrites to an instance of a term."""
    for t in (peak, *_filled(peak, rules)):
        for position, s in positions(t):
            for r in rules:
                for u in _undone(r, s):
                    try:
                        yield normal(replaced(t, position, u))
                    except (RewriteError, ArithmeticError):
                        continue


def _filled(t: Term, rules: RuleSet) -> Iterator[Term]:
    """A term with right sides in place of its symbols, so that some step can lead to it."""
    for r in rules:
        bindings = symbols_for((t, r.left, r.right), ())
        value = instance(r.right, bindings)
        for x in sorted(free_symbols(t), key=order):
            if (x.sort, x.shape) == (value.sort, value.shape) and not x.value.facts:
                yield subs(t, {x: value})


def _undone(r: Rule, t: Term) -> Iterator[Term]:
    """Terms that a rule rewrites to the given one."""
    if r.right.sort is not t.sort or r.conditions:
        return
    for s, sign in unified(r.right, t, {}):
        left = settled(r.left, s)
        rest = variables_of(left)
        if sign > 0:
            yield instance(left, symbols_for((left, t), ())) if rest else left
