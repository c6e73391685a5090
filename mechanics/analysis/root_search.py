"""Equations with one unknown in each factor, solved one after the other.

Factors are polynomials of degree 1 and 2, or a sin q + b cos q + c. All solutions are found, or
NotSolvedError says why not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import sympy

from rewrite import interruptible

from .reducing import shorter


class NotSolvedError(Exception):
    """The equations were not solved with symbols; the message says why."""


def solved(
    equations: list[Any], unknowns: list[Any], known: dict[Any, Any], conditions: tuple[str, ...]
) -> Iterator[tuple[dict[Any, Any], tuple[str, ...]]]:
    """All solutions, branch by branch."""
    rest = [e for e in (_numerator(e, known) for e in equations) if e != 0]
    bare = [e for e in rest if not e.free_symbols & set(unknowns)]
    if not all(map(_vanishes, bare)):
        return
    rest = [e for e in rest if e not in bare]
    if not rest:
        yield known, conditions
        return
    equation = min(rest, key=lambda e: (len(e.free_symbols & set(unknowns)), sympy.count_ops(e)))
    for part in _factors(equation):
        base = part.base if isinstance(part, sympy.Pow) else part
        there = [q for q in unknowns if base.has(q)]
        if not there:
            continue
        if len(there) > 1:
            raise NotSolvedError("a factor has several unknowns")
        for value, condition in _roots(base, there[0]):
            more = (*conditions, condition) if condition else conditions
            others = [e for e in rest if e is not equation]
            yield from solved(others, unknowns, {**known, there[0]: value}, more)


@interruptible
def _vanishes(e: Any) -> bool:
    """Whether a term of parameters is zero, or NotSolvedError if that is not decided.

    A value at a random point shows that it is not zero."""
    if shorter(e) == 0:
        return True
    symbols = sorted(e.free_symbols, key=str)
    rng = np.random.default_rng(len(symbols))
    for _ in range(3):
        point = {s: sympy.Rational(int(rng.integers(100, 900)), 307) for s in symbols}
        if abs(sympy.N(e.subs(point), 30)) > 1e-15:
            return False
    raise NotSolvedError("it was not decided whether a term vanishes")


@interruptible
def _numerator(e: Any, known: dict[Any, Any]) -> Any:
    return sympy.numer(sympy.together(sympy.expand_trig(sympy.expand(e.subs(known)))))


@interruptible
def _factors(e: Any) -> tuple[Any, ...]:
    return tuple(sympy.Mul.make_args(sympy.factor(e)))


@interruptible
def _roots(e: Any, q: Any) -> list[tuple[Any, str]]:
    """The roots of a polynomial in q, or of one of degree 1 in sin q and cos q."""
    S, C = sympy.symbols("S_q C_q")
    written = e.subs({sympy.sin(q): S, sympy.cos(q): C})
    if not written.has(S) and not written.has(C):
        if not e.is_polynomial(q):
            raise NotSolvedError("a factor is not a polynomial")
        return _of_polynomial(sympy.Poly(e, q))
    if written.has(q) or not written.is_polynomial(S, C):
        raise NotSolvedError("a factor mixes a coordinate with its sine")
    poly = sympy.Poly(written, S, C)
    if poly.total_degree() > 1:
        raise NotSolvedError("a factor is of higher degree in sine and cosine")
    a, b, c = (poly.coeff_monomial(x) for x in (S, C, 1))
    return _of_angle(a, b, c)


def _of_polynomial(poly: Any) -> list[tuple[Any, str]]:
    if poly.degree() > 2:
        raise NotSolvedError("a factor is a polynomial of higher degree")
    coefficients = poly.all_coeffs()
    if len(coefficients) == 2:
        return [(-coefficients[1] / coefficients[0], "")]
    a, b, c = coefficients
    inside = shorter(b**2 - 4 * a * c)
    if inside == 0:
        return [(-b / (2 * a), "")]
    if inside.is_number:
        if inside < 0:
            return []
        condition = ""
    else:
        condition = f"{inside} >= 0"
    root = sympy.sqrt(inside)
    return [((-b + root) / (2 * a), condition), ((-b - root) / (2 * a), condition)]


def _of_angle(a: Any, b: Any, c: Any) -> list[tuple[Any, str]]:
    """a sin q + b cos q + c = 0."""
    if c == 0 and b == 0:
        return [(sympy.Integer(0), ""), (sympy.pi, "")]
    if c == 0 and a == 0:
        return [(sympy.pi / 2, ""), (-sympy.pi / 2, "")]
    if c == 0:
        return [(sympy.atan(-b / a), ""), (sympy.atan(-b / a) + sympy.pi, "")]
    if b == 0:
        x = shorter(-c / a)
        return _within(x, [sympy.asin(x), sympy.pi - sympy.asin(x)])
    if a == 0:
        x = shorter(-c / b)
        return _within(x, [sympy.acos(x), -sympy.acos(x)])
    x, turn = shorter(-c / sympy.sqrt(a**2 + b**2)), sympy.atan2(a, b)
    return _within(x, [turn + sympy.acos(x), turn - sympy.acos(x)])


def _within(x: Any, roots: list[Any]) -> list[tuple[Any, str]]:
    """Roots that exist if |x| ≤ 1; if |x| = 1, both are the same."""
    if x.is_number:
        if not abs(x) <= 1:
            return []
        return [(r, "") for r in (roots[:1] if abs(x) == 1 else roots)]
    return [(r, f"({x})**2 <= 1") for r in roots]


def repeats(f: Any, u: Any) -> bool:
    """Whether f does not change by a full turn of u, if u occurs in a sine or cosine at all. Only
    then are the one or two zeros that are found all zeros, up to full turns."""
    waves = [w for w in sympy.sympify(f).atoms(sympy.sin, sympy.cos, sympy.tan) if w.has(u)]
    if not waves:
        return True
    names = {w: sympy.Dummy() for w in waves}
    whole = all(w.args[0].diff(u).is_Integer for w in waves)
    return whole and not sympy.sympify(f).xreplace(names).has(u)
