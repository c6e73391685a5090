"""Confluence: whether the terms that two rules change differently come together again.

Every critical pair (see `critical`) is taken with symbols for its variables, under the conditions
of both rules, and both results are rewritten with the whole set as far as it goes. A pair that ends
in one normal form is joined; so is one that does when products are opened over sums by turns, since
that is a law too, but one that `normal` leaves to `expand`: these are counted apart. A set that
comes to an end and whose pairs are all joined, none left out, none opened, is confluent (Newman):
every term has one result, whatever the order of steps.

The numbers of pairs that were looked at, joined and left out are always told.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ..core.context import Context
from ..core.facts import KINDS, Fact
from ..core.linear import neg
from ..core.sorts import Linear
from ..core.terms import Term, order, postorder
from ..core.variables import Bindings, instance, variables_of
from ..errors import RewriteError
from ..normalform.monomials import split
from ..normalform.walk import normal
from ..rewriting.conditions import FreeOf, Precedes
from ..rewriting.critical import CriticalPair, Left, critical_pairs
from ..rewriting.ruleset import RuleSet
from ..rewriting.run import Strategy, size
from ..rewriting.strategies import bottom_up, exhaust
from ..verbs.expand import expand
from .findings import Finding, Severity
from .instances import simple, symbols_for
from .loops import steps

PAIRS, SECONDS, STEPS, BUDGET = 150, 30.0, 100, 3_000
"""How many pairs of a set are looked at, for how long, and what joining one may take."""
LARGE = 60
"""How large an overlap may be."""
CONSIDERED, JOINED, OPENED_UP = COUNTED = ("considered", "joined", "opened")
BEYOND = "or more beyond the limits of pairs, findings and time"
OPENED = 120
"""How large two results together may be to be opened."""
ENOUGH = 12
"""After how many terms with two results no more pairs are looked at."""
SHOWN = 4
"""How many pairs that do not come together are shown, the smallest first."""


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


@dataclass
class Confluence:
    """What became of the critical pairs of a set."""

    counts: Counter[str] = field(default_factory=Counter)
    """How many pairs came to what; reasons to leave one out among them."""
    diverging: list[Divergence] = field(default_factory=list)

    @property
    def considered(self) -> int:
        return self.counts[CONSIDERED]

    @property
    def joined(self) -> int:
        return self.counts[JOINED]

    @property
    def opened(self) -> int:
        """How many of the joined ones had to be opened for that: products over sums."""
        return self.counts[OPENED_UP]

    @property
    def skipped(self) -> Counter[str]:
        """How many were left out, by the reason."""
        return Counter({why: n for why, n in self.counts.items() if why not in COUNTED})

    @property
    def complete(self) -> bool:
        """Whether every critical pair was looked at."""
        return not self.skipped and not self.opened

    def told(self) -> str:
        left_out = ", ".join(f"{n} {why}" for why, n in sorted(self.skipped.items()))
        return (
            f"{self.considered} critical pairs considered, {self.joined} joined"
            f"{f' ({self.opened} of them opened)' if self.opened else ''}, "
            f"{sum(self.skipped.values())} skipped" + (f" ({left_out})" if left_out else "")
        )


def joined(rules: RuleSet, *, pairs: int = PAIRS, seconds: float = SECONDS) -> Confluence:
    """The critical pairs of a set, joined as far as they can be.

    >>> from rewrite import Term, operator, rule
    >>> class Thing(Term):
    ...     "Some thing."
    >>> f, g = operator("f", Thing, result=Thing), operator("g", Thing, result=Thing)
    >>> @rule
    ... def twice(x: Thing):
    ...     "f f = g"
    ...     return f(f(x)) >> g(x)
    >>> found = joined(RuleSet(twice))
    >>> print(found.told())
    1 critical pairs considered, 0 joined, 0 skipped
    >>> print(found.diverging[0])
    f(f(f(x))) -> g(f(x)) | f(g(x))   (twice | twice)
    """
    found, left, end = Confluence(), Left(largest=LARGE), time.monotonic() + seconds
    reduce = exhaust(bottom_up(rules))
    for pair in critical_pairs(rules.rules, left):
        enough = found.considered >= pairs or len(found.diverging) >= ENOUGH
        if enough or time.monotonic() > end:
            found.counts[BEYOND] += 1
            break
        found.counts.update(_look(pair, found, rules, reduce))
    found.counts.update(left.out)
    signed = [_positive(d) for d in reversed(found.diverging)]
    different = {(d.peak, frozenset((d.left, d.right))): d for d in signed}
    found.diverging = sorted(different.values(), key=lambda d: (size(d.peak), str(d.peak)))
    return found


def _positive(d: Divergence) -> Divergence:
    """The same without a sign before the term: with one it is no other."""
    if split(d.peak)[0] >= 0:
        return d
    peak, left, right = (normal(neg.build((t,)), d.context) for t in (d.peak, d.left, d.right))
    return replace(d, peak=peak, left=left, right=right)


def _look(
    pair: CriticalPair, found: Confluence, rules: RuleSet, reduce: Strategy
) -> tuple[str, ...]:
    """What a pair comes to, as it is counted."""
    try:
        bindings, context = ground(pair)
    except RewriteError:
        return ("pairs whose conditions contradict each other",)
    if not _ordered(pair, bindings):
        return ("pairs whose conditions on order do not hold for symbols",)
    try:
        peak, left, right = (instance(t, bindings) for t in (pair.peak, pair.left, pair.right))
        runs = [reduce.run(t, context, steps=STEPS, budget=BUDGET) for t in (left, right)]
    except (RewriteError, ArithmeticError):
        return ("overlaps without a meaning",)
    ends = runs[0].term, runs[1].term
    if ends[0] is ends[1]:
        return CONSIDERED, JOINED
    if _meet_opened(rules, *ends, context):
        return CONSIDERED, JOINED, OPENED_UP
    if not all(run.finished for run in runs):
        return (f"pairs that come to no end in {STEPS} steps",)
    if not _meant(pair, bindings, context):
        return ("overlaps that the laws cancel",)
    found.diverging.append(Divergence(pair, peak, *ends, context, bindings))
    return (CONSIDERED,)


def _meant(pair: CriticalPair, bindings: Bindings, context: Context) -> bool:
    """Whether both rules change the normal form of the overlap, as it was meant."""
    t = normal(instance(pair.peak, bindings), context)
    for r, made in ((pair.first, pair.left), (pair.second, pair.right)):
        wanted = normal(instance(made, bindings), context)
        if all(found is not wanted for _, found in steps(t, context, RuleSet(r))):
            return False
    return True


def _meet_opened(rules: RuleSet, left: Term, right: Term, context: Context) -> bool:
    if size(left) + size(right) > OPENED or not issubclass(left.sort, Linear):
        return False
    try:
        return expand(left, context, rules) is expand(right, context, rules)
    except (RewriteError, ArithmeticError):
        return False


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


def _terms(number: int) -> str:
    return "1 term has" if number == 1 else f"{number} terms have"


def confluence(
    found: Confluence, rules: RuleSet, where: str = "", terminating: bool = False
) -> Iterator[Finding]:
    """What is found about a set; a note if all pairs that were looked at come together."""
    name = rules.name or "rules"
    if found.diverging:
        shown = tuple(map(str, found.diverging[:SHOWN]))
        yield Finding(
            "confluence", Severity.WARNING, name, where,
            f"{_terms(len(found.diverging))} two results; {found.told()}", shown,
            "add a rule between the two results (--complete proposes one), or accept it",
            data=tuple(found.diverging[:SHOWN]),
        )  # fmt: skip
    else:
        proved = terminating and found.complete
        said = "confluent" if proved else "no term with two results was found"
        yield Finding(
            "confluence", Severity.NOTE, name, where, f"{said}; {found.told()}",
            partial=BEYOND in found.skipped,
        )  # fmt: skip
