"""Products of matrices on coordinates, in the cheapest order; symmetric ones only by half.

The cost is estimated from the positions of zeros. A word that reads the same when it is transposed,
such as A S Aᵀ with S = Sᵀ, has a symmetric product (an antisymmetric one if S = -Sᵀ), and half of
its entries give the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ...deadline import check_time, timed
from ...theory.repeats import longest_repeat
from ..graph.nodes import SUM, ZERO, Nodes

Refs = tuple[int, ...]
LONGEST_SEARCH = 8
"""The longest word for which every order is considered."""
WIDE = 8
"""Matrices with more columns than this are multiplied with a look at the clock in every row."""
MASKS_KNOWN = 1000
"""The cheapest orders of this many words, by the positions of zeros, are remembered."""


class Block(NamedTuple):
    """A matrix of references, row by row."""

    refs: Refs
    rows: int
    columns: int

    def transposed(self) -> Block:
        turned = tuple([x for j in range(self.columns) for x in self.refs[j :: self.columns]])
        return Block(turned, self.columns, self.rows)

    @property
    def mask(self) -> Mask:
        n = self.columns
        rows = [self.refs[i : i + n] for i in range(0, len(self.refs), n)]
        return Mask(tuple([sum([1 << j for j, x in enumerate(row) if x]) for row in rows]), n)


class Mask(NamedTuple):
    """Where a matrix is not zero: for each row, the bits of its columns."""

    rows: tuple[int, ...]
    columns: int

    def times(self, other: Mask) -> tuple[Mask, int]:
        """The mask of a product, and the most operations that the product takes."""
        down = other.turned().rows
        work, found = 0, []
        for row in self.rows:
            bits = 0
            for j, column in enumerate(down):
                k = (row & column).bit_count()
                if k:
                    work += 2 * k - 1
                    bits |= 1 << j
            found.append(bits)
        return Mask(tuple(found), other.columns), work

    def turned(self) -> Mask:
        columns = range(self.columns)
        rows = enumerate(self.rows)
        turned = [0] * self.columns
        for i, row in rows:
            for j in columns:
                if row >> j & 1:
                    turned[j] |= 1 << i
        return Mask(tuple(turned), len(self.rows))


Orders = dict[tuple[int, int], tuple[int, Mask, int]]
"""For a part of a word: its cost in the cheapest order, its mask, and where it is split."""


def product(g: Nodes, x: Block, y: Block, mirrored: int | None = None) -> Block:
    """The product of two matrices; `mirrored`: it is symmetric (0) or antisymmetric (1)."""
    n = y.columns
    square = x.rows == x.columns == n
    rows = [x.refs[i : i + x.columns] for i in range(0, len(x.refs), x.columns)]
    down = [y.refs[j::n] for j in range(n)]
    found = [ZERO] * (x.rows * n)
    for i, row in enumerate(rows):
        if n > WIDE:
            check_time(0)
        for j in range(n) if mirrored is None else range(i + (mirrored or 0), n):
            column = down[j]
            found[i * n + j] = _entry(g, row, column, i, j) if square else inner(g, row, column)
            if mirrored is not None and i != j:
                found[j * n + i] = g.neg(found[i * n + j]) if mirrored else found[i * n + j]
    return Block(tuple(found), x.rows, n)


def _entry(g: Nodes, row: Refs, column: Refs, i: int, j: int) -> int:
    """An entry of X Y; if x_ij = y_ij off the diagonal, as in X X, it occurs twice, and x_ij (x_ii
    + y_jj) is used."""
    if i == j or not row[j] or row[j] != column[i]:
        return inner(g, row, column)
    rest = [g.mul(row[k], column[k]) for k in range(len(row)) if k not in (i, j)]
    return g.add([g.mul(row[j], g.add([*_addends(g, row[i]), *_addends(g, column[j])])), *rest])


def _addends(g: Nodes, x: int) -> list[int]:
    """The addends of a sum, so that equal sums are recognised."""
    return [a ^ (x & 1) for a in g.args[x >> 1]] if g.kinds[x >> 1] is SUM else [x]


def inner(g: Nodes, x: Sequence[int], y: Sequence[int]) -> int:
    """The sum of the products of coordinates."""
    return g.add([g.mul(a, b) for a, b in zip(x, y, strict=True) if a and b])


def chain(g: Nodes, word: list[Block]) -> Block:
    """The product of a word of matrices, none of which is 1×1."""
    if len(word) == 1:
        return word[0]
    if len(word) == 2:
        return product(g, word[0], word[1], None if word[0].rows == 1 else mirror(word))
    mirrored = mirror(word)
    if mirrored is not None:
        return _palindrome(g, word, mirrored)
    shorter = _with_power(g, word)
    return _ordered(g, word) if shorter is None else chain(g, shorter)


def _with_power(g: Nodes, word: list[Block]) -> list[Block] | None:
    """A word with consecutive copies of a part replaced by their product as one letter, if that is
    cheaper."""
    found = longest_repeat(word)
    if found is None:
        return None
    masks = [x.mask for x in word]
    once, work = _least(masks[found.start : found.start + found.period])
    if len(once.rows) != once.columns:
        return None
    whole, more = once, 0
    for bit in bin(found.times)[3:]:
        for mask in (whole, once)[: 1 + int(bit)]:
            whole, last = whole.times(mask)
            more += last
    rest = _least([*masks[: found.start], whole, *masks[found.end :]])[1]
    if work + more + rest >= _least(masks)[1]:
        return None
    part = chain(g, word[found.start : found.start + found.period])
    power = part
    for bit in bin(found.times)[3:]:
        power = product(g, power, power)
        power = product(g, power, part) if bit == "1" else power
    return [*word[: found.start], power, *word[found.end :]]


def is_square(word: list[Block]) -> bool:
    """Whether a word is a shorter word written twice."""
    half, odd = divmod(len(word), 2)
    return not odd and word[:half] == word[half:]


def mirror(word: list[Block]) -> int | None:
    """0 if a word equals its transpose, 1 if it is the opposite, None otherwise.

    If two letters are opposite transposes of each other, both change their signs when the word is
    transposed, and the signs cancel; only the sign of the middle letter remains.
    """
    if word[0].rows != word[-1].columns:
        return None
    sign = 0
    for i in timed(range((len(word) + 1) // 2)):
        x, y = word[i], word[-1 - i]
        if (x.rows, x.columns) != (y.columns, y.rows):
            return None
        turned = x.transposed().refs
        if turned == y.refs:
            continue
        if any(a != (b ^ 1 if b else b) for a, b in zip(turned, y.refs, strict=True)):
            return None
        if 2 * i == len(word) - 1:
            sign = 1
    return sign


def _palindrome(g: Nodes, word: list[Block], mirrored: int) -> Block:
    """A word that is its own transpose, in the cheapest of three ways: from the middle outwards, as
    P M Pᵀ with the product P of its first letters, or all letters but the last first."""
    half = (len(word) - 1) // 2
    ends, middle = len(word) // 2, word[half : len(word) - half]
    whole, work = _estimate(word[:-1])
    ways = (
        _work_from_inside(word, half),
        _work_from_ends(word, ends),
        work + _halved(*whole.times(word[-1].mask)),
    )
    best = ways.index(min(ways))
    if best == 0:
        found = chain(g, middle)
        for i in reversed(range(half)):
            left, right = word[i], word[-1 - i]
            found = product(g, product(g, left, found), right, mirror([left, found, right]))
        return found
    if best == 1:
        left = _ordered(g, word[:ends])
        inner = product(g, left, middle[0]) if len(word) % 2 else left
        return product(g, inner, _other_end(g, word, left), mirrored)
    return product(g, _ordered(g, word[:-1]), word[-1], mirrored)


def _other_end(g: Nodes, word: list[Block], left: Block) -> Block:
    """The product of the last letters of such a word, from that of the first ones."""
    pairs = zip(word[: len(word) // 2], reversed(word), strict=False)
    turned = left.transposed()
    if sum(x.transposed().refs != y.refs for x, y in pairs) % 2:
        return Block(tuple(map(g.neg, turned.refs)), turned.rows, turned.columns)
    return turned


def _work_from_ends(word: list[Block], ends: int) -> int:
    left, work = _estimate(word[:ends])
    inner = left
    if len(word) % 2:
        inner, more = left.times(word[ends].mask)
        work += more
    return work + _halved(*inner.times(left.turned()))


def _work_from_inside(word: list[Block], half: int) -> int:
    mask, work = _estimate(word[half : len(word) - half])
    for i in reversed(range(half)):
        mask, more = word[i].mask.times(mask)
        mask, last = mask.times(word[-1 - i].mask)
        work += more + _halved(mask, last)
    return work


def _halved(mask: Mask, work: int) -> int:
    """The cost of a product of which one half gives the other."""
    return work * (mask.columns + 1) // (2 * mask.columns)


def _estimate(word: list[Block]) -> tuple[Mask, int]:
    """The mask of a product calculated from the right, and its cost."""
    return _from_right_estimated([x.mask for x in word])


def _from_right_estimated(word: list[Mask]) -> tuple[Mask, int]:
    mask, work = word[-1], 0
    for x in timed(word[-2::-1]):
        mask, more = x.times(mask)
        work += more
    return mask, work


def _least(word: list[Mask]) -> tuple[Mask, int]:
    """The mask of a product, and its cost in the order in which it is calculated."""
    if len(word) <= LONGEST_SEARCH:
        work, mask, _ = _orders(tuple(word))[0, len(word) - 1]
        return mask, work
    mask, work = _from_right_estimated(word)
    return mask, min(work, _from_right_estimated([x.turned() for x in reversed(word)])[1])


def _ordered(g: Nodes, word: list[Block]) -> Block:
    """The product in the cheapest order; for a long word, from the cheaper end."""
    if len(word) > LONGEST_SEARCH:
        turned = [x.transposed() for x in timed(reversed(word))]
        if _estimate(word)[1] <= _estimate(turned)[1]:
            return _from_right(g, word)
        return _from_right(g, turned).transposed()
    return _built(g, word, _orders(tuple([x.mask for x in word])))


@lru_cache(MASKS_KNOWN)
def _orders(word: tuple[Mask, ...]) -> Orders:
    """The cheapest order of every part of a short word."""
    best: Orders = {}
    for i, x in enumerate(word):
        best[i, i] = 0, x, i
    for length in range(1, len(word)):
        for i in timed(range(len(word) - length), 8):
            best[i, i + length] = min(
                (_split_at(best[i, k], best[k + 1, i + length], k) for k in range(i, i + length)),
                key=lambda way: way[0],
            )
    return best


def _split_at(
    left: tuple[int, Mask, int], right: tuple[int, Mask, int], k: int
) -> tuple[int, Mask, int]:
    mask, work = left[1].times(right[1])
    return left[0] + right[0] + work, mask, k


def _built(g: Nodes, word: list[Block], best: Orders) -> Block:
    """The product, split where the search found it best; at most LONGEST_SEARCH deep."""
    return _between(g, word, best, 0, len(word) - 1)


def _between(g: Nodes, word: list[Block], best: Orders, i: int, j: int) -> Block:
    """The product of the letters from i to j."""
    if i == j:
        return word[i]
    k = best[i, j][2]
    return product(g, _between(g, word, best, i, k), _between(g, word, best, k + 1, j))


def _from_right(g: Nodes, word: list[Block]) -> Block:
    found = word[-1]
    for x in reversed(word[:-1]):
        found = product(g, x, found)
    return found


def is_turned_diagonal(word: list[Block]) -> bool:
    """Whether a word is A D Aᵀ with a diagonal D, all square."""
    if len(word) != 3 or word[1].rows != word[1].columns or word[0].rows != word[0].columns:
        return False
    off = [x for k, x in enumerate(word[1].refs) if k % (word[1].rows + 1)]
    return not any(off) and word[0].transposed().refs == word[2].refs


def turned_diagonal(g: Nodes, x: Block, d: Block) -> Block:
    """R D Rᵀ for an orthogonal R: with D = dₙ Id + rest, the last column of R is not needed."""
    n = x.rows
    last = d.refs[-1]
    rest = [g.add([d.refs[k * (n + 1)], g.neg(last)]) for k in range(n - 1)]
    columns = [x.refs[k::n] for k in range(n - 1)]
    scaled = [[g.mul(r, c) for c in column] for r, column in zip(rest, columns, strict=True)]
    found = [ZERO] * (n * n)
    for i in range(n):
        for j in range(i, n):
            addends = [g.mul(s[i], c[j]) for s, c in zip(scaled, columns, strict=True)]
            found[i * n + j] = found[j * n + i] = g.add([*addends, last if i == j else ZERO])
    return Block(tuple(found), n, n)
