"""The tokens of the language of terms: names, exact numbers, signs, and text in double quotes."""

from __future__ import annotations

import re
from typing import NoReturn

from ..core.terms import Shape
from ..deadline import check_time
from ..errors import ParseError

_TOKEN = re.compile(
    r"""[ \t\r\n]*
    (?: (?P<number>(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)
      | (?P<raised>⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+|ᵀ)
      | (?P<name>(?:(?![⁰¹²³⁴⁵⁶⁷⁸⁹])[^\W\d])(?:(?![⁰¹²³⁴⁵⁶⁷⁸⁹ᵀ])\w)*['′’]*)
      | (?P<string>"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")
      | (?P<sign>\*\*|[-+*/@(),.×∧·⋅∙−–÷√])
      | (?P<end>\Z)
      | (?P<other>.))""",
    re.VERBOSE | re.DOTALL,
)
INSTEAD = {
    "^": "x**2 for a power, cross(a, b) for a product of vectors",
    "|": "norm(a) for the length of a vector, abs(x) for the size of a scalar",
    "‖": "norm(a)",
    "[": "round brackets; column(x, y, z) is a vector of scalars, x_of(a) its first coordinate",
    "{": "round brackets",
    "=": "`prove L == R` for an equation, or equal(L, R) in Python; equals(L, R) is a fact for a "
    "context; `name = expression` defines a name in a sheet",
    "∂": "diff(t, x) in Python",
    "∇": "diff(t, x) in Python",
    "'": "a name before the prime: x' is the rate of x",
    ";": "one expression at a time",
    "%": "fractions: 5/100",
}
INEQUALITY = (
    "equations: there are no inequalities, a context takes facts such as nonzero(x), unit(a) and "
    "equals(a, b)"
)
INSTEAD |= dict.fromkeys("<>≤≥≠", INEQUALITY)
SAME = {"−": "-", "–": "-", "÷": "/", "∧": "×", "⋅": "·", "∙": "·"}
"""Typographic signs, and the signs that they stand for."""
PRIMES = str.maketrans("′’", "''")
"""Typographic primes, and the prime that they stand for."""
_SIZE = re.compile(r"[1-9][0-9]{0,8}")


class Tokens:
    """A text read token by token. `kind`, `token` and `at` are those of the next token."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.kind, self.token, self.at, self.end = "", "", 0, 0
        self.advance()

    def advance(self) -> None:
        """Move to the next token; refuse text that is not a token."""
        check_time()
        found = _TOKEN.match(self.text, self.end)
        assert found is not None  # the pattern matches anything
        self.kind = found.lastgroup or ""
        self.token, self.at, self.end = found[self.kind], found.start(self.kind), found.end()
        if self.kind == "sign":
            self.token = SAME.get(self.token, self.token)
        elif self.kind == "name":
            self.token = self.token.translate(PRIMES)
        elif self.kind == "other":
            remedy = f" (write {INSTEAD[self.token]})" if self.token in INSTEAD else ""
            self.fail(f"{self.token!r} is not part of the language{remedy}")

    def fail(self, message: str, at: int | None = None) -> NoReturn:
        """Refuse the text, at the next token if no position is given."""
        raise ParseError(message, self.text, self.at if at is None else at)

    def expected(self, what: str) -> NoReturn:
        found = "the end" if self.kind == "end" else repr(self.token[:40])
        self.fail(f"expected {what}, found {found}")

    def take(self, sign: str) -> bool:
        """Whether this sign comes next; if so, move past it."""
        if self.kind != "sign" or self.token != sign:
            return False
        self.advance()
        return True

    def need(self, sign: str) -> None:
        if not self.take(sign):
            self.expected(repr(sign))

    def shape(self) -> Shape:
        """A shape in brackets: (2, 3)."""
        self.need("(")
        sizes = [self.size()]
        while self.take(","):
            if self.kind == "number":
                sizes.append(self.size())
        self.need(")")
        return tuple(sizes)

    def size(self) -> int:
        if not _SIZE.fullmatch(self.token):
            self.expected("a size")
        size = int(self.token)
        self.advance()
        return size
