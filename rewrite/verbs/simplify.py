"""`simplify`: the smallest form it finds, never one that costs more than the term given."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import TimeoutError as Overdue
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar, overload

from ..core.context import Context
from ..core.operators import label
from ..core.terms import Term
from ..deadline import OutOfTimeError, within
from ..errors import RewriteError
from ..lowering.from_terms.build import Progress
from ..rewriting.derivation import Derivation
from ..rewriting.rule import Rule
from ..rewriting.ruleset import RuleSet
from ..rewriting.run import Limits, Run, size
from .allowance import Allowance
from .cost import Cost, cost, declared
from .differences import by_differences
from .form_steps import Workshop, steps_of
from .smallest import Pipeline
from .term_lists import apart, cheapest

S = TypeVar("S", bound=Term)
LARGEST_CHUNK, CHUNKS = 50, 8
"""The most terms given to a worker at once, and the number of parts into which a batch is split."""


@dataclass(frozen=True)
class Simplified:
    """The result of `simplified`: a term or a list of terms, its cost, and whether time
    sufficed."""

    result: Any
    cut_short: str
    """Why the search for a smaller form ended early; empty if it did not."""
    seconds: float
    given: Any
    counted: tuple[Cost, Cost] | None
    """The operations before and after; None if there was no time to count them."""

    @cached_property
    def before(self) -> Cost:
        """The operations of what was given."""
        return self.counted[0] if self.counted else _declared(self.given)

    @cached_property
    def after(self) -> Cost:
        """The operations of the result."""
        return self.counted[1] if self.counted else _declared(self.result)

    @property
    def complete(self) -> bool:
        """Whether everything that `simplify` tries was tried."""
        return not self.cut_short

    def __str__(self) -> str:
        end = f"; cut short: {self.cut_short}" if self.cut_short else ""
        return f"{self.result}\n  {self.before} -> {self.after}{end}"


@dataclass(frozen=True)
class _Task:
    """The arguments of a worker's task, besides the terms."""

    context: Context | None
    rules: RuleSet | None
    time_limit: float | None
    relations: bool


@overload
def simplify(
    t: S,
    context: Context | None = None,
    rules: RuleSet | Rule | None = None,
    *,
    time_limit: float | None = None,
    relations: bool = True,
    progress: Progress | None = None,
    executor: Any = None,
) -> S: ...
@overload
def simplify(
    t: Iterable[S],
    context: Context | None = None,
    rules: RuleSet | Rule | None = None,
    *,
    time_limit: float | None = None,
    relations: bool = True,
    progress: Progress | None = None,
    executor: Any = None,
) -> list[S]: ...
def simplify(
    t: Any,
    context: Context | None = None,
    rules: RuleSet | Rule | None = None,
    *,
    time_limit: float | None = None,
    relations: bool = True,
    progress: Progress | None = None,
    executor: Any = None,
) -> Any:
    """The smallest form found of a term, or of several terms, which share sub-terms.

    Every sum is tried as it stands, reduced by the rules, expanded, and expanded and gathered
    again; the cheapest form is kept. With `rules`, those are used instead of the standard ones.

    After `time_limit` seconds the best form found so far is returned; `simplified` says whether
    that happened. `relations=False` does not use linear relations between monomials, which are
    found at random points and then proved. `progress` is called from time to time with a number and
    the current activity. For large batches, `executor` may be an executor of `concurrent.futures`,
    a client of dask, or any object with such a `submit`; it simplifies each term by itself, and
    does not write terms as sums of others and differences.

    >>> from rewrite import cross, dot, matrices, scalars, vectors
    >>> A, B = matrices("A B")
    >>> a, b, c = vectors("a b c")
    >>> x, y = scalars("x y")
    >>> simplify((A + B) @ (A + B) - A @ B - A @ A)
    B @ (A + B)
    >>> simplify(cross(a, cross(b, c)) + cross(b, cross(c, a)) + cross(c, cross(a, b)))
    zero(Vector)
    >>> simplify(dot(a, a) + 2*dot(a, b) + dot(b, b)), simplify((x**2 - y**2)/(x - y))
    (dot(a + b, a + b), x + y)
    """
    task = _Task(context, _set(rules), time_limit, relations)
    return _found(t, task, progress, executor)[0]


def simplified(
    t: Any,
    context: Context | None = None,
    rules: RuleSet | Rule | None = None,
    *,
    time_limit: float | None = None,
    relations: bool = True,
    progress: Progress | None = None,
    executor: Any = None,
) -> Simplified:
    """The result of `simplify`, with its cost and whether the search was cut short.

    If no time is left to count operations, the costs are those that operators declare; these are
    summed up when they are asked for.

    >>> from rewrite import dot, vectors
    >>> a, b = vectors("a b")
    >>> found = simplified(dot(a, a) + 2*dot(a, b) + dot(b, b))
    >>> print(found)
    dot(a + b, a + b)
      10 multiplications, 8 additions -> 3 multiplications, 5 additions
    >>> found.complete
    True
    """
    began = time.monotonic()
    given = t if isinstance(t, Term) or not isinstance(t, Iterable) else list(t)
    task = _Task(context, _set(rules), time_limit, relations)
    _check(task, progress, executor)
    allowance = Allowance(time_limit)
    result, cut_short = _found(given, task, progress, executor)
    try:
        with within(allowance.grace()):
            counted = _counted(given, result, context)
    except OutOfTimeError:
        counted = None
    return Simplified(result, cut_short, time.monotonic() - began, given, counted)


def _counted(given: Any, result: Any, context: Context | None) -> tuple[Cost, Cost]:
    """The operations of the input and of the result, which may be the same."""
    before = cost(given, context)
    return before, before if result is given else cost(result, context)


def _declared(t: Any) -> Cost:
    return declared(t if isinstance(t, list) else [t])


def explain(
    t: Term,
    context: Context | None = None,
    rules: RuleSet | Rule | None = None,
    *,
    time_limit: float | None = None,
    relations: bool = True,
) -> Derivation:
    """The steps of `simplify` on a term; `cut_short` says why it ended early, if it did.

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
    task = _Task(context, _set(rules), time_limit, relations)
    _check(task)
    run, allowance = _run(context, trace=True), Allowance(time_limit)
    (found,), reason = _one_by_one([t], task, run)
    derivation = Derivation(t, found, tuple(run.trace or ()), run.context, reason)
    try:
        with within(allowance.grace()):
            return derivation.without_detours()
    except OutOfTimeError:
        return derivation  # longer than necessary, but just as valid


def _found(t: Any, task: _Task, progress: Progress | None, executor: Any) -> tuple[Any, str]:
    """The smallest forms of one term or several, and why the search ended early."""
    _check(task, progress, executor)
    if isinstance(t, Term):
        (found,), reason = _one_by_one([t], task, _run(task.context), progress)
        return found, reason
    if not isinstance(t, Iterable) or isinstance(t, str | Mapping):
        read = "; parse(text, declarations) reads text" if isinstance(t, str) else ""
        raise RewriteError(f"simplify takes a term or a list of terms, not {label(t)}{read}")
    terms = list(t)
    for x in terms:
        if not isinstance(x, Term):
            raise RewriteError(f"simplify takes terms, not {label(x)}")
    allowance = Allowance(task.time_limit)
    if executor is None or len(terms) < 2:
        some, reason = _one_by_one(terms, task, _run(task.context), progress)
    else:
        some, reason = _in_parallel(terms, task, progress, executor)
    try:
        with within(allowance.grace()):
            return cheapest(terms, some, _workshop(task, allowance), _run(task.context)), reason
    except OutOfTimeError:
        allowance.note()
        return apart(terms, some), ", ".join(
            dict.fromkeys(filter(None, (reason, *allowance.reasons)))
        )


def _check(task: _Task, progress: Any = None, executor: Any = None) -> None:
    """Refuse wrong arguments before any work is done."""
    context, rules, limit = task.context, task.rules, task.time_limit
    if context is not None and not isinstance(context, Context):
        raise RewriteError(f"context is {label(context)}, needs Context(fact, …)")
    if rules is not None and not isinstance(rules, RuleSet):
        raise RewriteError(f"rules is {label(rules)}, needs a RuleSet or Rule")
    if limit is not None and (
        isinstance(limit, bool) or not isinstance(limit, int | float) or not limit > 0
    ):
        raise RewriteError(f"the time limit is a positive number of seconds, not {limit!r}")
    if progress is not None and not callable(progress):
        raise RewriteError(
            f"progress is {label(progress)}, needs a function of a number and a text"
        )
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise RewriteError(f"executor is {label(executor)}, needs Executor: something that submits")


def _set(rules: RuleSet | Rule | None) -> RuleSet | None:
    return RuleSet(rules) if isinstance(rules, Rule) else rules


def _workshop(task: _Task, allowance: Allowance) -> Workshop:
    steps = steps_of(task.rules, task.context, task.relations)
    return Workshop(steps, task.context, allowance, None)


def _run(context: Context | None, trace: bool = False) -> Run:
    return Run(context, Limits(steps=None, seconds=None, size=None), trace)


def _one_by_one(
    terms: Sequence[Term],
    task: _Task,
    run: Run,
    progress: Progress | None = None,
    together: bool = True,
) -> tuple[list[Term], str]:
    """Simplify terms in turn, with one memory for all; `together` may write them by each other."""
    allowance = Allowance(task.time_limit)
    inside = progress if len(terms) == 1 else None
    pipeline = Pipeline(task.rules, task.context, allowance, task.relations, inside)
    found = list(terms)
    if together and len(terms) > 1:
        for done, (i, t) in enumerate(by_differences(terms, pipeline, run)):
            if progress is not None:
                progress(done, f"of {len(terms)} terms")
            found[i] = t
        return found, ", ".join(allowance.reasons)
    for i, t in enumerate(terms):
        with allowance.kept():
            run.size_of_input = size(t)
        with allowance.share(len(terms) - i):
            found[i] = pipeline.whole(t, run)
    return found, ", ".join(allowance.reasons)


# -- batches --------------------------------------------------------------------------------------


def _work(terms: list[Term], task: _Task) -> tuple[list[Term], str]:
    """The task of a worker, in another thread, in another process or on another machine. The
    result does not depend on how the terms are distributed."""
    return _one_by_one(terms, task, _run(task.context), together=False)


def _in_parallel(
    terms: Sequence[Term], task: _Task, progress: Progress | None, executor: Any
) -> tuple[list[Term], str]:
    """Give the terms in chunks to workers; terms of an overdue chunk stay as they are."""
    allowance = Allowance(task.time_limit)
    chunk = max(1, min(LARGEST_CHUNK, len(terms) // CHUNKS))
    parts = [list(terms[i : i + chunk]) for i in range(0, len(terms), chunk)]
    jobs = [executor.submit(_work, part, task) for part in parts]
    found: list[Term] = []
    reasons: dict[str, None] = {}
    for part, job in zip(parts, jobs, strict=True):
        if progress is not None:
            progress(len(found), f"of {len(terms)} terms")
        try:
            some, reason = job.result(timeout=allowance.left)
        except (Overdue, TimeoutError):
            job.cancel()
            some, reason = part, f"{task.time_limit:g} seconds"
        found += some
        reasons |= {reason: None} if reason else {}
    return found, ", ".join(reasons)
