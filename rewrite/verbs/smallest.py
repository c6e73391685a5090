"""`simplify` on one page: the forms that a term is brought into, one loop, one price, one memory.

Every sum of a term, and every product that has a compound letter twice, from the inside outwards,
is brought into the forms of the table below, and the cheapest is kept. The whole term is walked
again until that makes it no cheaper. The price of a term is lowering's (see `cost`). Of two terms
with one price, that with fewer operators that are no sums, products or maps is kept, or else the
shorter, or else that with fewer multiplications.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from ..core.context import Context
from ..core.linear import LINEAR_OPERATORS, add, power
from ..core.operators import NUMBER
from ..core.sorts import Linear
from ..core.terms import Term, order, postorder
from ..deadline import check_time
from ..errors import LimitError
from ..kernel.tables import product_of, role_of
from ..lowering.build import Progress
from ..normalform.walk import degrees_of
from ..rewriting.derivation import Step
from ..rewriting.ruleset import RuleSet
from ..rewriting.run import Run, Strategy, size
from ..rewriting.strategies import bottom_up, exhaust
from .allowance import Allowance
from .cost import Prices, is_dearer
from .forms import COLLECT, FACTORISE, GATHER, MULTIPLY, RELATE, SQUARE, FewerSquares, Open, Unfold
from .grouping import AsSymbols, GroupByGroup, PartByPart
from .standard import standard


@dataclass(frozen=True)
class Form:
    """A form of a term: the form that it begins with, and the steps from there on."""

    name: str
    of: str
    steps: tuple[str, ...]


FORMS = (
    Form("opened", "as given", ("open",)),
    Form("opened and gathered", "opened", ("collect", "reduce", "gather")),
    Form("group by group", "as given", ("groups",)),
    Form("reduced", "as given", ("reduce", "gather")),
    Form("gathered", "as given", ("collect", "reduce", "gather")),
    Form("factored", "as given", ("factorise", "gather")),
    Form("factored and reduced", "factored", ("reduce", "gather")),
    Form("in squares", "as given", ("square", "gather")),
    Form("multiplied out", "as given", ("multiply",)),
    Form("multiplied out and reduced", "multiplied out", ("reduce", "gather")),
    Form("multiplied out and related", "multiplied out", ("relate", "gather")),
    Form("by axes", "as given", ("by axes", "fewer squares", "gather", "from axes")),
    Form("with fewer squares", "opened", ("fewer squares", "gather")),
    Form("with angles opened", "opened", ("open angles", "fewer squares", "gather")),
    Form("opened and factored", "opened", ("factorise", "gather")),
    Form("opened and reduced", "opened", ("reduce", "gather")),
    Form("reduced and closed", "opened and reduced", ("close", "gather")),
    Form("opened and closed", "opened", ("close", "gather")),
    Form("related", "opened", ("relate", "gather")),
    Form("part by part", "opened", ("parts", "gather")),
)
"""The forms, in the order in which they are tried. "as given" is what a sum is before."""
PASSES = 4
"""The largest number of walks over a whole term."""

Way = tuple[Term, list[Step]]
"""A form of a term, and the steps that lead to it."""


class Pipeline:
    """The steps that a set of rules gives, what they have made of terms so far, and the prices."""

    def __init__(
        self,
        rules: RuleSet | None,
        context: Context | None,
        allowance: Allowance,
        relations: bool = True,
        progress: Progress | None = None,
    ) -> None:
        own = standard_steps() if rules is None else _steps_of(rules, rules)
        self.steps: dict[str, Strategy] = {
            **own,
            "collect": COLLECT,
            "gather": GATHER,
            "factorise": FACTORISE,
            "square": SQUARE,
            "multiply": MULTIPLY,
            "groups": GroupByGroup(self),
            "parts": PartByPart(self),
        }
        if rules is None and relations:
            self.steps["relate"] = RELATE
            self.steps["as symbols"] = AsSymbols(self)
        self.allowance, self.progress = allowance, progress
        self.prices = Prices(context)
        self.ranks: dict[Term, tuple[Any, ...]] = {}
        self.memory: dict[Any, Way | None] = {}
        self.everywhere = self.steps["inside"] = bottom_up(_Best(self))

    def whole(self, t: Term, run: Run) -> Term:
        """The cheapest form found of a term as it was written, the term itself among them."""
        self.sure: Term = t
        self.mark = self.start = len(run.trace or ())
        with self.allowance.kept():
            if not self.is_found_at_once(t, run):
                self.passed(t, run)
                if is_dearer([self.sure], [t], self.prices, run.context):
                    self.sure, self.mark = self.back(t, run)
        run.forget(self.mark)
        return self.sure

    def is_found_at_once(self, t: Term, run: Run) -> bool:
        """Whether a term as it was written opens to a form that nothing is smaller than. Then there
        is no need to know what the term costs; but numbers may be shared out in many ways."""
        given = t if run.trace is None else run.normal(t)  # readers see the laws by themselves
        way = self.after("open", (given, []), run)
        if way is not None and way[0].args:
            opened, way = way, self.after("gather", way, run)
            if way is not None and not self.is_least(way[0], {"opened": opened}):
                way = None
            elif way is not None and any(s.op is NUMBER for s in postorder(way[0])):
                way = None
        if way is None:
            run.forget(self.start)
            return False
        self.sure, self.mark = self.kept(way, run), len(run.trace or ())
        return True

    def back(self, t: Term, run: Run) -> tuple[Term, int]:
        """The normal form of a term that became dearer, or the term itself, and its steps."""
        run.forget(self.start)
        tidy = run.normal(t)
        if is_dearer([tidy], [t], self.prices, run.context):
            return t, self.start
        return tidy, len(run.trace or ())

    def passed(self, t: Term, run: Run) -> None:
        """Walk a term again and again; `sure` is a form that is known to cost no more, reached
        after `mark` steps.
        """
        best = run.normal(t)
        if run.stopped is not None:
            check_time()
            self.allowance.reasons[run.stopped] = None
        if run.trace is None:
            self.memory["open", best, False] = self.memory["open", t, False]
        most = self.prices.of(t)
        for _ in range(PASSES):
            if self.prices.of(best) <= most:
                self.sure, self.mark = best, len(run.trace or ())
            found = self.through(best, run)
            if self.price(found) >= self.price(best):
                break
            best = found
        else:
            if self.prices.of(best) <= most:
                self.sure, self.mark = best, len(run.trace or ())

    def through(self, t: Term, run: Run) -> Term:
        """A normal term with every sum in it, and itself, in its best form."""
        least = self.without_operands(t, run)
        if least is not None:
            return least
        if t.op is add and "as symbols" in self.steps:
            way = self.after("as symbols", (t, []), run)
            if way is not None and way[0] is not t:
                return self.kept(way, run)
        way = self.after("open", (t, []), run)
        way = None if way is None else self.after("gather", way, run)
        if way is not None and self.prices.of(way[0]) < self.prices.of(t):
            inside = None if t.op is add else self.after("inside", (t, []), run)
            if inside is not None and self.price(inside[0]) < self.price(way[0]):
                t = self.kept(inside, run)
            t = self.best(t, run)  # try the whole first: the parts of a smaller form need no walk
        found = self.everywhere.on(t, run)
        return found if found.op is add else self.best(found, run)

    def without_operands(self, t: Term, run: Run) -> Term | None:
        """A symbol or zero, if the term opens to that: nothing is smaller."""
        way = self.after("open", (t, []), run)
        return None if way is None or way[0].args else self.kept(way, run)

    def best(self, t: Term, run: Run) -> Term:
        """The cheapest form of one normal term."""
        if not t.args:
            return t
        # such sorts have nothing to distribute or to gather, so only the rules apply
        if not issubclass(t.sort, Linear):
            reduced = self.after("reduce", (t, []), run)
            return t if reduced is None else self.kept(reduced, run)
        forms: dict[str, Way] = {"as given": (t, [])}
        best = forms["as given"]
        for form in FORMS:
            way = forms.get(form.of)
            if way is None or not self.steps.keys() >= set(form.steps):
                continue
            if self.is_least(best[0], forms) or self.allowance.is_used_up:
                break
            for step in form.steps:
                way = self.after(step, way, run)
                if way is None:
                    break
                best = min(best, way, key=lambda w: self.price(w[0]))
            else:
                forms[form.name] = way
        return self.kept(best, run)

    def after(self, step: str, way: Way, run: Run) -> Way | None:
        """A form after one more step; None if the step met a limit. Found once."""
        t, before = way
        key = step, t, run.trace is not None
        if key not in self.memory:
            self.memory[key] = None if self.allowance.is_used_up else self._made(step, t, run)
        found = self.memory[key]
        return None if found is None else (found[0], before + found[1])

    def _made(self, step: str, t: Term, run: Run) -> Way | None:
        branch = self.allowance.branch(run, t)
        if self.progress is not None:
            self.progress(len(self.memory), step)
        try:
            with self.allowance.step():
                found = self.steps[step].on(t, branch)
        except (LimitError, ArithmeticError):
            return None
        if branch.stopped is not None and step == "open":
            return None
        return found, branch.trace or []

    def kept(self, way: Way, run: Run) -> Term:
        """The term of a form, its steps now steps of the run."""
        for step in way[1] if run.trace is not None else ():
            run.append(replace(step, position=(*run.path, *step.position)))
        return way[0]

    def price(self, t: Term) -> tuple[Any, ...]:
        found = self.ranks.get(t)
        if found is None:
            own, opaque = self.prices.of(t), sum(map(_is_opaque, postorder(t)))
            found = self.ranks[t] = own.total, opaque, size(t), own.multiplications, order(t)
        return found

    def is_least(self, t: Term, forms: dict[str, Way]) -> bool:
        """Whether nothing smaller can exist: every symbol occurs once, and multiplied out it is no
        cheaper."""
        if not t.args:
            return True
        if "opened" not in forms or not _is_once(t):
            return False
        opened = forms["opened"][0]
        return opened is t or self.prices.of(opened) >= self.prices.of(t)


def _steps_of(rules: RuleSet, opening: RuleSet) -> dict[str, Strategy]:
    return {
        "reduce": exhaust(bottom_up(rules)),
        "open": Open(opening),
        "fewer squares": FewerSquares(rules),
    }


@cache
def standard_steps() -> dict[str, Strategy]:
    """The steps of the standard rules, made once. With rules of their own, people want to see what
    these can do, and there are fewer."""
    axes = standard("COORDINATES_AS_DOTS")
    opening = standard("OPENING")
    by_axes = RuleSet(opening, axes, standard("COLUMNS_AS_SUMS"))
    return {
        **_steps_of(standard("REDUCING"), opening),
        "close": exhaust(bottom_up(standard("CLOSING"))),
        "by axes": Open(by_axes, "by axes", only=axes),
        "from axes": exhaust(bottom_up(standard("FROM_AXES"))),
        "open angles": Unfold(standard("ANGLE_SUMS"), "open angles"),
    }


def _is_once(t: Term) -> bool:
    """Whether every symbol and number occurs once, in nothing but sums, products and maps."""
    uses: Counter[Term] = Counter()
    for s in postorder(t):
        uses.update(s.args)
        if s.op is power or _is_other(s):
            return False
    return all(n == 1 or (s.op.constant and s.op is not NUMBER) for s, n in uses.items())


def _is_other(t: Term) -> bool:
    """Whether a term has an operator that is no sum, product or map."""
    if not t.args or t.op in LINEAR_OPERATORS:
        return False
    return role_of(t.op, tuple([(a.sort, a.shape) for a in t.args])) is None


def _is_opaque(t: Term) -> bool:
    """Whether a term has such an operator, and one without a degree in some operand: determinants
    have one, sines and rotations have none."""
    if not _is_other(t):
        return False
    of = degrees_of(t.op)
    return of is None or any(of(i, a.shape) is None for i, a in enumerate(t.args))


def _is_sandwich(t: Term) -> bool:
    """Whether a product has a letter twice that is no symbol, as R I Rᵀ has a turn R."""
    product = product_of(t.op)
    if product is None:
        return False
    inner = [x.args[0] if x.op is product.turn else x for x in t.args]
    return any(n > 1 and x.args for x, n in Counter(inner).items())


class _Best(Strategy):
    """Every sum in its cheapest form, and products that may cancel."""

    name = "best form"

    def __init__(self, pipeline: Pipeline) -> None:
        self.pipeline = pipeline

    def apply(self, t: Term, run: Run) -> Term | None:
        if t.op is not add and not _is_sandwich(t):
            return None
        found = self.pipeline.best(t, run)
        return None if found is t else found
