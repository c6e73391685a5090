"""A profile: how often each rule of a set fired on a corpus, and what it cost.

The corpus is made from the rules themselves: their left sides, with parts of other left sides in
place of symbols of the same sort, or added. So every rule has something to do, and rules interact.
It is the same for the same seed."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from ...core.context import Context
from ...core.linear import add
from ...core.sorts import Linear
from ...core.substitution import subs
from ...core.terms import Term, postorder
from ...errors import RewriteError
from ...matching.patterns import OutOfBudget, Search
from ...normalform.walk import normal
from ...rewriting.rule import Rule
from ...rewriting.ruleset import RuleSet
from ...rewriting.run import size
from ...rewriting.strategies import bottom_up, exhaust
from ..findings import Finding, Severity
from ..steps.instances import concrete

TERMS, SECONDS = 60, 2.0
"""The number of terms in the corpus, and the time limit for rewriting them."""


@dataclass(frozen=True)
class Row:
    """One rule: how often it fired, by how much it changed sizes, and how long matching took."""

    rule: Rule
    fired: int
    change: int
    seconds: float

    def __str__(self) -> str:
        each = self.change / self.fired if self.fired else 0.0
        return (
            f"{self.rule.name}: fired {self.fired} times, {each:+.1f} nodes each, "
            f"{1000 * self.seconds:.1f} ms of matching"
        )


def corpus(rules: RuleSet, count: int = TERMS, seed: int = 0) -> Iterator[tuple[Term, Context]]:
    """Random terms on which the rules of a set interact."""
    random = Random(seed)
    made = []
    for r in rules:
        try:
            made.append(concrete(r))
        except RewriteError:
            continue
    for _ in range(count if made else 0):
        start = random.choice(made)
        t = start.left
        for _ in range(random.randint(0, 2)):
            parts = [s for s in postorder(random.choice(made).left) if s.args]
            t = _grown(t, random.choice(parts), random)
        try:
            yield normal(t, start.context), start.context
        except (RewriteError, ArithmeticError):
            continue


def _grown(t: Term, other: Term, random: Random) -> Term:
    """A term with another in place of a symbol, or added to it."""
    free = [
        s for s in postorder(t) if s.is_symbol and (s.sort, s.shape) == (other.sort, other.shape)
    ]
    plain = [s for s in free if not s.value.facts]
    try:
        if plain:
            return subs(t, {random.choice(plain): other})
        if (t.sort, t.shape) == (other.sort, other.shape) and issubclass(t.sort, Linear):
            found: Term = add.build((t, other))
            return found
    except RewriteError:
        pass
    return t


def profiled(rules: RuleSet, count: int = TERMS, seed: int = 0) -> list[Row]:
    """Counts of each rule on the corpus, those that fired most first.

    >>> from rewrite import Scalar, cos, rule, sin
    >>> @rule
    ... def pythagoras(x: Scalar):
    ...     "sin² + cos² = 1"
    ...     return sin(x)**2 + cos(x)**2 >> 1
    >>> profiled(RuleSet(pythagoras), count=5)[0].fired >= 5
    True
    """
    fired: Counter[Rule] = Counter()
    change: Counter[Rule] = Counter()
    spent: dict[Rule, float] = dict.fromkeys(rules, 0.0)
    reduce = exhaust(bottom_up(rules))
    end = time.monotonic() + SECONDS
    for t, context in corpus(rules, count, seed):
        if time.monotonic() > end:
            break
        outcome = reduce.run(t, context, steps=200, seconds=0.5, budget=5_000, trace=True)
        for step in outcome.derivation.steps if outcome.derivation else ():
            if isinstance(step.by, Rule):
                fired[step.by] += 1
                change[step.by] += size(step.after) - size(step.before)
        for s in dict.fromkeys(postorder(t)):
            for r in rules.index.candidates(s) if s.args else ():
                spent[r] += _time(r, s, context)
    rows = [Row(r, fired[r], change[r], spent[r]) for r in rules]
    return sorted(rows, key=lambda row: -row.fired)


def _time(rule: Rule, t: Term, context: Context) -> float:
    start = time.perf_counter()
    with suppress(OutOfBudget, RewriteError):
        next(iter(rule.places(t, Search(context, budget=5_000))), None)
    return time.perf_counter() - start


def profile(rules: RuleSet, where: str = "") -> Iterator[Finding]:
    """The profile of a set, as a note."""
    rows = profiled(rules)
    never = [row.rule.name for row in rows if not row.fired]
    reported = f"{sum(row.fired for row in rows)} steps on a corpus of {TERMS} terms"
    if never:
        reported += f"; never fired: {', '.join(never)}"
    name = rules.name or "rules"
    yield Finding("profile", Severity.NOTE, name, where, reported, tuple(map(str, rows)))
