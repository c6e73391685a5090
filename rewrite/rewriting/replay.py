"""Replaying a derivation: every step is checked and evaluated."""

from __future__ import annotations

from ..core.operators import label
from ..core.substitution import replaced
from ..core.terms import Term
from ..deadline import time_limited
from ..errors import RewriteError, RuleError
from ..evaluation.compare import agree
from ..matching.patterns import BUDGET, OutOfBudget, Search
from .derivation import Derivation, Step
from .rule import Rule
from .run import Run


@time_limited
def replay(
    derivation: Derivation,
    points: int = 1,
    budget: int = 10 * BUDGET,
    *,
    time_limit: float | None = None,
) -> Term:
    """Replay a derivation, checking every step, and return the term that it ends with.

    A rule must give the same result at the same position with the same substitution, and the laws
    the same normal form; and both sides of each step must have equal values at random exact points.

    >>> from rewrite import cross, dot, explain, vectors
    >>> a, b = vectors("a b")
    >>> steps = explain(dot(cross(a, b), cross(a, b)) + dot(a, b)**2)
    >>> replay(steps)
    dot(a, a)*dot(b, b)
    """
    if not isinstance(derivation, Derivation):
        raise RewriteError(
            f"replay takes a derivation, such as run(t, trace=True).derivation, not "
            f"{label(derivation)}"
        )
    whole = derivation.start
    for number, step in enumerate(derivation.steps, 1):
        here = whole
        for i in step.position:
            if not 0 <= i < len(here.args):
                raise _wrong(number, step, f"there is no position {step.position} in {whole}")
            here = here.args[i]
        if here is not step.before:
            raise _wrong(number, step, f"at {step.position} is {here}, not {step.before}")
        try:
            if not _follows(step, Search(derivation.context, budget)):
                raise _wrong(number, step, "it does not give that result")
        except OutOfBudget:
            raise _wrong(
                number, step, f"looking for it took more than the budget {budget}"
            ) from None
        if agree(step.before, step.after, derivation.context, points, seed=number) is False:
            raise _wrong(number, step, "the two sides have different values")
        whole = replaced(whole, step.position, step.after)
    if whole is not derivation.result:
        raise RuleError(f"the steps end with {whole}, not with {derivation.result}")
    return whole


def _wrong(number: int, step: Step, why: str) -> RewriteError:
    return RuleError(f"step {number} ({step.label}): {why}")


def _follows(step: Step, search: Search) -> bool:
    """Whether a step can be repeated with the same result."""
    if step.by is None:
        return search.normal(step.before) is search.normal(step.after)
    if not isinstance(step.by, Rule):
        start = step.before if step.by.as_written else search.normal(step.before)
        found = step.by.on(start, Run(search.context))
        return search.normal(found) is search.normal(step.after)
    for place in step.by.places(step.before, search):
        used = {v: t for v, t in place.bindings.items() if isinstance(v, Term)}
        if used == step.substitution and step.by.result(place, search) is step.after:
            return True
    return False
