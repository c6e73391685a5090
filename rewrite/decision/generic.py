"""The generic point: every symbol has generators of a polynomial ring for coordinates.

A term evaluated there is its value everywhere at once. What a symbol's facts say is built into its
coordinates, so that every value of its kind is reached and nothing else:

- a linear kind (symmetric, diagonal, pure…) has a generator for each free entry;
- a unit vector or quaternion has a relation x₁² = 1 - x₂² - …, which generates all that vanishes on
  the sphere;
- a rotation of size 3 is that of a unit quaternion, of size 2 a point of the circle, of a larger
  size (I - K)(I + K)⁻¹, which reaches almost every one, and a polynomial that vanishes there
  vanishes on all;
- an orthogonal matrix is a rotation with one column scaled by a sign e, e² = 1; a symmetric one
  Q D Qᵀ with D of signs, an antisymmetric one Q J Qᵀ with J made of quarter turns.

Sines and cosines of an angle, divided into as many parts as are needed, are a point of the circle;
that nothing else relates them to each other and to plain symbols is Ax's theorem (see
`evaluation.angles`). √2 and √3 serve the multiples of π/12. A root is a generator with the relation
that it is a root, and a function that is known by name alone gives generators, the same for the
same arguments: what is proved so is true, but not all that is true is proved.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ..core.context import EMPTY, Context
from ..core.facts import Fact
from ..core.terms import Term, postorder
from ..errors import NotExactError, RewriteError
from ..evaluation import formulas as f
from ..evaluation.angles import HALF_TURN, UNIT, Product
from ..evaluation.evaluate import Evaluation
from ..evaluation.fields import Coordinates, Domain, Pair, circle_power
from ..evaluation.tasks import unfolded
from ..text.printing import brief
from ..theory.scalars import pi
from .generic_domain import Components
from .plan import Plan
from .ring import Element, Polynomial, Ring


class GenericPoint(Evaluation):
    """The point itself. `relations` are the equations of the context as polynomials that vanish,
    besides those that the ring reduces by."""

    def __init__(self, terms: Sequence[Term], context: Context | None, deadline: float) -> None:
        context = context or EMPTY
        equations, facts = unfolded(context)
        given = [*terms, *(t for fact in facts for t in fact.terms)]
        given += [side for e in equations for side in e.sides]
        nodes = list(dict.fromkeys(s for t in given for s in postorder(t)))
        plan = Plan(nodes, context, facts)
        ring = Ring(plan.names, deadline, cancels=not equations, graded=bool(equations))
        surds = tuple(plan.places["surds"])
        super().__init__({}, Components(ring, surds, plan.places["roots"]))
        self.ring = ring
        self._spare_images = plan.places["functions"]
        self._images: list[tuple[Any, list[Coordinates], Coordinates]] = []
        self._compound: list[tuple[Element, Pair, int]] = []
        self._parts = plan.angles
        self._points: dict[Product, Pair] = {}
        for product in plan.angles:
            c, s = plan.places[product]
            ring.relate(c, 2, ring.one - ring.generator(s) * ring.generator(s))
            self._points[product] = ring.generator(c), ring.generator(s)
        for symbols, kind, places in plan.kinds:
            values = kind.coordinates(self.domain, ring, places)
            self._values.update(zip(symbols, values, strict=True))
        if plan.places["pi"]:
            self._values[pi] = (ring.generator(plan.places["pi"][0]),)
        self.names = plan.names
        self.relations: list[Polynomial] = []
        for e in equations:
            sides = zip(self.coordinates(e.left), self.coordinates(e.right), strict=True)
            self.relations += [p for x, y in sides if (p := x.difference(y)) != 0]
        for fact in facts:
            if not fact.terms[0].is_symbol:
                self.relations += self._said(fact)

    def _said(self, fact: Fact) -> list[Polynomial]:
        """What a fact about a compound says, as polynomials that vanish."""
        (t,) = fact.terms
        x = self.coordinates(t)
        says = FACT_EQUATIONS.get(fact.name)
        return [p for y in (says(self.domain, t, x) if says else ()) if (p := y.num) != 0]

    @property
    def used(self) -> int:
        """How many generators there are."""
        return len(self.names)

    def knows(self, t: Term) -> bool:
        """Whether a sub-term has been evaluated."""
        return t in self._values

    def written(self, p: Polynomial) -> list[list[Any]]:
        """A polynomial as data: [[generator, exponent]…] and a coefficient, for each monomial."""
        return [
            [[[self.names[i], int(k)] for i, k in enumerate(powers) if k], str(c)]
            for powers, c in p.terms()
        ]

    # -- what has no formula ----------------------------------------------------------------------

    def _assigned(self, t: Term) -> Coordinates:
        raise RewriteError(f"{brief(t)} has no coordinates")

    def _apply(self, t: Term) -> Coordinates:
        """By the user's function if it is one of generic numbers, and else by its name alone."""
        if t.op.evaluate is not None:
            self.ring.guarded = True
            try:
                return super()._apply(t)
            except (NotExactError, ZeroDivisionError):
                raise
            except (TypeError, ValueError, AttributeError, ArithmeticError, RewriteError):
                pass  # it compares, rounds, or takes numbers of a certain type
            finally:
                self.ring.guarded = False
        arguments = self.operands(t)
        for op, others, image in self._images:
            if op is t.op and all(map(_same, arguments, others)):
                return image
        count = t.sort.coordinates(t.shape)
        if not count:
            raise RewriteError(f"{brief(t)} is of a sort without coordinates")
        image = tuple([self.ring.generator(self._spare_images.pop()) for _ in range(count)])
        self._images.append((t.op, arguments, image))
        return image

    def _part(self, product: Product, q: Fraction) -> Pair:
        domain = self.domain
        if product == HALF_TURN:
            return domain.turn(q)
        parts = self._parts[product]
        point = self._points[product]
        if product != UNIT and any(atom.args for atom, _ in product):
            point, parts = self._known_angle(product, point, parts)
        return circle_power(domain, point, int(q * parts))

    def _known_angle(self, product: Product, point: Pair, parts: int) -> tuple[Pair, int]:
        """The point of an equal angle that was met before, if it is divided finely enough."""
        value = self.ring.one
        for atom, k in product:
            for _ in range(k):
                value = value * self._values[atom][0]
        for other, known, known_parts in self._compound:
            if known_parts % parts == 0 and other == value:
                return known, known_parts
        self._compound.append((value, point, parts))
        return point, parts

    def _is_stand_in(self, atom: Term) -> bool:
        return False


def _same(x: Coordinates, y: Coordinates) -> bool:
    return len(x) == len(y) and all(p == q for p, q in zip(x, y, strict=True))


def _off_diagonal(domain: Domain, t: Term, x: Coordinates) -> Sequence[Any]:
    return [c for i, c in enumerate(x) if i % (t.shape[0] + 1)]


def _product_with_transpose(domain: Domain, t: Term, x: Coordinates) -> list[Any]:
    n = t.shape[0]
    square = f.product(x, f.transpose(x, n), n)
    return [p - q for p, q in zip(square, f.identity(domain, n), strict=True)]


def _plus_transpose(sign: int) -> Any:
    def says(domain: Domain, t: Term, x: Coordinates) -> list[Any]:
        return [p + sign * q for p, q in zip(x, f.transpose(x, t.shape[0]), strict=True)]

    return says


FACT_EQUATIONS: dict[str, Any] = {
    "symmetric": _plus_transpose(-1),
    "antisymmetric": _plus_transpose(1),
    "diagonal": _off_diagonal,
    "orthogonal": _product_with_transpose,
    "rotation": lambda d, t, x: [
        *_product_with_transpose(d, t, x),
        f.determinant(d, x, t.shape[0]) - 1,
    ],
    "unit": lambda d, t, x: [f.dot(x, x) - 1],
    "pure": lambda d, t, x: x[:1],
}
"""What is zero if a fact is true of a compound."""
