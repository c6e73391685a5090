"""Squares of functions that add up to a number: one of the two is replaced by the other.

sin² x + cos² x = 1 is a rule. Matching finds it if both squares have the same factor; with
different factors, A + B sin² x + C cos² x, the rule is read as sin² x = 1 − cos² x or in reverse,
and everything is collected: A + C + (B − C) sin² x. For each operand x the direction that leaves
fewer monomials is taken. The functions are those of the given rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import comb
from typing import Any, NamedTuple

from ..core.linear import add, power
from ..core.operators import NUMBER
from ..core.terms import Term, postorder
from ..errors import LimitError
from ..kernel.polynomials import Kernel
from ..kernel.reader import tidied
from ..kernel.tables import Op
from ..kernel.word_forms import merged
from ..kernel.writing import Polynomial
from ..matching.scalar_products import Monomial as Factors
from ..normalform.monomials import tidy
from ..normalform.walk import Normaliser
from ..rewriting.ruleset import RuleSet

MOST_MONOMIALS, MOST_OPERANDS = 400, 12
"""The longest sums that are examined, and the most different operands of the functions."""


class Relation(NamedTuple):
    """c f(x)² + d g(x)² = e for all x."""

    f: Op
    g: Op
    c: Fraction
    d: Fraction
    e: Fraction


@lru_cache(maxsize=100)
def relations_of(rules: RuleSet) -> tuple[Relation, ...]:
    """The relations from rules by which two squares of functions of one variable add up to a
    number.

    >>> from rules import PYTHAGORAS
    >>> [(r.f.name, r.g.name, str(r.e)) for r in relations_of(PYTHAGORAS)]
    [('cos', 'sin', '1')]
    """
    found = []
    for rule in rules.rules:
        squares = [_square(a) for a in rule.left.args] if rule.left.op is add else []
        if len(squares) == 2 and rule.right.op is NUMBER and not rule.conditions:
            one, two = squares
            if one is not None and two is not None and one[2] is two[2]:
                e = Fraction(rule.right.value)
                found.append(Relation(one[1], two[1], one[0], two[0], e))
    return tuple(found)


def _square(t: Term) -> tuple[Fraction, Op, Term] | None:
    """A number, a function and its variable, if a term is a multiple of the function's square."""
    m = Factors.of(t)
    if m.core is not None or list(m.factors.values()) != [2]:
        return None
    (base,) = m.factors
    if len(base.args) != 1 or base.args[0].args:
        return None
    return Fraction(m.c), base.op, base.args[0]


def has_squares_of_two(t: Term) -> bool:
    """Whether a term has powers of two different functions of one operand."""
    seen: dict[Term, Op] = {}
    for s in postorder(t):
        if s.op is power and len(s.args[0].args) == 1:
            base = s.args[0]
            if seen.setdefault(base.args[0], base.op) is not base.op:
                return True
    return False


def with_fewer_squares(t: Term, walk: Normaliser, relations: Iterable[Relation]) -> Term:
    """A normal sum in which only one of the squares of two functions of an operand is left."""
    found = t
    for relation in relations:
        try:
            found = _eliminated(found, walk, relation)
        except (LimitError, ArithmeticError):
            continue
    return found


def _eliminated(t: Term, walk: Normaliser, relation: Relation) -> Term:
    kernel = Kernel(walk, most=MOST_MONOMIALS, deep=False)
    poly = kernel.polynomial(t)
    changed = False
    for one, two in _pairs(kernel, poly, relation)[:MOST_OPERANDS]:
        by_two = _without(poly, one, two, relation.c, relation.d, relation.e)
        by_one = _without(poly, two, one, relation.d, relation.c, relation.e)
        poly, changed = min(by_two, by_one, key=len), True
    return kernel.term(poly, t.sort, t.shape) if changed else t


def _pairs(kernel: Kernel, poly: Polynomial, relation: Relation) -> list[tuple[int, int]]:
    """The letters of both functions of each operand, if squares of both are in the sum."""
    squared = {x for m, _ in poly for x, y in pairwise(m) if x == y >= 0}
    of: dict[Op, dict[Any, int]] = {relation.f: {}, relation.g: {}}
    for x in squared:
        s = kernel.alphabet.scalar_terms[x]
        if isinstance(s, Term) and s.op in of:
            of[s.op][s.args[0]] = x
    one, two = of[relation.f], of[relation.g]
    return [(x, two[operand]) for operand, x in one.items() if operand in two]


def _without(poly: Polynomial, x: int, y: int, c: Fraction, d: Fraction, e: Fraction) -> Polynomial:
    """A polynomial with c x² written as e − d y²."""
    found: Polynomial = {}
    for (m, w), n in poly.items():
        k = m.count(x) // 2
        if not k:
            found[m, w] = found.get((m, w), 0) + n
            continue
        at = m.index(x)
        rest = m[:at] + m[at + 2 * k :]
        for i in range(k + 1):
            key = merged(rest, (y,) * (2 * i)), w
            found[key] = found.get(key, 0) + n * comb(k, i) * e ** (k - i) * (-d) ** i / c**k
    return tidied({key: tidy(n) for key, n in found.items()})
