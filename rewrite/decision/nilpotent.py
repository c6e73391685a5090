"""Nilpotent matrices: if a power of M is zero, so is every coefficient of its characteristic
polynomial, the trace and the determinant among them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..core.facts import Fact
from ..core.hooks import hooks
from ..core.linear import power
from ..core.sorts import Matrix
from ..core.terms import Term
from ..evaluation import formulas as f
from ..evaluation.fields import Coordinates, Domain
from ..theory.matrices import matmul

LONGEST = 12
"""The most factors of a product that vanishes."""


class Nilpotent(NamedTuple):
    """matrixᵖᵒʷᵉʳ is `rest` (None for 1) times the product that a fact makes zero: as it stands
    (sign 1) or with its sides swapped (sign -1)."""

    fact: Fact
    sign: int
    matrix: Term
    power: int
    rest: Term | None


def nilpotents(facts: Iterable[Fact]) -> Iterator[Nilpotent]:
    """The matrices that are nilpotent by an equation: A³ = 0, A B A B = 0, and A B A = 0, because
    (A B)² is A B A times B."""
    for fact in facts:
        if fact.name != "equals" or fact.terms[0].sort is not Matrix:
            continue
        for sign, (left, right) in ((1, fact.terms), (-1, fact.terms[::-1])):
            word = _word(left) if hooks.normal(right) == 0 else []
            period = next((p for p in range(1, len(word)) if word[p:] == word[:-p]), None)
            if period is not None and word[0].shape[0] == word[period - 1].shape[1]:
                times = -(-len(word) // period)
                rest = (word[:period] * times)[len(word) :]
                matrix, more = _product(word[:period]), _product(rest) if rest else None
                yield Nilpotent(fact, sign, matrix, times, more)


def _word(t: Term) -> list[Term]:
    """The factors of a product of matrices, with powers written out."""
    factors = t.args if t.op is matmul else (t,)
    word: list[Term] = []
    for x in factors:
        n = x.args[1].value if x.op is power else 1
        if x.sort is not Matrix or type(n) is not int or not 0 < n <= LONGEST:
            return []
        word += [x.args[0]] * n if x.op is power else [x]
    return [y for x in word for y in (_word(x) if x.op is matmul else [x])]


def _product(word: list[Term]) -> Term:
    return word[0] if len(word) == 1 else matmul.build(tuple(word))


def characteristic(domain: Domain, x: Coordinates, n: int) -> Coordinates:
    """The coefficients of the characteristic polynomial except the first, which is 1 (Faddeev)."""
    last, m = domain.one, f.scale(domain.zero, x)
    found = []
    for k in range(1, n + 1):
        m = f.add(f.product(x, m, n), f.scale(last, f.identity(domain, n)))
        last = domain.divide(-sum(f.product(x, m, n)[:: n + 1]), domain.number(k))
        found.append(last)
    return tuple(found)
