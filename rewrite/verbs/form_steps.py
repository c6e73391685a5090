"""The steps that lead from form to form of a term, what they have made so far, and prices."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from ..core.context import Context
from ..core.terms import Term, order, postorder
from ..errors import LimitError
from ..lowering.from_terms.build import Progress
from ..rewriting.derivation import Step
from ..rewriting.ruleset import RuleSet
from ..rewriting.run import Run, Strategy, size
from ..rewriting.strategies import bottom_up, exhaust
from .allowance import Allowance
from .cost import Prices
from .forms import (
    COLLECT,
    FEW_SIGNS,
    GATHER,
    MULTIPLY,
    RELATE,
    REPEATED,
    SQUARE,
    Factorise,
    FewerSquares,
    Open,
    Unfold,
    given_products,
)
from .shapes import has_long_power, is_once, is_opaque
from .standard import standard

Way = tuple[Term, list[Step]]
"""A form of a term, and the steps that lead to it."""


def steps_of(
    rules: RuleSet | None, context: Context | None, relations: bool
) -> dict[str, Strategy]:
    """The steps by name; with a user's own rules fewer, to show what those rules can do."""
    found: dict[str, Strategy] = {
        **(standard_steps() if rules is None else _by_rules(rules, rules)),
        "collect": COLLECT,
        "gather": GATHER,
        "repeated words": REPEATED,
        "square": SQUARE,
        "multiply": MULTIPLY,
        "fewer signs": FEW_SIGNS,
    }
    if rules is None and relations:
        found["relate"] = RELATE
    if context is not None and context.products:
        found["given products"] = Unfold(given_products(context), "given products")
    return found


def _by_rules(rules: RuleSet, opening: RuleSet) -> dict[str, Strategy]:
    return {
        "reduce": exhaust(bottom_up(rules)),
        "open": Open(opening),
        "fewer squares": FewerSquares(rules),
        "factorise": Factorise(rules),
    }


@cache
def standard_steps() -> dict[str, Strategy]:
    """The steps for the standard rules, made once."""
    axes = standard("COORDINATES_AS_DOTS")
    opening = standard("OPENING")
    coordinates = RuleSet(axes, standard("COLUMNS_AS_SUMS"))
    by_axes = RuleSet(opening, coordinates)
    return {
        **_by_rules(standard("REDUCING"), opening),
        "close": exhaust(bottom_up(standard("CLOSING"))),
        "by axes": Open(by_axes, "by axes", only=coordinates),
        "from axes": exhaust(bottom_up(standard("FROM_AXES"))),
        "open angles": Unfold(standard("ANGLE_SUMS"), "open angles"),
        "by definition": Unfold(standard("DEFINITIONS"), "by definition"),
        "double angles": Unfold(standard("DOUBLE_ANGLES"), "double angles", halves=True),
    }


class Workshop:
    """Makes one form from another by a step, each once, and knows the prices of terms."""

    def __init__(
        self,
        steps: dict[str, Strategy],
        context: Context | None,
        allowance: Allowance,
        progress: Progress | None,
    ) -> None:
        self.steps, self.context = steps, context
        self.allowance, self.progress = allowance, progress
        self.once: dict[Term, bool] = {}
        self.memory: dict[Any, Way | None] = {}
        self.begin_walk()

    def begin_walk(self) -> None:
        """Give each walk the same work, and prices from an empty graph, since they depend slightly
        on what else was priced before. So simplifying a result again seldom finds anything more."""
        self.allowance.renew()
        self.prices = Prices(self.context)
        self.ranks: dict[Term, tuple[Any, ...]] = {}

    def after(self, step: str, way: Way, run: Run) -> Way | None:
        """A form after one more step; None if the step hit a limit. Found once, unless the work of
        the walk ran out first."""
        t, before = way
        if self.steps[step].is_idle_on(t):
            return way
        key = step, t, run.trace is not None
        if key not in self.memory:
            if self.allowance.is_used_up:
                return None
            made = self.made(step, self.steps[step], t, run)
            if made is None and self.allowance.is_used_up:
                return None
            self.memory[key] = made
        found = self.memory[key]
        return None if found is None else (found[0], before + found[1])

    def made(self, name: str, step: Strategy, t: Term, run: Run) -> Way | None:
        branch = self.allowance.branch(run, t)
        if self.progress is not None:
            self.progress(len(self.memory), name)
        try:
            with self.allowance.step():
                found = step.on(t, branch)
        except (LimitError, ArithmeticError):
            return None
        if branch.stopped is not None and name == "open":
            return None
        return found, branch.trace or []

    def kept(self, way: Way, run: Run) -> Term:
        """The term of a form, with its steps added to the run."""
        for step in way[1] if run.trace is not None else ():
            run.append(replace(step, position=(*run.path, *step.position)))
        return way[0]

    def price(self, t: Term) -> tuple[Any, ...]:
        found = self.ranks.get(t)
        if found is None:
            own, opaque = self.prices.of(t), sum(map(is_opaque, postorder(t)))
            found = self.ranks[t] = own.total, opaque, size(t), own.multiplications, order(t)
        return found

    def is_once(self, t: Term) -> bool:
        found = self.once.get(t)
        if found is None:
            found = self.once[t] = is_once(t)
        return found

    def is_least(self, t: Term, forms: dict[str, Way]) -> bool:
        """Whether nothing smaller can exist: every symbol occurs once, and the expanded form is no
        cheaper. A power of a long word stays as well: rules would write it out."""
        if not t.args or has_long_power(t):
            return True
        if "given products" in self.steps:
            return False  # a product of two symbols may have a known value
        if "opened" not in forms or not self.is_once(t):
            return False
        opened = forms["opened"][0]
        return opened is t or self.prices.of(opened) >= self.prices.of(t)
