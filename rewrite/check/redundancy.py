"""Rules that a set could do without, or never uses: everything is tried on symbols.

- a law covers a rule if both sides have one normal form once its conditions are granted;
- a condition is never met if no values have it, and is not needed if the rule is true without it;
- another rule shadows it if the set, in its order, rewrites the left side by that rule first: what
  matches symbols matches everything;
- it is redundant if the others take both sides to one result;
- a right side is not normal if the set rewrites it further;
- the library has it if a rule of `STANDARD` takes its left side to its right side.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..core.context import Context
from ..core.facts import Fact
from ..core.terms import Term, postorder
from ..errors import FactError, RewriteError
from ..evaluation.sampling import Sampler
from ..normalform.walk import normal
from ..rewriting.rule import Rule
from ..rewriting.ruleset import RuleSet
from ..rewriting.strategies import bottom_up, exhaust
from .algebra import foreign
from .all_steps import steps
from .findings import Finding, Severity
from .instances import Instance, bound, concrete, instances
from .ordered import conditions_on_order, firing
from .truth import PROVED, judged

LIMITS: dict[str, Any] = {"steps": 200, "seconds": 1.0, "size": 4_000, "budget": 5_000}


def idle(rule: Rule) -> Iterator[Finding]:
    """What can be said of one rule alone: laws that cover it, conditions that are idle."""
    found = next(instances(rule), None)
    facts = [c for c in rule.conditions if isinstance(c, Fact)]
    if found is None or _impossible(found, facts):
        told = ", ".join(map(str, facts))
        yield _finding("condition", Severity.ERROR, rule, f"its conditions are never met: {told}")
        return
    ordered = conditions_on_order(rule)
    if ordered and not firing(rule):
        told = ", ".join(map(str, ordered))
        yield _finding(
            "condition", Severity.WARNING, rule, f"no instance was found that meets {told}",
            remedy="a smaller term precedes a larger one, and names decide between equals",
        )  # fmt: skip
        return
    if facts and normal(found.left, found.context) is normal(found.right, found.context):
        yield _finding(
            "law", Severity.WARNING, rule, "the laws cover it: under its conditions both sides "
            f"have the normal form {normal(found.left, found.context)}", remedy="leave it out",
        )  # fmt: skip
        return
    for c in facts:
        if _true_without(rule, c):
            yield _finding(
                "condition", Severity.NOTE, rule, f"it is true without the condition {c}",
                remedy="leave the condition out, unless it says where the rule is of use",
            )  # fmt: skip


def _impossible(found: Instance, facts: list[Fact]) -> bool:
    if not facts or foreign((found.left, found.right)):
        return False
    try:
        Sampler([found.left, found.right], found.context).draw(0)
    except FactError as error:
        return "contradict" in str(error) or "cannot be" in str(error)
    except (RewriteError, ArithmeticError):
        return False
    return False


def _true_without(rule: Rule, condition: Fact) -> bool:
    fewer = [c for c in rule.conditions if c is not condition]
    try:
        found = bound((rule.written.left, rule.written.right), fewer)
        return judged(found.left, found.right, found.context, seconds=1.0).status == PROVED
    except (RewriteError, ArithmeticError):
        return False


def superfluous(rule: Rule, rules: RuleSet) -> Iterator[Finding]:
    """What can be said of a rule beside the others of its set."""
    for finding in _superfluous(rule, rules):
        yield replace(finding, within=rules.name)


def _superfluous(rule: Rule, rules: RuleSet) -> Iterator[Finding]:
    """What is found of every instance that is looked at; `idle` says it if there is none."""
    try:
        found = [list(_beside(rule, i, rules)) for i in firing(rule)]
    except RewriteError:
        return
    kinds = [{f.kind for f in some} for some in found]
    for f in found[0] if found else ():
        if all(f.kind in others for others in kinds):
            yield f


def _beside(rule: Rule, found: Instance, rules: RuleSet) -> Iterator[Finding]:
    left, right = normal(found.left, found.context), normal(found.right, found.context)
    name = rules.name or "its set"
    if left is right:
        return  # the laws cover it, as `idle` says
    if not any(r is rule for r, _ in steps(left, found.context, RuleSet(rule))):
        yield _finding(
            "shadowed", Severity.WARNING, rule, f"it does not fire on its own left side {left}"
        )
        return
    first = _first(left, found.context, rules)
    if first is not None and first != rule:
        yield _finding(
            "shadowed", Severity.WARNING, rule,
            f"it never fires in {name}: {first.name} comes before it and rewrites {left} first",
            remedy=f"put it before {first.name}, or leave it out",
        )  # fmt: skip
    else:
        yield from _inside(rule, left, found.context, rules, name)
    others = RuleSet(rules - rule, name=rules.name)
    ends = [exhaust(bottom_up(others)).run(t, found.context, **LIMITS) for t in (left, right)]
    if ends[0].term is ends[1].term and ends[0].steps:
        used = _used(others, left, found.context)
        yield _finding(
            "redundant", Severity.WARNING, rule,
            f"{name} does without it: {used} take {left} to {ends[0].term} as well",
            remedy="leave it out, unless it is a short cut",
        )  # fmt: skip
    yield from _right_side(rule, right, found.context, rules, name)


def _first(t: Term, context: Context, rules: RuleSet) -> Rule | None:
    """The rule by which a set rewrites a term at its head."""
    outcome = rules.run(t, context, **LIMITS, trace=True)
    steps_ = outcome.derivation.steps if outcome.derivation else ()
    return next((s.by for s in steps_ if isinstance(s.by, Rule)), None)


def _inside(
    rule: Rule, left: Term, context: Context, rules: RuleSet, name: str
) -> Iterator[Finding]:
    for s in postorder(left):
        inner = _first(s, context, rules) if s is not left and s.args else None
        if inner is not None:
            yield _finding(
                "shadowed", Severity.WARNING, rule,
                f"from the leaves upwards it never fires in {name}: {inner.name} rewrites {s} "
                "inside its left side first",
                remedy="state it for what the other rule leaves",
            )  # fmt: skip
            return


def _used(rules: RuleSet, t: Term, context: Context) -> str:
    outcome = exhaust(bottom_up(rules)).run(t, context, **LIMITS, trace=True)
    steps_ = outcome.derivation.steps if outcome.derivation else ()
    return ", ".join(dict.fromkeys(s.by.name for s in steps_ if isinstance(s.by, Rule))) or "laws"


def _right_side(
    rule: Rule, right: Term, context: Context, rules: RuleSet, name: str
) -> Iterator[Finding]:
    outcome = exhaust(bottom_up(rules)).run(right, context, **LIMITS)
    if outcome.term is not right and outcome.finished:
        yield _finding(
            "right-side", Severity.NOTE, rule,
            f"{name} rewrites its right side further, to {outcome.term}",
            remedy="write that as its right side",
        )  # fmt: skip


def in_library(rule: Rule, library: RuleSet | None) -> Iterator[Finding]:
    """Whether the standard rules already do what a rule does, in one step."""
    if library is None or rule in library:
        return
    try:
        found = concrete(rule)
        left, right = normal(found.left, found.context), normal(found.right, found.context)
    except (RewriteError, ArithmeticError):
        return
    for r, t in steps(left, found.context, library):
        if t is right and r != rule:
            where = r.where.replace("\\", "/").rpartition("/")[2]
            yield _finding(
                "library", Severity.NOTE, rule,
                f"the standard library has it: {r.name} ({where})", remedy="use that rule",
            )  # fmt: skip
            return


def _finding(kind: str, severity: Severity, rule: Rule, message: str, remedy: str = "") -> Finding:
    return Finding(kind, severity, rule.name, rule.where, message, remedy=remedy)
