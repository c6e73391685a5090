"""What is remembered of terms: that nothing is left to do there for a set of rules.

The memory of a set in a context is a mark, and a term carries the marks under which no rule applies
to it or to anything in it. A mark goes with its term, so nothing has to be thrown away; and looking
for one costs no more than looking at the term.
"""

from __future__ import annotations

from ..core.context import Context
from ..core.terms import Term, set_reduced

MARKS = 6
"""How many marks a term carries: those that were set last."""
CONTEXTS = 100
"""For how many contexts a set of rules has marks before it begins again."""


class Mark:
    """One set of rules in one context, searched with one budget."""

    __slots__ = ()

    def put(self, t: Term) -> None:
        """Remember that nothing is left to do in a term."""
        if self not in t._reduced:
            set_reduced(t, (self, *t._reduced[: MARKS - 1]))


class Marks:
    """The marks of a set of rules, one for every context and budget it is used with."""

    def __init__(self) -> None:
        self.known: dict[tuple[Context, int], Mark] = {}

    def of(self, context: Context, budget: int) -> Mark:
        if len(self.known) > CONTEXTS:
            self.known.clear()
        return self.known.setdefault((context, budget), Mark())
