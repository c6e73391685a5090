"""Lines that load terms from a file, by outside packages that are imported when needed.

`mechanism FILE` names the terms of a mechanism: its symbols, `kinetic_energy`, and so on.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from ..errors import RewriteError

LOADERS = {"mechanism": "mechanics.reporting.sheet_terms:terms_of"}
"""The function that loads the terms of a file, by the first word of the line."""


def loaded(word: str, path: Path) -> dict[str, Any]:
    """The terms of a file, by name."""
    module, _, function = LOADERS[word].partition(":")
    try:
        terms_of = getattr(import_module(module), function)
    except ImportError as error:
        raise RewriteError(f"{word} needs the package {module.split('.')[0]}: {error}") from None
    found: dict[str, Any] = terms_of(path)
    return found
