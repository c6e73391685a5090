"""Path orders for calls, in which some operands are ignored so that less has to be compared.

A filter says for every head which operands are kept, or which operand replaces the whole term. In
the filtered rules none may go up in a path order, and some call must go down (Arts and Giesl 2000).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from .paths import PathOrder, found_order
from .plain import Plain, PlainRule, heads_of, variables_in

Filter = Mapping[str, int | tuple[int, ...]]
"""A number is the operand that replaces the whole term; a tuple lists the operands kept."""
FILTERS, STEPS = 60, 3_000
"""At most this many filters are tried, with at most this many comparisons each."""


@dataclass(frozen=True)
class FilteredOrder:
    """A path order on filtered terms."""

    filter: Filter
    order: PathOrder

    def above(self, s: Plain, t: Plain) -> bool:
        return self.order.above(filtered(s, self.filter), filtered(t, self.filter))

    def at_least(self, s: Plain, t: Plain) -> bool:
        return self.order.at_least(filtered(s, self.filter), filtered(t, self.filter))

    def __str__(self) -> str:
        return f"path order {self.order}, some operands left out"


def filtered(t: Plain, how: Filter) -> Plain:
    if isinstance(t, str):
        return t
    kept = how[t[0]]
    if isinstance(kept, int):
        return filtered(t[1 + kept], how)
    return (t[0], *(filtered(t[1 + i], how) for i in kept))


def found_filtered(
    calls: Sequence[PlainRule], rules: Sequence[PlainRule], passed: Callable[[], bool]
) -> FilteredOrder | None:
    """An order in which no call and no rule goes up, and some call goes down."""
    every = [*calls, *rules]
    for how in islice(_filters(every, passed), FILTERS):
        made = [(filtered(left, how), filtered(right, how)) for left, right in every]
        kept = [pair for pair in made if pair[0] != pair[1]]
        strict = [pair for pair in made[: len(calls)] if pair[0] != pair[1]]
        if strict:
            order = found_order((), kept, steps=STEPS, passed=passed)
            if order is not None:
                return FilteredOrder(how, order)
        if passed():
            return None
    return None


def _filters(rules: Sequence[PlainRule], passed: Callable[[], bool]) -> Iterator[Filter]:
    """Filters after which every variable of a right side is also in the left side."""
    arities = heads_of(*(t for r in rules for t in r))
    heads = sorted(arities, key=lambda h: (-arities[h], h))
    about = {h: [r for r in rules if h in heads_of(*r)] for h in heads}
    how: dict[str, int | tuple[int, ...]] = {}
    stack = [_choices(arities[heads[0]])] if heads else []
    while stack and not passed():
        h = heads[len(stack) - 1]
        choice = next(stack[-1], None)
        if choice is None:
            stack.pop()
            how.pop(h, None)
            continue
        how[h] = choice
        settled = (r for r in about[h] if all(g in how for g in heads_of(*r)))
        if all(_closed(left, right, how) for left, right in settled):
            if len(stack) < len(heads):
                stack.append(_choices(arities[heads[len(stack)]]))
            else:
                yield dict(how)


def _closed(left: Plain, right: Plain, how: Filter) -> bool:
    s, t = filtered(left, how), filtered(right, how)
    return variables_in(t) <= variables_in(s) and (not isinstance(s, str) or s == t)


def _choices(arity: int) -> Iterator[int | tuple[int, ...]]:
    every = tuple(range(arity))
    yield every
    yield from every
    if arity:
        yield from (tuple(i for i in every if i != j) for j in every)
    if arity > 2:
        yield from ((i,) for i in every)
