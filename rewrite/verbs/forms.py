"""The forms that `simplify` tries, each as a named strategy, so that a derivation can tell them."""

from __future__ import annotations

from fractions import Fraction

from ..matching.monomials import scaled
from ..operators import zero_of
from ..run import Run, Strategy
from ..terms import Term
from ..theory.linear import add
from .cost import cost
from .distribute import Distributor
from .gatherer import Gatherer
from .relations import relations

MAX_OPENED = 4_000
"""How many monomials a form may have before it is given up."""


class _Expand(Strategy):
    """Everything distributed."""

    name = "expand"

    def apply(self, t: Term, run: Run) -> Term | None:
        distributor = Distributor(run.context, run.walk, MAX_OPENED)
        found = distributor.run(t)
        if run.trace is None or t.op is not add:
            return _noted(self, t, found, run)
        return self.told(t, found, distributor, run)

    def told(self, t: Term, found: Term, distributor: Distributor, run: Run) -> Term | None:
        """The same for a sum, summand by summand, so that one sees what cancels in the end."""
        parts = [distributor.run(a) for a in t.args]
        whole = add.build(tuple(parts))
        if run.walk.run(whole) is not found or found is t or not run.allowed(found):
            return _noted(self, t, found, run)
        for i, (before, after) in enumerate(zip(t.args, parts, strict=True)):
            if after is not before:
                run.path.append(i)
                run.record(self, {}, before, after)
                run.path.pop()
        return run.normal(whole)


class _Factor(Strategy):
    """Common factors gathered wherever that pays."""

    name = "factor"

    def apply(self, t: Term, run: Run) -> Term | None:
        return _noted(self, t, Gatherer(run.context, walk=run.walk).run(t), run)


class _Relate(Strategy):
    """Monomials of a sum written by cheaper ones, where they are linearly dependent."""

    name = "linear relation"

    def apply(self, t: Term, run: Run) -> Term | None:
        if t.op is not add:
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


def _noted(by: Strategy, t: Term, found: Term, run: Run) -> Term | None:
    if found is t or not run.allowed(found):
        return None
    if run.trace is not None:
        run.record(by, {}, t, found)
    return found


EXPAND, FACTOR, RELATE = _Expand(), _Factor(), _Relate()
