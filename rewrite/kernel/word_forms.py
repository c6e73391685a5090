"""The unique form of words: inverse letters cancelled, 1×1 parts as scalars, ends in order.

The form of a word is found once and cached. A rule about neighbours may expand a word; its form is
then a sum.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable

from ..core.facts import TRUE
from ..core.operators import ONE
from ..deadline import LIGHT, check_time
from ..normalform.monomials import Number
from .alphabet import Alphabet, Letters, Turned
from .tables import Op, Product

Monomial = tuple[int, ...]
"""Scalars in order, with repetition; the inverse of scalar i is ~i."""
Entry = tuple[Number, Monomial, Letters]
Form = tuple[Entry, ...]


class WordForms:
    """The words of one product."""

    def __init__(
        self,
        product: Product,
        alphabet: Alphabet,
        opened: Callable[[Letters], Form | None] | None = None,
    ) -> None:
        self.product, self.alphabet = product, alphabet
        self.opened = opened
        """A function from a word to the result of applying one rule; None if there are no rules."""
        self.known: dict[Letters, Form] = {(): ((1, (), ()),)}
        self.turns: dict[int, Turned | None] = {}
        self.opposite: dict[int, Turned] = {}
        """Letters that cancel with a letter after them: the remaining sign and that letter."""
        self.settled: set[int] = set()

    def form(self, word: Letters) -> Form:
        """A word as a sum of words in their unique form."""
        found = self.known.get(word)
        if found is None:
            found = self.known[word] = self._form(word)
        return found

    def _form(self, word: Letters) -> Form:
        a = self.alphabet
        columns, rows, settled = a.is_column, a.is_row, self.settled
        last = False
        for i, x in enumerate(word):
            if last and rows[x]:
                return self._apart(word, i)
            last = columns[x]
            if x not in settled:
                self._settle(x)
        if self.opposite:
            sign, short = self._cancelled(word)
            if len(short) < len(word):
                return tuple([(sign * c, m, w) for c, m, w in self.form(short)])
        if len(word) == 1:
            return ((1, (), word),)
        if a.words and self.product.exchange is not None:
            sign, other = self._unfolded(word, last)
            if other != word:
                return tuple([(sign * c, m, w) for c, m, w in self.form(other)])
        sign = 1
        if last and rows[word[0]]:
            sign, word = self._least(word)
        elif self.product.exchange is not None and last:
            sign, word = self._column_end(word)
        elif self.product.exchange is not None and rows[word[0]]:
            sign, word = self._row_end(word)
        if not sign:
            return ()
        opened = None if self.opened is None else self.opened(word)
        if opened is not None:
            return opened if sign > 0 else tuple([(-c, m, w) for c, m, w in opened])
        if last and rows[word[0]]:
            return ((sign, (self.alphabet.scalar((self.product.op, word)),), ()),)
        return ((sign, (), word),)

    def _apart(self, word: Letters, cut: int) -> Form:
        """A word with a column before a row, split so that 1×1 parts are scalars."""
        a = self.alphabet
        parts = [word[:cut]]
        start = cut
        for i in range(cut, len(word)):
            if a.is_column[word[i]] and (i + 1 == len(word) or a.is_row[word[i + 1]]):
                parts.append(word[start : i + 1])
                start = i + 1
        if start < len(word):
            parts.append(word[start:])
        found: list[Entry] = [(1, (), ())]
        for part in parts:  # a remaining column and row stay beside each other
            form = self.form(part)
            check_time(len(found) * len(form) / LIGHT)
            found = [(c * d, merged(m, n), v + w) for c, m, v in found for d, n, w in form]
        return tuple(found) if self.opened is None else self._opened(found)

    def _opened(self, entries: list[Entry]) -> Form:
        """A sum of words after applying rules about a column and the row beside it."""
        found: list[Entry] = []
        for c, m, word in entries:
            opened = self.opened(word) if self.opened is not None and word else None
            if opened is None:
                found.append((c, m, word))
            else:
                found += [(c * d, merged(m, n), w) for d, n, w in opened]
        return tuple(found)

    # -- cancellation -----------------------------------------------------------------------------

    def _settle(self, x: int) -> None:
        """Find, once, the letter with which a letter cancels."""
        self.settled.add(x)
        a = self.alphabet
        t, chain = a.term(x), a.chains[x]
        for law in self.product.inverses:
            if law.e is not ONE:
                continue
            if law.fact is None:
                if t.op is law.h:
                    self._cancel(1, x, a.letter(t.args[0]))
            elif chain is None and a.walk.known(law.fact, t) is TRUE:
                found = a.image(law.h, x)
                if found is not None:
                    self._cancel(found[0], x, found[1])

    def _cancel(self, sign: int, x: int, y: int) -> None:
        self.opposite[x] = sign, y
        self.opposite[y] = sign, x

    def _cancelled(self, word: Letters) -> tuple[int, Letters]:
        opposite, sign = self.opposite, 1
        kept: list[int] = []
        for x in word:
            met = opposite.get(kept[-1]) if kept else None
            if met is not None and met[1] == x:
                sign *= met[0]
                kept.pop()
            else:
                kept.append(x)
        return sign, word if len(kept) == len(word) else tuple(kept)

    # -- ends -------------------------------------------------------------------------------------

    def _column_end(self, word: Letters) -> tuple[int, Letters]:
        """f(x) y at the end as -f(y) x, if y comes before x; sign 0 if they are the same."""
        inner = self.alphabet.inner.get(word[-2])
        f, y = self.product.exchange, word[-1]
        if inner is None or f is None or inner[0] is not f:
            return 1, word
        x = inner[1]
        if x == y:
            return 0, word
        if x < y:
            return 1, word
        image = self.alphabet.image(f, y)
        if image is None or image[0] != 1:
            return 1, word
        return -1, (*word[:-2], image[1], x)

    def _unfolded(self, word: Letters, column: bool) -> tuple[int, Letters]:
        """f(w) y at the end, w a word, as -f(y) w; the transpose of that at the beginning of a
        row."""
        if column:
            sign, other = self._end_unfolded(word)
            if other != word:
                return sign, other
        turned = self.reversed(word) if self.alphabet.is_row[word[0]] else None
        if turned is not None:
            sign, other = self._end_unfolded(turned[1])
            back = self.reversed(other) if other != turned[1] else None
            if back is not None:
                return sign * turned[0] * back[0], back[1]
        return 1, word

    def _end_unfolded(self, word: Letters) -> tuple[int, Letters]:
        f, a = self.product.exchange, self.alphabet
        inner = a.words.get(word[-2])
        image = a.image(f, word[-1]) if f is not None and inner and inner[0] is f else None
        if inner is None or image is None or image[0] != 1:
            return 1, word
        return -inner[1], (*word[:-2], image[1], *inner[2])

    def _row_end(self, word: Letters) -> tuple[int, Letters]:
        """As `_column_end`, for the transpose at the beginning of a row."""
        inner = self.alphabet.inner.get(word[1])
        if inner is None or inner[0] is not self.product.exchange:
            return 1, word
        turned = self.reversed(word)
        if turned is None:
            return 1, word
        sign, there = self._column_end(turned[1])
        back = self.reversed(there) if sign < 0 else None
        return (sign, word) if back is None else (sign * turned[0] * back[0], back[1])

    def reversed(self, word: Letters, by: Op | None = None) -> tuple[int, Letters] | None:
        """A word reversed; None if one of its letters cannot be transposed."""
        turn, turns, sign = by or self.product.turn, self.turns, 1
        if turn is None:
            return None
        found = []
        for x in word[::-1]:
            made = turns.get(x)
            if made is None:
                if x not in turns:
                    turns[x] = made = self.alphabet.image(turn, x)
                if made is None:
                    return None
            if made[0] < 0:
                sign = -sign
            found.append(made[1])
        return sign, tuple(found)

    def _least(self, word: Letters) -> tuple[int, Letters]:
        """A 1×1 word with its ends in order, in the direction that is first in order; sign 0 for
        zero."""
        sign = 1
        if self.product.exchange is not None and len(word) > 2:
            before: Letters = ()
            while word != before:  # all of three vectors can be swapped, one pair at a time
                before = word
                for end in self._column_end, self._row_end:
                    changed, word = end(word)
                    sign *= changed
                    if not sign:
                        return 0, word
                if len(word) > 3:
                    break
        turned = self.reversed(word)
        if turned is None or turned[1] > word:
            return sign, word
        if turned[1] == word and turned[0] < 0:
            return 0, word
        return sign * turned[0], turned[1]

    def equal_words(self, word: Letters) -> list[tuple[int, Letters]]:
        """The words that equal a 1×1 word, with their signs."""
        signs = {word: 1}
        pending = [word]
        while pending:
            w = pending.pop()
            for sign, other in (self.reversed(w) or (1, w), self.exchanged(w)):
                if other not in signs:
                    signs[other] = sign * signs[w]
                    pending.append(other)
        return [(sign, w) for w, sign in signs.items()]

    def exchanged(self, word: Letters) -> tuple[int, Letters]:
        """The end of a word in the other order, if it has one."""
        f, inner = self.product.exchange, self.alphabet.inner.get(word[-2])
        image = None
        if f is not None and inner is not None and inner[0] is f:
            image = self.alphabet.image(f, word[-1])
        if image is None or inner is None or image[0] != 1:
            return 1, word
        return -1, (*word[:-2], image[1], inner[1])


def merged(m: Monomial, n: Monomial) -> Monomial:
    """The product of two monomials."""
    return (m or n) if not m or not n else product_of_letters(m + n)


def product_of_letters(letters: Iterable[int]) -> Monomial:
    """The monomial of some letters and inverses of letters, in any order."""
    found = sorted(letters)
    if not found or found[0] >= 0:
        return tuple(found)
    k = zero = bisect_left(found, 0)
    below, above = [], []
    for x in reversed(found[:zero]):  # ~i cancels with i; both are met in rising order of i
        while k < len(found) and found[k] < ~x:
            above.append(found[k])
            k += 1
        if k < len(found) and found[k] == ~x:
            k += 1
        else:
            below.append(x)
    return (*reversed(below), *above, *found[k:])
