"""Monomials: the representation of a term while `normal` works on it.

A monomial is (coefficient, factors, core): an exact rational, a bag of scalar factors, and for a
sort other than Scalar the term that they scale. 3·m·cross(a, b) is (3, m, cross(a, b)); a scalar
has no core. Written terms and monomials are converted at the boundary of a verb only.

Factors are kept as a rope (a term, a join of two ropes, a rope to a power, or None) so that a chain
of scalings costs one join each; they are counted, ordered and written once, when someone asks.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint

from ..core.linear import add, neg, power, scale, times
from ..core.operators import NUMBER, number, zero_of
from ..core.sorts import Scalar
from ..core.terms import Term, intern, order
from ..deadline import check_time
from ..errors import LimitError, UndefinedError

Number = int | Fraction
Rope = Any  # None | Term | (Rope, Rope) | (Rope, Number)
Mono = tuple[Number, Rope, Term | None]
Key = tuple[tuple[Term, ...], Term | None]

SCALAR_SHAPE = (1, 1)
MAX_BITS = 1_000_000
"""The size of a number beyond which powers are not calculated."""
LONG_BITS = 100_000
"""Longer integers are multiplied by flint: Python takes a second for a million digits each."""


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
        for leaf, exponent in pending:
            base, e = (leaf.args[0], leaf.args[1].value) if leaf.op is power else (leaf, 1)
            counts[base] = tidy(counts.get(base, 0) + e * exponent)
        pending = []
        for base in [b for b, e in counts.items() if type(e) is int and _opens(b)]:
            e = counts.pop(base)
            c, inner, _ = (-1, opposite_sum(base), None) if base.op is add else split(base)
            coefficient = tidy(coefficient * exact_power(c, e))
            pending += [(leaf, n * e) for leaf, n in _counted(inner)]
    letters: list[Term] = []
    for base, e in counts.items():
        if e == 0:
            continue
        if base.op is NUMBER:  # the whole part of an exponent is a number: 2^(3/2) = 2·2^(1/2)
            whole = e.numerator // e.denominator
            coefficient, e = tidy(coefficient * exact_power(base.value, whole)), tidy(e - whole)
        letters.append(base if e == 1 else power_term(base, e))
    letters.sort(key=_factor_order)
    return coefficient, tuple(letters)


def _factor_order(x: Term) -> tuple[Any, ...]:
    """The order of factors: what is divided by comes last, so that a product reads x**2/t."""
    return x.op is power and x.args[1].value < 0, order(x)


def _opens(base: Term) -> bool:
    """Whether a base to a whole power is written otherwise: (x y)² is x² y², (y - x)² is (x - y)².

    Such a base may come out of roots: the square of (x y)^(1/2) is x y.
    """
    return base.op in (times, NUMBER, neg, power) or (base.op is add and is_negative_sum(base))


def _counted(rope: Rope) -> list[tuple[Term, Number]]:
    """The leaves of a rope with multiplicity."""
    counts: dict[Term, Number] = {}
    seen: set[int] = set()
    stack: list[tuple[Rope, Number]] = [(rope, 1)] if rope is not None else []
    while stack:
        part, weight = stack.pop()
        if type(part) is not tuple:
            counts[part] = counts.get(part, 0) + weight
            continue
        if id(part) in seen:
            return _counted_shared(rope)
        seen.add(id(part))
        first, second = part
        if _is_rope(second):
            stack.append((second, weight))
            stack.append((first, weight))
        else:
            stack.append((first, weight * second))
    return list(counts.items())


def _is_rope(part: Any) -> bool:
    return type(part) is tuple or isinstance(part, Term)


def _counted_shared(rope: Rope) -> list[tuple[Term, Number]]:
    """The same for a rope with shared parts, in time linear in the distinct ones."""
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
                stack += [(inner, False) for inner in part if _is_rope(inner)]
    weight: dict[int, Number] = {id(rope): 1}
    leaves: list[tuple[Term, Number]] = []
    for part in reversed(parts):  # every part after all that contain it
        w = weight[id(part)]
        if type(part) is not tuple:
            leaves.append((part, w))
            continue
        if not _is_rope(part[1]):
            w *= part[1]
        for inner in part:
            if _is_rope(inner):
                weight[id(inner)] = weight.get(id(inner), 0) + w
    return leaves


def exact_product(c: Number, d: Number) -> Number:
    """Two numbers multiplied; very long ones in nearly linear time."""
    if type(c) is int and type(d) is int and c.bit_length() > LONG_BITS < d.bit_length():
        check_time()
        return int(flint.fmpz(c) * flint.fmpz(d))
    return tidy(c * d)


def exact_power(c: Number, e: Number) -> Number:
    """c to an integer power, exactly."""
    if e < 0 and c == 0:
        raise UndefinedError(f"0 to the power {e} is not defined")
    size = int(e) if e > 0 else -int(e)
    if size > 1 and size * bits(c) > MAX_BITS:
        raise LimitError(f"a number to the power {e} would have more than {MAX_BITS} bits")
    return tidy(Fraction(Fraction(c) ** e)) if e < 0 or type(c) is Fraction else int(c) ** int(e)


def bits(c: Number) -> int:
    """The length of a number; of 1 and -1, whose powers stay short, 0."""
    return 0 if c in (1, -1) else max(c.numerator.bit_length(), c.denominator.bit_length())


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
