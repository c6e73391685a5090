"""Dimension and degree of a monomial ideal, by its Hilbert series."""

from __future__ import annotations

from collections.abc import Sequence

Monomial = tuple[int, ...]
MOST_SPLITS = 20_000
"""The count is given up after an ideal is split this many times."""


def dimension_and_degree(leads: Sequence[Monomial], variables: int) -> tuple[int, int] | None:
    """The affine dimension of an ideal and its degree, from the leading monomials of a basis in a
    graded order: (-1, 0) if there is no solution at all, None if the count is given up.

    For dimension zero the degree is the number of solutions with their multiplicities.

    >>> dimension_and_degree([(2, 0), (0, 3)], 2), dimension_and_degree([(1, 1)], 2)
    ((0, 6), (1, 2))
    """
    numerator = _numerator(_minimal(leads))
    if numerator is None:
        return None
    codimension = 0
    while any(numerator):
        if sum(numerator):
            return variables - codimension, sum(numerator)
        numerator, codimension = _divided(numerator), codimension + 1
    return -1, 0


def _minimal(monomials: Sequence[Monomial]) -> list[Monomial]:
    """The monomials that no other one divides."""
    kept: list[Monomial] = []
    for m in sorted(set(monomials), key=lambda m: (sum(m), m)):
        if not any(all(a <= b for a, b in zip(k, m, strict=True)) for k in kept):
            kept.append(m)
    return kept


def _numerator(ideal: list[Monomial]) -> list[int] | None:
    """The numerator of the Hilbert series over (1 - t)ⁿ, lowest power first."""
    total = [0]
    rest = [(ideal, 1, 0)]
    for _ in range(MOST_SPLITS):
        if not rest:
            return total
        monomials, sign, shift = rest.pop()
        if not monomials or not any(monomials[0]):
            if not monomials:
                _add(total, sign, shift)
            continue
        last, before = monomials[-1], monomials[:-1]
        colon = [tuple(max(0, a - b) for a, b in zip(m, last, strict=True)) for m in before]
        rest.append((before, sign, shift))
        rest.append((_minimal(colon), -sign, shift + sum(last)))
    return None


def _add(total: list[int], sign: int, shift: int) -> None:
    total.extend([0] * (shift + 1 - len(total)))
    total[shift] += sign


def _divided(p: list[int]) -> list[int]:
    """A polynomial that vanishes at 1, divided by 1 - t."""
    found, carried = [], 0
    for a in p[:-1]:
        carried += a
        found.append(carried)
    return found or [0]
