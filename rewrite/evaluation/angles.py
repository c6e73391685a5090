"""Angles with exact sines and cosines, and how the argument of a sine is read.

A nonzero rational has no rational sine. But θ, sin θ and cos θ satisfy no polynomial equation other
than sin² + cos² = 1, and neither do several angles that are linearly independent over the
rationals, products of angles included (this is Ax's theorem on exponentials of functions). So an
identity that is rational in them is true if and only if it is true when θ is replaced by any number
where it stands alone, and cos θ and sin θ by any point of the circle. `Angle` is such a
replacement. Roots of such expressions also depend on signs, and signs on inequalities such as |sin
θ| ≤ |θ|: where they matter, the number should be close to an angle that has this sine (`sampling`
ensures this).

An argument of a sine is therefore expanded to a sum of rational multiples of products of atoms;
each product is an angle of its own, and the point of the circle at the sum is the product, in the
complex plane, of the points at its parts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..core.linear import add, div, neg, power, times
from ..core.operators import NUMBER, number
from ..core.sorts import Scalar
from ..core.terms import Term, order, postorder
from ..deadline import LIGHT, check_time
from ..errors import NotExactError, SortError
from ..normalform.monomials import MAX_BITS, bits, exact_power
from ..theory.matrices import matmul, trans
from ..theory.scalars import pi

Product = frozenset[tuple[Term, int]]
"""Atoms with their exponents; the empty product is a plain number."""
Phase = dict[Product, Fraction]

UNIT: Product = frozenset()
HALF_TURN: Product = frozenset([(pi, 1)])
LARGEST = 1000
"""The most products to which an argument may expand."""


@dataclass(frozen=True)
class Angle:
    """A value for a scalar θ under sines: the point (cos, sin) of the circle at θ/parts.

    `value` replaces θ outside of sines; without it θ may not occur there. It is independent of the
    point on purpose (see the docstring of this module). With `parts` = n, the sines of all
    multiples of θ/n are exact.

    >>> Angle(Fraction(3, 5), Fraction(4, 5), value=2)
    Angle(cos=Fraction(3, 5), sin=Fraction(4, 5), value=2, parts=1)
    """

    cos: Any
    sin: Any
    value: Any = None
    parts: int = 1

    def __post_init__(self) -> None:
        if type(self.parts) is not int or self.parts < 1:
            raise SortError(f"an Angle has a positive number of parts, not {self.parts!r}")

    @staticmethod
    def of_tangent(t: int | Fraction, value: Any = None, parts: int = 1) -> Angle:
        """The Angle for which half of θ/parts has a given tangent.

        >>> Angle.of_tangent(Fraction(1, 2)).cos
        Fraction(3, 5)
        """
        square = Fraction(t * t)
        return Angle((1 - square) / (1 + square), 2 * t / (1 + square), value, parts)


# -- the argument of a sine -----------------------------------------------------------------------


def _number(t: Term, *parts: Phase) -> Phase:
    return {UNIT: Fraction(t.value)} if t.value else {}


def _sum(t: Term, *parts: Phase) -> Phase:
    total: Phase = {}
    for part in parts:
        check_time(1 / LIGHT)
        for product, q in part.items():
            total[product] = total.get(product, Fraction(0)) + q
    return {product: q for product, q in total.items() if q}


def _opposite(t: Term, part: Phase) -> Phase:
    return {product: -q for product, q in part.items()}


def _times(t: Term, *parts: Phase) -> Phase:
    result: Phase = {UNIT: Fraction(1)}
    for part in parts:
        check_time()
        result = _multiplied(t, result, part)
    return result


def _multiplied(t: Term, x: Phase, y: Phase) -> Phase:
    if len(x) * len(y) > LARGEST:
        raise NotExactError(f"an argument of a sine is too large to expand, at {t.op.name}")
    if _longest(x) + _longest(y) > MAX_BITS:
        raise NotExactError(f"an argument of a sine has numbers of more than {MAX_BITS} bits")
    total: Phase = {}
    for p, a in x.items():
        for q, b in y.items():
            check_time(1 / LIGHT)
            product = _product(p, q)
            total[product] = total.get(product, Fraction(0)) + a * b
    return {product: c for product, c in total.items() if c}


def _longest(x: Phase) -> int:
    return max(map(bits, x.values()), default=0)


def _product(x: Product, y: Product) -> Product:
    return frozenset((Counter(dict(x)) + Counter(dict(y))).items()) if x and y else x or y


def _quotient(t: Term, part: Phase, divisor: Phase) -> Phase:
    if list(divisor) != [UNIT]:
        return {frozenset([(t, 1)]): Fraction(1)}
    return {product: q / divisor[UNIT] for product, q in part.items()}


def _power(t: Term, base: Phase, _: Phase) -> Phase:
    n = t.args[1].value
    if not isinstance(n, int) or n < 0:
        return {frozenset([(t, 1)]): Fraction(1)}
    if len(base) == 1:
        ((product, q),) = base.items()
        return {frozenset((atom, k * n) for atom, k in product if n): Fraction(exact_power(q, n))}
    return _times(t, *[base] * min(n, LARGEST + 1))


def _itself(t: Term, part: Phase) -> Phase:
    return part


_READ: dict[Any, Callable[..., Phase]] = {
    NUMBER: _number,
    add: _sum,
    neg: _opposite,
    times: _times,
    matmul: _times,
    div: _quotient,
    power: _power,
    trans: _itself,
}


def _is_atom(t: Term) -> bool:
    return t.op not in _READ or any(a.sort is not Scalar for a in t.args)


def phase(t: Term) -> Phase:
    """A scalar as a sum of rational multiples of products of atoms, expanded.

    >>> from rewrite import pi, scalars
    >>> x, y = scalars("x y")
    >>> phase((x + y) * (x - y) + y * y + pi / 2) == phase(x**2 + pi / 2)
    True
    """
    return read_angle(t)[0]


def read_angle(t: Term) -> tuple[Phase, set[Term]]:
    """The phase of a scalar, and all its atoms, even those that cancel: 1/x must exist in 1/x -
    1/x."""
    known: dict[Term, Phase] = {}
    atoms: set[Term] = set()

    def read(s: Term) -> Phase:
        found = known.get(s)
        if found is None:
            found = {frozenset([(s, 1)]): Fraction(1)}
            atoms.add(s)
        return found

    for s in postorder(t, known=_is_atom):
        check_time()
        known[s] = _READ[s.op](s, *map(read, s.args))
        if frozenset([(s, 1)]) in known[s]:
            atoms.add(s)
    return read(t), atoms


def product_term(product: Product) -> Scalar:
    """A product of atoms as a term.

    >>> from rewrite import scalars
    >>> x, y = scalars("x y")
    >>> (only,) = phase(y * x * y)
    >>> product_term(only) == x * y**2
    True
    """
    factors = sorted(product, key=lambda pair: order(pair[0]))
    terms: list[Any] = [atom if k == 1 else power.build((atom, k)) for atom, k in factors]
    result: Scalar = times.build(tuple(terms)) if len(terms) > 1 else [*terms, number(1)][0]
    return result


def phase_term(read: Phase, factor: Fraction) -> Scalar:
    """A multiple of an expanded angle, as a term."""
    parts = [times.build((number(factor * q), product_term(p))) for p, q in read.items()]
    result: Scalar = add.build((number(0), *parts)) if parts else number(0)
    return result
