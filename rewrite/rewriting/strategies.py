"""Strategies: where and how often rules are applied. Each is a few lines, and they compose.

A rule and a rule set are strategies themselves: they apply the first rule that changes a term at
its head, in the order of the set. A function from a term to a term or None is one too.

>>> from rewrite import RuleSet, Scalar, cos, rule, scalars, sin
>>> @rule
... def pythagoras(x: Scalar):
...     "sin² + cos² = 1"
...     return sin(x)**2 + cos(x)**2 >> 1
>>> a, b = scalars("a b")
>>> everywhere = exhaust(bottom_up(pythagoras))
>>> everywhere(cos(sin(a)**2 + b*(3*sin(b)**2 + 5*cos(b)**2) + cos(a)**2))
cos(b*(2*cos(b)**2 + 3) + 1)
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from ..core.operators import label
from ..core.substitution import replaced
from ..core.terms import Term, rebuild
from ..errors import LimitError, RewriteError, RuleError
from .innermost import Innermost
from .outermost import Outermost
from .repeating import Exhaust
from .rule import Rule
from .ruleset import RuleSet
from .run import Limits, Run, Strategy, tightened

Step = Callable[[Term], Term | None]

MEMORY = 100_000
"""A strategy remembers at most about this many terms as finished."""


class _Function(Strategy):
    """A function from a term to a term or None."""

    def __init__(self, function: Step) -> None:
        self.function = function
        self.name = getattr(function, "__name__", "function")

    def apply(self, t: Term, run: Run) -> Term | None:
        if run.stopped is not None or not run.in_time():
            return None
        try:
            found = self.function(t)
            if found is None or found is t:
                return None
            if not isinstance(found, Term) or (found.sort, found.shape) != (t.sort, t.shape):
                raise RewriteError(f"{self.name} made {label(found)} of {t}, which is {label(t)}")
            found = run.walk.run(found)
        except LimitError as error:
            run.stop(str(error))
            return None
        if found is t or not run.allowed(found):
            return None
        if run.trace is not None:
            run.record(self, {}, t, found)
        return found


def strategy(x: Any) -> Strategy:
    """Anything that can serve as a strategy."""
    if isinstance(x, Strategy):
        return x
    if callable(x):
        return _Function(x)
    raise RewriteError(f"a strategy is a rule, a rule set or a function of a term, not {label(x)}")


class _First(Strategy):
    def __init__(self, ways: tuple[Strategy, ...]) -> None:
        self.ways = ways

    def apply(self, t: Term, run: Run) -> Term | None:
        for way in self.ways:
            found = way.apply(t, run)
            if found is not None:
                return found
        return None


def first(*ways: Any) -> Strategy:
    """The first of several strategies that changes a term.

    >>> import rules
    >>> from rewrite import cos, scalars, sin
    >>> x, y = scalars("x y")
    >>> either = first(rules.PYTHAGORAS, rules.JACOBI)
    >>> either(sin(x)**2 + cos(x)**2), either(x) is None
    (1, True)
    """
    return _First(tuple(strategy(way) for way in ways))


class _All(Strategy):
    def __init__(self, ways: tuple[Strategy, ...]) -> None:
        self.ways = ways

    def apply(self, t: Term, run: Run) -> Term | None:
        current = t
        for way in self.ways:
            found = way.apply(current, run)
            if found is not None:
                current = found
        return current if current is not t else None


def all(*ways: Any) -> Strategy:
    """Several strategies one after another, each on the result of the one before."""
    return _All(tuple(strategy(way) for way in ways))


def exhaust(way: Any) -> Strategy:
    """Repeat a strategy until it changes nothing, returns to an earlier term, or hits a limit.

    If it returns to an earlier term, the result is the one of all these terms that is first in
    order.

    >>> import rules
    >>> from rewrite import cos, scalars, sin
    >>> x, y = scalars("x y")
    >>> exhaust(once(rules.PYTHAGORAS))(sin(x)**2 + cos(x)**2 + sin(y)**2 + cos(y)**2)
    2
    """
    way = strategy(way)
    if isinstance(way, _BottomUp):
        inner = way.way.way if isinstance(way.way, Exhaust) else way.way
        rules = _rules_of(inner)
        return (
            Exhaust(way) if rules is None else Innermost(rules, Exhaust(_BottomUp(Exhaust(inner))))
        )
    rules = _rules_of(way.way) if isinstance(way, _TopDown | _Once) else None
    if rules is None:
        return Exhaust(way)
    return Outermost(rules, Exhaust(way), shares=isinstance(way, _TopDown))


def _rules_of(way: Strategy) -> RuleSet | None:
    """The rules that a strategy tries in order at the head of a term, if it does nothing else."""
    if isinstance(way, RuleSet):
        return way
    ways = way.ways if isinstance(way, _First) else (way,)
    found: list[Rule | RuleSet] = [w for w in ways if isinstance(w, Rule | RuleSet)]
    try:
        return RuleSet(*found) if len(found) == len(ways) else None
    except RuleError:  # two of them have one name
        return None


class _Traversal(Strategy):
    """A strategy at every sub-term, each distinct one once.

    Terms in which nothing changed are remembered, with the context, so that a second pass examines
    only new terms. The memory is bounded.
    """

    before, after = False, False

    def __init__(self, way: Strategy) -> None:
        self.way = way
        self.finished: dict[Any, dict[Term, None]] = {}

    def is_idle_on(self, t: Term) -> bool:
        return self.way.is_idle_on(t)

    def memory(self, run: Run) -> dict[Term, None]:
        if sum(1 + len(terms) for terms in self.finished.values()) > MEMORY:
            self.finished.clear()
        return self.finished.setdefault((run.context, run.limits.budget), {})

    def apply(self, root: Term, run: Run) -> Term | None:
        finished = self.memory(run)
        done: dict[Term, Term] = {}
        begun = {root}  # the result of a rule may contain the original term
        traced: dict[Term, tuple[slice, int]] = {}
        depth, mark, steps = len(run.path), len(run.trace or ()), run.steps
        stack = [self._visit(root, run)]
        while stack:
            visit = stack[-1]
            if len(visit.args) < len(visit.term.args):
                child = visit.term.args[len(visit.args)]
                known = child if child in finished else done.get(child)
                if known is None and not child.args and not self.way.touches(child):
                    known = child
                if known is None and child in begun:
                    known = child
                    run.cuts += 1  # not examined again, so nothing above it is finished
                run.path.append(len(visit.args))
                if known is None:
                    begun.add(child)
                    stack.append(self._visit(child, run))
                    continue
                again = known is not child and run.trace is not None
                if again and not run.repeat(*traced[child]):
                    return self._undone(run, depth, mark)
                run.path.pop()
                visit.args.append(known)
                continue
            stack.pop()
            found = self._left(visit, run)
            if found is None:  # the parts were small enough, but the whole is not
                return self._undone(run, depth, mark)
            done[visit.start] = found
            if run.trace is not None:
                traced[visit.start] = slice(visit.mark, len(run.trace)), len(run.path)
            still = found is visit.start and run.steps == visit.steps  # not even there and back
            if still and run.stopped is None and run.cuts == visit.cuts:
                finished[found] = None
            if stack:
                run.path.pop()
                stack[-1].args.append(found)
        del run.path[depth:]
        if done[root] is root and run.steps > steps:
            run.note("cycle")
            run.forget(mark)
        return done[root] if done[root] is not root else None

    @staticmethod
    def _undone(run: Run, depth: int, mark: int) -> None:
        """Abandon a pass and forget its steps."""
        del run.path[depth:]
        run.forget(mark)

    def _visit(self, t: Term, run: Run) -> _Visit:
        visit = _Visit(t, len(run.trace or ()), run)
        found = self.way.apply(t, run) if self.before else None
        if found is not None:
            visit.term = found
        return visit

    def _left(self, visit: _Visit, run: Run) -> Term | None:
        t = rebuild(visit.term, tuple(visit.args)) if visit.args else visit.term
        if t is not visit.term:
            if not run.fits(t):
                return None
            t = run.normal(t)
        found = self.way.apply(t, run) if self.after and self.way.touches(t) else None
        return t if found is None else found


class _Visit:
    """A sub-term whose operands are being visited."""

    __slots__ = ("args", "cuts", "mark", "start", "steps", "term")

    def __init__(self, start: Term, mark: int, run: Run) -> None:
        self.start = self.term = start
        self.mark, self.cuts, self.steps = mark, run.cuts, run.steps
        self.args: list[Term] = []


class _BottomUp(_Traversal):
    after = True


class _TopDown(_Traversal):
    before = True


def bottom_up(way: Any) -> Strategy:
    """A strategy at every sub-term, operands before the terms that contain them.

    >>> import rules
    >>> from rewrite import cos, scalars, sin
    >>> x, y = scalars("x y")
    >>> bottom_up(rules.PYTHAGORAS)(sin(sin(x)**2 + cos(x)**2)*(sin(y)**2 + cos(y)**2))
    sin(1)
    """
    return _BottomUp(strategy(way))


def top_down(way: Any) -> Strategy:
    """A strategy at every sub-term, terms before their operands.

    >>> import rules
    >>> from rewrite import cos, scalars, sin
    >>> x, y = scalars("x y")
    >>> top_down(rules.PYTHAGORAS)(sin(sin(x)**2 + cos(x)**2)*(sin(y)**2 + cos(y)**2))
    sin(1)
    """
    return _TopDown(strategy(way))


class _Once(Strategy):
    def __init__(self, way: Strategy) -> None:
        self.way = way

    def apply(self, root: Term, run: Run) -> Term | None:
        depth, seen = len(run.path), {root}
        found = self._at(root, root, run, depth)
        stack = [iter(enumerate(root.args))]
        while stack and found is None:
            i, t = next(stack[-1], (0, None))
            if t is None:
                stack.pop()
                del run.path[depth + max(len(stack) - 1, 0) :]
            elif t not in seen:
                seen.add(t)
                run.path.append(i)
                found = self._at(t, root, run, depth)
                stack.append(iter(enumerate(t.args)))
        del run.path[depth:]
        return found

    def _at(self, t: Term, root: Term, run: Run, depth: int) -> Term | None:
        """The whole term after a change at one position; None if the laws undo the change."""
        mark = len(run.trace or ())
        found = self.way.apply(t, run)
        if found is None:
            return None
        path = run.path[depth:]
        del run.path[depth:]
        whole = run.normal(replaced(root, tuple(path), found))
        run.path += path
        if whole is root:
            run.forget(mark)
            return None
        return whole


def once(way: Any) -> Strategy:
    """A strategy at the first position where it changes something, from the top and the left.

    >>> import rules
    >>> from rewrite import cos, scalars, sin
    >>> x, y = scalars("x y")
    >>> once(rules.PYTHAGORAS)(sin(x)**2 + cos(x)**2 + sin(y)**2 + cos(y)**2)
    sin(y)**2 + cos(y)**2 + 1
    """
    return _Once(strategy(way))


class _Limited(Strategy):
    def __init__(self, way: Strategy, given: Limits) -> None:
        self.way, self.given = way, given

    def apply(self, t: Term, run: Run) -> Term | None:
        if run.stopped is not None:
            return None
        outer, run.limits = run.limits, tightened(run, self.given)
        try:
            return self.way.apply(t, run)
        finally:  # the next step, if any, checks the outer limits again
            run.limits, run.stopped = outer, None


def limits(
    way: Any,
    *,
    steps: int | None = None,
    seconds: float | None = None,
    size: int | None = None,
    budget: int | None = None,
) -> Strategy:
    """A strategy with limits of its own on steps, seconds and the size of terms.

    The run goes on after it; the outcome says why it stopped.

    >>> import rules
    >>> from rewrite import cos, scalars, sin
    >>> x, y = scalars("x y")
    >>> one_step = limits(exhaust(once(rules.PYTHAGORAS)), steps=1)
    >>> one_step(sin(x)**2 + cos(x)**2 + sin(y)**2 + cos(y)**2)
    sin(y)**2 + cos(y)**2 + 1
    """
    given = Limits(steps, seconds, size, sys.maxsize if budget is None else budget)
    return _Limited(strategy(way), given)
