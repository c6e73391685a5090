"""What each standard operator costs, in scalar operations, when its operands are at hand.

(multiplications, additions), and where there are any divisions and function calls after them. The
figures are upper bounds of what lowering to scalars makes of the operator; a user's operator
declares its own with `cost=`.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from ..core.linear import add, div, neg, power, scale, times
from ..core.operators import ZERO
from ..core.terms import Term
from .matrices import det, inv, matmul, trace, trans
from .quaternions import conj, qmul, quat, rotate, rotation_matrix, scalar_part, vector_part
from .scalars import cos, sin, sqrt
from .structure import Structure, mirrored, structure
from .vectors import cross, dot, norm, norm2, outer, rot, tilde, triple, vee

MAX_REPEATED = 8
"""The largest power of a matrix that is cheaper to apply to a vector again and again."""
Operations = tuple[int, ...]
"""(multiplications, additions), (…, divisions), or (…, divisions, function calls)."""


def coordinates(t: Term) -> int:
    """How many scalars a value has."""
    return t.sort.coordinates(t.shape) or 1


def distinct(t: Term) -> int:
    """How many scalars of a value have to be calculated: half of a symmetric matrix."""
    if len(t.shape) != 2 or 1 in t.shape:
        return coordinates(t)
    return structure(t).distinct(*t.shape)


def _sum(t: Term) -> Operations:
    """Zeros are not added, and of what is symmetric one half is not."""
    addends = [a for a in t.args if not (a.op.constant and a.value == 0)]
    if not addends:
        return 0, 0
    if len(t.shape) != 2 or 1 in t.shape:
        return 0, (len(addends) - 1) * coordinates(t)
    whole, parts = structure(t), [structure(a) for a in addends]
    added = sum(part.added(whole, *t.shape) for part in parts) - distinct(t)
    if whole is Structure.FULL and not any(map(covers, addends)):  # half of them need a sign
        added += sum(distinct(a) for a in addends if structure(a) is Structure.ANTISYMMETRIC)
    return 0, added


def covers(t: Term) -> bool:
    """Whether a summand is added to every entry, so that a minus beside it makes a difference."""
    opposite = t.op is neg or (t.op is scale and t.args[0].op is neg)
    return (
        not opposite and t.op is not ZERO and structure(t) in (Structure.FULL, Structure.SYMMETRIC)
    )


def signs(t: Term) -> int:
    """The negations of a result that is antisymmetric: half of its entries. A tilde counts its
    own."""
    skew = structure(t) is Structure.ANTISYMMETRIC and t.op is not tilde
    return distinct(t) if skew else 0


SIGNED: dict[object, tuple[object, ...]] = {tilde: (matmul, power), conj: (qmul,)}
"""Operators that only change signs, and the products whose sums take up these signs."""


def _negated(t: Term) -> Operations:
    return 0, distinct(t)


def _product(t: Term) -> Operations:
    return len(t.args) - 1, 0


def _scaled(t: Term) -> Operations:
    return distinct(t.args[1]), 0


def _divided(t: Term) -> Operations:
    return (distinct(t.args[0]) if coordinates(t) > 1 else 0), 0, 1


def _power(t: Term) -> Operations:
    base, e = t.args[0], t.args[1].value
    if type(e) is not int:
        return 0, 0, int(e == Fraction(-1, 2)), 1
    n = abs(e)
    products = max(0, n.bit_length() - 1 + n.bit_count() - 1)
    if base.shape == (1, 1):
        return products, 0, int(e < 0)
    inverse = _inverse(base) if e < 0 else (0, 0, 0)
    if base.sort.product is qmul:
        return 16 * products + inverse[0], 12 * products + inverse[1], inverse[2]
    if e == 2 and structure(t) is Structure.SYMMETRIC:
        return _symmetric_square(base)
    rows = base.shape[0]
    m, a = (rows, 0) if structure(t) is Structure.DIAGONAL else (rows**3, rows**2 * (rows - 1))
    return products * m + inverse[0], products * a + inverse[1], inverse[2]


def _symmetric_square(base: Term) -> tuple[int, int]:
    """The square of a symmetric or antisymmetric matrix: the squares of entries above the diagonal
    stand in two entries on it. Every entry may need a sign if it is antisymmetric, of a tilde those
    on the diagonal."""
    n = base.shape[0]
    pairs = n * (n - 1) // 2
    if structure(base) is Structure.SYMMETRIC:
        return n + pairs + pairs * n, (n + pairs) * (n - 1)
    signs = n + pairs * (base.op is not tilde)
    return pairs + pairs * (n - 2), n * (n - 2) + pairs * max(0, n - 3) + signs


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


def _times(letters: tuple[Term, ...]) -> tuple[int, int]:
    """A chain of matrices: each segment in the cheaper of the two obvious orders; what comes out
    as a scalar is multiplied together, and scales the smallest letter or the result."""
    words = segments(letters)
    parts = [min(_one_way(word, 1), _one_way(word, -1)) for word in words if len(word) > 1]
    m, a = sum(p[0] for p in parts), sum(p[1] for p in parts)
    rest = words[-1]
    rows, cols = rest[0].shape[0], rest[-1].shape[1]
    if (rows, cols) == (1, 1):
        return m + len(words) - 1, a
    if len(words) > 1:
        m += len(words) - 2 + min(rows * cols, *(x.shape[0] * x.shape[1] for x in rest))
    return m, a


def _one_way(letters: tuple[Term, ...], step: int) -> tuple[int, int]:
    """A product from one end to the other; of a symmetric one, half of the last."""
    mirror = mirrored(letters)
    if len(letters) == 2 and letters[0] is letters[1] and mirror is Structure.SYMMETRIC:
        return _symmetric_square(letters[0])
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


def _balanced(letters: tuple[Term, ...]) -> bool:
    """Whether the signs of what is antisymmetric are taken up by sums: a tilde has both signs in
    every row and column."""
    return all(x.op is tilde or structure(x) is not Structure.ANTISYMMETRIC for x in letters)


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


def _matrix_product(t: Term) -> Operations:
    return _times(operands(t))


def operands(t: Term) -> tuple[Term, ...]:
    """The operands as they are calculated: A³ v is A (A (A v)), without the power of A."""
    if t.op is not matmul or 1 not in t.shape or all(a.op is not power for a in t.args):
        return t.args
    found: list[Term] = []
    for a in t.args:
        letter = a.op is power and a.shape != (1, 1)
        repeats = letter and 0 < a.args[1].value <= MAX_REPEATED
        found += [a.args[0]] * a.args[1].value if repeats else [a]
    return tuple(found)


def _determinant(t: Term) -> Operations:
    """Minors of the first rows, each used for all that contain it; from size 9 on, Bird's."""
    n = t.args[0].shape[0]
    if n < 9:
        sizes = range(2, n + 1)
        return sum(k * comb(n, k) for k in sizes), sum((k - 1) * comb(n, k) for k in sizes)
    products = n * n * (n + 1) // 2
    return (n - 1) * products, (n - 1) * products


def _inverse(t: Term) -> tuple[int, int, int]:
    if len(t.shape) != 2:  # a quaternion: conj(q) / |q|²
        return 8, 6, 1
    n = t.shape[0]
    return {1: (0, 0, 1), 2: (6, 3, 1), 3: (30, 14, 1), 4: (94, 64, 1)}.get(
        n, (2 * n**3, 2 * n**3, n)
    )


def _length(t: Term) -> Operations:
    n = coordinates(t.args[0])
    return n, n - 1, 0, int(t.op is norm)


for _op, _cost in (
    (add, _sum),
    (neg, _negated),
    (times, _product),
    (scale, _scaled),
    (div, _divided),
    (power, _power),
    (matmul, _matrix_product),
    (trace, lambda t: (0, t.args[0].shape[0] - 1)),
    (det, _determinant),
    (inv, lambda t: _inverse(t.args[0])),
    (dot, lambda t: (3, 2)),
    (cross, lambda t: (6, 3)),
    (triple, lambda t: (9, 5)),
    (outer, lambda t: (distinct(t), 0)),
    (tilde, lambda t: (0, 3)),
    (vee, lambda t: (3, 3)),
    (norm2, _length),
    (norm, _length),
    (rot, lambda t: (12, 13, 0, 2)),
    (sin, lambda t: (0, 0, 0, 1)),
    (cos, lambda t: (0, 0, 0, 1)),
    (sqrt, lambda t: (0, 0, 0, 1)),
    (trans, lambda t: (0, 0)),
    (quat, lambda t: (0, 0)),
    (scalar_part, lambda t: (0, 0)),
    (vector_part, lambda t: (0, 0)),
    (conj, lambda t: (0, 3)),
    (qmul, lambda t: (16 * (len(t.args) - 1), 12 * (len(t.args) - 1))),
    (rotate, lambda t: (24, 14)),
    (rotation_matrix, lambda t: (16, 15)),
):
    _op.cost = _cost
