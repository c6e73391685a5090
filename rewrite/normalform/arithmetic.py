"""How the operators of linear sorts other than + act on monomials: -, scaling, *, / and powers."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING, Any

from ..core.hooks import brief
from ..core.linear import add, div, neg, power, scale, times
from ..core.operators import NUMBER, one_of, zero_of
from ..core.sorts import Scalar
from ..core.terms import Term
from ..errors import UndefinedError
from .call import Call
from .monomials import (
    Mono,
    Number,
    Rope,
    exact_power,
    exact_product,
    is_negative_sum,
    join,
    opposite_sum,
    power_term,
    raised,
    split,
    tidy,
)
from .word_laws import exponent_of, power_of, reduced

if TYPE_CHECKING:
    from .walk import Normaliser

Rule = Callable[["Normaliser", Term, list[Mono]], Mono]


def scaled(scalar: Mono, term: Mono, t: Term) -> Mono:
    """The monomial of a scaling `t`, from those of its scalar and of what it scales."""
    (c, rope, _), (d, inner, core) = scalar, term
    if c == 0 or d == 0:
        return 0, None, zero_of(t.sort, t.shape)
    return exact_product(c, d), join(rope, inner), core


def _scaled(walk: Normaliser, t: Term, monos: list[Mono]) -> Mono:
    return scaled(monos[0], monos[1], t)


def _negated(walk: Normaliser, t: Term, monos: list[Mono]) -> Mono:
    c, rope, core = monos[0]
    return -c, rope, core


def _multiplied(walk: Normaliser, t: Term, monos: list[Mono]) -> Mono:
    coefficient: Number = 1
    product: Rope = None
    for c, rope, _ in monos:
        coefficient = exact_product(coefficient, c) if coefficient != 1 else c
        product = join(product, rope)
    return (coefficient, product, None) if coefficient else (0, None, None)


def _divided(walk: Normaliser, t: Term, monos: list[Mono]) -> Mono:
    (c, rope, core), (d, below, _) = monos
    if d == 0:
        raise UndefinedError(f"{brief(t)} divides by zero")
    if c == 0:
        return 0, None, core
    return tidy(Fraction(c) / d), join(rope, raised(below, -1)), core


def _powered(walk: Normaliser, t: Term, monos: list[Mono]) -> Mono:
    (c, rope, core), e = monos[0], t.args[1].value
    if e == 0:
        return split(one_of(t.sort, t.shape))
    if c == 0:
        if e < 0:
            raise UndefinedError(f"{brief(t)} divides by zero")
        return monos[0]
    if core is not None:
        return _product_power(walk, t, monos[0], e)
    if type(e) is int:
        return exact_power(c, e), raised(rope, e), None
    if c < 0 and rope is None:
        raise UndefinedError(f"{brief(t)}: a negative number has no real power of this exponent")
    root = exact_root(c, e) if c > 0 else None
    if root is None:
        root = 1
    else:
        c = 1
    base = walk.term((c, rope, None), Scalar, (1, 1))
    if base.op is NUMBER:
        return (root, None, None) if base.value == 1 else (root, power_term(base, e), None)
    if base.op is power and type(base.args[1].value) is Fraction:  # defined for base ≥ 0 only
        base, e = base.args[0], tidy(base.args[1].value * e)
        if type(e) is int:
            c, rope, _ = split(base)
            return tidy(root * exact_power(c, e)), raised(rope, e), None
    return root, walk.settled(power_term(base, e)), None


def _product_power(walk: Normaliser, t: Term, base: Mono, e: int) -> Mono:
    """The power of a matrix, a quaternion, or whatever else has a product."""
    c, rope, core = base
    assert core is not None
    if core.op is add and is_negative_sum(core):
        c, core = -c, opposite_sum(core)
    call = Call(walk, t.sort.product, [core], t.sort, t.shape)
    call.scale(exact_power(c, e), raised(rope, e))
    letter, n = exponent_of(call, core)
    letters = power_of(call, letter, reduced(call, letter, n * e))
    call.end(letters[0] if letters else one_of(t.sort, t.shape))
    assert call.result is not None
    return call.result


def exact_root(c: Number, e: Fraction) -> Number | None:
    """c^e for a positive c, if it is rational."""

    def root(n: int, k: int) -> int | None:
        if k == 2:
            r = isqrt(n)
        else:
            low, high = 0, 1 << (n.bit_length() // k + 1)
            while low < high:
                middle = (low + high + 1) // 2
                low, high = (middle, high) if middle**k <= n else (low, middle - 1)
            r = low
        return r if r**k == n else None

    value = Fraction(c)
    top, bottom = root(value.numerator, e.denominator), root(value.denominator, e.denominator)
    if top is None or bottom is None:
        return None
    return exact_power(tidy(Fraction(top, bottom)), e.numerator)


RULES: dict[Any, Rule] = {
    neg: _negated,
    scale: _scaled,
    times: _multiplied,
    div: _divided,
    power: _powered,
}
"""The action of each operator on the monomials of its operands."""
