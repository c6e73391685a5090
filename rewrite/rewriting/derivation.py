"""Derivations: what was done, step by step, to be read, checked and done again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..core.context import Context
from ..core.operators import label
from ..core.terms import Term
from ..errors import RewriteError, RuleError
from ..evaluation.compare import agree
from ..matching.patterns import BUDGET, OutOfBudget, Search
from ..text.pretty import latex, unicode
from ..text.serial import to_json
from .rule import Rule
from .run import Run, Strategy
from .strategies import replaced


@dataclass(frozen=True)
class Step:
    """One step: by a rule, or by the laws of the operators, at one place of the whole."""

    by: Strategy | None
    """A rule, or a function that served as one; None for the laws."""
    position: tuple[int, ...]
    substitution: dict[Term, Term]
    before: Term
    after: Term

    @property
    def name(self) -> str:
        return "laws" if self.by is None else getattr(self.by, "name", str(self.by))

    def __str__(self) -> str:
        return f"{self.before}  ->  {self.after}   [{self.label}]"

    @property
    def label(self) -> str:
        """What was done, where (operands by number, from the top), and with which substitution."""
        with_ = ", ".join(f"{v} := {t}" for v, t in sorted(self.named.items()))
        at = f" at {'.'.join(map(str, self.position))}" if self.position else ""
        return f"{self.name}{at}: {with_}" if with_ else f"{self.name}{at}"

    @property
    def named(self) -> dict[str, Term]:
        return {v.name: t for v, t in self.substitution.items()}


@dataclass(frozen=True, repr=False)
class Derivation:
    """From a term to what it became, in steps each of which changes one place."""

    start: Term
    result: Term
    steps: tuple[Step, ...]
    context: Context

    def wholes(self) -> Iterator[tuple[Step, Term]]:
        """Each step with the whole term after it."""
        whole = self.start
        for step in self.steps:
            whole = replaced(whole, step.position, step.after)
            yield step, whole

    def without_detours(self) -> Derivation:
        """The same without the steps that lead away and back to a term that was there before."""
        kept: list[Step] = []
        seen = {self.start: 0}
        for step, whole in self.wholes():
            if whole in seen:
                del kept[seen[whole] :]
                seen = {t: n for t, n in seen.items() if n <= len(kept)}
            else:
                kept.append(step)
                seen[whole] = len(kept)
        return replace(self, steps=tuple(kept))

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        lines = [f"    {self.start}"]
        for step, whole in self.wholes():
            lines += [f"  = {{{step.label}}}", f"    {whole}"]
        return "\n".join(lines)

    def unicode(self) -> str:
        lines = [f"    {unicode(self.start)}"]
        for step, whole in self.wholes():
            lines += [f"  = {{{step.label}}}", f"    {unicode(whole)}"]
        return "\n".join(lines)

    def latex(self) -> str:
        """An aligned display, each line with the name of what was used."""
        lines = [rf"& {latex(self.start)} \\"]
        for step, whole in self.wholes():
            name = step.name.replace("_", r"\_")
            at = f" at {'.'.join(map(str, step.position))}" if step.position else ""
            pairs = (rf"{v} := {latex(t)}" for v, t in sorted(step.named.items()))
            used = "".join(rf",\ {pair}" for pair in pairs)
            lines.append(rf"={{}}& {latex(whole)} && \text{{{name}{at}}}{used} \\")
        return "\n".join([r"\begin{align*}", *lines, r"\end{align*}"])

    def html(self, title: str = "") -> str:
        """A page of its own, with what each step changes set off."""
        from ..look.derivation_page import derivation_page

        return derivation_page(self, title)

    def _repr_html_(self) -> str:
        from ..look.derivation_page import derivation_fragment

        return derivation_fragment(self)

    def _repr_latex_(self) -> str:
        return self.latex()

    def to_json(self) -> str:
        """The derivation as JSON: terms as `to_json` writes them, rules by name."""
        return json.dumps(
            {
                "start": json.loads(to_json(self.start)),
                "result": json.loads(to_json(self.result)),
                "context": [str(f) for f in self.context.facts],
                "steps": [
                    {
                        "by": step.name,
                        "at": list(step.position),
                        "with": {n: json.loads(to_json(t)) for n, t in step.named.items()},
                        "before": json.loads(to_json(step.before)),
                        "after": json.loads(to_json(step.after)),
                    }
                    for step in self.steps
                ],
            }
        )


def replay(derivation: Derivation, points: int = 1, budget: int = 10 * BUDGET) -> Term:
    """Do a derivation again, checking every step, and return what it ends with.

    A rule must give the same result at the same place with the same substitution, the laws the same
    normal form; and the two sides of each step must have one value at random exact points.

    >>> from rewrite import cross, dot, explain, vectors
    >>> a, b = vectors("a b")
    >>> steps = explain(dot(cross(a, b), cross(a, b)) + dot(a, b)**2)
    >>> replay(steps)
    dot(a, a)*dot(b, b)
    """
    if not isinstance(derivation, Derivation):
        raise RewriteError(
            f"replay takes a derivation, such as run(t, trace=True).derivation, not "
            f"{label(derivation)}"
        )
    whole = derivation.start
    for number, step in enumerate(derivation.steps, 1):
        here = whole
        for i in step.position:
            if not 0 <= i < len(here.args):
                raise _wrong(number, step, f"there is no place {step.position} in {whole}")
            here = here.args[i]
        if here is not step.before:
            raise _wrong(number, step, f"at {step.position} stands {here}, not {step.before}")
        try:
            if not _follows(step, Search(derivation.context, budget)):
                raise _wrong(number, step, "it does not give that result")
        except OutOfBudget:
            raise _wrong(
                number, step, f"looking for it took more than the budget {budget}"
            ) from None
        if agree(step.before, step.after, derivation.context, points, seed=number) is False:
            raise _wrong(number, step, "the two sides have different values")
        whole = replaced(whole, step.position, step.after)
    if whole is not derivation.result:
        raise RuleError(f"the steps end with {whole}, not with {derivation.result}")
    return whole


def _wrong(number: int, step: Step, why: str) -> RewriteError:
    return RuleError(f"step {number} ({step.label}): {why}")


def _follows(step: Step, search: Search) -> bool:
    """Whether a step can be done again."""
    if step.by is None:
        return search.normal(step.before) is search.normal(step.after)
    if not isinstance(step.by, Rule):
        start = step.before if step.by.as_written else search.normal(step.before)
        found = step.by.on(start, Run(search.context))
        return search.normal(found) is search.normal(step.after)
    for place in step.by.places(step.before, search):
        used = {v: t for v, t in place.bindings.items() if isinstance(v, Term)}
        if used == step.substitution and step.by.result(place, search) is step.after:
            return True
    return False
