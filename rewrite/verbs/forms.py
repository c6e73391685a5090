"""The forms that `simplify` tries, each as a named strategy, so that a derivation can tell them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any
from weakref import WeakKeyDictionary

from ..core.laws import Homogeneous
from ..core.linear import LINEAR_OPERATORS, add, power
from ..core.operators import zero_of
from ..core.terms import Term
from ..kernel.polynomials import expanded
from ..matching.scalar_products import scaled
from ..normalform.walk import Normaliser
from ..rewriting.run import Run, Strategy, size
from .common_factors import Gatherer
from .cost import cost
from .relations import CHECKS, MAX_TERMS, relations

LEAST_OPENED, OPENED_PER_NODE = 100, 4
"""How many monomials an opened form may have before it is given up: more for a larger term."""


class _Expand(Strategy):
    """Everything distributed."""

    name = "expand"

    def apply(self, t: Term, run: Run) -> Term | None:
        most = max(LEAST_OPENED, OPENED_PER_NODE * size(t))
        found = expanded(t, run.walk, most=most)
        if run.trace is None or t.op is not add:
            return _noted(self, t, found, run)
        return self.told(t, found, most, run)

    def told(self, t: Term, found: Term, most: int, run: Run) -> Term | None:
        """The same for a sum, summand by summand, so that one sees what cancels in the end."""
        parts = [expanded(a, run.walk, most=most) for a in t.args]
        parts = [a if run.walk.run(a) is p else p for a, p in zip(t.args, parts, strict=True)]
        whole = add.build(tuple(parts))
        if run.walk.run(whole) is not found or found is t or not run.allowed(found):
            return _noted(self, t, found, run)
        for i, (before, after) in enumerate(zip(t.args, parts, strict=True)):
            if after is not before:
                run.path.append(i)
                run.record(self, {}, before, after)
                run.path.pop()
        return run.normal(whole)


class _Multiply(Strategy):
    """Scalars distributed, and nothing else: the operands of other operators stay together."""

    name = "multiply out"

    def apply(self, t: Term, run: Run) -> Term | None:
        most = max(LEAST_OPENED, OPENED_PER_NODE * size(t))
        return _noted(self, t, expanded(t, run.walk, most=most, deep=False), run)


class _Factor(Strategy):
    """Common factors gathered wherever that pays."""

    name = "factor"

    def __init__(self) -> None:
        self.gatherers: WeakKeyDictionary[Normaliser, Gatherer] = WeakKeyDictionary()

    def apply(self, t: Term, run: Run) -> Term | None:
        gatherer = self.gatherers.get(run.walk)
        if gatherer is None:  # what is gathered inside is remembered for all that is outside
            gatherer = self.gatherers[run.walk] = Gatherer(run.context, walk=run.walk)
        return _noted(self, t, gatherer.run(t), run)


class _Relate(Strategy):
    """Monomials of a sum written by cheaper ones, where they are linearly dependent."""

    name = "linear relation"

    @staticmethod
    def effort(t: Term) -> int:
        """How many nodes are evaluated to find the relations in a sum."""
        tried = t.op is add and len(t.args) <= MAX_TERMS and _may_depend(t.args)
        return size(t) * (len(t.args) + CHECKS) if tried else 0

    def apply(self, t: Term, run: Run) -> Term | None:
        if t.op is not add or not _may_depend(t.args):
            return None
        terms = sorted(t.args, key=lambda a: (cost(a).total, t.args.index(a)))
        found = relations(terms, run.context)
        if found is None:
            return None
        total = [sum((row.get(k, 0) for row in found), Fraction(0)) for k in range(len(terms))]
        parts = [scaled(c, {}, x) for c, x in zip(total, terms, strict=True) if c]
        zero = zero_of(t.sort, t.shape)
        whole = add.build((*parts, zero)) if parts else zero
        return _noted(self, t, run.walk.run(whole), run)


def _may_depend(terms: Sequence[Term]) -> bool:
    """Whether three terms have the same degrees in all symbols, as dependent polynomials must.

    Where functions or declared facts come in, degrees mean nothing, and the answer is yes.
    """
    seen: Counter[Any] = Counter()
    for t in terms:
        degrees: Counter[Term] = Counter()
        stack: list[tuple[Term, int]] = [(t, 1)]
        while stack:
            s, n = stack.pop()
            if s.is_symbol:
                if s.value.facts:
                    return True
                degrees[s] += n
            elif s.op is power and type(s.args[1].value) is int:
                stack.append((s.args[0], n * s.args[1].value))
            elif s.args and s.op not in LINEAR_OPERATORS and s.op.law(Homogeneous) is None:
                return True
            else:
                stack += [(a, n) for a in s.args]
        seen[frozenset(degrees.items())] += 1
    return max(seen.values()) > 2


def _noted(by: Strategy, t: Term, found: Term, run: Run) -> Term | None:
    if found is t or not run.allowed(found):
        return None
    if run.trace is not None:
        run.record(by, {}, t, found)
    return found


EXPAND, MULTIPLY, FACTOR, RELATE = _Expand(), _Multiply(), _Factor(), _Relate()
