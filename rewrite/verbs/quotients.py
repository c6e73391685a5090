"""Scalars as quotients of polynomials: brought to one fraction, cancelled and factored by flint.

Dot products, sines, roots and everything else that is not a sum, product or whole power is a
variable. A polynomial that does not factor as a whole is split into parts without common variables,
or of different degrees, and the parts are factored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Any

import flint

from ..core.linear import add, power, times
from ..core.operators import number, zero_of
from ..core.sorts import Scalar
from ..core.terms import Term, postorder, rebuild
from ..deadline import OutOfTimeError, check_time
from ..errors import LimitError
from ..factoring.polynomial_factors import common_factor, factors, product
from ..kernel.alphabet import Alphabet
from ..kernel.polynomials import Kernel
from ..kernel.reader import SCALAR
from ..kernel.word_forms import Monomial
from ..kernel.writing import Polynomial
from ..normalform.walk import Normaliser
from ..text.printing import brief
from .parts import together
from .squared_functions import Relation

MOST_MONOMIALS, MOST_VARIABLES, MOST_LAYERS = 150, 24, 6
"""The largest polynomials that are factored, and the deepest nesting of fractions."""
MOST_WRITTEN = 2_000
"""The most monomials of a numerator or a denominator: longer ones are never simpler than what was
given, and writing them takes a tenth of a second."""
HALF = Fraction(1, 2)
SCALAR_OPERATORS = (add, times, power)
Quotient = tuple[Any, Any]
"""Numerator and denominator."""


def factorised(
    t: Term,
    walk: Normaliser,
    known: dict[Term, Term] | None = None,
    relations: Sequence[Relation] = (),
    *,
    short: bool = False,
) -> Term:
    """A normal term with every scalar in it factored and cancelled, in normal form.

    `known` has earlier results for scalars; new ones are added. `relations` between functions may
    shorten a quotient: sin² x/(1 − cos x) is 1 + cos x. If `short`, denominators are not factored
    if that takes more operations: 1/(x² − 1) stays.
    """
    known = {} if known is None else known
    done: dict[Term, Term] = {}
    inside = _parts_of_scalars(t)
    for s in postorder(t):
        args = tuple([done[a] for a in s.args])
        done[s] = s if args == s.args else rebuild(s, args)
        if s.sort is Scalar and s.op in SCALAR_OPERATORS and s not in inside:
            scalar = walk.run(done[s])
            if scalar not in known:
                known[scalar] = factored_scalar(scalar, walk, relations, short)
            done[s] = known[scalar]
    return walk.run(done[t])


def _parts_of_scalars(t: Term) -> set[Term]:
    """Scalars that are operands only of sums, products and powers of scalars."""
    inside: set[Term] = set()
    outside = {t}
    for s in postorder(t):
        (inside if s.op in SCALAR_OPERATORS and s.sort is Scalar else outside).update(s.args)
    return inside - outside


def factored_scalar(
    t: Term, walk: Normaliser, relations: Sequence[Relation] = (), short: bool = False
) -> Term:
    """One scalar as a quotient of products of factors; the term itself if it cannot be factored."""
    if t.op not in SCALAR_OPERATORS:
        return t
    try:
        reader = _Reader(walk)
        above, below = reader.related(reader.quotient(t), relations)
    except OutOfTimeError:
        raise  # a result for lack of time must not be cached
    except (LimitError, ArithmeticError):
        return t
    if not above:
        return zero_of(Scalar, SCALAR)
    parts = [reader.factored(above)]
    if not below.is_one():
        whole = short and _operations([(below, 1)]) < _operations(factors(below)[1])
        written = reader.written(below) if whole else reader.factored(below)
        parts.append(power.build((written, number(-1))))
    return walk.run(_joined(times, parts))


class _Reader:
    """Reads one scalar into polynomials, and writes polynomials as terms."""

    def __init__(self, walk: Normaliser) -> None:
        self.kernel = Kernel(walk, most=MOST_MONOMIALS, deep=False)
        self.alphabet: Alphabet = self.kernel.alphabet
        self.atoms: list[Term] = []
        self.values: dict[int, Quotient] = {}

    def quotient(self, t: Term) -> Quotient:
        """A scalar as a quotient without common factors."""
        layers = [self.kernel.polynomial(t)]
        sums: list[dict[int, Polynomial]] = []
        atoms: dict[int, None] = {}
        while layers and len(sums) <= MOST_LAYERS:
            opened: dict[int, Polynomial] = {}
            for letter in _letters(layers):
                s = self.alphabet.scalar_terms[letter]
                if s.op is add:
                    opened[letter] = self.kernel.polynomial(s)
                else:
                    atoms[letter] = None
            layers = list(opened.values())
            sums.append(opened)
        if layers or not 0 < len(atoms) <= MOST_VARIABLES:
            raise LimitError(f"{brief(t)} is too large to be factored")
        self._name(list(atoms))
        for opened in reversed(sums):
            for letter, poly in opened.items():
                self.values[letter] = self._value(poly)
        return self._value(self.kernel.polynomial(t))

    def _name(self, letters: Sequence[int]) -> None:
        names = [f"x{i}" for i in range(len(letters))]
        self.ring = flint.fmpq_mpoly_ctx.get(names, flint.Ordering.degrevlex)
        self.one = self.ring.constant(1)
        self.atoms = [self.alphabet.scalar_terms[x] for x in letters]
        generators = dict(zip(self.atoms, self.ring.gens(), strict=True))
        for letter, t in zip(letters, self.atoms, strict=True):
            root = generators.get(power.build((t, number(HALF))))
            self.values[letter] = (generators[t] if root is None else root**2), self.one

    def _value(self, poly: Polynomial) -> Quotient:
        total: Quotient = 0 * self.one, self.one
        for (m, _), c in poly.items():
            check_time()
            total = _added(total, self._product(m, Fraction(c)))
            _must_be_short(total[0])
        return self._cancelled(*total)

    @staticmethod
    def _cancelled(above: Any, below: Any) -> Quotient:
        if below.is_one():
            return above, below
        common = common_factor(above, below)
        if not common.is_one():
            above, below = above / common, below / common
        c, _ = _primitive(below)
        return above / c, below / c

    def _product(self, m: Monomial, c: Fraction) -> Quotient:
        above, below = flint.fmpq(c.numerator, c.denominator) * self.one, self.one
        for letter in m:
            x, y = self.values[letter] if letter >= 0 else self.values[~letter][::-1]
            above, below = product(above, x), product(below, y)
            _must_be_short(above)
            _must_be_short(below)
        return above, below

    def related(self, whole: Quotient, relations: Iterable[Relation]) -> Quotient:
        """The quotient, or a shorter one in which a function of an operand is replaced by
        another."""
        found, generators = whole, dict(zip(self.atoms, self.ring.gens(), strict=True))
        for r in relations if not whole[1].is_one() else ():
            for t in self.atoms:
                other = r.g.build(t.args) if t.op is r.f else t
                if other is t or other not in generators:
                    continue
                for x, y, c, d in ((t, other, r.c, r.d), (other, t, r.d, r.c)):
                    square = (_exact(r.e) - _exact(d) * generators[y] ** 2) / _exact(c)
                    above, below = (_without_square(p, generators[x], square) for p in found)
                    if below:
                        found = min(found, self._cancelled(above, below), key=_size)
        return found

    def factored(self, p: Any) -> Term:
        """A polynomial as a product of powers of its factors, or as a sum of such products."""
        c, found = factors(p)
        if len(found) < 2 and all(e == 1 for _, e in found) and len(p) > 2:
            parts = _apart(p)
            if len(parts) > 1:
                return _joined(add, [self._product_of(*factors(part)) for part in parts])
        return self._product_of(c, found)

    def _product_of(self, c: Any, found: Iterable[tuple[Any, int]]) -> Term:
        made: list[Term] = []
        for f, e in found:
            content, whole = _primitive(f)
            c *= content**e
            base = self.written(whole)
            made.append(base if e == 1 else power.build((base, number(int(e)))))
        k = Fraction(int(c.p), int(c.q))
        return _joined(times, [number(k), *made] if k != 1 or not made else made)

    def written(self, p: Any) -> Term:
        return _joined(add, [self._monomial(m, c) for m, c in p.to_dict().items()])

    def _monomial(self, exponents: Sequence[int], c: Any) -> Term:
        k = Fraction(int(c.p), int(c.q))
        made = [
            x if e == 1 else power.build((x, number(int(e))))
            for x, e in zip(self.atoms, exponents, strict=True)
            if e
        ]
        return _joined(times, [number(k), *made] if k != 1 or not made else made)


def _letters(polynomials: Iterable[Polynomial]) -> dict[int, None]:
    """The scalars in some polynomials, in numerators or denominators."""
    return {(x if x >= 0 else ~x): None for poly in polynomials for m, _ in poly for x in m}


def _must_be_short(p: Any) -> None:
    if len(p) > MOST_WRITTEN:
        raise LimitError("a quotient is too long to be written")


def _added(x: Quotient, y: Quotient) -> Quotient:
    if x[1] == y[1]:
        return x[0] + y[0], x[1]
    common = common_factor(x[1], y[1])
    left, right = x[1] / common, y[1] / common
    return product(x[0], right) + product(y[0], left), product(x[1], right)


def _operations(found: Sequence[tuple[Any, int]]) -> int:
    """About how many operations a product of powers of polynomials takes."""
    sums = [(p.to_dict(), e) for p, e in found]
    inside = [
        sum(max(sum(m) - 1, 0) + (sum(m) > 0 and abs(c) != 1) for m, c in p.items()) + len(p) - 1
        for p, _ in sums
    ]
    return int(sum(inside) + sum(e for _, e in sums) - 1)


def _exact(x: Fraction) -> Any:
    return flint.fmpq(x.numerator, x.denominator)


def _size(q: Quotient) -> tuple[int, int]:
    """The number of monomials of a quotient, not counting a denominator of 1, and its degree."""
    parts = [p for p in q if p is q[0] or not p.is_one()]
    return sum(map(len, parts)), sum(p.total_degree() for p in parts)


def _without_square(p: Any, x: Any, square: Any) -> Any:
    """A polynomial with the square of a variable replaced by another polynomial."""
    at = next(i for m in x.to_dict() for i, e in enumerate(m) if e)
    found = 0 * p
    for m, c in p.to_dict().items():
        twice, once = divmod(int(m[at]), 2)
        rest = p.context().from_dict({(*m[:at], once, *m[at + 1 :]): c})
        found += rest * square**twice
    return found


def _primitive(p: Any) -> tuple[Any, Any]:
    """A number, and a polynomial with integer coefficients without a common factor."""
    found = list(p.to_dict().values())
    below = lcm(*[int(c.q) for c in found])
    above = gcd(*[int(c.p) * (below // int(c.q)) for c in found])
    content = flint.fmpq(above, below)
    return content, p / content


def _apart(p: Any) -> list[Any]:
    """A polynomial in parts that share no variable, each of one degree."""
    whole = p.to_dict()
    keys = [[(sum(m), i) for i, e in enumerate(m) if e] for m in whole]
    groups = together(list(whole), keys)
    return [p.context().from_dict({m: whole[m] for m in group}) for group in groups]


def _joined(op: Any, parts: Sequence[Term]) -> Term:
    made: Term = parts[0] if len(parts) == 1 else op.build(tuple(parts))
    return made
