"""Scalar factors that several summands share, and what gathering them saves.

The saving is calculated for all of them, but the summands are divided only by the few that are
gathered. Summands are looked up by their factors, not compared with every set of factors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from typing import Any

from ..core.linear import scale, times
from ..core.operators import ONE
from ..core.sorts import Matrix, Scalar
from ..core.terms import Term, order
from ..matching.scalar_products import Factors, Monomial, count_without, scalar_of, scaled, without
from ..normalform.monomials import Number, tidy
from ..normalform.walk import Normaliser
from ..theory.costs import coordinates

MAX_COMPARED = 40
"""At most this many summands are compared pairwise for common factors."""


@dataclass
class Share:
    """The rest of a summand after a factor has been gathered out of it."""

    summand: int
    c: Number
    factors: Factors
    core: Term | None
    """A number, scalar factors, and the core they scale: built as a term only when needed."""
    saved: int
    """The cost of the factor's own operation in this summand."""
    scaled: bool = False
    """Whether the rest has scalar factors, which after gathering scale something larger."""
    taken: Factors = field(default_factory=dict)
    """Scalar factors that are gathered, and are removed only when needed."""

    def term(self) -> Term:
        left = without(self.factors, self.taken)
        assert left is not None
        return scalar_of(self.c, left) if self.core is None else scaled(self.c, left, self.core)

    @property
    def width(self) -> int:
        return 1 if self.core is None else coordinates(self.core)

    @property
    def is_one(self) -> bool:
        """Whether the rest is a multiple of the one of its sort."""
        return self.core is not None and self.core.op is ONE


class Weighed:
    """A summand as a monomial, with what its multiplications cost."""

    __slots__ = ("c", "core", "factors", "is_one", "once", "width")

    def __init__(self, t: Term, m: Monomial) -> None:
        self.c, self.factors, self.core = m.c, m.factors, m.core
        self.once = 0 if m.core is None else coordinates(t)
        self.width = 1 if m.core is None else coordinates(m.core)
        self.is_one = m.core is not None and m.core.op is ONE

    def saved(self, taken: int, left: int, c: Number) -> int:
        """The multiplications saved by taking factors out, if so many are left and a number."""
        before, after = taken + left + (self.c not in (1, -1)), left + (c not in (1, -1))
        return before - after if after else before - 1 + self.once


@dataclass
class SharedScalars:
    """Scalar factors, perhaps with a number, that several summands share."""

    c: Number
    factors: Factors
    monomials: Sequence[Weighed]
    left: dict[int, int]
    """For every summand that has the factors, how many others it has."""
    product: Callable[[Number, Factors], Term]
    is_map = False

    @cached_property
    def key(self) -> Any:
        return "scalars", tuple(sorted(self.factors, key=order)), self.term

    @cached_property
    def term(self) -> Term:
        """The factors as a term."""
        return self.product(self.c, self.factors)

    @property
    def summands(self) -> Sequence[int]:
        return tuple(self.left)

    @property
    def is_shared(self) -> bool:
        """Whether several summands have the factors, and at least one has another besides."""
        return len(self.left) > 1 and not all(self.monomials[i].is_one for i in self.left)

    @property
    def has_number(self) -> bool:
        """Whether they are taken out with a number, which must save more than without it."""
        return self.c != 1

    def gain(self, result: int, letters: bool) -> int:
        """The scalar operations that gathering saves, as for any other factor (see `Handle`)."""
        monomials, taken, saved, diagonals, ones = self.monomials, len(self.factors), 0, 0, 0
        for i, left in self.left.items():
            m = monomials[i]
            saved += m.saved(taken, left, self.rest(m))
            if letters and m.core is not None and m.is_one:
                ones += 1
                diagonals += diagonal(m.core)
        rest = monomials[next(iter(self.left))].width
        added = (len(self.left) - 1) * result - (len(self.left) - ones - 1) * rest - diagonals
        return saved - (result + taken + (self.c != 1) - 1) + added

    def rest(self, m: Weighed) -> Number:
        """The number that is left of a summand's own."""
        return m.c if self.c == 1 else tidy(Fraction(m.c) / self.c)

    @property
    def shares(self) -> Iterator[Share]:
        for i in self.left:
            m = self.monomials[i]
            yield Share(i, self.rest(m), m.factors, m.core, 0, taken=self.factors)

    @property
    def put(self) -> Callable[[Term], Term]:
        return lambda x: (times if x.sort is Scalar else scale).build((self.term, x))


class ScalarFactors:
    """Finds the scalar factors that summands share; their products are kept."""

    def __init__(self, walk: Normaliser) -> None:
        self.walk = walk
        self.products: dict[Any, Term] = {}

    def shared(
        self, summands: Sequence[Term], monomials: Sequence[Monomial]
    ) -> Iterator[SharedScalars]:
        """Those of some summands, alone and with the number that divides all these summands."""
        weighed = [Weighed(t, m) for t, m in zip(summands, monomials, strict=True)]
        having: dict[Term, list[int]] = {}
        for i, m in enumerate(monomials):
            for base in m.factors:
                having.setdefault(base, []).append(i)
        for factors in common_bags([m.factors for m in monomials]).values():
            left: dict[int, int] = {}
            for i in min((having[base] for base in factors), key=len):
                others = count_without(weighed[i].factors, factors)
                if others is not None:
                    left[i] = others
            if len(left) > 1:
                for c in dict.fromkeys((1, _divisor([weighed[i].c for i in left]))):
                    yield SharedScalars(c, factors, weighed, left, self.product)

    def product(self, c: Number, factors: Factors) -> Term:
        """The normal form of a number times factors."""
        whole = c, frozenset(factors.items())
        if whole not in self.products:
            self.products[whole] = self.walk.run(scalar_of(c, factors))
        return self.products[whole]


def common_bags(bags: Sequence[Factors]) -> dict[Any, Factors]:
    """The scalar factors that two or more bags have in common, one by one and together, each by
    the set of its items."""
    seen: dict[Any, int] = {}
    common: dict[Any, Factors] = {}
    for bag in bags:
        for base, e in bag.items():
            one = base, 1 if e > 0 else -1
            seen[one] = n = seen.get(one, 0) + 1
            if n == 2:
                common[frozenset((one,))] = dict((one,))
    several = [b for b in bags if len(b) > 1 or any(e not in (1, -1) for e in b.values())]
    for i, x in enumerate(several if len(bags) <= MAX_COMPARED else ()):
        for y in several[:i]:
            both: Factors = {}
            for base in x.keys() & y.keys():
                if (x[base] > 0) == (y[base] > 0):
                    both[base] = min(x[base], y[base]) if x[base] > 0 else max(x[base], y[base])
            if len(both) > 1 or any(e not in (1, -1) for e in both.values()):
                common.setdefault(frozenset(both.items()), both)
    return common


def _divisor(numbers: Sequence[Number]) -> Number:
    """The largest number that divides some numbers."""
    if 1 in numbers or -1 in numbers:
        return 1
    above, below = gcd(*[n.numerator for n in numbers]), lcm(*[n.denominator for n in numbers])
    return above if below == 1 else Fraction(above, below)


def diagonal(one: Term) -> int:
    """The number of nonzero coordinates of one."""
    return one.shape[0] if one.sort is Matrix else 1
