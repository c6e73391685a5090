"""Conditions of rules: facts, the order of terms, and freeness, all of them data.

A fact such as `orthogonal(R)` must be known to be true; unknown facts are not assumed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..core.context import Context
from ..core.facts import Fact
from ..core.operators import label
from ..core.terms import Term, order, postorder
from ..core.variables import instance
from ..errors import RuleError, SortError

if TYPE_CHECKING:
    from ..matching.patterns import Search

Condition = Any  # Fact | Precedes | FreeOf


@dataclass(frozen=True)
class Precedes:
    """That one term comes before another in the order in which operands are sorted."""

    first: Term
    second: Term

    @property
    def terms(self) -> tuple[Term, ...]:
        return self.first, self.second

    def __str__(self) -> str:
        return f"precedes({self.first}, {self.second})"


@dataclass(frozen=True)
class FreeOf:
    """That a term does not occur in another."""

    whole: Term
    part: Term

    @property
    def terms(self) -> tuple[Term, ...]:
        return self.whole, self.part

    def __str__(self) -> str:
        return f"free_of({self.whole}, {self.part})"


def precedes(first: Term, second: Term) -> Precedes:
    """The condition that `first` comes before `second` in the order of terms."""
    return Precedes(_term(first, "precedes"), _term(second, "precedes"))


def free_of(whole: Term, part: Term) -> FreeOf:
    """The condition that `part` does not occur in `whole`."""
    return FreeOf(_term(whole, "free_of"), _term(part, "free_of"))


def _term(t: Any, what: str) -> Term:
    if not isinstance(t, Term):
        raise RuleError(f"{what} is about terms, not {label(t)}")
    return t


def is_condition(x: object) -> bool:
    return isinstance(x, Fact | Precedes | FreeOf)


def satisfied(condition: Condition, bindings: dict[Any, Any], search: Search) -> bool:
    """Whether a condition is known to hold under a substitution."""
    try:
        terms = [search.normal(instance(t, bindings)) for t in condition.terms]
    except (SortError, ArithmeticError):  # a term without a value has no known facts
        return False
    if isinstance(condition, Precedes):
        return order(terms[0]) < order(terms[1])
    if isinstance(condition, FreeOf):
        return all(s is not terms[1] for s in postorder(terms[0]))
    return _known(Fact(condition.name, tuple(terms)), search.context)


def _known(f: Fact, context: Context) -> bool:
    return context.holds(f).yes
