"""Angles in files: exact numbers, or multiples of π/12 if they are close to one."""

from __future__ import annotations

import math
from fractions import Fraction

from rewrite import Scalar, number, pi

SHARP = Fraction(1, 10**13)
"""A number this close to a multiple of π/12 is that multiple: no measurement is so accurate."""
ROUGH = Fraction(1, 10**3)
"""The same for files whose angles are rounded, as 1.57 is."""


def angle(value: Fraction, *, rounded: bool = False) -> Scalar:
    """An angle in a file: a multiple of π/12 if enough digits agree, otherwise the exact number.

    With `rounded`, three digits are enough.

    >>> angle(Fraction("1.5707963267948966")), angle(Fraction("1.57")), angle(Fraction(0))
    (1/2*pi, 157/100, 0)
    >>> angle(Fraction("1.57"), rounded=True)
    1/2*pi
    """
    parts = round(float(value) * 12 / math.pi)
    exact = Fraction(math.pi) * parts / 12
    found: Scalar = number(value)
    if abs(value - exact) < (ROUGH if rounded else SHARP):
        found = Fraction(parts, 12) * pi if parts else number(0)
    return found
