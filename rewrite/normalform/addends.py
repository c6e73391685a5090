"""The addends of a sum, collected before anything is visited.

Most of what a long sum needs is done here, on the terms as they were written: signs and numbers are
peeled off, nested sums opened, and addends that are the same term counted.
"""

from __future__ import annotations

from typing import cast

from ..core.linear import add, neg, scale, times
from ..core.operators import NUMBER
from ..core.terms import Term
from ..deadline import LIGHT, check_time, watched
from .monomials import Key, Number, keyed, split


def sum_in(key: Key) -> Term | None:
    """The sum that a key is, if it is nothing but a sum."""
    factors, core = key
    if core is not None:
        return core if core.op is add and not factors else None
    return factors[0] if len(factors) == 1 and factors[0].op is add else None


def pour(sum_: Term, weight: Number, sums: dict[Key, Number]) -> None:
    """Add the terms of a normal sum, so many times, to a dictionary of like terms."""
    for arg in sum_.args:
        c, key = keyed(split(arg))
        sums[key] = sums.get(key, 0) + weight * c


Addend = Term | tuple[Term, ...]


class Addends:
    """The addends of a sum with their numeric weights, seen through signs and nested sums.

    Weights are collected at once, so that an addend that occurs a thousand times is visited once.
    An addend is a term, or scalar factors followed by what they scale, freed of its number:
    3·x·a counts three times for (x, a). Addends met under a number other than ±1 are kept apart,
    because 2·(a + b) is not opened and (a + b) + (a + b) is. Nested sums that the walk has entered
    before stay whole, and are added when their normal form is known.
    """

    __slots__ = ("plain", "scaled")

    def __init__(self, t: Term, entered: set[Term]) -> None:
        plain: dict[Addend, Number] = {}
        scaled: dict[Addend, Number] = {}
        stack: list[tuple[Number, tuple[Term, ...]]] = [(1, t.args)]
        while stack:
            sign, args = stack.pop()
            check_time(len(args) / LIGHT)
            for x in watched(args):
                c, op = sign, x.op
                while op is neg or (op is scale and x.args[0].op is NUMBER):
                    if op is neg:
                        c, x = -c, x.args[0]
                    else:
                        c, x = c * x.args[0].value, x.args[1]
                    op = x.op
                item: Addend = x
                if op is add:
                    if (c == 1 or c == -1) and x not in entered:
                        entered.add(x)
                        stack.append((c, x.args))
                        continue
                elif op is times:
                    if x.args[0].op is NUMBER:
                        c, item = c * x.args[0].value, x.args[1:]
                elif op is scale:
                    scalar = x.args[0]
                    if scalar.op is times and scalar.args[0].op is NUMBER:
                        c, item = c * scalar.args[0].value, (*scalar.args[1:], x.args[1])
                weights = plain if c == 1 or c == -1 else scaled
                weights[item] = weights.get(item, 0) + c
        self.plain, self.scaled = plain, scaled

    def terms(self) -> list[Term]:
        """The terms that must be visited before the sum can be formed."""
        found: list[Term] = []
        for item in (*self.plain, *self.scaled):
            found.extend(item) if type(item) is tuple else found.append(cast(Term, item))
        return found
