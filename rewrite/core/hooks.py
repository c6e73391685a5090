"""Hooks for the functions that the core needs from packages above it: printing, pickling, rules.

The core may not import these packages, so they are plugged in here, once, by `rewrite/wiring.py`.
Everything that reaches upwards from the core is in this file, and nowhere else. A hook is given as
"module:function", or "module", and loaded when it is first used.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


class Hooks:
    """The functions that `install` plugs in, by name."""

    def __init__(self) -> None:
        self.places: dict[str, str] = {}

    def __getattr__(self, name: str) -> Any:
        """A hook that is used for the first time."""
        if name not in self.places:
            raise AttributeError(f"the hook {name!r} is not installed")
        module, _, function = self.places[name].partition(":")
        found = import_module(module)
        found = getattr(found, function) if function else found
        setattr(self, name, found)
        return found

    operators: Any
    """The module with the functions that Python's operators call."""
    text: Callable[..., str]
    """A term as text that can be read back."""
    brief: Callable[..., str]
    """Any value as text, cut short, for messages."""
    typeset: Callable[[Any], str | None]
    """A term in LaTeX for a notebook; None if it is too long for that."""
    to_nodes: Callable[[Any], Any]
    """A term as flat data, for pickle."""
    from_nodes: Callable[[Any], Any]
    """The term of that data."""
    rewrite_to: Callable[[Any, Any], Any]
    """The two sides of a rule, written `left >> right`."""
    normal: Callable[..., Any]
    """The normal form of a term in a context."""
    known: Callable[[Any], Callable[[str, Any], Any]]
    """The facts known in a context, as a function of the name of a fact and a term."""
    proved: Callable[[Any, Any, Any], bool]
    """Whether two terms are proved to be equal in a context."""
    split: Callable[[Any], tuple[Any, Any, Any]]
    """A normal term as number, scalar factors and what they scale."""
    literal: Callable[..., Any]
    """The term of a list, an array or an expression of another system."""
    formulas: Callable[[Any, str], str]
    """The assignments of a graph of scalars in LaTeX, or as text."""
    takes_more: Callable[..., bool]
    """Whether some terms take more operations than others when they are lowered."""
    derived: Callable[..., Any]
    """The operator that a name such as f'' stands for, a derivative of a declared function."""
    page: Callable[[Any, str], str]
    """A derivation or a verdict as an HTML page with a title."""
    fragment: Callable[[Any], str]
    """A derivation or a verdict as HTML for a notebook."""


class PythonOperators:
    """The functions behind Python's `+`, `*`, `@` …: those of the module `hooks.operators`."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        vars(self).update(vars(hooks.operators))
        return vars(self)[name]


hooks = Hooks()
python_operators: Any = PythonOperators()


def install(**places: str) -> None:
    """Plug in functions and modules by the names that `Hooks` declares."""
    for name, place in places.items():
        if name not in Hooks.__annotations__:
            raise TypeError(f"the core has no hook {name!r}")
        hooks.places[name] = place


def brief(value: Any, width: int | None = None) -> str:
    """The text of a value, cut short, for messages."""
    return hooks.brief(value) if width is None else hooks.brief(value, width)
