"""Evidence: exact values at random points modulo random primes, and the probability of error.

If two terms differ, the difference of some coordinate, cleared of denominators, is a polynomial of
degree D with integer coefficients of H bits in the numbers that are drawn (for unit vectors and
rotations: in the numbers that define the reflections). Modulo a prime p that does not divide all
its coefficients it vanishes at a fraction of at most D/p of the points (Schwartz, Zippel), and at
most H/60 primes of 61 bits divide them. `Bounds` calculates D and H by the same formulas as values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, log2
from random import Random
from typing import Any

import flint

from ..core.context import EMPTY, Context
from ..core.terms import Term, free_symbols, postorder
from ..errors import FactError, NotExactError, RewriteError, UndefinedError
from ..evaluation.angles import HALF_TURN, phase
from ..evaluation.evaluate import Evaluation, Modular
from ..evaluation.fields import Coordinates, Domain, Pair
from ..evaluation.random_points import is_bent
from ..evaluation.sampling import Sampler
from ..evaluation.tasks import facts_of, unfolded
from ..theory.scalars import pi
from .plan import angles_of
from .shown_points import At

BITS = 61
"""The bits of the random primes."""
PRIMES = 2**54
"""A lower bound for the number of primes of 61 bits; about 1/φ(n) of them are -1 modulo n."""
FINEST = 2**40
"""The most points of the circle that its sines may need: modulo this, enough primes are -1."""
TRIES = 12
"""The search gives up after this many points at which a side is undefined."""
NOT_HERE = (UndefinedError, NotExactError, ZeroDivisionError, FactError)


def random_prime(random: Random, order: int = 24) -> int:
    """A prime of 61 bits that is -1 modulo `order`, so that the circle has points of that order."""
    while True:
        p = random.randrange(2 ** (BITS - 1), 2**BITS) // order * order - 1
        if flint.fmpz(p).is_prime():
            return p


def prime_order(terms: Sequence[Term]) -> int:
    """The number modulo which primes must be -1, so that sines of multiples of π have values."""
    nodes = dict.fromkeys(s for t in terms for s in postorder(t))
    angles = [t.args[t.op.angle] for t in nodes if t.op.angle is not None]
    turns = (phase(angle).get(HALF_TURN, Fraction(0)) for angle in angles)
    return lcm(24, *(2 * q.denominator for q in turns))


@dataclass
class Evidence:
    """The result of random points: whether the sides differ, and how many points agreed."""

    differ: bool = False
    points: int = 0
    undefined: int = 0
    reason: str = ""
    """Why no point could be used, if none could."""


def evidence(a: Term, b: Term, context: Context | None, points: int, random: Random) -> Evidence:
    """Compare two terms at random points, each modulo a different prime."""
    found, order = Evidence(), prime_order([a, b])
    if order > FINEST:
        return Evidence(reason="the parts of π are too small for sines modulo primes of 61 bits")
    while found.points < points and found.undefined < TRIES:
        domain = Modular(random_prime(random, order))
        try:
            at = At(Sampler([a, b], context, domain).draw(random), domain)
            if at.coordinates(a) != at.coordinates(b):
                found.differ = True
                return found
            found.points += 1
        except (UndefinedError, ZeroDivisionError) as error:
            found.undefined, found.reason = found.undefined + 1, str(error)
        except RewriteError as error:
            found.reason = str(error)
            return found
    return found


# -- the probability of error ---------------------------------------------------------------------


class Size:
    """Bounds for a fraction of polynomials: degrees and bits of numerator and denominator."""

    __slots__ = ("bits", "bits_below", "degree", "degree_below")

    def __init__(self, degree: int, degree_below: int, bits: float, bits_below: float) -> None:
        self.degree, self.degree_below = degree, degree_below
        self.bits, self.bits_below = bits, bits_below

    def __add__(self, other: Any) -> Size:
        if isinstance(other, int):
            return self if other == 0 else self + Size(0, 0, log2(abs(other) + 1), 0)
        return Size(
            max(self.degree + other.degree_below, other.degree + self.degree_below),
            self.degree_below + other.degree_below,
            max(self.bits + other.bits_below, other.bits + self.bits_below) + 1,
            self.bits_below + other.bits_below,
        )

    __radd__ = __sub__ = __rsub__ = __add__

    def __neg__(self) -> Size:
        return self

    def __mul__(self, other: Any) -> Size:
        if isinstance(other, int):
            other = Size(0, 0, log2(abs(other) + 1), 0)
        return Size(
            self.degree + other.degree,
            self.degree_below + other.degree_below,
            self.bits + other.bits,
            self.bits_below + other.bits_below,
        )

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Size:
        return self * Size(other.degree_below, other.degree, other.bits_below, other.bits)


@dataclass(frozen=True)
class Bounds(Domain):
    """The domain whose elements are sizes; none of them is zero."""

    eliminates = False

    def number(self, value: int | Fraction) -> Size:
        return Size(0, 0, log2(abs(value.numerator) + 1), log2(value.denominator))

    def load(self, value: object) -> Any:
        return value if isinstance(value, Size) else super().load(value)

    def is_zero(self, x: Any) -> bool:
        return False

    def root(self, x: Any, n: int, square: bool = False) -> Any:
        raise NotExactError("a root has no degree")

    def pi(self) -> Any:
        return Size(1, 0, 1, 0)

    def cis(self, x: Any) -> Pair:
        raise NotExactError("the sine of a plain number has no degree")

    def turn(self, r: Fraction) -> Pair:
        return Size(0, 0, 8, 3), Size(0, 0, 8, 3)

    def uninterpreted(self, name: str, args: Sequence[Any]) -> Any:
        raise NotExactError(f"{name} has no degree")


def error_bound(a: Term, b: Term, context: Context | None, points: int) -> float | None:
    """An upper bound for the probability that two different terms agree at this many points.

    None if a term is not a fraction of polynomials in the numbers drawn.
    """
    try:
        at = _Sized([a, b], context or EMPTY)
        sides = zip(at.coordinates(a), at.coordinates(b), strict=True)
        worst = [x + y for x, y in sides]
    except NOT_HERE:
        return None
    degree = max(x.degree + x.degree_below for x in worst)
    order = prime_order([a, b])  # sines of multiples of π have at most this many conjugates
    primes, bits = PRIMES / order, order * max(x.bits + x.bits_below for x in worst)
    if degree >> BITS or bits > primes:
        return None
    once = 2 * degree / 2 ** (BITS - 1) + (bits / 60 + 1) / primes
    once += 1 - 0.5 ** _signs([a, b], context)
    return once**points if once < 1 else None


def _signs(terms: Sequence[Term], context: Context | None) -> int:
    """How many random signs are drawn: an orthogonal matrix is a rotation or a reflection with
    probability 1/2, and terms may differ for only one of them."""
    known = unfolded(context or EMPTY)[1]
    symbols = frozenset[Term]().union(*map(free_symbols, terms))
    facts = [(t, facts_of(t, known)) for t in symbols]
    return sum(t.shape[0] for t, names in facts if _is_signed(names))


def _is_signed(names: frozenset[str]) -> bool:
    split = "rotation" not in names or "symmetric" in names or "antisymmetric" in names
    return "orthogonal" in names and split


class _Sized(Evaluation):
    """An evaluation by sizes: every symbol has the size of its formula in the numbers drawn."""

    def __init__(self, terms: Sequence[Term], context: Context) -> None:
        super().__init__({}, Bounds())
        self._facts = unfolded(context)[1]
        circle = Size(2, 2, 3, 3)
        for product, parts in angles_of(terms).items():
            self.angles[product] = (circle, circle), parts
        self._values[pi] = (Size(1, 0, 1, 0),)

    def _assigned(self, t: Term) -> Coordinates:
        """The size of a symbol. A reflection along w is (w·w) x - 2 (w·x) w over w·w: it raises the
        degree by 2 and multiplies the sum of the absolute coefficients by at most 3n. An orthogonal
        matrix consists of n reflections, or twice as many in another frame."""
        if is_bent(t) and t.sort.level is not None:
            sizes = [self._drawn(part, facts) for part, facts in t.sort.level.samples()]
            return tuple([size for part in sizes for size in part])
        return self._drawn(t, facts_of(t, self._facts))

    @staticmethod
    def _drawn(t: Term, facts: frozenset[str]) -> Coordinates:
        count = t.sort.coordinates(t.shape)
        turns = 2 * t.shape[0] if "orthogonal" in facts else int("unit" in facts)
        size = t.shape[0] if "orthogonal" in facts else count
        bits = turns * log2(3 * size) + 2 * log2(size) if turns else 0
        return (Size(2 * turns or 1, 2 * turns, bits + 1, bits),) * count

    def _apply(self, t: Term) -> Coordinates:
        raise NotExactError(f"{t.op.name} has no degree: it may not be a polynomial")
