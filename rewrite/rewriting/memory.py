"""Marks on terms: nothing is left to do there for a set of rules.

The memory of a set in a context is a mark, and a term carries the marks under which no rule applies
to it or to anything in it. A mark goes with its term, so nothing has to be thrown away; and looking
for one costs no more than looking at the term.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from ..core.context import Context
from ..core.terms import Term, postorder, set_reduced

MARKS = 6
"""How many marks a term carries: those that were set last."""
CONTEXTS = 100
"""For how many contexts a set of rules has marks before it begins again."""


class Mark:
    """One set of rules in one context, searched with one budget."""

    __slots__ = ("heads",)

    def __init__(self, heads: Container[Any]) -> None:
        self.heads = heads
        """The operators that have rules."""

    def on(self, t: Term) -> bool:
        """Whether nothing is left to do in a term, as far as that is known."""
        return self in t._reduced or (not t.args and t.op not in self.heads)

    def put(self, t: Term) -> None:
        """Remember that nothing is left to do in a term."""
        if self not in t._reduced:
            set_reduced(t, (self, *t._reduced[: MARKS - 1]))

    def skim(self, root: Term) -> None:
        """Mark the parts in which no operator has rules, as most data of a program are."""
        for t in postorder(root, self.on):
            if t.op not in self.heads and all(map(self.on, t.args)):
                self.put(t)


class Marks:
    """The marks of a set of rules, one for every context and budget it is used with."""

    def __init__(self, heads: Container[Any]) -> None:
        self.heads = heads
        self.known: dict[tuple[Context, int], Mark] = {}

    def of(self, context: Context, budget: int) -> Mark:
        if len(self.known) > CONTEXTS:
            self.known.clear()
        return self.known.setdefault((context, budget), Mark(self.heads))
