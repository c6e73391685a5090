"""Letters and scalars: integers for terms, and the images of letters under maps.

A letter that is a chain of maps around a symbol without facts is identified by the maps and the
symbol, and its image under another map is looked up (see `tables.image`). The image of any other
letter is found by the laws, once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..core.operators import VARIABLE
from ..core.terms import Term
from ..normalform.walk import Normaliser
from .tables import Chain, Op, image, turns_words

Letters = tuple[int, ...]
Turned = tuple[int, int]
"""A sign and a letter."""


class Alphabet:
    """The letters and scalars of one walk, numbered in order of appearance."""

    def __init__(self, walk: Normaliser, by_laws: Callable[[Op, int], Turned | None]) -> None:
        self.walk, self.by_laws = walk, by_laws
        self.letters: dict[Any, int] = {}
        """Letters by term, or by maps and a symbol."""
        self.terms: list[Term | None] = []
        self.is_row: list[bool] = []
        self.is_column: list[bool] = []
        self.chains: list[Any] = []
        self.inner: dict[int, tuple[Op, int]] = {}
        """Letters that are maps of letters: the map, and the letter."""
        self.words: dict[int, tuple[Op, int, Letters]] = {}
        """Letters that are maps of longer words: the map, a sign, and the word."""
        self.images: dict[tuple[Op, int], Turned | None] = {}
        self.scalars: dict[Any, int] = {}
        self.scalar_terms: list[Any] = []
        """A term, or a product and the 1×1 word of it."""

    # -- letters ----------------------------------------------------------------------------------

    def letter(self, t: Term) -> int:
        """The letter of a normal term."""
        found = self.letters.get(t)
        if found is None:
            chain = self._chain(t) if self.walk.plain else None
            if chain is not None and chain[0]:
                found = self.letters[t] = self._made(*chain)
            else:
                found = self._new(t, t, chain, t.shape)
        return found

    @staticmethod
    def _chain(t: Term) -> tuple[Chain, Term] | None:
        """A normal term as maps around a symbol without facts; None if it is not that."""
        maps: list[Op] = []
        while len(t.args) == 1:
            maps.append(t.op)
            t = t.args[0]
        if t.op is not VARIABLE and (not t.is_symbol or t.value.facts):
            return None
        return (tuple(maps), t) if image(tuple(maps), (t.sort, t.shape)) else None

    def _new(self, key: Any, t: Term | None, chain: Any, shape: tuple[int, ...]) -> int:
        found = self.letters[key] = len(self.terms)
        self.terms.append(t)
        self.chains.append(chain)
        rows, columns = shape if len(shape) == 2 else (0, 0)
        self.is_row.append(rows == 1)
        self.is_column.append(columns == 1)
        return found

    def _made(self, maps: Chain, symbol: Term) -> int:
        """The letter of maps around a symbol."""
        if not maps:
            return self.letter(symbol)
        key = maps, symbol
        found = self.letters.get(key)
        if found is None:
            below = self._made(maps[1:], symbol)
            t: Any = maps[0].build((self.term(below),))
            found = self._new(key, t, key, t.shape)
            self.letters[t] = found
            self.inner[found] = maps[0], below
        return found

    def term(self, letter: int) -> Any:
        """The term of a letter."""
        return self.terms[letter]

    def image(self, op: Op, letter: int) -> Turned | None:
        """The image of a letter under a map; None if that is not a letter with a sign."""
        key = op, letter
        if key in self.images:
            return self.images[key]
        found: Turned | None = None
        chain = self.chains[letter]
        if chain is not None:
            made = image((op, *chain[0]), (chain[1].sort, chain[1].shape))
            if made is not None and made[2]:
                found = made[0], self._made(made[1], chain[1])
        else:
            found = self.by_laws(op, letter)
            if found is not None and found[0] == 1:
                made_of = self.term(found[1])
                if made_of.op is op and made_of.args == (self.term(letter),):
                    self.inner[found[1]] = op, letter
        self.images[key] = found
        if found is not None and turns_words(op):
            self.images.setdefault((op, found[1]), (found[0], letter))
        return found

    # -- scalars ----------------------------------------------------------------------------------

    def scalar(self, key: Any) -> int:
        """The number of a scalar: of a normal term, or of a product with a 1×1 word."""
        found = self.scalars.get(key)
        if found is None:
            found = self.scalars[key] = len(self.scalar_terms)
            self.scalar_terms.append(key)
        return found
