"""A graph of scalar operations: every value is calculated once, whatever it is used for.

Nodes are numbers. A reference to a node carries a sign, 2·node for the value and 2·node + 1 for its
opposite, so that x and -x are one node, a - b and b - a are one node, and a minus costs nothing
until it has to be written (see `orient`). Nodes are hash-consed: the same operation on the same
operands is the same node. Operands always come before the nodes that use them.

| kind | operands | value |
|---|---|---|
| CONST | | a positive rational number, or zero |
| PI | | |
| INPUT | | which coordinate of which argument |
| SUM | two or more references, of nodes in order, the first positive | |
| SCALE | one node | a positive rational factor |
| PRODUCT | two or more nodes in order, with repetition | |
| RECIP | one node | |
| NEG | one node, whose opposite is needed as a separate value | |
| POWER | one reference | an exponent that is not an integer |
| SIN, COS | one node | |
| CALL | references; one node for an odd or even function | a function known by its name |
| PICK | a CALL | which of its results |

>>> g = Nodes()
>>> x, y = g.input("x", 0), g.input("y", 0)
>>> g.add([x, g.neg(y)]) == g.neg(g.add([y, g.neg(x)]))
True
>>> g.mul(x, g.recip(x)) == g.const(1)
True
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import isqrt
from typing import Any

from ...deadline import check_time
from ...errors import LimitError, UndefinedError

CONST, PI, INPUT, SUM, SCALE, PRODUCT = "const", "pi", "input", "sum", "scale", "product"
RECIP, NEG, POWER, SIN, COS, CALL, PICK = "recip", "neg", "power", "sin", "cos", "call", "pick"
KINDS = (CONST, PI, INPUT, SUM, SCALE, PRODUCT, RECIP, NEG, POWER, SIN, COS, CALL, PICK)
CANCELLING = frozenset((RECIP, PRODUCT, POWER))
"""The kinds of nodes that may cancel a factor."""
COLLECTED = (SUM, SCALE, CONST)
"""The kinds of addends that may be collected with others."""
ZERO, ONE = 0, 2
"""References to the numbers 0 and 1."""
MAX_NODES = 20_000_000
"""The default limit on the nodes of a graph."""
CHECKED = 256
"""The deadline is checked after this many new nodes."""
WIDEST_SEARCH = 16
"""The longest sum in which cancellation with new addends is searched for."""

Number = int | Fraction
HALF = Fraction(1, 2)


class Nodes:
    """The nodes of a graph, and the operations that make new ones, simplified where possible."""

    def __init__(self, limit: int = MAX_NODES) -> None:
        self.kinds: list[str] = [CONST, CONST]
        self.args: list[tuple[int, ...]] = [(), ()]
        self.values: list[Any] = [0, 1]
        self.fixed: list[bool] = [True, True]
        """Whether a node depends only on numbers and parameters."""
        self.kinds_made: set[str] = {CONST}
        """The kinds of all nodes, even of those on which no output depends."""
        self.limit = limit
        self._known: dict[str, dict[Any, int]] = {kind: {} for kind in KINDS}
        """The nodes of each kind by operands, and by value if they have one."""
        self._known[CONST] = {((), 0): 0, ((), 1): 1}

    def __len__(self) -> int:
        return len(self.kinds)

    def node(self, kind: str, args: tuple[int, ...], value: Any = None) -> int:
        """The positive reference to the one node of these parts."""
        known, key = self._known[kind], args if value is None else (args, value)
        found = known.get(key)
        if found is None:
            found = len(self.kinds)
            if not found % CHECKED:
                check_time()
            if found >= self.limit:
                raise LimitError(f"lowering: more than {self.limit} scalar operations; raise limit")
            fixed = self.fixed
            self.kinds_made.add(kind)
            self.kinds.append(kind)
            self.args.append(args)
            self.values.append(value)
            once = kind is not INPUT
            for a in args:
                if not fixed[a >> 1]:
                    once = False
                    break
            fixed.append(once)
            known[key] = found
        return 2 * found

    def has(self, kind: str, args: tuple[int, ...], value: Any = None) -> int | None:
        """The reference to a node if it exists."""
        found = self._known[kind].get(args if value is None else (args, value))
        return None if found is None else 2 * found

    # -- atoms ------------------------------------------------------------------------------------

    def const(self, value: Number) -> int:
        """A rational number."""
        if type(value) is not int and value.denominator == 1:
            value = value.numerator
        return self.node(CONST, (), value) if value >= 0 else self.node(CONST, (), -value) ^ 1

    def pi(self) -> int:
        return self.node(PI, ())

    def input(self, key: Any, index: int, fixed: bool = False) -> int:
        """A coordinate of an argument."""
        ref = self.node(INPUT, (), (key, index))
        self.fixed[ref >> 1] = fixed
        return ref

    def number(self, ref: int) -> Number | None:
        """The value of a constant."""
        if self.kinds[ref >> 1] is not CONST:
            return None
        value: Number = self.values[ref >> 1]
        return -value if ref & 1 else value

    # -- sums -------------------------------------------------------------------------------------

    def neg(self, x: int) -> int:
        return x ^ 1 if x else x

    def add(self, refs: Iterable[int]) -> int:
        """A sum: like addends are collected, opposites cancel, numbers are added."""
        addends = [x for x in refs if x]
        if len(addends) == 2:
            x, y = addends
            if x == y ^ 1:
                return ZERO
        elif len(addends) < 2:
            return addends[0] if addends else ZERO
        kinds = self.kinds
        if len({x >> 1 for x in addends}) == len(addends) and not any(
            kinds[x >> 1] in COLLECTED for x in addends
        ):
            return self._ordered_sum(addends)
        return self._sum_of(self._collected(self._meeting(addends)))

    def _meeting(self, addends: list[int]) -> list[int]:
        """The addends, with sums flattened in which another addend cancels."""
        kinds = self.kinds
        while len(addends) <= WIDEST_SEARCH:
            sums = [i for i, x in enumerate(addends) if kinds[x >> 1] is SUM]
            opposites = {x ^ 1 for x in addends} if sums else set()
            for i in sums:
                opened = self._addends(addends[i])
                if not opposites.isdisjoint(opened) or self._inner_meet(opened, opposites):
                    break
            else:
                return addends
            addends = addends[:i] + addends[i + 1 :]
            for a in opened:
                if a ^ 1 in addends:
                    addends.remove(a ^ 1)
                else:
                    addends.append(a)
        return addends

    def _inner_meet(self, opened: list[int], opposites: set[int]) -> bool:
        """Whether one of some addends is a sum in which an addend cancels."""
        sums = [x for x in opened if self.kinds[x >> 1] is SUM]
        return any(not opposites.isdisjoint(self._addends(x)) for x in sums)

    def _addends(self, x: int) -> list[int]:
        """The addends of a sum that is not too long; none for anything else."""
        inner = self.args[x >> 1] if self.kinds[x >> 1] is SUM else ()
        return [a ^ (x & 1) for a in inner] if len(inner) <= WIDEST_SEARCH else []

    def _collected(self, addends: list[int]) -> dict[int, Number]:
        """Nodes with their coefficients; node 1 is the number 1."""
        total: dict[int, Number] = {}
        kinds = self.kinds
        for x in addends:
            node = x >> 1
            c: Number = -1 if x & 1 else 1
            kind = kinds[node]
            if kind is SCALE or kind is CONST:
                c = c * self.values[node]
                node = self.args[node][0] >> 1 if kind is SCALE else 1
            total[node] = total.get(node, 0) + c
        return total

    def _sum_of(self, total: dict[int, Number]) -> int:
        refs = [
            2 * node if c == 1 else 2 * node + 1 if c == -1 else self.scale(c, 2 * node)
            for node, c in total.items()
            if c
        ]
        return self._ordered_sum(refs) if len(refs) > 1 else refs[0] if refs else ZERO

    def _ordered_sum(self, refs: list[int]) -> int:
        """The node of a sum of different nodes."""
        refs.sort()
        sign = refs[0] & 1
        return self.node(SUM, tuple([x ^ sign for x in refs])) ^ sign

    # -- products ---------------------------------------------------------------------------------

    def scale(self, c: Number, x: int) -> int:
        """A rational multiple."""
        if not c or not x:
            return ZERO
        if c == 1:
            return x
        sign = (c < 0) ^ (x & 1)
        node = x >> 1
        c = c if c > 0 else -c
        kind = self.kinds[node]
        if kind is CONST:
            return self.const(c * self.values[node]) ^ sign
        if kind is SCALE:
            c *= self.values[node]
            node = self.args[node][0] >> 1
        if type(c) is not int and c.denominator == 1:
            c = c.numerator
        return (self.node(SCALE, (2 * node,), c) if c != 1 else 2 * node) ^ sign

    def mul(self, x: int, y: int) -> int:
        """A product of two."""
        if not x or not y:
            return ZERO
        sign, a, b = (x ^ y) & 1, x >> 1, y >> 1
        one, other = self.kinds[a], self.kinds[b]
        if one is CONST:
            return self.scale(self.values[a], 2 * b) ^ sign if a > 1 else 2 * b ^ sign
        if other is CONST:
            return self.scale(self.values[b], 2 * a) ^ sign if b > 1 else 2 * a ^ sign
        met = self._met(a, b) if other in CANCELLING else None
        if met is None and one in CANCELLING:
            met = self._met(b, a)
        if met is None:
            met = self.node(PRODUCT, (2 * a, 2 * b) if a <= b else (2 * b, 2 * a))
        return met ^ sign

    def _met(self, a: int, b: int) -> int | None:
        """a·b if b cancels a: b is 1/a, or a product with 1/a; or if both are √x. Otherwise
        None."""
        kind = self.kinds[b]
        if kind is RECIP:
            return ONE if self.args[b][0] == 2 * a else None
        if kind is PRODUCT:
            back = self.has(RECIP, (2 * a,))
            if back is not None and back in self.args[b]:
                rest = list(self.args[b])
                rest.remove(back)
                return self.product(rest)
        if kind is POWER and a == b and self.values[a] == HALF:
            return self.args[a][0]
        return None

    def product(self, refs: Iterable[int]) -> int:
        """A product of any number of factors, as one node; sharing of parts comes later."""
        sign, factors, kinds = 0, list[int](), self.kinds
        c: Number = 1
        for x in refs:
            sign ^= x & 1
            if kinds[x >> 1] is CONST:
                c *= self.values[x >> 1]
            else:
                factors.append(x & ~1)
        if len(factors) < 2:
            return self.scale(c, factors[0] if factors else ONE) ^ (sign if c else 0)
        factors.sort()
        whole = self.mul(*factors) if len(factors) == 2 else self.node(PRODUCT, tuple(factors))
        return whole ^ sign if c == 1 else self.scale(c, whole ^ sign)

    def recip(self, x: int) -> int:
        """1/x."""
        if not x:
            raise UndefinedError("division by zero")
        sign, node = x & 1, x >> 1
        if self.kinds[node] is CONST:
            return self.const(1 / Fraction(self.values[node])) ^ sign
        if self.kinds[node] is RECIP:
            return self.args[node][0] ^ sign
        inner = self.args[node][0] >> 1 if self.kinds[node] is SCALE else node
        if self.kinds[inner] is RECIP:
            return self.scale(1 / Fraction(self.values[node]), self.args[inner][0]) ^ sign
        return self.node(RECIP, (2 * node,)) ^ sign

    def opposite(self, x: int) -> int:
        """-x as a separate node, if that saves negations later."""
        return self.node(NEG, (x & ~1,)) ^ (x & 1)

    def power(self, x: int, exponent: Fraction) -> int:
        """A power whose exponent is not an integer."""
        value = self.number(x)
        if value is not None and value < 0:
            raise UndefinedError(f"the root of the negative number {value}")
        if value is not None and exponent.denominator == 2:
            up, down = isqrt(value.numerator), isqrt(value.denominator)
            if (up * up, down * down) == (value.numerator, value.denominator) and up:
                return self.const(Fraction(up, down) ** exponent.numerator)
        if not x:
            return ZERO if exponent > 0 else self.recip(x)
        if x == ONE:
            return ONE
        return self.node(POWER, (x,), exponent)

    def repeated(self, x: int, n: int) -> int:
        """The n-th power, by squaring."""
        result = ONE
        while n:
            if n & 1:
                result = self.mul(result, x)
            n >>= 1
            if n:
                x = self.mul(x, x)
        return result

    # -- functions --------------------------------------------------------------------------------

    def sin(self, x: int) -> int:
        return self._turned(x, 0)

    def cos(self, x: int) -> int:
        return self._turned(x, 1)

    def _turned(self, x: int, quarters: int) -> int:
        """The sine of x plus some quarter turns; whole quarter turns are taken out of x."""
        sign = x & 1
        rest, turn = self._without_pi(x ^ sign)
        if sign:  # sin(-x + q) = -sin(x - q)
            quarters = -quarters
        quarters += turn
        kind = (SIN, COS, SIN, COS)[quarters % 4]
        sign ^= quarters % 4 >= 2
        if rest & 1:
            rest, sign = rest ^ 1, sign ^ (kind is SIN)
        if not rest:
            return ZERO if kind is SIN else ONE ^ sign
        half = self._half(kind, rest)
        return (self.node(kind, (rest,)) if half is None else half) ^ sign

    def _without_pi(self, x: int) -> tuple[int, int]:
        """An angle without its whole quarter turns, and their number."""
        node = x >> 1
        addends = self.args[node] if self.kinds[node] is SUM else (x,)
        for a in addends:
            scaled = self.kinds[a >> 1] is SCALE and self.kinds[self.args[a >> 1][0] >> 1] is PI
            if scaled or self.kinds[a >> 1] is PI:
                q = 2 * Fraction(self.values[a >> 1] if scaled else 1) * (-1 if a & 1 else 1)
                if q.denominator == 1:
                    return self.add([b for b in addends if b != a]), int(q)
        return x, 0

    def _half(self, kind: str, x: int) -> int | None:
        """The value of a sine or cosine of a multiple of π/6 that is ±½; otherwise None."""
        node = x >> 1
        if self.kinds[node] is not SCALE or self.kinds[self.args[node][0] >> 1] is not PI:
            return None
        q = Fraction(self.values[node]) * 6
        if q.denominator > 1:
            return None
        k = int(q) if kind is SIN else int(q) + 3
        found = {1: 1, 5: 1, 7: -1, 11: -1}.get(k % 12)
        return None if found is None else self.const(Fraction(found, 2))

    def call(self, function: Any, args: Iterable[int]) -> int:
        """The value of a function known by its name."""
        refs = tuple(args)
        parity = function.parity
        if parity is None:
            return self.node(CALL, refs, function)
        sign = refs[0] & 1
        return self.node(CALL, (refs[0] ^ sign,), function) ^ (sign if parity.odd else 0)

    def is_odd(self, node: int) -> bool:
        """Whether a node is an odd function of another: a sine, or a function declared as such."""
        kind = self.kinds[node]
        return kind is SIN or (kind is CALL and getattr(self.values[node].parity, "odd", False))

    def takes_signs(self, node: int) -> bool:
        """Whether a node needs its operands with their signs: a power, or a function that is
        neither odd nor even."""
        kind = self.kinds[node]
        return kind is POWER or (kind is CALL and self.values[node].parity is None)

    def pick(self, call: int, index: int) -> int:
        """One of several results of a function."""
        return self.node(PICK, (call,), index)
