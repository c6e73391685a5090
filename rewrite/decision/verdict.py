"""Verdicts: what was decided about two terms, how, and what it takes to check it again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Any

from ..core.context import EMPTY, Context
from ..core.hooks import hooks
from ..core.terms import Term, order, postorder
from ..evaluation.angles import Angle
from ..evaluation.semantics import MEANING
from ..rewriting.derivation import Derivation
from ..text.pretty import latex
from ..text.printing import TYPESET, brief
from ..text.serial import to_json
from .certificate import Cofactors, Written
from .counterexample import Counterexample

FORMAT, VERSION = "penelope-verdict", 1


class Status(Enum):
    """The four answers; the value is what a shell gets for it."""

    PROVED = 0
    REFUTED = 1
    UNDECIDED = 3
    PROBABLE = 4


@dataclass(frozen=True, repr=False)
class Verdict:
    """What was decided about `left` = `right`, wherever both are defined."""

    status: Status
    left: Term
    right: Term
    how: str
    """The reason, in words."""
    context: Context = EMPTY
    method: str = ""
    """For a proof "laws", "components" or "derivation"; else empty."""
    counterexample: Counterexample | None = None
    error_bound: float = 0.0
    """How probable it is, at most, that a probable identity is false."""
    points: int = 0
    """At how many random points a probable identity held."""
    derivation: Derivation | None = None
    cofactors: Cofactors = ()
    """For every coordinate, the multipliers of the context's equations of which the difference is
    made; each a polynomial, as a list of monomials with their coefficients."""
    cleared: tuple[Written, ...] = ()
    """For every coordinate, what the difference is multiplied by to be that combination."""
    defined_at: Mapping[Term, Any] | None = None
    """A point where both sides are defined."""
    nonzero: tuple[Term, ...] = field(default=())
    """What must not vanish for both sides to be defined."""
    settled: tuple[Term, Term] | None = None
    """The largest sub-question that was settled: two sub-terms that are equal."""

    @property
    def proved(self) -> bool:
        return self.status is Status.PROVED

    @property
    def refuted(self) -> bool:
        return self.status is Status.REFUTED

    @property
    def probable(self) -> bool:
        return self.status is Status.PROBABLE

    @property
    def undecided(self) -> bool:
        return self.status is Status.UNDECIDED

    def __bool__(self) -> bool:
        raise TypeError(
            f"a verdict is not just true or false (this one is {self.status.name.lower()}): ask "
            "for .proved, .refuted, .probable or .undecided"
        )

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        said = f"{self.status.name.lower()}: {brief(self.left)} == {brief(self.right)}"
        lines = [said, f"  {self.how}"]
        if self.counterexample is not None:
            lines.append(f"  {self.counterexample.about(self.left, self.right)}")
        if self.probable:
            lines.append(f"  the probability of error is at most {self.error_bound:.1e}")
        if self.nonzero:
            wants = ", ".join(f"{brief(t)} ≠ 0" for t in self.nonzero)
            lines.append(f"  where {wants}")
        if self.settled is not None:
            one, other = map(brief, self.settled)
            lines.append(f"  settled on the way: {one} == {other}")
        return "\n".join(lines)

    def latex(self) -> str:
        """The equation with the word of the verdict beside it, and where both sides are defined."""
        said = rf"{latex(self.left)} = {latex(self.right)} \quad\text{{({self.status.name.lower()}"
        wants = r",\; ".join(rf"{latex(t)} \neq 0" for t in self.nonzero)
        return rf"{said} where }} {wants}\text{{)}}" if wants else f"{said})}}"

    def html(self, title: str = "") -> str:
        """A page of its own: the equation, the reason, the point or the derivation."""
        return hooks.page(self, title)

    def _repr_html_(self) -> str:
        return hooks.fragment(self)

    def _repr_latex_(self) -> str | None:
        """For a notebook, which shows the plain text of what is too long for that."""
        shown = self.latex()
        return f"$\\displaystyle {shown}$" if len(shown) <= TYPESET else None

    def to_json(self) -> str:
        """All of it as JSON, for `recheck.py` and other programs."""
        data: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "status": self.status.name.lower(),
            "left": json.loads(to_json(self.left))["nodes"],
            "right": json.loads(to_json(self.right))["nodes"],
            "context": [
                {"fact": f.name, "terms": [json.loads(to_json(t))["nodes"] for t in f.terms]}
                for f in self.context.facts
            ],
            "how": self.how,
            "method": self.method,
            "error_bound": self.error_bound,
            "points": self.points,
            "cofactors": [list(c) for c in self.cofactors],
            "cleared": list(self.cleared),
            "nonzero": [str(t) for t in self.nonzero],
            "functions": _functions([self.left, self.right]),
        }
        if self.defined_at is not None:
            data["defined_at"] = _point(self.defined_at)
        if self.counterexample is not None:
            example = self.counterexample
            data["counterexample"] = {
                "point": _point(example.point),
                "exact": example.exact,
                "left": _value(example.left),
                "right": _value(example.right),
            }
        if self.derivation is not None:
            data["derivation"] = json.loads(self.derivation.to_json())
        if self.settled is not None:
            data["settled"] = [json.loads(to_json(t))["nodes"] for t in self.settled]
        return json.dumps(data)


def _functions(terms: Sequence[Term]) -> list[str]:
    """The operators that have more than a name: a program to evaluate them, laws, facts."""
    ops = {s.op for t in terms for s in postorder(t) if s.args and s.op not in MEANING}
    return sorted(op.name for op in ops if op.evaluate is not None or op.laws or op.facts)


def _point(point: Mapping[Term, Any]) -> list[dict[str, Any]]:
    """Values by symbol; an angle may be that of a product of symbols."""
    listed = sorted(point.items(), key=lambda pair: order(pair[0]))
    return [{"term": json.loads(to_json(t))["nodes"], "value": _value(v)} for t, v in listed]


def _value(value: Any) -> Any:
    if isinstance(value, Angle):
        names = ("cos", "sin", "value", "parts")
        return {name: _value(getattr(value, name)) for name in names}
    if isinstance(value, tuple):
        return [_value(x) for x in value]
    return str(value) if isinstance(value, int | Fraction) or value is not None else None
