"""An order of measures: the associative path ordering, for a precedence of operators and marks.

Polynomials are compared as multisets of monomials, monomials as multisets of atoms (in the order of
Dershowitz and Manna: every added element is below some removed one). An atom f(p, …) is above

- its operands and everything below them;
- g(q, …) if f comes before g in the precedence and f(p, …) is above q, …;
- f(q, …) if the multiset of its operands is above that of q, ….

It is above a product or a sum if it is above every atom in it: sums and products come last in the
precedence, which makes the order compatible with expanding brackets (Bachmair and Plaisted, 1985).
The order is preserved in every context and for all values of the variables, and it is well-founded,
because multisets over a well-founded order and path orderings are.

>>> from rewrite import Scalar, cos, sin, variable
>>> x, y = variable("x", Scalar), variable("y", Scalar)
>>> above, below = measured(cos(x + y)), measured(cos(x)*cos(y) - sin(x)*sin(y))
>>> Ordering(("sin", "cos")).above(above, below), Ordering(("cos", "sin")).above(above, below)
(False, True)
>>> Ordering(("sin", "cos"), alike=frozenset({"sin", "cos"})).above(above, below)
True
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, TypeVar

from ...deadline import check_time
from .measure import Atom, Monomial, Polynomial, is_variable, measured, name_of

__all__ = ["Ordering", "measured"]

T = TypeVar("T")


@dataclass(frozen=True)
class Ordering:
    """The order for one precedence; operators that it does not list come last, by name."""

    precedence: tuple[str, ...]
    alike: frozenset[str] = frozenset()
    """Operators that are equal in the precedence, at the place of the first of them."""
    _known: dict[tuple[Atom, Atom], bool] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def _places(self) -> dict[str, int]:
        first = next((i for i, name in enumerate(self.precedence) if name in self.alike), 0)
        return {name: first if name in self.alike else i for i, name in enumerate(self.precedence)}

    def above(self, p: Polynomial, q: Polynomial) -> bool:
        """Whether p is above q for all values of the variables."""
        check_time()
        return _bags(p, q, self.monomial_above)

    def at_least(self, p: Polynomial, q: Polynomial) -> bool:
        return p == q or self.above(p, q)

    def monomial_above(self, m: Monomial, n: Monomial) -> bool:
        return _bags(m, n, self.atom_above)

    def atom_above(self, a: Atom, b: Atom) -> bool:
        known = self._known.get((a, b))
        if known is None:
            known = self._known[a, b] = self._atom_above(a, b)
        return known

    def _atom_above(self, a: Atom, b: Atom) -> bool:
        if a == b or is_variable(a):
            return False
        if any(c == b or self.atom_above(c, b) for p in a.args for m in p for c in m):
            return True
        if is_variable(b):
            return False
        inside = (c for p in b.args for m in p for c in m)
        f, g = self.rank(name_of(a)), self.rank(name_of(b))
        if f != g:
            return f < g and all(self.atom_above(a, c) for c in inside)
        both = a.args, b.args
        return _bags(*both, self.above) and all(self.atom_above(a, c) for c in inside)

    def rank(self, name: str) -> tuple[int, str]:
        place = self._places.get(name)
        return (len(self.precedence), name) if place is None else (place, "")

    def __str__(self) -> str:
        groups: dict[tuple[int, str], list[str]] = {}
        for name in self.precedence:
            groups.setdefault(self.rank(name), []).append(name)
        return " > ".join(" = ".join(names) for _, names in sorted(groups.items()))


def _bags(xs: tuple[T, ...], ys: tuple[T, ...], above: Callable[[T, T], bool]) -> bool:
    """Whether one bag is above another: what they do not share is dominated, and there is some."""
    gone, new = _unshared(xs, ys)
    return bool(gone) and all(any(above(x, y) for x in gone) for y in new)


@lru_cache(maxsize=20_000)
def _unshared(xs: tuple[Any, ...], ys: tuple[Any, ...]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The elements that each of two bags has in excess of the other; many orderings compare the
    same bags."""
    mine, other = Counter(xs), Counter(ys)
    return tuple(mine - other), tuple(other - mine)
