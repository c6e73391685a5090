"""Rules that do not fire because others of their set fire first.

All tests are made on symbols: on the left side of a rule, and on the special cases that matching
adds (see `special_rules`). Another rule comes first if it changes the left side at its head, or
something inside it, since rules are applied from the leaves upwards.

The report says that a rule *never* fires only if that follows: the other rule has no conditions, it
changes every instance of the term in which it was found, and no law changes the instances (see
`stability`).
"""

from __future__ import annotations

from collections.abc import Iterator

from ...core.context import Context
from ...core.laws import Associative
from ...core.substitution import subs
from ...core.terms import Term, free_symbols, postorder
from ...core.variables import variable
from ...errors import RewriteError
from ...matching.unification import Effort, unified
from ...normalform.walk import normal
from ...rewriting.rule import Rule
from ...rewriting.ruleset import RuleSet
from ..findings import Finding, Severity, about_rule
from ..steps.all_steps import steps
from ..steps.cases import Case
from ..steps.stability import stable

LIMITS = {"steps": 200, "seconds": 1.0, "size": 4_000, "budget": 5_000}


def shadowed(rule: Rule, cases: list[Case], rules: RuleSet) -> Iterator[Finding]:
    """Whether a rule is kept from firing in all cases in which it would apply."""
    found = [_kept(rule, case, rules) for case in cases]
    if found and None not in found:
        yield from (f for f in found[:1] if f is not None)


def _kept(rule: Rule, case: Case, rules: RuleSet) -> Finding | None:
    """The rule or law that keeps a rule from firing in one case, if there is one."""
    left, context, name = case.left, case.context, rules.name or "its set"
    if not any(True for _ in steps(left, context, RuleSet(rule))):
        return about_rule(
            "shadowed", Severity.WARNING, rule, f"it does not fire on its own left side {left}"
        )
    first = rewritten_by(left, context, rules)
    if first is not None and first != rule:
        never = _said(case.plain and _always(first, left), name)
        return about_rule(
            "shadowed", Severity.WARNING, rule,
            f"{never}: {first.name} comes before it and rewrites {left} first",
            f"put it before {first.name}, or leave it out",
        )  # fmt: skip
    for s in postorder(left):
        inner = rewritten_by(s, context, rules) if s is not left and s.args else None
        if inner is not None and inner != rule:
            lost = case.plain and stable((left,)) and _always(inner, s)
            made = _made_by(rules, left) or _made_by(rules, s)
            never = _said(lost and not made, name)
            return about_rule(
                "shadowed", Severity.WARNING, rule,
                f"from the leaves upwards {never}: {inner.name} rewrites {s} inside its left side "
                "first",
                "state it for the form that the other rule produces",
            )  # fmt: skip
    return None


def _said(never: bool, name: str) -> str:
    return f"it never fires in {name}" if never else f"it does not fire on its left side in {name}"


def rewritten_by(t: Term, context: Context, rules: RuleSet) -> Rule | None:
    """The first rule that a set applies at the head of a term."""
    outcome = rules.run(t, context, trace=True, **LIMITS)  # type: ignore[arg-type]
    made = outcome.derivation.steps if outcome.derivation else ()
    return next((s.by for s in made if isinstance(s.by, Rule)), None)


def _made_by(rules: RuleSet, t: Term) -> bool:
    """Whether a right side of a set may contain an instance of a term, its symbols read as
    variables.

    The parts of a right side are not rewritten again before the terms around them. The words of an
    associative operator are also found in longer words.
    """
    effort = Effort()
    pattern = subs(t, {x: variable(f"{x.name}_", x.sort, x.shape) for x in free_symbols(t)})
    word = t.op.law(Associative) is not None
    for part in {s for r in rules for s in postorder(r.right) if s.op is t.op}:
        if word or any(True for _ in unified(part, pattern, {}, effort)) or effort.left_out:
            return True
    return False


def _always(first: Rule, t: Term) -> bool:
    """Whether a rule that changes a term changes all its instances, its symbols read as
    variables."""
    if first.conditions or not stable((t,)):
        return False
    back = {x: variable(x.name, x.sort, x.shape) for x in free_symbols(t)}
    effort = Effort()
    try:
        pattern = normal(subs(t, back))
        for _, made in steps(t, Context(), RuleSet(first)):
            if not stable((made,)):
                return False
            same = any(True for _ in unified(pattern, subs(made, back), {}, effort))
            if same or effort.left_out:
                return False
    except RewriteError:
        return False
    return True
