"""What a matrix looks like before anything is known of its entries: where it is zero, and which of
its entries give others.

This is read from the term alone, and lowering finds all of it again in the entries: what is said
here is an upper bound of what has to be calculated.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from weakref import WeakKeyDictionary

from ..core.linear import add, div, neg, power, scale
from ..core.operators import ONE, ZERO
from ..core.sorts import Matrix
from ..core.terms import Term, postorder
from .matrices import matmul, trans
from .vectors import outer, tilde


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
        """How many entries of a sum of that structure this one takes part in, of those that have
        to be calculated."""
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
_known: WeakKeyDictionary[Term, Structure] = WeakKeyDictionary()
_MIRRORED = (S.ONE, S.SAME, S.DIAGONAL, S.SYMMETRIC)
"""Those that are their own transposes."""


def structure(t: Term) -> Structure:
    """What a matrix looks like; other sorts are full.

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
    read = _READ.get(t.op)
    return S.FULL if read is None else read(t)


def _of_sum(t: Term) -> Structure:
    kinds = {structure(a) for a in t.args} - {S.ZERO}
    if not kinds:
        return S.ZERO
    if len(kinds) == 1:
        return S.SAME if kinds == {S.ONE} else kinds.pop()
    for kind in (S.SAME, S.DIAGONAL, S.SYMMETRIC):
        if all(k in _MIRRORED[: _MIRRORED.index(kind) + 1] for k in kinds):
            return kind
    return S.FULL


def _of_multiple(t: Term, at: int) -> Structure:
    found = structure(t.args[at])
    return S.SAME if found is S.ONE else found


def _of_power(t: Term) -> Structure:
    found, e = structure(t.args[0]), t.args[1].value
    if e == 2 and found in (S.SYMMETRIC, S.ANTISYMMETRIC):
        return S.SYMMETRIC
    positive = type(e) is int and e > 0
    return found if positive and found in (S.ONE, S.SAME, S.DIAGONAL) else S.FULL


def mirrored(word: tuple[Term, ...]) -> Structure:
    """The structure of a product from its letters alone: symmetric where it reads the same
    transposed, antisymmetric where only the letter in the middle changes its sign."""
    for x, y in zip(word, word[::-1], strict=True):
        if x is y:
            if x.sort is not Matrix or structure(x) is S.FULL:
                return S.FULL
        elif not (y.op is trans and y.args[0] is x) and not (x.op is trans and x.args[0] is y):
            return S.FULL
    middle = structure(word[len(word) // 2]) if len(word) % 2 else S.SYMMETRIC
    return S.ANTISYMMETRIC if middle is S.ANTISYMMETRIC else S.SYMMETRIC


def _of_word(t: Term) -> Structure:
    if all(structure(a) is S.DIAGONAL for a in t.args):
        return S.DIAGONAL
    return mirrored(t.args)


_READ: dict[object, Callable[[Term], Structure]] = {
    ZERO: lambda t: S.ZERO,
    ONE: lambda t: S.ONE,
    add: _of_sum,
    neg: lambda t: _of_multiple(t, 0),
    trans: lambda t: structure(t.args[0]),
    scale: lambda t: _of_multiple(t, 1),
    div: lambda t: _of_multiple(t, 0),
    power: _of_power,
    tilde: lambda t: S.ANTISYMMETRIC,
    outer: lambda t: S.SYMMETRIC if t.args[0] is t.args[1] else S.FULL,
    matmul: _of_word,
}
