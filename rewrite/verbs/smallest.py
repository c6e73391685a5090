"""The search for the smallest form: each sum as it stands, reduced, opened, and gathered again.

`Smallest` tries the forms of one sum and keeps the cheapest; `_BestForm` goes through a term from
the inside outwards; `_AsSymbols` sees first whether all of it comes to next to nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, cast

from ..core.linear import add
from ..core.sorts import Linear
from ..core.substitution import subs
from ..core.terms import Term, order
from ..errors import LimitError
from ..normalform.monomials import keyed, split
from ..rewriting.derivation import Step
from ..rewriting.ruleset import RuleSet
from ..rewriting.run import Limits, Run, Strategy, size
from ..rewriting.strategies import bottom_up, exhaust
from .abstract import abstracted
from .cost import cost
from .forms import EXPAND, FACTOR, MULTIPLY, RELATE
from .parts import parted, together
from .standard import standard

Form = tuple[Term, Run]
LEAST_OPENED, GROWTH = 1_000, 30
"""How large an opened form may become before it is given up: more for a larger term."""
CLOSABLE = 24
"""How many summands an opened form has at most whose products are gathered from dot products."""
MEMORY = 20_000
"""How many terms are remembered with what was made of them, in one call."""

LIMITS = Limits(steps=2_000, seconds=10.0, size=100_000, budget=20_000)
"""How far one form of one sum is pursued."""
LEAST_EFFORT, EFFORT_PER_NODE = 100_000, 100
"""How many nodes the opened forms of all the sums in a term may have together, those evaluated for
relations included: more for a larger term. When they are used up, the sums that are left are not
opened."""


class Smallest:
    """The pipeline, and the rules it uses."""

    def __init__(self, rules: RuleSet | None) -> None:
        reducing = standard("STANDARD") if rules is None else rules
        opening = standard("OPENING") if rules is None else rules
        self.reduce = exhaust(bottom_up(reducing))
        self.open = exhaust(bottom_up(opening))
        # what was opened to meet may close in another way, with more in common than before
        self.close: tuple[tuple[Strategy, ...], ...] = (
            ((exhaust(bottom_up(standard("FROM_DOTS"))), FACTOR),) if rules is None else ()
        )
        self.everywhere = bottom_up(_BestForm(self))
        self.as_symbols = _AsSymbols(self)
        # with rules of their own, people want to see what these can do, and nothing else
        self.relations: tuple[tuple[Strategy, ...], ...] = (
            ((RELATE, FACTOR),) if rules is None else ()
        )
        self.effort = 0
        self.known: dict[Any, tuple[Term, list[Step]] | None] = {}
        self.wider: dict[Any, Form | None] = {}

    def whole(self, t: Term, run: Run) -> Term:
        """The cheapest of the term as given, its normal form, and what its parts' best make."""
        mark = len(run.trace or ())
        start = run.normal(t)
        if len(self.known) + len(self.wider) > MEMORY:
            self.known.clear()
            self.wider.clear()
        self.effort = LEAST_EFFORT + EFFORT_PER_NODE * size(start)
        opened = self.opened(start, run)
        if opened is not None and not opened[0].args:  # nothing is smaller than a symbol or zero
            return self._kept(opened, run)
        if start.op is add and self.relations:
            found = self.as_symbols.apply(t, run)
            if found is not None:
                run.forget(mark)
                if run.trace is not None:
                    run.record(self.as_symbols, {}, t, found)
                return found
        found = self.everywhere.on(start, run)
        if found.op is not add:
            found = self.best(found, run)
        if cost(found).total > cost(t).total:
            if run.trace is not None:
                del run.trace[mark:]
            return t
        return found

    def best(self, t: Term, run: Run, closed: bool = False) -> Term:
        """The cheapest form of one normal term; of those that are not opened, if asked for."""
        if not t.args:
            return t
        if not issubclass(t.sort, Linear):  # nothing to distribute or to gather: the rules alone
            reduced = ((t, _branch(run)), *self.tried(t, run, (self.reduce,)))
            return self._kept(min(reduced, key=_price), run)
        forms: list[Form] = [*self.closed(t, run), *(() if closed else self.wide(t, run))]
        return self._kept(min(forms, key=_price), run)

    @staticmethod
    def _kept(form: Form, run: Run) -> Term:
        """The term of a form, its steps now steps of the run."""
        found, way = form
        if run.trace is not None:
            steps = cast(Any, way.trace)
            run.trace += [replace(s, position=(*run.path, *s.position)) for s in steps]
        return found

    def closed(self, t: Term, run: Run) -> Iterator[Form]:
        """The term as it stands, reduced, and gathered."""
        yield t, _branch(run)
        for steps in ((self.reduce, FACTOR), (FACTOR, self.reduce, FACTOR)):
            yield from self.tried(t, run, steps)
        if t.op is add:
            for apart, way in self.tried(t, run, (MULTIPLY,)):
                if apart is not t:
                    for more in ((self.reduce, FACTOR), *self.relations):
                        yield from self.tried(apart, run, more, way)

    def wide(self, t: Term, run: Run) -> Iterator[Form]:
        """The term opened, and reduced and gathered again after that."""
        opened = self.opened(t, run)
        if opened is None:
            return
        yield opened
        if opened[0].op is add:
            yield from self.regathered(opened, run)
            if len(opened[0].args) > CLOSABLE:
                yield from self.apart(opened, run)

    def regathered(self, opened: Form, run: Run) -> Iterator[Form]:
        """What becomes of an opened sum when its factors are gathered in one way or another."""
        for more in (
            (FACTOR, self.reduce, FACTOR),
            (self.reduce, FACTOR),
            *(self.close if len(opened[0].args) <= CLOSABLE else ()),
            *self.relations,
        ):
            yield from self.tried(opened[0], run, more, opened[1])

    def apart(self, opened: Form, run: Run) -> Iterator[Form]:
        """An opened sum in the parts that it falls into, each gathered for itself.

        A factor that all parts share would be gathered first, and tear them to pieces.
        """
        groups = parted(opened[0].args)
        if len(groups) < 2:
            return
        branch = _branch(run, opened[1])
        parts = [run.walk.run(add.build(tuple(g))) if len(g) > 1 else g[0] for g in groups]
        if branch.trace is not None:
            branch.record(None, {}, opened[0], add.build(tuple(parts)))
        for i, part in enumerate(parts):
            if part.op is add:
                start = part, _branch(run)
                branch.path.append(i)
                forms = [start, *self.regathered(start, run)]
                parts[i] = self._kept(min(forms, key=_price), branch)
                branch.path.pop()
        whole = branch.normal(add.build(tuple(parts)))
        yield whole, branch
        yield from self.tried(whole, run, (FACTOR,), branch)

    def related(self, t: Term, run: Run) -> Form | None:
        """The term opened, its monomials by independent ones, if they are not so already."""
        opened = self.opened(t, run)
        if opened is None:
            return None
        if not self.relations:
            return None
        forms = list(self.tried(opened[0], run, self.relations[0], opened[1]))
        return min(forms, key=_price) if forms and forms[0][0] is not opened[0] else None

    def opened(self, t: Term, run: Run) -> Form | None:
        """Everything distributed and rewritten by turns; done once."""
        key = t, run.trace is not None
        if key not in self.wider:
            self.wider[key] = self._opened(t, run)
        return self.wider[key]

    def _opened(self, t: Term, run: Run) -> Form | None:
        branch = _branch(run)
        branch.limits = replace(LIMITS, size=LEAST_OPENED + GROWTH * size(t))
        branch.size_of_input = 0
        current = t
        try:
            for _ in range(100):
                self.effort -= size(current)
                if self.effort < 0:
                    return None
                wider = EXPAND.on(current, branch)
                rewritten = self.open.apply(wider, branch)
                if rewritten is None:
                    self.effort -= size(wider) + RELATE.effort(wider)
                    return wider, branch
                if branch.stopped is not None:
                    return None
                current = rewritten
        except (LimitError, ArithmeticError):
            pass
        return None

    def tried(
        self, t: Term, run: Run, steps: Sequence[Strategy], before: Run | None = None
    ) -> Iterator[Form]:
        """What some steps make of a term, if they change it."""
        branch = _branch(run, before)
        current = t
        for step in steps:
            found = self.made(step, current, run)
            if found is None:
                return
            current, told = found
            if branch.trace is not None:
                branch.trace += told
            yield current, _branch(run, branch)

    def made(self, step: Strategy, t: Term, run: Run) -> tuple[Term, list[Step]] | None:
        """What one step makes of a term, and how; found once. None if it is beyond a limit."""
        key = step, t, run.trace is not None
        if key not in self.known:
            branch = _branch(run)
            try:
                found = step.on(t, branch)
                self.known[key] = found, branch.trace or []
            except (LimitError, ArithmeticError):
                self.known[key] = None
        return self.known[key]


def _branch(run: Run, before: Run | None = None) -> Run:
    """A run of its own for one form, with the same walk; its steps are kept if the form is."""
    branch = Run(run.context, LIMITS, run.trace is not None)
    branch.walk = run.walk
    branch.size_of_input = run.size_of_input
    if before is not None and before.trace is not None and branch.trace is not None:
        branch.trace += before.trace
    return branch


def _price(form: Form) -> tuple[Any, ...]:
    t = form[0]
    return cost(t).total, size(t), order(t)


class _AsSymbols(Strategy):
    """What a term is if its compounds are taken for symbols: only where it is next to nothing."""

    name = "compounds taken as symbols"
    as_written = True

    def __init__(self, simplifier: Smallest) -> None:
        self.simplifier = simplifier

    def apply(self, t: Term, run: Run) -> Term | None:
        short = abstracted(t, run.context)
        if short is None:
            return None
        quiet = _quiet(run)
        start = quiet.walk.run(short[0])
        forms = [self.simplifier.opened(start, quiet), self.simplifier.related(start, quiet)]
        for form in forms:
            if form is not None and not form[0].args:
                return run.walk.run(subs(form[0], short[1]))
        return None


def _quiet(run: Run) -> Run:
    """A run that tells nothing, with the same walk."""
    quiet = Run(run.context, LIMITS)
    quiet.walk = run.walk
    return quiet


class _BestForm(Strategy):
    """Every sum in its cheapest form, parts that have nothing in common each for itself."""

    name = "best form"

    def __init__(self, simplifier: Smallest) -> None:
        self.simplifier = simplifier

    def apply(self, t: Term, run: Run) -> Term | None:
        if t.op is not add:
            return None
        groups = self.groups(t, run)
        if len(groups) < 2 or len(groups) == len(t.args):
            found = self.simplifier.best(t, run)
            return None if found is t else found
        mark = len(run.trace or ())
        parts = [g[0] if len(g) == 1 else add.build(tuple(g)) for g in groups]
        if run.trace is not None:
            run.record(None, {}, t, add.build(tuple(parts)))
        for i, part in enumerate(parts):
            if part.op is add:
                run.path.append(i)
                parts[i] = self.simplifier.best(run.normal(part), run)
                run.path.pop()
        found = run.normal(add.build(tuple(parts)))
        found = self.simplifier.best(found, run, closed=True)
        other = self.simplifier.related(t, run)
        if other is not None and _price(other) < _price((found, run)):
            run.forget(mark)
            found = self.simplifier._kept(other, run)
        return None if found is t else found

    def groups(self, t: Term, run: Run) -> list[list[Term]]:
        """The summands of a sum, together where their monomials meet when they are opened."""
        keys: list[set[Any]] = []
        quiet = _quiet(run)
        for a in t.args:
            form = self.simplifier.opened(a, quiet)
            if form is None:
                return [list(t.args)]
            opened = form[0]
            parts = opened.args if opened.op is add else (opened,)
            keys.append({keyed(split(p))[1] for p in parts})
        return together(list(t.args), keys)
