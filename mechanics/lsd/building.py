"""From the parse tree of lark to the nodes of our syntax tree."""

from __future__ import annotations

from typing import Any

from lark import Token

from . import syntax as t
from .lsd_error import Place

Meta = Any


class Source:
    """A text and the name of its file; it makes the places in error messages."""

    def __init__(self, text: str, file: str) -> None:
        self.text, self.file, self.lines = text, file, text.split("\n")

    def place(self, line: int, column: int) -> Place:
        line = min(max(line, 1), len(self.lines))
        return Place(self.file, line, max(column, 1), self.lines[line - 1].rstrip("\r"))


class Building:
    """One method for each rule of the grammar, which makes a node of the syntax tree."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def _at(self, meta: Meta) -> Place:
        empty = getattr(meta, "empty", False)
        return self.source.place(1, 1) if empty else self.source.place(meta.line, meta.column)

    def _token(self, token: Token) -> Place:
        return self.source.place(token.line or 1, token.column or 1)

    # -- declarations -----------------------------------------------------------------------------

    def start(self, meta: Meta, items: list[Any]) -> tuple[t.Declaration, ...]:
        return tuple(items)

    hidden = seen = start

    def let(self, meta: Meta, items: list[Any]) -> t.Let:
        name, parameters, value = items
        return t.Let(self._token(name), str(name), parameters, value)

    def parameters(self, meta: Meta, items: list[Any]) -> tuple[t.Parameter, ...]:
        return tuple(x for x in items if x is not None)

    def parameter(self, meta: Meta, items: list[Token]) -> t.Parameter:
        name, kind = items
        return t.Parameter(self._token(name), str(name), str(kind))

    def package(self, meta: Meta, items: list[Any]) -> t.Let:
        _, name, *inside = items
        place = self._token(name)
        return t.Let(place, str(name), None, t.Library(place, tuple(inside)))

    def local(self, meta: Meta, items: list[Any]) -> t.Local:
        return t.Local(self._at(meta), *items)

    def join(self, meta: Meta, items: list[Any]) -> t.Join:
        return t.Join(self._at(meta), str(items[0]) == "close", *items[1:])

    def act(self, meta: Meta, items: list[Any]) -> t.Act:
        return t.Act(self._at(meta), *items)

    def roll(self, meta: Meta, items: list[Any]) -> t.Roll:
        return t.Roll(self._at(meta), *items)

    def gravity(self, meta: Meta, items: list[Any]) -> t.Gravity:
        return t.Gravity(self._at(meta), *items)

    def constrain(self, meta: Meta, items: list[Any]) -> t.Constrain:
        return t.Constrain(self._at(meta), *items)

    def assemble(self, meta: Meta, items: list[Any]) -> t.Assemble:
        return t.Assemble(self._at(meta), tuple(items))

    def setting(self, meta: Meta, items: list[Any]) -> t.Field:
        return t.Field(self._token(items[0]), str(items[0]).lstrip("?"), items[1])

    def speeds(self, meta: Meta, items: list[Any]) -> t.Speeds:
        return t.Speeds(self._at(meta), items[0], tuple(items[1:]))

    def chosen(self, meta: Meta, items: list[Token]) -> tuple[t.Coordinate, ...]:
        return tuple(t.Coordinate(self._token(x), str(x).lstrip("?"), True) for x in items)

    def rated(self, meta: Meta, items: list[Any]) -> t.Constrain:
        return t.Constrain(self._at(meta), *items)

    def include(self, meta: Meta, items: list[Token]) -> t.Include:
        return t.Include(self._token(items[0]), str(items[0])[1:-1])

    # -- expressions ------------------------------------------------------------------------------

    def sign(self, meta: Meta, items: list[Any]) -> t.Sign:
        left, sign, right = items
        return t.Sign(self._token(sign), str(sign), left, right)

    def minus(self, meta: Meta, items: list[Any]) -> t.Minus:
        return t.Minus(self._at(meta), items[1])

    def rate(self, meta: Meta, items: list[Any]) -> t.Rate:
        return t.Rate(self._at(meta), items[0])

    def read(self, meta: Meta, items: list[Any]) -> t.Read:
        return t.Read(self._token(items[1]), items[0], str(items[1]))

    def apply(self, meta: Meta, items: list[Any]) -> t.Apply:
        return t.Apply(self._at(meta), items[0], items[1])

    def arguments(self, meta: Meta, items: list[Any]) -> tuple[t.Given, ...]:
        return tuple(x for x in items if x is not None)

    def argument(self, meta: Meta, items: list[Any]) -> t.Given:
        return t.Given(items[0].place, None, items[0])

    def named(self, meta: Meta, items: list[Any]) -> t.Given:
        return t.Given(self._token(items[0]), str(items[0]), items[1])

    def number(self, meta: Meta, items: list[Token]) -> t.Number:
        return t.Number(self._token(items[0]), str(items[0]))

    def name(self, meta: Meta, items: list[Token]) -> t.Name:
        return t.Name(self._token(items[0]), str(items[0]))

    def anonymous(self, meta: Meta, items: list[Token]) -> t.Anonymous:
        return t.Anonymous(self._token(items[0]), str(items[0])[1:], None)

    def anonymous_function(self, meta: Meta, items: list[Any]) -> t.Anonymous:
        arguments = tuple(x for x in items[1:] if x is not None)
        return t.Anonymous(self._token(items[0]), str(items[0])[1:], arguments)

    def triple(self, meta: Meta, items: list[Any]) -> t.Triple:
        x, y, z = items
        return t.Triple(self._at(meta), (x, y, z))

    def library(self, meta: Meta, items: list[Any]) -> t.Library:
        return t.Library(self._at(meta), tuple(items[1:]))

    def record(self, meta: Meta, items: list[Any]) -> t.Record:
        kind, *rest = items
        names, fields = rest if len(rest) == 2 else (None, rest[0])
        return t.Record(self._token(kind), str(kind), names or (), fields or ())

    def names(self, meta: Meta, items: list[Token]) -> tuple[t.Coordinate, ...]:
        return tuple(
            t.Coordinate(self._token(x), str(x).lstrip("?"), str(x).startswith("?")) for x in items
        )

    def fields(self, meta: Meta, items: list[Any]) -> tuple[t.Field, ...]:
        return tuple(items)

    def field(self, meta: Meta, items: list[Any]) -> t.Field:
        return t.Field(self._token(items[0]), str(items[0]), items[1])
