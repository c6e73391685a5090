"""The operands that may stand beside two overlapping left sides of an associative operator.

A rule for x y matches in u x y v. So two left sides overlap as words, one of which may begin before
the other or end after it, and as multisets with other operands beside each. A new variable stands
for the operands beside a left side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from ..core.operators import Operator
from ..core.terms import Term
from ..core.variables import Bindings, variable
from ..matching.unification import is_bag, is_word, operands, settled

Op = Operator[..., Any]
NOTHING, FIRST, SECOND = 0, 1, 2
MIRRORED = ((NOTHING, FIRST), (FIRST, NOTHING), (FIRST, FIRST))
"""Cases that are the same as another with the two left sides swapped."""


@dataclass(frozen=True)
class Beside:
    """Which of two left sides has something before it, and which has something after it."""

    before: int = NOTHING
    after: int = NOTHING

    def around(self, op: Op, t: Term, first: bool = False) -> Term:
        """A term with the variables beside it, as the first of the two left sides or as the
        second."""
        which = FIRST if first else SECOND
        parts = [t]
        if self.before == which:
            parts.insert(0, _variable(op, "before_"))
        if self.after == which:
            parts.append(_variable(op, "after_"))
        return parts[0] if len(parts) == 1 else op.build(tuple(parts))


def _variable(op: Op, name: str) -> Term:
    assert op.params[0] is not None
    return variable(name, *op.params[0])


def besides(op: Op, root: bool, same: bool) -> Iterator[Beside]:
    """All cases of operands beside two left sides; below the root only the second has any.

    For a rule with itself (`same`), half of the cases are enough, by symmetry.
    """
    plain = op.params and op.params[0] is not None
    first = (NOTHING, FIRST) if root else (NOTHING,)
    if plain and is_bag(op):  # without order: `before` is for the first, `after` for the second
        found = product(first, (NOTHING, SECOND))
    elif plain and is_word(op):
        found = product((*first, SECOND), (*first, SECOND))
    else:
        found = product((NOTHING,), (NOTHING,))
    for x, y in found:
        if not same or (x, y) not in MIRRORED:
            yield Beside(x, y)


def overlapping(beside: Beside, op: Op, first: Term, second: Term, s: Bindings) -> bool:
    """Whether two left sides have operands in common, and are not merely side by side."""
    if {beside.before, beside.after} != {FIRST, SECOND}:
        return True
    whole = beside.around(op, first, first=True)
    mine, other, both = (_spread(op, t, s) for t in (first, second, whole))
    if is_bag(op):
        return not Counter(mine) + Counter(other) <= Counter(both)
    return len(mine) + len(other) > len(both)


def _spread(op: Op, t: Term, s: Bindings) -> list[Term]:
    return [settled(x, s) for x in operands(op, [t], s)]
