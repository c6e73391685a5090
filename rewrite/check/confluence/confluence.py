"""Confluence: whether a term that two rules rewrite differently still has only one result.

Every critical pair is joined if possible (see `joining`): pairs of two rules, of a rule with
itself, and of a rule with a law that removes operators (see `law_rules`), since a step may make a
term on which the law then acts. If a set terminates and all its pairs are joined, none left out, it
is confluent: every term has one result, whatever the order of steps (Newman; Jouannaud and Kirchner
modulo associative and commutative operators). This requires that the laws alone are confluent,
which is checked too.

Otherwise the answer is unknown, never confluent, and the report lists what was not considered, with
the numbers of pairs examined, joined and left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from ...deadline import OutOfTimeError, unlimited, within
from ...errors import LimitError
from ...rewriting.critical import (
    NO_TIME,
    CriticalPair,
    LeftOut,
    Sides,
    critical_pairs,
    critical_pairs_with,
)
from ...rewriting.ruleset import RuleSet
from ...rewriting.run import size
from ..findings import Finding, Severity
from ..steps.special_rules import special_rules
from ..time_shares import Deadline
from .joining import CONSIDERED, JOINED, OPENED_UP, Divergence, Joining
from .law_rules import laws_about
from .uncovered import uncovered
from .witness import witness

PAIRS, SECONDS = 1_000, 20.0
"""At most this many pairs of a set are examined, for at most this many seconds."""
LARGE = 60
"""The largest size of an overlap that is examined."""
COUNTED = (CONSIDERED, JOINED, OPENED_UP)
BEYOND = "or more beyond the limits of pairs and findings"
ENOUGH = 12
"""The search stops after this many terms with two results."""
SHOWN = 4
"""At most this many pairs that cannot be joined are shown, the smallest first."""
WITNESSED = 6
"""For at most this many pairs of a rule and a law, a term with two results is searched for."""


@dataclass
class Confluence:
    """The results for the critical pairs of a set."""

    counts: Counter[str] = field(default_factory=Counter)
    """How many pairs had each outcome, including each reason to leave a pair out."""
    diverging: list[Divergence] = field(default_factory=list)
    open: list[Divergence] = field(default_factory=list)
    """Pairs of a rule and a law that were not joined, but for which no term with two results was
    found."""
    not_considered: list[str] = field(default_factory=list)
    """Properties of the rules that critical pairs do not cover."""

    @property
    def considered(self) -> int:
        return self.counts[CONSIDERED]

    @property
    def joined(self) -> int:
        return self.counts[JOINED]

    @property
    def opened(self) -> int:
        """How many of the joined pairs needed products to be expanded over sums."""
        return self.counts[OPENED_UP]

    @property
    def skipped(self) -> Counter[str]:
        """How many pairs were left out, by reason."""
        return Counter({why: n for why, n in self.counts.items() if why not in COUNTED})

    @property
    def complete(self) -> bool:
        """Whether every critical pair was examined and joined, and no other pairs matter."""
        settled = not self.skipped and not self.opened and not self.not_considered
        return settled and not self.open and not self.diverging

    def reported(self) -> str:
        left_out = ", ".join(f"{n} {why}" for why, n in sorted(self.skipped.items()))
        return (
            f"{self.considered} critical pairs considered, {self.joined} joined"
            f"{f' ({self.opened} of them after expanding)' if self.opened else ''}, "
            f"{sum(self.skipped.values())} skipped" + (f" ({left_out})" if left_out else "")
        )

    def reasons(self) -> tuple[str, ...]:
        """Why it is not known whether the set is confluent."""
        found = [f"not considered: {why}" for why in self.not_considered]
        found += [f"not joined: {d}" for d in self.open[:SHOWN]]
        if self.opened:
            found.append(f"{self.opened} pairs are joined only if products are expanded over sums")
        return tuple(found)


def joined(rules: RuleSet, *, pairs: int = PAIRS, time_limit: float = SECONDS) -> Confluence:
    """The critical pairs of a set, joined where possible.

    >>> from rewrite import Term, operator, rule
    >>> class Thing(Term):
    ...     "Some thing."
    >>> f, g = operator("f", Thing, result=Thing), operator("g", Thing, result=Thing)
    >>> @rule
    ... def twice(x: Thing):
    ...     "f f = g"
    ...     return f(f(x)) >> g(x)
    >>> found = joined(RuleSet(twice))
    >>> print(found.reported())
    1 critical pairs considered, 0 joined, 0 skipped
    >>> print(found.diverging[0])
    f(f(f(x))) -> g(f(x)) | f(g(x))   (twice | twice)
    """
    end = Deadline.after(time_limit).end
    try:
        with within(time_limit):
            return _Look(rules, pairs, end).whole()
    except OutOfTimeError:
        return Confluence(Counter({NO_TIME: 1}))


class _Look:
    """The critical pairs of one set while they are joined."""

    def __init__(self, rules: RuleSet, pairs: int, deadline: float) -> None:
        self.rules, self.pairs, self.deadline = rules, pairs, deadline
        self.found = Confluence(not_considered=[*uncovered(rules)])
        self.left = LeftOut(largest=LARGE, deadline=deadline)
        self.joining = Joining(rules, deadline)
        self.witnessed = 0

    def whole(self) -> Confluence:
        try:
            self.look()
        except OutOfTimeError:
            self.left.out[NO_TIME] = 1
        self.left.late()  # pairs cut off by the deadline may have been counted as something else
        self.found.counts.update(self.left.out)
        with unlimited():
            self.sort()
        return self.found

    def look(self) -> None:
        found, laws = self.found, laws_about(self.rules)
        found.not_considered += laws.unknown
        cases = self.cases()
        for pair in critical_pairs(cases, self.left):
            if self.enough() or not self.of_rules(pair):
                break
        if not found.not_considered:  # otherwise nothing can be proved, whatever the laws do
            for pair in critical_pairs_with(cases, laws.rules, self.left):
                if self.enough() or not self.with_law(pair):
                    break

    def cases(self) -> list[Sides]:
        """The rules and their special cases."""
        found: list[Sides] = list(self.rules)
        for r in self.rules:
            try:
                found += special_rules(r)
            except OutOfTimeError:
                raise
            except LimitError as error:
                self.found.not_considered.append(str(error))
        return found

    def enough(self) -> bool:
        found = self.found
        many = found.considered >= self.pairs or len(found.diverging) >= ENOUGH
        if many:
            found.counts[BEYOND] = 1
        return many or self.left.late()

    def of_rules(self, pair: CriticalPair) -> bool:
        outcome = self.joining.look(pair)
        different = outcome.different
        if different is not None and not self.joining.is_meant(different):
            self.found.counts["overlaps that the laws cancel"] += 1
            return True
        self.found.counts.update(outcome.counted)
        self.found.diverging += [different] if different is not None else []
        return True

    def with_law(self, pair: CriticalPair) -> bool:
        outcome = self.joining.look(pair)
        self.found.counts.update(outcome.counted)
        if outcome.different is not None:
            shown = None
            if self.witnessed < WITNESSED:
                self.witnessed += 1
                shown = witness(outcome.different, self.rules, self.deadline)
            if shown is None:
                self.found.open.append(outcome.different)
            else:
                self.found.diverging.append(shown)
        return True

    def sort(self) -> None:
        """Keep one of several divergences that differ only by a sign, and put the smallest
        first."""
        signed = [d.positive() for d in reversed(self.found.diverging)]
        different = {(d.peak, frozenset((d.left, d.right))): d for d in signed}
        self.found.diverging = sorted(different.values(), key=lambda d: (size(d.peak), str(d.peak)))


def _terms(number: int) -> str:
    return "1 term has" if number == 1 else f"{number} terms have"


def confluence(
    found: Confluence, rules: RuleSet, where: str = "", terminating: bool = False
) -> Iterator[Finding]:
    """Findings about a set; only a note if all pairs that were considered are joined."""
    name = rules.name or "rules"
    if found.diverging:
        shown = tuple(map(str, found.diverging[:SHOWN]))
        yield Finding(
            "confluence", Severity.WARNING, name, where,
            f"{_terms(len(found.diverging))} two results; {found.reported()}", shown,
            "add a rule between the two results (--complete proposes one), or accept it",
            data=tuple(found.diverging[:SHOWN]),
        )  # fmt: skip
    elif terminating and found.complete:
        yield Finding("confluence", Severity.NOTE, name, where, f"confluent; {found.reported()}")
    else:
        ending = () if terminating else ("it is not known to terminate",)
        yield Finding(
            "confluence", Severity.NOTE, name, where,
            f"unknown: no term with two results was found; {found.reported()}",
            (*ending, *found.reasons()), partial=not {BEYOND, NO_TIME}.isdisjoint(found.skipped),
        )  # fmt: skip
