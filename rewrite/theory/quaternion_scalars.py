"""Products and powers of quaternions in scalars."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from .repeats import longest_repeat
from .scalar_tools import Refs, ScalarTools


def hamilton(low: ScalarTools, p: Refs, q: Refs) -> Refs:
    """The product of two quaternions in scalars."""
    (a, b, c, d), (w, x, y, z) = p, q
    m, minus, plus = low.mul, low.neg, low.add
    return (
        plus([m(a, w), minus(m(b, x)), minus(m(c, y)), minus(m(d, z))]),
        plus([m(a, x), m(b, w), m(c, z), minus(m(d, y))]),
        plus([m(a, y), minus(m(b, z)), m(c, w), m(d, x)]),
        plus([m(a, z), m(b, y), minus(m(c, x)), m(d, w)]),
    )


def quaternion_power(low: ScalarTools, x: Refs, e: int) -> Refs:
    """(s, v)ᵉ is (a, b v), with a and b as for complex numbers, in which v² = −v·v; a negative
    power is that of the conjugate over that of the norm."""
    s, v = x[0], x[1:]
    square = low.inner(v, v)
    a, b = s, low.one
    bits = bin(abs(e))[3:]
    if bits[:1] == "1":  # the cube is s³ − 3 s v·v and 3 s² − v·v
        one, bits = low.mul(s, s), bits[1:]
        a = low.mul(s, low.less(one, low.scale(3, square)))
        b = low.less(low.scale(3, one), square)
    for bit in bits:
        whole = low.less(low.mul(a, a), low.mul(low.mul(b, b), square))
        a, b = whole, low.scale(2, low.mul(a, b))
        if bit == "1":
            whole = low.less(low.mul(a, s), low.mul(b, square))
            a, b = whole, low.add((a, low.mul(b, s)))
    if e > 0:
        return (a, *low.scaled(b, v))
    over = low.recip(low.repeated(low.add((low.mul(s, s), square)), -e))
    return (low.mul(a, over), *low.scaled(low.neg(low.mul(b, over)), v))


def quaternion_word(low: ScalarTools, word: Sequence[Refs]) -> Refs:
    """A product of quaternions; consecutive copies of a part are calculated as a power."""
    while (found := longest_repeat(word)) is not None:
        once = quaternion_word(low, word[found.start : found.start + found.period])
        power = quaternion_power(low, once, found.times)
        word = [*word[: found.start], power, *word[found.end :]]
    return reduce(lambda p, q: hamilton(low, p, q), word)
