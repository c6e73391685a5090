"""Whether two sides are equal: the one place where the workbench decides that.

Terms of the standard theory, and of operators that declare an evaluation, are decided by values.
Other operators mean whatever their laws allow (see `algebra`).
"""

from __future__ import annotations

from dataclasses import dataclass

from ...core.context import Context
from ...core.terms import Term
from ...decision.equal import equal
from ...errors import RewriteError
from ...evaluation.compare import agree
from ...normalform.walk import normal
from ..models.algebra import Algebra, foreign

PROVED, REFUTED, PROBABLE, UNDECIDED = "proved", "refuted", "probable", "undecided"


@dataclass(frozen=True)
class Judgement:
    """Whether two sides are equal, why, and where not."""

    status: str
    how: str
    counterexample: tuple[str, ...] = ()
    bound: float | None = None

    def __str__(self) -> str:
        return f"{self.status}: {self.how}"


def judged(
    left: Term,
    right: Term,
    context: Context | None = None,
    algebra: Algebra | None = None,
    seconds: float = 5.0,
) -> Judgement:
    """Whether two terms without variables are equal.

    >>> from rewrite import cross, vectors
    >>> a, b = vectors("a b")
    >>> print(judged(cross(a, b), -cross(b, a)))
    proved: both have the normal form cross(a, b)
    >>> judged(cross(a, b), cross(b, a)).status
    'refuted'
    """
    same = _same_form(left, right, context)
    if same is not None:
        return same
    bare = foreign((left, right))
    if not bare:
        return decided(left, right, context, seconds)
    return _in_models(left, right, (algebra or Algebra(bare)).about(left, right))


def _same_form(left: Term, right: Term, context: Context | None) -> Judgement | None:
    try:
        found, other = normal(left, context), normal(right, context)
    except RewriteError:
        return None
    return Judgement(PROVED, f"both have the normal form {found}") if found is other else None


def differs(left: Term, right: Term, context: Context | None = None) -> bool:
    """Whether two sides differ at a random point: quick, and never wrong if the answer is yes."""
    return agree(left, right, context) is False


# -- by values ------------------------------------------------------------------------------------


def decided(left: Term, right: Term, context: Context | None, seconds: float) -> Judgement:
    """By exact values, as `equal` decides."""
    verdict = equal(left, right, context, time_limit=seconds)
    if verdict.proved:
        return Judgement(PROVED, verdict.how)
    if verdict.refuted:
        return Judgement(REFUTED, verdict.how, tuple(map(str.strip, str(verdict).splitlines()[2:])))
    if verdict.probable:
        return Judgement(PROBABLE, verdict.how, bound=verdict.error_bound)
    return Judgement(UNDECIDED, verdict.how)


# -- by models ------------------------------------------------------------------------------------


def _in_models(left: Term, right: Term, algebra: Algebra) -> Judgement:
    if not algebra.models:
        return Judgement(UNDECIDED, "found no finite model that is not trivial")
    found = algebra.refutation(left, right)
    if found is not None:
        why = "it does not follow from the laws: a finite model of them tells the sides apart"
        return Judgement(REFUTED, why, found)
    count = algebra.usable(left, right)
    if not count:
        return Judgement(UNDECIDED, "both sides have a value in no finite model of the laws")
    most = max(len(own) for m in algebra.models for own in m.carriers.ranges.values())
    reported = f"it holds in {count} finite models of the laws, of at most {most} elements"
    return Judgement(PROBABLE, reported)
