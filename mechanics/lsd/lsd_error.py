"""Errors in a description, with their places."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import ModelError


@dataclass(frozen=True)
class Place:
    """Where something stands: file, line and column, counted from 1, and the line itself."""

    file: str
    line: int
    column: int
    text: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class LsdError(ModelError):
    """A description that does not compile: the place, the line itself, what is wrong, a remedy.

    For a system that cannot be described, the file is its name, and there is no line.
    """

    def __init__(self, place: Place, message: str, remedy: str = "") -> None:
        self.file, self.line, self.column = place.file, place.line, place.column
        self.place, self.message, self.remedy = place, message, remedy
        reported = f"{place}: {message}" + (f"; {remedy}" if remedy else "")
        if place.text.strip():
            reported += f"\n    {place.text}\n    {' ' * (place.column - 1)}^"
        super().__init__(reported)
