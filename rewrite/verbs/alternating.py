"""Sums of alternating products as one product: a × b + b × c + c × a = (a − c) × (b − c).

The coefficients of a sum of products that change sign with the order of their operands are an
antisymmetric matrix. The sum is one product of two sums if that matrix has rank two.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ..core.laws import Anticommutative, Morphism
from ..core.linear import add
from ..core.sorts import Linear
from ..core.terms import Term, postorder, rebuild
from ..matching.scalar_products import scaled
from ..normalform.monomials import Number, keyed, split
from ..normalform.walk import Normaliser
from .parts import together

LEAST, MOST = 3, 40
"""Sums with fewer or more alternating products than this are left alone."""
Pair = tuple[Term, Term]


def in_one_product(t: Term, walk: Normaliser) -> Term:
    """A normal term with sums of alternating products written as one product where possible."""
    done: dict[Term, Term] = {}
    for s in postorder(t):
        done[s] = rebuild(s, tuple([done[a] for a in s.args]))
        if s.op is add and len(s.args) >= LEAST:
            done[s] = _gathered(walk.run(done[s]))
    return walk.run(done[t])


def _gathered(t: Term) -> Term:
    """A sum with alternating products of one operator and scalar factor combined."""
    groups: dict[Any, dict[Pair, Fraction]] = {}
    rest: list[Term] = []
    for a in t.args if t.op is add else ():
        c, (factors, core) = keyed(split(a))
        if core is None or not _alternates(core):
            rest.append(a)
        else:
            pair = core.args[0], core.args[1]
            pairs = groups.setdefault((factors, core.op), {})
            pairs[pair] = pairs.get(pair, Fraction(0)) + Fraction(c)
    made: list[Term] = []
    changed = False
    for (factors, op), pairs in groups.items():
        for group in together(list(pairs), list(pairs)):
            some = {pair: pairs[pair] for pair in group}
            product = _product(op, some) if LEAST <= len(some) <= MOST else None
            found = [op.build(pair) for pair in some] if product is None else [product[1]]
            numbers = list(some.values()) if product is None else [product[0]]
            bag: dict[Term, Number] = dict.fromkeys(factors, 1)
            made += [scaled(c, bag, x) for c, x in zip(numbers, found, strict=True)]
            changed = changed or product is not None
    parts = (*rest, *made)
    if not changed:
        return t
    whole: Term = parts[0] if len(parts) == 1 else add.build(parts)
    return whole


def _alternates(t: Term) -> bool:
    """Whether a term is a bilinear product that changes sign with the order of its operands."""
    law = t.op.law(Morphism)
    return (
        len(t.args) == 2
        and t.op.law(Anticommutative) is not None
        and law is not None
        and law.over is add
        and all(issubclass(a.sort, Linear) for a in t.args)
    )


def _product(op: Any, pairs: dict[Pair, Fraction]) -> tuple[Fraction, Term] | None:
    """The number and the product that a sum of products equals; None if there is none."""
    matrix: dict[Pair, Fraction] = {}
    for (x, y), c in pairs.items():
        matrix[x, y], matrix[y, x] = c, -c
    operands = list(dict.fromkeys(x for pair in pairs for x in pair))
    (first, second), d = next(iter(pairs.items()))
    row = [matrix.get((first, x), Fraction(0)) for x in operands]
    other = [matrix.get((second, x), Fraction(0)) for x in operands]
    for k, x in enumerate(operands):
        for j, y in enumerate(operands[:k]):
            if row[j] * other[k] - row[k] * other[j] != d * matrix.get((y, x), Fraction(0)):
                return None
    return 1 / d, op.build((_sum(row, operands), _sum(other, operands)))


def _sum(numbers: Sequence[Fraction], terms: Sequence[Term]) -> Term:
    parts = [scaled(c, {}, x) for c, x in zip(numbers, terms, strict=True) if c]
    made: Term = parts[0] if len(parts) == 1 else add.build(tuple(parts))
    return made
