"""The law that writes products of columns and rows as dot and cross products."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from ..core.laws import Anticommutative, Law
from ..core.linear import add, neg, power
from ..core.operators import Operator, number
from ..core.sorts import Scalar
from ..core.terms import Term
from ..normalform.monomials import split
from ..normalform.walk import normal
from .matrices import matmul, trans

if TYPE_CHECKING:
    from ..normalform.call import Call

Op = Operator[..., Any]
MAX_OPENED = 10_000
"""The largest power of a tilde that is opened to join a column."""
MAX_READINGS = 32
"""In how many ways one product is read as a word for rules about words."""
MAX_DEPTH = 12
"""How many nested products are read as one word; deeper ones are read by themselves."""


@dataclass(frozen=True)
class Folds(Law):
    """Products written as dot and cross: tilde(a) b is a × b, trans(a) b is a · b.

    A tilde letter joins all that follows it down to a column, tilde(a) A b is a × (A b), and all
    that stands before it from a row on.
    """

    tilde: Op
    cross: Op
    dot: Op
    step = 57

    def exchanges(self) -> Op | None:
        return self.tilde if self.cross.law(Anticommutative) is not None else None

    def apply(self, call: Call) -> None:
        if any(self._is_tilde(letter) for letter in call.args):
            call.args = [part for letter in call.args for part in self._opened(letter)]
            column = next((i for i, x in enumerate(call.args) if x.shape[1] == 1), None)
            if column is not None:
                column = self._fold_column(call, column)
            start = 0 if column is None else column + 1
            if call.result is None and call.args[start:] and call.args[start].shape[0] == 1:
                self._fold_row(call, start)
            if call.result is not None:
                return
        if call.sort is Scalar and len(call.args) > 1:
            self._scalar(call)

    def _fold_column(self, call: Call, end: int) -> int:
        """Fold the tilde letters before the column at `end`; return its new position."""
        j = end - 1
        while j >= 0 and call.result is None:
            if call.args[j].op is self.tilde:
                tail = self._product(call, call.args[j + 1 : end + 1])
                letters = self._crossed(call, call.args[j].args[0], tail)
                call.args[j : end + 1] = letters
                end = j + len(letters) - 1
            j -= 1
        return end

    def _fold_row(self, call: Call, start: int) -> None:
        """Fold the tilde letters after the row at `start`."""
        j = start + 1
        while j < len(call.args) and call.result is None:
            if call.args[j].op is self.tilde:
                head = call.normal(trans, [self._product(call, call.args[start:j])])
                word = self._crossed(call, head, call.args[j].args[0])
                letters = [call.normal(trans, [x]) for x in reversed(word)]
                call.args[start : j + 1] = letters
                j = start + len(letters) - 1
            j += 1

    @staticmethod
    def _product(call: Call, letters: list[Term]) -> Term:
        return letters[0] if len(letters) == 1 else call.normal(matmul, letters)

    def _crossed(self, call: Call, a: Term, b: Term) -> list[Term]:
        """The letters of a × b, its scalars moved to the result."""
        known = call.walk.calls.get((self.cross, a, b))
        if known is None or known[2] is None or known[2].op is add:
            known = split(call.normal(self.cross, [a, b]))
        c, rope, core = known
        if c == 0:
            call.vanish()
            return [number(1)]
        if c != 1 or rope is not None:
            call.scale(c, rope)
        assert core is not None
        return list(core.args) if core.op is matmul else [core]

    def _scalar(self, call: Call) -> None:
        first, last = call.args[0], call.args[-1]
        if first.shape == (1, 3):
            rest = call.args[1:]
            tail = rest[0] if len(rest) == 1 else call.normal(matmul, rest)
            call.restart(self.dot, [call.normal(trans, [first]), tail])
        elif last.shape == (3, 1):
            rest = call.args[:-1]
            head = rest[0] if len(rest) == 1 else call.normal(matmul, rest)
            call.restart(self.dot, [call.normal(trans, [head]), last])

    def _is_tilde(self, letter: Term) -> bool:
        return letter.op is self.tilde or self._opened(letter) != [letter]

    def _opened(self, letter: Term) -> list[Term]:
        """tilde(a)² as two letters, because each may join a column."""
        is_power = letter.op is power and letter.args[0].op is self.tilde
        if is_power and 0 < letter.args[1].value <= MAX_OPENED:
            return [letter.args[0]] * letter.args[1].value
        return [letter]

    # Reading what is folded ---------------------------------------------------------------------

    def words(self, t: Term) -> Iterator[tuple[int, list[Term]]]:
        """The words that a dot, cross or triple product, or a product that ends in one, is."""
        if t.op is self.cross or t.op is matmul:
            readings = self.columns(t)
        elif t.op is self.dot:
            ends = [t.args, t.args[::-1]]
            readings = (
                x for left, right in ends for x in self._row_before(left, self.columns(right))
            )
        else:
            readings = (x for y in self._of_triple(t.args) for x in y)
        yield from islice(readings, MAX_READINGS)

    def columns(self, v: Term, depth: int = MAX_DEPTH) -> Iterator[tuple[int, list[Term]]]:
        """A column as a word, in every way: a × b as tilde(a) b and as -tilde(b) a."""
        if depth and v.op is matmul:
            for sign, word in self.columns(v.args[-1], depth - 1):
                yield sign, [*v.args[:-1], *word]
            return
        if depth and v.op is self.cross:
            for sign, (a, b) in ((1, v.args), (-1, v.args[::-1])):
                for inner, word in self.columns(b, depth - 1):
                    yield sign * inner, [self.tilde.build((a,)), *word]
        yield 1, [v]

    def _row_before(
        self, row: Term, columns: Iterator[tuple[int, list[Term]]]
    ) -> Iterator[tuple[int, list[Term]]]:
        """A row before columns: the transpose of a column's words, end first."""
        rows = list(islice(self.columns(row), MAX_READINGS))
        for sign, word in columns:
            for other, letters in rows:
                turned = [normal(trans.build((x,))) for x in reversed(letters)]
                signs = [x.op is neg for x in turned]
                bare = [x.args[0] if x.op is neg else x for x in turned]
                yield sign * other * (-1) ** sum(signs), [*bare, *word]

    def _of_triple(self, args: Sequence[Term]) -> Iterator[Iterator[tuple[int, list[Term]]]]:
        for i in range(3):
            a, b, c = args[i], args[i - 2], args[i - 1]
            for sign, x, y in ((1, b, c), (-1, c, b)):
                columns = ((sign * s, [self.tilde.build((x,)), *w]) for s, w in self.columns(y))
                yield self._row_before(a, columns)
