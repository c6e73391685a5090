"""How expressions are written in a language; the defaults are those of Python."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from ...core.hooks import brief
from ...core.operators import Operator, number
from ...core.terms import Shape
from ...errors import RewriteError
from ..graph.graph import Argument

SUM, PRODUCT, ATOM = 1, 2, 3
"""How tightly a piece of text binds."""
Piece = tuple[str, int]
HALF = Fraction(1, 2)


def nested(texts: Sequence[str], shape: Shape, opening: str = "(", closing: str = ")") -> str:
    """Texts of flat entries as nested brackets of a shape.

    >>> nested(["a", "b", "c", "d"], (2, 2))
    '((a, b), (c, d))'
    """
    if not shape:
        return texts[0]
    if len(shape) == 1:
        comma = "," if len(texts) == 1 and opening == "(" else ""
        return f"{opening}{', '.join(texts)}{comma}{closing}"
    step = len(texts) // shape[0]
    rows = [texts[i : i + step] for i in range(0, len(texts), step)]
    inner = [nested(row, shape[1:], opening, closing) for row in rows]
    return nested(inner, (len(inner),), opening, closing)


LIBRARY = ("tan", "exp", "log", "tanh", "atan2")
"""Standard functions that most languages have under the same names."""


class Style:
    """Python with floats."""

    prime = "_d"
    """The text for a prime in a name."""
    pi = "math.pi"
    functions = {
        **{name: f"math.{name}" for name in ("sin", "cos", "sqrt", "pow", *LIBRARY)},
        "abs": "abs",
        "sign": "(({0} > 0) - ({0} < 0))",
    }
    """The names of the functions of the language, or templates with places for operands."""

    def number(self, value: int | Fraction) -> Piece:
        """A number that is not negative."""
        if isinstance(value, int) and value < 10**15:
            return str(value), ATOM
        return repr(real(value)), ATOM

    def variable(self, name: str) -> str:
        return name

    def at_least(self, piece: Piece, level: int) -> str:
        """The text of a piece, in brackets if it binds less tightly than `level`."""
        text, own = piece
        return text if own >= level else self.bracketed(text)

    def bracketed(self, text: str) -> str:
        return f"({text})"

    def negated(self, piece: Piece) -> Piece:
        return f"-{self.at_least(piece, PRODUCT)}", SUM

    def sum(self, addends: Sequence[tuple[int, Piece]]) -> Piece:
        """Addends with their signs; a positive one comes first if there is one."""
        first = next((i for i, (sign, _) in enumerate(addends) if not sign), 0)
        ordered = [addends[first], *addends[:first], *addends[first + 1 :]]
        found = ""
        for k, (sign, piece) in enumerate(ordered):
            text = self.at_least(piece, PRODUCT if sign else SUM)
            found += ("-" if sign else "") + text if not k else f" {'-' if sign else '+'} {text}"
        return found, SUM

    def product(self, above: Sequence[Piece], below: Sequence[Piece]) -> Piece:
        """A product, or quotient of products."""
        found = self.times(
            [self.at_least(x, PRODUCT if not i else ATOM) for i, x in enumerate(above)]
        )
        if below:
            divisor = self.times([self.at_least(x, ATOM) for x in below])
            if len(below) > 1:
                divisor = self.bracketed(divisor)
            found = f"{found or self.number(1)[0]}/{divisor}"
        return found, PRODUCT

    def times(self, factors: Sequence[str]) -> str:
        return "*".join(factors)

    def sine(self, kind: str, x: Piece) -> Piece:
        return f"{self.function(kind)}({x[0]})", ATOM

    def power(self, x: Piece, exponent: Fraction) -> Piece:
        """The text of a power with a fractional exponent, and how tightly it binds."""
        if exponent == HALF:
            return f"{self.function('sqrt')}({x[0]})", ATOM
        return f"{self.function('pow')}({x[0]}, {real(exponent)!r})", ATOM

    def function(self, name: str) -> str:
        """The name of a function that every language needs."""
        if name not in self.functions:
            raise RewriteError(
                f"{type(self).__name__} has no function {name!r}: give its name in `functions`"
            )
        return self.functions[name]

    def known(self, op: Operator[..., Any], args: Sequence[str]) -> Piece:
        """The call of a standard function in this language."""
        text = self.functions[op.name]
        return text.format(*args) if "{0}" in text else f"{text}({', '.join(args)})", ATOM

    def knows(self, op: Operator[..., Any]) -> bool:
        """Whether an operator is a standard function that the language has."""
        return op.module == "" and op.name in self.functions

    def call(self, name: str, args: Sequence[str], takes: Sequence[Shape]) -> Piece:
        """A call of a function of scalars, vectors, …, given the texts of all entries."""
        found, start = [], 0
        for shape in takes:
            count = size(shape)
            found.append(self.packed(args[start : start + count], shape))
            start += count
        return f"{name}({', '.join(found)})", ATOM

    def packed(self, texts: Sequence[str], shape: Shape) -> str:
        return nested(texts, shape)

    def picked(self, call: str, k: int, shape: Shape) -> Piece:
        """An entry of the result of a function."""
        return call + "".join(f"[{i}]" for i in place(k, shape)), ATOM


def what(x: Argument, named: bool = True) -> str:
    """A description of an argument that is safe in a comment and in a string."""
    if x.symbol.is_symbol:
        return x.symbol.sort.__name__ + (f" {x.name}" if named else "")
    text = re.sub(r"[^\w ()+*.,'=-]|\*(?=/)", "?", x.symbol.value)
    return f"the value of {text[:60]}"


def real(value: int | Fraction) -> float:
    """The nearest float."""
    try:
        found = float(value)
    except OverflowError:
        raise RewriteError(f"code: {brief(number(value), 40)} is too large for a float") from None
    if value and not found:
        raise RewriteError(f"code: {brief(number(value), 40)} is too small for a float")
    return found


def size(shape: Shape) -> int:
    """How many entries a shape has."""
    count = 1
    for n in shape:
        count *= n
    return count


def place(k: int, shape: Shape) -> tuple[int, ...]:
    """The indices of a flat entry."""
    found: list[int] = []
    for n in reversed(shape):
        k, i = divmod(k, n)
        found.append(i)
    return tuple(reversed(found))
