"""Whether two sides are equal: the one place where the workbench asks.

Terms of the standard theory, and of operators that declare an evaluation, are decided by values.
Other operators mean whatever their laws allow (see `algebra`).
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from ..context import Context
from ..errors import FactError, NotExactError, OutsideError, RewriteError, UndefinedError
from ..evaluation.compare import agree
from ..evaluation.evaluate import Evaluation
from ..evaluation.reals import differ
from ..evaluation.sampling import Sampler
from ..normalform.walk import normal
from ..terms import Term, free_symbols
from ..verbs.canonical import canonical
from .algebra import Algebra, foreign

PROVED, REFUTED, PROBABLE, UNDECIDED = "proved", "refuted", "probable", "undecided"
POINTS = 8
"""At how many points of each kind two sides are compared."""


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
    return _in_models(left, right, algebra or Algebra(bare))


def _same_form(left: Term, right: Term, context: Context | None) -> Judgement | None:
    try:
        found, other = normal(left, context), normal(right, context)
    except RewriteError:
        return None
    return Judgement(PROVED, f"both have the normal form {found}") if found is other else None


def differs(left: Term, right: Term, context: Context | None = None) -> bool:
    """Whether one random point tells two sides apart: quick, and never wrong if it says so."""
    return agree(left, right, context) is False


# -- by values ------------------------------------------------------------------------------------


def decided(left: Term, right: Term, context: Context | None, seconds: float) -> Judgement:
    """By exact values: a proof where there is a canonical form, otherwise points."""
    found = _counterexample(left, right, context)
    if found is not None:
        return Judgement(REFUTED, "the sides differ at a point", found)
    try:
        if canonical(left, context) is canonical(right, context):
            return Judgement(PROVED, "both have one canonical form")
    except (OutsideError, RewriteError, ArithmeticError):
        pass
    if agree(left, right, context, POINTS) is None:
        return Judgement(UNDECIDED, "no point was found at which both sides have a value")
    return Judgement(PROBABLE, f"the sides agree at {POINTS} random points")


def _counterexample(left: Term, right: Term, context: Context | None) -> tuple[str, ...] | None:
    """A point of small numbers at which both sides have values that differ."""
    random = Random(0)
    try:
        sampler = Sampler([left, right], context)
        for i in range(2 * POINTS):
            found = _told(left, right, sampler.draw(random, awkward=i % 2 == 1))
            if found is not None:
                return found
    except (FactError, RewriteError):
        return None
    return None


def _told(left: Term, right: Term, point: object) -> tuple[str, ...] | None:
    for domain in ("exact", "interval"):
        try:
            at = Evaluation(point, domain)  # type: ignore[arg-type]
            x, y = at.coordinates(left), at.coordinates(right)
        except NotExactError:
            continue
        except (UndefinedError, ZeroDivisionError):
            return None
        if differ(x, y) if domain == "interval" else x != y:
            symbols = sorted(free_symbols(left) | free_symbols(right), key=str)
            values = [f"{s} = {_shown(at.coordinates(s))}" for s in symbols]
            return (*values, f"left side: {_shown(x)}", f"right side: {_shown(y)}")
        return None
    return None


def _shown(value: tuple[object, ...]) -> str:
    return str(value[0]) if len(value) == 1 else f"({', '.join(map(str, value))})"


# -- by models ------------------------------------------------------------------------------------


def _in_models(left: Term, right: Term, algebra: Algebra) -> Judgement:
    if not algebra.models:
        return Judgement(UNDECIDED, "no finite model of the laws was found")
    found = algebra.refutation(left, right)
    if found is not None:
        why = "it does not follow from the laws: a finite model of them tells the sides apart"
        return Judgement(REFUTED, why, found)
    count = algebra.usable(left, right)
    if not count:
        return Judgement(UNDECIDED, "in no finite model of the laws both sides have a value")
    return Judgement(PROBABLE, f"it holds in {count} finite models of the laws")
