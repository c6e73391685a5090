"""From the caller's arguments to a closure: check unknowns and values, lower terms, compile."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import pi
from typing import Any

from rewrite import Angle, Context, Graph, Term, interruptible, lower
from rewrite import pi as half_turn

from ...errors import ModelError
from .closure_terms import ClosureTerms, closure_terms, symbols_of
from .closures import Closure
from .compiling import Compiler, Points
from .questions import Question
from .sine_arguments import sine_arguments

FINEST_TURN = 120
"""Floating-point angles are read as multiples of π/120 where they are close to one."""


def read_closure(asked: Question) -> Closure:
    """The closure that the caller's arguments describe."""
    terms = closure_terms(asked.equations, asked.relations, asked.positive)
    symbols = _unknown_symbols(asked.unknowns)
    given = _given(asked.values, symbols)
    terms.add_lengths_of_units(symbols, given)
    stands_for = terms.with_quaternions(symbols_of([*symbols, *terms.all().values()]))
    context = Context(*terms.facts) if terms.facts else None
    first = lower(terms.all(), context=context, arrange=False)
    under_sines = {atom[0] for form in sine_arguments(first).values() for atom in form}
    numbers, points = _numbers(given, under_sines)
    graph = lower(terms.all(), numbers, context=context, arrange=False) if numbers else first
    return _compiled(graph, terms, [stands_for.get(s, s) for s in symbols], points)


@interruptible
def _compiled(graph: Graph, terms: ClosureTerms, unknowns: list[Term], points: Points) -> Closure:
    return Compiler(graph, terms, unknowns, points).closure()


def _unknown_symbols(unknowns: Any) -> list[Term]:
    if isinstance(unknowns, Term):
        unknowns = [unknowns]
    if isinstance(unknowns, str) or not isinstance(unknowns, Iterable):
        raise ModelError(f"unknowns are a list of symbols, not {unknowns!r}")
    found: list[Term] = []
    seen: set[Term] = set()
    for s in unknowns:
        if not isinstance(s, Term) or not s.is_symbol:
            raise ModelError(f"an unknown of a closure is a symbol, not {s!r}")
        if s in seen:
            raise ModelError(f"{s} is given twice among the unknowns")
        seen.add(s)
        found.append(s)
    if not found:
        raise ModelError("a closure needs unknowns: give the symbols that move")
    return found


def _given(values: Any, unknowns: list[Term]) -> dict[Term, Any]:
    if values is None:
        return {}
    if not isinstance(values, Mapping):
        raise ModelError(f"values are given by a mapping from parameters, not by {values!r}")
    moving = set(unknowns)
    for s in values:
        if not isinstance(s, Term) or not s.is_symbol:
            raise ModelError(f"values are given to symbols, not to {s!r}")
        if s in moving:
            raise ModelError(f"{s} is an unknown: give its value in at=, not in values=")
    return dict(values)


def _numbers(given: dict[Term, Any], under_sines: set[Any]) -> tuple[dict[Term, Any], Points]:
    """Values for `lower`, and angles that are given as points of the circle."""
    numbers: dict[Term, Any] = {}
    points: Points = {}
    for s, value in given.items():
        if isinstance(value, Angle):
            points[s] = circle_point(s, value)
        elif isinstance(value, float):
            numbers[s] = angle_term(value) if s in under_sines else Fraction(repr(value))
        else:
            numbers[s] = value
    return numbers, points


def circle_point(s: Term, value: Angle) -> tuple[Fraction, Fraction]:
    """The exact cosine and sine of an Angle."""
    point = Fraction(value.cos), Fraction(value.sin)
    if point[0] ** 2 + point[1] ** 2 != 1 or value.parts != 1:
        raise ModelError(f"{s}: {value} is not an exact point of the unit circle")
    return point


def angle_term(value: float) -> Any:
    """A float as an angle: a multiple of π where it is close to one, or a rational number.

    >>> angle_term(0.5235987755982988), angle_term(0.3)
    (1/6*pi, Fraction(3, 10))
    """
    q = Fraction(value / pi).limit_denominator(FINEST_TURN)
    if abs(float(q) * pi - value) < 1e-12:
        return q * half_turn
    return Fraction(repr(value))
