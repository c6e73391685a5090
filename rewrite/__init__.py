"""Typed terms, laws and exact evaluation for vector, matrix and quaternion expressions.

The public names are listed in `__init__.pyi`, with the modules that define them, so that type
checkers see them. They are loaded from there on first use: a program waits only for what it needs.
"""

import re as _re
import sys as _sys
from importlib import import_module as _import_module
from pathlib import Path as _Path
from typing import Any as _Any

from . import wiring as _wiring

_LINE = _re.compile(r"^from (\.[\w.]+) import (\w+) as \w+", _re.MULTILINE)
_STUB = _Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8")
_MODULES = {name: module for module, name in _LINE.findall(_STUB)}

__all__ = sorted(_MODULES.keys() - {"abs", "all", "time"})
"""All public names except those that would hide Python's own names after `import *`."""


def __getattr__(name: str) -> _Any:
    """A public name, loaded on first use, after the standard operators."""
    if name not in _MODULES:
        raise AttributeError(f"module 'rewrite' has no attribute {name!r}")
    _import_module(".theory", __name__)
    found = globals()[name] = getattr(_import_module(_MODULES[name], __name__), name)
    return found


_shell = getattr(_sys.modules.get("IPython"), "get_ipython", lambda: None)()
if _shell is not None:  # in a notebook, typeset lists of terms too
    _import_module(".text.shown", __name__).typeset_lists(_shell)


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULES})
