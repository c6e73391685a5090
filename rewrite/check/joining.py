"""One critical pair: whether what two rules make of a term comes together again.

The pair is taken with symbols for its variables, under the conditions of both rules, and both
results are rewritten with the whole set as far as it goes. It is joined if they end in one normal
form; so is one that does when products are opened over sums by turns, since that is a law too, but
one that `normal` leaves to `expand`: these are counted apart.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace

from ..core.context import Context
from ..core.facts import KINDS, Fact
from ..core.linear import neg
from ..core.sorts import Linear
from ..core.terms import Term, order, postorder
from ..core.variables import Bindings, instance, variables_of
from ..deadline import OutOfTimeError
from ..errors import RewriteError
from ..normalform.monomials import split
from ..normalform.walk import normal
from ..rewriting.conditions import FreeOf, Precedes
from ..rewriting.critical import CriticalPair
from ..rewriting.ruleset import RuleSet
from ..rewriting.run import Limits, Run, size
from ..rewriting.run import Outcome as Rewritten
from ..rewriting.strategies import bottom_up, exhaust
from ..verbs.expand import opened
from .all_steps import steps
from .instances import simple, symbols_for

STEPS, SECONDS, BUDGET = 100, 2.0, 3_000
"""The limits for joining one pair."""
OPENED = 120
"""How large two results together may be to be opened."""
CONSIDERED, JOINED, OPENED_UP = "considered", "joined", "opened"


@dataclass(frozen=True)
class Divergence:
    """A term with two normal forms."""

    pair: CriticalPair
    peak: Term
    left: Term
    right: Term
    context: Context
    bindings: Bindings = field(compare=False, repr=False, default_factory=dict)

    def __str__(self) -> str:
        facts = f" where {', '.join(map(str, self.context.facts))}" if self.context.facts else ""
        names = f"{self.pair.first.name} | {self.pair.second.name}"
        return f"{self.peak} -> {self.left} | {self.right}   ({names}){facts}"

    def positive(self) -> Divergence:
        """The same without a sign before the term: with one it is no other."""
        if split(self.peak)[0] >= 0:
            return self
        terms = self.peak, self.left, self.right
        peak, left, right = (normal(neg.build((t,)), self.context) for t in terms)
        return replace(self, peak=peak, left=left, right=right)


@dataclass(frozen=True)
class Outcome:
    """How a pair is counted, and the two results if they are different."""

    counted: tuple[str, ...]
    different: Divergence | None = None


class Joining:
    """A set of rules, and how its pairs are joined."""

    def __init__(self, rules: RuleSet, deadline: float) -> None:
        self.rules, self.deadline = rules, deadline
        self.reduce = exhaust(bottom_up(rules))

    def look(self, pair: CriticalPair) -> Outcome:
        """The results of the two sides of a pair."""
        try:
            bindings, context = ground(pair)
        except OutOfTimeError:
            raise
        except RewriteError:
            return Outcome(("pairs whose conditions contradict each other",))
        if not _ordered(pair, bindings):
            return Outcome(("pairs whose conditions on order do not hold for symbols",))
        try:
            peak, left, right = (instance(t, bindings) for t in (pair.peak, pair.left, pair.right))
            runs = [self.run(t, context) for t in (left, right)]
        except OutOfTimeError:
            raise
        except (RewriteError, ArithmeticError):
            return Outcome(("overlaps without a meaning",))
        ends = runs[0].term, runs[1].term
        if ends[0] is ends[1]:
            return Outcome((CONSIDERED, JOINED))
        if not all(run.finished and self.is_normal(run.term, context) for run in runs):
            return Outcome((f"pairs that come to no end in {STEPS} steps",))
        if self.meet_opened(*ends, context):
            return Outcome((CONSIDERED, JOINED, OPENED_UP))
        return Outcome((CONSIDERED,), Divergence(pair, peak, *ends, context, bindings))

    def run(self, t: Term, context: Context) -> Rewritten:
        return self.reduce.run(t, context, steps=STEPS, seconds=self.seconds, budget=BUDGET)

    def is_normal(self, t: Term, context: Context) -> bool:
        """Whether no step is left: a strategy ends too where its steps undo each other."""
        return not any(True for _ in steps(t, context, self.rules))

    @property
    def seconds(self) -> float:
        """How long one term may be rewritten."""
        return min(SECONDS, max(self.deadline - time.monotonic(), 0.01))

    def meet_opened(self, left: Term, right: Term, context: Context) -> bool:
        if size(left) + size(right) > OPENED or not issubclass(left.sort, Linear):
            return False
        try:
            limits = Limits(steps=10 * STEPS, seconds=self.seconds, budget=BUDGET)
            ends = [opened(t, Run(context, limits), self.rules) for t in (left, right)]
            return ends[0] is ends[1]
        except OutOfTimeError:
            raise
        except (RewriteError, ArithmeticError):
            return False

    def is_meant(self, d: Divergence) -> bool:
        """Whether both results are steps from the normal form of the peak, as it was meant."""
        t = normal(d.peak, d.context)
        made = {found for _, found in steps(t, d.context, self.rules)}
        wanted = (normal(instance(x, d.bindings), d.context) for x in (d.pair.left, d.pair.right))
        return all(x in made for x in wanted)


def ground(pair: CriticalPair) -> tuple[Bindings, Context]:
    """Symbols for the variables of a pair, and the context that its conditions make."""
    facts = [_of_variable(c) for c in pair.conditions if isinstance(c, Fact)]
    terms = (pair.peak, pair.left, pair.right, *(t for c in pair.conditions for t in c.terms))
    bindings = symbols_for(terms, facts)
    relations = [
        Fact(c.name, tuple(instance(t, bindings) for t in c.terms)) for c in facts if not simple(c)
    ]
    return bindings, Context(*relations)


def _of_variable(f: Fact) -> Fact:
    """The fact about a variable from which a fact about a compound follows, if there is one:
    orthogonal(A) for orthogonal(A.T). Otherwise the fact itself."""
    inside = [v for t in f.terms for v in variables_of(t)]
    if simple(f) or len(f.terms) != 1 or len(inside) != 1 or f.name not in KINDS:
        return f
    own = Fact(f.name, (inside[0],))
    try:
        return own if Context(own).holds(f).yes else f
    except OutOfTimeError:
        raise
    except RewriteError:
        return f


def _ordered(pair: CriticalPair, bindings: Bindings) -> bool:
    for c in pair.conditions:
        if isinstance(c, Precedes | FreeOf):
            x, y = (instance(t, bindings) for t in c.terms)
            if isinstance(c, Precedes) and not order(x) < order(y):
                return False
            if isinstance(c, FreeOf) and any(s is y for s in postorder(x)):
                return False
    return True
