"""The record of powers with exact exponents, of scalars and of all that has a product."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ..core.declaring import add_record
from ..core.facts import TRUE, UNKNOWN, Infer, Known, Truth
from ..core.linear import add, power
from ..core.operators import Operations, one_of, zero_of
from ..core.sorts import Matrix, Quaternion, Scalar
from ..core.structure import Structure, structure
from ..core.terms import Term
from .matrices import divisor, inv
from .matrix_costs import symmetric_square
from .quaternion_scalars import quaternion_power
from .scalar_tools import HALF, Refs, ScalarTools

MAX_SUMMANDS = 4
"""The longest product that the product rule opens into one sum; longer ones are cut in halves."""


def _power_fact(name: str) -> Infer:
    def infer(known: Known, t: Term) -> Truth:
        base, exponent = t.args
        if name == "rotation" and exponent.value % 2 == 0 and known("orthogonal", base) is TRUE:
            return TRUE
        if exponent.value == 0:
            return TRUE
        inner = known(name, base)
        return inner if name == "invertible" or inner is TRUE else UNKNOWN

    return infer


def _undefined(x: Any, e: Any) -> Sequence[Term] | None:
    """A negative power divides; a root must not be that of a negative number."""
    if e.value < 0:
        return (divisor(x),)
    return None if e.value.denominator == 1 else ()


# -- derivatives ----------------------------------------------------------------------------------


def _change(d: Any, x: Any, e: Any) -> Any:
    n = e.value
    if n == 0:
        return zero_of(x.sort, x.shape)
    if x.sort is Scalar:
        return e * x ** (n - 1) * d
    if n < 0:  # d(X⁻¹) = -X⁻¹ dX X⁻¹, with Xⁿ for X
        whole = x**n
        return -_product(_product(whole, _changes(d, x, -n)), whole)
    return _changes(d, x, n)


def _changes(d: Any, x: Any, n: int) -> Any:
    """d(Xⁿ) = Σ Xᵏ dX Xⁿ⁻¹⁻ᵏ; a long one in halves, which share their parts."""
    known: dict[int, Any] = {1: d}

    def of(n: int) -> Any:
        if n not in known and n <= MAX_SUMMANDS:
            terms = (_product(_product(_raised(x, k), d), _raised(x, n - 1 - k)) for k in range(n))
            known[n] = add.build(tuple(terms))
        elif n not in known:
            half = n // 2
            left = _product(of(half), _raised(x, n - half))
            known[n] = left + _product(_raised(x, half), of(n - half))
        return known[n]

    return of(n)


def _raised(x: Any, n: int) -> Any:
    return one_of(x.sort, x.shape) if n == 0 else x if n == 1 else x**n


def _product(x: Any, y: Any) -> Any:
    return y if x == 1 else x if y == 1 else x.sort.product.build((x, y))


# -- work -----------------------------------------------------------------------------------------


def _cost(t: Term) -> Operations:
    """By squaring, of the base or of its inverse."""
    base, e = t.args[0], t.args[1].value
    if type(e) is not int:
        return 0, 0, int(e == -HALF), 1
    products = _products(abs(e))
    if base.shape == (1, 1):
        return products, 0, int(e < 0)
    if e == 2 and structure(t) is Structure.SYMMETRIC:
        return symmetric_square(base)
    inverse = _own_cost(inv.build((base,))) if e < 0 else ()
    once = _cost_of_product(t, base)
    whole = [products * c for c in once] + [0] * (4 - len(once))
    for i, c in enumerate(inverse):
        whole[i] += c
    return tuple(whole)


def _products(n: int) -> int:
    """How many products the n-th power takes, by squaring."""
    return max(0, n.bit_length() - 1 + n.bit_count() - 1)


def _cost_of_product(t: Term, base: Term) -> Operations:
    """The cost of the product of two powers of one base."""
    if base.sort is not Matrix:
        return _own_cost(base.sort.product.build((base, base)))
    n = base.shape[0]
    return (n, 0) if structure(t) is Structure.DIAGONAL else (n**3, n**2 * (n - 1))


def _own_cost(t: Term) -> Operations:
    return (0, 0, 0, 1) if t.op.cost is None else t.op.cost(t)


def _structure(t: Term) -> Structure:
    found, e = structure(t.args[0]), t.args[1].value
    if e == 2 and found in (Structure.SYMMETRIC, Structure.ANTISYMMETRIC):
        return Structure.SYMMETRIC
    positive = type(e) is int and e > 0
    kept = (Structure.ONE, Structure.SAME, Structure.DIAGONAL)
    return found if positive and found in kept else Structure.FULL


def _in_scalars(low: ScalarTools, t: Term, x: Refs, _: Refs) -> Refs:
    e = t.args[1].value
    if t.sort is Quaternion and e:
        return quaternion_power(low, x, e)
    if t.sort is not Scalar:
        return _by_squaring(low, t, x, e)
    if isinstance(e, Fraction):
        return (low.recip(low.power(x[0], HALF)) if e == -HALF else low.power(x[0], e),)
    if e < 0 and _products(1 - e) < _products(-e):  # 1/x⁷ is x/x⁸
        return (low.mul(x[0], low.recip(low.repeated(x[0], 1 - e))),)
    whole = low.repeated(x[0], abs(e))
    return (whole if e >= 0 else low.recip(whole),)


def _by_squaring(low: ScalarTools, t: Term, x: Refs, e: int) -> Refs:
    base = t.args[0]
    if e < 0:
        x, e = low.apply(inv.build((base,)), x), -e
    result: Refs | None = None
    while e:
        if e & 1:
            result = x if result is None else _multiplied(low, base, result, x)
        e >>= 1
        if e:
            x = _multiplied(low, base, x, x)
    return low.apply(one_of(t.sort, t.shape)) if result is None else result


def _multiplied(low: ScalarTools, base: Term, x: Refs, y: Refs) -> Refs:
    """The product under which powers of a sort are formed."""
    if base.sort is Matrix:
        return low.product(x, y, base.shape[0])
    return low.apply(base.sort.product.build((base, base)), x, y)


def _bases(kind: Any) -> list[tuple[Any, ...]]:
    powers = [(kind, "exponent")] if kind in (Scalar, Quaternion, (3, 3), (2, 2)) else []
    return [*powers, (kind, "root")] if kind is Scalar else powers


add_record(
    power,
    facts={
        f: _power_fact(f)
        for f in ("symmetric", "diagonal", "orthogonal", "rotation", "invertible", "unit")
    },
    undefined=_undefined,
    derivative=[_change, None],
    cost=_cost,
    structure=_structure,
    scalars=_in_scalars,
    samples=_bases,
)
