"""Products of chains of matrices: grouping of factors and special cases, before the order of
multiplication is chosen (`chains`, `planes`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...core.terms import Term
from ...deadline import timed
from ...theory.matrices import matmul, trans
from ...theory.matrix_costs import segments
from ..graph.nodes import ONE, PRODUCT, SCALE, ZERO
from ..matrix_blocks.block_factors import without_inverse, without_number
from ..matrix_blocks.chains import (
    Block,
    chain,
    is_square,
    is_turned_diagonal,
    mirror,
    turned_diagonal,
)
from ..matrix_blocks.planes import turned_in_planes

if TYPE_CHECKING:
    from .build import Lowering

Refs = tuple[int, ...]


def block(t: Term, refs: Refs) -> Block:
    """The coordinates of a term as a matrix."""
    return Block(refs, t.shape[0], t.shape[1])


def grouped(letters: tuple[Term, ...]) -> tuple[Term, ...]:
    """A word A B … (A B)ᵀ or (A B)ᵀ … A B, with A B as one letter: then both ends are recognised as
    transposes of each other, and A B is calculated once."""
    for here, there in ((letters, -1), (letters[::-1], 0)):
        end = letters[there]
        word = end.args[0].args if end.op is trans and end.args[0].op is matmul else ()
        word = word if there else word[::-1]
        if word and len(word) < len(letters) and here[: len(word)] == word:
            rest = (end.args[0], *here[len(word) :])
            return rest if there else rest[::-1]
    return letters


def word_product(low: Lowering, t: Term, xs: Sequence[Refs]) -> Refs:
    """The product of a word; 1×1 segments only scale the rest, where it is smallest."""
    g, letters = low.graph, low.operands(t)
    values = dict(zip(letters, xs, strict=True))
    factor, rest = ONE, list[Term]()
    for word in segments(letters):
        if word[0].shape[0] == 1 and word[-1].shape[1] == 1:
            common, blocks = _without_factors(low, [block(a, values[a]) for a in word])
            whole = chain(g, blocks).refs[0]
            factor = g.mul(factor, whole if common == ONE else g.mul(common, whole))
        else:
            rest = list(word)
    if not rest:
        return (factor,)
    blocks = [block(a, values[a]) for a in timed(rest)]
    if len(rest) > 2 and t.shape[0] == t.shape[1]:
        in_planes = turned_in_planes(g, [x for a in timed(rest) for x in _letters(low, a)])
        if in_planes is not None:
            return low.scaled(factor, in_planes.refs)
    if is_turned_diagonal(blocks) and low.is_known("orthogonal", rest[0]):
        return low.scaled(factor, turned_diagonal(g, blocks[0], blocks[1]).refs)
    common, blocks = _without_factors(low, blocks)
    return _scaled_chain(low, factor if common == ONE else g.mul(factor, common), blocks)


def _without_factors(low: Lowering, blocks: list[Block]) -> tuple[int, list[Block]]:
    """The product of the common factors of each matrix of a word, and the matrices without them."""
    if len(blocks) < 2:
        return ONE, blocks
    factor, found = ONE, list[Block]()
    kinds = low.graph.kinds
    for x in blocks:
        kind = kinds[next((a for a in x.refs if a), ZERO) >> 1]
        if kind is PRODUCT or kind is SCALE:  # then all of them may be
            inverse, rest = without_inverse(low.graph, x.refs) if kind is PRODUCT else (ONE, x.refs)
            if kind is SCALE or inverse != ONE:
                number, rest = without_number(low.graph, rest)
                factor = low.mul(low.mul(factor, inverse), number)
                x = Block(tuple(rest), x.rows, x.columns)
        found.append(x)
    return factor, found


def _scaled_chain(low: Lowering, factor: int, blocks: list[Block]) -> Refs:
    """A scalar times a chain: it multiplies the smallest factor, or the result.

    In a word that equals its transpose only the middle is scaled, so that it stays such a word; for
    a square the result is scaled.
    """
    if factor == ONE:
        return chain(low.graph, blocks).refs
    rows, columns, half = blocks[0].rows, blocks[-1].columns, len(blocks) // 2
    mirrored = mirror(blocks) is not None
    whole = rows * (rows + 1) // 2 if mirrored else rows * columns
    places = [half] if mirrored and len(blocks) % 2 else range(len(blocks))
    smallest = min(places, key=lambda i: _distinct(blocks[i]))
    small = blocks[smallest]
    if _distinct(small) >= whole or (is_square(blocks) and not mirrored):
        return low.scaled(factor, chain(low.graph, blocks).refs)
    if mirrored and len(blocks) % 2 == 0:
        blocks.insert(half, _diagonal(factor, blocks[half].rows))
    else:
        blocks[smallest] = Block(low.scaled(factor, small.refs), small.rows, small.columns)
    return chain(low.graph, blocks).refs


def _diagonal(factor: int, n: int) -> Block:
    """A multiple of the identity."""
    return Block(tuple([ZERO if k % (n + 1) else factor for k in range(n * n)]), n, n)


def _distinct(x: Block) -> int:
    """The number of multiplications to scale a matrix."""
    return len({ref >> 1 for ref in x.refs if ref >> 1 > 1})


def _letters(low: Lowering, t: Term) -> list[Block]:
    """The matrices whose product a letter of a word is, or its transpose."""
    if t.op is trans and not low.is_given(t):
        return [x.transposed() for x in reversed(_letters(low, t.args[0]))]
    letters = low.operands(t) if t.op is matmul and not low.is_given(t) else (t,)
    return [block(a, low.coordinates(a)) for a in letters]
