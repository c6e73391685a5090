"""Random well-sorted terms, not normalised: `terms(sort, max_leaves)` of `rewrite.testing`.

The symbols are SYMBOLS; no two share a name. Among the scalars there is also something opaque.
"""

from __future__ import annotations

from typing import Any

from rewrite import Quaternion, Scalar, Term, Vector, testing
from rewrite.check.steps.grammar import KINDS, SHAPES, SYMBOLS
from rewrite.check.steps.grammar import productions as _productions
from rewrite.core.operators import OPAQUE
from rewrite.core.terms import intern

__all__ = ["ALL_SYMBOLS", "KINDS", "SHAPES", "SYMBOLS", "Q", "S", "V", "_productions", "terms"]

S, V, Q = Scalar, Vector, Quaternion
ALL_SYMBOLS: dict[str, Term] = {s.name: s for group in SYMBOLS.values() for s in group}
_OPAQUE = intern(OPAQUE, (), Scalar, (1, 1), 'besselj(0, "k")\n')
_WITH_OPAQUE = {S: (*SYMBOLS[S], _OPAQUE)}


def terms(sort: Any = None, max_leaves: int = 20) -> Any:
    """A term of this sort or shape, or of any, with at most about `max_leaves` leaves."""
    return testing.terms(sort, max_leaves, symbols=_WITH_OPAQUE)


assert set(SYMBOLS) == set(KINDS)
