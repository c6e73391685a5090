"""Words: matching modulo associativity.

A variable takes one letter or more, or the neutral element; anything else takes one letter. A power
is read as a word of equal letters, x³ as x x x.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, partial
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ..core.facts import is_inferred
from ..core.laws import Antimorphism, Neutral, Powers
from ..core.laws.base import is_element
from ..core.linear import neg
from ..core.terms import Term
from ..core.variables import Bindings, instance
from .letters import MAX_POWER, Product, joined, letters, readings
from .patterns import (
    Compile,
    Demanded,
    Found,
    Ground,
    Op,
    Pattern,
    Place,
    Plain,
    Search,
    Variable,
    is_solid,
    lets_signs_out,
    neutral_for,
)

if TYPE_CHECKING:
    from ..rewriting.rule import Rule

SHORT = 4
"""In words of at most this many letters, everything is tried."""


class Image(NamedTuple):
    """The image of each letter of a word under an operator of the pattern."""

    letters: Sequence[Term]
    reversed: bool
    """Whether the images stand in the reversed order."""
    gap: int | None
    """The number of letters between a variable and its image; None if it is not fixed."""
    ends: dict[Term | None, set[int]]
    """Where a variable may end so that the first letter of its image follows: by the first letter
    of its image, or for all if images are reversed. Empty if the gap is not fixed."""

    def may_end(self, start: int) -> set[int] | None:
        """Where a variable that begins here may end; None if that is not known."""
        if self.gap is None:
            return None
        return self.ends.get(None if self.reversed else self.letters[start], set())

    def part(self, start: int, n: int) -> Sequence[Term]:
        """The image of n letters."""
        part = self.letters[start : start + n]
        return part[::-1] if self.reversed else part

    def follows(self, word: Sequence[Term], start: int, n: int) -> bool:
        """Whether the image of n letters may follow them: if the gap is fixed, it is looked at."""
        if self.gap is None or n == 0:
            return True
        at = start + n + self.gap
        first = self.letters[start + n - 1 if self.reversed else start]
        if at + n > len(word) or word[at] is not first:
            return False
        return word[at : at + n] == self.part(start, n)


def _ends(
    word: Sequence[Term], turned: Sequence[Term], reversed: bool, gap: int | None
) -> dict[Term | None, set[int]]:
    found: dict[Term | None, set[int]] = {}
    for at in range(0 if gap is None else gap + 1, 0 if gap is None else len(word)):
        end = at - cast(int, gap)
        if not reversed:
            found.setdefault(word[at], set()).add(end)
        elif word[at] is turned[end - 1]:
            found.setdefault(None, set()).add(end)
    return found


def _turned(op: Op, f: Op, letter: Term, search: Search) -> Term | None:
    """The image of a letter under an operator, without its sign, if it is a letter again."""
    value = search.value(f.build((letter,)))
    if value is not None and value.op is neg:
        value = value.args[0]
    found = [] if value is None else letters(op, value)
    return found[0] if len(found) == 1 else None


def _recurring(word: Sequence[Term], start: int, image: Image) -> int:
    """The largest number of letters from a position on, at least one, whose image follows later."""
    length, n = len(word), 1
    while start + 2 * (n + 1) <= length:
        part = image.part(start, n + 1)
        first, k = part[0], n + 1
        if not any(
            word[i] is first and word[i : i + k] == part for i in range(start + k, length - k + 1)
        ):
            break
        n += 1
    return n


class Word(Product):
    """An associative operator that is not commutative."""

    def __init__(self, term: Term, op: Op, compiled: Compile) -> None:
        super().__init__(term, op)
        self.items = [compiled(a) for a in letters(op, term)]

    def noticed(self, t: Term, search: Search) -> None:
        """Mark the search as partial if a power is too high to be read letter by letter."""
        powers = self.op.law(Powers)
        if powers is not None:
            for a in (t, *t.args):
                if a.op is powers.power and type(e := a.args[1].value) is int and e > MAX_POWER:
                    search.partial = True

    def parts(self) -> Iterable[Pattern]:
        return self.items

    def settle(self, solid: frozenset[Term], demanded: Demanded) -> None:
        super().settle(solid, demanded)
        if not any(isinstance(item, Variable) and not item.solid for item in self.items):
            self.neutral = None

    def matched(self, t: Term, s: Bindings, search: Search) -> Iterator[Found]:
        self.noticed(t, search)
        word = letters(self.op, t)
        images = () if self.items[0].term in s else self.images(word, search)
        ways = self.prefixes(word, 0, 0, s, search, self.neutral, whole=True, images=images)
        for found, sign, end in ways:
            if end == len(word):
                yield found, sign

    def places(self, t: Term, search: Search) -> Iterator[Place]:
        """Matches anywhere in a word; every variable of the pattern takes at least one letter."""
        self.noticed(t, search)
        for outer, word in readings(self.op, t):
            images = self.images(word, search)
            for start in range(len(word) - self.least[0] + 1):
                ways = self.prefixes(word, start, 0, {}, search, None, whole=False, images=images)
                for s, sign, end in ways:
                    yield Place(s, outer * sign, partial(self.put, word[:start], word[end:]))

    @cached_property
    def again(self) -> list[tuple[Op | None, int | None]]:
        """How the variable that a pattern begins with occurs again, as itself (None) or under an
        operator that reverses words; and after how many letters, if that is fixed."""
        first, found = self.items[0], list[tuple[Op | None, int | None]]()
        gap: int | None = 0
        bound = set(first.variables)
        for item in self.items[1:] if isinstance(first, Variable) else ():
            law = item.term.op.law(Antimorphism) if item.term.args == (first.term,) else None
            if item.term is first.term:
                found.append((None, gap))
            elif law is not None and law.over is self.op and law.when is None:
                found.append((item.term.op, gap))
            known = item.variables <= bound and type(item) is not Ground  # then it may be long
            gap = None if gap is None or known or isinstance(item, Variable) else gap + 1
            bound |= item.variables
        return found

    def images(self, word: Sequence[Term], search: Search) -> list[Image]:
        """The images of the letters of a word where the first variable occurs again.

        Letters of different shapes may fold into something else, like those of a dot product, so
        there are no images then.
        """
        if not self.again or len(word) <= SHORT or len({x.shape for x in word}) > 1:
            return []
        if self.is_single(self.items[0], search):
            return []
        found: list[Image] = []
        for f, gap in self.again:
            turned = word if f is None else [_turned(self.op, f, x, search) for x in word]
            if all(x is not None for x in turned):
                made = cast(Sequence[Term], turned)
                found.append(Image(made, f is not None, gap, _ends(word, made, f is not None, gap)))
        return found

    def put(self, before: list[Term], after: list[Term], t: Term) -> Term:
        return joined(self.op, [*before, t, *after])

    def prefixes(
        self,
        word: Sequence[Term],
        start: int,
        at: int,
        s: Bindings,
        search: Search,
        neutral: Neutral | None,
        whole: bool,
        images: Sequence[Image] = (),
    ) -> Iterator[tuple[Bindings, int, int]]:
        """Matches of the items from `at` on with letters from `start` on, and where they end;
        `images` are those of the variable that the pattern begins with."""
        search.spend()
        if at == len(self.items):
            yield s, 1, start
            return
        item = self.items[at]
        ground = type(item) is Ground
        known = item.term if ground else s.get(item.term) if neutral is None else None
        if known is not None and start < len(word) and word[start] is known:
            yield from self.prefixes(word, start + 1, at + 1, s, search, neutral, whole)
            return
        if ground:
            return
        if not isinstance(item, Variable):
            for found, sign, after in self.ones(item, word, start, at, s, search):
                more = self.prefixes(word, after, at + 1, found, search, neutral, whole)
                for rest, other, end in more:
                    yield rest, sign * other, end
            return
        then, most = self.following(word, at, s), self.longest(item, word, start, images, search)
        lengths: Iterable[int] = self.lengths(word, start, at, s, neutral, whole)
        for image in images if start < len(word) else ():
            ends = image.may_end(start)
            if ends is not None:
                lengths = [n for n in lengths if not n or start + n in ends]
        for n in lengths:
            if n > most and neutral is None:
                break
            if n > most:
                continue  # the last choice is no letter at all
            if then and word[start + n : start + n + len(then)] != then:
                continue
            if not all(image.follows(word, start, n) for image in images):
                continue
            part = self.part(word, start, n, item.term, s, search)
            found_or_none = None if part is None else item.bound(part, s)
            if found_or_none is not None:
                yield from self.prefixes(
                    word, start + n, at + 1, found_or_none, search, neutral, whole
                )

    def following(self, word: Sequence[Term], at: int, s: Bindings) -> list[Term]:
        """The letters that must follow an item, if the next one is a variable with a value."""
        known = None if at + 1 == len(self.items) else s.get(self.items[at + 1].term)
        if known is None or not isinstance(self.items[at + 1], Variable):
            return []
        return letters(self.op, known) if len({x.shape for x in word}) == 1 else []

    def longest(
        self,
        item: Variable,
        word: Sequence[Term],
        start: int,
        images: Sequence[Image],
        search: Search,
    ) -> float:
        """A limit on the letters that a variable takes."""
        if item.demanded and self.is_single(item, search):
            return 1
        moving = (x for x in images if x.gap is None)
        return min((_recurring(word, start, x) for x in moving), default=inf)

    def is_single(self, item: Pattern, search: Search) -> bool:
        """Whether a variable takes one letter only: a fact is demanded that products never have."""
        powers = self.op.law(Powers)
        ops = [self.op] if powers is None else [self.op, powers.power]
        demanded = item.demanded if isinstance(item, Variable) else ()
        return search.context.is_of_symbols and not all(
            any(is_inferred(name, op) for op in ops) for name in demanded
        )

    def ones(
        self, item: Pattern, word: Sequence[Term], start: int, at: int, s: Bindings, search: Search
    ) -> Iterator[tuple[Bindings, int, int]]:
        """Matches of an item that is not a variable with one letter; or with several, if its value
        is known: trans(A) is two letters if A is."""
        if start == len(word):
            return
        matched = False
        for found, sign in item.match(word[start], s, search):
            if sign > 0 or lets_signs_out(self.op, at, word[start]):
                matched = True
                yield found, sign, start + 1
        if matched or not item.variables or not all(v in s for v in item.variables):
            return
        value, sign = search.value(instance(item.term, s)), 1
        if value is None:
            return
        if value.op is neg and lets_signs_out(self.op, at, value):
            value, sign = value.args[0], -1
        part = letters(self.op, value)
        if len(part) > 1 and part == word[start : start + len(part)]:
            yield s, sign, start + len(part)

    def lengths(
        self,
        word: Sequence[Term],
        start: int,
        at: int,
        s: Bindings,
        neutral: Neutral | None,
        whole: bool,
    ) -> Iterable[int]:
        """The possible numbers of letters for a variable: that of its value, if it has one."""
        left = len(word) - start
        may_vanish = (neutral is not None and not is_solid(self.items[at])) and (
            neutral.side == "both"
            or (at + 1 < len(self.items) if neutral.side == "left" else at > 0)
        )
        known = s.get(self.items[at].term)
        if known is not None:
            n = len(letters(self.op, known))
            if neutral is not None and is_element(known, neutral.e):
                n = 0 if may_vanish else 1
            return (n,) if n <= left else ()
        most = left - (self.least[at + 1] if neutral is None else self.needed(at + 1))
        if whole and at + 1 == len(self.items):
            return (left,) if left or may_vanish else ()
        found = range(1, most + 1)
        return (*found, 0) if may_vanish else found

    @cached_property
    def least(self) -> list[int]:
        """The least number of letters for the items from each one on, inside a longer word.

        A variable takes a letter there, unless an operand before it may have bound it to the
        neutral element: with g(e, w) = w, the letter a is g(x, w) with x = e.
        """
        least, vanishing = [], set[Term]()
        for item in self.items:
            if isinstance(item, Variable):
                least.append(0 if item.term in vanishing else 1)
            else:
                least.append(1)
                vanishing |= item.variables if _has_neutral(item) else frozenset()
        return [sum(least[at:]) for at in range(len(least) + 1)]

    def needed(self, at: int) -> int:
        return sum(not isinstance(item, Variable) or item.solid for item in self.items[at:])

    def part(
        self, word: Sequence[Term], start: int, n: int, v: Term, s: Bindings, search: Search
    ) -> Term | None:
        """Letters as one normal term; the neutral element for none."""
        search.spend()
        if n == 1:
            return word[start]
        if n:
            return search.normal(joined(self.op, word[start : start + n]))
        assert self.op.law(Neutral) is not None
        size = None
        if word and len(word[0].shape) == 2:
            size = word[start].shape[0] if start < len(word) else word[-1].shape[1]
        return neutral_for(self.op.law(Neutral), v, s, size)


def _has_neutral(item: Pattern) -> bool:
    """Whether a variable in an item may stand for a neutral element."""
    return getattr(item, "neutral", None) is not None or any(map(_has_neutral, item.parts()))


def _stretches(item: Pattern) -> bool:
    """Whether an item may take more than one letter: a variable, or an operator that may reverse a
    word."""
    return isinstance(item, Variable) or item.term.op.law(Antimorphism) is not None


class WordRules:
    """The rules about words of one operator, by their possible first letters."""

    def __init__(self, rules: Sequence[tuple[int, Rule]]) -> None:
        self.by_token: dict[Any, list[tuple[int, Rule]]] = {}
        self.always: list[tuple[int, Rule]] = []
        self._starting: dict[Any, Sequence[Rule]] = {}
        longest = 1
        bounded = True
        for entry in rules:
            pattern = cast(Word, entry[1].pattern)
            longest = max(longest, len(pattern.items))
            bounded = bounded and not any(map(_stretches, pattern.items))
            first = pattern.items[0]
            if isinstance(first, Ground):
                self.by_token.setdefault(first.term, []).append(entry)
            elif isinstance(first, Plain) and first.neutral is None:
                self.by_token.setdefault(first.op, []).append(entry)
            else:
                self.always.append(entry)
        self.longest = longest if bounded else None
        """The most letters of a left side; None if a variable may take any number of them."""

    def starting(self, letter: Term) -> Sequence[Rule]:
        """The rules whose left side may begin with a letter, in their order."""
        own = self.by_token.get(letter)
        token: Any = letter.op if own is None else letter
        found = self._starting.get(token)
        if found is None:
            found = self._starting[token] = self._in_order(letter.op, own or ())
        return found

    def _in_order(self, op: Op, more: Sequence[tuple[int, Rule]]) -> Sequence[Rule]:
        """The rules that may begin with any letter or with an operator, and some more."""
        found = dict((*more, *self.by_token.get(op, ()), *self.always))
        return [rule for _, rule in sorted(found.items())]
