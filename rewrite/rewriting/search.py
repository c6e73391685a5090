"""`match`: all ways in which a term is an instance of a pattern."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Any

from ..core.context import EMPTY, Context
from ..core.operators import label
from ..core.terms import Term
from ..deadline import OutOfTimeError, checked_limit, within
from ..errors import RewriteError, RuleError
from ..matching.compiling import compiled, too_deep
from ..matching.patterns import BUDGET, OutOfBudget, Search
from ..normalform.walk import normal
from .rule import Rule


@dataclass(frozen=True)
class Match:
    """One match: the substitution, and the sign by which instance and subject differ."""

    substitution: dict[Term, Term]
    sign: int = 1

    def __getitem__(self, name: str | Term) -> Term:
        """The value of a variable, given as a variable or by name."""
        for v, t in self.substitution.items():
            if v is name or v.name == name:
                return t
        raise KeyError(name)

    def __str__(self) -> str:
        pairs = sorted(self.substitution.items(), key=lambda pair: str(pair[0].name))
        shown = ", ".join(f"{v} := {t}" for v, t in pairs)
        return f"{'-' if self.sign < 0 else ''}{{{shown}}}"


class Matches:
    """The matches of a pattern and a subject, found one by one on demand.

    `complete` is None until the search has ended, then True if all were found and False if the
    budget ended it.
    """

    def __init__(self, pattern: Term, subject: Term, rule: Rule | None, search: Search) -> None:
        self.complete: bool | None = None
        self._found: list[Match] = []
        self._until = search.deadline
        if why := too_deep(pattern):
            raise RuleError(f"match: the pattern {why}")
        self._more = self._search(pattern, subject, rule, search)

    def _search(
        self, pattern: Term, subject: Term, rule: Rule | None, search: Search
    ) -> Iterator[Match]:
        seen: set[Any] = set()
        try:
            for bindings, sign in compiled(pattern).match(subject, {}, search):
                found = {v: t for v, t in bindings.items() if isinstance(v, Term)}
                key = frozenset(found.items()), sign
                if key not in seen and (rule is None or rule.allows(bindings, search)):
                    seen.add(key)
                    yield Match(found, sign)
            self.complete = not search.partial
        except (OutOfBudget, OutOfTimeError):
            self.complete = False

    def __iter__(self) -> Iterator[Match]:
        at = 0
        while True:
            if at == len(self._found):
                more = self._next()
                if more is None:
                    return
                self._found.append(more)
            yield self._found[at]
            at += 1

    def _next(self) -> Match | None:
        if self._until is None:
            return next(self._more, None)
        with within(self._until - monotonic()):
            return next(self._more, None)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None


def match(
    pattern: Term | Rule,
    subject: Term,
    context: Context | None = None,
    budget: int = BUDGET,
    *,
    time_limit: float | None = None,
) -> Matches:
    """All ways in which the normal form of a term is an instance of a pattern.

    The pattern is a term with variables, or a rule, whose left side is matched under its
    conditions. The search ends after `budget` steps, or `time_limit` seconds from now; then
    `complete` is False.

    >>> from rewrite import Vector, cross, vectors, variable
    >>> v, w = variable("v", Vector), variable("w", Vector)
    >>> a, b = vectors("a b")
    >>> for found in match(cross(v, w), cross(a, b)):
    ...     print(found)
    {v := a, w := b}
    -{v := b, w := a}
    """
    context = context or EMPTY
    rule = pattern if isinstance(pattern, Rule) else None
    left = rule.left if rule is not None else pattern
    for what, t in (("pattern", left), ("subject", subject)):
        if not isinstance(t, Term):
            raise RewriteError(f"match: the {what} must be a term, not {label(t)}")
    limit = checked_limit(time_limit)
    search = Search(context, budget, deadline=None if limit is None else monotonic() + limit)
    assert isinstance(left, Term)
    with within(limit):
        return Matches(normal(left), normal(subject, context), rule, search)
