"""From text to a syntax tree: lark parses it by `grammar.lark`; errors say what was expected."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from lark import Lark, Token, Tree, UnexpectedCharacters, UnexpectedEOF, UnexpectedToken

from rewrite import interruptible
from rewrite.errors import reason_of

from . import syntax as t
from .building import Building, Source
from .lsd_error import LsdError, Place
from .term_text import WORDS

MAX_TEXT = 1_000_000
"""How many characters a file may have."""
MAX_DEPTH = 200
"""How deep brackets may be nested."""

SHOWN = {
    "NAME": "a name", "NUMBER": "a number", "STRING": 'text in double quotes',
    "ANONYMOUS": "?s", "SEMICOLON": "';'", "COMMA": "','", "EQUAL": "'='", "COLON": "':'",
    "LPAR": "'('", "RPAR": "')'", "LSQB": "'['", "RSQB": "']'", "DOT": "'.'", "AT": "'@'",
    "MOVE": "'++'", "TURN": "'||'", "PLUS": "'+'", "MINUS": "'-'", "TIMES": "'*'",
    "OVER": "'/'", "POWER": "'^'", "PRIME": "\"'\"", "$END": "the end of the file",
}  # fmt: skip
ANYWHERE = {"AT", "MOVE", "TURN", "PLUS", "MINUS", "TIMES", "OVER", "POWER", "PRIME", "DOT", "LPAR"}
"""Tokens that may follow nearly every expression, and are left out of messages."""


def parse(text: str, file: str = "<text>") -> tuple[t.Declaration, ...]:
    """The declarations of a description.

    >>> [d.name for d in parse("let disc = body mass = 2.5 end; (* a disc *)")]
    ['disc']
    >>> parse("let disc = body mass 2 end;", "disc.lsd")
    Traceback (most recent call last):
    ...
    mechanics.lsd.lsd_error.LsdError: disc.lsd:1:22: '2' is not expected here; expected '='
        let disc = body mass 2 end;
                             ^
    """
    source = Source(text, file)
    _refuse_long(source)
    try:
        return _read(_parser(), source)
    except UnexpectedEOF as error:
        raise _unexpected(source, "the end of the file", error, *_end(source)) from None
    except UnexpectedToken as error:
        if error.token.type == "$END":
            raise _unexpected(source, "the end of the file", error, *_end(source)) from None
        where = error.line, error.column
        raise _unexpected(source, repr(str(error.token)), error, *where) from None
    except UnexpectedCharacters as error:
        raise _character(source, error) from None


def read_source(path: Path, asked: Place | None = None) -> str:
    """The text of a file; if it cannot be read, the error is at the place that includes it."""
    place = asked or Place(str(path), 1, 1)
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise LsdError(place, f"{path.name} is not text in UTF-8", "save it as UTF-8") from None
    except OSError as error:
        what = "it" if asked is None else str(path)
        said = f"{what} cannot be read: {reason_of(error)}"
        raise LsdError(place, said, "check the path of the file") from None


@cache
def _parser() -> Lark:
    grammar = files(__package__).joinpath("grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", propagate_positions=True, maybe_placeholders=True)


@interruptible
def _read(parser: Lark, source: Source) -> tuple[t.Declaration, ...]:
    return _built(parser.parse(source.text), source)


def _built(root: Tree[Token], source: Source) -> tuple[t.Declaration, ...]:
    """The syntax tree for lark's parse tree, built from the leaves upwards without recursion."""
    building, done = Building(source), dict[int, Any]()
    for part in root.iter_subtrees():
        items = [done[id(x)] if isinstance(x, Tree) else x for x in part.children]
        done[id(part)] = getattr(building, part.data)(part.meta, items)
    found: tuple[t.Declaration, ...] = done[id(root)]
    return found


def _refuse_long(source: Source) -> None:
    if len(source.text) > MAX_TEXT:
        raise LsdError(source.place(1, 1), f"a file has at most {MAX_TEXT} characters")
    depth = 0
    for number, line in enumerate(source.lines, 1):
        for column, c in enumerate(line, 1):
            depth += (c in "([") - (c in ")]")
            if depth > MAX_DEPTH:
                remedy = "give inner parts a name with let"
                raise LsdError(source.place(number, column), "brackets are nested too deep", remedy)


def _end(source: Source) -> tuple[int, int]:
    last = max((i for i, line in enumerate(source.lines) if line.strip()), default=0)
    return last + 1, len(source.lines[last].rstrip()) + 1


def _unexpected(source: Source, found: str, error: Any, line: int, column: int) -> LsdError:
    written = source.lines[line - 1]
    for start in (column - 1, column - 2):  # at the bracket, or at the star after it
        if start >= 0 and written[start : start + 2] == "(*":
            place = source.place(line, start + 1)
            return LsdError(place, "this comment does not end", "close it with *)")
    names = set(getattr(error, "accepts", None) or error.expected or ())
    word = found.strip("'")
    if word in WORDS and "NAME" in names:
        message = f"{word} is a reserved word, not a name"
        return LsdError(
            source.place(line, column), message, f"choose another name, such as {word}_1"
        )
    kinds = names - ANYWHERE or names
    expected = sorted({SHOWN.get(n, f"'{n.lower()}'") for n in kinds})
    if "'let'" in expected:
        expected = ["a declaration"]
    elif "'body'" in expected and "a number" in expected:
        expected = ["an expression"]
    message = f"{found} is not expected here"
    return LsdError(source.place(line, column), message, f"expected {' or '.join(expected)}")


def _character(source: Source, error: UnexpectedCharacters) -> LsdError:
    place = source.place(error.line, error.column)
    rest = place.text[error.column - 1 :]
    if rest.startswith('"'):
        return LsdError(place, "this text does not end", "close it with a double quote")
    return LsdError(place, f"{rest[:1]!r} is not part of the language", "see docs/lsd.md")
