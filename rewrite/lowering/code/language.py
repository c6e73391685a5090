"""The base class of output languages: how expressions are written, and the text around them.

To add one, write a file with a subclass of `Language`, and add a line in `languages.py`. Your own
language needs no file here: `code(terms, MyLanguage())` takes any `Language`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from .program import Program
from .style import Style


class Language:
    """A language in which programs are written."""

    name: ClassVar[str]
    """Its name for `code`."""
    style: ClassVar[Style]
    """How expressions are written."""
    own_names: ClassVar[tuple[str, ...]] = ()
    """Names that the text around the expressions uses for itself, or that are reserved words."""
    is_python: ClassVar[bool] = False
    """Whether the text is Python, so that `Code.function` can run it."""

    def module(self, program: Program, name: str, split: bool, about: str) -> str:
        """The whole text; with `split`, work that depends only on parameters is a separate
        function."""
        raise NotImplementedError

    def known(self, called: Any) -> Callable[..., Any] | None:
        """The implementation in this language of a function known only by name, if none was
        given."""
        own: Callable[..., Any] | None = called.op.evaluate
        return own
