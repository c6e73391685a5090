"""Knuth–Bendix orders: the heavier term comes first; if weights are equal, heads and operands
decide.

Every head has a weight, a natural number, and every variable has weight 1; constants have weight 1
or more, and a unary head of weight 0 comes before all others in the precedence. s is above t if no
variable occurs more often in t than in s, and s is heavier; or if the weights are equal and the
head of s comes before that of t, or the heads are the same and the first operand that differs is
above (Knuth and Bendix 1970). On words of one length this is the order of a dictionary: shortlex.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

from .coefficients import Search, Space, TooLargeError
from .numbers import Interpretation, Slot
from .paths import PathOrder, one_after_another
from .plain import Plain, PlainRule, heads_of, substituted, subterms, variables_in

HEAVIEST, TRIED = 4, 40
"""The largest weight, and the number of choices of weights for which precedences are tried."""
VARIABLE = "?weight"


@dataclass(frozen=True)
class KnuthBendix:
    """Weights and a precedence."""

    weights: Mapping[str, int]
    order: PathOrder

    def weight(self, t: Plain) -> int:
        return sum(1 if isinstance(s, str) else self.weights[s[0]] for s in subterms(t))

    def __str__(self) -> str:
        weights = ", ".join(f"{h} {n}" for h, n in self.weights.items())
        order = str(self.order)
        return f"weights {weights}" + (f" and {order}" if order else "")


def found_knuth_bendix(
    rules: Sequence[PlainRule], passed: Callable[[], bool], nodes: int = 4_000
) -> KnuthBendix | None:
    """An order in which all rules go down."""
    if any(Counter(_leaves(right)) - Counter(_leaves(left)) for left, right in rules):
        return None
    arities = heads_of(*(t for r in rules for t in r))
    try:
        return _found(rules, arities, nodes, passed)
    except TooLargeError:
        return None


def _found(
    rules: Sequence[PlainRule], arities: Mapping[str, int], nodes: int, passed: Callable[[], bool]
) -> KnuthBendix | None:
    for found in islice(_weights(rules, nodes, passed), TRIED):
        known = {h: n for (h, slot), n in found.coefficients if slot == () and h != VARIABLE}
        start = _admitted(known, arities)
        if start is not None:
            order = next(_Lighter(known).all(rules, start), None)
            if order is not None:
                return KnuthBendix(known, order)
    return None


def _leaves(t: Plain) -> Iterator[str]:
    return (s for s in subterms(t) if isinstance(s, str))


def _weights(
    rules: Sequence[PlainRule], nodes: int, passed: Callable[[], bool]
) -> Iterator[Interpretation]:
    weighed = [(_weighed(left), _weighed(right)) for left, right in rules]
    return Search(weighed, Space(_groups, nodes=nodes), passed).solutions()


def _weighed(t: Plain) -> Plain:
    return substituted(t, {v: (VARIABLE, v) for v in variables_in(t)})


def _groups(head: str, arity: int) -> Iterable[tuple[tuple[Slot, ...], Sequence[tuple[int, ...]]]]:
    yield from ((((i,),), [(1,)]) for i in range(arity))
    if head == VARIABLE:
        yield ((),), [(1,)]
    else:
        yield ((),), [(n,) for n in (1, 0, *range(2, HEAVIEST + 1)) if n or arity]


def _admitted(weights: Mapping[str, int], arities: Mapping[str, int]) -> PathOrder | None:
    """The precedence that weights require; None if two heads would have to precede each other."""
    order: PathOrder | None = PathOrder()
    for h, n in weights.items():
        if n == 0 and arities[h] == 1:
            for other in weights:
                order = order.before(h, other) if order is not None and other != h else order
    return order


class _Lighter:
    """Comparisons for given weights; each yields all precedences under which it holds."""

    def __init__(self, weights: Mapping[str, int]) -> None:
        self.weights = KnuthBendix(weights, PathOrder())

    def all(self, rules: Sequence[PlainRule], order: PathOrder) -> Iterator[PathOrder]:
        return one_after_another([partial(self.above, *rule) for rule in rules], order)

    def above(self, s: Plain, t: Plain, order: PathOrder) -> Iterator[PathOrder]:
        if Counter(_leaves(t)) - Counter(_leaves(s)) or isinstance(s, str) or s == t:
            return
        mine, other = self.weights.weight(s), self.weights.weight(t)
        if mine > other:
            yield order
        elif mine == other and isinstance(t, str):
            if _is_repeated(s, t):
                yield order
        elif mine == other and s[0] == t[0]:
            for a, b in zip(s[1:], t[1:], strict=False):
                if a != b:
                    yield from self.above(a, b, order)
                    return
        elif mine == other:
            found = order.before(s[0], t[0])
            if found is not None:
                yield found


def _is_repeated(s: Plain, v: str) -> bool:
    """Whether s is f(f(…f(v)…)) for one head f, which then has weight 0."""
    heads = set()
    while not isinstance(s, str) and len(s) == 2:
        heads.add(s[0])
        s = s[1]
    return bool(s == v) and len(heads) == 1
