"""Errors in a description, with their places."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import ModelError


@dataclass(frozen=True)
class Place:
    """A position in a file: line and column, counted from 1, and the text of the line."""

    file: str
    line: int
    column: int
    text: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class LsdError(ModelError):
    """A description does not compile: the message has the place, its line, the problem, a remedy.

    For a system that cannot be described, the file is its name, and there is no line.
    """

    def __init__(self, place: Place, message: str, remedy: str = "") -> None:
        self.file, self.line, self.column = place.file, place.line, place.column
        self.place, self.message, self.remedy = place, message, remedy
        text = f"{place}: {message}" + (f"; {remedy}" if remedy else "")
        if place.text.strip():
            text += f"\n    {place.text}\n    {' ' * (place.column - 1)}^"
        super().__init__(text)
