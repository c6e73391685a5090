"""Text to terms: the inverse of `str`, for a small language.

The language is the part of Python that builds terms: names, exact numbers, `+ - * / @ **`, `.T`,
`.inv` and calls. Mathematical signs are also read: a × b, a · b, x², Aᵀ, x′ and Greek letters for
their names. Everything means the same as in Python, including how chains flatten and how 0 and 1
take the sort required, except that arithmetic between numbers is exact: `1/2` and `0.5` are one
half.

>>> from rewrite import scalars, vectors, dot
>>> x, y = scalars("x y")
>>> a, b = vectors("a b")
>>> parse("1/2*x*dot(a, a) + 0", [x, a])
1/2*x*dot(a, a) + 0
>>> parse("a + (b + 0)", {"a": a, "b": b}) is a + (b + 0)
True

The reader keeps its own stack and never calls Python's `eval`: text from any source can only build
a term or be refused, within stated limits (see also `building`).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NoReturn

from ..core.operators import OPAQUE, label, number, one_of, zero_of
from ..core.sorts import Matrix, Scalar, sort_of_shape
from ..core.terms import Shape, Term, intern
from ..deadline import check_time, time_limited
from ..errors import ParseError, RewriteError
from .building import Partial, attribute, call, combine, fold, literal, negate, whole
from .known_names import Declarations, Names, Value
from .tokens import Tokens

MAX_LENGTH = 20_000_000
"""The longest text that is read, in characters."""
MAX_DEPTH = 200_000
"""The most brackets, signs and operators that may wait for their operands at one time."""

_LEVELS = {"+": 1, "-": 1, "*": 2, "/": 2, "@": 2, "·": 2, "×": 3}
_UNARY, _POWER = 4, 5
_CONSTANTS = ("zero", "one", "opaque")
_LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


@time_limited
def parse(
    text: str, declarations: Declarations | Names = (), *, time_limit: float | None = None
) -> Any:
    """The term that a text stands for, given declarations of its names.

    Declarations are symbols, operators and sorts, or a mapping from names to these (or to any
    term). The standard functions are known. Raises ParseError with the position.
    After `time_limit` seconds it stops with a LimitError.

    >>> from rewrite import vectors
    >>> parse("cross(a, bb)", vectors("a b"))
    Traceback (most recent call last):
    ...
    rewrite.errors.ParseError: unknown name 'bb'; did you mean 'b'? at column 10
      cross(a, bb)
               ^
    """
    if not isinstance(text, str):
        raise ParseError(f"parse reads text, not {label(text)}")
    if len(text) > MAX_LENGTH:
        raise ParseError(f"the text has {len(text)} characters, more than {MAX_LENGTH}", text[:80])
    names = declarations if isinstance(declarations, Names) else Names(declarations)
    value = _Reader(text, names).read()
    return value if isinstance(value, Term) else number(value)


# -- what waits on the stack ----------------------------------------------------------------------


@dataclass(slots=True)
class _Bracket:
    """An open bracket: of a call, if there is a function."""

    level: int
    at: int
    name: str = ""
    function: Callable[..., Any] | None = None
    args: list[Value] = field(default_factory=list)


@dataclass(slots=True)
class _Sign:
    """A sign that stands before its operand, or `**` after its base."""

    level: int
    at: int
    sign: str
    base: Value = 0


@dataclass(slots=True)
class _Chain:
    """Operands joined by signs of one level; the last sign still lacks its operand."""

    level: int
    at: int
    sign: str
    first: Partial
    rest: list[tuple[str, Value, int]]

    def take(self, operand: Partial) -> None:
        self.rest.append((self.sign, whole(operand), self.at))


class _Reader(Tokens):
    """An operator-precedence parser."""

    def __init__(self, text: str, names: Names) -> None:
        super().__init__(text)
        self.names = names
        self.stack: list[_Bracket | _Sign | _Chain] = []
        self.building_at = 0  # the position to report if a term is refused

    def read(self) -> Value:
        try:
            while True:
                value = self._after(self._operand())
                if value is not None:
                    return value
        except ParseError:
            raise
        except RewriteError as error:
            raise ParseError(str(error), self.text, self.building_at) from error

    # -- operands

    def _operand(self) -> Value:
        """The next complete operand; operators before it go on the stack."""
        while True:
            at, token = self.at, self.token
            if self.kind == "number":
                self.advance()
                self.building_at = at
                return literal(token)
            if self.kind == "name":
                value = self._named()
                if value is not None:
                    return value
            elif self.take("-") or self.take("+"):
                self._push(_Sign(_UNARY, at, token))
            elif self.take("("):
                self._push(_Bracket(0, at))
            elif self.take("√"):
                if not self.take("("):
                    self.fail("√ is followed by a bracket: √(x)", at)
                self._push(_Bracket(0, at, "sqrt", self.names.function("sqrt")))
            else:
                self.expected("a term")

    def _named(self) -> Value | None:
        """The meaning of a name; None if it opens a call whose arguments come next."""
        name, at = self.token, self.at
        self.advance()
        if not self.take("("):
            value = self.names.value(name)
            return value if value is not None else self.fail(self._no_value(name), at)
        self.building_at = at
        if name in _CONSTANTS and name not in self.names.operators:
            return self._constant(name)
        function = self.names.function(name)
        if function is None:
            symbol = self.names.value(name) is not None
            unknown = self.names.unknown(name, "function")
            self.fail(f"{name} is not a function" if symbol else unknown, at)
        if self.take(")"):
            return call(function, name, [])
        self._push(_Bracket(0, at, name, function))
        return None

    def _no_value(self, name: str) -> str:
        if name in _CONSTANTS or self.names.function(name):
            return f"{name} is a function: its arguments must follow in brackets"
        if self.names.sort(name):
            return f"{name} is a sort: only zero({name}) and the like take it"
        return self.names.unknown(name)

    # -- constants: zero(Vector), zero((2, 3)), one(Quaternion), opaque("...")

    def _constant(self, name: str) -> Term:
        if name != "opaque":
            sort, shape = self._kind()
            self.need(")")
            return zero_of(sort, shape) if name == "zero" else one_of(sort, shape)
        if self.kind != "string":
            self.expected("text in double quotes")
        text = json.loads(self.token)
        self.advance()
        sort, shape = self._kind() if self.take(",") else (Scalar, (1, 1))
        self.need(")")
        return intern(OPAQUE, (), sort, shape, text)

    def _kind(self) -> tuple[type[Term], Shape]:
        """A sort with its shape, or the shape of a matrix alone."""
        if self.kind == "name":
            sort = self.names.sort(self.token) or self.fail(self.names.unknown(self.token, "sort"))
            self.advance()
            if sort.default_shape is not None:
                return sort, sort.default_shape
            self.need(",")
            shape = self.shape()
            return (sort_of_shape(shape) if sort is Matrix else sort), shape
        if self.kind == "number":
            rows = self.size()
            shape = rows, self.size() if self.take(",") else rows
        else:
            shape = self.shape()
        return sort_of_shape(shape), shape

    # -- what follows an operand

    def _after(self, value: Partial) -> Value | None:
        """Process the signs after an operand; None if another operand must follow."""
        while self.kind == "raised" or (self.kind == "sign" and self.token not in "(√"):
            at, sign, kind = self.at, self.token, self.kind
            self.advance()
            if kind == "raised":
                value = self._raised(whole(value), sign, at)
            elif sign == ".":
                value = self._attribute(whole(value), at)
            elif sign == ")":
                value = self._closed(self._reduced(value, 0), at)
            elif sign == ",":
                self._separated(whole(self._reduced(value, 0)), at)
                return None
            else:
                self._take_sign(value, sign, at)
                return None
        if self.kind != "end":
            self._side_by_side()
        value = whole(self._reduced(value, 0))
        if self.stack:
            self.fail("expected ')'" + self._of_bracket())
        return value

    def _side_by_side(self) -> NoReturn:
        """Refuse an operand that follows another."""
        inside = next((x for x in reversed(self.stack) if isinstance(x, _Bracket)), None)
        comma = "; a ',' stands between arguments" if inside is not None and inside.name else ""
        found = repr(self.token[:40])
        self.fail(f"expected an operator, found {found}; a product is written with * or @{comma}")

    def _raised(self, value: Value, sign: str, at: int) -> Value:
        """An operand with a superscript: x², A⁻¹, Aᵀ."""
        self.building_at = at
        if sign == "ᵀ":
            return attribute("T", value)
        return combine("**", value, int(sign.translate(_LOWERED)))

    def _of_bracket(self) -> str:
        """Which bracket is open, without a position, since the text may be part of a longer one."""
        name = getattr(self.stack[-1], "name", "")
        return f" for the bracket of {name}(" if name else " for a bracket"

    def _attribute(self, value: Value, at: int) -> Value:
        self.building_at = at
        if self.kind != "name":
            self.expected("T or inv")
        value = attribute(self.token, value)
        self.advance()
        return value

    def _closed(self, value: Partial, at: int) -> Partial:
        if not self.stack:
            self.fail("no bracket is open", at)
        bracket = self.stack.pop()
        assert isinstance(bracket, _Bracket)
        if bracket.function is None:
            return value
        self.building_at = bracket.at
        return call(bracket.function, bracket.name, [*bracket.args, whole(value)])

    def _separated(self, value: Value, at: int) -> None:
        bracket = self.stack[-1] if self.stack else None
        if not isinstance(bracket, _Bracket) or bracket.function is None:
            self.fail("a ',' may stand only between arguments", at)
        bracket.args.append(value)

    def _take_sign(self, value: Partial, sign: str, at: int) -> None:
        if sign == "**":
            self._push(_Sign(_POWER, at, sign, whole(value)))
            return
        level = _LEVELS[sign]
        value = self._reduced(value, level)
        top = self.stack[-1] if self.stack else None
        if isinstance(top, _Chain) and top.level == level:
            if sign == "×":
                self.fail("a × b × c has two meanings: write (a × b) × c or a × (b × c)", at)
            top.take(value)
            top.sign, top.at = sign, at
        else:
            self._push(_Chain(level, at, sign, value, []))

    def _push(self, item: _Bracket | _Sign | _Chain) -> None:
        if len(self.stack) >= MAX_DEPTH:
            self.fail(f"nested more than {MAX_DEPTH} deep", item.at)
        self.stack.append(item)

    def _reduced(self, value: Partial, level: int) -> Partial:
        """The value after applying all waiting signs that bind more tightly than `level`."""
        while self.stack and self.stack[-1].level > level:
            check_time()
            top = self.stack.pop()
            self.building_at = top.at
            if isinstance(top, _Chain):
                top.take(value)
                value = fold(top.first, top.rest, self._building)
            elif isinstance(top, _Sign) and top.sign == "-":
                value = negate(whole(value))
            elif isinstance(top, _Sign) and top.sign == "**":
                value = combine("**", top.base, whole(value))
        return value

    def _building(self, at: int) -> None:
        self.building_at = at
