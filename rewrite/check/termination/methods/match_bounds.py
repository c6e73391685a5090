"""Match bounds: an automaton accepts all words whose letters count how often they were rewritten.

Let every letter have a height, and let a step u -> v give all letters of v the height h + 1, where
h is the least height in u. If all heights reachable from certain words stay below some bound,
rewriting of these words terminates. It is enough to consider the words that right sides lead to
when they are overlapped from the right: those of rhs(R) #* under the rules and under l₁ # -> r for
every left side l₁ l₂ (Geser, Hofbauer and Waldmann 2004).

A finite automaton that accepts these words, and with each word every word that one step makes of
it, proves the bound, since it has finitely many heights. It is built by adding missing paths.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from .plain import System
from .unary_words import letters

Word = tuple[str, ...]
Edge = tuple[int, str, int, int]
"""A state, a letter and its height, and the next state."""
END = "#"
START, FINAL = 0, 1
STATES, HIGHEST = 160, 12
"""The search gives up at more states than this, or at this height."""


@dataclass(frozen=True)
class MatchBound:
    """An automaton with a first and a last state that is closed under the steps of the rules."""

    edges: frozenset[Edge]
    first: int
    last: int

    @property
    def height(self) -> int:
        return max(h for _, _, h, _ in self.edges)

    def __str__(self) -> str:
        return f"match bound {self.height}"


def found_bound(system: System, passed: Callable[[], bool]) -> MatchBound | None:
    """An automaton that bounds the heights of letters; None if none is found."""
    rules = words_of(system)
    return None if rules is None else _Automaton(rules).closed(passed)


def words_of(system: System) -> list[tuple[Word, Word]] | None:
    """The rules of a system as words; None if they are not all words."""
    if system.laws or system.theories:
        return None
    rules = []
    for left, right in system.strict:
        u, v = letters(left), letters(right)
        if not u or v is None:
            return None
        rules.append((u, v))
    return rules


def extended(rules: Sequence[tuple[Word, Word]]) -> list[tuple[Word, Word]]:
    """The rules, and copies in which the end mark replaces the rest of the left side."""
    found = [*rules, *(((*u[:i], END), v) for u, v in rules for i in range(1, len(u)))]
    return list(dict.fromkeys(found))


class _Automaton:
    def __init__(self, rules: Sequence[tuple[Word, Word]]) -> None:
        self.rules, self.fresh = extended(rules), 2
        self.first, self.last = START, FINAL
        self.after: dict[int, dict[str, set[tuple[int, int]]]] = {START: {}, FINAL: {}}
        self.edges: set[Edge] = set()
        self.add(FINAL, END, 0, FINAL)
        for _, right in rules:
            self.path(self.first, right, 0, self.last)

    def add(self, p: int, letter: str, height: int, q: int) -> None:
        self.edges.add((p, letter, height, q))
        self.after.setdefault(q, {})
        self.after.setdefault(p, {}).setdefault(letter, set()).add((height, q))

    def closed(self, passed: Callable[[], bool]) -> MatchBound | None:
        """Add missing transitions until none is missing."""
        changed = True
        while changed:
            changed = False
            for p in list(self.after):
                for left, right in self.rules:
                    for q, height in self.reached(p, left):
                        if passed() or height >= HIGHEST or len(self.after) > STATES:
                            return None
                        known = p in self.after and q in self.after
                        if known and not self.has(p, right, height + 1, q):
                            self.path(p, right, height + 1, q)
                            changed = True
        return MatchBound(frozenset(self.edges), self.first, self.last)

    def merge(self, p: int, q: int) -> None:
        """Merge two states, since an empty word leads from one to the other."""
        edges = [(p if r == q else r, a, h, p if s == q else s) for r, a, h, s in self.edges]
        self.first, self.last = (p if r == q else r for r in (self.first, self.last))
        self.edges, self.after = set(), {p: {}, self.first: {}, self.last: {}}
        for edge in edges:
            self.add(*edge)

    def reached(self, p: int, word: Word) -> set[tuple[int, int]]:
        """The states that a word leads to, each with the least height on the way."""
        found = {(p, HIGHEST)} if p in self.after else set()
        for letter in word:
            found = {
                (r, min(least, height))
                for q, least in found
                for height, r in self.after[q].get(letter, ())
            }
        return found

    def forward(self, p: int, word: Word, height: int) -> Iterator[set[int]]:
        """The states after 0, 1, 2 … letters of one height."""
        found = {p}
        yield found
        for letter in word:
            found = {r for q in found for h, r in self.after[q].get(letter, ()) if h == height}
            yield found

    def has(self, p: int, word: Word, height: int, q: int) -> bool:
        return q in list(self.forward(p, word, height))[-1]

    def path(self, p: int, word: Word, height: int, q: int) -> None:
        """Add a path, reusing existing edges at both ends as far as possible."""
        if not word:
            if p != q:
                self.merge(p, q)
            return
        begin = self.prefix(p, word, height)
        end = self.suffix(q, word, height, len(word) + 1 - len(begin))
        middle = len(word) + 1 - len(begin) - len(end)
        states = [*begin, *range(self.fresh, self.fresh + middle), *end]
        self.fresh += middle
        for letter, (r, s) in zip(word, pairwise(states), strict=True):
            self.add(r, letter, height, s)

    def prefix(self, p: int, word: Word, height: int) -> list[int]:
        """States along the first letters of a word, as far as there are edges."""
        states = [p]
        for letter in word[:-1]:
            some = [r for h, r in self.after[states[-1]].get(letter, ()) if h == height]
            if not some:
                break
            states.append(min(some))
        return states

    def suffix(self, q: int, word: Word, height: int, most: int) -> list[int]:
        """States along the last letters of a word, at most `most` of them."""
        states = [q]
        while len(states) < most:
            letter = word[len(word) - len(states)]
            some = [p for p, a, h, r in self.edges if r == states[0] and (a, h) == (letter, height)]
            if not some:
                break
            states.insert(0, min(some))
        return states
