"""Words with consecutive copies of a part: A B A B C is (A B)² C.

A part that is a power is calculated once, and so are the products of equal parts.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import groupby
from typing import NamedTuple

LONGEST = 256
"""The longest word that is searched: the time grows with the square of its length."""


class Repeat(NamedTuple):
    """A part of a word that occurs several times in succession."""

    start: int
    period: int
    times: int

    @property
    def end(self) -> int:
        return self.start + self.period * self.times


def longest_repeat(word: Sequence[Hashable]) -> Repeat | None:
    """The repeat that leaves the fewest letters when only one of its copies is kept.

    >>> longest_repeat("abcdbcdbcda")
    Repeat(start=1, period=3, times=3)
    >>> longest_repeat("abcab")
    """
    if len(set(word)) == len(word) or len(word) > LONGEST:
        return None
    numbers: dict[Hashable, int] = {}
    letters = [numbers.setdefault(x, len(numbers)) for x in word]
    best, saved = None, 0
    for period in range(1, len(letters) // 2 + 1):
        at = 0
        for same, some in groupby(zip(letters, letters[period:], strict=False), _are_equal):
            length = sum(1 for _ in some)
            repeated = length // period * period
            if same and repeated > saved:
                best, saved = Repeat(at, period, length // period + 1), repeated
            at += length
    return best


def _are_equal(pair: tuple[int, int]) -> bool:
    return pair[0] == pair[1]
