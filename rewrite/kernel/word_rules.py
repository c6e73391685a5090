"""Rules about neighbouring letters, compiled for words.

Two sorts of rules are compiled: those whose left side is a word of maps of variables, such as
tilde(a) tilde(b), and those about a map of a word, such as tilde(R a). Variables stand for one
letter of a word, or for the word under a map. Rules about a product of other letters, such as
rot(v, x) rot(v, y), are matched as terms, once for any letters (see `neighbours`). All other rules
are matched on terms, except those whose left sides the compiled ones open anyway: they have nothing
left to match.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, Any

from ..core.context import EMPTY
from ..core.declare import symbol
from ..core.facts import TRUE, Fact
from ..core.operators import VARIABLE
from ..core.sorts import Linear, is_unknown, sort_of_shape
from ..core.terms import Term, postorder
from ..core.variables import instance
from ..deadline import LIGHT, OutOfTimeError, check_time, timed
from ..errors import LimitError, RewriteError
from ..normalform.walk import Normaliser
from .alphabet import Letters
from .neighbours import NO_NEIGHBOURS, Neighbours, is_about_neighbours
from .tables import Chain, Map, Op, role_of, turns_words
from .word_forms import Entry, Form, merged

if TYPE_CHECKING:
    from ..rewriting.rule import Rule
    from .polynomials import Kernel
    from .writing import Polynomial

Bound = tuple[int, Letters]
"""The value of a variable: a sign and a word."""
Bindings = dict[Term, Bound]
LONGEST = 64
"""The longest word on which compiled rules are tried; longer ones are matched on terms."""


@dataclass(frozen=True)
class LetterPattern:
    """Maps around a variable."""

    maps: Chain
    variable: Term


@dataclass(frozen=True)
class Product:
    """A monomial of a right side: a number, 1×1 words, and a word."""

    c: Any
    scalars: tuple[tuple[Op, tuple[LetterPattern, ...]], ...]
    word: tuple[LetterPattern, ...]


@dataclass(frozen=True)
class WordRule:
    """A compiled rule: its left side is the word, or a map `over` it, with a sign."""

    rule: Rule
    product: Op
    left: tuple[LetterPattern, ...]
    right: tuple[Product, ...]
    over: Op | None = None
    sign: int = 1


@dataclass(frozen=True)
class WordRules:
    """Compiled rules by the map at their head, those about neighbours, and the rules left."""

    words: dict[Op, tuple[WordRule, ...]]
    maps: dict[Op, tuple[WordRule, ...]]
    beside: Neighbours
    rest: tuple[Rule, ...]

    def __bool__(self) -> bool:
        return bool(self.words or self.maps or self.beside)

    def only(self, rules: Sequence[Rule]) -> WordRules:
        """Those that were made of some rules."""
        some = [*self.words.values(), *self.maps.values()]
        beside = Neighbours([r for r in self.beside.rules if r in rules])
        return _indexed([w for group in some for w in group if w.rule in rules], beside)


NO_RULES = WordRules({}, {}, NO_NEIGHBOURS, ())
Make = Callable[..., Any]
SIZE = 3
"""The size of matrices on which the two sides of a rule are compared."""
_numbers = count(1)
MAX_USES, MAX_DEPTH = 20_000, 150
"""How often rules are used on the words of one term, and on what they made, one inside another."""


# -- compiling ------------------------------------------------------------------------------------


@lru_cache(maxsize=200)
def compiled(rules: tuple[Rule, ...], make: Make) -> WordRules:
    """The rules that words are opened by, and the rest; `make` makes a kernel from rules."""
    kernel = make(Normaliser(EMPTY), NO_RULES)
    found = {r: w for r in rules if (w := _compiled(r, kernel))}
    about = [r for r in rules if r not in found and is_about_neighbours(r)]
    beside = Neighbours([r for r in about if not _is_covered(r, kernel)])
    for rule in sorted(found, key=lambda r: -len(found[r].left)):
        others = _indexed([w for r, w in found.items() if r is not rule])
        if _is_covered(rule, make(Normaliser(EMPTY), others)):
            del found[rule]
    own = _indexed(found.values(), beside)
    left = [r for r in rules if r not in found]
    if not own:
        return replace(own, rest=tuple(left))
    kernel, heads = make(Normaliser(EMPTY), own), {*own.words, *own.maps}
    left = [
        r
        for r in left
        if not ((r in beside.rules or _names(r.left, heads)) and _is_covered(r, kernel))
    ]
    return replace(own, rest=tuple(left))


def _names(t: Term, ops: Container[Op]) -> bool:
    return any(s.op in ops for s in postorder(t))


def _indexed(rules: Iterable[WordRule], beside: Neighbours = NO_NEIGHBOURS) -> WordRules:
    words: dict[Op, tuple[WordRule, ...]] = {}
    maps: dict[Op, tuple[WordRule, ...]] = {}
    for rule in rules:
        if rule.over is not None:
            maps[rule.over] = (*maps.get(rule.over, ()), rule)
        else:
            head = rule.left[0].maps[0]
            words[head] = (*words.get(head, ()), rule)
    return WordRules(words, maps, beside, ())


def _is_covered(rule: Rule, kernel: Kernel) -> bool:
    """Whether the rules of a kernel make both sides of a rule the same, under its conditions."""
    bindings: dict[Any, Any] = {}
    facts: dict[Term, dict[str, Any]] = {}
    for c in rule.conditions:
        if not isinstance(c, Fact) or len(c.terms) != 1:
            return False
        facts.setdefault(c.terms[0], {})[c.name] = True
    for v in rule.variables:
        sizes = [n for n in v.shape if is_unknown(n)]
        bindings.update(dict.fromkeys(sizes, SIZE))
        shape = tuple([SIZE if is_unknown(n) else n for n in v.shape])
        sort = sort_of_shape(shape) if sizes else v.sort
        bindings[v] = symbol(f"{v.name}_{next(_numbers)}", sort, shape, **facts.get(v, {}))
    try:
        sides = [instance(t, bindings) for t in (rule.left, rule.right)]
        left, right = (kernel.run(t) for t in sides)
    except OutOfTimeError:
        raise  # a remembered result must not depend on the time that was left
    except (RewriteError, ArithmeticError):
        return False
    return left is right


def _compiled(rule: Rule, kernel: Kernel) -> WordRule | None:
    """A rule about words or about maps of words; None if it is not one."""
    if not issubclass(rule.left.sort, Linear):
        return None
    for c in rule.conditions:
        if not isinstance(c, Fact) or len(c.terms) != 1 or c.terms[0].op is not VARIABLE:
            return None
    try:
        left, right = kernel.polynomial(rule.left), kernel.polynomial(rule.right)
    except OutOfTimeError:
        raise  # a remembered result must not depend on the time that was left
    except (RewriteError, ArithmeticError):
        return None
    product = kernel.owner(rule.left.sort)
    if len(left) != 1 or product is None:
        return None
    (((scalars, word), c),) = left.items()
    if scalars or not word or c not in (1, -1):
        return None
    over = None
    if len(word) == 1:
        if word[0] not in kernel.alphabet.words:
            return None
        over, sign, word = kernel.alphabet.words[word[0]]
        c *= sign
    pattern = _patterns(kernel, word)
    if pattern is None or (over is None and not pattern[0].maps):
        return None
    made = [_product(kernel, d, m, w) for (m, w), d in right.items()]
    if None in made:
        return None
    return WordRule(rule, product, pattern, tuple([x for x in made if x]), over, int(c))


def _patterns(kernel: Kernel, word: Letters) -> tuple[LetterPattern, ...] | None:
    found: list[LetterPattern] = []
    for x in word:
        chain = kernel.alphabet.chains[x]
        if chain is None or chain[1].op is not VARIABLE or len(chain[0]) > 1:
            return None
        variable = chain[1]
        kind = variable.sort, variable.shape
        if not all(isinstance(role_of(f, (kind,)), Map) for f in chain[0]):
            return None
        found.append(LetterPattern(*chain))
    return tuple(found)


def _product(kernel: Kernel, c: Any, m: tuple[int, ...], w: Letters) -> Product | None:
    scalars: list[tuple[Op, tuple[LetterPattern, ...]]] = []
    for i in m:
        key = kernel.alphabet.scalar_terms[i] if i >= 0 else None
        if not isinstance(key, tuple):
            return None
        inner = _patterns(kernel, key[1])
        if inner is None:
            return None
        scalars.append((key[0], inner))
    word = _patterns(kernel, w)
    return None if word is None else Product(c, tuple(scalars), word)


# -- using ----------------------------------------------------------------------------------------


class Rewriter:
    """Uses compiled rules on the words of one kernel, and remembers which were used."""

    def __init__(self, kernel: Kernel, rules: WordRules) -> None:
        self.kernel, self.rules = kernel, rules
        self.used: dict[Rule, None] = {}
        self.uses = self.depth = 0
        self.waits = False
        """Whether rules about neighbours that make several words of one are left for later."""
        self.fitting: dict[tuple[Term, int, int], bool] = {}
        self.starts: dict[int, tuple[WordRule, ...]] = {}
        """The rules that may begin at a letter."""
        self.met: dict[Letters, tuple[Rule, Polynomial] | None] = {}

    def opened(self, product: Op, word: Letters) -> Form | None:
        """A word after one use of a rule, at the place nearest its end; None if there is none.

        Rules about neighbours that make one word of a word go first: what meets then need not be
        opened into a sum.
        """
        if len(word) > LONGEST:
            return None
        beside = self.rules.beside
        found = self._beside(product, word, joins=True) if beside else None
        if found is None and self.rules.words:
            found = self._by_words(word)
        if found is None and beside and not self.waits:
            found = self._beside(product, word, joins=False)
        return found

    def may_part(self) -> bool:
        """Whether a rule about neighbours that makes several words of one has waited."""
        return self.waits and any(made and len(made[1]) > 1 for made in self.met.values())

    def _beside(self, product: Op, word: Letters, joins: bool) -> Form | None:
        """A word after one use of a rule about neighbours that makes one word, or several."""
        for k in self.rules.beside.lengths:
            for i in range(len(word) - k, -1, -1):
                some = word[i : i + k]
                if some not in self.met:
                    # set before the search, because the result may contain the same letters again
                    self.met[some] = None
                    self.met[some] = self._neighbours(product, some)
                made = self.met[some]
                if made is not None and (len(made[1]) < 2) is joins:
                    return self._replaced(*made, product, word[:i], word[i + k :])
        return None

    def _neighbours(self, product: Op, word: Letters) -> tuple[Rule, Polynomial] | None:
        """The result of the rules on neighbouring letters, as a polynomial."""
        terms = tuple([self.kernel.alphabet.term(x) for x in word])
        found = self.rules.beside.rewritten(product, terms, self.kernel.walk)
        if found is None:
            return None
        made = self.kernel.polynomial(found[1])
        return None if made == {((), word): 1} else (found[0], made)

    def _replaced(
        self, rule: Rule, made: Polynomial, product: Op, before: Letters, after: Letters
    ) -> Form:
        """A word with a polynomial in the place of some of its letters."""
        form = self.kernel.spaces[product].form
        total: Polynomial = {}
        with self._use(rule):
            for (m, w), c in made.items():
                for e, k, word in form(before + w + after):
                    key = merged(m, k), word
                    total[key] = total.get(key, 0) + c * e
        return tuple([(c, m, w) for (m, w), c in total.items() if c])

    def _by_words(self, word: Letters) -> Form | None:
        """A word after one use of a rule about maps of letters."""
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
        """A map of a word after the use of a rule about it."""
        for rule in self.rules.maps.get(op, ()):
            for sign, other in self._readings(word):
                bound = self._match(rule.left, other, whole=True)
                if bound is not None and self._allowed(rule, bound):
                    form = self._result(rule, bound, (), ())
                    return tuple([(sign * c, m, w) for c, m, w in form])
        return None

    def _readings(self, word: Letters) -> Iterator[Bound]:
        """A word as it stands, and with its end exchanged."""
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
        """The values of the variables, if a word matches; the last may take the rest of a word."""
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
        with self._use(rule.rule):
            return self._sum(rule, bound, before, after)

    @contextmanager
    def _use(self, rule: Rule) -> Iterator[None]:
        """Count one use of a rule, and how deep it is inside others."""
        check_time()
        self.used[rule] = None
        self.uses += 1
        self.depth += 1
        if self.uses > MAX_USES or self.depth > MAX_DEPTH:
            raise LimitError(f"{rule.name} does not come to an end on the words of the term")
        try:
            yield
        finally:
            self.depth -= 1

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
