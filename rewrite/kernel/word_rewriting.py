"""Compiled rules about neighbouring letters, applied to the words of one kernel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ..core.facts import TRUE
from ..core.sorts import is_unknown
from ..core.terms import Term
from ..deadline import LIGHT, check_time, timed
from ..errors import LimitError
from .alphabet import Letters
from .neighbours import is_single, marks_of
from .tables import Op, turns_words
from .word_forms import Entry, Form, merged
from .word_rules import LetterPattern, WordRule, WordRules

if TYPE_CHECKING:
    from ..rewriting.rule import Rule
    from .reader import Reader
    from .writing import Polynomial

Bound = tuple[int, Letters]
"""The value of a variable: a sign and a word."""
Bindings = dict[Term, Bound]
LONGEST = 64
"""The longest word on which compiled rules are tried; longer ones are matched on terms."""
MAX_USES, MAX_DEPTH = 20_000, 150
"""The most applications of rules to the words of one term, in all and nested in each other."""


class Rewriter:
    """Applies compiled rules to the words of one kernel, and records which were used."""

    def __init__(self, kernel: Reader, rules: WordRules) -> None:
        self.kernel, self.rules = kernel, rules
        self.used: dict[Rule, None] = {}
        self.uses = self.depth = 0
        self.waits = False
        """Whether rules about neighbours that turn a word into several are left for later."""
        self.fitting: dict[tuple[Term, int, int], bool] = {}
        self.starts: dict[int, tuple[WordRule, ...]] = {}
        """The rules that may begin at a letter."""
        self.met: dict[Letters, tuple[Rule, Polynomial] | None] = {}
        self.marks: dict[int, frozenset[Op]] = {}
        """The operators of letters, by which rules about neighbours are excluded."""

    def opened(self, product: Op, word: Letters) -> Form | None:
        """A word after one rule, applied as near to its end as possible; None if none applies.

        Rules about neighbours that keep a single word go first: the letters they combine need not
        be expanded into a sum.
        """
        if len(word) > LONGEST:
            return None
        meet = self._may_meet(word)
        found = self._beside(product, word, joins=True) if meet else None
        if found is None and self.rules.words:
            found = self._by_words(word)
        if found is None and meet and not self.waits:
            found = self._beside(product, word, joins=False)
        return found

    def may_part(self) -> bool:
        """Whether a rule about neighbours that turns a word into several has been left for
        later."""
        return self.waits and any(made and len(made[1]) > 1 for made in self.met.values())

    def _beside(self, product: Op, word: Letters, joins: bool) -> Form | None:
        """A word after one rule about neighbours that makes one word (`joins`), or several."""
        for k in self.rules.beside.lengths:
            for i in range(len(word) - k, -1, -1):
                some = word[i : i + k]
                if some not in self.met:
                    # set before the search, since the result may contain the same letters
                    self.met[some] = None
                    self.met[some] = self._neighbours(product, some)
                made = self.met[some]
                if made is not None and (len(made[1]) < 2) is joins:
                    return self._replaced(*made, product, word[:i], word[i + k :])
        return None

    def _may_meet(self, word: Letters) -> bool:
        """Whether letters have the operators that some rule about neighbours needs."""
        marks, beside = self.marks, self.rules.beside
        found: frozenset[Op] = frozenset()
        for x in word:
            own = marks.get(x)
            if own is None:
                own = marks[x] = marks_of(self.kernel.alphabet.term(x)) & beside.marks
            found = found | own if own else found
        return beside.may_rewrite(found)

    def _neighbours(self, product: Op, word: Letters) -> tuple[Rule, Polynomial] | None:
        """The result of the rules on neighbouring letters, as a polynomial."""
        if not self._may_meet(word):
            return None
        terms = tuple([self.kernel.alphabet.term(x) for x in word])
        found = self.rules.beside.rewritten(product, terms, self.kernel.walk)
        if found is None:
            return None
        rule, result = found
        made = self.kernel.polynomial(result)
        if made == {((), word): 1} or (len(made) > 1 and not is_single(rule)):
            return None
        return rule, made

    def _replaced(
        self, rule: Rule, made: Polynomial, product: Op, before: Letters, after: Letters
    ) -> Form:
        """A word with a polynomial in place of some of its letters."""
        form = self.kernel.spaces[product].form
        total: Polynomial = {}
        self._begin(rule)
        try:
            for (m, w), c in made.items():
                for e, k, word in form(before + w + after):
                    key = merged(m, k), word
                    total[key] = total.get(key, 0) + c * e
        finally:
            self.depth -= 1
        return tuple([(c, m, w) for (m, w), c in total.items() if c])

    def _by_words(self, word: Letters) -> Form | None:
        """A word after one rule about maps of letters."""
        starts, length = self.starts, len(word)
        for i in range(length - 2, -1, -1):
            rules = starts.get(word[i])
            if rules is None:
                head = self._map_of(word[i])
                rules = starts[word[i]] = () if head is None else self.rules.words.get(head, ())
            for rule in rules:
                end = i + len(rule.left)
                if end <= length:
                    bound = self._match(rule.left, word[i:end])
                    if bound is not None and self._allowed(rule, bound):
                        return self._result(rule, bound, word[:i], word[end:])
        return None

    def image(self, op: Op, word: Letters) -> Form | None:
        """A map of a word after one rule about it; None if none applies."""
        for rule in self.rules.maps.get(op, ()):
            for sign, other in self._readings(word):
                bound = self._match(rule.left, other, whole=True)
                if bound is not None and self._allowed(rule, bound):
                    form = self._result(rule, bound, (), ())
                    return tuple([(sign * c, m, w) for c, m, w in form])
        return None

    def _readings(self, word: Letters) -> Iterator[Bound]:
        """A word as it stands, and with its last two letters swapped."""
        yield 1, word
        for space in self.kernel.spaces.values():
            if len(word) > 1:
                sign, other = space.exchanged(word)
                if other != word:
                    yield sign, other

    def _map_of(self, x: int) -> Op | None:
        a = self.kernel.alphabet
        inner = a.inner.get(x)
        if inner is not None:
            return inner[0]
        known = a.words.get(x)
        return None if known is None else known[0]

    def _match(
        self, pattern: tuple[LetterPattern, ...], word: Letters, whole: bool = False
    ) -> Bindings | None:
        """The values of the variables if a word matches; if `whole`, the last takes the rest."""
        bound: Bindings = {}
        if len(word) < len(pattern) or (len(word) > len(pattern) and not whole):
            return None
        for i, p in enumerate(pattern):
            rest = word[i:] if i == len(pattern) - 1 else word[i : i + 1]
            if len(rest) > 1 and p.maps:
                return None
            found = self._value(p, rest)
            if found is None or bound.setdefault(p.variable, found) != found:
                return None
        return bound

    def _value(self, p: LetterPattern, word: Letters) -> Bound | None:
        a = self.kernel.alphabet
        found: Bound = 1, word
        if p.maps:
            (f,) = p.maps
            inner, known = a.inner.get(word[0]), a.words.get(word[0])
            if inner is not None and inner[0] is f:
                found = 1, (inner[1],)
            elif known is not None and known[0] is f:
                found = known[1], known[2]
            else:
                turned = a.image(f, word[0]) if turns_words(f) else None
                if turned is None:
                    return None
                found = turned[0], (turned[1],)
        return found if self._fits(p.variable, found[1]) else None

    def _fits(self, variable: Term, word: Letters) -> bool:
        """Whether a word has the sort and shape of a variable."""
        key = variable, word[0], word[-1]
        found = self.fitting.get(key)
        if found is None:
            found = self.fitting[key] = self._has_shape(variable, word)
        return found

    def _has_shape(self, variable: Term, word: Letters) -> bool:
        a = self.kernel.alphabet
        first, last = a.term(word[0]), a.term(word[-1])
        if len(variable.shape) != 2:
            return bool(first.sort is variable.sort)
        if len(first.shape) != 2 or len(last.shape) != 2:
            return False
        rows, columns = first.shape[0], last.shape[1]
        return all(
            is_unknown(n) or n == k for n, k in zip(variable.shape, (rows, columns), strict=True)
        )

    def _allowed(self, rule: WordRule, bound: Bindings) -> bool:
        walk = self.kernel.walk
        for fact in rule.rule.conditions:
            variable = fact.terms[0]
            t = self.kernel.word_term(bound[variable][1], variable)
            if walk.known(fact.name, t) is not TRUE:
                return False
        return True

    def _result(self, rule: WordRule, bound: Bindings, before: Letters, after: Letters) -> Form:
        self._begin(rule.rule)
        try:
            return self._sum(rule, bound, before, after)
        finally:
            self.depth -= 1

    def _begin(self, rule: Rule) -> None:
        """Count one application of a rule, and its nesting in others."""
        check_time()
        self.used[rule] = None
        self.uses += 1
        if self.uses > MAX_USES or self.depth >= MAX_DEPTH:
            raise LimitError(f"{rule.name} does not terminate on the words of the term")
        self.depth += 1

    def _sum(self, rule: WordRule, bound: Bindings, before: Letters, after: Letters) -> Form:
        form = self.kernel.spaces[rule.product].form
        total: dict[Any, Any] = {}
        for made in rule.right:
            entries: list[Entry] = [(rule.sign * made.c, (), ())]
            for product, letters in made.scalars:
                inner = self._formed(product, self._word(letters, bound))
                entries = [(c * d, merged(m, n), w) for c, m, w in entries for d, n, _ in inner]
            for c, m, w in timed(self._word(made.word, bound), 64):
                opened = form(before + w + after)
                for d, n, _ in entries:
                    check_time(len(opened) / LIGHT)
                    for e, k, word in opened:
                        key = merged(merged(m, n), k), word
                        total[key] = total.get(key, 0) + c * d * e
                self.kernel.check(len(total))
        return tuple([(c, m, w) for (m, w), c in total.items() if c])

    def _formed(self, product: Op, words: Iterable[Entry]) -> list[Entry]:
        form = self.kernel.spaces[product].form
        return [(c * d, merged(m, n), v) for c, m, w in words for d, n, v in form(w)]

    def _word(self, letters: tuple[LetterPattern, ...], bound: Bindings) -> list[Entry]:
        """A word of a right side: its letters are images of the values of variables under maps."""
        found: list[Entry] = [(1, (), ())]
        for p in letters:
            sign, word = bound[p.variable]
            part: Form = ((sign, (), word),)
            if p.maps:
                form = self.kernel.image_of(p.maps[0], word, p.variable)
                part = tuple([(sign * c, m, w) for c, m, w in form])
            found = [(c * d, merged(m, n), v + w) for c, m, v in found for d, n, w in part]
        return found
