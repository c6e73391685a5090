"""Products of scalars and scalings: matching by monomials.

A monomial is a number, scalar factors with exponents, and for a sort other than Scalar the term
they scale, its core. A pattern that is a monomial requires certain factors (3·m·sin(x)² contains
sin(y)), and its variables may take the rest: in x·v, x takes m from m·a, and 1 from a alone. A
number in a pattern stands for itself: in 2·x, x takes 3·y from 6·y, but nothing from y; and -x
matches only terms written with a minus.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from math import isqrt
from typing import TypeGuard, cast

from ..core.linear import power, scale, times
from ..core.operators import number
from ..core.sorts import Scalar
from ..core.terms import Term
from ..core.variables import Bindings
from ..normalform.monomials import Number, exact_power, keyed, power_term, split, tidy
from .patterns import Compile, Found, Ground, Op, Pattern, Place, Plain, Search, Variable

Factors = dict[Term, Number]
REMEMBERED = 8192
"""The monomials of this many terms are cached."""


@dataclass(frozen=True)
class Monomial:
    """A normal term that is not a sum: number, factors with exponents, and core."""

    c: Number
    factors: Factors
    core: Term | None

    @staticmethod
    def of(t: Term) -> Monomial:
        """The monomial of a term; its factors are shared and must not be changed."""
        return _monomial(t)

    def times(self, c: Number) -> Monomial:
        return Monomial(tidy(self.c * c), self.factors, self.core)

    def over(self, factors: Factors) -> Monomial | None:
        """The quotient by some factors, if it has them."""
        left = without(self.factors, factors)
        return None if left is None else Monomial(self.c, left, self.core)


@lru_cache(maxsize=REMEMBERED)
def _monomial(t: Term) -> Monomial:
    c, (factors, core) = keyed(split(t))
    return Monomial(c, dict(_base(f) for f in factors), core)


def _base(factor: Term) -> tuple[Term, Number]:
    return (factor.args[0], factor.args[1].value) if factor.op is power else (factor, 1)


def without(have: Factors, taken: Factors, n: Number = 1) -> Factors | None:
    """Factors with others removed n times; None if they are not all there.

    No root is taken out of a whole power: x is not the square of x^(1/2) if x is negative.
    """
    for base, e in taken.items():
        f, m = have.get(base, 0), e * n
        if f == 0 or not (0 <= m <= f or f <= m <= 0) or (_whole(f) and not _whole(m)):
            return None
    left = dict(have)
    for base, e in taken.items():
        rest = tidy(left[base] - e * n)
        if rest:
            left[base] = rest
        else:
            del left[base]
    return left


def count_without(have: Factors, taken: Factors) -> int | None:
    """How many bases are left if factors are removed; None if they are not all there."""
    left = len(have)
    for base, e in taken.items():
        f = have.get(base, 0)
        if f == 0 or not (0 <= e <= f or f <= e <= 0) or (_whole(f) and not _whole(e)):
            return None
        left -= f == e
    return left


def scalar_of(c: Number, factors: Factors) -> Term:
    """A number times factors, not normalised."""
    args = [base if e == 1 else power_term(base, e) for base, e in factors.items()]
    if c != 1 or not args:
        args.insert(0, number(c))
    return args[0] if len(args) == 1 else cast(Term, times.build(tuple(args)))


def scaled(c: Number, factors: Factors, t: Term) -> Term:
    """A term times a number and factors, not normalised."""
    if c == 1 and not factors:
        return t
    op = times if t.sort is Scalar else scale
    return cast(Term, op.build((scalar_of(c, factors), t)))


def _headed(p: Pattern | None) -> TypeGuard[Plain]:
    """Whether every instance of a pattern has its operator at the head."""
    return isinstance(p, Plain) and p.neutral is None


class Product(Pattern):
    """A number times factors times a core, any of them with variables."""

    def __init__(self, term: Term, compiled: Compile) -> None:
        super().__init__(term)
        own = Monomial.of(term)
        self.c = own.c
        self.ground: Factors = {}
        self.shapes: list[tuple[Pattern, Number]] = []
        self.takers: list[tuple[Variable, Number]] = []
        self.core = None if own.core is None else compiled(own.core)
        for base, e in own.factors.items():
            item = compiled(base)
            if isinstance(item, Ground):
                self.ground[base] = e
            elif isinstance(item, Variable):
                self.takers.append((item, e))
            else:
                self.shapes.append((item, e))
        if isinstance(self.core, Variable):
            self.takers.append((self.core, 1))
        heads = [p.op for p in (self.core, *(p for p, _ in self.shapes)) if _headed(p)]
        self.anchor: Op | None = heads[0] if heads else None
        """An operator that heads a factor or the core of every instance."""

    @property
    def heads(self) -> tuple[Op, ...]:
        """The head operators of terms in which the pattern may match."""
        return (times, power) if self.core is None else (scale,)

    def parts(self) -> Iterable[Pattern]:
        core = () if self.core is None else (self.core,)
        return (*(p for p, _ in self.shapes), *(v for v, _ in self.takers), *core)

    def match(self, t: Term, s: Bindings, search: Search) -> Iterator[Found]:
        for found, c, _ in self.within(Monomial.of(t), s, search, rest=False):
            if c == 1 or c == -1:
                yield found, int(c)

    def places(self, t: Term, search: Search) -> Iterator[Place]:
        """Matches in explicit products and scalings only; s·a is not searched for in a."""
        if t.op not in self.heads:
            return
        subject = Monomial.of(t)
        wholes = (False, True) if self.takers else (True,)
        for rest in wholes:
            for found, c, left in self.within(subject, {}, search, rest, filled=True):
                if left or not rest or not self.takers:
                    yield Place(found, 1, partial(scaled, c, left))

    def within(
        self, m: Monomial, s: Bindings, search: Search, rest: bool, filled: bool = False
    ) -> Iterator[tuple[Bindings, Number, Factors]]:
        """Ways in which m is number × factors × an instance; without `rest`, no factors.

        If `filled`, a variable that is a factor must take more than 1.
        """
        search.spend()
        if m.c == 0 or (m.core is None) != (self.core is None):
            return
        factors = without(m.factors, self.ground)
        if factors is None:
            return
        for found, sign in self.cores(m, s, search):
            c = tidy(Fraction(m.c * sign) / self.c)
            for more, c2, left in self.chosen(0, c, factors, found, search):
                yield from self.shared(m, c2, left, more, search, rest, filled)

    def cores(self, m: Monomial, s: Bindings, search: Search) -> Iterator[Found]:
        """Matches of the core, unless it is a variable."""
        if self.core is None or m.core is None or isinstance(self.core, Variable):
            yield s, 1
        else:
            yield from self.core.match(m.core, s, search)

    def chosen(
        self, at: int, c: Number, factors: Factors, s: Bindings, search: Search
    ) -> Iterator[tuple[Bindings, Number, Factors]]:
        """A factor for every pattern that is neither ground nor a variable."""
        if at == len(self.shapes):
            yield s, c, factors
            return
        item, e = self.shapes[at]
        head = item.op if _headed(item) else None
        for base in factors:
            if head is not None and base.op is not head:
                continue
            left = without(factors, {base: e})
            if left is not None:
                for found, sign in item.match(base, s, search):
                    if sign > 0 or type(e) is int:
                        sign = sign if cast(int, e) % 2 else 1
                        yield from self.chosen(at + 1, c * sign, left, found, search)

    def shared(
        self,
        m: Monomial,
        c: Number,
        factors: Factors,
        s: Bindings,
        search: Search,
        rest: bool,
        filled: bool,
    ) -> Iterator[tuple[Bindings, Number, Factors]]:
        """The remaining factors, distributed among the variables."""
        free: list[tuple[Variable, Number]] = []
        for v, e in self.takers:
            known = s.get(v.term)
            if known is None:
                free.append((v, e))
                continue
            value, n = Monomial.of(known), e
            if value.c == 0 or (value.core is not None and value.core is not m.core):
                return
            if not _whole(e):
                root = search.value(power_term(known, e))
                if root is None:
                    return
                value, n = Monomial.of(root), 1
            left = without(factors, value.factors, n)
            if left is None:
                return
            c, factors = tidy(Fraction(c) / exact_power(value.c, int(n))), left
        yield from self.distributed(free, m, c, factors, s, search, rest, filled)

    def distributed(
        self,
        free: list[tuple[Variable, Number]],
        m: Monomial,
        c: Number,
        factors: Factors,
        s: Bindings,
        search: Search,
        rest: bool,
        filled: bool,
    ) -> Iterator[tuple[Bindings, Number, Factors]]:
        if not free:
            if rest or not factors:
                yield s, c, factors
            return
        (v, e), others = free[0], free[1:]
        core = m.core if v is self.core else None
        for taken in sub_products(factors, e, everything=not others and not rest):
            left = without(factors, taken, e)
            assert left is not None
            for root in self.numbers(m, c, e):
                search.spend()
                if filled and core is None and not taken and root == 1:
                    continue
                value = scalar_of(root, taken) if core is None else scaled(root, taken, core)
                found = v.bound(search.normal(value), s)
                if found is not None:
                    over = tidy(Fraction(c) / Fraction(root) ** int(e)) if root != 1 else c
                    yield from self.distributed(others, m, over, left, found, search, rest, filled)

    def numbers(self, m: Monomial, c: Number, e: Number) -> Iterator[Number]:
        """The parts of a number that a variable may take: first all of it, then none."""
        quotient = Fraction(c)
        visible = m.c.denominator % quotient.denominator == 0 and (self.c > 0 or quotient > 0)
        if quotient != 1 and visible:
            root = exact_root(quotient, e)
            if root is not None:
                yield tidy(root)
        yield 1


def exact_root(c: Fraction, e: Number) -> Fraction | None:
    """The rational number whose power is c, for the exponents where it is easily found."""
    if e == 1:
        return c
    if e == -1:
        return 1 / c
    if e == 2 and c > 0:
        above, below = isqrt(c.numerator), isqrt(c.denominator)
        root = Fraction(above, below)
        return root if root * root == c else None
    return None


def sub_products(factors: Factors, e: Number, everything: bool) -> Iterator[Factors]:
    """The products whose power e divides the given factors: the largest first, the empty one
    last."""
    if everything:
        most = {base: tidy(Fraction(f) / Fraction(e)) for base, f in factors.items()}
        if (_whole(e) or len(most) <= 1) and all(_fits(n, n * e, e) for n in most.values()):
            yield most
        return
    choices = [(base, _exponents(f, e)) for base, f in factors.items()]
    if _whole(e):
        yield from _parts(choices)
    else:
        yield from ({base: n} for base, ns in choices for n in ns)
        yield {}


def _whole(n: Number) -> bool:
    return n.denominator == 1


def _fits(n: Number, f: Number, e: Number) -> bool:
    """Whether base^f is the power e of base^n wherever it has a value: x is not the square of
    x^(1/2), and x² is not a root of x⁴."""
    if _whole(n):
        return _whole(e) or n == 1
    return not _whole(f)


def _exponents(f: Number, e: Number) -> Sequence[Number]:
    """The exponents with which a variable to the power e may take a base from base^f."""
    n = Fraction(f) / Fraction(e)
    if n < 0 and e < 0:
        return []
    if _whole(f) and _whole(e):
        return range(int(n), 0, -1 if n > 0 else 1)
    return [tidy(n)] if _fits(n, f, e) else []


def _parts(most: list[tuple[Term, Sequence[Number]]]) -> Iterator[Factors]:
    if not most:
        yield {}
        return
    (base, choices), others = most[0], most[1:]
    for n in choices:
        for rest in _parts(others):
            yield {base: n, **rest}
    yield from _parts(others)
