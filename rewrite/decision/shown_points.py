"""Points that can be shown to people: literal values for symbols, and the values of terms there.

Values stay short enough to be written. A function of which only the name is known has values that
depend on its name and its arguments.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from ..core.context import Context
from ..core.definitions import by_definition
from ..core.facts import Fact
from ..core.operators import one_of, zero_of
from ..core.sorts import Linear
from ..core.terms import Shape, Term
from ..deadline import OutOfTimeError
from ..errors import NotExactError, RewriteError
from ..evaluation.angles import Angle, read_angle
from ..evaluation.domains import Exact, Surds
from ..evaluation.evaluate import Evaluation
from ..evaluation.fields import Coordinates, Domain
from ..evaluation.sampling import TRIES, Sampler, satisfies
from ..evaluation.tasks import Equation, unfolded
from ..theory.scalars import pi

Assignment = dict[Term, Any]
LONGEST = 14_000
"""The most bits of a number: 2 squared a hundred times would fill any memory, and Python writes no
more than 4300 digits."""
FEW_TRIES = 3
"""At most this often other values are drawn to fit a given one."""
FIRST_TRIES = 10
"""Values for the first point are drawn at most this often; the number doubles after every
failure."""
AWKWARD = (0.8, 0.5, 0.0)
"""The fractions of awkward values, used in turn."""
PLAIN = tuple(map(Fraction, ("1", "1/2", "2", "-1", "1/3", "3", "-2", "3/2", "0")))
"""Plain values for symbols that occur both under a sine and elsewhere."""


def tries_after(failures: int) -> int:
    """At most this often values are drawn for one point after that many failures."""
    return min(FIRST_TRIES << failures, TRIES)


class Short(Exact):
    """The rationals, limited to numbers that can be written down."""

    largest_exponent = 2000


RATIONAL: Domain = Short()


def fields_for(context: Context) -> tuple[Domain, ...]:
    """The number fields in which points are searched: equations may have no rational solution."""
    return (RATIONAL, Surds()) if unfolded(context)[0] else (RATIONAL,)


class At(Evaluation):
    """A point. With `lawless`, functions with laws have values that do not obey them: enough to see
    that a term has a value, and no more."""

    longest = LONGEST

    def __init__(
        self, assignment: Mapping[Any, Any], domain: Domain | str, lawless: bool = False
    ) -> None:
        self.lawless = lawless
        super().__init__(assignment, domain)

    def _apply(self, t: Term) -> Coordinates:
        op, count = t.op, t.sort.coordinates(t.shape)
        meant = op.evaluate is not None or op.definition is not None
        known = meant or not (self.lawless or not (op.laws or op.facts))
        if known or not count or not all(a.sort.coordinates(a.shape) for a in t.args):
            return self._calculated(t)
        given = [x for a in t.args for x in self._values[a]]
        names = [op.name] if count == 1 else [f"{op.name}.{i}" for i in range(count)]
        return tuple([self.domain.uninterpreted(name, given) for name in names])

    def _calculated(self, t: Term) -> Coordinates:
        """By the user's function, which may fail in its own ways."""
        try:
            return super()._apply(t)
        except (RewriteError, ZeroDivisionError):
            raise
        except (TypeError, ValueError, AttributeError, ArithmeticError, LookupError) as error:
            raise NotExactError(f"{t.op.name} has no value: {error}") from error


class LiteralPoints:
    """Random points for some terms, with one value for a symbol wherever it occurs."""

    def __init__(self, terms: Sequence[Term], context: Context, field: Domain = RATIONAL) -> None:
        self.sampler = Sampler(terms, context, field)
        self.ways: tuple[Domain | str, ...] = (field, "interval")
        """How a point is evaluated: exactly, and if there is no exact value, by balls."""
        given = [
            *terms,
            *(t for fact in context.facts if not _is_trivial(fact) for t in fact.terms),
        ]
        given = [by_definition(t) for t in given]
        outside = outside_sines(given)
        angles = self.sampler.task.angles
        self._mixed = pi in outside or any(
            alone is None or alone in outside for alone in map(_single, angles)
        )

    def draw(
        self,
        random: Random,
        awkward: float,
        given: Mapping[Term, Any] | None = None,
        tries: int = FEW_TRIES,
    ) -> Assignment | None:
        """A point, with the given values for some symbols; None if none is found."""
        try:
            point = self.sampler.draw(random, awkward, given, tries)
        except OutOfTimeError:
            raise
        except RewriteError:
            return None
        if not self._mixed:
            return point
        plain: Assignment = {}
        for t, value in point.items():
            if not t.args and t is not pi:
                plain[t] = random.choice(PLAIN) if isinstance(value, Angle) else value
        return plain if self.fits(plain) else None

    def simple(self) -> Iterator[Assignment]:
        """Points at which everything is zero, or one, as for squares that add up to zero."""
        symbols = [s for s in self.sampler.task.symbols if s.is_symbol]
        if self.sampler.context.is_empty or not all(issubclass(s.sort, Linear) for s in symbols):
            return
        for make in (zero_of, _one_or_zero):
            point = {s: Evaluation({})(make(s.sort, s.shape)) for s in symbols}
            if self.fits(point):
                yield point

    def fits(self, point: Assignment) -> bool:
        """Whether the facts of the context still hold for plain values."""
        try:
            return satisfies(point, self.sampler.context, self.sampler.domain)
        except OutOfTimeError:
            raise
        except (RewriteError, ZeroDivisionError):
            return False


def _is_trivial(fact: Fact) -> bool:
    return fact.name == "equals" and Equation(*fact.terms).is_trivial


def _one_or_zero(sort: type[Any], shape: Shape) -> Any:
    square = len(shape) != 2 or shape[0] == shape[1]
    return one_of(sort, shape) if sort.has_one and square else zero_of(sort, shape)


def _single(product: Any) -> Term | None:
    """The symbol if an angle is a single symbol; None if it is a product of several."""
    if len(product) == 1:
        ((atom, k),) = product
        return atom if k == 1 else None
    return None


def outside_sines(terms: Iterable[Term]) -> set[Term]:
    """The symbols outside of angles, or in an angle that is not a product of symbols: x in
    sin(1/x), but not in sin(sin(x)).
    """
    found: set[Term] = set()
    stack = list(terms)
    while stack:
        t = stack.pop()
        if t not in found:
            found.add(t)
            stack += [a for i, a in enumerate(t.args) if i != t.op.angle]
            if t.op.angle is not None:
                stack += [atom for atom in read_angle(t.args[t.op.angle])[1] if atom.args]
    return found
