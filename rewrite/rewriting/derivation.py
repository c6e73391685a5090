"""Derivations: the steps of a run, to be read, checked and replayed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..core.context import Context
from ..core.hooks import hooks
from ..core.substitution import replaced
from ..core.terms import Term
from ..text.pretty import latex, unicode
from ..text.serial import to_json

if TYPE_CHECKING:
    from .run import Strategy


@dataclass(frozen=True)
class Step:
    """One step, by a rule or by the laws of the operators, at one position of the whole term."""

    by: Strategy | None
    """A rule, or a function used as one; None for the laws."""
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
        """The step in words: rule, position (operand indices from the top) and substitution."""
        with_ = ", ".join(f"{v} := {t}" for v, t in sorted(self.named.items()))
        at = f" at {'.'.join(map(str, self.position))}" if self.position else ""
        return f"{self.name}{at}: {with_}" if with_ else f"{self.name}{at}"

    @property
    def named(self) -> dict[str, Term]:
        return {v.name: t for v, t in self.substitution.items()}


@dataclass(frozen=True, repr=False)
class Derivation:
    """The steps from a term to its result, each of which changes one position."""

    start: Term
    result: Term
    steps: tuple[Step, ...]
    context: Context
    cut_short: str = ""
    """Why the search for a smaller term ended early; empty if it did not."""

    def wholes(self) -> Iterator[tuple[Step, Term]]:
        """Each step with the whole term after it."""
        whole = self.start
        for step in self.steps:
            whole = replaced(whole, step.position, step.after)
            yield step, whole

    def without_detours(self) -> Derivation:
        """The same derivation without steps that lead away from a term and back to it."""
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
        """An aligned display; each line names the rule or law that was used."""
        lines = [rf"& {latex(self.start)} \\"]
        for step, whole in self.wholes():
            name = step.name.replace("_", r"\_")
            at = f" at {'.'.join(map(str, step.position))}" if step.position else ""
            pairs = (rf"{v} := {latex(t)}" for v, t in sorted(step.named.items()))
            used = "".join(rf",\ {pair}" for pair in pairs)
            lines.append(rf"={{}}& {latex(whole)} && \text{{{name}{at}}}{used} \\")
        return "\n".join([r"\begin{align*}", *lines, r"\end{align*}"])

    def html(self, title: str = "") -> str:
        """A self-contained page that highlights what each step changes."""
        return hooks.page(self, title)

    def _repr_html_(self) -> str:
        return hooks.fragment(self)

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
