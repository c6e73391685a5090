"""The task of drawing a point: symbols, their facts, the equations between them, and the angles.

It is made from terms and a context once, and then serves any number of random points.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, cast

from ..core.context import RELATIONS, Context
from ..core.definitions import by_definition
from ..core.facts import KINDS, Fact, closure
from ..core.hooks import hooks
from ..core.linear import add, div, neg, power, times
from ..core.operators import OPAQUE, coerce, number
from ..core.sorts import Scalar
from ..core.terms import Term, free_symbols, order, postorder
from ..deadline import timed
from ..errors import FactError, NotExactError
from ..theory.functions import log, plain_log
from ..theory.lengths import norm, norm2
from ..theory.scalars import pi
from ..theory.vectors import dot
from .angles import HALF_TURN, UNIT, Phase, Product, phase, phase_term, product_term
from .values import described


@dataclass(frozen=True)
class Equation:
    """An equation between terms, and what can be read off it."""

    left: Term
    right: Term

    @cached_property
    def difference(self) -> Term:
        return add.build((self.left, neg.build((self.right,))))  # type: ignore[no-any-return]

    @cached_property
    def _read(self) -> Phase | None:
        try:
            return phase(self.difference) if self.left.sort is Scalar else None
        except NotExactError:  # too large to expand
            return None

    @property
    def phase(self) -> Phase:
        """The difference of the sides as an angle; empty if it is zero or not one."""
        return self._read or {}

    @property
    def is_trivial(self) -> bool:
        """Whether both sides are the same sum."""
        return self._read == {}

    @property
    def is_impossible(self) -> bool:
        """Whether it says that a polynomial in π with rational coefficients is zero."""
        return bool(self.phase) and all(atom is pi for p in self.phase for atom, _ in p)

    @property
    def sides(self) -> tuple[Term, Term]:
        return self.left, self.right

    @cached_property
    def symbols(self) -> frozenset[Term]:
        return free_symbols(self.left) | free_symbols(self.right)

    @cached_property
    def gives(self) -> list[tuple[Term, Term]]:
        """Symbols with the values that a linear equation gives them in terms of the others."""
        ways = [(self.left, self.right), (self.right, self.left)]
        for product, q in self.phase.items():
            if sum(k for _, k in product) == 1:
                rest = {p: r for p, r in self.phase.items() if p != product}
                ways += [(atom, phase_term(rest, -1 / q)) for atom, _ in product]
        return [(x, y) for x, y in ways if x.is_symbol and x not in free_symbols(y)]

    def without_roots(self) -> Equation:
        """√X = Y as X = Y², which can be solved; it remains to be checked that the root is not
        -Y."""
        for product, q in self.phase.items():
            atom, k = next(iter(product), (None, 0))
            if atom is None or len(product) > 1 or k != 1 or atom.op is not power:
                continue
            n = 1 / Fraction(atom.args[1].value)
            if abs(n) > 1 and n.denominator == 1:
                rest = phase_term({p: r for p, r in self.phase.items() if p != product}, -1 / q)
                value = hooks.normal(power.build((rest, number(n))))
                return Equation(atom.args[0], value).without_roots()
        return self

    def without_quotients(self) -> Equation:
        """X/y = Z as X - y Z = 0, unless it gives a symbol; it remains to be checked that y is not
        zero."""
        atoms = () if self.gives else sorted({a for p in self.phase for a, _ in p}, key=order)
        for atom in atoms:
            if _divisor(atom) is not None:
                parts = [_cleared(atom, dict(p), q) for p, q in self.phase.items()]
                zero = number(0)
                return Equation(hooks.normal(add.build((zero, *parts))), zero).without_quotients()
        return self

    def length(self, v: Term) -> tuple[Term, bool] | None:
        """The length of a symbol that the equation gives, and whether it is squared."""
        for x, y in ((self.left, self.right), (self.right, self.left)):
            if x.args in ((v,), (v, v)) and x.op in (dot, norm2, norm) and v not in free_symbols(y):
                return y, x.op is not norm
        return None

    def component(self, v: Term) -> tuple[Term, Term] | None:
        """X and y where the equation says v · X = y, both known when v is drawn, y not zero."""
        for x, y in ((self.left, self.right), (self.right, self.left)):
            if x.op is dot and v in x.args and y != 0:
                other = x.args[x.args[0] is v]
                return None if v in free_symbols(other) | free_symbols(y) else (other, y)
        return None

    def across(self, op: Any, v: Term) -> Term | None:
        """X if the equation is op(v, X) = 0 or op(X, v) = 0."""
        if self.left.op is op and self.right == 0 and v in self.left.args:
            other = self.left.args[self.left.args[0] is v]
            return None if v in free_symbols(other) else other
        return None


def _divisor(t: Term) -> Term | None:
    """The divisor of a quotient by a symbol, or of a negative power of one; otherwise None."""
    if not (t.op in (div, power) and t.sort is Scalar and t.args[t.op is div].is_symbol):
        return None
    if t.op is div:
        return t.args[1]
    n = t.args[1].value
    below = n < 0 and n.denominator == 1
    return cast(Term, power.build((t.args[0], number(-n)))) if below else None


def _cleared(quotient: Term, product: dict[Term, int], q: Fraction) -> Term:
    """A multiple of a product of atoms, times the divisor of a quotient that may be among them."""
    above, below = quotient.args if quotient.op is div else (number(1), _divisor(quotient))
    k = product.pop(quotient, 0)
    rest = product_term(frozenset([*product.items()]))
    again = [quotient] * max(k - 1, 0)
    return cast(Term, times.build((number(q), above if k else below, *again, rest)))


@dataclass(frozen=True)
class Task:
    """Symbols to draw values for, with their facts, equations and angles."""

    symbols: list[Term]
    facts: dict[Term, frozenset[str]]
    equations: list[Equation]
    angles: dict[Product, int]
    """Products of symbols under sines, and into how many parts each is divided."""
    roots: dict[Term, int]
    """Symbols of which roots are taken, with the order of the root."""
    has_pi: bool
    blocks: dict[Term, Any] = field(default_factory=dict)
    """For each matrix, the diagonal blocks that satisfy its equations."""

    @staticmethod
    def of(terms: Iterable[Term], context: Context) -> Task:
        """The task of drawing all symbols of some terms and of a context."""
        equations, facts = unfolded(context)
        given = [*terms, *(t for fact in facts for t in fact.terms)]
        given += [side for equation in equations for side in equation.sides]
        written = [s for t in given for s in postorder(t) if s.op is log]
        given = [by_definition(t) for t in given]
        nodes = list(dict.fromkeys(s for t in given for s in postorder(t)))
        symbols = sorted((s for s in nodes if s.is_symbol or s.op is OPAQUE), key=order)
        known = {s: facts_of(s, facts) for s in symbols}
        equations = [e.without_roots().without_quotients() for e in equations if not e.is_trivial]
        angles = _angles(nodes, equations)
        roots = _roots([*nodes, *written])  # exp(log(x)) is x, for positive x
        return Task(symbols, known, equations, angles, roots, has_pi=pi in nodes)


def unfolded(context: Context) -> tuple[list[Equation], list[Fact]]:
    """A context as equations, and facts about single terms."""
    equations: list[Equation] = []
    facts: list[Fact] = []
    for fact in context.facts:
        if len(fact.terms) == 1 and fact.name in KINDS:
            facts.append(fact)
            continue
        found, implied = RELATIONS[f"{fact.name}/{len(fact.terms)}"](*fact.terms)
        equations += [Equation(x, coerce(y, x.sort, x.shape, str(fact))) for x, y in found]
        facts += implied
    return equations, facts


def facts_of(symbol: Term, facts: Iterable[Fact]) -> frozenset[str]:
    """The declared facts of a symbol and those of a context, with all that they imply."""
    names = {fact.name for fact in facts if fact.terms[0] is symbol}
    own = symbol.value.facts if symbol.is_symbol else frozenset[str]()
    if not names and not own:
        return own
    return closure(names | own, symbol.sort, symbol.shape, described(symbol))


def _angles(nodes: Iterable[Term], equations: list[Equation]) -> dict[Product, int]:
    """The products of symbols under sines, and into how many parts each must be divisible."""
    parts: dict[Product, int] = {}
    for t in nodes:
        if t.op.angle is not None:
            _divide(parts, t.args[t.op.angle], 1)
    for _ in equations:  # the parts of an angle given by an equation pass on to its summands
        before = dict(parts)
        for e in timed(equations):
            for symbol, other in e.gives:
                if frozenset([(symbol, 1)]) in parts:
                    _divide(parts, other, parts[frozenset([(symbol, 1)])])
        if parts == before:
            break
    for e in equations:
        _refuse_mixed(parts, e)
    return parts


def _refuse_mixed(parts: dict[Product, int], e: Equation) -> None:
    """Refuse an equation between an angle and another quantity.

    An angle has a value where it stands alone and, independently, a point of the circle. An
    equation must hold for both, or the sines of its sides would contradict it. So it may only
    relate angles by rational factors, or sines and cosines of angles.
    """
    outside = _outside_sines(e)
    relates_angles = bool(e.phase) and e.phase.keys() <= parts.keys() | {HALF_TURN}
    for product in parts:
        alone = sum(k for _, k in product) == 1
        if not any(atom in (outside if alone else e.symbols) for atom, _ in product):
            continue
        if not (alone and relates_angles):
            raise FactError(
                f"{e.left} = {e.right} relates the angle {product_term(product)} to a quantity "
                "that is not a rational multiple of an angle: such points cannot be drawn"
            )


def _outside_sines(e: Equation) -> set[Term]:
    """The atoms of an equation outside of sines."""
    found: set[Term] = set()
    stack = list(e.sides)
    while stack:
        t = stack.pop()
        if t not in found:
            found.add(t)
            stack += [a for i, a in enumerate(t.args) if i != t.op.angle]
    return found


def _divide(parts: dict[Product, int], angle: Term, by: int) -> None:
    for product, q in phase(angle).items():
        if product != UNIT and all(atom.is_symbol or atom is pi for atom, _ in product):
            parts[product] = lcm(parts.get(product, 1), (q / by).denominator)
    parts.pop(HALF_TURN, None)


def _roots(nodes: Iterable[Term]) -> dict[Term, int]:
    """Symbols of which roots or norms are taken, with the order of the root."""
    roots: dict[Term, int] = {}
    for t in nodes:
        if t.op in (norm, log, plain_log) and t.args[0].is_symbol:  # a square is positive
            roots[t.args[0]] = lcm(roots.get(t.args[0], 1), 2)
        elif t.op is power and t.args[0].is_symbol and t.args[1].value.denominator > 1:
            roots[t.args[0]] = lcm(roots.get(t.args[0], 1), t.args[1].value.denominator)
    return roots
