"""Which order lets completion finish: completion of plain rules is tried under one order after
another.

Completion turns equations into rules and adds the rules that critical pairs require (Knuth and
Bendix 1970). Whether it finishes depends on the order that decides which side is the left one: with
i before m, the rule i(m(x, y)) -> m(i(y), i(x)) completes the axioms of groups, while the reverse
rule leads to ever more rules. So every precedence of a few heads is tried on plain terms, with path
orders that compare operands from either end, and the first under which completion finishes is
taken.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import count, islice, permutations

from .closures import matched, positions, replaced, unified
from .plain import Plain, PlainRule, heads_of, substituted, subterms, variables_in

ORDERS, EQUATIONS, LARGEST = 120, (40, 150, 600), 40
"""At most this many precedences are tried, with at most this many equations for each in successive
rounds, whose sides have at most this size."""
STEPS = 400
"""At most this many steps lead from a term to its normal form."""


class Precedence:
    """A path order for a list of heads, the greatest first; operands are compared from one end."""

    def __init__(self, heads: Sequence[str], first: int = 1) -> None:
        self.heads = tuple(heads)
        self.way = first  # 1 from left to right, -1 from right to left
        self.rank = {h: i for i, h in enumerate(heads)}
        self.above = cache(self._above)

    def _above(self, s: Plain, t: Plain) -> bool:
        if isinstance(s, str) or s == t:
            return False
        if any(a == t or self.above(a, t) for a in s[1:]):
            return True
        if isinstance(t, str):
            return False
        mine, other = (self.rank.get(x[0], len(self.rank)) for x in (s, t))
        if mine > other or (mine == other and s[0] != t[0]):
            return False
        if not all(self.above(s, b) for b in t[1:]):
            return False
        if mine < other:
            return True
        both = list(zip(s[1:], t[1:], strict=False))[:: self.way]
        return next((self.above(a, b) for a, b in both if a != b), False)


def finishing_order(rules: Sequence[PlainRule], passed: Callable[[], bool]) -> Precedence | None:
    """A precedence under which completion finishes; None if none was found."""
    arities = heads_of(*(t for r in rules for t in r))
    heads = sorted(arities, key=lambda h: (arities[h] != 1, -arities[h], h))
    some = list(islice(permutations(heads), ORDERS))
    orders = [Precedence(row, first) for first in (1, -1) for row in some]
    orders = [o for o in orders if all(o.above(s, t) for s, t in rules)]
    for equations in EQUATIONS:
        for order in orders:
            if passed():
                return None
            if _Completion(order, passed).finishes(rules, equations):
                return order
    return None


class _Completion:
    def __init__(self, order: Precedence, passed: Callable[[], bool]) -> None:
        self.order, self.passed = order, passed
        self.rules: list[PlainRule] = []
        self.queue: list[tuple[int, int, PlainRule]] = []
        self.ticket = count()

    def finishes(self, equations: Sequence[PlainRule], most: int) -> bool:
        for s, t in equations:
            self.put(s, t)
        for _ in range(most):
            if not self.queue:
                return True
            if self.passed() or not self.step(*heapq.heappop(self.queue)[2]):
                return False
        return False

    def put(self, s: Plain, t: Plain) -> None:
        size = sum(1 for side in (s, t) for _ in subterms(side))
        heapq.heappush(self.queue, (size, next(self.ticket), (s, t)))

    def step(self, s: Plain, t: Plain) -> bool:
        """Add one equation as a rule; False if it cannot be oriented or is too large."""
        both = [normal_form(side, self.rules) for side in (s, t)]
        if None in both:
            return False
        s, t = both
        if s == t:
            return True
        if self.order.above(t, s):
            s, t = t, s
        elif not self.order.above(s, t):
            return False
        if max(sum(1 for _ in subterms(side)) for side in (s, t)) > LARGEST:
            return False
        new = _renamed(s, t)
        self.reduce(new)
        self.rules.append(new)
        for old in list(self.rules):
            for pair in (*overlaps(new, old), *overlaps(old, new)):
                self.put(*pair)
        return True

    def reduce(self, new: PlainRule) -> None:
        """Turn old rules back into equations if the new rule changes their left sides."""
        kept = []
        for left, right in self.rules:
            if _changed(left, [new]) is not None:
                self.put(left, right)
            else:
                smaller = normal_form(right, [*self.rules, new])
                kept.append((left, right if smaller is None else smaller))
        self.rules = kept


def overlaps(first: PlainRule, second: PlainRule) -> Iterator[PlainRule]:
    """Pairs of results of two rules on one term, where the second rule applies inside the left side
    of the first."""
    apart = {v: f"'{v}" for v in variables_in(second[0])}
    left, right = (substituted(t, apart) for t in second)
    for place, s in positions(first[0]):
        if isinstance(s, str) or (not place and first == second):
            continue
        values = unified(s, left)
        if values is not None:
            yield _filled(first[1], values), _filled(replaced(first[0], place, right), values)


def _filled(t: Plain, values: Mapping[str, Plain]) -> Plain:
    while isinstance(t, str) and t in values:
        t = values[t]
    return t if isinstance(t, str) else (t[0], *(_filled(a, values) for a in t[1:]))


def normal_form(t: Plain, rules: Sequence[PlainRule]) -> Plain | None:
    """The normal form of a term; None if that takes too many steps."""
    for _ in range(STEPS):
        after = _changed(t, rules)
        if after is None:
            return t
        t = after
    return None


def _changed(t: Plain, rules: Sequence[PlainRule]) -> Plain | None:
    for place, s in positions(t):
        if not isinstance(s, str):
            for left, right in rules:
                if left[0] == s[0]:
                    values = matched(left, s, {})
                    if values is not None:
                        return replaced(t, place, substituted(right, values))
    return None


def _renamed(s: Plain, t: Plain) -> PlainRule:
    names: dict[str, Plain] = {}
    for x in subterms(s):
        if isinstance(x, str):
            names.setdefault(x, f"{len(names)}")
    return substituted(s, names), substituted(t, names)
