"""The base class of output languages: how expressions are written, and the text around them.

A new one is a file with a subclass of `Language`, and a line in `languages.py`. A language of your
own needs no file here: `code(terms, MyLanguage())` takes any `Language`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from .program import Program
from .style import Style


class Language:
    """A language that programs are written in."""

    name: ClassVar[str]
    """Its name for `code`."""
    style: ClassVar[Style]
    """How expressions are written."""
    own_names: ClassVar[tuple[str, ...]] = ()
    """Names that the text around the expressions uses for itself, or that are reserved words."""
    is_python: ClassVar[bool] = False
    """Whether the text is Python, so that `Code.function` can run it."""

    def module(self, program: Program, name: str, split: bool, about: str) -> str:
        """All of the text; with `split`, work on parameters alone has a function of its own."""
        raise NotImplementedError

    def known(self, called: Any) -> Callable[..., Any] | None:
        """The meaning in this language of a function known by name only, unless it was given."""
        own: Callable[..., Any] | None = called.op.evaluate
        return own
