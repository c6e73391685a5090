"""Overlaps of sums and of products of scalars: two left sides that share a monomial.

A left side is a sum of monomials, each a number, scalar factors and the core that they scale. Two
left sides overlap if a monomial m of one and a monomial n of the other agree after each is
multiplied by the factors that it lacks, as in the S-polynomials of a Gröbner basis. u·m = c·v·n
gives the term u·l₁ + c·v·(l₂ − n), which both rules change.

A variable as a factor stands for any number of factors; such overlaps are counted as left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, islice, permutations
from typing import Any, cast

from ..core.laws import Anticommutative, Associative, Commutative
from ..core.linear import LINEAR_OPERATORS, add, neg, power, scale, times
from ..core.operators import VARIABLE, number, zero_of
from ..core.sorts import Linear, Scalar
from ..core.terms import Term
from ..core.variables import Bindings
from ..errors import RewriteError
from ..matching.scalar_products import Monomial, scalar_of
from ..matching.unification import all_unified, settled, unified
from ..normalform.monomials import split

MOVING = (Associative, Commutative, Anticommutative)
"""Laws that move operands, so that two terms may be the same though their operands are not."""
Overlap = tuple[Bindings, Term, Term, Term]
SUMMANDS, FACTORS, UNIFIERS = 8, 4, 24
"""The most summands of a sum, factors of a monomial, and overlaps of two monomials that are
examined."""


def monomial_overlaps(
    left: Term, right: Term, other: Term, other_right: Term, out: Counter[str]
) -> Iterator[Overlap]:
    """A substitution, a term, and the results of the two rules on it, for every shared monomial."""
    if not (issubclass(left.sort, Linear) and issubclass(other.sort, Linear)):
        return
    if not (is_compound(left) or is_compound(other)):
        return  # unification of left sides with sub-terms finds these
    if left.sort is not other.sort:
        return
    if max(len(left.args), len(other.args)) > SUMMANDS:
        out[f"overlaps of sums of more than {SUMMANDS} summands"] += 1
        return
    for i, m in enumerate(summands(left)):
        for j, n in enumerate(summands(other)):
            for s, u, v, sign in islice(shared(m, n, out), UNIFIERS):
                c = Fraction(m.c) / Fraction(n.c) * sign
                rest = _sum(left, [x for k, x in enumerate(summands(left)) if k != i])
                more = _sum(other, [x for k, x in enumerate(summands(other)) if k != j])
                try:
                    yield s, *_built(s, u, v, c, (left, right, rest), (more, other_right))
                except RewriteError:
                    out["overlaps without a meaning"] += 1


def _built(
    s: Bindings,
    u: list[Term],
    v: list[Term],
    c: Fraction,
    first: tuple[Term, Term, Term],
    second: tuple[Term, Term],
) -> tuple[Term, Term, Term]:
    """The peak and the results of both rules, under the substitution, which determines shapes."""
    u, v = [settled(x, s) for x in u], [settled(x, s) for x in v]
    left, right, rest = (_scaled(1, u, settled(t, s)) for t in first)
    beside, other = (_scaled(c, v, settled(t, s)) for t in second)
    return _add(left, beside), _add(right, beside), _add(rest, other)


def key_of(t: Term) -> Any:
    """The key that a left side and a sub-term must share to be unified."""
    return t.op if t.args else t


def clash(p: Term, q: Term, depth: int = 3) -> bool:
    """Whether two patterns have different operators where no law applies, so that they never
    unify."""
    if p.op is VARIABLE or q.op is VARIABLE or neg in (p.op, q.op):
        return False
    if key_of(p) is not key_of(q):
        return True
    op = p.op
    if not depth or any(op.law(law) is not None for law in MOVING) or op in LINEAR_OPERATORS:
        return False
    return any(clash(x, y, depth - 1) for x, y in zip(p.args, q.args, strict=True))


def is_compound(t: Term) -> bool:
    """Whether a term is a sum, a scaling or a product of scalars."""
    return t.op in (add, times, scale, neg) or (t.op is power and t.sort is Scalar)


def summands(t: Term) -> list[Monomial]:
    return [Monomial.of(a) for a in (t.args if t.op is add else (t,)) if split(a)[0] != 0]


Shared = tuple[Bindings, list[Term], list[Term], int]


def shared(m: Monomial, n: Monomial, out: Counter[str]) -> Iterator[Shared]:
    """Substitutions, with the factors that each monomial lacks, and a sign."""
    mine, other = factors(m), factors(n)
    if mine is None or other is None:
        out["products of many factors or with variables as factors"] += 1
        return
    if (m.core is None) != (n.core is None):
        return
    for s, sign in _cores(m, n, out):
        for count in range(0 if m.core is not None else 1, min(len(mine), len(other)) + 1):
            for a in combinations(range(len(mine)), count):
                for b in permutations(range(len(other)), count):
                    pairs = [(mine[i], other[j]) for i, j in zip(a, b, strict=True)]
                    for found, _ in all_unified(pairs, s):
                        u = [x for j, x in enumerate(other) if j not in b]
                        v = [x for i, x in enumerate(mine) if i not in a]
                        if not _common(u, v, found):
                            yield found, u, v, sign
    if m.core is None and not mine and not other:
        yield {}, [], [], 1  # both are numbers


def _common(u: Sequence[Term], v: Sequence[Term], s: Bindings) -> bool:
    """Whether both lack a common factor: then there is an overlap without it."""
    return bool(Counter(settled(x, s) for x in u) & Counter(settled(x, s) for x in v))


def _cores(m: Monomial, n: Monomial, out: Counter[str]) -> Iterator[tuple[Bindings, int]]:
    if m.core is None or n.core is None:
        yield {}, 1
    elif m.core.op is VARIABLE or n.core.op is VARIABLE:
        out["summands that are scaled variables"] += 1
    else:
        yield from unified(m.core, n.core, {})


def factors(m: Monomial) -> list[Term] | None:
    """The scalar factors, with powers written out; None if there are too many or one is a
    variable."""
    found: list[Term] = []
    for base, e in m.factors.items():
        if base.op is VARIABLE:
            return None
        found += [base] * int(e) if 0 < e <= FACTORS and e == int(e) else [scalar_of(1, {base: e})]
    return found if len(found) <= FACTORS else None


def _sum(like: Term, parts: Sequence[Monomial]) -> Term:
    terms = [_term(m) for m in parts]
    if not terms:
        return zero_of(like.sort, like.shape)
    return terms[0] if len(terms) == 1 else cast(Term, add.build(tuple(terms)))


def _term(m: Monomial) -> Term:
    x = scalar_of(m.c, m.factors)
    return x if m.core is None else cast(Term, scale.build((x, m.core)))


def _scaled(c: int | Fraction, by: Sequence[Term], t: Term) -> Term:
    """A number and factors times a sum, distributed over its summands, which rules look at."""
    x: Term = number(Fraction(c))
    for f in by:
        x = times.build((x, f))
    op = times if t.sort is Scalar else scale
    parts = tuple(op.build((x, a)) for a in (t.args if t.op is add else (t,)))
    return parts[0] if len(parts) == 1 else cast(Term, add.build(parts))


def _add(x: Term, y: Term) -> Term:
    return cast(Term, add.build((x, y)))
