"""Verdicts: what was decided about two terms, how, and the data to check it again."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Any, Generic, TypeVar, cast

from ..core.context import EMPTY, Context
from ..core.definitions import by_definition
from ..core.hooks import hooks
from ..core.terms import Term, order, postorder
from ..deadline import within
from ..evaluation.angles import Angle
from ..evaluation.semantics import MEANING
from ..evaluation.surds import Surd
from ..rewriting.derivation import Derivation
from ..text.pretty import latex
from ..text.printing import TYPESET, brief
from .certificate import certificate, signs_of_roots
from .counterexample import Counterexample
from .defined_at import defined_at
from .given_angles import Given, Reduced
from .plan import has_roots
from .sides import meant
from .written import Certificate, angles, divisors, facts, nodes

T = TypeVar("T")

FORMAT, VERSION = "penelope-verdict", 2
SHOWN, MEASURED = 2_000, 100_000
"""The most characters of a side that are printed, and that are counted if there are more."""
LATE_SECONDS = 10.0
"""The time limit for a certificate that is made only when a verdict is written."""


class Status(Enum):
    """The four answers; the value is the exit status for it."""

    PROVED = 0
    REFUTED = 1
    UNDECIDED = 3
    PROBABLE = 4


class Late(Generic[T]):
    """A field whose value may be given as a function, which is called when it is first read."""

    def __init__(self, *default: T) -> None:
        self._default = default

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = f"_{name}"

    def __get__(self, verdict: Any, owner: type | None = None) -> T:
        if verdict is None:
            if not self._default:
                raise AttributeError("a field without a default")
            return self._default[0]
        value = vars(verdict)[self._name]
        if callable(value):
            with within(LATE_SECONDS):
                vars(verdict)[self._name] = value = value()
        return cast(T, value)

    def __set__(self, verdict: Any, value: T | Callable[[], T]) -> None:
        vars(verdict)[self._name] = value


@dataclass(frozen=True, repr=False)
class Verdict:
    """The decision about `left` = `right`, wherever both are defined."""

    status: Status
    left: Term
    right: Term
    how: Late[str] = Late()
    """The reason, in words."""
    context: Context = EMPTY
    method: Late[str] = Late("")
    """For a proof "laws", "components" or "derivation"; otherwise empty."""
    counterexample: Counterexample | None = None
    error_bound: float = 0.0
    """For a probable identity, an upper bound for the probability that it is false."""
    points: int = 0
    """The number of random points at which a probable identity held."""
    derivation: Derivation | None = None
    certificate: Certificate | None = None
    """For a proof, the data beyond the terms that a program needs to check it again."""
    point: Mapping[Term, Any] | None = None
    """A point where both sides are defined, if one had to be searched for."""
    nonzero: Late[tuple[Term, ...]] = Late(())
    """Terms that must not vanish for both sides to be defined."""
    settled: tuple[Term, Term] | None = None
    """The largest part that was proved: two equal sub-terms."""
    given: tuple[Given, ...] = ()
    """Symbols whose values follow from others by an equation of the context."""

    def about(self, left: Term, right: Term, context: Context, given: tuple[Given, ...]) -> Verdict:
        """The verdict on the question from which this one was made by putting in given values."""
        example = self.counterexample
        values = ", ".join(" = ".join(g.shown()) for g in given)
        how = self.how if self.refuted else f"with {values}: {self.how}"
        return replace(
            self,
            left=left,
            right=right,
            how=how,
            context=context,
            given=given,
            counterexample=None if example is None else replace(example, given=given),
        )

    @cached_property
    def _reduced(self) -> Reduced:
        """The question that was decided: without the symbols that equations give."""
        return Reduced(self.left, self.right, self.context).with_given(self.given)

    @cached_property
    def defined_at(self) -> Mapping[Term, Any] | None:
        """For a proof, a point where both sides are defined."""
        if self.point is not None or not self.proved:
            return self.point
        with within(LATE_SECONDS):
            asked = self._reduced
            return defined_at(asked.left, asked.right, asked.context)

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
        left, right = (brief(side, SHOWN) for side in (self.left, self.right))
        lines = [f"{self.status.name.lower()}: {left} == {right}"]
        lines += [f"  {cut}" for cut in (_cut("left", self.left), _cut("right", self.right)) if cut]
        lines.append(f"  {self.how}")
        if self.counterexample is not None:
            lines.append(f"  {self.counterexample.about(self.left, self.right)}")
        if self.probable:
            lines.append(f"  the probability of error is at most {self.error_bound:.1e}")
        if self.nonzero:
            wants = ", ".join(f"{brief(t)} ≠ 0" for t in self.nonzero)
            lines.append(f"  where {wants}")
        if self.settled is not None:
            one, other = map(brief, self.settled)
            lines.append(f"  proved on the way: {one} == {other}")
        return "\n".join(lines)

    def latex(self) -> str:
        """The equation with the verdict in words, and where both sides are defined."""
        said = rf"{latex(self.left)} = {latex(self.right)} \quad\text{{({self.status.name.lower()}"
        wants = r",\; ".join(rf"{latex(t)} \neq 0" for t in self.nonzero)
        return rf"{said} where }} {wants}\text{{)}}" if wants else f"{said})}}"

    def html(self, title: str = "") -> str:
        """A self-contained page: the equation, the reason, the point or the derivation."""
        return hooks.page(self, title)

    def _repr_html_(self) -> str:
        return hooks.fragment(self)

    def _repr_latex_(self) -> str | None:
        """LaTeX for a notebook; None if it is too long, so that the plain text is shown."""
        shown = self.latex()
        return f"$\\displaystyle {shown}$" if len(shown) <= TYPESET else None

    def to_json(self) -> str:
        """The whole verdict as JSON, for `recheck.py` and other programs."""
        made = self.certificate or self._late_certificate() or Certificate()
        left, right = by_definition(self.left), by_definition(self.right)
        below = divisors([left, right]) if self.proved else []
        reported = meant(self.context).facts
        asked = self._reduced
        angled = [asked.left, asked.right, *(t for f in asked.context.facts for t in f.terms)]
        data: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "status": self.status.name.lower(),
            "left": nodes(left),
            "right": nodes(right),
            "context": facts(reported),
            "functions": _functions([left, right]),
            "how": self.how,
            "method": self.method,
            "angles": angles([*map(by_definition, angled), *made.terms()]),
            "nonzero": [nodes(t) for t in dict.fromkeys(below)],
            "atoms": {name: nodes(t) for name, t in made.atoms.items()},
            "factors": made.factors,
            "steps": [*map(_step, self.given), *made.steps],
            "positive": made.positive,
            "cofactors": made.cofactors,
            "cleared": made.cleared,
        }
        if self.probable:
            data |= {"error_bound": self.error_bound, "points": self.points}
        if self.defined_at is not None:
            data["defined_at"] = _point(self.defined_at)
        if self.counterexample is not None:
            example = self.counterexample
            sides = {"left": example.left, "right": example.right}
            exact = example.exact and not _known_by_name([left, right])
            data["counterexample"] = {
                "point": _point(example.point),
                "exact": exact,
                **{side: _value(x) if exact else None for side, x in sides.items()},
            }
        return json.dumps(data)

    def _late_certificate(self) -> Certificate | None:
        """The certificate of a proof by laws or rules, made when asked for, if it has to say more
        than the sides: under a context, or about roots."""
        if not self.proved or (self.context.is_empty and not has_roots([self.left, self.right])):
            return None
        with within(LATE_SECONDS):
            asked = self._reduced
            sides = by_definition(asked.left), by_definition(asked.right)
            found = certificate(*sides, meant(asked.context)).certificate
            return found or signs_of_roots(*sides, meant(asked.context))


def _cut(side: str, t: Term) -> str:
    """A note if a part of a side is not shown, otherwise empty."""
    whole = len(brief(t, MEASURED))
    if whole <= SHOWN:
        return ""
    length = f"{whole}" if whole < MEASURED else f"more than {MEASURED}"
    return f"the {side} side is cut: it has {length} characters, of which {SHOWN} are shown"


def _step(given: Given) -> dict[str, Any]:
    symbol, value = nodes(given.symbol), nodes(given.value)
    return {"symbol": symbol, "value": value, "fact": given.fact, "times": str(given.times)}


def _functions(terms: Sequence[Term]) -> list[str]:
    """The operators that have more than a name: an evaluation function, laws, facts, an angle."""
    ops = {s.op for t in terms for s in postorder(t) if s.args and s.op not in MEANING}
    said = (op for op in ops if op.evaluate or op.laws or op.facts or op.angle is not None)
    return sorted(op.name for op in said)


def _known_by_name(terms: Sequence[Term]) -> bool:
    """Whether values of functions that have no definition are in the values of terms."""
    ops = {s.op for t in terms for s in postorder(t) if s.args and s.op not in MEANING}
    return any(op.evaluate is None for op in ops)


def _point(point: Mapping[Term, Any]) -> list[dict[str, Any]]:
    """Values by symbol; an angle may be that of a product of symbols."""
    listed = sorted(point.items(), key=lambda pair: order(pair[0]))
    return [{"term": nodes(t), "value": _value(v)} for t, v in listed]


def _value(value: Any) -> Any:
    if isinstance(value, Angle):
        return {"cos": _value(value.cos), "sin": _value(value.sin), "parts": value.parts}
    if isinstance(value, tuple):
        return [_value(x) for x in value]
    if isinstance(value, Surd):
        return {"surd": [[str(c), d] for d, c in sorted(value.parts.items())]}
    return str(value) if value is not None else None
