"""Data shared by the parts of the kernel: letters, words, and the polynomials found so far."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import inf

from ..core.operators import ONE
from ..core.sorts import Scalar
from ..core.terms import Shape, Term
from ..deadline import LIGHT, check_time
from ..errors import LimitError
from ..normalform.monomials import Mono, Number
from ..normalform.walk import Normaliser
from .alphabet import Alphabet, Letters
from .tables import Op, Product, product_of
from .word_forms import Form, Monomial, WordForms, merged, product_of_letters
from .word_rewriting import Rewriter
from .word_rules import NO_RULES, WordRules
from .writing import Polynomial, Target, Writer

MAX_MONOMIALS = 200_000
"""If a term would expand into more monomials than this, `expand` stops with a LimitError."""
MAX_LETTERS = 200_000_000
"""The most letters in all intermediate words together."""
MAX_FACTORS = 1_000
"""The highest power of a product that is written as one long product."""
MAX_REPEATED = 200
"""The highest power of a scalar that is kept as that many factors."""
UNIT: tuple[Monomial, Letters] = ((), ())
SCALAR = (1, 1)


class TooLargeError(LimitError):
    """The expanded form of a term would have more nodes than the limit allows."""


class Reader:
    """One walk: the letters, the words in their forms, and the polynomials of terms read so far.

    If `deep` is False, only products with scalars are expanded: any other operator stays as it is.
    `room` is the most nodes of an expanded form. Subclasses read operators of one kind each, and
    `Kernel` combines them.
    """

    def __init__(
        self,
        walk: Normaliser,
        rules: WordRules = NO_RULES,
        most: int = MAX_MONOMIALS,
        deep: bool = True,
        room: float = inf,
    ) -> None:
        self.walk, self.most, self.deep, self.room = walk, most, deep, room
        self.rewriter = Rewriter(self, rules)
        self.alphabet = Alphabet(walk, self.turned_by_laws)
        self.found: dict[Term, Polynomial] = {}
        self.entered: set[Term] = set()
        """The sums and products that were expanded inside others: each is expanded once."""
        self.flat: dict[Term, Term] = {}
        self.letters = 0
        self.terms: dict[Term, Term] = {}
        self.writer = Writer(walk, self.alphabet)
        self.spaces = self.writer.spaces
        self.products: dict[type[Term], Op] = {}
        """For each sort, the product of which its terms are words: the first one read."""
        self.used_laws = False
        self.maps: dict[tuple[Op, Letters], Form] = {}

    @property
    def certain(self) -> bool:
        """Whether only the tables were used, so that reading the result again changes nothing."""
        if not self.walk.plain or self.used_laws or self.alphabet.words:
            return False
        return not self.rewriter.used or None not in self.alphabet.chains

    def polynomial(self, t: Term) -> Polynomial:
        """The polynomial of a term of a linear sort."""
        found = self.found.get(t)
        if found is None:
            self.visit(t)
            found = self.found[t]
        return found

    # -- implemented by subclasses ----------------------------------------------------------------

    def run(self, t: Term) -> Term:
        """The term with everything distributed, in normal form."""
        raise NotImplementedError

    def visit(self, root: Term) -> None:
        """Read a term and everything below it."""
        raise NotImplementedError

    def product(self, product: Product, parts: Sequence[Polynomial]) -> Polynomial:
        """A product of polynomials."""
        raise NotImplementedError

    def by_laws(self, t: Term) -> Polynomial:
        """An operator without a table."""
        raise NotImplementedError

    def of_mono(self, mono: Mono, op: Op | None) -> Polynomial:
        """The polynomial of a normal monomial; a core with `op` at its head becomes an atom."""
        raise NotImplementedError

    def turned_by_laws(self, op: Op, letter: int) -> tuple[int, int] | None:
        """A map of a letter by the laws, if the result is a letter with a sign."""
        raise NotImplementedError

    def image_of(self, op: Op, word: Letters, like: Term) -> Form:
        """A map of a word that stands for a variable."""
        raise NotImplementedError

    # -- monomials --------------------------------------------------------------------------------

    def atom(self, t: Term) -> Polynomial:
        if t.sort is Scalar:
            return {((self.alphabet.scalar(t),), ()): 1}
        if t.op is ONE:
            return {UNIT: 1}
        return {((), (self.alphabet.letter(t),)): 1}

    def is_space(self, op: Op, sort: type[Term]) -> bool:
        """Whether terms of a sort are words of this product: the first one read owns the sort."""
        known = self.products.setdefault(sort, op)
        if known is op and op not in self.spaces:
            role = product_of(op)
            assert role is not None
            rules = self.rewriter.rules
            opened = partial(self.rewriter.opened, op) if rules.words or rules.beside else None
            self.spaces[op] = WordForms(role, self.alphabet, opened)
        return known is op

    def times(self, parts: Sequence[Polynomial]) -> Polynomial:
        """Multiply scalars, and at most one factor of another sort that they scale."""
        if max(map(len, parts)) == 1 == min(map(len, parts)):
            return self._times_one(parts)
        result, made = parts[0], 0
        for part in parts[1:]:
            # a high power has many more intermediate monomials than final ones
            made += len(result) * len(part)
            self.check(made)
            sums: Polynomial = {}
            for (m, v), c in result.items():
                check_time(len(part) / LIGHT)
                for (n, w), d in part.items():
                    key = merged(m, n), v or w
                    sums[key] = sums.get(key, 0) + c * d
            result = tidied(sums)
        return result

    @staticmethod
    def _times_one(parts: Sequence[Polynomial]) -> Polynomial:
        """Multiply single monomials."""
        letters: list[int] = []
        word: Letters = ()
        c: Number = 1
        for part in parts:
            for (m, w), d in part.items():
                if d != 1:
                    c *= d
                letters += m
                word = word or w
        return {(product_of_letters(letters), word): c}

    def check(self, count: int) -> None:
        """Stop with a LimitError before more monomials are made than the limit allows."""
        if count > self.most:
            raise LimitError(
                f"expand would make {count} monomials of one product, more than {self.most}; "
                "expand smaller parts"
            )

    def count_letters(self, product: Polynomial) -> None:
        """Stop with a LimitError once more letters have been written than the limit allows."""
        self.letters += sum([len(word) for _, word in product])
        if self.letters > MAX_LETTERS:
            raise LimitError(
                f"expand would write words of more than {MAX_LETTERS} factors together; expand "
                "smaller parts"
            )

    def check_room(self, poly: Polynomial) -> None:
        """Raise an error before a polynomial with more than `room` nodes is written; every letter
        of a monomial counts as one node at least."""
        if self.room < inf and sum([len({*m}) + len({*w}) for m, w in poly]) > self.room:
            raise TooLargeError(f"the expanded form would have more than {self.room} nodes")

    # -- back to terms ----------------------------------------------------------------------------

    def written(self, t: Term) -> Term:
        """The expanded form of a sub-term that has been visited, as a normal term."""
        done = self.terms.get(t)
        if done is None:
            done = self.terms[t] = self.term(self.found[t], t.sort, t.shape)
        return done

    def term(self, poly: Polynomial, sort: type[Term], shape: Shape) -> Term:
        """A polynomial as a normal term."""
        return self.writer.term(poly, self.target(sort, shape))

    def target(self, sort: type[Term], shape: Shape) -> Target:
        return Target(sort, shape, self.owner(sort))

    def owner(self, sort: type[Term]) -> Op | None:
        """The product of which terms of a sort are words."""
        return self.products.get(sort) or sort.product or next(iter(self.spaces), None)

    def word_term(self, word: Letters, like: Term) -> Term:
        """A word that stands for a variable, as a term."""
        return self.core(word, like.sort, like.shape)

    def core(self, w: Letters, sort: type[Term], shape: Shape) -> Term:
        """A word as a normal term."""
        return self.writer.core(w, self.target(sort, shape))


def tidied(sums: Polynomial) -> Polynomial:
    """A polynomial without the monomials that have cancelled."""
    return {key: c for key, c in sums.items() if c} if 0 in sums.values() else sums
