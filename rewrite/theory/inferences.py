"""How facts pass through operators: parts for the `facts` in their records."""

from __future__ import annotations

from ..core.facts import TRUE, UNKNOWN, Infer, Known, Truth
from ..core.sorts import is_unknown
from ..core.terms import Term


def of_operand(name: str) -> Infer:
    """The value has the fact if the operand has it."""
    return lambda known, t: known(name, t.args[0])


def if_operand(name: str) -> Infer:
    """True if it is true of the first operand, and not known otherwise."""
    return lambda known, t: _if(known(name, t.args[0]) is TRUE)


def if_every(name: str) -> Infer:
    """True if it is true of all operands, and not known otherwise."""
    return lambda known, t: _if(all(known(name, a) is TRUE for a in t.args))


def size_is(t: Term, odd: bool) -> bool:
    """Whether the size of a square matrix is known to be odd, or even: a rule may leave it open."""
    return not is_unknown(t.shape[0]) and t.shape[0] % 2 == odd


def if_one(known: Known, square: Term) -> Truth:
    """Whether a scalar is 1, if its normal form is a number."""
    found = known.normal(square)
    return Truth.of(found.value == 1) if found.op.constant else UNKNOWN


def _if(true: bool) -> Truth:
    return TRUE if true else UNKNOWN
