"""Whether the author's own `evaluate=` functions work where a rule needs them."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.terms import postorder
from ...deadline import within
from ...errors import EvaluateError, RewriteError, SortError
from ...evaluation.evaluate import evaluate
from ...evaluation.own_functions import EndlessError
from ...evaluation.sampling import Sampler
from ...rewriting.rule import Rule
from ..findings import Finding, Severity, about_rule
from ..steps.instances import instances

POINTS = 3
"""Both sides are evaluated at this many points."""
SECONDS = 2.0
"""For so long at each of them."""


def own_values(rule: Rule) -> Iterator[Finding]:
    """A mistake in an `evaluate=` that a rule uses, with the operator and its operands.

    >>> from rewrite import Rewrite, Scalar, Vector, operator
    >>> from rewrite import rule as make
    >>> last = operator("last", Vector, result=Scalar, evaluate=lambda a: a[3])
    >>> @make
    ... def twice(a: Vector) -> Rewrite[Scalar]:
    ...     "The last of 2 a."
    ...     return last(2*a) >> 2*last(a)
    >>> for finding in own_values(twice):
    ...     print(finding.message.partition(" (")[0])
    the evaluate= of operator 'last'
    """
    found = next(instances(rule), None)
    if found is None:
        return
    sides = found.left, found.right
    ops = {s.op for t in sides for s in postorder(t) if s.args}
    if not any(op.module and op.evaluate is not None for op in ops):
        return
    for seed in range(POINTS):
        try:
            point = Sampler(sides, found.context).draw(seed)
            with within(SECONDS):
                for t in sides:
                    evaluate(t, point)
        except (EvaluateError, EndlessError, SortError) as error:
            yield about_rule(
                "evaluate", Severity.ERROR, rule, str(error),
                "fix the function; until then no rule with this operator can be judged by values",
            )  # fmt: skip
            return
        except (RewriteError, ArithmeticError):
            continue
