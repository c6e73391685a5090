"""Angles that linear equations give are replaced before anything is decided: with x + y = π, sin(x)
is sin(π - y).

An equation between angles says nothing about their sines by algebra alone, and a point of the
circle drawn for x would have to fit that of y. A linear equation c (x - value) = 0 is the same as
x = value, so the question with the value in place of x has the same answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, cast

from ..core.context import Context
from ..core.definitions import by_definition
from ..core.facts import Fact
from ..core.linear import add, neg, power, times
from ..core.operators import OPAQUE, number
from ..core.sorts import Scalar
from ..core.substitution import subs
from ..core.terms import Term, free_symbols, order, postorder
from ..deadline import timed
from ..errors import FactError
from ..evaluation.angles import Phase, product_term
from ..evaluation.tasks import Equation
from ..normalform.walk import normal
from ..theory.lengths import norm
from ..theory.scalars import pi
from .defined import must_not_vanish
from .sides import meant


class Given(NamedTuple):
    """The difference of the sides of a fact (by its place) is `times` (symbol - value)."""

    symbol: Term
    value: Term
    fact: int
    times: Fraction

    def shown(self) -> tuple[str, str]:
        """The symbol and its value, as text."""
        return str(self.symbol), str(normal(self.value))


@dataclass(frozen=True)
class Reduced:
    """A question in which given symbols are replaced by their values.

    Of the equations that give them, it remains that they have a value: nothing that they divide by
    is zero. Symbols that are in nothing else have any value but zero.
    """

    left: Term
    right: Term
    context: Context
    given: tuple[Given, ...] = ()

    def with_given(self, given: Sequence[Given]) -> Reduced:
        """The question in which given symbols are replaced by their values."""
        if not given:
            return self
        left, right, facts = self.left, self.right, [*meant(self.context).facts]
        facts += [Fact("nonzero", (g.symbol,)) for g in given if "nonzero" in g.symbol.value.facts]
        for found in given:
            left, right = (subs(side, {found.symbol: found.value}) for side in (left, right))
            facts = [_put_in(f, found) for f in timed(facts)]
        used = {each.fact for each in given}
        rest = [f for i, f in enumerate(facts) if i not in used]
        known = _nodes([left, right, *(t for f in rest for t in f.terms)])
        gone = _nodes(t for i in used for t in facts[i].terms)
        asked = [*must_not_vanish(gone), *(s for s in gone if _has_a_value(s) and s not in known)]
        rest += [Fact("nonzero", (t,)) for t in asked]
        return Reduced(left, right, Context(*rest), tuple(given))


def _nodes(terms: Iterable[Term]) -> dict[Term, None]:
    return dict.fromkeys(s for t in terms for s in postorder(t))


def _has_a_value(t: Term) -> bool:
    return t.is_symbol or t.op is OPAQUE


def _put_in(fact: Fact, found: Given) -> Fact:
    return Fact(fact.name, tuple([subs(t, {found.symbol: found.value}) for t in fact.terms]))


def without_given_angles(left: Term, right: Term, context: Context) -> Reduced:
    """The same question without the angles that linear equations of the context give.

    >>> from rewrite import equals, pi, scalars, sin
    >>> x, y = scalars("x y")
    >>> reduced = without_given_angles(sin(x), sin(y), Context(equals(x + y, pi)))
    >>> print(reduced.left, "==", reduced.right)
    sin(pi - y) == sin(y)
    """
    asked, facts = Reduced(left, right, context), list(meant(context).facts)
    if not any(_relates_numbers(fact) for fact in facts):
        return asked
    given: list[Given] = []
    angles = _symbols_of_angles([left, right, *(t for fact in facts for t in fact.terms)])
    while (found := _next_given(facts, angles, {g.fact for g in given})) is not None:
        facts = [_put_in(f, found) for f in timed(facts)]
        given.append(found)
    if any(_relates_numbers(f) and Equation(*f.terms).is_impossible for f in timed(facts)):
        raise FactError(f"the equations of {context} contradict each other")
    return asked.with_given(given)


def _relates_numbers(fact: Fact) -> bool:
    return fact.name == "equals" and fact.terms[0].sort is Scalar


def _symbols_of_angles(terms: Iterable[Term]) -> set[Term]:
    """π, and the symbols in arguments of sines."""
    nodes = _nodes(map(by_definition, terms))
    inside = [t.args[t.op.angle] for t in nodes if t.op.angle is not None]
    return {pi}.union(*map(free_symbols, inside))


def _next_given(facts: Sequence[Fact], angles: set[Term], used: set[int]) -> Given | None:
    """A symbol that a linear equation between angles gives; the symbols of such an equation are
    angles too."""
    for place, fact in enumerate(timed(facts)):
        if place in used or not _relates_numbers(fact):
            continue
        about = {s for t in fact.terms for s in postorder(t) if s.is_symbol or s is pi}
        if about & angles:
            found = _given(place, Equation(*fact.terms).phase)
            if found is not None:
                angles |= about
                return found
    return None


def _given(place: int, read: Phase) -> Given | None:
    """The symbol that an equation gives most simply: as a sum of whole angles, if there is one."""
    atoms = Counter(s for p in read for atom, _ in p for s in {*postorder(atom)})
    linear = [
        (bool(atom.value.facts), abs(q) != 1, order(atom), atom, q, product)
        for product, q in read.items()
        for atom, k in product
        if len(product) == k == atoms[atom] == 1 and atom.is_symbol
    ]
    if not linear or any(map(_is_bent, atoms)):
        return None
    *_, symbol, q, product = min(linear)
    rest = {p: r for p, r in read.items() if p != product}
    return Given(symbol, _sum(rest, -1 / q), place, q)


def _is_bent(t: Term) -> bool:
    """Whether a term is a sine or a root, which not every number is."""
    return t.op.angle is not None or t.op is norm or (t.op is power and t.args[1].value % 1 != 0)


def _sum(read: Phase, factor: Fraction) -> Term:
    """A multiple of an angle, written without a quotient: those of a question are counted."""
    products = sorted(((product_term(p), q) for p, q in read.items()), key=lambda x: order(x[0]))
    parts = [_multiple(q * factor, t) for t, q in products]
    if len(parts) < 2:
        return parts[0] if parts else number(0)
    return cast(Term, add.build(tuple(parts)))


def _multiple(q: Fraction, t: Term) -> Term:
    if q == 1:
        return t
    return cast(Term, neg.build((t,)) if q == -1 else times.build((number(q), t)))
