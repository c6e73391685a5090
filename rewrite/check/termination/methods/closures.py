"""Loops in plain systems: chains of steps are composed from rules until one contains its start.

A chain s -> … -> t begins as a rule. It is extended at its end by a rule whose left side is unified
with a part of t, or at its beginning by a rule whose right side is unified with a part of s. If t
contains an instance of s, the same steps can be repeated forever. (Compare the forward and backward
closures of Lankford and Musser 1978, and the searches for loops of Geser, Hofbauer and Waldmann,
and of Payet.) The order of the rules does not matter: the smallest chains come first.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, pairwise

from .plain import Plain, PlainRule, substituted, subterms

Position = tuple[int, ...]
CHAINS, LARGEST = 4_000, 60
"""At most this many chains are made, with terms of at most this size."""


@dataclass(frozen=True)
class Chain:
    """Terms s and t, and the steps from s to t: a place and the number of a rule for each."""

    start: Plain
    end: Plain
    steps: tuple[tuple[Position, int], ...]

    def terms(self, rules: Sequence[PlainRule]) -> list[Plain]:
        """Every term on the way from the start to the end."""
        found = [self.start]
        for place, number in self.steps:
            left, right = rules[number]
            values = matched(left, at(found[-1], place), {})
            if values is None:
                return []
            found.append(replaced(found[-1], place, substituted(right, values)))
        return found


@dataclass(frozen=True)
class PlainLoop:
    """A chain whose end contains an instance of its start."""

    chain: Chain
    place: Position
    values: Mapping[str, Plain]

    def moves_on(self, rules: Sequence[PlainRule]) -> bool:
        """Whether the term changes each time; f(x) -> f(a) changes it once."""
        if self.place:
            return True
        terms = self.chain.terms(rules)
        for _ in range(len(self.values) + 2):
            after = [substituted(t, self.values) for t in terms]
            if after == terms:  # then it stays the same, and something must change on the way
                return any(s != t for s, t in pairwise(terms))
            terms = after
        return True


def found_plain_loop(
    rules: Sequence[PlainRule], passed: Callable[[], bool], chains: int = CHAINS
) -> PlainLoop | None:
    """The first loop that is found; smaller chains are tried first."""
    ticket = count()
    queue: list[tuple[int, int, Chain]] = []
    seen: set[PlainRule] = set()

    def put(chain: Chain) -> None:
        key = _renamed(chain.start, chain.end)
        size = _size(chain.start) + _size(chain.end)
        if key not in seen and size <= 2 * LARGEST:
            seen.add(key)
            heapq.heappush(
                queue, (size + 2 * len(chain.steps), next(ticket), Chain(*key, chain.steps))
            )

    for i, (left, right) in enumerate(rules):
        put(Chain(left, right, (((), i),)))
    while queue and len(seen) < chains and not passed():
        chain = heapq.heappop(queue)[2]
        loop = next(_loops(chain, rules), None)
        if loop is not None:
            return loop
        for longer in _longer(chain, rules):
            put(longer)
    return None


def _loops(chain: Chain, rules: Sequence[PlainRule]) -> Iterator[PlainLoop]:
    for place, s in positions(chain.end):
        if not isinstance(s, str):
            values = matched(chain.start, s, {})
            if values is not None:
                loop = PlainLoop(chain, place, values)
                if loop.moves_on(rules):
                    yield loop


def _longer(chain: Chain, rules: Sequence[PlainRule]) -> Iterator[Chain]:
    for i, rule in enumerate(rules):
        left, right = rule  # rules and chains have no names of variables in common
        for place, s in positions(chain.end):
            found = None if isinstance(s, str) else unified(s, left)
            if found is not None:
                end = replaced(chain.end, place, right)
                yield Chain(_full(chain.start, found), _full(end, found),
                            (*chain.steps, (place, i)))  # fmt: skip
        for place, s in positions(chain.start):
            found = None if isinstance(s, str) or isinstance(right, str) else unified(s, right)
            if found is not None:
                start = replaced(chain.start, place, left)
                yield Chain(_full(start, found), _full(chain.end, found),
                            ((place, i), *chain.steps))  # fmt: skip


# -- terms ----------------------------------------------------------------------------------------


def positions(t: Plain) -> Iterator[tuple[Position, Plain]]:
    stack: list[tuple[Position, Plain]] = [((), t)]
    while stack:
        place, s = stack.pop()
        yield place, s
        if not isinstance(s, str):
            stack += [((*place, i), a) for i, a in enumerate(s[1:])]


def at(t: Plain, place: Position) -> Plain:
    for i in place:
        t = t[1 + i]
    return t


def replaced(t: Plain, place: Position, new: Plain) -> Plain:
    if not place:
        return new
    i = 1 + place[0]
    return (*t[:i], replaced(t[i], place[1:], new), *t[i + 1 :])


def matched(pattern: Plain, t: Plain, values: dict[str, Plain]) -> dict[str, Plain] | None:
    """Values of the variables for which a pattern equals a term; None if there are none."""
    stack = [(pattern, t)]
    while stack:
        p, s = stack.pop()
        if isinstance(p, str):
            if values.setdefault(p, s) != s:
                return None
        elif isinstance(s, str) or p[0] != s[0] or len(p) != len(s):
            return None
        else:
            stack += zip(p[1:], s[1:], strict=True)
    return values


def unified(s: Plain, t: Plain) -> dict[str, Plain] | None:
    """Values of variables that make two terms equal; a value may contain other variables with
    values."""
    values: dict[str, Plain] = {}
    stack = [(s, t)]
    while stack:
        x, y = (_head(u, values) for u in stack.pop())
        if x == y:
            continue
        if isinstance(y, str):
            x, y = y, x
        if isinstance(x, str):
            if any(v == x for v in subterms(_full(y, values))):
                return None
            values[x] = y
        elif x[0] != y[0] or len(x) != len(y):
            return None
        else:
            stack += zip(x[1:], y[1:], strict=True)
    return values


def _head(t: Plain, values: Mapping[str, Plain]) -> Plain:
    while isinstance(t, str) and t in values:
        t = values[t]
    return t


def _full(t: Plain, values: Mapping[str, Plain]) -> Plain:
    t = _head(t, values)
    return t if isinstance(t, str) else (t[0], *(_full(a, values) for a in t[1:]))


def _size(t: Plain) -> int:
    return sum(1 for _ in subterms(t))


def _renamed(*terms: Plain) -> PlainRule:
    names: dict[str, Plain] = {}
    for t in terms:
        for s in subterms(t):
            if isinstance(s, str):
                names.setdefault(s, f"{len(names)}")
    left, right = (substituted(t, names) for t in terms)
    return left, right
