"""`holds_when`: which facts about the symbols would make an identity true."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from ..core.context import EMPTY, Context
from ..core.facts import KINDS, Fact
from ..core.sorts import Vector
from ..core.terms import Term, free_symbols, order
from ..deadline import OutOfTimeError, checked_limit, time_left, timed, within
from ..errors import RewriteError
from ..text.printing import brief
from .equal import equal
from .sides import sides

SILENT = ("constant", "nonzero", "invertible")
"""Facts without equations: they never make a difference."""
TOGETHER = 2
"""At most this many facts are tried together."""


@dataclass(frozen=True, repr=False)
class Conditions:
    """Sets of facts each of which makes an identity true; none is longer or stronger than needed.

    `always` means that it is true without any; `complete` that all were tried in time.
    """

    left: Term
    right: Term
    always: bool
    when: tuple[tuple[Fact, ...], ...]
    tried: int
    complete: bool

    def __iter__(self) -> Iterator[tuple[Fact, ...]]:
        return iter(self.when)

    def __len__(self) -> int:
        return len(self.when)

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        said = f"{brief(self.left)} == {brief(self.right)}"
        if self.always:
            return f"{said} holds as it is"
        cut = "" if self.complete else "; time ran out before all were tried"
        if not self.when:
            return f"{said}: none of {self.tried} sets of facts makes it true{cut}"
        sets = "\n".join("  " + " and ".join(map(str, facts)) for facts in self.when)
        return f"{said} holds when\n{sets}{cut}"


def holds_when(
    a: Any, b: Any, context: Context | None = None, time_limit: float | None = 20.0
) -> Conditions:
    """The facts that would make two terms equal: single facts, or pairs if no single one does.

    >>> from rewrite import cross, matrix, vectors
    >>> a, b = vectors("a b")
    >>> A = matrix("A")
    >>> print(holds_when(cross(A @ a, A @ b), A @ cross(a, b)))
    cross(A @ a, A @ b) == A @ cross(a, b) holds when
      rotation(A)
      collinear(a, b)
    >>> print(holds_when(A.T @ a, -(A @ a)))
    A.T @ a == -(A @ a) holds when
      antisymmetric(A)
    """
    with within(checked_limit(time_limit)):
        return _conditions(*sides(a, b, "holds_when"), context or EMPTY)


def _conditions(a: Term, b: Term, start: Context) -> Conditions:
    if equal(a, b, start, _share(1)).proved:
        return Conditions(a, b, True, (), 0, True)
    found: list[tuple[Fact, ...]] = []
    tried = 0
    try:
        facts = list(timed(_candidates(a, b, start)))
    except OutOfTimeError:
        return Conditions(a, b, False, (), tried, False)
    for count in range(1, TOGETHER + 1):
        for chosen in combinations(facts, count):
            if any(set(known) <= set(chosen) for known in found):
                continue
            if not time_left():
                return Conditions(a, b, False, _weakest(found), tried, False)
            tried += 1
            if _makes_true(a, b, start, chosen):
                found.append(chosen)
        if found:
            break
    return Conditions(a, b, False, _weakest(found), tried, True)


def _candidates(a: Term, b: Term, context: Context) -> Iterator[Fact]:
    """Facts about the symbols that are possible but not known already."""
    symbols = sorted(free_symbols(a) | free_symbols(b), key=order)
    for s in symbols:
        for kind in KINDS.values():
            if kind.name not in SILENT and kind.applies(s.sort, s.shape):
                fact = Fact(kind.name, (s,))
                if context.holds(fact).unknown:
                    yield fact
    vectors = [s for s in symbols if s.sort is Vector]
    for u, v in combinations(vectors, 2):
        for name in ("orthogonal", "collinear"):
            yield Fact(name, (u, v))


def _share(part: float) -> float:
    """The seconds for one question of several; all questions together keep the time limit."""
    return min(10.0, max(1e-3, part * time_left()))


def _makes_true(a: Term, b: Term, start: Context, facts: tuple[Fact, ...]) -> bool:
    """Whether the identity is proved under the facts; not if they contradict each other."""
    try:
        context = start + Context(*facts)
        return equal(a, b, context, _share(0.25)).proved
    except RewriteError:
        return False


def _weakest(found: list[tuple[Fact, ...]]) -> tuple[tuple[Fact, ...], ...]:
    """The sets, without those that imply another one: no rotation if orthogonal is enough."""

    def follows(weaker: Fact, stronger: Fact) -> bool:
        return weaker == stronger or (
            weaker.terms == stronger.terms
            and stronger.name in KINDS
            and weaker.name in _implied(stronger.name)
        )

    def is_implied(weak: tuple[Fact, ...], strong: tuple[Fact, ...]) -> bool:
        return weak != strong and all(any(follows(w, s) for s in strong) for w in weak)

    return tuple(x for x in found if not any(is_implied(y, x) for y in found))


def _implied(name: str) -> set[str]:
    names = {name}
    for implied in KINDS[name].implies:
        names |= _implied(implied)
    return names
