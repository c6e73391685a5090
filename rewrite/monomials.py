"""Monomials: what a term is while `normal` works on it.

A monomial is (coefficient, factors, core): an exact rational, a bag of scalar factors, and for a
sort other than Scalar the term that they scale. 3·m·cross(a, b) is (3, m, cross(a, b)); a scalar
has no core. Written terms and monomials are converted at the boundary of a verb only.

Factors are kept as a rope (a term, a join of two ropes, a rope to a power, or None) so that a tower
of scalings costs one join a storey; they are counted, ordered and written once, when someone asks.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .errors import UndefinedError
from .operators import NUMBER, number, zero_of
from .sorts import Scalar
from .terms import Term, intern, order
from .theory.linear import add, neg, power, scale, times

Number = int | Fraction
Rope = Any  # None | Term | (Rope, Rope) | (Rope, Number)
Mono = tuple[Number, Rope, Term | None]
Key = tuple[tuple[Term, ...], Term | None]

SCALAR_SHAPE = (1, 1)


def tidy(value: Number) -> Number:
    """An integer as an int, so that arithmetic stays fast."""
    if type(value) is Fraction and value.denominator == 1:
        return value.numerator
    return value


def join(x: Rope, y: Rope) -> Rope:
    """The factors of both."""
    if x is None:
        return y
    return x if y is None else (x, y)


def raised(rope: Rope, exponent: Number) -> Rope:
    """Every factor to a power."""
    if rope is None or exponent == 0:
        return None
    return rope if exponent == 1 else (rope, exponent)


def split(t: Term) -> Mono:
    """A normal term as a monomial."""
    op = t.op
    if op is neg:
        c, factors, core = split(t.args[0])
        return -c, factors, core
    if op is scale:
        c, factors, _ = split(t.args[0])
        return c, factors, t.args[1]
    if t.sort is not Scalar:
        return (1, None, t) if not (op.constant and t.value == 0) else (0, None, t)
    if op is NUMBER:
        return t.value, None, None
    if op is times:
        c, rope, _ = split(t.args[0])
        for arg in t.args[1:]:
            rope = join(rope, arg)
        return c, rope, None
    return 1, t, None


def keyed(mono: Mono) -> tuple[Number, Key]:
    """A monomial as coefficient and key: like terms are those of one key."""
    c, rope, core = mono
    if rope is None:
        if core is not None and core.op is add and c != 1 and c != -1 and is_negative_sum(core):
            return -c, ((), opposite_sum(core))
        return c, ((), core)
    sign, factors = factors_of(rope)
    c = tidy(c * sign) if sign != 1 else c
    if not factors:
        return keyed((c, None, core))
    if core is not None and core.op is add and is_negative_sum(core):
        return -c, (factors, opposite_sum(core))
    return c, (factors, core)


def factors_of(rope: Rope) -> tuple[Number, tuple[Term, ...]]:
    """The factors of a rope, counted and ordered, and the number that comes out of them."""
    if type(rope) is not tuple and rope.op is not add and rope.op is not power:
        return 1, (rope,)
    coefficient: Number = 1
    counts: dict[Term, Number] = {}
    pending = _counted(rope)
    while pending:
        leaf, exponent = pending.pop()
        base, e = (leaf.args[0], leaf.args[1].value) if leaf.op is power else (leaf, 1)
        counts[base] = tidy(counts.get(base, 0) + e * exponent)
        if not pending:  # a root that became whole opens: (x y)^(1/2) twice is x y
            for base in [b for b, e in counts.items() if type(e) is int and _opens(b)]:
                c, inner, _ = split(base)
                e = counts.pop(base)
                coefficient = tidy(coefficient * exact_power(c, e))
                pending += [(leaf, n * e) for leaf, n in _counted(inner)]
    letters: list[Term] = []
    for base, e in counts.items():
        if e == 0:
            continue
        if base.op is add and type(e) is int and is_negative_sum(base):
            coefficient = -coefficient if e % 2 else coefficient
            base = opposite_sum(base)
        if base.op is NUMBER:  # the whole part of an exponent is a number: 2^(3/2) = 2·2^(1/2)
            whole = e.numerator // e.denominator
            coefficient, e = tidy(coefficient * exact_power(base.value, whole)), tidy(e - whole)
        letters.append(base if e == 1 else power_term(base, e))
    letters.sort(key=order)
    return coefficient, tuple(letters)


def _opens(base: Term) -> bool:
    return base.op in (times, NUMBER, neg, power)


def _counted(rope: Rope) -> list[tuple[Term, Number]]:
    """The leaves of a rope with multiplicity, in time linear in its distinct parts."""
    if rope is None:
        return []
    if type(rope) is not tuple:
        return [(rope, 1)]
    parts: list[Any] = []
    seen: set[int] = set()
    stack: list[tuple[Any, bool]] = [(rope, False)]
    while stack:
        part, entered = stack.pop()
        if entered:
            parts.append(part)
        elif id(part) not in seen:
            seen.add(id(part))
            stack.append((part, True))
            if type(part) is tuple:
                stack.append((part[0], False))
                if type(part[1]) is tuple or isinstance(part[1], Term):
                    stack.append((part[1], False))
    weight: dict[int, Number] = {id(rope): 1}
    leaves: list[tuple[Term, Number]] = []
    for part in reversed(parts):  # every part after all that contain it
        w = weight[id(part)]
        if type(part) is not tuple:
            leaves.append((part, w))
        elif type(part[1]) is tuple or isinstance(part[1], Term):
            for inner in part:
                weight[id(inner)] = weight.get(id(inner), 0) + w
        else:
            weight[id(part[0])] = weight.get(id(part[0]), 0) + w * part[1]
    return leaves


def exact_power(c: Number, e: int) -> Number:
    """c to an integer power, exactly."""
    if e < 0 and c == 0:
        raise UndefinedError(f"0 to the power {e} is not defined")
    return tidy(Fraction(c) ** e) if e < 0 or type(c) is Fraction else c**e


def power_term(base: Term, e: Number) -> Term:
    return intern(power, (base, number(e)), base.sort, base.shape)


# -- from monomials back to terms ----------------------------------------------------------


def written(c: Number, key: Key, sort: type[Term], shape: tuple[int, ...]) -> Term:
    """The normal term of a coefficient and a key, standing alone or first in a sum."""
    factors, core = key
    if c == 0:
        return zero_of(sort, shape)
    if core is None:
        return _scalar(c, factors)
    if not factors and c == 1:
        return core
    if not factors and c == -1:
        return opposite_sum(core) if core.op is add else intern(neg, (core,), sort, shape)
    return intern(scale, (_scalar(c, factors), core), sort, shape)


def _scalar(c: Number, factors: tuple[Term, ...]) -> Term:
    if not factors:
        return number(c)  # type: ignore[no-any-return]
    if c == 1:
        return factors[0] if len(factors) == 1 else _times(factors)
    if c == -1:
        first = factors[0]
        if first.op is add and len(factors) == 1:
            return opposite_sum(first)
        first = intern(neg, (first,), Scalar, SCALAR_SHAPE)
        return first if len(factors) == 1 else _times((first, *factors[1:]))
    return _times((number(c), *factors))


def _times(factors: tuple[Term, ...]) -> Term:
    return intern(times, factors, Scalar, SCALAR_SHAPE)


def written_after(c: Number, key: Key, sort: type[Term], shape: tuple[int, ...]) -> Term:
    """The normal term of a monomial that stands in a sum after another: - 3·a, not + (-3)·a."""
    if c > 0:
        return written(c, key, sort, shape)
    return intern(neg, (written(-c, key, sort, shape),), sort, shape)


def monomial_order(key: Key) -> tuple[Any, ...]:
    """The order of monomials in a sum: small ones first, pure numbers last."""
    factors, core = key
    if core is None and not factors:
        return (True,)
    orders = [order(f) for f in factors]
    if core is None:
        return (False, sum(o[0] for o in orders), (), orders)
    own = order(core)
    return (False, own[0] + sum(o[0] for o in orders), own, orders)


def is_negative_sum(t: Term) -> bool:
    """Whether the first term of a normal sum has a negative coefficient."""
    return split(t.args[0])[0] < 0


def opposite_sum(t: Term) -> Term:
    """The opposite of a normal sum, as a normal sum."""
    first, rest = t.args[0], t.args[1:]
    c, key = keyed(split(first))
    args = [written(-c, key, t.sort, t.shape)]
    for arg in rest:
        if arg.op is neg:
            args.append(arg.args[0])
        else:
            args.append(intern(neg, (arg,), t.sort, t.shape))
    return intern(add, tuple(args), t.sort, t.shape)
