"""The certificate: components at the generic point, and why their difference is zero."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from ..core.context import Context
from ..core.sorts import Scalar
from ..core.terms import Term, order, postorder
from ..errors import LimitError, RewriteError, UndefinedError
from ..evaluation.formulas import identity
from ..rewriting.run import size
from ..text.counting import counted
from ..theory.matrices import matmul
from .determinant_equations import determinant_equations
from .generic import GenericPoint
from .ideal import Cofactors, Ideal
from .inverse_pairs import InversePair, inverse_pairs
from .nilpotent import Nilpotent, characteristic, nilpotents
from .real import Consequences, Step
from .ring import Element, Factors, Polynomial, TooLargeError
from .written import Certificate, Writer, nodes

LARGEST_NILPOTENT = 4
"""The largest size of matrices whose characteristic polynomial is multiplied out."""
LARGEST_SETTLED = 400
"""At most this many pairs of sub-terms are compared to find the largest that agree."""


@dataclass
class Proof:
    """Whether the components are the same, and if not, why that could not be shown."""

    found: bool = False
    reason: str = ""
    undefined: bool = False
    too_large: bool = False
    """Whether it was given up for lack of time or memory."""
    differ: bool = False
    """Whether the components were calculated and are not the same."""
    contradictory: bool = False
    """Whether the equations of the context contradict each other."""
    certificate: Certificate | None = None
    settled: Callable[[], tuple[Term, Term] | None] = lambda: None
    """Parts of the two sides that are equal; only a verdict without an answer asks for them."""


def certificate(a: Term, b: Term, context: Context) -> Proof:
    """Compare two terms at the generic point, where symbols are generators."""
    try:
        point = GenericPoint([a, b], context)
        left, right = point.coordinates(a), point.coordinates(b)
        if point.ring.where_defined(point.ring.unit) == 0:
            return Proof(reason="something in it divides by zero everywhere", undefined=True)
        differences = [x.difference(y) for x, y in zip(left, right, strict=True)]
        same = all(p == 0 for p in differences)
        if same and not point.rows:
            return Proof(
                True, same_components(point, a), certificate=_without_equations(point, a, b)
            )
        if not point.rows:
            why = "the components differ as polynomials, and roots or functions are in them"
            return Proof(reason=why, differ=True, settled=partial(settled, point, a, b))
        rests = [x - y for x, y in zip(left, right, strict=True)]
        return _ByEquations(point, a, b).proof(rests, same)
    except UndefinedError as error:
        return Proof(reason=str(error), undefined=True)
    except (TooLargeError, LimitError) as error:
        return Proof(reason=f"components: {error}", too_large=True)
    except RewriteError as error:
        return Proof(reason=f"components: {error}")


def same_components(point: GenericPoint, t: Term) -> str:
    """The reason given for a proof by components; t is either side."""
    if not point.used:
        return "both sides are the same numbers"
    count = counted(t.sort.coordinates(t.shape), "polynomial")
    generators = counted(point.used, "generator")
    return f"both sides have the same components: {count} in {generators}"


def contradiction(context: Context) -> bool:
    """Whether the equations of a context are found to contradict each other."""
    try:
        point = GenericPoint([], context)
        ideal = Ideal(point.ring)
        for row in point.rows:
            ideal.add(row.num)
        return _contradictory(point, ideal)
    except RewriteError:
        return False


def _contradictory(point: GenericPoint, ideal: Ideal) -> bool:
    """Whether equations contradict each other, given that exponentials are positive."""
    roots = [*point.domain.roots.places, *point.positive]
    found = Consequences(point.ring, roots, ideal, frozenset(point.positive))
    found.draw_from(determinant_equations(point))
    if not found.contradictory:
        found.draw()
    return found.contradictory or any(_vanishes(point, ideal, t) for t in point.nonzero)


def _vanishes(point: GenericPoint, ideal: Ideal, t: Term) -> bool:
    """Whether a scalar is zero wherever the equations are true."""
    (value,) = point.coordinates(t)
    return ideal.cofactors(value.num) is not None


def signs_of_roots(a: Term, b: Term, context: Context, squared: bool = False) -> Certificate | None:
    """What the roots of two terms are, as far as it determines their signs; and if only their
    squares are known to be equal, why the terms are not negative."""
    try:
        return _without_equations(GenericPoint([a, b], context), a, b, squared)
    except RewriteError:
        return None


def _without_equations(point: GenericPoint, a: Term, b: Term, squared: bool = False) -> Certificate:
    if not point.domain.roots.values:
        return Certificate()
    writer = Writer(point, [a, b])
    writer.roots()
    if squared or (writer.leaves_open and a.sort is Scalar):
        writer.sides(a, b)
    return Certificate(writer.atoms, positive=writer.positive)


class _Group(NamedTuple):
    """Rows that follow from others: the first index, their number, their description in the
    certificate, and the multipliers that prove them."""

    start: int
    length: int
    data: dict[str, Any]
    cofactors: list[Cofactors]


class _ByEquations:
    """A proof from the equations of a context."""

    def __init__(self, point: GenericPoint, a: Term, b: Term) -> None:
        self.point, self.ring = point, point.ring
        self.rows = list(point.rows)
        self._kept = set[int]()
        """The indices of the rows that a certificate lists."""
        for t in point.nonzero:
            (value,) = point.coordinates(t)
            if value.num != 0:
                self.ring.factored(value.num)  # division by it is allowed
        self.writer = Writer(point, [a, b])
        self._groups: list[_Group] = []
        for pair in inverse_pairs(point.equations):
            self._add_inverse(pair)
        for nilpotent in nilpotents(point.equations):
            self._add_nilpotent(nilpotent)
        self.ideal = Ideal(self.ring)
        for row in self.rows:
            self.ideal.add(row.num)

    def _add_inverse(self, pair: InversePair) -> None:
        """Add the rows of y x = Id if x y = Id is stated."""
        unit = identity(self.point.domain, pair.x.shape[0])
        product = self.point.coordinates(matmul.build((pair.y, pair.x)))
        start = self.point.start_of(pair.fact)
        each: list[Cofactors] = [
            {start + i: self.ring.constant(pair.factor).num} for i in range(len(unit))
        ]
        data = {"left": nodes(pair.x), "right": nodes(pair.y)}
        self._add([p - q for p, q in zip(product, unit, strict=True)], data, each)

    def _add_nilpotent(self, found: Nilpotent) -> None:
        """Add the coefficients of the characteristic polynomial of a nilpotent matrix."""
        point, n = self.point, found.matrix.shape[0]
        rest = () if found.rest is None else point.coordinates(found.rest)
        start = point.start_of(found.fact)
        width = found.fact.terms[0].shape[1]
        x = point.coordinates(found.matrix)
        if n > LARGEST_NILPOTENT or any(e.den for e in (*rest, *x)):
            return
        each: list[Cofactors] = []
        for i in range(n):
            for j in range(n):
                by = {m: rest[m * n + j].num for m in range(width)} if rest else {j: self.ring.unit}
                each.append({start + i * width + m: c * found.sign for m, c in by.items()})
        data = {"nilpotent": nodes(found.matrix), "power": found.power}
        self._add(list(characteristic(point.domain, x, n)), data, each)

    def _add(self, rows: list[Element], data: dict[str, Any], each: list[Cofactors]) -> None:
        self._groups.append(_Group(len(self.rows), len(rows), data, each))
        self.rows += rows

    def proof(self, rests: list[Element], same: bool) -> Proof:
        found = [self._cofactors(x.num) for x in rests]
        more = Consequences(self.ring, self.point.domain.roots.places, self.ideal)
        for draw in (self._determinants, self._consequences, self._powers, self._exponentials):
            if None not in found:
                break
            draw(more, rests)
            if more.contradictory:
                why = "the equations of the context contradict each other"
                return Proof(reason=why, contradictory=True)
            found = [self._cofactors(x.num) for x in rests]
        if None in found:
            why = "the difference does not follow from the context's equations by algebra"
            return Proof(reason=why, differ=True, too_large=not self.ideal.complete)
        count = counted(len([row for row in self.point.rows if row.num != 0]), "equation")
        how = f"the difference is a combination of the context's {count}"
        how = "both sides have the same components" if same else how
        return Proof(True, how, certificate=self._written(rests, found, more))

    def _determinants(self, more: Consequences, rests: list[Element]) -> None:
        more.draw_from(determinant_equations(self.point))

    def _consequences(self, more: Consequences, rests: list[Element]) -> None:
        more.draw()
        more.draw_from(more.equal_roots())

    def _powers(self, more: Consequences, rests: list[Element]) -> None:
        for x in rests:
            if self.ideal.cofactors(x.num) is None:
                more.draw_power(x.num)

    def _exponentials(self, more: Consequences, rests: list[Element]) -> None:
        if self.point.positive:
            more.contradictory = contradiction(self.point.context)

    def _cofactors(self, p: Polynomial) -> tuple[Cofactors, Factors] | None:
        """Multipliers for p, or else for p times all divisors of the sides, and these divisors."""
        plain = self.ideal.cofactors(p)
        if plain is not None or not self.ring.factors:
            return None if plain is None else (plain, {})
        every = dict.fromkeys(range(len(self.ring.factors)), 1)
        cleared = self.ideal.cofactors(self.ring.product(p, self.ring.expanded(every)))
        return None if cleared is None else (cleared, every)

    def _written(
        self,
        rests: list[Element],
        found: list[tuple[Cofactors, Factors] | None],
        more: Consequences,
    ) -> Certificate | None:
        pairs = [pair or ({}, {}) for pair in found]
        self._choose_steps([own for own, _ in pairs], more.steps)
        try:
            steps = self._steps(more.steps)
            cofactors = [
                self._multipliers(own, len(self.rows) + len(more.steps)) for own, _ in pairs
            ]
            cleared = []
            for x, (_, extra) in zip(rests, pairs, strict=True):
                powers = {k: x.den.get(k, 0) + extra.get(k, 0) for k in x.den.keys() | extra.keys()}
                cleared.append(self.writer.powers(powers))
            self.writer.roots()
        except LookupError:
            return None
        w = self.writer
        return Certificate(w.atoms, w.factors, steps, w.positive, cofactors, cleared)

    def _choose_steps(self, cofactors: list[Cofactors], steps: list[Step]) -> None:
        """Find the rows that the proof needs, going through the steps it needs from last to
        first."""
        used = {i for each in cofactors for i, c in each.items() if c != 0}
        for place in reversed(range(len(steps))):
            if len(self.rows) + place in used:
                used |= {i for i, c in steps[place].cofactors.items() if c != 0}
        known = set[int]()
        for group in self._groups:
            own = set(range(group.start, group.start + group.length))
            known |= own if own & used else set()
        self._kept = known.union(range(len(self.point.rows)), used)

    def _steps(self, steps: list[Step]) -> list[Any]:
        """The needed steps, as data."""
        written: list[Any] = []
        for group in self._groups:
            if group.start in self._kept:
                each = [self._multipliers(c, group.start) for c in group.cofactors]
                written.append({**group.data, "cofactors": each})
        for place, step in enumerate(steps, len(self.rows)):
            if place in self._kept:
                written.append(
                    {
                        "zero": self.writer.polynomial(step.zero),
                        "power": step.power,
                        "squares": self.writer.squares(step.squares),
                        "cofactors": self._multipliers(step.cofactors, place),
                    }
                )
        return written

    def _multipliers(self, cofactors: Cofactors, known: int) -> list[Any]:
        found = []
        for i in sorted(self._kept & set(range(known))):
            c = cofactors.get(i, self.ring.zero.num)
            row = self.rows[i] if i < len(self.rows) else self.ring.one
            found.append(self.writer.multiplier(c, row))
        return found


def settled(point: GenericPoint, a: Term, b: Term) -> tuple[Term, Term] | None:
    """The largest sub-terms of the two sides that are equal without being identical."""
    ours, theirs = (sorted(_parts(point, t), key=order, reverse=True) for t in (a, b))
    pairs = [(s, t) for s in ours for t in theirs if s is not t and _alike(s, t)]
    pairs.sort(key=lambda pair: -min(size(pair[0]), size(pair[1])))
    for s, t in pairs[:LARGEST_SETTLED]:
        try:
            left, right = point.coordinates(s), point.coordinates(t)
            if all(x.difference(y) == 0 for x, y in zip(left, right, strict=True)):
                return s, t
        except RewriteError:
            continue
    return None


def _parts(point: GenericPoint, t: Term) -> list[Term]:
    """The compound sub-terms that have a value at the point."""
    return [s for s in postorder(t) if s.args and point.knows(s)][-LARGEST_SETTLED:]


def _alike(s: Term, t: Term) -> bool:
    return s.sort is t.sort and s.shape == t.shape
