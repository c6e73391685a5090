"""Split sums into groups: by common monomials, by rare symbols, and with compounds as symbols."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..core.linear import add
from ..core.substitution import subs
from ..core.terms import Term
from ..errors import LimitError
from ..kernel.polynomials import Kernel
from ..rewriting.run import Run, Strategy
from .abstract import abstracted
from .forms import ForSums, most_opened
from .parts import parted, together

if TYPE_CHECKING:
    from .smallest import Pipeline

CLOSABLE = 24
"""The longest expanded sum that is gathered as a whole instead of being split."""
MOST_GROUPED = 60
"""The longest sum whose summands are compared by their monomials."""


class GroupByGroup(ForSums):
    """Group summands that have a monomial in common, and bring each group into its best form."""

    name = "group by group"

    def __init__(self, pipeline: Pipeline) -> None:
        self.pipeline = pipeline

    def apply(self, t: Term, run: Run) -> Term | None:
        if t.op is not add or not 2 < len(t.args) <= MOST_GROUPED:
            return None
        if self.pipeline.after("open", (t, []), run) is None:
            return None  # its monomials are too many to be compared
        groups = self.groups(t, run)
        return None if not 1 < len(groups) < len(t.args) else _each(self.pipeline, t, groups, run)

    def groups(self, t: Term, run: Run) -> list[list[Term]]:
        """The summands in groups: those with a common monomial after expanding are together."""
        open_step: Any = self.pipeline.steps["open"]
        kernel = Kernel(run.walk, open_step.expand.rules, most=most_opened(t))
        try:
            keys = [set(kernel.polynomial(a)) for a in t.args]
        except (LimitError, ArithmeticError):
            return [list(t.args)]
        return together(list(t.args), keys)


class PartByPart(ForSums):
    """Split a long expanded sum into its parts and gather each part separately.

    If it were gathered as a whole, a factor that all parts share would be taken first and break the
    parts up.
    """

    name = "part by part"

    def __init__(self, pipeline: Pipeline) -> None:
        self.pipeline = pipeline

    def apply(self, t: Term, run: Run) -> Term | None:
        if t.op is not add:
            return None
        groups = _parts(t.args)
        return None if len(groups) < 2 else _each(self.pipeline, t, groups, run)


def _parts(summands: Sequence[Term]) -> list[list[Term]]:
    """Split summands into parts that are short or cannot be split. All splitting is done first,
    because the search for the best form of a part would otherwise repeat for each remainder."""
    groups = [list(summands)] if len(summands) <= CLOSABLE else parted(summands)
    return groups if len(groups) < 2 else [part for group in groups for part in _parts(group)]


def _each(pipeline: Pipeline, t: Term, groups: list[list[Term]], run: Run) -> Term:
    """A sum with each group of its summands in its best form."""
    parts = [add.build(tuple(g)) if len(g) > 1 else g[0] for g in groups]
    if run.trace is not None:
        run.record(None, {}, t, add.build(tuple(parts)))
    for i, part in enumerate(parts):
        if part.op is add:
            run.path.append(i)
            parts[i] = pipeline.best(run.normal(part), run)
            run.path.pop()
    return run.normal(add.build(tuple(parts)))


class AsSymbols(Strategy):
    """A term with its compounds as symbols, if it then reduces to zero or to a single atom."""

    name = "compounds taken as symbols"

    def __init__(self, pipeline: Pipeline) -> None:
        self.pipeline = pipeline

    def apply(self, t: Term, run: Run) -> Term | None:
        short = abstracted(t, run.context)
        if short is None:
            return None
        quiet = Run(run.context, run.limits)
        quiet.walk = run.walk
        way = self.pipeline.after("open", (quiet.walk.run(short[0]), []), quiet)
        for step in ("relate",) if way is not None and way[0].args else ():
            way = None if way is None else self.pipeline.after(step, way, quiet)
        if way is None or way[0].args:
            return None
        found = run.walk.run(subs(way[0], short[1]))
        if run.trace is not None:
            run.record(self, {}, t, found)
        return found
