"""Safe markup: all text from outside is escaped."""

from __future__ import annotations

import re
from html import escape

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_PART = re.compile(r"(?P<space>\s+)|(?P<mn>\d+(?:\.\d+)?)|(?P<mi>[^\W\d]+)|(?P<mo>.)", re.DOTALL)
_SIGNS = {"-": "−", "*": "∗", "'": "′"}


class Markup(str):
    """Text that is markup already, and is not escaped again."""

    __slots__ = ()


def safe(text: str) -> Markup:
    """Any text, escaped so that a page shows it and never interprets it.

    >>> safe("<script>&\\x00")
    '&lt;script&gt;&amp;\ufffd'
    """
    return Markup(escape(_NOT_XML.sub("\ufffd", text)))


def element(tag: str, text: str, **attributes: str) -> Markup:
    """An element with a text in it.

    >>> element("mi", "<x>", style="font-weight:bold")
    '<mi style="font-weight:bold">&lt;x&gt;</mi>'
    """
    inside = text if isinstance(text, Markup) else safe(text)
    given = "".join(f' {name}="{safe(value)}"' for name, value in attributes.items())
    return Markup(f"<{tag}{given}>{inside}</{tag}>")


def tokens(text: str) -> Markup:
    """The tokens of a text as the elements of a formula: numbers, names and signs.

    >>> tokens("2x < 3")
    '<mn>2</mn><mi>x</mi><mo>&lt;</mo><mn>3</mn>'
    """
    if text == "-":  # before an operand; between two of them it has spaces around it
        return element("mo", "−", form="prefix")
    found = []
    for part in _PART.finditer(text):
        tag = part.lastgroup
        if tag and tag != "space":
            low = {"stretchy": "false"} if part[0] in "()[]{}|‖" else {}
            found.append(element(tag, _SIGNS.get(part[0], part[0]), **low))
    return Markup("".join(found))
