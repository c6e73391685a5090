"""Sums of powers of one matrix or quaternion factored: A² + 2 A + Id = (A + Id)².

Powers of one matrix commute, so their sums are polynomials like those of scalars, and python-flint
factors them.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint

from ..core.linear import add, power
from ..core.operators import number
from ..core.sorts import Scalar
from ..core.terms import Term, postorder, rebuild
from ..errors import LimitError
from ..factoring.polynomial_factors import factors
from ..kernel.polynomials import SCALAR, Kernel
from ..kernel.writing import Polynomial
from ..matching.scalar_products import Factors, scaled
from ..normalform.monomials import split
from ..normalform.walk import Normaliser

MOST_MONOMIALS, MOST_VARIABLES = 60, 12
"""The largest sums that are factored."""


def with_powers_factored(t: Term, walk: Normaliser) -> Term:
    """A normal term with sums of powers of one matrix or quaternion factored, in normal form."""
    done: dict[Term, Term] = {}
    for s in postorder(t):
        args = tuple([done[a] for a in s.args])
        done[s] = s if args == s.args else rebuild(s, args)
        if s.op is add and s.sort is not Scalar and any(map(_is_power, s.args)):
            try:
                done[s] = _factored(walk.run(done[s]), walk)
            except (LimitError, ArithmeticError):
                continue
    return walk.run(done[t])


def _is_power(t: Term) -> bool:
    """Whether a summand is a multiple of a power."""
    core = split(t)[2]
    return core is not None and core.op is power


def _factored(t: Term, walk: Normaliser) -> Term:
    """A sum as a product; the term itself if it does not factor or has more than one letter."""
    kernel = Kernel(walk, most=MOST_MONOMIALS)
    poly = kernel.polynomial(t)
    letters = {letter for _, word in poly for letter in word}
    scalars = {x: None for m, _ in poly for x in m}
    product = kernel.owner(t.sort)
    if len(letters) != 1 or product is None or len(scalars) >= MOST_VARIABLES:
        return t
    if any(x < 0 for x in scalars):
        return t
    (letter,) = letters
    variables = [*scalars, letter]
    ring = flint.fmpq_mpoly_ctx.get([f"x{i}" for i in range(len(variables))])
    read = {
        (*(m.count(x) for x in scalars), len(word)): flint.fmpq(*_ratio(c))
        for (m, word), c in poly.items()
    }
    c, found = factors(ring.from_dict(read))
    if len(found) == 1 and found[0][1] == 1:
        return t
    factor: Polynomial = {((), ()): Fraction(int(c.p), int(c.q))}
    bag: Factors = {kernel.term(factor, Scalar, SCALAR): 1}
    made: list[Any] = []
    for f, e in found:
        written: Polynomial = {
            _monomial(exponents, variables): Fraction(int(x.p), int(x.q))
            for exponents, x in f.to_dict().items()
        }
        if any(word for _, word in written):
            base: Any = kernel.term(written, t.sort, t.shape)
            made.append(base if e == 1 else power.build((base, number(int(e)))))
        else:
            base = kernel.term(written, Scalar, SCALAR)
            bag[base] = bag.get(base, 0) + int(e)
    return walk.run(scaled(1, bag, made[0] if len(made) == 1 else product.build(tuple(made))))


def _ratio(c: Any) -> tuple[int, int]:
    exact = Fraction(c)
    return exact.numerator, exact.denominator


def _monomial(exponents: Any, variables: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    *rest, n = [int(e) for e in exponents]
    scalars = sorted(x for x, e in zip(variables, rest, strict=False) for _ in range(e))
    return tuple(scalars), (variables[-1],) * n
