"""The symbols of partial derivatives of fields: one for all orders in which they may be taken.

>>> from rewrite import vector
>>> r = vector("r", time=True, along="s")
>>> by_s, by_time = next_derivative(r, "s"), next_derivative(r, "time")
>>> next_derivative(by_s, "time") is next_derivative(by_time, "s")
True
"""

from __future__ import annotations

import re
from typing import Any

from .declare import symbol
from .facts import closure
from .operators import SYMBOL
from .terms import TIME, SymbolInfo, Term, intern

LINEAR_FACTS = frozenset(("symmetric", "antisymmetric", "diagonal", "pure"))
"""Facts that a rate inherits because they hold for its symbol at all times."""
Orders = tuple[tuple[str, int], ...]


def next_derivative(s: Term, coordinate: str) -> Term:
    """The symbol of the derivative by one coordinate more."""
    info: SymbolInfo = s.value
    kept = info.facts & LINEAR_FACTS
    if not info.along:
        facts: dict[str, Any] = dict.fromkeys(kept, True)
        return symbol(f"{s.name}'", s.sort, s.shape, time=True, **facts)
    counts = dict(info.orders)
    counts[coordinate] = counts.get(coordinate, 0) + 1
    orders = tuple([(c, counts[c]) for c in info.coordinates if c in counts])
    return derivative_symbol(s, info.base or s.name, orders, kept)


def derivative_symbol(s: Term, base: str, orders: Orders, facts: frozenset[str]) -> Term:
    """The derivative of these orders of a field; s is the field or any derivative of it."""
    info: SymbolInfo = s.value
    name = derivative_name(base, orders)
    known = closure(facts, s.sort, s.shape, name)
    new = SymbolInfo(name, known, info.time, info.along, base if orders else "", orders, info.spin)
    return intern(SYMBOL, (), s.sort, s.shape, new)


def derivative_name(base: str, orders: Orders) -> str:
    """The name of a partial derivative: r_ds2_du'' is twice by s, once by u and twice by time.

    >>> derivative_name("r", (("time", 2), ("s", 2), ("u", 1))), derivative_name("r", ())
    ("r_ds2_du''", 'r')
    """
    material = [(c, n) for c, n in orders if c != TIME]
    plain = base.replace("'", "_prime") if orders else base
    marks = "".join(f"_d{c}{n if n > 1 else ''}" for c, n in material)
    return plain + marks + "'" * dict(orders).get(TIME, 0)


def derivative_called(name: str, field: Term) -> Term | None:
    """The derivative of a field that has this name, if one has.

    >>> from rewrite import vector
    >>> r = vector("r", time=True, along="s u")
    >>> derivative_called("r_ds2_du'", r), derivative_called("r_dx", r)
    (r_ds2_du', None)
    """
    info: SymbolInfo = field.value
    plain = field.name.replace("'", "_prime")
    if not info.along or info.orders or not name.startswith(plain):
        return None
    marks = "".join(rf"(?:_d{re.escape(c)}(\d*))?" for c in info.along)
    found = re.fullmatch(rf"{marks}('*)", name[len(plain) :])
    if found is None:
        return None
    *written, primes = found.groups()
    counts = [(c, int(n or 1)) for c, n in zip(info.along, written, strict=True) if n is not None]
    orders = (*(((TIME, len(primes)),) if primes else ()), *counts)
    if not orders or (primes and not info.time):
        return None
    made = derivative_symbol(field, field.name, orders, info.facts & LINEAR_FACTS)
    return made if made.name == name else None
