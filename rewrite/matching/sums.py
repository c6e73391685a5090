"""Sums: matching by monomials, inside longer sums, up to a common number and common factors.

Every summand of the pattern matches a different summand; the numbers by which they differ must have
the same sign, and the smallest of them is how often the pattern occurs: 3·sin² + 5·cos² contains
sin² + cos² three times. Summands whose variables all have values are looked up, not searched for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import Any, cast

from ..core.linear import add
from ..core.operators import zero_of
from ..core.terms import Term
from ..core.variables import Bindings, instance
from ..deadline import timed
from ..normalform.monomials import Number, split, tidy
from .patterns import Compile, Found, Pattern, Place, Search, Variable, shaped
from .scalar_products import Factors, Monomial, Product, scalar_of, scaled, without

Key = tuple[frozenset[tuple[Term, Number]], Term | None]


def key_of(m: Monomial) -> Key:
    return frozenset(m.factors.items()), m.core


class Summands:
    """The monomials of a sum, by key."""

    __slots__ = ("_filed", "by_key", "kind")

    def __init__(self, by_key: dict[Key, Monomial], kind: Term) -> None:
        self.by_key, self.kind = by_key, kind
        self._filed: dict[Any, dict[Key, None]] | None = None

    @staticmethod
    def of(t: Term) -> Summands:
        parts = t.args if t.op is add else (t,)
        monomials = [Monomial.of(p) for p in timed(parts) if split(p)[0] != 0]
        return Summands({key_of(m): m for m in monomials}, t)

    def holding(self, op: Any) -> Collection[Key]:
        """The keys of the monomials in which an operator heads a factor or the core."""
        if self._filed is None:
            self._filed = {}
            for key in self.by_key:
                self._file(key)
        return self._filed.get(op, ())

    def _file(self, key: Key) -> None:
        assert self._filed is not None
        for op in _operators(key):
            self._filed.setdefault(op, {})[key] = None

    def change(self, by: Mapping[Key, Number], new: Mapping[Key, Monomial]) -> None:
        """Change the number of each monomial, in place; `new` has those that may not be there
        yet."""
        for key, c in by.items():
            have = self.by_key.get(key)
            if have is None:
                self.by_key[key] = Monomial(c, new[key].factors, new[key].core)
                if self._filed is not None:
                    self._file(key)
            elif have.c + c:
                self.by_key[key] = Monomial(tidy(have.c + c), have.factors, have.core)
            else:
                del self.by_key[key]
                for op in _operators(key) if self._filed is not None else ():
                    cast(Any, self._filed)[op].pop(key, None)

    def less(self, key: Key, part: Fraction) -> Summands:
        """The sum with a part of one monomial left, from 0 (none) to 1 (all)."""
        left = dict(self.by_key)
        if part:
            left[key] = left[key].times(part)
        else:
            del left[key]
        return Summands(left, self.kind)

    def total(self) -> Term:
        """The sum as a term, not normalised."""
        terms = self.terms()
        if not terms:
            return zero_of(self.kind.sort, self.kind.shape)
        return terms[0] if len(terms) == 1 else cast(Term, add.build(tuple(terms)))

    def terms(self) -> list[Term]:
        found = []
        for m in self.by_key.values():
            if m.core is None:
                found.append(scalar_of(m.c, m.factors))
            else:
                found.append(scaled(m.c, m.factors, m.core))
        return found


@dataclass(frozen=True)
class Chosen:
    """A summand of the subject that contains a summand of the pattern, and how often."""

    key: Key
    ratio: Number
    c: Number
    """The numeric factor of the summand."""


Part = tuple[Product, Collection[Key] | None, Collection[Key]]
"""A summand of a pattern, the summands among which it is sought if not all, and those that it may
not take."""


class Sum(Pattern):
    """A sum of patterns."""

    def __init__(self, term: Term, compiled: Compile) -> None:
        super().__init__(term)
        self.shapes: list[Product] = []
        self.takers: list[tuple[Variable, Number]] = []
        for a in term.args:
            item = Product(a, compiled)
            only = item.takers[0][0] if len(item.takers) == 1 else None
            bare = only is not None and item.takers[0][1] == 1
            if bare and not item.shapes and not item.ground and _is_core(item, cast(Any, only)):
                self.takers.append((cast(Variable, only), item.c))
            else:
                self.shapes.append(item)
        self.shapes.sort(key=_vagueness)
        mixed = len({c > 0 for _, c in self.takers}) == 2
        self.has_opposite = bool(self.shapes) or mixed

    def parts(self) -> Iterable[Pattern]:
        return (*self.shapes, *(v for v, _ in self.takers))

    def sized(self, t: Term, s: Bindings) -> Bindings | None:
        """Bindings for the unknown sizes of the pattern, from a term: an identity among the
        summands needs them before anything else is known."""
        return shaped(self.term.shape, t.shape, s) if self.term.sort is t.sort else s

    # The whole of a term ---------------------------------------------------------------------

    def match(self, t: Term, s: Bindings, search: Search) -> Iterator[Found]:
        subject = Summands.of(t)
        sized = self.sized(t, s)
        if sized is None:
            return
        for sign in (1, -1) if self.has_opposite else (1,):
            for found, rest in self.each(0, sign, subject, sized, search):
                for more in self.shared(self.takers, sign, rest, found, search, whole=True):
                    yield more[0], sign

    def each(
        self, at: int, sign: int, subject: Summands, s: Bindings, search: Search
    ) -> Iterator[tuple[Bindings, Summands]]:
        if at == len(self.shapes):
            yield s, subject
            return
        for found, x, left in self.candidates(self.shapes[at], subject, {}, s, search):
            times = Fraction(x.ratio) * sign
            if not left and (times == 1 or (times > 1 and self.takers)):
                rest = subject.less(x.key, 1 - 1 / times)
                yield from self.each(at + 1, sign, rest, found, search)

    # Inside a longer sum ---------------------------------------------------------------------

    def places(self, t: Term, search: Search) -> Iterator[Place]:
        if t.op is not add:
            return
        subject = Summands.of(t)
        sized = self.sized(t, {})
        if sized is None:
            return
        for found, factors, chosen in self.somewhere(subject, sized, search):
            if not self.takers:
                yield self.place(found, subject, factors, chosen)
                continue
            if chosen and all(v.term in found for v, _ in self.takers):
                known = self.place_with(found, subject, factors, chosen, search)
                if known is not None:
                    yield known
                continue
            if factors or any(x.ratio < 1 for x in chosen):
                continue
            rest = subject
            for x in chosen:
                rest = rest.less(x.key, 1 - 1 / Fraction(x.ratio))
            for more, left in self.shared(self.takers, 1, rest, found, search, whole=False):
                yield Place(more, 1, partial(_put, left, 1, {}))

    def somewhere(
        self, subject: Summands, s: Bindings, search: Search, new: Collection[Key] | None = None
    ) -> Iterator[tuple[Bindings, Factors, tuple[Chosen, ...]]]:
        """A different summand for each one of the pattern, all of one sign and with common
        factors. If some summands are `new`, at least one of them is taken."""
        if new is None:
            every = [(item, None, ()) for item in self.shapes]
            yield from self.spread(every, None, (), subject, s, search)
            return
        for i, item in enumerate(self.shapes):
            parts: list[Part] = [(x, None, new) for x in self.shapes[:i]]
            parts += [(item, new, ()), *((x, None, ()) for x in self.shapes[i + 1 :])]
            if bool(item.takers) == bool(self.shapes[0].takers):  # as free in its factors
                parts.insert(0, parts.pop(i))
            yield from self.spread(parts, None, (), subject, s, search)

    def spread(
        self,
        parts: Sequence[Part],
        factors: Factors | None,
        chosen: tuple[Chosen, ...],
        subject: Summands,
        s: Bindings,
        search: Search,
    ) -> Iterator[tuple[Bindings, Factors, tuple[Chosen, ...]]]:
        """Summands for the given parts of the pattern, besides those chosen already."""
        if not parts:
            yield s, factors or {}, chosen
            return
        (item, among, besides), *others = parts
        taken = [x.key for x in chosen]
        for found, x, left in self.candidates(item, subject, factors, s, search, among):
            same_sign = not chosen or (chosen[0].ratio > 0) == (x.ratio > 0)
            fits = same_sign and (factors is None or left == factors)
            if fits and x.key not in taken and x.key not in besides:
                yield from self.spread(others, left, (*chosen, x), subject, found, search)

    def place(
        self, s: Bindings, subject: Summands, factors: Factors, chosen: Sequence[Chosen]
    ) -> Place:
        """The match as many times as the rarest summand of the pattern occurs; the rest of the sum
        stays."""
        least = min((abs(Fraction(x.ratio)) for x in chosen), default=Fraction(1))
        times = least if chosen[0].ratio > 0 else -least
        for x in chosen:
            subject = subject.less(x.key, 1 - least / abs(Fraction(x.ratio)))
        return Place(s, 1, partial(_put, subject, times, factors))

    def place_with(
        self,
        s: Bindings,
        subject: Summands,
        factors: Factors,
        chosen: Sequence[Chosen],
        search: Search,
    ) -> Place | None:
        """As `place`, if some summands are variables whose values follow from the others."""
        least = min(abs(Fraction(x.ratio)) for x in chosen)
        times = least if chosen[0].ratio > 0 else -least
        for x in chosen:
            subject = subject.less(x.key, 1 - least / abs(Fraction(x.ratio)))
        for v, c in self.takers:
            left = _minus(subject, search.normal(scaled(times * c, factors, s[v.term])))
            if left is None:
                return None
            subject = left
        return Place(s, 1, partial(_put, subject, times, factors))

    # Both ------------------------------------------------------------------------------------

    def candidates(
        self,
        item: Product,
        subject: Summands,
        factors: Factors | None,
        s: Bindings,
        search: Search,
        among: Collection[Key] | None = None,
    ) -> Iterator[tuple[Bindings, Chosen, Factors]]:
        """Summands, all or `among` some, that contain an instance of an item: how often, and times
        which factors.

        The sum may change between two results, so each records the number it was found with.
        """
        if all(v in s for v in item.variables):
            known = search.value(instance(item.term, s))
            value = None if known is None else Monomial.of(known)
            if value is None or not value.c:
                return
            if factors is None:
                keys = list(subject.by_key) if among is None else among
                yield from self.holding(value, subject, s, keys)
                return
            merged = dict(value.factors)
            for base, e in factors.items():
                merged[base] = tidy(merged.get(base, 0) + e)
            key = frozenset((b, e) for b, e in merged.items() if e), value.core
            m = subject.by_key.get(key)
            if m is not None and (among is None or key in among):
                yield s, Chosen(key, tidy(Fraction(m.c) / value.c), m.c), factors
            return
        rest = not any(v.term not in s for v, _ in item.takers)
        every = subject.by_key if item.anchor is None else subject.holding(item.anchor)
        for key in list(every) if among is None else [key for key in among if key in every]:
            m = subject.by_key.get(key)
            divided = m.over(factors) if factors and m is not None else m
            if m is None or divided is None:
                continue
            for found, c, left in item.within(divided, s, search, rest and factors is None):
                yield found, Chosen(key, c, m.c), left if factors is None else factors

    @staticmethod
    def holding(
        value: Monomial, subject: Summands, s: Bindings, keys: Iterable[Key]
    ) -> Iterator[tuple[Bindings, Chosen, Factors]]:
        """Those of some summands that contain a known monomial, with the remaining factors."""
        for key in keys:
            m = subject.by_key.get(key)
            have = m is not None and m.core is value.core
            left = without(m.factors, value.factors) if m is not None and have else None
            if m is not None and left is not None:
                yield s, Chosen(key, tidy(Fraction(m.c) / value.c), m.c), left

    def shared(
        self,
        takers: Sequence[tuple[Variable, Number]],
        sign: int,
        subject: Summands,
        s: Bindings,
        search: Search,
        whole: bool,
    ) -> Iterator[tuple[Bindings, Summands]]:
        """The remaining summands, distributed among the variables that are summands."""
        search.spend()
        if not takers:
            if not whole or not subject.by_key:
                yield s, subject
            return
        (v, c), others = takers[0], takers[1:]
        known = s.get(v.term)
        if known is not None:
            left = _minus(subject, search.normal(scaled(c * sign, {}, known)))
            if left is not None:
                yield from self.shared(others, sign, left, s, search, whole)
            return
        free = sum(x.term not in s for x, _ in takers)
        for keys in _choices(list(subject.by_key), everything=whole and free == 1 and not others):
            search.spend()
            if not keys and not whole:
                continue
            taken = Summands({k: subject.by_key[k] for k in keys}, subject.kind)
            over = {k: m for k, m in subject.by_key.items() if k not in taken.by_key}
            if all(_visible(m.c * sign, c) for m in taken.by_key.values()):
                value = search.normal(scaled(Fraction(sign) / c, {}, taken.total()))
                found = v.bound(value, s)
                if found is not None:
                    rest = Summands(over, subject.kind)
                    yield from self.shared(others, sign, rest, found, search, whole)


def _operators(key: Key) -> set[Any]:
    factors, core = key
    found = {base.op for base, _ in factors}
    return found if core is None else {*found, core.op}


def _is_core(item: Product, v: Variable) -> bool:
    return item.core is None or item.core is v


def _vagueness(item: Product) -> tuple[bool, int, int]:
    """A sort key: specific summands are searched for first, those with free factors last."""
    vague = item.core is None or isinstance(item.core, Variable)
    return bool(item.takers), int(vague and not item.shapes), -len(item.variables)


def _visible(have: Number, c: Number) -> bool:
    """Whether a number of the pattern visibly divides one of the subject: 2 in 6, -1 in -3."""
    quotient = Fraction(have) / c
    return have.denominator % quotient.denominator == 0 and (c > 0 or quotient > 0)


def _choices(keys: list[Key], everything: bool) -> Iterator[list[Key]]:
    """The sets of summands that a variable may take: small ones first, none last."""
    if everything:
        yield keys
        return
    for size in range(1, len(keys) + 1):
        for some in combinations(keys, size):
            yield list(some)
    yield []


def _minus(subject: Summands, value: Term) -> Summands | None:
    """The sum without the summands of a value, if it has them."""
    left = subject
    for key, m in Summands.of(value).by_key.items():
        have = left.by_key.get(key)
        if have is None or not 0 < Fraction(m.c) / have.c <= 1:
            return None
        left = left.less(key, 1 - Fraction(m.c) / have.c)
    return left


def _put(rest: Summands, c: Number, factors: Factors, t: Term) -> Term:
    """The sum after the pattern in it, c times with common factors, is replaced by t."""
    terms = [scaled(c, factors, t), *rest.terms()]
    return terms[0] if len(terms) == 1 else cast(Term, add.build(tuple(terms)))
