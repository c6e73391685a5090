"""A session: the declarations of a sheet so far, and how its texts are read."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from ..core.context import EMPTY, RELATIONS, Context
from ..core.declare import vector
from ..core.facts import KINDS, Fact, fact
from ..core.operators import coerce, number
from ..core.terms import Term, free_symbols
from ..core.terms import order as term_order
from ..errors import ParseError, RewriteError
from ..text.declarations import ADJECTIVES as BEFORE_SORTS
from ..text.declarations import SORTS, declarations
from ..text.known_names import Names
from ..text.parse import parse
from ..theory.rates import time
from ..verbs.diff import diff
from .loading import LOADERS, loaded

_NAME = r"[^\W\d]\w*'*"
_DEFINITION = re.compile(rf"({_NAME})\s*=(?!=)\s*")
_FIRST_WORD = re.compile(r"[^\W\d]\w*")
_CALL = re.compile(r"\s*([^\W\d]\w*)\s*\(")
ADJECTIVES = {*SORTS, *BEFORE_SORTS}
RELATION_NAMES = {name.split("/")[0] for name in RELATIONS} | set(KINDS)


def rate(t: Any) -> Any:
    """The derivative with respect to time, which is zero for a number.

    >>> rate(2)
    0
    """
    return diff(number(t) if isinstance(t, int | Fraction) else t, time)


FUNCTIONS = {"rate": rate}
"""Functions that a sheet may call, besides operators."""


class Session:
    """Names with their meanings, and the assumed facts; `reserved` words cannot be names, and files
    are searched for in `folder`."""

    def __init__(self, reserved: Collection[str] = (), folder: Path = Path()) -> None:
        self.names: dict[str, Any] = {}
        self.reserved = {*reserved, *ADJECTIVES, "assume", "triad", "when", "as", *LOADERS}
        self._reader = Names(functions=FUNCTIONS)
        self.context: Context = EMPTY
        self.folder = folder

    # -- declarations ---------------------------------------------------------------------------

    def declares(self, text: str) -> bool:
        """Carry out a declaration, a definition or an assumption; whether the line is one."""
        word = _FIRST_WORD.match(text)
        if _DEFINITION.match(text):
            self.define(text)
        elif word is None:
            return False
        elif _CALL.match(text) and word[0] in RELATION_NAMES:
            self.assume(text, 0)
        elif word[0] == "assume":
            self.assume(text, word.end())
        elif word[0] == "triad":
            self._triad(text, word.end())
        elif word[0] in LOADERS:
            self._load(text, word.end())
        elif word[0] in ADJECTIVES:
            self._declare(text)
        else:
            return False
        return True

    def _declare(self, text: str) -> None:
        """Declare all names of a line and of their time derivatives, or none if one is refused."""
        found: list[tuple[str, Term, int]] = []
        for name, t in declarations(text).items():
            places = re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text)
            at = max((place.start() for place in places), default=0)
            found += [(x.name, x, at) for x in (t, *_rates(t))]
        for name, t, at in found:
            self._refuse_taken(name, t, text, at)
        for name, t, at in found:
            self._name(name, t, text, at)

    def _refuse_taken(self, name: str, value: Any, text: str, position: int) -> None:
        if name in self.names and self.names[name] is not value:
            raise ParseError(f"{name!r} already has a meaning; choose another name", text, position)
        if name in self.reserved:
            raise ParseError(f"{name!r} is a command or a word of declarations", text, position)

    def _name(self, name: str, value: Any, text: str, position: int) -> None:
        self._refuse_taken(name, value, text, position)
        try:
            self._reader.add(name, value)
        except RewriteError:
            raise ParseError(
                f"{name!r} already has a meaning; choose another name", text, position
            ) from None
        self.names[name] = value

    def define(self, text: str) -> None:
        """`name = expression`."""
        match = _DEFINITION.match(text)
        assert match is not None
        self._name(match[1], self.term(text, match.end()), text, 0)

    def _triad(self, text: str, start: int) -> None:
        names = list(re.finditer(_NAME, text[start:]))
        if len(names) != 3 or re.sub(_NAME, "", text[start:]).strip(" ,"):
            raise ParseError("expected three names, as in: triad x, y, z", text, start)
        axes = [self.names[m[0]] if m[0] in self.names else vector(m[0]) for m in names]
        context = self.context + fact("triad", *axes)
        for m, axis in zip(names, axes, strict=True):
            self._name(m[0], axis, text, start + m.start())
        self.context = context

    def _load(self, text: str, start: int) -> None:
        """`mechanism FILE`: declare the names of its terms, all of them or none."""
        path = text[start:].strip()
        if not path:
            raise ParseError("expected the name of a file", text, start)
        at = text.index(path, start)
        try:
            found = loaded(text[:start].strip(), self.folder / path)
        except RewriteError as error:
            raise ParseError(str(error), text, at) from None
        for name, t in found.items():
            self._refuse_taken(name, t, text, at)
        for name, t in found.items():
            self._name(name, t, text, at)

    def assume(self, text: str, start: int) -> None:
        """Assume facts or equations from here on: all of them, or none if one is wrong."""
        self.context = self._with(text, start)

    def _with(self, text: str, start: int) -> Context:
        """The context with the facts of a text."""
        context = self.context
        for known in self.facts(text, start):
            context = context + known
        return context

    # -- texts ----------------------------------------------------------------------------------

    def term(self, text: str, start: int = 0, end: int | None = None) -> Term:
        """The term that a part of a line stands for; errors give the position in the line."""
        part = text[start:end]
        if not part.strip():
            raise ParseError("expected an expression", text, start)
        try:
            found: Term = parse(part, self._reader)
        except ParseError as error:
            raise ParseError(error.message, text, start + error.position) from None
        except RewriteError as error:
            raise ParseError(str(error), text, start) from None
        return found

    def equation(self, text: str, start: int = 0, end: int | None = None) -> tuple[Term, Term]:
        """Both sides of `L == R`."""
        end = len(text) if end is None else end
        at = text.find("==", start, end)
        if at < 0:
            raise ParseError("expected an equation, L == R", text, end)
        if text.find("==", at + 2, end) >= 0:
            raise ParseError("expected one ==", text, text.find("==", at + 2, end))
        left, right = self.term(text, start, at), self.term(text, at + 2, end)
        if left.sort is not right.sort or left.shape != right.shape:
            left, right = _one_sort(left, right, text, at)
        return left, right

    def question(self, text: str, start: int) -> tuple[Term, Term, Context]:
        """`L == R when FACT, FACT`: both sides, and the context."""
        condition = re.search(r"\bwhen\b", text[start:])
        end = len(text) if condition is None else start + condition.start()
        left, right = self.equation(text, start, end)
        if condition is None:
            return left, right, self.context
        return left, right, self._with(text, start + condition.end())

    def facts(self, text: str, start: int) -> Iterator[Fact]:
        """Facts such as `unit(a)`, `orthogonal(a, b)`, or an equation, separated by commas."""
        for at, end in _parts(text, start, len(text)):
            match = _CALL.match(text, at, end)
            if text.find("==", at, end) >= 0:
                left, right = self.equation(text, at, end)
                yield fact("equals", left, right)
            elif match is None or match[1] not in RELATION_NAMES or text[:end].rstrip()[-1] != ")":
                known = ", ".join(sorted(RELATION_NAMES))
                raise ParseError(f"expected a fact, one of {known}", text, at)
            else:
                inside = _parts(text, match.end(), text.rindex(")", at, end))
                terms = [self.term(text, i, j) for i, j in inside]
                try:
                    yield fact(match[1], *terms)
                except RewriteError as error:
                    raise ParseError(str(error), text, at) from None


def _rates(t: Term) -> Iterator[Term]:
    """The symbols in the first and second time derivative: r' and r'', or the angular velocity of
    R."""
    rated: Any = t
    for _ in range(2):
        rated = diff(rated, time)
        for x in sorted(free_symbols(rated), key=term_order):
            if x is not t:
                yield x


def session_of(text: str) -> Session:
    """A session with the declarations of a text, separated by `;` or new lines.

    >>> session_of("vector a, b; F = a + 2*b").term("F + a")
    a + 2*b + a
    """
    session = Session()
    start = 0
    for part in re.split(r"[;\n]", text):
        try:
            if part.strip() and not session.declares(part.strip()):
                raise ParseError("expected a declaration such as `vector a, b`", part.strip(), 0)
        except ParseError as error:
            indent = len(part) - len(part.lstrip())
            at = start + indent + error.position
            raise ParseError(f"-d: {error.message}", text, at) from None
        start += len(part) + 1
    return session


def _one_sort(left: Term, right: Term, text: str, at: int) -> tuple[Term, Term]:
    """Both sides, with a number on one side as the zero or one of the other side's sort."""
    try:
        if left.op.constant:
            return coerce(left.value, right.sort, right.shape, "the left side"), right
        if right.op.constant:
            return left, coerce(right.value, left.sort, left.shape, "the right side")
    except RewriteError:
        pass
    sides = (f"{t.sort.label(t.shape)}" for t in (left, right))
    raise ParseError("the left side is {}, the right side {}".format(*sides), text, at)


def _parts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The parts of a text between commas that are outside of brackets."""
    depth, begin = 0, start
    for i in range(start, end):
        if text[i] in "([":
            depth += 1
        elif text[i] in ")]":
            depth -= 1
        elif text[i] == "," and depth == 0:
            yield begin, i
            begin = i + 1
    yield begin, end
