"""The search for a precedence under which no rule grows and as many as possible shrink."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..rewriting.rule import Rule
from .measure import Polynomial, symbols_in
from .ordering import Ordering

Pairs = Mapping[Any, Sequence[tuple[Polynomial, Polynomial]]]
"""Measures to be compared, by the rule; by None for laws."""
TRIES, SECONDS = 150, 1.0
"""How many precedences are examined, and for how long."""


def best_ordering(rules: Pairs, laws: Sequence[tuple[Polynomial, Polynomial]] = ()) -> Ordering:
    """The best ordering that was found: by moving names where a rule fails, while that helps.

    The laws count as one more rule, which must not grow.
    """
    pairs: Pairs = {**rules, None: laws} if laws else rules
    best = Ordering(_first_guess(pairs))
    score, failing = _score(best, pairs)
    tries, end = 0, time.monotonic() + SECONDS
    improved = True
    while failing and improved and tries < TRIES and time.monotonic() < end:
        improved = False
        for candidate in _moves(best, failing, pairs):
            tries += 1
            value, rest = _score(candidate, pairs)
            if value > score:
                best, score, failing, improved = candidate, value, rest, True
                break
            if tries >= TRIES or time.monotonic() > end:
                break
    return best


def _score(ordering: Ordering, pairs: Pairs) -> tuple[int, list[Rule | None]]:
    """Two for a rule that shrinks, one for one that does not grow; and the rules that may grow."""
    score, failing = 0, list[Rule | None]()
    for r, some in pairs.items():
        if all(ordering.above(*p) for p in some):
            score += 2
        elif all(ordering.at_least(*p) for p in some):
            score += 1
        else:
            failing.append(r)
    return score, failing


def _first_guess(pairs: Pairs) -> tuple[str, ...]:
    """Names that rules take away come first, those that they bring last."""
    balance: Counter[str] = Counter()
    for some in pairs.values():
        for above, below in some[:1]:
            mine, other = symbols_in(above), symbols_in(below)
            for name in {*mine, *other}:
                balance[name] += (mine[name] > other[name]) - (mine[name] < other[name])
    return tuple(sorted(balance, key=lambda name: (-balance[name], name)))


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
