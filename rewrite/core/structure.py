"""The structure of a matrix before anything is known of its entries: where it is zero, and which
entries determine others.

This is read from the term alone: every operator whose result is a square matrix may declare it with
`structure=`. Lowering finds all of it again in the entries, so what is said here is an upper bound
of what has to be calculated.
"""

from __future__ import annotations

from enum import Enum
from weakref import WeakKeyDictionary

from ..errors import LawError
from .sorts import Matrix
from .terms import Term, postorder


class Structure(Enum):
    """From the most special to the general."""

    ZERO = "zero"
    ONE = "one"
    SAME = "multiple of the identity"
    DIAGONAL = "diagonal"
    SYMMETRIC = "symmetric"
    ANTISYMMETRIC = "antisymmetric"
    FULL = "full"

    def added(self, whole: Structure, rows: int, columns: int) -> int:
        """Of the entries of a sum that have to be calculated, how many this structure contributes
        to."""
        if self is Structure.ZERO:
            return 0
        if whole is Structure.FULL and self is not Structure.FULL:
            pairs = rows * (rows - 1) * (self in (Structure.SYMMETRIC, Structure.ANTISYMMETRIC))
            return pairs + rows * (self is not Structure.ANTISYMMETRIC)
        if self in (Structure.ONE, Structure.SAME):
            return 1 if whole is Structure.SAME else rows
        return self.distinct(rows, columns)

    def distinct(self, rows: int, columns: int) -> int:
        """How many entries have to be calculated: the others are zero, one, or given by these."""
        return {
            Structure.ZERO: 0,
            Structure.ONE: 0,
            Structure.SAME: 1,
            Structure.DIAGONAL: rows,
            Structure.SYMMETRIC: rows * (rows + 1) // 2,
            Structure.ANTISYMMETRIC: rows * (rows - 1) // 2,
        }.get(self, rows * columns)


S = Structure
MIRRORED = (S.ONE, S.SAME, S.DIAGONAL, S.SYMMETRIC)
"""The structures of symmetric matrices, from the most special to the general."""
_known: WeakKeyDictionary[Term, Structure] = WeakKeyDictionary()


def structure(t: Term) -> Structure:
    """The pattern of entries of a matrix; other sorts are full.

    >>> from rewrite import matrix, tilde, vector
    >>> r, A, J = vector("r"), matrix("A"), matrix("J", symmetric=True)
    >>> structure(J - 2 * (tilde(r) @ tilde(r))).value, structure(A @ J @ A.T).value
    ('symmetric', 'symmetric')
    """
    if t.sort is not Matrix or t.shape[0] != t.shape[1]:
        return S.FULL
    found = _known.get(t)
    if found is None:
        for s in postorder(t, known=_is_known):
            if not _is_known(s):
                _known[s] = _of(s)
        found = _known[t]
    return found


def _is_known(t: Term) -> bool:
    return t.sort is not Matrix or t.shape[0] != t.shape[1] or t in _known


def _of(t: Term) -> Structure:
    if t.is_symbol:
        facts = t.value.facts
        for kind in (S.DIAGONAL, S.SYMMETRIC, S.ANTISYMMETRIC):
            if kind.value in facts:
                return kind
        return S.FULL
    read = t.op.structure
    return S.FULL if read is None else named(read(t), t.op.name)


def named(kind: Structure | str, where: str) -> Structure:
    """A structure from its name, as operators may declare it.

    >>> named("symmetric", "f")
    <Structure.SYMMETRIC: 'symmetric'>
    """
    try:
        return Structure(kind)
    except ValueError:
        known = ", ".join(repr(s.value) for s in Structure)
        raise LawError(f"operator {where!r}: no structure {kind!r}; known are {known}") from None
