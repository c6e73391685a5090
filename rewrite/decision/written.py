"""Certificates as data: all that `recheck.py` needs and cannot find by itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial, reduce
from math import lcm, prod
from typing import Any

from ..core.facts import Fact
from ..core.linear import add, div, power, times
from ..core.operators import NUMBER, number
from ..core.sorts import Matrix, Quaternion
from ..core.terms import Term, order, postorder
from ..errors import RewriteError
from ..evaluation.angles import Product, phase, product_term
from ..text.serial import to_json
from ..theory.determinants import det
from ..theory.lengths import norm, norm2
from ..theory.matrices import inv
from .generic import GenericPoint
from .ring import Element, Factors, Polynomial
from .roots import Value
from .sums_of_squares import Square, sum_of_squares

Data = Any


@dataclass(frozen=True)
class Certificate:
    """The parts of a proof that cannot be read off the terms.

    `cofactors` are, for every coordinate, the multipliers of the polynomials that vanish: of the
    equations of the context, then of those added by `steps`. `cleared` says by what each difference
    is multiplied, in powers of `factors`, each of which divides a divisor of the sides. `atoms` are
    the terms for which generators stand, other than those of symbols. `positive` are names, degrees
    and sums of squares: the root of this degree of the sum has the name, and is not negative.
    """

    atoms: dict[str, Term] = field(default_factory=dict)
    factors: list[Data] = field(default_factory=list)
    steps: list[Data] = field(default_factory=list)
    positive: list[Data] = field(default_factory=list)
    cofactors: list[Data] = field(default_factory=list)
    cleared: list[Data] = field(default_factory=list)

    def terms(self) -> list[Term]:
        return list(self.atoms.values())


def nodes(t: Term) -> Data:
    """A term as a list of nodes."""
    return json.loads(to_json(t))["nodes"]


class Writer:
    """Writes polynomials of a generic point as data, and collects the terms of their generators."""

    def __init__(self, point: GenericPoint, sides: Sequence[Term]) -> None:
        self.point, self.atoms = point, dict[str, Term]()
        self.factors: list[Data] = []
        self.positive: list[Data] = []
        self.leaves_open = False
        """Whether the values of some roots could not be written."""
        self._places: dict[int, int] = {}
        equations = [t for fact in point.equations for t in fact.terms]
        self._divided = dict.fromkeys(divisors([*sides, *equations]))
        self._divisors = self._divided | dict.fromkeys(point.nonzero)

    def polynomial(self, p: Polynomial) -> Data:
        """[[generator, exponent]…] and a coefficient, for each monomial."""
        return [
            [[[self._name(i), int(k)] for i, k in enumerate(powers) if k], str(c)]
            for powers, c in p.terms()
        ]

    def squares(self, squares: Iterable[Square]) -> Data:
        """A weight, a product of roots, and a polynomial that is squared, for each square."""
        return [
            [
                str(s.weight),
                [[self._even(i), int(k)] for i, k in enumerate(s.roots) if k],
                self.polynomial(s.base),
            ]
            for s in squares
        ]

    def _name(self, place: int) -> str:
        name = self.point.names[place]
        t = self.point.term_of(place)
        if t is not None:
            self.atoms[name] = t
        elif place in self.point.domain.roots.places:
            self._new_root(name, place)
        return name

    def _even(self, place: int) -> str:
        """The name of a root that is not negative; one of an odd degree may be."""
        t = self.point.term_of(place)
        if t is not None and t.op is power and t.args[1].value.denominator % 2:
            raise LookupError("a root of an odd degree")
        return self._name(place)

    # -- roots ------------------------------------------------------------------------------------

    def roots(self) -> None:
        """Write what roots are, as far as it determines their signs. What cannot be written is
        left open; others may be multiples of it."""
        open_roots: list[tuple[Value, Term]] = []
        roots = self.point.domain.roots
        for value, result in zip(roots.values, roots.results, strict=True):
            plain = sum(value.roots.values()) == 1 == prod(value.numbers)
            named = plain and self._has_name(next(iter(value.roots)))
            if not _squares(value) and (named or not value.roots):
                continue
            if self._attempt(partial(self._value, value)):
                continue
            ways = [(v, t) for v, t in open_roots if v.degree == value.degree == 2]
            if any(self._attempt(partial(self._multiple, value, *way)) for way in ways):
                continue
            t = self.point.root_with_value(result)
            open_roots += [(value, t)] if t is not None else []
        self.leaves_open = bool(open_roots)

    def _attempt(self, write: Callable[[], None]) -> bool:
        """Write something, or nothing of it."""
        known = self.atoms, list(self.positive)
        self.atoms = dict(self.atoms)
        try:
            write()
        except (LookupError, RewriteError):
            self.atoms, self.positive = known
            return False
        return True

    def _has_name(self, place: int) -> bool:
        return self.point.term_of(place) is not None

    def _multiple(self, value: Value, other: Value, t: Term) -> None:
        """Write the value of a square root as a multiple of another one."""
        places = other.roots | value.roots
        exponents = {p: value.roots.get(p, 0) - other.roots.get(p, 0) for p in places}
        below = [(self._size(p), -e) for p, e in exponents.items() if e < 0]
        number = Fraction(prod(value.numbers)) / Fraction(prod(other.numbers))
        roots = {p: abs(e) for p, e in exponents.items() if e}
        squared = list(value.squared)
        for f, k in [*other.squared, *below]:
            place = next((i for i, (g, _) in enumerate(squared) if g == f), len(squared))
            before = squared[place][1] if place < len(squared) else 0
            squared[place : place + 1] = [(f, before - k)]
        self._value(Value(2, [number], roots, squared), [[self._atom(t), 1]])

    def _size(self, place: int) -> Polynomial:
        """The f of a generator |f|: 1/|f| is |f|/f²."""
        degree, squares = self.point.domain.roots.radicand(place) or (0, [])
        if degree != 2 or len(squares) != 1 or squares[0].weight != 1 or any(squares[0].roots):
            raise LookupError("no multiple")
        return squares[0].base

    def _value(self, value: Value, beside: Data = ()) -> None:
        """Write the value of a root, times other roots; if its degree is 4, then before it the
        square of the value, and so on."""
        for k in (2**i for i in reversed(range(1, value.degree)) if value.degree % 2**i == 0):
            half = k // 2
            roots = [*beside, *([self._even(p), e * half] for p, e in value.roots.items())]
            for c in value.numbers:
                roots += [[self._number(c, value.degree), half]] if c != 1 else []
            base = self._product([(f, e * half) for f, e in value.squared])
            data = [["1", roots, base]]
            if not any(data == known for _, _, known in self.positive):
                self._state(f"value{len(self.positive)}", 1, data)

    def sides(self, left: Term, right: Term) -> None:
        """Write both sides as sums of squares: it is enough then that their squares are equal."""

        def write() -> None:
            self._state("left", 1, self._visible(left))
            self._state("right", 1, self._visible(right))

        self._attempt(write)

    def _visible(self, t: Term) -> Data:
        """A scalar that is clearly not negative as a sum of squares times products of roots."""
        k = t.args[1].value if t.op is power else 1
        if t.op is norm or k.denominator % 2 == 0:
            return [["1", [[self._atom(t), 1]], ONE]]
        if t.op is NUMBER and t.value >= 0:
            return [[str(t.value), [], ONE]] if t.value else []
        if t.op is add:
            return [part for s in t.args for part in self._visible(s)]
        if t.op is times:
            return reduce(_multiplied, map(self._visible, t.args))
        if t.op is div:
            above, below = map(self._visible, t.args)
            inverse = self._atom(power.build((t.args[1], number(-1))))
            return _multiplied(_multiplied(above, below), [["1", [], [[[[inverse, 1]], "1"]]]])
        if t.op is power and k.denominator == 1 and k % 2 == 0:
            root = self._atom(power.build((t.args[0], number(k / 2))))
            return [["1", [], [[[[root, 1]], "1"]]]]
        (value,) = self.point.coordinates(t)
        squares = sum_of_squares(value.num, self.point.domain.roots.places)
        if value.den or squares is None:
            raise LookupError("a side that is not a sum of squares")
        return self.squares(squares)

    def _atom(self, t: Term) -> str:
        name = next((n for n, known in self.atoms.items() if known is t), f"part{len(self.atoms)}")
        self.atoms[name] = t
        return name

    def _state(self, name: str, degree: int, squares: Data) -> None:
        if not any(name == known for known, *_ in self.positive):
            self.positive.append([name, degree, squares])

    def _number(self, number: Fraction, degree: int) -> str:
        name = f"{number} to the 1/{degree}"
        self._state(name, degree, [[str(number), [], [[[], "1"]]]])
        return name

    def _new_root(self, name: str, place: int) -> None:
        """State the radicand of a root that is not a term of the sides."""
        if any(name == known for known, *_ in self.positive):
            return
        roots = self.point.domain.roots
        found = roots.radicand(place)
        if found is not None:
            degree, squares = found
            self._state(name, degree, self.squares(squares))
            return
        for value, result in zip(roots.values, roots.results, strict=True):
            t = self.point.root_with_value(result)
            multiple = value.degree == 2 and value.roots == {place: 1} and not _squares(value)
            if multiple and t is not None:
                self.atoms[f"multiple of {name}"] = t
                times = self._number(1 / Fraction(prod(value.numbers)), 2)
                data = [["1", [[f"multiple of {name}", 1], [times, 1]], [[[], "1"]]]]
                self._state(name, 1, data)
                return
        raise LookupError("a root whose radicand is not known to be positive")

    def _product(self, powers: Sequence[tuple[Polynomial, int]]) -> Data:
        """A product of powers of polynomials; those that divide a divisor may have negative
        exponents."""
        ring = self.point.ring
        total, below = ring.unit, dict[str, int]()
        for f, k in powers:
            total = ring.product(total, f**k) if k > 0 else total
            for _ in range(-k):
                total = ring.product(total, self._inverse(f, below))
        data = self.polynomial(total)
        return [[[*m, *([name, k] for name, k in below.items())], c] for m, c in data]

    def _inverse(self, f: Polynomial, below: dict[str, int]) -> Polynomial:
        """Multiply `below` by reciprocals of divisors, and return by what else to multiply: this
        product is 1/f."""
        point, ring = self.point, self.point.ring
        for t in self._divided:
            (value,) = point.coordinates(t)
            times = ring.quotient(value.num, f) if value.num != 0 and not value.den else None
            if times is not None:
                inverse: Term = power.build((t, number(-1)))
                name = f"1/({t})"
                self.atoms[name] = inverse
                below[name] = below.get(name, 0) + 1
                return times
        raise LookupError("a factor that divides no divisor of the sides")

    # -- divisors ---------------------------------------------------------------------------------

    def powers(self, factors: Factors) -> Data:
        """Powers of divisors; each factor is shown to divide a divisor of the sides."""
        return [[self._factor(place), k] for place, k in factors.items()]

    def _factor(self, place: int) -> int:
        if place not in self._places:
            f = self.point.ring.factors[place]
            for t in self._divisors:
                (value,) = self.point.coordinates(t)
                times = self.point.ring.quotient(value.num, f) if value.num != 0 else None
                if times is not None and all(k < place for k in value.den):
                    below = self.powers(value.den)
                    self._places[place] = len(self.factors)
                    self.factors.append(
                        {
                            "factor": self.polynomial(f),
                            "times": self.polynomial(times),
                            "divisor": nodes(t),
                            "below": below,
                        }
                    )
                    break
            else:
                raise LookupError("a factor that divides no divisor of the sides")
        return self._places[place]

    def multiplier(self, c: Polynomial, row: Element) -> Data:
        """The factor of a row whose numerator is multiplied by c."""
        return self.polynomial(self.point.ring.product(c, row.below()))


ONE = [[[], "1"]]
"""The polynomial 1."""


def _multiplied(left: Data, right: Data) -> Data:
    """The product of two sums of squares."""
    return [
        [
            str(Fraction(v) * Fraction(w)),
            m + n,
            [[s + t, str(Fraction(c) * Fraction(d))] for s, c in p for t, d in q],
        ]
        for v, m, p in left
        for w, n, q in right
    ]


def _squares(value: Value) -> bool:
    return any(k for _, k in value.squared)


def divisors(terms: Iterable[Term]) -> list[Term]:
    """The divisors of terms, in the order in which their nodes are written."""
    found: list[Term] = []
    for root in terms:
        for t in postorder(root):
            if t.op is div:
                found.append(t.args[1])
            elif t.op is inv or (t.op is power and t.args[1].value < 0):
                found.append(_divisor(t))
    return found


def _divisor(t: Term) -> Term:
    base = t.args[0]
    if base.sort is Matrix:
        return det(base)  # type: ignore[arg-type]
    if base.sort is Quaternion:
        return norm2(base)  # type: ignore[arg-type]
    n = t.args[1].value.denominator if t.op is power else 1
    root: Term = power.build((base, number(Fraction(1, n))))
    return root if n > 1 else base


def angles(terms: Iterable[Term]) -> Data:
    """How every angle is a sum of parts of other angles; inner ones come first."""
    nodes_of = {s for t in terms for s in postorder(t)}
    found = {s.args[s.op.angle] for s in nodes_of if s.op.angle is not None}
    listed = sorted(found, key=order)
    parts: dict[Product, int] = {}
    for angle in listed:
        for product, q in phase(angle).items():
            parts[product] = lcm(parts.get(product, 1), q.denominator)
    return [
        {
            "of": nodes(angle),
            "parts": [
                {"angle": nodes(product_term(p)), "parts": parts[p], "times": int(q * parts[p])}
                for p, q in phase(angle).items()
            ],
        }
        for angle in listed
    ]


def facts(context_facts: Iterable[Fact]) -> Data:
    """A context as data."""
    return [{"fact": f.name, "terms": [nodes(t) for t in f.terms]} for f in context_facts]
