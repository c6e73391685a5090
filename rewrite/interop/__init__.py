"""Bridges to other systems, one a file; each is imported by its own name and only then loads them.

>>> from rewrite.interop.sympy import from_sympy, to_sympy
>>> from rewrite.interop.matchpy import from_matchpy, to_matchpy
"""

from typing import Any


def sympy_bridge() -> Any:
    """The bridge to sympy, loaded on first use: sympy takes longer to load than all the rest."""
    from . import sympy

    return sympy
