"""Which patterns are matched by monomials."""

from __future__ import annotations

from ..core.linear import add, div, neg, power, scale, times
from .patterns import Op, Pattern
from .scalar_products import Product
from .sums import Sum

KINDS: dict[Op, type[Pattern]] = {
    add: Sum,
    neg: Product,
    times: Product,
    scale: Product,
    power: Product,
    div: Product,
}
