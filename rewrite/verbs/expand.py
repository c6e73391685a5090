"""`expand` and `factor`: forms requested by name."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeVar, cast

from ..core.context import Context
from ..core.operators import label
from ..core.terms import Term
from ..deadline import checked_limit, within
from ..errors import LimitError, RewriteError
from ..kernel.polynomials import Kernel, expanded
from ..kernel.word_rules import WordRules, compiled
from ..rewriting.ruleset import RuleSet
from ..rewriting.run import Run, Strategy
from ..rewriting.strategies import bottom_up, exhaust
from .alternating import in_one_product
from .common_factors import Gatherer
from .quadratic_forms import in_squares
from .quotients import factorised
from .standard import standard

S = TypeVar("S", bound=Term)
MAX_ROUNDS = 100
"""The most rounds of distributing products and rewriting the result."""


def expand(
    t: S,
    context: Context | None = None,
    rules: RuleSet | None = None,
    *,
    time_limit: float | None = None,
) -> S:
    """Distribute products, scalings and every other linear operator over sums.

    `rules` are also applied everywhere; by default only tilde(a × b) is expanded.
    After `time_limit` seconds it stops with a LimitError.

    >>> from rewrite import cross, matrices, tilde, vectors
    >>> A, B = matrices("A B")
    >>> a, b = vectors("a b")
    >>> expand((A + B) @ (A + B) - A @ B - A @ A)
    B @ A + B**2
    >>> expand(tilde(cross(a, b)))
    tilde(a) @ tilde(b) - tilde(b) @ tilde(a)
    """
    if not isinstance(t, Term):
        raise RewriteError(f"expand takes a term, not {label(t)}")
    rules = standard("EXPANSION") if rules is None else rules
    with within(checked_limit(time_limit)):
        return cast(S, opened(t, Run(context), rules))


def opened(t: Term, run: Run, rules: RuleSet) -> Term:
    """A term distributed and rewritten in turn, until neither changes anything."""
    own, reduce = _ways(rules)
    current = expanded(t, run.walk, own)
    for _ in range(MAX_ROUNDS):
        found = None if reduce is None else reduce.apply(current, run)
        if run.stopped is not None:
            break
        if found is None:
            return current
        current = expanded(found, run.walk, own)
    raise LimitError(f"expand did not finish: {run.reason}")


@lru_cache(maxsize=200)
def _ways(rules: RuleSet) -> tuple[WordRules, Strategy | None]:
    """The rules about words, and a strategy for the others, if there are any."""
    own = compiled(rules.rules, Kernel)
    return own, exhaust(bottom_up(RuleSet(own.rest))) if own.rest else None


def factor(
    t: S,
    context: Context | None = None,
    rules: RuleSet | None = None,
    *,
    time_limit: float | None = None,
) -> S:
    """Take out common left, right and scalar factors, those that save most first.

    Scalars are cancelled and factored as polynomials, and squares are completed, also of vectors.
    `rules` are applied first, everywhere; by default there are none.
    After `time_limit` seconds it stops with a LimitError.

    >>> from rewrite import cross, dot, matrices, scalars, vectors
    >>> A, B = matrices("A B")
    >>> a, b, c = vectors("a b c")
    >>> m, x = scalars("m x")
    >>> factor(B @ A + B @ B)
    B @ (A + B)
    >>> factor(m*x*cross(a, b) - m*x*cross(c, a))
    m*x*cross(a, b + c)
    >>> factor(m**2 - x**2), factor(dot(a, a) - 2*dot(a, b) + dot(b, b))
    ((m + x)*(m - x), dot(a - b, a - b))
    """
    if not isinstance(t, Term):
        raise RewriteError(f"factor takes a term, not {label(t)}")
    with within(checked_limit(time_limit)):
        run = Run(context)
        start = run.normal(t)
        if rules:
            start = exhaust(bottom_up(rules)).on(start, run)
        start = in_squares(factorised(start, run.walk), run.walk)
        start = in_one_product(start, run.walk)
        gatherer = Gatherer(run.context, least=None, walk=run.walk)
        # the scalar factors of a vector or matrix are together only now
        return cast(S, gatherer.run(factorised(gatherer.run(start), run.walk)))
