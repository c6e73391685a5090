"""HTML for whatever can be shown as a page: derivations and verdicts."""

from __future__ import annotations

from ..decision.verdict import Verdict
from ..rewriting.derivation import Derivation
from .derivation_page import derivation_fragment, derivation_page
from .verdict_page import verdict_fragment, verdict_page


def page(shown: Derivation | Verdict, title: str) -> str:
    """A self-contained page."""
    if isinstance(shown, Verdict):
        return verdict_page(shown, title)
    return derivation_page(shown, title)


def fragment(shown: Derivation | Verdict) -> str:
    """A part of a page, for notebooks."""
    return verdict_fragment(shown) if isinstance(shown, Verdict) else derivation_fragment(shown)
