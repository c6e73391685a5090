"""Rules: identities with a direction, matched modulo the laws; `defining` makes them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Generic, TypeVar, cast

from ..core.facts import KINDS, Fact
from ..core.operators import coerce, label, one_of
from ..core.sorts import Matrix, Scalar, Vector, is_unknown, sort_of_shape
from ..core.terms import Term
from ..core.variables import Bindings, instance, variable, variables_of
from ..errors import RewriteError, RuleError, SortError
from ..matching.compiling import compiled_head, too_deep
from ..matching.patterns import Pattern, Place, Search
from ..normalform.walk import normal
from .conditions import Condition, is_condition, satisfied
from .run import Run, Strategy

T = TypeVar("T", bound=Term, covariant=True)


@dataclass(frozen=True)
class Rewrite(Generic[T]):
    """The content of a rule: `left >> right`, under conditions."""

    left: T
    right: T
    conditions: tuple[Condition, ...] = ()

    def when(self, *conditions: Condition) -> Rewrite[T]:
        """The same rewrite under conditions: facts, `precedes(a, b)`, `free_of(t, x)`."""
        for c in conditions:
            if not is_condition(c):
                raise RuleError(
                    f"a condition is a fact such as symmetric(A), precedes(a, b) or free_of(t, x), "
                    f"not {label(c)}"
                )
        return replace(self, conditions=(*self.conditions, *conditions))

    def __str__(self) -> str:
        when = f"  when {', '.join(map(str, self.conditions))}" if self.conditions else ""
        return f"{self.left} -> {self.right}{when}"

    def __bool__(self) -> bool:
        raise TypeError(f"{self} is a rewrite, neither true nor false")


def rewrite_to(left: Any, right: Any) -> Rewrite[Any]:
    """The two sides of a rule, after checking that they have one sort and shape."""
    if isinstance(right, Term) and right.sort is left.sort and right.shape == left.shape:
        return Rewrite(left, right)
    return Rewrite(left, coerce(right, left.sort, left.shape, f"the right side of {left} >> …"))


@dataclass(frozen=True, eq=False)
class Rule(Strategy):
    """A checked rule: its name, its identity, its two sides and conditions, and its source."""

    name: str
    doc: str
    written: Rewrite[Any]
    where: str
    left: Term = field(repr=False)
    """The left side in normal form, without its numeric factor."""
    right: Term = field(repr=False)
    """The right side, divided by the numeric factor taken off the left side."""

    def __post_init__(self) -> None:
        if why := too_deep(self.left):
            place = self.where.replace("\\", "/").rpartition("/")[2]
            raise RuleError(
                f"rule {self.name!r} ({place}): its left side {why}, and write two rules"
            )

    @cached_property
    def pattern(self) -> Pattern:
        """The left side, compiled for matching when it is first used."""
        pattern = compiled_head(self.left)
        pattern.settle(_solid(self.left, self.right), _demanded(self.conditions))
        return pattern

    @property
    def conditions(self) -> tuple[Condition, ...]:
        return self.written.conditions

    @cached_property
    def variables(self) -> frozenset[Term]:
        return variables_of(self.left)

    def places(self, t: Term, search: Search) -> Iterator[Place]:
        """The matches at the head of a normal term for which the conditions hold."""
        for place in self.pattern.places(t, search):
            if self.allows(place.bindings, search):
                yield place

    def allows(self, bindings: Bindings, search: Search) -> bool:
        """Whether the conditions are known to hold."""
        return all(satisfied(c, bindings, search) for c in self.written.conditions)

    def result(self, place: Place, search: Search) -> Term | None:
        """The term after the rule is applied at a match, in normal form; None if it has no
        meaning."""
        try:
            value = instance(self.right, place.bindings)
            if place.sign < 0:
                value = cast(Term, -cast(Any, value))
            return search.normal(place.put(value))
        except (SortError, ArithmeticError):
            return None

    def apply(self, t: Term, run: Run) -> Term | None:
        return run.rewritten(t, (self,))

    def __eq__(self, other: object) -> bool:
        """Rules are equal if they have the same name, sides and conditions."""
        same = isinstance(other, Rule) and self.name == other.name
        return same and self.written == cast(Rule, other).written

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.name, self.written))

    def __getstate__(self) -> dict[str, Any]:
        """The state for another process, without what is derived and made again when needed."""
        made = ("pattern", "variables", "_hash")
        return {name: value for name, value in vars(self).items() if name not in made}

    def __str__(self) -> str:
        return f"{self.name}: {readable(str(self.written))}"

    def __repr__(self) -> str:
        return f"<rule {self}>"


def _demanded(conditions: tuple[Condition, ...]) -> dict[Term, list[str]]:
    """The facts that conditions demand of single terms, by the term."""
    found: dict[Term, list[str]] = {}
    for c in conditions:
        if isinstance(c, Fact) and len(c.terms) == 1 and c.name in KINDS:
            found.setdefault(c.terms[0], []).append(c.name)
    return found


def _solid(left: Term, right: Term) -> frozenset[Term]:
    """The variables for which a neutral element would make both sides the same."""
    found = set()
    sizes = {n: 3 for v in variables_of(left) for n in v.shape if is_unknown(n)}
    concrete: Bindings = {**sizes}
    for v in variables_of(left):
        shape = tuple(sizes.get(n, n) for n in v.shape)
        sort = sort_of_shape(shape) if v.sort in (Matrix, Vector) else v.sort
        concrete[v] = variable(v.name, sort, shape)
    for v in variables_of(left):
        if v.sort.has_one and v.sort is not Scalar:
            try:
                one = one_of(concrete[v].sort, concrete[v].shape)
                sides = [normal(instance(t, {**concrete, v: one})) for t in (left, right)]
            except (RewriteError, ArithmeticError):
                continue
            if sides[0] is sides[1]:
                found.add(v)
    return frozenset(found)


_SIZE = re.compile(r"(?<=[(, ×])10000\d{5}(?=[,)× ]|$)")


def readable(message: str) -> str:
    """Unknown sizes as letters."""
    names: dict[str, str] = {}
    letters = "mnpqrstuvw"
    return _SIZE.sub(
        lambda found: names.setdefault(found[0], letters[len(names) % len(letters)]), message
    )
