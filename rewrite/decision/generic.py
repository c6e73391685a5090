"""The generic point: every symbol has generators of a polynomial ring as coordinates.

The value of a term at this point determines its value everywhere. The facts of a symbol are built
into its coordinates, so that exactly the values with these facts are reached:

- a linear kind (symmetric, diagonal, pure…) has a generator for each free entry;
- a unit vector or quaternion has a relation x₁² = 1 - x₂² - …, which generates all polynomials that
  vanish on the sphere;
- a rotation of size 3 is that of a unit quaternion, of size 2 a point of the circle, of a larger
  size (I - K)(I + K)⁻¹, which reaches almost all rotations, and a polynomial that vanishes on these
  vanishes on all;
- an orthogonal matrix is a rotation with one column scaled by a sign e, e² = 1; a symmetric one is
  Q D Qᵀ with a diagonal D of signs, an antisymmetric one Q J Qᵀ with J made of quarter turns.

The cosine and sine of an angle, divided into as many parts as needed, are a point of the circle;
that they satisfy no other relations is Ax's theorem (see `evaluation.angles`). 2 cos(π/n) generates
the sines of multiples of π/n, and √p if it is a sum of them.

A root is made of generators (see `roots`), and a function of which only the name is known has
generators as values, the same for the same arguments. So whatever is proved is true, but not
everything true is proved.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

from ..core.context import EMPTY, Context
from ..core.facts import Fact
from ..core.linear import power, times
from ..core.operators import OPAQUE, number
from ..core.sorts import Matrix, Scalar
from ..core.terms import Term, postorder
from ..errors import NotExactError, RewriteError
from ..evaluation import formulas as f
from ..evaluation.angles import HALF_TURN, UNIT, Product, product_term
from ..evaluation.evaluate import Evaluation
from ..evaluation.fields import Coordinates, Domain, Pair
from ..evaluation.formulas import circle_power
from ..evaluation.tasks import unfolded
from ..text.printing import brief
from ..theory.determinants import det
from ..theory.functions import plain_exp
from ..theory.scalars import cos, pi, sin
from .generic_domain import Components
from .kinds import Frame
from .plan import Plan
from .ring import Element, Ring

LARGEST_INVERTIBLE = 3
"""The largest size of matrices by whose determinants a fact allows to divide."""


class GenericPoint(Evaluation):
    """The point itself: every symbol has generators as coordinates."""

    def __init__(self, terms: Sequence[Term], context: Context | None = None) -> None:
        self.context = context = context or EMPTY
        equations, facts = unfolded(context)
        given = [*terms, *(t for fact in facts for t in fact.terms)]
        given += [side for e in equations for side in e.sides]
        nodes = list(dict.fromkeys(s for t in given for s in postorder(t)))
        plan = Plan(nodes, context, facts)
        ring = Ring(plan.names, cancels=not equations, graded=bool(equations))
        turns = (plan.places["turn"][0], plan.turns) if plan.turns > 2 else ()
        components = Components(ring, turns, plan.places["roots"], plan.degree)
        super().__init__({}, components)
        self.domain: Components = components
        self.ring = ring
        self._spare_images = plan.places["functions"]
        self._images: list[tuple[Any, list[Coordinates], Coordinates]] = []
        self.positive: list[int] = []
        """The generators that stand for exponentials."""
        self._image_terms: dict[int, Term] = {}
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
        self.names, self._plan = plan.names, plan
        self._known_roots(plan.roots)
        self._symbols = [s for s in nodes if s.is_symbol]
        self.rows: list[Element] = []
        """The polynomials that vanish if the facts of the context hold, in their order, except
        facts that are built into coordinates."""
        self.equations = [fact for fact in context.facts if self._is_equation(fact)]
        self._starts: dict[Fact, int] = {}
        for fact in self.equations:
            self._starts[fact] = len(self.rows)
            self.rows += self._said(fact)

    @cached_property
    def nonzero(self) -> list[Term]:
        """Scalars that are not zero by a fact."""
        found = [(f.name, f.terms[0]) for f in self.context.facts]
        found += [(name, s) for s in self._symbols for name in sorted(s.value.facts)]
        scalars = [t for name, t in found if name == "nonzero" and t.sort is Scalar]
        squares = [t for name, t in found if name == "invertible" and t.sort is Matrix]
        return scalars + [det.build((t,)) for t in squares if t.shape[0] <= LARGEST_INVERTIBLE]

    def start_of(self, fact: Fact) -> int:
        """The index of the first row of a fact."""
        return self._starts[fact]

    def _known_roots(self, roots: Sequence[Term]) -> None:
        """Calculate roots first, small ones before others; errors are left to the evaluation
        itself."""
        self._root_terms: dict[int, Term] = {}
        self._root_values: list[tuple[Element, Term]] = []
        for t in (x for root in roots for x in _with_plain_root(root)):
            try:
                (value,) = self.coordinates(t)
            except RewriteError:
                continue
            for place in self.domain.roots.places:
                if value.num == self.ring.context.gen(place) and not value.den:
                    self._root_terms.setdefault(place, t)
            self._root_values.append((value, t))

    def root_with_value(self, value: Element) -> Term | None:
        """A root whose value this is."""
        return next((t for x, t in self._root_values if x == value), None)

    def _is_equation(self, fact: Fact) -> bool:
        """Whether a fact is not built into the coordinates of symbols."""
        framed = [symbols for symbols, kind, _ in self._plan.kinds if isinstance(kind, Frame)]
        alone = len(fact.terms) == 1 and (fact.terms[0].is_symbol or fact.terms[0].op is OPAQUE)
        return not alone and not (fact.name == "triad" and fact.terms in framed)

    def _said(self, fact: Fact) -> list[Element]:
        """The polynomials that vanish if a fact is true."""
        says = FACT_EQUATIONS.get(f"{fact.name}/{len(fact.terms)}")
        if says is None:
            return []
        return list(says(self.domain, fact.terms, *map(self.coordinates, fact.terms)))

    @property
    def used(self) -> int:
        """How many generators there are."""
        return len(self.names)

    def knows(self, t: Term) -> bool:
        """Whether a sub-term has been evaluated."""
        return t in self._values

    def term_of(self, place: int) -> Term | None:
        """The term whose value a generator is, unless it belongs to a symbol."""
        for product, (c, s) in ((p, self._plan.places[p]) for p in self._plan.angles):
            if place in (c, s):
                angle = _part_of(product_term(product), self._plan.angles[product])
                return cos(angle) if place == c else sin(angle)
        if place in self._plan.places["turn"]:
            return 2 * cos(pi / self._plan.turns)
        if place in self._plan.places["pi"]:
            return pi
        return self._root_terms.get(place, self._image_terms.get(place))

    # -- without a formula ------------------------------------------------------------------------

    def _assigned(self, t: Term) -> Coordinates:
        raise RewriteError(f"{brief(t)} has no coordinates")

    def _apply(self, t: Term) -> Coordinates:
        """By the user's function if it accepts generic numbers, otherwise by its name alone."""
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
        places = [self._spare_images.pop() for _ in range(count)]
        image = tuple([self.ring.generator(place) for place in places])
        if t.sort is Scalar:
            self._image_terms[places[0]] = t
            self.positive += places if t.op is plain_exp else []
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
        """The point of an equal angle seen before, if it is divided finely enough; else a new
        one."""
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


def _part_of(angle: Any, parts: int) -> Any:
    """An angle divided into parts, written as a product, since a division would have to be
    allowed."""
    return angle if parts == 1 else times.build((number(Fraction(1, parts)), angle))


def _same(x: Coordinates, y: Coordinates) -> bool:
    return len(x) == len(y) and all(p == q for p, q in zip(x, y, strict=True))


def _off_diagonal(x: Coordinates, n: int) -> Sequence[Any]:
    return [c for i, c in enumerate(x) if i % (n + 1)]


def _minus(x: Coordinates, y: Coordinates) -> list[Any]:
    return [p - q for p, q in zip(x, y, strict=True)]


def _orthonormal(domain: Domain, x: Coordinates, n: int) -> list[Any]:
    return _minus(f.product(x, f.transpose(x, n), n), f.identity(domain, n))


def _triad(*axes: Coordinates) -> list[Any]:
    turns = [(axes[i], axes[(i + 1) % 3], axes[i - 1]) for i in range(3)]
    zeros = [f.dot(x, y) for x, y, _ in turns] + [f.dot(x, x) - 1 for x in axes]
    return zeros + [c for x, y, z in turns for c in _minus(f.cross(x, y), z)]


def _size(ts: Sequence[Term]) -> int:
    return ts[0].shape[0]


FACT_EQUATIONS: dict[str, Any] = {
    "symmetric/1": lambda d, ts, x: _minus(x, f.transpose(x, _size(ts))),
    "antisymmetric/1": lambda d, ts, x: f.add(x, f.transpose(x, _size(ts))),
    "diagonal/1": lambda d, ts, x: _off_diagonal(x, _size(ts)),
    "orthogonal/1": lambda d, ts, x: _orthonormal(d, x, _size(ts)),
    "rotation/1": lambda d, ts, x: [
        *_orthonormal(d, x, _size(ts)),
        f.determinant(d, x, _size(ts)) - 1,
    ],
    "unit/1": lambda d, ts, x: [f.dot(x, x) - 1],
    "pure/1": lambda d, ts, x: x[:1],
    "orthogonal/2": lambda d, ts, x, y: [f.dot(x, y)],
    "collinear/2": lambda d, ts, x, y: f.cross(x, y),
    "equals/2": lambda d, ts, x, y: _minus(x, y),
    "triad/3": lambda d, ts, *axes: _triad(*axes),
}
"""Polynomials that vanish if a fact holds. `recheck.py` calculates the same, in the same order."""


def _with_plain_root(t: Term) -> tuple[Term, ...]:
    """A root, and for x^(-1/2) or x^(3/2) also x^(1/2), after which generators are named."""
    if t.op is not power or t.args[1].value.numerator == 1:
        return (t,)
    plain = number(Fraction(1, t.args[1].value.denominator))
    return t, power.build((t.args[0], plain))
