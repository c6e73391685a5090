"""Distributing: every product over every sum, as far as the laws of the operators say so.

Which operators distribute over which is declared with them (`Morphism`); nothing here knows about
vectors or matrices. A term is turned into a dictionary from monomials to numbers, bottom-up over
its distinct sub-terms; products of dictionaries are collected as they are made, so that what
cancels does so at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, cast

from ..core.context import EMPTY, Context
from ..core.laws import Morphism
from ..core.linear import LINEAR_OPERATORS, add, neg, power, scale, times
from ..core.operators import Operator, zero_of
from ..core.sorts import Linear, Scalar
from ..core.terms import Term, postorder
from ..deadline import check_time
from ..errors import LimitError
from ..normalform.addends import pour, sum_in
from ..normalform.monomials import (
    Key,
    Mono,
    Number,
    exact_power,
    factors_of,
    join,
    keyed,
    raised,
    split,
    tidy,
)
from ..normalform.walk import Normaliser

Op = Operator[..., Any]
Polynomial = dict[Key, Number]

MAX_MONOMIALS = 200_000
"""How many monomials a term may be opened into before `expand` stops with a LimitError."""


MAX_FACTORS = 1_000
"""The highest power of a product that is written as one long product."""


class Distributor:
    """One walk: what has been opened so far.

    `deep` is False to open only what is multiplied by scalars: any other operator stays as it is.
    """

    def __init__(
        self,
        context: Context | None = None,
        walk: Normaliser | None = None,
        most: int = MAX_MONOMIALS,
        deep: bool = True,
    ) -> None:
        self.walk = walk or Normaliser(context or EMPTY)
        self.most, self.deep = most, deep
        self.found: dict[Term, Polynomial] = {}
        self.terms: dict[Term, Term] = {}
        self.merged: dict[tuple[tuple[Term, ...], tuple[Term, ...]], Any] = {}

    def run(self, t: Term) -> Term:
        """The normal term with everything distributed."""
        t = self.walk.run(t)
        for s in postorder(t, known=self._known):
            self._open(s)
        return self.terms[t] if t in self.terms else self.written(t)

    def _known(self, t: Term) -> bool:
        if not self.deep and t.op not in LINEAR_OPERATORS and issubclass(t.sort, Linear):
            self.found.setdefault(t, self._whole(t))
        return t in self.found or t in self.terms

    def written(self, t: Term) -> Term:
        """The opened form of a sub-term that has been visited, as a term."""
        done = self.terms.get(t)
        if done is None:
            mono = self.walk.summed(dict(self.found[t]), t.sort, t.shape)
            done = self.terms[t] = self.walk.term(mono, t.sort, t.shape)
        return done

    def _open(self, t: Term) -> None:
        if not issubclass(t.sort, Linear):
            self.terms[t] = self._rebuilt(t)
        elif t.op is add:
            self.found[t] = self._sum(t.args)
        elif t.op is neg:
            self.found[t] = {k: -c for k, c in self.found[t.args[0]].items()}
        elif t.op is scale or t.op is times:
            self.found[t] = self._product([self.found[a] for a in t.args])
        elif t.op is power:
            self.found[t] = self._power(t)
        elif not t.args:
            c, key = keyed(split(t))
            self.found[t] = {key: c} if c else {}
        else:
            self.found[t] = self._applied(t)

    def _sum(self, args: Sequence[Term]) -> Polynomial:
        sums: Polynomial = {}
        for a in args:
            for key, c in self.found[a].items():
                sums[key] = sums.get(key, 0) + c
        return _tidied(sums)

    def _product(self, parts: Sequence[Polynomial]) -> Polynomial:
        """Scalars times scalars, and at most one thing that they scale."""
        result, made = parts[0], 0
        for part in parts[1:]:
            made += len(result) * len(part)  # on the way to a high power many more than remain
            self._check(made)
            sums: Polynomial = {}
            for (f, core), c in result.items():
                check_time()
                for (g, other), d in part.items():
                    e, factors = self._merged(f, g)
                    key = factors, core if core is not None else other
                    sums[key] = sums.get(key, 0) + c * d * e
            result = _tidied(sums)
        return result

    def _merged(self, f: tuple[Term, ...], g: tuple[Term, ...]) -> tuple[Number, tuple[Term, ...]]:
        """The factors of both, ordered; and the number that may come out of them."""
        if not f or not g:
            return 1, f or g
        found = self.merged.get((f, g))
        if found is None:
            rope = None
            for x in (*f, *g):
                rope = join(rope, x)
            found = self.merged[f, g] = factors_of(rope)
        return cast("tuple[Number, tuple[Term, ...]]", found)

    def _power(self, t: Term) -> Polynomial:
        base, e = t.args[0], t.args[1].value
        opened = self.found[base]
        if t.sort is not Scalar and type(e) is int and e > 1:
            if not base.args:
                return self._whole(t)
            if e > MAX_FACTORS:
                raise LimitError(
                    f"expand would write a power as {e} factors, more than {MAX_FACTORS}"
                )
        if type(e) is int and e > 1 and len(opened) > 1:
            if t.sort is Scalar:
                self._check(e * e)  # that many are made at the least, of two monomials
                return self._product([opened] * e)
            if t.sort.product is not None:
                return self._combined(t.sort.product, t, [base] * e)
        if type(e) is int and e > 1 and t.sort.product is not None and t.sort is not Scalar:
            return self._combined(t.sort.product, t, [base] * e)  # (A B)² is A B A B
        if len(opened) == 1 and type(e) is int and t.sort is Scalar:
            (((factors, _), c),) = opened.items()
            rope = None
            for x in factors:
                rope = join(rope, x)
            d, key = keyed((exact_power(c, e), raised(rope, e), None))
            return {key: d}
        return self._whole(self.walk.run(power.build((self.written(base), t.args[1]))))

    def _applied(self, t: Term) -> Polynomial:
        other = self._other_morphism(t)
        return self._whole(other) if other is not None else self._combined(t.op, t, t.args)

    def _combined(self, op: Op, t: Term, args: Sequence[Term]) -> Polynomial:
        """An operator on all combinations of the monomials of its operands."""
        choices = [list(self._choices(op, i, a)) for i, a in enumerate(args)]
        count = 1
        for some in choices:
            count *= len(some)
        self._check(count)
        sums: Polynomial = {}
        for monos in product(*choices):
            c, key = keyed(self.walk.call(op, args, list(monos), t.sort, t.shape))
            inner = sum_in(key)
            if inner is not None:
                pour(inner, c, sums)
            elif c:
                sums[key] = sums.get(key, 0) + c
        return _tidied(sums)

    def _choices(self, op: Op, i: int, a: Term) -> Iterator[Mono]:
        """The monomials of an operand, or the operand as a whole if nothing passes over sums."""
        law = op.law(Morphism)
        linear = law is not None and law.over is add and (law.at is None or i in law.at)
        if not linear or a not in self.found:
            yield split(self.written(a) if a in self.found else self.terms[a])
            return
        opened = self.found[a]
        if not opened:
            yield split(zero_of(a.sort, a.shape))
        for (factors, core), c in opened.items():
            rope = None
            for x in factors:
                rope = join(rope, x)
            yield c, rope, core

    def _check(self, count: int) -> None:
        if count > self.most:
            raise LimitError(
                f"expand would make {count} monomials of one product, more than {self.most}; "
                "expand smaller parts"
            )

    def _other_morphism(self, t: Term) -> Term | None:
        """A term that distributes over an operator other than +, distributed once."""
        for law in t.op.laws:
            if isinstance(law, Morphism) and law.over is not add:
                args = [self.written(a) if a in self.found else self.terms[a] for a in t.args]
                for i, a in enumerate(args):
                    if law.passes(i, a):
                        parts = [t.op.build((*args[:i], x, *args[i + 1 :])) for x in a.args]
                        to = law.to or law.over
                        whole = parts[-1]
                        if to.variadic or len(to.params) == len(parts):
                            whole = to.build(tuple(parts))
                        else:
                            for part in reversed(parts[:-1]):
                                whole = to.build((part, whole))
                        return Distributor(walk=self.walk).run(self.walk.run(whole))
        return None

    def _rebuilt(self, t: Term) -> Term:
        """A term of a sort without sums, its operands opened."""
        other = self._other_morphism(t)
        if other is not None:
            return other
        if not t.args:
            return t
        args = tuple([self.written(a) if a in self.found else self.terms[a] for a in t.args])
        return self.walk.run(t if args == t.args else t.op.build(args))

    @staticmethod
    def _whole(t: Term) -> Polynomial:
        """A normal term as it stands."""
        c, key = keyed(split(t))
        inner = sum_in(key)
        if inner is None:
            return {key: c} if c else {}
        sums: Polynomial = {}
        pour(inner, c, sums)
        return _tidied(sums)


def _tidied(sums: Polynomial) -> Polynomial:
    return {k: tidy(c) for k, c in sums.items() if c}
