"""Estimates of the price of a term from its structure, without counting operations."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..core.linear import LINEAR_OPERATORS, add, power
from ..core.operators import NUMBER, SYMBOL
from ..core.sorts import Scalar
from ..core.terms import Term, operators_in, postorder
from ..kernel.tables import product_of, role_of
from ..normalform.walk import degrees_of

LONG = 16
"""Shorter words are priced, which takes little time, and brackets may save a few operations."""


def is_once(t: Term) -> bool:
    """Whether every symbol and number occurs once, all operators are sums, products and maps, and
    no map occurs twice in one sum."""
    met: set[Any] = set()
    for s in postorder(t):
        if s.op is power or _is_other(s) or (s.op is add and _has_map_twice(s)):
            return False
        for a in s.args:
            x = abs(a.value) if a.op is NUMBER else a  # 2 and -2 have the factor 2 in common
            if x in met and (not a.op.constant or a.op is NUMBER):
                return False
            met.add(x)
    return True


def _has_map_twice(t: Term) -> bool:
    """Whether a sum has f(x) + f(y), for which f(x + y) may cost less."""
    cores = [a.args[-1] if a.op in LINEAR_OPERATORS and a.args else a for a in t.args]
    maps = [x.op for x in cores if len(x.args) == 1]
    return len(set(maps)) < len(maps)


def _is_other(t: Term) -> bool:
    """Whether the operator of a term is not a sum, product or map."""
    if not t.args or t.op in LINEAR_OPERATORS:
        return False
    return role_of(t.op, tuple([(a.sort, a.shape) for a in t.args])) is None


def is_opaque(t: Term) -> bool:
    """Whether a term has such an operator without a degree in some operand: determinants have
    degrees, sines and rotations do not. Roots count as well."""
    if t.op is power and type(t.args[1].value) is not int:
        return True
    if not _is_other(t):
        return False
    of = degrees_of(t.op)
    return of is None or any(of(i, a.shape) is None for i, a in enumerate(t.args))


def is_plain_word(t: Term) -> bool:
    """Whether a normal term is a product of symbols, some of them transposed or conjugated."""
    product = product_of(t.op)
    if product is None or t.sort is Scalar:
        return False
    return operators_in(t) <= {t.op, product.turn, SYMBOL}


def has_long_power(t: Term) -> bool:
    """Whether a normal term is a product of symbols and of powers of their products, and long if it
    is written out."""
    letters = t.args if product_of(t.op) is not None and t.sort is not Scalar else (t,)
    powers = [x for x in letters if x.op is power]
    if not all(map(is_plain_word, (x.args[0] for x in powers))):
        return False
    if not all(x.op is power or _is_letter(x) for x in letters):
        return False
    return sum(len(x.args[0].args) * int(x.args[1].value) for x in powers) >= LONG


def is_sandwich(t: Term) -> bool:
    """Whether a product has a compound letter twice, like R in R I Rᵀ."""
    product = product_of(t.op)
    if product is None:
        return False
    inner = [x.args[0] if x.op is product.turn else x for x in t.args]
    return any(n > 1 and x.args for x, n in Counter(inner).items())


def is_shorter_word(word: Term, t: Term) -> bool:
    """Whether `word` is a product of some letters of a long product t, all of them symbols or maps
    of symbols, and no part of t occurs twice: then it costs no more."""
    if product_of(t.op) is None:
        return False
    letters: Counter[Term] = Counter()
    products, stack = {t}, [t]
    while stack:
        for a in stack.pop().args:
            if a.op is not t.op:
                letters[a] += 1
            elif a in products:
                return False  # a part that occurs twice is calculated once
            else:
                products.add(a)
                stack.append(a)
    if letters.total() < LONG or not all(map(_is_letter, letters)):
        return False
    return Counter(word.args if word.op is t.op else (word,)) <= letters


def _is_letter(t: Term) -> bool:
    while len(t.args) == 1 and not _is_other(t):
        (t,) = t.args
    return not t.args
