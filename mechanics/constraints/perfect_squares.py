"""Square roots of terms that are written as squares."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Any

from rewrite import Scalar, normal, number, power, sqrt


def root(square: Scalar) -> Scalar:
    """A square root of a term; for a product of squares without a root sign, and of either sign.

    >>> from rewrite import cos, scalars
    >>> a, b = scalars("a b")
    >>> root(4*a**2*cos(b)**2), root(a**2 + b**2)
    (2*a*cos(b), sqrt(a**2 + b**2))
    """
    found: Any = number(1)
    rest: list[tuple[Any, bool]] = [(square, True)]
    while rest:
        t, above = rest.pop()
        if t.op.name in ("times", "div"):
            rest += [(x, above ^ (t.op.name == "div" and i == 1)) for i, x in enumerate(t.args)]
            continue
        half = _half(t)
        if half is None:
            return sqrt(square)
        found = found * half if above else found / half
    whole: Scalar = normal(found)
    return whole


def _half(t: Any) -> Any:
    """The root of a factor that is a square number or an even power; otherwise None."""
    if t.op.constant:
        value = Fraction(t.value)
        parts = isqrt(abs(value.numerator)), isqrt(value.denominator)
        fits = value > 0 and Fraction(parts[0] ** 2, parts[1] ** 2) == value
        return number(Fraction(*parts)) if fits else None
    if t.op is power and t.args[1].op.constant and t.args[1].value % 2 == 0:
        return t.args[0] ** (t.args[1].value // 2)
    return None
