"""`simplify` on one page: the forms that a term is brought into, one loop, one price, one memory.

Every sum of a term, and every product that has a compound letter twice, is brought into the forms
of the table below, from the inside outwards, and the cheapest is kept. The whole term is walked
again until that makes it no cheaper. The price of a term is that of lowering (see `cost`). Of two
terms with the same price, the one with fewer opaque operators (see `shapes.is_opaque`) is kept,
then the shorter, then the one with fewer multiplications. At the end signs are placed where
they are fewest (see `few_signs`); the result need not be a normal form.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from ..core.context import Context
from ..core.linear import add
from ..core.operators import NUMBER
from ..core.sorts import Linear
from ..core.terms import Term, has_none_of, postorder
from ..deadline import check_time
from ..lowering.from_terms.build import Progress
from ..rewriting.ruleset import RuleSet
from ..rewriting.run import Run, Strategy
from ..rewriting.strategies import bottom_up
from .allowance import WALKS, Allowance
from .cost import is_dearer
from .form_steps import Way, Workshop, steps_of
from .forms import SUMS
from .grouping import AsSymbols, GroupByGroup, PartByPart
from .shapes import is_sandwich, is_shorter_word


@dataclass(frozen=True)
class Form:
    """A form of a term: the form from which it starts, and the steps from there."""

    name: str
    of: str
    steps: tuple[str, ...]
    most: float = 2
    """It is tried if the form it starts from costs at most this many times the given term."""


NEAR, ALWAYS = 1.25, inf
"""Limits for forms that pay only if they start from a form that costs little more than the given
term, and for those that may pay always. Among 1,500 sums of mechanics and random terms, no other
form paid from one that costs more than twice as much."""
FORMS = (
    Form("opened", "as given", ("open",)),
    Form("word as a power", "opened", ("repeated words",)),
    Form("by given products", "opened", ("given products", "gather"), ALWAYS),
    Form("opened and gathered", "opened", ("collect", "reduce", "gather"), ALWAYS),
    Form("group by group", "as given", ("groups",)),
    Form("reduced", "as given", ("reduce", "gather")),
    Form("gathered", "as given", ("collect", "reduce", "gather")),
    Form("factored", "as given", ("factorise", "gather")),
    Form("factored and reduced", "factored", ("reduce", "gather")),
    Form("in squares", "as given", ("square", "gather")),
    Form("multiplied out", "as given", ("multiply",)),
    Form("multiplied out and reduced", "multiplied out", ("reduce", "gather")),
    Form("multiplied out and related", "multiplied out", ("relate", "gather"), ALWAYS),
    Form("by axes", "as given", ("by axes", "fewer squares", "gather", "reduce", "from axes")),
    Form("with fewer squares", "opened", ("fewer squares", "gather")),
    Form("with angles opened", "opened", ("open angles", "fewer squares", "gather")),
    Form("with double angles", "opened", ("double angles", "close", "gather")),
    Form("by definition", "opened", ("by definition", "factorise", "reduce", "close", "gather")),
    Form("opened and factored", "opened", ("factorise", "gather")),
    Form("opened and reduced", "opened", ("reduce", "gather")),
    Form("opened and in squares", "opened and reduced", ("square", "gather")),
    Form("reduced and closed", "opened and reduced", ("close", "gather")),
    Form("opened and closed", "opened", ("close", "gather")),
    Form("related", "opened", ("relate", "gather"), ALWAYS),
    Form("part by part", "opened", ("parts", "gather"), NEAR),
)
"""The forms, in the order in which they are tried. "as given" is the sum itself."""
FAR = 0.5
"""If expanding leaves a smaller fraction of the price than this, the parts of the given term are
not brought into their best forms."""
MUCH_LONGER = 3
"""A term with this many times the parts of a form in which every symbol occurs once is not priced:
lowering it cannot find fewer operations for the same symbols."""
MOST_MADE_UP = 2
"""If a normal form costs more than the given term, the next walks are expected to save at most so
many times what the last one saved. In the equations of a humanoid, later walks saved less and
less."""
MOST_COMPARED = 4
"""The most other forms of a term that are compared after lowering, if the cheapest is dearer."""


class Pipeline(Workshop):
    """The loop: forms of terms, made step by step, of which the cheapest is kept."""

    def __init__(
        self,
        rules: RuleSet | None,
        context: Context | None,
        allowance: Allowance,
        relations: bool = True,
        progress: Progress | None = None,
    ) -> None:
        super().__init__(steps_of(rules, context, relations), context, allowance, progress)
        self.steps |= {"groups": GroupByGroup(self), "parts": PartByPart(self)}
        if rules is None and relations:
            self.steps["as symbols"] = AsSymbols(self)
        self.everywhere = self.steps["inside"] = bottom_up(_Best(self))

    def whole(self, t: Term, run: Run) -> Term:
        """The cheapest form found of a term as written, including the term itself."""
        given = self.sure = self.top = t
        self.allowance.begin(t)
        run.stopped = None  # by the term before
        self.tried: list[Way] = []
        self.begun: set[Term] = set()
        """The terms from which another walk has begun, as a second call would."""
        self.mark = self.start = len(run.trace or ())
        finished = False
        with self.allowance.kept():
            self.begin_walk()
            if self.is_found_at_once(t, run):
                given = self.sure
            else:
                tidy = self.tidied(t, run)
                if tidy is not t:
                    self.begin_walk()
                given = tidy if is_shorter_word(tidy, t) else t
                self.top, self.tried = tidy, [(tidy, [])]
                self.passed(tidy, given, run)
                finished = True
        with self.allowance.kept():  # compare even if the search has used up its work
            if is_dearer([self.sure], [given], self.prices, run.context):
                self.sure, self.mark = self.back(t, given, run)
                if self.sure not in {t, given, self.top}:
                    self.once_more(self.sure, run)
            run.forget(self.mark)
            while self.has_other_signs(run) and finished:
                self.once_more(run.normal(self.sure), run)
        run.forget(self.mark)
        return self.sure

    def opened(self, t: Term, run: Run) -> Term | None:
        """A term multiplied out; None if that takes too long."""
        run.stopped = None
        with self.allowance.kept():
            self.allowance.renew()
            way = self.after("open", (run.normal(t), []), run)
            return None if way is None else way[0]
        return None

    def with_few_signs(self, t: Term, run: Run) -> Term:
        """A result with its signs where they are fewest, unless it is to stay as it was written."""
        signs = self.steps["fewer signs"]
        if signs.is_idle_on(t) or run.walk.run(t) is not t:
            return t
        way = self.made("fewer signs", signs, t, run)
        if way is None or way[0] is t or self.prices.of(way[0]) > self.prices.of(t):
            return t
        return self.kept(way, run)

    def has_other_signs(self, run: Run) -> bool:
        """Place the signs of the result; whether its normal form is now another than before."""
        before = self.sure
        self.sure, self.mark = self.with_few_signs(before, run), len(run.trace or ())
        tidy = run.walk.run(self.sure)
        return self.sure is not before and tidy is not before and tidy not in self.begun

    def is_found_at_once(self, t: Term, run: Run) -> bool:
        """Whether a term as written expands to a form that cannot be smaller; then it is kept."""
        # in a trace, the steps of the laws are separate; without sums the laws may suffice
        first = run.trace is not None or has_none_of(t, SUMS) or self.is_once(t)
        given = run.normal(t) if first else t
        way: Way | None = (given, [])
        if given.args:
            way = self.after("open", (given, []), run)
        if way is not None and way[0].args:
            forms = {"opened": way}
            if self.is_once(t) and self.is_least(given, forms):
                way = given, []
            else:
                way = self.after("gather", way, run)
                way = None if way is None or not self.is_least(way[0], forms) else way
        if way is None or (way[0].args and not self.is_sure(way[0], t, run)):
            run.forget(self.start)
            return False
        self.sure, self.mark = self.kept(way, run), len(run.trace or ())
        return True

    def is_sure(self, found: Term, t: Term, run: Run) -> bool:
        """Whether a form costs no more than a term, and has no numbers, which can be distributed in
        many ways."""
        parts = list(postorder(found))
        if any(s.op is NUMBER for s in parts):
            return False
        if self.is_once(found) and MUCH_LONGER * len(parts) <= sum(1 for _ in postorder(t)):
            return True
        return is_shorter_word(found, t) or not is_dearer([found], [t], self.prices, run.context)

    def tidied(self, t: Term, run: Run) -> Term:
        """The normal form of a term."""
        tidy = run.normal(t)
        if run.stopped is not None:
            check_time()
            self.allowance.reasons[run.stopped] = None
        return tidy

    def back(self, t: Term, given: Term, run: Run) -> tuple[Term, int]:
        """Another form of a term that became dearer, and the length of its trace: the cheapest form
        of the whole term that is not, or the term itself."""
        found = {way[0]: way for way in reversed(self.tried) if way[0] is not self.sure}
        others = sorted(found.values(), key=lambda way: self.price(way[0]))
        for way in (*others[:MOST_COMPARED], (self.top, [])):
            if not is_dearer([way[0]], [given], self.prices, run.context):
                run.forget(self.start)
                run.normal(t)
                return self.kept(way, run), len(run.trace or ())
        return t, self.start

    def once_more(self, start: Term, run: Run) -> None:
        """Walk the result again from its normal form, as a second call would do."""
        before, mark = self.sure, self.mark
        self.begun.add(start)
        self.begin_walk()
        self.passed(start, before, run)
        if is_dearer([self.sure], [before], self.prices, run.context):
            self.sure, self.mark = before, mark

    def passed(self, best: Term, given: Term, run: Run) -> None:
        """Walk a term repeatedly; `sure` is a form known to cost no more than the one given,
        reached after `mark` steps.
        """
        for _ in range(WALKS):
            self.keep_if_cheaper(best, given, run)
            begun, found = len(run.trace or ()), self.through(best, run)
            if found is not best and self.price(found) >= self.price(best):
                run.forget(begun)
                found = self.one_by_one(best, run)
            if found is best or self.is_too_far(found, best, given):
                return
            best = found
            self.begin_walk()
        self.keep_if_cheaper(best, given, run)

    def is_too_far(self, found: Term, before: Term, given: Term) -> bool:
        """Whether a term still costs so much more than the one given that more walks like the last
        one cannot make up for it."""
        price = self.prices.of(found).total
        missing = price - self.prices.of(given).total
        return missing > MOST_MADE_UP * (self.prices.of(before).total - price)

    def keep_if_cheaper(self, best: Term, given: Term, run: Run) -> None:
        if best is given or self.prices.of(best) <= self.prices.of(given):
            self.sure, self.mark = best, len(run.trace or ())

    def through(self, t: Term, run: Run) -> Term:
        """A normal term with every sum in it, and itself, in its best form."""
        least = self.without_operands(t, run)
        if least is not None:
            return least
        if t.op is add and "as symbols" in self.steps and self.after("open", (t, []), run) is None:
            short = self.after("as symbols", (t, []), run)
            if short is not None and short[0] is not t:
                return self.kept(short, run)
        way = self.gathered(t, run)
        if way[0] is not t:
            far = self.prices.of(way[0]).total < FAR * self.prices.of(t).total
            inside = None if far or t.op is add else self.after("inside", (t, []), run)
            if inside is not None and self.price(inside[0]) < self.price(way[0]):
                t = self.kept(inside, run)
            self.allowance.renew()
            t = self.best(t, run)  # try the whole first: a smaller form has fewer parts
        found = self.everywhere.on(t, run)
        self.allowance.renew()
        return found if found.op is add else self.best(found, run)

    def one_by_one(self, t: Term, run: Run) -> Term:
        """Replace sums by their best forms one at a time, where that makes the whole cheaper. All
        of them together may cost more, because they no longer share parts."""
        for s in [s for s in postorder(t) if _has_forms(s)]:
            self.allowance.renew()
            quiet = self.allowance.branch(run, s)
            if self.best(s, quiet) is not s:
                way = self.made("best form", bottom_up(_Best(self, s)), t, run)
                if way is not None and self.price(way[0]) < self.price(t):
                    t = self.kept(way, run)
        return t

    def gathered(self, t: Term, run: Run) -> Way:
        """The cheapest of a term, its expanded form and, if it is not a sum, its factored form."""
        found: Way = t, []
        for step in ("open",) if t.op is add else ("open", "factorise"):
            way = self.after(step, (t, []), run)
            way = found if way is None else self.after("gather", way, run) or found
            if way[0] is not t and self.prices.of(way[0]) < self.prices.of(found[0]):
                found = way
        return found

    def without_operands(self, t: Term, run: Run) -> Term | None:
        """A symbol or zero, if the term expands to that: nothing is smaller."""
        way = self.after("open", (t, []), run)
        return None if way is None or way[0].args else self.kept(way, run)

    def best(self, t: Term, run: Run) -> Term:
        """The cheapest form of one normal term."""
        if not t.args:
            return t
        # sorts without sums have nothing to distribute or gather: only rules apply
        if not issubclass(t.sort, Linear):
            reduced = self.after("reduce", (t, []), run)
            return t if reduced is None else self.kept(reduced, run)
        forms: dict[str, Way] = {"as given": (t, [])}
        best = forms["as given"]
        for form in FORMS:
            way = self.beginning(form, forms)
            if way is None:
                continue
            if self.is_least(best[0], forms) or self.allowance.is_used_up:
                break
            for step in form.steps:
                way = self.after(step, way, run)
                if way is None:
                    break
                if way[0] is not best[0]:
                    best = min(best, way, key=lambda w: self.price(w[0]))
            else:
                forms[form.name] = way
        if t is self.top:
            self.tried = list(forms.values())
        return self.kept(best, run)

    def beginning(self, form: Form, forms: dict[str, Way]) -> Way | None:
        """The form that a form starts from; None if a step is missing or if that form costs too
        much."""
        way = forms.get(form.of)
        if way is None or not self.steps.keys() >= set(form.steps):
            return None
        given = forms["as given"][0]
        if form.most is ALWAYS or way[0] is given:
            return way
        most = form.most * self.prices.of(given).total
        return way if self.prices.of(way[0]).total <= most else None


def _has_forms(t: Term) -> bool:
    """Whether the best form of a sub-term is searched separately."""
    return t.op is add or is_sandwich(t)


class _Best(Strategy):
    """Brings every sum, and products that may cancel, into their cheapest form; or one of them."""

    name = "best form"

    def __init__(self, pipeline: Pipeline, only: Term | None = None) -> None:
        self.pipeline, self.only = pipeline, only

    def apply(self, t: Term, run: Run) -> Term | None:
        if not _has_forms(t) or self.only not in (None, t):
            return None
        self.pipeline.allowance.renew()
        found = self.pipeline.best(t, run)
        return None if found is t else found
