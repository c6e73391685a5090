"""XML with line numbers, which error messages need.

The parser is expat. Documents that declare entities are refused, so that none is ever expanded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from xml.parsers import expat

from rewrite import interruptible
from rewrite.errors import reason_of

from ..errors import ModelError

LONGEST, LARGEST = 400, 10**300
"""Limits for the digits, the power of ten and the size of a number, so that it fits into floating
point."""
_DECIMAL = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE]([+-]?[0-9]{1,9}))?")


@dataclass(eq=False)
class Element:
    """An element of a file: its tag, attributes, children and line."""

    file: str
    tag: str
    attributes: dict[str, str]
    line: int
    children: list[Element] = field(default_factory=list)

    def error(self, message: str) -> ModelError:
        """An error that names the place of this element."""
        name = f" name={self.attributes['name']!r}" if "name" in self.attributes else ""
        return ModelError(f"{self.file}, line {self.line}, <{self.tag}{name}>: {message}")

    def all(self, tag: str) -> Iterator[Element]:
        """The children with a tag."""
        return (child for child in self.children if child.tag == tag)

    def find(self, tag: str) -> Element | None:
        """The child with a tag, or None; a second one is refused."""
        found = list(self.all(tag))
        if len(found) > 1:
            raise found[1].error(f"a second <{tag}> in <{self.tag}>; keep one")
        return found[0] if found else None

    def needs(self, tag: str, why: str) -> Element:
        """The child with a tag, which is required."""
        found = self.find(tag)
        if found is None:
            raise self.error(f"it has no <{tag}>; {why}")
        return found

    def text(self, attribute: str, why: str) -> str:
        """An attribute that is required."""
        if not self.attributes.get(attribute, "").strip():
            raise self.error(f"it has no attribute {attribute!r}; {why}")
        return self.attributes[attribute]

    def number(self, attribute: str, default: str | None = None) -> Fraction:
        """An attribute as the exact number that is written."""
        text = self.attributes.get(attribute, default)
        if text is None:
            raise self.error(f"it has no attribute {attribute!r}; write a number")
        return self._exact(attribute, text)

    def three(self, attribute: str, default: str = "0 0 0") -> tuple[Fraction, Fraction, Fraction]:
        """An attribute as three numbers."""
        parts = self.attributes.get(attribute, default).split()
        if len(parts) != 3:
            raise self.error(f"{attribute}={' '.join(parts)!r} must be three numbers")
        x, y, z = (self._exact(attribute, part) for part in parts)
        return x, y, z

    def _exact(self, attribute: str, text: str) -> Fraction:
        if "${" in text:
            raise self.error(f"{attribute}={text!r:.60} is xacro; expand the file first")
        found = _DECIMAL.fullmatch(text.strip())
        if found is None:
            raise self.error(f"{attribute}={text!r:.60} is not a finite decimal number")
        long = len(found[1]) > LONGEST or abs(int(found[2] or 0)) > LONGEST
        if long or abs(Fraction(text.strip())) > LARGEST:
            raise self.error(
                f"{attribute}={text!r:.60} is outside the range of floating point; correct it"
            )
        return Fraction(text.strip())


def read(path: str | Path) -> Element:
    """The root element of a file."""
    name = str(path)
    try:
        source = Path(path).read_bytes()
    except OSError as error:
        raise ModelError(f"{name} cannot be read: {reason_of(error)}") from error
    return parsed(source, name)


@interruptible
def parsed(source: bytes | str, name: str) -> Element:
    """The root element of a text.

    >>> root = parsed("<robot>\\n<link name='a'/>\\n</robot>", "r.urdf")
    >>> root.children[0].line
    2
    """
    parser, roots = expat.ParserCreate(), list[Element]()
    stack: list[Element] = []

    def start(tag: str, attributes: dict[str, str]) -> None:
        if tag.startswith("xacro:"):
            where = f"{name}, line {parser.CurrentLineNumber}, <{tag}>"
            raise ModelError(f"{where}: this is xacro, not URDF; expand the file first")
        element = Element(name, tag, attributes, parser.CurrentLineNumber)
        (stack[-1].children if stack else roots).append(element)
        stack.append(element)

    def refuse(*_: object) -> None:
        where = f"{name}, line {parser.CurrentLineNumber}"
        raise ModelError(f"{where}: it declares entities, which are not expanded; write them out")

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda tag: stack.pop()
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(source, True)
    except expat.ExpatError as error:
        reason = expat.errors.messages[error.code]
        raise ModelError(
            f"{name}, line {error.lineno}, column {error.offset + 1}: this is not well-formed XML "
            f"({reason}); correct it there, or just before"
        ) from error
    return roots[0]
