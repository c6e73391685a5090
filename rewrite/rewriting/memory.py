"""Marks on terms that are finished: no rule of a set applies to them.

The memory of a set in a context is a mark, and a term carries the marks of the sets of which no
rule applies to it or to anything in it. A mark disappears with its term, so no table has to be
cleared; and testing for one is as cheap as reading an attribute.
"""

from __future__ import annotations

from ..core.context import Context
from ..core.terms import Term, operators_in, postorder, set_reduced
from ..matching.index import Index

MARKS = 6
"""A term keeps at most this many marks, the latest ones."""
CONTEXTS = 100
"""A set of rules discards its marks when it has them for more contexts than this."""


class Mark:
    """One set of rules in one context, searched with one budget."""

    __slots__ = ("heads", "index")

    def __init__(self, index: Index) -> None:
        self.index, self.heads = index, index.by_head

    def on(self, t: Term) -> bool:
        """Whether a term is known to be finished, or no rule is about its operators."""
        if not t.args:
            return t.op not in self.heads or self in t._reduced
        return self in t._reduced or not self.index.concerns(operators_in(t))

    def put(self, t: Term) -> None:
        """Record that a term is finished."""
        if self not in t._reduced:
            set_reduced(t, (self, *t._reduced[: MARKS - 1]))

    def skim(self, root: Term) -> None:
        """Mark the parts of a normal term to which no rule can apply, such as most data. Rules at
        its head are left to the walk that follows."""
        left = set[Term]()
        for t in postorder(root, self.on):
            if left.isdisjoint(t.args) and (
                t.op not in self.heads or (t is not root and not self.index.entries(t))
            ):
                self.put(t)
            else:
                left.add(t)


class Marks:
    """The marks of a set of rules, one for every context and budget it is used with."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.known: dict[tuple[Context, int], Mark] = {}

    def of(self, context: Context, budget: int) -> Mark:
        if len(self.known) > CONTEXTS:
            self.known.clear()
        return self.known.setdefault((context, budget), Mark(self.index))
