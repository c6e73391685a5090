"""Parts for the costs in the records of operators.

A cost is (multiplications, additions), and where there are any divisions and function calls after
them: what an operator takes when its operands are at hand. The figures are upper bounds of what
lowering to scalars makes of the operator; signs count as additions unless a sum takes them up.
"""

from __future__ import annotations

from ..core.linear import add, neg, scale
from ..core.operators import ZERO
from ..core.structure import Structure, structure
from ..core.terms import Term

FREE = (0, 0)
"""The cost of an operator that only puts coordinates in another place."""


def coordinates(t: Term) -> int:
    """How many scalars a value has."""
    return t.sort.coordinates(t.shape) or 1


def distinct(t: Term) -> int:
    """How many scalars of a value have to be calculated: half of a symmetric matrix."""
    if len(t.shape) != 2 or 1 in t.shape:
        return coordinates(t)
    return structure(t).distinct(*t.shape)


def operands(t: Term) -> tuple[Term, ...]:
    """The operands as they are calculated, if the operator declares others than those written."""
    return t.args if t.op.operands is None else t.op.operands(t)


def covers(t: Term) -> bool:
    """Whether a summand is added to every entry, so that a minus beside it makes a difference."""
    opposite = t.op is neg or (t.op is scale and t.args[0].op is neg)
    return (
        not opposite and t.op is not ZERO and structure(t) in (Structure.FULL, Structure.SYMMETRIC)
    )


def lone_signs(t: Term) -> int:
    """The entries of a sum that may come with the other sign than their mirror images, because an
    antisymmetric matrix is added to one that is not."""
    parts = t.args if t.op is add and structure(t) is Structure.FULL else ()
    return sum(distinct(a) for a in parts if structure(a) is Structure.ANTISYMMETRIC)


def signs(t: Term) -> int:
    """The negations of a result that is antisymmetric: half of its entries. An operator that only
    changes signs counts its own."""
    skew = structure(t) is Structure.ANTISYMMETRIC and not t.op.signs_in
    return distinct(t) if skew else 0
