"""Which patterns are matched by monomials."""

from __future__ import annotations

from ..theory.linear import add, div, neg, power, scale, times
from .monomials import Product
from .patterns import Op, Pattern
from .sums import Sum

KINDS: dict[Op, type[Pattern]] = {
    add: Sum,
    neg: Product,
    times: Product,
    scale: Product,
    power: Product,
    div: Product,
}
