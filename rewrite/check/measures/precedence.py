"""The search for a precedence under which no rule grows and as many as possible shrink."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

from ...deadline import OutOfWorkError, within
from ...rewriting.rule import Rule
from .measure import Polynomial, is_variable, name_of, symbols_in
from .ordering import Ordering

Pairs = Mapping[Any, Sequence[tuple[Polynomial, Polynomial]]]
"""Measures to be compared, for each rule; the key None is for the laws."""
TRIES, WORK = 150, 10_000
"""At most this many precedences are examined, by at most this many comparisons of measures."""


def best_ordering(rules: Pairs, laws: Sequence[tuple[Polynomial, Polynomial]] = ()) -> Ordering:
    """The best ordering found by moving names of failing rules as long as that improves it.

    The laws count as one more rule, which must not grow.
    """
    pairs: Pairs = {**rules, None: laws} if laws else rules
    guess = _first_guess(pairs)
    best = Ordering(guess)
    score, failing = _score(best, pairs)
    if failing:
        other = Ordering(_by_definitions(pairs, guess))
        value, rest = _score(other, pairs)
        best, score, failing = (other, value, rest) if value > score else (best, score, failing)
    examined, improved = 0, True
    with suppress(OutOfWorkError), within(None, work=WORK):
        while failing and improved and examined < TRIES:
            improved = False
            for candidate in islice(_moves(best, failing, pairs), TRIES - examined):
                examined += 1
                value, rest = _score(candidate, pairs)
                if value > score:
                    best, score, failing, improved = candidate, value, rest, True
                    break
    return best


def _score(ordering: Ordering, pairs: Pairs) -> tuple[int, list[Rule | None]]:
    """Two for a rule that shrinks, one for one that does not grow; and the rules that may grow."""
    score, failing = 0, list[Rule | None]()
    for r, some in pairs.items():
        level = 2
        for p, q in some:
            if not ordering.above(p, q):
                level = 1 if p == q else 0
            if not level:
                failing.append(r)
                break
        score += level
    return score, failing


def _first_guess(pairs: Pairs) -> tuple[str, ...]:
    """Names that rules remove come first, names that they introduce come last."""
    balance: Counter[str] = Counter()
    for some in pairs.values():
        for above, below in some[:1]:
            mine, other = symbols_in(above), symbols_in(below)
            for name in {*mine, *other}:
                balance[name] += (mine[name] > other[name]) - (mine[name] < other[name])
    return tuple(sorted(balance, key=lambda name: (-balance[name], name)))


def _by_definitions(pairs: Pairs, names: Sequence[str]) -> tuple[str, ...]:
    """Each name before the names that its rules introduce on the right, like functions before those
    that define them; if that is circular, in the given order."""
    place = {name: i for i, name in enumerate(names)}
    brings: dict[str, set[str]] = {name: set() for name in names}
    for some in pairs.values():
        for above, below in some:
            new = (symbols_in(below).keys() - symbols_in(above).keys()) & place.keys()
            for atom in (a for m in above for a in m if not is_variable(a)):
                if name_of(atom) in place:
                    brings[name_of(atom)] |= new
    found: dict[str, None] = {}
    stack = [(name, False) for name in reversed(names)]
    seen = set[str]()
    while stack:  # a name comes after those that it introduces; the list is reversed at the end
        name, left = stack.pop()
        if left:
            found[name] = None
        elif name not in seen:
            seen.add(name)
            stack.append((name, True))
            stack += [
                (other, False) for other in sorted(brings[name] - seen, key=place.__getitem__)
            ]
    return tuple(reversed(found))


def _moves(ordering: Ordering, failing: Sequence[Rule | None], pairs: Pairs) -> Iterator[Ordering]:
    names, alike = ordering.precedence, ordering.alike
    for r in failing:
        for above, below in pairs[r]:
            if ordering.at_least(above, below):
                continue
            mine, other = symbols_in(above), symbols_in(below)
            for name in mine:
                yield Ordering((name, *(n for n in names if n != name)), alike)
            for name in other:
                if name not in mine:
                    yield Ordering((*(n for n in names if n != name), name), alike)
            for name in mine:
                for brought in other:
                    if name != brought:
                        yield Ordering(names, alike | {name, brought})
            break
