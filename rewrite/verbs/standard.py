"""The standard rules for the verbs, from `rules`, loaded on first use."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module

from ..deadline import unlimited
from ..rewriting.ruleset import RuleSet


def is_loaded() -> bool:
    """Whether the library has been loaded, which takes about a second."""
    return "rules" in sys.modules


@cache
def standard(name: str) -> RuleSet:
    """A named set of the standard library; the empty set if there is no library."""
    try:
        with unlimited():  # a time limit must not leave the library half loaded
            library = import_module("rules")
    except ModuleNotFoundError as error:
        if error.name != "rules":
            raise
        return RuleSet(name=name)
    found = getattr(library, name)
    assert isinstance(found, RuleSet)
    return found
