"""Evaluation: the value of a term at a point. This is what terms mean.

It is independent of all code that rewrites and shares no formula with it, so that each can test the
other. Equality of terms is equality of values wherever both sides are defined.

Exact, over the rationals and modulo a prime, are sums, products, quotients, powers, inverses,
determinants and all operators of vectors, matrices and quaternions but `norm`; roots and norms with
rational values (never modulo a prime); sines and cosines of sums of rational multiples of π and of
symbols, or products of symbols, that were assigned an `Angle`. Everything else raises NotExactError
there, and is never approximated; the domains "float" and "interval" are for that.

Partial operations outside their domain (1/0, a singular inverse, the root of a negative number)
raise UndefinedError. `semantics` says what each operator means, `domains` where, `angles` why a
rational point may stand for an angle.

>>> from fractions import Fraction
>>> from rewrite import cross, dot, scalar, sin, vectors
>>> a, b = vectors("a b")
>>> evaluate(cross(a, b), {a: (1, 2, 3), b: (0, 1, Fraction(1, 2))})
(Fraction(-2, 1), Fraction(-1, 2), Fraction(1, 1))
>>> evaluate(dot(a, b), {a: (1, 2, 3), b: (0, 1, Fraction(1, 2))}, Modular(7))
0
>>> θ = scalar("θ")
>>> evaluate(sin(2 * θ), {θ: Angle(Fraction(3, 5), Fraction(4, 5))})
Fraction(24, 25)
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import prod
from typing import Any

from ..core.definitions import meaning_of
from ..core.operators import label
from ..core.sorts import Scalar
from ..core.terms import Term, postorder
from ..deadline import check_time, checked_limit, within
from ..errors import FactError, NotExactError, RewriteError, SortError, UndefinedError
from ..text.printing import brief
from ..theory.scalars import pi
from . import formulas as f
from .angles import HALF_TURN, UNIT, Angle, Phase, Product, phase, product_term, read_angle
from .domains import DOMAINS, Exact, Float, Interval, Modular, differ, domain_of
from .fields import Coordinates, Domain, Pair, circle_times
from .formulas import circle_power
from .own_functions import called
from .semantics import MEANING
from .values import described, load, public

__all__ = [
    "DOMAINS",
    "Angle",
    "Evaluation",
    "Exact",
    "Float",
    "Interval",
    "Modular",
    "differ",
    "evaluate",
]


def evaluate(
    t: Term,
    assignment: Mapping[Any, Any],
    domain: Domain | str = "exact",
    *,
    time_limit: float | None = None,
) -> Any:
    """The value of a term, given values for its symbols.

    Values, given and returned: a number for a Scalar (given: also an `Angle`), three coordinates
    for a Vector, rows for a Matrix, (w, x, y, z) for a Quaternion, the coordinates for a user's
    linear sort. They are returned as Fractions, as integers modulo p, as floats and NumPy arrays,
    or as balls, in tuples. `domain` is "exact", "surds" (sums of square roots of
    rationals), "modular", "float", "interval", or a domain such as Modular(p) or
    Interval(precision).
    After `time_limit` seconds it stops with a LimitError.

    >>> from rewrite import dot, vectors
    >>> a, b = vectors("a b")
    >>> evaluate(dot(a, b), {a: (1, 2, 3), b: (0, 1, 1)})
    Fraction(5, 1)
    """
    with within(checked_limit(time_limit)):
        return Evaluation(assignment, domain)(t)


class Evaluation:
    """A point at which several terms may be evaluated; shared sub-terms are calculated once."""

    longest = f.MOST_BITS
    """Rational numbers have at most this many bits."""

    def __init__(self, assignment: Mapping[Any, Any], domain: Domain | str = "exact") -> None:
        self.domain = domain_of(domain)
        self.assignment = assignment
        self._rational = isinstance(self.domain, Exact)
        self._values: dict[Term, Coordinates] = {}
        self.angles: dict[Product, tuple[Pair, int]] = {}  # points of the circle, and their parts
        self._read: dict[Term, tuple[Phase, set[Term]]] = {}
        self._stands_in: dict[Term, bool] = {}
        with self.domain.session():
            for key, value in assignment.items():
                self._note(key, value)

    def __call__(self, t: Term) -> Any:
        """The value of a term, as the user sees it."""
        return public(self.domain, t, self.coordinates(t), self.domain.dump)

    def coordinates(self, t: Term) -> Coordinates:
        """The value of a term, as a flat tuple of elements of the domain."""
        if not isinstance(t, Term):
            raise SortError(f"only terms are evaluated, not {label(t)}")
        with self.domain.session():
            self._calculate(t)
        return self._values[t]

    def _note(self, key: Any, value: Any) -> None:
        """Record angles, and a number that stands in for π, before anything is calculated."""
        if not isinstance(key, Term):
            raise RewriteError(f"values are assigned to symbols, not to {key!r}")
        if isinstance(value, Angle):
            self._note_angle(key, value)
        elif key is pi:
            self._values[pi] = load(self.domain, pi, value)
            self._stands_in[pi] = True
        elif key.args or key.op.constant:
            raise RewriteError(f"values are assigned to symbols, not to {brief(key)}")

    def _note_angle(self, key: Term, angle: Angle) -> None:
        read = phase(key) if key.sort is Scalar else {}
        if list(read.values()) != [1] or UNIT in read or HALF_TURN in read:
            raise SortError(
                f"an Angle is the value of a scalar symbol or product, not {brief(key)}"
            )
        cosine, sine = self.domain.load(angle.cos), self.domain.load(angle.sin)
        if self.domain.decides and cosine * cosine + sine * sine != 1:
            raise FactError(f"{brief(key)}: ({angle.cos}, {angle.sin}) is not on the unit circle")
        (product,) = read
        self.angles[product] = (cosine, sine), angle.parts
        if not key.args:
            self._stands_in[key] = True

    # -- the walk over a term ---------------------------------------------------------------------

    def _calculate(self, root: Term) -> None:
        values, stack = self._values, [root]
        while stack:
            t = stack[-1]
            if t not in values:
                check_time()
                operands = t.args if t.op.angle is None else self._operands(t)
                missing = [a for a in operands if a not in values]
                if missing:
                    stack += missing
                    continue
                values[t] = self._value(t)
                if self._rational:
                    f.afford(values[t], self.longest)
            stack.pop()

    def _value(self, t: Term) -> Coordinates:
        meaning = MEANING.get(t.op)
        try:
            if meaning is None:
                return self._apply(t) if t.args else self._assigned(t)
            operands = t.args if t.op.angle is None else _plain(t)
            return meaning(self, t, *[self._values[a] for a in operands])
        except ZeroDivisionError:
            raise UndefinedError(f"{brief(t)}: division by zero") from None
        except OverflowError as error:
            raise NotExactError(f"{brief(t)}: {error}") from None
        except (UndefinedError, NotExactError) as error:
            raise type(error)(f"{brief(t)}: {error}") from None

    def _assigned(self, t: Term) -> Coordinates:
        if t not in self.assignment:
            raise RewriteError(f"no value is assigned to {described(t)}")
        value = self.assignment[t]
        if isinstance(value, Angle):
            value = value.value
            if value is None:
                raise NotExactError("it occurs outside of sines, and its Angle has no plain value")
        return load(self.domain, t, value)

    def _apply(self, t: Term) -> Coordinates:
        """A user's operator: by its own function, its definition, or its name alone."""
        op, domain = t.op, self.domain
        if op.evaluate is not None:
            lent = zip(t.args, self.operands(t), strict=True)
            operands = [
                tuple(map(domain.lend, x)) if i == op.angle else public(domain, a, x, domain.lend)
                for i, (a, x) in enumerate(lent)
            ]
            try:
                return load(domain, t, called(t, op.evaluate, operands, domain))
            except NotExactError:
                if op.definition is None:
                    raise
        if op.definition is not None:
            meaning = meaning_of(t)
            self._calculate(meaning)  # its operands are known, so this nests only as definitions do
            return self._values[meaning]
        if all(a.sort is Scalar for a in (t, *t.args)) and not op.laws and not op.facts:
            return (domain.uninterpreted(op.name, [self._values[a][0] for a in t.args]),)
        raise RewriteError(
            f"operator {op.name!r} has no meaning: declare it with evaluate=, a function of the "
            "values of its operands"
        )

    def operands(self, t: Term) -> list[Coordinates]:
        """The coordinates of the operands; for an angle, its cosine and sine."""
        pairs = enumerate(t.args)
        return [self.cis(a) if i == t.op.angle else self._values[a] for i, a in pairs]

    # -- sines ------------------------------------------------------------------------------------

    def cis(self, t: Term) -> Pair:
        """Cosine and sine of a scalar term."""
        whole: Pair | None = None
        for product, q in self._angle(t)[0].items():
            check_time()
            part = self._part(product, q)
            whole = part if whole is None else circle_times(whole, part)
        return whole or (self.domain.one, self.domain.zero)

    def _angle(self, t: Term) -> tuple[Phase, set[Term]]:
        found = self._read.get(t)
        if found is None:
            found = self._read[t] = read_angle(t)
        return found

    def _operands(self, t: Any) -> list[Term]:
        """The terms to evaluate before a term with an angle, including the plain atoms of the
        angle.

        Atoms that are not symbols must have a value even if they cancel: sin(1/x - 1/x) is not
        defined at 0.
        """
        read, atoms = self._angle(t.args[t.op.angle])
        operands = [*_plain(t), *(atom for atom in atoms if atom.args)]
        for product in read:
            if product not in self.angles and product != HALF_TURN:
                operands += [atom for atom, _ in product if not self._is_stand_in(atom)]
        return operands

    def _part(self, product: Product, q: Fraction) -> Pair:
        """The point of the circle at a multiple of a product of atoms."""
        domain = self.domain
        if product in self.angles:
            point, parts = self.angles[product]
            if (q * parts).denominator == 1:
                return circle_power(domain, point, int(q * parts))
            raise NotExactError(
                f"{brief(product_term(product))} has an Angle in {parts} parts, and {q} of it is "
                "not a whole number of parts"
            )
        if product == HALF_TURN:
            return domain.turn(q)
        plain = [(a, k) for a, k in product if not self._is_stand_in(a)]
        if any(domain.is_zero(self._values[a][0]) for a, _ in plain):
            return domain.one, domain.zero
        if len(plain) < len(product):
            raise NotExactError(f"{brief(product_term(product))} needs an Angle of its own")
        factors = [self._values[a][0] for a, k in plain for _ in range(k)]
        return domain.cis(domain.number(q) * prod(factors))

    def _is_stand_in(self, atom: Term) -> bool:
        """Whether the value of an atom depends on numbers that stand in for angles or π. Sines of
        angles do not: they are exact."""
        known = self._stands_in
        if known:
            for s in postorder(atom, known=known.__contains__):
                known[s] = any(known[a] for a in (s.args if s.op.angle is None else _plain(s)))
        return known.get(atom, False)


def _plain(t: Term) -> tuple[Term, ...]:
    """The operands of a term without the one that is an angle."""
    i: Any = t.op.angle
    return t.args[:i] + t.args[i + 1 :]
