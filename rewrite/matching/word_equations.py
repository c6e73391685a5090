"""Equations between words: taken apart from the left end (Plotkin).

Either the first letters are equal, or one of them is a variable that begins with the other letter;
then a new variable stands for the rest of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..core.operators import VARIABLE, Operator
from ..core.terms import Term
from .letters import joined

Op = Operator[..., Any]
Pairs = list[tuple[Term, Term]]
Dealt = tuple[Pairs, tuple[Term, Term] | None, int]
"""Equations between letters, the rests of the two words, and 1 if a variable was split."""


def dealt_words(
    op: Op, ps: Sequence[Term], qs: Sequence[Term], new: Callable[[Term], Term], splits: bool
) -> Iterator[Dealt]:
    """The ways in which two words can begin equally; variables are single letters unless
    `splits`."""
    if len(ps) == 1 or len(qs) == 1:
        one, other = (ps, qs) if len(ps) == 1 else (qs, ps)
        if len(other) == 1 or (one[0].op is VARIABLE and splits):
            yield [(one[0], joined(op, other))], None, 0
        return
    x, y = ps[0], qs[0]
    rest = joined(op, ps[1:]), joined(op, qs[1:])
    if len(ps) == len(qs) or splits:
        yield [(x, y)], rest, 0
    if not splits or x is y:
        return
    if x.op is VARIABLE:
        more = new(x)
        yield [(x, op.build((y, more)))], (joined(op, [more, *ps[1:]]), rest[1]), 1
    if y.op is VARIABLE:
        more = new(y)
        yield [(y, op.build((x, more)))], (rest[0], joined(op, [more, *qs[1:]])), 1
