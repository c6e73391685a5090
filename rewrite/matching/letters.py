"""Terms of an associative operator as words of letters, and what all patterns of one share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..core.laws import Associative, Neutral, Powers, ReadsAs
from ..core.laws.base import is_element
from ..core.linear import LINEAR_OPERATORS, neg, power
from ..core.terms import Term
from ..core.variables import Bindings
from .patterns import Found, Op, Pattern, Search

MAX_POWER = 64
"""The largest power that is read as a word of equal letters."""


def product_of(t: Term) -> Op | None:
    """The associative operator of which a term is a word, if any."""
    if t.op is power:
        return t.sort.product if _repeats(t) else None
    if t.op in LINEAR_OPERATORS or t.op.law(Associative) is None:
        return None
    return t.op


def _repeats(t: Term) -> bool:
    exponent = t.args[1].value
    return type(exponent) is int and 0 < exponent <= MAX_POWER


def _is_of(op: Op, t: Term) -> bool:
    """Whether a power is a word of an operator; a power of a quaternion is no word of matrices."""
    return t.sort.product is None or t.sort.product is op


def letters(op: Op, t: Term) -> list[Term]:
    """A normal term as a word of an operator: several letters, one, or none if it is neutral."""
    law = op.law(Neutral)
    if law is not None and law.side == "both" and is_element(t, law.e):
        return []
    powers = op.law(Powers)
    found: list[Term] = []
    for a in t.args if t.op is op else (t,):
        mine = powers is not None and a.op is powers.power and (a.op is not power or _is_of(op, a))
        if mine and _repeats(a):
            found += letters(op, a.args[0]) * a.args[1].value
        else:
            found.append(a)
    return found


def readings(op: Op, t: Term) -> Iterator[tuple[int, list[Term]]]:
    """The words of an operator as which a normal term can be read, each with its sign."""
    plain = None
    if t.op is op or product_of(t) is op:
        plain = letters(op, t)
        yield 1, plain
    law = t.op.law(ReadsAs)
    if law is not None and law.of is op:
        for sign, word in law.words(t):
            if word != plain and len(word) > 1:
                yield sign, word


def joined(op: Op, word: Sequence[Term]) -> Term:
    """Letters as one term, not normalised."""
    return word[0] if len(word) == 1 else op.build(tuple(word))


class Product(Pattern):
    """An associative operator, whose operands `Word` matches in their order and `Bag` in any."""

    def __init__(self, term: Term, op: Op) -> None:
        super().__init__(term)
        self.op = op
        self.neutral: Neutral | None = op.law(Neutral)

    def match(self, t: Term, s: Bindings, search: Search) -> Iterator[Found]:
        if t.op is neg:
            for found, sign in self.match(t.args[0], s, search):
                yield found, -sign
            if self.neutral is None:
                return  # otherwise the whole may be an operand
        if t.op is self.op or self.neutral is not None or product_of(t) is self.op:
            yield from self.matched(t, s, search)

    def matched(self, t: Term, s: Bindings, search: Search) -> Iterator[Found]:
        """Matches with all operands of a term that may be read as a product."""
        raise NotImplementedError
