"""Where the verbs find the standard rules: in `rules`, loaded on first use."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from ..rewriting.ruleset import RuleSet


@cache
def standard(name: str) -> RuleSet:
    """A named set of the standard library; the empty set if there is no library."""
    try:
        library = import_module("rules")
    except ModuleNotFoundError as error:
        if error.name != "rules":
            raise
        return RuleSet(name=name)
    found = getattr(library, name)
    assert isinstance(found, RuleSet)
    return found
