"""`simplify`: the smallest form it finds, and never one that costs more than what it was given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from typing import Any, TypeVar, overload

from ..core.context import Context
from ..core.operators import label
from ..core.terms import Term
from ..errors import RewriteError
from ..rewriting.derivation import Derivation
from ..rewriting.rule import Rule
from ..rewriting.ruleset import RuleSet
from ..rewriting.run import Limits, Run, size
from .allowance import Allowance
from .cost import cost
from .smallest import Pipeline

S = TypeVar("S", bound=Term)


@overload
def simplify(
    t: S,
    context: Context | None = None,
    rules: RuleSet | Rule | None = None,
    *,
    executor: Executor | None = None,
) -> S: ...
@overload
def simplify(
    t: Iterable[S],
    context: Context | None = None,
    rules: RuleSet | Rule | None = None,
    *,
    executor: Executor | None = None,
) -> list[S]: ...
def simplify(
    t: Any,
    context: Context | None = None,
    rules: RuleSet | Rule | None = None,
    *,
    executor: Executor | None = None,
) -> Any:
    """The smallest form found of a term, or of several terms that share what they can.

    Every sum is tried as it stands, reduced by the rules, opened, opened and gathered again; the
    cheapest is kept. With `rules`, those are used in the place of the standard ones. Large batches
    may be given an executor of `concurrent.futures`.

    >>> from rewrite import cross, dot, matrices, vectors
    >>> A, B = matrices("A B")
    >>> a, b, c = vectors("a b c")
    >>> simplify((A + B) @ (A + B) - A @ B - A @ A)
    B @ (A + B)
    >>> simplify((A + B) @ (A + B))
    (A + B)**2
    >>> simplify(cross(a, cross(b, c)) + cross(b, cross(c, a)) + cross(c, cross(a, b)))
    zero(Vector)
    """
    _check(context, rules, executor)
    if isinstance(t, Term):
        return _one(t, context, _set(rules))[0]
    if not isinstance(t, Iterable) or isinstance(t, str | Mapping):
        raise RewriteError(f"simplify takes a term or a list of terms, not {label(t)}")
    terms = list(t)
    for x in terms:
        if not isinstance(x, Term):
            raise RewriteError(f"simplify takes terms, not {label(x)}")
    if executor is None or len(terms) < 2:
        return _several(terms, context, _set(rules))
    return _cheaper(terms, _in_parallel(terms, context, _set(rules), executor))


def explain(
    t: Term, context: Context | None = None, rules: RuleSet | Rule | None = None
) -> Derivation:
    """What `simplify` does to a term, step by step.

    >>> from rewrite import cross, vectors
    >>> a, b = vectors("a b")
    >>> print(explain(cross(a, b) + cross(b, a + b)))
        cross(a, b) + cross(b, a + b)
      = {expand at 1}
        cross(a, b) - cross(a, b)
      = {laws}
        zero(Vector)
    """
    if not isinstance(t, Term):
        raise RewriteError(f"explain takes a term, not {label(t)}")
    _check(context, rules)
    found, run = _one(t, context, _set(rules), trace=True)
    return Derivation(t, found, tuple(run.trace or ()), run.context).without_detours()


def _check(context: Any, rules: Any, executor: Any = None) -> None:
    """Refuse arguments that are not what they should be, before anything is done."""
    for name, value, kind in (
        ("context", context, Context),
        ("rules", rules, RuleSet | Rule),
        ("executor", executor, Executor),
    ):
        if value is not None and not isinstance(value, kind):
            wanted = kind.__name__ if isinstance(kind, type) else "a RuleSet or Rule"
            raise RewriteError(f"{name} is {label(value)}, needs {wanted}")


def _set(rules: RuleSet | Rule | None) -> RuleSet | None:
    return RuleSet(rules) if isinstance(rules, Rule) else rules


def _one(
    t: Term, context: Context | None, rules: RuleSet | None, trace: bool = False
) -> tuple[Term, Run]:
    run = Run(context, Limits(steps=None, seconds=None, size=None), trace)
    run.size_of_input = size(t)
    allowance = Allowance()
    allowance.begin(t)
    return Pipeline(rules, context, allowance).whole(t, run), run


def _several(terms: Sequence[Term], context: Context | None, rules: RuleSet | None) -> list[Term]:
    """Terms one by one, with one memory for all."""
    run = Run(context, Limits(steps=None, seconds=None, size=None))
    allowance = Allowance()
    pipeline = Pipeline(rules, context, allowance)
    found: list[Term] = []
    for t in terms:
        allowance.begin(t)
        found.append(pipeline.whole(t, run))
    return _cheaper(terms, found)


def _cheaper(before: Sequence[Term], after: Sequence[Term]) -> list[Term]:
    """Of two lists of equal terms, a mixture that costs no more than the first."""
    best = list(after)
    price = cost(best).total
    if price > cost(before).total:
        for i, t in enumerate(before):  # where sharing was lost, take the terms as they were
            tried = [*best[:i], t, *best[i + 1 :]]
            lower = cost(tried).total
            if lower < price:
                best, price = tried, lower
        if price > cost(before).total:
            best = list(before)
    return best


def _in_parallel(
    terms: Sequence[Term], context: Context | None, rules: RuleSet | None, executor: Executor
) -> list[Term]:
    chunk = max(1, min(50, len(terms) // 8))
    parts = [list(terms[i : i + chunk]) for i in range(0, len(terms), chunk)]
    jobs = [executor.submit(_several, part, context, rules) for part in parts]
    return [t for job in jobs for t in job.result()]
