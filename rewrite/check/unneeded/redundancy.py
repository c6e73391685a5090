"""Rules that a set does not need; all tests are made on symbols.

- A rule is redundant if the others rewrite both sides to one result in every case in which it
  fires.
- A right side is not normal if the set rewrites it further.

`shadowing` examines what keeps a rule from firing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ...core.context import Context
from ...core.terms import Term
from ...rewriting.rule import Rule
from ...rewriting.ruleset import RuleSet
from ...rewriting.strategies import bottom_up, exhaust
from ..findings import Finding, Severity, about_rule
from ..steps.all_steps import steps
from ..steps.cases import Case, known_cases
from ..steps.ordered import conditions_on_order
from ..steps.stability import stable
from .shadowing import LIMITS, shadowed

SECONDS = 1.0
"""The time limit for rewriting one term."""


def superfluous(rule: Rule, rules: RuleSet, seconds: float = SECONDS) -> Iterator[Finding]:
    """Findings about a rule among the others of its set; `idle` reports rules that never fire.

    A run of the set on a term takes at most `seconds`; what it does not find is not reported.
    """
    some = [c for c in known_cases(rule) if c.left is not c.right]  # otherwise the laws cover it
    for finding in (*shadowed(rule, some, rules), *redundant(rule, some, rules, seconds)):
        yield replace(finding, within=rules.name)


def redundant(
    rule: Rule, cases: list[Case], rules: RuleSet, seconds: float = SECONDS
) -> Iterator[Finding]:
    """Whether the other rules do what a rule does, and whether its right side can be reduced
    further."""
    name = rules.name or "its set"
    found = _done_without(rule, cases, rules, seconds)
    if found:
        used, end = found
        always = stable(t for c in cases for t in (c.left, c.right))
        where = "" if always else " on symbols"
        yield about_rule(
            "redundant", Severity.WARNING, rule,
            f"{name} does not need it{where}: with {used}, {cases[0].left} becomes {end} too",
            "leave it out, unless it is a shortcut",
        )  # fmt: skip
    yield from _right_side(rule, cases, rules, name, seconds)


def _done_without(
    rule: Rule, cases: list[Case], rules: RuleSet, seconds: float
) -> tuple[str, Term] | None:
    """The other rules that do what a rule does, and their result in its first case."""
    if not cases or not all(_others_step(rule, case, rules) for case in cases):
        return None  # found before building the set of the others, which takes time
    others = rules - rule
    found = [_ends_alike(case, others, seconds) for case in cases]
    if None in found:
        return None
    return found[0]


def _others_step(rule: Rule, case: Case, rules: RuleSet) -> bool:
    return any(r != rule for r, _ in steps(case.left, case.context, rules))


def _ends_alike(case: Case, others: RuleSet, seconds: float) -> tuple[str, Term] | None:
    """The rules by which both sides come to the same result, and that result; else None.

    Rules with conditions on order do not count: they may not apply to other instances.
    """
    way = exhaust(bottom_up(others))
    limits: Any = {**LIMITS, "seconds": seconds}
    ends = [way.run(t, case.context, trace=True, **limits) for t in (case.left, case.right)]
    if ends[0].term is not ends[1].term or not ends[0].steps:
        return None
    made = [s.by for e in ends for s in (e.derivation.steps if e.derivation else ())]
    used = list(dict.fromkeys(r for r in made if isinstance(r, Rule)))
    if any(conditions_on_order(r) for r in used):
        return None
    return ", ".join(r.name for r in used) or "laws", ends[0].term


def _right_side(
    rule: Rule, cases: list[Case], rules: RuleSet, name: str, seconds: float
) -> Iterator[Finding]:
    ends = [_further(case.right, case.context, rules, seconds) for case in cases]
    if ends and None not in ends:
        yield about_rule(
            "right-side", Severity.NOTE, rule,
            f"{name} rewrites its right side further, to {ends[0]}",
            "write that as its right side",
        )  # fmt: skip


def _further(t: Term, context: Context, rules: RuleSet, seconds: float) -> Term | None:
    limits: Any = {**LIMITS, "seconds": seconds}
    outcome = exhaust(bottom_up(rules)).run(t, context, **limits)
    return outcome.term if outcome.term is not t and outcome.finished else None
