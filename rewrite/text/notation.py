"""The layout of sums, products, fractions and powers, shared by all notations for people."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import cast

from ..core.linear import add, div, neg, power, scale, times
from ..core.operators import NUMBER, ONE, OPAQUE, SYMBOL, VARIABLE, ZERO, number
from ..core.sorts import Matrix, Scalar, Vector
from ..core.terms import TIME, SymbolInfo, Term
from .render import (
    ATOM,
    MATMUL,
    POWER,
    PRODUCT,
    SUM,
    Layout,
    Place,
    digits,
    filled,
    listed,
    rational,
    template_of,
)
from .symbol_names import DOTS, velocity_of

PRODUCTS = ("*", "/", "@")
"""The signs of operators whose operands stand side by side, or in a fraction."""


class Notation(ABC):
    """The base of all notations; they differ in names, exponents, fractions and roots."""

    which: str
    brackets: tuple[str, str]
    apart: str
    dot: str

    @abstractmethod
    def name(self, name: str, bold: bool) -> str: ...

    @abstractmethod
    def word(self, text: str) -> str: ...

    @abstractmethod
    def raised(self, exponent: str) -> str: ...

    @abstractmethod
    def fraction(self, above: Term, below: Term) -> Layout: ...

    @abstractmethod
    def root(self, t: Term) -> Layout: ...

    def __call__(self, place: Place) -> Layout:
        t = place.term
        positive = opposite(t)
        if positive is not None:
            return Layout(MATMUL, ("-", Place(positive, MATMUL, signed=False)), minus=True)
        if not t.args:
            return self.atom(t)
        if t.op is add:
            return Layout(SUM, self.sum(t, place.signed))
        if t.op is power:
            return self.exponential(t)
        if t.op.superscript is not None:
            return self.superscript(t.args[0], t.op.superscript)
        return self.by_template(t) or self.by_sign(t)

    def by_template(self, t: Term) -> Layout | None:
        """A term in the notation that its operator declares, if any."""
        template = template_of(getattr(t.op, self.which), t)
        return None if template is None else filled(template, t)

    def by_sign(self, t: Term) -> Layout:
        """A product, or a function of its operands."""
        if t.op.sign in PRODUCTS:
            return self.product(t)
        before, after = self.brackets
        return Layout(ATOM, (self.word(t.op.name), before, *listed(t.args), after))

    def derivative(self, info: SymbolInfo, bold: bool) -> Layout:
        """A partial derivative of a field: dots if only by time, primes if by its only coordinate,
        otherwise ∂ for each coordinate."""
        material = [(c, n) for c, n in info.orders if c != TIME]
        if len(info.orders) == 1 and info.orders[0][1] <= 3:
            ((coordinate, n),) = info.orders
            if coordinate == TIME:
                dotted = self.dotted(info.base, bold, n)
                if dotted is not None:
                    return Layout(ATOM, (dotted,))
            elif len(info.along) == 1:
                return Layout(ATOM, (self.primed(info.base, bold, n),))
        times = [("t", n) for c, n in info.orders if c == TIME]
        signs = [self.partial(c, n) for c, n in [*material, *times]]
        return Layout(PRODUCT, (*signs, " ", self.name(info.base, bold)))

    @abstractmethod
    def dotted(self, name: str, bold: bool, dots: int) -> str | None: ...

    @abstractmethod
    def primed(self, name: str, bold: bool, primes: int) -> str: ...

    @abstractmethod
    def partial(self, coordinate: str, times: int) -> str: ...

    def atom(self, t: Term) -> Layout:
        if t.op is SYMBOL and t.value.orders:
            return self.derivative(t.value, t.sort is Vector)
        if t.op is SYMBOL and t.value.time:
            return Layout(ATOM, (self.moving(t),))
        if t.op in (SYMBOL, VARIABLE):
            return Layout(ATOM, (self.name(t.value.name, t.sort is Vector),))
        if t.op is NUMBER and t.value.denominator != 1:
            return self.fraction(number(t.value.numerator), number(t.value.denominator))
        if t.op in (NUMBER, ZERO, ONE):
            return Layout(ATOM, ("I" if t.op is ONE and t.sort is Matrix else digits(t.value),))
        if t.op is OPAQUE:
            return Layout(SUM, (self.word(t.value),))
        return Layout(ATOM, (self.name(t.op.name, False),))

    def moving(self, t: Term) -> str:
        """A symbol that depends on time: dots for derivatives, ω for the velocity of a rotation."""
        name, bold = velocity_of(t) or t.value.name, t.sort is Vector
        base = name.rstrip("'")
        dots = len(name) - len(base)
        dotted = self.dotted(base, bold, dots) if 0 < dots <= len(DOTS) else None
        return self.name(name, bold) if dotted is None else dotted

    def sum(self, t: Term, signed: bool) -> Iterator[str | Place]:
        yield Place(t.args[0], MATMUL, signed)
        for x in islice(t.args, 1, None):
            positive = opposite(x)
            yield " + " if positive is None else " - "
            yield Place(x if positive is None else positive, MATMUL, signed=False)

    def product(self, t: Term) -> Layout:
        if t.op in (div, times) or (t.op is scale and _divides(t.args[0])):
            above, below = _above_and_below(t)
            if below:
                return self.fraction(_times(above), _times(below))
        return Layout(PRODUCT, self.side_by_side(t))

    def side_by_side(self, t: Term) -> Iterator[str | Place]:
        yield Place(t.args[0], PRODUCT)
        for x in islice(t.args, 1, None):
            begins_with_digit = x.op is NUMBER or (x.op is power and x.args[0].op is NUMBER)
            yield self.dot if begins_with_digit else self.apart
            alone = x is t.args[-1] and x.is_symbol  # nothing follows on which ∂ could act
            loose = alone or (t.op is scale and _begins_with_letter(x))
            yield Place(x, PRODUCT if loose else POWER)

    def exponential(self, t: Term) -> Layout:
        base, exponent = t.args[0], t.args[1].value
        if t.sort is Scalar and exponent < 0:
            return self.fraction(number(1), _inverse(t))
        if exponent == Fraction(1, 2):
            return self.root(base)
        return self.superscript(base, rational(exponent))

    def superscript(self, base: Term, exponent: str) -> Layout:
        return Layout(POWER, (Place(base, ATOM), self.raised(exponent)))


# -- terms rearranged for display ------------------------------------------------------------------


def opposite(t: Term, depth: int = 3) -> Term | None:
    """u if t is -u and is best written with a minus in front; otherwise None."""
    if t.op is neg:
        return t.args[0]
    if t.op is NUMBER:
        return number(-t.value) if t.value < 0 else None
    if t.op not in (times, scale, div) or depth == 0:
        return None
    first, rest = opposite(t.args[0], depth - 1), t.args[1:]
    if first is None and t.op is scale and _divides(t.args[0]):
        second = opposite(rest[0], depth - 1)  # -a/x is a quotient of -a
        return None if second is None else cast(Term, scale.build((t.args[0], second)))
    if first is None:
        return None
    if first == 1 and t.op is not div:
        return rest[0] if len(rest) == 1 else cast(Term, t.op.build(rest))
    return cast(Term, t.op.build((first, *rest)))


def _divides(t: Term) -> bool:
    return t.op is power and bool(t.args[1].value < 0)


def _above_and_below(t: Term) -> tuple[list[Term], list[Term]]:
    """The factors of the numerator and of the denominator of a product or quotient."""
    above: list[Term] = []
    below: list[Term] = []
    stack = [(t, True)]  # True for the whole, and for the operand that the whole begins with
    while stack:
        x, first = stack.pop()
        if x.op is div and first:
            below.append(x.args[1])
            stack.append((x.args[0], True))
        elif first and x.op is times:
            stack += [(y, False) for y in reversed(x.args[1:])]
            stack.append((x.args[0], x.args[0].op is div))
        elif first and x.op is scale and _divides(x.args[0]):
            stack += [(x.args[0], False), (x.args[1], True)]
        elif _divides(x) and x.sort is Scalar:
            below.append(_inverse(x))
        else:
            above.append(x)
    if below and above and above[0].op is NUMBER and above[0].value.denominator != 1:
        below.insert(0, number(above[0].value.denominator))
        above[0] = number(above[0].value.numerator)
    if len(above) > 1 and above[0] == 1:
        del above[0]
    below.sort(key=lambda x: x.op is not NUMBER)
    return above, below


def _inverse(t: Term) -> Term:
    """The power with the opposite exponent; the base itself if that is 1."""
    base, exponent = t.args
    return base if exponent.value == -1 else power.build((base, number(-exponent.value)))


def _times(factors: list[Term]) -> Term:
    if len(factors) > 1:
        return cast(Term, times.build(tuple(factors)))
    return factors[0] if factors else number(1)


def _begins_with_letter(t: Term) -> bool:
    """Whether a product can follow a scalar without brackets."""
    return _is_word(t) and not _is_word(t.args[0]) and t.args[0].op not in (NUMBER, neg, scale, div)


def _is_word(t: Term) -> bool:
    """Whether a term is a product of matrices, of quaternions, or of another sort with one."""
    return t.op.sign in ("*", "@") and t.op not in (times, scale)
