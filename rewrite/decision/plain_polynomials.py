"""Plain flint polynomials, and relations between them that are used only once, at the end."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, cast

import flint

from ..core.sorts import Matrix, Quaternion, Scalar, Vector
from ..core.terms import Term
from ..evaluation.angles import Phase, Product, phase
from ..evaluation.fields import Coordinates, Pair, circle_times
from ..evaluation.formulas import circle_power
from ..evaluation.tasks import facts_of
from .kinds import Kind, kind_of

MOST_GENERATORS = 60
"""The most coordinates of symbols."""
LARGEST_SIZE = 3
"""The largest size of matrices with facts, determinants or inverses here."""
LARGEST_MULTIPLE = 9
"""The most parts of an angle under a sine."""
ONCE = Fraction(1)
STANDARD = (Scalar, Vector, Matrix, Quaternion)

Polynomial = Any


class UnfitError(Exception):
    """The question is not one of small polynomials and quotients."""


@lru_cache(maxsize=64)
def _generators(count: int) -> tuple[Any, list[Polynomial], Polynomial, Polynomial]:
    names = [f"g{i}" for i in range(max(1, count))]
    context = flint.fmpq_mpoly_ctx.get(names, flint.Ordering.lex)
    return context, list(context.gens()), context.constant(0), context.constant(1)


class PlainRing:
    """Polynomials in some generators, with the methods that kinds and meanings need."""

    largest_exponent = 9

    def __init__(self, count: int) -> None:
        if count > MOST_GENERATORS:
            raise UnfitError
        self.context, self.generators, self.zero, self.one = _generators(count)
        self.generator = self.generators.__getitem__
        self.splits = False
        """Whether a relation splits the variety, as e² = 1 does."""
        self.relations: list[tuple[int, Polynomial]] = []

    def number(self, value: int | Fraction) -> Polynomial:
        return self.context.constant(flint.fmpq(value.numerator, value.denominator))

    constant = number

    def relate(self, place: int, degree: int, value: Polynomial, splits: bool = False) -> None:
        """Set a power of a generator equal to a polynomial in later generators."""
        self.splits |= splits
        self.relations.append((place, self.generators[place] ** degree - value))
        self.relations.sort(key=lambda known: known[0])

    def is_zero(self, p: Polynomial) -> bool:
        """Whether a polynomial vanishes wherever the relations hold."""
        for _, relation in self.relations:
            p = p % relation
        return bool(p == 0)


class PlainPoint:
    """Coordinates of symbols, and the sines and cosines of their products, in one ring."""

    def __init__(self, nodes: Collection[Term]) -> None:
        symbols = [(t, _kind(t)) for t in nodes if t.is_symbol]
        self._phases = _phases(nodes)
        self._parts = _parts(self._phases.values())
        counts = [_count(t) if kind is None else kind.generators for t, kind in symbols]
        self.domain = cast(Any, PlainRing(sum(counts) + 2 * len(self._parts)))
        self.symbols: dict[Term, Coordinates] = {}
        start = 0
        for (t, kind), count in zip(symbols, counts, strict=True):
            if kind is None:
                self.symbols[t] = tuple(self.domain.generators[start : start + count])
            else:
                places = range(start, start + count)
                (self.symbols[t],) = kind.coordinates(self.domain, self.domain, places)
            start += count
        self._points: dict[Product, Pair] = {}
        for place, product in enumerate(self._parts):
            cosine, sine = self.domain.generators[start + 2 * place : start + 2 * place + 2]
            self.domain.relate(start + 2 * place, 2, 1 - sine * sine)
            self._points[product] = cosine, sine

    def cis(self, t: Term) -> Pair:
        """Cosine and sine of a scalar term."""
        whole = self.domain.one, self.domain.zero
        for product, q in self._phases[t].items():
            times = int(q * self._parts[product])
            whole = circle_times(whole, circle_power(self.domain, self._points[product], times))
        return whole


def _kind(t: Term) -> Kind | None:
    """The kind of a symbol with facts; None without facts."""
    if t.sort not in STANDARD:
        raise UnfitError
    if not t.value.facts:
        return None
    if t.sort is Matrix and t.shape[0] > LARGEST_SIZE:
        raise UnfitError
    return kind_of(t, facts_of(t, ()))


def _count(t: Term) -> int:
    return t.sort.coordinates(t.shape)


def _phases(nodes: Collection[Term]) -> dict[Term, Phase]:
    """The angles under sines, expanded."""
    angles = dict.fromkeys(t.args[t.op.angle] for t in nodes if t.op.angle is not None)
    return {t: {frozenset([(t, 1)]): ONCE} if t.is_symbol else phase(t) for t in angles}


def _parts(phases: Iterable[Phase]) -> dict[Product, int]:
    """The products of symbols under sines, and into how many parts each is divided."""
    parts: dict[Product, int] = {}
    for read in phases:
        for product, q in read.items():
            parts[product] = lcm(parts.get(product, 1), q.denominator)
            plain = product and all(atom.is_symbol for atom, _ in product)
            if not plain or abs(q) * parts[product] > LARGEST_MULTIPLE:
                raise UnfitError
    return parts
