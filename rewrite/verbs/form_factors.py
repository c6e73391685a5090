"""Sums of scalars u·(M v) as products of two sums: a·b + a·c − b·c − c·c = (a − c)·(b + c).

Such forms are linear in each vector, and with a symmetric M the order of the two does not matter.
So their sum factors like a polynomial with the vectors as further variables. If M is not symmetric,
a vector on the right is another variable than the same vector on the left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import flint

from ..core.sorts import Scalar
from ..core.terms import Term
from ..deadline import check_time
from ..factoring.polynomial_factors import factors
from ..kernel.alphabet import Letters
from ..kernel.reader import SCALAR
from ..kernel.word_forms import Monomial
from ..kernel.writing import Polynomial
from ..matching.scalar_products import scaled
from .parts import together
from .vector_forms import Form, Root, Sum, SumOfForms

LEAST, MOST = 3, 40
"""Of fewer forms, common factors are taken out elsewhere; more are left alone."""


class _Summand(NamedTuple):
    """A number times scalars times u·(M v)."""

    key: Any
    c: Fraction
    scalars: Monomial
    ends: tuple[int, int]


def products_of_sums(reader: SumOfForms) -> Iterator[Term]:
    """The products of two sums that make up a part of a sum; their monomials are taken out."""
    for form, some in _forms(reader).items():
        for group in together(some, [s.ends for s in some]):
            if LEAST <= len(group) <= MOST:
                made = _factored(reader, form, group)
                if made is not None:
                    for s in group:
                        del reader.poly[s.key]
                    yield made


def _forms(reader: SumOfForms) -> dict[Form, list[_Summand]]:
    """The monomials with one form each, by its matrix."""
    found: dict[Form, list[_Summand]] = {}
    for key, c in reader.poly.items():
        read = [(x, _read(reader, x)) for x in key[0]]
        forms = [(x, form) for x, form in read if form is not None]
        if len(forms) == 1:
            ((x, (form, sign, ends)),) = forms
            scalars = list(key[0])
            scalars.remove(x)
            summand = _Summand(key, sign * Fraction(c), tuple(scalars), ends)
            found.setdefault(form, []).append(summand)
    return found


def _read(reader: SumOfForms, x: int) -> tuple[Form, int, tuple[int, int]] | None:
    """A scalar as ±u·(M v): its form, the sign and the vectors; v as ~v if M is not symmetric."""
    key = reader.kernel.alphabet.scalar_terms[x] if x >= 0 else None
    if not isinstance(key, tuple) or len(key[1]) < 2:
        return None
    product, word = key
    space = reader.kernel.spaces[product]
    first, middle = space.reversed(word[:1]), space.reversed(word[1:-1])
    if first is None:
        return None
    u, v, wanted = first[1], word[-1:], ((x,), ())
    form = Form((), product, word[1:-1])
    sign, found = reader.key(form, Root((), u), Root((), v))
    if not sign or found != wanted:
        return None
    if not form.middle or middle == (1, form.middle):
        return form, sign, (u[0], v[0])
    if middle is not None and middle[1] < form.middle:  # u·(M v) and v·(Mᵀ u) are one form
        form, u, v = Form((), product, middle[1]), v, u
        sign, found = reader.key(form, Root((), u), Root((), v))
    return (form, sign, (u[0], ~v[0])) if sign and found == wanted else None


def _factored(reader: SumOfForms, form: Form, group: Sequence[_Summand]) -> Term | None:
    """A sum of forms as scalars times one form of two sums; None if it does not factor so."""
    check_time(len(group))
    scalars = sorted({x for s in group for x in s.scalars})
    vectors = sorted({v for s in group for v in s.ends})
    c, found = factors(_polynomial(group, scalars, vectors))
    number, sums, outside = Fraction(int(c.p), int(c.q)), list[Sum](), list[Term]()
    for factor, e in found:
        some = _roots(factor, scalars, vectors)
        if not any(u.word for u in some):
            poly: Polynomial = {(u.scalars, ()): k for u, k in some.items()}
            outside += [reader.kernel.term(poly, Scalar, SCALAR)] * e
        else:
            sums += [some] * e
    if len(sums) != 2:  # no sum of vectors at all, or one with two vectors in each summand
        return None
    left, right = sorted(sums, key=lambda some: any(u.word[0] < 0 for u in some))
    right = (
        left if left == right else {Root(u.scalars, _upright(u.word)): k for u, k in right.items()}
    )
    return scaled(1, dict(Counter(outside)), reader.product(form, left, right, number))


def _polynomial(group: Sequence[_Summand], scalars: list[int], vectors: list[int]) -> Any:
    names = [f"x{i}" for i in range(len(scalars) + len(vectors))]
    ring = flint.fmpq_mpoly_ctx.get(names, flint.Ordering.degrevlex)
    whole = {
        (
            *[s.scalars.count(x) for x in scalars],
            *[s.ends.count(v) for v in vectors],
        ): flint.fmpq(s.c.numerator, s.c.denominator)
        for s in group
    }
    return ring.from_dict(whole)


def _roots(factor: Any, scalars: list[int], vectors: list[int]) -> Sum:
    """A polynomial as a sum of scalars times vectors."""
    first = len(scalars)
    return {
        Root(_repeated(scalars, m[:first]), _repeated(vectors, m[first:])): Fraction(
            int(c.p), int(c.q)
        )
        for m, c in factor.to_dict().items()
    }


def _upright(word: Letters) -> Letters:
    return tuple([max(v, ~v) for v in word])


def _repeated(letters: Sequence[int], powers: Sequence[int]) -> tuple[int, ...]:
    return tuple([x for x, e in zip(letters, powers, strict=True) for _ in range(e)])
