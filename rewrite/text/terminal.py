"""Making untrusted text safe to print on a terminal."""

from __future__ import annotations


def printable(text: str) -> str:
    """A text with its control characters escaped, so that it cannot control the terminal.

    >>> print(printable("a\\x1b[31m\\nb"))
    a\\x1b[31m
    b
    """
    return "".join(c if c.isprintable() or c == "\n" else ascii(c)[1:-1] for c in text)
