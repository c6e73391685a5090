"""Completion, step by step: the rule that would join a critical pair, checked and oriented.

Each step takes the smallest term with two results and makes a rule from the larger result to the
smaller. It decides whether that rule is true and whether the set still terminates with it, and asks
the author. If completion of plain terms finishes under some order (see `endings.finishing`), that
order decides which result is the larger. If the author refuses a rule, the other direction is
proposed, unless it loops. A rule is added only if the author accepts it; then its critical pairs
are examined too. An accepted rule that a later one makes redundant is removed again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any

from ..core.facts import Fact
from ..core.sorts import Matrix
from ..core.substitution import subs
from ..core.terms import Term, postorder
from ..core.terms import order as written_order
from ..core.variables import Bindings, instance, variable, variables_of
from ..deadline import OutOfTimeError, within
from ..errors import RewriteError
from ..rewriting.conditions import Condition
from ..rewriting.defining import made_rule
from ..rewriting.rule import Rewrite, Rule
from ..rewriting.ruleset import RuleSet
from ..rewriting.run import size
from ..verbs.cost import cost
from .confluence.confluence import SECONDS, joined
from .confluence.joining import Divergence
from .models.algebra import Algebra
from .termination.methods.finishing import Precedence, finishing_order
from .termination.methods.plain import Plain, key, system_of
from .termination.termination import terminates
from .time_shares import Deadline
from .truth.soundness import judgement
from .truth.truth import Judgement
from .unneeded.redundancy import superfluous

STEPS = 30
"""At most this many rules are proposed."""
FOR_ORDERS = 0.3
"""The fraction of the time spent on finding an order under which completion finishes."""


@dataclass(frozen=True)
class Proposal:
    """A rule that would join a pair, whether it is true, and whether the set terminates with it."""

    rule: Rule
    divergence: Divergence
    truth: Judgement
    ends: bool | None

    @property
    def source(self) -> str:
        """The rule as Python source."""
        r = self.rule
        parameters = ", ".join(_parameter(v) for v in sorted(r.variables, key=str))
        when = ", ".join(map(str, r.conditions))
        sides = f"{r.written.left} >> {r.written.right}"
        returned = f"({sides}).when({when})" if when else sides
        sort = r.written.left.sort.__name__
        return (
            f"@rule\ndef {r.name}({parameters}) -> Rewrite[{sort}]:\n"
            f'    """{r.doc}"""\n    return {returned}'
        )

    def __str__(self) -> str:
        ends = {True: "terminates", False: "loops", None: "may loop"}[self.ends]
        lines = [str(self.divergence), self.source, f"# {self.truth}; with it the set {ends}"]
        return "\n".join(lines)


def _parameter(v: Term) -> str:
    if v.sort is Matrix:
        return f"{v}: Annotated[Matrix, {v.shape}]"
    return f"{v}: {v.sort.__name__}"


@dataclass(frozen=True)
class Direction:
    """An order of plain terms, and the names of operators and symbols in it."""

    order: Precedence
    names: dict[Any, str]

    def above(self, s: Term, t: Term, symbols: Collection[Term]) -> bool:
        """Whether one term is above another if `symbols` are read as variables."""
        return self.order.above(self.plain(s, symbols), self.plain(t, symbols))

    def plain(self, t: Term, symbols: Collection[Term]) -> Plain:
        found: dict[Term, Plain] = {}
        for s in postorder(t):
            name = self.names.get(key(s), str(key(s)))
            found[s] = str(s) if s in symbols else (name, *(found[a] for a in s.args))
        return found[t]


def direction(rules: RuleSet, deadline: Deadline) -> Direction | None:
    """An order under which completion finishes, if one is found in the time for that."""
    system = system_of(list(rules))
    if system is None or system.theories or system.laws:
        return None
    share = deadline.share(FOR_ORDERS, most=SECONDS)
    order = finishing_order(system.strict, lambda: share.passed)
    return None if order is None else Direction(order, {head: n for n, head in system.heads})


def proposals(
    rules: RuleSet,
    refused: frozenset[str] = frozenset(),
    deadline: Deadline | None = None,
    order: Direction | None = None,
) -> Iterator[Proposal]:
    """A rule for every critical pair that cannot be joined, the smallest first."""
    deadline = deadline or Deadline()
    algebra = Algebra.of(rules, axioms=rules)
    refused |= {str(r.written) for r in rules}
    diverging = joined(rules, time_limit=min(SECONDS, deadline.left)).diverging
    if order is not None:  # as completion on plain terms does: the smallest equations first
        diverging = sorted(diverging, key=lambda d: size(d.left) + size(d.right))
    for divergence in diverging:
        for turned in (False, True):
            made = _rule(divergence, _free_name(rules), turned, order)
            if made is None or str(made.written) in refused:
                continue
            if deadline.passed:
                return
            ends = terminates(RuleSet(rules, made), time_limit=deadline.left).terminates
            if not turned or ends is not False:
                truth = judgement(made, algebra, min(5.0, deadline.left))
                yield Proposal(made, divergence, truth, ends)


def _free_name(rules: RuleSet) -> str:
    names = (f"joined_{n}" for n in count(len(rules) + 1))
    return next(name for name in names if name not in rules.names)


def _rule(
    d: Divergence, name: str, turned: bool = False, order: Direction | None = None
) -> Rule | None:
    """A rule from the larger result to the smaller, with the symbols' names for its variables.

    If that rule is impossible, or if `turned`, it leads from the smaller to the larger."""
    symbols = {t for t in d.bindings.values() if isinstance(t, Term)}
    back = {t: variable(t.name, t.sort, t.shape) for t in symbols}
    both = sorted((d.left, d.right), key=_weight, reverse=True)
    if order is not None and order.above(both[1], both[0], symbols):
        both.reverse()
    try:
        sides = [subs(t, back) for t in (reversed(both) if turned else both)]
        if not turned and not variables_of(sides[1]) <= variables_of(sides[0]):
            sides.reverse()
        doc = f"{sides[0]} = {sides[1]}, from {d.pair.first.name} and {d.pair.second.name}."
        known = variables_of(sides[0])
        when = [_renamed(c, d.bindings, back) for c in d.pair.conditions]
        when = [c for c in when if all(variables_of(t) <= known for t in c.terms)]
        return made_rule(name, doc, Rewrite(sides[0], sides[1], tuple(when)))
    except RewriteError:
        return None


def _renamed(c: Condition, bindings: Bindings, back: dict[Term, Term]) -> Condition:
    terms = tuple(subs(instance(t, bindings), back) for t in c.terms)
    return Fact(c.name, terms) if isinstance(c, Fact) else type(c)(*terms)


def _weight(t: Term) -> tuple[int, tuple[object, ...]]:
    return cost(t).total, written_order(t)


def _needed(rules: RuleSet, taken: list[Proposal]) -> tuple[RuleSet, list[Proposal]]:
    """The set without those rules taken before that have become redundant, and the rules kept."""
    kept = []
    for p in taken:
        others = RuleSet(rules - p.rule, name=rules.name)
        if any(f.kind == "redundant" for f in superfluous(p.rule, rules)):
            rules = others
        else:
            kept.append(p)
    return rules, kept


def completed(
    rules: RuleSet,
    accept: Callable[[Proposal], bool],
    steps: int = STEPS,
    *,
    time_limit: float | None = None,
) -> tuple[RuleSet, list[Proposal]]:
    """The set with all rules that the author accepts within the time limit, and these rules.

    >>> from rewrite import Term, operator, rule
    >>> class Thing(Term):
    ...     "Some thing."
    >>> f, g = operator("f", Thing, result=Thing), operator("g", Thing, result=Thing)
    >>> @rule
    ... def twice(x: Thing):
    ...     "f f = g"
    ...     return f(f(x)) >> g(x)
    >>> whole, taken = completed(RuleSet(twice), lambda proposal: proposal.ends is True)
    >>> print(whole)
    rules
      twice: f(f(x)) -> g(x)
      joined_2: f(g(x)) -> g(f(x))
    """
    last: tuple[RuleSet, list[Proposal]] = rules, []
    deadline = Deadline.after(time_limit)
    with suppress(OutOfTimeError), within(time_limit):
        for found in _rounds(rules, accept, steps, deadline):
            last = found
    return last


def _rounds(
    rules: RuleSet, accept: Callable[[Proposal], bool], steps: int, deadline: Deadline
) -> Iterator[tuple[RuleSet, list[Proposal]]]:
    """The set and the accepted rules, after each acceptance."""
    taken: list[Proposal] = []
    refused: frozenset[str] = frozenset()
    order = direction(rules, deadline)
    for _ in range(steps):
        proposal = next(proposals(rules, refused, deadline, order), None)
        if proposal is None or deadline.passed:
            break
        if accept(proposal):
            rules, taken = _needed(RuleSet(rules, proposal.rule, name=rules.name), taken)
            taken = [*taken, proposal]
            yield rules, taken
        else:
            refused |= {str(proposal.rule.written)}
