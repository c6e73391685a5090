"""Cost: how many scalar operations a term takes, with what it shares counted once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ..core.definitions import meaning_of
from ..core.linear import add, neg, scale, times
from ..core.operators import label
from ..core.terms import Term
from ..errors import RewriteError
from ..text.counting import counted
from ..theory import costs

DIVISION, CALL = 4, 16
"""What a division and a function call weigh, in additions."""


class Cost(NamedTuple):
    """Scalar operations. Costs are compared by `total`, in which a division weighs 4, a call 16."""

    multiplications: int = 0
    additions: int = 0
    divisions: int = 0
    calls: int = 0

    @property
    def total(self) -> int:
        plain = self.multiplications + self.additions
        return plain + DIVISION * self.divisions + CALL * self.calls

    def __lt__(self, other: tuple[object, ...]) -> bool:
        return self.total < other.total if isinstance(other, Cost) else NotImplemented

    def __le__(self, other: tuple[object, ...]) -> bool:
        return self.total <= other.total if isinstance(other, Cost) else NotImplemented

    def __gt__(self, other: tuple[object, ...]) -> bool:
        return self.total > other.total if isinstance(other, Cost) else NotImplemented

    def __ge__(self, other: tuple[object, ...]) -> bool:
        return self.total >= other.total if isinstance(other, Cost) else NotImplemented

    def __str__(self) -> str:
        named = zip(self, ("multiplication", "addition", "division", "call"), strict=True)
        return ", ".join(counted(n, name) for n, name in named if n) or "nothing"


def cost(terms: Term | Iterable[Term]) -> Cost:
    """The scalar operations that a term takes, or several together; an upper bound.

    Every distinct sub-term counts once, at what its operator declares; a minus in a sum is free.

    >>> from rewrite import cross, dot, vectors
    >>> a, b = vectors("a b")
    >>> print(cost(dot(cross(a, b), cross(a, b))))
    9 multiplications, 5 additions
    >>> cost(a - b) == cost(a + b)
    True
    """
    if not isinstance(terms, Iterable | Term) or isinstance(terms, str):
        raise RewriteError(f"cost is that of terms, not of {label(terms)}")
    roots = (terms,) if isinstance(terms, Term) else tuple(terms)
    for t in roots:
        if not isinstance(t, Term):
            raise RewriteError(f"cost is that of terms, not of {label(t)}")
    total = [0, 0, 0, 0]
    done: set[Term] = set()
    stack = list(roots)
    while stack:
        t = stack.pop()
        if t not in done:
            done.add(t)
            stack += (meaning_of(t),) if _by_definition(t) else costs.operands(t)
            for i, n in enumerate(_own(t)):
                total[i] += n
    total[1] -= sum(_own(t)[1] for t in _absorbed(done, roots))
    total[1] += sum(map(costs.signs, set(roots)))
    return Cost(*total)


def _absorbed(terms: set[Term], roots: Iterable[Term]) -> set[Term]:
    """The negations that cost nothing, because they stand in sums only and make differences.

    So does the minus of a product that comes first: -x·y + z is z - x·y. The signs that some
    operators put before coordinates are taken up by the sums of a product.
    """
    sums = {t for t in terms if t.op is add and any(map(costs.covers, t.args))}
    first = {t.args[0] for t in sums if any(map(costs.covers, t.args[1:]))}
    elsewhere = set(roots)
    for t in terms:
        elsewhere.update(t.args[1:] if t in sums else t.args)
    products = {t for t in first - elsewhere if t.op in (times, scale)}
    free: set[Term] = set()
    needed = set(roots)
    for t in terms:
        for i, a in enumerate(t.args):
            if a.op is neg:
                taken = t in sums or (i == 0 and t in products)
                (free if taken else needed).add(a)
            elif a.op.signs_in:
                (free if t.op in a.op.signs_in else needed).add(a)
    return free - needed


def _by_definition(t: Term) -> bool:
    """Whether a term costs what its definition costs."""
    return t.op.definition is not None and t.op.cost is None


def _own(t: Term) -> tuple[int, ...]:
    """What the operator at the head costs."""
    if not t.args or _by_definition(t):
        return ()
    declared = t.op.cost
    return (0, 0, 0, 1) if declared is None else declared(t)
