"""One critical pair: whether the two results of a term can be rewritten to the same term.

Symbols replace the variables of the pair, the conditions of both rules are assumed, and both
results are rewritten with the whole set until no rule applies. The pair is joined if they have the
same normal form. It is also joined if they agree after products are expanded over sums, since that
is a law too, though one that `normal` leaves to `expand`: these pairs are counted separately.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace

from ...core.context import Context
from ...core.facts import KINDS, Fact
from ...core.linear import neg
from ...core.sorts import Linear
from ...core.terms import Term, order, postorder
from ...core.variables import Bindings, instance, variables_of
from ...deadline import OutOfTimeError
from ...errors import RewriteError
from ...normalform.monomials import split
from ...normalform.walk import normal
from ...rewriting.conditions import FreeOf, Precedes
from ...rewriting.critical import CriticalPair
from ...rewriting.ruleset import RuleSet
from ...rewriting.run import Limits, Run, size
from ...rewriting.run import Outcome as Rewritten
from ...rewriting.strategies import bottom_up, exhaust
from ...verbs.expand import opened
from ..steps.all_steps import steps
from ..steps.instances import simple, symbols_for

STEPS, SECONDS, BUDGET = 100, 2.0, 3_000
"""The limits for joining one pair."""
OPENED = 120
"""The largest total size of two results that are expanded."""
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
        """The divergence with the sign taken off its terms, since the sign makes no difference."""
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
    """Joins the critical pairs of a set of rules."""

    def __init__(self, rules: RuleSet, deadline: float) -> None:
        self.rules, self.deadline = rules, deadline
        self.reduce = exhaust(bottom_up(rules))

    def look(self, pair: CriticalPair) -> Outcome:
        """Rewrite both sides of a pair and compare the results."""
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
            return Outcome((f"pairs not rewritten to the end in {STEPS} steps",))
        if self.meet_opened(*ends, context):
            return Outcome((CONSIDERED, JOINED, OPENED_UP))
        return Outcome((CONSIDERED,), Divergence(pair, peak, *ends, context, bindings))

    def run(self, t: Term, context: Context) -> Rewritten:
        return self.reduce.run(t, context, steps=STEPS, seconds=self.seconds, budget=BUDGET)

    def is_normal(self, t: Term, context: Context) -> bool:
        """Whether no rule applies; a strategy also stops if its steps undo each other."""
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
        """Whether one step from the normal form of the peak leads to each of the two results."""
        t = normal(d.peak, d.context)
        made = {found for _, found in steps(t, d.context, self.rules)}
        wanted = (normal(instance(x, d.bindings), d.context) for x in (d.pair.left, d.pair.right))
        return all(x in made for x in wanted)


def ground(pair: CriticalPair) -> tuple[Bindings, Context]:
    """Symbols for the variables of a pair, and its conditions as a context."""
    facts = [_of_variable(c) for c in pair.conditions if isinstance(c, Fact)]
    terms = (pair.peak, pair.left, pair.right, *(t for c in pair.conditions for t in c.terms))
    bindings = symbols_for(terms, facts)
    relations = [
        Fact(c.name, tuple(instance(t, bindings) for t in c.terms)) for c in facts if not simple(c)
    ]
    return bindings, Context(*relations)


def _of_variable(f: Fact) -> Fact:
    """The fact about a variable from which a fact about a compound term follows, if there is one:
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
