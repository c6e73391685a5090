"""A finite meaning of operators: elements, tables, and the values of terms and equations.

Elements are numbered 0, 1, …; those of a second sort follow those of the first. A linear sort of
pᵏ elements is k digits in base p, added without carry, which is a space over the p scalars; p is
odd, so that x = -x for zero only, as over the reals.

A partial operator is undefined (None) on some elements, and so is every term built from that. An
equation then says: where its left side is defined, so is its right side, and they are equal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from ...core.laws import Equation, Inverse, Law, Neutral, Op, Pattern, Powers, element_of, result_of
from ...core.linear import add, div, neg, power, scale, times
from ...core.operators import NUMBER, Atom, Typed
from ...core.sorts import Linear, Scalar
from ...core.terms import Shape, Term, postorder
from ...errors import LimitError, RewriteError, UndefinedError

Cell = tuple[Any, ...]
"""A cell of the tables: a constant alone, or an operator and the elements it is applied to."""
Values = Mapping[Cell, int | None]
"""The entries filled in so far."""
Sizes = int | Mapping[type[Term], int]
"""One number of elements for all sorts, or a number for each."""

GIVEN: tuple[Any, ...] = ("-", neg, add, scale, times)
"""The operators of linear sorts, whose meaning is fixed."""
INSTANCES = 50_000
"""The most instances that one equation may have, and the most cells of a table."""
SCALARS: Typed = (Scalar, (1, 1))


# -- elements -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Carriers:
    """The elements of each sort, as ranges of numbers that do not overlap.

    >>> lines = Carriers.of([SCALARS], 3)
    >>> lines.ranges[SCALARS], lines.arithmetic()["-", 1]
    (range(0, 3), 2)
    """

    ranges: Mapping[Typed, range]
    prime: int
    """How many scalars there are; 0 if no sort is linear."""

    @staticmethod
    def of(kinds: Iterable[Typed], size: Sizes) -> Carriers:
        """Carriers of these sorts, and of the scalars if one of them is linear."""
        wanted = {k: size if isinstance(size, int) else size.get(k[0], 0) for k in kinds}
        primes = {_prime(*k, n) for k, n in wanted.items() if issubclass(k[0], Linear) and n}
        if len(primes) > 1:
            raise RewriteError(f"the linear sorts of a model are over one prime, not {primes}")
        if primes:
            wanted[SCALARS] = max(primes)
        ranges, start = {}, 0
        for kind, n in wanted.items():
            if n < 1:
                raise RewriteError(
                    f"a model needs to know how many elements {kind[0].label(kind[1])} has"
                )
            ranges[kind], start = range(start, start + n), start + n
        return Carriers(ranges, max(primes, default=0))

    def arithmetic(self) -> dict[Cell, int | None]:
        """Opposites, sums and multiples in the linear sorts."""
        values: dict[Cell, int | None] = {}
        scalars = self.ranges.get(SCALARS, range(0))
        for (sort, _), own in self.ranges.items():
            if not issubclass(sort, Linear):
                continue
            for i, x in enumerate(own):
                values.update({(add, x, y): own[self._sum(i, j)] for j, y in enumerate(own)})
                multiple = 0
                for c in scalars:
                    values[times if own == scalars else scale, c, x] = own[multiple]
                    values["-", x] = values[neg, x] = own[multiple]  # the last one is (p - 1) x
                    multiple = self._sum(multiple, i)
        return values

    def constant(self, t: Term) -> int | None:
        """The element that a number, or the zero or one of a linear sort, stands for."""
        own = self.ranges.get((t.sort, t.shape))
        if not t.op.constant or not issubclass(t.sort, Linear) or own is None:
            return None
        if t.op is not NUMBER:
            return own[int(t.value)]
        value, p = t.value, self.prime
        if value.denominator % p == 0:
            raise UndefinedError(f"{t} has no value in a model with {p} scalars")
        return own[int(value.numerator * pow(value.denominator, -1, p) % p)]

    def _sum(self, i: int, j: int) -> int:
        total, place, p = 0, 1, self.prime
        while i or j:
            total += (i + j) % p * place
            i, j, place = i // p, j // p, place * p
        return total


def _prime(sort: type[Term], shape: Shape, n: int) -> int:
    """The odd prime of which the size of a linear sort is a power."""
    p = next((d for d in range(3, n + 1, 2) if n % d == 0), 0)
    size = p
    while p and size < n:
        size *= p
    if not p or size != n:
        raise RewriteError(
            f"a model of {sort.label(shape)} has 3, 5, 7, 9… elements, "
            f"a power of an odd prime, not {n}"
        )
    return p


# -- equations between patterns -------------------------------------------------------------------


def heads(p: Pattern) -> Iterator[Op]:
    """The operators of a pattern that a model has to give a meaning to."""
    if isinstance(p, tuple):
        if p[0] not in GIVEN:
            yield p[0]
        for q in p[1:]:
            yield from heads(q)


def leaves(p: Pattern) -> Iterator[Any]:
    """The variables and elements of a pattern."""
    if isinstance(p, tuple):
        for q in p[1:]:
            yield from leaves(q)
    else:
        yield p


def sorted_equation(equation: Equation) -> tuple[Pattern, Pattern, dict[str, Typed]]:
    """Both sides, with ZERO and ONE as terms of the sort at hand, and the variables' sorts."""
    left, right = equation
    variables: dict[str, Typed] = {}

    def walk(p: Pattern, kind: Typed | None) -> Pattern:
        if isinstance(p, tuple):
            return (p[0], *map(walk, p[1:], _operands(p, kind)))
        if isinstance(p, Term):
            return p
        if kind is None:
            raise RewriteError(f"the sort of {p} cannot be inferred in {left} = {right}")
        if isinstance(p, Atom):
            return element_of(p, *kind)
        variables.setdefault(p, kind)
        return p

    kind = _kind(left) or _kind(right)
    return walk(left, kind), walk(right, kind), variables


def _kind(p: Pattern) -> Typed | None:
    """The sort of a pattern, if it can be inferred."""
    if isinstance(p, Term):
        return p.sort, p.shape
    if not isinstance(p, tuple):
        return None
    if p[0] is times:
        return SCALARS
    if p[0] in GIVEN:
        return next(filter(None, map(_kind, p[-1:] if p[0] is scale else p[1:])), None)
    return result_of(p[0])


def _operands(p: Pattern, kind: Typed | None) -> Sequence[Typed | None]:
    if p[0] is scale or p[0] is times:
        return SCALARS, kind
    if p[0] in GIVEN:
        return (kind,) * (len(p) - 1)
    return tuple(p[0].params)


def instances(equation: Equation, carriers: Carriers) -> Iterator[tuple[Pattern, Pattern]]:
    """The equation for every choice of elements: elements for variables, cells for constants."""
    left, right, kinds = sorted_equation(equation)
    ranges = [carriers.ranges[kind] for kind in kinds.values()]
    if prod(map(len, ranges)) > INSTANCES:
        raise LimitError(f"an equation of {len(kinds)} variables has too many instances")

    def ground(p: Pattern, env: Mapping[Any, int]) -> Pattern:
        if isinstance(p, tuple):
            return (p[0], *(ground(q, env) for q in p[1:]))
        if isinstance(p, str):
            return env[p]
        known = carriers.constant(p)
        return (p,) if known is None else known

    for elements in product(*ranges):
        env = dict(zip(kinds, elements, strict=True))
        yield ground(left, env), ground(right, env)


def reduced(p: Pattern, values: Values) -> Pattern:
    """The value of a pattern without variables, or the pattern that is left if cells are open."""
    if not isinstance(p, tuple):
        return p
    cell = (p[0], *[reduced(q, values) for q in p[1:]]) if len(p) > 1 else p
    return None if None in cell else values.get(cell, cell)


# -- models -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Model:
    """A value for every constant, and for every operator on every choice of elements."""

    operators: tuple[Op, ...]
    carriers: Carriers
    values: Values

    def table(self, op: Op) -> dict[tuple[int, ...], int | None]:
        """The values of an operator; None where it is not defined."""
        return {args: self.values[op, *args] for args in places(op, self.carriers)}

    def evaluate(self, t: Term, assignment: Mapping[Term, int]) -> int | None:
        """The value of a term, given those of its symbols; None if it has none."""
        powers = {
            law.power: op for op in self.operators for law in op.laws if isinstance(law, Powers)
        }
        found: dict[Term, int | None] = {}
        for s in postorder(t):
            args = [found[a] for a in s.args]
            if not args:
                known = assignment.get(s, self.carriers.constant(s))
                found[s] = self.values.get((s,)) if known is None else known
            elif s.op in powers:
                found[s] = self._power(powers[s.op], args[0], s.args[1].value)
            elif s.op is power or s.op is div:
                found[s] = self._scalar_rule(s, args)
            else:
                found[s] = self._applied(s.op, args)
        return found[t]

    def _scalar_rule(self, t: Term, args: Sequence[int | None]) -> int | None:
        """A power of a scalar, or something divided by one; None if it does not exist."""
        own, (x, y) = self.carriers.ranges[SCALARS], args
        scalar, n = (x, t.args[1].value) if t.op is power else (y, -1)
        if scalar is None or type(n) is not int or (scalar == own.start and n < 0):
            return None
        value = own[pow(scalar - own.start, n, self.carriers.prime)]
        if t.op is power:
            return value
        return self._applied(times if t.sort is Scalar else scale, [value, x])

    def _applied(self, op: Op, args: Sequence[int | None]) -> int | None:
        """An operator on its operands, or an associative one on any number of them."""
        if None in args:
            return None
        if len(args) == len(op.params):
            return self.values[op, *args]
        total = args[0]
        for x in args[1:]:
            total = self.values[op, total, x]
        return total

    def _power(self, op: Op, x: int | None, n: int) -> int | None:
        neutral: Any = op.law(Neutral)
        inverse: Any = op.law(Inverse)
        if n < 0 and x is not None:
            x, n = self.values[inverse.h, x], -n
        return self._applied(op, [x] * n) if n else self.values[(neutral.e,)]

    def holds(self, equation: Equation) -> bool:
        """Whether an equation holds, wherever its left side is defined."""
        for left, right in instances(equation, self.carriers):
            value = reduced(left, self.values)
            if value is not None and value != reduced(right, self.values):
                return False
        return True

    def satisfies(self, op: Op, laws: Sequence[Law]) -> bool:
        """Whether laws hold for an operator, which may have been declared with other laws."""
        equations = [equation for law in laws for equation in law.equations(op)]
        known = {*self.operators, op}
        if not all(known.issuperset(heads(side)) for equation in equations for side in equation):
            return False
        total = [law.h for law in laws if isinstance(law, Inverse) and law.total]
        return not any(None in self.table(h).values() for h in total) and all(
            self.holds(equation) for equation in equations
        )


def places(op: Op, carriers: Carriers) -> Iterator[tuple[int, ...]]:
    """Every choice of operands for an operator."""
    for kind in op.params:
        if kind is None:
            raise RewriteError(f"{op} takes operands of any sort or shape, and so has no table")
    ranges = [carriers.ranges[kind] for kind in op.params if kind is not None]
    if prod(map(len, ranges)) > INSTANCES:
        raise LimitError(f"{op} takes {len(ranges)} operands, and its table would be too large")
    return product(*ranges)
