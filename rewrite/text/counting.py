"""Numbers of things, in words."""

from __future__ import annotations


def counted(count: int, what: str) -> str:
    """A number of things, with the noun in the singular or plural.

    >>> counted(1, "rule"), counted(2, "rule"), counted(0, "rule")
    ('1 rule', '2 rules', '0 rules')
    """
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
