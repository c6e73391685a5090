"""Limits on terms that a sheet takes apart into numbers or scalars.

A line of text can stand for an arbitrarily large matrix or power. As symbols these are harmless;
but commands that work on entries would take all time and memory, so they are refused beforehand.
"""

from __future__ import annotations

from fractions import Fraction
from math import prod

from ..core.linear import power
from ..core.terms import Term, postorder
from ..errors import LimitError
from ..text.printing import brief

MAX_ENTRIES = 144
"""The most entries of a matrix that is taken apart: 12 × 12."""
MAX_DEGREE = 2_000
"""The largest exponent, including powers of powers, that is worked out."""


def small_enough(*terms: Term) -> None:
    """Refuse terms with too many entries or too large powers to be worked out.

    >>> from rewrite import matrix
    >>> small_enough(matrix("A", 9999))
    Traceback (most recent call last):
    ...
    rewrite.errors.LimitError: A has 99980001 entries, and at most 144 are worked out
    """
    for t in terms:
        degree: dict[Term, int] = {}
        for s in postorder(t):
            entries = prod(s.shape)
            if entries > MAX_ENTRIES:
                raise LimitError(
                    f"{brief(s)} has {entries} entries, and at most {MAX_ENTRIES} are worked out"
                )
            degree[s] = _degree(s, degree)
            if degree[s] > MAX_DEGREE:
                raise LimitError(
                    f"{brief(s)}: powers are worked out up to the exponent {MAX_DEGREE}"
                )


def _degree(t: Term, degree: dict[Term, int]) -> int:
    """The product of the exponents of powers within powers."""
    below = max((degree[a] for a in t.args), default=1)
    if t.op is not power:
        return below
    exponent: int | Fraction = t.args[1].value
    return below * max(1, abs(exponent.numerator), exponent.denominator)
