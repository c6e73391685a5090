"""Findings about one rule alone: laws that cover it, and conditions that have no effect.

- The laws cover a rule if both sides have the same normal form when its conditions hold.
- A condition is never met if no values satisfy it, and not needed if the rule is true without it.
- The library has a rule if one of its own rules turns the left side into the right side.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core.facts import Fact
from ...errors import FactError, RewriteError
from ...evaluation.sampling import Sampler
from ...normalform.walk import normal
from ...rewriting.rule import Rule
from ...rewriting.ruleset import RuleSet
from ..findings import Finding, Severity, about_rule
from ..models.algebra import foreign
from ..steps.all_steps import steps
from ..steps.instances import Instance, bound, concrete, instances
from ..steps.ordered import conditions_on_order, firing
from ..truth.truth import PROVED, judged


def idle(rule: Rule) -> Iterator[Finding]:
    """Findings about one rule alone: laws that cover it, conditions without effect."""
    found = next(instances(rule), None)
    facts = [c for c in rule.conditions if isinstance(c, Fact)]
    if found is None or _impossible(found, facts):
        reported = ", ".join(map(str, facts))
        yield about_rule(
            "condition", Severity.ERROR, rule, f"its conditions are never met: {reported}"
        )
        return
    ordered = conditions_on_order(rule)
    if ordered and not firing(rule):
        reported = ", ".join(map(str, ordered))
        yield about_rule(
            "condition", Severity.WARNING, rule, f"no instance was found that satisfies {reported}",
            remedy="a smaller term precedes a larger one, and names decide between equals",
        )  # fmt: skip
        return
    if facts and normal(found.left, found.context) is normal(found.right, found.context):
        yield about_rule(
            "law", Severity.WARNING, rule, "the laws cover it: under its conditions both sides "
            f"have the normal form {normal(found.left, found.context)}", remedy="leave it out",
        )  # fmt: skip
        return
    for c in facts:
        if _true_without(rule, c):
            yield about_rule(
                "condition", Severity.WARNING, rule, f"it is true without the condition {c}",
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


def _file_of(rule: Rule) -> str:
    """The file that defines a rule: two sets in one file may have rules in opposite directions."""
    return rule.where.rpartition(":")[0]


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
        if t is right and r != rule and _file_of(r) != _file_of(rule):
            where = r.where.replace("\\", "/").rpartition("/")[2]
            yield about_rule(
                "library", Severity.WARNING, rule,
                f"the standard library has it: {r.name} ({where})", remedy="use that rule",
            )  # fmt: skip
            return
