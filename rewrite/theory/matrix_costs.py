"""Costs of matrix products: chains in the cheaper order, without zeros and symmetric halves.

The operator that transposes is handed in as `turn`: it is declared with these costs.
"""

from __future__ import annotations

from typing import Any

from ..core.linear import power
from ..core.operators import Operations, Operator
from ..core.sorts import Matrix
from ..core.structure import Structure, structure
from ..core.terms import Term

Op = Operator[..., Any]
MAX_REPEATED = 8
"""The largest power of a matrix that is cheaper to apply to a vector again and again."""


def repeated_letters(t: Term) -> tuple[Term, ...]:
    """The factors as they are calculated: A³ v is A (A (A v)), without the power of A."""
    if 1 not in t.shape or all(a.op is not power for a in t.args):
        return t.args
    found: list[Term] = []
    for a in t.args:
        letter = a.op is power and a.shape != (1, 1)
        repeats = letter and 0 < a.args[1].value <= MAX_REPEATED
        found += [a.args[0]] * a.args[1].value if repeats else [a]
    return tuple(found)


def segments(letters: tuple[Term, ...]) -> list[tuple[Term, ...]]:
    """A word of matrices, cut where what is read so far is 1×1: only the last may be a matrix.

    Scalars between the letters of a word are segments of their own.
    """
    found: list[tuple[Term, ...]] = []
    word: list[Term] = []
    for x in letters:
        if x.shape == (1, 1):
            found.append((x,))
            continue
        word.append(x)
        if word[0].shape[0] == 1 and x.shape[1] == 1:
            found.append(tuple(word))
            word = []
    return [*found, tuple(word)] if word else found


def word_structure(word: tuple[Term, ...], turn: Op) -> Structure:
    """The structure of a product from its letters alone."""
    if all(structure(a) is Structure.DIAGONAL for a in word):
        return Structure.DIAGONAL
    return mirrored(word, turn)


def mirrored(word: tuple[Term, ...], turn: Op) -> Structure:
    """Symmetric where a word reads the same transposed, antisymmetric where only the letter in the
    middle changes its sign."""
    for x, y in zip(word, word[::-1], strict=True):
        if x is y:
            if x.sort is not Matrix or structure(x) is Structure.FULL:
                return Structure.FULL
        elif not (y.op is turn and y.args[0] is x) and not (x.op is turn and x.args[0] is y):
            return Structure.FULL
    middle = structure(word[len(word) // 2]) if len(word) % 2 else Structure.SYMMETRIC
    skew = middle is Structure.ANTISYMMETRIC
    return Structure.ANTISYMMETRIC if skew else Structure.SYMMETRIC


def word_cost(letters: tuple[Term, ...], turn: Op) -> Operations:
    """A chain of matrices: each segment in the cheaper of the two obvious orders; what comes out
    as a scalar is multiplied together, and scales the smallest letter or the result."""
    words = segments(letters)
    ways = [[_one_way(word, step, turn) for step in (1, -1)] for word in words if len(word) > 1]
    parts = [min(both) for both in ways]
    m, a = sum(p[0] for p in parts), sum(p[1] for p in parts)
    rest = words[-1]
    rows, cols = rest[0].shape[0], rest[-1].shape[1]
    if (rows, cols) == (1, 1):
        return m + len(words) - 1, a
    if len(words) > 1:
        m += len(words) - 2 + min(rows * cols, *(x.shape[0] * x.shape[1] for x in rest))
    return m, a


def _one_way(letters: tuple[Term, ...], step: int, turn: Op) -> tuple[int, int]:
    """A product from one end to the other; of a symmetric one, half of the last."""
    mirror = mirrored(letters, turn)
    if len(letters) == 2 and letters[0] is letters[1] and mirror is Structure.SYMMETRIC:
        return symmetric_square(letters[0])
    letters = letters[::step]
    m = a = 0
    zeros, shape = _zeros(letters[0]), letters[0].shape
    for i, letter in enumerate(letters[1:], 2):
        left, right = (shape, letter.shape) if step == 1 else (letter.shape, shape)
        kinds = {zeros, _zeros(letter)}
        on, off = _products(kinds, left[1])
        zeros = _FULL if on and off else _DIAGONAL if on else _HOLLOW
        shape = (left[0], right[1])
        n = min(shape)
        beside = shape[0] * shape[1] - n
        if i == len(letters) and mirror is not Structure.FULL:
            beside //= 2
            n = 0 if mirror is Structure.ANTISYMMETRIC else n
        m += n * on + beside * off
        a += n * max(0, on - 1) + beside * max(0, off - 1)
        if _HOLLOW in kinds and not (_FULL in kinds and _balanced(letters[:i])):
            a += n * (on > 0) + beside * (off > 0)
    return m, a


def symmetric_square(base: Term) -> tuple[int, int]:
    """The square of a symmetric or antisymmetric matrix: the squares of entries above the diagonal
    stand in two entries on it. Every entry may need a sign if it is antisymmetric; of an operator
    that only changes signs, such as a tilde, those on the diagonal."""
    n = base.shape[0]
    pairs = n * (n - 1) // 2
    if structure(base) is Structure.SYMMETRIC:
        return n + pairs + pairs * n, (n + pairs) * (n - 1)
    signs = n + pairs * (not base.op.signs_in)
    return pairs + pairs * (n - 2), n * (n - 2) + pairs * max(0, n - 3) + signs


def _balanced(letters: tuple[Term, ...]) -> bool:
    """Whether the signs of what is antisymmetric are taken up by sums: a tilde has both signs in
    every row and column."""
    return all(x.op.signs_in or structure(x) is not Structure.ANTISYMMETRIC for x in letters)


_FULL, _DIAGONAL, _HOLLOW = "full", "diagonal", "hollow"


def _zeros(t: Term) -> str:
    """Where a matrix is not zero: anywhere, on the diagonal alone, or beside it alone."""
    found = structure(t)
    if found is Structure.ANTISYMMETRIC:
        return _HOLLOW
    return _FULL if found in (Structure.FULL, Structure.SYMMETRIC) else _DIAGONAL


def _products(kinds: set[str], inner: int) -> tuple[int, int]:
    """How many products an entry of a product is the sum of, on the diagonal and beside it."""
    if kinds == {_FULL}:
        return inner, inner
    if kinds == {_FULL, _HOLLOW}:
        return inner - 1, inner - 1
    if kinds == {_HOLLOW}:
        return inner - 1, inner - 2
    if kinds == {_DIAGONAL}:
        return 1, 0
    return (1, 1) if _FULL in kinds else (0, 1)
